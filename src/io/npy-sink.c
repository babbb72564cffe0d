/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file-sinks.h"

#include "npy-format.h"

typedef struct
{
  OndesFileSink to;
  gboolean      vector;
} NpySink;

static gboolean
npy_begin (OndesSink *sink,
           OndesType  type,
           guint64    rows,
           guint64    cols,
           GError   **error)
{
  NpySink *self = (NpySink *) sink;
  guint64 shape[2] = { rows, cols }, bytes = ondes_grid_bytes (type, rows, cols);
  g_autoptr (GByteArray) header = self->vector ? ondes_npy_header (type, 1, &cols) : ondes_npy_header (type, 2, shape);

  g_return_val_if_fail (!self->vector || rows == 1, FALSE);
  g_clear_pointer (&self->to.file, ondes_out_file_free);
  self->to.file = ondes_out_file_new (self->to.path, error);
  if (self->to.file == NULL)
    return FALSE;
  self->to.type = type;
  self->to.cols = cols;
  self->to.base = header->len;
  return ondes_out_file_reserve (self->to.file, bytes > G_MAXUINT64 - header->len ? bytes : bytes + header->len, error) &&
         ondes_out_file_pwrite (self->to.file, header->data, header->len, 0, error);
}

static gboolean
npy_finish (OndesSink *sink,
            GError   **error)
{
  return ondes_out_file_commit (((OndesFileSink *) sink)->file, error);
}

static void
npy_free (OndesSink *sink)
{
  NpySink *self = (NpySink *) sink;

  g_clear_pointer (&self->to.file, ondes_out_file_free);
  g_free (self->to.path);
  g_free (self);
}

static OndesSink *
npy_new (const char *path,
         gboolean    vector)
{
  static const OndesSinkClass klass = { npy_begin, ondes_file_sink_put, npy_finish, npy_free };
  NpySink *self = g_new0 (NpySink, 1);

  self->to.sink.klass = &klass;
  self->to.path = g_strdup (path);
  self->vector = vector;
  return &self->to.sink;
}

OndesSink *
ondes_npy_sink_new (const char *path)
{
  return npy_new (path, FALSE);
}

OndesSink *
ondes_npy_sink_new_vector (const char *path)
{
  return npy_new (path, TRUE);
}
