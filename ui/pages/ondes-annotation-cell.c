/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "ondes-annotation-cell.h"
#include "session/words-annotations.h"

#define NUMBER_CHARS 11 /* of numbers, so that columns do not change their width while the list scrolls */
#define TEXT_CHARS   10

struct _OndesAnnotationCell
{
  AdwBin                 parent_instance;

  OndesAnnotationsModel *model;
  OndesAnnotationColumn  column;
  OndesSortedItem       *row;
  gulong                 handler;
  GtkWidget             *label, *entry; /* @entry: NULL unless it is edited */
};

static guint next_signal;

G_DEFINE_FINAL_TYPE (OndesAnnotationCell, ondes_annotation_cell, ADW_TYPE_BIN)

static OndesSession *
session_of (OndesAnnotationCell *self)
{
  return ondes_analysis_get_session (ONDES_ANALYSIS (self->model));
}

static void
show (OndesAnnotationCell *self)
{
  const OndesAnnotation *annotation = self->row != NULL ? ondes_annotation_row_get (self->row) : NULL;
  g_autofree char *text = NULL;

  if (annotation != NULL && ondes_session_get_recording (session_of (self)) != NULL)
    text = ondes_words_annotation (session_of (self), annotation, self->column);
  gtk_label_set_text (GTK_LABEL (self->label), text != NULL ? text : "");
}

/* Puts the label back in the place of the entry. */
static void
stop (OndesAnnotationCell *self)
{
  GtkWidget *entry = g_steal_pointer (&self->entry);

  if (entry == NULL)
    return;
  g_signal_handlers_disconnect_by_data (entry, self);
  adw_bin_set_child (ADW_BIN (self), self->label);
}

/* Takes what was typed; FALSE, with the sentence on what is wrong, if it is no value. */
static gboolean
take (OndesAnnotationCell *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  OndesAnnotation *annotation = ondes_annotation_row_get (self->row);
  g_autofree char *problem = NULL;
  g_autoptr (OndesAnnotation) fresh = ondes_words_annotation_read (session_of (self), annotation, self->column, text, &problem);

  if (fresh == NULL)
    {
      gtk_widget_add_css_class (self->entry, "error");
      ondes_analysis_say (ONDES_ANALYSIS (self->model), TRUE, problem);
      return FALSE;
    }
  ondes_annotations_model_begin_step (self->model);
  ondes_annotations_model_change (self->model, annotation, fresh);
  return TRUE;
}

/* Gives the focus back to the row, so that its keys go on. */
static void
leave (OndesAnnotationCell *self)
{
  GtkWidget *row = gtk_widget_get_parent (GTK_WIDGET (self));

  stop (self);
  while (row != NULL && !gtk_widget_get_focusable (row))
    row = gtk_widget_get_parent (row);
  if (row != NULL)
    gtk_widget_grab_focus (row);
}

static void
on_activate (OndesAnnotationCell *self)
{
  if (take (self))
    leave (self);
}

static gboolean
on_key (OndesAnnotationCell *self,
        guint key)
{
  const int by = key == GDK_KEY_Tab ? 1 : key == GDK_KEY_ISO_Left_Tab ? -1 : 0;

  if (key == GDK_KEY_Escape)
    {
      leave (self);
      return GDK_EVENT_STOP;
    }
  if (by == 0)
    return GDK_EVENT_PROPAGATE;
  if (take (self))
    {
      leave (self);
      g_signal_emit (self, next_signal, 0, by);
    }
  return GDK_EVENT_STOP;
}

/* What is typed stays typed, unless it is no value. */
static void
on_focus_left (OndesAnnotationCell *self)
{
  if (self->entry == NULL)
    return;
  if (self->row != NULL)
    take (self);
  stop (self);
}

void
ondes_annotation_cell_edit (OndesAnnotationCell *self)
{
  GtkEventController *keys = gtk_event_controller_key_new (), *focus = gtk_event_controller_focus_new ();
  g_autofree char *title = ondes_words_annotation_title (session_of (self), self->column);

  g_return_if_fail (ONDES_IS_ANNOTATION_CELL (self));
  if (self->entry != NULL || self->row == NULL)
    return;
  self->entry = gtk_entry_new ();
  gtk_editable_set_text (GTK_EDITABLE (self->entry), gtk_label_get_text (GTK_LABEL (self->label)));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 1);
  gtk_editable_set_alignment (GTK_EDITABLE (self->entry), gtk_label_get_xalign (GTK_LABEL (self->label)));
  gtk_entry_set_has_frame (GTK_ENTRY (self->entry), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_activate), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_focus_left), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, focus);
  adw_bin_set_child (ADW_BIN (self), self->entry);
  gtk_widget_grab_focus (self->entry);
}

static void
on_pressed (OndesAnnotationCell *self,
            int n_press,
            double x,
            double y,
            GtkGesture *click)
{
  if (n_press != 2)
    return;
  gtk_gesture_set_state (click, GTK_EVENT_SEQUENCE_CLAIMED);
  ondes_annotation_cell_edit (self);
}

void
ondes_annotation_cell_set_row (OndesAnnotationCell *self,
                               OndesSortedItem *row)
{
  g_return_if_fail (ONDES_IS_ANNOTATION_CELL (self));
  stop (self);
  if (self->row != NULL)
    g_clear_signal_handler (&self->handler, self->row);
  g_set_object (&self->row, row);
  if (row != NULL)
    self->handler = g_signal_connect_swapped (row, "changed", G_CALLBACK (show), self);
  show (self);
}

OndesSortedItem *
ondes_annotation_cell_get_row (OndesAnnotationCell *self)
{
  return self->row;
}

OndesAnnotationColumn
ondes_annotation_cell_get_column (OndesAnnotationCell *self)
{
  return self->column;
}

static void
ondes_annotation_cell_dispose (GObject *object)
{
  OndesAnnotationCell *self = ONDES_ANNOTATION_CELL (object);

  if (self->row != NULL)
    g_clear_signal_handler (&self->handler, self->row);
  g_clear_object (&self->row);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (ondes_annotation_cell_parent_class)->dispose (object);
  g_clear_object (&self->label);
}

static void
ondes_annotation_cell_class_init (OndesAnnotationCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_annotation_cell_dispose;
  next_signal = g_signal_new ("next", ONDES_TYPE_ANNOTATION_CELL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                              G_TYPE_INT);
}

static void
ondes_annotation_cell_init (OndesAnnotationCell *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->label = g_object_ref_sink (gtk_label_new (NULL));
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  adw_bin_set_child (ADW_BIN (self), self->label);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
ondes_annotation_cell_new (OndesAnnotationsModel *model,
                           OndesAnnotationColumn column)
{
  OndesAnnotationCell *self = g_object_new (ONDES_TYPE_ANNOTATION_CELL, NULL);
  const gboolean is_number = column < ONDES_ANNOTATION_LABEL;

  self->model = g_object_ref (model);
  self->column = column;
  gtk_label_set_xalign (GTK_LABEL (self->label), is_number ? 1 : 0);
  gtk_label_set_width_chars (GTK_LABEL (self->label), is_number ? NUMBER_CHARS : TEXT_CHARS);
  if (is_number)
    gtk_widget_add_css_class (self->label, "numeric");
  return GTK_WIDGET (self);
}
