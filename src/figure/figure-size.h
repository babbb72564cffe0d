/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of a figure, in user units or on paper, and the table of its parameters. Any thread. */
#pragma once

#include "param/param.h"

G_BEGIN_DECLS

typedef struct
{
  int    width, height;  /* user units; pixels of a PNG at scale 1 */
  double scale_factor;   /* pixels per user unit in a PNG, and in the raster of SVG and PDF */
  double dpi;            /* pixels per inch of a PNG; without a width on paper, user units per inch of SVG and PDF; 96 */
  gboolean svg_text;     /* SVG: text as text in the viewer's fonts, not as outlines */
  gboolean second_axis;  /* scalograms at least ONDES_FIGURE_SECOND_WIDTH wide: a second axis, with what the first does not tell */
  double width_mm;       /* on paper; 0: the width in user units holds */
  double height_mm;      /* on paper; 0: two thirds of the width, at least 40 */
  double type_pt;        /* type of the rulers, points; 0: by the size of the figure */
  gboolean title;        /* the name of the recording is drawn above the plot */
  gboolean caption;      /* the settings are drawn below it */
} OndesFigureSize;

#define ONDES_FIGURE_SECOND_WIDTH 480
#define ONDES_FIGURE_PAPER_DPI 300

/* 1200 × 800, scale 1, 96 dpi, outlines, title and caption */
extern const OndesFigureSize ondes_figure_size_default;
/* The rows of --second-axis, of the width and of the height in pixels have no help: commands list the first themselves. */
extern const OndesParamTable ondes_figure_size_params;

/* Sets width, height and scale factor from the width on paper; nothing if there is none. */
void     ondes_figure_size_settle (OndesFigureSize       *size);
/* Returns the user units of an inch on paper, in SVG and PDF. */
double   ondes_figure_size_per_inch (const OndesFigureSize *size);

/* Fails with ONDES_ERROR_REQUEST if a figure is smaller than 200 × 150, larger than 32767 pixels per side or 2²⁸ in all, has a
 * scale factor outside 0.1 … 20 or dots per inch outside 1 … 100000, or has type too large for it. */
gboolean ondes_figure_size_check  (const OndesFigureSize *size,
                                   GError               **error);

G_END_DECLS
