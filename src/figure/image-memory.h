/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

/* Does the same as cairo_image_surface_create(), but large images use huge pages, which are faster to fill and are freed at
 * once, even if the process is interrupted. Any thread. */
cairo_surface_t *ondes_image_new (cairo_format_t format,
                                  int            width,
                                  int            height);
