/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selection of a timeline on a chart of a series whose indices are samples of the recording: a span, made by Shift + drag, by
 * any drag with the Select tool, or by the keys M, X, S, Ctrl + A, Shift + ← → and Escape of ondes-chart-selection.h. A drag at an
 * edge moves it; the timeline has the selection once the drag ends, for what is computed of it may change the chart.
 *
 * Main thread only.
 */
#pragma once

#include "ondes-series-view.h"

G_BEGIN_DECLS

/* For the class of series views. */
void ondes_series_selection_install (OndesChartClass        *klass);
void ondes_series_selection_draw    (OndesSeriesView        *chart,
                                     const OndesChartCanvas *canvas);

G_END_DECLS
