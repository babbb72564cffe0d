/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-private.h"

#include <math.h>

#define MIN_SLOT 2.0    /* minimum columns per value for separate bars */
#define DOT_SLOT   12.0 /* minimum units per value for stems with dots */
#define DOT        3.5  /* radius, units */
#define STEM       2.0
#define MARGIN     0.06 /* margin above and below the values, relative to their range */
#define MIN_BAR    2.0  /* minimum width of the bar of the outlier */
#define MIN_DB     -1000.0 /* level of values that are 0 */
#define MAX_DB     120.0   /* largest range in view; FEWEST_DB is the smallest */
#define FEWEST_DB  20.0
#define WHOLE_MIN 8  /* smallest range of integers with only integer labels */
#define WHOLE_MAX 4096 /* largest such range; its labels are in steps of powers of two */

OndesAxis
ondes_series_axis (double first,
                   double count,
                   double pixels)
{
  return (OndesAxis) { ONDES_AXIS_INDEX, first - 0.5, first + count - 0.5, pixels };
}

static OndesSeriesScale
scale_of (const OndesSeriesDisplay *display)
{
  return display != NULL ? display->scale : ONDES_SCALE_LINEAR;
}

double
ondes_series_level (const OndesSeries        *series,
                    const OndesSeriesDisplay *display,
                    double                    value)
{
  switch (scale_of (display))
    {
    case ONDES_SCALE_DB:
      return MAX (20 * log10 (fabs (value) / series->largest), MIN_DB);
    case ONDES_SCALE_SIGNED_LOG:
      return ondes_signed_log (value, series->threshold);
    default:
      return value;
    }
}

/* Finds the decibels in view: down to the 5th percentile, in steps of ten. */
static void
find_decibels (const OndesSeries *series,
               double             first,
               double             count,
               double             max,
               double            *lo,
               double            *hi)
{
  const OndesSeriesDisplay decibel = { .scale = ONDES_SCALE_DB };
  double from = MAX (floor (first), series->first_is_outlier ? 1 : 0), to = MIN (ceil (first + count), (double) series->n);
  double floor_db;

  *hi = max > 0 ? ondes_series_level (series, &decibel, max) : 0;
  floor_db = from < to ? ondes_series_level (series, &decibel, ondes_series_quantile (series, (guint64) from,
                                                                                     (guint64) (to - from), 0.05)) : *hi;
  *lo = 10 * floor (CLAMP (floor_db, *hi - MAX_DB, *hi - FEWEST_DB) / 10);
  *hi += MARGIN * (*hi - *lo);
}

OndesAxis
ondes_series_value_axis (const OndesSeries        *series,
                         const OndesSeriesDisplay *display,
                         double                    first,
                         double                    count,
                         double                    pixels)
{
  OndesSeriesScale scale = scale_of (display);
  OndesAxis axis = { .mode = ONDES_AXIS_LINEAR, .pixels = pixels, .threshold = series->threshold };
  double lo, hi, pad;

  ondes_series_range_without_outlier (series, first, count, &lo, &hi);
  if (scale == ONDES_SCALE_LINEAR && ondes_type_is_integer (series->type) && hi - lo <= WHOLE_MAX)
    axis.mode = ONDES_AXIS_INDEX;
  else if (scale == ONDES_SCALE_SIGNED_LOG)
    axis.mode = ONDES_AXIS_SIGNED_LOG;
  if (display != NULL && display->lo < display->hi)
    {
      axis.lo = display->lo;
      axis.hi = display->hi;
      /* The range shown is too small for integer labels. */
      if (axis.mode == ONDES_AXIS_INDEX && axis.hi - axis.lo < WHOLE_MIN)
        axis.mode = ONDES_AXIS_LINEAR;
      return axis;
    }
  if (scale == ONDES_SCALE_DB)
    {
      find_decibels (series, first, count, MAX (-lo, hi), &axis.lo, &axis.hi);
      return axis;
    }
  pad = hi > lo ? MARGIN * (hi - lo) : 1;
  axis.lo = lo - pad;
  axis.hi = hi + pad;
  if (scale == ONDES_SCALE_SIGNED_LOG && hi > lo)
    {
      pad = MARGIN * (ondes_signed_log (hi, axis.threshold) - ondes_signed_log (lo, axis.threshold));
      axis.lo = lo == 0 ? -axis.threshold * expm1 (pad) : lo * exp (pad);
      axis.hi = hi == 0 ? axis.threshold * expm1 (pad) : hi * exp (pad);
    }
  return axis;
}

/* The plot of a series, with lo and hi as levels. */
typedef struct
{
  const OndesSeries        *series;
  const OndesSeriesDisplay *display;
  OndesPlot                 plot;
} Levels;

static Levels
levels_of (const OndesSeries        *series,
           const OndesSeriesDisplay *display,
           const OndesPlot          *plot)
{
  Levels levels = { series, display, *plot };

  if (scale_of (display) == ONDES_SCALE_SIGNED_LOG)
    {
      levels.plot.lo = ondes_signed_log (plot->lo, series->threshold);
      levels.plot.hi = ondes_signed_log (plot->hi, series->threshold);
    }
  return levels;
}

static gboolean
shows (const OndesPlot *plot)
{
  return plot->count > 0 && plot->hi > plot->lo && ondes_area_is_visible (&plot->area);
}

/* Returns the base line of bars. */
static double
base_of (const Levels *self)
{
  return scale_of (self->display) == ONDES_SCALE_DB ? self->plot.lo : 0;
}

static double
y_of (const Levels *self,
      double        level)
{
  return self->plot.area.y + self->plot.area.height * (1 - (level - self->plot.lo) / (self->plot.hi - self->plot.lo));
}

/* Draws bars from the zero line, each in the middle of its slot. */
static void
draw_bars (const Levels *self)
{
  const OndesPlot *plot = &self->plot;
  cairo_t *cr = plot->cr;
  const cairo_rectangle_t *area = &plot->area;
  double slot = area->width / plot->count, bar = slot >= DOT_SLOT ? STEM : 0.6 * slot;
  double zero = y_of (self, CLAMP (base_of (self), plot->lo, plot->hi));
  guint64 from = (guint64) MAX (floor (plot->first), self->series->first_is_outlier ? 1 : 0);
  guint64 to = (guint64) MIN (ceil (plot->first + plot->count), (double) self->series->n);

  ondes_draw_colour (cr, &plot->theme->wave, 1);
  for (guint64 i = from; i < to; i++)
    {
      double value = ondes_series_get (self->series, i), middle = area->x + ((double) i + 0.5 - plot->first) * slot, end;

      if (!isfinite (value))
        continue;
      end = y_of (self, ondes_series_level (self->series, self->display, value));
      cairo_rectangle (cr, middle - bar / 2, MIN (end, zero), bar, fabs (end - zero));
      cairo_fill (cr);
      if (slot >= DOT_SLOT)
        {
          cairo_arc (cr, middle, end, DOT, 0, 2 * G_PI);
          cairo_fill (cr);
        }
    }
}

/* Converts each column to levels, extended to the base line; excludes index 0 if it is an outlier. */
static void
level_extents (const Levels *self,
               guint         columns,
               OndesExtent  *extents)
{
  const OndesPlot *plot = &self->plot;
  double base = base_of (self);

  for (guint i = 0; i < columns; i++)
    {
      double from = floor (plot->first + i * plot->count / columns), to = floor (plot->first + (i + 1) * plot->count / columns);
      double lo = extents[i].min, hi = extents[i].max;

      if (lo > hi)
        continue;
      if (self->series->first_is_outlier && from <= 0)
        ondes_series_range_without_outlier (self->series, from, MAX (to, from + 1) - from, &lo, &hi);
      if (scale_of (self->display) == ONDES_SCALE_DB)
        lo = hi = MAX (fabs (lo), fabs (hi));
      extents[i].min = MIN (ondes_series_level (self->series, self->display, lo), base);
      extents[i].max = MAX (ondes_series_level (self->series, self->display, hi), base);
    }
}

void
ondes_draw_series (const OndesPlot          *plot,
                   const OndesSeries        *series,
                   const OndesSeriesDisplay *display,
                   guint                     columns)
{
  g_autofree OndesExtent *extents = NULL;
  gboolean bars = plot->count * MIN_SLOT <= columns;
  Levels levels = levels_of (series, display, plot);

  if (columns == 0 || !shows (plot))
    return;
  extents = g_new (OndesExtent, columns);
  ondes_series_extents (series, plot->first, plot->count, columns, extents);
  /* Columns, like bars, reach the zero line. If bars are drawn, the columns only mark gaps. */
  for (guint i = 0; bars && i < columns; i++)
    if (extents[i].min <= extents[i].max)
      extents[i].min = 1, extents[i].max = 0;
  level_extents (&levels, columns, extents);
  ondes_draw_waveform (&levels.plot, extents, columns);
  if (!bars)
    return;
  ondes_draw_within (plot->cr, &plot->area);
  draw_bars (&levels);
  cairo_restore (plot->cr);
}

void
ondes_draw_outlier (const OndesPlot          *plot,
                    const OndesSeries        *series,
                    const OndesSeriesDisplay *display,
                    const char               *words)
{
  const cairo_rectangle_t *area = &plot->area;
  const OndesTheme *theme = plot->theme;
  cairo_t *cr = plot->cr;
  const double bottom = area->y + area->height;
  Levels levels = levels_of (series, display, plot);
  double slot = area->width / plot->count, middle = area->x + (0.5 - plot->first) * slot;
  double bar = MAX (MIN_BAR, MIN (slot >= DOT_SLOT ? STEM : 0.6 * slot, 6));
  double end, zero = y_of (&levels, CLAMP (base_of (&levels), levels.plot.lo, levels.plot.hi)), text_x, text_y;
  PangoLayout *layout;
  int text_width, text_height;

  if (!series->first_is_outlier || plot->first >= 1 || !shows (plot))
    return;
  end = CLAMP (y_of (&levels, ondes_series_level (series, display, ondes_series_get (series, 0))), area->y, bottom);
  middle = MAX (middle, area->x + bar / 2);
  layout = ondes_draw_layout (cr, theme, 1);
  ondes_draw_label (layout, words, theme->numbers);
  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  text_x = middle + bar / 2 + 5;
  text_y = CLAMP (end - text_height / 2.0, area->y + 2, bottom - text_height - 2);
  ondes_draw_within (cr, area);
  ondes_draw_colour (cr, &theme->accent, 1);
  cairo_rectangle (cr, middle - bar / 2, MIN (end, zero), bar, fabs (end - zero));
  cairo_fill (cr);
  /* A background of its own keeps the text readable. */
  ondes_draw_colour (cr, &theme->background, 0.85);
  cairo_rectangle (cr, text_x - 2, text_y - 1, text_width + 4, text_height + 2);
  cairo_fill (cr);
  ondes_draw_colour (cr, &theme->accent, 1);
  cairo_move_to (cr, text_x, text_y);
  ondes_draw_text (cr, layout);
  cairo_restore (cr);
  g_object_unref (layout);
}
