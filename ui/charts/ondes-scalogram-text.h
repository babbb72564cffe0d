/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An OndesScalogramView in words: for a screen reader, for the clipboard, and beside its ruler. */
#pragma once

#include "ondes-charts.h"

G_BEGIN_DECLS

/* Sets the functions of the class. */
void ondes_scalogram_text_install (OndesChartClass *klass);

/* Returns the title of the scalogram's frequency axis, such as "frequency (Hz)". Transfer full. */
char *ondes_scalogram_frequency_title (const OndesDisplay   *display,
                                       const OndesScalogram *scalogram);

G_END_DECLS
