/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/option.h"
#include "charts/ondes-charts.h"
#include "ondes-dataset-dialog.h"
#include "ondes-preview-table.h"
#include "ondes-read-dialog.h"
#include "ondes-text-rows.h"
#include "rows/ondes-param-rows.h"
#include "rows/ondes-slider-row.h"
#include "session/read-trial.h"
#include "session/words.h"
#include "shell/ondes-accessible.h"
#include "shell/ondes-help.h"
#include "shell/ondes-template.h"
#include "signal/sidecar.h"

#define RATE_DIGITS 6       /* of a rate that is a quotient or has rounding errors, such as 1/900, … */
#define RATE_DIGITS_MOST 9  /* … which has more digits than these. A whole number of samples has all of its digits */

struct _OndesReadDialog
{
  AdwWindow        parent_instance;

  char            *path;
  OndesRecording  *recording; /* NULL if the file is not open */
  OndesReadOptions options;   /* in effect when the dialog opened, then as chosen if there is no trial; owns its strings */
  OndesReadChosen  chosen;
  guint            channel;   /* in use, for the key file; 0 for none */
  GObject         *owner;     /* of it */
  OndesReadTrial  *trial;     /* NULL of a file that is neither raw nor text */
  gboolean         is_text, showing, presented;
  gboolean         applying;  /* once the file is read */
  guint            looks;     /* of the recognition that the rows show */

  /* The values that the rows show; those left as they are stay the file's, or as they were asked for. */
  double           rate_hz;   /* 0 if unknown */
  char            *rate_text; /* in the entry when it was last filled in, and … */
  double           rate_exact; /* … the rate that this is short for */
  char            *unit_text;
  OndesParamRows  *rows, *raw_rows;

  AdwWindowTitle  *title;
  GtkWidget       *apply_button, *upper, *preview, *settings, *raw, *values, *columns, *datasets, *choose, *timing;
  GtkLabel        *facts, *notes;
  AdwActionRow    *dataset, *remember_row;
  AdwEntryRow     *rate, *unit;
  GtkSwitch       *remember;
  GtkLabel        *rate_origin, *unit_origin;
};

G_DEFINE_FINAL_TYPE (OndesReadDialog, ondes_read_dialog, ADW_TYPE_WINDOW)

/* Returns the text of a rate for the entry, "" if it is unknown; transfer full. */
static char *
print_rate (double rate_hz)
{
  char number[ONDES_NUMBER_SIZE];
  double shown = rate_hz;

  if (rate_hz != floor (rate_hz) && ondes_number_round (rate_hz, RATE_DIGITS_MOST) != rate_hz)
    shown = ondes_number_round (rate_hz, MAX (RATE_DIGITS, (guint) MAX (ceil (log10 (rate_hz)), 0)));
  return rate_hz > 0 ? ondes_number_to_locale (ondes_number_print (number, shown)) : g_strdup ("");
}

/* Returns the rate entered, 0 if the entry is empty, NaN if it is invalid. */
static double
get_rate (OndesReadDialog *self)
{
  const char *entered = gtk_editable_get_text (GTK_EDITABLE (self->rate));
  g_autofree char *text = ondes_number_to_point (entered);
  const double rate = g_strcmp0 (entered, self->rate_text) == 0 ? self->rate_exact : ondes_number_read (entered);

  if (*text == 0 && !self->options.raw)
    return 0;
  return ondes_rate_valid (rate) ? rate : NAN;
}

/* What is chosen. */

static const OndesReadOptions *
get_chosen (OndesReadDialog *self)
{
  return self->trial != NULL ? ondes_read_trial_get_options (self->trial) : &self->options;
}

static void
set_chosen (OndesReadDialog        *self,
            const OndesReadOptions *options)
{
  OndesReadOptions own;

  if (self->trial != NULL)
    {
      ondes_read_trial_set_options (self->trial, options);
      return;
    }
  ondes_read_options_copy (&own, options);
  ondes_read_options_clear (&self->options);
  self->options = own;
}

/* Fills @options with what is chosen; strings are borrowed, that of the unit from @unit. */
static void
get_options (OndesReadDialog  *self,
             OndesReadOptions *options,
             char            **unit)
{
  *options = *get_chosen (self);
  *unit = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->unit))));
  if (options->raw)
    options->raw_format.rate_hz = get_rate (self);
  else if (get_rate (self) != self->rate_hz)
    options->rate_hz = get_rate (self);
  if (g_strcmp0 (*unit, self->unit_text) != 0)
    options->unit = **unit != 0 ? *unit : NULL;
}

static void
update_apply (OndesReadDialog *self)
{
  const gboolean tried = self->options.raw || self->is_text;

  gtk_widget_set_sensitive (self->apply_button,
                            !isnan (get_rate (self))
                              && (!tried || ondes_read_trial_is_busy (self->trial)
                                  || ondes_read_trial_get_recording (self->trial) != NULL));
}

static void
on_changed (OndesReadDialog *self)
{
  const gboolean wrong = isnan (get_rate (self));
  g_autofree char *unit = NULL;
  OndesReadOptions options;

  if (self->showing)
    return;
  self->applying = FALSE;
  ondes_row_set_wrong (GTK_WIDGET (self->rate), wrong);
  get_options (self, &options, &unit);
  if (!wrong && self->trial != NULL && (self->options.raw || self->is_text))
    {
      set_chosen (self, &options);
      self->rate_hz = get_rate (self);
      g_free (self->unit_text);
      self->unit_text = g_steal_pointer (&unit);
    }
  update_apply (self);
  if (!wrong || self->trial == NULL)
    return;
  gtk_label_set_text (self->facts, _("The sampling rate must be a number above 0"));
  gtk_widget_add_css_class (GTK_WIDGET (self->facts), "error");
}

/* Fills @owner with what holds: as it was chosen or, where nothing was, as it is in the file. */
static void
get_shown (gpointer object,
           gpointer owner)
{
  OndesReadDialog *self = object;
  const OndesTextRecognition *found = self->trial != NULL ? ondes_read_trial_get_recognition (self->trial) : NULL;
  OndesReadOptions *options = owner;

  *options = *get_chosen (self);
  options->time_axis = MIN (options->time_axis, 2);
  if (options->time_unit != NULL || options->raw)
    return;
  if (found != NULL)
    options->time_unit = found->time_unit;
  else if (self->recording != NULL)
    options->time_unit = ondes_recording_get_info (ondes_recording_get_original (self->recording))->time_unit;
}

static void
set_row (gpointer          object,
         gpointer          owner,
         const OndesParam *row)
{
  OndesReadDialog *self = object;
  OndesReadOptions options = *get_chosen (self);

  if (ondes_params_find (ondes_raw_params.rows, row->key) == row)
    ondes_param_copy (row, &options.raw_format, &((const OndesReadOptions *) owner)->raw_format);
  else
    ondes_param_copy (row, &options, owner);
  set_chosen (self, &options);
  on_changed (self);
}

#define MODEL sizeof (OndesReadOptions), get_shown, set_row

static const OndesParamModel model = { &ondes_read_params, MODEL };
static const OndesParamModel raw_model = { &ondes_raw_params, MODEL, G_STRUCT_OFFSET (OndesReadOptions, raw_format) };

static void
choose_and_close (OndesReadDialog *self)
{
  g_autofree char *unit = NULL;
  OndesReadOptions options;

  get_options (self, &options, &unit);
  self->chosen (self->owner, self->path, &options);
  gtk_window_close (GTK_WINDOW (self));
}

/* What the key file is to keep; nothing if a person wants it forgotten. */
typedef struct
{
  char            *path;
  OndesReadOptions options; /* owns its strings */
  guint            channel;
  gboolean         keeps;
} Keeping;

static void
keeping_free (gpointer data)
{
  Keeping *self = data;

  g_free (self->path);
  ondes_read_options_clear (&self->options);
  g_free (self);
}

static void
write_key_file (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  const Keeping *keeping = data;
  GError *error = NULL;

  if (ondes_sidecar_store (keeping->path, keeping->keeps ? &keeping->options : NULL, keeping->keeps ? keeping->channel : 0, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* The file is read as chosen though the key file could not be written, which is said first. */
static void
on_kept (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  OndesReadDialog *self = ONDES_READ_DIALOG (source);
  g_autoptr (GError) error = NULL;

  if (self->path == NULL)
    return; /* closed meanwhile */
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self))), "win.say", "s", error->message);
  choose_and_close (self);
}

/* Keeps how the file is read beside it, or forgets it, and reads it so then. */
static void
keep (OndesReadDialog *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, on_kept, NULL);
  g_autofree char *unit = NULL;
  Keeping *keeping = g_new0 (Keeping, 1);
  OndesReadOptions options;

  get_options (self, &options, &unit);
  keeping->path = g_strdup (self->path);
  ondes_read_options_copy (&keeping->options, &options);
  keeping->channel = self->channel;
  keeping->keeps = gtk_switch_get_active (self->remember);
  gtk_widget_set_sensitive (self->apply_button, FALSE);
  g_task_set_task_data (task, keeping, keeping_free);
  g_task_run_in_thread (task, write_key_file);
}

static void
on_apply (OndesReadDialog *self)
{
  if (isnan (get_rate (self)))
    return;
  self->applying = self->trial != NULL && ondes_read_trial_is_busy (self->trial);
  if (self->applying)
    return;
  if (gtk_widget_get_sensitive (GTK_WIDGET (self->remember_row)))
    keep (self);
  else
    choose_and_close (self);
}

static void
on_choose (OndesReadDialog *self)
{
  const OndesReadQuestion question = { .path = self->path, .recording = self->recording, .options = &self->options,
                                       .channel = self->channel, .chosen = self->chosen, .owner = self->owner };

  ondes_dataset_dialog_present (gtk_window_get_transient_for (GTK_WINDOW (self)), &question);
  gtk_window_close (GTK_WINDOW (self));
}

/* What holds. */

/* Shows @text in an entry that is not being typed in; FALSE if it is. */
static gboolean
show_entry (AdwEntryRow *row,
            const char  *text)
{
  if ((gtk_widget_get_state_flags (GTK_WIDGET (row)) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0)
    return FALSE;
  ondes_entry_row_show (row, text);
  return TRUE;
}

static void
show_rate (OndesReadDialog *self,
           double           rate_hz)
{
  g_autofree char *text = print_rate (rate_hz);

  if (!show_entry (self->rate, text))
    return;
  g_free (self->rate_text);
  self->rate_text = g_steal_pointer (&text);
  self->rate_exact = rate_hz;
}

/* Shows the rate and the unit that hold, and the rows. */
static void
show_values (OndesReadDialog *self,
             double           rate_hz,
             const char      *unit)
{
  self->showing = TRUE;
  self->rate_hz = rate_hz;
  g_free (self->unit_text);
  self->unit_text = g_strstrip (g_strdup (unit != NULL ? unit : ""));
  show_rate (self, rate_hz);
  show_entry (self->unit, self->unit_text);
  self->showing = FALSE;
  ondes_param_rows_show (self->rows);
  ondes_param_rows_show (self->raw_rows);
}

/* Shows the values of the options and, of a file that is open, those read from it. */
static void
show_in_force (OndesReadDialog *self)
{
  const OndesReadOptions *options = &self->options;
  const OndesRecordingInfo *info
    = self->recording != NULL ? ondes_recording_get_info (ondes_recording_get_original (self->recording)) : NULL;

  if (options->raw)
    show_values (self, options->raw_format.rate_hz, options->unit);
  else if (info != NULL)
    show_values (self, info->rate_known ? info->rate_hz : 0, info->unit);
  else
    show_values (self, options->rate_hz, options->unit);
}

/* Returns the facts of a recording, parted by dots. Transfer full. */
static char *
describe (OndesReadDialog          *self,
          const OndesRecordingInfo *info)
{
  g_autofree char *length = ondes_words_duration ((double) info->frames / info->rate_hz, info->time_unit);
  g_autofree char *frames = ondes_words_count (info->frames), *rate = ondes_words_rate (info->rate_hz, info->time_unit);
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->is_text)
    {
      /* Translators: how many channels a recording has. */
      g_string_append_printf (text, ngettext ("%u channel", "%u channels", info->channels), info->channels);
      g_string_append_printf (text, " · %s · ", info->rate_known ? rate : _("rate not known, taken as 1"));
    }
  /* Translators: how many samples a channel has, and how long that is. */
  g_string_append_printf (text, ngettext ("%s sample per channel, %s", "%s samples per channel, %s", info->frames), frames,
                          length);
  if (info->has_date)
    {
      g_autofree char *start = ondes_words_start (info);

      g_string_append_printf (text, " · %s", start);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
show_facts (OndesReadDialog *self)
{
  OndesRecording *recording = ondes_read_trial_get_recording (self->trial);
  const char *problem = ondes_read_trial_get_problem (self->trial);
  const gboolean busy = ondes_read_trial_is_busy (self->trial);
  g_autofree char *text = recording != NULL ? describe (self, ondes_recording_get_info (recording)) : NULL;

  ondes_widget_set_class (self->preview, "stale", busy && recording != NULL);
  ondes_widget_set_class (self->facts, "error", problem != NULL && !busy);
  if (problem != NULL && !busy)
    {
      g_free (text);
      text = ondes_words_shorten (problem, self->path);
    }
  gtk_label_set_text (self->facts, text != NULL ? text : busy ? _("Reading…") : "");
  gtk_widget_queue_draw (self->preview);
}

/* Shows the notes of the recording, or of its first rows while the rest is read. */
static void
show_notes (OndesReadDialog            *self,
            const OndesTextRecognition *found)
{
  OndesRecording *recording = ondes_read_trial_is_busy (self->trial) ? NULL : ondes_read_trial_get_recording (self->trial);
  g_autofree char *text = NULL, *shown = NULL;

  if (recording != NULL && ondes_recording_get_info (recording)->notes != NULL)
    text = g_strjoinv ("\n", (char **) ondes_recording_get_info (recording)->notes);
  else
    {
      g_autoptr (GPtrArray) lines = g_ptr_array_copy (found->notes, NULL, NULL);

      g_ptr_array_set_free_func (lines, NULL);
      g_ptr_array_add (lines, NULL);
      text = g_strjoinv ("\n", (char **) lines->pdata);
    }
  shown = ondes_words_shorten (text, self->path);
  gtk_label_set_text (self->notes, shown);
  gtk_widget_set_visible (GTK_WIDGET (self->notes), *text != '\0');
}

static void
begin_text (OndesReadDialog *self)
{
  const gboolean can_remember = ondes_read_trial_can_remember (self->trial);

  self->is_text = TRUE;
  gtk_window_set_title (GTK_WINDOW (self), _("Open as Text"));
  adw_window_title_set_title (self->title, _("Open as Text"));
  gtk_window_set_default_size (GTK_WINDOW (self), 680, 800);
  gtk_widget_set_visible (self->upper, TRUE);
  gtk_widget_set_visible (self->columns, FALSE);
  gtk_widget_set_visible (self->timing, TRUE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->remember_row), can_remember);
  gtk_switch_set_active (self->remember, can_remember);
  if (!can_remember)
    ondes_widget_set_text (self->remember_row, "subtitle", _("The folder cannot be written to"));
}

static void
show_text (OndesReadDialog            *self,
           const OndesTextRecognition *found)
{
  if (!self->is_text)
    begin_text (self);
  show_values (self, found->rate_hz, found->unit);
  gtk_label_set_text (self->rate_origin, ondes_text_origin_words (found->rate_origin));
  gtk_label_set_text (self->unit_origin, ondes_text_origin_words (found->unit_origin));
  ondes_widget_set_text (ondes_param_rows_get (self->rows, "time-unit"), "subtitle",
                         ondes_text_origin_words (found->time_unit_origin));
  self->looks = ondes_read_trial_get_looks (self->trial);
}

static void
on_trial (OndesReadDialog *self)
{
  const OndesTextRecognition *found = ondes_read_trial_get_recognition (self->trial);

  if (found != NULL && self->looks != ondes_read_trial_get_looks (self->trial))
    show_text (self, found);
  if (found != NULL)
    show_notes (self, found);
  if (self->is_text || self->options.raw)
    show_facts (self);
  update_apply (self);
  if (self->applying && !ondes_read_trial_is_busy (self->trial))
    {
      self->applying = FALSE;
      if (gtk_widget_get_sensitive (self->apply_button))
        on_apply (self);
      return;
    }
  /* It is known now whether the file is text, which decides the size. */
  if (!self->presented && (found != NULL || !ondes_read_trial_is_busy (self->trial)))
    {
      self->presented = TRUE;
      gtk_window_present (GTK_WINDOW (self));
    }
}

static void
draw_preview (GtkDrawingArea *area,
              cairo_t *cr,
              int width,
              int height,
              gpointer user_data)
{
  OndesReadDialog *self = ONDES_READ_DIALOG (user_data);
  OndesTheme theme = ondes_chart_theme (GTK_WIDGET (area));
  OndesOverview *overview = self->trial != NULL ? ondes_read_trial_get_overview (self->trial) : NULL;
  g_autofree OndesExtent *extents = NULL;
  double lo = G_MAXDOUBLE, hi = -G_MAXDOUBLE;

  cairo_set_source_rgba (cr, theme.background.r, theme.background.g, theme.background.b, theme.background.a);
  cairo_paint (cr);
  if (overview == NULL || width <= 0)
    return;
  extents = g_new (OndesExtent, width);
  ondes_overview_get (overview, 0, (double) ondes_recording_get_info (ondes_read_trial_get_recording (self->trial))->frames,
                      (guint) width, extents);
  for (int i = 0; i < width; i++)
    if (extents[i].min <= extents[i].max)
      {
        lo = MIN (lo, extents[i].min);
        hi = MAX (hi, extents[i].max);
      }
  if (lo > hi)
    return;
  if (lo == hi)
    {
      lo -= 1;
      hi += 1;
    }
  ondes_draw_waveform (&(OndesPlot) { .area = { 0, 0, width, height }, .lo = lo, .hi = hi, .cr = cr, .theme = &theme }, extents,
                       (guint) width);
}

static void
ondes_read_dialog_dispose (GObject *object)
{
  OndesReadDialog *self = ONDES_READ_DIALOG (object);

  if (self->trial != NULL)
    g_signal_handlers_disconnect_by_data (self->trial, self);
  g_clear_object (&self->trial);
  g_clear_object (&self->owner);
  g_clear_pointer (&self->recording, ondes_recording_unref);
  ondes_read_options_clear (&self->options);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->unit_text, g_free);
  g_clear_pointer (&self->rate_text, g_free);
  G_OBJECT_CLASS (ondes_read_dialog_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesReadDialog, name)

static void
ondes_read_dialog_class_init (OndesReadDialogClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (title), CHILD (apply_button), CHILD (upper), CHILD (preview), CHILD (facts), CHILD (settings), CHILD (notes),
    CHILD (raw), CHILD (values), CHILD (columns), CHILD (timing), CHILD (datasets), CHILD (dataset), CHILD (choose),
    CHILD (remember_row), CHILD (remember), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_apply), ONDES_CALLBACK (on_choose), { NULL } };

  G_OBJECT_CLASS (klass)->dispose = ondes_read_dialog_dispose;
  ondes_template_install_dialog (GTK_WIDGET_CLASS (klass), "ondes-read-dialog.ui", children, callbacks);
}

/* Adds an entry; @origin is the label for where its value comes from. */
static AdwEntryRow *
add_entry (OndesReadDialog *self,
           const char      *name,
           const char      *title,
           GtkLabel       **origin)
{
  GtkWidget *row = adw_entry_row_new (), *label = gtk_label_new (NULL);

  gtk_widget_set_name (row, name);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_add_css_class (label, "dim-label");
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), label);
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (row), TRUE);
  g_signal_connect_object (row, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->values), row);
  *origin = GTK_LABEL (label);
  return ADW_ENTRY_ROW (row);
}

static OndesParamRows *
make_rows (OndesReadDialog       *self,
           const char            *name,
           const OndesParamModel *of)
{
  return ondes_widget_own (self, name, ondes_param_rows_new (of, self), (GDestroyNotify) ondes_param_rows_free);
}

static void
ondes_read_dialog_init (OndesReadDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = make_rows (self, "rows", &model);
  self->raw_rows = make_rows (self, "raw-rows", &raw_model);
  ondes_param_rows_add (self->raw_rows, "raw", ADW_PREFERENCES_GROUP (self->raw));
  self->rate = add_entry (self, "rate", _("Sampling rate (samples per time unit)"), &self->rate_origin);
  ondes_param_rows_add (self->rows, "time-unit", ADW_PREFERENCES_GROUP (self->values));
  ondes_param_rows_add (self->rows, "time-axis", ADW_PREFERENCES_GROUP (self->values));
  self->unit = add_entry (self, "unit", _("Unit of the values"), &self->unit_origin);
  ondes_param_rows_add (self->rows, "signals", ADW_PREFERENCES_GROUP (self->columns));
  ondes_param_rows_add (self->rows, "timing", ADW_PREFERENCES_GROUP (self->timing));
  ondes_widget_set_text (ondes_param_rows_get (self->rows, "resample"), "subtitle",
                         _("Interpolates the samples at even times"));
  ondes_accessible_name_buttons (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->preview), draw_preview, self, NULL);
}

/* Begins to read a file that is raw, or text, or may be. */
static void
begin_trial (OndesReadDialog *self)
{
  self->trial = ondes_read_trial_new (self->path, &self->options);
  g_signal_connect_swapped (self->trial, "changed", G_CALLBACK (on_trial), self);
  if (self->options.raw)
    {
      gtk_window_set_title (GTK_WINDOW (self), _("Open as Raw"));
      adw_window_title_set_title (self->title, _("Open as Raw"));
      self->presented = TRUE;
      gtk_widget_set_visible (self->upper, TRUE);
      gtk_widget_set_visible (self->raw, TRUE);
      gtk_window_present (GTK_WINDOW (self));
      return;
    }
  /* The waveform above stays in view, which the rows would push all else out of where text is large. */
  gtk_box_prepend (GTK_BOX (self->settings), ondes_preview_table_new (self->trial));
  gtk_box_insert_child_after (GTK_BOX (self->settings), ondes_text_rows_new (self->trial), self->raw);
}

static void
take_question (OndesReadDialog         *self,
               const OndesReadQuestion *question)
{
  self->path = g_strdup (question->path);
  self->recording = question->recording != NULL ? ondes_recording_ref (question->recording) : NULL;
  ondes_read_options_copy (&self->options, question->options);
  if (question->raw && !self->options.raw)
    {
      self->options.raw = TRUE;
      self->options.raw_format = *(const OndesRawFormat *) ondes_raw_params.defaults;
    }
  self->channel = question->channel;
  self->chosen = question->chosen;
  self->owner = g_object_ref (question->owner);
}

void
ondes_read_dialog_present (GtkWindow *parent,
                           const OndesReadQuestion *question)
{
  OndesReadDialog *self = g_object_new (ONDES_TYPE_READ_DIALOG, "transient-for", parent, NULL);
  g_autofree char *name = g_filename_display_basename (question->path), *key_file = NULL;
  const OndesRecordingInfo *info = question->recording != NULL ? ondes_recording_get_info (question->recording) : NULL;

  ondes_help_set_page (GTK_WINDOW (self), "formats.md");
  take_question (self, question);
  adw_window_title_set_subtitle (self->title, name);
  key_file = g_strconcat (name, ".ondes", NULL);
  ondes_widget_set_text (self->remember_row, "subtitle", key_file);
  if (info == NULL || !info->takes_time_axis)
    ondes_param_rows_leave_out (self->rows, "time-axis");
  show_in_force (self);
  /* Signals of several rates are in EDF and miniSEED. */
  gtk_widget_set_visible (self->columns, info != NULL && info->takes_column && !info->has_columns);
  /* An archive tells which of its data sets is open. */
  gtk_widget_set_visible (self->datasets, info != NULL && info->dataset != NULL);
  if (gtk_widget_get_visible (self->datasets))
    ondes_widget_set_text (self->dataset, "subtitle", info->dataset);
  if (self->options.raw || info == NULL || info->has_columns)
    begin_trial (self);
  else
    gtk_window_present (GTK_WINDOW (self));
  update_apply (self);
}
