/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "image-memory.h"

#include <glib.h>
#include <sys/mman.h>

#define LARGE ((gsize) 16 << 20) /* bytes; larger images are mapped */

typedef struct
{
  void *pixels;
  gsize bytes;
} Mapping;

static void
mapping_free (void *data)
{
  Mapping *mapping = data;

  munmap (mapping->pixels, mapping->bytes);
  g_free (mapping);
}

cairo_surface_t *
ondes_image_new (cairo_format_t format,
                 int            width,
                 int            height)
{
  static const cairo_user_data_key_t key;
  int stride = cairo_format_stride_for_width (format, width);
  gsize bytes = stride > 0 && height > 0 ? (gsize) stride * (gsize) height : 0;
  cairo_surface_t *surface;
  Mapping *mapping;
  void *pixels;

  if (bytes < LARGE)
    return cairo_image_surface_create (format, width, height);
  pixels = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pixels == MAP_FAILED)
    return cairo_image_surface_create (format, width, height); /* reports the error */
  madvise (pixels, bytes, MADV_HUGEPAGE);
  mapping = g_new (Mapping, 1);
  *mapping = (Mapping) { pixels, bytes };
  surface = cairo_image_surface_create_for_data (pixels, format, width, height, stride);
  if (cairo_surface_set_user_data (surface, &key, mapping, mapping_free) == CAIRO_STATUS_SUCCESS)
    return surface;
  cairo_surface_destroy (surface);
  mapping_free (mapping);
  return cairo_image_surface_create (format, width, height);
}
