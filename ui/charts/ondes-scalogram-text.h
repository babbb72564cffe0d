/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An OndesScalogramView in words: for a screen reader, and for the clipboard. */
#pragma once

#include "ondes-charts.h"

G_BEGIN_DECLS

/* Sets the functions of the class. */
void ondes_scalogram_text_install (OndesChartClass *klass);

G_END_DECLS
