/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "dialogs/ondes-file-chooser.h"
#include "ondes-filter-controls.h"
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
  gboolean             updating; /* the analysis's values are being shown: changes are not the user's */

  AdwComboRow         *kind, *fraction, *band, *by_length, *window, *post, *second;
  OndesSliderRow      *cutoff, *lower, *upper, *notch, *harmonics, *ripple, *transition, *length, *beta, *every, *above;
  AdwActionRow        *taps, *peaks_row, *causal_row;
  GtkSwitch           *automatic, *causal, *spans, *resample, *peaks;
  GtkWidget           *automatic_row, *spans_row, *resample_row, *step_row, *design_group;
  GtkLabel            *filter_problem, *design_problem, *output_problem;
};

G_DEFINE_FINAL_TYPE (OndesFilterControls, ondes_filter_controls, ADW_TYPE_BIN)

static guint second_changed;

static const guint fractions[] = { 1, 2, 3, 6, 12, 24 };

static guint
find_fraction (guint fraction)
{
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (fractions) && fractions[i] < fraction)
    i++;
  return i;
}

/* Returns a whole number of a slider, at least 1. */
static guint
take_count (OndesSliderRow *row)
{
  const double value = ondes_slider_row_get_value (row);

  return value >= 1 && value <= ONDES_FIR_TAPS_MAX ? (guint) round (value) : 1;
}

static void
take_cutoffs (OndesFilterControls *self,
              OndesFilterSettings *settings)
{
  switch (settings->kind)
    {
    case ONDES_FILTER_LOWPASS:
      settings->hi_hz = ondes_slider_row_get_value (self->cutoff);
      break;
    case ONDES_FILTER_HIGHPASS:
      settings->lo_hz = ondes_slider_row_get_value (self->cutoff);
      break;
    case ONDES_FILTER_BANDPASS:
    case ONDES_FILTER_BANDSTOP:
    case ONDES_FILTER_MORLET:
    case ONDES_FILTER_GAMMATONE:
      settings->lo_hz = ondes_slider_row_get_value (self->lower);
      settings->hi_hz = ondes_slider_row_get_value (self->upper);
      break;
    case ONDES_FILTER_NOTCH:
      settings->notch_hz = ondes_slider_row_get_value (self->notch);
      break;
    case ONDES_FILTER_DIFFERENTIATOR:
    case ONDES_FILTER_HILBERT:
    case ONDES_FILTER_BANK:
    case ONDES_FILTER_TAPS:
    default:
      break;
    }
}

/* Returns the level of peaks that are asked for the first time: somewhat below the largest output. */
static double
get_first_above (OndesFilterControls *self)
{
  return round (ondes_filter_analysis_get_loudest (self->filter)) - ABOVE_DB;
}

/* Returns the level of peaks; NAN until they are asked for. */
static double
take_above (OndesFilterControls *self)
{
  if (!isnan (ondes_filter_analysis_get_settings (self->filter)->above_db))
    return ondes_slider_row_get_value (self->above);
  return gtk_switch_get_active (self->peaks) ? get_first_above (self) : NAN;
}

static void
on_changed (OndesFilterControls *self)
{
  const OndesFilterResponse *response;
  OndesFilterSettings settings;
  guint kind, band, shown;

  if (self->updating || self->filter == NULL)
    return;
  response = ondes_filter_analysis_get_response (self->filter);
  shown = response != NULL ? response->shown : 0;
  settings = *ondes_filter_analysis_get_settings (self->filter);
  kind = adw_combo_row_get_selected (self->kind);
  band = adw_combo_row_get_selected (self->band);
  if (kind == settings.kind) /* otherwise the rows show the cut-offs of the kind before */
    take_cutoffs (self, &settings);
  settings.kind = (OndesFilterKind) MIN (kind, ONDES_FILTER_TAPS);
  settings.harmonics = take_count (self->harmonics);
  settings.fraction = fractions[MIN (adw_combo_row_get_selected (self->fraction), G_N_ELEMENTS (fractions) - 1)];
  if (band != GTK_INVALID_LIST_POSITION && band != shown)
    settings.band = band;
  settings.by_length = adw_combo_row_get_selected (self->by_length) == 1;
  settings.ripple_db = ondes_slider_row_get_value (self->ripple);
  if (gtk_switch_get_active (self->automatic))
    settings.transition_hz = 0;
  else
    settings.transition_hz = ondes_slider_row_get_value (self->transition);
  settings.length = take_count (self->length);
  settings.window.kind = (OndesWindowKind) adw_combo_row_get_selected (self->window);
  settings.window.beta = ondes_slider_row_get_value (self->beta);
  settings.causal = gtk_switch_get_active (self->causal);
  settings.resample_taps = gtk_switch_get_active (self->resample);
  settings.post = (OndesPost) adw_combo_row_get_selected (self->post);
  settings.above_db = take_above (self);
  settings.peaks = gtk_switch_get_active (self->peaks);
  settings.every = gtk_switch_get_active (self->spans) ? 0 : ondes_slider_row_get_value (self->every);
  ondes_filter_analysis_set_settings (self->filter, &settings);
}

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

static void
on_chosen (gpointer owner,
           GFile   *file)
{
  OndesFilterControls *self = owner;
  g_autofree char *path = g_file_get_path (file);

  if (self->filter != NULL)
    ondes_filter_analysis_load_taps (self->filter, path);
}

void
ondes_filter_controls_choose_taps (OndesFilterControls *self)
{
  GtkFileChooser *chooser
    = ondes_file_chooser_new (self, _("Choose the Taps"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), on_chosen);

  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
on_choose (OndesFilterControls *self)
{
  ondes_filter_controls_choose_taps (self);
}

static void
on_add_step (OndesFilterControls *self)
{
  ondes_filter_analysis_add_step (self->filter);
}

/* TRUE if the bands lie between two frequencies. */
static gboolean
has_range (OndesFilterKind kind)
{
  return kind == ONDES_FILTER_MORLET || kind == ONDES_FILTER_GAMMATONE;
}

/* Returns the row of the cut-off or band that is wrong: the upper one if that is past half the rate. */
static GtkWidget *
find_wrong (OndesFilterControls *self)
{
  OndesSource *source = ondes_session_get_source (ondes_analysis_get_session (ONDES_ANALYSIS (self->filter)));
  const OndesFilterSettings *settings = ondes_filter_analysis_get_settings (self->filter);

  return GTK_WIDGET (source != NULL && settings->lo_hz < source->rate_hz / 2 && settings->hi_hz >= source->rate_hz / 2
                       ? self->upper
                       : self->lower);
}

static void
show_problem (OndesFilterControls *self)
{
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->filter));
  const OndesSetting setting = ondes_analysis_get_problem_setting (ONDES_ANALYSIS (self->filter));
  const gboolean automatic = gtk_switch_get_active (self->automatic);
  const OndesSettingRow rows[] = {
    { ONDES_SETTING_LOWPASS, GTK_WIDGET (self->cutoff), self->filter_problem },
    { ONDES_SETTING_HIGHPASS, GTK_WIDGET (self->cutoff), self->filter_problem },
    { ONDES_SETTING_BANDPASS, find_wrong (self), self->filter_problem },
    { ONDES_SETTING_BANDSTOP, find_wrong (self), self->filter_problem },
    { ONDES_SETTING_NOTCH, GTK_WIDGET (self->notch), self->filter_problem },
    { ONDES_SETTING_BANK,
      has_range (ondes_filter_analysis_get_settings (self->filter)->kind) ? find_wrong (self) : GTK_WIDGET (self->fraction),
      self->filter_problem },
    { ONDES_SETTING_TAPS, GTK_WIDGET (self->taps), self->filter_problem },
    { ONDES_SETTING_RESAMPLE_TAPS, self->resample_row, self->filter_problem },
    { ONDES_SETTING_RIPPLE, GTK_WIDGET (self->ripple), self->design_problem },
    { ONDES_SETTING_TRANSITION, automatic ? self->automatic_row : GTK_WIDGET (self->transition), self->design_problem },
    { ONDES_SETTING_LENGTH, GTK_WIDGET (self->length), self->design_problem },
    { ONDES_SETTING_WINDOW, GTK_WIDGET (self->window), self->design_problem },
  };
  GtkLabel *const labels[] = { self->filter_problem, self->design_problem };
  GtkLabel *label;

  ondes_row_set_wrong (GTK_WIDGET (self->lower), FALSE);
  ondes_row_set_wrong (GTK_WIDGET (self->upper), FALSE);
  label = ondes_rows_mark_setting (rows, G_N_ELEMENTS (rows), setting) ?: self->filter_problem;
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    ondes_label_show_problem (labels[i], label == labels[i] ? problem : NULL);
  gtk_widget_set_visible (self->resample_row,
                          ondes_filter_analysis_get_settings (self->filter)->kind == ONDES_FILTER_TAPS
                            && (setting == ONDES_SETTING_RESAMPLE_TAPS || gtk_switch_get_active (self->resample)));
  gtk_widget_set_sensitive (self->step_row, ondes_filter_analysis_can_add_step (self->filter));
}

/* Tells how many peaks there are, or why there are none. */
static void
show_peaks (OndesFilterControls *self)
{
  const OndesFilterSettings *settings = ondes_filter_analysis_get_settings (self->filter);
  const OndesBandPeaks *peaks = ondes_filter_analysis_get_peaks (self->filter);
  const char *problem = ondes_filter_analysis_get_peaks_problem (self->filter);
  g_autofree char *count = peaks != NULL ? ondes_words_count (peaks->n) : NULL;
  g_autofree char *text = NULL;

  if (peaks != NULL)
    /* Translators: a number of peaks in the span in view. */
    text = g_strdup_printf (ngettext ("%s peak in view", "%s peaks in view", peaks->n), count);
  ondes_widget_set_text (self->peaks_row, "subtitle", text);
  gtk_widget_set_visible (GTK_WIDGET (self->above), settings->peaks);
  ondes_label_show_problem (self->output_problem, problem);
  ondes_row_set_wrong (GTK_WIDGET (self->above), problem != NULL);
}

/* The slider ends at the largest output; a louder filter keeps what was chosen. */
static void
show_above (OndesFilterControls       *self,
            const OndesFilterSettings *settings)
{
  const double above_db = isnan (settings->above_db) ? get_first_above (self) : settings->above_db;
  const double top = MAX (ceil (ondes_filter_analysis_get_loudest (self->filter)), above_db);

  ondes_slider_row_set_range (self->above, top - ABOVE_RANGE_DB, top);
  ondes_slider_row_set_value (self->above, above_db);
}

static void
name_row (GtkWidget  *row,
          const char *title,
          const char *tooltip)
{
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_tooltip_text (row, tooltip);
}

static void
show_rows (OndesFilterControls       *self,
           const OndesFilterSettings *settings)
{
  static const char half[] = N_("Frequency at which the amplitude is a half");
  const OndesFilterKind kind = settings->kind;
  const gboolean range = has_range (kind), gammatone = kind == ONDES_FILTER_GAMMATONE;
  const gboolean plain = kind == ONDES_FILTER_DIFFERENTIATOR || kind == ONDES_FILTER_HILBERT;
  const gboolean band = kind == ONDES_FILTER_BANDPASS || kind == ONDES_FILTER_BANDSTOP || range;
  const gboolean by_length = settings->by_length;
  guint n = 1;

  if (ondes_filter_analysis_get_bank (self->filter) != NULL)
    ondes_filter_bank_get (ondes_filter_analysis_get_bank (self->filter), &n);
  gtk_widget_set_visible (GTK_WIDGET (self->cutoff), kind == ONDES_FILTER_LOWPASS || kind == ONDES_FILTER_HIGHPASS);
  gtk_widget_set_visible (GTK_WIDGET (self->lower), band);
  gtk_widget_set_visible (GTK_WIDGET (self->upper), band);
  gtk_widget_set_visible (GTK_WIDGET (self->notch), kind == ONDES_FILTER_NOTCH);
  gtk_widget_set_visible (GTK_WIDGET (self->harmonics), kind == ONDES_FILTER_NOTCH);
  gtk_widget_set_visible (GTK_WIDGET (self->fraction), kind == ONDES_FILTER_BANK || range);
  gtk_widget_set_visible (GTK_WIDGET (self->taps), kind == ONDES_FILTER_TAPS);
  gtk_widget_set_visible (GTK_WIDGET (self->band), kind >= ONDES_FILTER_BANK && n > 1);
  gtk_widget_set_visible (self->spans_row, kind >= ONDES_FILTER_BANK && n > 1);
  gtk_widget_set_visible (GTK_WIDGET (self->every), kind >= ONDES_FILTER_BANK && n > 1 && settings->every > 0);
  gtk_widget_set_visible (self->design_group, kind < ONDES_FILTER_BANK);
  gtk_widget_set_visible (GTK_WIDGET (self->ripple), !by_length);
  gtk_widget_set_visible (self->automatic_row, !by_length);
  gtk_widget_set_visible (GTK_WIDGET (self->transition), !by_length && settings->transition_hz > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->length), by_length);
  gtk_widget_set_visible (GTK_WIDGET (self->window), by_length);
  gtk_widget_set_visible (GTK_WIDGET (self->beta), by_length && settings->window.kind == ONDES_WINDOW_KAISER);
  name_row (GTK_WIDGET (self->lower), range ? _("Lowest band") : _("Lower cut-off"),
            gammatone ? _("Frequency at or above which the lowest band is")
            : range   ? _("Centre of the lowest wavelet")
                      : _(half));
  name_row (GTK_WIDGET (self->upper), range ? _("Highest band") : _("Upper cut-off"),
            gammatone ? _("Centre of the highest band")
            : range   ? _("Centre of the highest wavelet")
                      : _(half));
  name_row (GTK_WIDGET (self->fraction), gammatone ? _("Bands per ERB") : _("Bands per octave"),
            gammatone ? _("Bands per equivalent rectangular bandwidth of hearing (Glasberg and Moore 1990)")
            : range   ? _("Wavelets per octave")
                      : _("Octaves and third octaves are of class 1 of IEC 61260-1"));
  ondes_widget_set_text (self->automatic_row, "subtitle",
                         plain ? _("A two-hundredth of the sampling rate") : _("A tenth of the lowest cut-off"));
}

/* Tells what causal means of these taps: resampled ones ring before their beginning. */
static void
show_causal (OndesFilterControls       *self,
             const OndesFilterSettings *settings)
{
  OndesFilterBank *bank = ondes_filter_analysis_get_bank (self->filter);
  const gboolean known = bank != NULL && settings->causal;
  guint n;
  const gboolean rings = settings->kind == ONDES_FILTER_TAPS && settings->resample_taps
                         && (!known || ondes_filter_bank_get (bank, &n)->lead > 0);

  ondes_widget_set_text (self->causal_row, "subtitle",
                         rings ? _("Outputs depend on the few later samples in which resampled taps ring")
                               : _("No output depends on a later sample"));
}

/* Lists the names of the bands. Keeps a list with the same items, because it may be open. */
static void
show_bands (OndesFilterControls *self)
{
  OndesFilterBank *bank = ondes_filter_analysis_get_bank (self->filter);
  GListModel *now = adw_combo_row_get_model (self->band);
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  const OndesFilterBand *bands;
  gboolean same;
  guint n;

  if (bank == NULL)
    return;
  bands = ondes_filter_bank_get (bank, &n);
  same = now != NULL && g_list_model_get_n_items (now) == n;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = ondes_number_to_locale (bands[i].name != NULL ? bands[i].name : "");

      same = same && g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (now), i), name);
      gtk_string_list_append (list, name);
    }
  if (!same)
    adw_combo_row_set_model (self->band, G_LIST_MODEL (list));
  adw_combo_row_set_selected (self->band, ondes_filter_analysis_get_response (self->filter)->shown);
}

static void
show_frequencies (OndesFilterControls       *self,
                  const OndesFilterSettings *settings)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->filter));
  OndesSource *source = ondes_session_get_source (session);
  OndesSliderRow *const rows[] = { self->cutoff, self->lower, self->upper, self->notch, self->transition };
  const double values[] = { settings->kind == ONDES_FILTER_HIGHPASS ? settings->lo_hz : settings->hi_hz, settings->lo_hz,
                            settings->hi_hz, settings->notch_hz, settings->transition_hz };
  g_autofree char *unit = NULL;

  if (source != NULL)
    unit = ondes_words_frequency_unit (ondes_recording_get_info (ondes_session_get_recording (session))->time_unit);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const gboolean transition = rows[i] == self->transition;

      gtk_widget_set_sensitive (GTK_WIDGET (rows[i]), ondes_session_has_time (session));
      if (source == NULL)
        continue;
      ondes_slider_row_set_unit (rows[i], unit);
      ondes_slider_row_set_range (rows[i], source->rate_hz * (transition ? 1e-4 : 5e-4),
                                  source->rate_hz * (transition ? 0.1 : TOP));
      if (values[i] > 0)
        ondes_slider_row_set_value (rows[i], values[i]);
    }
  /* The slider begins where the automatic one is. */
  if (settings->transition_hz == 0 && source != NULL)
    {
      double cutoffs_hz[2] = { source->rate_hz / 20 };

      ondes_filter_analysis_get_cutoffs (self->filter, cutoffs_hz);
      ondes_slider_row_set_value (self->transition, MAX (cutoffs_hz[0] / 10, source->rate_hz * 1e-6));
    }
}

/* The slider begins where the automatic spans of the view are. */
static void
show_spans (OndesFilterControls       *self,
            const OndesFilterSettings *settings)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (self->filter));
  OndesSource *source = ondes_session_get_source (session);
  g_autofree char *unit = NULL;
  const OndesRecordingInfo *info;
  guint64 first, count;

  gtk_switch_set_active (self->spans, settings->every == 0);
  if (source == NULL)
    return;
  info = ondes_recording_get_info (ondes_session_get_recording (session));
  unit = ondes_words_time_unit (info->time_unit);
  ondes_timeline_get_span (ondes_session_get_timeline (session), &first, &count);
  ondes_slider_row_set_unit (self->every, unit);
  ondes_slider_row_set_range (self->every, 1 / source->rate_hz, (double) MAX (source->n, 2) / source->rate_hz);
  ondes_slider_row_set_value (self->every, settings->every > 0
                                             ? settings->every
                                             : ondes_energy_default_every (count, source->rate_hz, info->time_unit));
}

static void
show_settings (OndesFilterControls *self)
{
  const OndesFilterSettings *settings = ondes_filter_analysis_get_settings (self->filter);
  g_autofree char *name = settings->taps[0] != '\0' ? g_filename_display_basename (settings->taps) : NULL;

  self->updating = TRUE;
  adw_combo_row_set_selected (self->kind, settings->kind);
  show_frequencies (self, settings);
  ondes_slider_row_set_value (self->harmonics, settings->harmonics);
  adw_combo_row_set_selected (self->fraction, find_fraction (settings->fraction));
  ondes_widget_set_text (self->taps, "subtitle", name != NULL ? name : _("No file yet"));
  show_bands (self);
  adw_combo_row_set_selected (self->by_length, settings->by_length);
  ondes_slider_row_set_value (self->ripple, settings->ripple_db);
  gtk_switch_set_active (self->automatic, settings->transition_hz == 0);
  ondes_slider_row_set_value (self->length, settings->length);
  adw_combo_row_set_selected (self->window, settings->window.kind);
  ondes_slider_row_set_value (self->beta, settings->window.beta);
  gtk_switch_set_active (self->causal, settings->causal);
  gtk_switch_set_active (self->resample, settings->resample_taps);
  adw_combo_row_set_selected (self->post, settings->post);
  gtk_switch_set_active (self->peaks, settings->peaks);
  show_above (self, settings);
  show_spans (self, settings);
  show_rows (self, settings);
  show_causal (self, settings);
  self->updating = FALSE;
  show_problem (self);
  show_peaks (self);
}

static void
ondes_filter_controls_dispose (GObject *object)
{
  g_clear_object (&ONDES_FILTER_CONTROLS (object)->filter);
  G_OBJECT_CLASS (ondes_filter_controls_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesFilterControls, name)

static void
ondes_filter_controls_class_init (OndesFilterControlsClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (kind), CHILD (fraction), CHILD (band), CHILD (by_length), CHILD (window), CHILD (second), CHILD (cutoff), CHILD (lower),
    CHILD (upper), CHILD (notch), CHILD (harmonics), CHILD (ripple), CHILD (transition), CHILD (length), CHILD (beta),
    CHILD (every), CHILD (above), CHILD (taps), CHILD (automatic), CHILD (causal), CHILD (spans), CHILD (resample), CHILD (peaks),
    CHILD (post), CHILD (automatic_row), CHILD (spans_row), CHILD (resample_row), CHILD (peaks_row), CHILD (step_row),
    CHILD (causal_row), CHILD (design_group), CHILD (filter_problem), CHILD (design_problem), CHILD (output_problem), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = {
    ONDES_CALLBACK (on_changed), ONDES_CALLBACK (on_choose), ONDES_CALLBACK (on_second), ONDES_CALLBACK (on_add_step),
    { NULL },
  };

  g_type_ensure (ONDES_TYPE_SLIDER_ROW);
  G_OBJECT_CLASS (klass)->dispose = ondes_filter_controls_dispose;
  ondes_template_install (GTK_WIDGET_CLASS (klass), "ondes-filter-controls.ui", children, callbacks);
  second_changed = g_signal_new ("second-changed", ONDES_TYPE_FILTER_CONTROLS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
ondes_filter_controls_init (OndesFilterControls *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (fractions); i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", fractions[i]);

      gtk_string_list_append (list, number);
    }
  adw_combo_row_set_model (self->fraction, G_LIST_MODEL (list));
  self->updating = FALSE;
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
