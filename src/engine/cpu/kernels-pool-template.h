/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of kernels-template.h that pools: the largest |W|² of spans of samples, made from samples further apart. Included by
 * it alone. */

static inline __attribute__ ((always_inline)) void
NAME (squares) (const T *restrict z,
                gsize    n,
                gsize    parts,
                T       *restrict out)
{
  if (parts == 2)
    for (gsize i = 0; i < n; i++)
      out[i] = z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1];
  else
    for (gsize i = 0; i < n; i++)
      out[i] = z[i] * z[i];
}

/* Written with masks: arrays of lanes do not stay in registers. */
static inline __attribute__ ((always_inline)) void
NAME (raise) (V *a,
              V  b)
{
  const NAME (Mask) m = *a > b;

  *a = (V) (((NAME (Mask)) *a & m) | ((NAME (Mask)) b & ~m));
}

/* The largest of @n values that are not negative. */
static inline __attribute__ ((always_inline)) T
NAME (top_of) (const T *x,
               gsize    n)
{
  T best = 0;

  if (n >= LANES)
    {
      V top = *(const V *) x;

      for (gsize i = LANES; i + LANES <= n; i += LANES)
        NAME (raise) (&top, *(const V *) (x + i));
      NAME (raise) (&top, *(const V *) (x + n - LANES));
      for (gsize i = 0; i < LANES; i++)
        best = top[i] > best ? top[i] : best;
    }
  else
    for (gsize i = 0; i < n; i++)
      best = x[i] > best ? x[i] : best;
  return best;
}

#define SQUARES 512

static inline __attribute__ ((always_inline)) double
NAME (top_square) (const T *z,
                   gsize    n,
                   gsize    parts)
{
  T some[SQUARES], best = 0;

  for (gsize i = 0; i < n; i += SQUARES)
    {
      const gsize m = MIN (SQUARES, n - i);
      T v;

      NAME (squares) (z + i * parts, m, parts, some);
      v = NAME (top_of) (some, m);
      best = v > best ? v : best;
    }
  return best;
}

CLONES static double
NAME (maximum) (const void *z,
                gsize       n)
{
  return NAME (top_square) (z, n, 2);
}

CLONES static double
NAME (maximum_real) (const void *z,
                     gsize       n)
{
  return NAME (top_square) (z, n, 1);
}

/* The larger of each two neighbours. */
static inline __attribute__ ((always_inline)) void
NAME (halve) (const T *restrict a,
              gsize    n,
              T       *restrict r)
{
  for (gsize i = 0; i < n; i++)
    r[i] = a[2 * i] > a[2 * i + 1] ? a[2 * i] : a[2 * i + 1];
}

CLONES static void
NAME (chunk_maxima) (const void *p,
                     gsize       n,
                     void       *out)
{
  const gsize block = 16 * ONDES_CHUNK;
  const T *a = p;
  T *r = out;
  gsize i = 0;

  G_STATIC_ASSERT (ONDES_CHUNK == 16);
  for (; i + block <= n; i += block)
    {
      T two[128], four[64], eight[32];

      NAME (halve) (a + i, 128, two);
      NAME (halve) (two, 64, four);
      NAME (halve) (four, 32, eight);
      NAME (halve) (eight, 16, r + i / ONDES_CHUNK);
    }
  for (; i < n; i += ONDES_CHUNK)
    r[i / ONDES_CHUNK] = NAME (top_of) (a + i, MIN (ONDES_CHUNK, n - i));
}

/* What the 8-tap filters @w (one behind another) make of @n values, a sample being @parts values: each into its own plane. */
static inline __attribute__ ((always_inline)) void
NAME (filters) (const T *z,
                gsize    n,
                gsize    parts,
                const T *w,
                gsize    n_filters,
                T       *to)
{
  for (gsize i = 0; i < n; i += LANES)
    {
      V sum[4] = { 0 };

#pragma GCC unroll 8
      for (gsize k = 0; k < 8; k++)
        {
          const V v = *(const V *) (z + i + k * parts - 3 * parts);

#pragma GCC unroll 4
          for (gsize f = 0; f < n_filters; f++)
            sum[f] += v * w[8 * f + k];
        }
#pragma GCC unroll 4
      for (gsize f = 0; f < n_filters; f++)
        *(V *) (to + f * n + i) = sum[f];
    }
}

/* out[2 i] = a[i], out[2 i + 1] = b[i] */
static inline __attribute__ ((always_inline)) void
NAME (zip) (const T *restrict a,
            const T *restrict b,
            gsize    n,
            T       *restrict out)
{
  for (gsize i = 0; i < n; i++)
    {
      out[2 * i] = a[i];
      out[2 * i + 1] = b[i];
    }
}

static inline __attribute__ ((always_inline)) void
NAME (refined) (const T *z,
                gsize    n,
                gsize    parts,
                gsize    phases,
                const T *w,
                T       *work, /* two buffers of n × phases × parts */
                T       *out)
{
  T *const planes = work, *const powers = work + n * phases * parts;
  const T *from = powers;

  if (phases == 1)
    {
      NAME (squares) (z, n, parts, out);
      return;
    }
  for (gsize p = 1; p < phases; p += 4)
    if (phases - p >= 4)
      NAME (filters) (z, n * parts, parts, w + 8 * p, 4, planes + p * n * parts);
    else if (phases - p == 3)
      NAME (filters) (z, n * parts, parts, w + 8 * p, 3, planes + p * n * parts);
    else
      NAME (filters) (z, n * parts, parts, w + 8 * p, 1, planes + p * n * parts);
  for (gsize p = 0; p < phases; p++)
    NAME (squares) (p ? planes + p * n * parts : z, n, parts, powers + p * n);

  /* Halves of the phases side by side, until they stand in order. */
  for (gsize run = n, left = phases; left > 1; run *= 2, left /= 2)
    {
      T *to = left == 2 ? out : from == powers ? planes : powers;

      for (gsize p = 0; p < left / 2; p++)
        NAME (zip) (from + p * run, from + (p + left / 2) * run, run, to + p * 2 * run);
      from = to;
    }
}

CLONES static void
NAME (refine) (const void *z,
               gsize       n,
               gsize       phases,
               const void *weights,
               void       *work,
               void       *out)
{
  NAME (refined) (z, n, 2, phases, weights, work, out);
}

CLONES static void
NAME (refine_real) (const void *z,
                    gsize       n,
                    gsize       phases,
                    const void *weights,
                    void       *work,
                    void       *out)
{
  NAME (refined) (z, n, 1, phases, weights, work, out);
}

CLONES static void
NAME (tops) (const void *p,
             gsize       n,
             void       *out)
{
  const T *restrict x = p;
  T *restrict to = out;

  for (gsize i = 1; i + 1 < n; i++)
    {
      const T a = x[i - 1], b = x[i], c = x[i + 1];
      const T slope = a - c, bend = (b - a) + (b - c);
      const T over = slope * slope / (8 * (bend > 0 ? bend : 1));

      to[i] = b >= a ? b >= c ? b + over : b : b;
    }
  to[0] = x[0];
  to[n - 1] = x[n - 1];
}

/* The cubic through the four values about @at samples. */
static inline __attribute__ ((always_inline)) T
NAME (between) (const T *fine,
                gint64   at,
                guint    bits)
{
  const T *x = fine + (at >> bits);
  const T f = (T) (at & (((gint64) 1 << bits) - 1)) / (T) ((gint64) 1 << bits);
  const T g = 1 - f, inner = f * g / 6;

  return (1 + f) * (2 - f) * (T) 0.5 * (g * x[0] + f * x[1]) - inner * ((2 - f) * x[-1] + (1 + f) * x[2]);
}

CLONES static double
NAME (span) (const void *values,
             const void *tops,
             gint64      first,
             gint64      last,
             guint       bits,
             gboolean    begins,
             gboolean    ends)
{
  const T *x = values, *top = tops;
  const gint64 low = (first + ((gint64) 1 << bits) - 1) >> bits, high = last >> bits;
  const gint64 from = low + begins, to = high - ends;
  T best = 0;

  if (bits == 0)
    return NAME (top_of) (x + first, (gsize) (last - first + 1));
  if (from <= to)
    best = NAME (top_of) (top + from, (gsize) (to - from + 1));
  for (int side = 0; side < 2; side++)
    if (side ? ends : begins)
      {
        const gint64 at = side ? last : first, edge = side ? high : low;
        const T value = NAME (between) (x, at, bits);

        best = value > best ? value : best;
        if (low <= high && x[edge] > best)
          best = x[edge];
        for (gint64 p = side ? high : low - 1; p <= (side ? high + 1 : low); p++)
          if (top[p] > x[p] && top[p] > best)
            {
              const T a = x[p - 1], b = x[p], c = x[p + 1];
              const double place = (double) p + 0.5 * (double) (c - a) / (double) ((b - a) + (b - c));

              if (ldexp (place, (int) bits) >= (double) first && ldexp (place, (int) bits) <= (double) last)
                best = top[p];
            }
      }
  return best;
}
