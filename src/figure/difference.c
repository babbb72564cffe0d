/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "difference.h"

#include <math.h>

#include "image-memory.h"
#include "palette.h"
#include "raster-map.h"

static double
decade_db (const OndesScalogram *scalogram)
{
  return ondes_spec_cwt (scalogram->spec)->options.quantity == ONDES_QUANTITY_POWER ? 10 : 20;
}

/* One line of pixels of both scalograms. */
typedef struct
{
  const OndesRasterMap *maps[2];
  const float          *values[2];
  double                floors[2]; /* in units of the stored values */
  double                decade, shift; /* dB */
} Line;

static float
difference_at (const Line *line,
               int         x)
{
  const float a = ondes_raster_map_value (line->maps[0], line->values[0], x);
  const float b = ondes_raster_map_value (line->maps[1], line->values[1], x);

  if (!(a >= 0) || !(b >= 0) || (a < line->floors[0] && b < line->floors[1]))
    return NAN;
  return (float) (line->decade * log10 ((double) a / b) + line->shift);
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
  return unit * resolved->reference * pow (10, -resolved->db_range / decade_db (scalogram));
}

/* TRUE if the scalogram has aliases in line @y. */
static gboolean
is_aliased (const OndesRasterMap *map,
            int                   y)
{
  const OndesScalogram *scalogram = map->scalogram;

  return scalogram->frequencies_hz[map->rows[map->lines[y].to - 1]] > scalogram->rate_hz * scalogram->times / 2;
}

/* Returns @view in the samples of @second, at the same time. */
static OndesRasterView
view_of (const OndesScalogram  *first,
         const OndesScalogram  *second,
         const OndesRasterView *view)
{
  const double ratio = second->rate_hz / first->rate_hz;
  OndesRasterView same = *view;

  same.first = view->first * ratio + (first->start - second->start) * second->rate_hz;
  same.count = view->count * ratio;
  return same;
}

static void
fill (OndesRasterMap      maps[2],
      const OndesDisplay *display,
      float              *values)
{
  const OndesScalogram *first = maps[0].scalogram, *second = maps[1].scalogram;
  const OndesDisplay resolved = ondes_display_resolve (display, first);
  const double decade = decade_db (first);
  Line line = { { &maps[0], &maps[1] }, .decade = decade, .shift = decade * (first->exponent - second->exponent) * log10 (2) };

  for (int y = 0; y < maps[0].height; y++)
    {
      float *to = values + (gsize) y * maps[0].width;
      double lowest;

      if (g_cancellable_is_cancelled (g_cancellable_get_current ()))
        return;
      line.values[0] = ondes_raster_map_line (&maps[0], y, NULL);
      line.values[1] = ondes_raster_map_line (&maps[1], y, NULL);
      if (line.values[0] == NULL || line.values[1] == NULL || is_aliased (&maps[0], y) || is_aliased (&maps[1], y))
        continue;
      lowest = floor_of (&maps[0], &resolved, y);
      line.floors[0] = ldexp (lowest, -first->exponent);
      line.floors[1] = ldexp (lowest, -second->exponent);
      for (int x = 0; x < maps[0].width; x++)
        to[x] = difference_at (&line, x);
    }
}

void
ondes_difference_values (const OndesDifference *self,
                         const OndesDisplay    *display,
                         const OndesAxis       *axis,
                         const OndesRasterView *view,
                         float                 *values)
{
  const OndesRasterView other = view_of (self->first, self->second, view);
  OndesRasterMap maps[2];

  for (gsize i = 0; i < (gsize) view->width * view->height; i++)
    values[i] = NAN;
  if (!ondes_raster_map_init (&maps[0], self->first, display, axis, view))
    return;
  if (ondes_raster_map_init (&maps[1], self->second, display, axis, &other))
    {
      fill (maps, display, values);
      ondes_raster_map_clear (&maps[1]);
    }
  ondes_raster_map_clear (&maps[0]);
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
  g_autofree float *values = NULL;
  guchar *pixels;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS || view->width < 1 || view->height < 1)
    return surface;
  values = g_new (float, (gsize) width * height);
  ondes_difference_values (self, display, axis, view, values);
  cairo_surface_flush (surface);
  pixels = cairo_image_surface_get_data (surface);
  for (int y = 0; y < height; y++)
    {
      guint32 *line = (guint32 *) (pixels + (gsize) y * cairo_image_surface_get_stride (surface));

      for (int x = 0; x < width; x++)
        {
          const double level = (values[(gsize) y * width + x] / self->range_db + 1) / 2;

          if (!isnan (level))
            line[x] = colours[lrint (CLAMP (level, 0, 1) * last)];
        }
    }
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
