/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "ondes-chart-navigation.h"

#define ZOOM_STEP     1.25 /* zoom factor per wheel notch */
#define ZOOM_KEY      1.5
#define PAN_STEP      0.1  /* fraction of the span in view */
#define SURFACE_NOTCH 40.0 /* touchpad pixels that count as one notch */

typedef struct
{
  OndesChart *chart;
  double      x, y;    /* the pointer's position in the widget; NaN if elsewhere */
  gboolean    pointed; /* the crosshair was set by this chart's pointer */
  gboolean    keyed;   /* the crosshair was set by keys or the menu and stays in place */
  gboolean    held;    /* a menu is open; its events arrive here too */
  gboolean    clicking; /* the press may still become a click */
  /* State at the start of a drag or pinch. */
  OndesChartSpan along, up;
  gboolean    has_up;
  double      centre_x, centre_y;
  gboolean    dragging, taken;          /* the chart has taken the drag */
  GdkModifierType keys;                 /* held when the drag began */
  double      drag_x, drag_y;           /* where a drag that was taken is, within the plot */
} Navigation;

void
ondes_span_move (double *first,
                 double *count,
                 double  total,
                 double  by)
{
  *count = MIN (*count, total);
  *first = CLAMP (*first + by, 0, total - *count);
}

void
ondes_span_zoom (double *first,
                 double *count,
                 double  total,
                 double  min,
                 double  at,
                 double  factor)
{
  double point = *first + at * *count;

  *count = CLAMP (*count / factor, MIN (min, total), total);
  *first = point - at * *count;
  ondes_span_move (first, count, total, 0);
}

/* Sets a span unless it is unchanged, which saves a redraw. */
static void
set_span (OndesChart           *chart,
          GtkOrientation        direction,
          const OndesChartSpan *span)
{
  OndesChartSpan now;

  if (ondes_chart_get_span (chart, direction, &now) && (fabs (now.first - span->first) > now.count * 1e-9
                                                        || fabs (now.count - span->count) > now.count * 1e-9))
    ONDES_CHART_GET_CLASS (chart)->set_span (chart, direction, span->first, span->count);
}

static void
zoom (OndesChart    *chart,
      GtkOrientation direction,
      double         at,
      double         factor)
{
  OndesChartSpan span;

  if (!ondes_chart_get_span (chart, direction, &span))
    return;
  ondes_span_zoom (&span.first, &span.count, span.total, span.min, at, factor);
  set_span (chart, direction, &span);
}

static void
pan (OndesChart    *chart,
     GtkOrientation direction,
     double         fraction)
{
  OndesChartSpan span;

  if (!ondes_chart_get_span (chart, direction, &span))
    return;
  ondes_span_move (&span.first, &span.count, span.total, fraction * span.count);
  set_span (chart, direction, &span);
}

static void
show_all (OndesChart *chart)
{
  for (GtkOrientation direction = GTK_ORIENTATION_HORIZONTAL; direction <= GTK_ORIENTATION_VERTICAL; direction++)
    zoom (chart, direction, 0.5, 0);
}

/* Converts a point of the widget to fractions of the plot (0 … 1) from its left and bottom edges. FALSE if outside. */
static gboolean
point_at (OndesChart *chart,
          double      x,
          double      y,
          double     *along,
          double     *up)
{
  graphene_rect_t plot;

  *along = *up = 0.5;
  ondes_chart_get_plot (chart, &plot);
  if (plot.size.width <= 0 || ondes_chart_is_empty (chart))
    return FALSE;
  *along = (x - plot.origin.x) / plot.size.width;
  *up = 1 - (y - plot.origin.y) / plot.size.height;
  return *along >= 0 && *along <= 1 && *up >= 0 && *up <= 1;
}

/* Moves the crosshair to a point of the plot. */
static void
set_crosshair (OndesChart *chart,
               double      along,
               double      up)
{
  OndesChartSpan across, upwards;
  double x = NAN, y = NAN;

  if (ondes_chart_get_span (chart, GTK_ORIENTATION_HORIZONTAL, &across))
    x = across.first + along * across.count;
  if (ondes_chart_get_span (chart, GTK_ORIENTATION_VERTICAL, &upwards))
    y = upwards.first + up * upwards.count;
  ONDES_CHART_GET_CLASS (chart)->set_crosshair (chart, x, y);
}

static void
clear_crosshair (OndesChart *chart)
{
  ONDES_CHART_GET_CLASS (chart)->set_crosshair (chart, NAN, NAN);
}

/* Reports a click at a point of the widget. */
static void
click_at (OndesChart *chart,
          double      x,
          double      y)
{
  OndesChartSpan across, upwards;
  double along, up;

  if (ONDES_CHART_GET_CLASS (chart)->clicked == NULL || !point_at (chart, x, y, &along, &up)
      || !ondes_chart_get_span (chart, GTK_ORIENTATION_HORIZONTAL, &across))
    return;
  ONDES_CHART_GET_CLASS (chart)->clicked (chart, across.first + along * across.count,
                                          ondes_chart_get_span (chart, GTK_ORIENTATION_VERTICAL, &upwards)
                                            ? upwards.first + up * upwards.count
                                            : NAN);
}

/* Removes the crosshair unless keys or another chart set it. */
static void
unpoint (Navigation *self)
{
  if (self->pointed)
    clear_crosshair (self->chart);
  self->pointed = FALSE;
}

/* Moves the crosshair to the pointer, also when the view has moved under it. */
static void
point (Navigation *self)
{
  double along, up;

  if (isnan (self->x) || self->keyed)
    return;
  if (point_at (self->chart, self->x, self->y, &along, &up))
    {
      self->pointed = TRUE;
      set_crosshair (self->chart, along, up);
    }
  else
    unpoint (self);
}

static void
on_motion (Navigation *self,
           double      x,
           double      y)
{
  OndesChartClass *klass = ONDES_CHART_GET_CLASS (self->chart);
  double along, up;

  /* After a new frame, GTK reports a motion of zero distance for a resting pointer. */
  if (self->held || (x == self->x && y == self->y))
    return;
  self->keyed = FALSE;
  self->x = x;
  self->y = y;
  if (!self->dragging)
    {
      const char *cursor = klass->get_cursor != NULL ? klass->get_cursor (self->chart, x, y) : NULL;

      gtk_widget_set_cursor_from_name (GTK_WIDGET (self->chart), cursor == NULL && point_at (self->chart, x, y, &along, &up)
                                                                   ? "crosshair"
                                                                   : cursor);
    }
  point (self);
}

static void
on_leave (Navigation *self)
{
  self->x = self->y = NAN;
  unpoint (self);
}

static double
fraction_of (OndesChart    *chart,
             GtkOrientation direction,
             double         value)
{
  OndesChartSpan span;
  double at;

  if (!ondes_chart_get_span (chart, direction, &span))
    return 0.5;
  at = (value - span.first) / span.count;
  return at >= 0 && at <= 1 ? at : 0.5;
}

/* Gets the point of the plot that zooming by key keeps in place: the crosshair, or the middle if there is none. */
static void
anchor (OndesChart *chart,
        double     *along,
        double     *up)
{
  double x, y;

  ONDES_CHART_GET_CLASS (chart)->get_crosshair (chart, &x, &y);
  *along = fraction_of (chart, GTK_ORIENTATION_HORIZONTAL, x);
  *up = fraction_of (chart, GTK_ORIENTATION_VERTICAL, y);
}

static gboolean
on_scroll (Navigation               *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *scroll)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  gboolean control = (state & GDK_CONTROL_MASK) != 0, shift = (state & GDK_SHIFT_MASK) != 0;
  double along, up;

  if (self->held || isnan (self->x) || !point_at (self->chart, self->x, self->y, &along, &up))
    return GDK_EVENT_PROPAGATE;
  self->keyed = FALSE;
  if (gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE)
    {
      dx /= SURFACE_NOTCH;
      dy /= SURFACE_NOTCH;
    }
  if (shift && !control)
    {
      dx += dy;
      dy = 0;
    }
  if (dx != 0)
    pan (self->chart, GTK_ORIENTATION_HORIZONTAL, dx * PAN_STEP);
  if (dy != 0 && (!control || shift))
    zoom (self->chart, GTK_ORIENTATION_HORIZONTAL, along, pow (ZOOM_STEP, -dy));
  if (dy != 0 && control)
    zoom (self->chart, GTK_ORIENTATION_VERTICAL, up, pow (ZOOM_STEP, -dy));
  return GDK_EVENT_STOP;
}

static void
remember (Navigation *self)
{
  ondes_chart_get_span (self->chart, GTK_ORIENTATION_HORIZONTAL, &self->along);
  self->has_up = ondes_chart_get_span (self->chart, GTK_ORIENTATION_VERTICAL, &self->up);
}

static void
on_drag_begin (Navigation     *self,
               double          x,
               double          y,
               GtkGestureDrag *drag)
{
  double along, up;

  if (!self->held)
    gtk_widget_grab_focus (GTK_WIDGET (self->chart));
  if (self->held || !point_at (self->chart, x, y, &along, &up))
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->clicking = TRUE;
  self->keys = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));
  remember (self);
}

/* Passes the drag that the chart has taken on to it. */
static void
pass_drag (Navigation     *self,
           double          dx,
           double          dy,
           GtkGestureDrag *drag)
{
  graphene_rect_t plot;
  double x, y;

  if (!gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  ondes_chart_get_plot (self->chart, &plot);
  self->drag_x = CLAMP (x + dx, plot.origin.x, plot.origin.x + plot.size.width);
  self->drag_y = CLAMP (y + dy, plot.origin.y, plot.origin.y + plot.size.height);
  ONDES_CHART_GET_CLASS (self->chart)->drag_to (self->chart, self->drag_x, self->drag_y, FALSE);
}

static gboolean
take_drag (Navigation     *self,
           GtkGestureDrag *drag)
{
  OndesChartClass *klass = ONDES_CHART_GET_CLASS (self->chart);
  double x, y;

  return klass->take_drag != NULL && gtk_gesture_drag_get_start_point (drag, &x, &y)
         && klass->take_drag (self->chart, x, y, self->keys);
}

static void
on_drag_update (Navigation     *self,
                double          dx,
                double          dy,
                GtkGestureDrag *drag)
{
  OndesChartSpan along = self->along, up = self->up;
  graphene_rect_t plot;

  ondes_chart_get_plot (self->chart, &plot);
  if (plot.size.width <= 0)
    return;
  if (!self->dragging)
    {
      if (!gtk_drag_check_threshold (GTK_WIDGET (self->chart), 0, 0, dx, dy))
        return;
      self->dragging = TRUE;
      self->clicking = FALSE;
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
      self->taken = take_drag (self, drag);
      if (!self->taken)
        gtk_widget_set_cursor_from_name (GTK_WIDGET (self->chart), "grabbing");
    }
  if (self->taken)
    {
      pass_drag (self, dx, dy, drag);
      return;
    }
  ondes_span_move (&along.first, &along.count, along.total, -dx / plot.size.width * along.count);
  set_span (self->chart, GTK_ORIENTATION_HORIZONTAL, &along);
  if (!self->has_up)
    return;
  ondes_span_move (&up.first, &up.count, up.total, dy / plot.size.height * up.count);
  set_span (self->chart, GTK_ORIENTATION_VERTICAL, &up);
}

/* What the drag has done stays. It may open a popover, which cancels the gesture. */
static void
end_taken (Navigation *self)
{
  const gboolean taken = self->taken;

  self->taken = FALSE;
  if (taken)
    ONDES_CHART_GET_CLASS (self->chart)->drag_to (self->chart, self->drag_x, self->drag_y, TRUE);
}

/* A press without a drag is a click. */
static void
on_released (Navigation     *self,
             double          dx,
             double          dy,
             GtkGestureDrag *drag)
{
  double x, y;

  end_taken (self);
  if (self->clicking && gtk_gesture_drag_get_start_point (drag, &x, &y))
    click_at (self->chart, x, y);
  self->clicking = FALSE;
}

static void
on_drag_end (Navigation *self)
{
  self->dragging = FALSE;
  if (!isnan (self->x))
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self->chart), "crosshair");
}

static void
on_pinch_begin (Navigation *self,
                gpointer    sequence,
                GtkGesture *pinch)
{
  self->clicking = FALSE;
  remember (self);
  if (!gtk_gesture_get_bounding_box_center (pinch, &self->centre_x, &self->centre_y))
    {
      self->centre_x = self->x;
      self->centre_y = self->y;
    }
  gtk_gesture_set_state (pinch, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_pinch (Navigation *self,
          double      scale,
          GtkGesture *pinch)
{
  OndesChartSpan across = self->along, upwards = self->up;
  double along, up;

  point_at (self->chart, self->centre_x, self->centre_y, &along, &up);
  if (!(scale > 0) || isnan (self->centre_x))
    return;
  ondes_span_zoom (&across.first, &across.count, across.total, across.min, CLAMP (along, 0, 1), scale);
  set_span (self->chart, GTK_ORIENTATION_HORIZONTAL, &across);
  if (!self->has_up)
    return;
  ondes_span_zoom (&upwards.first, &upwards.count, upwards.total, upwards.min, CLAMP (up, 0, 1), scale);
  set_span (self->chart, GTK_ORIENTATION_VERTICAL, &upwards);
}

static void
on_pressed (Navigation *self,
            int         n_press,
            double      x,
            double      y)
{
  double along, up;

  if (!self->held && n_press == 2 && point_at (self->chart, x, y, &along, &up))
    show_all (self->chart);
}

gboolean
ondes_chart_navigation_is_whole (OndesChart *chart)
{
  for (GtkOrientation direction = GTK_ORIENTATION_HORIZONTAL; direction <= GTK_ORIENTATION_VERTICAL; direction++)
    {
      OndesChartSpan span;

      if (ondes_chart_get_span (chart, direction, &span) && span.count < span.total * (1 - 1e-9))
        return FALSE;
    }
  return TRUE;
}

static Navigation *
navigation_of (gpointer chart)
{
  return g_object_get_data (G_OBJECT (chart), "ondes-chart-navigation");
}

void
ondes_chart_navigation_moved (OndesChart *chart)
{
  point (navigation_of (chart));
}

gboolean
ondes_chart_navigation_hold (OndesChart *chart,
                             double      x,
                             double      y)
{
  Navigation *self = navigation_of (chart);
  double along, up;

  if (!point_at (chart, x, y, &along, &up))
    return FALSE;
  self->keyed = TRUE;
  self->pointed = FALSE;
  set_crosshair (chart, along, up);
  return TRUE;
}

void
ondes_chart_navigation_set_held (OndesChart *chart,
                                 gboolean    held)
{
  if (navigation_of (chart) != NULL)
    navigation_of (chart)->held = held;
}

gboolean
ondes_chart_navigation_get_point (OndesChart *chart,
                                  double     *x,
                                  double     *y)
{
  graphene_rect_t plot;
  double along, up;

  ondes_chart_get_plot (chart, &plot);
  if (plot.size.width <= 0 || ondes_chart_is_empty (chart))
    return FALSE;
  anchor (chart, &along, &up);
  *x = plot.origin.x + along * plot.size.width;
  *y = plot.origin.y + (1 - up) * plot.size.height;
  return TRUE;
}

void
ondes_chart_navigation_zoom_axis (OndesChart    *chart,
                                  GtkOrientation direction,
                                  double         factor)
{
  double along, up;

  anchor (chart, &along, &up);
  zoom (chart, direction, direction == GTK_ORIENTATION_HORIZONTAL ? along : up, factor);
}

void
ondes_chart_navigation_zoom (OndesChart *chart,
                             double      factor)
{
  double along, up;

  if (factor == 0)
    {
      show_all (chart);
      return;
    }
  anchor (chart, &along, &up);
  zoom (chart, GTK_ORIENTATION_HORIZONTAL, along, factor);
  zoom (chart, GTK_ORIENTATION_VERTICAL, up, factor);
}

static gboolean
on_zoom_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  double factor;
  gboolean upwards;

  g_variant_get (args, "(db)", &factor, &upwards);
  ondes_chart_navigation_zoom_axis (ONDES_CHART (widget), upwards ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, factor);
  return GDK_EVENT_STOP;
}

static gboolean
on_pan_key (GtkWidget *widget,
            GVariant  *args,
            gpointer   user_data)
{
  double along, up;

  g_variant_get (args, "(dd)", &along, &up);
  pan (ONDES_CHART (widget), GTK_ORIENTATION_HORIZONTAL, along);
  pan (ONDES_CHART (widget), GTK_ORIENTATION_VERTICAL, up);
  return GDK_EVENT_STOP;
}

static gboolean
on_all_key (GtkWidget *widget,
            GVariant  *args,
            gpointer   user_data)
{
  show_all (ONDES_CHART (widget));
  /* Reset the other charts of the page too. */
  gtk_widget_activate_action (widget, "win.whole", NULL);
  return GDK_EVENT_STOP;
}

static gboolean
on_crosshair_key (GtkWidget *widget,
                  GVariant  *args,
                  gpointer   user_data)
{
  OndesChart *chart = ONDES_CHART (widget);
  Navigation *self = navigation_of (chart);
  double dx, dy, along, up, pixel_x, pixel_y;
  graphene_rect_t plot;

  g_variant_get (args, "(dd)", &dx, &dy);
  ondes_chart_get_plot (chart, &plot);
  if (plot.size.width <= 0 || ondes_chart_is_empty (chart))
    return GDK_EVENT_STOP;
  anchor (chart, &along, &up);
  /* Move to the middle of a pixel, so that rounding never cancels a step. */
  pixel_x = CLAMP (floor (along * plot.size.width) + dx, 0, plot.size.width - 1) + 0.5;
  pixel_y = CLAMP (floor (up * plot.size.height) + dy, 0, plot.size.height - 1) + 0.5;
  self->keyed = TRUE;
  self->pointed = FALSE;
  set_crosshair (chart, pixel_x / plot.size.width, pixel_y / plot.size.height);
  return GDK_EVENT_STOP;
}

static gboolean
on_escape_key (GtkWidget *widget,
               GVariant  *args,
               gpointer   user_data)
{
  OndesChart *chart = ONDES_CHART (widget);
  Navigation *self = navigation_of (chart);

  if (self->keyed)
    {
      self->keyed = FALSE;
      clear_crosshair (chart);
      return GDK_EVENT_STOP;
    }
  /* With nothing to leave, Escape is the window's, which cancels the work in progress. */
  return ONDES_CHART_GET_CLASS (chart)->leave != NULL && ONDES_CHART_GET_CLASS (chart)->leave (chart) ? GDK_EVENT_STOP
                                                                                                      : GDK_EVENT_PROPAGATE;
}

static void
add_zoom (GtkWidgetClass *klass,
          const guint    *keys,
          double          factor)
{
  for (; *keys != 0; keys++)
    {
      gtk_widget_class_add_binding (klass, *keys, 0, on_zoom_key, "(db)", factor, FALSE);
      gtk_widget_class_add_binding (klass, *keys, GDK_CONTROL_MASK, on_zoom_key, "(db)", factor, TRUE);
    }
}

void
ondes_chart_navigation_install (GtkWidgetClass *klass)
{
  static const guint in[] = { GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add, 0 };
  static const guint out[] = { GDK_KEY_minus, GDK_KEY_KP_Subtract, 0 };
  static const struct { guint key, pad; double x, y; } arrows[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0 },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0 },
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, 1 },
    { GDK_KEY_Down, GDK_KEY_KP_Down, 0, -1 },
  };
  static const guint all[] = { GDK_KEY_Home, GDK_KEY_KP_Home, GDK_KEY_0, GDK_KEY_KP_0 };

  add_zoom (klass, in, ZOOM_KEY);
  add_zoom (klass, out, 1 / ZOOM_KEY);
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    for (guint pad = 0; pad < 2; pad++)
      {
        guint key = pad ? arrows[i].pad : arrows[i].key;

        gtk_widget_class_add_binding (klass, key, 0, on_pan_key, "(dd)", arrows[i].x * PAN_STEP, arrows[i].y * PAN_STEP);
        gtk_widget_class_add_binding (klass, key, GDK_ALT_MASK, on_crosshair_key, "(dd)", arrows[i].x, arrows[i].y);
        gtk_widget_class_add_binding (klass, key, GDK_ALT_MASK | GDK_SHIFT_MASK, on_crosshair_key, "(dd)",
                                      10 * arrows[i].x, 10 * arrows[i].y);
      }
  gtk_widget_class_add_binding (klass, GDK_KEY_Page_Up, 0, on_pan_key, "(dd)", -0.9, 0.0);
  gtk_widget_class_add_binding (klass, GDK_KEY_Page_Down, 0, on_pan_key, "(dd)", 0.9, 0.0);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_widget_class_add_binding (klass, all[i], 0, on_all_key, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_Escape, 0, on_escape_key, NULL);
}

void
ondes_chart_navigation_attach (OndesChart *chart)
{
  Navigation *self = g_new0 (Navigation, 1);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  self->chart = chart;
  self->x = self->y = NAN;
  g_object_set_data_full (G_OBJECT (chart), "ondes-chart-navigation", self, g_free);

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), motion);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), scroll);

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_released), self);
  g_signal_connect_swapped (drag, "end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (end_taken), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (pinch));
}
