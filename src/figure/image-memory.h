/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

/* As cairo_image_surface_create(); large ones lie in large pages, which are quicker to fill and at once given back, also where the
 * process is interrupted. Any thread. */
cairo_surface_t *ondes_image_new (cairo_format_t format,
                                  int            width,
                                  int            height);
