/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The band of frequencies on an OndesScalogramView: drawn anew by a drag with Shift, or by keys: B sets an edge at the crosshair, B
 * again the other one, and Shift+B clears it. What lies outside is dimmed. Main thread only. */
#pragma once

#include "ondes-charts.h"

G_BEGIN_DECLS

/* Sets the functions and keys of the class, and adds the signal "band-drawn" (double lo_hz, double hi_hz), 0 and 0 to clear it.
 * Without a handler of it there is no band to draw. */
void ondes_scalogram_band_install (OndesChartClass *klass);

G_END_DECLS
