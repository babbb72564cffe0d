/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditioned sources of random samples, and what their tests compare them with. */
#pragma once

#include <complex.h>

#include "engine/conditioned.h"

#define RATE 500.0 /* of random_source() */

/* The steps follow as text; NULL ends them. */
OndesSource    *condition     (OndesSource          *source,
                               ...);
/* Returns all samples as complex numbers. */
double complex *read_all      (OndesSource          *source);
/* Makes random samples with an offset, real or complex. */
OndesSource    *random_source (gboolean              is_complex,
                               guint                 n);
/* Checks @n samples by the Frobenius norm, relative. */
void            assert_near   (OndesSource          *source,
                               const double complex *expected,
                               guint64               n,
                               double                tolerance);
/* Computes Σ_m h[m] x[t + d − m], with zeros outside. */
void            convolve      (const double complex *x,
                               gint64                n,
                               const double complex *h,
                               gint64                taps,
                               double complex       *y);
