/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings that go on beyond their ends as they have been: a computed source (computed-source.h), F64 or C128, with H samples
 * more at each end.
 *
 * They are predicted linearly from the K = min (N, 8 H, 65536) samples there:
 *   x[t] = −Σ_j a[j] x[t − j], j = 1 … P, P = min (64, H, ⌊K/2⌋),
 * where a are Burg's coefficients of these samples, so that nothing grows (Burg 1975, "Maximum entropy spectral analysis").
 * So tones go on in phase, and a filter meets no step. The samples before the first are predicted backwards. NaN and infinities
 * count as 0.
 */
#pragma once

#include "computed-source.h"

G_BEGIN_DECLS

/* @halo is H, ≥ 1. Blocks on the parent. Fails with its errors, and with ONDES_ERROR_FILE if there is no memory. */
OndesSource *ondes_continued_source_new (OndesSource *parent,
                                         guint        halo,
                                         GError     **error);

G_END_DECLS
