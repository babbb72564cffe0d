/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peaks.h"

#include "base/compare.h"
#include "base/request-error.h"
#include "base/words.h"
#include "signal/value.h"

#include <math.h>
#include <stdlib.h>

/* The end of a row so far. */
typedef struct
{
  double    last;
  OndesPeak top;   /* the first of the last run of equal values */
  gboolean  rises; /* TRUE if the run's predecessor is smaller */
} Row;

typedef struct
{
  OndesSink  sink;
  OndesSink *to; /* NULL if none */
  OndesType  type;
  double     above;
  guint64    n_rows;
  Row       *rows;
  GArray    *peaks; /* of OndesPeak */
} PeaksSink;

static gboolean
peaks_begin (OndesSink *sink,
             OndesType  type,
             guint64    rows,
             guint64    cols,
             GError   **error)
{
  PeaksSink *self = (PeaksSink *) sink;

  g_free (self->rows);
  self->rows = g_new0 (Row, rows);
  self->n_rows = rows;
  for (guint64 i = 0; i < rows; i++)
    self->rows[i].last = -INFINITY;
  g_array_set_size (self->peaks, 0);
  self->type = type;
  return self->to == NULL || self->to->klass->begin (self->to, type, rows, cols, error);
}

static void
end_run (PeaksSink *self,
         Row       *row)
{
  if (row->rises && row->top.value >= self->above)
    g_array_append_val (self->peaks, row->top);
  row->rises = FALSE;
}

static void
scan_row (PeaksSink       *self,
          guint64          i,
          const OndesRect *where,
          const void      *values)
{
  Row *row = &self->rows[i];

  for (guint64 k = 0; k < where->cols && self->peaks->len <= ONDES_PEAKS_MAX; k++)
    {
      const double value = ondes_magnitude_at (self->type, values, k);

      if (value < row->last)
        end_run (self, row);
      else if (value > row->last)
        {
          row->top = (OndesPeak) { i, where->col0 + k, value };
          row->rises = TRUE;
        }
      row->last = value;
    }
}

static gboolean
check_count (const PeaksSink *self,
             GError         **error)
{
  return self->peaks->len <= ONDES_PEAKS_MAX
         || ondes_setting_error_set (error, ONDES_ERROR, ONDES_ERROR_FILE, ONDES_SETTING_ABOVE,
                                     _("more than %u peaks reach this level; choose a higher one, or a shorter span"),
                                     ONDES_PEAKS_MAX);
}

static gboolean
peaks_put (OndesSink       *sink,
           const OndesRect *where,
           const void      *data,
           gsize            stride_bytes,
           gboolean         final,
           GError         **error)
{
  PeaksSink *self = (PeaksSink *) sink;

  for (guint64 i = 0; i < where->rows; i++)
    scan_row (self, where->row0 + i, where, (const char *) data + i * stride_bytes);
  return check_count (self, error)
         && (self->to == NULL || self->to->klass->put (self->to, where, data, stride_bytes, final, error));
}

static int
by_row (gconstpointer a,
        gconstpointer b)
{
  const OndesPeak *p = a, *q = b;

  return ONDES_COMPARE (p->row, q->row) ?: ONDES_COMPARE (p->column, q->column);
}

/* Only if the values are not wanted further on. */
static double
peaks_above (OndesSink *sink)
{
  const PeaksSink *self = (PeaksSink *) sink;

  return self->to == NULL ? self->above : 0;
}

/* By row, then by column; where a run ends and the next one begins, the end comes first. */
static int
compare_events (const void *a,
                const void *b)
{
  const OndesPeakEvent *p = a, *q = b;

  return ONDES_COMPARE (p->row, q->row) ?: ONDES_COMPARE (p->column, q->column) ?: ONDES_COMPARE (q->kind, p->kind);
}

static gboolean
peaks_put_peaks (OndesSink            *sink,
                 const OndesPeakEvent *events,
                 gsize                 n,
                 GError              **error)
{
  PeaksSink *self = (PeaksSink *) sink;
  g_autofree OndesPeakEvent *sorted = g_memdup2 (events, n * sizeof *events);

  if (n > 0)
    qsort (sorted, n, sizeof *sorted, compare_events);
  for (gsize i = 0; i < n && self->peaks->len <= ONDES_PEAKS_MAX; i++)
    {
      const OndesPeakEvent *event = &sorted[i];
      Row *row = &self->rows[event->row];

      if (event->kind == ONDES_PEAK_RUN_FALLS)
        {
          end_run (self, row);
          continue;
        }
      row->top = (OndesPeak) { event->row, event->column, event->value };
      row->rises = event->kind != ONDES_PEAK_RUN_LOWER;
      if (event->kind == ONDES_PEAK)
        end_run (self, row);
    }
  return check_count (self, error);
}

static gboolean
peaks_finish (OndesSink *sink,
              GError   **error)
{
  PeaksSink *self = (PeaksSink *) sink;

  for (guint64 i = 0; i < self->n_rows; i++)
    end_run (self, &self->rows[i]);
  g_array_sort (self->peaks, by_row);
  return check_count (self, error) && (self->to == NULL || ondes_sink_finish (self->to, error));
}

static void
peaks_free (OndesSink *sink)
{
  PeaksSink *self = (PeaksSink *) sink;

  g_clear_pointer (&self->to, ondes_sink_free);
  g_array_unref (self->peaks);
  g_free (self->rows);
  g_free (self);
}

OndesSink *
ondes_peaks_sink_new (OndesSink *to,
                      double     above)
{
  static const OndesSinkClass klass = { .begin = peaks_begin, .put = peaks_put, .finish = peaks_finish, .free = peaks_free,
                                        .above = peaks_above, .put_peaks = peaks_put_peaks };
  PeaksSink *self = g_new0 (PeaksSink, 1);

  self->sink.klass = &klass;
  self->to = to;
  self->above = above;
  self->peaks = g_array_new (FALSE, FALSE, sizeof (OndesPeak));
  return &self->sink;
}

const OndesPeak *
ondes_peaks_sink_get (OndesSink *sink,
                      guint     *n)
{
  const PeaksSink *self = (const PeaksSink *) sink;

  *n = self->peaks->len;
  return (const OndesPeak *) self->peaks->data;
}
