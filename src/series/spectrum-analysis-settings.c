/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of spectra by name. Recordings and truth tables each have their own order, signs and scale. */
#include "config.h"

#include "session/settings.h"
#include "spectrum-analysis-private.h"

static const OndesParam spectrum_fields[] = {
  { "transform", ONDES_PARAM_WORD, G_STRUCT_OFFSET (OndesSpectraSettings, spectrum.kind), ondes_spectrum_names },
  { "algorithm", ONDES_PARAM_WORD, G_STRUCT_OFFSET (OndesSpectraSettings, spectrum.algorithm), ondes_algorithm_names },
  { "inverse", ONDES_PARAM_BOOLEAN, G_STRUCT_OFFSET (OndesSpectraSettings, spectrum.inverse) },
  { "dont-care", ONDES_PARAM_WORD, G_STRUCT_OFFSET (OndesSpectraSettings, dont_care), ondes_dont_care_names },
  { NULL },
};

static const OndesParam choice_fields[] = {
  { "order", ONDES_PARAM_WORD, G_STRUCT_OFFSET (OndesSpectraChoice, order), ondes_order_names },
  { "signed", ONDES_PARAM_BOOLEAN, G_STRUCT_OFFSET (OndesSpectraChoice, is_signed) },
  { "scale", ONDES_PARAM_WORD, G_STRUCT_OFFSET (OndesSpectraChoice, scale), ondes_series_scale_names },
  { NULL },
};

static const OndesParam keep_field[] = { { "keep", ONDES_PARAM_COUNT, 0 }, { NULL } };

static const char *const choice_names[] = { "recording", "table" };

static void
save (OndesAnalysis *analysis,
      GVariantBuilder *settings)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (analysis);

  ondes_params_save (spectrum_fields, 0, &self->settings, settings);
  ondes_params_save (ondes_derivation_fields, 0, &self->settings.derivation, settings);
  for (guint i = 0; i < G_N_ELEMENTS (choice_names); i++)
    {
      GVariantBuilder choice = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

      ondes_params_save (choice_fields, 0, &self->choices[i], &choice);
      g_variant_builder_add (settings, "{sv}", choice_names[i], g_variant_builder_end (&choice));
    }
  ondes_params_save (keep_field, 0, &self->keep, settings);
  g_variant_builder_add (settings, "{sv}", "source",
                         ondes_operand_save (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self), 0)));
}

static void
restore (OndesAnalysis *analysis,
         GVariant *settings)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (analysis);
  OndesSpectraSettings fresh = self->settings;
  g_autoptr (GVariant) source = g_variant_lookup_value (settings, "source", G_VARIANT_TYPE_VARDICT);
  guint64 keep = self->keep;

  for (guint i = 0; i < G_N_ELEMENTS (choice_names); i++)
    {
      g_autoptr (GVariant) choice = g_variant_lookup_value (settings, choice_names[i], G_VARIANT_TYPE_VARDICT);

      if (choice != NULL)
        ondes_params_restore (choice_fields, 0, &self->choices[i], choice);
    }
  ondes_params_restore (spectrum_fields, 0, &fresh, settings);
  ondes_params_restore (ondes_derivation_fields, 0, &fresh.derivation, settings);
  ondes_spectrum_analysis_apply_choice (&fresh, &self->choices[self->of_table], self->of_table);
  ondes_spectrum_analysis_set_settings (self, &fresh);
  ondes_params_restore (keep_field, 0, &keep, settings);
  ondes_spectrum_analysis_set_keep (self, keep);
  if (source != NULL)
    ondes_operand_restore (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self), 0), source);
}

static void
remember (OndesAnalysis   *analysis,
          OndesRemembered *list)
{
  static const struct
  {
    const char *key, *part, *name;
  } remembered[] = {
    { "spectrum-transform", NULL, "transform" },
    { "spectrum-algorithm", NULL, "algorithm" },
    { "spectrum-dont-care", NULL, "dont-care" },
    { "spectrum-keep", NULL, "keep" },
    { "spectrum-order", "recording", "order" },
    { "spectrum-scale", "recording", "scale" },
    { "logic-order", "table", "order" },
    { "logic-scale", "table", "scale" },
    { "logic-signed", "table", "signed" },
    { "spectrum-source", "source", "kind" },
    { "spectrum-text", "source", "text" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (remembered); i++)
    ondes_remembered_add (list, remembered[i].key, remembered[i].part, remembered[i].name);
}

void
ondes_spectrum_analysis_settings_init (OndesAnalysisClass *klass)
{
  klass->name = "spectra";
  klass->save = save;
  klass->restore = restore;
  klass->remember = remember;
}
