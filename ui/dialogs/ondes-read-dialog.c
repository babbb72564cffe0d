/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "shell/ondes-accessible.h"
#include "ondes-read-dialog.h"
#include "rows/ondes-slider-row.h"
#include "base/number.h"
#include "shell/ondes-template.h"

struct _OndesReadDialog
{
  AdwWindow       parent_instance;

  OndesSession   *session;
  char           *path;
  double          rate_hz;        /* the rate in effect when the dialog opened; 0 if unknown */
  guint           time_unit_item; /* the list item in effect when the dialog opened */
  char           *unit_text;      /* the text in effect when the dialog opened */

  AdwWindowTitle *title;
  GtkWidget      *apply_button, *columns;
  AdwEntryRow    *rate, *unit;
  AdwComboRow    *time_unit;
  GtkSpinButton  *column, *time_column;
  GtkSwitch      *resample;
};

G_DEFINE_FINAL_TYPE (OndesReadDialog, ondes_read_dialog, ADW_TYPE_WINDOW)

/* Time units, in the order of the dialog's list, after its first item, "From the file". */
static const char *const time_units[] = { "s", "ms", "min", "h", "d", "a" };

/* Returns the rate entered, 0 if the entry is empty, NaN if it is invalid. */
static double
get_rate (OndesReadDialog *self)
{
  g_autofree char *text = ondes_number_to_point (gtk_editable_get_text (GTK_EDITABLE (self->rate)));
  double rate = ondes_number_read (gtk_editable_get_text (GTK_EDITABLE (self->rate)));

  if (*text == 0)
    return 0;
  return isfinite (rate) && rate > 0 ? rate : NAN;
}

/* Returns the options with which the file was opened, if it is open, so that those not shown in the dialog are kept. */
static OndesReadOptions
read_options (OndesReadDialog *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  if (recording != NULL && g_strcmp0 (ondes_recording_get_info (recording)->path, self->path) == 0)
    return *ondes_session_get_read_options (self->session);
  return (OndesReadOptions) { 0 };
}

static void
on_changed (OndesReadDialog *self)
{
  gboolean wrong = isnan (get_rate (self));

  ondes_row_set_wrong (GTK_WIDGET (self->rate), wrong);
  gtk_widget_set_sensitive (self->apply_button, !wrong);
}

static void
on_apply (OndesReadDialog *self)
{
  OndesReadOptions options = read_options (self);
  g_autofree char *unit = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->unit))));
  guint selected = adw_combo_row_get_selected (self->time_unit);

  if (isnan (get_rate (self)))
    return;
  /* An unchanged value stays as the file has it, or as it was requested before. */
  if (get_rate (self) != self->rate_hz)
    options.rate_hz = get_rate (self);
  if (selected != self->time_unit_item)
    options.time_unit = selected >= 1 && selected <= G_N_ELEMENTS (time_units) ? time_units[selected - 1] : NULL;
  if (g_strcmp0 (unit, self->unit_text) != 0)
    options.unit = *unit != 0 ? unit : NULL;
  options.column = (guint) gtk_spin_button_get_value_as_int (self->column);
  options.time_column = (guint) gtk_spin_button_get_value_as_int (self->time_column);
  options.resample = gtk_switch_get_active (self->resample);
  ondes_session_open (self->session, self->path, &options);
  gtk_window_close (GTK_WINDOW (self));
}

static void
ondes_read_dialog_dispose (GObject *object)
{
  OndesReadDialog *self = ONDES_READ_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->unit_text, g_free);
  G_OBJECT_CLASS (ondes_read_dialog_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesReadDialog, name)

static void
ondes_read_dialog_class_init (OndesReadDialogClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (title), CHILD (apply_button), CHILD (columns), CHILD (rate), CHILD (unit), CHILD (time_unit), CHILD (column),
    CHILD (time_column), CHILD (resample), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_changed), ONDES_CALLBACK (on_apply), { NULL } };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ondes_read_dialog_dispose;
  ondes_template_install (widget_class, "ondes-read-dialog.ui", children, callbacks);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ondes_read_dialog_init (OndesReadDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ondes_accessible_name_buttons (GTK_WIDGET (self));
}

/* Shows the values in effect: those of @options and, for the open file, those read from it. */
static void
show_in_force (OndesReadDialog *self,
               const OndesReadOptions *options)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const OndesRecordingInfo *info
    = recording != NULL ? ondes_recording_get_info (ondes_recording_get_original (recording)) : NULL;
  const char *time_unit = options->time_unit;
  char number[ONDES_NUMBER_SIZE];

  self->rate_hz = options->rate_hz;
  self->unit_text = g_strdup (options->unit != NULL ? options->unit : "");
  if (info != NULL && g_strcmp0 (info->path, self->path) == 0)
    {
      self->rate_hz = info->rate_known ? info->rate_hz : 0;
      time_unit = info->time_unit;
      g_free (self->unit_text);
      self->unit_text = g_strstrip (g_strdup (info->unit));
    }
  if (self->rate_hz > 0)
    {
      g_autofree char *rate = ondes_number_to_locale (ondes_number_print (number, self->rate_hz));

      gtk_editable_set_text (GTK_EDITABLE (self->rate), rate);
    }
  gtk_editable_set_text (GTK_EDITABLE (self->unit), self->unit_text);
  for (guint i = 0; i < G_N_ELEMENTS (time_units); i++)
    if (g_strcmp0 (time_unit, time_units[i]) == 0)
      self->time_unit_item = i + 1;
  adw_combo_row_set_selected (self->time_unit, self->time_unit_item);
}

void
ondes_read_dialog_present (GtkWindow *parent,
                           OndesSession *session,
                           const char *path)
{
  OndesRecording *recording = ondes_session_get_recording (session);
  g_autofree char *name = NULL;
  OndesReadOptions options;
  OndesReadDialog *self;

  if (path == NULL && recording == NULL)
    return;
  self = g_object_new (ONDES_TYPE_READ_DIALOG, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  self->path = g_strdup (path != NULL ? path : ondes_recording_get_info (recording)->path);
  options = read_options (self);
  name = g_filename_display_basename (self->path);
  adw_window_title_set_subtitle (self->title, name);
  show_in_force (self, &options);
  gtk_spin_button_set_value (self->column, options.column);
  gtk_spin_button_set_value (self->time_column, options.time_column);
  gtk_switch_set_active (self->resample, options.resample);
  /* Only text has columns. */
  gtk_widget_set_visible (self->columns, path != NULL || ondes_recording_get_info (recording)->has_columns);
  on_changed (self);
  gtk_window_present (GTK_WINDOW (self));
}
