/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of bands over time, summed up: the mean and percentiles of pieces of a minute, or of any span.
 *
 * A piece is a mean square of one band in a short span, such as a second. The mean of a span is that of its pieces, weighed by
 * their length; the level 10 log₁₀ of it. A percentile p is taken of the pieces' levels in dB, in order: at place p/100 (n − 1)
 * from 0, interpolated linearly between neighbours. Silence is −∞. Pure functions; any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the level in dB of the weighted mean of @n mean squares; equal weights if @weights is NULL. NaN if there are none. */
double ondes_pieces_level      (const double *mean_squares,
                                const double *weights,
                                gsize         n);
/* Returns the percentile @p, 0 … 100, of the levels in dB of @n mean squares. NaN if there are none. @scratch has room for n. */
double ondes_pieces_percentile (const double *mean_squares,
                                gsize         n,
                                double        p,
                                double       *scratch);

G_END_DECLS
