/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --condition and --detrend of the commands that have them. */
#include "cwt-definition.h"

#include <string.h>

/* Asserts that two runs made the same file. */
static void
assert_same (CliFolder  *folder,
             const char *a,
             const char *b)
{
  gsize n[2];
  g_autofree char *first = cli_folder_read (folder, a, &n[0]), *second = cli_folder_read (folder, b, &n[1]);

  g_assert_cmpmem (first, n[0], second, n[1]);
}

/* Asserts that two runs made different files, as captions that tell other steps are. */
static void
assert_different (CliFolder  *folder,
                  const char *a,
                  const char *b)
{
  gsize n[2];
  g_autofree char *first = cli_folder_read (folder, a, &n[0]), *second = cli_folder_read (folder, b, &n[1]);

  g_assert_false (n[0] == n[1] && memcmp (first, second, n[0]) == 0);
}

#define RUN(...)                                                                                                               \
  G_STMT_START                                                                                                                 \
  {                                                                                                                            \
    g_autoptr (CliResult) done = cli_run (folder, __VA_ARGS__, NULL);                                                          \
                                                                                                                               \
    cli_assert_done (done);                                                                                                    \
  }                                                                                                                            \
  G_STMT_END

/* Of the coefficients of a filtered and a scaled recording; neighbours outside the span are conditioned too. */
static void
test_cwt (CliFolder    *folder,
          gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autofree char *numbers = NULL, *taps = NULL;
  double y[N];
  const double complex *values;
  guint64 rows, cols, count;
  gsize n;
  Norm norm = { 0 };

  RUN ("filter", "x.npy", "--rate", "500", "--bandpass", "20:100", "-o", "y.npy");
  RUN ("cwt", "x.npy", "--rate", "500", "--scales", "6", "--from", "0.5", "--to", "1.5", "--condition", "bandpass:20:100",
       "--condition", "gain:20", "-o", "w.npy");
  taps = cli_folder_read (folder, "y.npy", &n);
  memcpy (y, cli_npy_vector (taps, n, "<f8", &count), sizeof y);
  for (guint t = 0; t < N; t++)
    y[t] *= 10;
  numbers = cli_folder_read (folder, "w.npy", &n);
  values = cli_npy (numbers, n, "<c16", &rows, &cols);
  g_assert_cmpuint (cols, ==, 500);
  for (guint t = 0; t < cols; t++)
    add (&norm, values[t], coefficient (y, N, 6, 250 + t));
  assert_within (&norm, 1e-12);
}

/* A filter of any kind as a step is what “filter” writes; another one comes after it; the file of its taps is no output. */
static void
test_filter (CliFolder    *folder,
             gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autofree char *numbers = NULL, *filtered = NULL, *one = NULL, *bank = NULL;
  g_autoptr (CliResult) taken = NULL;
  const double *y, *band, *bands;
  const double complex *values;
  guint64 rows, cols, count;
  gsize n;
  Norm norm = { 0 };

  cli_folder_write (folder, "h.txt", "0.5\n-1\n0.25\n", 12);
  RUN ("filter", "x.npy", "--rate", "500", "--taps", "h.txt", "--causal", "--post", "derivative", "-o", "y.npy");
  RUN ("cwt", "x.npy", "--rate", "500", "--scales", "6", "--condition", "filter:post=derivative,causal,taps=h.txt", "-o", "w.npy");
  filtered = cli_folder_read (folder, "y.npy", &n);
  y = cli_npy_vector (filtered, n, "<f8", &count);
  g_assert_cmpfloat (y[5], !=, x[5]);
  numbers = cli_folder_read (folder, "w.npy", &n);
  values = cli_npy (numbers, n, "<c16", &rows, &cols);
  for (guint t = 0; t < cols; t += 3)
    add (&norm, values[t], coefficient (y, N, 6, t));
  assert_within (&norm, 1e-12);
  RUN ("filter", "x.npy", "--rate", "500", "--bank", "octave", "--band", "2", "-o", "b.npy");
  RUN ("filter", "x.npy", "--rate", "500", "--bank", "octave", "-o", "all.npy");
  one = cli_folder_read (folder, "b.npy", &n);
  band = cli_npy_vector (one, n, "<f8", &count);
  bank = cli_folder_read (folder, "all.npy", &n);
  bands = cli_npy (bank, n, "<f8", &rows, &cols);
  g_assert_cmpuint (count, ==, rows);
  for (guint t = 0; t < rows; t++)
    g_assert_cmpfloat_with_epsilon (band[t], bands[t * cols + 1], 1e-13);
  taken = cli_run (folder, "filter", "x.npy", "--rate", "500", "--condition", "filter:taps=h.txt", "--lowpass", "20", "-o", "h.txt",
                   "--format", "npy", NULL);
  cli_assert_refused (taken, 1, "h.txt: is the file that is read");
}

/* What was done stands in the .npz, in the caption, and in the help. */
static void
test_told (CliFolder    *folder,
           gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autofree char *npz = NULL, *svg = NULL, *series = NULL;
  gsize n;
  static const char spec[] = "--detrend mean --condition highpass:2.5 --condition whiten:10";
  const gsize length = strlen (spec);

  RUN ("cwt", "x.npy", "--rate", "500", "--scales", "6", "--condition", "highpass:2.50", "--condition", "whiten:10", "--detrend",
       "mean", "-o", "w.npz");
  npz = cli_folder_read (folder, "w.npz", &n);
  for (gsize i = 0, found = 0; found < length; i++)
    {
      g_assert_cmpuint (i + 4 * length, <=, n);
      for (found = 0; found < length && npz[i + 4 * found] == spec[found];) /* four bytes a character */
        found++;
    }
  RUN ("cwt", "x.npy", "--rate", "500", "--condition", "highpass:2.50", "--condition", "whiten:10", "--svg-text", "-o", "w.svg");
  svg = cli_folder_read (folder, "w.svg", &n);
  g_assert_nonnull (strstr (svg, "highpass:2.5 whiten:10"));
  RUN ("spectrum", "x.npy", "--condition", "mean", "--svg-text", "-o", "s.svg");
  series = cli_folder_read (folder, "s.svg", &n);
  g_assert_nonnull (strstr (series, "conditioned by mean"));
}

/* --detrend is short for the first step. */
static void
test_detrend (CliFolder    *folder,
              gconstpointer data)
{
  static const char *const commands[][3] = { { "cwt", "--scales", "5" }, { "spectrum", "--length", "1024" },
                                             { "autocorrelate", "--length", "512" }, { "filter", "--lowpass", "50" },
                                             { "walshgram", "--window", "64" } };
  g_autofree double *x = write_noise (folder);

  for (guint t = 0; t < N; t++)
    x[t] += 3 + 0.01 * t;
  cli_folder_write_npy (folder, "x.npy", x, N);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    for (guint k = 0; k < 2; k++)
      {
        const char *const *c = commands[i];

        RUN (c[0], "x.npy", "--rate", "500", c[1], c[2], "--detrend", k ? "linear" : "mean", "--condition", "highpass:9", "-o",
             "a.npy");
        RUN (c[0], "x.npy", "--rate", "500", c[1], c[2], "--condition", k ? "trend" : "mean", "--condition", "highpass:9", "-o",
             "b.npy");
        assert_same (folder, "a.npy", "b.npy");
      }
  /* A picture's default is the mean of the file, before the steps. */
  RUN ("cwt", "x.npy", "--rate", "500", "--condition", "highpass:9", "-o", "a.png");
  RUN ("cwt", "x.npy", "--rate", "500", "--condition", "highpass:9", "--detrend", "mean", "-o", "b.png");
  assert_same (folder, "a.png", "b.png");
}

/* An offset, as of a hydrophone, no longer hides the Walsh coefficients: of integers too, in their own units. */
static void
test_walsh (CliFolder    *folder,
            gconstpointer data)
{
  enum { LENGTH = 1024, ROW = 37 };
  gint16 samples[LENGTH];
  g_autofree char *plain = NULL, *conditioned = NULL;
  const gint64 *before;
  const double *after;
  guint64 n;
  gsize size;
  guint largest = 0;

  for (guint t = 0; t < LENGTH; t++)
    samples[t] = (gint16) (4000 + (__builtin_parity (t & ROW) ? -300 : 300) + g_test_rand_int_range (-50, 51));
  cli_folder_write_wav (folder, "x.wav", 1, 8000, samples, LENGTH, LENGTH);
  RUN ("spectrum", "x.wav", "-o", "plain.npy");
  RUN ("spectrum", "x.wav", "--condition", "mean", "-o", "mean.npy");
  plain = cli_folder_read (folder, "plain.npy", &size);
  before = cli_npy_vector (plain, size, "<i8", &n);
  g_assert_cmpint (ABS (before[0]), >, 10 * ABS (before[ROW]));
  conditioned = cli_folder_read (folder, "mean.npy", &size);
  after = cli_npy_vector (conditioned, size, "<f8", &n);
  for (guint k = 0; k < LENGTH; k++)
    {
      largest = fabs (after[k]) > fabs (after[largest]) ? k : largest;
      g_assert_cmpfloat (fabs (after[k] - (k == 0 ? 0 : (double) before[k])), <, 1e-6);
    }
  g_assert_cmpuint (largest, ==, ROW);
}

/* Rate, length, spans in seconds and the first sample's time after a resampling. */
static void
test_resampled (CliFolder    *folder,
                gconstpointer data)
{
  static const char sidecar[] = "[recording]\nrate=500\nstart=1998-03-17T14:05:30Z\n";
  g_autofree double *x = write_noise (folder);
  g_autofree char *csv = NULL, *numbers = NULL, *svg = NULL;
  g_auto (GStrv) times = NULL;
  guint64 rows, cols;
  gsize n;

  cli_folder_write (folder, "x.npy.ondes", sidecar, strlen (sidecar));
  RUN ("cwt", "x.npy", "--scales", "5", "--condition", "resample:125", "-o", "w.npy");
  numbers = cli_folder_read (folder, "w.npy", &n);
  g_assert_nonnull (cli_npy (numbers, n, "<c16", &rows, &cols));
  g_assert_cmpuint (cols, ==, N / 4);
  RUN ("cwt", "x.npy", "--scales", "5", "--from", "1", "--to", "1.04", "--condition", "resample:125", "-o", "w.csv");
  csv = cli_folder_read (folder, "w.csv", &n);
  *strchr (csv, '\n') = '\0';
  times = g_strsplit (csv, ",", 0);
  g_assert_cmpuint (g_strv_length (times), ==, 6);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpfloat (fabs (g_ascii_strtod (times[i + 1], NULL) - (1 + i / 125.0)), <, 1e-9);
  RUN ("cwt", "x.npy", "--condition", "resample:125", "--frequencies", "5:50", "--from", "1998-03-17T14:05:31", "--svg-text", "-o",
       "w.svg");
  svg = cli_folder_read (folder, "w.svg", &n);
  g_assert_nonnull (strstr (svg, "1998"));
  RUN ("filter", "x.npy", "--condition", "resample:1000", "--lowpass", "100", "-o", "y.wav");
  {
    g_autoptr (CliResult) info = cli_run (folder, "info", "y.wav", NULL);

    g_assert_cmpint (info->status, ==, 0);
    g_assert_nonnull (strstr (info->out, "1000 Hz"));
    g_assert_nonnull (strstr (info->out, "2400"));
  }
}

/* Of a convolution both files, unless the second has its own. */
static void
test_two (CliFolder    *folder,
          gconstpointer data)
{
  g_autofree double *x = write_noise (folder);

  for (guint t = 0; t < N; t++)
    x[t] = x[t] * 2 + 1;
  cli_folder_write_npy (folder, "y.npy", x, N);
  RUN ("filter", "x.npy", "--rate", "500", "--highpass", "50", "-o", "hx.npy");
  RUN ("filter", "y.npy", "--rate", "500", "--highpass", "50", "-o", "hy.npy");
  RUN ("filter", "y.npy", "--rate", "500", "--lowpass", "50", "-o", "ly.npy");
  RUN ("convolve", "hx.npy", "hy.npy", "-o", "a.npy");
  RUN ("convolve", "x.npy", "y.npy", "--rate", "500", "--condition", "highpass:50", "-o", "b.npy");
  assert_same (folder, "a.npy", "b.npy");
  RUN ("convolve", "hx.npy", "y.npy", "-o", "a.npy");
  RUN ("convolve", "x.npy", "y.npy", "--rate", "500", "--condition", "highpass:50", "--condition-2", "none", "-o", "b.npy");
  assert_same (folder, "a.npy", "b.npy");
  RUN ("convolve", "x.npy", "ly.npy", "-o", "a.npy");
  RUN ("convolve", "x.npy", "y.npy", "--rate", "500", "--condition-2", "lowpass:50", "-o", "b.npy");
  assert_same (folder, "a.npy", "b.npy");
}

/* One sentence, before anything is written: status 2 whatever the file, 1 because of it. */
static void
test_refused (CliFolder    *folder,
              gconstpointer data)
{
  static const struct
  {
    const char *step;
    int         status;
  } cases[] = {
    { "bandpass:300:35", 2 }, { "nonsense", 2 }, { "gain:nan", 2 }, { "", 2 }, { "lowpass:250", 1 }, { "notch:50:5", 1 },
    { "whiten:300", 1 },      { "whiten:0.1", 1 }, { "resample:0.001", 1 },
    { "filter:lowpass=1,highpass=2", 2 }, { "filter:lowpass=250", 1 }, { "filter:bank=octave", 1 }, { "filter:taps=none.txt", 1 },
  };
  static const char *const commands[][3] = { { "cwt", "-o", "out.png" }, { "spectrum", "-o", "out.npy" },
                                             { "autocorrelate", "-o", "out.npy" }, { "filter", "-o", "out.npy" },
                                             { "walshgram", "-o", "out.npy" } };
  g_autofree double *x = write_noise (folder);
  const guint files = cli_folder_count (folder);

  for (guint c = 0; c < G_N_ELEMENTS (commands); c++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        const char *file = cases[i].status == 2 ? "missing.npy" : "x.npy";
        g_autoptr (CliResult) result = cli_run (folder, commands[c][0], file, commands[c][1], commands[c][2], "--rate", "500",
                                                "--condition", "mean", "--condition", cases[i].step,
                                                c == 3 ? "--lowpass" : NULL, "20", NULL);

        cli_assert_refused (result, cases[i].status, "--condition: ");
        g_assert_cmpuint (cli_folder_count (folder), ==, files);
      }
  cli_folder_write (folder, "t.txt", "01101001\n", 9);
  {
    g_autoptr (CliResult) table = cli_run (folder, "spectrum", "t.txt", "--condition", "mean", "-o", "out.npy", NULL);
    g_autoptr (CliResult) detrend = cli_run (folder, "spectrum", "x.npy", "--detrend", "span-mean", "-o", "out.npy", NULL);
    g_autoptr (CliResult) second
      = cli_run (folder, "convolve", "x.npy", "x.npy", "--condition-2", "nonsense", "-o", "out.npy", NULL);

    cli_assert_refused (table, 1, "--condition: ");
    cli_assert_refused (detrend, 2, "--detrend: ");
    cli_assert_refused (second, 2, "--condition-2: ");
  }
}

/* Gaps of the file are told, though filters count them as zeros. */
static void
test_gaps (CliFolder    *folder,
           gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) result = NULL;

  x[100] = NAN;
  cli_folder_write_npy (folder, "x.npy", x, N);
  result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--condition", "highpass:9", "--condition", "resample:250", "-o",
                    "w.png", NULL);
  g_assert_cmpint (result->status, ==, 0);
  g_assert_nonnull (strstr (result->err, "1 of the samples"));
}

/* A preset is the options that it stands for, and the recording's: here of 2.4 s at 500 Hz. Options of the command line come
 * first, and those that exclude one of its own leave that out. */
static void
test_preset (CliFolder    *folder,
             gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) unknown = NULL, fitted = NULL, measured = NULL, spelled = NULL, set = NULL;

  RUN ("cwt", "x.npy", "--rate", "500", "--preset", "ecg", "-o", "a.npy");
  RUN ("cwt", "x.npy", "--rate", "500", "--omega0", "5", "--boundary", "reflect", "--voices", "24", "--frequencies", "0.625:100",
       "--condition", "trend", "-o", "b.npy");
  assert_same (folder, "a.npy", "b.npy");
  RUN ("cwt", "x.npy", "--rate", "500", "--preset", "ecg", "--omega0", "9", "--linear", "--palette", "grey", "--scales", "4,8",
       "-o", "a.png");
  RUN ("cwt", "x.npy", "--rate", "500", "--omega0", "9", "--boundary", "reflect", "--scales", "4,8", "--condition", "trend",
       "--linear", "--palette", "grey", "--axis", "log", "-o", "b.png");
  assert_same (folder, "a.png", "b.png");
  /* Steps that are given for the second come before the preset's. */
  RUN ("cwt", "x.npy", "--rate", "500", "--preset", "ecg", "--scales", "4,8", "--condition-2", "mean", "--show", "second", "-o",
       "a.png");
  RUN ("cwt", "x.npy", "--rate", "500", "--preset", "ecg", "--scales", "4,8", "--condition-2", "trend", "--show", "second", "-o",
       "b.png");
  assert_different (folder, "a.png", "b.png");
  RUN ("slice", "x.npy", "--rate", "500", "--preset", "ecg", "--at", "1", "-o", "a.npy");
  RUN ("slice", "x.npy", "--rate", "500", "--boundary", "reflect", "--voices", "24", "--frequencies", "0.625:100", "--condition",
       "trend", "--at", "1", "-o", "b.npy");
  assert_same (folder, "a.npy", "b.npy");
  measured = cli_run (folder, "measure", "x.npy", "--rate", "500", "--preset", "ecg", "--view", "10:50", NULL);
  spelled = cli_run (folder, "measure", "x.npy", "--rate", "500", "--boundary", "reflect", "--voices", "24", "--frequencies",
                     "0.625:100", "--condition", "trend", "--view", "10:50", NULL);
  g_assert_cmpstr (measured->out, ==, spelled->out);
  g_assert_nonnull (strstr (measured->err, "--preset: "));
  set = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--set-2", "--preset ecg", "-o", "d.png", NULL);
  cli_assert_refused (set, 2, "--set-2: ");
  fitted = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--preset", "bats", "-o", "c.png", NULL);
  g_assert_cmpint (fitted->status, ==, 0);
  g_assert_nonnull (strstr (fitted->err, "--preset: "));
  unknown = cli_run (folder, "cwt", "x.npy", "--preset", "cats", "-o", "d.png", NULL);
  cli_assert_refused (unknown, 2, "--preset");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/condition/coefficients-of-what-was-conditioned", test_cwt);
  ADD ("/ondes/cli/condition/a-filter-of-any-kind-is-a-step", test_filter);
  ADD ("/ondes/cli/condition/the-steps-are-told-in-captions-and-files", test_told);
  ADD ("/ondes/cli/condition/detrend-is-short-for-the-first-step", test_detrend);
  ADD ("/ondes/cli/condition/an-offset-no-longer-hides-walsh-coefficients", test_walsh);
  ADD ("/ondes/cli/condition/rate-length-and-dates-after-resampling", test_resampled);
  ADD ("/ondes/cli/condition/of-two-files", test_two);
  ADD ("/ondes/cli/condition/bad-steps-get-one-sentence", test_refused);
  ADD ("/ondes/cli/condition/gaps-are-told", test_gaps);
  ADD ("/ondes/cli/condition/a-preset-is-the-options-that-it-stands-for", test_preset);
  return g_test_run ();
}
