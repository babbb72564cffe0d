/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heterodyne: frequencies shifted by a constant, so that ultrasound can be heard.
 *
 * y[t] = Re (a[t] exp (−2πi f t/f_s)) shifts down by f (up if f < 0), with t counted from the recording's first sample and a the
 * analytic signal of x, limited to the band that the shift leaves between 0 and half the rate: f … f_s/2 for f > 0,
 * 0 … f_s/2 − |f| for f < 0. So nothing folds back at 0 or at half the rate: images are at least 80 dB down. a is x filtered by a
 * complex windowed sinc, which reaches from stop to pass within a tenth of |f|, or of the band if that is narrower; a tone
 * A cos in the pass band becomes A cos. Of complex recordings y is a[t] exp (−2πi f t/f_s) itself, and the band is the one that
 * does not wrap around at ±f_s/2.
 */
#pragma once

#include "filter-bank.h"

G_BEGIN_DECLS

/* Returns a bank of the single complex filter that makes a, aligned; lo_hz and hi_hz are the ends of its pass band. Fails with
 * ONDES_ERROR_FILE if nothing of the band is left at this rate, or if there would be too many taps; the message does not name the
 * setting. */
OndesFilterBank *ondes_heterodyne_bank   (double    shift_hz,
                                          double    rate_hz,
                                          gboolean  is_complex,
                                          GError  **error);
/* Turns @n pairs (re, im) of a in place, from sample @at of the recording on. */
void             ondes_heterodyne_rotate (double    shift_hz,
                                          double    rate_hz,
                                          guint64   at,
                                          gsize     n,
                                          double   *values);

G_END_DECLS
