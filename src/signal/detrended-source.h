/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording minus its mean, its straight-line trend or its moving mean: computed sources (computed-source.h), F64 or C128.
 *
 * With zeros beyond the ends, an offset is a step there, which outshines the signal in a transform. The mean, or the
 * least-squares line, is fitted to the finite samples of the whole recording or of a span; NaN and infinities pass through
 * unchanged. Complex samples have a complex trend. Sums are in double precision, plain within a block and compensated across
 * blocks (Neumaier 1974). If the result is not finite, nothing is subtracted. For the moving mean see moving-mean.h.
 */
#pragma once

#include "computed-source.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_DETREND_AUTO, /* depends on the analysis; the caller must resolve it */
  ONDES_DETREND_NONE,
  ONDES_DETREND_MEAN,
  ONDES_DETREND_LINEAR,
  ONDES_DETREND_SPAN_MEAN, /* subtract the mean of a span from the whole recording */
  ONDES_DETREND_MOVING,
  ONDES_N_DETRENDS
} OndesDetrend;

extern const char *const ondes_detrend_names[]; /* auto none mean linear span-mean moving */

/* A zeroed struct means AUTO. */
typedef struct
{
  OndesDetrend kind;
  double       window;       /* MOVING: window length in time units */
  guint64      first, count; /* SPAN_MEAN: first sample and sample count of the span */
  gboolean     is_step;      /* a step of conditioning, which ondes_source_get_detrend() passes over */
} OndesDetrending;

/* Returns the value of the option: "mean", "moving:0.5" and so on. Transfer full. */
char        *ondes_detrending_print          (const OndesDetrending *detrending);

/* Trend subtracted at sample t of n: level + slope (t − (n − 1)/2); [1] holds the imaginary parts of complex samples. */
typedef struct
{
  double  level[2];
  double  slope[2]; /* per sample; 0 for a mean */
  guint64 window;   /* window of a moving mean, in samples; level and slope are then not given */
} OndesTrend;

/* Creates a source of @parent minus the trend that @detrending asks for; returns @parent itself, with a reference added, for
 * NONE and AUTO. Reads nothing: the trend is measured once, by ondes_computed_source_prepare() or by the first read. */
OndesSource *ondes_detrended_source_new      (OndesSource           *parent,
                                              const OndesDetrending *detrending);
/* Returns a channel of @recording, as ondes_recording_source() does, detrended. Conditioning steps come after: the trend is that of
 * the file's samples, and a span is the same span of time there. */
OndesSource *ondes_recording_detrended       (OndesRecording        *recording,
                                              guint                  channel,
                                              const OndesDetrending *detrending,
                                              GError               **error);
/* Returns how @source, or else what it was computed from, was detrended; NONE for any other source. @trend, if not NULL, receives
 * the trend, zeros until measured. */
OndesDetrend ondes_source_get_detrend        (OndesSource           *source,
                                              OndesTrend            *trend);

G_END_DECLS
