/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlays drawn above the colours of a scalogram, in order, identical on screen and in figures. */
#pragma once

#include "draw.h"

G_BEGIN_DECLS

#define ONDES_LAYER_PARTS 2

/* The plot a layer is drawn on; all pointers are borrowed. */
typedef struct
{
  const OndesTheme     *theme;
  const OndesScalogram *scalogram;
  const OndesDisplay   *display;
  const OndesAxis      *axis; /* of the frequencies, as high as the plot */
  OndesPlot             plot; /* place, and samples in view */
} OndesScalogramPlot;

typedef struct
{
  const char *name;
  /* Fills @parts with the rectangles of the plot in which the layer draws, in whole units, and returns their number; 0 if there
   * is nothing to draw. On screen, each of their pixels costs time in every frame. */
  guint (*parts) (const OndesScalogramPlot *on,
                  cairo_rectangle_t         parts[ONDES_LAYER_PARTS]);
  void  (*draw)  (const OndesScalogramPlot *on,
                  cairo_t                  *cr);
} OndesLayer;

extern const OndesLayer ondes_layer_aliased; /* a hatched veil over the rows above Nyquist, with a label */
extern const OndesLayer ondes_layer_cone;    /* cone of influence: shaded outside, if the display shows it */

extern const OndesLayer ondes_layer_selection; /* the outline of the display's selection */
extern const OndesLayer ondes_layer_cursors;   /* the display's cursors and harmonic cursor, with their numbers */
extern const OndesLayer ondes_layer_half_rate; /* a line at half the recording's own rate, with a label, if it is oversampled */

extern const OndesLayer ondes_layer_annotations; /* those of the display (draw-annotations.h) */

/* Returns the y of a frequency in the plot, NaN or infinite if the axis has no place for it. */
double            ondes_scalogram_plot_y (const OndesScalogramPlot *on,
                                          double                    hz);

/* Returns layer @i of a scalogram, bottom first; NULL after the last. */
const OndesLayer *ondes_scalogram_layer (guint i);

/* Draws all layers, each clipped to its parts. */
void              ondes_draw_layers     (cairo_t                  *cr,
                                         const OndesScalogramPlot *on);

G_END_DECLS
