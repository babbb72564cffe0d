/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "ondes-chart-pixels.h"
#include "ondes-chart-raster.h"
#include "figure/difference.h"

#define STRETCH_MAX 200
#define ALIGNED     0.01 /* tolerance in pixels */

struct _OndesChartRaster
{
  OndesChartRasterChanged changed;
  gpointer                user_data;
  GCancellable           *alive;   /* cancelled when freed, so that a late result is ignored */
  OndesChartPixels       *pixels;
  OndesChartPicture       shown;   /* the picture in pixels */
  gboolean                opaque;  /* none of the pixels is transparent */
  OndesChartPicture       wanted;
  gboolean                running;
};

static void
picture_clear (OndesChartPicture *picture)
{
  g_clear_pointer (&picture->scalogram, ondes_scalogram_unref);
  g_clear_pointer (&picture->other, ondes_scalogram_unref);
  memset (picture, 0, sizeof *picture);
}

static void
picture_set (OndesChartPicture       *to,
             const OndesChartPicture *from)
{
  OndesScalogram *scalogram = ondes_scalogram_ref (from->scalogram);
  OndesScalogram *other = from->other != NULL ? ondes_scalogram_ref (from->other) : NULL;

  picture_clear (to);
  *to = *from;
  to->scalogram = scalogram;
  to->other = other;
}

static gboolean
picture_equal (const OndesChartPicture *a,
               const OndesChartPicture *b)
{
  return a->scalogram == b->scalogram && a->other == b->other && a->range_db == b->range_db && a->dark == b->dark
         && ondes_display_same_colours (&a->display, &b->display) && a->display.show == b->display.show
         && !a->display.smooth == !b->display.smooth
         && a->axis.mode == b->axis.mode && a->axis.lo == b->axis.lo && a->axis.hi == b->axis.hi && a->first == b->first
         && a->count == b->count && a->width == b->width && a->height == b->height;
}

/* Returns the pixels of an ARGB32 surface; its rows have no padding. */
static const guint32 *
pixels_of (cairo_surface_t *surface)
{
  return (const guint32 *) cairo_image_surface_get_data (surface);
}

static gboolean
is_opaque (cairo_surface_t *surface)
{
  const guint32 *pixels = pixels_of (surface);
  const gsize n = (gsize) cairo_image_surface_get_width (surface) * cairo_image_surface_get_height (surface);
  guint32 all = ~0u;

  for (gsize i = 0; i < n; i++)
    all &= pixels[i];
  return all >> 24 == 0xff;
}

/* A picture in flight. */
typedef struct
{
  OndesChartPicture picture;
  gboolean          opaque;
} Colouring;

static void
colouring_free (gpointer data)
{
  picture_clear (&((Colouring *) data)->picture);
  g_free (data);
}

static cairo_surface_t *
draw (const OndesChartPicture *picture)
{
  const OndesRasterView view
    = { .first = picture->first, .count = picture->count, .width = picture->width, .height = picture->height };
  OndesAxis axis = picture->axis;

  axis.pixels = picture->height;
  if (picture->other == NULL)
    return ondes_raster_new (picture->scalogram, &picture->display, &axis, &view);
  return ondes_difference_raster_new (&(OndesDifference) { picture->scalogram, picture->other, picture->range_db, picture->dark },
                                      &picture->display, &axis, &view);
}

static void
colour (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  Colouring *colouring = task_data;
  cairo_surface_t *surface = draw (&colouring->picture);

  colouring->opaque = cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS && is_opaque (surface);
  g_task_return_pointer (task, ondes_chart_pixels_new (surface), (GDestroyNotify) ondes_chart_pixels_free);
}

static void on_coloured (GObject *source, GAsyncResult *result, gpointer user_data);

static void
start (OndesChartRaster *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, self->alive, on_coloured, self);
  Colouring *colouring = g_new0 (Colouring, 1);

  picture_set (&colouring->picture, &self->wanted);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, colouring, colouring_free);
  self->running = TRUE;
  g_task_run_in_thread (task, colour);
}

static void
on_coloured (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  OndesChartPixels *pixels = g_task_propagate_pointer (G_TASK (result), &error);
  OndesChartRaster *self = user_data;
  const Colouring *colouring = g_task_get_task_data (G_TASK (result));

  if (error != NULL) /* cancelled: self may have been freed */
    return;
  self->running = FALSE;
  if (pixels == NULL) /* out of memory */
    return;
  g_clear_pointer (&self->pixels, ondes_chart_pixels_free);
  self->pixels = pixels;
  self->opaque = colouring->opaque;
  picture_set (&self->shown, &colouring->picture);
  if (!picture_equal (&self->shown, &self->wanted))
    start (self);
  self->changed (self->user_data);
}

OndesChartRaster *
ondes_chart_raster_new (OndesChartRasterChanged changed,
                        gpointer                user_data)
{
  OndesChartRaster *self = g_new0 (OndesChartRaster, 1);

  self->changed = changed;
  self->user_data = user_data;
  self->alive = g_cancellable_new ();
  return self;
}

void
ondes_chart_raster_free (OndesChartRaster *self)
{
  g_cancellable_cancel (self->alive);
  g_object_unref (self->alive);
  g_clear_pointer (&self->pixels, ondes_chart_pixels_free);
  picture_clear (&self->shown);
  picture_clear (&self->wanted);
  g_free (self);
}

gboolean
ondes_chart_raster_request (OndesChartRaster        *self,
                            const OndesChartPicture *picture)
{
  if (picture == NULL)
    {
      /* The picture in flight belongs to a recording that has been closed. */
      g_cancellable_cancel (self->alive);
      g_object_unref (self->alive);
      self->alive = g_cancellable_new ();
      self->running = FALSE;
      g_clear_pointer (&self->pixels, ondes_chart_pixels_free);
      picture_clear (&self->shown);
      picture_clear (&self->wanted);
      return FALSE;
    }
  if (self->wanted.scalogram != NULL && picture_equal (&self->wanted, picture))
    return self->running;
  picture_set (&self->wanted, picture);
  if (!self->running)
    start (self);
  return TRUE;
}

static double
warp (OndesAxisMode mode,
      double        value)
{
  return mode == ONDES_AXIS_LOG ? log (value) : value;
}

/* Gets the position of the texture in @picture as fractions from its left and bottom edges. FALSE if it cannot be shown
 * there. */
static gboolean
edges_in (OndesChartRaster        *self,
          const OndesChartPicture *picture,
          double                  *left,
          double                  *right,
          double                  *bottom,
          double                  *top)
{
  const OndesChartPicture *shown = &self->shown;
  double lo, hi;

  if (self->pixels == NULL || shown->axis.mode != picture->axis.mode || shown->display.show != picture->display.show)
    return FALSE;
  lo = warp (picture->axis.mode, picture->axis.lo);
  hi = warp (picture->axis.mode, picture->axis.hi);
  *bottom = (warp (picture->axis.mode, shown->axis.lo) - lo) / (hi - lo);
  *top = (warp (picture->axis.mode, shown->axis.hi) - lo) / (hi - lo);
  *left = (shown->first - picture->first) / picture->count;
  *right = (shown->first + shown->count - picture->first) / picture->count;
  if (!isfinite (*bottom) || !isfinite (*top) || !isfinite (*left) || !isfinite (*right) || *top <= *bottom || *right <= *left)
    return FALSE;
  /* Stretched further, the texture would be meaningless, and too large for any renderer. */
  return *top - *bottom <= STRETCH_MAX && *right - *left <= STRETCH_MAX;
}

/* Snaps a texture that is drawn at its own @length to a whole pixel, so that Cairo copies it; resampling takes several times as
 * long. */
static void
align (double *from,
       double *to,
       int     length,
       int     pixels)
{
  double by = round (*from * pixels) / pixels - *from;

  if (fabs ((*to - *from) * pixels - length) > ALIGNED)
    return;
  *from += by;
  *to += by;
}

static gboolean
place_on (OndesChartRaster        *self,
          const OndesChartPicture *picture,
          const graphene_rect_t   *plot,
          graphene_rect_t         *rect)
{
  double left, right, bottom, top;

  if (!edges_in (self, picture, &left, &right, &bottom, &top))
    return FALSE;
  align (&left, &right, self->shown.width, picture->width);
  align (&bottom, &top, self->shown.height, picture->height);
  graphene_rect_init (rect, plot->origin.x + left * plot->size.width, plot->origin.y + (1 - top) * plot->size.height,
                      (right - left) * plot->size.width, (top - bottom) * plot->size.height);
  return TRUE;
}

void
ondes_chart_raster_snapshot (OndesChartRaster        *self,
                             const OndesChartCanvas  *canvas,
                             const OndesChartPicture *picture,
                             const graphene_rect_t   *part)
{
  graphene_rect_t rect;

  if (!place_on (self, picture, &canvas->plot, &rect))
    return;
  ondes_chart_pixels_snapshot (self->pixels, canvas->widget, canvas->snapshot, &rect, part);
}

guint
ondes_chart_raster_get_rest (OndesChartRaster        *self,
                             const OndesChartPicture *picture,
                             const graphene_rect_t   *plot,
                             graphene_rect_t          parts[4])
{
  const float left = plot->origin.x, right = left + plot->size.width, top = plot->origin.y, bottom = top + plot->size.height;
  float from, to, above, below;
  graphene_rect_t rect;
  guint n = 0;

  parts[0] = *plot;
  if (!self->opaque || !place_on (self, picture, plot, &rect) || !graphene_rect_intersection (&rect, plot, &rect))
    return 1;
  /* Round to whole pixels: Cairo needs a mask to clip between them. */
  from = ceilf (rect.origin.x);
  to = floorf (rect.origin.x + rect.size.width);
  above = ceilf (rect.origin.y);
  below = floorf (rect.origin.y + rect.size.height);
  if (from > left)
    graphene_rect_init (&parts[n++], left, top, from - left, bottom - top);
  if (to < right)
    graphene_rect_init (&parts[n++], to, top, right - to, bottom - top);
  if (above > top)
    graphene_rect_init (&parts[n++], from, top, to - from, above - top);
  if (below < bottom)
    graphene_rect_init (&parts[n++], from, below, to - from, bottom - below);
  return n;
}

gboolean
ondes_chart_raster_covers (OndesChartRaster        *self,
                           const OndesChartPicture *picture)
{
  const OndesView *view;
  double left, right, bottom, top;

  if (!edges_in (self, picture, &left, &right, &bottom, &top))
    return FALSE;
  view = &self->shown.scalogram->view;
  return left <= 1e-6 && right >= 1 - 1e-6 && bottom <= 1e-6 && top >= 1 - 1e-6 && view->first <= picture->first
         && view->first + view->count >= picture->first + picture->count;
}

gboolean
ondes_chart_raster_shows (OndesChartRaster        *self,
                          const OndesChartPicture *picture)
{
  return self->pixels != NULL && picture_equal (&self->shown, picture);
}
