/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pixels that cairo drew, for widgets and the clipboard. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Copies the pixels of @surface, an image of CAIRO_FORMAT_ARGB32. Transfer full. */
GdkTexture *ondes_texture_new (cairo_surface_t *surface);

G_END_DECLS
