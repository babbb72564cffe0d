/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result-parts.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/read-file.h"
#include "base/words.h"
#include "out-file.h"
#include "stamp.h"

#define MAGIC "OndesPart1"
#define ORDER 0x01020304u /* tells the byte order */
#define PIECE (1 << 20)   /* bytes of the rows that are read at a time, unless one row is longer */

typedef struct
{
  char    magic[12];
  guint32 order;
  guint32 type;     /* OndesType */
  gint32  exponent; /* the values are to be multiplied by 2^exponent */
  guint64 rows, cols;
} Head;

/* The last rectangle has no rows, and in col0 the number of those before it; the CRC-32 of all bytes so far follows. */

typedef struct
{
  OndesSink        sink;
  char            *path;
  guint            k, n;
  Head             head;
  guint64          rects;
  OndesOutFile    *file;
  guint32          crc;
} PartSink;

gboolean
ondes_result_parts_is_one (const OndesResultParts *self)
{
  return self != NULL && self->k < self->n;
}

/* --- writing */

static gboolean
append (PartSink   *self,
        const void *data,
        gsize       n,
        GError    **error)
{
  self->crc = (guint32) crc32_z (self->crc, data, n);
  return ondes_out_file_write (self->file, data, n, error);
}

static void
part_scaled (OndesSink *sink,
             int        exponent)
{
  ((PartSink *) sink)->head.exponent = exponent;
}

static gboolean
part_begin (OndesSink *sink,
            OndesType  type,
            guint64    rows,
            guint64    cols,
            GError   **error)
{
  PartSink *self = (PartSink *) sink;

  g_clear_pointer (&self->file, ondes_out_file_free);
  self->file = ondes_out_file_new (self->path, error);
  self->head.type = type;
  self->head.rows = rows;
  self->head.cols = cols;
  self->rects = 0;
  self->crc = 0;
  return self->file != NULL && append (self, &self->head, sizeof self->head, error);
}

static gboolean
part_put (OndesSink       *sink,
          const OndesRect *where,
          const void      *data,
          gsize            stride_bytes,
          gboolean         final,
          GError         **error)
{
  PartSink *self = (PartSink *) sink;
  const gsize bytes = ondes_type_bytes (self->head.type, where->cols);

  if (where->rows == 0 || where->cols == 0)
    return TRUE;
  self->rects++;
  if (!append (self, where, sizeof *where, error))
    return FALSE;
  for (guint64 i = 0; i < where->rows; i++)
    if (!append (self, (const char *) data + i * stride_bytes, bytes, error))
      return FALSE;
  return TRUE;
}

static gboolean
part_finish (OndesSink *sink,
             GError   **error)
{
  PartSink *self = (PartSink *) sink;
  const OndesRect end = { .col0 = self->rects };

  if (!append (self, &end, sizeof end, error))
    return FALSE;
  return ondes_out_file_write (self->file, &self->crc, sizeof self->crc, error) && ondes_out_file_commit (self->file, error);
}

static gboolean
part_wants (OndesSink       *sink,
            const OndesRect *where)
{
  const PartSink *self = (const PartSink *) sink;

  return (guint64) ((unsigned __int128) where->col0 * self->n / self->head.cols) == self->k;
}

static void
part_free (OndesSink *sink)
{
  PartSink *self = (PartSink *) sink;

  g_clear_pointer (&self->file, ondes_out_file_free);
  g_free (self->path);
  g_free (self);
}

OndesSink *
ondes_result_parts_sink (const OndesResultParts *self,
                         gboolean                scales)
{
  static const OndesSinkClass plain = { .begin = part_begin, .put = part_put, .finish = part_finish, .free = part_free,
                                        .wants = part_wants };
  static const OndesSinkClass scaled = { .begin = part_begin, .put = part_put, .finish = part_finish, .free = part_free,
                                         .scaled = part_scaled, .wants = part_wants };
  PartSink *sink;

  g_return_val_if_fail (ondes_result_parts_is_one (self), NULL);
  sink = g_new0 (PartSink, 1);
  sink->sink.klass = scales ? &scaled : &plain;
  sink->path = g_strdup (self->paths[self->k]);
  sink->k = self->k;
  sink->n = self->n;
  sink->head = (Head) { .magic = MAGIC, .order = ORDER };
  return &sink->sink;
}

/* --- reading */

typedef struct
{
  const OndesRequest *request;
  OndesSink          *sink;
  GCancellable       *cancellable;
  Head                head;    /* of the first part, which the others share */
  guint64            *next;    /* of each row, its first column that is missing */

  const char         *path;    /* of the part at hand */
  FILE               *file;
  guint32             crc;
} Reader;

static gboolean
refuse_damaged (const Reader *self,
                GError      **error)
{
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: is damaged; remove it, and run the run again"), self->path);
  return ondes_error_name_file (error, self->path);
}

static gboolean
refuse_foreign (const Reader *self,
                GError      **error)
{
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s: does not fit the other parts; remove it, and run the run again"),
               self->path);
  return ondes_error_name_file (error, self->path);
}

static gboolean
take (Reader *self,
      void   *data,
      gsize   n)
{
  if (fread (data, 1, n, self->file) != n)
    return FALSE;
  self->crc = (guint32) crc32_z (self->crc, data, n);
  return TRUE;
}

/* Reads the head. The first one begins the sink, the others are to be equal. */
static gboolean
read_head (Reader  *self,
           GError **error)
{
  const OndesShape *result = &self->request->result;
  const OndesType wide = ondes_type_is_complex (result->type) ? ONDES_C128 : ONDES_F64;
  Head head, expected = { .magic = MAGIC, .order = ORDER, .rows = result->rows, .cols = result->columns };

  if (!take (self, &head, sizeof head))
    return refuse_damaged (self, error);
  expected.type = head.type;
  expected.exponent = head.exponent;
  if (memcmp (&head, &expected, sizeof head) != 0 || (head.type != result->type && head.type != wide))
    return refuse_foreign (self, error);
  if (self->next != NULL)
    return memcmp (&head, &self->head, sizeof head) == 0 || refuse_foreign (self, error);
  self->head = head;
  self->next = ondes_memory_try (head.rows * sizeof *self->next, error);
  if (self->next == NULL)
    return FALSE;
  memset (self->next, 0, head.rows * sizeof *self->next);
  if (self->sink->klass->scaled != NULL)
    self->sink->klass->scaled (self->sink, head.exponent);
  return self->sink->klass->begin (self->sink, head.type, head.rows, head.cols, error);
}

/* Parts come in the order of the columns, and so do their rectangles: each goes on where its rows end. */
static gboolean
fits (Reader          *self,
      const OndesRect *where)
{
  if (where->row0 > self->head.rows || where->rows > self->head.rows - where->row0 || where->cols == 0
      || where->col0 > self->head.cols || where->cols > self->head.cols - where->col0)
    return FALSE;
  for (guint64 row = where->row0; row < where->row0 + where->rows; row++)
    {
      if (self->next[row] != where->col0)
        return FALSE;
      self->next[row] += where->cols;
    }
  return TRUE;
}

/* Reads the values of a rectangle, some rows at a time, into the sink. */
static gboolean
read_values (Reader          *self,
             const OndesRect *where,
             GError         **error)
{
  const gsize stride = ondes_type_bytes (self->head.type, where->cols);
  const guint64 most = MIN (MAX (PIECE / stride, 1), where->rows);
  g_autofree void *values = ondes_memory_try (most * stride, error);

  for (guint64 i = 0; values != NULL && i < where->rows; i += most)
    {
      const OndesRect some = { where->row0 + i, MIN (most, where->rows - i), where->col0, where->cols };

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      if (!take (self, values, some.rows * stride))
        return refuse_damaged (self, error);
      if (!self->sink->klass->put (self->sink, &some, values, stride, TRUE, error))
        return FALSE;
    }
  return values != NULL;
}

/* Reads what follows the last rectangle: the checksum, and the stamp or nothing. */
static gboolean
read_end (Reader  *self,
          GError **error)
{
  const guint32 right = self->crc;
  guint32 crc;
  char stamp[sizeof "# " ONDES_STAMP_MAGIC - 1];
  gsize n;

  if (!take (self, &crc, sizeof crc) || crc != right)
    return refuse_damaged (self, error);
  n = fread (stamp, 1, sizeof stamp, self->file);
  return n == 0 || (n == sizeof stamp && memcmp (stamp, "# " ONDES_STAMP_MAGIC, n) == 0) || refuse_damaged (self, error);
}

static gboolean
read_part (Reader  *self,
           GError **error)
{
  self->crc = 0;
  if (!read_head (self, error))
    return FALSE;
  for (guint64 rects = 0;; rects++)
    {
      OndesRect where;

      if (!take (self, &where, sizeof where))
        return refuse_damaged (self, error);
      if (where.rows == 0)
        return where.col0 == rects ? read_end (self, error) : refuse_damaged (self, error);
      if (!fits (self, &where))
        return refuse_foreign (self, error);
      if (!read_values (self, &where, error))
        return FALSE;
    }
}

static gboolean
open_part (Reader     *self,
           const char *path,
           GError    **error)
{
  g_autofree char *problem = NULL;
  gboolean done;

  self->path = path;
  self->file = ondes_file_stream (path, &problem);
  if (self->file == NULL)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s%s", path, problem);
      return ondes_error_name_file (error, path);
    }
  done = read_part (self, error);
  fclose (self->file);
  return done;
}

gboolean
ondes_result_parts_read (const OndesResultParts *self,
                         const OndesRequest     *request,
                         OndesSink              *sink,
                         GCancellable           *cancellable,
                         GError                **error)
{
  Reader reader = { .request = request, .sink = sink, .cancellable = cancellable };
  gboolean done = self->n > 0;

  for (guint k = 0; k < self->n && done; k++)
    done = open_part (&reader, self->paths[k], error);
  for (guint64 row = 0; done && row < reader.head.rows; row++)
    if (reader.next[row] != reader.head.cols)
      done = refuse_foreign (&reader, error);
  g_free (reader.next);
  return done && ondes_sink_finish (sink, error);
}
