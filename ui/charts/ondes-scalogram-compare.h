/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second scalogram of an OndesScalogramView, drawn right of a line over the first, with the first one's axes, or their
 * difference in the place of both, as an OndesSecondPicture says.
 * The line is dragged by the pointer, or moved by Ctrl with ← and →. A drag with Ctrl moves the second in time. Main thread
 * only. */
#pragma once

#include "ondes-charts.h"
#include "ondes-chart-raster.h"

G_BEGIN_DECLS

typedef struct _OndesScalogramCompare OndesScalogramCompare;

OndesScalogramCompare  *ondes_scalogram_compare_new          (OndesScalogramView      *view,
                                                              OndesSecondPicture      *second,
                                                              gboolean                 is_below);
void                    ondes_scalogram_compare_free         (OndesScalogramCompare   *self);
/* Adds the keys to the class. */
void                    ondes_scalogram_compare_install      (GtkWidgetClass          *klass);
/* Takes what the second says now; TRUE if colours or their bar are others. */
gboolean                ondes_scalogram_compare_update       (OndesScalogramCompare   *self);
/* The line as a fraction of the plot's width from the left: 0 shows the second scalogram alone, 1 the first. */
double                  ondes_scalogram_compare_get_line     (OndesScalogramCompare   *self);
/* The range of the difference in dB; 0 if it is not shown. */
double                  ondes_scalogram_compare_get_range    (OndesScalogramCompare   *self);
/* Returns the difference of the values at the crosshair; NaN if not known. */
double                  ondes_scalogram_compare_get_pointed  (OndesScalogramCompare   *self);
OndesSecondPicture     *ondes_scalogram_compare_get_second   (OndesScalogramCompare   *self);
/* Moves the second so many pixels later. */
void                    ondes_scalogram_compare_move         (OndesScalogramCompare   *self,
                                                              double                   pixels);
/* TRUE if some of what is shown is a preview; @own is that of the first. */
gboolean                ondes_scalogram_compare_is_preview   (OndesScalogramCompare   *self,
                                                              gboolean                 own);
/* TRUE if x is on the line and it can be dragged. */
gboolean                ondes_scalogram_compare_is_at        (OndesScalogramCompare   *self,
                                                              double                   x,
                                                              double                   y);
/* Returns the analysis whose picture shows @sample. */
OndesScalogramAnalysis *ondes_scalogram_compare_get_at       (OndesScalogramCompare   *self,
                                                              double                   sample);
void                    ondes_scalogram_compare_set_pixels   (OndesScalogramCompare   *self,
                                                              guint                    columns,
                                                              guint                    lines);
/* Requests the raster for the place of @picture, the first one's. TRUE if it is in flight. */
gboolean                ondes_scalogram_compare_request      (OndesScalogramCompare   *self,
                                                              const OndesChartPicture *picture);
/* Drops the raster: it is of another recording. */
void                    ondes_scalogram_compare_drop         (OndesScalogramCompare   *self);
/* TRUE if the newest picture is drawn. */
gboolean                ondes_scalogram_compare_is_settled   (OndesScalogramCompare   *self,
                                                              const OndesChartPicture *picture);
void                    ondes_scalogram_compare_snapshot     (OndesScalogramCompare   *self,
                                                              const OndesChartCanvas  *canvas,
                                                              const OndesChartPicture *picture);
/* Draws the line and the names of its sides. */
void                    ondes_scalogram_compare_draw_line    (OndesScalogramCompare   *self,
                                                              const OndesChartCanvas  *canvas);
/* Returns the title of the colour bar, transfer full, and sets @picture, the first one's, to what the bar is of. */
char                   *ondes_scalogram_compare_title        (OndesScalogramCompare   *self,
                                                              OndesChartPicture       *picture);
/* TRUE if the bar is not of the first one's levels. */
gboolean                ondes_scalogram_compare_has_fixed_bar (OndesScalogramCompare  *self);
/* Draws the colour bar of the difference over @area. */
void                    ondes_scalogram_compare_draw_bar     (OndesScalogramCompare   *self,
                                                              cairo_t                 *cr,
                                                              const OndesTheme        *theme,
                                                              const cairo_rectangle_t *area,
                                                              const char              *title);

G_END_DECLS
