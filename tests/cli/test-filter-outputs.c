/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What “ondes-cli filter” makes of the filters' outputs: levels over time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli-run.h"

/* Random samples as x.npy; returns them. */
static double *
make_noise (CliFolder *folder,
            guint      n)
{
  double *x = g_new (double, n);

  for (guint i = 0; i < n; i++)
    x[i] = g_test_rand_double_range (-1, 1);
  cli_folder_write_npy (folder, "x.npy", x, n);
  return x;
}

/* Runs a command line of words parted by blanks. */
static CliResult *
run_line (CliFolder  *folder,
          const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 0);
  CliResult *result = cli_run_words (folder, (const char *const *) words);

  g_test_message ("%s: %s", line, result->err);
  return result;
}

static void
run_done (CliFolder  *folder,
          const char *format,
          ...) G_GNUC_PRINTF (2, 3);

static void
run_done (CliFolder  *folder,
          const char *format,
          ...)
{
  g_autofree char *line = NULL;
  g_autoptr (CliResult) result = NULL;
  va_list values;

  va_start (values, format);
  line = g_strdup_vprintf (format, values);
  va_end (values);
  result = run_line (folder, line);
  cli_assert_done (result);
}

/* Cells of a CSV file. */
static GPtrArray *
read_csv (CliFolder  *folder,
          const char *name)
{
  gsize n;
  g_autofree char *text = cli_folder_read (folder, name, &n), *whole = g_strndup (text, n);
  g_auto (GStrv) lines = g_strsplit (whole, "\n", 0);
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    g_ptr_array_add (rows, g_strsplit (lines[i], ",", 0));
  return rows;
}

/* Levels of spans against the samples that the same command writes, by the definition: span j holds the samples from j S to
 * (j + 1) S, the last what is left. */
static void
test_energy (CliFolder    *folder,
             gconstpointer data)
{
  const guint n = (guint) g_test_rand_int_range (2000, 20000), rate = (guint) g_test_rand_int_range (50, 1000);
  const guint eighths = (guint) g_test_rand_int_range (1, 40), first = (guint) g_test_rand_int_range (0, 500);
  g_autofree double *x = make_noise (folder, n);
  g_autofree char *bytes = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  const double every = eighths / 8.0 + 0.25;
  const double *y;
  guint64 frames, channels;
  gsize length;
  guint spans = 0;

  cli_folder_write (folder, "h.txt", "1 0.5\n-2 0.25\n0.5 3\n", 20);
  run_done (folder, "filter x.npy --rate %u --taps h.txt -o y.npy --energy e.csv --every %g --from %.17g", rate, every,
            (double) first / rate);
  bytes = cli_folder_read (folder, "y.npy", &length);
  y = cli_npy (bytes, length, "<f8", &frames, &channels);
  g_assert_cmpuint (frames, ==, n - first);
  g_assert_cmpuint (channels, ==, 2);
  rows = read_csv (folder, "e.csv");
  g_assert_cmpuint (rows->len, ==, 3);
  for (guint row = 0; row < 2; row++)
    {
      char **cells = rows->pdata[1 + row], **times = rows->pdata[0];
      guint64 begin = 0;

      g_assert_cmpstr (cells[0], ==, "1");
      g_assert_cmpstr (cells[1], ==, row == 0 ? "1" : "2");
      spans = g_strv_length (cells) - 5;
      g_assert_cmpuint (g_strv_length (times), ==, spans + 5);
      for (guint j = 0; j < spans; j++)
        {
          guint64 end = begin;
          double sum = 0;

          for (; end < frames && (double) end / rate < (j + 1) * every - 1e-9; end++)
            sum += y[2 * end + row] * y[2 * end + row];
          g_assert_cmpuint (end, >, begin);
          g_assert_cmpfloat (fabs (atof (cells[5 + j]) - 10 * log10 (sum / (double) (end - begin))), <, 1e-9);
          g_assert_cmpfloat (fabs (atof (times[5 + j]) - (first + (double) (begin + end - 1) / 2) / rate), <, 1e-9);
          begin = end;
        }
      g_assert_cmpuint (begin, ==, frames);
    }
}

/* The level of a tone in its band is that of its root mean square; other bands are quiet; --post power changes no level; the
 * recording may be shorter than a span, and silence is -inf. */
static void
test_energy_of_a_tone (CliFolder    *folder,
                       gconstpointer data)
{
  static const char *const lines[] = { "filter x.npy --rate 8000 --bank octave --energy e.csv --every 100 --from 0.5 --to 1.5",
                                       "filter x.npy --rate 8000 --bank octave --energy e.csv --every 100 --from 0.5 --to 1.5 "
                                       "--post power --precision single" };
  g_autofree double *x = g_new0 (double, 16000);
  g_autoptr (GPtrArray) silent = NULL;

  cli_folder_write_npy (folder, "x.npy", x, 16000);
  run_done (folder, "filter x.npy --rate 8000 --bank octave --energy e.csv --every 0.5");
  silent = read_csv (folder, "e.csv");
  g_assert_cmpstr (((char **) silent->pdata[1])[5 + 3], ==, "-inf");
  g_assert_cmpuint (g_strv_length (silent->pdata[1]), ==, 5 + 4);
  for (guint i = 0; i < 16000; i++)
    x[i] = 0.5 * sin (2 * G_PI * 1000 * i / 8000);
  cli_folder_write_npy (folder, "x.npy", x, 16000);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GPtrArray) rows = NULL;

      run_done (folder, "%s", lines[i]);
      rows = read_csv (folder, "e.csv");
      for (guint row = 1; row < rows->len; row++)
        {
          char **cells = rows->pdata[row];
          const double level = atof (cells[5]);

          g_assert_cmpuint (g_strv_length (cells), ==, 6);
          if (g_str_equal (cells[1], "1 kHz"))
            g_assert_cmpfloat (fabs (level - 20 * log10 (0.5 * M_SQRT1_2)), <, 0.01);
          else if (!g_str_equal (cells[1], "2 kHz")) /* whose slope is an octave wide */
            g_assert_cmpfloat (level, <, -60);
        }
    }
}

/* Every format, and all outputs of a command or none. */
static void
test_energy_files (CliFolder    *folder,
                   gconstpointer data)
{
  static const char *const formats[] = { "csv", "npz", "png", "svg", "pdf" };
  static const struct
  {
    const char *line, *about;
    int         status;
  } refused[] = {
    { "filter x.npy --lowpass 0.1 --energy e.npy", "--energy", 2 },
    { "filter x.npy --lowpass 0.1 --energy e", "--energy", 2 },
    { "filter x.npy --lowpass 0.1 -o y.npy --every 1", "--every", 2 },
    { "filter x.npy --lowpass 0.1 --energy e.csv --every 0", "--every", 2 },
    { "filter x.npy --lowpass 0.1 --energy e.csv --every 0.5", "--every", 1 },
    { "filter x.npy --lowpass 0.1 --energy e.csv --palette magma", "--palette", 2 },
    { "filter x.npy --lowpass 0.1 --energy e.csv --split", "--split", 2 },
    { "filter x.npy --lowpass 0.1 -o y.npy --energy none/e.csv", "none/e.csv", 1 },
    { "filter x.npy --lowpass 0.1", "-o", 2 },
  };
  g_autofree double *x = make_noise (folder, 3000);

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (CliResult) result = run_line (folder, refused[i].line);

      cli_assert_refused (result, refused[i].status, refused[i].about);
      g_assert_cmpuint (cli_folder_count (folder), ==, 1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *name = g_strdup_printf ("e.%s", formats[i]), *bytes = NULL;
      gsize n;

      run_done (folder, "filter x.npy --rate 1000 --bank third-octave --energy %s", name);
      bytes = cli_folder_read (folder, name, &n);
      g_assert_cmpuint (n, >, 500);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add (path, CliFolder, NULL, cli_folder_set_up, test, cli_folder_tear_down)
  ADD ("/ondes/cli/filter/levels-are-those-of-the-outputs", test_energy);
  ADD ("/ondes/cli/filter/level-of-a-tone", test_energy_of_a_tone);
  ADD ("/ondes/cli/filter/levels-in-every-format-or-refused", test_energy_files);
  return g_test_run ();
}
