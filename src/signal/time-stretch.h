/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time-stretching: another speed at the same pitch, by overlap-add of similar waveforms (WSOLA: Verhelst and Roelands 1993, "An
 * overlap-add technique based on waveform similarity (WSOLA) for high quality time-scale modification of speech").
 *
 * Outputs come in frames of H samples, 12 ms, at least 32. Frame k is the input from p on, which follows the frame before, while p
 * is within H of where frame k belongs, X k H for speed X. Else it is the input from the q within H of there whose H samples are
 * most like those from p on, and the frame fades over from the one to the other by a raised cosine. Alike means
 *
 *   S(q) = 2 Σ x[p + t] x[q + t] / (Σ x[p + t]² + Σ x[q + t]²),   t = 0 … H − 1.
 *
 * What rounding q to a whole sample adds to a period is made good at the next such place, so that tones keep their frequency. An
 * onset, a block of H/8 samples whose differences have 8 times the energy of any of the 20 blocks before, is neither left out nor
 * repeated, and is played where it belongs: from 2 H before it the input goes on unchanged. So does the end. (More than one onset
 * in 4 H X samples or so does not fit, and then some are lost or shifted.)
 *
 * N inputs become ⌈N/X⌉ outputs. At speed 1, and of silence, the output is the input. The result depends on the inputs from the
 * first on, not on how they are fed. Memory is constant. Used by one thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_TIME_STRETCH_MIN 0.25
#define ONDES_TIME_STRETCH_MAX 4.0

typedef struct _OndesTimeStretch OndesTimeStretch;

/* What is stretched: @n samples of @width interleaved values each (channels, or parts of complex numbers), which stay together, at
 * @rate_hz; @speed is within the limits above. Initialise by member name. */
typedef struct
{
  double  speed, rate_hz;
  guint   width;
  guint64 n;
} OndesTimeStretchShape;

/* NULL, with ONDES_ERROR_FILE, if there is no memory for it. */
OndesTimeStretch *ondes_time_stretch_new   (const OndesTimeStretchShape *shape,
                                            GError                     **error);
void              ondes_time_stretch_free  (OndesTimeStretch            *self);

/* Returns the number of outputs in all. */
guint64           ondes_time_stretch_count (const OndesTimeStretch      *self);
/* Returns the number of samples that the next output waits for; 0 if there is one, or if there are no more. */
gsize             ondes_time_stretch_wants (const OndesTimeStretch      *self);
/* Takes the next @n samples of the input, finite and at most as many as it wants. */
void              ondes_time_stretch_feed  (OndesTimeStretch            *self,
                                            const double                *samples,
                                            gsize                        n);
/* Writes the next outputs, at most @n, and returns their number; less if it wants inputs, or at the end. */
gsize             ondes_time_stretch_take  (OndesTimeStretch            *self,
                                            double                      *samples,
                                            gsize                        n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesTimeStretch, ondes_time_stretch_free)

G_END_DECLS
