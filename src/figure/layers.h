/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layers: what lies above the colours of a scalogram, one above another, alike on the screen and in a figure. */
#pragma once

#include "draw.h"

G_BEGIN_DECLS

#define ONDES_LAYER_PARTS 2

/* What a layer is drawn on, all borrowed. */
typedef struct
{
  const OndesTheme     *theme;
  const OndesScalogram *scalogram;
  const OndesDisplay   *display;
  const OndesAxis      *axis; /* of the frequencies, as high as the plot */
  OndesPlot             plot; /* its place, and the samples in view */
} OndesScalogramPlot;

typedef struct
{
  const char *name;
  /* The rectangles of the plot that it draws within, in whole units; returns how many, 0: there is nothing to draw. A screen pays
   * for each pixel of them, in every frame. */
  guint (*parts) (const OndesScalogramPlot *on,
                  cairo_rectangle_t         parts[ONDES_LAYER_PARTS]);
  void  (*draw)  (const OndesScalogramPlot *on,
                  cairo_t                  *cr);
} OndesLayer;

extern const OndesLayer ondes_layer_aliased; /* a hatched veil on the rows above half the rate, and its name */
extern const OndesLayer ondes_layer_cone;    /* of influence: shaded outside, where the display has it */

/* Those of a scalogram, the lowest first; NULL after the last. */
const OndesLayer *ondes_scalogram_layer (guint i);

/* All of them, each within its parts. */
void              ondes_draw_layers     (cairo_t                  *cr,
                                         const OndesScalogramPlot *on);

G_END_DECLS
