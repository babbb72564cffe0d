/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results in parts: each value is in one part, all parts together have the bits of the whole, and files that are not the parts of
 * one result, whole and all of them, are refused before the output takes its place. */
#include <math.h>
#include <string.h>

#include "engine/array-sink.h"
#include "engine/compute.h"
#include "io/result-parts.h"
#include "transform/cwt.h"
#include "folder.h"

#define ROWS    3
#define MOST    16
#define WINDOWS ((1 << 22) * 2 + 123456) /* samples that the processor computes in some windows (cwt-run.c) */

/* An array that knows scaled() if @klass says so, and counts. */
typedef struct
{
  OndesSink       sink;
  OndesArraySink *array;
  int             exponent;
  guint           begun, put, finished;
} Spy;

static gboolean
spy_begin (OndesSink *sink,
           OndesType  type,
           guint64    rows,
           guint64    cols,
           GError   **error)
{
  Spy *self = (Spy *) sink;

  self->begun++;
  return self->array->sink.klass->begin (&self->array->sink, type, rows, cols, error);
}

static gboolean
spy_put (OndesSink       *sink,
         const OndesRect *where,
         const void      *data,
         gsize            stride_bytes,
         gboolean         final,
         GError         **error)
{
  Spy *self = (Spy *) sink;

  g_assert_true (final);
  self->put++;
  return self->array->sink.klass->put (&self->array->sink, where, data, stride_bytes, final, error);
}

static gboolean
spy_finish (OndesSink *sink,
            GError   **error)
{
  ((Spy *) sink)->finished++;
  return TRUE;
}

static void
spy_free (OndesSink *sink)
{
}

static void
spy_scaled (OndesSink *sink,
            int        exponent)
{
  ((Spy *) sink)->exponent = exponent;
}

static void
spy_init (Spy     *self,
          gboolean scales)
{
  static const OndesSinkClass plain = { .begin = spy_begin, .put = spy_put, .finish = spy_finish, .free = spy_free };
  static const OndesSinkClass scaled = { .begin = spy_begin, .put = spy_put, .finish = spy_finish, .free = spy_free,
                                         .scaled = spy_scaled };

  *self = (Spy) { .sink = { scales ? &scaled : &plain }, .array = ondes_array_sink_new () };
}

static void
spy_clear (Spy *self)
{
  ondes_sink_free (&self->array->sink);
}

static void
assert_equal (const Spy *a,
              const Spy *b)
{
  g_assert_cmpint (a->array->type, ==, b->array->type);
  g_assert_cmpint (a->exponent, ==, b->exponent);
  g_assert_cmpmem (a->array->data, ondes_type_bytes (a->array->type, a->array->rows * a->array->cols), b->array->data,
                   ondes_type_bytes (b->array->type, b->array->rows * b->array->cols));
}

/* The files of @n parts in a folder. */
typedef struct
{
  char            *paths[MOST + 1];
  OndesResultParts parts;
} Files;

static void
files_init (Files         *self,
            const Fixture *fixture,
            guint          n)
{
  *self = (Files) { .parts = { n, n, (const char *const *) self->paths } };
  for (guint k = 0; k < n; k++)
    self->paths[k] = g_strdup_printf ("%s.%u", fixture->path, k);
}

static void
files_clear (Files *self)
{
  for (guint k = 0; k < self->parts.n; k++)
    {
      g_unlink (self->paths[k]);
      g_free (self->paths[k]);
    }
}

static OndesRequest *
make_request (OndesSource *source,
              guint64      columns,
              OndesPooling pool)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("2,3,5", 0, NULL);
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (GError) error = NULL;
  OndesRequest *request;

  options.precision = ONDES_PRECISION_SINGLE;
  options.quantity = ONDES_QUANTITY_MAGNITUDE;
  options.pool = pool;
  spec = ondes_cwt_new (&options, scales, &error);
  g_assert_no_error (error);
  request = ondes_request_new_of (spec, source, &(OndesView) { .count = source->n, .columns = (guint) columns }, &error);
  g_assert_no_error (error);
  return request;
}

static OndesSource *
make_noise (gsize  n,
            double amplitude)
{
  g_autofree float *samples = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    samples[i] = (float) (g_test_rand_double_range (-1, 1) * amplitude);
  return ondes_array_source_new (ONDES_F32, samples, n, 1000);
}

/* Puts windows of random widths, each into those of @sinks that want it, which is one. None is wider than half of the columns, so
 * that both of two parts have some. */
static void
put_windows (OndesSink *const *sinks,
             guint             n,
             const char       *values,
             const Spy        *of)
{
  const guint64 cols = of->array->cols;
  const gsize element = ondes_type_bytes (of->array->type, 1);
  GError *error = NULL;

  for (guint64 col = 0, width; col < cols; col += width)
    {
      const guint64 asked = (guint64) g_test_rand_int_range (1, MAX ((gint32) cols / 2, 1) + 1);
      guint wanted = 0;

      width = MIN (cols - col, asked);
      for (guint k = 0; k < n; k++)
        if (ondes_sink_wants (sinks[k], &(OndesRect) { 0, ROWS, col, width }))
          {
            const guint64 cut = (guint64) g_test_rand_int_range (0, ROWS + 1); /* a window may come in pieces */

            sinks[k]->klass->put (sinks[k], &(OndesRect) { 0, cut, col, width }, values + col * element, cols * element, TRUE,
                                  &error);
            g_assert_no_error (error);
            sinks[k]->klass->put (sinks[k], &(OndesRect) { cut, ROWS - cut, col, width }, values + (cut * cols + col) * element,
                                  cols * element, TRUE, &error);
            g_assert_no_error (error);
            wanted++;
          }
      g_assert_cmpuint (wanted, ==, 1);
    }
}

/* Writes parts of random values, which @whole gets too. */
static void
write_parts (Files     *files,
             Spy       *whole,
             OndesType  type,
             guint64    cols,
             int        exponent)
{
  OndesSink *sinks[MOST];
  OndesResultParts parts = files->parts;
  const gsize bytes = ondes_type_bytes (type, ROWS * cols);
  g_autofree guint8 *values = g_malloc (bytes);
  GError *error = NULL;

  for (gsize i = 0; i < bytes; i++)
    values[i] = (guint8) g_test_rand_int ();
  whole->exponent = exponent;
  g_assert_true (spy_begin (&whole->sink, type, ROWS, cols, &error));
  g_assert_true (spy_put (&whole->sink, &(OndesRect) { 0, ROWS, 0, cols }, values, ondes_type_bytes (type, cols), TRUE, &error));
  for (parts.k = 0; parts.k < parts.n; parts.k++)
    {
      g_unlink (files->paths[parts.k]);
      sinks[parts.k] = ondes_result_parts_sink (&parts, TRUE);
      /* begun anew, as after an engine that failed */
      for (guint i = 0; i < 2; i++)
        {
          sinks[parts.k]->klass->scaled (sinks[parts.k], i == 0 ? 7 : exponent);
          g_assert_true (sinks[parts.k]->klass->begin (sinks[parts.k], i == 0 ? ONDES_F32 : type, ROWS, cols, &error));
        }
    }
  put_windows (sinks, parts.n, (const char *) values, whole);
  for (guint k = 0; k < parts.n; k++)
    {
      g_assert_false (g_file_test (files->paths[k], G_FILE_TEST_EXISTS));
      g_assert_true (ondes_sink_finish (sinks[k], &error));
      g_assert_no_error (error);
      ondes_sink_free (sinks[k]);
    }
}

static void
test_bits (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (OndesSource) source = make_noise (3000, 1);

  for (guint i = 0; i < 60; i++)
    {
      const guint64 cols = (guint64) g_test_rand_int_range (1, 200);
      const int exponent = g_test_rand_int_range (-300, 300);
      g_autoptr (OndesRequest) request = make_request (source, cols, ONDES_POOL_LARGEST);
      g_autoptr (GError) error = NULL;
      Files files;
      Spy whole, read;

      spy_init (&whole, TRUE);
      spy_init (&read, TRUE);
      files_init (&files, fixture, (guint) g_test_rand_int_range (1, MOST + 1));
      write_parts (&files, &whole, i % 2 ? ONDES_F32 : ONDES_F64, cols, exponent);
      g_assert_true (ondes_result_parts_read (&files.parts, request, &read.sink, NULL, &error));
      g_assert_no_error (error);
      assert_equal (&read, &whole);
      g_assert_cmpuint (read.begun, ==, 1);
      g_assert_cmpuint (read.finished, ==, 1);
      files_clear (&files);
      spy_clear (&whole);
      spy_clear (&read);
    }
}

/* The parts are refused by a sentence about the file of @about, or about any. */
static void
refuse (const Files  *files,
        OndesRequest *request,
        const char   *about)
{
  g_autoptr (GError) error = NULL;
  Spy read;

  spy_init (&read, TRUE);
  g_assert_false (ondes_result_parts_read (&files->parts, request, &read.sink, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  if (about != NULL)
    g_assert_true (g_str_has_prefix (error->message, about));
  g_assert_cmpuint (read.finished, ==, 0);
  spy_clear (&read);
}

static void
write_file (const char *path,
            const char *data,
            gsize       n)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, data, (gssize) n, &error);
  g_assert_no_error (error);
}

/* Every byte of a file counts, and so do its end and what follows it. */
static void
test_damaged (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OndesSource) source = make_noise (3000, 1);
  g_autoptr (OndesRequest) request = make_request (source, 9, ONDES_POOL_LARGEST);
  g_autofree char *right = NULL, *wrong = NULL;
  const char *path;
  Files files;
  Spy whole;
  gsize n;

  spy_init (&whole, TRUE);
  files_init (&files, fixture, 2);
  write_parts (&files, &whole, ONDES_F32, 9, 3);
  path = files.paths[g_test_rand_int_range (0, 2)];
  g_assert_true (g_file_get_contents (path, &right, &n, NULL));
  wrong = g_malloc (n + 5);
  memcpy (wrong, right, n);
  memcpy (wrong + n, "# o\n", 5);
  for (gsize i = 0; i < n; i++)
    {
      wrong[i] = (char) (right[i] ^ 1 << g_test_rand_int_range (0, 8));
      write_file (path, wrong, n);
      refuse (&files, request, NULL);
      wrong[i] = right[i];
      write_file (path, wrong, i);
      refuse (&files, request, path);
    }
  write_file (path, wrong, n + 4);
  refuse (&files, request, path);
  g_unlink (path);
  refuse (&files, request, path);
  files_clear (&files);
  spy_clear (&whole);
}

/* Parts in another order, one of them twice, and those of other results. */
static void
test_foreign (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OndesSource) source = make_noise (3000, 1);
  g_autoptr (OndesRequest) request = make_request (source, 40, ONDES_POOL_LARGEST);
  g_autoptr (OndesRequest) wider = make_request (source, 41, ONDES_POOL_LARGEST);
  g_autofree char *first = NULL, *second = NULL, *louder = NULL, *of_double = NULL;
  gsize n[4];
  Files files;
  Spy whole, read;

  spy_init (&whole, TRUE);
  spy_init (&read, TRUE);
  files_init (&files, fixture, 2);
  write_parts (&files, &whole, ONDES_F32, 40, 4);
  g_assert_true (g_file_get_contents (files.paths[1], &louder, &n[2], NULL));
  write_parts (&files, &whole, ONDES_F64, 40, 3);
  g_assert_true (g_file_get_contents (files.paths[1], &of_double, &n[3], NULL));
  write_parts (&files, &whole, ONDES_F32, 40, 3);
  g_assert_true (g_file_get_contents (files.paths[0], &first, &n[0], NULL));
  g_assert_true (g_file_get_contents (files.paths[1], &second, &n[1], NULL));
  g_assert_true (ondes_result_parts_read (&files.parts, request, &read.sink, NULL, NULL));
  refuse (&files, wider, files.paths[0]);
  write_file (files.paths[1], louder, n[2]);
  refuse (&files, request, files.paths[1]);
  write_file (files.paths[1], of_double, n[3]);
  refuse (&files, request, files.paths[1]);
  write_file (files.paths[1], first, n[0]);
  refuse (&files, request, files.paths[1]);
  write_file (files.paths[0], second, n[1]);
  refuse (&files, request, files.paths[0]);
  files_clear (&files);
  spy_clear (&whole);
  spy_clear (&read);
}

/* Computes the parts as processes would that have other numbers of threads. Returns the bytes of all files. */
static guint64
compute_parts (const Files  *files,
               OndesRequest *request,
               gboolean      scales)
{
  OndesResultParts parts = files->parts;
  guint64 bytes = 0;

  for (parts.k = parts.n; parts.k-- > 0;)
    {
      OndesComputer *computer = ondes_computer_new ("cpu", 0, 1 + parts.k % 3);
      g_autoptr (OndesSink) sink = ondes_result_parts_sink (&parts, scales);
      g_autoptr (GError) error = NULL;
      GStatBuf info;

      g_assert_true (ondes_computer_is_cpu (computer));
      g_assert_true (ondes_compute (computer, request, sink, NULL, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpint (g_stat (files->paths[parts.k], &info), ==, 0);
      bytes += (guint64) info.st_size;
      ondes_computer_free (computer);
    }
  return bytes;
}

/* What the processor computes window by window: each of them is in one part. */
static void
check_computed (Fixture      *fixture,
                OndesRequest *request,
                gboolean      scales)
{
  static const guint counts[] = { 1, 2, 3, 16 };
  OndesComputer *computer = ondes_computer_new ("cpu", 0, 2);
  g_autoptr (GError) error = NULL;
  guint64 values, bytes;
  Files files;
  Spy whole, read;

  spy_init (&whole, scales);
  g_assert_true (ondes_compute (computer, request, &whole.sink, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (whole.put, >=, 3);
  values = ondes_type_bytes (whole.array->type, whole.array->rows * whole.array->cols);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      spy_init (&read, scales);
      files_init (&files, fixture, counts[i]);
      bytes = compute_parts (&files, request, scales);
      g_assert_cmpuint (bytes, >=, values);
      g_assert_cmpuint (bytes, <, values + 100 * (whole.put + counts[i]));
      g_assert_true (ondes_result_parts_read (&files.parts, request, &read.sink, NULL, &error));
      g_assert_no_error (error);
      assert_equal (&read, &whole);
      files_clear (&files);
      spy_clear (&read);
    }
  spy_clear (&whole);
  ondes_computer_free (computer);
}

static void
compute_noise (Fixture *fixture,
               double   amplitude)
{
  g_autoptr (OndesSource) source = make_noise (WINDOWS, amplitude);
  g_autoptr (OndesRequest) largest = make_request (source, 200, ONDES_POOL_LARGEST);
  g_autoptr (OndesRequest) rms = make_request (source, 77, ONDES_POOL_RMS);

  check_computed (fixture, largest, TRUE);
  check_computed (fixture, rms, FALSE);
}

static void
test_computed (Fixture      *fixture,
               gconstpointer data)
{
  compute_noise (fixture, 1);
}

/* Their values are scaled for single precision, or come in double precision to a sink that does not scale. */
static void
test_faint (Fixture      *fixture,
            gconstpointer data)
{
  compute_noise (fixture, 1e-40);
}

#define ADD(path, test) g_test_add ("/ondes/result-parts/" path, Fixture, NULL, folder_set_up, test, folder_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("have-each-value-once", test_bits);
  ADD ("damaged-ones-are-refused", test_damaged);
  ADD ("of-other-results-are-refused", test_foreign);
  ADD ("have-the-bits-of-the-whole", test_computed);
  ADD ("of-faint-recordings", test_faint);
  return g_test_run ();
}
