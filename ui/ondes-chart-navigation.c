/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "ondes-chart-navigation.h"

#define ZOOM_STEP      1.25 /* a notch of the wheel */
#define ZOOM_KEY       1.5
#define PAN_STEP       0.1  /* of what is in view */
#define LEAST_SAMPLES  16.0
#define SURFACE_NOTCH  40.0 /* pixels of a touch pad that count as a notch */

typedef struct
{
  OndesChart *chart;
  double      x, y;    /* of the pointer over the widget; NaN: elsewhere */
  gboolean    pointed; /* the crosshair is where this chart's pointer put it */
  gboolean    keyed;   /* it was set by keys: it stays on its sample */
  /* Where a drag or a pinch began. */
  double      first, count;
  double      lo, span;
  double      centre_x, centre_y;
  gboolean    dragging;
} Navigation;

void
ondes_span_move (double *first,
                 double *count,
                 double  whole,
                 double  by)
{
  *count = MIN (*count, whole);
  *first = CLAMP (*first + by, 0, whole - *count);
}

void
ondes_span_zoom (double *first,
                 double *count,
                 double  whole,
                 double  least,
                 double  at,
                 double  factor)
{
  double point = *first + at * *count;

  *count = CLAMP (*count / factor, MIN (least, whole), whole);
  *first = point - at * *count;
  ondes_span_move (first, count, whole, 0);
}

static double
warp (const OndesAxis *axis,
      double           value)
{
  return axis->mode == ONDES_AXIS_LOG ? log (value) : value;
}

static double
unwarp (const OndesAxis *axis,
        double           warped)
{
  return axis->mode == ONDES_AXIS_LOG ? exp (warped) : warped;
}

/* What is in view of the frequencies as a span from 0 at the bottom; @whole is 0 where the chart has none. */
static void
get_frequencies (OndesChart *chart,
                 double     *first,
                 double     *count,
                 double     *whole)
{
  OndesChartClass *klass = ONDES_CHART_GET_CLASS (chart);
  OndesAxis axis, all;

  *first = *count = *whole = 0;
  if (klass->frequency_axis == NULL || !klass->frequency_axis (chart, &axis, &all))
    return;
  /* A scale axis runs downwards: count along the axis, not along the values. */
  *whole = fabs (warp (&all, all.hi) - warp (&all, all.lo));
  *first = fabs (warp (&all, axis.lo) - warp (&all, all.lo));
  *count = fabs (warp (&all, axis.hi) - warp (&all, axis.lo));
}

static void
set_frequencies (OndesChart *chart,
                 double      first,
                 double      count,
                 double      whole)
{
  OndesDocument *document = ondes_chart_get_document (chart);
  const OndesDisplay *display = ondes_document_get_display (document);
  OndesScalogram *scalogram = ondes_document_get_scalogram (document);
  OndesAxis axis, all;
  double sign, a, b;

  if (whole <= 0 || !ONDES_CHART_GET_CLASS (chart)->frequency_axis (chart, &axis, &all))
    return;
  if (first <= whole * 1e-9 && count >= whole * (1 - 1e-9))
    {
      ondes_document_set_frequencies (document, 0, 0);
      return;
    }
  sign = all.hi < all.lo ? -1 : 1;
  a = unwarp (&all, warp (&all, all.lo) + sign * first);
  b = unwarp (&all, warp (&all, all.lo) + sign * (first + count));
  a = ondes_display_to_frequency (display, scalogram, a);
  b = ondes_display_to_frequency (display, scalogram, b);
  ondes_document_set_frequencies (document, MIN (a, b), MAX (a, b));
}

static double
least_frequencies (OndesChart *chart,
                   double      whole)
{
  OndesScalogram *scalogram = ondes_document_get_scalogram (ondes_chart_get_document (chart));

  return scalogram != NULL && scalogram->rows > 2 ? whole * 2 / scalogram->rows : whole;
}

static void
zoom_time (OndesChart *chart,
           double      at,
           double      factor)
{
  OndesDocument *document = ondes_chart_get_document (chart);
  double first, count;

  ondes_document_get_view (document, &first, &count);
  ondes_span_zoom (&first, &count, ondes_chart_get_length (chart), LEAST_SAMPLES, at, factor);
  ondes_document_set_view (document, first, count);
}

static void
pan_time (OndesChart *chart,
          double      fraction)
{
  OndesDocument *document = ondes_chart_get_document (chart);
  double first, count;

  ondes_document_get_view (document, &first, &count);
  ondes_span_move (&first, &count, ondes_chart_get_length (chart), fraction * count);
  ondes_document_set_view (document, first, count);
}

static void
zoom_frequencies (OndesChart *chart,
                  double      at,
                  double      factor)
{
  double first, count, whole;

  get_frequencies (chart, &first, &count, &whole);
  ondes_span_zoom (&first, &count, whole, least_frequencies (chart, whole), at, factor);
  set_frequencies (chart, first, count, whole);
}

static void
pan_frequencies (OndesChart *chart,
                 double      fraction)
{
  double first, count, whole;

  get_frequencies (chart, &first, &count, &whole);
  ondes_span_move (&first, &count, whole, fraction * count);
  set_frequencies (chart, first, count, whole);
}

static void
show_all (OndesChart *chart)
{
  ondes_document_view_all (ondes_chart_get_document (chart));
  ondes_document_set_frequencies (ondes_chart_get_document (chart), 0, 0);
}

/* Where along the plot a point of the widget lies: 0 … 1 from the left and from the bottom. */
static gboolean
place (OndesChart *chart,
       double      x,
       double      y,
       double     *along,
       double     *up)
{
  graphene_rect_t plot;

  *along = *up = 0.5;
  ondes_chart_get_plot (chart, &plot);
  if (plot.size.width <= 0 || ondes_chart_get_length (chart) == 0)
    return FALSE;
  *along = (x - plot.origin.x) / plot.size.width;
  *up = 1 - (y - plot.origin.y) / plot.size.height;
  return *along >= 0 && *along <= 1 && *up >= 0 && *up <= 1;
}

static double
frequency_at (OndesChart *chart,
              double      up)
{
  OndesChartClass *klass = ONDES_CHART_GET_CLASS (chart);
  OndesDocument *document = ondes_chart_get_document (chart);
  OndesAxis axis, all;

  if (klass->frequency_axis == NULL || !klass->frequency_axis (chart, &axis, &all))
    return NAN;
  return ondes_display_to_frequency (ondes_document_get_display (document), ondes_document_get_scalogram (document),
                                     ondes_axis_value (&axis, up * axis.pixels));
}

/* Takes the crosshair away, unless keys or another chart have it. */
static void
unpoint (Navigation *self)
{
  if (self->pointed)
    ondes_document_set_pointer (ondes_chart_get_document (self->chart), NAN, NAN);
  self->pointed = FALSE;
}

/* The crosshair follows the pointer, also when the view moves under it. */
static void
point (Navigation *self)
{
  OndesDocument *document = ondes_chart_get_document (self->chart);
  double along, up;

  if (isnan (self->x) || self->keyed)
    return;
  if (place (self->chart, self->x, self->y, &along, &up))
    {
      self->pointed = TRUE;
      ondes_document_set_pointer (document, ondes_chart_sample_at (self->chart, self->x), frequency_at (self->chart, up));
    }
  else
    unpoint (self);
}

static void
on_motion (Navigation *self,
           double      x,
           double      y)
{
  double along, up;

  /* A new frame under a resting pointer brings a motion of no distance. */
  if (x == self->x && y == self->y)
    return;
  self->keyed = FALSE;
  self->x = x;
  self->y = y;
  if (!self->dragging)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self->chart), place (self->chart, x, y, &along, &up) ? "crosshair" : NULL);
  point (self);
}

static void
on_leave (Navigation *self)
{
  self->x = self->y = NAN;
  unpoint (self);
}

/* The point of the plot that keyboard zoom keeps: the crosshair, or else the middle. */
static void
anchor (OndesChart *chart,
        double     *along,
        double     *up)
{
  OndesChartClass *klass = ONDES_CHART_GET_CLASS (chart);
  OndesDocument *document = ondes_chart_get_document (chart);
  const OndesPointer *pointer = ondes_document_get_pointer (document);
  OndesAxis axis, all;
  double first, count;

  *along = *up = 0.5;
  ondes_document_get_view (document, &first, &count);
  if (pointer->sample >= first && pointer->sample <= first + count && count > 0)
    *along = (pointer->sample - first) / count;
  if (klass->frequency_axis != NULL && !isnan (pointer->frequency_hz) && klass->frequency_axis (chart, &axis, &all))
    {
      double value = ondes_display_from_frequency (ondes_document_get_display (document),
                                                   ondes_document_get_scalogram (document), pointer->frequency_hz);
      double at = ondes_axis_pixel (&axis, value) / MAX (axis.pixels, 1);

      if (at >= 0 && at <= 1)
        *up = at;
    }
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

  if (isnan (self->x) || !place (self->chart, self->x, self->y, &along, &up))
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
    pan_time (self->chart, dx * PAN_STEP);
  if (dy != 0 && (!control || shift))
    zoom_time (self->chart, along, pow (ZOOM_STEP, -dy));
  if (dy != 0 && control)
    zoom_frequencies (self->chart, up, pow (ZOOM_STEP, -dy));
  return GDK_EVENT_STOP;
}

static void
remember (Navigation *self)
{
  double whole;

  ondes_document_get_view (ondes_chart_get_document (self->chart), &self->first, &self->count);
  get_frequencies (self->chart, &self->lo, &self->span, &whole);
}

static void
on_drag_begin (Navigation     *self,
               double          x,
               double          y,
               GtkGestureDrag *drag)
{
  double along, up;

  gtk_widget_grab_focus (GTK_WIDGET (self->chart));
  if (!place (self->chart, x, y, &along, &up))
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  remember (self);
}

static void
on_drag_update (Navigation     *self,
                double          dx,
                double          dy,
                GtkGestureDrag *drag)
{
  OndesDocument *document = ondes_chart_get_document (self->chart);
  graphene_rect_t plot;
  double first = self->first, count = self->count, lo = self->lo, span = self->span, now, now_span, whole;

  ondes_chart_get_plot (self->chart, &plot);
  if (plot.size.width <= 0)
    return;
  if (!self->dragging)
    {
      if (!gtk_drag_check_threshold (GTK_WIDGET (self->chart), 0, 0, dx, dy))
        return;
      self->dragging = TRUE;
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self->chart), "grabbing");
    }
  ondes_span_move (&first, &count, ondes_chart_get_length (self->chart), -dx / plot.size.width * count);
  ondes_document_set_view (document, first, count);
  get_frequencies (self->chart, &now, &now_span, &whole);
  ondes_span_move (&lo, &span, whole, dy / plot.size.height * span);
  if (fabs (lo - now) > whole * 1e-9)
    set_frequencies (self->chart, lo, span, whole);
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
  double first = self->first, count = self->count, lo = self->lo, span = self->span, along, up, now, now_span, whole;

  place (self->chart, self->centre_x, self->centre_y, &along, &up);
  if (!(scale > 0) || isnan (self->centre_x))
    return;
  ondes_span_zoom (&first, &count, ondes_chart_get_length (self->chart), LEAST_SAMPLES, CLAMP (along, 0, 1), scale);
  ondes_document_set_view (ondes_chart_get_document (self->chart), first, count);
  get_frequencies (self->chart, &now, &now_span, &whole);
  ondes_span_zoom (&lo, &span, whole, least_frequencies (self->chart, whole), CLAMP (up, 0, 1), scale);
  set_frequencies (self->chart, lo, span, whole);
}

static void
on_pressed (Navigation *self,
            int         n_press,
            double      x,
            double      y)
{
  double along, up;

  if (n_press == 2 && place (self->chart, x, y, &along, &up))
    show_all (self->chart);
}

static Navigation *
navigation_of (gpointer chart)
{
  return g_object_get_data (G_OBJECT (chart), "ondes-chart-navigation");
}

static void
on_moved (OndesChart *chart)
{
  point (navigation_of (chart));
}

static gboolean
on_zoom_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  double factor, along, up;
  gboolean frequencies;

  g_variant_get (args, "(db)", &factor, &frequencies);
  anchor (ONDES_CHART (widget), &along, &up);
  if (frequencies)
    zoom_frequencies (ONDES_CHART (widget), up, factor);
  else
    zoom_time (ONDES_CHART (widget), along, factor);
  return GDK_EVENT_STOP;
}

static gboolean
on_pan_key (GtkWidget *widget,
            GVariant  *args,
            gpointer   user_data)
{
  double time, frequencies;

  g_variant_get (args, "(dd)", &time, &frequencies);
  if (time != 0)
    pan_time (ONDES_CHART (widget), time);
  if (frequencies != 0)
    pan_frequencies (ONDES_CHART (widget), frequencies);
  return GDK_EVENT_STOP;
}

static gboolean
on_all_key (GtkWidget *widget,
            GVariant  *args,
            gpointer   user_data)
{
  show_all (ONDES_CHART (widget));
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
  if (plot.size.width <= 0 || ondes_chart_get_length (chart) == 0)
    return GDK_EVENT_STOP;
  anchor (chart, &along, &up);
  /* To the middle of a pixel, so that rounding never holds a step back. */
  pixel_x = CLAMP (floor (along * plot.size.width) + dx, 0, plot.size.width - 1) + 0.5;
  pixel_y = CLAMP (floor (up * plot.size.height) + dy, 0, plot.size.height - 1) + 0.5;
  self->keyed = TRUE;
  self->pointed = FALSE;
  ondes_document_set_pointer (ondes_chart_get_document (chart), ondes_chart_sample_at (chart, plot.origin.x + pixel_x),
                              frequency_at (chart, pixel_y / plot.size.height));
  return GDK_EVENT_STOP;
}

static gboolean
on_escape_key (GtkWidget *widget,
               GVariant  *args,
               gpointer   user_data)
{
  OndesChart *chart = ONDES_CHART (widget);
  Navigation *self = navigation_of (chart);

  /* Without a crosshair set by keys Escape is the window's: it stops what is under way. */
  if (!self->keyed)
    return GDK_EVENT_PROPAGATE;
  self->keyed = FALSE;
  ondes_document_set_pointer (ondes_chart_get_document (chart), NAN, NAN);
  return GDK_EVENT_STOP;
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
  OndesDocument *document = ondes_chart_get_document (chart);

  self->chart = chart;
  self->x = self->y = NAN;
  g_object_set_data_full (G_OBJECT (chart), "ondes-chart-navigation", self, g_free);
  g_signal_connect_object (document, "view-changed", G_CALLBACK (on_moved), chart, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "display-changed", G_CALLBACK (on_moved), chart, G_CONNECT_SWAPPED);

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), motion);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), scroll);

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (pinch));
}
