/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colour bar beside a scalogram under the pointer and the keys: its ends are dragged, its upper half moves the top (the value
 * at 0 dB), the lower one the bottom; a double click leaves both to the picture again. Ctrl with Up and Down moves the top by a
 * decibel, with Shift too the bottom. Recolours; nothing is computed. Main thread only. */
#pragma once

#include "ondes-charts.h"

G_BEGIN_DECLS

void     ondes_colour_bar_attach  (OndesScalogramView *chart);
void     ondes_colour_bar_install (GtkWidgetClass     *klass);
/* TRUE where (@x, @y) of the chart lies on the bar or its numbers. */
gboolean ondes_colour_bar_is_at   (OndesChart         *chart,
                                   double              x,
                                   double              y);

G_END_DECLS
