/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference.h"

#include <math.h>

/* The sample at @t, walked to by reflection and period one step at a time. */
static double complex
sample (OndesBoundary         boundary,
        const double complex *x,
        gint64                n,
        gint64                t)
{
  switch (boundary)
    {
    case ONDES_BOUNDARY_ZERO:
      return t < 0 || t >= n ? 0 : x[t];
    case ONDES_BOUNDARY_EDGE:
      return x[CLAMP (t, 0, n - 1)];
    case ONDES_BOUNDARY_PERIODIC:
      while (t < 0)
        t += n;
      while (t >= n)
        t -= n;
      return x[t];
    case ONDES_BOUNDARY_REFLECT:
      while (n > 1 && (t < 0 || t >= n))
        t = t < 0 ? -t : 2 * (n - 1) - t;
      return x[n > 1 ? t : 0];
    }
  g_assert_not_reached ();
}

static double
amplitude (const OndesCwtOptions *options,
           double                 scale)
{
  if (options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    return options->normalisation == ONDES_NORMALISATION_L1 ? 2 : sqrt (2 * G_PI * scale);
  return options->normalisation == ONDES_NORMALISATION_L1 ? sqrt (2 / G_PI) / scale : 1 / sqrt (scale);
}

/* ψ*(k), k = −h … h */
static double complex *
mask_new (const OndesCwtOptions *options,
          double                 scale,
          gint64                *h)
{
  const double c = amplitude (options, scale);
  double complex *mask;

  *h = (gint64) floor (8 * scale);
  mask = g_new (double complex, 2 * *h + 1);
  for (gint64 k = -*h; k <= *h; k++)
    {
      double u = (double) k / scale;
      double complex psi = c * exp (-u * u / 2) * cexp (I * options->omega0 * u);

      mask[k + *h] = options->wavelet == ONDES_WAVELET_MORLET ? creal (psi) : conj (psi);
    }
  return mask;
}

static double complex
value (const OndesCwtOptions *options,
       const double complex  *mask,
       gint64                 h,
       const double complex  *x,
       gint64                 n,
       gint64                 t)
{
  long double re = 0, im = 0;

  for (gint64 k = -h; k <= h; k++)
    {
      double complex term = sample (options->boundary, x, n, t + k) * mask[k + h];

      re += creal (term);
      im += cimag (term);
    }
  return (double) re + I * (double) im;
}

double complex
reference_value (const OndesCwtOptions *options,
                 double                 scale,
                 const double complex  *x,
                 gint64                 n,
                 gint64                 t)
{
  gint64 h;
  g_autofree double complex *mask = mask_new (options, scale, &h);

  return value (options, mask, h, x, n, t);
}

void
reference_values (const OndesCwtOptions *options,
                  double                 scale,
                  const double complex  *x,
                  gint64                 n,
                  const gint64          *at,
                  gsize                  count,
                  double complex        *out)
{
  gint64 h;
  g_autofree double complex *mask = mask_new (options, scale, &h);

  for (gsize i = 0; i < count; i++)
    out[i] = value (options, mask, h, x, n, at[i]);
}

static double complex *
analytic_row (const OndesCwtOptions *options,
              double                 scale,
              const double complex  *x,
              gint64                 n,
              gint64                 first,
              gint64                 count)
{
  g_autofree long double complex *sums = g_new0 (long double complex, count);
  double complex *row = g_new (double complex, count);
  gint64 length = (gint64) options->fft_length;
  g_autofree double complex *turn = NULL;

  if (length == 0)
    for (length = 1; length < 2 * n;)
      length *= 2;
  turn = g_new (double complex, length);
  for (gint64 i = 0; i < length; i++)
    turn[i] = cexp (2 * G_PI * I * (double) i / (double) length);
  for (gint64 bin = 1; 2 * bin <= length; bin++)
    {
      double d = scale * 2 * G_PI * (double) bin / (double) length - options->omega0;
      double complex sum = 0;

      for (gint64 i = 0; i < n; i++)
        sum += x[i] * conj (turn[bin * i % length]);
      sum *= amplitude (options, scale) * exp (-d * d / 2) / (double) length;
      for (gint64 i = 0; i < count; i++)
        sums[i] += sum * turn[bin * (first + i) % length];
    }
  for (gint64 i = 0; i < count; i++)
    row[i] = (double complex) sums[i];
  return row;
}

double complex *
reference_row (const OndesCwtOptions *options,
               double                 scale,
               const double complex  *x,
               gint64                 n,
               gint64                 first,
               gint64                 count)
{
  g_autofree double complex *mask = NULL;
  double complex *row;
  gint64 h;

  if (options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    return analytic_row (options, scale, x, n, first, count);
  mask = mask_new (options, scale, &h);
  row = g_new (double complex, count);
  for (gint64 i = 0; i < count; i++)
    row[i] = value (options, mask, h, x, n, first + i);
  return row;
}
