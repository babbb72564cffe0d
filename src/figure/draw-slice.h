/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices drawn over the axes of their picture, alike on the screen and in figures: levels as the picture's colours have
 * them, each row or column over its whole place, so that a spectrum stands beside its picture row by row.
 */
#pragma once

#include "analysis/slice.h"
#include "draw.h"

G_BEGIN_DECLS

/* Colours of the slices that are held, to be told apart on light and dark grounds, also by the colour-blind. */
#define ONDES_SLICE_COLOURS 6
extern const OndesColour ondes_slice_colours[ONDES_SLICE_COLOURS];
/* Numbers of the other colours: of the slice at the crosshair, and of that over the selection. */
#define ONDES_SLICE_AT_CROSSHAIR   (G_MAXUINT - 1)
#define ONDES_SLICE_OVER_SELECTION G_MAXUINT
/* Returns the colour with @number, one of these or an index, beyond ONDES_SLICE_COLOURS from the first one again. */
OndesColour ondes_slice_colour (guint             number,
                                const OndesTheme *theme);

/* Where slices are drawn; all pointers are borrowed. */
typedef struct
{
  const OndesTheme     *theme;
  const OndesScalogram *scalogram; /* has the rows of the spectra, and the unit */
  const OndesDisplay   *display;   /* resolved, with the frequencies in view */
  cairo_rectangle_t     area;
  gboolean              upright;   /* spectra: frequencies upwards and levels to the right; otherwise frequencies to the right */
  double                first, count; /* envelopes: the samples in view, from left to right */
} OndesSlicePlot;

/* Returns the axis of levels, that of the picture's colour bar. */
OndesAxis ondes_slice_level_axis     (const OndesSlicePlot *plot);
/* Returns the axis of frequencies, scales or periods, as the display has it. */
OndesAxis ondes_slice_frequency_axis (const OndesSlicePlot *plot);
/* Draws the slice within the area: its values as a line, the span from its lowest to its highest percentile as a band, and
 * the percentiles between these dashed. Values beyond the axis lie on its end. A spectrum of other rows than those of the
 * scalogram is not drawn. */
void      ondes_draw_slice           (cairo_t              *cr,
                                      const OndesSlicePlot *plot,
                                      const OndesSlice     *slice,
                                      const OndesColour    *colour);
/* Draws lines of the grid at the labels of the levels. */
void      ondes_draw_slice_grid      (cairo_t              *cr,
                                      const OndesSlicePlot *plot,
                                      OndesSliceKind        kind);

G_END_DECLS
