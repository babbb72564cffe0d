/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Morlet transform.
 *
 * Sampled (Jerome and Yan 2021, with their errata): ψ(k, s) = c(s) exp (−(k/s)²/2) exp (i ω₀ k/s), or cos for the real wavelet,
 * k = −h … h, h = ⌊8 s⌋, and W[i, t] = Σ_k x[t + k] ψ*(k, s_i). c = √(2/π)/s (l1: |W| of A cos reads A) or 1/√s (l2).
 * Analytic (Torrence and Compo 1998): spectrum c′ exp (−(s ω − ω₀)²/2) for 0 < ω ≤ π, 0 elsewhere, c′ = 2 (l1) or √(2π s) (l2,
 * without their π^(−1/4)), applied to the recording zero-padded to the FFT length. A compensation changes both (compensation.h).
 * f(s) = ω₀ f_s / (2π s). Cone of influence: √2 s samples from each end.
 */
#pragma once

#include "base/option.h"
#include "cwt-options.h"
#include "spec.h"

G_BEGIN_DECLS

/* A scale in samples, s = numerator / denominator, kept as the user entered it until its kernel is built. */
typedef struct
{
  double numerator, denominator;
} OndesScale;

#define ONDES_SCALE_MIN      1e-6 /* samples; its kernel is a single tap near 1/s, far from overflow in single precision */
#define ONDES_SCALE_MAX      1e8 /* samples; its kernel has 1.6e9 taps */
#define ONDES_SCALES_MAX     65536

/* The rows of a transform, in the order requested. */
typedef struct
{
  GArray *scales;  /* OndesScale elements, in samples */
  char   *options; /* the ondes-cli options that produce these scales: "--scales 1:200" */
  double  voices;  /* voices per octave if requested, each scale 2^(1/voices) times the previous one; otherwise 0 */
} OndesScaleList;

/* Parses "A:B[:STEP]", each number P or P/Q, or "S1,S2,…"; with @voices > 0, "A:B" is logarithmic, with that many voices per
 * octave, from A while ≤ B. Fails with ONDES_ERROR_REQUEST. */
OndesScaleList *ondes_scale_list_parse           (const char     *text,
                                                  double          voices,
                                                  GError        **error);
/* Creates the scales of f_i = fmax 2^(−i/voices) while ≥ fmin, in cycles per time unit of @rate_hz; fmax ≤ half the rate. */
OndesScaleList *ondes_scale_list_new_frequencies (double          fmin_hz,
                                                  double          fmax_hz,
                                                  double          voices,
                                                  double          omega0,
                                                  double          rate_hz,
                                                  GError        **error);
/* Returns 0.0004 and 0.4 of the rate. */
void            ondes_cwt_default_frequencies    (double          rate_hz,
                                                  double         *fmin_hz,
                                                  double         *fmax_hz);
void            ondes_scale_list_free            (OndesScaleList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesScaleList, ondes_scale_list_free)

/* A validated spec; read-only. Begins with an OndesSpec: cast with ONDES_SPEC(), cast back with ondes_spec_cwt(). */
typedef struct
{
  OndesSpec         spec;
  OndesCwtOptions   options;
  guint             n_scales;
  const OndesScale *scales;
  const OndesMask  *masks;  /* one a row; NULL if a compensation changes none of them */
  OndesQuantisation quantisation; /* of the masks */
  double            noise_db; /* of the quantised masks, of the power of the exact ones; NaN if they are not quantised */
  const char       *scale_options;
  double            voices; /* voices of the scale list */
} OndesCwt;

/* Creates a spec; copies both arguments. Fails with ONDES_ERROR_REQUEST for a scale that is not finite, < ONDES_SCALE_MIN or >
 * ONDES_SCALE_MAX; no scales or too many; ω₀ out of range; the analytic wavelet with direct or any boundary but zero, with
 * quantised masks or an offset; or analytic overlap-save whose truncated tails exceed the tolerance. Fails with ONDES_ERROR_FILE
 * for a compensation that leaves a row no gain, or shifts it by more than 8 s. */
OndesSpec      *ondes_cwt_new           (const OndesCwtOptions *options,
                                         const OndesScaleList  *scales,
                                         GError               **error);
/* The same of @n scales, as --scales lists them. */
OndesSpec      *ondes_cwt_new_scales    (const OndesCwtOptions *options,
                                         const OndesScale      *scales,
                                         guint                  n,
                                         GError               **error);
const OndesCwt *ondes_spec_cwt          (const OndesSpec       *spec);

double          ondes_cwt_scale         (const OndesCwt        *self,
                                         guint                  row); /* samples */
guint64         ondes_cwt_half_length   (double                 scale); /* h = ⌊8 s⌋, samples */
double          ondes_cwt_amplitude     (OndesNormalisation     normalisation,
                                         double                 scale); /* c(s) of the sampled wavelets */
double          ondes_cwt_frequency_hz  (const OndesCwt        *self,
                                         guint                  row,
                                         double                 rate_hz);
OndesMask       ondes_cwt_mask          (const OndesCwt        *self,
                                         guint                  row);
/* Returns the FFT length of the analytic wavelet for a recording of @n samples. */
guint64         ondes_cwt_fft_length    (const OndesCwtOptions *options,
                                         guint64                n);
/* How many times the recording is oversampled; its own samples are scale/times. */
guint           ondes_cwt_oversampling  (const OndesCwt        *self);
double          ondes_cwt_coi_samples   (const OndesCwt        *self,
                                         guint                  row); /* √2 s */
/* TRUE if the scale is below ω₀/π, which puts its frequency above Nyquist. */
gboolean        ondes_cwt_is_aliased    (const OndesCwt        *self,
                                         guint                  row);
/* TRUE if overlap-save computes the analytic wavelet of @scale within the tolerance of @precision. */
gboolean        ondes_cwt_analytic_tails_fit (double            omega0,
                                              double            scale,
                                              OndesPrecision    precision);

G_END_DECLS
