/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which frequencies a picture shows when nobody says: by the rate, the length, and where there is anything to be seen. */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

/* Cycles a time unit. By the rate and the length alone: 0.4 of the rate down to 0.0004 of it or, in short recordings, one and a
 * half cycles of the whole, to three digits. */
void     ondes_frequency_range_of   (const OndesSource        *source,
                                     double                   *fmin_hz,
                                     double                   *fmax_hz);

/* The same without what is empty at its ends: rows of a quick look over the whole recording (windows spread evenly, inside the
 * cone) whose loudest fiftieth lies 50 dB below the loudest row's and stands out of the row's own noise by less than 9 dB, or
 * lies 75 dB below. An octave is left below what there is and half of one above, three octaves in all; what would save less than
 * an octave is not cut off, and nothing is where the loudest row is steady. Blocks: for a worker. */
gboolean ondes_frequency_range_look (OndesComputer            *computer,
                                     OndesSource              *source,
                                     const OndesRecordingInfo *info,
                                     double                   *fmin_hz,
                                     double                   *fmax_hz,
                                     GCancellable             *cancellable,
                                     GError                  **error);

G_END_DECLS
