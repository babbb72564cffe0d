/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of spectra by name. Recordings and truth tables each have their own order, signs and scale. */
#include "config.h"

#include "spectrum-analysis-private.h"

static const OndesSettingsField spectrum_fields[] = {
  { "transform", ONDES_FIELD_WORD, G_STRUCT_OFFSET (OndesSpectraSettings, spectrum.kind), ondes_spectrum_names },
  { "algorithm", ONDES_FIELD_WORD, G_STRUCT_OFFSET (OndesSpectraSettings, spectrum.algorithm), ondes_algorithm_names },
  { "inverse", ONDES_FIELD_BOOLEAN, G_STRUCT_OFFSET (OndesSpectraSettings, spectrum.inverse) },
  { "dont-care", ONDES_FIELD_WORD, G_STRUCT_OFFSET (OndesSpectraSettings, dont_care), ondes_dont_care_names },
  { NULL },
};

static const OndesSettingsField choice_fields[] = {
  { "order", ONDES_FIELD_WORD, G_STRUCT_OFFSET (OndesSpectraChoice, order), ondes_order_names },
  { "signed", ONDES_FIELD_BOOLEAN, G_STRUCT_OFFSET (OndesSpectraChoice, is_signed) },
  { "scale", ONDES_FIELD_WORD, G_STRUCT_OFFSET (OndesSpectraChoice, scale), ondes_series_scale_names },
  { NULL },
};

static const OndesSettingsField keep_field[] = { { "keep", ONDES_FIELD_COUNT, 0 }, { NULL } };

static const char *const choice_names[] = { "recording", "table" };

static void
save (OndesAnalysis *analysis,
      GVariantBuilder *settings)
{
  OndesSpectrumAnalysis *self = ONDES_SPECTRUM_ANALYSIS (analysis);

  ondes_settings_fields_save (spectrum_fields, &self->settings, settings);
  ondes_settings_fields_save (ondes_derivation_fields, &self->settings.derivation, settings);
  for (guint i = 0; i < G_N_ELEMENTS (choice_names); i++)
    {
      GVariantBuilder choice = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

      ondes_settings_fields_save (choice_fields, &self->choices[i], &choice);
      g_variant_builder_add (settings, "{sv}", choice_names[i], g_variant_builder_end (&choice));
    }
  ondes_settings_fields_save (keep_field, &self->keep, settings);
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
        ondes_settings_fields_restore (choice_fields, &self->choices[i], choice);
    }
  ondes_settings_fields_restore (spectrum_fields, &fresh, settings);
  ondes_settings_fields_restore (ondes_derivation_fields, &fresh.derivation, settings);
  ondes_spectrum_analysis_apply_choice (&fresh, &self->choices[self->of_table], self->of_table);
  ondes_spectrum_analysis_set_settings (self, &fresh);
  ondes_settings_fields_restore (keep_field, &keep, settings);
  ondes_spectrum_analysis_set_keep (self, keep);
  if (source != NULL)
    ondes_operand_restore (ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (self), 0), source);
}

void
ondes_spectrum_analysis_settings_init (OndesAnalysisClass *klass)
{
  klass->name = "spectra";
  klass->save = save;
  klass->restore = restore;
}
