/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesTableView: the linear or difference table of an S-box as a navigable heat map of magnitudes, with a line of text that
 * shows the entry under the crosshair. Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "figure/heat-map.h"
#include "transform/boolean.h"

G_BEGIN_DECLS

#define ONDES_TYPE_TABLE_VIEW (ondes_table_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesTableView, ondes_table_view, ONDES, TABLE_VIEW, AdwBin)

GtkWidget  *ondes_table_view_new         (OndesSboxTable  which);
/* Sets the table, or NULL for none, and shows all of it. */
void        ondes_table_view_set         (OndesTableView *self,
                                          OndesHeatMap   *table);
/* Returns the part in view; "view-changed" is emitted when it changes. */
const OndesHeatMapView *ondes_table_view_get_shown (OndesTableView *self);
/* Returns the text of the line under the heat map. */
const char *ondes_table_view_get_reading (OndesTableView *self);

G_END_DECLS
