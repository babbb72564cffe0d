/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a Morlet transform by its definition (transform/cwt.h, compensation.h) in double, at a few samples.
 *
 * Of the sampled wavelets a value is the sum over samples and taps; from a scale of 1024 on, exact masks continue each exponential
 * over 32 taps, within 1e-13 of the largest tap. Of the analytic wavelet it is the sum over the bins of its spectrum and of the DFT
 * of the padded recording, which is computed once, in double, and is within 1e-15 of the largest bin; bins more than 12/s from the
 * wavelet's centre, below exp (−72) of it, are left out.
 *
 * One thread at a time.
 */
#pragma once

#include "signal/source.h"
#include "transform/cwt.h"

G_BEGIN_DECLS

/* A sample and |W|² there. */
typedef struct
{
  guint64 at;
  double  power;
} OndesReferenceValue;

typedef struct _OndesCwtReference OndesCwtReference;

/* Takes references to @spec, a Morlet transform, and @source. */
OndesCwtReference *ondes_cwt_reference_new    (OndesSpec           *spec,
                                               OndesSource         *source);
void               ondes_cwt_reference_free   (OndesCwtReference   *self);
/* Returns about how many products it takes to compute @row at @n samples that lie within @span; INFINITY if it takes too much
 * memory. */
double             ondes_cwt_reference_cost   (OndesCwtReference   *self,
                                               guint                row,
                                               guint64              span,
                                               guint64              n);
/* Sets the powers of @row at the @n samples of @values, which ascend. A cancel is seen within 50 ms. Fails if cancelled, if samples
 * cannot be read or without memory. */
gboolean           ondes_cwt_reference_values (OndesCwtReference   *self,
                                               guint                row,
                                               OndesReferenceValue *values,
                                               gsize                n,
                                               GCancellable        *cancellable,
                                               GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesCwtReference, ondes_cwt_reference_free)

G_END_DECLS
