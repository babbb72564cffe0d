/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "watch-sink.h"

#include <string.h>

static gboolean
watch_fail (GError **error)
{
  g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, "the sink is full");
  return FALSE;
}

static gboolean
watch_begin (OndesSink *sink,
             OndesType  type,
             guint64    rows,
             guint64    cols,
             GError   **error)
{
  WatchSink *self = (WatchSink *) sink;

  self->begins++;
  g_free (self->seen);
  self->seen = g_malloc0 (rows * cols);
  if (self->fail_begin)
    return watch_fail (error);
  return self->array->sink.klass->begin (&self->array->sink, type, rows, cols, error);
}

static gboolean
watch_put (OndesSink       *sink,
           const OndesRect *where,
           const void      *data,
           gsize            stride_bytes,
           gboolean         final,
           GError         **error)
{
  WatchSink *self = (WatchSink *) sink;

  g_assert_cmpuint (self->begins, >, 0);
  g_assert_cmpuint (self->finishes, ==, 0);
  if (++self->puts == self->fail_at)
    return watch_fail (error);
  if (self->cancel_at_put != NULL)
    g_cancellable_cancel (self->cancel_at_put);
  if (!self->array->sink.klass->put (&self->array->sink, where, data, stride_bytes, final, error))
    return FALSE;
  for (guint64 i = 0; i < where->rows; i++)
    memset (self->seen + (where->row0 + i) * self->array->cols + where->col0, 1, where->cols);
  return TRUE;
}

static gboolean
watch_finish (OndesSink *sink,
              GError   **error)
{
  WatchSink *self = (WatchSink *) sink;

  self->finishes++;
  return !self->fail_finish || watch_fail (error);
}

void
watch_sink_init (WatchSink *self)
{
  static const OndesSinkClass klass = { .begin = watch_begin, .put = watch_put, .finish = watch_finish };

  *self = (WatchSink) { .sink = { &klass }, .array = ondes_array_sink_new () };
}

void
watch_sink_clear (WatchSink *self)
{
  ondes_sink_free (&self->array->sink);
  g_free (self->seen);
}
