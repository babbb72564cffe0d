/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesBars: thousands of bars that lie over each other, in opaque colours and on a grid of pixels. Cairo takes 30 ms to fill one
 * path of so many; their pixels are written in 3. */
#pragma once

#include "draw.h"

G_BEGIN_DECLS

typedef struct _OndesBars OndesBars;

/* Returns an empty layer over @area, in user units; NULL if @cr draws vectors, its pixels do not lie on its user units, or there is
 * no memory: bars are then a path. */
OndesBars *ondes_bars_new  (cairo_t                 *cr,
                            const cairo_rectangle_t *area);
/* Fills the pixels of @bar, in user units, with @colour alone, whatever was there before. */
void       ondes_bars_add  (OndesBars               *self,
                            const cairo_rectangle_t *bar,
                            const OndesColour       *colour);
/* Draws the layer over what @cr has, and frees it. */
void       ondes_bars_draw (OndesBars               *self,
                            cairo_t                 *cr);

G_END_DECLS
