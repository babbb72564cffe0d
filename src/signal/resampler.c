/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "resampler.h"

#include "base/clones.h"
#include "base/kaiser.h"

#include <math.h>
#include <string.h>

#define CROSSINGS      64    /* zero crossings of the sinc on each side */
#define CUTOFF         0.95  /* in lower Nyquist frequencies; the transition, 0.1 wide, ends at 1 */
#define ATTENUATION_DB 104.0 /* Kaiser's formula falls short by up to 1.3 dB, and interpolation adds to that */
#define PHASES         128   /* rows of the table per zero crossing; cubic interpolation errs by (π/128)⁴/43 */

/* Input positions in units of 2⁻⁶⁴ samples, so that hours of output do not drift. */
__extension__ typedef unsigned __int128 Position;

struct _OndesResampler
{
  Position step;
  guint    half;   /* taps on each side; 0 if the output is the input */
  guint    phases; /* rows per input sample */
  double  *rows;   /* phases + 3 rows of 2 half taps; row q is for the fraction (q − 1) / phases of a position */
};

static double
kernel (double g,
        double beta,
        double u)
{
  double v = g * u;

  if (fabs (v) >= CROSSINGS)
    return 0;
  return g * (v == 0 ? 1 : sin (G_PI * v) / (G_PI * v)) * ondes_kaiser_window (beta, v / CROSSINGS);
}

OndesResampler *
ondes_resampler_new (double step)
{
  OndesResampler *self;
  const double g = CUTOFF / MAX (step, 1), beta = ondes_kaiser_beta (ATTENUATION_DB);

  g_return_val_if_fail (step >= ONDES_RESAMPLER_STEP_MIN && step <= ONDES_RESAMPLER_STEP_MAX, NULL);

  self = g_new0 (OndesResampler, 1);
  self->step = (Position) ldexp (step, 64);
  if (step == 1)
    return self;
  self->half = (guint) ceil (CROSSINGS / g);
  self->phases = (guint) ceil (PHASES / MAX (step, 1));
  self->rows = g_new (double, (self->phases + 3) * 2 * (gsize) self->half);
  for (guint q = 0; q < self->phases + 3; q++)
    for (guint i = 0; i < 2 * self->half; i++)
      self->rows[q * 2 * (gsize) self->half + i] =
        kernel (g, beta, (q - 1.0) / self->phases + (self->half - 1.0) - i);
  return self;
}

void
ondes_resampler_free (OndesResampler *self)
{
  if (self == NULL)
    return;
  g_free (self->rows);
  g_free (self);
}

guint64
ondes_resampler_count (const OndesResampler *self,
                       guint64 n_inputs)
{
  /* Rounded up; the sum would overflow for the longest inputs. */
  Position end = (Position) n_inputs << 64;

  return (guint64) (end / self->step) + (end % self->step > 0);
}

double
ondes_resampler_position (const OndesResampler *self,
                          guint64 j)
{
  return ldexp ((double) (j * self->step), -64);
}

guint
ondes_resampler_halo (const OndesResampler *self)
{
  return self->half;
}

void
ondes_resampler_needs (const OndesResampler *self,
                       gint64 *at,
                       guint64 *n)
{
  const guint64 first = (guint64) ((guint64) *at * self->step >> 64);
  const guint64 last = (guint64) (((guint64) *at + *n - 1) * self->step >> 64);

  *at = (gint64) first - (self->half > 0 ? self->half - 1 : 0);
  *n = (guint64) ((gint64) last + self->half - *at) + 1;
}

/* Interpolates the taps of one output between four rows, @n taps each; @weights are Lagrange's. */
CLONES static void
interpolate_taps (const double *rows,
                  guint n,
                  const double weights[4],
                  double *taps)
{
  const double a = weights[0], b = weights[1], c = weights[2], d = weights[3];

  for (guint i = 0; i < n; i++)
    taps[i] = a * rows[i] + b * rows[n + i] + c * rows[2 * (gsize) n + i] + d * rows[3 * (gsize) n + i];
}

typedef double Lanes __attribute__ ((vector_size (64), aligned (8), may_alias));

CLONES static double
sum_products (const double *a,
              const double *b,
              guint n)
{
  Lanes lanes = { 0 };
  double sum = 0;
  guint i = 0;

  for (; i + 8 <= n; i += 8)
    lanes += *(const Lanes *) (a + i) * *(const Lanes *) (b + i);
  for (; i < n; i++)
    sum += a[i] * b[i];
  for (guint l = 0; l < 8; l++)
    sum += lanes[l];
  return sum;
}

/* The same with @b every @width values. */
static double
sum_products_strided (const double *a,
                      const double *b,
                      guint n,
                      guint width)
{
  double even = 0, odd = 0;

  for (guint i = 0; i + 1 < n; i += 2)
    {
      even += a[i] * b[i * (gsize) width];
      odd += a[i + 1] * b[(i + 1) * (gsize) width];
    }
  return even + odd; /* 2 half taps: an even number */
}

void
ondes_resampler_run (const OndesResampler *self,
                     guint64 at,
                     gsize n,
                     guint width,
                     const double *in,
                     double *out)
{
  const guint n_taps = 2 * self->half;
  const guint64 first = (guint64) (at * self->step >> 64);
  g_autofree double *taps = NULL;

  if (n_taps == 0)
    {
      memcpy (out, in, n * width * sizeof *out);
      return;
    }
  taps = g_new (double, n_taps);
  for (gsize j = 0; j < n; j++)
    {
      const Position p = (at + j) * self->step;
      const double phase = ldexp ((double) (guint64) p, -64) * self->phases;
      const guint q = MIN ((guint) phase, self->phases - 1);
      const double t = phase - q;
      const double weights[4] = { -t * (t - 1) * (t - 2) / 6, (t + 1) * (t - 1) * (t - 2) / 2, -(t + 1) * t * (t - 2) / 2,
                                  (t + 1) * t * (t - 1) / 6 };
      const double *x = in + (gsize) ((guint64) (p >> 64) - first) * width;

      interpolate_taps (self->rows + q * (gsize) n_taps, n_taps, weights, taps);
      for (guint l = 0; l < width; l++)
        out[j * width + l] = width == 1 ? sum_products (taps, x, n_taps) : sum_products_strided (taps, x + l, n_taps, width);
    }
}
