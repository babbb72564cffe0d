/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "figure/marks.h"
#include "ondes-chart-selection.h"
#include "ondes-series-selection.h"

#define REACH 6.0  /* from an edge within which it can be grabbed, in pixels */
#define STEP  0.01 /* of what is in view, a key */

/* Samples of the recording; NaN if there are none. */
typedef struct
{
  double   from, to; /* of a drag: the edge that stays, and the one that moves */
  double   mark;     /* set by a key */
  gboolean at_first; /* keys move the first edge */
} Selecting;

static Selecting *
selecting_of (gpointer chart)
{
  static const Selecting initial = { .from = NAN, .to = NAN, .mark = NAN };

  return ondes_chart_state (chart, "ondes-series-selection", &initial, sizeof initial);
}

/* Gets the sample of index 0; FALSE if nothing can be selected. */
static gboolean
get_origin (gpointer chart,
            double  *origin)
{
  *origin = ondes_series_model_get_origin (ondes_series_view_get_model (chart));
  return ondes_series_view_get_timeline (chart) != NULL && !isnan (*origin) && !ondes_chart_is_empty (chart);
}

/* Returns the span of whole samples between two points. */
static OndesSelection
span_between (double a,
              double b)
{
  return ONDES_SELECTION_SPAN (floor (MIN (a, b)), ceil (MAX (a, b)));
}

/* Returns what is selected or, during a drag, is about to be. */
static OndesSelection
selection_of (gpointer chart)
{
  const Selecting *self = selecting_of (chart);

  return isnan (self->from) ? ondes_timeline_get_selection (ondes_series_view_get_timeline (chart))
                            : span_between (self->from, self->to);
}

static void
set_selection (gpointer       chart,
               OndesSelection selection)
{
  ondes_timeline_set_selection (ondes_series_view_get_timeline (chart), selection);
}

static double
sample_at (gpointer chart,
           double   x)
{
  return ondes_series_model_get_origin (ondes_series_view_get_model (chart)) + ondes_chart_from_x (chart, x);
}

static double
x_of (gpointer chart,
      double   sample)
{
  return ondes_chart_to_x (chart, sample - ondes_series_model_get_origin (ondes_series_view_get_model (chart)));
}

void
ondes_series_selection_draw (OndesSeriesView        *chart,
                             const OndesChartCanvas *canvas)
{
  static const GdkRGBA wash = { 0.21, 0.52, 0.89, 0.22 };
  const cairo_rectangle_t area = ondes_chart_area (&canvas->plot);
  const double mark = selecting_of (chart)->mark;
  OndesFill fills[ONDES_BOX_FILLS];
  OndesSelection selection;
  double origin, left, right;
  guint n = 0;

  if (!get_origin (chart, &origin))
    return;
  selection = selection_of (chart);
  if (!isnan (mark))
    n = ondes_line_fills (&area, TRUE, x_of (chart, mark), fills);
  if (n == 0 && ondes_selection_is_set (&selection))
    {
      const double x = x_of (chart, ceil (selection.first)), end = x_of (chart, ceil (selection.end));

      left = CLAMP (x, area.x, area.x + area.width);
      right = CLAMP (end, area.x, area.x + area.width);
      /* a selection that covers the whole visible span is not tinted */
      if (right > left && (left > area.x || right < area.x + area.width))
        gtk_snapshot_append_color (canvas->snapshot, &wash, &GRAPHENE_RECT_INIT (left, area.y, right - left, area.height));
      n = ondes_box_fills (&area, &(cairo_rectangle_t) { x, area.y, end - x, area.height }, fills);
    }
  for (guint i = 0; i < n; i++)
    gtk_snapshot_append_color (canvas->snapshot,
                               &(GdkRGBA) { fills[i].colour.r, fills[i].colour.g, fills[i].colour.b, fills[i].colour.a },
                               &GRAPHENE_RECT_INIT (fills[i].at.x, fills[i].at.y, fills[i].at.width, fills[i].at.height));
}

/* Gets the edge at @x and the opposite one. */
static gboolean
find_edge (gpointer chart,
           double   x,
           double  *edge,
           double  *other)
{
  double origin;
  OndesSelection selection;

  if (!get_origin (chart, &origin))
    return FALSE;
  selection = selection_of (chart);
  if (!ondes_selection_is_set (&selection))
    return FALSE;
  *edge = selection.end;
  *other = selection.first;
  if (fabs (x_of (chart, *edge) - x) <= REACH)
    return TRUE;
  *edge = selection.first;
  *other = selection.end;
  return fabs (x_of (chart, *edge) - x) <= REACH;
}

static gboolean
take_drag (OndesChart     *chart,
           double          x,
           double          y,
           GdkModifierType keys)
{
  OndesTimeline *timeline = ondes_series_view_get_timeline (ONDES_SERIES_VIEW (chart));
  const gboolean shift = (keys & GDK_SHIFT_MASK) != 0;
  Selecting *self = selecting_of (chart);
  double origin, edge, other;

  if (!get_origin (chart, &origin))
    return FALSE;
  if (!shift && find_edge (chart, x, &edge, &other))
    self->from = other;
  else if (ondes_chart_selection_get_drag (chart, timeline, keys) != ONDES_TOOL_PAN)
    self->from = sample_at (chart, x);
  else
    return FALSE;
  self->to = sample_at (chart, x);
  self->mark = NAN;
  return TRUE;
}

static void
drag_to (OndesChart *chart,
         double      x,
         double      y,
         gboolean    done)
{
  Selecting *self = selecting_of (chart);

  self->to = sample_at (chart, x);
  gtk_widget_queue_draw (GTK_WIDGET (chart));
  if (!done)
    return;
  set_selection (chart, span_between (self->from, self->to));
  self->from = self->to = NAN;
}

static const char *
get_cursor (OndesChart *chart,
            double      x,
            double      y)
{
  double edge, other;
  graphene_rect_t plot;

  ondes_chart_get_plot (chart, &plot);
  return graphene_rect_contains_point (&plot, &GRAPHENE_POINT_INIT ((float) x, (float) y)) && find_edge (chart, x, &edge, &other)
           ? "ew-resize"
           : NULL;
}

/* Leaves a mark, then the selection, then the tool. */
static gboolean
leave (OndesChart *chart)
{
  Selecting *self = selecting_of (chart);
  OndesTimeline *timeline = ondes_series_view_get_timeline (ONDES_SERIES_VIEW (chart));
  OndesSelection selection;

  if (timeline == NULL)
    return FALSE;
  selection = ondes_timeline_get_selection (timeline);
  if (!isnan (self->mark))
    self->mark = NAN;
  else if (ondes_selection_is_set (&selection))
    set_selection (chart, ONDES_SELECTION_NONE);
  else if (ondes_chart_selection_get_tool (timeline) != ONDES_TOOL_PAN)
    ondes_chart_selection_set_tool (timeline, ONDES_TOOL_PAN);
  else
    return FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (chart));
  return TRUE;
}

static gboolean
on_mark_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  Selecting *self = selecting_of (widget);
  OndesSeriesModel *model = ondes_series_view_get_model (ONDES_SERIES_VIEW (widget));
  double origin, at = ondes_series_model_get_pointer (model), first, count;

  if (!get_origin (widget, &origin))
    return GDK_EVENT_PROPAGATE;
  ondes_series_model_get_view (model, &first, &count);
  at = origin + (isnan (at) ? first + count / 2 : at);
  if (isnan (self->mark))
    self->mark = at;
  else
    {
      set_selection (widget, span_between (self->mark, at));
      self->mark = NAN;
    }
  gtk_widget_queue_draw (widget);
  return GDK_EVENT_STOP;
}

static gboolean
on_all_key (GtkWidget *widget,
            GVariant  *args,
            gpointer   user_data)
{
  double origin, first, count;

  if (!get_origin (widget, &origin))
    return GDK_EVENT_PROPAGATE;
  ondes_series_model_get_view (ondes_series_view_get_model (ONDES_SERIES_VIEW (widget)), &first, &count);
  set_selection (widget, span_between (origin + first, origin + first + count));
  return GDK_EVENT_STOP;
}

static gboolean
on_edge_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  Selecting *self = selecting_of (widget);
  double origin, first, count, step, *edge;
  OndesSelection selection;

  if (!get_origin (widget, &origin))
    return GDK_EVENT_PROPAGATE;
  selection = selection_of (widget);
  if (!ondes_selection_is_set (&selection))
    return GDK_EVENT_PROPAGATE;
  ondes_series_model_get_view (ondes_series_view_get_model (ONDES_SERIES_VIEW (widget)), &first, &count);
  step = MAX (1, round (STEP * count));
  edge = self->at_first ? &selection.first : &selection.end;
  *edge += g_variant_get_double (args) * step;
  if (selection.end < selection.first)
    self->at_first = !self->at_first;
  set_selection (widget, selection);
  return GDK_EVENT_STOP;
}

static gboolean
on_corner_key (GtkWidget *widget,
               GVariant  *args,
               gpointer   user_data)
{
  selecting_of (widget)->at_first ^= TRUE;
  return GDK_EVENT_STOP;
}

void
ondes_series_selection_install (OndesChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  klass->take_drag = take_drag;
  klass->drag_to = drag_to;
  klass->get_cursor = get_cursor;
  klass->leave = leave;
  gtk_widget_class_add_binding (widget_class, GDK_KEY_m, 0, on_mark_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_x, 0, on_corner_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_a, GDK_CONTROL_MASK, on_all_key, NULL);
  for (int step = -1; step <= 1; step += 2)
    {
      gtk_widget_class_add_binding (widget_class, step < 0 ? GDK_KEY_Left : GDK_KEY_Right, GDK_SHIFT_MASK, on_edge_key, "d",
                                    (double) step);
      gtk_widget_class_add_binding (widget_class, step < 0 ? GDK_KEY_KP_Left : GDK_KEY_KP_Right, GDK_SHIFT_MASK, on_edge_key, "d",
                                    (double) step);
    }
}
