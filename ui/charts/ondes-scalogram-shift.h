/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves the second of a chart of two scalograms in time, by dragging with Ctrl. Main thread only. */
#pragma once

#include "ondes-charts.h"

G_BEGIN_DECLS

/* Adds the signal, from class_init() of the chart. */
void   ondes_scalogram_shift_install    (gpointer            klass);
/* Returns how many samples some pixels of the chart are. */
double ondes_scalogram_shift_samples    (OndesScalogramView *view,
                                         double              pixels);
/* With @movable, a drag with Ctrl emits "second-moved" (double samples) for each part of it: how much later it has become. */
void   ondes_scalogram_view_set_movable (OndesScalogramView *view,
                                         gboolean            movable);

G_END_DECLS
