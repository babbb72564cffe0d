/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum of the definition, and how far a result is from it. */
#pragma once

#include <complex.h>
#include <math.h>

#include "cli-run.h"

#define N 1200
#define RATE 500.0

/* Σ_k x[t + k] ψ*(k, s), l1, zeroes outside. */
static inline double complex
coefficient (const double *x,
             guint         n,
             double        scale,
             gint64        t)
{
  gint64 h = floor (8 * scale);
  double complex sum = 0;

  for (gint64 k = -h; k <= h; k++)
    if (t + k >= 0 && t + k < n)
      sum += x[t + k] * sqrt (2 / G_PI) / scale * exp (-(k / scale) * (k / scale) / 2) * cexp (-5 * I * k / scale);
  return sum;
}

static inline double *
write_noise (CliFolder *folder)
{
  double *x = g_new (double, N);

  for (guint t = 0; t < N; t++)
    x[t] = g_test_rand_double_range (-1, 1);
  cli_folder_write_npy (folder, "x.npy", x, N);
  return x;
}

/* Relative, in the sense of Frobenius. */
typedef struct
{
  double difference, reference;
} Norm;

static inline void
add (Norm          *norm,
     double complex got,
     double complex expected)
{
  norm->difference += cabs (got - expected) * cabs (got - expected);
  norm->reference += cabs (expected) * cabs (expected);
}

static inline void
assert_within (const Norm *norm,
               double      tolerance)
{
  g_assert_cmpfloat (sqrt (norm->difference / norm->reference), <, tolerance);
}
