/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adapts requests for single precision to the engine: numbers too small or too large for float32, and single2.
 *
 * float32 ranges from 1e-38 to 3e38, so values can be squared only from 1e-19 to 1e19. If the largest sample is far from 1, the
 * engine gets the samples times 2^−e and the sink gets the results times 2^e: a sink that implements scaled() is told e and
 * keeps float32, any other gets float64 (complex128) if float32 cannot hold the results. Powers of two cause no rounding.
 *
 * Filters are linear and form their powers in double precision, so that nothing is scaled: if samples or taps are outside the
 * range, the filter is computed in double precision and the sink gets float64.
 *
 * single2 with method auto is computed in double precision and rounded: FFT sums have no compensated form, and the error of
 * single2 is guaranteed.
 *
 * e belongs to the recording, not to the view, so that all its views share one. A long recording is only sampled; an overflow
 * is detected nevertheless, and the run restarts with a larger e.
 */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

typedef struct
{
  OndesRequest *request;  /* request for the engine; owned */
  OndesSink    *sink;     /* sink for the engine; the caller's own if nothing changes */
  gpointer      levelled; /* NULL if the sink is the caller's */
} OndesLevelling;

/* Fails if the source cannot be read or @cancellable is cancelled; then nothing needs clearing. */
gboolean ondes_levelling_init  (OndesLevelling  *self,
                                OndesRequest    *request,
                                OndesSink       *sink,
                                GCancellable    *cancellable,
                                GError         **error);
/* Clears @self after a run, successful or not. TRUE if values overflowed: the next init then uses a larger e. */
gboolean ondes_levelling_again (OndesLevelling  *self);

G_END_DECLS
