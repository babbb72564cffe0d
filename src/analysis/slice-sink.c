/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice-sink.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/sum.h"

static void
drop (OndesSliceSink *self)
{
  for (guint64 i = 0; self->histograms != NULL && i < self->rows; i++)
    g_clear_pointer (&self->histograms[i], ondes_percentiles_free);
  g_clear_pointer (&self->histograms, g_free);
  g_clear_pointer (&self->sums, g_free);
  g_clear_pointer (&self->kept, g_free);
}

static gboolean
slice_begin (OndesSink *sink,
             OndesType  type,
             guint64    rows,
             guint64    cols,
             GError   **error)
{
  OndesSliceSink *self = (OndesSliceSink *) sink;
  gsize bytes;

  g_return_val_if_fail (self->row + self->rows <= rows && (type == ONDES_F32 || type == ONDES_F64), FALSE);
  drop (self);
  self->type = type;
  self->count = cols;
  self->cols = self->columns > 0 ? MIN (self->columns, cols) : cols;
  if (self->keep)
    {
      if (!g_size_checked_mul (&bytes, self->rows * sizeof (double), self->cols))
        bytes = G_MAXSIZE;
      self->kept = ondes_memory_try (bytes, error);
      if (self->kept != NULL && self->columns > 0)
        memset (self->kept, 0, bytes);
      return self->kept != NULL;
    }
  self->sums = g_new0 (double, 2 * self->rows);
  self->lost = self->sums + self->rows;
  self->histograms = g_new0 (OndesPercentiles *, self->rows);
  for (guint64 i = 0; i < self->rows; i++)
    self->histograms[i] = ondes_percentiles_new ();
  return TRUE;
}

static double
value_of (const OndesSliceSink *self,
          const void           *data,
          guint64               i)
{
  const double value = self->type == ONDES_F64 ? ((const double *) data)[i] : ((const float *) data)[i];

  return isfinite (value) ? fabs (value) * self->gain : 0;
}

static gboolean
reduce (OndesSliceSink *self,
        guint64         row,
        const void     *data,
        guint64         n,
        GError        **error)
{
  OndesSum sum = { self->sums[row], self->lost[row] };

  for (guint64 i = 0; i < n; i++)
    {
      const double value = value_of (self, data, i);

      ondes_sum_add (&sum, value);
      if (!ondes_percentiles_add (self->histograms[row], value, error))
        return FALSE;
    }
  self->sums[row] = sum.sum;
  self->lost[row] = sum.lost;
  return TRUE;
}

/* Pools values from column @col of what comes on: column j has [⌊j count / cols⌋, ⌊(j + 1) count / cols⌋). */
static void
pool (OndesSliceSink *self,
      double         *pooled,
      const void     *data,
      guint64         col,
      guint64         n)
{
  const gboolean squares = self->pool == ONDES_POOL_RMS;
  guint64 at = ((col + 1) * self->cols - 1) / self->count, end = (at + 1) * self->count / self->cols;

  for (guint64 i = 0; i < n; i++)
    {
      const double value = value_of (self, data, i);

      if (col + i == end)
        end = (++at + 1) * self->count / self->cols;
      if (squares)
        pooled[at] += self->power ? value : value * value;
      else
        pooled[at] = MAX (pooled[at], value);
    }
}

static gboolean
slice_put (OndesSink       *sink,
           const OndesRect *where,
           const void      *data,
           gsize            stride_bytes,
           gboolean         final,
           GError         **error)
{
  OndesSliceSink *self = (OndesSliceSink *) sink;
  const guint64 from = MAX (where->row0, self->row), to = MIN (where->row0 + where->rows, self->row + self->rows);

  for (guint64 row = from; row < to; row++)
    {
      const void *values = (const char *) data + (row - where->row0) * stride_bytes;
      double *kept = self->kept != NULL ? self->kept + (row - self->row) * self->cols : NULL;

      if (kept == NULL && !reduce (self, row - self->row, values, where->cols, error))
        return FALSE;
      if (kept != NULL && self->columns > 0)
        pool (self, kept, values, where->col0, where->cols);
      for (guint64 i = 0; kept != NULL && self->columns == 0 && i < where->cols; i++)
        kept[where->col0 + i] = value_of (self, values, i);
    }
  return TRUE;
}

/* Makes sums of squares the values of columns. */
static gboolean
slice_finish (OndesSink *sink,
              GError   **error)
{
  OndesSliceSink *self = (OndesSliceSink *) sink;

  if (self->kept == NULL || self->columns == 0 || self->pool != ONDES_POOL_RMS)
    return TRUE;
  for (guint64 j = 0; j < self->cols; j++)
    {
      const double n = (double) ((j + 1) * self->count / self->cols - j * self->count / self->cols);

      for (guint64 i = 0; i < self->rows; i++)
        {
          double *value = &self->kept[i * self->cols + j];

          *value = self->power ? *value / n : sqrt (*value / n);
        }
    }
  return TRUE;
}

static void
slice_free (OndesSink *sink)
{
  drop ((OndesSliceSink *) sink);
  g_free (sink);
}

OndesSliceSink *
ondes_slice_sink_new (guint64 row,
                      guint64 rows,
                      double  gain)
{
  static const OndesSinkClass klass = { .begin = slice_begin, .put = slice_put, .finish = slice_finish, .free = slice_free };
  OndesSliceSink *self = g_new0 (OndesSliceSink, 1);

  self->sink.klass = &klass;
  self->row = row;
  self->rows = rows;
  self->gain = gain;
  return self;
}
