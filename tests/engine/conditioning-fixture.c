/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "conditioning-fixture.h"

#include <math.h>

OndesSource *
condition (OndesSource *source,
           ...)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();
  g_autoptr (OndesConditioning) conditioning = NULL;
  g_autoptr (GError) error = NULL;
  OndesSource *result;
  va_list arguments;
  const char *step;

  va_start (arguments, source);
  while ((step = va_arg (arguments, const char *)) != NULL)
    g_ptr_array_add (steps, (gpointer) step);
  va_end (arguments);
  g_ptr_array_add (steps, NULL);
  conditioning = ondes_conditioning_parse ((const char *const *) steps->pdata, &error);
  g_assert_no_error (error);
  result = ondes_conditioned_source_new (source, conditioning, &error);
  g_assert_no_error (error);
  return result;
}

/* All samples as complex numbers. */
double complex *
read_all (OndesSource *source)
{
  double complex *x = g_new (double complex, source->n);
  g_autoptr (GError) error = NULL;

  ondes_source_read_as (source, 0, source->n, ONDES_C128, x, &error);
  g_assert_no_error (error);
  return x;
}

/* Random samples with an offset, real or complex. */
OndesSource *
random_source (gboolean is_complex,
               guint    n)
{
  g_autofree double *x = g_new (double, 2 * (gsize) n);

  for (guint i = 0; i < 2 * n; i++)
    x[i] = g_test_rand_double_range (-1, 1) + 0.3;
  return ondes_array_source_new (is_complex ? ONDES_C128 : ONDES_F64, x, n, RATE);
}

/* Relative, in the sense of Frobenius. */
void
assert_near (OndesSource          *source,
             const double complex *expected,
             guint64               n,
             double                tolerance)
{
  g_autofree double complex *got = NULL;
  double difference = 0, reference = 0;

  g_assert_cmpuint (source->n, ==, n);
  got = read_all (source);
  for (guint64 i = 0; i < n; i++)
    {
      difference += pow (cabs (got[i] - expected[i]), 2);
      reference += pow (cabs (expected[i]), 2);
    }
  g_assert_cmpfloat (sqrt (difference / reference), <, tolerance);
}

/* Σ_m h[m] x[t + d − m], zeros outside. */
void
convolve (const double complex *x,
          gint64                n,
          const double complex *h,
          gint64                taps,
          double complex       *y)
{
  const gint64 d = (taps - 1) / 2;

  for (gint64 t = 0; t < n; t++)
    {
      y[t] = 0;
      for (gint64 m = MAX (0, t + d - n + 1); m < taps && t + d - m >= 0; m++)
        y[t] += h[m] * x[t + d - m];
    }
}
