/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesMeasurePanel: the edges of the selection, which can be typed, its readings, what can be done with it, and what lies between
 * the cursors. Without a selection the edges are of the view, and numbers typed there select. Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "picture/selection-readings.h"

G_BEGIN_DECLS

#define ONDES_TYPE_MEASURE_PANEL (ondes_measure_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndesMeasurePanel, ondes_measure_panel, ONDES, MEASURE_PANEL, AdwBin)

/* Adds a reference to @readings. */
GtkWidget  *ondes_measure_panel_new  (OndesSelectionReadings *readings);
/* Returns the readings as lines of text with a decimal point, without those that are not known yet; NULL if nothing is selected.
 * Transfer full. */
char       *ondes_measure_panel_copy (OndesMeasurePanel      *self);

G_END_DECLS
