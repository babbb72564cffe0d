/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pool.h"

#include <math.h>
#include <string.h>

typedef unsigned __int128 Wide; /* column × count passes 64 bits */
typedef guint32 __attribute__ ((may_alias)) Bits;

OndesPool *
ondes_pool_new (guint64  first,
                guint64  count,
                guint64  columns,
                guint    rows,
                gboolean power)
{
  OndesPool *self = g_new0 (OndesPool, 1);

  *self = (OndesPool) { .first = first, .count = count, .columns = MIN (columns, count), .rows = rows, .power = power };
  return self;
}

void
ondes_pool_free (OndesPool *self)
{
  g_free (self->values);
  g_free (self);
}

gboolean
ondes_pool_gather (OndesPool *self,
                   guint64    column,
                   guint64    n)
{
  g_free (self->values);
  self->column = column;
  self->n = n;
  self->values = g_try_malloc0_n (n, self->rows * sizeof *self->values);
  return self->values != NULL;
}

guint64
ondes_pool_start (const OndesPool *self,
                  guint64          column)
{
  return self->first + (guint64) ((Wide) column * self->count / self->columns);
}

/* The span in which @sample lies: the largest j with j count < (sample − first + 1) columns. */
static guint64
column_of (const OndesPool *self,
           guint64          sample)
{
  Wide top = (Wide) (sample - self->first + 1) * self->columns;

  return (guint64) ((top + self->count - 1) / self->count) - 1;
}

/* Others may be at work on a span that this tile does not fill. Floats that are not negative compare as their bits. */
static void
raise_shared (float *value,
              float  to)
{
  union { float f; guint32 u; } seen, next = { .f = to };
  Bits *bits = (Bits *) value;

  seen.u = __atomic_load_n (bits, __ATOMIC_RELAXED);
  while (seen.u < next.u && !__atomic_compare_exchange_n (bits, &seen.u, next.u, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

void
ondes_pool_add (OndesPool          *self,
                guint               row,
                guint64             at,
                gsize               n,
                const OndesKernels *kernels,
                const void         *z,
                gboolean            complex,
                double              gain)
{
  const guint64 quotient = self->count / self->columns, remainder = self->count % self->columns;
  const gsize size = kernels->size * (complex ? 2 : 1);
  const guint64 end = at + n;
  float *values = self->values + (gsize) row * self->n;
  guint64 column = column_of (self, at);
  guint64 next = ondes_pool_start (self, column + 1);
  guint64 carry = (guint64) (((Wide) column + 1) * self->count % self->columns);

  while (at < end)
    {
      const guint64 stop = MIN (next, end);
      const double top = (complex ? kernels->maximum : kernels->maximum_real) (z, stop - at);
      const double value = self->power ? top * gain * gain : sqrt (top) * gain;

      raise_shared (&values[column - self->column], (float) value);
      z = (const char *) z + (stop - at) * size;
      at = stop;
      column++;
      next += quotient;
      carry += remainder;
      if (carry >= self->columns)
        {
          carry -= self->columns;
          next++;
        }
    }
}
