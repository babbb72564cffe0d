/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cursors of a timeline on its charts: two to measure between, and the harmonic cursor, lines at multiples of a frequency.
 *
 *   1, 2     set a cursor at the crosshair
 *   H        sets the harmonic cursor at the crosshair's frequency
 *   drag     moves a line; of the harmonic cursor any multiple
 *   Escape   removes them, after a selection
 *
 * Main thread only.
 */
#pragma once

#include "ondes-time-chart.h"

G_BEGIN_DECLS

/* Adds the keys, and the action "chart.cursor" (u), which is set() below. */
void        ondes_chart_cursors_add_keys   (GtkWidgetClass *klass);
void        ondes_chart_cursors_draw       (OndesTimeChart *chart,
                                            GtkSnapshot    *snapshot);
/* Returns the cursor of the pointer over a line; NULL if there is none. */
const char *ondes_chart_cursors_get_cursor (OndesTimeChart *chart,
                                            double          x,
                                            double          y);
/* TRUE if a drag from a point of the chart moves a line. */
gboolean    ondes_chart_cursors_take_drag  (OndesTimeChart *chart,
                                            double          x,
                                            double          y);
void        ondes_chart_cursors_drag_to    (OndesTimeChart *chart,
                                            double          x,
                                            double          y,
                                            gboolean        done);
/* Sets cursor @i, or the harmonic cursor for ONDES_CURSORS, at the crosshair, or in the middle if there is none. */
void        ondes_chart_cursors_set        (OndesTimeChart *chart,
                                            guint           i);
/* Removes all; FALSE if none was set. */
gboolean    ondes_chart_cursors_leave      (OndesTimeline  *timeline);

G_END_DECLS
