/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "resampler.h"

#include "base/clones.h"
#include "base/dot.h"
#include "base/kaiser.h"
#include "base/memory.h"
#include "computed-blocks.h"

#include <math.h>
#include <string.h>

#define CROSSINGS      64    /* zero crossings of the sinc on each side */
#define CUTOFF         0.95  /* in lower Nyquist frequencies; the transition, 0.1 wide, ends at 1 */
#define ATTENUATION_DB 104.0 /* Kaiser's formula falls short by up to 1.3 dB, and interpolation adds to that */
#define PHASES         128   /* rows of the table per zero crossing; cubic interpolation errs by (π/128)⁴/43 */
#define POLL           4096  /* values of the table between two looks for a cancel */

/* Input positions in units of 2⁻⁶⁴ samples, so that hours of output do not drift. */
__extension__ typedef unsigned __int128 Position;

struct _OndesResampler
{
  Position step;
  double   ratio;  /* step in input samples */
  guint    half;   /* taps on each side; 0 if the output is the input */
  guint    phases; /* rows per input sample */
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

static gsize
count_table (const OndesResampler *self)
{
  return (self->phases + 3) * 2 * (gsize) self->half;
}

/* Fills the table: phases + 3 rows of 2 half taps; row q is for the fraction (q − 1) / phases of a position. */
static gboolean
fill_table (gpointer data,
            guint64  ratio_bits,
            void    *table,
            GError **error)
{
  const OndesResampler *self = data;
  const double g = CUTOFF / MAX (self->ratio, 1), beta = ondes_kaiser_beta (ATTENUATION_DB);
  const gsize n_taps = 2 * (gsize) self->half;
  GCancellable *cancellable = g_cancellable_get_current ();
  double *rows = table;

  for (guint q = 0; q < self->phases + 3; q++)
    for (gsize i = 0; i < n_taps; i++)
      {
        if (i % POLL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
          return FALSE;
        /* A row is that of a sample less, moved by one. */
        rows[q * n_taps + i] = q >= self->phases && i > 0
                                 ? rows[(q - self->phases) * n_taps + i - 1]
                                 : kernel (g, beta, (q - 1.0) / self->phases + (self->half - 1.0) - (double) i);
      }
  return TRUE;
}

/* Returns the table of the ratio, until ondes_computed_block_unref(). It is kept among the computed blocks, under an id that no
 * source has: computed once, however many resamplers and threads want it, and given back when memory is wanted for others. */
static const double *
get_table (const OndesResampler *self,
           GError              **error)
{
  static gsize id;
  guint64 ratio_bits;

  if (g_once_init_enter (&id))
    g_once_init_leave (&id, (gsize) ondes_source_new_id ());
  memcpy (&ratio_bits, &self->ratio, sizeof ratio_bits);
  return ondes_computed_block_get (id, ratio_bits, count_table (self) * sizeof (double), fill_table, (gpointer) self, error);
}

OndesResampler *
ondes_resampler_new (double step)
{
  OndesResampler *self;

  g_return_val_if_fail (step >= ONDES_RESAMPLER_STEP_MIN && step <= ONDES_RESAMPLER_STEP_MAX, NULL);

  self = g_new0 (OndesResampler, 1);
  self->step = (Position) ldexp (step, 64);
  self->ratio = step;
  if (step == 1)
    return self;
  self->half = (guint) ceil (CROSSINGS / (CUTOFF / MAX (step, 1)));
  self->phases = (guint) ceil (PHASES / MAX (step, 1));
  return self;
}

void
ondes_resampler_free (OndesResampler *self)
{
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

/* Returns the dot product of @n values of @a with every @width-th of @b. */
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

gboolean
ondes_resampler_run (const OndesResampler *self,
                     OndesSpan outputs,
                     guint width,
                     const double *in,
                     double *out,
                     GError **error)
{
  const guint n_taps = 2 * self->half;
  const guint64 first = (guint64) (outputs.first * self->step >> 64);
  GCancellable *cancellable = g_cancellable_get_current ();
  g_autofree double *taps = NULL;
  const double *rows;
  gboolean done = TRUE;

  if (n_taps == 0)
    {
      memcpy (out, in, (gsize) outputs.count * width * sizeof *out);
      return TRUE;
    }
  rows = get_table (self, error);
  taps = rows != NULL ? ondes_memory_try (n_taps * sizeof *taps, error) : NULL;
  for (gsize j = 0; taps != NULL && j < outputs.count && done; j++)
    {
      const Position p = (outputs.first + j) * self->step;
      const double phase = ldexp ((double) (guint64) p, -64) * self->phases;
      const guint q = MIN ((guint) phase, self->phases - 1);
      const double t = phase - q;
      const double weights[4] = { -t * (t - 1) * (t - 2) / 6, (t + 1) * (t - 1) * (t - 2) / 2, -(t + 1) * t * (t - 2) / 2,
                                  (t + 1) * t * (t - 1) / 6 };
      const double *x = in + (gsize) ((guint64) (p >> 64) - first) * width;

      interpolate_taps (rows + q * (gsize) n_taps, n_taps, weights, taps);
      for (guint l = 0; l < width; l++)
        out[j * width + l] = width == 1 ? ondes_dot (taps, x, n_taps) : sum_products_strided (taps, x + l, n_taps, width);
      done = !g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  if (rows != NULL)
    ondes_computed_block_unref (rows);
  return taps != NULL && done;
}
