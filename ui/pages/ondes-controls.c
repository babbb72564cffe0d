/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "ondes-compensation-panel.h"
#include "ondes-presets-panel.h"
#include "ondes-controls.h"
#include "ondes-display-panel.h"
#include "ondes-recording-panel.h"
#include "rows/ondes-param-rows.h"
#include "rows/ondes-rows.h"
#include "rows/ondes-slider-row.h"
#include "picture/error-measurement.h"
#include "session/words.h"
#include "base/number.h"
#include "shell/ondes-template.h"

/* How the rows of the picture are chosen: the words of "specify". */
enum
{
  ROWS_FREQUENCIES,
  ROWS_EVEN,
  ROWS_LOGARITHMIC,
  ROWS_LIST,
};

/* What the side bar shows otherwise than the settings have it. The numbers of a mode that is not in use stay. */
typedef struct
{
  guint  value;   /* the quantity, and 2 more if pooled by the root mean square */
  guint  specify; /* ROWS_… */
  double fmin_hz, fmax_hz, voices;
  char   first[64], last[64], step[64], list[256];
} Form;

struct _OndesControls
{
  AdwBin          parent_instance;

  OndesSession           *session;  /* borrowed from the analysis */
  OndesScalogramAnalysis *analysis;
  char                   *path;     /* of the open recording; NULL if none */
  Form                    form;
  OndesParamRows         *form_rows, *cwt_rows;
  AdwActionRow           *measured;
  GtkSwitch              *measure;
  OndesErrorMeasurement  *measurement; /* NULL until it is switched on first */
  AdwExpanderRow         *advanced;
  AdwBin                 *presets, *compensation, *display, *recording;
};

G_DEFINE_FINAL_TYPE (OndesControls, ondes_controls, ADW_TYPE_BIN)

/* The form. */

static gboolean
has_range (gconstpointer owner)
{
  return ((const Form *) owner)->specify == ROWS_FREQUENCIES;
}

static gboolean
has_scales (gconstpointer owner)
{
  return ((const Form *) owner)->specify == ROWS_EVEN || ((const Form *) owner)->specify == ROWS_LOGARITHMIC;
}

static gboolean
has_step (gconstpointer owner)
{
  return ((const Form *) owner)->specify == ROWS_EVEN;
}

static gboolean
has_voices (gconstpointer owner)
{
  return has_range (owner) || ((const Form *) owner)->specify == ROWS_LOGARITHMIC;
}

static gboolean
has_list (gconstpointer owner)
{
  return ((const Form *) owner)->specify == ROWS_LIST;
}

static const char *const values[] = { N_("Magnitude"), N_("Power"), N_("RMS magnitude"), N_("Mean power"), NULL };
static const char *const modes[]
  = { N_("Frequency range"), N_("Scales, linear"), N_("Scales, logarithmic"), N_("List of scales"), NULL };

#define FIELD(name) G_STRUCT_OFFSET (Form, name)
#define SIZE(name)  sizeof ((Form *) NULL)->name

static const OndesParam form_params[] = {
  { "quantity", ONDES_PARAM_WORD, FIELD (value), .group = "value", .title = N_("Value"), .titles = values,
    .setting = ONDES_SETTING_QUANTITY,
    .tip = N_("Magnitude, or its square. A column of the picture shows the largest of its samples, or their root mean square "
              "(RMS), at which noise keeps its level as you zoom in.") },
  /* Translators: the frequencies of the picture are specified by: a frequency range, or scales. */
  { "rows", ONDES_PARAM_WORD, FIELD (specify), .group = "rows", .title = N_("Specify by"), .titles = modes,
    .tip = N_("How the analysed frequencies are specified") },
  /* Translators: the lowest frequency. */
  { "fmin", ONDES_PARAM_NUMBER, FIELD (fmin_hz), .group = "rows", .title = N_("Lowest"), .slider_low = 0.1, .slider_high = 1000,
    .tip = N_("Lowest frequency of the picture"), .setting = ONDES_SETTING_FREQUENCIES, .applies = has_range },
  /* Translators: the highest frequency. */
  { "fmax", ONDES_PARAM_NUMBER, FIELD (fmax_hz), .group = "rows", .title = N_("Highest"), .slider_low = 0.1, .slider_high = 1000,
    .tip = N_("Highest frequency of the picture, up to half the sampling rate"), .applies = has_range },
  { "first", ONDES_PARAM_TEXT, FIELD (first), NULL, SIZE (first), .group = "rows", .title = N_("Smallest scale"),
    .slider_low = 0.5, .slider_high = 1000, .unit = N_("samples"),
    .tip = N_("Width of the narrowest wavelet, in samples; quotients such as 5/2 too"), .applies = has_scales },
  { "last", ONDES_PARAM_TEXT, FIELD (last), NULL, SIZE (last), .group = "rows", .title = N_("Largest scale"),
    .slider_low = 1, .slider_high = 10000, .unit = N_("samples"),
    .tip = N_("Width of the widest wavelet, in samples; quotients such as 5/2 too"), .applies = has_scales },
  { "step", ONDES_PARAM_TEXT, FIELD (step), NULL, SIZE (step), .group = "rows", .title = N_("Step"),
    .slider_low = 0.1, .slider_high = 100, .unit = N_("samples"), .tip = N_("From one scale to the next, in samples"),
    .applies = has_step },
  { "voices", ONDES_PARAM_NUMBER, FIELD (voices), .group = "rows", .title = N_("Voices per octave"), .slider_low = 1,
    .slider_high = 96, .tip = N_("Number of frequencies in each octave"), .setting = ONDES_SETTING_VOICES, .applies = has_voices },
  { "list", ONDES_PARAM_TEXT, FIELD (list), NULL, SIZE (list), .group = "rows",
    .title = N_("Scales in samples, separated by commas"), .tip = N_("For example 4, 8, 16, 33/2"), .applies = has_list },
  { NULL },
};

static void
get_form (gpointer model,
          gpointer owner)
{
  *(Form *) owner = ONDES_CONTROLS (model)->form;
}

static void
set_form (gpointer          model,
          gpointer          owner,
          const OndesParam *row)
{
  OndesControls *self = model;
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (self->analysis);
  const Form *form = owner;
  g_autofree char *scales = NULL;

  self->form = *form;
  settings.options.quantity = form->value % 2 == 1 ? ONDES_QUANTITY_POWER : ONDES_QUANTITY_MAGNITUDE;
  settings.options.pool = form->value >= 2 ? ONDES_POOL_RMS : ONDES_POOL_LARGEST;
  if (ondes_session_get_source (self->session) != NULL)
    {
      settings.fmin_hz = form->fmin_hz;
      settings.fmax_hz = form->fmax_hz;
    }
  settings.rows = has_range (form) ? ONDES_ROWS_FREQUENCIES : has_list (form) ? ONDES_ROWS_LIST : ONDES_ROWS_SCALES;
  settings.voices = has_voices (form) ? form->voices : 0;
  if (has_list (form))
    scales = g_strdup (form->list);
  else if (has_scales (form))
    scales = g_strjoin (":", form->first, form->last, has_step (form) ? form->step : NULL, NULL);
  /* A list that is too long for the settings is cut. */
  if (scales != NULL)
    g_strlcpy (settings.scales, scales, sizeof settings.scales);
  ondes_param_rows_show (self->form_rows);
  ondes_scalogram_analysis_set_settings (self->analysis, &settings);
}

static const OndesParamTable form_table = { form_params, NULL };
static const OndesParamModel form_model = { &form_table, sizeof (Form), get_form, set_form };

/* Splits "A:B:STEP" among its rows. */
static void
take_scales (Form       *form,
             const char *scales)
{
  g_auto (GStrv) parts = g_strsplit (scales, ":", 3);
  const guint n = g_strv_length (parts);

  if (n > 0)
    g_strlcpy (form->first, parts[0], sizeof form->first);
  if (n > 1)
    g_strlcpy (form->last, parts[1], sizeof form->last);
  g_strlcpy (form->step, n > 2 ? parts[2] : "1", sizeof form->step);
}

static void
take_default_scales (Form *form)
{
  take_scales (form, ondes_default_scales (ONDES_ROWS_SCALES, 0));
  g_strlcpy (form->list, ondes_default_scales (ONDES_ROWS_LIST, 0), sizeof form->list);
}

static void
take_settings (Form                   *form,
               const OndesCwtSettings *settings)
{
  form->value = (settings->options.quantity == ONDES_QUANTITY_POWER ? 1 : 0) + (settings->options.pool == ONDES_POOL_RMS ? 2 : 0);
  form->specify = settings->rows == ONDES_ROWS_FREQUENCIES ? ROWS_FREQUENCIES
                  : settings->rows == ONDES_ROWS_LIST      ? ROWS_LIST
                  : settings->voices > 0                   ? ROWS_LOGARITHMIC
                                                           : ROWS_EVEN;
  form->fmin_hz = settings->fmin_hz;
  form->fmax_hz = settings->fmax_hz;
  if (settings->voices > 0)
    form->voices = settings->voices;
  if (has_scales (form))
    take_scales (form, settings->scales);
  else if (has_list (form))
    g_strlcpy (form->list, settings->scales, sizeof form->list);
}

/* The settings of the transform. */

static void
get_cwt (gpointer model,
         gpointer owner)
{
  *(OndesCwtSettings *) owner = *ondes_scalogram_analysis_get_settings (ONDES_CONTROLS (model)->analysis);
}

static void
set_cwt (gpointer          model,
         gpointer          owner,
         const OndesParam *row)
{
  OndesCwtOptions *options = owner;
  const gboolean is_analytic = options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET;

  /* Select the only choices that the new wavelet allows. */
  if (is_analytic && g_str_equal (row->key, "wavelet"))
    {
      options->boundary = ONDES_BOUNDARY_ZERO;
      options->method = ONDES_METHOD_AUTO;
    }
  if (!is_analytic)
    options->fft_length = 0;
  ondes_scalogram_analysis_set_settings (ONDES_CONTROLS (model)->analysis, owner);
}

static const OndesParamModel cwt_model = { &ondes_cwt_params, sizeof (OndesCwtSettings), get_cwt, set_cwt, 0, TRUE };

/* TRUE if the row of @setting is among those that are folded. */
static gboolean
is_advanced (OndesSetting setting)
{
  const OndesParam *row = ondes_params_find_setting (ondes_cwt_params.rows, setting);

  return ondes_compensation_panel_owns (setting) || (row != NULL && g_strcmp0 (row->group, "computing") == 0);
}

/* Shows the sentence of what is wrong at the row at fault. */
static void
update_problem (OndesControls *self)
{
  static const char *const keys[] = { "fmin", "first", "first", "list" };
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (self->analysis));
  const OndesSetting setting = ondes_analysis_get_problem_setting (ONDES_ANALYSIS (self->analysis));
  const gboolean of_cwt = ondes_param_rows_mark (self->cwt_rows, setting, problem);
  const gboolean of_form = setting != ONDES_SETTING_FREQUENCIES && ondes_param_rows_mark (self->form_rows, setting, problem);

  /* Errors about frequencies, scales and any setting without a row of its own belong to the rows of the picture. */
  if (!of_form)
    ondes_param_rows_mark_key (self->form_rows, keys[self->form.specify],
                               of_cwt || ondes_compensation_panel_owns (setting) ? NULL : problem);
  if (problem != NULL && is_advanced (setting))
    adw_expander_row_set_expanded (self->advanced, TRUE);
}

/* Sets the limits and units that depend on the recording. */
static void
show_recording (OndesControls *self)
{
  OndesSource *source = ondes_session_get_source (self->session);
  OndesSliderRow *fmin = ondes_param_rows_get (self->form_rows, "fmin"), *fmax = ondes_param_rows_get (self->form_rows, "fmax");
  OndesSliderRow *window = ondes_param_rows_get (self->cwt_rows, "detrend-window");
  g_autofree char *unit = NULL, *time_unit = NULL;
  const char *of_file;

  gtk_widget_set_sensitive (GTK_WIDGET (fmin), source != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (fmax), source != NULL);
  if (source == NULL)
    return;
  of_file = ondes_recording_get_info (ondes_session_get_recording (self->session))->time_unit;
  unit = ondes_words_frequency_unit (of_file);
  time_unit = ondes_words_time_unit (of_file);
  ondes_slider_row_set_unit (fmin, unit);
  ondes_slider_row_set_unit (fmax, unit);
  ondes_slider_row_set_unit (window, time_unit);
  ondes_slider_row_set_range (fmin, MAX (1.0 / (double) source->n, 1e-5) * source->rate_hz, source->rate_hz / 4);
  ondes_slider_row_set_range (fmax, source->rate_hz / 1000, source->rate_hz / 2);
  ondes_slider_row_set_range (window, 3 / source->rate_hz, MAX ((double) source->n, 6) / source->rate_hz);
}

static void
show_settings (OndesControls *self)
{
  const OndesCwtSettings *settings = ondes_scalogram_analysis_get_settings (self->analysis);
  const gboolean is_analytic = settings->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  GtkWidget *boundary = ondes_param_rows_get (self->cwt_rows, "boundary");

  show_recording (self);
  take_settings (&self->form, settings);
  ondes_param_rows_show (self->form_rows);
  ondes_param_rows_show (self->cwt_rows);
  /* Keep an invalid choice sensitive, so that it can be corrected. */
  gtk_widget_set_sensitive (boundary, !is_analytic || settings->options.boundary != ONDES_BOUNDARY_ZERO);
  ondes_widget_set_text (boundary, "subtitle", is_analytic ? _("Zero, by definition") : NULL);
  update_problem (self);
}

/* Also resets the scales of modes not in use if another recording was opened: they belong to one recording. */
static void
on_recording (OndesControls *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const char *path = recording != NULL ? ondes_recording_get_info (recording)->path : NULL;

  if (self->path != NULL && g_strcmp0 (self->path, path) != 0)
    take_default_scales (&self->form);
  g_free (self->path);
  self->path = g_strdup (path);
  show_settings (self);
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

static void
ondes_controls_class_init (OndesControlsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_controls_dispose;
}

static AdwBin *
add_bin (GtkBox *box)
{
  GtkWidget *bin = adw_bin_new ();

  gtk_box_append (box, bin);
  return ADW_BIN (bin);
}

static void
add_automatic (OndesControls       *self,
               AdwPreferencesGroup *group)
{
  /* Translators: a button: choose the frequencies by the recording. */
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Automatic"));

  gtk_widget_set_name (button, "automatic");
  gtk_widget_set_tooltip_text (button, _("Choose the frequencies from the recording"));
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_automatic), self);
  adw_preferences_group_set_header_suffix (group, button);
}

static void
add_measured (OndesControls *self)
{
  self->measured = ADW_ACTION_ROW (ondes_rows_new_switch (_("Measured error"),
                                                          _("Compare random points of the picture with the sum of the definition "
                                                            "in double precision, and with what each precision computes there"),
                                                          &self->measure));
  gtk_widget_set_name (GTK_WIDGET (self->measured), "measured");
  gtk_widget_set_name (GTK_WIDGET (self->measure), "measure");
  adw_action_row_set_subtitle_lines (self->measured, 0);
  g_signal_connect_swapped (self->measure, "notify::active", G_CALLBACK (on_measure), self);
  adw_expander_row_add_row (self->advanced, GTK_WIDGET (self->measured));
}

/* Adds the groups of the transform. */
static void
add_groups (OndesControls *self,
            GtkBox        *box)
{
  AdwPreferencesGroup *group = ondes_rows_add_group (box, _("Transform"));

  ondes_param_rows_add (self->cwt_rows, "transform", group);
  ondes_param_rows_add (self->form_rows, "value", group);
  group = ondes_rows_add_group (box, _("Frequencies"));
  add_automatic (self, group);
  ondes_param_rows_add (self->form_rows, "rows", group);
  if (ondes_numbers_part_by_semicolon ())
    {
      GtkWidget *list = ondes_param_rows_get (self->form_rows, "list");

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (list), _("Scales in samples, separated by semicolons"));
      gtk_widget_set_tooltip_text (list, _("For example 4; 8; 16; 33/2"));
    }
}

/* Adds what few people change, folded; the compensation is shown with it. */
static void
add_advanced (OndesControls *self,
              GtkBox        *box)
{
  self->advanced = ADW_EXPANDER_ROW (adw_expander_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->advanced), _("Advanced"));
  gtk_widget_set_name (GTK_WIDGET (self->advanced), "advanced");
  ondes_param_rows_add_expanded (self->cwt_rows, "computing", self->advanced);
  add_measured (self);
  adw_preferences_group_add (ondes_rows_add_group (box, NULL), GTK_WIDGET (self->advanced));
  self->compensation = add_bin (box);
  gtk_widget_add_css_class (GTK_WIDGET (self->compensation), "advanced");
  g_object_bind_property (self->advanced, "expanded", self->compensation, "visible", G_BINDING_SYNC_CREATE);
}

/* All in one step, which one undo takes back. */
static void
on_reset (OndesControls *self)
{
  ondes_session_set_held (self->session, TRUE);
  ondes_param_rows_reset (self->cwt_rows);
  ondes_scalogram_analysis_set_automatic_range (self->analysis);
  ondes_display_panel_reset (ONDES_DISPLAY_PANEL (adw_bin_get_child (self->display)));
  ondes_session_set_held (self->session, FALSE);
}

static void
add_reset (OndesControls *self,
           GtkBox        *box)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Reset to Defaults"));

  gtk_widget_set_name (button, "reset-all");
  gtk_widget_set_tooltip_text (button, _("Set transform, frequencies and display as they are at first"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_reset), self);
  gtk_box_append (box, button);
}

static void
ondes_controls_init (OndesControls *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->form.voices = ondes_cwt_settings_default.voices;
  take_default_scales (&self->form);
  self->form_rows = ondes_widget_own (self, "form-rows", ondes_param_rows_new (&form_model, self),
                                      (GDestroyNotify) ondes_param_rows_free);
  self->cwt_rows = ondes_widget_own (self, "cwt-rows", ondes_param_rows_new (&cwt_model, self),
                                     (GDestroyNotify) ondes_param_rows_free);
  self->presets = add_bin (GTK_BOX (box));
  add_groups (self, GTK_BOX (box));
  self->display = add_bin (GTK_BOX (box));
  add_advanced (self, GTK_BOX (box));
  add_reset (self, GTK_BOX (box));
  self->recording = add_bin (GTK_BOX (box));
  adw_bin_set_child (ADW_BIN (self), ondes_rows_new_side_bar (box));
}

void
ondes_controls_open_presets (OndesControls *self)
{
  ondes_presets_panel_open (ONDES_PRESETS_PANEL (adw_bin_get_child (self->presets)));
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
