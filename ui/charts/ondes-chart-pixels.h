/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesChartPixels: an image in device pixels that a worker drew, shown over a part of a chart. A renderer with a graphics card
 * gets a texture, which it uploads once. The Cairo renderer of GTK 4.8 converts a texture anew in every frame, so it gets the
 * surface itself. Main thread only, unless it says otherwise.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _OndesChartPixels OndesChartPixels;

/* Takes ownership of @surface, a CAIRO_FORMAT_ARGB32 that nobody changes any more. NULL if it has an error, such as no memory. Any
 * thread. */
OndesChartPixels *ondes_chart_pixels_new      (cairo_surface_t       *surface);
/* Any thread, of pixels that were never shown. */
void              ondes_chart_pixels_free     (OndesChartPixels      *self);
/* Shows the image in @widget stretched to @rect, clipped to @part: it is copied where it lies on whole pixels in its own size, and
 * resampled elsewhere. */
void              ondes_chart_pixels_snapshot (OndesChartPixels      *self,
                                               GtkWidget             *widget,
                                               GtkSnapshot           *snapshot,
                                               const graphene_rect_t *rect,
                                               const graphene_rect_t *part);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesChartPixels, ondes_chart_pixels_free)

G_END_DECLS
