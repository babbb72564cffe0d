/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of the scalogram and of its display by name. Typed frequencies are saved as fractions of the file's rate, automatic
 * ones as 0. What is in view is a part of the session's state. */
#include "config.h"

#include "scalogram-analysis-private.h"
#include "param/param.h"
#include "session/settings.h"
#include "slices-private.h"

static const OndesParam own_rows[] = {
  { "fmin", ONDES_PARAM_NUMBER, G_STRUCT_OFFSET (OndesScalogramAnalysis, fmin_fraction) },
  { "fmax", ONDES_PARAM_NUMBER, G_STRUCT_OFFSET (OndesScalogramAnalysis, fmax_fraction) },
  { NULL },
};

void
ondes_scalogram_analysis_save_display (OndesScalogramAnalysis *self,
                                       GVariantBuilder        *settings)
{
  ondes_params_save (ondes_display_params.rows, ONDES_PARAM_SESSION, &self->display, settings);
  g_variant_builder_add (settings, "{sv}", "slices",
                         g_variant_new_boolean (self->slices != NULL && ondes_slices_get_shown (self->slices)));
}

void
ondes_scalogram_analysis_restore_display (OndesScalogramAnalysis *self,
                                          GVariant               *settings)
{
  OndesDisplay display = self->display;
  gboolean slices;

  ondes_params_restore (ondes_display_params.rows, ONDES_PARAM_SESSION, &display, settings);
  ondes_scalogram_analysis_set_display (self, &display);
  /* One that follows another has no charts of slices. */
  if (self->leader == NULL && g_variant_lookup (settings, "slices", "b", &slices))
    ondes_slices_set_shown (ondes_scalogram_analysis_get_slices (self), slices);
}

static void
add_cwt (OndesScalogramAnalysis *self,
         GVariantBuilder        *builder)
{
  ondes_params_save (ondes_cwt_params.rows, ONDES_PARAM_SESSION, &self->settings, builder);
  ondes_params_save (own_rows, 0, self, builder);
  ondes_compensation_settings_save (&self->compensating, builder);
}

static GVariant *
save_cwt (OndesScalogramAnalysis *self)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  add_cwt (self, &builder);
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

static void
save (OndesAnalysis *analysis,
      GVariantBuilder *settings)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (analysis);

  add_cwt (self, settings);
  ondes_scalogram_analysis_save_display (self, settings);
}

static void
restore (OndesAnalysis *analysis,
         GVariant *settings)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (analysis);
  g_autoptr (GVariant) before = save_cwt (self), after = NULL;
  const OndesCwtSettings old = self->settings;

  ondes_params_restore (ondes_cwt_params.rows, ONDES_PARAM_SESSION, &self->settings, settings);
  ondes_params_restore (own_rows, 0, self, settings);
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

static void
remember (OndesAnalysis   *analysis,
          OndesRemembered *list)
{
  ondes_remembered_add_rows (list, "", ondes_display_params.rows);
  ondes_remembered_add (list, "slices", NULL, "slices");
  ondes_remembered_add_rows (list, "", ondes_cwt_params.rows);
  ondes_remembered_add_rows (list, "", ondes_compensation_params.rows);
}

/* Resets options that do not go together to the defaults, except for quantity and pooling. */
static void
mend (OndesAnalysis *analysis)
{
  OndesScalogramAnalysis *self = ONDES_SCALOGRAM_ANALYSIS (analysis);
  OndesCwtSettings cwt = self->settings;
  const OndesCwtOptions loaded = cwt.options;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse ("10", 0, NULL);
  g_autoptr (OndesSpec) spec = ondes_cwt_new (&loaded, list, NULL);

  if (spec != NULL)
    return;
  cwt.options = ondes_cwt_options_default;
  cwt.options.quantity = loaded.quantity;
  cwt.options.pool = loaded.pool;
  ondes_scalogram_analysis_set_settings (self, &cwt);
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
  klass->remember = remember;
  klass->remembers_valid = TRUE;
  klass->mend = mend;
}
