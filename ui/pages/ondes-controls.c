/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ondes-compensation-panel.h"
#include "ondes-presets-panel.h"
#include "ondes-controls.h"
#include "ondes-display-panel.h"
#include "ondes-recording-panel.h"
#include "rows/ondes-slider-row.h"
#include "session/error-measurement.h"
#include "session/words.h"
#include "base/number.h"
#include "shell/ondes-template.h"

/* The items of the rows combo row. */
enum
{
  ROWS_FREQUENCIES,
  ROWS_EVEN,
  ROWS_LOGARITHMIC,
  ROWS_LIST,
};

struct _OndesControls
{
  AdwBin          parent_instance;

  OndesSession           *session;  /* borrowed from the analysis */
  OndesScalogramAnalysis *analysis;
  char                   *path;     /* of the open recording; NULL if none */
  gboolean                updating; /* the analysis's values are being shown: changes are not the user's */

  AdwComboRow    *wavelet, *normalisation, *quantity, *rows, *boundary, *detrend, *method, *precision;
  OndesSliderRow *omega0, *fmin, *fmax, *first, *last, *step, *voices, *detrend_window;
  AdwEntryRow    *list, *fft_length;
  GtkWidget      *automatic;
  AdwActionRow   *measured;
  GtkSwitch      *measure;
  OndesErrorMeasurement *measurement; /* NULL until it is switched on first */
  GtkLabel       *wavelet_problem, *rows_problem, *computing_problem;
  AdwBin         *presets, *compensation, *comparison, *display, *recording;
};

G_DEFINE_FINAL_TYPE (OndesControls, ondes_controls, ADW_TYPE_BIN)

/* Shows the error message under the group of the control at fault, and marks the control. */
static void
update_problem (OndesControls *self)
{
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->analysis));
  OndesSetting setting = ondes_analysis_get_problem_setting (ONDES_ANALYSIS (self->analysis));
  guint mode = adw_combo_row_get_selected (self->rows);
  GtkWidget *rows = mode == ROWS_FREQUENCIES ? GTK_WIDGET (self->fmin)
                    : mode == ROWS_LIST      ? GTK_WIDGET (self->list)
                                             : GTK_WIDGET (self->first);
  const OndesSettingRow setting_rows[] = {
    { ONDES_SETTING_OMEGA0, GTK_WIDGET (self->omega0), self->wavelet_problem },
    { ONDES_SETTING_WAVELET, GTK_WIDGET (self->wavelet), self->wavelet_problem },
    { ONDES_SETTING_QUANTITY, GTK_WIDGET (self->quantity), self->wavelet_problem },
    { ONDES_SETTING_VOICES, GTK_WIDGET (self->voices), self->rows_problem },
    { ONDES_SETTING_DETREND, GTK_WIDGET (self->detrend_window), self->computing_problem },
    { ONDES_SETTING_METHOD, GTK_WIDGET (self->method), self->computing_problem },
    { ONDES_SETTING_BOUNDARY, GTK_WIDGET (self->boundary), self->computing_problem },
    { ONDES_SETTING_PRECISION, GTK_WIDGET (self->precision), self->computing_problem },
    { ONDES_SETTING_FFT_LENGTH, GTK_WIDGET (self->fft_length), self->computing_problem },
  };
  GtkLabel *label = ondes_rows_mark_setting (setting_rows, G_N_ELEMENTS (setting_rows), setting);

  ondes_row_set_wrong (GTK_WIDGET (self->fmin), FALSE);
  ondes_row_set_wrong (GTK_WIDGET (self->list), FALSE);
  ondes_row_set_wrong (GTK_WIDGET (self->first), FALSE);
  /* Show errors about frequencies, scales and any setting without a row of its own under the rows. */
  if (problem != NULL && label == NULL && !ondes_compensation_panel_owns (setting))
    {
      ondes_row_set_wrong (rows, TRUE);
      label = self->rows_problem;
    }
  ondes_label_show_problem (self->wavelet_problem, label == self->wavelet_problem ? problem : NULL);
  ondes_label_show_problem (self->rows_problem, label == self->rows_problem ? problem : NULL);
  ondes_label_show_problem (self->computing_problem, label == self->computing_problem ? problem : NULL);
}

static void
update_visible (OndesControls *self)
{
  guint rows = adw_combo_row_get_selected (self->rows);
  gboolean scales = rows == ROWS_EVEN || rows == ROWS_LOGARITHMIC;
  gboolean analytic = adw_combo_row_get_selected (self->wavelet) == ONDES_WAVELET_ANALYTIC_MORLET;

  gtk_widget_set_visible (GTK_WIDGET (self->fmin), rows == ROWS_FREQUENCIES);
  gtk_widget_set_visible (GTK_WIDGET (self->fmax), rows == ROWS_FREQUENCIES);
  gtk_widget_set_visible (self->automatic, rows == ROWS_FREQUENCIES);
  gtk_widget_set_visible (GTK_WIDGET (self->first), scales);
  gtk_widget_set_visible (GTK_WIDGET (self->last), scales);
  gtk_widget_set_visible (GTK_WIDGET (self->step), rows == ROWS_EVEN);
  gtk_widget_set_visible (GTK_WIDGET (self->voices), rows == ROWS_FREQUENCIES || rows == ROWS_LOGARITHMIC);
  gtk_widget_set_visible (GTK_WIDGET (self->list), rows == ROWS_LIST);
  gtk_widget_set_visible (GTK_WIDGET (self->fft_length), analytic);
  gtk_widget_set_visible (GTK_WIDGET (self->detrend_window), adw_combo_row_get_selected (self->detrend) == ONDES_DETREND_MOVING);
  /* Keep an invalid choice sensitive, so that it can be corrected. */
  gtk_widget_set_sensitive (GTK_WIDGET (self->boundary),
                            !analytic || adw_combo_row_get_selected (self->boundary) != ONDES_BOUNDARY_ZERO);
  ondes_widget_set_text (self->boundary, "subtitle", analytic ? _("Zero, by definition") : NULL);
}

/* Splits "A:B:STEP" among its controls. */
static void
show_scales (OndesControls *self,
             const char *scales)
{
  g_auto (GStrv) parts = g_strsplit (scales, ":", 3);
  guint n = g_strv_length (parts);

  if (n > 0)
    ondes_slider_row_set_text (self->first, parts[0]);
  if (n > 1)
    ondes_slider_row_set_text (self->last, parts[1]);
  ondes_slider_row_set_text (self->step, n > 2 ? parts[2] : "1");
}

/* Shows a list of scales, but keeps the text as typed if it means the same. */
static void
show_list (OndesControls *self,
           const char *scales)
{
  g_autofree char *typed = ondes_numbers_to_point (gtk_editable_get_text (GTK_EDITABLE (self->list)));
  g_autofree char *list = ondes_numbers_to_locale (scales);

  if (g_strcmp0 (typed, scales) != 0)
    ondes_entry_row_show (self->list, list);
}

static void
show_detrend (OndesControls *self,
              const OndesCwtSettings *settings)
{
  OndesSource *source = ondes_session_get_source (self->session);
  OndesRecording *recording = ondes_session_get_recording (self->session);
  g_autofree char *unit = NULL;

  adw_combo_row_set_selected (self->detrend, settings->detrend);
  if (source != NULL)
    {
      unit = ondes_words_time_unit (ondes_recording_get_info (recording)->time_unit);
      ondes_slider_row_set_unit (self->detrend_window, unit);
      ondes_slider_row_set_range (self->detrend_window, 3 / source->rate_hz, MAX ((double) source->n, 6) / source->rate_hz);
    }
  ondes_slider_row_set_value (self->detrend_window, settings->detrend_window);
}

static void
show_settings (OndesControls *self)
{
  const OndesCwtSettings *settings = ondes_scalogram_analysis_get_settings (self->analysis);
  OndesSource *source = ondes_session_get_source (self->session);
  OndesRecording *recording = ondes_session_get_recording (self->session);
  g_autofree char *unit = NULL;
  g_autofree char *length = NULL;
  guint rows = settings->rows == ONDES_ROWS_FREQUENCIES ? ROWS_FREQUENCIES
               : settings->rows == ONDES_ROWS_LIST      ? ROWS_LIST
               : settings->voices > 0                   ? ROWS_LOGARITHMIC
                                                        : ROWS_EVEN;

  self->updating = TRUE;
  adw_combo_row_set_selected (self->wavelet, settings->options.wavelet);
  adw_combo_row_set_selected (self->normalisation, settings->options.normalisation);
  adw_combo_row_set_selected (self->quantity, (settings->options.quantity == ONDES_QUANTITY_POWER ? 1 : 0)
                                                 + (settings->options.pool == ONDES_POOL_RMS ? 2 : 0));
  adw_combo_row_set_selected (self->boundary, settings->options.boundary);
  show_detrend (self, settings);
  adw_combo_row_set_selected (self->method, settings->options.method);
  adw_combo_row_set_selected (self->precision, settings->options.precision);
  adw_combo_row_set_selected (self->rows, rows);
  ondes_slider_row_set_value (self->omega0, settings->options.omega0);
  if (source != NULL)
    {
      double rate = source->rate_hz;

      unit = ondes_words_frequency_unit (ondes_recording_get_info (recording)->time_unit);
      ondes_slider_row_set_unit (self->fmin, unit);
      ondes_slider_row_set_unit (self->fmax, unit);
      ondes_slider_row_set_range (self->fmin, MAX (1.0 / source->n, 1e-5) * rate, rate / 4);
      ondes_slider_row_set_range (self->fmax, rate / 1000, rate / 2);
      ondes_slider_row_set_value (self->fmin, settings->fmin_hz);
      ondes_slider_row_set_value (self->fmax, settings->fmax_hz);
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self->fmin), source != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->fmax), source != NULL);
  /* A control that the mode does not use keeps its last value. */
  if (settings->voices > 0)
    ondes_slider_row_set_value (self->voices, settings->voices);
  if (rows == ROWS_EVEN || rows == ROWS_LOGARITHMIC)
    show_scales (self, settings->scales);
  else if (rows == ROWS_LIST)
    show_list (self, settings->scales);
  if (settings->options.fft_length > 0)
    length = g_strdup_printf ("%" G_GUINT64_FORMAT, settings->options.fft_length);
  ondes_entry_row_show (self->fft_length, length != NULL ? length : "");
  update_visible (self);
  self->updating = FALSE;
  update_problem (self);
}

static void
show_scale_defaults (OndesControls *self)
{
  show_scales (self, ondes_default_scales (ONDES_ROWS_SCALES, 0));
  show_list (self, ondes_default_scales (ONDES_ROWS_LIST, 0));
}

/* Also resets the scales of modes not in use if another recording was opened: they belong to one recording. */
static void
on_recording (OndesControls *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const char *path = recording != NULL ? ondes_recording_get_info (recording)->path : NULL;

  if (self->path != NULL && g_strcmp0 (self->path, path) != 0)
    {
      self->updating = TRUE;
      show_scale_defaults (self);
      self->updating = FALSE;
    }
  g_free (self->path);
  self->path = g_strdup (path);
  show_settings (self);
}

/* Reads the requested scales from the controls of the current mode. */
static void
take_scales (OndesControls *self,
             guint rows,
             OndesCwtSettings *settings)
{
  g_autofree char *text = NULL;

  if (rows == ROWS_LIST)
    text = ondes_numbers_to_point (gtk_editable_get_text (GTK_EDITABLE (self->list)));
  else if (rows == ROWS_EVEN)
    text = g_strdup_printf ("%s:%s:%s", ondes_slider_row_get_text (self->first), ondes_slider_row_get_text (self->last),
                            ondes_slider_row_get_text (self->step));
  else
    text = g_strdup_printf ("%s:%s", ondes_slider_row_get_text (self->first), ondes_slider_row_get_text (self->last));
  /* Truncate a list that is too long for the settings. */
  g_strlcpy (settings->scales, text, sizeof settings->scales);
}

static gboolean
take_detrend (OndesControls *self,
              OndesCwtSettings *settings)
{
  const double window = ondes_slider_row_get_value (self->detrend_window);

  settings->detrend = adw_combo_row_get_selected (self->detrend);
  if (settings->detrend != ONDES_DETREND_MOVING)
    return TRUE;
  settings->detrend_window = window;
  if (window > 0 && isfinite (window))
    return TRUE;
  ondes_row_set_wrong (GTK_WIDGET (self->detrend_window), TRUE);
  ondes_label_show_problem (self->computing_problem, _("The window of the mean must be a number above 0"));
  return FALSE;
}

static void
on_transform (OndesControls *self)
{
  OndesCwtSettings settings;
  guint rows = adw_combo_row_get_selected (self->rows);
  gboolean chosen;
  const char *length = gtk_editable_get_text (GTK_EDITABLE (self->fft_length));
  guint64 number = 0;

  if (self->updating || self->analysis == NULL)
    return;
  settings = *ondes_scalogram_analysis_get_settings (self->analysis);
  chosen = settings.options.wavelet != adw_combo_row_get_selected (self->wavelet);
  settings.options.wavelet = adw_combo_row_get_selected (self->wavelet);
  settings.options.normalisation = adw_combo_row_get_selected (self->normalisation);
  settings.options.quantity
    = adw_combo_row_get_selected (self->quantity) % 2 == 1 ? ONDES_QUANTITY_POWER : ONDES_QUANTITY_MAGNITUDE;
  settings.options.pool = adw_combo_row_get_selected (self->quantity) >= 2 ? ONDES_POOL_RMS : ONDES_POOL_LARGEST;
  settings.options.boundary = adw_combo_row_get_selected (self->boundary);
  if (!take_detrend (self, &settings))
    return;
  settings.options.method = adw_combo_row_get_selected (self->method);
  settings.options.precision = adw_combo_row_get_selected (self->precision);
  settings.options.omega0 = ondes_slider_row_get_value (self->omega0);
  /* Select the only choices that the new wavelet allows. */
  if (chosen && settings.options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    {
      settings.options.boundary = ONDES_BOUNDARY_ZERO;
      settings.options.method = ONDES_METHOD_AUTO;
    }
  settings.options.fft_length = 0;
  if (settings.options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET && *length != 0)
    {
      if (!g_ascii_string_to_unsigned (length, 10, 1, (guint64) 1 << 40, &number, NULL))
        {
          ondes_row_set_wrong (GTK_WIDGET (self->fft_length), TRUE);
          ondes_label_show_problem (self->computing_problem, _("The FFT length must be a whole number of samples"));
          return;
        }
      settings.options.fft_length = number;
    }
  if (ondes_session_get_source (self->session) != NULL)
    {
      settings.fmin_hz = ondes_slider_row_get_value (self->fmin);
      settings.fmax_hz = ondes_slider_row_get_value (self->fmax);
    }
  settings.rows = rows == ROWS_FREQUENCIES ? ONDES_ROWS_FREQUENCIES : rows == ROWS_LIST ? ONDES_ROWS_LIST : ONDES_ROWS_SCALES;
  settings.voices = rows == ROWS_FREQUENCIES || rows == ROWS_LOGARITHMIC ? ondes_slider_row_get_value (self->voices) : 0;
  if (rows != ROWS_FREQUENCIES)
    take_scales (self, rows, &settings);
  update_visible (self);
  ondes_scalogram_analysis_set_settings (self->analysis, &settings);
}

static void
on_automatic (OndesControls *self)
{
  ondes_scalogram_analysis_set_automatic_range (self->analysis);
}

/* Prints two digits: "2.1e-5". Transfer full. */
static char *
print_error (double error)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE], *e;
  g_autofree char *text = NULL;

  g_ascii_formatd (number, sizeof number, "%.1e", error);
  e = strchr (number, 'e');
  if (error == 0 || e == NULL)
    return g_strdup ("0");
  *e = '\0';
  text = g_strdup_printf ("%se%d", number, atoi (e + 1));
  return ondes_number_to_locale (text);
}

/* Says the measured errors in the row. */
static void
show_errors (OndesControls *self)
{
  const gboolean active = gtk_switch_get_active (self->measure);
  const OndesMeasuredErrors *errors = ondes_error_measurement_get (self->measurement);
  const char *problem = ondes_error_measurement_get_problem (self->measurement);
  g_autofree char *picture = print_error (errors->picture.worst);
  g_autofree char *one = print_error (errors->precisions[ONDES_PRECISION_SINGLE].worst);
  g_autofree char *split = print_error (errors->precisions[ONDES_PRECISION_SINGLE2].worst);
  g_autofree char *two = print_error (errors->precisions[ONDES_PRECISION_DOUBLE].worst);
  g_autofree char *text = NULL;

  if (active && problem != NULL)
    text = g_strdup (problem);
  else if (active && errors->points == 0)
    text = g_strdup (errors->left_out > 0 ? _("These rows take too long to measure") : _("Measuring…"));
  else if (active)
    /* Translators: the largest relative errors: of the picture, then of numbers in each precision; single, split sums and double
     * are the choices of Precision. */
    text = g_strdup_printf (ngettext ("Picture %s of the row’s largest, %u point\nNumbers: single %s · split sums %s · double %s",
                                      "Picture %s of the row’s largest, %u points\nNumbers: single %s · split sums %s · double %s",
                                      errors->points),
                            picture, errors->points, one, split, two);
  ondes_widget_set_text (self->measured, "subtitle", text);
}

static void
on_measure (OndesControls *self)
{
  if (self->analysis == NULL)
    return;
  if (self->measurement == NULL)
    {
      self->measurement = ondes_error_measurement_new (self->analysis);
      g_signal_connect_swapped (self->measurement, "changed", G_CALLBACK (show_errors), self);
    }
  ondes_error_measurement_set_active (self->measurement, gtk_switch_get_active (self->measure));
  show_errors (self);
}

static void
ondes_controls_dispose (GObject *object)
{
  OndesControls *self = ONDES_CONTROLS (object);

  if (self->analysis != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (self->analysis, self);
    }
  if (self->measurement != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->measurement, self);
      g_object_run_dispose (G_OBJECT (self->measurement)); /* its queue ends before the analysis */
    }
  g_clear_object (&self->measurement);
  g_clear_object (&self->analysis);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (ondes_controls_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesControls, name)

static void
ondes_controls_class_init (OndesControlsClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (wavelet), CHILD (normalisation), CHILD (quantity), CHILD (rows), CHILD (boundary), CHILD (detrend),
    CHILD (detrend_window), CHILD (method), CHILD (precision), CHILD (omega0), CHILD (fmin),
    CHILD (fmax), CHILD (first), CHILD (last), CHILD (step), CHILD (voices), CHILD (list), CHILD (fft_length),
    CHILD (automatic), CHILD (wavelet_problem), CHILD (rows_problem), CHILD (computing_problem), CHILD (measured),
    CHILD (measure), CHILD (presets), CHILD (compensation), CHILD (comparison), CHILD (display), CHILD (recording), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = {
    ONDES_CALLBACK (on_transform), ONDES_CALLBACK (on_automatic), ONDES_CALLBACK (on_measure), { NULL },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ONDES_TYPE_SLIDER_ROW);
  G_OBJECT_CLASS (klass)->dispose = ondes_controls_dispose;
  ondes_template_install (widget_class, "ondes-controls.ui", children, callbacks);
}

static void
ondes_controls_init (OndesControls *self)
{
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  show_scale_defaults (self);
  ondes_slider_row_set_value (self->voices, 24);
  if (ondes_numbers_part_by_semicolon ())
    {
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->list), _("Scales in samples, separated by semicolons"));
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->list), _("For example 4; 8; 16; 33/2"));
    }
  self->updating = FALSE;
}

void
ondes_controls_open_presets (OndesControls *self)
{
  ondes_presets_panel_open (ONDES_PRESETS_PANEL (adw_bin_get_child (self->presets)));
}

void
ondes_controls_set_comparison (OndesControls *self,
                               GtkWidget *panel)
{
  adw_bin_set_child (self->comparison, panel);
}

GtkWidget *
ondes_controls_new (OndesScalogramAnalysis *analysis)
{
  OndesControls *self = g_object_new (ONDES_TYPE_CONTROLS, NULL);

  self->analysis = g_object_ref (analysis);
  self->session = ondes_analysis_get_session (ONDES_ANALYSIS (analysis));
  g_signal_connect_swapped (analysis, "settings-changed", G_CALLBACK (show_settings), self);
  g_signal_connect_swapped (self->session, "recording-changed", G_CALLBACK (on_recording), self);
  adw_bin_set_child (self->compensation, ondes_compensation_panel_new (analysis));
  adw_bin_set_child (self->presets, ondes_presets_panel_new (ondes_analysis_get_session (ONDES_ANALYSIS (analysis))));
  adw_bin_set_child (self->display, ondes_display_panel_new (analysis));
  adw_bin_set_child (self->recording, ondes_recording_panel_new (ondes_analysis_get_session (ONDES_ANALYSIS (analysis))));
  show_settings (self);
  return GTK_WIDGET (self);
}
