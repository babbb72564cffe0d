/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-slice.h"

#include <math.h>

#include "base/compare.h"
#include "draw-private.h"

#define LINE    1.5
#define BAND    0.22 /* opacity of the band of percentiles */
#define FINE    0.5  /* units along the axis in which several values are drawn as their range */
#define BEYOND  16.0 /* units past the plot's ends to which rows are drawn */
#define SPACING 40.0 /* units between lines of the grid, at least */

/* Okabe and Ito's, "Color Universal Design" (2008), without black and yellow. */
const OndesColour ondes_slice_colours[ONDES_SLICE_COLOURS] = {
  { 0.90, 0.62, 0.00, 1 }, { 0.34, 0.71, 0.91, 1 }, { 0.00, 0.62, 0.45, 1 },
  { 0.84, 0.37, 0.00, 1 }, { 0.80, 0.47, 0.65, 1 }, { 0.10, 0.50, 0.75, 1 },
};

OndesColour
ondes_slice_colour (guint             number,
                    const OndesTheme *theme)
{
  if (number == ONDES_SLICE_AT_CROSSHAIR)
    return theme->foreground;
  return number == ONDES_SLICE_OVER_SELECTION ? theme->accent : ondes_slice_colours[number % ONDES_SLICE_COLOURS];
}

/* A value's place: units along the axis, from its begin to its end, and the value's number. */
typedef struct
{
  double from, to;
  gsize  index;
} Place;

typedef struct
{
  double along, level; /* units; a level of NaN interrupts the line */
} Point;

static double
length_of (const OndesSlicePlot *plot,
           gboolean              upright)
{
  return upright ? plot->area.height : plot->area.width;
}

static double
levels_of (const OndesSlicePlot *plot,
           gboolean              upright)
{
  return upright ? plot->area.width : plot->area.height;
}

static gboolean
is_upright (const OndesSlicePlot *plot,
            OndesSliceKind        kind)
{
  return kind == ONDES_SLICE_SPECTRUM && plot->upright;
}

OndesAxis
ondes_slice_level_axis (const OndesSlicePlot *plot)
{
  return ondes_colour_bar_axis (plot->scalogram, plot->display, levels_of (plot, plot->upright));
}

OndesAxis
ondes_slice_frequency_axis (const OndesSlicePlot *plot)
{
  return ondes_display_axis (plot->display, plot->scalogram, length_of (plot, plot->upright));
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const Place *x = a, *y = b;

  return ONDES_COMPARE (x->from + x->to, y->from + y->to);
}

/* Returns a frequency's place on the axis, at most a little past its ends: a logarithmic axis has none for 0 and below. */
static double
pixel_of (const OndesSlicePlot *plot,
          const OndesAxis      *axis,
          double                frequency_hz)
{
  const double value = ondes_display_from_frequency (plot->display, plot->scalogram, frequency_hz);
  const double pixel = axis->mode == ONDES_AXIS_LOG && !(value > 0) ? -INFINITY : ondes_axis_pixel (axis, value);

  return CLAMP (pixel, -BEYOND, axis->pixels + BEYOND);
}

/* Lists where the rows of a spectrum lie, from the begin of the axis on. */
static GArray *
place_rows (const OndesSlicePlot *plot)
{
  const OndesScalogram *scalogram = plot->scalogram;
  const OndesAxis axis = ondes_slice_frequency_axis (plot);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));

  for (guint i = 0; i < scalogram->rows; i++)
    {
      const double a = pixel_of (plot, &axis, scalogram->edges_hz[2 * i]);
      const double b = pixel_of (plot, &axis, scalogram->edges_hz[2 * i + 1]);
      const Place place = { MIN (a, b), MAX (a, b), i };

      if (place.to > 0 && place.from < axis.pixels && place.to > place.from)
        g_array_append_val (places, place);
    }
  g_array_sort (places, compare_places);
  return places;
}

/* Lists where the values of an envelope lie that are in view. */
static GArray *
place_columns (const OndesSlicePlot *plot,
               const OndesSlice     *slice)
{
  const double unit = plot->area.width / plot->count, step = (double) slice->place.count / (double) slice->n;
  const double first = (double) slice->place.first - plot->first;
  const double from = CLAMP (floor (-first / step) - 1, 0, (double) slice->n);
  const double to = CLAMP (ceil ((plot->count - first) / step) + 1, from, (double) slice->n);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));

  for (gsize i = (gsize) from; i < (gsize) to; i++)
    {
      const Place place = { (first + (double) i * step) * unit, (first + (double) (i + 1) * step) * unit, i };

      g_array_append_val (places, place);
    }
  return places;
}

static double
level_of (const OndesSlicePlot *plot,
          const OndesSlice     *slice,
          gsize                 index,
          double                value)
{
  const OndesScalogram *scalogram = plot->scalogram;

  if (plot->display->equalise && scalogram->medians != NULL)
    value /= scalogram->medians[ondes_slice_row (slice, scalogram, index)];
  return ondes_display_level (plot->display, value, plot->display->reference, ondes_scalogram_is_power (scalogram))
         * levels_of (plot, is_upright (plot, slice->place.kind));
}

static void
add_point (GArray *points,
           double  along,
           double  level)
{
  const Point point = { along, level };

  g_array_append_val (points, point);
}

/* Returns the line through @values: level over each place, and where several are closer than FINE their range. */
static GArray *
trace (const OndesSlicePlot *plot,
       const OndesSlice     *slice,
       const GArray         *places,
       const double         *values)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));

  for (guint i = 0; i < places->len;)
    {
      const Place *place = &g_array_index (places, Place, i);
      double low = level_of (plot, slice, place->index, values[place->index]), high = low, last = low;
      guint j = i + 1;

      for (; j < places->len && g_array_index (places, Place, j).to - place->from < FINE; j++)
        {
          const gsize index = g_array_index (places, Place, j).index;

          last = level_of (plot, slice, index, values[index]);
          low = fmin (low, last);
          high = fmax (high, last);
        }
      if (j > i + 1)
        {
          add_point (points, place->from, last == low ? high : low);
          add_point (points, place->from, last == low ? low : high);
        }
      else
        add_point (points, place->from, low);
      add_point (points, g_array_index (places, Place, j - 1).to, j > i + 1 ? last : low);
      i = j;
    }
  return points;
}

static void
go_to (cairo_t              *cr,
       const OndesSlicePlot *plot,
       gboolean              upright,
       const Point          *point,
       gboolean              draw)
{
  const cairo_rectangle_t *area = &plot->area;
  const double x = area->x + (upright ? point->level : point->along);
  const double y = area->y + area->height - (upright ? point->along : point->level);

  if (draw)
    cairo_line_to (cr, x, y);
  else
    cairo_move_to (cr, x, y);
}

static void
add_line (cairo_t              *cr,
          const OndesSlicePlot *plot,
          gboolean              upright,
          const GArray         *points)
{
  gboolean on = FALSE;

  for (guint i = 0; i < points->len; i++)
    {
      const Point *point = &g_array_index (points, Point, i);

      if (!isnan (point->level))
        go_to (cr, plot, upright, point, on);
      on = !isnan (point->level);
    }
}

/* Fills between two lines; what is not known counts as the axis' begin. */
static void
fill_band (cairo_t              *cr,
           const OndesSlicePlot *plot,
           gboolean              upright,
           const GArray         *low,
           const GArray         *high)
{
  for (guint i = 0; i < low->len; i++)
    {
      Point point = g_array_index (low, Point, i);

      point.level = isnan (point.level) ? 0 : point.level;
      go_to (cr, plot, upright, &point, i > 0);
    }
  for (guint i = high->len; i-- > 0;)
    {
      Point point = g_array_index (high, Point, i);

      point.level = isnan (point.level) ? 0 : point.level;
      go_to (cr, plot, upright, &point, TRUE);
    }
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_percentiles (cairo_t              *cr,
                  const OndesSlicePlot *plot,
                  const OndesSlice     *slice,
                  const GArray         *places,
                  const OndesColour    *colour)
{
  const gboolean upright = is_upright (plot, slice->place.kind);
  const guint last = slice->n_percents - 1;
  g_autoptr (GArray) low = trace (plot, slice, places, slice->percentiles);
  g_autoptr (GArray) high = trace (plot, slice, places, slice->percentiles + last * slice->n);

  ondes_draw_colour (cr, colour, BAND);
  if (last > 0)
    fill_band (cr, plot, upright, low, high);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, (double[]) { 3, 2 }, 2, 0);
  ondes_draw_colour (cr, colour, 0.9);
  for (guint i = last > 0 ? 1 : 0; i < MAX (last, 1); i++)
    {
      g_autoptr (GArray) points = trace (plot, slice, places, slice->percentiles + i * slice->n);

      add_line (cr, plot, upright, points);
      cairo_stroke (cr);
    }
  cairo_set_dash (cr, NULL, 0, 0);
}

void
ondes_draw_slice (cairo_t              *cr,
                  const OndesSlicePlot *plot,
                  const OndesSlice     *slice,
                  const OndesColour    *colour)
{
  const gboolean spectrum = slice->place.kind == ONDES_SLICE_SPECTRUM;
  g_autoptr (GArray) places = NULL, points = NULL;

  if (!ondes_area_is_visible (&plot->area) || (spectrum ? slice->n != plot->scalogram->rows : !(plot->count > 0) || slice->n == 0))
    return;
  places = spectrum ? place_rows (plot) : place_columns (plot, slice);
  ondes_draw_within (cr, &plot->area);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_BEVEL);
  if (slice->n_percents > 0)
    draw_percentiles (cr, plot, slice, places, colour);
  points = trace (plot, slice, places, slice->values);
  add_line (cr, plot, is_upright (plot, slice->place.kind), points);
  ondes_draw_colour (cr, colour, slice->preview ? 0.6 : 1);
  cairo_set_line_width (cr, LINE);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
ondes_draw_slice_grid (cairo_t              *cr,
                       const OndesSlicePlot *plot,
                       OndesSliceKind        kind)
{
  const gboolean upright = is_upright (plot, kind);
  const OndesAxis axis = ondes_colour_bar_axis (plot->scalogram, plot->display, levels_of (plot, upright));
  g_autoptr (GArray) ticks = ondes_axis_ticks (&axis, SPACING);

  ondes_draw_within (cr, &plot->area);
  ondes_draw_colour (cr, &plot->theme->grid, 1);
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < ticks->len; i++)
    {
      const OndesTick *tick = &g_array_index (ticks, OndesTick, i);
      const double level = floor (tick->pixel) + 0.5;

      if (!tick->major)
        continue;
      go_to (cr, plot, upright, &(Point) { 0, level }, FALSE);
      go_to (cr, plot, upright, &(Point) { length_of (plot, upright), level }, TRUE);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}
