/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What “ondes-cli filter” makes of the filters' outputs: levels over time, shifted frequencies, another speed. */
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
    { "filter x.npy --lowpass 0.1 -o r.csv --format npy --energy ./r.csv", "--energy", 2 },
    { "filter x.npy --lowpass 0.1 -o e.png --energy e.csv", "-o", 2 },
  };
  g_autofree double *x = make_noise (folder, 3000);

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (CliResult) result = run_line (folder, refused[i].line);

      cli_assert_refused (result, refused[i].status, refused[i].about);
      g_assert_cmpuint (cli_folder_count (folder), ==, 1);
    }
  run_done (folder, "filter x.npy --rate 1000 --bank octave -o of-the-output.svg --size 300x200");
  g_assert_cmpuint (cli_folder_count (folder), ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *name = g_strdup_printf ("e.%s", formats[i]), *bytes = NULL;
      gsize n;

      run_done (folder, "filter x.npy --rate 1000 --bank third-octave --energy %s", name);
      bytes = cli_folder_read (folder, name, &n);
      g_assert_cmpuint (n, >, 500);
    }
}

/* Peaks are those of the outputs that the same command writes, by the definition, with runs of equal values and both ends; past the
 * most there may be, and where the level is none, a sentence. */
static void
test_peaks (CliFolder    *folder,
            gconstpointer data)
{
  enum { N = 20000, MANY = 2200000 };
  static const char *const refused[][2] = { { "--peaks p.csv", "--above: missing" },
                                            { "--above 1", "--above: is the level" },
                                            { "--peaks p.csv --above 0", "--above: “0”" },
                                            { "--peaks p.csv --above loud", "--above: “loud”" },
                                            { "--peaks p.txt --above 1", "--peaks: “p.txt”" },
                                            { "--peaks p.csv --above 1 --energy p.csv", "--peaks: p.csv is the file" } };
  g_autofree double *x = g_new (double, N);
  g_autofree guint8 *many = g_new0 (guint8, MANY);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (CliResult) result = NULL;
  guint row = 1;

  for (guint i = 0; i < N; i++)
    x[i] = g_test_rand_int_range (-3, 4);
  cli_folder_write_npy (folder, "x.npy", x, N);
  cli_folder_write (folder, "one.txt", "1\n", 2);
  run_done (folder, "filter x.npy --rate 100 --taps one.txt --method direct --peaks p.csv --above 6.02dB --from 1");
  rows = read_csv (folder, "p.csv");
  g_assert_cmpstr (((char **) rows->pdata[0])[6], ==, "value");
  for (guint i = 100, end; i < N; i = end)
    {
      for (end = i; end < N && fabs (x[end]) == fabs (x[i]);)
        end++;
      if (fabs (x[i]) < 2 || (i > 100 && fabs (x[i - 1]) > fabs (x[i])) || (end < N && fabs (x[end]) > fabs (x[i])))
        continue;
      g_assert_cmpuint (row, <, rows->len);
      g_assert_cmpfloat (fabs (atof (((char **) rows->pdata[row])[5]) - i / 100.0), <, 1e-9);
      g_assert_cmpfloat (atof (((char **) rows->pdata[row])[6]), ==, fabs (x[i]));
      row++;
    }
  g_assert_cmpuint (row, ==, rows->len);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *line = g_strdup_printf ("filter x.npy --taps one.txt %s", refused[i][0]);
      g_autoptr (CliResult) wrong = run_line (folder, line);

      cli_assert_refused (wrong, 2, refused[i][1]);
    }
  for (guint i = 0; i < MANY; i += 2)
    many[i] = 1;
  cli_folder_write_array (folder, "many.npy", "|u1", many, MANY, 1);
  result = run_line (folder, "filter many.npy --taps one.txt --method direct --peaks m.csv --above 0.5");
  cli_assert_refused (result, 1, "--above: more than 1048576 peaks");
  g_assert_cmpuint (cli_folder_count (folder), ==, 4);
}

/* The amplitude of @f_hz in the middle half of @y, with a Hann window. */
static double
amplitude_at (const double *y,
              guint64       n,
              double        rate_hz,
              double        f_hz)
{
  double re = 0, im = 0, weights = 0;

  for (guint64 i = n / 4; i < n - n / 4; i++)
    {
      const double w = 0.5 - 0.5 * cos (2 * G_PI * (double) (i - n / 4) / (double) (n - n / 4 - n / 4));

      re += w * y[i] * cos (2 * G_PI * f_hz * (double) i / rate_hz);
      im += w * y[i] * sin (2 * G_PI * f_hz * (double) i / rate_hz);
      weights += w;
    }
  return 2 * hypot (re, im) / weights;
}

/* A recording of tones, amplitude 1 each. */
static void
make_tones (CliFolder    *folder,
            const double *f_hz, /* 0 ends them */
            double        rate_hz,
            guint         n)
{
  g_autofree double *x = g_new0 (double, n);

  for (; *f_hz > 0; f_hz++)
    for (guint i = 0; i < n; i++)
      x[i] += cos (2 * G_PI * *f_hz * i / rate_hz + 1);
  cli_folder_write_npy (folder, "x.npy", x, n);
}

/* Reads @name of one dimension. */
static const double *
read_vector (CliFolder  *folder,
             const char *name,
             char      **bytes,
             guint64    *n)
{
  gsize length;
  const double *values;

  *bytes = cli_folder_read (folder, name, &length);
  values = cli_npy_vector (*bytes, length, "<f8", n);
  g_assert_nonnull (values);
  return values;
}

/* Tones go down or up by the shift with their amplitude; what would fold back is gone, and so is what a filter before stops; a span
 * has the bits of the whole. */
static void
test_shift (CliFolder    *folder,
            gconstpointer data)
{
  const double tones[] = { 7000, 30000, 45500, 61000, 0 }, rate = 128000;
  static const struct
  {
    const char *options;
    double      shift;
    gboolean    passes[4];
  } cases[] = {
    { "--shift 40000", 40000, { FALSE, FALSE, TRUE, TRUE } },
    { "--shift -10000", -10000, { TRUE, TRUE, TRUE, FALSE } },
    { "--shift 20000 --bandpass 25000:50000", 20000, { FALSE, TRUE, TRUE, FALSE } },
  };

  make_tones (folder, tones, rate, 20000);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *whole = NULL, *part = NULL;
      const double *y, *z;
      guint64 n, m;

      run_done (folder, "filter x.npy --rate %g -o y.npy %s", rate, cases[i].options);
      run_done (folder, "filter x.npy --rate %g -o z.npy %s --from 0.05 --to 0.07 --threads 1", rate, cases[i].options);
      y = read_vector (folder, "y.npy", &whole, &n);
      z = read_vector (folder, "z.npy", &part, &m);
      g_assert_cmpuint (n, ==, 20000);
      g_assert_cmpmem (z, m * sizeof *z, y + 6400, 2560 * sizeof *y);
      for (guint k = 0; tones[k] > 0; k++)
        {
          const double to = fabs (tones[k] - cases[i].shift), folded = to > rate / 2 ? rate - to : to;

          if (cases[i].passes[k])
            g_assert_cmpfloat (fabs (amplitude_at (y, n, rate, folded) - 1), <, 1e-3);
          else
            g_assert_cmpfloat (amplitude_at (y, n, rate, folded), <, 2e-4);
        }
    }
}

/* A tone at another speed has its pitch and amplitude; lengths are those said; a channel by itself has the bits it has among
 * others; speed 1/1 is the recording. */
static void
test_speed (CliFolder    *folder,
            gconstpointer data)
{
  static const struct
  {
    const char *speed;
    double      ratio;
  } cases[] = { { "1/20", 0.05 }, { "0.37", 0.37 }, { "4", 4 }, { "600", 600 } };
  const double tones[] = { 313, 0 }, rate = 8000;
  g_autofree char *plain = NULL;
  const double *y;
  guint64 n;

  make_tones (folder, tones, rate, 12001);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *bytes = NULL;

      run_done (folder, "filter x.npy --rate %g -o y.npy --speed %s", rate, cases[i].speed);
      y = read_vector (folder, "y.npy", &bytes, &n);
      g_assert_cmpuint (n, ==, (guint64) ceil (12001 / cases[i].ratio));
      if (cases[i].ratio < 5)
        g_assert_cmpfloat (fabs (amplitude_at (y, n, rate, 313 * cases[i].ratio) - 1), <, 1e-4);
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *bytes = NULL;
      const double ratio = i == 0 ? 0.5 : 3;

      run_done (folder, "filter x.npy --rate %g -o y.npy --speed %s --keep-pitch", rate, i == 0 ? "1/2" : "3");
      y = read_vector (folder, "y.npy", &bytes, &n);
      g_assert_cmpuint (n, ==, (guint64) ceil (12001 / ratio));
      g_assert_cmpfloat (fabs (amplitude_at (y, n, rate, 313) - 1), <, 0.02);
    }
  run_done (folder, "filter x.npy -o y.npy --speed 1/1");
  y = read_vector (folder, "y.npy", &plain, &n);
  g_assert_cmpuint (n, ==, 12001);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (fabs (y[i] - cos (2 * G_PI * 313 * i / rate + 1)), <, 1e-12);
}

/* The derivative and the Hilbert transform of a tone, by length and by ripple. */
static void
test_differentiator (CliFolder    *folder,
                     gconstpointer data)
{
  const double tones[] = { 313, 0 }, rate = 8000;
  static const char *const options[] = { "--differentiator", "--differentiator --length 201", "--hilbert",
                                         "--hilbert --ripple-db 60 --transition 200" };

  make_tones (folder, tones, rate, 6000);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *bytes = NULL;
      const double *y;
      guint64 n;

      run_done (folder, "filter x.npy --rate %g -o y.npy %s", rate, options[i]);
      y = read_vector (folder, "y.npy", &bytes, &n);
      for (guint64 t = 2000; t < 4000; t++)
        {
          const double phase = 2 * G_PI * 313 * (double) t / rate + 1, w = 2 * G_PI * 313;
          const double want = i < 2 ? -w * sin (phase) : sin (phase);

          g_assert_cmpfloat (fabs (y[t] - want), <, (i < 2 ? w : 1) * (i == 3 ? 1e-3 : 2e-4));
        }
    }
}

static void
test_refusals (CliFolder    *folder,
               gconstpointer data)
{
  static const struct
  {
    const char *line, *about;
    int         status;
  } refused[] = {
    { "filter x.npy -o y.npy --speed 0", "--speed", 2 },
    { "filter x.npy --energy e.csv --speed 2", "--speed", 2 },
    { "filter x.npy -o y.npy --speed 1/2/3", "--speed", 2 },
    { "filter x.npy -o y.npy --speed fast", "--speed", 2 },
    { "filter x.npy -o y.npy --speed 1/5 --keep-pitch", "--keep-pitch", 2 },
    { "filter x.npy -o y.npy --lowpass 0.1 --keep-pitch", "--keep-pitch", 2 },
    { "filter x.npy -o y.npy --shift 0", "--shift", 2 },
    { "filter x.npy -o y.npy --shift 0.7", "--shift", 1 },
    { "filter x.npy --rate 48000 -o y.npy --shift 0.1", "--shift", 1 },
    { "filter x.npy -o y.npy --shift 0.1 --post power", "--post", 2 },
    { "filter x.npy -o y.npy --speed 2 --length 9", "--length", 2 },
    { "filter x.npy -o y.npy --hilbert --length 10", "--length", 2 },
    { "filter x.npy -o y.npy --hilbert --differentiator", "--hilbert", 2 },
  };
  g_autofree double *x = make_noise (folder, 3000);

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (CliResult) result = run_line (folder, refused[i].line);

      cli_assert_refused (result, refused[i].status, refused[i].about);
      g_assert_cmpuint (cli_folder_count (folder), ==, 1);
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
  ADD ("/ondes/cli/filter/peaks-are-those-of-the-outputs", test_peaks);
  ADD ("/ondes/cli/filter/shift-moves-tones-without-images", test_shift);
  ADD ("/ondes/cli/filter/speed-moves-pitch", test_speed);
  ADD ("/ondes/cli/filter/differentiator-and-hilbert", test_differentiator);
  ADD ("/ondes/cli/filter/speed-and-shift-refused", test_refusals);
  return g_test_run ();
}
