/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear or difference table of an S-box as a heat map: its values, precomputed drawing data, and the picture. */
#pragma once

#include "draw.h"
#include "figure.h"
#include "transform/boolean.h"

G_BEGIN_DECLS

/* Immutable and reference counted; any thread. */
typedef struct
{
  gint32 *values;        /* row a, column b at a·columns + b */
  guint8 *levels;        /* magnitude of each value scaled to 0 … 255, 255 for @max and above */
  guint64 rows, columns;
  gint32  max;           /* largest magnitude with a ≠ 0 and b ≠ 0, at least 1 */
} OndesHeatMap;

/* The part in view: [0] columns b, [1] rows a, counted upwards. */
typedef struct
{
  double first[2], count[2];
} OndesHeatMapView;

/* Takes ownership of @values: 2^inputs rows × 2^outputs columns. */
OndesHeatMap *ondes_heat_map_new   (gint32       *values,
                                    guint         inputs,
                                    guint         outputs);
OndesHeatMap *ondes_heat_map_ref   (OndesHeatMap *self);
void          ondes_heat_map_unref (OndesHeatMap *self);

/* Draws the map in @pixels_across × @pixels_up pixels over @area: each pixel shows the largest magnitude of its entries, so
 * none is lost at any density. */
void          ondes_draw_heat_map     (cairo_t                 *cr,
                                       const OndesHeatMap      *map,
                                       const OndesHeatMapView  *view,
                                       guint                    pixels_across,
                                       guint                    pixels_up,
                                       const cairo_rectangle_t *area);
/* Writes each number into its cell, if all in view fit. */
void          ondes_draw_heat_map_numbers (cairo_t                 *cr,
                                       const OndesTheme        *theme,
                                       const OndesHeatMap      *map,
                                       const OndesHeatMapView  *view,
                                       const cairo_rectangle_t *area);
/* Draws its colour bar, from 0 to most, with a ruler on the right and @title (or NULL). */
void          ondes_draw_heat_map_bar (cairo_t                 *cr,
                                       const OndesTheme        *theme,
                                       const OndesHeatMap      *map,
                                       const cairo_rectangle_t *area,
                                       const char              *title);

typedef struct
{
  const OndesHeatMap     *map;
  const OndesHeatMapView *view;
  const char             *title, *caption;
} OndesHeatMapFigure;

/* Writes the figure with axes, colour bar, title and caption; cells are never wider than high. */
gboolean      ondes_heat_map_figure_write (const OndesImageTarget   *to,
                                           const OndesFigureSize    *size,
                                           const OndesHeatMapFigure *figure,
                                           GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesHeatMap, ondes_heat_map_unref)

G_END_DECLS
