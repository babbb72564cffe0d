/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording less its mean or its straight line: a source computed from another.
 *
 * An offset meets the zeros beyond the ends as a step, which is brighter in a transform than the signal. The mean, or the line of
 * least squares, is that of the whole recording's finite samples; NaN and infinities stay what they are. Of complex samples it is
 * complex. Summed in double precision, by blocks whose sums are compensated (Neumaier 1974). Where that is not finite, nothing is
 * subtracted.
 */
#pragma once

#include "recording.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_DETREND_AUTO, /* as suits what is made of it: the caller's to resolve */
  ONDES_DETREND_NONE,
  ONDES_DETREND_MEAN,
  ONDES_DETREND_LINEAR,
} OndesDetrend;

extern const char *const ondes_detrend_names[]; /* auto none mean linear */

/* What is subtracted at sample t of n: level + slope (t − (n − 1)/2), the imaginary parts of complex samples in [1]. */
typedef struct
{
  double level[2];
  double slope[2]; /* a sample; 0 of a mean */
} OndesTrend;

/* @parent less its @detrend, F64 or C128, with an id of its own; @parent itself, counted, where @detrend is NONE or AUTO. Reads
 * nothing: the trend is measured once, by ondes_detrended_source_measure() or else by the first read. */
OndesSource *ondes_detrended_source_new      (OndesSource   *parent,
                                              OndesDetrend   detrend);
/* Measures the trend of a detrended source, unless that is done; reads all of the parent. Any thread, and several at once, which
 * share the work. Fails with what reading fails with, or G_IO_ERROR_CANCELLED: a later call goes on from there. TRUE for any
 * other source. */
gboolean     ondes_detrended_source_measure  (OndesSource   *source,
                                              OndesProgress  progress,
                                              gpointer       user_data,
                                              GCancellable  *cancellable,
                                              GError       **error);
/* For previews: @source where its trend is measured or it is no detrended source, else one of another id that takes its trend
 * from about 100 000 samples in runs all over the parent. Transfer full. */
OndesSource *ondes_detrended_source_estimate (OndesSource   *source,
                                              GCancellable  *cancellable,
                                              GError       **error);
/* How @source was detrended; NONE for any other source. @trend: NULL, or what is subtracted, zeros until it is measured. */
OndesDetrend ondes_source_get_detrend        (OndesSource   *source,
                                              OndesTrend    *trend);

G_END_DECLS
