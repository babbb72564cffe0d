/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pixel costs a maximum and a table look-up. */
#include "raster-smooth.h"

#include <math.h>
#include <string.h>

#include "analysis/levels.h"
#include "base/number.h"
#include "image-memory.h"
#include "palette.h"

#define COLOURS ONDES_PALETTE_COLOURS

static double
frequency_of_scale_one (const OndesScalogram *scalogram)
{
  return ondes_scalogram_get_class (scalogram)->scale_hz (scalogram->spec, 1, ondes_scalogram_get_own_rate (scalogram));
}

OndesShow
ondes_display_show (const OndesDisplay   *display,
                    const OndesScalogram *scalogram)
{
  if (ondes_scalogram_get_class (scalogram)->linear)
    return display->show == ONDES_SHOW_LOG ? ONDES_SHOW_LOG : ONDES_SHOW_LINEAR;
  if (display->show != ONDES_SHOW_AUTO)
    return display->show;
  if (g_strcmp0 (scalogram->time_unit, "d") == 0 || g_strcmp0 (scalogram->time_unit, "a") == 0)
    return ONDES_SHOW_PERIOD;
  return ONDES_SHOW_LOG;
}

double
ondes_display_from_frequency (const OndesDisplay   *display,
                              const OndesScalogram *scalogram,
                              double                frequency_hz)
{
  OndesShow show = ondes_display_show (display, scalogram);

  if (show == ONDES_SHOW_PERIOD)
    return 1 / frequency_hz;
  return show == ONDES_SHOW_SCALE ? frequency_of_scale_one (scalogram) / frequency_hz : frequency_hz;
}

double
ondes_display_to_frequency (const OndesDisplay   *display,
                            const OndesScalogram *scalogram,
                            double                value)
{
  /* Scale and frequency are inversely proportional, as are period and frequency: both conversions are the same. */
  return ondes_display_from_frequency (display, scalogram, value);
}

/* Returns the value of A4 on an axis that is labelled with notes; otherwise 0. */
static double
a4_of (const OndesDisplay   *display,
       const OndesScalogram *scalogram)
{
  const OndesShow show = ondes_display_show (display, scalogram);

  if (!display->notes || ondes_scalogram_get_place (scalogram) != ONDES_PLACE_FREQUENCY
      || (show != ONDES_SHOW_LOG && show != ONDES_SHOW_LINEAR))
    return 0;
  return display->a4_hz * ondes_time_unit_seconds (scalogram->time_unit);
}

OndesAxis
ondes_display_axis (const OndesDisplay   *display,
                    const OndesScalogram *scalogram,
                    double                pixels)
{
  const gboolean linear = ondes_display_show (display, scalogram) == ONDES_SHOW_LINEAR;
  double all_lo = G_MAXDOUBLE, all_hi = 0, lo = display->view_lo, hi = display->view_hi;

  for (guint i = 0; i < scalogram->rows; i++)
    {
      if (linear || scalogram->edges_hz[2 * i] > 0)
        all_lo = MIN (all_lo, scalogram->edges_hz[2 * i]);
      all_hi = MAX (all_hi, scalogram->edges_hz[2 * i + 1]);
    }
  if (!(hi > lo) || !(hi > 0) || !isfinite (lo) || !isfinite (hi))
    {
      lo = all_lo;
      hi = all_hi;
    }
  if (!(lo > 0) && !linear)
    lo = MIN (all_lo, hi / 2);
  return (OndesAxis) { .mode = linear ? ONDES_AXIS_LINEAR : ONDES_AXIS_LOG,
                       .lo = ondes_display_from_frequency (display, scalogram, lo),
                       .hi = ondes_display_from_frequency (display, scalogram, hi), .pixels = pixels,
                       .a4 = a4_of (display, scalogram) };
}

/* Returns the time unit in which the period at the middle of an axis has no leading zeros: of seconds also "ms" and "µs". Sets
 * @factor to those units in a time unit. */
static const char *
period_unit (const char *time_unit,
             double      period,
             double     *factor)
{
  *factor = 1;
  if (g_strcmp0 (time_unit, "s") != 0 || period >= 0.5)
    return time_unit;
  *factor = period >= 0.5e-3 ? 1e3 : 1e6;
  return period >= 0.5e-3 ? "ms" : "\u00b5s";
}

gboolean
ondes_display_second_axis (const OndesDisplay   *display,
                           const OndesScalogram *scalogram,
                           const OndesAxis      *axis,
                           OndesSecondAxis      *second)
{
  const OndesShow show = ondes_display_show (display, scalogram);
  double factor;

  if (ondes_scalogram_get_place (scalogram) != ONDES_PLACE_FREQUENCY)
    return FALSE;
  *second = (OndesSecondAxis) { .axis = *axis };
  second->axis.a4 = 0;
  if (axis->a4 > 0)
    return TRUE;
  if (show == ONDES_SHOW_SCALE || show == ONDES_SHOW_PERIOD)
    {
      second->axis.lo = ondes_display_to_frequency (display, scalogram, axis->lo);
      second->axis.hi = ondes_display_to_frequency (display, scalogram, axis->hi);
      return TRUE;
    }
  second->period_unit = period_unit (scalogram->time_unit, 1 / ondes_axis_value (axis, axis->pixels / 2), &factor);
  second->axis.mode = show == ONDES_SHOW_LINEAR ? ONDES_AXIS_RECIPROCAL : ONDES_AXIS_LOG;
  second->axis.lo = show == ONDES_SHOW_LINEAR ? axis->lo / factor : factor / axis->lo;
  second->axis.hi = show == ONDES_SHOW_LINEAR ? axis->hi / factor : factor / axis->hi;
  return TRUE;
}

OndesDisplay
ondes_display_resolve_by (const OndesDisplay   *display,
                          const OndesScalogram *scalogram,
                          const OndesLevels    *levels)
{
  const double decade = ondes_scalogram_decade_db (scalogram);
  OndesDisplay resolved = *display;
  double range;

  resolved.equalise = display->equalise && scalogram->medians != NULL;
  if (!(resolved.reference > 0 && isfinite (resolved.reference)))
    resolved.reference = levels->top > 0 ? ondes_number_round (levels->top, 3) : scalogram->largest > 0
                        ? ondes_scalogram_value (scalogram, scalogram->largest) : 1;
  if (resolved.db_range > 0 && isfinite (resolved.db_range))
    return resolved;
  resolved.db_range = ONDES_DB_MAX;
  if (levels->bottom > 0)
    {
      range = round (decade * (log10 (levels->top) - log10 (levels->bottom)));
      range = CLAMP (range, ONDES_DB_MIN, ONDES_DB_MAX);
      /* Extend the range to the same bottom for an explicit reference. */
      if (display->reference > 0)
        range += round (decade * (log10 (resolved.reference) - log10 (levels->top)));
      resolved.db_range = MAX (range, ONDES_DB_MIN);
    }
  return resolved;
}

OndesDisplay
ondes_display_resolve (const OndesDisplay   *display,
                       const OndesScalogram *scalogram)
{
  gboolean equalise = display->equalise && scalogram->medians != NULL;

  return ondes_display_resolve_by (display, scalogram, equalise ? &scalogram->equalised : &scalogram->levels);
}

double
ondes_display_level (const OndesDisplay *display,
                     double              value,
                     double              reference,
                     gboolean            power)
{
  if (isnan (value))
    return value;
  if (!display->decibel)
    return CLAMP (value / reference, 0, 1);
  if (value <= 0)
    return 0;
  return CLAMP (1 + (power ? 10 : 20) * (log10 (value) - log10 (reference)) / display->db_range, 0, 1);
}

/* Maps values to colours: the smallest value of each colour, and a table of search starts indexed by a value's leading bits. */
typedef struct
{
  const guint32 *colours;
  float          min[COLOURS + 1];
  guint32        base, shift, n;
  guint8        *starts;
} Mapper;

static guint32
float_bits (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static void
mapper_init (Mapper               *mapper,
             const OndesScalogram *scalogram,
             const OndesDisplay   *display)
{
  /* in units of the stored values, or of their ratios */
  double reference = display->equalise ? display->reference : ldexp (display->reference, -scalogram->exponent);
  double decade = ondes_scalogram_decade_db (scalogram);
  guint  colour = 0;

  mapper->colours = ondes_palette_colours (display->palette);
  mapper->min[0] = 0;
  for (int i = 1; i < COLOURS; i++)
    {
      double level = (double) i / COLOURS;
      double value = reference * (display->decibel ? pow (10, (level - 1) * display->db_range / decade) : level);

      mapper->min[i] = MIN (value, G_MAXFLOAT);
    }
  mapper->min[COLOURS] = INFINITY;

  /* The bit patterns of positive floats increase with their values. */
  mapper->base = float_bits (mapper->min[1]);
  mapper->shift = 12;
  while ((float_bits (mapper->min[COLOURS - 1]) - mapper->base) >> mapper->shift > 65536)
    mapper->shift++;
  mapper->n = ((float_bits (mapper->min[COLOURS - 1]) - mapper->base) >> mapper->shift) + 1;
  mapper->starts = g_new (guint8, mapper->n);
  for (guint i = 0; i < mapper->n; i++)
    {
      guint32 bits = mapper->base + (i << mapper->shift);
      float   value;

      memcpy (&value, &bits, sizeof value);
      while (colour < COLOURS - 1 && mapper->min[colour + 1] <= value)
        colour++;
      mapper->starts[i] = colour;
    }
}

static inline guint32
mapper_colour (const Mapper *mapper,
               float         value)
{
  guint32 bucket;
  guint   colour;

  if (!(value >= 0))
    return 0;
  if (value < mapper->min[1])
    return mapper->colours[0];
  bucket = (float_bits (value) - mapper->base) >> mapper->shift;
  colour = mapper->starts[MIN (bucket, mapper->n - 1)];
  while (value >= mapper->min[colour + 1] && colour < COLOURS - 1)
    colour++;
  return mapper->colours[colour];
}

static void
colour_line (const Mapper         *mapper,
             const OndesRasterMap *map,
             const float          *values,
             guint32              *line)
{
  for (int x = 0; x < map->width; x++)
    line[x] = mapper_colour (mapper, ondes_raster_map_value (map, values, x));
}

cairo_surface_t *
ondes_raster_new (const OndesScalogram *scalogram,
                  const OndesDisplay   *display,
                  const OndesAxis      *axis,
                  const OndesRasterView *view)
{
  g_return_val_if_fail (scalogram != NULL && display != NULL && axis != NULL && view != NULL, NULL);

  const int          width = view->width, height = view->height;
  cairo_surface_t   *surface = ondes_image_new (CAIRO_FORMAT_ARGB32, MAX (width, 1), MAX (height, 1));
  OndesDisplay       resolved;
  OndesRasterMap     map;
  g_autoptr (OndesRasterSmooth) smooth = NULL;
  Mapper             mapper;
  guchar            *pixels;
  int                stride;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS || !ondes_raster_map_init (&map, scalogram, display, axis, view))
    return surface;
  resolved = ondes_display_resolve (display, scalogram);
  mapper_init (&mapper, scalogram, &resolved);
  if (display->smooth)
    smooth = ondes_raster_smooth_new (&map, &resolved, axis, view);

  cairo_surface_flush (surface);
  pixels = cairo_image_surface_get_data (surface);
  stride = cairo_image_surface_get_stride (surface);
  for (int y = 0; y < height; y++)
    {
      guint32     *line = (guint32 *) (pixels + (gsize) y * stride);
      const float *values;

      if (g_cancellable_is_cancelled (g_cancellable_get_current ()))
        break; /* the figure was cancelled */
      if (smooth == NULL && ondes_raster_map_repeats (&map, y))
        memcpy (line, pixels + (gsize) (y - 1) * stride, (gsize) width * 4);
      else if (smooth != NULL && ondes_raster_smooth_line (smooth, y, line))
        continue;
      else if ((values = ondes_raster_map_line (&map, y, resolved.equalise ? scalogram->medians : NULL)) != NULL)
        colour_line (&mapper, &map, values, line);
    }
  cairo_surface_mark_dirty (surface);
  g_free (mapper.starts);
  ondes_raster_map_clear (&map);
  return surface;
}
