/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included by filter-loops.c once per T, with T and NAME set; see filter-loops.h. */

CLONES static void
NAME (multiply) (const void *x,
                 const void *h,
                 gsize       n,
                 void       *y)
{
  const T *restrict a = x;
  const T *restrict b = h;
  T *restrict out = y;

  for (gsize i = 0; i < 2 * n; i += 2)
    {
      out[i] = a[i] * b[i] - a[i + 1] * b[i + 1];
      out[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
    }
}

CLONES static void
NAME (multiply_add) (const void *x,
                     const void *h,
                     gsize       n,
                     void       *y)
{
  const T *restrict a = x;
  const T *restrict b = h;
  T *restrict out = y;

  for (gsize i = 0; i < 2 * n; i += 2)
    {
      out[i] += a[i] * b[i] - a[i + 1] * b[i + 1];
      out[i + 1] += a[i] * b[i + 1] + a[i + 1] * b[i];
    }
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
  .centre = NAME (centre),
};
