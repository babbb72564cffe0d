/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included by filter-loops.c once per T, with T and NAME set; see filter-loops.h. */

/* Sets y to x h, or adds x h to it; @add is constant in each caller, which the compiler inlines this into. */
static inline __attribute__ ((always_inline)) void
NAME (product) (const T *restrict x,
                const T *restrict h,
                gsize    n,
                T       *restrict y,
                gboolean add)
{
  for (gsize i = 0; i < 2 * n; i += 2)
    {
      const T re = x[i] * h[i] - x[i + 1] * h[i + 1], im = x[i] * h[i + 1] + x[i + 1] * h[i];

      y[i] = add ? y[i] + re : re;
      y[i + 1] = add ? y[i + 1] + im : im;
    }
}

CLONES static void
NAME (multiply) (const void *x,
                 const void *h,
                 gsize       n,
                 void       *y)
{
  NAME (product) (x, h, n, y, FALSE);
}

CLONES static void
NAME (multiply_add) (const void *x,
                     const void *h,
                     gsize       n,
                     void       *y)
{
  NAME (product) (x, h, n, y, TRUE);
}

CLONES static void
NAME (power) (const void *y,
              gsize       n,
              double     *restrict out)
{
  const T *restrict a = y;

  for (gsize i = 0; i < n; i++)
    out[i] = (double) a[i] * (double) a[i];
}

CLONES static void
NAME (power_complex) (const void *y,
                      gsize       n,
                      double     *restrict out)
{
  const T *restrict a = y;

  for (gsize i = 0; i < n; i++)
    out[i] = (double) a[2 * i] * (double) a[2 * i] + (double) a[2 * i + 1] * (double) a[2 * i + 1];
}

CLONES static void
NAME (slope) (const void *y,
              gsize       n,
              gsize       stride,
              double      gain,
              void       *restrict out)
{
  const T *from = y, *before = from - stride, *after = from + stride;
  T *restrict to = out;
  const T factor = (T) gain;

  for (gsize i = 0; i < n; i++)
    to[i] = (after[i] - before[i]) * factor;
}

CLONES static void
NAME (interpolate) (const void *y,
                    gsize       n,
                    gsize       width,
                    void       *restrict out)
{
  const T *from = y, *before = from - width, *after = from + width, *second = after + width;
  T *restrict to = out;

  for (gsize i = 0; i < n; i++)
    for (gsize j = i * width; j < (i + 1) * width; j++)
      {
        to[i * width + j] = from[j];
        to[i * width + j + width] = (9 * (from[j] + after[j]) - (before[j] + second[j])) / 16;
      }
}

CLONES static void
NAME (centre) (const double *restrict src,
               gsize         n,
               const double  mean[2],
               void         *dst)
{
  T *restrict out = dst;
  const double even = mean[0], odd = mean[1];

  for (gsize i = 0; i < n; i++)
    {
      out[2 * i] = (T) (src[2 * i] - even);
      out[2 * i + 1] = (T) (src[2 * i + 1] - odd);
    }
}

const OndesFilterLoops NAME (ondes_filter_loops) = {
  .size = sizeof (T),
  .multiply = NAME (multiply),
  .multiply_add = NAME (multiply_add),
  .power = NAME (power),
  .power_complex = NAME (power_complex),
  .slope = NAME (slope),
  .interpolate = NAME (interpolate),
  .centre = NAME (centre),
};
