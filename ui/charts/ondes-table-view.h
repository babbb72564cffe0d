/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesTableView: the linear or the difference table of an S-box as a heat map of magnitudes, zoomed, panned and pointed at as
 * every chart, with a line that reads it. Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "figure/heat-map.h"
#include "transform/boolean.h"

G_BEGIN_DECLS

#define ONDES_TYPE_TABLE_VIEW (ondes_table_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesTableView, ondes_table_view, ONDES, TABLE_VIEW, AdwBin)

GtkWidget  *ondes_table_view_new         (OndesSboxTable  which);
/* NULL: none. */
void        ondes_table_view_set         (OndesTableView *self,
                                          OndesHeatMap   *table);
/* What is in view; "view-changed" is emitted when it changes. */
const OndesHeatMapView *ondes_table_view_get_shown (OndesTableView *self);
/* The line under it. */
const char *ondes_table_view_get_reading (OndesTableView *self);

G_END_DECLS
