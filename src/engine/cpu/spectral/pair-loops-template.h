/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of pair-loops.h for numbers of type T, LANES vectors at once. */

CLONES static void
NAME (load) (const void *vectors,
             guint       count,
             gsize       numbers,
             void       *to)
{
  const T *from = vectors;
  T *x = to;

  if (count < LANES)
    memset (x, 0, numbers * LANES * sizeof (T));
  for (gsize i = 0; i < numbers; i++)
    for (gsize v = 0; v < count; v++)
      x[i * LANES + v] = from[v * numbers + i];
}

CLONES static void
NAME (store) (const void *from,
              guint       count,
              gsize       numbers,
              guint       modulus,
              void       *vectors)
{
  const T *x = from;
  T *to = vectors;

  for (gsize v = 0; v < count; v++)
    for (gsize i = 0; i < numbers; i++)
      to[v * numbers + i] = REDUCED (x[i * LANES + v], modulus);
}

/* One pair of real values; @c: its coefficients. */
static inline __attribute__ ((always_inline)) void
NAME (pair) (OndesPairKind kind,
             const double *c,
             T            *restrict p,
             T            *restrict q)
{
  T m[4] = { 0 };

  for (guint i = 0; i < (kind == ONDES_PAIRS_MATRIX ? 4 : kind == ONDES_PAIRS_BUTTERFLY ? 1 : 0); i++)
    m[i] = COEFFICIENT (c[i]);
  for (guint v = 0; v < LANES; v++)
    {
      const T a = p[v], b = q[v];

      if (kind == ONDES_PAIRS_MATRIX)
        {
          p[v] = m[0] * a + m[1] * b;
          q[v] = m[2] * a + m[3] * b;
        }
      else
        {
          const T t = kind == ONDES_PAIRS_SUM ? b : m[0] * b;

          p[v] = a + t;
          q[v] = a - t;
        }
    }
}

#define EACH_PAIR(table, numbers, p, q, operation) \
  for (gsize i = 0; i < (gsize) (table)->n / 2 * (table)->stages; i++) \
    { \
      const gboolean role = (table)->roles[i]; \
      T *const p = x + (gsize) (role ? (table)->l : (table)->k)[i] * (numbers) * LANES; \
      T *const q = x + (gsize) (role ? (table)->k : (table)->l)[i] * (numbers) * LANES; \
      operation; \
    }

CLONES static void
NAME (real) (const OndesPairTable *table,
             void                 *values)
{
  const double *c = table->coefficients;
  T *const x = values;

  if (table->kind == ONDES_PAIRS_SUM)
    EACH_PAIR (table, 1, p, q, NAME (pair) (ONDES_PAIRS_SUM, NULL, p, q))
  else if (table->kind == ONDES_PAIRS_BUTTERFLY)
    EACH_PAIR (table, 1, p, q, NAME (pair) (ONDES_PAIRS_BUTTERFLY, c + i, p, q))
  else
    EACH_PAIR (table, 1, p, q, NAME (pair) (ONDES_PAIRS_MATRIX, c + 4 * i, p, q))
}

#ifdef HAS_COMPLEX
/* Sets @w to coefficient @i, real or complex. */
static inline void
NAME (coefficient) (const OndesPairTable *table,
                    gsize                 i,
                    T                     w[2])
{
  w[0] = (T) table->coefficients[table->is_complex ? 2 * i : i];
  w[1] = table->is_complex ? (T) table->coefficients[2 * i + 1] : 0;
}

static inline __attribute__ ((always_inline)) void
NAME (butterfly) (const T *w,
                  T       *restrict p,
                  T       *restrict q)
{
  for (guint v = 0; v < LANES; v++)
    {
      const T re = w[0] * q[v] - w[1] * q[LANES + v], im = w[0] * q[LANES + v] + w[1] * q[v];
      const T a_re = p[v], a_im = p[LANES + v];

      p[v] = a_re + re;
      p[LANES + v] = a_im + im;
      q[v] = a_re - re;
      q[LANES + v] = a_im - im;
    }
}

static inline __attribute__ ((always_inline)) void
NAME (matrix) (T  w[4][2],
               T *restrict p,
               T *restrict q)
{
  for (guint v = 0; v < LANES; v++)
    {
      const T a = p[v], ai = p[LANES + v], b = q[v], bi = q[LANES + v];

      p[v] = w[0][0] * a - w[0][1] * ai + w[1][0] * b - w[1][1] * bi;
      p[LANES + v] = w[0][0] * ai + w[0][1] * a + w[1][0] * bi + w[1][1] * b;
      q[v] = w[2][0] * a - w[2][1] * ai + w[3][0] * b - w[3][1] * bi;
      q[LANES + v] = w[2][0] * ai + w[2][1] * a + w[3][0] * bi + w[3][1] * b;
    }
}

CLONES static void
NAME (of_complex) (const OndesPairTable *table,
                   void                 *values)
{
  T *const x = values;
  T w[4][2];

  if (table->kind == ONDES_PAIRS_SUM)
    EACH_PAIR (table, 2, p, q, {
      NAME (pair) (ONDES_PAIRS_SUM, NULL, p, q);
      NAME (pair) (ONDES_PAIRS_SUM, NULL, p + LANES, q + LANES);
    })
  else if (table->kind == ONDES_PAIRS_BUTTERFLY)
    EACH_PAIR (table, 2, p, q, {
      NAME (coefficient) (table, i, w[0]);
      NAME (butterfly) (w[0], p, q);
    })
  else
    EACH_PAIR (table, 2, p, q, {
      for (gsize c = 0; c < 4; c++)
        NAME (coefficient) (table, 4 * i + c, w[c]);
      NAME (matrix) (w, p, q);
    })
}
#endif

#undef EACH_PAIR
