/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vertical axis of an OndesScalogramView (frequencies, periods or scales): its span in view and its crosshair. Main thread
 * only. */
#pragma once

#include "ondes-charts.h"

G_BEGIN_DECLS

/* Gets the axis in view and the whole axis. FALSE if there is no picture. */
gboolean ondes_scalogram_axis_get     (OndesScalogramView *self,
                                       OndesAxis          *axis,
                                       OndesAxis          *full);
/* Sets @along to the place of a frequency along the vertical span. FALSE if there is no picture, or if the axis begins above it. */
gboolean ondes_scalogram_axis_find    (OndesScalogramView *self,
                                       double              frequency_hz,
                                       double             *along);
/* Sets the span and crosshair functions of the class. */
void     ondes_scalogram_axis_install (OndesChartClass    *klass);

G_END_DECLS
