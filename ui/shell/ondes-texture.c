/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ondes-texture.h"

/* Cairo's pixels are premultiplied and in native byte order: GDK_MEMORY_DEFAULT. */
GdkTexture *
ondes_texture_new (cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  int stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_flush (surface);
  bytes = g_bytes_new (cairo_image_surface_get_data (surface), (gsize) stride * height);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}
