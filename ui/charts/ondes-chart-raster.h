/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesChartRaster: a scalogram coloured for one plot, made on a worker and kept as a texture.
 *
 * Until a newly asked for raster is made the old one is drawn where its samples and frequencies lie now, so that zoom and pan
 * show at once. The latest request wins. Main thread only.
 */
#pragma once

#include <gtk/gtk.h>

#include "figure/raster.h"

G_BEGIN_DECLS

typedef struct _OndesChartRaster OndesChartRaster;

/* What a raster shows. */
typedef struct
{
  OndesScalogram *scalogram;
  OndesDisplay    display;
  OndesAxis       axis;         /* over any number of pixels */
  double          first, count; /* samples */
  int             width, height; /* device pixels */
} OndesChartPicture;

typedef void (*OndesChartRasterChanged) (gpointer user_data);

/* @changed is called when a raster has landed. */
OndesChartRaster *ondes_chart_raster_new      (OndesChartRasterChanged  changed,
                                               gpointer                 user_data);
void              ondes_chart_raster_free     (OndesChartRaster        *self);
/* Asks for @picture, unless it is there or under way; its scalogram is kept. NULL drops all. Returns TRUE where it is on its way,
 * and @changed will be called. */
gboolean          ondes_chart_raster_request  (OndesChartRaster        *self,
                                               const OndesChartPicture *picture);
/* Draws what there is, placed as @picture (the samples and the axis in view) puts it over @plot, to the nearest pixel where it
 * is as large as its pixels; only in @part of the plot. */
void              ondes_chart_raster_snapshot (OndesChartRaster        *self,
                                               GtkSnapshot             *snapshot,
                                               const OndesChartPicture *picture,
                                               const graphene_rect_t   *plot,
                                               const graphene_rect_t   *part);
/* The parts of @plot, at most four, where what lies behind is still seen. */
guint             ondes_chart_raster_get_rest (OndesChartRaster        *self,
                                               const OndesChartPicture *picture,
                                               const graphene_rect_t   *plot,
                                               graphene_rect_t          parts[4]);
/* TRUE where numbers stand for all of @picture's samples and frequencies. */
gboolean          ondes_chart_raster_covers   (OndesChartRaster        *self,
                                               const OndesChartPicture *picture);
/* TRUE where the raster drawn is the very one of @picture. */
gboolean          ondes_chart_raster_shows    (OndesChartRaster        *self,
                                               const OndesChartPicture *picture);

G_END_DECLS
