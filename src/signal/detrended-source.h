/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording less its mean, its straight line or its moving mean: computed sources (computed-source.h), F64 or C128.
 *
 * An offset meets the zeros beyond the ends as a step, which is brighter in a transform than the signal. The mean, or the line of
 * least squares, is that of the finite samples of the whole recording, or of a span of it; NaN and infinities stay what they are.
 * Of complex samples it is complex. Summed in double precision, by blocks whose sums are compensated (Neumaier 1974). Where that is
 * not finite, nothing is subtracted. The mean in a window that moves is moving-mean.h's.
 */
#pragma once

#include "computed-source.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_DETREND_AUTO, /* as suits what is made of it: the caller's to resolve */
  ONDES_DETREND_NONE,
  ONDES_DETREND_MEAN,
  ONDES_DETREND_LINEAR,
  ONDES_DETREND_SPAN_MEAN, /* the mean of a span, from the whole recording */
  ONDES_DETREND_MOVING,
  ONDES_N_DETRENDS
} OndesDetrend;

extern const char *const ondes_detrend_names[]; /* auto none mean linear span-mean moving */

/* A struct of zeroes asks for AUTO. */
typedef struct
{
  OndesDetrend kind;
  double       window;       /* MOVING: its window, in time units */
  guint64      first, count; /* SPAN_MEAN: samples of the span */
} OndesDetrending;

/* "mean", "moving:0.5"; kind and window, or ONDES_ERROR_REQUEST. */
gboolean     ondes_detrending_parse          (const char            *text,
                                              OndesDetrending       *detrending,
                                              GError               **error);
/* The same text. Transfer full. */
char        *ondes_detrending_print          (const OndesDetrending *detrending);

/* What is subtracted at sample t of n: level + slope (t − (n − 1)/2), the imaginary parts of complex samples in [1]. */
typedef struct
{
  double  level[2];
  double  slope[2]; /* a sample; 0 of a mean */
  guint64 window;   /* samples of a moving mean, of which no more is told */
} OndesTrend;

/* @parent less what @detrending says; @parent itself, counted, for NONE and AUTO. Reads nothing: what is subtracted is measured
 * once, by ondes_computed_source_prepare() or else by the first read. */
OndesSource *ondes_detrended_source_new      (OndesSource           *parent,
                                              const OndesDetrending *detrending);
/* How @source was detrended; NONE for any other source. @trend: NULL, or what is subtracted, zeros until it is measured. */
OndesDetrend ondes_source_get_detrend        (OndesSource           *source,
                                              OndesTrend            *trend);

G_END_DECLS
