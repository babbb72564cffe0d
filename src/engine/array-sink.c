/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "array-sink.h"

#include "result.h"
#include "base/memory.h"
#include "base/words.h"

#include <string.h>

/* Returns the row stride; rows start on a byte boundary, even those of packed bits. */
static gsize
row_bytes (const OndesArraySink *self)
{
  return ondes_type_bytes (self->type, self->cols);
}

static gboolean
array_begin (OndesSink *sink,
             OndesType  type,
             guint64    rows,
             guint64    cols,
             GError   **error)
{
  OndesArraySink *self = (OndesArraySink *) sink;
  gsize bytes = 0;

  if (self->reuse && self->data != NULL && type == self->type && rows == self->rows && cols == self->cols)
    return TRUE;
  ondes_memory_settle (self->data);
  g_clear_pointer (&self->data, g_free);
  self->type = type;
  self->rows = self->cols = 0;

  /* The widest element has 16 bytes. ondes_memory_take() checks what is available: an overcommitted allocation may succeed, and
   * the process be killed when it touches the pages. */
  if (cols <= G_MAXSIZE / 16 && g_size_checked_mul (&bytes, ondes_type_bytes (type, cols), rows))
    self->data = ondes_memory_take (bytes, ondes_result_new);
  if (self->data == NULL)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                   _("the result of %" PRIu64 " rows and %" PRIu64 " columns of %s takes %.0f bytes, more "
                     "than there is memory for; write it to a file or ask for a shorter span or pooled columns"),
                   rows, cols, ondes_type_name (type), (double) ondes_type_bytes (type, 8) / 8 * (double) rows * (double) cols);
      return FALSE;
    }
  self->rows = rows;
  self->cols = cols;
  return TRUE;
}

static void
copy_bits (guint8       *dst,
           guint64       at,
           const guint8 *src,
           guint64       n)
{
  guint64 i = 0;

  if (at % 8 == 0)
    {
      memcpy (dst + at / 8, src, n / 8);
      i = n / 8 * 8;
    }
  for (; i < n; i++)
    {
      guint8 mask = (guint8) (1 << ((at + i) % 8));

      if (src[i / 8] >> (i % 8) & 1)
        dst[(at + i) / 8] |= mask;
      else
        dst[(at + i) / 8] &= (guint8) ~mask;
    }
}

static gboolean
array_put (OndesSink       *sink,
           const OndesRect *where,
           const void      *data,
           gsize            stride_bytes,
           gboolean         final,
           GError         **error)
{
  OndesArraySink *self = (OndesArraySink *) sink;
  gsize stride = row_bytes (self);

  if (where->row0 > self->rows || where->rows > self->rows - where->row0 ||
      where->col0 > self->cols || where->cols > self->cols - where->col0)
    return ondes_error_set (error, ONDES_ERROR_FILE, _("a tile of %" PRIu64 " × %" PRIu64 " at row %" PRIu64
                              ", column %" PRIu64 " lies outside a result of %" PRIu64 " × %" PRIu64
                              "; report this as an error of the engine"),
                            where->rows, where->cols, where->row0, where->col0, self->rows, self->cols);

  for (guint64 i = 0; i < where->rows; i++)
    {
      char *row = (char *) self->data + (where->row0 + i) * stride;
      const char *src = (const char *) data + i * stride_bytes;

      if (self->type == ONDES_BITS)
        copy_bits ((guint8 *) row, where->col0, (const guint8 *) src, where->cols);
      else
        ondes_result_copy (stride * self->rows, row + ondes_type_bytes (self->type, where->col0), src,
                           ondes_type_bytes (self->type, where->cols));
    }
  return TRUE;
}

static void *
array_map (OndesSink *sink,
           gsize     *stride_bytes)
{
  *stride_bytes = row_bytes ((OndesArraySink *) sink);
  return ((OndesArraySink *) sink)->data;
}

static void
array_free (OndesSink *sink)
{
  ondes_memory_settle (((OndesArraySink *) sink)->data);
  g_free (((OndesArraySink *) sink)->data);
  g_free (sink);
}

OndesArraySink *
ondes_array_sink_new (void)
{
  static const OndesSinkClass klass = { .begin = array_begin, .put = array_put, .free = array_free, .map = array_map };
  OndesArraySink *self = g_new0 (OndesArraySink, 1);

  self->sink.klass = &klass;
  return self;
}

void *
ondes_array_sink_steal (OndesArraySink *self)
{
  ondes_memory_settle (self->data);
  return g_steal_pointer (&self->data);
}
