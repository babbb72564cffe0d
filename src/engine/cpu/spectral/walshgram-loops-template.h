/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included by walshgram-loops.c once per T, with T, NAME and MAGNITUDE set, and TAPERS for reals; see walshgram-loops.h. */

#ifdef TAPERS
CLONES static void
NAME (taper) (const void *x,
              const void *w,
              gsize       n,
              void       *y)
{
  const T *restrict from = x, *restrict weights = w;
  T *restrict to = y;

  for (gsize i = 0; i < n; i++)
    to[i] = from[i] * weights[i];
}
#endif

CLONES static void
NAME (pool) (const void *y,
             gsize       n,
             void       *m)
{
  const T *restrict values = y;
  T *restrict most = m;

  for (gsize i = 0; i < n; i++)
    {
      const T magnitude = MAGNITUDE (values[i]);

      most[i] = magnitude > most[i] ? magnitude : most[i];
    }
}

#define TURN(name, As) \
static void \
NAME (name) (const OndesWalshgramTurn *turn) \
{ \
  for (gsize c = 0; c < turn->n_columns; c += TOGETHER) \
    { \
      const gsize n = MIN (turn->n_columns - c, TOGETHER); \
      const T *columns = (const T *) turn->columns + c * turn->window; \
 \
      for (gsize i = 0; i < turn->window; i++) \
        { \
          As *out = (As *) turn->out + turn->rows[i] * turn->stride + c; \
 \
          for (gsize j = 0; j < n; j++) \
            out[j] = (As) columns[j * turn->window + i]; \
        } \
    } \
}

TURN (turn, T)
TURN (turn_single, float)
#undef TURN

#ifdef TAPERS
static const OndesWalshgramLoops NAME (loops) = { sizeof (T), NAME (taper), NAME (pool), NAME (turn), NAME (turn_single) };
#else
static const OndesWalshgramLoops NAME (loops) = { sizeof (T), NULL, NAME (pool), NAME (turn), NAME (turn_single) };
#endif
