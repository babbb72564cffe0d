/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the drawing files share. */
#pragma once

#include "draw.h"

G_BEGIN_DECLS

/* A layout in the theme's font, times @size; the same at any resolution of the screen. */
PangoLayout *ondes_draw_layout (cairo_t           *cr,
                                const OndesTheme  *theme,
                                double             size);
/* @label of a tick into @layout, exponents raised: "2.5e−19" as 2.5×10⁻¹⁹. */
void         ondes_draw_label  (PangoLayout       *layout,
                                const char        *label);
void         ondes_draw_colour (cairo_t           *cr,
                                const OndesColour *colour,
                                double             opacity);
/* Diagonal lines over a rectangle, one unit wide, @distance apart; the same place has the same lines whatever rectangle. */
void         ondes_draw_hatch  (cairo_t           *cr,
                                double             x,
                                double             y,
                                double             width,
                                double             height,
                                double             distance);

G_END_DECLS
