/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows and columns of a scalogram behind each line and column of pixels, found once for a raster. */
#pragma once

#include "raster.h"

G_BEGIN_DECLS

/* Half-open range [from, to); empty if there is nothing to show. */
typedef struct
{
  guint from, to;
} OndesRasterRange;

typedef struct
{
  const OndesScalogram *scalogram; /* must outlive the map */
  int               width, height;
  guint            *rows;    /* of the scalogram, by ascending frequency */
  OndesRasterRange *lines;   /* of these rows; line 0 is at the top */
  OndesRasterRange *columns;
  float            *merged;
} OndesRasterMap;

/* Finds them, as ondes_raster_new() shows them. Returns FALSE if there is nothing to show; otherwise clear the map. */
gboolean     ondes_raster_map_init    (OndesRasterMap        *self,
                                       const OndesScalogram  *scalogram,
                                       const OndesDisplay    *display,
                                       const OndesAxis       *axis,
                                       const OndesRasterView *view);
void         ondes_raster_map_clear   (OndesRasterMap        *self);
/* TRUE if line @y shows the same rows as the one above it. */
gboolean     ondes_raster_map_repeats (const OndesRasterMap  *self,
                                       int                    y);
/* Returns the values of line @y, one a column of the scalogram, divided by the rows' @medians unless NULL; −1 if not known. Valid
 * until the next call. NULL if the line shows no row. */
const float *ondes_raster_map_line    (OndesRasterMap        *self,
                                       int                    y,
                                       const double          *medians);

/* Returns the value at pixel @x of a line; NaN or −1 if there is none. */
static inline float
ondes_raster_map_value (const OndesRasterMap *self,
                        const float          *values,
                        int                   x)
{
  const OndesRasterRange *columns = &self->columns[x];

  return columns->to - columns->from == 1 ? values[columns->from]
                                          : ondes_scalogram_join_columns (self->scalogram, values, columns->from, columns->to);
}

G_END_DECLS
