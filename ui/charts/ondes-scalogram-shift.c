/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-scalogram-shift.h"

/* A drag with Ctrl. */
typedef struct
{
  OndesScalogramView *view;    /* owns this */
  gboolean            movable; /* FALSE where there is nothing to move */
  gboolean            moving;  /* the drag has left its place */
  double              moved;   /* pixels that were told of */
} Shift;

static const char data_key[] = "ondes-scalogram-shift";
static guint moved_signal;

static void
on_drag_begin (Shift          *self,
               double          x,
               double          y,
               GtkGestureDrag *drag)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));
  graphene_rect_t plot;

  self->moving = FALSE;
  self->moved = 0;
  ondes_chart_get_plot (ONDES_CHART (self->view), &plot);
  if (!self->movable || (state & gtk_accelerator_get_default_mod_mask ()) != GDK_CONTROL_MASK
      || !graphene_rect_contains_point (&plot, &GRAPHENE_POINT_INIT ((float) x, (float) y)))
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
}

static void
on_drag_update (Shift          *self,
                double          dx,
                double          dy,
                GtkGestureDrag *drag)
{
  /* Until then it may become a click, which chooses annotations. */
  if (!self->moving && !gtk_drag_check_threshold (GTK_WIDGET (self->view), 0, 0, (int) dx, (int) dy))
    return;
  if (!self->moving)
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  self->moving = TRUE;
  if (dx != self->moved)
    g_signal_emit (self->view, moved_signal, 0, ondes_scalogram_shift_samples (self->view, dx - self->moved));
  self->moved = dx;
}

double
ondes_scalogram_shift_samples (OndesScalogramView *view,
                               double              pixels)
{
  graphene_rect_t plot;
  double count;

  ondes_chart_get_plot (ONDES_CHART (view), &plot);
  ondes_timeline_get_view (ondes_time_chart_get_timeline (ONDES_TIME_CHART (view)), NULL, &count);
  return plot.size.width > 0 ? pixels * count / plot.size.width : 0;
}

void
ondes_scalogram_shift_install (gpointer klass)
{
  moved_signal = g_signal_new ("second-moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                               G_TYPE_DOUBLE);
}

void
ondes_scalogram_view_set_movable (OndesScalogramView *view,
                                  gboolean            movable)
{
  Shift *self = g_object_get_data (G_OBJECT (view), data_key);
  GtkGesture *drag;

  if (self != NULL)
    {
      self->movable = movable;
      return;
    }
  self = g_new0 (Shift, 1);
  self->view = view;
  self->movable = movable;
  g_object_set_data_full (G_OBJECT (view), data_key, self, g_free);
  drag = gtk_gesture_drag_new ();
  /* Before the chart's own drag, which pans. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (drag));
}
