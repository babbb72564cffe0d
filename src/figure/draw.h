/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing: the same code for the screen and for files. Everything is drawn with Cairo in user units (1/96 inch at scale 1).
 *
 * A theme supplies the colours, so widgets follow light, dark and high contrast, and files print black on white.
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
  const char  *font;    /* a Pango font description, "Cantarell 9" or "Sans 9.5", always with a decimal point */
  OndesNumbers numbers; /* of the rulers: locale in the window, decimal point in figures; titles are drawn unchanged */
} OndesTheme;

extern const OndesTheme ondes_theme_print;

typedef enum { ONDES_SIDE_BOTTOM, ONDES_SIDE_LEFT, ONDES_SIDE_TOP, ONDES_SIDE_RIGHT } OndesSide;

/* A plot: its place in user units, the span in view from left to right (samples, columns or indices), the values at bottom and
 * top, and where and in which colours it is drawn. Each function says which of these it reads. */
typedef struct
{
  cairo_rectangle_t area;
  double            first, count;
  double            lo, hi;
  cairo_t          *cr;
  const OndesTheme *theme;
} OndesPlot;

/* A ruler along an axis: ticks, labels that never overlap or extend beyond [0, axis->pixels] by more than half their size, and
 * a title. */
typedef struct
{
  const OndesTheme *theme;
  const OndesAxis  *axis;
  OndesSide         side;  /* of the plot */
  double            x, y;  /* of pixel 0 of the plot's edge */
  const char       *title; /* "frequency (Hz)"; NULL if none */
  double            room;  /* across: the title goes at its far side, so stacked rulers align, and labels shrink if needed; 0:
                            * as much as the ruler takes */
} OndesRuler;

void   ondes_draw_ruler      (cairo_t *cr, const OndesRuler *ruler);
/* Returns the height (of a ruler at the left or right, the width) that a ruler on this side takes. */
double ondes_ruler_thickness (cairo_t *cr, const OndesTheme *theme, const OndesAxis *axis, OndesSide side, gboolean title);

/* Returns the minimum space for a ruler with a title on any axis; @longest is its longest label, ignored for top and bottom. */
double ondes_ruler_room      (const OndesTheme *theme, OndesSide side, const char *longest);
/* Gets how far a label can extend beyond its tick: above and below it if the ruler is vertical, with an exponent above; to each
 * side if it is horizontal, as @longest does. */
void   ondes_ruler_label_extent (const OndesTheme *theme, const char *longest, double *above, double *below, double *aside);

/* Marks @value on a ruler: a triangle in the accent's colour that points at the plot. */
void   ondes_draw_ruler_mark (cairo_t *cr, const OndesRuler *ruler, double value);

/* Returns the quantity of the colours: "magnitude, dB re 1.20 mV", "magnitude (V)", and the noise of quantised masks; transfer
 * full. */
char  *ondes_colour_bar_title (const OndesScalogram *scalogram, const OndesDisplay *display);
/* Does the same without the noise, with the caller's words for magnitude, power, dB relative to a value, and the row medians;
 * numbers have a decimal point. */
char  *ondes_colour_bar_title_worded (const OndesScalogram *scalogram, const OndesDisplay *display, const char *magnitude,
                                      const char *power, const char *db_re, const char *median);
/* Returns the axis of the colour bar: decibels relative to the reference or to the row medians, or values. */
OndesAxis ondes_colour_bar_axis (const OndesScalogram *scalogram, const OndesDisplay *display, double pixels);

/* Draws @extents[columns] as a filled min-max band over the plot (its span is not read); gaps are hatched. */
void   ondes_draw_waveform   (const OndesPlot *plot, const OndesExtent *extents, guint columns);
/* Does the same at @columns pixels across, which is much faster in Cairo: for screens, with one column per screen pixel. */
void   ondes_draw_waveform_pixels (const OndesPlot *plot, const OndesExtent *extents, guint columns);
/* Draws single samples as a line with dots, for zooms with samples wider than a pixel; @positions in pixels from the left of the
 * plot, whose span is not read. NaN breaks the line. */
void   ondes_draw_samples    (const OndesPlot *plot, const double *positions, const double *values, guint n);
/* Draws single samples as bars from the zero line, for data without values between samples: truth tables. */
void   ondes_draw_bars       (const OndesPlot *plot, const double *positions, const double *values, guint n);

/* Return the axes of the indices [first, first + count), and of their values, including 0 and some margin. Index i occupies the
 * slot from i to i + 1 of the span, with its number in the middle. */
OndesAxis ondes_series_axis       (double first, double count, double pixels);
OndesAxis ondes_series_value_axis (const OndesSeries *series, const OndesSeriesDisplay *display, double first, double count,
                                   double pixels);
/* Converts @value to a level, which is linear in pixels along an axis of @display. */
double    ondes_series_level      (const OndesSeries *series, const OndesSeriesDisplay *display, double value);
/* Draws the values [first, first + count) of a series over the plot, lo … hi of its axis from bottom to top: bars from the
 * zero line (for dB from the bottom) if each value has at least two of the @columns (pixels) across, otherwise the min-max of
 * each column; gaps are hatched. Omits the value at index 0 if it is an outlier. */
void   ondes_draw_series      (const OndesPlot *plot, const OndesSeries *series, const OndesSeriesDisplay *display,
                               guint columns);
/* Draws the outlier at index 0 in another colour, clipped to the plot, with @words next to it, "index 0: 1234". */
void   ondes_draw_outlier     (const OndesPlot *plot, const OndesSeries *series, const OndesSeriesDisplay *display,
                               const char *words);

/* Draws the vertical colour bar, as wide as @area, with its ruler and @title (or NULL) to the right. */
void   ondes_draw_colour_bar (cairo_t *cr, const OndesTheme *theme, const OndesScalogram *scalogram, const OndesDisplay *display,
                              const cairo_rectangle_t *area, const char *title);
/* A bar of colours, lowest first, along @axis. */
typedef struct
{
  const guint32   *colours;
  guint            n;
  const OndesAxis *axis;
  const char      *title; /* or NULL */
  double           mark;  /* a value marked on the bar; 0 for none */
} OndesColours;

/* Sets the colour of what is drawn next; its own opacity counts too. */
void   ondes_draw_colour      (cairo_t *cr, const OndesColour *colour, double opacity);
/* Draws the bar vertically, as wide as @area, with its ruler to the right. */
void   ondes_draw_colours     (cairo_t *cr, const OndesTheme *theme, const OndesColours *bar, const cairo_rectangle_t *area);
/* Draws a vertical bar of a palette's colours, as wide as @area, with the ruler of @axis and @title to its right. */
void   ondes_draw_palette_bar (cairo_t *cr, const OndesTheme *theme, guint palette, const OndesAxis *axis, const char *title,
                               const cairo_rectangle_t *area);

G_END_DECLS
