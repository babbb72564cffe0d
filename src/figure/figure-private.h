/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts that all figures share: the page around a plot, and image files. */
#pragma once

#include "draw-private.h"
#include "figure.h"

G_BEGIN_DECLS

#define ONDES_LAYOUT_GAP 10.0 /* gap between parts of a page, to be multiplied by the factor */

/* A page being drawn: the title at the top, the caption at the bottom, and the plot between them. */
typedef struct
{
  cairo_t               *cr;
  const OndesFigureSize *size;
  OndesTheme             theme;
  double                 factor;      /* scale of fonts and margins in a small figure */
  double                 x, width;    /* of the plot, in units; whole pixels of the PNG */
  double                 top, bottom; /* of the room for plots; a ruler of height @below follows */
  double                 below;
  PangoLayout           *caption;     /* NULL if the figure has none */
  double                 caption_height;
  char                  *font;
} OndesLayout;

/* Returns the plot's pixel columns, with @right units times the factor left free to its right. 1 for a size that
 * ondes_figure_size_check() refuses. */
guint    ondes_layout_columns (const OndesFigureSize *size,
                               double                 right);
/* Draws the background and the title (NULL or "" for none). */
void     ondes_layout_begin   (OndesLayout           *self,
                               cairo_t               *cr,
                               const OndesFigureSize *size,
                               double                 right,
                               const char            *title,
                               const char            *caption);
/* Draws the labels of lines in the upper right corner of @area, as many of @n as there is room for. */
void     ondes_layout_legend  (const OndesLayout     *self,
                               const cairo_rectangle_t *area,
                               const char *const     *labels,
                               const OndesColour     *colours,
                               guint                  n);
/* Draws the caption and frees the contents of @self. */
void     ondes_layout_end     (OndesLayout           *self);
/* Returns @y rounded down the page to a pixel boundary. */
double   ondes_layout_whole   (const OndesLayout     *self,
                               double                 y);
/* Returns the height of a plot from @y to the bottom. */
double   ondes_layout_height  (const OndesLayout     *self,
                               double                 y);
/* Draws a frame around a plot. */
void     ondes_layout_frame   (const OndesLayout     *self,
                               double                 y,
                               double                 height);

/* Returns the title of the picture's vertical ruler, "frequency (Hz)"; transfer full. */
char    *ondes_figure_frequency_title (const OndesScalogram *scalogram,
                                       const OndesDisplay   *display);
/* Returns @what, then the transform, its options and the samples of @scalogram, whose columns and colours are not told; transfer
 * full. */
char    *ondes_figure_caption_of      (const OndesScalogram *scalogram,
                                       const char           *what);

/* Draws a figure at (0, 0) … (width, height). */
typedef void (*OndesFigureDraw) (cairo_t               *cr,
                                 const OndesFigureSize *size,
                                 gconstpointer          data);

/* A figure to write. */
typedef struct
{
  const OndesFigureSize *size;
  const char            *title, *caption; /* metadata of the file; title may be NULL */
  OndesFigureDraw        draw;
  gconstpointer          data;            /* for draw */
} OndesImage;

/* Writes any drawing as ondes_figure_write() does a scalogram's figure. */
gboolean ondes_image_write (const OndesImageTarget *to,
                            const OndesImage       *image,
                            GError                **error);

G_END_DECLS
