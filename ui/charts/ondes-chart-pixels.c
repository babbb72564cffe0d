/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ondes-chart-pixels.h"

struct _OndesChartPixels
{
  cairo_surface_t *surface;
  GdkTexture      *texture; /* NULL until a renderer other than Cairo's shows it */
  /* The last node for Cairo's renderer, and where it lies: GTK draws nothing anew where it finds the same node again. */
  GskRenderNode   *node;
  graphene_rect_t  rect, part;
};

OndesChartPixels *
ondes_chart_pixels_new (cairo_surface_t *surface)
{
  OndesChartPixels *self;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (surface);
      return NULL;
    }
  cairo_surface_flush (surface);
  self = g_new0 (OndesChartPixels, 1);
  self->surface = surface;
  return self;
}

void
ondes_chart_pixels_free (OndesChartPixels *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_object (&self->texture);
  cairo_surface_destroy (self->surface);
  g_free (self);
}

/* Returns the texture of the pixels, which are shared with it. */
static GdkTexture *
get_texture (OndesChartPixels *self)
{
  const int height = cairo_image_surface_get_height (self->surface);
  const gsize stride = (gsize) cairo_image_surface_get_stride (self->surface);
  g_autoptr (GBytes) bytes = NULL;

  if (self->texture != NULL)
    return self->texture;
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (self->surface), stride * (gsize) height,
                                      (GDestroyNotify) cairo_surface_destroy, cairo_surface_reference (self->surface));
  self->texture = gdk_memory_texture_new (cairo_image_surface_get_width (self->surface), height, GDK_MEMORY_DEFAULT, bytes, stride);
  return self->texture;
}

/* Returns a node that draws the surface over the part of @rect within @part, for such a node costs in proportion to its area. */
static GskRenderNode *
make_node (OndesChartPixels      *self,
           const graphene_rect_t *rect,
           const graphene_rect_t *part)
{
  GskRenderNode *node = gsk_cairo_node_new (part);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);
  cairo_pattern_t *pattern = cairo_pattern_create_for_surface (self->surface);
  double width = 1, height = 1;
  cairo_matrix_t matrix;

  /* The surface may have a device scale. */
  cairo_surface_get_device_scale (self->surface, &width, &height);
  width = cairo_image_surface_get_width (self->surface) / width;
  height = cairo_image_surface_get_height (self->surface) / height;
  cairo_matrix_init_scale (&matrix, width / rect->size.width, height / rect->size.height);
  cairo_matrix_translate (&matrix, -rect->origin.x, -rect->origin.y);
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_PAD);
  cairo_set_source (cr, pattern);
  cairo_rectangle (cr, rect->origin.x, rect->origin.y, rect->size.width, rect->size.height);
  cairo_fill (cr);
  cairo_pattern_destroy (pattern);
  cairo_destroy (cr);
  return node;
}

static GskRenderNode *
get_node (OndesChartPixels      *self,
          const graphene_rect_t *rect,
          const graphene_rect_t *part)
{
  if (self->node != NULL && graphene_rect_equal (&self->rect, rect) && graphene_rect_equal (&self->part, part))
    return self->node;
  g_clear_pointer (&self->node, gsk_render_node_unref);
  self->node = make_node (self, rect, part);
  self->rect = *rect;
  self->part = *part;
  return self->node;
}

void
ondes_chart_pixels_snapshot (OndesChartPixels      *self,
                             GtkWidget             *widget,
                             GtkSnapshot           *snapshot,
                             const graphene_rect_t *rect,
                             const graphene_rect_t *part)
{
  GtkNative *native = gtk_widget_get_native (widget);
  graphene_rect_t visible;

  if (!graphene_rect_intersection (rect, part, &visible))
    return;
  gtk_snapshot_push_clip (snapshot, part);
  if (native != NULL && GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native)))
    gtk_snapshot_append_node (snapshot, get_node (self, rect, &visible));
  else
    gtk_snapshot_append_texture (snapshot, get_texture (self), rect);
  gtk_snapshot_pop (snapshot);
}
