/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "ondes-handles.h"

/* What the gestures of a chart know; freed with the chart. */
typedef struct
{
  OndesChart              *chart;
  OndesHandles            *state;
  const OndesHandlesClass *klass;
} Handles;

int
ondes_handles_find (OndesChart              *chart,
                    const OndesHandlesClass *klass,
                    double                   x,
                    double                   y)
{
  double nearest = ONDES_HANDLES_REACH;
  int found = -1;

  for (guint i = 0; i < klass->count (chart); i++)
    {
      double at[2] = { x, y };

      if (klass->place (chart, i, &at[0], &at[1]) && hypot (at[0] - x, at[1] - y) <= nearest)
        {
          nearest = hypot (at[0] - x, at[1] - y);
          found = (int) i;
        }
    }
  return found;
}

static void
on_motion (Handles *self,
           double   x,
           double   y)
{
  const gboolean over = self->state->dragged >= 0 || ondes_handles_find (self->chart, self->klass, x, y) >= 0;

  self->state->pointer[0] = x;
  self->state->pointer[1] = y;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->chart), over ? self->klass->cursor : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self->chart));
}

static void
on_leave (Handles *self)
{
  self->state->pointer[0] = self->state->pointer[1] = NAN;
  gtk_widget_queue_draw (GTK_WIDGET (self->chart));
}

static void
on_drag_begin (Handles    *self,
               double      x,
               double      y,
               GtkGesture *drag)
{
  const int found = ondes_handles_find (self->chart, self->klass, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self->chart));
  if (found < 0)
    {
      if (self->klass->miss == NULL)
        return;
      self->klass->miss (self->chart, x, y);
      gtk_gesture_set_state (drag, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (drag, GTK_EVENT_SEQUENCE_CLAIMED);
  self->state->dragged = found;
  self->state->active = (guint) found;
  if (self->klass->begin != NULL)
    self->klass->begin (self->chart, x, y);
  gtk_widget_queue_draw (GTK_WIDGET (self->chart));
}

static void
on_drag_update (Handles        *self,
                double          dx,
                double          dy,
                GtkGestureDrag *drag)
{
  double x, y;

  if (self->state->dragged < 0 || (dx == 0 && dy == 0) || ondes_chart_is_empty (self->chart))
    return;
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  self->state->pointer[0] = x += dx;
  self->state->pointer[1] = y += dy;
  self->klass->move (self->chart, x, y, dx);
}

static void
on_drag_end (Handles *self)
{
  if (self->state->dragged < 0)
    return;
  self->state->dragged = -1;
  if (self->klass->end != NULL)
    self->klass->end (self->chart);
  gtk_widget_queue_draw (GTK_WIDGET (self->chart));
}

GtkGesture *
ondes_handles_attach (OndesChart              *chart,
                      OndesHandles            *handles,
                      const OndesHandlesClass *klass)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  Handles *self = g_new (Handles, 1);

  *self = (Handles) { chart, handles, klass };
  handles->dragged = -1;
  handles->pointer[0] = handles->pointer[1] = NAN;
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), motion);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (drag));
  g_object_set_data_full (G_OBJECT (chart), "ondes-handles", self, g_free);
  return drag;
}
