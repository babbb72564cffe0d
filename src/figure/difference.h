/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of two scalograms on one time axis, W₁ and W₂, pixel by pixel at equal time and frequency: 20 log₁₀ (|W₁|/|W₂|) in
 * dB, of power 10 log₁₀; of magnitude and power, that of their levels in dB. NaN where either is unknown or aliased, and where both
 * lie below the lower end of the display's range, as noise has no meaning there.
 */
#pragma once

#include "draw.h"

G_BEGIN_DECLS

typedef struct
{
  const OndesScalogram *first, *second; /* W₁ and W₂; their rates may differ */
  double                range_db;       /* the colours end at ± this, > 0 */
  gboolean              dark;           /* TRUE for the palette of a dark background */
} OndesDifference;

/* Returns @view, of the first, in the samples of the second, at the same time. */
OndesRasterView  ondes_difference_view       (const OndesScalogram  *first,
                                              const OndesScalogram  *second,
                                              const OndesRasterView *view);
/* Fills @values[height × width], lines from the top, with the difference in the pixels of ondes_raster_new() of W₁: @axis and @view
 * are in its frequencies and samples, and @display is resolved with its levels. */
void             ondes_difference_values     (const OndesDifference *self,
                                              const OndesDisplay    *display,
                                              const OndesAxis       *axis,
                                              const OndesRasterView *view,
                                              float                 *values);
/* Creates an ARGB32 surface of the same in colours, transparent where the difference is NaN. */
cairo_surface_t *ondes_difference_raster_new (const OndesDifference *self,
                                              const OndesDisplay    *display,
                                              const OndesAxis       *axis,
                                              const OndesRasterView *view);
/* Draws the colour bar like ondes_draw_colour_bar(): 0 dB is in its middle. */
void             ondes_draw_difference_bar   (cairo_t               *cr,
                                              const OndesTheme      *theme,
                                              const OndesDifference *self,
                                              const cairo_rectangle_t *area,
                                              const char            *title);

G_END_DECLS
