/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compensation of a sampler's errors in the masks of the Morlet transform (Jerome and Yan 2021, section V; cwt.h has the mask).
 *
 * At a row's frequency f = ω₀ f_s/(2π s), its mask becomes
 *   m(k) = g ψ*(k + d) + C,   g = (1 + A(f)) (1 + A_cal(f))/sinc(f w),   d = (τ(f) + τ_cal(f)) f_s
 * for the same k = −h … h as before. A is the amplitude error to correct, τ the timing error (error-model.h): positive where
 * samples were taken late, so that sample n shows the time n + d. A_cal and τ_cal are those of a calibration sheet, w is the
 * aperture over which the sampler averages around each sample (sinc x = sin πx/(πx)), and C the constant of an amplitude error
 * offset:C. The analytic Morlet has no mask: its spectrum is multiplied by g exp(−i ω d).
 *
 * A correction is right at f and serves the whole band of the row: of a sensor whose gain G has the slope p = d ln G/d ln f, a
 * tone off the row's centre keeps an error of up to |p| e^(−1/2)/ω₀ of the row's largest, 0.12 |p| for ω₀ = 5.
 *
 * Quantisation to b bits gives both parts of a mask the step Δ = 2 c(s)/2^b, c(s) being full scale (cwt.h): a value becomes Δ times
 * value/Δ rounded. Nothing is clipped, so gains above 1 keep the step. Dither adds a triangular random number of ±1 step before the
 * rounding, the same for the same tap of the same scale in every run. Each bit less adds 6.02 dB of noise.
 *
 * Oversampling by K lets the transform see the recording at K times its rate (signal/oversampled-source.h); scales count samples of
 * that rate then, and l2's g is divided by √K, so that values stay as they were.
 *
 * Immutable and reference counted; any thread.
 */
#pragma once

#include "error-model.h"
#include "signal/oversampled-source.h"

G_BEGIN_DECLS

typedef enum { ONDES_ROUND_NEAREST, ONDES_ROUND_UP, ONDES_ROUND_DOWN, ONDES_ROUND_ZERO } OndesRounding;

extern const char *const ondes_rounding_names[]; /* nearest up down zero, NULL-terminated; ties of nearest go to even */

#define ONDES_MASK_BITS_MIN 1
#define ONDES_MASK_BITS_MAX 52

typedef struct
{
  guint         bits;   /* 0 for none; else ONDES_MASK_BITS_MIN … ONDES_MASK_BITS_MAX */
  OndesRounding rounding;
  gboolean      dither;
} OndesQuantisation;

/* A zeroed struct compensates nothing. All is copied. */
typedef struct
{
  const char       *amplitude, *timing; /* models (error-model.h); NULL for none */
  const char       *calibration;        /* path of a sheet; NULL for none */
  double            aperture;           /* width, in time units of the recording, ≥ 0 */
  OndesQuantisation quantisation;
  guint             oversample;         /* 0 or 1 for none; 2 or 4 */
  const char       *interpolation;      /* its text, as oversampled-source.h parses it; NULL for the default */
} OndesCompensationOptions;

typedef struct _OndesCompensation OndesCompensation;

/* Reads the tables and taps. Fails like ondes_error_model_parse() and ondes_oversampling_new(), and with ONDES_ERROR_REQUEST for an
 * amplitude that no frequency could take, a negative aperture, or bits out of range. */
OndesCompensation *ondes_compensation_new   (const OndesCompensationOptions *options,
                                             GError                        **error);
/* Does the same, but takes from @kept, which may be NULL, what it has of the same texts and files: these are not read again. */
OndesCompensation *ondes_compensation_renew (OndesCompensation              *kept,
                                             const OndesCompensationOptions *options,
                                             GCancellable                   *cancellable,
                                             GError                        **error);
/* TRUE if that would read a file. */
gboolean           ondes_compensation_reads (const OndesCompensation        *kept,
                                             const OndesCompensationOptions *options);
/* Fails with ONDES_ERROR_REQUEST if @bits are out of range. */
gboolean           ondes_mask_bits_check    (guint                           bits,
                                             GError                        **error);
OndesCompensation *ondes_compensation_ref   (OndesCompensation              *self);
void               ondes_compensation_unref (OndesCompensation              *self);
/* Owned by @self. */
const OndesCompensationOptions *ondes_compensation_get_options (const OndesCompensation *self);
/* NULL if it does not oversample. Owned by @self. */
OndesOversampling *ondes_compensation_get_oversampling (const OndesCompensation *self);

typedef enum
{
  ONDES_MODEL_OF_AMPLITUDE,
  ONDES_MODEL_OF_TIMING,
  ONDES_MODEL_OF_SHEET_AMPLITUDE,
  ONDES_MODEL_OF_SHEET_TIMING,
  ONDES_N_MODELS_OF
} OndesModelOf;

/* NULL if there is none. Owned by @self. */
const OndesErrorModel *ondes_compensation_get_model (const OndesCompensation *self,
                                                     OndesModelOf             which);
/* Returns the ondes-cli options, each after a blank: " --mask-bits 8". Transfer full. */
char              *ondes_compensation_print    (const OndesCompensation *self);
/* Returns the same in words for a caption: "amplitude error constant:0.1, masks of 8 bits". Transfer full. */
char              *ondes_compensation_describe (const OndesCompensation *self,
                                                double                   omega0);
/* Returns sentences about the tables: that they were sorted, and that an end value is held for some of the frequencies @lo_hz to
 * @hi_hz. Transfer full. */
char             **ondes_compensation_notes    (const OndesCompensation *self,
                                                double                   lo_hz,
                                                double                   hi_hz);

/* What a row's mask is made of; { 1, 0, 0 } changes nothing. */
typedef struct
{
  double gain;   /* g */
  double delay;  /* d, samples */
  double offset; /* C */
} OndesMask;

/* Computes the mask of @hz in a recording of @rate_hz. Fails with ONDES_ERROR_FILE, naming the frequency, if g is not above 0. */
gboolean           ondes_compensation_mask     (const OndesCompensation *self,
                                                double                   hz,
                                                double                   rate_hz,
                                                OndesMask               *mask,
                                                GError                 **error);

/* Returns the power of the noise that quantised masks add to white noise, of the power of the exact ones, in dB. */
double             ondes_quantisation_noise_db (const OndesQuantisation *self,
                                                double                   omega0);
/* Returns how far from a mask's centre, in scales, taps can be other than 0: INFINITY unless rounding takes the small ones to 0.
 * @full_scale is c(s). */
double             ondes_quantisation_reach    (const OndesQuantisation *self,
                                                const OndesMask         *mask,
                                                double                   full_scale);
/* Where taps stand in a mask. */
typedef struct
{
  double full_scale; /* c(s) */
  double scale;      /* samples */
  guint  part;       /* 0 real, 1 imaginary */
  gint64 from;       /* the first */
} OndesMaskTaps;

/* Quantises @values, @n of one part of a mask. */
void               ondes_mask_quantise         (const OndesQuantisation *quantisation,
                                                const OndesMaskTaps     *taps,
                                                gsize                    n,
                                                double                  *values);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesCompensation, ondes_compensation_unref)

G_END_DECLS
