/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-bars.h"

#include <math.h>

struct _OndesBars
{
  cairo_surface_t *surface; /* ARGB32 */
  guint32         *pixels;  /* of it */
  int              width, height, stride; /* pixels */
  double           scale;   /* pixels a unit */
  double           x, y;    /* of its first pixel, in units */
};

/* TRUE if @value is a whole number of pixels. */
static gboolean
is_whole (double value)
{
  return fabs (value - round (value)) < 1e-6;
}

/* TRUE if pixels lie on a whole fraction of the user unit, and are to be seen. */
static gboolean
has_pixels (cairo_t *cr,
            double  *scale)
{
  const cairo_surface_type_t type = cairo_surface_get_type (cairo_get_group_target (cr));
  cairo_matrix_t matrix;

  cairo_get_matrix (cr, &matrix);
  *scale = matrix.xx;
  return (type == CAIRO_SURFACE_TYPE_IMAGE || type == CAIRO_SURFACE_TYPE_RECORDING) && matrix.xx == matrix.yy && matrix.xy == 0
         && matrix.yx == 0 && matrix.xx >= 1 && is_whole (matrix.xx) && is_whole (matrix.x0) && is_whole (matrix.y0);
}

OndesBars *
ondes_bars_new (cairo_t                 *cr,
                const cairo_rectangle_t *area)
{
  cairo_surface_t *surface;
  OndesBars *self;
  double scale, left, top;

  if (!has_pixels (cr, &scale))
    return NULL;
  left = floor (area->x * scale);
  top = floor (area->y * scale);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil ((area->x + area->width) * scale - left),
                                        (int) ceil ((area->y + area->height) * scale - top));
  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (surface);
      return NULL;
    }
  cairo_surface_flush (surface);
  self = g_new0 (OndesBars, 1);
  self->surface = surface;
  self->pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (surface);
  self->width = cairo_image_surface_get_width (surface);
  self->height = cairo_image_surface_get_height (surface);
  self->stride = cairo_image_surface_get_stride (surface) / (int) sizeof *self->pixels;
  self->scale = scale;
  self->x = left / scale;
  self->y = top / scale;
  return self;
}

/* Returns a premultiplied channel as Cairo rounds it. */
static guint32
channel (double value,
         double alpha)
{
  return (guint32) (CLAMP (value, 0, 1) * alpha * 65535 + 0.5) >> 8;
}

void
ondes_bars_add (OndesBars               *self,
                const cairo_rectangle_t *bar,
                const OndesColour       *colour)
{
  const guint32 pixel = channel (1, colour->a) << 24 | channel (colour->r, colour->a) << 16 | channel (colour->g, colour->a) << 8
                        | channel (colour->b, colour->a);
  const int left = (int) CLAMP (round ((bar->x - self->x) * self->scale), 0, self->width);
  const int right = (int) CLAMP (round ((bar->x + bar->width - self->x) * self->scale), 0, self->width);
  const int top = (int) CLAMP (round ((bar->y - self->y) * self->scale), 0, self->height);
  const int bottom = (int) CLAMP (round ((bar->y + bar->height - self->y) * self->scale), 0, self->height);

  for (int y = top; y < bottom; y++)
    {
      guint32 *row = self->pixels + (gsize) y * (gsize) self->stride;

      for (int x = left; x < right; x++)
        row[x] = pixel;
    }
}

void
ondes_bars_draw (OndesBars *self,
                 cairo_t   *cr)
{
  cairo_pattern_t *pattern = cairo_pattern_create_for_surface (self->surface);
  cairo_matrix_t matrix;

  cairo_surface_mark_dirty (self->surface);
  cairo_matrix_init_scale (&matrix, self->scale, self->scale);
  cairo_matrix_translate (&matrix, -self->x, -self->y);
  cairo_pattern_set_matrix (pattern, &matrix);
  /* On a screen of two pixels a unit, bars keep their edges. */
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_set_source (cr, pattern);
  cairo_paint (cr);
  cairo_pattern_destroy (pattern);
  cairo_surface_destroy (self->surface);
  g_free (self);
}
