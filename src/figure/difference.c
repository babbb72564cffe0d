/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "difference.h"

#include <math.h>

#include "image-memory.h"
#include "palette.h"
#include "raster-map.h"

/* One line of pixels of both scalograms. */
typedef struct
{
  const OndesRasterMap *maps[2];
  const float          *values[2];
  double                floors[2]; /* in units of the stored values */
  double                decades[2], shift; /* dB */
} Line;

static float
difference_at (const Line *line,
               int         x)
{
  const float a = ondes_raster_map_value (line->maps[0], line->values[0], x);
  const float b = ondes_raster_map_value (line->maps[1], line->values[1], x);

  if (!(a >= 0) || !(b >= 0) || (a < line->floors[0] && b < line->floors[1]))
    return NAN;
  if (line->decades[0] != line->decades[1])
    return (float) (line->decades[0] * log10 (a) - line->decades[1] * log10 (b) + line->shift);
  return (float) (line->decades[0] * log10 ((double) a / b) + line->shift);
}

/* Returns the lower end of the display's range in the rows of line @y. */
static double
floor_of (const OndesRasterMap *map,
          const OndesDisplay   *resolved,
          int                   y)
{
  const OndesScalogram *scalogram = map->scalogram;
  double unit = resolved->equalise ? 0 : 1;

  for (guint i = map->lines[y].from; resolved->equalise && i < map->lines[y].to; i++)
    unit = MAX (unit, scalogram->medians[map->rows[i]]);
  return unit * resolved->reference * pow (10, -resolved->db_range / ondes_scalogram_decade_db (scalogram));
}

/* TRUE if the scalogram has aliases in line @y. */
static gboolean
is_aliased (const OndesRasterMap *map,
            int                   y)
{
  return ondes_scalogram_is_aliased (map->scalogram, map->rows[map->lines[y].to - 1]);
}

OndesRasterView
ondes_difference_view (const OndesScalogram  *first,
                       const OndesScalogram  *second,
                       const OndesRasterView *view)
{
  const double ratio = second->rate_hz / first->rate_hz;
  OndesRasterView same = *view;

  same.first = view->first * ratio + (first->start - second->start) * second->rate_hz;
  same.count = view->count * ratio;
  return same;
}

/* Both scalograms in pixels, line by line. */
typedef struct
{
  OndesRasterMap maps[2];
  OndesDisplay   resolved;
  Line           line;
} Lines;

/* FALSE if there is nothing to show; otherwise clear @self. */
static gboolean
lines_init (Lines                 *self,
            const OndesDifference *difference,
            const OndesDisplay    *display,
            const OndesAxis       *axis,
            const OndesRasterView *view)
{
  const OndesScalogram *first = difference->first, *second = difference->second;
  const OndesRasterView other = ondes_difference_view (first, second, view);
  const double a = ondes_scalogram_decade_db (first), b = ondes_scalogram_decade_db (second);

  if (!ondes_raster_map_init (&self->maps[0], first, display, axis, view))
    return FALSE;
  if (!ondes_raster_map_init (&self->maps[1], second, display, axis, &other))
    {
      ondes_raster_map_clear (&self->maps[0]);
      return FALSE;
    }
  self->resolved = ondes_display_resolve (display, first);
  self->line = (Line) { { &self->maps[0], &self->maps[1] }, .decades = { a, b },
                        .shift = (a * first->exponent - b * second->exponent) * log10 (2) };
  return TRUE;
}

static void
lines_clear (Lines *self)
{
  ondes_raster_map_clear (&self->maps[0]);
  ondes_raster_map_clear (&self->maps[1]);
}

/* Fills @values with line @y. */
static void
lines_get (Lines *self,
           int    y,
           float *values)
{
  OndesRasterMap *maps = self->maps;
  Line *line = &self->line;
  double lowest;

  line->values[0] = ondes_raster_map_line (&maps[0], y, NULL);
  line->values[1] = ondes_raster_map_line (&maps[1], y, NULL);
  for (int x = 0; x < maps[0].width; x++)
    values[x] = NAN;
  if (line->values[0] == NULL || line->values[1] == NULL || is_aliased (&maps[0], y) || is_aliased (&maps[1], y))
    return;
  lowest = floor_of (&maps[0], &self->resolved, y);
  line->floors[0] = ldexp (lowest, -maps[0].scalogram->exponent);
  line->floors[1] = ldexp (pow (lowest, line->decades[0] / line->decades[1]), -maps[1].scalogram->exponent);
  for (int x = 0; x < maps[0].width; x++)
    values[x] = difference_at (line, x);
}

void
ondes_difference_values (const OndesDifference *self,
                         const OndesDisplay    *display,
                         const OndesAxis       *axis,
                         const OndesRasterView *view,
                         float                 *values)
{
  Lines lines;

  for (gsize i = 0; i < (gsize) view->width * view->height; i++)
    values[i] = NAN;
  if (!lines_init (&lines, self, display, axis, view))
    return;
  for (int y = 0; y < view->height; y++)
    lines_get (&lines, y, values + (gsize) y * view->width);
  lines_clear (&lines);
}

cairo_surface_t *
ondes_difference_raster_new (const OndesDifference *self,
                             const OndesDisplay    *display,
                             const OndesAxis       *axis,
                             const OndesRasterView *view)
{
  const int width = MAX (view->width, 1), height = MAX (view->height, 1), last = ONDES_DIVERGING_COLOURS - 1;
  cairo_surface_t *surface = ondes_image_new (CAIRO_FORMAT_ARGB32, width, height);
  const guint32 *colours = ondes_palette_diverging (self->dark);
  g_autofree float *values = g_new (float, width);
  guchar *pixels;
  Lines lines;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS || !lines_init (&lines, self, display, axis, view))
    return surface;
  cairo_surface_flush (surface);
  pixels = cairo_image_surface_get_data (surface);
  for (int y = 0; y < height && !g_cancellable_is_cancelled (g_cancellable_get_current ()); y++)
    {
      guint32 *line = (guint32 *) (pixels + (gsize) y * cairo_image_surface_get_stride (surface));

      lines_get (&lines, y, values);
      for (int x = 0; x < width; x++)
        {
          const double level = (values[x] / self->range_db + 1) / 2;

          if (!isnan (level))
            line[x] = colours[lrint (CLAMP (level, 0, 1) * last)];
        }
    }
  lines_clear (&lines);
  cairo_surface_mark_dirty (surface);
  return surface;
}

void
ondes_draw_difference_bar (cairo_t               *cr,
                           const OndesTheme      *theme,
                           const OndesDifference *self,
                           const cairo_rectangle_t *area,
                           const char            *title)
{
  const OndesAxis axis = { ONDES_AXIS_LINEAR, -self->range_db, self->range_db, area->height };
  const OndesColours bar = { ondes_palette_diverging (self->dark), ONDES_DIVERGING_COLOURS, &axis, title };

  ondes_draw_colours (cr, theme, &bar, area);
}
