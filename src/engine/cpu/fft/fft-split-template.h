/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Template included by fft-split.c once with T = float and once with T = double. */

typedef struct
{
  T re, im;
} NAME (Complex);

/* Multiplies x[i] by the twiddle factor e^(±2πi at i / length): RUN precomputed powers, times one sincos() per run. */
CLONES static void
NAME (twiddle) (NAME (Complex) *restrict x,
                gsize    n,
                gsize    at,
                gsize    length,
                gboolean inverse)
{
  const double unit = (inverse ? 2 : -2) * G_PI / (double) length;
  double c[RUN], s[RUN];
  T power_re[RUN], power_im[RUN];

  powers (unit * (double) at, c, s);
  for (gsize i = 0; i < RUN; i++)
    {
      power_re[i] = (T) c[i];
      power_im[i] = (T) s[i];
    }
  for (gsize i = 0; i < n; i += RUN)
    {
      const gsize run = MIN (RUN, n - i);
      double base_re, base_im;
      T re, im;

      sincos (unit * (double) (at * i % length), &base_im, &base_re);
      re = (T) base_re;
      im = (T) base_im;
      for (gsize j = 0; j < run; j++)
        {
          const T w_re = re * power_re[j] - im * power_im[j], w_im = re * power_im[j] + im * power_re[j];
          const NAME (Complex) v = x[i + j];

          x[i + j].re = v.re * w_re - v.im * w_im;
          x[i + j].im = v.re * w_im + v.im * w_re;
        }
    }
}

static void
NAME (columns) (const OndesFftSplit *self,
                NAME (Complex)      *x,
                gsize                from,
                NAME (Complex)      *work)
{
  const gsize m = self->length / self->parts, stride = COLUMN_STRIDE (self->parts);

  for (gsize q = 0; q < self->parts; q++)
    for (gsize j = 0; j < ONDES_FFT_COLUMNS; j++)
      work[j * stride + q] = x[q * m + from + j];
  for (gsize j = 0; j < ONDES_FFT_COLUMNS; j++)
    {
      if (self->inverse)
        NAME (twiddle) (work + j * stride, self->parts, from + j, self->length, TRUE);
      ondes_fft_execute (self->column, work + j * stride, work + j * stride);
      if (!self->inverse)
        NAME (twiddle) (work + j * stride, self->parts, from + j, self->length, FALSE);
    }
  for (gsize q = 0; q < self->parts; q++)
    for (gsize j = 0; j < ONDES_FFT_COLUMNS; j++)
      x[q * m + from + j] = work[j * stride + q];
}

/* Replaces Z[k] and Z[n − k] by X[k] and X[n − k]: X[k] = (Z[k] + Z*[n − k])/2 − i/2 w (Z[k] − Z*[n − k]), n = length,
 * w = e^(−πi k/n). */
static inline void
NAME (pair) (NAME (Complex) *a,
             NAME (Complex) *b,
             double          w_re,
             double          w_im)
{
  const T even_re = (a->re + b->re) / 2, even_im = (a->im - b->im) / 2;
  const T odd_re = (a->im + b->im) / 2, odd_im = (b->re - a->re) / 2;
  const T re = (T) (odd_re * w_re - odd_im * w_im), im = (T) (odd_re * w_im + odd_im * w_re);

  *a = (NAME (Complex)) { even_re + re, even_im + im };
  *b = (NAME (Complex)) { even_re - re, im - even_im };
}

CLONES static void
NAME (real) (const OndesFftSplit *self,
             NAME (Complex)      *x,
             gsize                block)
{
  const gsize parts = self->parts, m = self->length / parts, opposite = (parts - block) % parts;
  const double unit = -G_PI / (double) self->length;
  /* index i of @block pairs with index last − i of the opposite block */
  const gsize last = block == 0 ? m : m - 1, end = block == opposite ? (last + 1) / 2 : m;
  double c[RUN], s[RUN], re = 1, im = 0;

  powers (unit * (double) parts, c, s);
  if (block == 0)
    {
      const NAME (Complex) zero = x[0];

      x[0] = (NAME (Complex)) { zero.re + zero.im, 0 };
      x[self->length] = (NAME (Complex)) { zero.re - zero.im, 0 };
      x[m / 2].im = -x[m / 2].im; /* its own partner, with w = −i */
    }
  for (gsize i = block == 0; i < end; i++)
    {
      const gsize j = i % RUN;

      if (j == 0)
        sincos (unit * (double) (i * parts + block), &im, &re);
      NAME (pair) (x + block * m + i, x + opposite * m + last - i, re * c[j] - im * s[j], re * s[j] + im * c[j]);
    }
}
