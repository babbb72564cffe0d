/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of a Morlet transform (cwt.h has its definition), apart from its rows. */
#pragma once

#include "boundary.h"
#include "compensation.h"

G_BEGIN_DECLS

typedef enum { ONDES_WAVELET_COMPLEX_MORLET, ONDES_WAVELET_MORLET, ONDES_WAVELET_ANALYTIC_MORLET } OndesWavelet;
typedef enum { ONDES_NORMALISATION_L1, ONDES_NORMALISATION_L2 } OndesNormalisation;
typedef enum { ONDES_METHOD_AUTO, ONDES_METHOD_DIRECT, ONDES_METHOD_OVERLAP_SAVE, ONDES_METHOD_FFT } OndesMethod;
typedef enum { ONDES_PRECISION_DOUBLE, ONDES_PRECISION_SINGLE, ONDES_PRECISION_SINGLE2 } OndesPrecision;
/* How the n samples of a column are pooled: the largest |W| or |W|²; or the root mean square √(Σ |W|²/n), for power Σ |W|²/n.
 * For noise, the largest falls as columns hold fewer samples; the root mean square does not. */
typedef enum { ONDES_POOL_LARGEST, ONDES_POOL_RMS } OndesPooling;
typedef enum { ONDES_QUANTITY_COEFFICIENTS, ONDES_QUANTITY_MAGNITUDE, ONDES_QUANTITY_POWER, ONDES_QUANTITY_PHASE } OndesQuantity;

/* Names used on the command line, in settings and in captions: indexed by enum value, NULL-terminated. */
extern const char *const ondes_wavelet_names[];       /* complex-morlet morlet analytic-morlet */
extern const char *const ondes_normalisation_names[]; /* l1 l2 */
extern const char *const ondes_boundary_names[];      /* zero reflect periodic edge */
extern const char *const ondes_method_names[];        /* auto direct overlap-save fft */
extern const char *const ondes_precision_names[];     /* double single single2 */
extern const char *const ondes_pool_names[];          /* largest rms */
extern const char *const ondes_quantity_names[];      /* coefficients magnitude power phase */

#define ONDES_OMEGA0_DEFAULT 5.0

typedef struct
{
  OndesWavelet       wavelet;
  double             omega0;     /* 0.5 … 100 */
  OndesNormalisation normalisation;
  OndesBoundary      boundary;   /* ZERO only for the analytic wavelet */
  OndesMethod        method;     /* with FFT, rows that do not fit one FFT of a million samples use OVERLAP_SAVE */
  OndesPrecision     precision;
  OndesQuantity      quantity;
  OndesPooling       pool;       /* for views with columns; a preview pools only the samples it evaluates */
  guint64            fft_length; /* for method fft of the analytic wavelet; 0 for the smallest power of two ≥ 2 n */
  OndesCompensation *compensation; /* NULL for none; a spec keeps a reference of its own */
  double             rate_hz;    /* of the recording, for the models of a compensation; otherwise ignored */
} OndesCwtOptions;

/* Complex Morlet, ω₀ = 5, l1, zero boundary, auto method, single precision, magnitude. */
#define ONDES_CWT_OPTIONS_DEFAULT                                                                 \
  { .omega0 = ONDES_OMEGA0_DEFAULT, .precision = ONDES_PRECISION_SINGLE, .quantity = ONDES_QUANTITY_MAGNITUDE }
extern const OndesCwtOptions ondes_cwt_options_default;

G_END_DECLS
