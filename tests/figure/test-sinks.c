/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sinks write, read back by this file's own reading of the formats. */
#include <locale.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "io/file-sinks.h"
#include "io/zip.h"
#include "folder.h"

static const OndesType types[] = { ONDES_U8, ONDES_I32, ONDES_I64, ONDES_F32, ONDES_F64, ONDES_C64, ONDES_C128 };

/* Any bits for integers; for the rest numbers over all magnitudes. */
static void *
random_values (OndesType type,
               gsize     n)
{
  gsize bytes = ondes_type_bytes (type, n);
  guint8 *data = g_malloc (bytes);

  for (gsize i = 0; i < bytes; i++)
    data[i] = g_test_rand_int_range (0, 256);
  if (type == ONDES_F32 || type == ONDES_C64)
    for (gsize i = 0; i < bytes / 4; i++)
      ((float *) data)[i] = ldexpf (g_test_rand_double_range (-1, 1), g_test_rand_int_range (-120, 120));
  if (type == ONDES_F64 || type == ONDES_C128)
    for (gsize i = 0; i < bytes / 8; i++)
      ((double *) data)[i] = ldexp (g_test_rand_double_range (-1, 1), g_test_rand_int_range (-1000, 1000));
  return data;
}

/* Tiles of random widths, time-major, rows cut in two; each from a buffer with a stride of its own. */
static void
put_all (OndesSink  *sink,
         OndesType   type,
         const char *values,
         guint64     rows,
         guint64     cols)
{
  gsize element = ondes_type_bytes (type, 1);
  g_autoptr (GError) error = NULL;

  for (guint64 col = 0; col < cols;)
    {
      guint64 asked = g_test_rand_int_range (1, 2 + cols), width = MIN (cols - col, asked);
      guint64 cut = g_test_rand_int_range (0, rows + 1);
      guint64 ends[3] = { 0, cut, rows };

      for (guint part = 0; part < 2; part++)
        {
          OndesRect where = { ends[part], ends[part + 1] - ends[part], col, width };
          gsize stride = width * element + element * g_test_rand_int_range (0, 3);
          g_autofree char *tile = g_malloc0 (stride * MAX (where.rows, 1));

          if (where.rows == 0)
            continue;
          for (guint64 r = 0; r < where.rows; r++)
            memcpy (tile + r * stride, values + ((where.row0 + r) * cols + col) * element, width * element);
          sink->klass->put (sink, &where, tile, stride, TRUE, &error);
          g_assert_no_error (error);
        }
      col += width;
    }
}

static char *
read_all (const char *path,
          gsize      *n)
{
  char *data;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &data, n, &error);
  g_assert_no_error (error);
  return data;
}

/* The values of a version 1 .npy of this descr and shape. */
static const char *
npy_values (const char *data,
            gsize       n,
            const char *descr,
            const char *shape,
            gsize      *bytes)
{
  guint length;
  g_autofree char *expected = g_strdup_printf ("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, shape);

  g_assert_cmpuint (n, >, 10);
  g_assert_cmpmem (data, 8, "\x93NUMPY\x01\x00", 8);
  length = (guint8) data[8] | (guint8) data[9] << 8;
  g_assert_cmpuint ((10 + length) % 64, ==, 0);
  g_assert_cmpuint (n, >=, 10 + length);
  g_assert_cmpint (data[10 + length - 1], ==, '\n');
  g_assert_cmpmem (data + 10, strlen (expected), expected, strlen (expected));
  for (guint i = 10 + strlen (expected); i < 10 + length - 1; i++)
    g_assert_cmpint (data[i], ==, ' ');
  *bytes = n - 10 - length;
  return data + 10 + length;
}

static const char *
descr_of (OndesType type)
{
  static const char *const descrs[] = { [ONDES_U8] = "|u1",  [ONDES_I32] = "<i4", [ONDES_I64] = "<i8",  [ONDES_F32] = "<f4",
                                        [ONDES_F64] = "<f8", [ONDES_C64] = "<c8", [ONDES_C128] = "<c16" };

  return descrs[type];
}

static void
test_npy (Fixture      *fixture,
          gconstpointer ending)
{
  for (guint round = 0; round < 5 * G_N_ELEMENTS (types); round++)
    {
      OndesType type = types[round % G_N_ELEMENTS (types)];
      guint64 rows = g_test_rand_int_range (1, 9), cols = g_test_rand_int_range (1, 200);
      g_autofree char *values = random_values (type, rows * cols), *file = NULL;
      g_autofree char *shape = g_strdup_printf ("(%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ")", rows, cols);
      g_autoptr (OndesSink) sink = ondes_npy_sink_new (fixture->path);
      g_autoptr (GError) error = NULL;
      const char *got;
      gsize n, bytes;

      sink->klass->begin (sink, type, rows, cols, &error);
      g_assert_no_error (error);
      put_all (sink, type, values, rows, cols);
      ondes_sink_finish (sink, &error);
      g_assert_no_error (error);
      file = read_all (fixture->path, &n);
      got = npy_values (file, n, descr_of (type), shape, &bytes);
      g_assert_cmpmem (got, bytes, values, ondes_type_bytes (type, rows * cols));
    }
}

static void
test_begin_again (Fixture      *fixture,
                  gconstpointer ending)
{
  static const double before[6] = { 1, 2, 3, 4, 5, 6 };
  static const float after[2] = { 7, 8 };
  g_autoptr (OndesSink) sink = ondes_npy_sink_new (fixture->path);
  g_autofree char *file = NULL;
  gsize n, bytes;

  g_assert_true (sink->klass->begin (sink, ONDES_F64, 2, 3, NULL));
  put_all (sink, ONDES_F64, (const char *) before, 2, 3);
  g_assert_true (sink->klass->begin (sink, ONDES_F32, 1, 2, NULL));
  put_all (sink, ONDES_F32, (const char *) after, 1, 2);
  g_assert_true (ondes_sink_finish (sink, NULL));
  file = read_all (fixture->path, &n);
  g_assert_cmpmem (npy_values (file, n, "<f4", "(1, 2)", &bytes), bytes, after, sizeof after);
}

/* Facts beside the values. */
typedef struct
{
  OndesTable table;
  double     frequencies[8], scales[8], coi[8];
} Facts;

static void
random_facts (Facts  *facts,
              guint   rows,
              guint64 columns,
              guint64 samples_a_column)
{
  for (guint i = 0; i < rows; i++)
    {
      facts->frequencies[i] = g_test_rand_double_range (0, 2e4);
      facts->scales[i] = g_test_rand_double_range (0, 1e3);
      facts->coi[i] = g_test_rand_double ();
    }
  facts->table = (OndesTable) {
    .rows = rows,
    .frequencies_hz = facts->frequencies,
    .scales = facts->scales,
    .coi_s = facts->coi,
    .first = g_test_rand_int_range (0, 100000),
    .count = columns * samples_a_column + (samples_a_column > 1 ? g_test_rand_int_range (0, columns) : 0),
    .columns = columns,
    .rate_hz = g_test_rand_double_range (1, 48000),
    .time_unit = "s",
    .unit = "µV",
    .spec = "--scales 1:8 “ω₀”",
  };
}

static double
expected_time (const OndesTable *table,
               guint64           column)
{
  guint64 begin = column * table->count / table->columns, end = (column + 1) * table->count / table->columns;
  double sum = 0;

  for (guint64 t = begin; t < end; t++)
    sum += table->first + t;
  return sum / (end - begin) / table->rate_hz;
}

static void
assert_close (double a,
              double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 4 * DBL_EPSILON * fabs (b));
}

static guint32
read_le (const char *at,
         guint       bytes)
{
  guint32 value = 0;

  for (guint i = 0; i < bytes; i++)
    value |= (guint32) (guint8) at[i] << 8 * i;
  return value;
}

/* A bit at a time, as APPNOTE tells. */
static guint32
slow_crc (const char *data,
          gsize       n)
{
  guint32 crc = 0xffffffff;

  for (gsize i = 0; i < n; i++)
    {
      crc ^= (guint8) data[i];
      for (guint bit = 0; bit < 8; bit++)
        crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
  return ~crc;
}

/* A stored member, found through the directory; every header checked against it. */
static const char *
member (const char *zip,
        gsize       n,
        const char *name,
        gsize      *bytes)
{
  const char *end = zip + n - 22;
  guint count = read_le (end + 10, 2);
  const char *entry = zip + read_le (end + 16, 4);

  g_assert_cmpuint (read_le (end, 4), ==, 0x06054b50);
  g_assert_cmpuint (read_le (end + 16, 4) + read_le (end + 12, 4), ==, n - 22);
  for (guint i = 0; i < count; i++)
    {
      guint length = read_le (entry + 28, 2), extra = read_le (entry + 30, 2);
      const char *local = zip + read_le (entry + 42, 4);

      g_assert_cmpuint (read_le (entry, 4), ==, 0x02014b50);
      g_assert_cmpuint (read_le (local, 4), ==, 0x04034b50);
      g_assert_cmpuint (read_le (entry + 10, 2), ==, 0);
      g_assert_cmpmem (local + 6, 22, entry + 8, 22); /* flags to name length */
      g_assert_cmpmem (local + 30, length, entry + 46, length);
      if (strlen (name) == length && memcmp (entry + 46, name, length) == 0)
        {
          const char *data = local + 30 + length + read_le (local + 28, 2);

          *bytes = read_le (entry + 24, 4);
          g_assert_cmpuint (read_le (entry + 16, 4), ==, slow_crc (data, *bytes));
          return data;
        }
      entry += 46 + length + extra;
    }
  g_test_message ("no member %s", name);
  g_assert_not_reached ();
}

static void
assert_numbers (const char   *zip,
                gsize         n,
                const char   *name,
                const double *expected,
                guint         count)
{
  gsize bytes, size;
  const char *data = member (zip, n, name, &size), *values;
  g_autofree char *shape = g_strdup_printf ("(%u,)", count);

  values = npy_values (data, size, "<f8", count == 0 ? "()" : shape, &bytes);
  g_assert_cmpmem (values, bytes, expected, MAX (count, 1) * sizeof (double));
}

static void
assert_text (const char *zip,
             gsize       n,
             const char *name,
             const char *expected)
{
  gsize bytes, size;
  glong length;
  g_autofree gunichar *wide = g_utf8_to_ucs4_fast (expected, -1, &length);
  g_autofree char *descr = g_strdup_printf ("<U%ld", length);
  const char *data = member (zip, n, name, &size), *values = npy_values (data, size, descr, "()", &bytes);

  g_assert_cmpmem (values, bytes, wide, length * 4);
}

static void
test_npz (Fixture      *fixture,
          gconstpointer ending)
{
  for (guint round = 0; round < 3 * G_N_ELEMENTS (types); round++)
    {
      OndesType type = types[round % G_N_ELEMENTS (types)];
      guint64 rows = g_test_rand_int_range (1, 9), cols = g_test_rand_int_range (1, 20000);
      g_autofree char *values = random_values (type, rows * cols), *file = NULL;
      g_autofree char *shape = g_strdup_printf ("(%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ")", rows, cols);
      g_autofree char *one = g_strdup_printf ("(%" G_GUINT64_FORMAT ",)", cols);
      g_autoptr (OndesSink) sink = NULL;
      g_autoptr (GError) error = NULL;
      const char *data, *got;
      const double *times;
      gsize n, size, bytes;
      Facts facts;

      random_facts (&facts, rows, cols, 1 + round % 3);
      sink = ondes_npz_sink_new (fixture->path, &facts.table);
      sink->klass->begin (sink, type, rows, cols, &error);
      g_assert_no_error (error);
      put_all (sink, type, values, rows, cols);
      ondes_sink_finish (sink, &error);
      g_assert_no_error (error);

      file = read_all (fixture->path, &n);
      data = member (file, n, "values.npy", &size);
      got = npy_values (data, size, descr_of (type), shape, &bytes);
      g_assert_cmpmem (got, bytes, values, ondes_type_bytes (type, rows * cols));
      assert_numbers (file, n, "scales.npy", facts.scales, rows);
      assert_numbers (file, n, "frequencies_hz.npy", facts.frequencies, rows);
      assert_numbers (file, n, "coi_s.npy", facts.coi, rows);
      assert_numbers (file, n, "rate_hz.npy", &facts.table.rate_hz, 0);
      assert_text (file, n, "spec.npy", facts.table.spec);
      assert_text (file, n, "time_unit.npy", "s");
      assert_text (file, n, "unit.npy", "µV");
      data = member (file, n, "times_s.npy", &size);
      times = g_memdup2 (npy_values (data, size, "<f8", one, &bytes), cols * 8);
      g_assert_cmpuint (bytes, ==, cols * 8);
      for (guint64 j = 0; j < cols; j++)
        assert_close (times[j], expected_time (&facts.table, j));
      g_free ((void *) times);
    }
}

/* A member of 4 GiB and one behind it: only a hole is written. */
static void
test_zip64 (Fixture      *fixture,
            gconstpointer ending)
{
  const guint64 big = G_GUINT64_CONSTANT (1) << 32;
  g_autoptr (OndesOutFile) file = NULL;
  g_autoptr (OndesZip) zip = NULL;
  g_autofree char *tail = g_malloc (1024);
  char head[64];
  guint64 at, directory;

  if (!g_test_slow ())
    {
      g_test_skip ("reads four gigabytes of zeroes; run with -m slow");
      return;
    }
  file = ondes_out_file_new (fixture->path, NULL);
  zip = ondes_zip_new (file);
  at = ondes_zip_begin (zip, "hole", big, NULL);
  g_assert_cmpuint (at, ==, 30 + 4 + 20);
  g_assert_true (ondes_out_file_pwrite (file, "", 1, at + big - 1, NULL));
  g_assert_true (ondes_zip_end (zip, NULL));
  g_assert_true (ondes_zip_add (zip, "end", "1", 1, NULL));
  g_assert_true (ondes_zip_finish (zip, NULL));

  g_assert_true (ondes_out_file_pread (file, head, sizeof head, 0, NULL));
  g_assert_cmpuint (read_le (head + 14, 4), ==, 0xd202ef8d); /* of 2³² zeroes, as of one: the period is 2³² − 1 */
  g_assert_cmpuint (read_le (head + 18, 4), ==, 0xffffffff);
  g_assert_cmpuint (read_le (head + 34, 2), ==, 1);
  g_assert_cmpuint (read_le (head + 38, 4), ==, 0);
  g_assert_cmpuint (read_le (head + 42, 4), ==, 1);
  directory = at + big + 30 + 3 + 1;
  g_assert_true (ondes_out_file_pread (file, tail, 46 + 4 + 20 + 46 + 3 + 12 + 56 + 20 + 22, directory, NULL));
  g_assert_cmpuint (read_le (tail, 4), ==, 0x02014b50);
  g_assert_cmpuint (read_le (tail + 46 + 4 + 4, 4), ==, 0); /* size, low and high */
  g_assert_cmpuint (read_le (tail + 46 + 4 + 8, 4), ==, 1);
  g_assert_cmpuint (read_le (tail + 70, 4), ==, 0x02014b50);
  g_assert_cmpuint (read_le (tail + 70 + 42, 4), ==, 0xffffffff);
  g_assert_cmpuint (read_le (tail + 70 + 49 + 8, 4), ==, 1); /* offset, high */
  g_assert_cmpuint (read_le (tail + 131, 4), ==, 0x06064b50);
  g_assert_cmpuint (read_le (tail + 131 + 48, 4), ==, (guint32) directory);
  g_assert_cmpuint (read_le (tail + 131 + 52, 4), ==, 1);
  g_assert_cmpuint (read_le (tail + 187, 4), ==, 0x07064b50);
  g_assert_cmpuint (read_le (tail + 207, 4), ==, 0x06054b50);
}

/* The number at *text, which ends at a comma, a line's end or where @also stands; moved past it. */
static double
take_number (const char **text)
{
  char *end;
  double value = g_ascii_strtod (*text, &end);

  g_assert_true (end != *text);
  *text = end;
  return value;
}

static void
test_csv (Fixture      *fixture,
          gconstpointer ending)
{
  for (guint round = 0; round < 3 * G_N_ELEMENTS (types); round++)
    {
      OndesType type = types[round % G_N_ELEMENTS (types)];
      guint64 rows = g_test_rand_int_range (1, 5), cols = g_test_rand_int_range (1, 9000);
      g_autofree char *values = random_values (type, rows * cols), *file = NULL;
      g_autoptr (OndesSink) sink = NULL;
      g_autoptr (GError) error = NULL;
      g_auto (GStrv) lines = NULL;
      gsize n;
      Facts facts;

      random_facts (&facts, rows, cols, 1 + round % 2);
      sink = ondes_csv_sink_new (fixture->path, &facts.table);
      sink->klass->begin (sink, type, rows, cols, &error);
      g_assert_no_error (error);
      put_all (sink, type, values, rows, cols);
      ondes_sink_finish (sink, &error);
      g_assert_no_error (error);

      file = read_all (fixture->path, &n);
      lines = g_strsplit (file, "\n", -1);
      g_assert_cmpuint (g_strv_length (lines), ==, rows + 2);
      g_assert_cmpstr (lines[rows + 1], ==, "");
      for (guint64 r = 0; r <= rows; r++)
        {
          const char *at = lines[r];

          if (r > 0)
            g_assert_cmpfloat (take_number (&at), ==, facts.frequencies[r - 1]);
          for (guint64 j = 0; j < cols; j++)
            {
              gsize i = (r - 1) * cols + j;

              g_assert_cmpint (*at++, ==, ',');
              if (r == 0)
                assert_close (take_number (&at), expected_time (&facts.table, j));
              else if (type == ONDES_F32)
                g_assert_cmpfloat ((float) take_number (&at), ==, ((float *) values)[i]);
              else if (type == ONDES_F64)
                g_assert_cmpfloat (take_number (&at), ==, ((double *) values)[i]);
              else if (type == ONDES_C64 || type == ONDES_C128)
                {
                  double re = take_number (&at), im;

                  g_assert_true (*at == '+' || *at == '-');
                  im = take_number (&at);
                  g_assert_cmpint (*at++, ==, 'j');
                  if (type == ONDES_C64)
                    {
                      g_assert_cmpfloat ((float) re, ==, ((float *) values)[2 * i]);
                      g_assert_cmpfloat ((float) im, ==, ((float *) values)[2 * i + 1]);
                    }
                  else
                    {
                      g_assert_cmpfloat (re, ==, ((double *) values)[2 * i]);
                      g_assert_cmpfloat (im, ==, ((double *) values)[2 * i + 1]);
                    }
                }
              else
                {
                  gint64 got = g_ascii_strtoll (at, (char **) &at, 10);

                  g_assert_cmpint (got, ==, type == ONDES_U8    ? ((guint8 *) values)[i]
                                            : type == ONDES_I32 ? ((gint32 *) values)[i]
                                                                : ((gint64 *) values)[i]);
                }
            }
          g_assert_cmpint (*at, ==, '\0');
        }
    }
}

static void
test_csv_locale (Fixture      *fixture,
                 gconstpointer ending)
{
  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL && setlocale (LC_NUMERIC, "fr_FR.UTF-8") == NULL)
    {
      g_test_skip ("neither a German nor a French locale is installed");
      return;
    }
  test_csv (fixture, ending);
  setlocale (LC_NUMERIC, "C");
}

static OndesSink *
new_sink (guint       which,
          const char *path,
          guint       rows,
          guint64     cols)
{
  static Facts facts;

  facts.table = (OndesTable) { .rows = rows, .frequencies_hz = facts.frequencies, .scales = facts.scales, .coi_s = facts.coi,
                               .count = cols, .columns = cols, .rate_hz = 1, .time_unit = "s", .unit = "", .spec = "" };
  return which == 0 ? ondes_npy_sink_new (path) : (which == 1 ? ondes_npz_sink_new : ondes_csv_sink_new) (path, &facts.table);
}

/* Freed before its end: nothing is there, and what was there before stays. */
static void
test_unfinished (Fixture      *fixture,
                 gconstpointer ending)
{
  for (guint which = 0; which < 6; which++)
    {
      OndesSink *sink = new_sink (which % 3, fixture->path, 2, 2);
      static const double values[4] = { 1, 2, 3, 4 };

      if (which == 3)
        g_assert_true (g_file_set_contents (fixture->path, "old", 3, NULL));
      g_assert_true (sink->klass->begin (sink, ONDES_F64, 2, 2, NULL));
      put_all (sink, ONDES_F64, (const char *) values, 2, 2);
      ondes_sink_free (sink);
      g_assert_cmpuint (folder_count (fixture->folder), ==, which >= 3 ? 1 : 0);
      if (which >= 3)
        {
          gsize n;
          g_autofree char *text = read_all (fixture->path, &n);

          g_assert_cmpmem (text, n, "old", 3);
        }
    }
}

static void
assert_refused (GError    **error,
                const char *path)
{
  g_assert_error (*error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_true (g_str_has_prefix ((*error)->message, path));
  g_assert_null (strchr ((*error)->message, '\n'));
  g_clear_error (error);
}

static void
test_refused (Fixture      *fixture,
              gconstpointer ending)
{
  g_autofree char *missing = g_build_filename (fixture->folder, "none", "out", NULL);
  static const double value = 1;

  for (guint which = 0; which < 3; which++)
    {
      g_autoptr (GError) error = NULL;
      OndesSink *sink = new_sink (which, missing, 1, 1);

      g_assert_false (sink->klass->begin (sink, ONDES_F64, 1, 1, &error));
      assert_refused (&error, missing);
      ondes_sink_free (sink);

      sink = new_sink (which, fixture->folder, 1, 1);
      g_assert_false (sink->klass->begin (sink, ONDES_F64, 1, 1, &error));
      assert_refused (&error, fixture->folder);
      ondes_sink_free (sink);

      /* More than any disk, and more than a number holds. */
      for (guint shift = 44; shift <= 62; shift += 18)
        {
          sink = new_sink (which, fixture->path, 8, G_GUINT64_CONSTANT (1) << shift);
          g_assert_false (sink->klass->begin (sink, ONDES_C128, 8, G_GUINT64_CONSTANT (1) << shift, &error));
          g_assert_nonnull (strstr (error->message, "bytes"));
          assert_refused (&error, fixture->path);
          ondes_sink_free (sink);
        }

      sink = new_sink (which, "/dev/full", 1, 1);
      g_assert_true (sink->klass->begin (sink, ONDES_F64, 1, 1, &error));
      put_all (sink, ONDES_F64, (const char *) &value, 1, 1);
      g_assert_false (ondes_sink_finish (sink, &error));
      assert_refused (&error, "/dev/full");
      ondes_sink_free (sink);
      g_assert_cmpuint (folder_count (fixture->folder), ==, 0);
    }
}

static void
test_folder_read_only (Fixture      *fixture,
                       gconstpointer ending)
{
  g_autoptr (GError) error = NULL;
  OndesSink *sink;

  g_assert_cmpint (g_chmod (fixture->folder, 0500), ==, 0);
  if (access (fixture->folder, W_OK) == 0)
    {
      g_assert_cmpint (g_chmod (fixture->folder, 0700), ==, 0);
      g_test_skip ("run by one who may write everywhere");
      return;
    }
  sink = new_sink (0, fixture->path, 1, 1);
  g_assert_false (sink->klass->begin (sink, ONDES_F64, 1, 1, &error));
  assert_refused (&error, fixture->path);
  ondes_sink_free (sink);
  g_assert_cmpint (g_chmod (fixture->folder, 0700), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, ending, function) g_test_add (path, Fixture, ending, folder_set_up, function, folder_tear_down_with_file)
  ADD ("/ondes/sinks/npy-holds-the-values", "a.npy", test_npy);
  ADD ("/ondes/sinks/begin-again-forgets-what-came", "a.npy", test_begin_again);
  ADD ("/ondes/sinks/npz-holds-values-and-facts", "a.npz", test_npz);
  ADD ("/ondes/sinks/zip64-past-four-gigabytes", "a.zip", test_zip64);
  ADD ("/ondes/sinks/csv-reads-back-to-the-same-values", "a.csv", test_csv);
  ADD ("/ondes/sinks/csv-has-points-in-any-locale", "a.csv", test_csv_locale);
  ADD ("/ondes/sinks/unfinished-leaves-nothing", "a.out", test_unfinished);
  ADD ("/ondes/sinks/refusals-name-the-path", "a.out", test_refused);
  ADD ("/ondes/sinks/read-only-folder-is-refused", "a.out", test_folder_read_only);
  return g_test_run ();
}
