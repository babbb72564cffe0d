/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rasters whose tall rows and wide columns pass smoothly into each other. */
#pragma once

#include "raster-map.h"

G_BEGIN_DECLS

typedef struct _OndesRasterSmooth OndesRasterSmooth;

/* Prepares to interpolate the levels of @map's rows, by @display with its range resolved, over @axis and @view. @map must outlive
 * it. Free with ondes_raster_smooth_free(). One thread. */
OndesRasterSmooth *ondes_raster_smooth_new  (const OndesRasterMap  *map,
                                             const OndesDisplay    *display,
                                             const OndesAxis       *axis,
                                             const OndesRasterView *view);
void               ondes_raster_smooth_free (OndesRasterSmooth     *self);
/* Colours line @y if it shows one row that is taller than two pixels, or if columns are wider than two; FALSE leaves it to the
 * caller. The level of a pixel is linear between the centres of its row and of the next on its side, and between the centres of
 * columns. It is its row's own beyond the outermost centres, beside a row that does not touch it or is aliased where it is not, and
 * beside values that are not known; a pixel whose own value is not known stays transparent. */
gboolean           ondes_raster_smooth_line (OndesRasterSmooth     *self,
                                             int                    y,
                                             guint32               *line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesRasterSmooth, ondes_raster_smooth_free)

G_END_DECLS
