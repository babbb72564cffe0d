/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "shell/ondes-accessible.h"
#include "charts/ondes-charts.h"
#include "ondes-raw-dialog.h"
#include "rows/ondes-slider-row.h"
#include "session/words.h"
#include "session/words-settings.h"
#include "base/number.h"
#include "shell/ondes-template.h"

struct _OndesRawDialog
{
  AdwWindow       parent_instance;

  char           *path;
  OndesReadChosen chosen;
  GObject        *owner;    /* of it */
  OndesQueue     *queue;    /* opens the file for the preview */
  OndesOverview  *overview; /* of the first channel, for the preview */
  OndesSource    *source;
  guint           serial;

  AdwWindowTitle *title;
  GtkWidget      *open_button, *preview;
  GtkLabel       *facts;
  AdwComboRow    *format, *order;
  GtkSpinButton  *channels;
  AdwEntryRow    *rate;
};

G_DEFINE_FINAL_TYPE (OndesRawDialog, ondes_raw_dialog, ADW_TYPE_WINDOW)

/* Formats, in the order of the dialog's list. */
static const struct
{
  char  kind;
  guint bits;
} formats[] = { { 'u', 8 }, { 's', 8 }, { 's', 16 }, { 's', 24 }, { 's', 32 }, { 'f', 32 }, { 'f', 64 } };

typedef struct
{
  guint            serial;
  char            *path;
  OndesReadOptions options;
  OndesRecording  *recording;
  OndesSource     *source;
} Trial;

static void
trial_free (gpointer data)
{
  Trial *trial = data;

  g_free (trial->path);
  g_clear_pointer (&trial->recording, ondes_recording_unref);
  g_clear_pointer (&trial->source, ondes_source_unref);
  g_free (trial);
}

static gboolean
trial_work (OndesComputer *computer,
            gpointer data,
            const OndesWatch *watch,
            GError **error)
{
  Trial *trial = data;

  trial->recording = ondes_recording_open (trial->path, &trial->options, watch, error);
  if (trial->recording == NULL)
    return FALSE;
  trial->source = ondes_recording_source (trial->recording, 1, error);
  return trial->source != NULL;
}

static gboolean
on_overview (gpointer user_data)
{
  gtk_widget_queue_draw (ONDES_RAW_DIALOG (user_data)->preview);
  return G_SOURCE_REMOVE;
}

static void
drop_preview (OndesRawDialog *self)
{
  g_clear_pointer (&self->overview, ondes_overview_free);
  g_clear_pointer (&self->source, ondes_source_unref);
  gtk_widget_queue_draw (self->preview);
}

static void
on_trial (gpointer data,
          const GError *error,
          gpointer user_data)
{
  OndesRawDialog *self = user_data;
  Trial *trial = data;
  const OndesRecordingInfo *info;
  g_autofree char *length = NULL;
  g_autofree char *frames = NULL;
  g_autofree char *text = NULL;

  if (trial->serial != self->serial)
    return;
  gtk_widget_set_sensitive (self->open_button, error == NULL);
  drop_preview (self);
  if (error != NULL)
    {
      g_autofree char *problem = ondes_words_error (error);

      gtk_label_set_text (self->facts, problem);
      gtk_widget_add_css_class (GTK_WIDGET (self->facts), "error");
      return;
    }
  self->source = g_steal_pointer (&trial->source);
  self->overview = ondes_overview_new (self->source, on_overview, self);
  info = ondes_recording_get_info (trial->recording);
  length = ondes_words_duration ((double) info->frames / info->rate_hz, info->time_unit);
  frames = ondes_words_count (info->frames);
  /* Translators: how many samples a channel has, and how long that is. */
  text = g_strdup_printf (ngettext ("%s sample per channel, %s", "%s samples per channel, %s", info->frames), frames, length);
  gtk_label_set_text (self->facts, text);
  gtk_widget_remove_css_class (GTK_WIDGET (self->facts), "error");
}

static double
get_rate (OndesRawDialog *self)
{
  double rate = ondes_number_read (gtk_editable_get_text (GTK_EDITABLE (self->rate)));

  return isfinite (rate) && rate > 0 ? rate : NAN;
}

static void
get_options (OndesRawDialog *self,
             OndesReadOptions *options)
{
  guint format = MIN (adw_combo_row_get_selected (self->format), G_N_ELEMENTS (formats) - 1);

  *options = (OndesReadOptions) { .raw = TRUE };
  options->raw_format.kind = formats[format].kind;
  options->raw_format.bits = formats[format].bits;
  options->raw_format.big_endian = adw_combo_row_get_selected (self->order) == 1 && formats[format].bits > 8;
  options->raw_format.channels = (guint) gtk_spin_button_get_value_as_int (self->channels);
  options->raw_format.rate_hz = get_rate (self);
}

static void
on_changed (OndesRawDialog *self)
{
  guint format = MIN (adw_combo_row_get_selected (self->format), G_N_ELEMENTS (formats) - 1);
  Trial *trial;

  if (self->queue == NULL)
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->order), formats[format].bits > 8);
  ondes_row_set_wrong (GTK_WIDGET (self->rate), isnan (get_rate (self)));
  self->serial++;
  if (isnan (get_rate (self)))
    {
      gtk_widget_set_sensitive (self->open_button, FALSE);
      gtk_label_set_text (self->facts, _("The sampling rate must be a number above 0"));
      gtk_widget_add_css_class (GTK_WIDGET (self->facts), "error");
      return;
    }
  trial = g_new0 (Trial, 1);
  trial->serial = self->serial;
  trial->path = g_strdup (self->path);
  get_options (self, &trial->options);
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "trial", .work = trial_work, .data = trial, .destroy = trial_free,
                                                  .done = on_trial, .user_data = self });
}

static void
on_open (OndesRawDialog *self)
{
  OndesReadOptions options;

  get_options (self, &options);
  self->chosen (self->owner, self->path, &options);
  gtk_window_close (GTK_WINDOW (self));
}

static void
draw_preview (GtkDrawingArea *area,
              cairo_t *cr,
              int width,
              int height,
              gpointer user_data)
{
  OndesRawDialog *self = ONDES_RAW_DIALOG (user_data);
  OndesTheme theme = ondes_chart_theme (GTK_WIDGET (area));
  g_autofree OndesExtent *extents = NULL;
  double lo = G_MAXDOUBLE, hi = -G_MAXDOUBLE;

  cairo_set_source_rgba (cr, theme.background.r, theme.background.g, theme.background.b, theme.background.a);
  cairo_paint (cr);
  if (self->overview == NULL || width <= 0)
    return;
  extents = g_new (OndesExtent, width);
  ondes_overview_get (self->overview, 0, (double) self->source->n, (guint) width, extents);
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
ondes_raw_dialog_dispose (GObject *object)
{
  OndesRawDialog *self = ONDES_RAW_DIALOG (object);

  g_clear_pointer (&self->queue, ondes_queue_free);
  g_clear_pointer (&self->overview, ondes_overview_free);
  g_clear_pointer (&self->source, ondes_source_unref);
  g_clear_object (&self->owner);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (ondes_raw_dialog_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesRawDialog, name)

static void
ondes_raw_dialog_class_init (OndesRawDialogClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (title), CHILD (open_button), CHILD (preview), CHILD (facts), CHILD (format), CHILD (order), CHILD (channels),
    CHILD (rate), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_changed), ONDES_CALLBACK (on_open), { NULL } };

  G_OBJECT_CLASS (klass)->dispose = ondes_raw_dialog_dispose;
  ondes_template_install_dialog (GTK_WIDGET_CLASS (klass), "ondes-raw-dialog.ui", children, callbacks);
}

static void
ondes_raw_dialog_init (OndesRawDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ondes_accessible_name_buttons (GTK_WIDGET (self));
  adw_combo_row_set_selected (self->format, 2);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->preview), draw_preview, self, NULL);
}

/* Shows a format that is in effect. */
static void
show_format (OndesRawDialog *self,
             const OndesRawFormat *raw)
{
  char number[ONDES_NUMBER_SIZE];
  g_autofree char *rate = ondes_number_to_locale (ondes_number_print (number, raw->rate_hz));

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].kind == raw->kind && formats[i].bits == raw->bits)
      adw_combo_row_set_selected (self->format, i);
  adw_combo_row_set_selected (self->order, raw->big_endian ? 1 : 0);
  gtk_spin_button_set_value (self->channels, raw->channels);
  gtk_editable_set_text (GTK_EDITABLE (self->rate), rate);
}

void
ondes_raw_dialog_present (GtkWindow *parent,
                          const OndesReadQuestion *question)
{
  OndesRawDialog *self = g_object_new (ONDES_TYPE_RAW_DIALOG, "transient-for", parent, NULL);
  g_autofree char *name = g_filename_display_basename (question->path);

  self->path = g_strdup (question->path);
  self->chosen = question->chosen;
  self->owner = g_object_ref (question->owner);
  if (question->options != NULL && question->options->raw)
    show_format (self, &question->options->raw_format);
  self->queue = ondes_queue_new (ondes_computer_new ("cpu", 0, 1));
  adw_window_title_set_subtitle (self->title, name);
  on_changed (self);
  gtk_window_present (GTK_WINDOW (self));
}
