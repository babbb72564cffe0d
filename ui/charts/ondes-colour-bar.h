/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointer and keyboard control of the colour bar next to a scalogram. Dragging the upper half moves the top (the value at 0
 * dB), dragging the lower half the bottom; a double click resets both to automatic. Ctrl with Up or Down moves the top by a
 * decibel, Ctrl with Shift the bottom. Only the colours change; nothing is recomputed. Main thread only. */
#pragma once

#include "ondes-charts.h"

G_BEGIN_DECLS

void     ondes_colour_bar_attach  (OndesScalogramView *chart);
void     ondes_colour_bar_install (GtkWidgetClass     *klass);
/* TRUE if (@x, @y) of the chart lies on the bar or its numbers. */
gboolean ondes_colour_bar_is_at   (OndesChart         *chart,
                                   double              x,
                                   double              y);

/* Returns the menu of the bar; transfer full, NULL if (@x, @y) lies elsewhere. */
GMenuModel *ondes_colour_bar_menu_at (OndesChart       *chart,
                                   double              x,
                                   double              y);

G_END_DECLS
