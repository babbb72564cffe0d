/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ondes-compensation-panel.h"
#include "ondes-model-rows.h"
#include "picture/compensation-preset.h"
#include "rows/ondes-file-row.h"
#include "rows/ondes-param-rows.h"
#include "rows/ondes-preset-row.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "session/preset-files.h"
#include "shell/ondes-template.h"

#define TAPS  "taps:"
#define TABLE "table:"
#define TAPS_ITEM 4 /* of the interpolation */

/* How values between samples are made: what the side bar shows otherwise than the settings have it. */
typedef struct
{
  OndesCompensationSettings settings; /* first, so that the table's rows take it; the aperture in the fine unit */
  guint                     interpolation;
  char                      taps[ONDES_COMPENSATION_TEXT];
} Form;

struct _OndesCompensationPanel
{
  AdwBin                  parent_instance;

  OndesSession           *session;  /* borrowed from the analysis */
  OndesScalogramAnalysis *analysis;
  OndesFineUnit           fine;     /* of the aperture */

  AdwExpanderRow         *expander;
  GtkSwitch              *on;
  OndesModelRows         *amplitude, *timing;
  OndesParamRows         *rows, *form_rows;
  OndesPresetRow         *presets;
  GtkWidget              *preset_problem;
};

G_DEFINE_FINAL_TYPE (OndesCompensationPanel, ondes_compensation_panel, ADW_TYPE_BIN)

gboolean
ondes_compensation_panel_owns (OndesSetting setting)
{
  for (const OndesParam *row = ondes_compensation_params.rows; row->key != NULL; row++)
    if (row->setting != ONDES_SETTING_NONE && row->setting == setting)
      return TRUE;
  return FALSE;
}

static const char *
path_of (const char *text,
         const char *prefix)
{
  return g_str_has_prefix (text, prefix) ? text + strlen (prefix) : "";
}

/* Showing. */

/* Returns those of @notes that begin with the file at @path, with its name in place of it, one below the other; NULL if there are
 * none. Transfer full. */
static char *
take_notes (char       **notes,
            const char  *path)
{
  g_autofree char *shown = g_filename_display_name (path), *kept = ondes_kept_file_name (path);
  g_autofree char *name = g_filename_display_name (kept);
  g_autoptr (GString) taken = g_string_new (NULL);

  for (guint i = 0; *path != '\0' && notes[i] != NULL; i++)
    if (g_str_has_prefix (notes[i], shown))
      g_string_append_printf (taken, "%s%s%s", taken->len > 0 ? "\n" : "", name, notes[i] + strlen (shown));
  return taken->len > 0 ? g_strdup (taken->str) : NULL;
}

static void
add_part (GString    *summary,
          gboolean    is_there,
          const char *text)
{
  if (is_there)
    g_string_append_printf (summary, "%s%s", summary->len > 0 ? " · " : "", text);
}

/* Says in the header what is compensated or, while the rows are hidden, what is wrong. */
static void
show_summary (OndesCompensationPanel *self)
{
  const OndesCompensationSettings *settings = ondes_scalogram_analysis_get_compensation (self->analysis);
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->analysis));
  /* Its colour would be that of all rows. */
  const gboolean hidden = problem != NULL && !adw_expander_row_get_expanded (self->expander)
                          && ondes_compensation_panel_owns (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (self->analysis)));
  g_autoptr (GString) summary = g_string_new (NULL);
  g_autofree char *bits = g_strdup_printf (ngettext ("%u bit", "%u bits", settings->bits), settings->bits);
  g_autofree char *times = g_strdup_printf ("%u×", settings->oversample);

  add_part (summary, settings->amplitude[0] != '\0', _("Amplitude"));
  /* Translators: the timing error, in a list of what is compensated. */
  add_part (summary, settings->timing[0] != '\0', _("Timing"));
  /* Translators: the calibration sheet, in a list of what is compensated. */
  add_part (summary, settings->calibration[0] != '\0', _("Calibration"));
  add_part (summary, settings->aperture > 0, _("Aperture"));
  add_part (summary, settings->quantise, bits);
  add_part (summary, settings->oversample > 1, times);
  if (hidden)
    g_string_assign (summary, problem);
  ondes_widget_set_text (self->expander, "subtitle", summary->len > 0 ? summary->str : _("None"));
  ondes_row_set_wrong (GTK_WIDGET (self->expander), hidden);
}

/* Shows what is wrong at its row, and what there is to know about the files. */
static void
show_notes (OndesCompensationPanel *self)
{
  const OndesCompensationSettings *settings = ondes_scalogram_analysis_get_compensation (self->analysis);
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->analysis));
  const OndesSetting setting = ondes_analysis_get_problem_setting (ONDES_ANALYSIS (self->analysis));
  g_auto (GStrv) notes = ondes_scalogram_analysis_get_compensation_notes (self->analysis);
  g_autofree char *of_amplitude = take_notes (notes, path_of (settings->amplitude, TABLE));
  g_autofree char *of_timing = take_notes (notes, path_of (settings->timing, TABLE));
  g_autofree char *of_sheet = take_notes (notes, settings->calibration);

  ondes_model_rows_set_notes (self->amplitude, setting == ONDES_SETTING_AMPLITUDE_ERROR ? problem : NULL, of_amplitude);
  ondes_model_rows_set_notes (self->timing, setting == ONDES_SETTING_TIMING_ERROR ? problem : NULL, of_timing);
  ondes_file_row_set_note (ondes_param_rows_get (self->rows, "calibration"), NULL, of_sheet);
  ondes_param_rows_mark (self->rows, setting, problem);
  ondes_param_rows_mark (self->form_rows, setting, problem);
  show_summary (self);
}

/* Shows the tables as the analysis read them, which F5 reads anew, and what there is to say of them. */
static void
on_state (OndesCompensationPanel *self)
{
  const OndesCompensation *applied = ondes_scalogram_analysis_get_applied (self->analysis);

  if (applied != NULL)
    {
      const OndesCompensationOptions *options = ondes_compensation_get_options (applied);

      ondes_model_rows_show_read (self->amplitude, options->amplitude,
                                  ondes_compensation_get_model (applied, ONDES_MODEL_OF_AMPLITUDE));
      ondes_model_rows_show_read (self->timing, options->timing, ondes_compensation_get_model (applied, ONDES_MODEL_OF_TIMING));
    }
  show_notes (self);
}

/* Sets the frequencies of the curves: those of the rows asked for or, if they are scales, of the picture. */
static void
show_units (OndesCompensationPanel *self)
{
  OndesSource *source = ondes_session_get_source (self->session);
  OndesRecording *recording = ondes_session_get_recording (self->session);
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (self->analysis);
  const OndesCwtSettings *settings = ondes_scalogram_analysis_get_settings (self->analysis);
  OndesSliderRow *aperture = ondes_param_rows_get (self->rows, "aperture");
  OndesModelUnits units;

  if (source == NULL)
    return;
  units = (OndesModelUnits) { ondes_recording_get_info (recording)->time_unit, source->rate_hz, settings->fmin_hz,
                              settings->fmax_hz };
  if (settings->rows != ONDES_ROWS_FREQUENCIES && scalogram != NULL)
    {
      units.lo_hz = INFINITY;
      units.hi_hz = 0;
      for (guint i = 0; i < scalogram->rows; i++)
        {
          const double hz = scalogram->frequencies_hz[i];

          units.lo_hz = MIN (units.lo_hz, hz);
          units.hi_hz = MAX (units.hi_hz, hz);
        }
    }
  if (!(units.lo_hz > 0) || !(units.hi_hz > units.lo_hz))
    return;
  ondes_model_rows_set_units (self->amplitude, &units);
  ondes_model_rows_set_units (self->timing, &units);
  g_free (self->fine.name);
  self->fine = ondes_fine_unit (&units);
  ondes_slider_row_set_unit (aperture, self->fine.name);
  ondes_slider_row_set_range (aperture, 0, 2 / units.rate_hz * self->fine.factor);
}

/* A preset is on, whether it is used now or not. */
static void
show_preset (OndesCompensationPanel          *self,
             const OndesCompensationSettings *settings)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autofree OndesCompensationSettings *on = g_memdup2 (settings, sizeof *on);
  g_autoptr (GVariant) saved = NULL;

  on->on = TRUE;
  ondes_compensation_settings_save (on, &builder);
  saved = g_variant_ref_sink (g_variant_builder_end (&builder));
  ondes_preset_row_set_settings (self->presets, saved, !ondes_compensation_settings_is_idle (settings));
}

/* What has no effect now is insensitive. */
static void
show_settings (OndesCompensationPanel *self)
{
  const OndesCompensationSettings *settings = ondes_scalogram_analysis_get_compensation (self->analysis);
  const gboolean idle = ondes_compensation_settings_is_idle (settings), open = settings->on || idle;

  show_units (self);
  gtk_switch_set_active (self->on, settings->on);
  gtk_widget_set_sensitive (GTK_WIDGET (self->on), !idle || settings->on);
  ondes_model_rows_set_text (self->amplitude, settings->amplitude);
  ondes_model_rows_set_text (self->timing, settings->timing);
  ondes_model_rows_set_sensitive (self->amplitude, open);
  ondes_model_rows_set_sensitive (self->timing, open);
  ondes_param_rows_show (self->rows);
  ondes_param_rows_show (self->form_rows);
  ondes_rows_set_sensitive (ondes_param_rows_get (self->form_rows, "taps"), open && settings->oversample > 1);
  show_preset (self, settings);
  show_notes (self);
}

/* Shows the units of another recording too, whose settings may be the same. */
static void
on_recording (OndesCompensationPanel *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  /* A truth table has no sampler. */
  gtk_widget_set_visible (GTK_WIDGET (self), recording == NULL || ondes_recording_get_truth_table (recording) == NULL);
  show_settings (self);
}

/* Taking. */

/* Sets what a person chose. What is set first has an effect at once. */
static void
take (OndesCompensationPanel    *self,
      OndesCompensationSettings *settings)
{
  if (ondes_compensation_settings_is_idle (ondes_scalogram_analysis_get_compensation (self->analysis))
      && !ondes_compensation_settings_is_idle (settings))
    settings->on = TRUE;
  ondes_scalogram_analysis_set_compensation (self->analysis, settings);
}

/* Copies a model; one that is too long is left out. */
static void
take_model (char            to[ONDES_COMPENSATION_TEXT],
            OndesModelRows *rows)
{
  const char *text = ondes_model_rows_get_text (rows);

  if (strlen (text) < ONDES_COMPENSATION_TEXT)
    g_strlcpy (to, text, ONDES_COMPENSATION_TEXT);
}

static void
on_models (OndesCompensationPanel *self)
{
  OndesCompensationSettings settings = *ondes_scalogram_analysis_get_compensation (self->analysis);

  take_model (settings.amplitude, self->amplitude);
  take_model (settings.timing, self->timing);
  take (self, &settings);
}

static void
on_switched (OndesCompensationPanel *self)
{
  OndesCompensationSettings settings;

  if (self->analysis == NULL)
    return;
  settings = *ondes_scalogram_analysis_get_compensation (self->analysis);
  if (settings.on == gtk_switch_get_active (self->on))
    return;
  settings.on = gtk_switch_get_active (self->on);
  ondes_scalogram_analysis_set_compensation (self->analysis, &settings);
}

/* The model of the rows. */

static gboolean
has_taps (gconstpointer owner)
{
  return g_str_has_prefix (((const Form *) owner)->settings.interpolation, TAPS);
}

static gboolean
has_between (gconstpointer owner)
{
  const OndesCompensationSettings *settings = &((const Form *) owner)->settings;

  return settings->oversample > 1 && (settings->on || ondes_compensation_settings_is_idle (settings));
}

static void
get_form (gpointer model,
          gpointer owner)
{
  OndesCompensationPanel *self = model;
  Form *form = owner;
  const char *text = form->settings.interpolation;

  form->settings = *ondes_scalogram_analysis_get_compensation (self->analysis);
  form->settings.aperture = ondes_to_fine (form->settings.aperture, self->fine.factor);
  g_strlcpy (form->taps, path_of (text, TAPS), sizeof form->taps);
  for (form->interpolation = 0; form->interpolation < TAPS_ITEM; form->interpolation++)
    if (g_str_equal (ondes_interpolation_names[form->interpolation], *text != '\0' ? text : "sinc"))
      break;
}

static void
set_settings (gpointer          model,
              gpointer          owner,
              const OndesParam *row)
{
  OndesCompensationPanel *self = model;
  OndesCompensationSettings *settings = owner;
  const double aperture = ondes_scalogram_analysis_get_compensation (self->analysis)->aperture;

  settings->aperture = g_str_equal (row->key, "aperture") ? ondes_from_fine (settings->aperture, self->fine.factor) : aperture;
  take (self, settings);
}

/* Asks for the taps when they are chosen; without a file the choice goes back. */
static void
set_form (gpointer          model,
          gpointer          owner,
          const OndesParam *row)
{
  OndesCompensationPanel *self = model;
  Form *form = owner;
  const gboolean is_file = g_str_equal (row->key, "taps");

  if (!is_file && form->interpolation == TAPS_ITEM)
    {
      ondes_param_rows_show (self->form_rows);
      ondes_file_row_choose (ondes_param_rows_get (self->form_rows, "taps"));
      return;
    }
  if (is_file && form->taps[0] != '\0')
    g_snprintf (form->settings.interpolation, ONDES_COMPENSATION_TEXT, TAPS "%s", form->taps);
  else
    g_strlcpy (form->settings.interpolation, ondes_interpolation_names[is_file ? TAPS_ITEM - 1 : form->interpolation],
               ONDES_COMPENSATION_TEXT);
  set_settings (model, &form->settings, row);
}

/* Translators: how values between samples are made. */
static const char *const interpolations[]
  = { N_("Hold"), N_("Linear"), N_("Cubic"), N_("Windowed sinc"), N_("Taps from a file…"), NULL };

static const OndesParam form_params[] = {
  { "interpolation", ONDES_PARAM_WORD, G_STRUCT_OFFSET (Form, interpolation), .flags = ONDES_PARAM_GREYED,
    .setting = ONDES_SETTING_INTERPOLATION, .applies = has_between, .group = "interpolation", .title = N_("Interpolation"),
    .titles = interpolations, .tip = N_("How values between samples are interpolated") },
  { "taps", ONDES_PARAM_TEXT, G_STRUCT_OFFSET (Form, taps), NULL, ONDES_COMPENSATION_TEXT - sizeof TAPS,
    .group = "interpolation", .title = N_("Taps"), .question = N_("Choose the Taps"), .applies = has_taps,
    .tip = N_("An interpolation filter at the new rate: text, .npy or a recording") },
  { NULL },
};

static const OndesParamTable form_table = { form_params, NULL };
static const OndesParamModel settings_model = { &ondes_compensation_params, sizeof (Form), get_form, set_settings };
static const OndesParamModel form_model = { &form_table, sizeof (Form), get_form, set_form };

static void
on_chosen (OndesCompensationPanel *self)
{
  g_autofree OndesCompensationSettings *settings = g_memdup2 (&ondes_compensation_settings_default, sizeof *settings);

  ondes_compensation_settings_restore (settings, ondes_preset_row_get_settings (self->presets));
  settings->on = TRUE;
  ondes_scalogram_analysis_set_compensation (self->analysis, settings);
}

static void
on_preset_problem (OndesCompensationPanel *self,
                   const char             *problem)
{
  ondes_row_set_wrong (GTK_WIDGET (self->presets), problem != NULL);
  ondes_rows_show_problem (self->preset_problem, problem);
}

/* Rows. */

static void
add_rows (OndesCompensationPanel *self)
{
  static const char *const groups[] = { "calibration", "aperture", "bits", "rounding", "oversampling" };

  self->amplitude = ondes_model_rows_new (self->expander, ONDES_SETTING_AMPLITUDE_ERROR);
  self->timing = ondes_model_rows_new (self->expander, ONDES_SETTING_TIMING_ERROR);
  g_signal_connect_object (self->amplitude, "changed", G_CALLBACK (on_models), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->timing, "changed", G_CALLBACK (on_models), self, G_CONNECT_SWAPPED);
  self->rows = ondes_widget_own (self, "rows", ondes_param_rows_new (&settings_model, self),
                                 (GDestroyNotify) ondes_param_rows_free);
  self->form_rows = ondes_widget_own (self, "form-rows", ondes_param_rows_new (&form_model, self),
                                      (GDestroyNotify) ondes_param_rows_free);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    ondes_param_rows_add_expanded (self->rows, groups[i], self->expander);
  ondes_param_rows_add_expanded (self->form_rows, "interpolation", self->expander);
}

static void
add_presets (OndesCompensationPanel *self)
{
  self->presets = ONDES_PRESET_ROW (ondes_preset_row_new (&ondes_compensation_presets,
                                                         _("Saved compensations, each in one file with its tables")));
  adw_expander_row_add_row (self->expander, GTK_WIDGET (self->presets));
  g_signal_connect_object (self->presets, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->presets, "problem", G_CALLBACK (on_preset_problem), self, G_CONNECT_SWAPPED);
  self->preset_problem = ondes_rows_add_problem (self->expander);
}

static void
on_expanded (OndesCompensationPanel *self)
{
  if (self->analysis != NULL)
    show_summary (self);
}

static void
add_expander (OndesCompensationPanel *self)
{
  GtkWidget *group = adw_preferences_group_new ();

  self->expander = ADW_EXPANDER_ROW (adw_expander_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->expander), _("Compensation"));
  self->on = GTK_SWITCH (gtk_switch_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->on), GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->on), _("Compensate; switch off to compare"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->on), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Compensate"), -1);
  g_signal_connect_object (self->on, "notify::active", G_CALLBACK (on_switched), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->expander, "notify::expanded", G_CALLBACK (on_expanded), self, G_CONNECT_SWAPPED);
  adw_expander_row_add_action (self->expander, GTK_WIDGET (self->on));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->expander));
  adw_bin_set_child (ADW_BIN (self), group);
}

static void
ondes_compensation_panel_dispose (GObject *object)
{
  OndesCompensationPanel *self = ONDES_COMPENSATION_PANEL (object);

  if (self->analysis != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (self->analysis, self);
    }
  g_clear_object (&self->analysis);
  g_clear_object (&self->amplitude);
  g_clear_object (&self->timing);
  g_clear_pointer (&self->fine.name, g_free);
  G_OBJECT_CLASS (ondes_compensation_panel_parent_class)->dispose (object);
}

static void
ondes_compensation_panel_class_init (OndesCompensationPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_compensation_panel_dispose;
}

static void
ondes_compensation_panel_init (OndesCompensationPanel *self)
{
  self->fine = (OndesFineUnit) { g_strdup ("s"), 1 };
  add_expander (self);
  add_rows (self);
  add_presets (self);
}

GtkWidget *
ondes_compensation_panel_new (OndesScalogramAnalysis *analysis)
{
  OndesCompensationPanel *self = g_object_new (ONDES_TYPE_COMPENSATION_PANEL, NULL);

  self->analysis = g_object_ref (analysis);
  self->session = ondes_analysis_get_session (ONDES_ANALYSIS (analysis));
  g_signal_connect_swapped (analysis, "settings-changed", G_CALLBACK (show_settings), self);
  g_signal_connect_swapped (analysis, "state-changed", G_CALLBACK (on_state), self);
  g_signal_connect_swapped (analysis, "picture-changed", G_CALLBACK (show_units), self);
  g_signal_connect_swapped (self->session, "recording-changed", G_CALLBACK (on_recording), self);
  on_recording (self);
  return GTK_WIDGET (self);
}
