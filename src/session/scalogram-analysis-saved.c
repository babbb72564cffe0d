/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of the scalogram and of its display by name. Typed frequencies are saved as fractions of the file's rate, automatic
 * ones as 0. What is in view is a part of the session's state. */
#include "config.h"

#include "figure/palette.h"
#include "scalogram-analysis-private.h"
#include "settings-fields.h"
#include "slices-private.h"

const char *const ondes_rows_names[] = { "frequencies", "scales", "list", NULL };

#define OPTION(name) G_STRUCT_OFFSET (OndesScalogramAnalysis, settings.options.name)
#define SETTING(name) G_STRUCT_OFFSET (OndesScalogramAnalysis, settings.name)

static const OndesSettingsField cwt_fields[] = {
  { "wavelet", ONDES_FIELD_WORD, OPTION (wavelet), ondes_wavelet_names },
  { "omega0", ONDES_FIELD_NUMBER, OPTION (omega0) },
  { "normalisation", ONDES_FIELD_WORD, OPTION (normalisation), ondes_normalisation_names },
  { "boundary", ONDES_FIELD_WORD, OPTION (boundary), ondes_boundary_names },
  { "method", ONDES_FIELD_WORD, OPTION (method), ondes_method_names },
  { "precision", ONDES_FIELD_WORD, OPTION (precision), ondes_precision_names },
  { "quantity", ONDES_FIELD_WORD, OPTION (quantity), ondes_quantity_names },
  { "pool", ONDES_FIELD_WORD, OPTION (pool), ondes_pool_names },
  { "fft-length", ONDES_FIELD_COUNT, OPTION (fft_length) },
  { "detrend", ONDES_FIELD_WORD, SETTING (detrend), ondes_detrend_names },
  { "detrend-window", ONDES_FIELD_NUMBER, SETTING (detrend_window) },
  { "rows", ONDES_FIELD_WORD, SETTING (rows), ondes_rows_names },
  { "voices", ONDES_FIELD_NUMBER, SETTING (voices) },
  { "scales", ONDES_FIELD_TEXT, SETTING (scales), NULL, sizeof ((OndesCwtSettings *) NULL)->scales },
  { "fmin", ONDES_FIELD_NUMBER, G_STRUCT_OFFSET (OndesScalogramAnalysis, fmin_fraction) },
  { "fmax", ONDES_FIELD_NUMBER, G_STRUCT_OFFSET (OndesScalogramAnalysis, fmax_fraction) },
  { NULL },
};

static const OndesSettingsField display_fields[] = {
  { "palette", ONDES_FIELD_WORD, G_STRUCT_OFFSET (OndesDisplay, palette), ondes_palette_names },
  { "decibel", ONDES_FIELD_BOOLEAN, G_STRUCT_OFFSET (OndesDisplay, decibel) },
  { "db-range", ONDES_FIELD_NUMBER, G_STRUCT_OFFSET (OndesDisplay, db_range) },
  { "reference", ONDES_FIELD_NUMBER, G_STRUCT_OFFSET (OndesDisplay, reference) },
  { "equalise", ONDES_FIELD_BOOLEAN, G_STRUCT_OFFSET (OndesDisplay, equalise) },
  { "axis", ONDES_FIELD_WORD, G_STRUCT_OFFSET (OndesDisplay, show), ondes_show_names },
  { "cone", ONDES_FIELD_BOOLEAN, G_STRUCT_OFFSET (OndesDisplay, cone) },
  { "smooth", ONDES_FIELD_BOOLEAN, G_STRUCT_OFFSET (OndesDisplay, smooth) },
  { "notes", ONDES_FIELD_BOOLEAN, G_STRUCT_OFFSET (OndesDisplay, notes) },
  { "a4", ONDES_FIELD_NUMBER, G_STRUCT_OFFSET (OndesDisplay, a4_hz) },
  { NULL },
};

void
ondes_scalogram_analysis_save_display (OndesScalogramAnalysis *self,
                                       GVariantBuilder        *settings)
{
  ondes_settings_fields_save (display_fields, &self->display, settings);
  g_variant_builder_add (settings, "{sv}", "slices",
                         g_variant_new_boolean (self->slices != NULL && ondes_slices_get_shown (self->slices)));
}

void
ondes_scalogram_analysis_restore_display (OndesScalogramAnalysis *self,
                                          GVariant               *settings)
{
  OndesDisplay display = self->display;
  gboolean slices;

  ondes_settings_fields_restore (display_fields, &display, settings);
  ondes_scalogram_analysis_set_display (self, &display);
  /* One that follows another has no charts of slices. */
  if (ondes_scalogram_analysis_get_leader (self) == NULL && g_variant_lookup (settings, "slices", "b", &slices))
    ondes_slices_set_shown (ondes_scalogram_analysis_get_slices (self), slices);
}

static GVariant *
save_cwt (OndesScalogramAnalysis *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  ondes_settings_fields_save (cwt_fields, self, &builder);
  ondes_compensation_settings_save (&self->compensating, &builder);
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

static void
save (OndesAnalysis *analysis,
      GVariantBuilder *settings)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (analysis);

  ondes_settings_fields_save (cwt_fields, self, settings);
  ondes_compensation_settings_save (&self->compensating, settings);
  ondes_scalogram_analysis_save_display (self, settings);
}

static void
restore (OndesAnalysis *analysis,
         GVariant *settings)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (analysis);
  g_autoptr (GVariant) before = save_cwt (self), after = NULL;
  const OndesCwtSettings old = self->settings;

  ondes_settings_fields_restore (cwt_fields, self, settings);
  ondes_compensation_settings_restore (&self->compensating, settings);
  ondes_cwt_settings_mend (&self->settings, &old);
  after = save_cwt (self);
  if (!g_variant_equal (before, after))
    {
      ondes_scalogram_analysis_update_range (self);
      ondes_scalogram_analysis_take_settings (self);
    }
  ondes_scalogram_analysis_restore_display (self, settings);
}

/* The frequencies in view, in cycles per time unit; 0 and 0 for all. */
static void
save_view (gpointer         owner,
           GVariantBuilder *entries)
{
  const OndesDisplay *display = &ONDES_SCALOGRAM_ANALYSIS (owner)->display;

  g_variant_builder_add (entries, "{sv}", "frequencies", g_variant_new ("(dd)", display->view_lo, display->view_hi));
}

static void
restore_view (gpointer  owner,
              GVariant *saved)
{
  double lo_hz, hi_hz;

  if (g_variant_lookup (saved, "frequencies", "(dd)", &lo_hz, &hi_hz))
    ondes_scalogram_analysis_set_frequencies (owner, lo_hz, hi_hz);
}

void
ondes_scalogram_analysis_add_part (OndesScalogramAnalysis *self)
{
  static const OndesSessionPart parts[] = {
    { ONDES_VIEW_PREFIX "-scalogram", "scalogram", TRUE, save_view, restore_view },
    { ONDES_VIEW_PREFIX "-sequency", "sequency", TRUE, save_view, restore_view },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_str_equal (parts[i].page, ondes_analysis_get_name (ONDES_ANALYSIS (self))))
      ondes_session_add_part (self->session, &parts[i], self);
  ondes_slices_add_part (self);
}

void
ondes_scalogram_analysis_settings_init (OndesAnalysisClass *klass)
{
  klass->name = "scalogram";
  klass->save = save;
  klass->restore = restore;
}
