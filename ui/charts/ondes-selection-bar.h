/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSelectionBar: what is selected, with its readings and what can be done with it, and what lies between the cursors; one line
 * each, while there is one. Its button with numbers sets the edges of the selection. Main thread only.
 */
#pragma once

#include <gtk/gtk.h>

#include "picture/selection-readings.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SELECTION_BAR (ondes_selection_bar_get_type ())
G_DECLARE_FINAL_TYPE (OndesSelectionBar, ondes_selection_bar, ONDES, SELECTION_BAR, GtkBox)

/* Adds a reference to @readings. */
GtkWidget  *ondes_selection_bar_new  (OndesSelectionReadings *readings);
/* Returns the menu of what can be done with a selection; transfer full. */
GMenuModel *ondes_selection_menu_new (void);
/* Returns the readings as lines of text with a decimal point, without those that are not known yet; NULL if nothing is selected.
 * Transfer full. */
char       *ondes_selection_bar_copy (OndesSelectionBar      *self);

G_END_DECLS
