/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ondes-compensation-panel.h"
#include "ondes-model-rows.h"
#include "picture/compensation-preset.h"
#include "rows/ondes-file-row.h"
#include "rows/ondes-preset-row.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "session/preset-files.h"
#include "shell/ondes-template.h"

#define TAPS  "taps:"
#define TABLE "table:"
#define TAPS_ITEM 4 /* of the interpolation */

/* The rows that an error may be about, besides the models. */
enum { CALIBRATION, APERTURE, BITS, OVERSAMPLE, INTERPOLATION, N_PLACES };

static const OndesSetting places[] = { ONDES_SETTING_CALIBRATION, ONDES_SETTING_APERTURE, ONDES_SETTING_MASK_BITS,
                                       ONDES_SETTING_OVERSAMPLE, ONDES_SETTING_INTERPOLATION };

G_STATIC_ASSERT (G_N_ELEMENTS (places) == N_PLACES);

struct _OndesCompensationPanel
{
  AdwBin                  parent_instance;

  OndesSession           *session;  /* borrowed from the analysis */
  OndesScalogramAnalysis *analysis;
  gboolean                updating; /* the analysis's values are being shown: changes are not the user's */
  OndesFineUnit           fine;     /* of the aperture */

  AdwExpanderRow         *expander;
  GtkSwitch              *on, *quantise, *dither;
  OndesModelRows         *amplitude, *timing;
  OndesFileRow           *calibration, *taps;
  OndesSliderRow         *aperture, *bits;
  AdwComboRow            *rounding, *oversample, *interpolation;
  OndesPresetRow         *presets;
  GtkWidget              *quantise_row, *dither_row;
  GtkWidget              *problems[N_PLACES], *preset_problem;
};

G_DEFINE_FINAL_TYPE (OndesCompensationPanel, ondes_compensation_panel, ADW_TYPE_BIN)

gboolean
ondes_compensation_panel_owns (OndesSetting setting)
{
  for (guint i = 0; i < N_PLACES; i++)
    if (setting == places[i])
      return TRUE;
  return setting == ONDES_SETTING_AMPLITUDE_ERROR || setting == ONDES_SETTING_TIMING_ERROR;
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

static const char *
path_of (const char *text,
         const char *prefix)
{
  return g_str_has_prefix (text, prefix) ? text + strlen (prefix) : "";
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
  GtkWidget *rows[] = { GTK_WIDGET (self->calibration), GTK_WIDGET (self->aperture), GTK_WIDGET (self->bits),
                        GTK_WIDGET (self->oversample), GTK_WIDGET (self->interpolation) };

  ondes_model_rows_set_notes (self->amplitude, setting == ONDES_SETTING_AMPLITUDE_ERROR ? problem : NULL, of_amplitude);
  ondes_model_rows_set_notes (self->timing, setting == ONDES_SETTING_TIMING_ERROR ? problem : NULL, of_timing);
  ondes_file_row_set_note (self->calibration, NULL, of_sheet);
  for (guint i = 0; i < N_PLACES; i++)
    {
      const gboolean here = problem != NULL && setting == places[i];

      ondes_row_set_wrong (rows[i], here);
      ondes_rows_show_problem (self->problems[i], here ? problem : NULL);
    }
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

/* What has no effect now is insensitive. */
static void
show_sensitive (OndesCompensationPanel          *self,
                const OndesCompensationSettings *settings)
{
  const gboolean idle = ondes_compensation_settings_is_idle (settings), open = settings->on || idle;
  const gboolean between = settings->oversample > 1;

  gtk_widget_set_sensitive (GTK_WIDGET (self->on), !idle || settings->on);
  ondes_model_rows_set_sensitive (self->amplitude, open);
  ondes_model_rows_set_sensitive (self->timing, open);
  ondes_rows_set_sensitive (self->calibration, open);
  ondes_rows_set_sensitive (self->aperture, open);
  ondes_rows_set_sensitive (self->quantise_row, open);
  ondes_rows_set_sensitive (self->bits, open && settings->quantise);
  ondes_rows_set_sensitive (self->rounding, open && settings->quantise);
  ondes_rows_set_sensitive (self->dither_row, open && settings->quantise);
  ondes_rows_set_sensitive (self->oversample, open);
  ondes_rows_set_sensitive (self->interpolation, open && between);
  ondes_rows_set_sensitive (self->taps, open && between);
}

/* Sets the frequencies of the curves: those of the rows asked for or, if they are scales, of the picture. */
static void
show_units (OndesCompensationPanel *self)
{
  OndesSource *source = ondes_session_get_source (self->session);
  OndesRecording *recording = ondes_session_get_recording (self->session);
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (self->analysis);
  const OndesCwtSettings *settings = ondes_scalogram_analysis_get_settings (self->analysis);
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
  ondes_slider_row_set_unit (self->aperture, self->fine.name);
  ondes_slider_row_set_range (self->aperture, 0, 2 / units.rate_hz * self->fine.factor);
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

static void
show_settings (OndesCompensationPanel *self)
{
  const OndesCompensationSettings *settings = ondes_scalogram_analysis_get_compensation (self->analysis);
  const char *taps = path_of (settings->interpolation, TAPS);
  guint word = 0;

  while (word < TAPS_ITEM && g_strcmp0 (ondes_interpolation_names[word],
                                        settings->interpolation[0] != '\0' ? settings->interpolation : "sinc") != 0)
    word++;
  self->updating = TRUE;
  show_units (self);
  gtk_switch_set_active (self->on, settings->on);
  ondes_model_rows_set_text (self->amplitude, settings->amplitude);
  ondes_model_rows_set_text (self->timing, settings->timing);
  ondes_file_row_set_path (self->calibration, settings->calibration);
  ondes_slider_row_set_value (self->aperture, ondes_to_fine (settings->aperture, self->fine.factor));
  gtk_switch_set_active (self->quantise, settings->quantise);
  ondes_slider_row_set_value (self->bits, settings->bits);
  adw_combo_row_set_selected (self->rounding, settings->rounding);
  gtk_switch_set_active (self->dither, settings->dither);
  adw_combo_row_set_selected (self->oversample, settings->oversample == 4 ? 2 : settings->oversample == 2 ? 1 : 0);
  adw_combo_row_set_selected (self->interpolation, word);
  gtk_widget_set_visible (GTK_WIDGET (self->taps), *taps != '\0');
  ondes_file_row_set_path (self->taps, taps);
  show_preset (self, settings);
  show_sensitive (self, settings);
  self->updating = FALSE;
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

/* Copies a path or model; one that is too long is left out. */
static void
take_text (char        to[ONDES_COMPENSATION_TEXT],
           const char *prefix,
           const char *text)
{
  if (strlen (prefix) + strlen (text) < ONDES_COMPENSATION_TEXT)
    g_snprintf (to, ONDES_COMPENSATION_TEXT, "%s%s", *text != '\0' ? prefix : "", text);
}

/* Returns bits as typed, so that those out of range are refused with a sentence. */
static guint
take_bits (OndesCompensationPanel *self)
{
  const double bits = ondes_slider_row_get_value (self->bits);

  return bits >= 0 && bits < 1000 ? (guint) lround (bits) : 1000;
}

static void
on_changed (OndesCompensationPanel *self)
{
  OndesCompensationSettings settings;
  const guint word = adw_combo_row_get_selected (self->interpolation);
  gboolean was_idle;

  if (self->updating || self->analysis == NULL)
    return;
  settings = *ondes_scalogram_analysis_get_compensation (self->analysis);
  was_idle = ondes_compensation_settings_is_idle (&settings);
  settings.on = gtk_switch_get_active (self->on);
  take_text (settings.amplitude, "", ondes_model_rows_get_text (self->amplitude));
  take_text (settings.timing, "", ondes_model_rows_get_text (self->timing));
  take_text (settings.calibration, "", ondes_file_row_get_path (self->calibration));
  settings.aperture = ondes_from_fine (ondes_slider_row_get_value (self->aperture), self->fine.factor);
  settings.quantise = gtk_switch_get_active (self->quantise);
  settings.bits = take_bits (self);
  settings.rounding = (OndesRounding) adw_combo_row_get_selected (self->rounding);
  settings.dither = gtk_switch_get_active (self->dither);
  settings.oversample = 1u << adw_combo_row_get_selected (self->oversample);
  if (word == TAPS_ITEM)
    take_text (settings.interpolation, TAPS, ondes_file_row_get_path (self->taps));
  else
    g_strlcpy (settings.interpolation, ondes_interpolation_names[word], ONDES_COMPENSATION_TEXT);
  /* What is set first has an effect at once. */
  if (was_idle && !ondes_compensation_settings_is_idle (&settings))
    settings.on = TRUE;
  ondes_scalogram_analysis_set_compensation (self->analysis, &settings);
  /* Bits that were rounded are shown so, also where they are what they were. */
  self->updating = TRUE;
  ondes_slider_row_set_value (self->bits, settings.bits);
  self->updating = FALSE;
}

/* Asks for the taps when they are chosen; without a file the choice goes back. */
static void
on_interpolation (OndesCompensationPanel *self)
{
  if (self->updating)
    return;
  if (adw_combo_row_get_selected (self->interpolation) == TAPS_ITEM && ondes_file_row_get_path (self->taps)[0] == '\0')
    {
      show_settings (self);
      ondes_file_row_choose (self->taps);
    }
  else
    on_changed (self);
}

static void
on_taps (OndesCompensationPanel *self)
{
  self->updating = TRUE;
  adw_combo_row_set_selected (self->interpolation, ondes_file_row_get_path (self->taps)[0] != '\0' ? TAPS_ITEM : TAPS_ITEM - 1);
  self->updating = FALSE;
  on_changed (self);
}

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

static OndesSliderRow *
add_slider (OndesCompensationPanel *self,
            const char             *title,
            const char             *tooltip)
{
  GtkWidget *row = g_object_new (ONDES_TYPE_SLIDER_ROW, "title", title, "tooltip-text", tooltip, NULL);

  g_signal_connect_object (row, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  adw_expander_row_add_row (self->expander, row);
  return ONDES_SLIDER_ROW (row);
}

static void
add_errors (OndesCompensationPanel *self)
{
  self->amplitude = ondes_model_rows_new (self->expander, ONDES_SETTING_AMPLITUDE_ERROR);
  self->timing = ondes_model_rows_new (self->expander, ONDES_SETTING_TIMING_ERROR);
  g_signal_connect_object (self->amplitude, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->timing, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  self->calibration = ondes_file_row_new (_("Calibration sheet"),
                                          _("A sensor’s response in dB and its phase or group delay against frequency, as text "
                                            "with the names of its columns"), _("Choose a Calibration Sheet"));
  adw_expander_row_add_row (self->expander, GTK_WIDGET (self->calibration));
  g_signal_connect_object (self->calibration, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  self->problems[CALIBRATION] = ondes_rows_add_problem (self->expander);
  self->aperture = add_slider (self, _("Aperture"), _("The time over which the sampler averages around each sample; 0 for none"));
  self->problems[APERTURE] = ondes_rows_add_problem (self->expander);
}

static void
add_masks (OndesCompensationPanel *self)
{
  static const char *const roundings[] = { N_("Nearest"), N_("Up"), N_("Down"), N_("Towards zero"), NULL };

  self->quantise_row = ondes_rows_add_switch (self->expander, _("Quantised masks"),
                                              _("Round the wavelet’s values to a few bits, as fixed-point hardware would"),
                                              &self->quantise);
  g_signal_connect_object (self->quantise, "notify::active", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  self->bits = add_slider (self, _("Bits"), _("Bits of full scale; each bit less adds 6 dB of noise"));
  ondes_slider_row_set_range (self->bits, 1, 24);
  self->problems[BITS] = ondes_rows_add_problem (self->expander);
  self->rounding = ondes_rows_add_combo (self->expander, _("Rounding"), _("Direction of rounding"), roundings);
  g_signal_connect_object (self->rounding, "notify::selected", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  /* Translators: random numbers that are added before rounding. */
  self->dither_row = ondes_rows_add_switch (self->expander, _("Dither"),
                                            _("Add a random number of up to one step before rounding, the same in every run"),
                                            &self->dither);
  g_signal_connect_object (self->dither, "notify::active", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
}

static void
add_oversampling (OndesCompensationPanel *self)
{
  static const char *const times[] = { N_("1×"), N_("2×"), N_("4×"), NULL };
  /* Translators: how values between samples are made. */
  static const char *const words[] = { N_("Hold"), N_("Linear"), N_("Cubic"), N_("Windowed sinc"), N_("Taps from a file…"), NULL };

  self->oversample = ondes_rows_add_combo (self->expander, _("Oversampling"),
                                           _("Insert samples between those of the recording; frequencies above half its "
                                             "rate then show"), times);
  g_signal_connect_object (self->oversample, "notify::selected", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  self->problems[OVERSAMPLE] = ondes_rows_add_problem (self->expander);
  self->interpolation = ondes_rows_add_combo (self->expander, _("Interpolation"), _("How values between samples are interpolated"),
                                              words);
  g_signal_connect_object (self->interpolation, "notify::selected", G_CALLBACK (on_interpolation), self, G_CONNECT_SWAPPED);
  self->taps = ondes_file_row_new (_("Taps"), _("An interpolation filter at the new rate: text, .npy or a recording"),
                                   _("Choose the Taps"));
  adw_expander_row_add_row (self->expander, GTK_WIDGET (self->taps));
  g_signal_connect_object (self->taps, "changed", G_CALLBACK (on_taps), self, G_CONNECT_SWAPPED);
  self->problems[INTERPOLATION] = ondes_rows_add_problem (self->expander);
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
  g_signal_connect_object (self->on, "notify::active", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
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
  self->updating = TRUE;
  add_expander (self);
  add_errors (self);
  add_masks (self);
  add_oversampling (self);
  add_presets (self);
  self->updating = FALSE;
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
