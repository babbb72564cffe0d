/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long FFTs by pieces against the sum that they stand for. */
#include "engine/cpu/cpu-private.h"
#include "engine/cpu/fft/fft-split.h"

#include <complex.h>
#include <math.h>

typedef struct
{
  OndesFftSplit split;
  gsize         length;
  guint         parts;
  gboolean      single;
  OndesBuffer   data, work;
} Case;

static Case
case_new (gboolean inverse)
{
  static const guint parts[] = { 2, 8, 32, 64 };
  Case self = { .parts = parts[g_test_rand_int_range (0, G_N_ELEMENTS (parts))], .single = g_test_rand_bit () };

  self.length = 16 * self.parts * (gsize) g_test_rand_int_range (1, 4);
  g_assert_nonnull (ondes_buffer_get (&self.data, (self.length + 1) * 2 * sizeof (double)));
  g_assert_nonnull (ondes_buffer_get (&self.work, ondes_fft_split_work (self.parts, self.single)));
  g_assert_true (ondes_fft_split_init (&self.split, self.length, self.parts, self.single, inverse));
  return self;
}

static void
case_clear (Case *self)
{
  ondes_buffer_clear (&self->data);
  ondes_buffer_clear (&self->work);
}

static void
set (Case          *self,
     gsize          i,
     double complex z)
{
  if (self->single)
    ((float complex *) self->data.data)[i] = (float complex) z;
  else
    ((double complex *) self->data.data)[i] = z;
}

static double complex
get (const Case *self,
     gsize       i)
{
  return self->single ? ((const float complex *) self->data.data)[i] : ((const double complex *) self->data.data)[i];
}

/* Where bin @i stands. */
static gsize
place (const Case *self,
       gsize       i)
{
  return i % self->parts * (self->length / self->parts) + i / self->parts;
}

static void
columns (Case *self)
{
  for (gsize from = 0; from < self->length / self->parts; from += ONDES_FFT_COLUMNS)
    ondes_fft_split_columns (&self->split, self->data.data, from, self->work.data);
}

static void
blocks (Case *self)
{
  for (guint i = 0; i < self->parts; i++)
    ondes_fft_split_block (&self->split, self->data.data, i);
}

/* @x of @n as data are rounded. */
static double complex *
noise_new (const Case *self,
           gsize       n,
           gboolean    real)
{
  double complex *x = g_new (double complex, n);

  for (gsize i = 0; i < n; i++)
    {
      x[i] = g_test_rand_double_range (-1, 1) + (real ? 0 : I * g_test_rand_double_range (-1, 1));
      if (self->single)
        x[i] = (float complex) x[i];
    }
  return x;
}

/* Σ_t x[t] e^{±2πi k t/n} */
static double complex
sum_of (const double complex *x,
        gsize                 n,
        gsize                 k,
        int                   sign)
{
  long double complex sum = 0; /* whose own rounding does not count */

  for (gsize t = 0; t < n; t++)
    sum += (long double complex) x[t] * cexp (sign * 2 * G_PI * I * (double) (k * t % n) / (double) n);
  return (double complex) sum;
}

static void
check (const Case    *self,
       double complex got,
       double complex want)
{
  g_assert_cmpfloat (cabs (got - want), <=, (self->single ? 5e-7 : 2e-15) * sqrt ((double) self->length));
}

static void
test_forward (void)
{
  for (guint round = 0; round < 6; round++)
    {
      Case c = case_new (FALSE);
      g_autofree double complex *x = noise_new (&c, c.length, FALSE);

      for (gsize i = 0; i < c.length; i++)
        set (&c, i, x[i]);
      columns (&c);
      blocks (&c);
      for (guint i = 0; i < 50; i++)
        {
          const gsize k = (gsize) g_test_rand_int_range (0, (gint32) c.length);

          check (&c, get (&c, place (&c, k)), sum_of (x, c.length, k, -1));
        }
      case_clear (&c);
    }
}

static void
test_inverse (void)
{
  for (guint round = 0; round < 6; round++)
    {
      Case c = case_new (TRUE);
      g_autofree double complex *x = noise_new (&c, c.length, FALSE);

      for (gsize i = 0; i < c.length; i++)
        set (&c, place (&c, i), x[i]);
      blocks (&c);
      columns (&c);
      for (guint i = 0; i < 50; i++)
        {
          const gsize t = (gsize) g_test_rand_int_range (0, (gint32) c.length);

          check (&c, get (&c, t), sum_of (x, c.length, t, 1));
        }
      case_clear (&c);
    }
}

static void
test_real (void)
{
  for (guint round = 0; round < 6; round++)
    {
      Case c = case_new (FALSE);
      g_autofree double complex *x = noise_new (&c, 2 * c.length, TRUE);

      for (gsize i = 0; i < c.length; i++)
        set (&c, i, x[2 * i] + I * creal (x[2 * i + 1]));
      columns (&c);
      blocks (&c);
      for (guint i = 0; i <= c.parts / 2; i++)
        ondes_fft_split_real (&c.split, c.data.data, i);
      check (&c, get (&c, c.length), sum_of (x, 2 * c.length, c.length, -1));
      for (guint i = 0; i < 52; i++)
        {
          const gsize k = i == 0 ? 0 : i == 1 ? c.length / 2 : (gsize) g_test_rand_int_range (0, (gint32) c.length);

          check (&c, get (&c, place (&c, k)), sum_of (x, 2 * c.length, k, -1));
        }
      case_clear (&c);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/cpu/fft-split/forward", test_forward);
  g_test_add_func ("/ondes/cpu/fft-split/inverse", test_inverse);
  g_test_add_func ("/ondes/cpu/fft-split/of-real-values", test_real);
  return g_test_run ();
}
