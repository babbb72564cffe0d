/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

/* That @surface, which is freed, has the pixels of the PNG at @path. */
static inline void
assert_pixels_of_png (cairo_surface_t *surface,
                      const char      *path)
{
  cairo_surface_t *png = cairo_image_surface_create_from_png (path);
  const int width = cairo_image_surface_get_width (png), height = cairo_image_surface_get_height (png);

  g_assert_cmpint (cairo_surface_status (png), ==, CAIRO_STATUS_SUCCESS);
  g_assert_nonnull (surface);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, width);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, height);
  g_assert_cmpint (cairo_image_surface_get_format (surface), ==, cairo_image_surface_get_format (png));
  for (int y = 0; y < height; y++)
    g_assert_cmpmem (cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface), width * 4,
                     cairo_image_surface_get_data (png) + y * cairo_image_surface_get_stride (png), width * 4);
  cairo_surface_destroy (png);
  cairo_surface_destroy (surface);
}
