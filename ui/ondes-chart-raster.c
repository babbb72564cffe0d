/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "ondes-chart-raster.h"

#define STRETCH_MAX 200

struct _OndesChartRaster
{
  OndesChartRasterChanged changed;
  gpointer                user_data;
  GCancellable           *alive;   /* cancelled when freed: what lands later finds nobody */
  GdkTexture             *texture;
  OndesChartPicture       shown;   /* what texture shows */
  OndesChartPicture       wanted;
  gboolean                running;
};

static void
picture_clear (OndesChartPicture *picture)
{
  g_clear_pointer (&picture->scalogram, ondes_scalogram_unref);
  memset (picture, 0, sizeof *picture);
}

static void
picture_set (OndesChartPicture       *to,
             const OndesChartPicture *from)
{
  OndesScalogram *scalogram = ondes_scalogram_ref (from->scalogram);

  picture_clear (to);
  *to = *from;
  to->scalogram = scalogram;
}

static gboolean
display_equal (const OndesDisplay *a,
               const OndesDisplay *b)
{
  /* The cone and the frequencies in view are not in the raster: one lies above, the other is in the axis. */
  return a->palette == b->palette && a->decibel == b->decibel && a->db_range == b->db_range && a->reference == b->reference &&
         a->show == b->show;
}

static gboolean
picture_equal (const OndesChartPicture *a,
               const OndesChartPicture *b)
{
  return a->scalogram == b->scalogram && display_equal (&a->display, &b->display) && a->axis.mode == b->axis.mode &&
         a->axis.lo == b->axis.lo && a->axis.hi == b->axis.hi && a->first == b->first && a->count == b->count &&
         a->width == b->width && a->height == b->height;
}

static GdkTexture *
texture_of (cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface), height = cairo_image_surface_get_height (surface);
  int stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_flush (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), (gsize) stride * height,
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

static void
picture_free (gpointer data)
{
  picture_clear (data);
  g_free (data);
}

static void
colour (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  OndesChartPicture *picture = task_data;
  OndesAxis axis = picture->axis;
  cairo_surface_t *surface;

  axis.pixels = picture->height;
  surface = ondes_raster_new (picture->scalogram, &picture->display, &axis, picture->first, picture->count, picture->width,
                              picture->height);
  g_task_return_pointer (task, surface, (GDestroyNotify) cairo_surface_destroy);
}

static void on_coloured (GObject *source, GAsyncResult *result, gpointer user_data);

static void
start (OndesChartRaster *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, self->alive, on_coloured, self);
  OndesChartPicture *picture = g_new0 (OndesChartPicture, 1);

  picture_set (picture, &self->wanted);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, picture, picture_free);
  self->running = TRUE;
  g_task_run_in_thread (task, colour);
}

static void
on_coloured (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  cairo_surface_t *surface = g_task_propagate_pointer (G_TASK (result), NULL);
  OndesChartRaster *self = user_data;
  const OndesChartPicture *picture = g_task_get_task_data (G_TASK (result));

  if (surface == NULL) /* cancelled; self may be gone */
    return;
  self->running = FALSE;
  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (surface);
      return;
    }
  g_clear_object (&self->texture);
  self->texture = texture_of (surface);
  picture_set (&self->shown, picture);
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
  g_clear_object (&self->texture);
  picture_clear (&self->shown);
  picture_clear (&self->wanted);
  g_free (self);
}

void
ondes_chart_raster_request (OndesChartRaster        *self,
                            const OndesChartPicture *picture)
{
  if (picture == NULL)
    {
      /* One under way is of a recording that is gone. */
      g_cancellable_cancel (self->alive);
      g_object_unref (self->alive);
      self->alive = g_cancellable_new ();
      self->running = FALSE;
      g_clear_object (&self->texture);
      picture_clear (&self->shown);
      picture_clear (&self->wanted);
      return;
    }
  if (self->wanted.scalogram != NULL && picture_equal (&self->wanted, picture))
    return;
  picture_set (&self->wanted, picture);
  if (!self->running)
    start (self);
}

static double
warp (OndesAxisMode mode,
      double        value)
{
  return mode == ONDES_AXIS_LOG ? log (value) : value;
}

/* Where the texture lies in @picture, as fractions from the left and from the bottom. */
static gboolean
place (OndesChartRaster        *self,
       const OndesChartPicture *picture,
       double                  *left,
       double                  *right,
       double                  *bottom,
       double                  *top)
{
  const OndesChartPicture *shown = &self->shown;
  double lo, hi;

  if (self->texture == NULL || shown->axis.mode != picture->axis.mode || shown->display.show != picture->display.show)
    return FALSE;
  lo = warp (picture->axis.mode, picture->axis.lo);
  hi = warp (picture->axis.mode, picture->axis.hi);
  *bottom = (warp (picture->axis.mode, shown->axis.lo) - lo) / (hi - lo);
  *top = (warp (picture->axis.mode, shown->axis.hi) - lo) / (hi - lo);
  *left = (shown->first - picture->first) / picture->count;
  *right = (shown->first + shown->count - picture->first) / picture->count;
  if (!isfinite (*bottom) || !isfinite (*top) || !isfinite (*left) || !isfinite (*right) || *top <= *bottom || *right <= *left)
    return FALSE;
  /* Stretched so far it says nothing, and no renderer could hold it. */
  return *top - *bottom <= STRETCH_MAX && *right - *left <= STRETCH_MAX;
}

void
ondes_chart_raster_snapshot (OndesChartRaster        *self,
                             GtkSnapshot             *snapshot,
                             const OndesChartPicture *picture,
                             const graphene_rect_t   *plot)
{
  double left, right, bottom, top;
  graphene_rect_t rect;

  if (!place (self, picture, &left, &right, &bottom, &top))
    return;
  graphene_rect_init (&rect, plot->origin.x + left * plot->size.width, plot->origin.y + (1 - top) * plot->size.height,
                      (right - left) * plot->size.width, (top - bottom) * plot->size.height);
  gtk_snapshot_push_clip (snapshot, plot);
  gtk_snapshot_append_texture (snapshot, self->texture, &rect);
  gtk_snapshot_pop (snapshot);
}

gboolean
ondes_chart_raster_covers (OndesChartRaster        *self,
                           const OndesChartPicture *picture)
{
  const OndesView *view;
  double left, right, bottom, top;

  if (!place (self, picture, &left, &right, &bottom, &top))
    return FALSE;
  view = &self->shown.scalogram->view;
  return left <= 1e-6 && right >= 1 - 1e-6 && bottom <= 1e-6 && top >= 1 - 1e-6 && view->first <= picture->first
         && view->first + view->count >= picture->first + picture->count;
}

gboolean
ondes_chart_raster_shows (OndesChartRaster        *self,
                          const OndesChartPicture *picture)
{
  return self->texture != NULL && picture_equal (&self->shown, picture);
}
