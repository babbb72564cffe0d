/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What figures have in common: the page about a plot, and its files. */
#pragma once

#include "draw-private.h"
#include "figure.h"

G_BEGIN_DECLS

#define ONDES_LAYOUT_GAP 10.0 /* between parts, times the factor */

/* A page while it is drawn: the title above, the caption below, and the place of the plot between them. */
typedef struct
{
  cairo_t               *cr;
  const OndesFigureSize *size;
  OndesTheme             theme;
  double                 factor;      /* of fonts and margins in a small figure */
  double                 x, width;    /* of the plot, units; whole pixels of the PNG */
  double                 top, bottom; /* of the room for plots; a ruler @below high follows */
  double                 below;
  PangoLayout           *caption;
  double                 caption_height;
  char                  *font;
} OndesLayout;

/* Columns of pixels that the plot has with @right units, times the factor, left free beside it. 1 for a size that
 * ondes_figure_size_check() refuses. */
guint    ondes_layout_columns (const OndesFigureSize *size,
                               double                 right);
/* Draws the paper and the title (NULL or "": none). */
void     ondes_layout_begin   (OndesLayout           *self,
                               cairo_t               *cr,
                               const OndesFigureSize *size,
                               double                 right,
                               const char            *title,
                               const char            *caption);
/* Draws the caption and frees what @self holds. */
void     ondes_layout_end     (OndesLayout           *self);
/* @y moved down to where a pixel begins. */
double   ondes_layout_whole   (const OndesLayout     *self,
                               double                 y);
/* Of a plot from @y to the bottom. */
double   ondes_layout_height  (const OndesLayout     *self,
                               double                 y);
/* A line about a plot. */
void     ondes_layout_frame   (const OndesLayout     *self,
                               double                 y,
                               double                 height);

/* Draws a figure at (0, 0) … (width, height). */
typedef void (*OndesFigureDraw) (cairo_t               *cr,
                                 const OndesFigureSize *size,
                                 gconstpointer          data);

/* As ondes_figure_surface() and ondes_figure_write(). */
cairo_surface_t *ondes_image_surface (const OndesFigureSize *size,
                                      OndesFigureDraw        draw,
                                      gconstpointer          data,
                                      GError               **error);
gboolean         ondes_image_write   (const char            *path,
                                      OndesImageFormat       format,
                                      const OndesFigureSize *size,
                                      const char            *title,
                                      const char            *caption,
                                      OndesFigureDraw        draw,
                                      gconstpointer          data,
                                      GError               **error);

G_END_DECLS
