/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts: widgets that draw an OndesSession or an OndesScalogramAnalysis. Each follows the model's signals and controls the
 * model by pointer, touch and keys; each draws with figure/draw.h, so that screen and exported files agree. None of them
 * computes, reads files or blocks.
 *
 * ondes-chart-navigation.h describes zoom, pan and the crosshair by pointer, touch and keys.
 */
#pragma once

#include <adwaita.h>

#include "ondes-time-chart.h"
#include "rows/ondes-fields.h"
#include "session/scalogram-analysis.h"

G_BEGIN_DECLS

/* The scalogram with its rulers, colour bar, cone of influence and crosshair. Focusable. Its accessible description summarises
 * the picture. Sets the analysis's number of columns. */
#define ONDES_TYPE_SCALOGRAM_VIEW (ondes_scalogram_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesScalogramView, ondes_scalogram_view, ONDES, SCALOGRAM_VIEW, OndesTimeChart)
GtkWidget              *ondes_scalogram_view_new          (OndesScalogramAnalysis *analysis);
OndesScalogramAnalysis *ondes_scalogram_view_get_analysis (OndesScalogramView     *self);
/* TRUE if the chart shows the analysis's current picture and view, with no newer raster in flight. */
gboolean                ondes_scalogram_view_is_settled   (OndesScalogramView     *self);

/* Draws the scalogram of @after, of the same rows, over the chart's own right of a line, with the same axes and colours; call
 * once. The line is a fraction of the plot's width: 1, the default, shows the chart's own alone, and 0 the other. Between them
 * the line can be dragged, or moved by Ctrl with ← and →. */
void                    ondes_scalogram_view_compare      (OndesScalogramView     *self,
                                                           OndesScalogramAnalysis *after);
void                    ondes_scalogram_view_set_line     (OndesScalogramView     *self,
                                                           double                  line);
double                  ondes_scalogram_view_get_line     (OndesScalogramView     *self);

/* Shows a band of frequencies during @count samples from @first on, or always if @count is 0, and dims all else; four times 0 for
 * none. The signal "band-drawn" (double lo_hz, double hi_hz, double first, double count) tells in the same way that a person has
 * drawn one, by a drag with Shift or, always, by the keys B and Shift+B; without a handler none can be. */
void                    ondes_scalogram_view_set_band     (OndesScalogramView     *self,
                                                           double                  lo_hz,
                                                           double                  hi_hz,
                                                           double                  first,
                                                           double                  count);

/* The waveform of the span in view, on the same time axis and with the same keys, which act on time alone. */
#define ONDES_TYPE_WAVEFORM_VIEW (ondes_waveform_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesWaveformView, ondes_waveform_view, ONDES, WAVEFORM_VIEW, OndesTimeChart)
GtkWidget *ondes_waveform_view_new (OndesSession *session);
/* Draws the waveform of @before, on the same timeline, dimly behind the chart's own; call once. */
void       ondes_waveform_view_set_before (OndesWaveformView *self,
                                           OndesSession      *before);

/* The whole recording with the visible span on it. The span can be dragged, resized at its ends or drawn anew; a click centres
 * it there. Keys: ← → move the span (with Shift a tenth as far), + − resize it about its middle, Page Up and Page Down move it
 * by its length, and Home, 0 or a double click show the whole. Accessible as a slider over time. */
#define ONDES_TYPE_OVERVIEW_VIEW (ondes_overview_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesOverviewView, ondes_overview_view, ONDES, OVERVIEW_VIEW, OndesTimeChart)
GtkWidget *ondes_overview_view_new (OndesSession *session);

/* One line of text under the charts: time, frequency, scale, magnitude with unit, phase, and inside or outside the cone. */
#define ONDES_TYPE_READOUT (ondes_readout_get_type ())
G_DECLARE_FINAL_TYPE (OndesReadout, ondes_readout, ONDES, READOUT, OndesFields)
GtkWidget *ondes_readout_new (OndesScalogramAnalysis *analysis);

G_END_DECLS
