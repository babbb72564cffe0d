/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stretch-private.h"

#define LANES 16

#if defined __x86_64__ && defined __gnu_linux__ && !defined __SANITIZE_ADDRESS__ && !defined __clang__
#define CLONES __attribute__ ((target_clones ("arch=x86-64-v3", "default")))
#else
#define CLONES
#endif

/* Element @i with its sign; complex: its magnitude. */
static inline double
magnitude (OndesType   type,
           const void *data,
           gsize       i)
{
  double re, im;

  switch (type)
    {
    case ONDES_U8:
      return ((const guint8 *) data)[i];
    case ONDES_I32:
      return ((const gint32 *) data)[i];
    case ONDES_I64:
      return (double) ((const gint64 *) data)[i];
    case ONDES_F32:
      return ((const float *) data)[i];
    case ONDES_F64:
      return ((const double *) data)[i];
    case ONDES_BITS:
      return ((const guint8 *) data)[i / 8] >> (i % 8) & 1;
    case ONDES_C64:
      re = ((const float *) data)[2 * i];
      im = ((const float *) data)[2 * i + 1];
      break;
    default:
      re = ((const double *) data)[2 * i];
      im = ((const double *) data)[2 * i + 1];
    }
  return isnan (re) || isnan (im) ? NAN : hypot (re, im);
}

static void
add_each (OndesStretch *self,
          OndesType     type,
          const void   *data,
          gsize         at,
          gsize         n)
{
  for (gsize i = at; i < at + n; i++)
    {
      double x = magnitude (type, data, i);

      if (isfinite (x))
        {
          self->least = MIN (self->least, x);
          self->most = MAX (self->most, x);
          self->squares += x * x;
          self->finite++;
        }
      else if (isnan (x))
        self->nan++;
      else
        self->inf++;
    }
}

/* A loop that goes through vector registers: LANES results side by side, put together at its end. load() makes a V of elements
 * at @x, and squares() the square of its size. A NaN or an infinity makes the sum of squares one, and so may very large
 * doubles; *sum is then not finite, and the rest says nothing. */
#define DEFINE_MEASURE(name, T, V, load, square)                                                                               \
  CLONES static void name (const T *x, gsize n, double *least, double *most, double *sum)                                      \
  {                                                                                                                            \
    V lo[LANES], hi[LANES];                                                                                                    \
    double squares[LANES] = { 0 };                                                                                             \
    gsize i = 0;                                                                                                               \
                                                                                                                               \
    for (int l = 0; l < LANES; l++)                                                                                            \
      lo[l] = hi[l] = load (x, 0);                                                                                             \
    for (; i + LANES <= n; i += LANES)                                                                                         \
      for (int l = 0; l < LANES; l++)                                                                                          \
        {                                                                                                                      \
          V v = load (x, i + l);                                                                                               \
                                                                                                                               \
          lo[l] = v < lo[l] ? v : lo[l];                                                                                       \
          hi[l] = v > hi[l] ? v : hi[l];                                                                                       \
          squares[l] += square ((double) v);                                                                                   \
        }                                                                                                                      \
    for (; i < n; i++)                                                                                                         \
      {                                                                                                                        \
        V v = load (x, i);                                                                                                     \
                                                                                                                               \
        lo[0] = MIN (lo[0], v);                                                                                                \
        hi[0] = MAX (hi[0], v);                                                                                                \
        squares[0] += square ((double) v);                                                                                     \
      }                                                                                                                        \
    for (int l = 1; l < LANES; l++)                                                                                            \
      {                                                                                                                        \
        lo[0] = MIN (lo[0], lo[l]);                                                                                            \
        hi[0] = MAX (hi[0], hi[l]);                                                                                            \
        squares[0] += squares[l];                                                                                              \
      }                                                                                                                        \
    *least = (double) lo[0];                                                                                                   \
    *most = (double) hi[0];                                                                                                    \
    *sum = squares[0];                                                                                                         \
  }

#define REAL(x, i) (x)[i]
#define POWER(x, i) ((double) (x)[2 * (i)] * (x)[2 * (i)] + (double) (x)[2 * (i) + 1] * (x)[2 * (i) + 1])
#define SQUARE(v) ((v) * (v))
#define AS_IT_IS(v) (v)

DEFINE_MEASURE (measure_f32, float, float, REAL, SQUARE)
DEFINE_MEASURE (measure_f64, double, double, REAL, SQUARE)
DEFINE_MEASURE (measure_c64, float, double, POWER, AS_IT_IS)

void
ondes_stretch_add (OndesStretch *self,
                   OndesType     type,
                   const void   *data,
                   gsize         at,
                   gsize         n)
{
  double least, most, squares = NAN;

  if (n >= LANES && type == ONDES_F32)
    measure_f32 ((const float *) data + at, n, &least, &most, &squares);
  else if (n >= LANES && type == ONDES_F64)
    measure_f64 ((const double *) data + at, n, &least, &most, &squares);
  else if (n >= LANES && type == ONDES_C64)
    {
      measure_c64 ((const float *) data + 2 * at, n, &least, &most, &squares);
      least = sqrt (least);
      most = sqrt (most);
    }
  if (!isfinite (squares))
    {
      add_each (self, type, data, at, n);
      return;
    }
  self->least = MIN (self->least, least);
  self->most = MAX (self->most, most);
  self->squares += squares;
  self->finite += n;
}

void
ondes_stretch_join (OndesStretch       *self,
                    const OndesStretch *other)
{
  self->least = MIN (self->least, other->least);
  self->most = MAX (self->most, other->most);
  self->squares += other->squares;
  self->finite += other->finite;
  self->nan += other->nan;
  self->inf += other->inf;
}
