/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "figure/marks.h"
#include "ondes-chart-cursors.h"

#define REACH 5.0 /* from a line within which it can be grabbed, in pixels */

/* What a drag moves: of cursor i its time and its frequency, or a harmonic. */
typedef struct
{
  int      cursor;   /* −1 for the harmonic cursor */
  gboolean time, hz;
  guint    harmonic;
} Grab;

static OndesTimeline *
timeline_of (gpointer chart)
{
  return ondes_time_chart_get_timeline (chart);
}

static double
place_harmonic (gpointer chart,
                double   hz)
{
  return ondes_time_chart_hz_to_y (chart, hz);
}

/* Finds the line near a point; FALSE if there is none. */
static gboolean
grab_at (OndesTimeChart *chart,
         double          x,
         double          y,
         Grab           *grab)
{
  const OndesCursors cursors = ondes_timeline_get_cursors (timeline_of (chart));
  OndesHarmonic lines[ONDES_HARMONICS];
  cairo_rectangle_t area;
  graphene_rect_t plot;
  guint n;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  if (!graphene_rect_contains_point (&plot, &GRAPHENE_POINT_INIT ((float) x, (float) y))
      || ondes_chart_is_empty (ONDES_CHART (chart)))
    return FALSE;
  for (int i = 0; i < ONDES_CURSORS; i++)
    {
      *grab = (Grab) { .cursor = i };
      grab->time = fabs (ondes_time_chart_sample_to_x (chart, cursors.at[i].sample) - x) <= REACH;
      grab->hz = fabs (ondes_time_chart_hz_to_y (chart, cursors.at[i].hz) - y) <= REACH;
      if (grab->time || grab->hz)
        return TRUE;
    }
  *grab = (Grab) { .cursor = -1 };
  area = ondes_chart_area (&plot);
  n = ondes_harmonics_place (&area, cursors.harmonic_hz, place_harmonic, chart, lines);
  for (guint i = 0; i < n; i++)
    if (fabs (lines[i].y - y) <= REACH)
      {
        grab->harmonic = lines[i].number;
        return TRUE;
      }
  return FALSE;
}

const char *
ondes_chart_cursors_get_cursor (OndesTimeChart *chart,
                                double          x,
                                double          y)
{
  Grab grab;

  if (!grab_at (chart, x, y, &grab))
    return NULL;
  return grab.time && grab.hz ? "move" : grab.time ? "ew-resize" : "ns-resize";
}

gboolean
ondes_chart_cursors_take_drag (OndesTimeChart *chart,
                               double          x,
                               double          y)
{
  Grab grab;

  if (!grab_at (chart, x, y, &grab))
    return FALSE;
  g_object_set_data_full (G_OBJECT (chart), "ondes-chart-cursors", g_memdup2 (&grab, sizeof grab), g_free);
  return TRUE;
}

void
ondes_chart_cursors_drag_to (OndesTimeChart *chart,
                             double          x,
                             double          y,
                             gboolean        done)
{
  const Grab *grab = g_object_get_data (G_OBJECT (chart), "ondes-chart-cursors");
  OndesCursors cursors = ondes_timeline_get_cursors (timeline_of (chart));

  if (grab->cursor < 0)
    cursors.harmonic_hz = ondes_time_chart_y_to_hz (chart, y) / grab->harmonic;
  else
    {
      if (grab->time)
        cursors.at[grab->cursor].sample = ondes_time_chart_x_to_sample (chart, x);
      if (grab->hz)
        cursors.at[grab->cursor].hz = ondes_time_chart_y_to_hz (chart, y);
    }
  ondes_timeline_set_cursors (timeline_of (chart), cursors);
  if (done)
    g_object_set_data (G_OBJECT (chart), "ondes-chart-cursors", NULL);
}

void
ondes_chart_cursors_set (OndesTimeChart *chart,
                         guint           i)
{
  OndesCursors cursors = ondes_timeline_get_cursors (timeline_of (chart));
  double sample, hz;

  if (!ondes_time_chart_get_point (chart, &sample, &hz))
    return;
  if (i < ONDES_CURSORS)
    {
      cursors.at[i].sample = sample;
      cursors.at[i].hz = hz;
    }
  else if (!isnan (hz))
    cursors.harmonic_hz = hz;
  ondes_timeline_set_cursors (timeline_of (chart), cursors);
}

gboolean
ondes_chart_cursors_leave (OndesTimeline *timeline)
{
  const OndesCursors cursors = ondes_timeline_get_cursors (timeline);

  if (!ondes_cursors_are_set (&cursors))
    return FALSE;
  ondes_timeline_set_cursors (timeline, ONDES_CURSORS_NONE);
  return TRUE;
}

static gboolean
on_set_key (GtkWidget *widget,
            GVariant  *args,
            gpointer   user_data)
{
  guint i;

  g_variant_get (args, "(u)", &i);
  ondes_chart_cursors_set (ONDES_TIME_CHART (widget), i);
  return GDK_EVENT_STOP;
}

static void
set_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  ondes_chart_cursors_set (ONDES_TIME_CHART (widget), g_variant_get_uint32 (parameter));
}

void
ondes_chart_cursors_add_keys (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "chart.cursor", "u", set_action);
  gtk_widget_class_add_binding (klass, GDK_KEY_1, 0, on_set_key, "(u)", 0u);
  gtk_widget_class_add_binding (klass, GDK_KEY_KP_1, 0, on_set_key, "(u)", 0u);
  gtk_widget_class_add_binding (klass, GDK_KEY_2, 0, on_set_key, "(u)", 1u);
  gtk_widget_class_add_binding (klass, GDK_KEY_KP_2, 0, on_set_key, "(u)", 1u);
  gtk_widget_class_add_binding (klass, GDK_KEY_h, 0, on_set_key, "(u)", (guint) ONDES_CURSORS);
}

/* Draws a line across the plot. FALSE if it is not in view. */
static gboolean
draw_line (const OndesChartCanvas *canvas,
           gboolean                vertical,
           double                  at)
{
  const cairo_rectangle_t area = ondes_chart_area (&canvas->plot);
  OndesFill fills[2];
  const guint n = ondes_line_fills (&area, vertical, at, fills);

  for (guint i = 0; i < n; i++)
    gtk_snapshot_append_color (canvas->snapshot,
                               &(GdkRGBA) { fills[i].colour.r, fills[i].colour.g, fills[i].colour.b, fills[i].colour.a },
                               &GRAPHENE_RECT_INIT (fills[i].at.x, fills[i].at.y, fills[i].at.width, fills[i].at.height));
  return n > 0;
}

static void
draw_label (OndesTimeChart         *chart,
            const OndesChartCanvas *canvas,
            const char             *text,
            double                  x,
            double                  y,
            float                   down)
{
  ondes_chart_draw_label (ONDES_CHART (chart), canvas, text,
                          &(OndesChartLabel) { .at = GRAPHENE_POINT_INIT ((float) x, (float) y), .down = down, .margin = { 3, 0 },
                                               .radius = 3, .ink = { 0, 0, 0, 1 }, .ground = { 1, 1, 1, 0.85 } });
}

/* Draws the lines of the harmonics or, if @labels, their names. */
static void
draw_harmonics (OndesTimeChart         *chart,
                const OndesChartCanvas *canvas,
                double                  hz,
                gboolean                labels)
{
  const cairo_rectangle_t area = ondes_chart_area (&canvas->plot);
  OndesHarmonic lines[ONDES_HARMONICS];
  const guint n = ondes_harmonics_place (&area, hz, place_harmonic, chart, lines);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = ondes_harmonic_name (lines[i].number);

      if (!labels)
        draw_line (canvas, FALSE, lines[i].y);
      else if (lines[i].labelled)
        draw_label (chart, canvas, name, area.x + 2, lines[i].y, 0.5f);
    }
}

void
ondes_chart_cursors_draw (OndesTimeChart *chart,
                          GtkSnapshot    *snapshot)
{
  const OndesCursors cursors = ondes_timeline_get_cursors (timeline_of (chart));
  const OndesTheme theme = ondes_chart_theme (GTK_WIDGET (chart));
  OndesChartCanvas canvas = { .widget = GTK_WIDGET (chart), .snapshot = snapshot, .theme = &theme };
  double x[ONDES_CURSORS];
  gboolean in_view[ONDES_CURSORS];

  ondes_chart_get_plot (ONDES_CHART (chart), &canvas.plot);
  if (canvas.plot.size.width <= 0 || ondes_time_chart_get_length (chart) == 0)
    return;
  /* Lines come first, as they would cross the labels. */
  if (!isnan (cursors.harmonic_hz))
    draw_harmonics (chart, &canvas, cursors.harmonic_hz, FALSE);
  for (guint i = 0; i < ONDES_CURSORS; i++)
    {
      draw_line (&canvas, FALSE, ondes_time_chart_hz_to_y (chart, cursors.at[i].hz));
      x[i] = ondes_time_chart_sample_to_x (chart, cursors.at[i].sample);
      in_view[i] = draw_line (&canvas, TRUE, x[i]);
    }
  if (!isnan (cursors.harmonic_hz))
    draw_harmonics (chart, &canvas, cursors.harmonic_hz, TRUE);
  for (guint i = 0; i < ONDES_CURSORS; i++)
    if (in_view[i])
      draw_label (chart, &canvas, i == 0 ? "1" : "2", x[i] + 3, canvas.plot.origin.y + 2, 0);
}
