/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whitened recordings: samples divided by their own smoothed amplitude spectrum. A computed source (signal/computed-source.h),
 * as long as its parent, F64 or C128.
 *
 * With segments of F samples, F even:
 *   A[k] = median over segments i of |Σ_t x[p_i + t] w(t) exp(−2πi k t/F)|, w(t) = (1 − cos (2πt/F))/2, t, k = 0 … F − 1,
 *   where p_i = i F/2 if there are at most S = ONDES_WHITEN_SEGMENTS such segments, otherwise ⌊i (N − F)/(S − 1)⌋;
 *   G[k] = 1/max (A[k], 1e-8 max A);
 *   h[m] = c (1 + cos (2πm/F))/2 · (1/F) Σ_k G[k] exp(2πi k m/F), |m| < F/2;
 *   y[t] = Σ_m h[m] x[t − m].
 * Beyond the ends x goes on as it has been (signal/continued-source.h, H = F/2): a step there, whitened, would outshine everything
 * else. c keeps the level: over the segments, [p_i, p_i + F), y has the same rms about its mean as x. The median, in place of
 * Welch's mean, ignores signals that are rarer than the noise, and so keeps them (Allen et al., Phys. Rev. D 85 (2012) 122006); of an even number
 * of values it is the mean of the middle two. NaN and infinities count as 0. A recording of zeros stays as it is.
 */
#pragma once

#include "signal/computed-source.h"

G_BEGIN_DECLS

/* Most segments that are measured. */
#define ONDES_WHITEN_SEGMENTS 256

/* @segment is F: even, ≥ 4. Creating a source fails with ONDES_ERROR_FILE if the parent is shorter. */
OndesOperation *ondes_whitened_new (guint segment);

G_END_DECLS
