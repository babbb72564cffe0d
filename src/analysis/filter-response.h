/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frequency response of a filter bank, with as many points as a chart has pixels. Immutable, reference counted; any thread.
 *
 * H(f) = Σ_m h[m] exp(−2πi f (m − d)/rate), as in transform/fir.h, by an FFT at least eight times as long as the taps. Each point
 * is one of its frequencies: of those within a pixel the one with the largest magnitude, so that no side lobe is missed.
 */
#pragma once

#include <gio/gio.h>

#include "transform/filter-bank.h"

G_BEGIN_DECLS

/* A magnitude of 0 counts as this many dB. */
#define ONDES_RESPONSE_FLOOR_DB -400.0

/* The curves of one filter, n points each, from low to high frequencies. */
typedef struct
{
  guint   n;
  double *frequencies_hz;
  double *magnitudes_db;
  double *phases;        /* radians, −π … π; NULL unless wanted; NaN 60 dB and more below the largest magnitude */
  double *delays;        /* group delay, samples; likewise */
} OndesResponseCurve;

typedef struct
{
  double             lo_hz, hi_hz; /* range of the points; hi_hz is half the rate */
  double             rate_hz;
  guint              n_curves;     /* one per filter of the bank */
  OndesResponseCurve *curves;
  guint              shown;        /* the filter whose phases and delays are there */
  double             largest_db;   /* of all magnitudes */
} OndesFilterResponse;

/* What to compute. */
typedef struct
{
  const OndesFilterBank *bank;
  guint    shown;   /* the filter whose phases and delays are wanted */
  gboolean all;     /* TRUE: those of all filters */
  double   rate_hz;
  double   lo_hz;   /* lowest frequency, above 0 */
  guint    points;  /* pixels of the logarithmic axis from lo_hz to half the rate */
  gboolean causal;  /* TRUE: d is 0, so that phases and delays are those of a causal filter */
} OndesResponseJob;

/* Polls @cancellable; fails with ONDES_ERROR_FILE if there is no memory. */
OndesFilterResponse *ondes_filter_response_new   (const OndesResponseJob *job,
                                                  GCancellable          *cancellable,
                                                  GError               **error);
OndesFilterResponse *ondes_filter_response_ref   (OndesFilterResponse   *self);
void                 ondes_filter_response_unref (OndesFilterResponse   *self);
/* Returns the magnitude in dB of curve @curve at @f_hz, interpolated between points. */
double               ondes_filter_response_at    (const OndesFilterResponse *self,
                                                  guint                  curve,
                                                  double                 f_hz);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesFilterResponse, ondes_filter_response_unref)

G_END_DECLS
