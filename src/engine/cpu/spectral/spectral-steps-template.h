/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included by spectral-steps.c once per element type T; U is the type of the arithmetic, unsigned for integers because
 * intermediate sums may wrap around. INTEGER is 1 for integers, 0 for floats. See spectral.h. */

/* Loops over the pairs (u, v) of a run, storing FIRST in A and SECOND in B. */
#define PAIRS(A, B, FIRST, SECOND) \
  for (gsize i = 0; i < run; i++) \
    { \
      const U u = (U) from_u[i * stride], v = (U) from_v[i * stride]; \
      A = (T) (FIRST); \
      B = (T) (SECOND); \
    }

#if INTEGER
#define XOR_CASE(A, B) \
  case ONDES_BUTTERFLY_XOR: \
    PAIRS (A, B, u, v ^ u) \
    break;
#else
#define XOR_CASE(A, B) \
  case ONDES_BUTTERFLY_XOR: \
    g_assert_not_reached ();
#endif

#define BUTTERFLIES(A, B) \
  switch (what) \
    { \
    case ONDES_BUTTERFLY_WALSH: \
      PAIRS (A, B, u + v, u - v) \
      break; \
    case ONDES_BUTTERFLY_DIFFERENCE: \
      PAIRS (A, B, u, v - u) \
      break; \
    case ONDES_BUTTERFLY_SUM: \
      PAIRS (A, B, u, v + u) \
      break; \
    XOR_CASE (A, B) \
    }

static void
NAME (cooley_tukey) (OndesButterfly what,
                     void          *x,
                     guint          step,
                     gsize          t0,
                     gsize          t1)
{
  const gsize distance = (gsize) 1 << step, stride = 1;

  for (gsize t = t0, run; t < t1; t += run)
    {
      T *from_u = (T *) x + (t & (distance - 1)) + (t >> step << (step + 1)), *from_v = from_u + distance;

      run = MIN (t1 - t, distance - (t & (distance - 1)));
      BUTTERFLIES (from_u[i], from_v[i])
    }
}

static void
NAME (constant_geometry) (const OndesConstantStep *self,
                          const void              *from,
                          void                    *to)
{
  const OndesButterfly what = self->what;
  const gboolean alternate = self->alternate;
  const guint step = self->step;
  const gsize distance = (gsize) 1 << step, stride = 2, t0 = self->t0, t1 = self->t1;

  for (gsize t = t0, run; t < t1; t += run)
    {
      const T *from_u = (const T *) from + 2 * t, *from_v = from_u + 1;
      T *to_u = (T *) to + (t & (distance - 1)) + (t >> step << (step + 1)), *to_v = to_u + distance;

      run = MIN (t1 - t, distance - (t & (distance - 1)));
      if (alternate)
        PAIRS (to_u[i], to_v[i], u + v, (t + i) & 1 ? v - u : u - v)
      else
        BUTTERFLIES (to_u[i], to_v[i])
    }
}

#undef BUTTERFLIES
#undef XOR_CASE
#undef PAIRS

static gboolean
NAME (haar) (const OndesHaarStep *step,
             const void          *from,
             void                *to,
             gsize                t0,
             gsize                t1)
{
  const gsize pairs = (gsize) 1 << step->pairs;
  gboolean exact = TRUE;

  for (gsize t = t0, run; t < t1; t += run)
    {
      const gsize m = t & (pairs - 1);
      const T *src = (const T *) from + (t >> step->pairs << step->n) + (m << step->from_shift);
      T *dst = (T *) to + (t >> step->pairs << step->n) + (m << step->to_shift);

      run = MIN (t1 - t, pairs - m);
      for (gsize i = 0; i < run; i++)
        {
          const T a = src[i << step->from_shift], b = src[(i << step->from_shift) + step->from_delta];
          T *first = dst + (i << step->to_shift), *second = first + step->to_delta;
#if INTEGER
          if (step->inverse)
            {
              exact &= ((a ^ b) & 1) == 0;
              *first = (a >> 1) + (b >> 1) + (a & 1); /* a and b have equal parity; a + b might overflow */
              *second = (a >> 1) - (b >> 1);
            }
          else
            {
              *first = (T) ((U) a + (U) b);
              *second = (T) ((U) a - (U) b);
            }
#else
          const T sum = (T) step->sum, difference = (T) step->difference;

          *first = step->inverse ? a * sum + b * difference : (a + b) * sum;
          *second = step->inverse ? a * sum - b * difference : (a - b) * difference;
#endif
        }
    }
  return exact;
}

#define EACH(MAPPED, TO, FROM) \
  for (gsize i = 0; i < count; i++) \
    { \
      const gsize exact = (k0 + i) >> n << n, k = (k0 + i) & mask; \
      const gsize mapped = exact + (MAPPED); \
      TO = FROM; \
    } \
  break;

#define MAPPING(TO, FROM) \
  switch (map) \
    { \
    case ONDES_MAP_NONE: \
      EACH (k, TO, FROM) \
    case ONDES_MAP_GRAY: \
      EACH (k ^ k >> 1, TO, FROM) \
    case ONDES_MAP_HAAR_POSITION: \
      EACH (haar_position (n, k), TO, FROM) \
    case ONDES_MAP_HAAR_ROW: \
      EACH (haar_row (n, k), TO, FROM) \
    }

static void
NAME (gather) (OndesSpectralMap map,
               guint            n,
               const void      *x,
               gsize            k0,
               gsize            count,
               void            *dst)
{
  const gsize mask = ((gsize) 1 << n) - 1;
  const T *in = x;
  T *out = dst;

  MAPPING (out[i], in[mapped])
}

static void
NAME (scatter) (OndesSpectralMap map,
                guint            n,
                const void      *src,
                gsize            k0,
                gsize            count,
                void            *x)
{
  const gsize mask = ((gsize) 1 << n) - 1;
  const T *in = src;
  T *out = x;

  MAPPING (out[mapped], in[i])
}

#undef MAPPING
#undef EACH

#define TILE 5

/* Stores x[rev c][middle][rev a] = from[a][c]; @middle is already reversed. */
static void
NAME (store_transposed) (const T *from,
                         T       *x,
                         guint    n,
                         gsize    middle)
{
  for (gsize c = 0; c < 1 << TILE; c++)
    {
      T *to = x + ((gsize) reversed[c] << (n - TILE)) + (middle << TILE);

      for (gsize a = 0; a < 1 << TILE; a++)
        to[a] = from[((gsize) reversed[a] << TILE) + c];
    }
}

static void
NAME (consume) (const T *x,
                T       *to,
                guint    n,
                gsize    middle)
{
  for (gsize a = 0; a < 1 << TILE; a++)
    memcpy (to + (a << TILE), x + (a << (n - TILE)) + (middle << TILE), sizeof (T) << TILE);
}

static void
NAME (reverse) (void *data,
                guint n,
                gsize from,
                gsize to)
{
  T tile[1 << 2 * TILE], partner_tile[1 << 2 * TILE];
  T *x = data;

  if (n < 2 * TILE)
    for (gsize i = 0; i < (gsize) 1 << n; i++)
      {
        const gsize j = ondes_spectrum_natural_index (ONDES_ORDER_PALEY, n, i);
        const T value = x[i];

        if (i < j)
          {
            x[i] = x[j];
            x[j] = value;
          }
      }
  else
    for (gsize middle = from; middle < to; middle++)
      {
        const gsize partner = ondes_spectrum_natural_index (ONDES_ORDER_PALEY, n - 2 * TILE, middle);

        if (partner < middle)
          continue;
        NAME (consume) (x, tile, n, middle);
        NAME (consume) (x, partner_tile, n, partner);
        NAME (store_transposed) (tile, x, n, partner);
        if (partner != middle)
          NAME (store_transposed) (partner_tile, x, n, middle);
      }
}

/* Result k = (c, middle, a) comes from the bit-reversed Gray code of k. An odd c flips the highest bit of the middle's Gray
 * code, which is the lowest after reversal: two adjacent tiles supply a middle and its complement. */
static void
NAME (sequency) (const void *data,
                 guint       n,
                 gsize       from,
                 gsize       to,
                 void       *result)
{
  const guint bits = n - 2 * TILE;
  const T *x = data;
  T *out = result;
  T tiles[2 << 2 * TILE];

  for (gsize middle = from; middle < to; middle++)
    {
      const gsize source = ondes_spectrum_natural_index (ONDES_ORDER_PALEY, bits, middle ^ middle >> 1);

      for (gsize a = 0; a < 1 << TILE; a++)
        memcpy (tiles + (a << (TILE + 1)), x + (a << (n - TILE)) + (source << TILE), 2 * sizeof (T) << TILE);
      for (guint half = 0; half < 2; half++)
        {
          const gsize index = half ? ((gsize) 1 << bits) - 1 - middle : middle;
          guint rows[1 << TILE];

          for (guint a = 0; a < 1 << TILE; a++)
            rows[a] = (guint) reversed[a ^ a >> 1 ^ (index & 1) << (TILE - 1)] << (TILE + 1);
          for (gsize c = 0; c < 1 << TILE; c++)
            {
              const T *column = tiles + (((half ^ c) & 1) << TILE) + reversed[c ^ c >> 1];
              T *row = out + (c << (n - TILE)) + (index << TILE);

              for (guint a = 0; a < 1 << TILE; a++)
                row[a] = column[rows[a]];
            }
        }
    }
}

CLONES static void
NAME (part) (const void *x,
             gsize       pairs,
             double      sum,
             double      difference,
             void       *sums,
             void       *differences)
{
  const T *restrict in = x;
  T *restrict s = sums;
  T *restrict d = differences;
#if !INTEGER
  const T gain_s = (T) sum, gain_d = (T) difference;
#endif

  for (gsize i = 0; i < pairs; i++)
    {
#if INTEGER
      s[i] = (T) ((U) in[2 * i] + (U) in[2 * i + 1]);
      d[i] = (T) ((U) in[2 * i] - (U) in[2 * i + 1]);
#else
      s[i] = (in[2 * i] + in[2 * i + 1]) * gain_s;
      d[i] = (in[2 * i] - in[2 * i + 1]) * gain_d;
#endif
    }
}

CLONES static gboolean
NAME (join) (const void *sums,
             const void *differences,
             gsize       pairs,
             double      sum,
             double      difference,
             void       *x)
{
  const T *restrict s = sums;
  const T *restrict d = differences;
  T *restrict out = x;
#if INTEGER
  T odd = 0;
#else
  const T gain_s = (T) sum, gain_d = (T) difference;
#endif

  for (gsize i = 0; i < pairs; i++)
    {
#if INTEGER
      odd |= s[i] ^ d[i];
      out[2 * i] = (T) ((s[i] >> 1) + (d[i] >> 1) + (s[i] & 1));
      out[2 * i + 1] = (T) ((s[i] >> 1) - (d[i] >> 1));
#else
      out[2 * i] = s[i] * gain_s + d[i] * gain_d;
      out[2 * i + 1] = s[i] * gain_s - d[i] * gain_d;
#endif
    }
#if INTEGER
  return (odd & 1) == 0;
#else
  return TRUE;
#endif
}

CLONES static gboolean
NAME (divide) (const void *x,
               gsize       count,
               guint       n,
               void       *dst)
{
  const T *in = x;
  T *out = dst;
#if INTEGER
  T rest = 0;

  for (gsize i = 0; i < count; i++)
    {
      rest |= in[i];
      out[i] = (T) (in[i] >> n);
    }
  return ((guint64) rest & ((G_GUINT64_CONSTANT (1) << n) - 1)) == 0;
#else
  const T factor = (T) ldexp (1, -(int) n);

  for (gsize i = 0; i < count; i++)
    out[i] = in[i] * factor;
  return TRUE;
#endif
}

CLONES static void
NAME (multiply) (void       *x,
                 const void *y,
                 gsize       count)
{
  T *a = x;
  const T *b = y;

  for (gsize i = 0; i < count; i++)
    a[i] = (T) ((U) a[i] * (U) b[i]);
}

const OndesSpectralType NAME (ondes_spectral) = {
  .cooley_tukey = NAME (cooley_tukey), .constant_geometry = NAME (constant_geometry), .haar = NAME (haar),
  .gather = NAME (gather), .scatter = NAME (scatter), .divide = NAME (divide),
  .multiply = NAME (multiply), .reverse = NAME (reverse), .reverse_bits = TILE,
  .sequency = NAME (sequency), .part = NAME (part), .join = NAME (join),
};

#undef TILE
#undef T
#undef U
#undef NAME
#undef INTEGER
