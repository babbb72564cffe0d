/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random filters on random recordings, and the sum of their definition. */
#pragma once

#include "common.h"

#include "transform/filter.h"

#define FILTER_CASE_BANDS 3

/* A recording of up to two channels, a bank, and what is asked of them. */
typedef struct
{
  guint64            n;
  double             rate_hz;
  gboolean           iq;
  guint              n_sources, n_bands;
  double complex    *x[2];
  OndesSource       *sources[2];
  OndesFilterBand    bands[FILTER_CASE_BANDS];
  OndesFilterOptions options;
  OndesSpec         *spec;
} FilterCase;

/* @n random samples a channel, real or complex; filters of up to @taps taps, the first of so many, real or complex. */
void           filter_case_init     (FilterCase               *self,
                                     guint64                   n,
                                     guint                     taps,
                                     const OndesFilterOptions *options);
void           filter_case_clear    (FilterCase               *self);
/* Makes the spec of the bands and options, once they were changed. */
void           filter_case_set_bank (FilterCase               *self);
/* Leaves one channel and one filter. */
void           filter_case_reduce   (FilterCase               *self);
/* Outputs per sample. */
guint          filter_case_times    (const FilterCase         *self);
/* y[t] by the definition without post-processing, of any t. */
double complex filter_case_at       (const FilterCase         *self,
                                     guint                     source,
                                     guint                     band,
                                     gint64                    t);
/* Asserts that @sink has the outputs of sample @first on, each row as exact as its precision promises. */
void           filter_case_assert   (const FilterCase         *self,
                                     const OndesArraySink     *sink,
                                     guint64                   first,
                                     const char               *what);
/* What is asked, for a message. */
char          *filter_case_print    (const FilterCase         *self);
