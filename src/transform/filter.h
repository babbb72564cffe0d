/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filtering: every source convolved with every filter of a bank.
 *
 * y[t] = Σ_m h[m] x[t + d − m], with d = ⌊(M − 1)/2⌋ for the M taps of each filter. If causal, d = 0, or the number of taps that
 * resampling has added before the time 0 (filter-choice.h). Samples outside the recording are 0, and so are NaN and infinities.
 * The output is as long as the recording. Post-processing then replaces y by
 *   power          |y|²
 *   derivative     (y[t + 1] − y[t − 1]) f_s/2, one-sided at the recording's ends
 *   interpolation  z at twice the rate: z[2t] = y[t], z[2t + 1] = (9 (y[t] + y[t + 1]) − y[t − 1] − y[t + 2])/16, the middle of
 *                  Catmull and Rom's cubic (signal/oversampled-source.h); before and after the recording y is the same sum
 *
 * Rows: all filters on the first source, then all on the second, and so on.
 */
#pragma once

#include "cwt.h"
#include "filter-bank.h"

G_BEGIN_DECLS

typedef enum { ONDES_POST_NONE, ONDES_POST_POWER, ONDES_POST_DERIVATIVE, ONDES_POST_INTERPOLATION } OndesPost;

extern const char *const ondes_post_names[]; /* none power derivative interpolation, NULL-terminated */

#define ONDES_SEGMENT_LEAST 4
#define ONDES_SEGMENT_MOST  (G_GUINT64_CONSTANT (1) << 19)

typedef struct
{
  OndesMethod    method;    /* FFT is a single FFT if the recording fits, otherwise the longest segments */
  OndesPrecision precision; /* SINGLE2 differs from SINGLE for method direct only */
  guint64        segment;   /* FFT length of overlap-save, samples; 0: the cheapest. Longer filters are partitioned */
  gboolean       causal;
  guint          lead;      /* d if causal; ondes_filter_new() takes it of the bank */
  OndesPost      post;
} OndesFilterOptions;

/* automatic method, double precision, aligned, no post-processing */
extern const OndesFilterOptions ondes_filter_options_default;

/* A validated spec; read-only. Begins with an OndesSpec. */
typedef struct
{
  OndesSpec          spec;
  OndesFilterOptions options;
  OndesFilterBank   *bank;
} OndesFilter;

/* Adds a reference to @bank. Fails with ONDES_ERROR_REQUEST if the segment is out of range, or given for a method without. */
OndesSpec         *ondes_filter_new   (const OndesFilterOptions *options,
                                       OndesFilterBank          *bank,
                                       GError                  **error);
const OndesFilter *ondes_spec_filter  (const OndesSpec          *spec);
/* Returns d of a filter of @taps taps. */
guint64            ondes_filter_delay (const OndesFilterOptions *options,
                                       guint64                   taps);
/* Returns the outputs per sample: 2 for interpolation, otherwise 1. A view of samples [t, t + n) has times as many columns. */
guint              ondes_filter_times (const OndesFilterOptions *options);
/* Sets the y before and after y[t] that post-processing at t needs. */
void               ondes_filter_reach (const OndesFilterOptions *options,
                                       guint                    *before,
                                       guint                    *after);
/* Fails unless the sources have one length and rate, and are all real or all complex. */
gboolean           ondes_filter_check_sources (OndesSource *const *sources,
                                               guint               n_sources,
                                               GError            **error);

G_END_DECLS
