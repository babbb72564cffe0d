/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage-sinks.h"

#include "base/memory.h"
#include "signal/resampler.h"
#include "transform/heterodyne.h"

#include <string.h>

#define PIECE 4096 /* values of a row changed at a time */

/* Returns the type as double, or the other way round. */
static gboolean
is_single (OndesType type)
{
  return type == ONDES_F32 || type == ONDES_C64;
}

static void
to_doubles (OndesType   type,
            const void *from,
            gsize       n, /* real values */
            double     *to)
{
  for (gsize i = 0; is_single (type) && i < n; i++)
    to[i] = ((const float *) from)[i];
  if (!is_single (type))
    memcpy (to, from, n * sizeof *to);
}

static void
from_doubles (OndesType     type,
              const double *from,
              gsize         n, /* real values */
              void         *to)
{
  for (gsize i = 0; is_single (type) && i < n; i++)
    ((float *) to)[i] = (float) from[i];
  if (!is_single (type))
    memcpy (to, from, n * sizeof *from);
}

typedef struct
{
  OndesSink  sink, *to;
  OndesShift shift;
  OndesType  type, as; /* of the values that come, and that go */
  double    *piece;
  char      *rows;
  guint64    n_rows;
} ShiftSink;

static gboolean
shift_begin (OndesSink *sink,
             OndesType  type,
             guint64    rows,
             guint64    cols,
             GError   **error)
{
  ShiftSink *self = (ShiftSink *) sink;

  g_return_val_if_fail (ondes_type_is_complex (type), FALSE);
  self->type = type;
  self->as = !self->shift.to_real ? type : type == ONDES_C64 ? ONDES_F32 : ONDES_F64;
  self->n_rows = rows;
  g_free (self->piece);
  g_free (self->rows);
  self->piece = g_new (double, 2 * PIECE);
  self->rows = ondes_memory_try (rows * ondes_type_bytes (self->as, PIECE), error);
  return self->rows != NULL && self->to->klass->begin (self->to, self->as, rows, cols, error);
}

static gboolean
shift_put (OndesSink       *sink,
           const OndesRect *where,
           const void      *data,
           gsize            stride_bytes,
           gboolean         final,
           GError         **error)
{
  ShiftSink *self = (ShiftSink *) sink;
  const gsize row_bytes = ondes_type_bytes (self->as, PIECE);

  g_return_val_if_fail (where->row0 == 0 && where->rows == self->n_rows, FALSE);
  for (guint64 at = 0; at < where->cols; at += PIECE)
    {
      const OndesRect piece = { 0, where->rows, where->col0 + at, MIN (PIECE, where->cols - at) };

      for (guint64 i = 0; i < where->rows; i++)
        {
          to_doubles (self->type, (const char *) data + i * stride_bytes + ondes_type_bytes (self->type, at), 2 * piece.cols,
                      self->piece);
          ondes_heterodyne_rotate (self->shift.shift_hz, self->shift.rate_hz, self->shift.first + piece.col0, piece.cols,
                                   self->piece);
          for (gsize t = 0; self->shift.to_real && t < piece.cols; t++)
            self->piece[t] = self->piece[2 * t];
          from_doubles (self->as, self->piece, piece.cols * (self->shift.to_real ? 1 : 2), self->rows + i * row_bytes);
        }
      if (!self->to->klass->put (self->to, &piece, self->rows, row_bytes, final, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
shift_finish (OndesSink *sink,
              GError   **error)
{
  return ondes_sink_finish (((ShiftSink *) sink)->to, error);
}

static void
shift_free (OndesSink *sink)
{
  ShiftSink *self = (ShiftSink *) sink;

  ondes_sink_free (self->to);
  g_free (self->piece);
  g_free (self->rows);
  g_free (self);
}

OndesSink *
ondes_shift_sink_new (OndesSink        *to,
                      const OndesShift *shift)
{
  static const OndesSinkClass klass = { .begin = shift_begin, .put = shift_put, .finish = shift_finish, .free = shift_free };
  ShiftSink *self = g_new0 (ShiftSink, 1);

  self->sink.klass = &klass;
  self->to = to;
  self->shift = *shift;
  return &self->sink;
}

typedef struct
{
  OndesSink       sink, *to;
  OndesResampler *resampler;
  GCancellable   *cancellable;
  OndesType       type;
  guint64         n_rows, inputs, outputs; /* in all */
  guint64         received, next;          /* inputs that came, outputs that went */
  gint64          base;                    /* input at the beginning of the rows that are kept; below 0: zeros */
  gsize           kept_n;                  /* inputs of a row that are kept at most */
  double         *kept;                    /* n_rows × kept_n × parts */
  double         *piece;
  char           *rows;
} SpeedSink;

static gsize
parts_of (const SpeedSink *self)
{
  return ondes_type_is_complex (self->type) ? 2 : 1;
}

/* Returns how many outputs at most PIECE from the next on take no input from @end on, and sets the inputs that they need. */
static gsize
count_ready (const SpeedSink *self,
             guint64          end,
             gint64          *at,
             guint64         *n)
{
  gsize ready = (gsize) MIN (self->outputs - self->next, PIECE);

  for (; ready > 0; ready /= 2)
    {
      *at = (gint64) self->next;
      *n = ready;
      ondes_resampler_needs (self->resampler, at, n);
      if (*at + (gint64) *n <= (gint64) end && *n <= self->kept_n)
        break;
    }
  return ready;
}

static gboolean
speed_begin (OndesSink *sink,
             OndesType  type,
             guint64    rows,
             guint64    cols,
             GError   **error)
{
  SpeedSink *self = (SpeedSink *) sink;

  self->type = type;
  self->n_rows = rows;
  self->inputs = cols;
  self->outputs = ondes_resampler_count (self->resampler, cols);
  self->received = self->next = 0;
  /* As many inputs as one output needs, and a piece more, so that long halos are not moved for every few outputs. */
  self->kept_n = 2 * ondes_resampler_halo (self->resampler) + 2 * PIECE;
  self->base = -(gint64) ondes_resampler_halo (self->resampler);
  g_free (self->kept);
  g_free (self->piece);
  g_free (self->rows);
  self->piece = g_new (double, PIECE * parts_of (self));
  self->rows = NULL;
  self->kept = ondes_memory_try (rows * self->kept_n * parts_of (self) * sizeof *self->kept, error);
  if (self->kept == NULL)
    return FALSE;
  memset (self->kept, 0, rows * self->kept_n * parts_of (self) * sizeof *self->kept);
  self->rows = ondes_memory_try (rows * ondes_type_bytes (type, PIECE), error);
  return self->rows != NULL && self->to->klass->begin (self->to, type, rows, self->outputs, error);
}

/* Puts all outputs whose inputs lie before @end. */
static gboolean
put_ready (SpeedSink *self,
           guint64    end,
           gboolean   final,
           GError   **error)
{
  const gsize parts = parts_of (self), row_bytes = ondes_type_bytes (self->type, PIECE);
  gint64 at;
  guint64 n;
  gsize ready;

  while ((ready = count_ready (self, end, &at, &n)) > 0)
    {
      const OndesRect where = { 0, self->n_rows, self->next, ready };

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      for (guint64 i = 0; i < self->n_rows; i++)
        {
          if (!ondes_resampler_run (self->resampler, (OndesSpan) { self->next, ready }, (guint) parts,
                                    self->kept + (i * self->kept_n + (gsize) (at - self->base)) * parts, self->piece, error))
            return FALSE;
          from_doubles (self->type, self->piece, ready * parts, self->rows + i * row_bytes);
        }
      self->next += ready;
      if (!self->to->klass->put (self->to, &where, self->rows, row_bytes, final, error))
        return FALSE;
    }
  return TRUE;
}

/* Drops inputs that no output needs any more. */
static void
drop_inputs (SpeedSink *self,
             guint64    end)
{
  const gsize parts = parts_of (self);
  gint64 at = (gint64) self->next;
  guint64 n = 1;

  if (self->next >= self->outputs)
    return;
  ondes_resampler_needs (self->resampler, &at, &n);
  at = MIN (at, (gint64) end);
  for (guint64 i = 0; at > self->base && i < self->n_rows; i++)
    {
      double *row = self->kept + i * self->kept_n * parts;

      memmove (row, row + (gsize) (at - self->base) * parts, (gsize) ((gint64) end - at) * parts * sizeof *row);
    }
  self->base = MAX (self->base, at);
}

/* Takes the next @n inputs of each row, zeros if @data is NULL. */
static gboolean
take (SpeedSink  *self,
      const char *data,
      gsize       stride_bytes,
      guint64     n,
      GError    **error)
{
  const gsize parts = parts_of (self);

  for (guint64 done = 0; done < n;)
    {
      const gsize held = (gsize) ((gint64) self->received - self->base), now = (gsize) MIN (n - done, self->kept_n - held);

      if (self->next >= self->outputs) /* the last inputs count for no output at high speeds */
        {
          self->received += n - done;
          break;
        }
      for (guint64 i = 0; i < self->n_rows; i++)
        {
          double *to = self->kept + (i * self->kept_n + held) * parts;

          if (data != NULL)
            to_doubles (self->type, data + i * stride_bytes + ondes_type_bytes (self->type, done), now * parts, to);
          else
            memset (to, 0, now * parts * sizeof *to);
        }
      done += now;
      self->received += now;
      if (!put_ready (self, self->received, TRUE, error))
        return FALSE;
      drop_inputs (self, self->received);
    }
  return TRUE;
}

static gboolean
speed_put (OndesSink       *sink,
           const OndesRect *where,
           const void      *data,
           gsize            stride_bytes,
           gboolean         final,
           GError         **error)
{
  SpeedSink *self = (SpeedSink *) sink;

  g_return_val_if_fail (where->row0 == 0 && where->rows == self->n_rows && where->col0 == self->received, FALSE);
  return take (self, data, stride_bytes, where->cols, error);
}

static gboolean
speed_finish (OndesSink *sink,
              GError   **error)
{
  SpeedSink *self = (SpeedSink *) sink;

  return take (self, NULL, 0, 2 * (guint64) ondes_resampler_halo (self->resampler) + PIECE, error)
         && ondes_sink_finish (self->to, error);
}

static void
speed_free (OndesSink *sink)
{
  SpeedSink *self = (SpeedSink *) sink;

  ondes_sink_free (self->to);
  ondes_resampler_free (self->resampler);
  g_clear_object (&self->cancellable);
  g_free (self->kept);
  g_free (self->piece);
  g_free (self->rows);
  g_free (self);
}

OndesSink *
ondes_speed_sink_new (OndesSink    *to,
                      double        speed,
                      GCancellable *cancellable)
{
  static const OndesSinkClass klass = { .begin = speed_begin, .put = speed_put, .finish = speed_finish, .free = speed_free };
  SpeedSink *self = g_new0 (SpeedSink, 1);

  self->sink.klass = &klass;
  self->to = to;
  self->resampler = ondes_resampler_new (speed);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  return &self->sink;
}
