/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices in words, in the locale. All strings are transfer full. */
#pragma once

#include "analysis/peak-frequency.h"
#include "slices.h"

G_BEGIN_DECLS

/* Where an entry is: "1.25 s · 440 Hz", "1.2 s – 1.5 s · 300 Hz – 500 Hz"; the analysis has a picture. */
char *ondes_words_slice       (OndesScalogramAnalysis *analysis,
                               const OndesSlicesEntry *entry);
/* The title of a ruler of levels beside the picture, short: "dB re 1.20 mV", "dB re row median", "mV"; "" if values have no
 * unit. */
char *ondes_words_slice_level (const OndesScalogram   *scalogram,
                               const OndesDisplay     *display);
/* Where the slice is largest: "largest −3.2 dB at 440 Hz"; NULL if it has no value. */
char *ondes_words_slice_peak  (OndesScalogramAnalysis *analysis,
                               const OndesSlice       *slice);
/* The frequency of a peak in @row, finer than the rows (analysis/peak-frequency.h); @values has one a row of @scalogram. */
char *ondes_words_peak_place  (const OndesScalogram   *scalogram,
                               const double           *values,
                               guint                   row,
                               guint                   digits);
/* The frequency of a peak, printed as @place: "440 Hz", "440 Hz (row)" if it is only that of its row. */
char *ondes_words_peak_frequency (const char          *place,
                                  OndesPeakHow         how);

G_END_DECLS
