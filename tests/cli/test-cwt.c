/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers that ondes-cli cwt writes, against the sum of the definition. */
#include <complex.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cwt-definition.h"


static const double scales[] = { 7.5, 2, 24 };

static void
test_coefficients (CliFolder    *folder,
                   gconstpointer data)
{
  static const struct
  {
    const char *precision, *descr;
    double      tolerance;
  } cases[] = { { "double", "<c16", 1e-12 }, { "single", "<c8", 3e-6 }, { "single2", "<c8", 5e-7 } };
  g_autofree double *x = write_noise (folder);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "15/2,2,24", "--precision",
                                              cases[i].precision, "--method", "direct", "-o", "out.npy", NULL);
      g_autofree char *file = NULL;
      const void *values;
      guint64 rows, cols;
      Norm norm = { 0 };
      gsize n;

      cli_assert_done (result);
      g_assert_cmpstr (result->err, ==, "");
      file = cli_folder_read (folder, "out.npy", &n);
      values = cli_npy (file, n, cases[i].descr, &rows, &cols);
      g_assert_cmpuint (rows, ==, 3);
      g_assert_cmpuint (cols, ==, N);
      for (guint r = 0; r < 3; r++)
        for (guint t = 0; t < N; t++)
          add (&norm, i == 0 ? ((const double complex *) values)[r * N + t] : ((const float complex *) values)[r * N + t],
               coefficient (x, N, scales[r], t));
      assert_within (&norm, cases[i].tolerance);
    }
}

/* A span sees its neighbours; its ends are samples, half-open. */
static void
test_span (CliFolder    *folder,
           gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "24", "--from", "0.2", "--to",
                                          "0.301", "-o", "out.npy", NULL);
  g_autoptr (CliResult) past = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "24", "--from", "2.398", "--to",
                                        "99", "-o", "past.npy", NULL);
  g_autofree char *file = NULL, *end = NULL;
  const double complex *values;
  guint64 rows, cols;
  Norm norm = { 0 };
  gsize n;

  cli_assert_done (result);
  file = cli_folder_read (folder, "out.npy", &n);
  values = cli_npy (file, n, "<c16", &rows, &cols);
  g_assert_cmpuint (rows, ==, 1);
  g_assert_cmpuint (cols, ==, 51); /* samples 100 … 150: 0.300 s is before 0.301 s */
  for (guint j = 0; j < cols; j++)
    add (&norm, values[j], coefficient (x, N, 24, 100 + j));
  assert_within (&norm, 1e-12);

  cli_assert_done (past);
  end = cli_folder_read (folder, "past.npy", &n);
  values = cli_npy (end, n, "<c16", &rows, &cols);
  g_assert_cmpuint (cols, ==, 1);
  g_assert_cmpfloat (cabs (values[0] - coefficient (x, N, 24, N - 1)), <, 1e-12);
}

static void
test_quantities (CliFolder    *folder,
                 gconstpointer data)
{
  static const char *const quantities[] = { "magnitude", "power", "phase" };
  g_autofree double *x = write_noise (folder);

  for (guint q = 0; q < 3; q++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "15/2,2,24", "--quantity",
                                              quantities[q], "-o", "out.npy", NULL);
      g_autofree char *file = NULL;
      const double *values;
      guint64 rows, cols;
      gsize n;

      cli_assert_done (result);
      file = cli_folder_read (folder, "out.npy", &n);
      values = cli_npy (file, n, "<f8", &rows, &cols);
      for (guint r = 0; r < 3; r++)
        for (guint t = 0; t < N; t++)
          {
            double complex w = coefficient (x, N, scales[r], t);
            double got = values[r * N + t];

            if (q == 0)
              g_assert_cmpfloat_with_epsilon (got, cabs (w), 1e-11);
            else if (q == 1)
              g_assert_cmpfloat_with_epsilon (got, cabs (w) * cabs (w), 1e-11);
            else /* an angle: where the value is nothing, it is none */
              g_assert_cmpfloat (cabs (cexp (I * got) * cabs (w) - w), <, 1e-11);
          }
    }
}

static void
test_real (CliFolder    *folder,
           gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) result =
      cli_run (folder, "cwt", "x.npy", "--rate", "500", "--wavelet", "morlet", "--scales", "15/2,2,24", "-o", "out.npy", NULL);
  g_autofree char *file = NULL;
  const double *values;
  guint64 rows, cols;
  Norm norm = { 0 };
  gsize n;

  cli_assert_done (result);
  file = cli_folder_read (folder, "out.npy", &n);
  values = cli_npy (file, n, "<f8", &rows, &cols);
  for (guint r = 0; r < 3; r++)
    for (guint t = 0; t < N; t++)
      add (&norm, values[r * N + t], creal (coefficient (x, N, scales[r], t)));
  assert_within (&norm, 1e-12);
}

static void
test_columns (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  static const char *const asked[] = { "1", "70", "1200", "4000000000" };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "15/2,2,24", "--columns",
                                              asked[i], "-o", "out.npy", NULL);
      g_autofree char *file = NULL;
      const float *values;
      guint64 rows, cols, expected_cols = MIN (g_ascii_strtoull (asked[i], NULL, 10), N);
      gsize n;

      cli_assert_done (result);
      file = cli_folder_read (folder, "out.npy", &n);
      values = cli_npy (file, n, "<f4", &rows, &cols);
      g_assert_cmpuint (rows, ==, 3);
      g_assert_cmpuint (cols, ==, expected_cols);
      for (guint r = 0; r < 3; r++)
        {
          g_autofree double *expected = g_new0 (double, cols);
          double top = 0;

          for (guint64 j = 0; j < cols; j++)
            {
              for (guint64 t = j * N / cols; t < (j + 1) * N / cols; t++)
                expected[j] = MAX (expected[j], cabs (coefficient (x, N, scales[r], t)));
              top = MAX (top, expected[j]);
            }
          for (guint64 j = 0; j < cols; j++)
            g_assert_cmpfloat_with_epsilon (values[r * cols + j], expected[j], 1e-3 * top);
        }
    }
}

/* Rows as they were asked for: f_i = FMAX 2^(−i/V) while ≥ FMIN; and the default ones. */
static void
test_rows (CliFolder    *folder,
           gconstpointer data)
{
  static const struct
  {
    const char *words[5];
    double      fmin, fmax, voices;
  } cases[] = {
    { { "--frequencies", "20:200", "--voices", "7" }, 20, 200, 7 },
    { { "--frequencies", "20:160" }, 20, 160, 24 },
    { { "--frequencies", "100:100" }, 100, 100, 24 },
    { { "--voices", "5" }, 0.2, 200, 5 },
    { { NULL }, 0.2, 200, 24 },
  };
  g_autofree double *x = write_noise (folder);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) words = g_ptr_array_new ();
      g_autoptr (CliResult) result = NULL;
      g_auto (GStrv) lines = NULL;
      guint row = 0;

      for (const char *const *word =
               (const char *const[]){ "cwt", "x.npy", "--rate", "500", "--columns", "1", "-o", "-", "--format", "csv", NULL };
           *word != NULL; word++)
        g_ptr_array_add (words, (gpointer) *word);
      for (guint w = 0; cases[i].words[w] != NULL; w++)
        g_ptr_array_add (words, (gpointer) cases[i].words[w]);
      g_ptr_array_add (words, NULL);
      result = cli_run_words (folder, (const char *const *) words->pdata);
      cli_assert_done (result);
      lines = g_strsplit (result->out, "\n", -1);
      for (double f; (f = cases[i].fmax * exp2 (-(double) row / cases[i].voices)) >= cases[i].fmin * (1 - 1e-12); row++)
        {
          g_assert_nonnull (lines[row + 1]);
          g_assert_cmpfloat_with_epsilon (g_ascii_strtod (lines[row + 1], NULL), f, 1e-9 * f);
        }
      g_assert_cmpuint (g_strv_length (lines), ==, row + 2);
    }
}

/* Standard output has the bytes of the file, for every format. No cone: Cairo 1.16 leaks its group in an SVG, which is told on
 * standard error where leaks are looked for. */
static void
test_standard_output (CliFolder    *folder,
                      gconstpointer data)
{
  static const char *const formats[] = { "png", "svg", "npy", "npz", "csv" };
  g_autofree double *x = write_noise (folder);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *name = g_strconcat ("out.", formats[i], NULL), *file = NULL;
      g_autoptr (CliResult) to_file = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--no-cone", "-o", name, NULL);
      g_autoptr (CliResult) to_pipe =
          cli_run (folder, "cwt", "x.npy", "--rate=500", "--no-cone", "-o-", "--format", formats[i], NULL);
      gsize n;

      cli_assert_done (to_file);
      cli_assert_done (to_pipe);
      g_assert_cmpuint (to_file->n_out, ==, 0);
      file = cli_folder_read (folder, name, &n);
      g_assert_cmpmem (file, n, to_pipe->out, to_pipe->n_out);
    }
}

static void
test_channels (CliFolder    *folder,
               gconstpointer data)
{
  static const char *const channels[] = { "1", "2", "mix" };
  gint16 samples[2 * 300];

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    samples[i] = g_test_rand_int_range (-32768, 32768);
  cli_folder_write_wav (folder, "two.wav", 2, 500, samples, 300, 300);
  for (guint c = 0; c < 3; c++)
    {
      g_autoptr (CliResult) result =
          cli_run (folder, "cwt", "two.wav", "--channel", channels[c], "--scales", "9", "-o", "out.npy", NULL);
      g_autofree char *file = NULL;
      double x[300];
      const double complex *values;
      guint64 rows, cols;
      Norm norm = { 0 };
      gsize n;

      cli_assert_done (result);
      for (guint t = 0; t < 300; t++)
        x[t] = c < 2 ? samples[2 * t + c] / 32768.0 : (samples[2 * t] + samples[2 * t + 1]) / 65536.0;
      file = cli_folder_read (folder, "out.npy", &n);
      values = cli_npy (file, n, "<c16", &rows, &cols);
      for (guint t = 0; t < 300; t++)
        add (&norm, values[t], coefficient (x, 300, 9, t));
      assert_within (&norm, 1e-12);
    }
}

/* The note about the rate: once, and on standard error. */
static void
test_no_rate (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) without = cli_run (folder, "cwt", "x.npy", "--scales", "2", "-o", "out.npy", NULL);
  g_autoptr (CliResult) with = cli_run (folder, "cwt", "x.npy", "--scales", "2", "--rate", "500", "-o", "out.npy", NULL);

  cli_assert_done (without);
  cli_assert_done (with);
  g_assert_nonnull (strstr (without->err, "1 Hz"));
  g_assert_true (strchr (without->err, '\n') == without->err + strlen (without->err) - 1);
  g_assert_cmpstr (with->err, ==, "");
}

/* NaN and infinities count as 0, and are told. */
static void
test_gaps (CliFolder    *folder,
           gconstpointer data)
{
  static const double inf = INFINITY;
  g_autofree double *x = write_noise (folder), *with = g_memdup2 (x, N * sizeof *x);
  g_autoptr (CliResult) result = NULL;
  g_autofree char *file = NULL;
  const double complex *values;
  guint64 rows, cols;
  Norm norm = { 0 };
  gsize n;

  for (guint t = 100; t < 110; t++)
    {
      x[t] = 0;
      with[t] = t % 2 ? NAN : t % 4 ? inf : -inf;
    }
  cli_folder_write_npy (folder, "x.npy", with, N);
  result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "24", "-o", "out.npy", NULL);
  cli_assert_done (result);
  g_assert_true (g_str_has_prefix (result->err, "x.npy: 10 of the samples are NaN or infinite"));
  file = cli_folder_read (folder, "out.npy", &n);
  values = cli_npy (file, n, "<c16", &rows, &cols);
  for (guint t = 0; t < N; t++)
    add (&norm, values[t], coefficient (x, N, 24, t));
  assert_within (&norm, 1e-12);
}

static void
test_timing (CliFolder    *folder,
             gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "2,3", "--method", "direct",
                                          "--timing", "--engine", "cpu", "-o", "out.npy", NULL);

  cli_assert_done (result);
  g_assert_true (g_str_has_prefix (result->err, "{\"engine\": \"cpu\", \"device\": null, \"methods\": [\"direct\", \"direct\"], "
                                                "\"compute_s\": "));
  g_assert_nonnull (strstr (result->err, "\"move_s\": "));
  g_assert_nonnull (strstr (result->err, "\"bytes\": "));
  g_assert_true (g_str_has_suffix (result->err, "}\n"));
  g_assert_true (strchr (result->err, '\n') == result->err + strlen (result->err) - 1);
}

/* No module of CUDA lies where this test looks, and --engine cuda is an order. */
static void
test_order (CliFolder    *folder,
            gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) result = NULL;

  g_setenv ("ONDES_BACKEND_DIR", folder->folder, TRUE);
  result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--engine", "cuda", "-o", "out.npy", NULL);
  g_unsetenv ("ONDES_BACKEND_DIR");
  g_assert_cmpint (result->status, ==, 1);
  g_assert_true (strchr (result->err, '\n') == result->err + strlen (result->err) - 1);
  g_assert_cmpuint (cli_folder_count (folder), ==, 1);
}

/* A terminal sees the progress, and it is wiped at the end. */
static void
test_progress (CliFolder    *folder,
               gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  int terminal = posix_openpt (O_RDWR | O_NOCTTY), other;
  char text[256];
  ssize_t n;

  if (terminal < 0 || grantpt (terminal) != 0 || unlockpt (terminal) != 0
      || (other = open (ptsname (terminal), O_RDWR | O_NOCTTY)) < 0)
    {
      g_test_skip ("no terminal can be opened");
      return;
    }
  g_subprocess_launcher_set_cwd (launcher, folder->folder);
  g_subprocess_launcher_take_stderr_fd (launcher, other);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("ONDES_CLI"), "cwt", "x.npy", "--rate", "500", "-o",
                                         "out.npy", NULL);
  g_assert_no_error (error);
  g_clear_object (&launcher); /* closes our copy of the terminal's other end: reading then ends with the process */
  while ((n = read (terminal, text, sizeof text)) > 0)
    g_string_append_len (seen, text, n);
  close (terminal);
  g_subprocess_wait_check (process, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (seen->str, " %"));
  g_assert_true (g_str_has_suffix (seen->str, "\r\033[K"));
}

/* Numbers that float32 does not hold come as float64, others as ever. */
static void
test_magnitudes (CliFolder    *folder,
                 gconstpointer data)
{
  static const struct
  {
    double      size;
    const char *quantity, *descr;
  } runs[] = {
    { 1e-150, "power", "<f8" }, { 1e-19, "power", "<f8" },     { 1, "power", "<f4" },      { 1e30, "power", "<f8" },
    { 1e150, "power", "<f8" },  { 1e-150, "magnitude", "<f8" }, { 1e-19, "magnitude", "<f4" }, { 1e30, "magnitude", "<f4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    for (int pooled = 0; pooled < 2; pooled++)
      {
        const gboolean power = g_str_equal (runs[i].quantity, "power");
        g_autofree double *x = g_new (double, N);
        g_autofree char *file = NULL;
        g_autoptr (CliResult) result = NULL;
        guint64 rows, cols;
        gsize bytes;
        const void *values;
        double largest = 0, expected = 0;

        for (guint t = 0; t < N; t++)
          x[t] = g_test_rand_double_range (-1, 1);
        for (guint t = 0; t < N; t++)
          expected = MAX (expected, cabs (coefficient (x, N, 7.5, t)));
        for (guint t = 0; t < N; t++)
          x[t] *= runs[i].size;
        cli_folder_write_npy (folder, "x.npy", x, N);
        result = cli_run (folder, "cwt", "x.npy", "-o", "out.npy", "--scales", "7.5", "--quantity", runs[i].quantity, "--precision",
                          "single", pooled ? "--columns" : NULL, "30", NULL);
        cli_assert_done (result);
        file = cli_folder_read (folder, "out.npy", &bytes);
        values = cli_npy (file, bytes, runs[i].descr, &rows, &cols);
        g_assert_nonnull (values);
        for (guint64 j = 0; j < cols; j++)
          {
            const double v = runs[i].descr[2] == '8' ? ((const double *) values)[j] : ((const float *) values)[j];

            largest = MAX (largest, power ? sqrt (v) : v);
          }
        g_assert_cmpfloat_with_epsilon (largest / runs[i].size / expected, 1, 2e-3);
      }
}

/* A recording of 1e-19: no power is so small that it were gone. */
static void
test_strain (CliFolder    *folder,
             gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "data", "samples", "gw150914.csv", NULL);
  g_autoptr (CliResult) result = NULL;
  g_autofree char *file = NULL;
  guint64 rows, cols;
  gsize bytes;
  const double *values;

  result = cli_run (folder, "cwt", path, "-o", "out.npy", "--frequencies", "20:1600", "--quantity", "power", "--columns", "500",
                    NULL);
  cli_assert_done (result);
  file = cli_folder_read (folder, "out.npy", &bytes);
  values = cli_npy (file, bytes, "<f8", &rows, &cols);
  g_assert_nonnull (values);
  for (guint64 i = 0; i < rows * cols; i++)
    g_assert_cmpfloat (values[i], >, 0);
}

/* Another reader than this project's own, where it is installed. */
static void
test_numpy (CliFolder    *folder,
            gconstpointer data)
{
  static const char script[] = "import numpy as np, zipfile\n"
                               "z = np.load('out.npz')\n"
                               "x = np.load('x.npy')\n"
                               "assert zipfile.ZipFile('out.npz').testzip() is None\n"
                               "assert z['values'].shape == (3, 1200) and z['values'].dtype == np.complex128\n"
                               "assert np.array_equal(z['scales'], [7.5, 2, 24])\n"
                               "assert np.allclose(z['frequencies_hz'], 5 * 500 / (2 * np.pi * z['scales']), rtol=1e-14)\n"
                               "assert np.allclose(z['coi_s'], np.sqrt(2) * z['scales'] / 500, rtol=1e-14)\n"
                               "assert np.allclose(z['times_s'], np.arange(1200) / 500, rtol=1e-14)\n"
                               "assert z['rate_hz'] == 500 and z['rate_hz'].shape == ()\n"
                               "assert '--scales' in str(z['spec'])\n"
                               "assert np.array_equal(z['values'], np.load('out.npy'))\n"
                               "c = [l.split(',') for l in open('out.csv').read().splitlines()]\n"
                               "assert np.array_equal(np.array([[complex(v) for v in r[1:]] for r in c[1:]]), z['values'])\n"
                               "assert np.array_equal([float(t) for t in c[0][1:]], z['times_s'])\n"
                               "assert np.array_equal([float(r[0]) for r in c[1:]], z['frequencies_hz'])\n";
  static const char *const outputs[] = { "out.npz", "out.npy", "out.csv" };
  g_autofree double *x = write_noise (folder);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GSubprocess) probe = NULL, check = NULL;
  g_autoptr (GError) error = NULL;

  probe = g_subprocess_launcher_spawn (launcher, NULL, "python3", "-c", "import numpy", NULL);
  if (probe == NULL || !g_subprocess_wait_check (probe, NULL, NULL))
    {
      g_test_skip ("python3 with numpy is not installed");
      return;
    }
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (CliResult) result =
          cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "15/2,2,24", "-o", outputs[i], NULL);

      cli_assert_done (result);
    }
  g_subprocess_launcher_set_flags (launcher, G_SUBPROCESS_FLAGS_NONE);
  g_subprocess_launcher_set_cwd (launcher, folder->folder);
  check = g_subprocess_launcher_spawn (launcher, &error, "python3", "-c", script, NULL);
  g_assert_no_error (error);
  g_subprocess_wait_check (check, NULL, &error);
  g_assert_no_error (error);
}

/* Where time is in years the axis has periods unless it is said otherwise; a sidecar tells where the axis begins, and spans count
 * from the first sample all the same. */
static void
test_periods (CliFolder    *folder,
              gconstpointer data)
{
  static const char *const axes[][2] = { { NULL, NULL }, { "--period-axis", NULL }, { "--axis", "log" } };
  static const char sidecar[] = "[recording]\nrate=4\ntime-unit=a\nstart=1871\n";
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) facts = NULL, part = NULL;
  char *pictures[3];
  gsize n[3];

  cli_folder_write (folder, "x.npy.ondes", sidecar, strlen (sidecar));
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "-o", "out.png", axes[i][0], axes[i][1], NULL);

      cli_assert_done (result);
      pictures[i] = cli_folder_read (folder, "out.png", &n[i]);
    }
  g_assert_cmpmem (pictures[0], n[0], pictures[1], n[1]);
  g_assert_false (n[0] == n[2] && memcmp (pictures[0], pictures[2], n[0]) == 0);
  for (guint i = 0; i < 3; i++)
    g_free (pictures[i]);
  facts = cli_run (folder, "info", "x.npy", NULL);
  cli_assert_done (facts);
  g_assert_nonnull (strstr (facts->out, "1871"));
  part = cli_run (folder, "cwt", "x.npy", "--from", "1", "--to", "2", "--scales", "3", "-o", "out.csv", NULL);
  cli_assert_done (part);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/cwt/numbers-of-any-size", test_magnitudes);
  ADD ("/ondes/cli/cwt/power-of-strain-has-no-zeros", test_strain);
  ADD ("/ondes/cli/cwt/coefficients", test_coefficients);
  ADD ("/ondes/cli/cwt/span-sees-its-neighbours", test_span);
  ADD ("/ondes/cli/cwt/magnitude-power-phase", test_quantities);
  ADD ("/ondes/cli/cwt/real-morlet-is-real", test_real);
  ADD ("/ondes/cli/cwt/columns-are-the-largest", test_columns);
  ADD ("/ondes/cli/cwt/rows-as-asked-for", test_rows);
  ADD ("/ondes/cli/cwt/standard-output-is-the-file", test_standard_output);
  ADD ("/ondes/cli/cwt/channels-and-their-mean", test_channels);
  ADD ("/ondes/cli/cwt/no-rate-is-told-once", test_no_rate);
  ADD ("/ondes/cli/cwt/gaps-count-as-nothing", test_gaps);
  ADD ("/ondes/cli/cwt/periods-and-the-start-of-the-axis", test_periods);
  ADD ("/ondes/cli/cwt/timing-is-one-line", test_timing);
  ADD ("/ondes/cli/cwt/progress-on-a-terminal", test_progress);
  ADD ("/ondes/cli/cwt/engine-ordered-and-missing", test_order);
  ADD ("/ondes/cli/cwt/numpy-reads-it", test_numpy);
  return g_test_run ();
}
