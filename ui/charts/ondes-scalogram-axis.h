/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vertical axis of an OndesScalogramView, of frequencies, periods or scales: what of it is in view, and where the crosshair
 * stands on it. Main thread only. */
#pragma once

#include "ondes-charts.h"

G_BEGIN_DECLS

/* As in view and as a whole; FALSE: there is no picture. */
gboolean ondes_scalogram_axis_get     (OndesScalogramView *self,
                                       OndesAxis          *axis,
                                       OndesAxis          *whole);
/* The spans and the crosshair of the class. */
void     ondes_scalogram_axis_install (OndesChartClass    *klass);

G_END_DECLS
