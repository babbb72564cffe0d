/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing: the same code for the screen and for files. Everything draws with Cairo in user units (1/96 inch at scale 1).
 *
 * Colours come in as a theme, so that widgets follow light, dark and high contrast, and files print black on white.
 */
#pragma once

#include <cairo.h>
#include <pango/pangocairo.h>

#include "raster.h"
#include "analysis/series.h"
#include "base/number.h"
#include "signal/overview.h"

G_BEGIN_DECLS

typedef struct
{
  double r, g, b, a;
} OndesColour;

typedef struct
{
  OndesColour  background, foreground, dim, grid, wave, accent;
  const char  *font;    /* a Pango font description, "Cantarell 9" or "Sans 9.5": by the point in every locale */
  OndesNumbers numbers; /* of the rulers: by the locale in the window, by the point in figures; titles come as they are drawn */
} OndesTheme;

extern const OndesTheme ondes_theme_print;

typedef enum { ONDES_SIDE_BOTTOM, ONDES_SIDE_LEFT, ONDES_SIDE_TOP, ONDES_SIDE_RIGHT } OndesSide;

/* The place of a plot in user units, what is in view across it (samples, columns or indices), and the values at its bottom and top.
 * Each function tells which of them it reads. */
typedef struct
{
  cairo_rectangle_t place;
  double            first, count;
  double            lo, hi;
} OndesPlot;

/* A ruler along @axis on the @side of the plot, whose edge lies at (x, y) for pixel 0: ticks, labels that never overlap or leave
 * [0, axis->pixels] by more than half of themselves, and a title ("frequency (Hz)") unless NULL. */
void   ondes_draw_ruler      (cairo_t *cr, const OndesTheme *theme, const OndesAxis *axis, OndesSide side, double x, double y,
                              const char *title);
/* Room that a ruler of this side takes, across. */
double ondes_ruler_thickness (cairo_t *cr, const OndesTheme *theme, const OndesAxis *axis, OndesSide side, gboolean title);

/* The least room for a ruler with a title, on any axis: @longest is the longest label to come (of no matter below and above). */
double ondes_ruler_room      (const OndesTheme *theme, OndesSide side, const char *longest);

/* A ruler within @room across: the title at its far side, so that rulers below each other align, and labels smaller where
 * they would not fit. */
void   ondes_draw_ruler_within (cairo_t *cr, const OndesTheme *theme, const OndesAxis *axis, OndesSide side, double x, double y,
                                const char *title, double room);
/* What the colours stand for: "magnitude, dB re 1.20 mV", "magnitude (V)"; transfer full. */
char  *ondes_colour_bar_title (const OndesScalogram *scalogram, const OndesDisplay *display);
/* The same in other words for these four; its number is by the point. */
char  *ondes_colour_bar_title_worded (const OndesScalogram *scalogram, const OndesDisplay *display, const char *magnitude,
                                      const char *power, const char *db_re, const char *median);
/* What it counts: decibels below the reference, or above the medians of the rows, or values. */
OndesAxis ondes_colour_bar_axis (const OndesScalogram *scalogram, const OndesDisplay *display, double pixels);

/* @extents[columns] as a filled min-max band over the place, lo … hi bottom to top; gaps hatched. */
void   ondes_draw_waveform   (cairo_t *cr, const OndesTheme *theme, const OndesExtent *extents, guint columns,
                              const OndesPlot *plot);
/* The same in @columns pixels across, which takes Cairo a fraction of the time: for screens, where they are the screen's own. */
void   ondes_draw_waveform_pixels (cairo_t *cr, const OndesTheme *theme, const OndesExtent *extents, guint columns,
                                   const OndesPlot *plot);
/* Single samples as a line with dots, for zooms where a sample is wider than a pixel; @positions in pixels from the place, lo … hi
 * bottom to top. NaN breaks it. */
void   ondes_draw_samples    (cairo_t *cr, const OndesTheme *theme, const double *positions, const double *values, guint n,
                              const OndesPlot *plot);
/* The same as bars from the zero line, for what has no values between its samples: truth tables. */
void   ondes_draw_bars       (cairo_t *cr, const OndesTheme *theme, const double *positions, const double *values, guint n,
                              const OndesPlot *plot);

/* The axis of the indices [first, first + count), and that of their values with 0 among them and some room. Index i has the slot
 * from i to i + 1 of the span, and its number in the middle of it. */
OndesAxis ondes_series_axis       (double first, double count, double pixels);
OndesAxis ondes_series_value_axis (const OndesSeries *series, const OndesSeriesDisplay *display, double first, double count,
                                   double pixels);
/* Where @value lies along an axis of @display, in what is even in pixels; and back. */
double    ondes_series_level      (const OndesSeries *series, const OndesSeriesDisplay *display, double value);
/* The values [first, first + count) of a series over the place, lo … hi of its axis bottom to top, on the zero line (of dB on the
 * bottom): each a bar where it has two of the @columns (pixels) across or more, else the least and the largest of each column; gaps
 * hatched. The value at index 0 of one where it stands apart is left out. */
void   ondes_draw_series      (cairo_t *cr, const OndesTheme *theme, const OndesSeries *series,
                               const OndesSeriesDisplay *display, guint columns, const OndesPlot *plot);
/* That one, in another colour and cut off where the plot ends, with @words beside it, "index 0: 1234". */
void   ondes_draw_apart       (cairo_t *cr, const OndesTheme *theme, const OndesSeries *series,
                               const OndesSeriesDisplay *display, const char *words, const OndesPlot *plot);

/* The colour bar, vertical, as broad as its place, with its ruler and unit on the right of that. */
void   ondes_draw_colour_bar (cairo_t *cr, const OndesTheme *theme, const OndesScalogram *scalogram, const OndesDisplay *display,
                              const cairo_rectangle_t *place);
/* The same with a @title of the caller's. */
void   ondes_draw_colour_bar_titled (cairo_t *cr, const OndesTheme *theme, const OndesScalogram *scalogram,
                                     const OndesDisplay *display, const cairo_rectangle_t *place, const char *title);

G_END_DECLS
