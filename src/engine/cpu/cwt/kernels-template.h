/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included by kernels-levels.h once per x86-64 level, with T and NAME set; see kernels.h. */

static void
NAME (load) (const double *restrict src,
             gsize         n,
             double        mean,
             double        gain,
             void         *dst)
{
  T *restrict out = dst;

  for (gsize i = 0; i < n; i++)
    out[i] = (T) ((src[i] - mean) * gain);
}

static void
NAME (load_complex) (const double *restrict src,
                     gsize         n,
                     const double  mean[2],
                     double        gain,
                     void         *dst)
{
  T *restrict out = dst;
  const double re = mean[0], im = mean[1];

  for (gsize i = 0; i < n; i++)
    {
      out[2 * i] = (T) ((src[2 * i] - re) * gain);
      out[2 * i + 1] = (T) ((src[2 * i + 1] - im) * gain);
    }
}

static void
NAME (load_planar) (const double *restrict src,
                    gsize         n,
                    const double  mean[2],
                    double        gain,
                    void         *re,
                    void         *im)
{
  T *restrict out_re = re;
  T *restrict out_im = im;
  const double mean_re = mean[0], mean_im = mean[1];

  for (gsize i = 0; i < n; i++)
    {
      out_re[i] = (T) ((src[2 * i] - mean_re) * gain);
      out_im[i] = (T) ((src[2 * i + 1] - mean_im) * gain);
    }
}

static void
NAME (narrow) (const double *restrict src,
               gsize         n,
               void         *dst)
{
  T *restrict out = dst;

  for (gsize i = 0; i < n; i++)
    out[i] = (T) src[i];
}

/* Defines a product of @n bins of a spectrum a and a response b, times the gain g; the statements compute bin i. */
#define PRODUCT(name, ...)                  \
  static void                               \
  NAME (name) (const void *x,               \
               const void *s,               \
               gsize       n,               \
               double      gain,            \
               void       *y)               \
  {                                         \
    const T *restrict a = x;                \
    const T *restrict b = s;                \
    T *restrict out = y;                    \
    const T g = (T) gain;                   \
                                            \
    for (gssize i = 0; i < (gssize) n; i++) \
      {                                     \
        __VA_ARGS__                         \
      }                                     \
  }

PRODUCT (product,
         const T re = b[i] * g;
         out[2 * i] = a[2 * i] * re;
         out[2 * i + 1] = a[2 * i + 1] * re;)

PRODUCT (product_mirrored,
         const T re = b[i] * g;
         out[2 * i] = a[-2 * i] * re;
         out[2 * i + 1] = -a[-2 * i + 1] * re;)

PRODUCT (product_phased,
         const T re = b[2 * i] * g, im = b[2 * i + 1] * g;
         out[2 * i] = a[2 * i] * re - a[2 * i + 1] * im;
         out[2 * i + 1] = a[2 * i] * im + a[2 * i + 1] * re;)

PRODUCT (product_phased_mirrored,
         const T re = b[2 * i] * g, im = b[2 * i + 1] * g;
         out[2 * i] = a[-2 * i] * re + a[-2 * i + 1] * im;
         out[2 * i + 1] = a[-2 * i] * im - a[-2 * i + 1] * re;)

#undef PRODUCT

static double
NAME (energy) (const void *y,
               gsize       n)
{
  const T *restrict a = y;
  const gsize whole_recording = 2 * n / (4 * LANES) * (4 * LANES);
  V sum[4] = { 0 };
  T part[4] = { 0 };
  double total = 0;

  for (gsize i = 0; i < whole_recording; i += 4 * LANES)
#pragma GCC unroll 4
    for (gsize j = 0; j < 4; j++)
      {
        const V v = *(const V *) (a + i + j * LANES);

        sum[j] += v * v;
      }
  sum[0] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  for (gsize i = 0; i < LANES; i++)
    part[i % 4] += sum[0][i];
  for (gsize i = whole_recording; i < 2 * n; i++)
    part[i % 4] += a[i] * a[i];
  for (gsize i = 0; i < 4; i++)
    total += part[i];
  return total;
}

/* Defines a function of the elements of a and a gain g; VALUE is element i of its result. */
#define MAP(name, VALUE)                \
  static void                           \
  NAME (name) (const void *z,           \
               gsize       n,           \
               double      gain,        \
               void       *out)         \
  {                                     \
    const T *restrict a = z;            \
    T *restrict r = out;                \
    const T g G_GNUC_UNUSED = (T) gain; \
                                        \
    for (gsize i = 0; i < n; i++)       \
      r[i] = VALUE;                     \
  }

MAP (magnitude, SQRT (a[2 * i] * a[2 * i] + a[2 * i + 1] * a[2 * i + 1]) * g)
MAP (magnitude_real, (a[i] < 0 ? -a[i] : a[i]) * g)
/* Multiply by the gain twice, because its square may underflow or overflow a T even if the result does not. */
MAP (power, (a[2 * i] * a[2 * i] + a[2 * i + 1] * a[2 * i + 1]) * g * g)
MAP (power_real, a[i] * a[i] * g * g)
MAP (phase_real, a[i] < 0 ? (T) G_PI : 0)
MAP (scale_real, a[i] * g)

#undef MAP

#if SINGLE
/* Computes atan on [0, tan (π/8)] and [tan (π/8), 1] as Cephes' atanf() does, branch-free so that it vectorises. */
static void
NAME (phase) (const void *z,
              gsize       n,
              double      gain,
              void       *out)
{
  const float *restrict a = z;
  float *restrict r = out;

  for (gsize i = 0; i < n; i++)
    {
      const float x = a[2 * i], y = a[2 * i + 1];
      const float ax = fabsf (x), ay = fabsf (y);
      const float large = ax > ay ? ax : ay, small = ax > ay ? ay : ax;
      const float q = large > 0 ? small / large : 0;
      const float m = (q - 1) / (q + 1);
      const float v = q > 0.41421356f ? m : q;
      const float base = q > 0.41421356f ? 0.78539816f : 0;
      const float w = v * v;
      float angle = (((8.05374449538e-2f * w - 1.38776856032e-1f) * w + 1.99777106478e-1f) * w - 3.33329491539e-1f) * w * v + v;

      angle += base;
      angle = ay > ax ? 1.57079633f - angle : angle;
      angle = x < 0 ? 3.14159265f - angle : angle;
      r[i] = y < 0 ? -angle : angle;
    }
}
#else
static void
NAME (phase) (const void *z,
              gsize       n,
              double      gain,
              void       *out)
{
  const double *a = z;
  double *r = out;

  for (gsize i = 0; i < n; i++)
    r[i] = atan2 (a[2 * i + 1], a[2 * i]);
}
#endif

static void
NAME (scale_complex) (const void *z,
                      gsize       n,
                      double      gain,
                      void       *out)
{
  NAME (scale_real) (z, 2 * n, gain, out);
}

#include "kernels-pool-template.h"

#define RUN      64 /* taps per partial sum; even and odd ones are summed separately */
#define AT(p, j) (*(const V *) ((p) + (j) * LANES))

/* Every stride-th of some taps. */
typedef struct
{
  const T *re, *im;
  gsize    n, stride;
} NAME (Taps);

/* Accumulates three vectors of outputs (48 floats or 24 doubles) over complex taps: six running sums that stay in registers. */
static inline __attribute__ ((always_inline)) void
NAME (lobe) (const T     *x,
             NAME (Taps)  taps,
             V            a[3],
             V            b[3])
{
  V a0 = { 0 }, a1 = { 0 }, a2 = { 0 }, b0 = { 0 }, b1 = { 0 }, b2 = { 0 };

  for (gsize k = 0; k < taps.n; k += taps.stride)
    {
      const V x0 = AT (x + k, 0), x1 = AT (x + k, 1), x2 = AT (x + k, 2);
      const T pk = taps.re[k], qk = taps.im[k];

      a0 += x0 * pk;
      a1 += x1 * pk;
      a2 += x2 * pk;
      b0 += x0 * qk;
      b1 += x1 * qk;
      b2 += x2 * qk;
    }
  a[0] += a0, a[1] += a1, a[2] += a2;
  b[0] += b0, b[1] += b1, b[2] += b2;
}

static inline __attribute__ ((always_inline)) void
NAME (lobe_real) (const T     *x,
                  NAME (Taps)  taps,
                  V            a[3])
{
  V a0 = { 0 }, a1 = { 0 }, a2 = { 0 };

  for (gsize k = 0; k < taps.n; k += taps.stride)
    {
      const T pk = taps.re[k];

      a0 += AT (x + k, 0) * pk;
      a1 += AT (x + k, 1) * pk;
      a2 += AT (x + k, 2) * pk;
    }
  a[0] += a0, a[1] += a1, a[2] += a2;
}

/* Adds v to sum and the rounding error to low (Knuth's TwoSum). */
static inline __attribute__ ((always_inline)) void
NAME (two_sum) (T       *sum,
                T       *low,
                const V *v)
{
  const V a = AT (sum, 0), s = a + *v, part = s - a;

  *(V *) low += (a - (s - part)) + (*v - part);
  *(V *) sum = s;
}

static void
NAME (convolve) (const OndesConvolution *self)
{
  const T *re = self->re, *im = self->im;
  const gsize taps = self->taps;
  T *a = self->a, *b = self->b, *low_a = self->low_a, *low_b = self->low_b;

  for (gsize t = 0; t < self->n; t += 3 * LANES)
    {
      const T *from = (const T *) self->x + t;
      V sum_a[2][3] = { 0 }, sum_b[2][3] = { 0 };

      if (!low_a && im)
        NAME (lobe) (from, (NAME (Taps)) { re, im, taps, 1 }, sum_a[0], sum_b[0]);
      else if (!low_a)
        NAME (lobe_real) (from, (NAME (Taps)) { re, NULL, taps, 1 }, sum_a[0]);
      else
        for (gsize k = 0; k < taps; k += RUN)
          {
            const gsize run = taps - k < RUN ? taps - k : RUN;
            const int inner = k >= taps / 2;

            for (gsize first = k; first < k + 2 && first < k + run; first++)
              if (im)
                NAME (lobe) (from + first, (NAME (Taps)) { re + first, im + first, k + run - first, 2 }, sum_a[inner],
                             sum_b[inner]);
              else
                NAME (lobe_real) (from + first, (NAME (Taps)) { re + first, NULL, k + run - first, 2 }, sum_a[inner]);
          }
      for (gsize j = 0; j < 3; j++)
        {
          const gsize at = t + j * LANES;
          const V both_a = sum_a[0][j] + sum_a[1][j], both_b = sum_b[0][j] + sum_b[1][j];

          if (low_a)
            {
              NAME (two_sum) (a + at, low_a + at, &both_a);
              if (im)
                NAME (two_sum) (b + at, low_b + at, &both_b);
              continue;
            }
          *(V *) (a + at) += sum_a[0][j];
          if (im)
            *(V *) (b + at) += sum_b[0][j];
        }
    }
}

/* Evaluates four independent vectors at a time to hide latency. */
static void
NAME (polynomial) (const double *c,
                   gsize         parts,
                   double        first,
                   double        step,
                   gsize         n,
                   void         *out)
{
  const T ahead = (T) (step * (double) (4 * LANES / parts));
  T *to = out;
  V coefficients[ONDES_ORDER], u0, u1, u2, u3;

  for (gsize k = 0; k < ONDES_ORDER; k++)
    for (gsize i = 0; i < LANES; i++)
      coefficients[k][i] = (T) c[k * parts + i % parts];
  for (gsize i = 0; i < LANES; i++)
    {
      u0[i] = (T) (first + step * (double) (i / parts));
      u1[i] = (T) (first + step * (double) ((i + LANES) / parts));
      u2[i] = (T) (first + step * (double) ((i + 2 * LANES) / parts));
      u3[i] = (T) (first + step * (double) ((i + 3 * LANES) / parts));
    }
  for (gsize i = 0; i < n * parts; i += 4 * LANES)
    {
      V a0 = coefficients[ONDES_ORDER - 1], a1 = a0, a2 = a0, a3 = a0;

#pragma GCC unroll 12
      for (gsize k = ONDES_ORDER - 1; k-- > 0;)
        {
          a0 = a0 * u0 + coefficients[k];
          a1 = a1 * u1 + coefficients[k];
          a2 = a2 * u2 + coefficients[k];
          a3 = a3 * u3 + coefficients[k];
        }
      *(V *) (to + i) = a0;
      *(V *) (to + i + LANES) = a1;
      *(V *) (to + i + 2 * LANES) = a2;
      *(V *) (to + i + 3 * LANES) = a3;
      u0 += ahead;
      u1 += ahead;
      u2 += ahead;
      u3 += ahead;
    }
}

static void
NAME (add) (void       *a,
            const void *b,
            gsize       n)
{
  T *restrict to = a;
  const T *restrict from = b;

  for (gsize i = 0; i < n; i++)
    to[i] += from[i];
}

static void
NAME (interleave) (const void *re,
                   const void *im,
                   gsize       n,
                   void       *out)
{
  const T *restrict a = re;
  const T *restrict b = im;
  T *restrict r = out;

  for (gsize i = 0; i < n; i++)
    {
      r[2 * i] = a[i];
      r[2 * i + 1] = b[i];
    }
}

static const OndesKernels NAME (table) = {
  .size = sizeof (T),
  .load = NAME (load),
  .load_complex = NAME (load_complex),
  .load_planar = NAME (load_planar),
  .narrow = NAME (narrow),
  .product = NAME (product),
  .product_mirrored = NAME (product_mirrored),
  .product_phased = NAME (product_phased),
  .product_phased_mirrored = NAME (product_phased_mirrored),
  .energy = NAME (energy),
  .magnitude = NAME (magnitude),
  .magnitude_real = NAME (magnitude_real),
  .power = NAME (power),
  .power_real = NAME (power_real),
  .phase = NAME (phase),
  .phase_real = NAME (phase_real),
  .scale_complex = NAME (scale_complex),
  .scale_real = NAME (scale_real),
  .maximum = NAME (maximum),
  .maximum_real = NAME (maximum_real),
  .split = NAME (split),
  .clear_cuts = NAME (clear_cuts),
  .cut = NAME (cut),
  .prune = NAME (prune),
  .intervals = NAME (intervals),
  .spans = NAME (spans),
  .convolve = NAME (convolve),
  .polynomial = NAME (polynomial),
  .add = NAME (add),
  .interleave = NAME (interleave),
};
