/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which order a stage lists its pairs, so that a warp meets few conflicts of shared-memory banks.
 *
 * Thread i of a block has pair i of each stage. Shared memory has 32 banks of 4 bytes. An access of a warp to elements of
 * 4 bytes is served in as many passes as the largest number of its threads that meet in one bank; elements of 8 and 16
 * bytes take 2 and 4 banks each, and are served for 16 and 8 threads at a time. So W = 128 / bytes threads are a group,
 * and element i is in slot i mod W. The passes of a stage are the paper's sum of conflicts,
 *
 *   Σ_h T_h,  T_h = max_r |{i ∈ group h: k_i ≡ r}| + max_r |{i ∈ group h: l_i ≡ r}|   (modulo W),
 *
 * for reading k and l; writing takes as many again, at the same places. Without conflicts they are 2 ⌈n / 2W⌉; what is
 * more, once for reading and once for writing, are the conflicts. Proposition 1 of the paper: the time is at most c Σ_j
 * Σ_h T_hj. Proposition 2: of pairs at random, at most c (n m / W) ln W / ln ln W with high probability.
 */
#pragma once

#include "pair-table.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Returns W for elements of @element_bytes: 4, 8 or 16. */
guint           ondes_pair_group    (guint                  element_bytes);
/* Returns Σ T_h of @stage, for groups of @width threads. */
guint           ondes_pair_passes   (const OndesPairTable  *self,
                                     guint                  stage,
                                     guint                  width);
/* Returns the passes of a stage without conflicts. */
guint           ondes_pair_least_passes (const OndesPairTable *self,
                                         guint                 width);
/* Returns Proposition 2's bound of a stage's passes, n/W ln W / ln ln W, with c = 1. */
double          ondes_pair_random_passes (const OndesPairTable *self,
                                          guint                 width);
/* Returns @self with each stage that has conflicts reordered, for elements of @element_bytes. By the paper's Algorithm 2:
 * the one swap of two pairs that saves most, as long as one does; passes count first, then unevenness among the banks (Σ
 * of squared numbers of threads), which opens the way to later savings. With @reversal pairs may be reversed too: there
 * are no conflicts then if n is a multiple of 2 W (pair-factor.h), and single reversals are moves beside swaps if it is
 * not. No stage gets more passes. Fails without memory, and with G_IO_ERROR_CANCELLED. Takes 20 ms for n = 256 at random,
 * a minute for 4096. */
OndesPairTable *ondes_pair_reorder  (const OndesPairTable  *self,
                                     guint                  element_bytes,
                                     gboolean               reversal,
                                     GCancellable          *cancellable,
                                     GError               **error);

G_END_DECLS
