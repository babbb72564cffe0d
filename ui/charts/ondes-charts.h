/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts: widgets that draw an OndesSession or an OndesScalogramAnalysis. Each follows the model's signals and controls the
 * model by pointer, touch and keys; each draws with figure/draw.h, so that screen and exported files agree. None of them
 * computes, reads files or blocks.
 *
 * ondes-chart-navigation.h describes zoom, pan and the crosshair by pointer, touch and keys.
 */
#pragma once

#include <adwaita.h>

#include "analysis/band-peaks.h"
#include "ondes-time-chart.h"
#include "picture/second-picture.h"
#include "rows/ondes-fields.h"

G_BEGIN_DECLS

/* The scalogram or Walshgram with its rulers, colour bar, cone of influence and crosshair. Focusable. Its accessible description
 * summarises the picture. Sets the analysis's number of columns. */
#define ONDES_TYPE_SCALOGRAM_VIEW (ondes_scalogram_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesScalogramView, ondes_scalogram_view, ONDES, SCALOGRAM_VIEW, OndesTimeChart)
GtkWidget              *ondes_scalogram_view_new          (OndesScalogramAnalysis *analysis);
OndesScalogramAnalysis *ondes_scalogram_view_get_analysis (OndesScalogramView     *self);
/* TRUE if the chart shows the analysis's current picture and view, with no newer raster in flight. */
gboolean                ondes_scalogram_view_is_settled   (OndesScalogramView     *self);

/* Has the chart, whose analysis is the leader of @second, show the two pictures as @second says, with the axes of the first. B is
 * drawn right of a line, which can be dragged, or moved by Ctrl with ← and →. The signal "compared-changed" tells of changes. */
void                    ondes_scalogram_view_compare      (OndesScalogramView     *self,
                                                           OndesSecondPicture     *second);
/* Returns a chart of B alone, for the place below @view, which compares: it is visible only while the two are stacked. */
GtkWidget              *ondes_scalogram_view_new_below    (OndesScalogramView     *view);
/* Moves B so many pixels of the chart later, as a drag with Ctrl does where B can be moved. */
void                    ondes_scalogram_view_move_second  (OndesScalogramView     *self,
                                                           double                  pixels);
/* Returns where the line is, as a fraction of the width from the left: 1 if the chart's own picture is shown alone, 0 if B is. */
double                  ondes_scalogram_view_get_line     (OndesScalogramView     *self);
/* Returns where the colours of the difference end, in dB (figure/difference.h); 0 if it is not shown. */
double                  ondes_scalogram_view_get_difference (OndesScalogramView   *self);
/* TRUE if the colour bar is of the difference, or of B's own levels: it cannot be dragged. */
gboolean                ondes_scalogram_view_has_fixed_bar (OndesScalogramView    *self);
/* Returns the analysis of B, borrowed, or NULL if there is none. */
OndesScalogramAnalysis *ondes_scalogram_view_get_other    (OndesScalogramView     *self);
/* Returns the analysis whose picture is at the crosshair, or at the right edge if there is none; borrowed. */
OndesScalogramAnalysis *ondes_scalogram_view_get_pointed  (OndesScalogramView     *self);
/* Returns the difference at the crosshair in dB; NaN if it is not shown or not known yet. */
double                  ondes_scalogram_view_get_pointed_db (OndesScalogramView   *self);

/* Shows a band of frequencies during @count samples from @first on, or always if @count is 0; four times 0 for none. What lies
 * outside is dimmed if it is @sounding. The signal "band-drawn" (double lo_hz, double hi_hz) tells that a person has set one by
 * the key B; without a handler none can be. */
void                    ondes_scalogram_view_set_band     (OndesScalogramView     *self,
                                                           double                  lo_hz,
                                                           double                  hi_hz,
                                                           double                  first,
                                                           double                  count,
                                                           gboolean                sounding);

/* The waveform of the span in view, on the same time axis and with the same keys, which act on time alone. */
#define ONDES_TYPE_WAVEFORM_VIEW (ondes_waveform_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesWaveformView, ondes_waveform_view, ONDES, WAVEFORM_VIEW, OndesTimeChart)
GtkWidget *ondes_waveform_view_new (OndesSession *session);
/* Draws the waveform of @before, on the same timeline, dimly behind the chart's own; call once. */
void       ondes_waveform_view_set_before (OndesWaveformView *self,
                                           OndesSession      *before);
/* Marks these peaks, found in the chart's recording, and their least magnitude; NULL for none. Adds a reference. */
void       ondes_waveform_view_set_peaks  (OndesWaveformView *self,
                                           OndesBandPeaks    *peaks);

/* The whole recording with the visible span on it. The span can be dragged, resized at its ends or drawn anew; a click centres
 * it there. Keys: ← → move the span (with Shift a tenth as far), + − resize it about its middle, Page Up and Page Down move it
 * by its length, and Home, 0 or a double click show the whole. Accessible as a slider over time. */
#define ONDES_TYPE_OVERVIEW_VIEW (ondes_overview_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesOverviewView, ondes_overview_view, ONDES, OVERVIEW_VIEW, OndesTimeChart)
GtkWidget *ondes_overview_view_new (OndesSession *session);

/* One line of text under the charts: time, frequency, scale, magnitude with unit, phase, and inside or outside the cone; of a
 * Walshgram time, sequency and value; of two scalograms those of the one under the crosshair, or their difference if that is
 * shown. */
#define ONDES_TYPE_READOUT (ondes_readout_get_type ())
G_DECLARE_FINAL_TYPE (OndesReadout, ondes_readout, ONDES, READOUT, OndesFields)
GtkWidget *ondes_readout_new (OndesScalogramView *view);
/* The readout of ondes_scalogram_view_new_below(), visible while that is, for the place beside the one of the chart above. */
GtkWidget *ondes_readout_new_below (GtkWidget *below);

G_END_DECLS
