/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesChartRaster: a scalogram coloured for one plot on a worker thread and cached as a texture.
 *
 * Until a requested raster is ready, the old one is drawn where its samples and frequencies now lie, so that zoom and pan
 * respond at once. The latest request wins. Main thread only.
 */
#pragma once

#include "ondes-chart.h"

G_BEGIN_DECLS

typedef struct _OndesChartRaster OndesChartRaster;

/* The contents of a raster. */
typedef struct
{
  OndesScalogram *scalogram;
  OndesScalogram *other;        /* NULL, or the one whose difference from the first is shown */
  double          range_db;     /* of the difference, */
  gboolean        dark;         /* and its palette (figure/difference.h) */
  OndesDisplay    display;
  OndesAxis       axis;         /* its number of pixels is ignored */
  double          first, count; /* in samples */
  int             width, height; /* in device pixels */
} OndesChartPicture;

typedef void (*OndesChartRasterChanged) (gpointer user_data);

/* Creates an empty raster. Calls @changed whenever a new texture is ready. */
OndesChartRaster *ondes_chart_raster_new      (OndesChartRasterChanged  changed,
                                               gpointer                 user_data);
void              ondes_chart_raster_free     (OndesChartRaster        *self);
/* Requests @picture unless it is already shown or in flight; takes a reference to its scalogram. NULL drops everything. Returns
 * TRUE if the raster is in flight and @changed will be called. */
gboolean          ondes_chart_raster_request  (OndesChartRaster        *self,
                                               const OndesChartPicture *picture);
/* Draws the current texture where its samples and frequencies lie in @picture on the plot, clipped to @part. Snaps to whole pixels
 * if the texture is drawn at its own size. */
void              ondes_chart_raster_snapshot (OndesChartRaster        *self,
                                               const OndesChartCanvas  *canvas,
                                               const OndesChartPicture *picture,
                                               const graphene_rect_t   *part);
/* Fills @parts with the parts of @plot that no opaque texture covers, and returns their number, at most four. */
guint             ondes_chart_raster_get_rest (OndesChartRaster        *self,
                                               const OndesChartPicture *picture,
                                               const graphene_rect_t   *plot,
                                               graphene_rect_t          parts[4]);
/* TRUE if the texture has computed values for all of @picture's samples and frequencies. */
gboolean          ondes_chart_raster_covers   (OndesChartRaster        *self,
                                               const OndesChartPicture *picture);
/* TRUE if the current texture shows exactly @picture. */
gboolean          ondes_chart_raster_shows    (OndesChartRaster        *self,
                                               const OndesChartPicture *picture);

G_END_DECLS
