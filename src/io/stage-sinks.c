/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage-sinks.h"

#include "base/memory.h"
#include "signal/resampler.h"
#include "signal/time-stretch.h"
#include "transform/heterodyne.h"

#include <string.h>

#define PIECE       4096 /* values of a row changed at a time */
#define STRETCHED 256  /* the same where rows are interleaved */

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

typedef struct
{
  OndesSink         sink, *to;
  double            speed, rate_hz;
  GCancellable     *cancellable;
  OndesTimeStretch *stretch; /* of all rows together, so that they stay in step */
  OndesType         type;
  guint64           n_rows, next; /* output that goes next */
  double           *frames;       /* STRETCHED columns, interleaved */
  double           *piece;        /* and of one row */
  char             *rows;
} StretchSink;

static void
stretch_clear (StretchSink *self)
{
  g_clear_pointer (&self->stretch, ondes_time_stretch_free);
  g_clear_pointer (&self->frames, g_free);
  g_clear_pointer (&self->piece, g_free);
  g_clear_pointer (&self->rows, g_free);
}

static gboolean
stretch_begin (OndesSink *sink,
               OndesType  type,
               guint64    rows,
               guint64    cols,
               GError   **error)
{
  StretchSink *self = (StretchSink *) sink;
  const gsize parts = ondes_type_is_complex (type) ? 2 : 1;

  stretch_clear (self);
  self->type = type;
  self->n_rows = rows;
  self->next = 0;
  self->stretch = ondes_time_stretch_new (&(OndesTimeStretchShape) { .speed = self->speed, .rate_hz = self->rate_hz,
                                                                     .width = (guint) (rows * parts), .n = cols },
                                          error);
  if (self->stretch == NULL)
    return FALSE;
  self->frames = ondes_memory_try (rows * parts * STRETCHED * sizeof *self->frames, error);
  self->piece = g_new (double, STRETCHED * parts);
  self->rows = self->frames != NULL ? ondes_memory_try (rows * ondes_type_bytes (type, STRETCHED), error) : NULL;
  return self->rows != NULL && self->to->klass->begin (self->to, type, rows, ondes_time_stretch_count (self->stretch), error);
}

/* Puts all outputs that are ready. */
static gboolean
put_stretched (StretchSink *self,
               gboolean     final,
               GError     **error)
{
  const gsize parts = ondes_type_is_complex (self->type) ? 2 : 1, row_bytes = ondes_type_bytes (self->type, STRETCHED);
  gsize n;

  while ((n = ondes_time_stretch_take (self->stretch, self->frames, STRETCHED)) > 0)
    {
      const OndesRect where = { 0, self->n_rows, self->next, n };

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      for (guint64 i = 0; i < self->n_rows; i++)
        {
          for (gsize t = 0; t < n; t++)
            memcpy (self->piece + t * parts, self->frames + (t * self->n_rows + i) * parts, parts * sizeof *self->piece);
          from_doubles (self->type, self->piece, n * parts, self->rows + i * row_bytes);
        }
      self->next += n;
      if (!self->to->klass->put (self->to, &where, self->rows, row_bytes, final, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
stretch_put (OndesSink       *sink,
             const OndesRect *where,
             const void      *data,
             gsize            stride_bytes,
             gboolean         final,
             GError         **error)
{
  StretchSink *self = (StretchSink *) sink;
  const gsize parts = ondes_type_is_complex (self->type) ? 2 : 1;
  gsize now;

  g_return_val_if_fail (where->row0 == 0 && where->rows == self->n_rows, FALSE);
  for (guint64 done = 0; done < where->cols; done += now)
    {
      now = MIN (ondes_time_stretch_wants (self->stretch), STRETCHED);
      now = (gsize) MIN (now, where->cols - done);
      if (now == 0) /* the last inputs count for no output */
        break;
      for (guint64 i = 0; i < self->n_rows; i++)
        {
          to_doubles (self->type, (const char *) data + i * stride_bytes + ondes_type_bytes (self->type, done), now * parts,
                      self->piece);
          for (gsize t = 0; t < now; t++)
            memcpy (self->frames + (t * self->n_rows + i) * parts, self->piece + t * parts, parts * sizeof *self->piece);
        }
      ondes_time_stretch_feed (self->stretch, self->frames, now);
      if (!put_stretched (self, final, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
stretch_finish (OndesSink *sink,
                GError   **error)
{
  StretchSink *self = (StretchSink *) sink;

  return put_stretched (self, TRUE, error) && ondes_sink_finish (self->to, error);
}

static void
stretch_free (OndesSink *sink)
{
  StretchSink *self = (StretchSink *) sink;

  ondes_sink_free (self->to);
  stretch_clear (self);
  g_clear_object (&self->cancellable);
  g_free (self);
}

OndesSink *
ondes_stretch_sink_new (OndesSink    *to,
                        double        speed,
                        double        rate_hz,
                        GCancellable *cancellable)
{
  static const OndesSinkClass klass
    = { .begin = stretch_begin, .put = stretch_put, .finish = stretch_finish, .free = stretch_free };
  StretchSink *self = g_new0 (StretchSink, 1);

  self->sink.klass = &klass;
  self->to = to;
  self->speed = speed;
  self->rate_hz = rate_hz;
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  return &self->sink;
}
