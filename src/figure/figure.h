/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exported figures: waveform, scalogram, rulers, colour bar, cone, caption; and series with their rulers and caption. */
#pragma once

#include "compared.h"
#include "figure-size.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_IMAGE_PNG,
  ONDES_IMAGE_SVG,
  ONDES_IMAGE_PDF,
} OndesImageFormat;

/* Returns the raster columns of a figure of this size; compute the picture with as many. Each is one pixel of the PNG. 1 for a
 * size that ondes_figure_size_check() refuses. */
guint    ondes_figure_columns (const OndesFigureSize *size);

/* Returns the parameters shown under the figure, independent of machine and time; transfer full. */
char    *ondes_figure_caption (const OndesScalogram  *scalogram,
                               const OndesDisplay    *display);

/* Where a figure goes: a file, or pixels for the clipboard. */
typedef struct
{
  const char       *path;    /* "-": standard output */
  OndesImageFormat  format;
  cairo_surface_t **surface; /* NULL, or in place of a file set to the PNG's pixels, transfer full (NULL if the figure fails) */
} OndesImageTarget;

/* Writes the figure; a file atomically, by renaming a temporary one. G_IO_ERROR_CANCELLED if the thread's current cancellable is
 * cancelled (g_cancellable_push_current()). */
gboolean ondes_figure_write   (const OndesImageTarget *to,
                               const OndesFigureSize  *size,
                               const OndesScalogram   *scalogram,
                               const OndesDisplay     *display,
                               const OndesExtent      *extents,
                               GError                **error);

/* The same two functions for the difference of a scalogram with compensation, the first, and without. */
char    *ondes_difference_caption      (const OndesDifference  *difference,
                                        const OndesDisplay     *display);
gboolean ondes_difference_figure_write (const OndesImageTarget *to,
                                        const OndesFigureSize  *size,
                                        const OndesDifference  *difference,
                                        const OndesDisplay     *display,
                                        const OndesExtent      *extents,
                                        GError                **error);

/* The same two functions for two scalograms that are compared. */
char    *ondes_compared_caption            (const OndesCompared        *pair,
                                        const OndesDisplay     *display);
gboolean ondes_compared_figure_write       (const OndesImageTarget *to,
                                        const OndesFigureSize  *size,
                                        const OndesCompared        *pair,
                                        const OndesDisplay     *display,
                                        const OndesExtent      *extents,
                                        GError                **error);

/* Values [first, first + count) of a series; the caption is ondes_series_caption(). */
typedef struct
{
  const OndesSeries        *series;
  const OndesSeriesDisplay *display;
  guint64                   first, count;
} OndesSeriesFigure;

/* The same for a series. */
gboolean ondes_series_figure_write   (const OndesImageTarget  *to,
                                      const OndesFigureSize   *size,
                                      const OndesSeriesFigure *figure,
                                      GError                 **error);

G_END_DECLS
