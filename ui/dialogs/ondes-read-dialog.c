/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "shell/ondes-accessible.h"
#include "ondes-dataset-dialog.h"
#include "ondes-read-dialog.h"
#include "rows/ondes-slider-row.h"
#include "base/number.h"
#include "shell/ondes-template.h"

struct _OndesReadDialog
{
  AdwWindow       parent_instance;

  char            *path;
  OndesRecording  *recording; /* NULL if the file is not open */
  OndesReadOptions options;   /* in effect when the dialog opened; owns its strings */
  OndesReadChosen  chosen;
  GObject         *owner;     /* of it */
  double          rate_hz;        /* the rate in effect when the dialog opened; 0 if unknown */
  guint           time_unit_item; /* the list item in effect when the dialog opened */
  char           *unit_text;      /* the text in effect when the dialog opened */

  AdwWindowTitle *title;
  GtkWidget      *apply_button, *columns, *datasets, *choose;
  AdwActionRow   *dataset;
  AdwEntryRow    *rate, *unit;
  AdwComboRow    *time_unit, *time_axis;
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
  OndesReadOptions options = self->options;
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
  if (gtk_widget_get_visible (GTK_WIDGET (self->time_axis)))
    options.time_axis = adw_combo_row_get_selected (self->time_axis);
  options.column = (guint) gtk_spin_button_get_value_as_int (self->column);
  options.time_column = (guint) gtk_spin_button_get_value_as_int (self->time_column);
  options.resample = gtk_switch_get_active (self->resample);
  self->chosen (self->owner, self->path, &options);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_choose (OndesReadDialog *self)
{
  const OndesReadQuestion question = { self->path, self->recording, &self->options, self->chosen, self->owner };

  ondes_dataset_dialog_present (gtk_window_get_transient_for (GTK_WINDOW (self)), &question);
  gtk_window_close (GTK_WINDOW (self));
}

static void
ondes_read_dialog_dispose (GObject *object)
{
  OndesReadDialog *self = ONDES_READ_DIALOG (object);

  g_clear_object (&self->owner);
  g_clear_pointer (&self->recording, ondes_recording_unref);
  ondes_read_options_clear (&self->options);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->unit_text, g_free);
  G_OBJECT_CLASS (ondes_read_dialog_parent_class)->dispose (object);
}

#define CHILD(name) ONDES_TEMPLATE_CHILD (OndesReadDialog, name)

static void
ondes_read_dialog_class_init (OndesReadDialogClass *klass)
{
  static const OndesTemplateChild children[] = {
    CHILD (title), CHILD (apply_button), CHILD (columns), CHILD (rate), CHILD (unit), CHILD (time_unit), CHILD (time_axis),
    CHILD (column), CHILD (time_column), CHILD (resample), CHILD (datasets), CHILD (dataset), CHILD (choose), { NULL },
  };
  static const OndesTemplateCallback callbacks[] = { ONDES_CALLBACK (on_changed), ONDES_CALLBACK (on_apply),
                                                     ONDES_CALLBACK (on_choose), { NULL } };

  G_OBJECT_CLASS (klass)->dispose = ondes_read_dialog_dispose;
  ondes_template_install_dialog (GTK_WIDGET_CLASS (klass), "ondes-read-dialog.ui", children, callbacks);
}

static void
ondes_read_dialog_init (OndesReadDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ondes_accessible_name_buttons (GTK_WIDGET (self));
}

/* Shows the values in effect: those of the options and, of a file that is open, those read from it. */
static void
show_in_force (OndesReadDialog *self)
{
  const OndesRecordingInfo *info
    = self->recording != NULL ? ondes_recording_get_info (ondes_recording_get_original (self->recording)) : NULL;
  const char *time_unit = self->options.time_unit;
  char number[ONDES_NUMBER_SIZE];

  self->rate_hz = self->options.rate_hz;
  self->unit_text = g_strdup (self->options.unit != NULL ? self->options.unit : "");
  if (info != NULL)
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

/* Only text has columns, and only EDF and miniSEED signals of several rates. @info is NULL of a file that is not open. */
static void
show_columns (OndesReadDialog *self,
              const OndesRecordingInfo *info)
{
  GtkWidget *const of_text[] = { GTK_WIDGET (self->time_column), GTK_WIDGET (self->resample) };
  const gboolean text = info == NULL || info->has_columns;

  gtk_widget_set_visible (self->columns, info == NULL || info->takes_column);
  for (guint i = 0; i < G_N_ELEMENTS (of_text); i++)
    gtk_widget_set_visible (gtk_widget_get_ancestor (of_text[i], ADW_TYPE_ACTION_ROW), text);
  if (text)
    return;
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self->columns), _("Signals"));
  ondes_widget_set_text (self->columns, "description",
                         _("Signals of one rate are read: that of the signal with this number, from 1; 0 chooses "
                           "the rate of the most."));
}

void
ondes_read_dialog_present (GtkWindow *parent,
                           const OndesReadQuestion *question)
{
  OndesReadDialog *self = g_object_new (ONDES_TYPE_READ_DIALOG, "transient-for", parent, NULL);
  g_autofree char *name = g_filename_display_basename (question->path);

  self->path = g_strdup (question->path);
  self->recording = question->recording != NULL ? ondes_recording_ref (question->recording) : NULL;
  ondes_read_options_copy (&self->options, question->options);
  self->chosen = question->chosen;
  self->owner = g_object_ref (question->owner);
  adw_window_title_set_subtitle (self->title, name);
  show_in_force (self);
  gtk_spin_button_set_value (self->column, self->options.column);
  gtk_spin_button_set_value (self->time_column, self->options.time_column);
  gtk_switch_set_active (self->resample, self->options.resample);
  gtk_widget_set_visible (GTK_WIDGET (self->time_axis),
                          self->recording != NULL && ondes_recording_get_info (self->recording)->takes_time_axis);
  adw_combo_row_set_selected (self->time_axis, MIN (self->options.time_axis, 2));
  show_columns (self, self->recording != NULL ? ondes_recording_get_info (self->recording) : NULL);
  /* An archive tells which of its data sets is open. */
  gtk_widget_set_visible (self->datasets, self->recording != NULL && ondes_recording_get_info (self->recording)->dataset != NULL);
  if (gtk_widget_get_visible (self->datasets))
    ondes_widget_set_text (self->dataset, "subtitle", ondes_recording_get_info (self->recording)->dataset);
  on_changed (self);
  gtk_window_present (GTK_WINDOW (self));
}
