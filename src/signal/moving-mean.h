/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samples less their mean in a window that moves with them: a computed source (computed-source.h), F64 or C128.
 *
 * The window is centred, of an odd number of samples; at the ends the mean is of what is there. NaN and infinities do not count and
 * stay. Each mean adds up samples of its own window alone and subtracts none, so that what has left the window leaves no trace: it
 * is right to 1e-12 of the largest magnitude in the window. Sums of whole cells of samples are kept, so that a long window costs as
 * little as a short one.
 *
 * Prefix and suffix sums: M. van Herk, "A fast algorithm for local minimum and maximum filters on rectangular and octagonal
 * kernels", Pattern Recognition Letters 13 (1992) 517; the sums' compensation is Knuth's (TAOCP 2, 4.2.2).
 */
#pragma once

#include "computed-source.h"

G_BEGIN_DECLS

/* The odd number of samples nearest to @window time units; at least 3, for the mean of 1 leaves nothing. */
guint64         ondes_moving_mean_samples (double                window,
                                           double                rate_hz);
/* @samples: odd. */
OndesOperation *ondes_moving_mean_new     (guint64               samples);
/* 0 where @operation, which may be NULL, is none. */
guint64         ondes_moving_mean_window  (const OndesOperation *operation);

G_END_DECLS
