/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands between a request for single precision and the engine: numbers too small or too large for float32, and single2.
 *
 * float32 goes from 1e-38 to 3e38, and a square only from 1e-19 to 1e19. Where the largest sample lies far from 1, an engine is
 * given the samples times 2^−e, and the sink gets its results times 2^e: a sink that knows scaled() is told e and keeps float32,
 * any other gets float64 (complex128) where float32 would not hold them. A power of two changes no digit.
 *
 * single2 by the method auto is computed in double and rounded: sums by FFT have no compensated form, and its error is promised.
 *
 * e is of the recording and not of the view, so that views of it share one. A long recording is looked at in places: what passes
 * the range all the same is seen, and the run begins again with a larger e.
 */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

typedef struct
{
  OndesRequest *request;  /* what the engine is to compute; owned */
  OndesSink    *sink;     /* what it is to write to: the caller's own where nothing changes */
  gpointer      levelled; /* NULL where the sink is the caller's */
} OndesLevelling;

/* Fails where the source cannot be read or @cancellable is cancelled; nothing is to be cleared then. */
gboolean ondes_levelling_init  (OndesLevelling  *self,
                                OndesRequest    *request,
                                OndesSink       *sink,
                                GCancellable    *cancellable,
                                GError         **error);
/* After a run, well or not: TRUE where values passed the range, for which the next init has a larger e. Frees. */
gboolean ondes_levelling_again (OndesLevelling  *self);

G_END_DECLS
