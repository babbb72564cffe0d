/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The band of frequencies on an OndesScalogramView: B sets an edge at the crosshair, and B again the other one. While it sounds,
 * what lies outside is dimmed. Main thread only. */
#pragma once

#include "ondes-charts.h"

G_BEGIN_DECLS

/* Sets the functions and the key of the class, and adds the signal "band-drawn" of ondes_scalogram_view_set_band(). */
void ondes_scalogram_band_install (OndesChartClass *klass);

G_END_DECLS
