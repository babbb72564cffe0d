/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Default frequency range of a picture, from the rate, the length and the visible content. */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

typedef struct
{
  double fmin_hz, fmax_hz;
} OndesFrequencyRange;

/* Gets the range from the rate and length alone, in cycles per time unit: from 0.4 of the rate down to 0.0004 of it or, in
 * short recordings, to one and a half cycles over the whole recording, rounded to three digits. */
void     ondes_frequency_range_of   (const OndesSource        *source,
                                     OndesFrequencyRange      *range);

/* Gets the same range, trimmed of empty rows at its ends, judged by a quick preview of the whole recording (evenly spaced
 * windows, inside the cone). A row is empty if it is far below the loudest row and nothing stands out from its noise, or if it
 * is below the range of colours. Leaves an octave below the content and half an octave above, three octaves in all; trims
 * neither end by less than an octave, and trims nothing if the loudest row is steady. Blocks: call from a worker thread. */
gboolean ondes_frequency_range_find (OndesComputer            *computer,
                                     OndesSource              *source,
                                     const OndesRecordingInfo *info,
                                     OndesFrequencyRange      *range,
                                     GCancellable             *cancellable,
                                     GError                  **error);

G_END_DECLS
