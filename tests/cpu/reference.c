/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference.h"

#include <math.h>

ReferenceMask (*reference_compensation) (double scale);

static ReferenceMask
compensation_of (double scale)
{
  return reference_compensation != NULL ? reference_compensation (scale) : (ReferenceMask) { .gain = 1 };
}

/* @value in steps of a full scale of 1 over 2^bits levels from −1 to 1, times @c. */
static double
quantised (double        value,
           double        c,
           ReferenceMask mask)
{
  const double step = 2 * c / exp2 (mask.bits), steps = value / step, below = floor (steps);

  if (mask.bits == 0)
    return value;
  switch (mask.rounding)
    {
    case ONDES_ROUND_NEAREST:
      return step * (steps - below > 0.5 ? below + 1 : below);
    case ONDES_ROUND_UP:
      return step * (steps > below ? below + 1 : below);
    case ONDES_ROUND_DOWN:
      return step * below;
    default:
      return step * (steps < 0 && steps > below ? below + 1 : below);
    }
}

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
  const ReferenceMask changed = compensation_of (scale);
  double complex *mask;

  *h = (gint64) floor (8 * scale);
  mask = g_new (double complex, 2 * *h + 1);
  for (gint64 k = -*h; k <= *h; k++)
    {
      double u = ((double) k + changed.delay) / scale;
      double complex psi = changed.gain * c * exp (-u * u / 2) * cexp (I * options->omega0 * u);
      double re = creal (psi) + changed.offset, im = options->wavelet == ONDES_WAVELET_MORLET ? 0 : -cimag (psi);

      mask[k + *h] = quantised (re, c, changed) + I * quantised (im, c, changed);
    }
  return mask;
}

/* A mask and the samples that it meets, parts apart, so that the compiler makes vectors of their products. */
typedef struct
{
  gint64  h;
  double *mask_re, *mask_im; /* ψ*(k), k = −h … h */
  double *re, *im;           /* the sample at first + t is re[t + h] + i im[t + h] */
} Terms;

static void
terms_init (Terms                 *self,
            const OndesCwtOptions *options,
            double                 scale)
{
  g_autofree double complex *mask = mask_new (options, scale, &self->h);
  const gint64 taps = 2 * self->h + 1;

  self->mask_re = g_new (double, taps);
  self->mask_im = g_new (double, taps);
  self->re = self->im = NULL;
  for (gint64 k = 0; k < taps; k++)
    {
      self->mask_re[k] = creal (mask[k]);
      self->mask_im[k] = cimag (mask[k]);
    }
}

/* Takes what the values [@first, @first + @count) depend on. */
static void
terms_take (Terms                 *self,
            const OndesCwtOptions *options,
            const double complex  *x,
            gint64                 n,
            gint64                 first,
            gint64                 count)
{
  const gint64 length = count + 2 * self->h;

  self->re = g_renew (double, self->re, length);
  self->im = g_renew (double, self->im, length);
  for (gint64 i = 0; i < length; i++)
    {
      const double complex it = sample (options->boundary, x, n, first - self->h + i);

      self->re[i] = creal (it);
      self->im[i] = cimag (it);
    }
}

static void
terms_clear (Terms *self)
{
  g_free (self->mask_re);
  g_free (self->mask_im);
  g_free (self->re);
  g_free (self->im);
}

/* Four numbers of an array. */
typedef double Lanes __attribute__ ((vector_size (32), aligned (8), may_alias));

#define LANES 4
#define BLOCK 64 /* terms that are summed in double, four sums of sixteen; blocks are in long double */

/* Σ x(first + t + k) ψ*(k) */
#ifdef __x86_64__
__attribute__ ((target_clones ("arch=x86-64-v3", "default")))
#endif
static double complex
value (const Terms *self,
       gint64       t)
{
  const double *re = self->re + t, *im = self->im + t, *mask_re = self->mask_re, *mask_im = self->mask_im;
  const gint64 taps = 2 * self->h + 1;
  long double sum_re = 0, sum_im = 0;
  gint64 k = 0;

  for (; k + BLOCK <= taps; k += BLOCK)
    {
      Lanes lanes_re = { 0 }, lanes_im = { 0 };

      for (gint64 j = k; j < k + BLOCK; j += LANES)
        {
          const Lanes a = *(const Lanes *) (re + j), b = *(const Lanes *) (im + j);
          const Lanes c = *(const Lanes *) (mask_re + j), d = *(const Lanes *) (mask_im + j);

          lanes_re += a * c - b * d;
          lanes_im += a * d + b * c;
        }
      for (guint l = 0; l < LANES; l++)
        {
          sum_re += lanes_re[l];
          sum_im += lanes_im[l];
        }
    }
  for (; k < taps; k++)
    {
      sum_re += re[k] * mask_re[k] - im[k] * mask_im[k];
      sum_im += re[k] * mask_im[k] + im[k] * mask_re[k];
    }
  return (double) sum_re + I * (double) sum_im;
}

double complex
reference_value (const OndesCwtOptions *options,
                 double                 scale,
                 const double complex  *x,
                 gint64                 n,
                 gint64                 t)
{
  double complex w;

  reference_values (options, scale, x, n, &t, 1, &w);
  return w;
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
  Terms terms;

  terms_init (&terms, options, scale);
  for (gsize i = 0; i < count; i++)
    {
      terms_take (&terms, options, x, n, at[i], 1);
      out[i] = value (&terms, 0);
    }
  terms_clear (&terms);
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
  const ReferenceMask changed = compensation_of (scale);

  if (length == 0)
    for (length = 1; length < 2 * n;)
      length *= 2;
  turn = g_new (double complex, length);
  for (gint64 i = 0; i < length; i++)
    turn[i] = cexp (2 * G_PI * I * (double) i / (double) length);
  for (gint64 bin = 1; 2 * bin <= length; bin++)
    {
      double d = scale * 2 * G_PI * (double) bin / (double) length - options->omega0;
      const double factor = amplitude (options, scale) * exp (-d * d / 2) / (double) length;
      double complex sum = 0;

      if (factor == 0)
        continue;
      for (gint64 i = 0, at = 0; i < n; i++, at += at + bin < length ? bin : bin - length)
        sum += x[i] * conj (turn[at]);
      sum *= factor * changed.gain * cexp (-2 * G_PI * I * (double) bin / (double) length * changed.delay);
      for (gint64 i = 0, at = bin * first % length; i < count; i++, at += at + bin < length ? bin : bin - length)
        sums[i] += sum * turn[at];
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
  double complex *row;
  Terms terms;

  if (options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    return analytic_row (options, scale, x, n, first, count);
  terms_init (&terms, options, scale);
  terms_take (&terms, options, x, n, first, count);
  row = g_new (double complex, count);
  for (gint64 i = 0; i < count; i++)
    row[i] = value (&terms, i);
  terms_clear (&terms);
  return row;
}
