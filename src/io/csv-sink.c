/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file-sinks.h"

#include <math.h>
#include <string.h>

#include "npy-format.h"
#include "base/number.h"
#include "table.h"

#define BLOCK 8192 /* values read at a time */
/* Enough digits to read back as the same number. */
#define FLOAT  "%.9g"
#define DOUBLE "%.17g"

/* A CSV matrix line holds all times of a row, but tiles hold all rows of a time: a scratch file collects the values first. */
typedef struct
{
  OndesFileSink to;       /* a scratch file */
  OndesTable    table;    /* for a matrix */
  char         *name;     /* for a vector, the name of its values; otherwise NULL */
  gboolean      sequency; /* add a column with the sequency of a Walsh spectrum in @order */
  OndesOrder    order;
  OndesOutFile *file;
  guint64       rows;
  gboolean      measuring; /* TRUE: count the text instead of writing it */
  guint64       measured;  /* bytes counted */
} CsvSink;

/* Returns the minimum characters per value, with its comma: "0," and "0+0j,". */
static guint
narrowest (OndesType type)
{
  return ondes_type_is_complex (type) ? 5 : 2;
}

/* Returns the maximum characters per value, with its comma. */
static guint
widest (OndesType type)
{
  switch (type)
    {
    case ONDES_C128:
      return 51;
    case ONDES_C64:
      return 33;
    case ONDES_F64:
      return 25;
    case ONDES_F32:
      return 16;
    default:
      return 21;
    }
}

/* Returns the bytes of text if each value takes @characters. */
static guint64
text_bytes (CsvSink *self,
            guint    characters)
{
  guint64 cells = self->name != NULL ? (self->sequency ? 3 : 2) : self->rows + 1, text;

  if (__builtin_mul_overflow (cells, self->to.cols, &text) || __builtin_mul_overflow (text, (guint64) characters, &text))
    return G_MAXUINT64;
  return text;
}

static gboolean
csv_begin (OndesSink *sink,
           OndesType  type,
           guint64    rows,
           guint64    cols,
           GError   **error)
{
  CsvSink *self = (CsvSink *) sink;
  guint64 values = ondes_grid_bytes (type, rows, cols), min;

  g_clear_pointer (&self->to.file, ondes_out_file_free);
  g_clear_pointer (&self->file, ondes_out_file_free);
  g_return_val_if_fail (self->name != NULL ? rows == 1 : rows == self->table.rows && cols == self->table.columns, FALSE);
  self->file = ondes_out_file_new (self->to.path, error);
  self->to.file = self->file != NULL ? ondes_out_file_new_scratch (self->file, error) : NULL;
  if (self->to.file == NULL)
    return FALSE;
  self->to.type = type;
  self->rows = rows;
  self->to.cols = cols;
  /* Both files are on disk at once. The text's length is known only once the values are, so refuse only what cannot fit. */
  min = text_bytes (self, self->name != NULL ? 2 : narrowest (type));
  if (!ondes_out_file_check (self->file, min > G_MAXUINT64 - values ? G_MAXUINT64 : min + values, error))
    return FALSE;
  return ondes_out_file_reserve (self->to.file, values, error);
}

/* g_ascii_formatd() prints a decimal point in every locale. */
static void
append_real (GString    *line,
             const char *format,
             double      value,
             gboolean    sign)
{
  char text[40];

  if (sign && !signbit (value))
    g_string_append_c (line, '+');
  g_string_append (line, g_ascii_formatd (text, sizeof text, format, value));
}

static void
append_value (GString    *line,
              OndesType   type,
              const void *values,
              gsize       i)
{
  switch (type)
    {
    case ONDES_U8:
      g_string_append_printf (line, "%u", ((const guint8 *) values)[i]);
      break;
    case ONDES_I32:
      g_string_append_printf (line, "%" G_GINT32_FORMAT, ((const gint32 *) values)[i]);
      break;
    case ONDES_I64:
      g_string_append_printf (line, "%" G_GINT64_FORMAT, ((const gint64 *) values)[i]);
      break;
    case ONDES_F32:
      append_real (line, FLOAT, ((const float *) values)[i], FALSE);
      break;
    case ONDES_F64:
      append_real (line, DOUBLE, ((const double *) values)[i], FALSE);
      break;
    case ONDES_C64:
      append_real (line, FLOAT, ((const float *) values)[2 * i], FALSE);
      append_real (line, FLOAT, ((const float *) values)[2 * i + 1], TRUE);
      g_string_append_c (line, 'j');
      break;
    case ONDES_C128:
      append_real (line, DOUBLE, ((const double *) values)[2 * i], FALSE);
      append_real (line, DOUBLE, ((const double *) values)[2 * i + 1], TRUE);
      g_string_append_c (line, 'j');
      break;
    case ONDES_BITS:
    default:
      g_assert_not_reached ();
    }
}

static gboolean
write_out (CsvSink *self,
           GString *text,
           GError **error)
{
  gboolean done = !g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error)
                  && (self->measuring || ondes_out_file_write (self->file, text->str, text->len, error));

  self->measured += text->len;
  g_string_truncate (text, 0);
  return done;
}

static gboolean
read_values (CsvSink *self,
             guint64  at,
             gsize    n,
             void    *values,
             GError **error)
{
  gsize element = ondes_type_bytes (self->to.type, 1);

  return ondes_out_file_pread (self->to.file, values, n * element, at * element, error);
}

static gboolean
write_matrix (CsvSink *self,
              void    *values, /* buffer for BLOCK values */
              GString *text,
              GError **error)
{
  const double *rows = self->table.sequencies != NULL ? self->table.sequencies : self->table.frequencies_hz;
  char number[ONDES_NUMBER_SIZE];

  for (guint64 column = 0; column < self->to.cols; column++)
    {
      g_string_append_c (text, ',');
      g_string_append (text, ondes_number_print (number, ondes_table_time (&self->table, column)));
      if (text->len > 1 << 15 && !write_out (self, text, error))
        return FALSE;
    }
  g_string_append_c (text, '\n');

  for (guint64 row = 0; row < self->rows; row++)
    {
      g_string_append (text, ondes_number_print (number, rows[row]));
      for (guint64 done = 0; done < self->to.cols;)
        {
          gsize n = MIN (BLOCK, self->to.cols - done);

          if (!read_values (self, row * self->to.cols + done, n, values, error))
            return FALSE;
          for (gsize i = 0; i < n; i++)
            {
              g_string_append_c (text, ',');
              append_value (text, self->to.type, values, i);
            }
          if (!write_out (self, text, error))
            return FALSE;
          done += n;
        }
      g_string_append_c (text, '\n');
    }
  return TRUE;
}

static gboolean
write_vector (CsvSink *self,
              void    *values,
              GString *text,
              GError **error)
{
  guint bits = self->to.cols > 1 ? g_bit_storage (self->to.cols - 1) : 0;

  g_string_append_printf (text, "index,%s%s\n", self->sequency ? "sequency," : "", self->name);
  for (guint64 done = 0; done < self->to.cols;)
    {
      gsize n = MIN (BLOCK, self->to.cols - done);

      if (!read_values (self, done, n, values, error))
        return FALSE;
      for (gsize i = 0; i < n; i++)
        {
          g_string_append_printf (text, "%" G_GUINT64_FORMAT ",", done + i);
          if (self->sequency)
            g_string_append_printf (text, "%" G_GUINT64_FORMAT ",", ondes_walsh_sequency (self->order, bits, done + i));
          append_value (text, self->to.type, values, i);
          g_string_append_c (text, '\n');
        }
      if (!write_out (self, text, error))
        return FALSE;
      done += n;
    }
  return TRUE;
}

static gboolean
write_text (CsvSink *self,
            void    *values,
            GString *text,
            GError **error)
{
  return (self->name != NULL ? write_vector : write_matrix) (self, values, text, error) && write_out (self, text, error);
}

static gboolean
csv_finish (OndesSink *sink,
            GError   **error)
{
  CsvSink *self = (CsvSink *) sink;
  g_autofree void *values = g_malloc (BLOCK * ondes_type_bytes (self->to.type, 1));
  g_autoptr (GString) text = g_string_sized_new (1 << 16);

  /* Measure the text first only if it might not fit. */
  self->measuring = !ondes_out_file_check (self->file, text_bytes (self, widest (self->to.type)), NULL);
  self->measured = 0;
  if (self->measuring)
    {
      if (!write_text (self, values, text, error) || !ondes_out_file_check (self->file, self->measured, error))
        return FALSE;
      self->measuring = FALSE;
    }
  return write_text (self, values, text, error) && ondes_out_file_commit (self->file, error);
}

static void
csv_free (OndesSink *sink)
{
  CsvSink *self = (CsvSink *) sink;

  g_clear_pointer (&self->to.file, ondes_out_file_free);
  g_clear_pointer (&self->file, ondes_out_file_free);
  ondes_table_clear (&self->table);
  g_free (self->name);
  g_free (self->to.path);
  g_free (self);
}

static CsvSink *
csv_new (const char *path)
{
  static const OndesSinkClass klass = { csv_begin, ondes_file_sink_put, csv_finish, csv_free };
  CsvSink *self = g_new0 (CsvSink, 1);

  self->to.sink.klass = &klass;
  self->to.path = g_strdup (path);
  return self;
}

OndesSink *
ondes_csv_sink_new (const char       *path,
                    const OndesTable *table)
{
  CsvSink *self = csv_new (path);

  ondes_table_copy (&self->table, table);
  return &self->to.sink;
}

OndesSink *
ondes_csv_sink_new_vector (const char *path,
                           const char *name,
                           gboolean    sequency,
                           OndesOrder  order)
{
  CsvSink *self = csv_new (path);

  self->name = g_strdup (name);
  self->sequency = sequency;
  self->order = order;
  return &self->to.sink;
}
