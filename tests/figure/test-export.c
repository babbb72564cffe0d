/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "../signal/extent-definition.h"
#include "export/command-line.h"
#include "export/export.h"
#include "analysis/extents.h"
#include "io/npy-format.h"
#include "pixels.h"

static void
test_time_returns (void)
{
  for (guint round = 0; round < 200000; round++)
    {
      double rate = round % 3 == 0 ? g_test_rand_int_range (1, 200000)
                    : round % 3 == 1 ? exp (g_test_rand_double_range (-20, 20))
                                     : 44100.0 / g_test_rand_int_range (1, 1000);
      guint64 sample = floor (exp (g_test_rand_double_range (0, log (0x1p40))));
      g_autofree char *text = ondes_export_print_time (sample, rate);

      g_assert_cmpuint (ondes_export_sample (g_ascii_strtod (text, NULL), rate), ==, sample);
    }
}

static void
test_half_open (void)
{
  g_assert_cmpuint (ondes_export_sample (0, 10), ==, 0);
  g_assert_cmpuint (ondes_export_sample (0.3, 10), ==, 3);
  g_assert_cmpuint (ondes_export_sample (0.30001, 10), ==, 4);
  g_assert_cmpuint (ondes_export_sample (0.39999, 10), ==, 4);
  g_assert_cmpuint (ondes_export_sample (0.1, 44100), ==, 4410);
  g_assert_cmpuint (ondes_export_sample (1e300, 44100), ==, G_MAXUINT64);
  g_assert_cmpuint (ondes_export_sample (1e300, 1e300), ==, G_MAXUINT64);
}

static void
test_print_is_short (void)
{
  g_autofree char *half = ondes_export_print_time (8000, 16000), *tenth = ondes_export_print_time (4410, 44100);

  g_assert_cmpstr (half, ==, "0.5");
  g_assert_cmpstr (tenth, ==, "0.1");
}

static void
test_format_from_path (void)
{
  static const char *const bad[] = { "", "-", "png", "a", "a.", "a.jpeg", "a.png.x", "dir.png/a" };
  OndesExportFormat format;

  for (guint i = 0; ondes_export_names[i] != NULL; i++)
    {
      g_autofree char *lower = g_strconcat ("a.b/c.", ondes_export_names[i], NULL), *upper = g_ascii_strup (lower, -1);

      g_assert_true (ondes_export_format_from_path (lower, &format, NULL));
      g_assert_cmpuint (format, ==, i);
      g_assert_true (ondes_export_format_from_path (upper, &format, NULL));
      g_assert_cmpuint (format, ==, i);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ondes_export_format_from_path (bad[i], &format, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
    }
}

static void
test_extents (void)
{
  for (guint round = 0; round < 20; round++)
    {
      guint64 n = g_test_rand_int_range (1, 200000), first = g_test_rand_int_range (0, n), count = n - first;
      guint columns = g_test_rand_int_range (1, 3000);
      g_autofree double *samples = g_new (double, n);
      g_autofree OndesExtent *extents = g_new (OndesExtent, columns);
      g_autoptr (OndesSource) source = NULL;

      for (guint64 t = 0; t < n; t++)
        samples[t] = t % 97 == 5 ? (t % 2 ? NAN : INFINITY) : g_test_rand_double_range (-1, 1);
      source = ondes_array_source_new (ONDES_F64, samples, n, 1);
      g_assert_true (ondes_extents_read (source, (OndesSpan) { first, count }, columns, extents, NULL, NULL));
      for (guint64 j = 0; j < columns; j++)
        {
          guint64 at = j * count / columns, end = MAX ((j + 1) * count / columns, at + 1);

          assert_extent (samples, first + at, first + end, &extents[j]);
        }
    }
}

typedef struct
{
  char           *folder, *input, *output;
  OndesRecording *recording;
  OndesSpec      *spec;
  OndesExport     export;
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer ending)
{
  const guint64 n = 3000;
  g_autoptr (GByteArray) file = ondes_npy_header (ONDES_F64, 1, &n);
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("2:20", 0, NULL);
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("ondes-export-XXXXXX", NULL);
  fixture->input = g_build_filename (fixture->folder, "in put.npy", NULL);
  fixture->output = g_build_filename (fixture->folder, ending, NULL);
  for (guint64 t = 0; t < n; t++)
    {
      double sample = g_test_rand_double_range (-1, 1);

      g_byte_array_append (file, (const guint8 *) &sample, sizeof sample);
    }
  g_assert_true (g_file_set_contents (fixture->input, (const char *) file->data, file->len, NULL));
  fixture->recording = ondes_recording_open (fixture->input, &(OndesReadOptions) { 0 }, NULL, &error);
  g_assert_no_error (error);
  fixture->spec = ondes_cwt_new (&ondes_cwt_options_default, scales, &error);
  g_assert_no_error (error);
  fixture->export = (OndesExport) {
    .recording = fixture->recording,
    .channel = 1,
    .spec = fixture->spec,
    .count = n,
    .columns = 100,
    .display = ondes_display_default,
    .size = ondes_figure_size_default,
    .path = fixture->output,
  };
  if (strchr (ending, '/') == NULL)
    g_assert_true (ondes_export_format_from_path (ending, &fixture->export.format, NULL));
}

static void
tear_down (Fixture      *fixture,
           gconstpointer ending)
{
  ondes_recording_unref (fixture->recording);
  ondes_spec_unref (fixture->spec);
  g_unlink (fixture->input);
  g_unlink (fixture->output);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->input);
  g_free (fixture->output);
}

static void
cancel (double   fraction,
        gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

static void
test_cancelled (Fixture      *fixture,
                gconstpointer ending)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  /* Before it starts, and at the first step of progress. */
  for (guint round = 0; round < 2; round++)
    {
      if (round == 0)
        g_cancellable_cancel (cancellable);
      else
        g_cancellable_reset (cancellable);
      if (!ondes_export_run (&fixture->export, computer, &(OndesWatch) { cancel, cancellable, cancellable }, NULL, &error))
        {
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          g_clear_error (&error);
          g_assert_false (g_file_test (fixture->output, G_FILE_TEST_EXISTS));
        }
      else
        g_assert_cmpuint (round, ==, 1); /* the one step was the last */
    }
}

static void
test_writes (Fixture      *fixture,
             gconstpointer ending)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (GError) error = NULL;
  g_auto (OndesReport) report = { 0 };
  g_autofree char *first = NULL, *second = NULL;
  gsize n_first, n_second;

  ondes_export_run (&fixture->export, computer, NULL, &report, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (report.engine, ==, "cpu");
  g_assert_true (g_file_get_contents (fixture->output, &first, &n_first, NULL));
  ondes_export_run (&fixture->export, computer, NULL, &report, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (fixture->output, &second, &n_second, NULL));
  g_assert_cmpmem (first, n_first, second, n_second); /* the same each time */
}

static void
test_surface (Fixture      *fixture,
              gconstpointer ending)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  cairo_surface_t *surface = NULL;

  ondes_export_run (&fixture->export, computer, NULL, NULL, &error);
  g_assert_no_error (error);
  fixture->export.path = NULL;
  fixture->export.surface = &surface;
  ondes_export_run (&fixture->export, computer, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_pixels_of_png (g_steal_pointer (&surface), fixture->output);

  fixture->export.size.width = 100; /* too small */
  g_assert_false (ondes_export_run (&fixture->export, computer, NULL, NULL, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST);
  g_assert_null (surface);
  g_clear_error (&error);

  fixture->export.size = ondes_figure_size_default;
  g_cancellable_cancel (cancellable);
  g_assert_false (ondes_export_run (&fixture->export, computer, &(OndesWatch) { .cancellable = cancellable }, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (surface);
}

static void
test_missing_folder (Fixture      *fixture,
                     gconstpointer ending)
{
  for (guint format = 0; ondes_export_names[format] != NULL; format++)
    {
      g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
      g_autoptr (GError) error = NULL;
      g_auto (OndesReport) report = { 0 };

      fixture->export.format = format;
      g_assert_false (ondes_export_run (&fixture->export, computer, NULL, &report, &error));
      g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
      g_assert_true (g_str_has_prefix (error->message, fixture->output));
      g_assert_cmpuint (report.statistics.n_methods, ==, 0); /* before anything was computed */
    }
}

static void
test_command (Fixture      *fixture,
              gconstpointer ending)
{
  g_autofree char *plain = NULL, *full = NULL, *expected = NULL;

  fixture->export.path = "out.png";
  fixture->export.columns = 0;
  plain = ondes_export_command (&fixture->export);
  expected =
      g_strdup_printf ("ondes-cli cwt '%s' --scales 2:20 --precision single --quantity magnitude -o out.png", fixture->input);
  g_assert_cmpstr (plain, ==, expected);

  fixture->export.read = (OndesReadOptions) {
    .raw = TRUE,
    .raw_format = { 16, 's', TRUE, 2, 8000.5 },
    .column = 3,
    .time_column = 1,
    .rate_hz = 0.1,
    .time_unit = "a",
    .unit = "m/s²",
    .resample = TRUE,
  };
  fixture->export.channel = 0;
  fixture->export.first = 1;
  fixture->export.count = 10;
  fixture->export.columns = 7;
  fixture->export.display.decibel = FALSE;
  fixture->export.display.cone = FALSE;
  fixture->export.size = (OndesFigureSize) { 640, 480, 1.5, 300, .title = TRUE, .caption = TRUE };
  fixture->export.path = "-";
  full = ondes_export_command (&fixture->export);
  g_free (expected);
  expected =
      g_strdup_printf ("ondes-cli cwt '%s' --raw s16be:8000.5:2 --column 3 --time-column 1 --rate 0.1 --time-unit a "
                       "--unit 'm/s²' --resample --channel mix --from 1 --to 11 --scales 2:20 --precision single "
                       "--quantity magnitude --columns 7 --linear --no-cone --size 640x480 --scale-factor 1.5 --dpi 300 -o - "
                       "--format png",
                       fixture->input);
  g_assert_cmpstr (full, ==, expected);
}

/* Any name comes through a shell as it is: of hostile bytes at random, in UTF-8 and not, and with newlines at its end. */
static void
test_words_through_a_shell (void)
{
  static const char *const pieces[]
    = { "\n", "\xff", "\xc3", "é", "\342\200\256", "'", "\"", "\\", "%", "-", "$(true)", "`", "!",
        ";", " ", "\t", "*", "~", "#", "&", "a", "0", "\033[31m", "{a,b}", "=" };
  g_autoptr (GString) script = g_string_new (NULL), expected = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const char *argv[] = { "/bin/sh", "-c", NULL, NULL };
  g_autofree char *said = NULL;
  int status;

  for (guint i = 0; i < 500; i++)
    {
      g_autoptr (GString) word = g_string_new (NULL);

      for (int n = g_test_rand_int_range (1, 8); n > 0; n--)
        g_string_append (word, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      if (i % 3 == 0)
        g_string_append (word, i % 2 ? "\xff\n" : "\n\n");
      g_string_append (script, "printf '%s\\1' ");
      ondes_line_add_word (script, word->str);
      g_string_append_c (script, '\n');
      g_string_append_printf (expected, "%s\1", word->str);
    }
  argv[2] = script->str;
  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &said, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpmem (said, strlen (said), expected->str, expected->len);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/export/a-printed-time-finds-its-sample", test_time_returns);
  g_test_add_func ("/ondes/export/spans-are-half-open", test_half_open);
  g_test_add_func ("/ondes/export/times-print-short", test_print_is_short);
  g_test_add_func ("/ondes/export/words-through-a-shell", test_words_through_a_shell);
  g_test_add_func ("/ondes/export/ending-tells-the-format", test_format_from_path);
  g_test_add_func ("/ondes/export/extents-are-of-their-samples", test_extents);
#define ADD(path, ending, function) g_test_add (path, Fixture, ending, set_up, function, tear_down)
  ADD ("/ondes/export/command-tells-all", "out.png", test_command);
  ADD ("/ondes/export/missing-folder-is-refused-first", "none/out.png", test_missing_folder);
  ADD ("/ondes/export/png-is-the-same-each-time", "out.png", test_writes);
  ADD ("/ondes/export/a-surface-has-the-pixels-of-the-png", "out.png", test_surface);
  ADD ("/ondes/export/npy-is-the-same-each-time", "out.npy", test_writes);
  ADD ("/ondes/export/npz-is-the-same-each-time", "out.npz", test_writes);
  ADD ("/ondes/export/csv-is-the-same-each-time", "out.csv", test_writes);
  ADD ("/ondes/export/cancelled-png-leaves-nothing", "out.png", test_cancelled);
  ADD ("/ondes/export/cancelled-npz-leaves-nothing", "out.npz", test_cancelled);
  ADD ("/ondes/export/cancelled-csv-leaves-nothing", "out.csv", test_cancelled);
  return g_test_run ();
}
