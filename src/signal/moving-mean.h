/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples minus their moving mean: a computed source (computed-source.h), F64 or C128.
 *
 * The window is centred and has an odd number of samples; at the ends the mean covers only the samples that exist. NaN and
 * infinities are excluded from the mean and passed through. Each mean only adds samples of its own window and never subtracts,
 * so samples that have left the window leave no trace: the mean is accurate to 1e-12 of the largest magnitude in the window.
 * Sums of whole cells of samples are cached, so a long window costs as little as a short one.
 *
 * Prefix and suffix sums: M. van Herk, "A fast algorithm for local minimum and maximum filters on rectangular and octagonal
 * kernels", Pattern Recognition Letters 13 (1992) 517. Compensated summation: Knuth (TAOCP 2, 4.2.2).
 */
#pragma once

#include "computed-source.h"

G_BEGIN_DECLS

/* Returns the odd number of samples nearest to @window time units; at least 3, as subtracting the mean of 1 leaves nothing. */
guint64         ondes_moving_mean_samples (double                window,
                                           double                rate_hz);
/* @samples must be odd. */
OndesOperation *ondes_moving_mean_new     (guint64               samples);
/* Returns the window in samples; 0 if @operation is NULL or not a moving mean. */
guint64         ondes_moving_mean_window  (const OndesOperation *operation);

G_END_DECLS
