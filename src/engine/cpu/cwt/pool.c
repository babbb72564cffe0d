/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pool.h"

#include <math.h>
#include <string.h>

typedef unsigned __int128 Wide; /* column × count may exceed 64 bits */
typedef guint32 __attribute__ ((may_alias)) Bits;

OndesPool *
ondes_pool_new (guint64  first,
                guint64  count,
                guint64  columns,
                guint    rows,
                gboolean power,
                gboolean rms)
{
  OndesPool *self = g_new0 (OndesPool, 1);

  *self = (OndesPool) { .first = first, .count = count, .columns = MIN (columns, count), .rows = rows, .power = power,
                        .rms = rms };
  return self;
}

void
ondes_pool_free (OndesPool *self)
{
  g_free (self->values);
  g_free (self->sums);
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
  g_clear_pointer (&self->sums, g_free);
  if (self->rms)
    self->sums = g_try_malloc0_n (n, self->rows * sizeof *self->sums);
  return self->values != NULL && (self->sums != NULL || !self->rms);
}

/* Returns (a b + c)/d and stores the remainder; uses 128 bits only if needed, as their division is slow. */
static guint64
muldiv (guint64  a,
        guint64  b,
        guint64  c,
        guint64  d,
        guint64 *rest)
{
  guint64 product;
  Wide wide;

  if (!__builtin_mul_overflow (a, b, &product) && !__builtin_add_overflow (product, c, &product))
    {
      *rest = product % d;
      return product / d;
    }
  wide = (Wide) a * b + c;
  *rest = (guint64) (wide % d);
  return (guint64) (wide / d);
}

guint64
ondes_pool_start (const OndesPool *self,
                  guint64          column)
{
  guint64 rest;

  return self->first + muldiv (column, self->count, 0, self->columns, &rest);
}

guint64
ondes_pool_column (const OndesPool *self,
                   guint64          sample)
{
  guint64 rest;

  /* the largest j for which j count < (sample − first + 1) columns */
  return muldiv (sample - self->first + 1, self->columns, self->count - 1, self->count, &rest) - 1;
}

float *
ondes_pool_value (OndesPool *self,
                  guint      row,
                  guint64    column)
{
  return &self->values[(gsize) row * self->n + (column - self->column)];
}

/* Non-negative floats compare like their bit patterns. */
void
ondes_pool_raise (OndesPool *self,
                  guint      row,
                  guint64    column,
                  float      to)
{
  union { float f; guint32 u; } old, next = { .f = to };
  Bits *bits = (Bits *) ondes_pool_value (self, row, column);

  old.u = __atomic_load_n (bits, __ATOMIC_RELAXED);
  while (old.u < next.u && !__atomic_compare_exchange_n (bits, &old.u, next.u, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

OndesPoolIter
ondes_pool_iter (const OndesPool *self,
                 guint64          at,
                 gsize            n)
{
  OndesPoolIter iter = { .column = ondes_pool_column (self, at), .at = at, .end = at + n,
                         .quotient = self->count / self->columns, .remainder = self->count % self->columns };

  iter.next = self->first + muldiv (iter.column + 1, self->count, 0, self->columns, &iter.carry);
  return iter;
}

static guint64
iter_end (const OndesPoolIter *iter)
{
  return MIN (iter->next, iter->end);
}

void
ondes_pool_iter_next (const OndesPool *self,
                      OndesPoolIter   *iter)
{
  iter->at = iter_end (iter);
  iter->column++;
  iter->next += iter->quotient;
  iter->carry += iter->remainder;
  if (iter->carry >= self->columns)
    {
      iter->carry -= self->columns;
      iter->next++;
    }
}

void
ondes_pool_add (OndesPool           *self,
                const OndesPoolPart *part,
                const void          *z,
                gboolean             complex)
{
  const OndesKernels *kernels = part->kernels;
  const gsize size = kernels->size * (complex ? 2 : 1);
  const double gain = part->gain;

  if (self->rms)
    {
      ondes_pool_add_squares (self, part, z, complex);
      return;
    }
  for (OndesPoolIter iter = ondes_pool_iter (self, part->at, part->n); iter.at < iter.end; ondes_pool_iter_next (self, &iter))
    {
      const gsize m = iter_end (&iter) - iter.at;
      const double top = (complex ? kernels->maximum : kernels->maximum_real) (z, m);
      const float value = (float) (self->power ? top * gain * gain : sqrt (top) * gain);

      if (iter.at == part->at || iter.next >= iter.end) /* other threads may be updating the first and last spans */
        ondes_pool_raise (self, part->row, iter.column, value);
      else
        *ondes_pool_value (self, part->row, iter.column) = value;
      z = (const char *) z + m * size;
    }
}
