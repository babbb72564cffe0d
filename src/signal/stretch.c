/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stretch.h"

#include <float.h>

#include "value.h"

#define SHORT 16 /* shorter runs are not worth a vector loop */

#if defined __x86_64__ && defined __gnu_linux__ && !defined __SANITIZE_ADDRESS__ && !defined __clang__
#define CLONES __attribute__ ((target_clones ("arch=x86-64-v3", "default")))
#else
#define CLONES
#endif
/* For loops that assume finite values; never inlined, because their callers check for non-finite values. */
#if defined __GNUC__ && !defined __clang__
#define ANY_ORDER                                                                                                              \
  __attribute__ ((noinline, optimize ("associative-math", "finite-math-only", "no-signed-zeros", "no-trapping-math")))
#else
#define ANY_ORDER __attribute__ ((noinline))
#endif

/* Returns element @i with its sign, or its magnitude if complex. */
static inline double
magnitude (OndesType   type,
           const void *data,
           gsize       i)
{
  double re, im;

  switch (type)
    {
    case ONDES_C64:
      re = ((const float *) data)[2 * i];
      im = ((const float *) data)[2 * i + 1];
      break;
    case ONDES_C128:
      re = ((const double *) data)[2 * i];
      im = ((const double *) data)[2 * i + 1];
      break;
    default:
      return ondes_value_at (type, data, i);
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
          self->min = MIN (self->min, x);
          self->max = MAX (self->max, x);
          self->squares += x * x;
          self->finite++;
        }
      else if (isnan (x))
        self->nan++;
      else
        self->inf++;
    }
}

/* A NaN or an infinity makes the sum of squares non-finite, and so may very large doubles; the other results are then
 * meaningless. Assuming finite values lets the compiler keep min and max in vector registers. */
#define DEFINE_MEASURE(name, T)                                                                                                \
  CLONES ANY_ORDER static void name (const T *x, gsize n, double *min, double *max, double *squares)                        \
  {                                                                                                                            \
    T lo = x[0], hi = x[0];                                                                                                    \
    double sum = 0;                                                                                                            \
                                                                                                                               \
    for (gsize i = 0; i < n; i++)                                                                                              \
      {                                                                                                                        \
        lo = MIN (lo, x[i]);                                                                                                   \
        hi = MAX (hi, x[i]);                                                                                                   \
        sum += (double) x[i] * x[i];                                                                                           \
      }                                                                                                                        \
    *min = lo;                                                                                                               \
    *max = hi;                                                                                                                \
    *squares = sum;                                                                                                            \
  }

DEFINE_MEASURE (measure_u8, guint8)
DEFINE_MEASURE (measure_i32, gint32)
DEFINE_MEASURE (measure_i64, gint64)
DEFINE_MEASURE (measure_f32, float)
DEFINE_MEASURE (measure_f64, double)

/* Compares squared magnitudes: double precision holds the squares of floats accurately and without overflow. */
CLONES ANY_ORDER static void
measure_c64 (const float *x,
             gsize        n,
             double      *min,
             double      *max,
             double      *squares)
{
  double lo = DBL_MAX, hi = 0, sum = 0;

  for (gsize i = 0; i < n; i++)
    {
      double power = (double) x[2 * i] * x[2 * i] + (double) x[2 * i + 1] * x[2 * i + 1];

      lo = MIN (lo, power);
      hi = MAX (hi, power);
      sum += power;
    }
  *min = sqrt (lo);
  *max = sqrt (hi);
  *squares = sum;
}

void
ondes_stretch_add (OndesStretch *self,
                   OndesType     type,
                   const void   *data,
                   gsize         at,
                   gsize         n)
{
  double min, max, squares = NAN;

  if (n >= SHORT && type == ONDES_U8)
    measure_u8 ((const guint8 *) data + at, n, &min, &max, &squares);
  else if (n >= SHORT && type == ONDES_I32)
    measure_i32 ((const gint32 *) data + at, n, &min, &max, &squares);
  else if (n >= SHORT && type == ONDES_I64)
    measure_i64 ((const gint64 *) data + at, n, &min, &max, &squares);
  else if (n >= SHORT && type == ONDES_F32)
    measure_f32 ((const float *) data + at, n, &min, &max, &squares);
  else if (n >= SHORT && type == ONDES_F64)
    measure_f64 ((const double *) data + at, n, &min, &max, &squares);
  else if (n >= SHORT && type == ONDES_C64)
    measure_c64 ((const float *) data + 2 * at, n, &min, &max, &squares);
  if (!isfinite (squares))
    {
      add_each (self, type, data, at, n);
      return;
    }
  self->min = MIN (self->min, min);
  self->max = MAX (self->max, max);
  self->squares += squares;
  self->finite += n;
}

void
ondes_stretch_join (OndesStretch       *self,
                    const OndesStretch *other)
{
  self->min = MIN (self->min, other->min);
  self->max = MAX (self->max, other->max);
  self->squares += other->squares;
  self->finite += other->finite;
  self->nan += other->nan;
  self->inf += other->inf;
}
