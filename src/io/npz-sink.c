/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file-sinks.h"

#include "npy-format.h"
#include "table.h"
#include "zip.h"

typedef struct
{
  OndesFileSink to;
  OndesTable    table;
  OndesZip     *zip;
} NpzSink;

static gboolean
npz_begin (OndesSink *sink,
           OndesType  type,
           guint64    rows,
           guint64    cols,
           GError   **error)
{
  NpzSink *self = (NpzSink *) sink;
  guint64 shape[2] = { rows, cols }, bytes = ondes_grid_bytes (type, rows, cols), others, total;
  g_autoptr (GByteArray) header = ondes_npy_header (type, 2, shape);

  g_clear_pointer (&self->zip, ondes_zip_free);
  g_clear_pointer (&self->to.file, ondes_out_file_free);
  g_return_val_if_fail (rows == self->table.rows && cols == self->table.columns, FALSE);
  self->to.file = ondes_out_file_new (self->to.path, error);
  if (self->to.file == NULL)
    return FALSE;
  /* Space for times, three lists with a value per row, headers and texts. */
  others = ondes_grid_bytes (ONDES_F64, 1, cols);
  if (__builtin_add_overflow (bytes, others, &total) || __builtin_add_overflow (total, rows * 24 + 8192, &total))
    total = bytes = G_MAXUINT64;
  if (!ondes_out_file_reserve (self->to.file, total, error))
    return FALSE;
  self->to.type = type;
  self->to.cols = cols;
  self->zip = ondes_zip_new (self->to.file);
  self->to.base = ondes_zip_begin (self->zip, "values.npy", bytes + header->len, error);
  if (self->to.base == 0 || !ondes_out_file_pwrite (self->to.file, header->data, header->len, self->to.base, error))
    return FALSE;
  self->to.base += header->len;
  return TRUE;
}

/* Adds @n values, a scalar if @n is 0; nothing if @values is NULL. */
static gboolean
add_numbers (OndesZip     *zip,
             const char   *name,
             const double *values,
             guint64       n,
             GError      **error)
{
  return values == NULL || ondes_zip_add_array (zip, name, ONDES_F64, (const guint64[2]) { n, 0 }, values, error);
}

/* Adds the times in blocks, as there may be as many as samples. */
static gboolean
add_times (NpzSink *self,
           GError **error)
{
  guint64 n = self->table.columns;
  g_autoptr (GByteArray) header = ondes_npy_header (ONDES_F64, 1, &n);
  g_autofree double *block = g_new (double, 8192);
  guint64 at = ondes_zip_begin (self->zip, "times_s.npy", header->len + n * sizeof *block, error);

  if (at == 0 || !ondes_out_file_pwrite (self->to.file, header->data, header->len, at, error))
    return FALSE;
  at += header->len;
  for (guint64 done = 0; done < n;)
    {
      gsize now = MIN (8192, n - done);

      if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
        return FALSE;
      for (gsize i = 0; i < now; i++)
        block[i] = ondes_table_time (&self->table, done + i);
      if (!ondes_out_file_pwrite (self->to.file, block, now * sizeof *block, at + done * sizeof *block, error))
        return FALSE;
      done += now;
    }
  return ondes_zip_end (self->zip, error);
}

static gboolean
add_text (OndesZip   *zip,
          const char *name,
          const char *text,
          GError    **error)
{
  return text == NULL || ondes_zip_add_text (zip, name, text, error);
}

static gboolean
npz_finish (OndesSink *sink,
            GError   **error)
{
  NpzSink *self = (NpzSink *) sink;
  const OndesTable *table = &self->table;

  return ondes_zip_end (self->zip, error) &&
         add_numbers (self->zip, "scales.npy", table->scales, table->rows, error) &&
         add_numbers (self->zip, "frequencies_hz.npy", table->frequencies_hz, table->rows, error) &&
         add_numbers (self->zip, "sequencies.npy", table->sequencies, table->rows, error) &&
         add_times (self, error) &&
         add_numbers (self->zip, "coi_s.npy", table->coi_s, table->rows, error) &&
         add_numbers (self->zip, "rate_hz.npy", &table->rate_hz, 0, error) &&
         add_text (self->zip, "spec.npy", table->spec, error) &&
         add_text (self->zip, "time_unit.npy", table->time_unit, error) &&
         add_text (self->zip, "unit.npy", table->unit, error) &&
         ondes_zip_finish (self->zip, error) &&
         ondes_out_file_commit (self->to.file, error);
}

static void
npz_free (OndesSink *sink)
{
  NpzSink *self = (NpzSink *) sink;

  g_clear_pointer (&self->zip, ondes_zip_free);
  g_clear_pointer (&self->to.file, ondes_out_file_free);
  ondes_table_clear (&self->table);
  g_free (self->to.path);
  g_free (self);
}

OndesSink *
ondes_npz_sink_new (const char       *path,
                    const OndesTable *table)
{
  static const OndesSinkClass klass = { npz_begin, ondes_file_sink_put, npz_finish, npz_free };
  NpzSink *self = g_new0 (NpzSink, 1);

  self->to.sink.klass = &klass;
  self->to.path = g_strdup (path);
  ondes_table_copy (&self->table, table);
  return &self->to.sink;
}
