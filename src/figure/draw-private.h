/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that the drawing files share. */
#pragma once

#include "draw.h"

G_BEGIN_DECLS

/* Creates a layout in the theme's font scaled by @size, independent of the screen's resolution. */
PangoLayout *ondes_draw_layout (cairo_t           *cr,
                                const OndesTheme  *theme,
                                double             size);
/* Sets @text on @layout with raised exponents: "2.5e−19" as 2.5×10⁻¹⁹, "1e5" as 10⁵; @numbers chooses the decimal mark. */
void         ondes_draw_label  (PangoLayout       *layout,
                                const char        *text,
                                OndesNumbers       numbers);
/* Shows @layout at the current point: as text in vector files, otherwise as outlines, which do not snap to whole pixels. */
void         ondes_draw_text   (cairo_t           *cr,
                                PangoLayout       *layout);
/* Makes text drawn on the SVG surface @surface from now on go to @svg as text elements, above everything else, instead of being
 * drawn. */
void         ondes_draw_text_as_text (cairo_surface_t *surface,
                                      GString         *svg);
/* Adds @layout to the text of ondes_draw_text_as_text(); FALSE if the target of @cr is not such a surface. */
gboolean     ondes_draw_svg_text (cairo_t      *cr,
                                  PangoLayout  *layout);
/* Draws diagonal lines over @area, one unit wide, @distance apart; fixed to the page, so adjacent rectangles match. */
void         ondes_draw_hatch  (cairo_t                 *cr,
                                const cairo_rectangle_t *area,
                                double                   distance);
/* Saves the context and clips to @area. */
void         ondes_draw_within (cairo_t                 *cr,
                                const cairo_rectangle_t *area);
/* TRUE if @area has room to draw in. */
gboolean     ondes_area_is_visible (const cairo_rectangle_t *area);

G_END_DECLS
