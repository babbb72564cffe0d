/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "figure/marks.h"
#include "ondes-chart-cursors.h"
#include "ondes-chart-navigation.h"
#include "ondes-chart-selection.h"

#define REACH  6.0  /* from an edge within which it can be grabbed, in pixels */
#define HANDLE 7.0  /* side of a handle, in pixels */
#define STEP   0.01 /* of what is in view, a key */
#define TOOL   "ondes-tool" /* of the timeline, as are the next */
#define PAN    "ondes-held-pan"
#define DRAG   "ondes-select-drag"

/* What a drag or key moves: edges, or all of them. */
enum { LEFT = 1 << 0, RIGHT = 1 << 1, LOW = 1 << 2, HIGH = 1 << 3, WHOLE = 1 << 4 };

typedef struct
{
  guint          grabbed;   /* of the drag; 0 if none */
  gboolean       cursor;    /* the drag is of a cursor */
  gboolean       annotates; /* what the drag selects is annotated */
  OndesSelection begun;     /* as it was */
  double         from[2];   /* where the drag began: sample, and place along the vertical span; NaN without one */
  guint          corner;    /* that keys move */
  double         mark[2];   /* a corner marked by a key, sample and frequency; NaN if none */
} Selecting;

static Selecting *
selecting_of (gpointer chart)
{
  static const Selecting initial = { .corner = RIGHT | HIGH, .mark = { NAN, NAN } };

  return ondes_chart_state (chart, "ondes-chart-selection", &initial, sizeof initial);
}

static OndesTimeline *
timeline_of (gpointer chart)
{
  return ondes_time_chart_get_timeline (chart);
}

OndesTool
ondes_chart_selection_get_tool (OndesTimeline *timeline)
{
  return (OndesTool) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (timeline), TOOL));
}

gboolean
ondes_chart_selection_is_marking (OndesChart *chart)
{
  return !isnan (selecting_of (chart)->mark[0]);
}

gboolean
ondes_chart_selection_is_dragging (OndesTimeline *timeline)
{
  return g_object_get_data (G_OBJECT (timeline), DRAG) != NULL;
}

void
ondes_chart_selection_set_tool (OndesTimeline *timeline,
                                OndesTool      tool)
{
  if (ondes_chart_selection_get_tool (timeline) == tool)
    return;
  g_object_set_data (G_OBJECT (timeline), TOOL, GUINT_TO_POINTER (tool));
  g_signal_emit_by_name (timeline, "selection-changed");
}

gboolean
ondes_chart_selection_is_panning (OndesTimeline *timeline)
{
  return g_object_get_data (G_OBJECT (timeline), PAN) != NULL;
}

void
ondes_chart_selection_set_panning (OndesTimeline *timeline,
                                   gboolean       panning)
{
  if (ondes_chart_selection_is_panning (timeline) == panning)
    return;
  g_object_set_data (G_OBJECT (timeline), PAN, panning ? timeline : NULL);
  g_signal_emit_by_name (timeline, "selection-changed");
}

OndesTool
ondes_chart_selection_get_drag (OndesChart     *chart,
                                OndesTimeline  *timeline,
                                GdkModifierType keys)
{
  const OndesTool tool = ondes_chart_selection_get_tool (timeline);

  if (ondes_chart_selection_is_panning (timeline))
    return ONDES_TOOL_PAN;
  if ((keys & GDK_SHIFT_MASK) != 0)
    return ONDES_TOOL_SELECT;
  if ((keys & GDK_CONTROL_MASK) != 0)
    return ONDES_TOOL_ANNOTATE;
  return tool == ONDES_TOOL_PAN && ondes_chart_navigation_is_whole (chart) ? ONDES_TOOL_SELECT : tool;
}

/* Gets the rectangle of the selection in the widget; as high as the plot without a band. FALSE if there is none. */
static gboolean
find_box (OndesTimeChart       *chart,
          const OndesSelection *selection,
          cairo_rectangle_t    *box)
{
  graphene_rect_t plot;
  double low, high, left, right;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  if (!ondes_selection_is_set (selection) || plot.size.width <= 0 || ondes_time_chart_get_length (chart) == 0)
    return FALSE;
  left = ondes_time_chart_sample_to_x (chart, selection->first);
  right = ondes_time_chart_sample_to_x (chart, selection->end);
  low = ondes_time_chart_hz_to_y (chart, selection->low_hz);
  high = ondes_time_chart_hz_to_y (chart, selection->high_hz);
  *box = (cairo_rectangle_t) { left, plot.origin.y, right - left, plot.size.height };
  if (!isnan (low) && !isnan (high))
    {
      box->y = MIN (low, high);
      box->height = fabs (high - low);
    }
  return TRUE;
}

static gboolean
shows_band (OndesTimeChart       *chart,
            const OndesSelection *selection)
{
  return ondes_selection_has_band (selection) && !isnan (ondes_time_chart_hz_to_y (chart, selection->high_hz));
}

static void
append_fills (GtkSnapshot     *snapshot,
              const OndesFill *fills,
              guint            n)
{
  for (guint i = 0; i < n; i++)
    gtk_snapshot_append_color (snapshot, &(GdkRGBA) { fills[i].colour.r, fills[i].colour.g, fills[i].colour.b, fills[i].colour.a },
                               &GRAPHENE_RECT_INIT (fills[i].at.x, fills[i].at.y, fills[i].at.width, fills[i].at.height));
}

/* Draws the square of a handle; the corner that keys move is dark. */
static void
draw_handle (GtkSnapshot           *snapshot,
             const graphene_rect_t *plot,
             double                 x,
             double                 y,
             gboolean               active)
{
  static const GdkRGBA white = { 1, 1, 1, 1 }, black = { 0, 0, 0, 0.8 }, blue = { 0.1, 0.38, 0.75, 1 };
  const double outer = HANDLE / 2, inner = HANDLE / 2 - 1;

  if (x < plot->origin.x - 1 || x > plot->origin.x + plot->size.width + 1 || y < plot->origin.y - 1
      || y > plot->origin.y + plot->size.height + 1)
    return;
  gtk_snapshot_append_color (snapshot, &black, &GRAPHENE_RECT_INIT (x - outer, y - outer, HANDLE, HANDLE));
  gtk_snapshot_append_color (snapshot, active ? &blue : &white, &GRAPHENE_RECT_INIT (x - inner, y - inner, 2 * inner, 2 * inner));
}

static void
draw_handles (OndesTimeChart          *chart,
              GtkSnapshot             *snapshot,
              const cairo_rectangle_t *box,
              gboolean                 band)
{
  const guint corner = selecting_of (chart)->corner;
  const double x[3] = { box->x, box->x + box->width / 2, box->x + box->width };
  const double y[3] = { box->y + box->height, box->y + box->height / 2, box->y };
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  for (guint i = 0; i < 3; i++)
    for (guint j = 0; j < 3; j++)
      if (band ? i != 1 || j != 1 : i != 1 && j == 1)
        draw_handle (snapshot, &plot, x[i], y[j], (i == ((corner & RIGHT) != 0 ? 2 : 0))
                                                  && (!band || j == ((corner & HIGH) != 0 ? 2 : 0)));
}

/* Draws the corner that was marked by a key as a cross. */
static void
draw_mark (OndesTimeChart *chart,
           GtkSnapshot    *snapshot)
{
  const double *mark = selecting_of (chart)->mark;
  OndesFill fills[4];
  graphene_rect_t plot;
  cairo_rectangle_t area;
  guint n;

  if (isnan (mark[0]))
    return;
  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  area = ondes_chart_area (&plot);
  n = ondes_line_fills (&area, TRUE, ondes_time_chart_sample_to_x (chart, mark[0]), fills);
  n += ondes_line_fills (&area, FALSE, ondes_time_chart_hz_to_y (chart, mark[1]), fills + n);
  append_fills (snapshot, fills, n);
}

void
ondes_chart_selection_draw (OndesTimeChart *chart,
                            GtkSnapshot    *snapshot)
{
  static const GdkRGBA wash = { 0.21, 0.52, 0.89, 0.22 };
  const OndesSelection selection = ondes_timeline_get_selection (timeline_of (chart));
  const gboolean band = shows_band (chart, &selection);
  OndesFill fills[ONDES_BOX_FILLS];
  cairo_rectangle_t box, area;
  graphene_rect_t plot;
  double left, right;

  draw_mark (chart, snapshot);
  if (!find_box (chart, &selection, &box))
    return;
  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  area = ondes_chart_area (&plot);
  left = CLAMP (box.x, area.x, area.x + area.width);
  right = CLAMP (box.x + box.width, area.x, area.x + area.width);
  /* Colours of a picture are read, so nothing is laid over them. */
  if (!ondes_time_chart_has_frequencies (chart) && right > left)
    gtk_snapshot_append_color (snapshot, &wash, &GRAPHENE_RECT_INIT (left, area.y, right - left, area.height));
  append_fills (snapshot, fills, ondes_box_fills (&area, &box, fills));
  if (gtk_widget_get_height (GTK_WIDGET (chart)) > 60)
    draw_handles (chart, snapshot, &box, band);
}

/* Returns what is grabbed at a point of the chart; 0 if nothing is. */
static guint
grab_at (OndesTimeChart *chart,
         double          x,
         double          y)
{
  const OndesSelection selection = ondes_timeline_get_selection (timeline_of (chart));
  cairo_rectangle_t box;
  guint grab = 0;

  if (!find_box (chart, &selection, &box) || x < box.x - REACH || x > box.x + box.width + REACH || y < box.y - REACH
      || y > box.y + box.height + REACH)
    return 0;
  if (fabs (x - box.x) <= REACH)
    grab |= LEFT;
  if (fabs (x - box.x - box.width) <= REACH)
    grab = (grab & ~LEFT) | RIGHT;
  if (shows_band (chart, &selection))
    {
      const double low = ondes_time_chart_hz_to_y (chart, selection.low_hz);
      const double high = ondes_time_chart_hz_to_y (chart, selection.high_hz);

      if (fabs (y - low) <= REACH)
        grab |= LOW;
      if (fabs (y - high) <= REACH)
        grab = (grab & ~LOW) | HIGH;
    }
  if (grab == 0 && ondes_chart_selection_get_drag (ONDES_CHART (chart), timeline_of (chart), 0) != ONDES_TOOL_PAN)
    grab = WHOLE;
  return grab;
}

const char *
ondes_chart_selection_get_cursor (OndesChart *chart,
                                  double      x,
                                  double      y)
{
  OndesTimeChart *self = ONDES_TIME_CHART (chart);
  const char *cursor = ondes_chart_cursors_get_cursor (self, x, y);
  guint grab;

  if (cursor != NULL)
    return cursor;
  grab = grab_at (self, x, y);
  if (grab == 0)
    return NULL;
  if (grab == WHOLE)
    return "move";
  if ((grab & (LEFT | RIGHT)) == 0)
    return "ns-resize";
  if ((grab & (LOW | HIGH)) == 0)
    return "ew-resize";
  return (grab & LEFT) != 0 ? (grab & HIGH) != 0 ? "nw-resize" : "sw-resize" : (grab & HIGH) != 0 ? "ne-resize" : "se-resize";
}

static void
set_point (OndesTimeChart *chart,
           double          x,
           double          y,
           double          point[2])
{
  point[0] = ondes_time_chart_x_to_sample (chart, x);
  point[1] = ondes_time_chart_y_to_hz (chart, y);
}

gboolean
ondes_chart_selection_take_drag (OndesChart     *chart,
                                 double          x,
                                 double          y,
                                 GdkModifierType keys)
{
  OndesTimeChart *self = ONDES_TIME_CHART (chart);
  Selecting *selecting = selecting_of (self);
  const OndesTool tool = ondes_chart_selection_get_drag (chart, timeline_of (self), keys);
  const gboolean plain = (keys & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0
                         && !ondes_chart_selection_is_panning (timeline_of (self));

  selecting->cursor = plain && ondes_chart_cursors_take_drag (self, x, y);
  if (selecting->cursor)
    return TRUE;
  selecting->grabbed = plain ? grab_at (self, x, y) : 0;
  if (selecting->grabbed == 0 && tool == ONDES_TOOL_PAN)
    return FALSE;
  selecting->annotates = selecting->grabbed == 0 && tool == ONDES_TOOL_ANNOTATE;
  selecting->begun = ondes_timeline_get_selection (timeline_of (self));
  set_point (self, x, y, selecting->from);
  selecting->mark[0] = selecting->mark[1] = NAN;
  g_object_set_data (G_OBJECT (timeline_of (self)), DRAG, self);
  return TRUE;
}

/* Returns the frequency @pixels above that of @hz. */
static double
shift_hz (OndesTimeChart *chart,
          double          hz,
          double          pixels)
{
  return ondes_time_chart_y_to_hz (chart, ondes_time_chart_hz_to_y (chart, hz) - pixels);
}

/* Returns the selection moved as a whole from the beginning of the drag to (@x, @y), within the recording. */
static OndesSelection
move_whole (OndesTimeChart  *chart,
            const Selecting *self,
            double           x,
            double           y)
{
  const double n = (double) ondes_time_chart_get_length (chart), length = self->begun.end - self->begun.first;
  OndesSelection moved = self->begun;

  moved.first = CLAMP (moved.first + ondes_time_chart_x_to_sample (chart, x) - self->from[0], 0, n - length);
  moved.end = moved.first + length;
  if (shows_band (chart, &moved))
    {
      const double up = ondes_time_chart_hz_to_y (chart, self->from[1]) - y;
      const double low = shift_hz (chart, moved.low_hz, up), high = shift_hz (chart, moved.high_hz, up);

      if (low >= 0 && isfinite (high))
        {
          moved.low_hz = low;
          moved.high_hz = high;
        }
    }
  return moved;
}

/* Returns the selection with the grabbed edges at (@x, @y). */
static OndesSelection
move_edges (OndesTimeChart  *chart,
            const Selecting *self,
            double           x,
            double           y)
{
  OndesSelection moved = self->begun;
  double at[2];

  set_point (chart, x, y, at);
  if ((self->grabbed & LEFT) != 0)
    moved.first = at[0];
  if ((self->grabbed & RIGHT) != 0)
    moved.end = at[0];
  if ((self->grabbed & LOW) != 0)
    moved.low_hz = at[1];
  if ((self->grabbed & HIGH) != 0)
    moved.high_hz = at[1];
  return moved;
}

void
ondes_chart_selection_drag_to (OndesChart *chart,
                               double      x,
                               double      y,
                               gboolean    done)
{
  OndesTimeChart *self = ONDES_TIME_CHART (chart);
  Selecting *selecting = selecting_of (self);
  OndesSelection moved;
  double at[2];

  if (selecting->cursor)
    {
      ondes_chart_cursors_drag_to (self, x, y, done);
      return;
    }
  set_point (self, x, y, at);
  moved = selecting->grabbed == 0       ? (OndesSelection) { selecting->from[0], at[0], selecting->from[1], at[1] }
          : selecting->grabbed == WHOLE ? move_whole (self, selecting, x, y)
                                        : move_edges (self, selecting, x, y);
  ondes_timeline_set_selection (timeline_of (self), moved);
  if (!done)
    return;
  selecting->grabbed = 0;
  g_object_set_data (G_OBJECT (timeline_of (self)), DRAG, NULL);
  g_signal_emit_by_name (timeline_of (self), "selection-changed");
  if (selecting->annotates)
    gtk_widget_activate_action (GTK_WIDGET (chart), "win.annotate-selection", NULL);
}

static gboolean
on_mark_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  OndesTimeChart *chart = ONDES_TIME_CHART (widget);
  Selecting *self = selecting_of (chart);
  double at[2];

  if (!ondes_time_chart_get_point (chart, &at[0], &at[1]))
    return GDK_EVENT_STOP;
  if (isnan (self->mark[0]))
    {
      self->mark[0] = at[0];
      self->mark[1] = at[1];
    }
  else
    {
      self->corner = (at[0] >= self->mark[0] ? RIGHT : LEFT) | (at[1] < self->mark[1] ? LOW : HIGH);
      ondes_timeline_set_selection (timeline_of (chart), (OndesSelection) { self->mark[0], at[0], self->mark[1], at[1] });
      self->mark[0] = self->mark[1] = NAN;
    }
  gtk_widget_queue_draw (widget);
  return GDK_EVENT_STOP;
}

static gboolean
on_all_key (GtkWidget *widget,
            GVariant  *args,
            gpointer   user_data)
{
  OndesTimeChart *chart = ONDES_TIME_CHART (widget);
  OndesSelection all = ONDES_SELECTION_NONE;
  graphene_rect_t plot;

  if (ondes_chart_is_empty (ONDES_CHART (chart)))
    return GDK_EVENT_STOP;
  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  all.first = ondes_time_chart_x_to_sample (chart, plot.origin.x);
  all.end = ondes_time_chart_x_to_sample (chart, plot.origin.x + plot.size.width);
  all.low_hz = ondes_time_chart_y_to_hz (chart, plot.origin.y + plot.size.height);
  all.high_hz = ondes_time_chart_y_to_hz (chart, plot.origin.y);
  ondes_timeline_set_selection (timeline_of (chart), all);
  return GDK_EVENT_STOP;
}

/* Moves the edges of the active corner, which becomes the opposite one where they pass each other. */
static gboolean
on_edge_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  OndesTimeChart *chart = ONDES_TIME_CHART (widget);
  OndesSelection selection = ondes_timeline_get_selection (timeline_of (chart));
  Selecting *self = selecting_of (chart);
  double dx, dy, *time, *hz;
  graphene_rect_t plot;

  g_variant_get (args, "(dd)", &dx, &dy);
  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  if (!ondes_selection_is_set (&selection) || plot.size.width <= 0)
    return GDK_EVENT_PROPAGATE;
  time = (self->corner & RIGHT) != 0 ? &selection.end : &selection.first;
  hz = (self->corner & HIGH) != 0 ? &selection.high_hz : &selection.low_hz;
  if (dx != 0)
    *time = ondes_time_chart_x_to_sample (chart, ondes_time_chart_sample_to_x (chart, *time) + dx * STEP * plot.size.width);
  if (dy != 0 && shows_band (chart, &selection))
    *hz = shift_hz (chart, *hz, dy * STEP * plot.size.height);
  if (selection.end < selection.first)
    self->corner ^= LEFT | RIGHT;
  if (selection.high_hz < selection.low_hz)
    self->corner ^= LOW | HIGH;
  ondes_timeline_set_selection (timeline_of (chart), selection);
  return GDK_EVENT_STOP;
}

static gboolean
on_corner_key (GtkWidget *widget,
               GVariant  *args,
               gpointer   user_data)
{
  selecting_of (widget)->corner ^= LEFT | RIGHT | LOW | HIGH;
  gtk_widget_queue_draw (widget);
  return GDK_EVENT_STOP;
}

/* Leaves what was begun, then the selection, then the cursors. */
static gboolean
leave (OndesChart *chart)
{
  OndesTimeline *timeline = timeline_of (chart);
  const OndesSelection selection = ondes_timeline_get_selection (timeline);
  Selecting *self = selecting_of (chart);

  if (!isnan (self->mark[0]))
    {
      self->mark[0] = self->mark[1] = NAN;
      gtk_widget_queue_draw (GTK_WIDGET (chart));
      return TRUE;
    }
  if (ondes_selection_is_set (&selection))
    {
      ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
      return TRUE;
    }
  if (ondes_chart_cursors_leave (timeline))
    return TRUE;
  if (ondes_chart_selection_get_tool (timeline) == ONDES_TOOL_PAN)
    return FALSE;
  ondes_chart_selection_set_tool (timeline, ONDES_TOOL_PAN);
  return TRUE;
}

void
ondes_chart_selection_install (OndesChartClass *klass)
{
  klass->take_drag = ondes_chart_selection_take_drag;
  klass->drag_to = ondes_chart_selection_drag_to;
  klass->leave = leave;
}

void
ondes_chart_selection_add_keys (GtkWidgetClass *klass)
{
  static const struct { guint key, pad; double x, y; } arrows[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0 },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0 },
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, 1 },
    { GDK_KEY_Down, GDK_KEY_KP_Down, 0, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    for (guint pad = 0; pad < 2; pad++)
      gtk_widget_class_add_binding (klass, pad ? arrows[i].pad : arrows[i].key, GDK_SHIFT_MASK, on_edge_key, "(dd)", arrows[i].x,
                                    arrows[i].y);
  gtk_widget_class_add_binding (klass, GDK_KEY_m, 0, on_mark_key, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_x, 0, on_corner_key, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_a, GDK_CONTROL_MASK, on_all_key, NULL);
}
