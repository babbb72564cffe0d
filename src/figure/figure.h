/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exported figures: waveform, scalogram, rulers, colour bar, cone, caption; and series with their rulers and caption. */
#pragma once

#include "draw.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_IMAGE_PNG,
  ONDES_IMAGE_SVG,
  ONDES_IMAGE_PDF,
} OndesImageFormat;

typedef struct
{
  int    width, height;  /* user units: pixels of a PNG at scale 1 */
  double scale_factor;   /* pixels a user unit of a PNG, and of the raster in SVG and PDF */
  double dpi;            /* written into a PNG and, for SVG and PDF, user units an inch; 96 */
  gboolean svg_text;     /* SVG: text as text in fonts of the viewer, not as outlines */
} OndesFigureSize;

/* 1200 × 800, 1, 96 */
extern const OndesFigureSize ondes_figure_size_default;

/* ONDES_ERROR_REQUEST for a figure that cannot be: smaller than 200 × 150, larger than 32767 pixels or 2²⁸ in all, a scale factor
 * outside 0.1 … 20, dots per inch outside 1 … 100000. */
gboolean ondes_figure_size_check (const OndesFigureSize *size,
                                  GError               **error);

/* Columns of raster that a figure of this size has: compute the picture with as many. Each is
 * one pixel of the PNG. 1 for a size that ondes_figure_size_check() refuses. */
guint    ondes_figure_columns (const OndesFigureSize *size);

/* The parameters under the figure, nothing of the machine or the moment in them; transfer full. */
char    *ondes_figure_caption (const OndesScalogram  *scalogram,
                               const OndesDisplay    *display);

/* Draws the whole at (0, 0) … (width, height). @extents (of ondes_figure_columns() columns) may be NULL: no waveform. */
void     ondes_figure_draw    (cairo_t               *cr,
                               const OndesFigureSize *size,
                               const OndesScalogram  *scalogram,
                               const OndesDisplay    *display,
                               const OndesExtent     *extents);

/* Writes the figure to @path, or standard output for "-"; beside it first, then renamed. G_IO_ERROR_CANCELLED where the
 * thread's current cancellable is cancelled (g_cancellable_push_current()). */
gboolean ondes_figure_write   (const char            *path,
                               OndesImageFormat       format,
                               const OndesFigureSize *size,
                               const OndesScalogram  *scalogram,
                               const OndesDisplay    *display,
                               const OndesExtent     *extents,
                               GError               **error);
/* The PNG's pixels as a surface, for the clipboard. Errors are those of ondes_figure_write(). Transfer full. */
cairo_surface_t *ondes_figure_surface (const OndesFigureSize *size,
                                       const OndesScalogram  *scalogram,
                                       const OndesDisplay    *display,
                                       const OndesExtent     *extents,
                                       GError               **error);

/* The same of the values [first, first + count) of a series; its caption is ondes_series_caption(). */
void     ondes_series_figure_draw    (cairo_t               *cr,
                                      const OndesFigureSize *size,
                                      const OndesSeries     *series,
                                      const OndesSeriesDisplay *display,
                                      guint64                first,
                                      guint64                count);
gboolean ondes_series_figure_write   (const char            *path,
                                      OndesImageFormat       format,
                                      const OndesFigureSize *size,
                                      const OndesSeries     *series,
                                      const OndesSeriesDisplay *display,
                                      guint64                first,
                                      guint64                count,
                                      GError               **error);
cairo_surface_t *ondes_series_figure_surface (const OndesFigureSize *size,
                                              const OndesSeries     *series,
                                              const OndesSeriesDisplay *display,
                                              guint64                first,
                                              guint64                count,
                                              GError               **error);

G_END_DECLS
