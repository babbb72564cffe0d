/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ondes-filter-controls.h"
#include "rows/ondes-file-row.h"
#include "rows/ondes-param-rows.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "session/words.h"
#include "shell/ondes-template.h"

/* The highest cut-off of a slider, of the rate. */
#define TOP 0.499
#define ABOVE_DB       6.0  /* of peaks that were not asked for yet: below the largest output */
#define ABOVE_RANGE_DB 80.0 /* of their slider */

struct _OndesFilterControls
{
  AdwBin               parent_instance;

  OndesFilterAnalysis *filter;
  OndesParamRows      *rows;
  AdwComboRow         *second;
  GtkWidget           *design, *step;
};

G_DEFINE_FINAL_TYPE (OndesFilterControls, ondes_filter_controls, ADW_TYPE_BIN)

static guint second_changed;

static const OndesFilterSettings *
settings_of (OndesFilterControls *self)
{
  return ondes_filter_analysis_get_settings (self->filter);
}

/* The model of the rows. */

static void
get_filter (gpointer model,
            gpointer owner)
{
  OndesFilterControls *self = model;
  const OndesFilterResponse *response = ondes_filter_analysis_get_response (self->filter);
  OndesFilterSettings *settings = owner;

  *settings = *settings_of (self);
  settings->band = response != NULL ? response->shown : 0;
  /* Peaks that are asked for the first time reach somewhat less than the largest output. */
  if (isnan (settings->above_db))
    settings->above_db = round (ondes_filter_analysis_get_loudest (self->filter)) - ABOVE_DB;
}

static void
set_filter (gpointer          model,
            gpointer          owner,
            const OndesParam *row)
{
  OndesFilterControls *self = model;
  OndesFilterSettings *settings = owner;
  const OndesFilterSettings *now = settings_of (self);

  if (g_str_equal (row->key, "taps"))
    {
      ondes_filter_analysis_load_taps (self->filter, settings->taps);
      return;
    }
  if (!g_str_equal (row->key, "band"))
    settings->band = now->band;
  if (isnan (now->above_db) && !settings->peaks)
    settings->above_db = NAN;
  ondes_filter_analysis_set_settings (self->filter, settings);
}

static const OndesParamModel filter_model = { &ondes_filter_params, sizeof (OndesFilterSettings), get_filter, set_filter };

static void
on_second (OndesFilterControls *self)
{
  g_signal_emit (self, second_changed, 0);
}

gboolean
ondes_filter_controls_wants_phase (OndesFilterControls *self)
{
  return adw_combo_row_get_selected (self->second) == 1;
}

void
ondes_filter_controls_choose_taps (OndesFilterControls *self)
{
  ondes_file_row_choose (ondes_param_rows_get (self->rows, "taps"));
}

static void
on_add_step (OndesFilterControls *self)
{
  ondes_filter_analysis_add_step (self->filter);
}

/* Showing. */

/* Returns the key of the row of the cut-off or band that is wrong: the upper one if that is past half the rate. NULL if the
 * setting has a row of its own. */
static const char *
find_wrong (OndesFilterControls *self)
{
  OndesSource *source = ondes_session_get_source (ondes_analysis_get_session (ONDES_ANALYSIS (self->filter)));
  const OndesFilterSettings *settings = settings_of (self);
  const gboolean upper = source != NULL && settings->lo_hz < source->rate_hz / 2 && settings->hi_hz >= source->rate_hz / 2;
  const OndesSetting setting = ondes_analysis_get_problem_setting (ONDES_ANALYSIS (self->filter));

  if (setting == ONDES_SETTING_BANDPASS || setting == ONDES_SETTING_BANDSTOP)
    return upper ? "hi" : "lo";
  if (setting != ONDES_SETTING_BANK)
    return NULL;
  if (settings->kind == ONDES_FILTER_MORLET)
    return upper ? "highest-wavelet" : "lowest-wavelet";
  if (settings->kind == ONDES_FILTER_GAMMATONE)
    return upper ? "highest-gammatone" : "lowest-gammatone";
  return "fraction";
}

/* Shows the filter's problem at its row or, without one, the problem of the peaks. */
static void
show_problem (OndesFilterControls *self)
{
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->filter));
  const char *peaks_problem = ondes_filter_analysis_get_peaks_problem (self->filter);
  const OndesSetting setting = ondes_analysis_get_problem_setting (ONDES_ANALYSIS (self->filter));
  const OndesFilterSettings *settings = settings_of (self);
  const char *wrong = find_wrong (self);

  if (wrong != NULL)
    ondes_param_rows_mark_key (self->rows, wrong, problem);
  else if (!ondes_param_rows_mark (self->rows, setting, problem) && problem != NULL)
    ondes_param_rows_mark_key (self->rows, "kind", problem);
  else if (problem == NULL && peaks_problem != NULL)
    ondes_param_rows_mark_key (self->rows, "above", peaks_problem);
  gtk_widget_set_visible (ondes_param_rows_get (self->rows, "resample-taps"),
                          settings->kind == ONDES_FILTER_TAPS
                            && (setting == ONDES_SETTING_RESAMPLE_TAPS || settings->resample_taps));
  gtk_widget_set_sensitive (self->step, ondes_filter_analysis_can_add_step (self->filter));
}

/* Tells how many peaks there are, or why there are none. */
static void
show_peaks (OndesFilterControls *self)
{
  const OndesBandPeaks *peaks = ondes_filter_analysis_get_peaks (self->filter);
  g_autofree char *count = peaks != NULL ? ondes_words_count (peaks->n) : NULL;
  g_autofree char *text = NULL;

  if (peaks != NULL)
    /* Translators: a number of peaks in the span in view. */
    text = g_strdup_printf (ngettext ("%s peak in view", "%s peaks in view", peaks->n), count);
  ondes_widget_set_text (ondes_param_rows_get (self->rows, "peaks"), "subtitle", text);
  show_problem (self);
}

/* Sets the slider's end to the largest output; a louder filter keeps what was chosen. */
static void
show_loudest (OndesFilterControls *self)
{
  const double above_db = settings_of (self)->above_db;
  double top = ceil (ondes_filter_analysis_get_loudest (self->filter));

  if (above_db > top)
    top = above_db;
  ondes_slider_row_set_range (ondes_param_rows_get (self->rows, "above"), top - ABOVE_RANGE_DB, top);
}

/* Tells what causal means of these taps: resampled ones ring before their beginning. */
static void
show_causal (OndesFilterControls *self)
{
  const OndesFilterSettings *settings = settings_of (self);
  OndesFilterBank *bank = ondes_filter_analysis_get_bank (self->filter);
  const gboolean known = bank != NULL && settings->causal;
  guint n;
  const gboolean rings = settings->kind == ONDES_FILTER_TAPS && settings->resample_taps
                         && (!known || ondes_filter_bank_get (bank, &n)->lead > 0);

  ondes_widget_set_text (ondes_param_rows_get (self->rows, "causal"), "subtitle",
                         rings ? _("Outputs depend on the few later samples in which resampled taps ring")
                               : _("No output depends on a later sample"));
}

/* Lists the names of the bands. */
static void
fill_bands (AdwComboRow *row)
{
  OndesFilterControls *self
    = ONDES_FILTER_CONTROLS (gtk_widget_get_ancestor (GTK_WIDGET (row), ONDES_TYPE_FILTER_CONTROLS));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;
  const OndesFilterBand *bands;
  guint n;

  bands = ondes_filter_bank_get (ondes_filter_analysis_get_bank (self->filter), &n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = ondes_number_to_locale (bands[i].name != NULL ? bands[i].name : "");

      g_strv_builder_add (builder, name);
    }
  names = g_strv_builder_end (builder);
  ondes_rows_set_items (row, (const char *const *) names);
}

/* Hides what belongs to several bands unless there are. */
static void
show_bands (OndesFilterControls *self)
{
  OndesFilterBank *bank = ondes_filter_analysis_get_bank (self->filter);
  const gboolean design = ondes_filter_settings_is_design (settings_of (self));
  guint n = 1;

  gtk_widget_set_visible (self->design, design);
  if (bank != NULL)
    ondes_filter_bank_get (bank, &n);
  if (!design && n > 1)
    return;
  gtk_widget_set_visible (ondes_param_rows_get (self->rows, "band"), FALSE);
  gtk_widget_set_visible (ondes_param_rows_get (self->rows, "every"), FALSE);
  gtk_widget_set_visible (ondes_param_rows_get_automatic (self->rows, "every"), FALSE);
}

/* Sets the unit and the range of the frequencies. The slider of the transition begins where the automatic one is. */
static void
show_frequencies (OndesFilterControls *self)
{
  static const char *const keys[] = { "lowpass", "highpass", "lo", "hi", "notch", "lowest-wavelet", "highest-wavelet",
                                      "lowest-gammatone", "highest-gammatone", "transition" };
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->filter));
  OndesSource *source = ondes_session_get_source (session);
  const OndesFilterSettings *settings = settings_of (self);
  const gboolean plain = settings->kind == ONDES_FILTER_DIFFERENTIATOR || settings->kind == ONDES_FILTER_HILBERT;
  double cutoffs_hz[2];
  g_autofree char *unit = NULL;

  if (source != NULL)
    unit = ondes_words_frequency_unit (ondes_recording_get_info (ondes_session_get_recording (session))->time_unit);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      OndesSliderRow *row = ondes_param_rows_get (self->rows, keys[i]);
      const gboolean transition = g_str_equal (keys[i], "transition");

      gtk_widget_set_sensitive (GTK_WIDGET (row), ondes_session_has_time (session));
      if (source == NULL)
        continue;
      ondes_slider_row_set_unit (row, unit);
      ondes_slider_row_set_range (row, source->rate_hz * (transition ? 1e-4 : 5e-4), source->rate_hz * (transition ? 0.1 : TOP));
    }
  ondes_widget_set_text (ondes_param_rows_get_automatic (self->rows, "transition"), "subtitle",
                         plain ? _("A two-hundredth of the sampling rate") : _("A tenth of the lowest cut-off"));
  if (source == NULL || settings->transition_hz > 0)
    return;
  cutoffs_hz[0] = source->rate_hz / 20;
  ondes_filter_analysis_get_cutoffs (self->filter, cutoffs_hz);
  ondes_slider_row_set_value (ondes_param_rows_get (self->rows, "transition"),
                              MAX (cutoffs_hz[0] / 10, source->rate_hz * 1e-6));
}

/* Sets the unit and the range of spans. Their slider begins where the automatic spans of the view are. */
static void
show_spans (OndesFilterControls *self)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->filter));
  OndesSource *source = ondes_session_get_source (session);
  OndesSliderRow *every = ondes_param_rows_get (self->rows, "every");
  g_autofree char *unit = NULL;
  const OndesRecordingInfo *info;
  guint64 first, count;

  if (source == NULL)
    return;
  info = ondes_recording_get_info (ondes_session_get_recording (session));
  unit = ondes_words_time_unit (info->time_unit);
  ondes_timeline_get_span (ondes_session_get_timeline (session), &first, &count);
  ondes_slider_row_set_unit (every, unit);
  ondes_slider_row_set_range (every, 1 / source->rate_hz, (double) MAX (source->n, 2) / source->rate_hz);
  if (settings_of (self)->every == 0)
    ondes_slider_row_set_value (every, ondes_energy_default_every (count, source->rate_hz, info->time_unit));
}

static void
show_settings (OndesFilterControls *self)
{
  show_frequencies (self);
  show_spans (self);
  show_loudest (self);
  if (ondes_filter_analysis_get_bank (self->filter) != NULL)
    ondes_param_rows_fill (self->rows, "band", fill_bands);
  ondes_param_rows_show (self->rows);
  show_bands (self);
  show_causal (self);
  show_peaks (self);
}

static void
ondes_filter_controls_dispose (GObject *object)
{
  g_clear_object (&ONDES_FILTER_CONTROLS (object)->filter);
  G_OBJECT_CLASS (ondes_filter_controls_parent_class)->dispose (object);
}

static void
ondes_filter_controls_class_init (OndesFilterControlsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_filter_controls_dispose;
  second_changed = g_signal_new ("second-changed", ONDES_TYPE_FILTER_CONTROLS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

/* Adds the group of a title, with the rows of the table's group @name. */
static GtkWidget *
add_group (OndesFilterControls *self,
           GtkBox              *box,
           const char          *title,
           const char          *name)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  gtk_box_append (box, group);
  ondes_param_rows_add (self->rows, name, ADW_PREFERENCES_GROUP (group));
  return group;
}

/* Adds a row to @group with a button, which it returns. @said is what screen readers say of it. */
static GtkWidget *
add_button (GtkWidget  *group,
            const char *title,
            const char *subtitle,
            const char *label,
            const char *said)
{
  GtkWidget *row = adw_action_row_new (), *button = gtk_button_new_with_mnemonic (label);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  ondes_widget_set_text (row, "subtitle", subtitle);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, said, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return button;
}

/* Adds what is done with the output, and which curves are shown. */
static void
add_output (OndesFilterControls *self,
            GtkWidget           *group)
{
  const char *const curves[] = { _("Group delay"), _("Phase"), NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (curves);
  GtkWidget *button = add_button (group, _("Filtered recording"), _("On every page, as a step of conditioning"), _("_Use"),
                                  _("Use the filtered recording"));

  gtk_widget_set_name (button, "add-step");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_add_step), self);
  self->step = gtk_widget_get_ancestor (button, ADW_TYPE_ACTION_ROW);
  gtk_widget_set_tooltip_text (self->step, _("Every page then shows, plays and exports the filtered recording, and this page can "
                                             "filter it again. The step can be switched off or removed under Conditioning."));
  button = add_button (group, _("Spectra of the result"), _("With the filter as a step of conditioning"), _("_Show"),
                       _("Show the spectra of the result"));
  gtk_widget_set_name (button, "analyse");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.analyse-result");
  self->second = ADW_COMBO_ROW (adw_combo_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->second), _("Second curve"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->second), _("Shown below the impulse response"));
  adw_combo_row_set_model (self->second, G_LIST_MODEL (list));
  g_signal_connect_swapped (self->second, "notify::selected", G_CALLBACK (on_second), self);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->second));
}

static void
ondes_filter_controls_init (OndesFilterControls *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->rows = ondes_widget_own (self, "rows", ondes_param_rows_new (&filter_model, self),
                                 (GDestroyNotify) ondes_param_rows_free);
  add_group (self, GTK_BOX (box), _("Filter"), "filter");
  ondes_file_row_set_note (ondes_param_rows_get (self->rows, "taps"), _("No file yet"), NULL);
  ondes_widget_set_text (ondes_param_rows_get (self->rows, "resample-taps"), "subtitle",
                         _("To the recording’s rate; their gain is kept"));
  ondes_widget_set_text (ondes_param_rows_get_automatic (self->rows, "every"), "subtitle",
                         _("A second, or a hundredth of a short view"));
  self->design = add_group (self, GTK_BOX (box), _("Design"), "design");
  add_output (self, add_group (self, GTK_BOX (box), _("Output"), "output"));
  adw_bin_set_child (ADW_BIN (self), ondes_rows_new_side_bar (box));
}

GtkWidget *
ondes_filter_controls_new (OndesFilterAnalysis *filter)
{
  OndesFilterControls *self = g_object_new (ONDES_TYPE_FILTER_CONTROLS, NULL);

  self->filter = g_object_ref (filter);
  g_signal_connect_object (filter, "settings-changed", G_CALLBACK (show_settings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (filter, "response-changed", G_CALLBACK (show_settings), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (filter, "state-changed", G_CALLBACK (show_problem), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (filter, "peaks-changed", G_CALLBACK (show_peaks), self, G_CONNECT_SWAPPED);
  /* Whether there is room for another step. */
  g_signal_connect_object (ondes_analysis_get_session (ONDES_ANALYSIS (filter)), "conditioning-changed", G_CALLBACK (show_problem),
                           self, G_CONNECT_SWAPPED);
  show_settings (self);
  return GTK_WIDGET (self);
}
