/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the drawing files share. */
#pragma once

#include "draw.h"

G_BEGIN_DECLS

/* A layout in the theme's font, times @size; the same at any resolution of the screen. */
PangoLayout *ondes_draw_layout (cairo_t           *cr,
                                const OndesTheme  *theme,
                                double             size);
/* @text into @layout with exponents raised: "2.5e−19" as 2.5×10⁻¹⁹, "1e5" as 10⁵; its points by the locale where @numbers are. */
void         ondes_draw_label  (PangoLayout       *layout,
                                const char        *text,
                                OndesNumbers       numbers);
/* Shows @layout at the current point: as text in files of vectors, elsewhere as shapes, whose letters stand where they
 * should and not at the next whole pixel. */
void         ondes_draw_text   (cairo_t           *cr,
                                PangoLayout       *layout);
/* From here on text on the SVG surface @surface is not drawn, but added to @svg as text elements, which stand above the rest. */
void         ondes_draw_text_as_text (cairo_surface_t *surface,
                                      GString         *svg);
/* Does so; FALSE: the target of @cr is none of these. */
gboolean     ondes_draw_svg_text (cairo_t      *cr,
                                  PangoLayout  *layout);
void         ondes_draw_colour (cairo_t           *cr,
                                const OndesColour *colour,
                                double             opacity);
/* Diagonal lines over @place, one unit wide, @distance apart; the same place has the same lines whatever rectangle. */
void         ondes_draw_hatch  (cairo_t                 *cr,
                                const cairo_rectangle_t *place,
                                double                   distance);
/* Saves, and clips to @place. */
void         ondes_draw_within (cairo_t                 *cr,
                                const cairo_rectangle_t *place);
/* Whether there is room to draw in. */
gboolean     ondes_place_shows (const cairo_rectangle_t *place);

G_END_DECLS
