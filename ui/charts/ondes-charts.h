/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts: widgets that draw an OndesSession, or an OndesScalogramAnalysis. Each follows their signals and drives them by
 * pointer, touch and keys; each draws with figure/draw.h, so that screen and file agree. None computes, reads or waits.
 *
 * Zoom and pan by pointer, touch and keys, and the keys of the crosshair, are told in ondes-chart-navigation.h.
 */
#pragma once

#include <adwaita.h>

#include "ondes-time-chart.h"
#include "rows/ondes-fields.h"
#include "session/scalogram-analysis.h"

G_BEGIN_DECLS

/* The scalogram with its rulers, colour bar, cone and crosshair. Focusable. Accessible: its description is a summary of the
 * picture. Tells the analysis how many columns it has. */
#define ONDES_TYPE_SCALOGRAM_VIEW (ondes_scalogram_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesScalogramView, ondes_scalogram_view, ONDES, SCALOGRAM_VIEW, OndesTimeChart)
GtkWidget              *ondes_scalogram_view_new          (OndesScalogramAnalysis *analysis);
OndesScalogramAnalysis *ondes_scalogram_view_get_analysis (OndesScalogramView     *self);
/* TRUE when what is drawn shows the analysis's picture and view as they are: no newer raster is on its way. */
gboolean                ondes_scalogram_view_is_settled   (OndesScalogramView     *self);

/* The waveform of the span in view, on the same time axis; the same keys, in time alone. */
#define ONDES_TYPE_WAVEFORM_VIEW (ondes_waveform_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesWaveformView, ondes_waveform_view, ONDES, WAVEFORM_VIEW, OndesTimeChart)
GtkWidget *ondes_waveform_view_new (OndesSession *session);

/* The whole recording with the visible span, which is dragged, resized at its ends or drawn anew; a click brings its middle
 * there. Keys: ← → move it, with Shift a tenth as far, + − resize it about its middle, Page Up and Page Down by its length,
 * Home, 0 and double click the whole. Accessible as a slider over time. */
#define ONDES_TYPE_OVERVIEW_VIEW (ondes_overview_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesOverviewView, ondes_overview_view, ONDES, OVERVIEW_VIEW, OndesTimeChart)
GtkWidget *ondes_overview_view_new (OndesSession *session);

/* One line of text under the charts: time, frequency, scale, magnitude with unit, phase, inside or outside the cone. */
#define ONDES_TYPE_READOUT (ondes_readout_get_type ())
G_DECLARE_FINAL_TYPE (OndesReadout, ondes_readout, ONDES, READOUT, OndesFields)
GtkWidget *ondes_readout_new (OndesScalogramAnalysis *analysis);

G_END_DECLS
