/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear or the difference table of an S-box as a heat map: its numbers, what its picture needs, and the picture. */
#pragma once

#include "draw.h"
#include "figure.h"
#include "transform/boolean.h"

G_BEGIN_DECLS

/* Immutable and counted; any thread. */
typedef struct
{
  gint32 *values;        /* row a, column b at a·columns + b */
  guint8 *levels;        /* of each its magnitude, 255 at @most or above */
  guint64 rows, columns;
  gint32  most;          /* largest magnitude where neither a nor b is 0, at least 1 */
  gatomicrefcount count;
} OndesHeatMap;

/* What is in view, by direction: columns b, then rows a, upwards. */
typedef struct
{
  double first[2], count[2];
} OndesHeatMapView;

/* Takes @values over: 2^inputs rows × 2^outputs columns. */
OndesHeatMap *ondes_heat_map_new   (gint32       *values,
                                    guint         inputs,
                                    guint         outputs);
OndesHeatMap *ondes_heat_map_ref   (OndesHeatMap *self);
void          ondes_heat_map_unref (OndesHeatMap *self);

/* The map in @pixels_across × @pixels_up pixels over @place: each the largest magnitude of its entries, so that none is lost
 * however many there are. */
void          ondes_draw_heat_map     (cairo_t                 *cr,
                                       const OndesHeatMap      *map,
                                       const OndesHeatMapView  *view,
                                       guint                    pixels_across,
                                       guint                    pixels_up,
                                       const cairo_rectangle_t *place);
/* Its colour bar, from 0 to most, with a ruler on the right and @title (or NULL). */
void          ondes_draw_heat_map_bar (cairo_t                 *cr,
                                       const OndesTheme        *theme,
                                       const OndesHeatMap      *map,
                                       const cairo_rectangle_t *place,
                                       const char              *title);

/* The figure with axes, colour bar, @title and @caption; cells are no wider than high. */
gboolean      ondes_heat_map_figure_write (const char             *path,
                                           OndesImageFormat        format,
                                           const OndesFigureSize  *size,
                                           const OndesHeatMap     *map,
                                           const OndesHeatMapView *view,
                                           const char             *title,
                                           const char             *caption,
                                           GError                **error);
/* The PNG's pixels, as ondes_figure_surface(). */
cairo_surface_t *ondes_heat_map_figure_surface (const OndesFigureSize  *size,
                                                const OndesHeatMap     *map,
                                                const OndesHeatMapView *view,
                                                const char             *title,
                                                const char             *caption,
                                                GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesHeatMap, ondes_heat_map_unref)

G_END_DECLS
