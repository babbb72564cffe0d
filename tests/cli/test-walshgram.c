/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes-cli walshgram against the double sum of its definition, its formats, and its refusals word by word. */
#include <math.h>
#include <string.h>

#include "cli-run.h"

#define N      900
#define WINDOW 64
#define HOP    24
#define FRAMES ((N - WINDOW) / HOP + 1)
#define RATE   8000

/* Value @t of the Walsh function with @row sign changes: natural row r is (−1)^popcount (r & t), and its changes are counted. */
static int
walsh (guint row,
       guint t)
{
  static guint natural[WINDOW];
  static gboolean known;

  for (guint r = 0; !known && r < WINDOW; r++)
    {
      guint changes = 0;

      for (guint i = 1; i < WINDOW; i++)
        changes += __builtin_parity (r & i) != __builtin_parity (r & (i - 1));
      natural[changes] = r;
    }
  known = TRUE;
  return __builtin_parity (natural[row] & t) ? -1 : 1;
}

/* Row @row of the frame at @x. */
static double
coefficient (const double *x,
             guint         row,
             gboolean      hann)
{
  double sum = 0;

  for (guint t = 0; t < WINDOW; t++)
    sum += x[t] * walsh (row, t) * (hann ? 0.5 - 0.5 * cos (2 * G_PI * (t + 0.5) / WINDOW) : 1);
  return sum;
}

/* Writes PCM of 16 bits, x.wav; the values are its integers. */
static double *
write_pcm (CliFolder *folder)
{
  double *x = g_new (double, N);
  gint16 samples[N];

  for (guint t = 0; t < N; t++)
    x[t] = samples[t] = (gint16) g_test_rand_int_range (-32768, 32768);
  cli_folder_write_wav (folder, "x.wav", 1, RATE, samples, N, N);
  return x;
}

#define RUN(...)                                                                                                               \
  {                                                                                                                            \
    g_autoptr (CliResult) result_ = cli_run (folder, "walshgram", "x.wav", "--window", "64", "--hop", "24", __VA_ARGS__, NULL); \
                                                                                                                               \
    cli_assert_done (result_);                                                                                                 \
    g_assert_cmpstr (result_->err, ==, "");                                                                                    \
  }

static const void *
read_rows (CliFolder  *folder,
           const char *name,
           const char *descr,
           guint64     expected,
           char      **file)
{
  const void *values;
  guint64 rows, cols;
  gsize n;

  *file = cli_folder_read (folder, name, &n);
  values = cli_npy (*file, n, descr, &rows, &cols);
  g_assert_nonnull (values);
  g_assert_cmpuint (rows, ==, WINDOW);
  g_assert_cmpuint (cols, ==, expected);
  return values;
}

/* Integers are exact; with a taper or a precision they are real. */
static void
test_numbers (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree double *x = write_pcm (folder);
  g_autofree char *exact_file = NULL, *double_file = NULL, *hann_file = NULL, *pooled_file = NULL;
  const gint64 *exact;
  const double *real, *hann;
  const float *pooled;

  RUN ("-o", "exact.npy");
  RUN ("--precision", "double", "-o", "double.npy");
  RUN ("--taper", "hann", "-o", "hann.npy");
  RUN ("--columns", "7", "-o", "pooled.npy");
  exact = read_rows (folder, "exact.npy", "<i8", FRAMES, &exact_file);
  real = read_rows (folder, "double.npy", "<f8", FRAMES, &double_file);
  hann = read_rows (folder, "hann.npy", "<f8", FRAMES, &hann_file);
  pooled = read_rows (folder, "pooled.npy", "<f4", 7, &pooled_file);
  for (guint k = 0; k < WINDOW; k++)
    {
      for (guint j = 0; j < FRAMES; j++)
        {
          g_assert_cmpfloat ((double) exact[k * FRAMES + j], ==, coefficient (x + j * HOP, k, FALSE));
          g_assert_cmpfloat (real[k * FRAMES + j], ==, (double) exact[k * FRAMES + j]);
          g_assert_cmpfloat (fabs (hann[k * FRAMES + j] - coefficient (x + j * HOP, k, TRUE)), <, 1e-8);
        }
      for (guint c = 0; c < 7; c++)
        {
          gint64 most = 0;

          for (guint j = c * FRAMES / 7; j < (c + 1) * FRAMES / 7; j++)
            most = MAX (most, ABS (exact[k * FRAMES + j]));
          g_assert_cmpfloat (pooled[k * 7 + c], ==, (float) most);
        }
    }
}

/* Frames of a span are those that begin in it. */
static void
test_span (CliFolder    *folder,
           gconstpointer data)
{
  g_autofree double *x = write_pcm (folder);
  g_autofree char *file = NULL;
  const gint64 *values;

  /* samples 80 to 159: frames begin at 96, 120, 144 */
  RUN ("--from", "0.01", "--to", "0.02", "-o", "span.npy");
  values = read_rows (folder, "span.npy", "<i8", 3, &file);
  for (guint k = 0; k < WINDOW; k++)
    for (guint j = 0; j < 3; j++)
      g_assert_cmpfloat ((double) values[k * 3 + j], ==, coefficient (x + (j + 4) * HOP, k, FALSE));
}

/* Times are the middles of frames, rows their zero crossings a second. */
static void
test_tables (CliFolder    *folder,
             gconstpointer data)
{
  g_autofree double *x = write_pcm (folder);
  g_autofree char *csv = NULL, *npz = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) times = NULL;
  gsize n;

  RUN ("-o", "w.csv");
  RUN ("-o", "w.npz");
  csv = cli_folder_read (folder, "w.csv", &n);
  lines = g_strsplit (csv, "\n", -1);
  times = g_strsplit (lines[0], ",", -1);
  g_assert_cmpuint (g_strv_length (times), ==, FRAMES + 1);
  for (guint j = 0; j < FRAMES; j++)
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (times[j + 1], NULL), (j * HOP + (WINDOW - 1) / 2.0) / RATE, 1e-12);
  for (guint k = 0; k < WINDOW; k++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[k + 1], ",", -1);

      g_assert_cmpfloat (g_ascii_strtod (cells[0], NULL), ==, k * (double) RATE / WINDOW);
      g_assert_cmpfloat (g_ascii_strtod (cells[5], NULL), ==, coefficient (x + 4 * HOP, k, FALSE));
    }
  npz = cli_folder_read (folder, "w.npz", &n);
  g_assert_nonnull (memmem (npz, n, "sequencies.npy", 14));
  g_assert_null (memmem (npz, n, "frequencies_hz.npy", 18));
  g_assert_null (memmem (npz, n, "scales.npy", 10));
}

/* Axes, caption and colour bar say what is drawn. */
static void
test_pictures (CliFolder    *folder,
               gconstpointer data)
{
  static const char *const formats[] = { "w.png", "w.pdf", "w.svg" };
  g_autofree double *x = write_pcm (folder);
  g_autofree char *by_sequency = NULL, *natural = NULL;
  gsize n;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    RUN ("--svg-text", "-o", formats[i]);
  by_sequency = cli_folder_read (folder, "w.svg", &n);
  g_assert_nonnull (strstr (by_sequency, "sequency (crossings/s)"));
  g_assert_nonnull (strstr (by_sequency, "windows of 64 samples, hop 24"));
  g_assert_nonnull (strstr (by_sequency, "magnitude, dB re"));
  RUN ("--svg-text", "--order", "natural", "--linear", "--palette", "magma", "--equalise", "--view", "0:20", "-o", "n.svg");
  natural = cli_folder_read (folder, "n.svg", &n);
  g_assert_nonnull (strstr (natural, "row, natural order"));
  g_assert_nonnull (strstr (natural, "equalised"));
  RUN ("--axis", "log", "--from", "0.01", "-o", "log.png");
  /* hops longer than the window, and a single frame */
  RUN ("--hop", "300", "-o", "gaps.png");
  RUN ("--hop", "10000", "-o", "one.png");
}

static void
test_refusals (CliFolder    *folder,
               gconstpointer data)
{
  static const struct
  {
    int         status;
    const char *sentence; /* as far as it goes */
    const char *words[5];
  } cases[] = {
    { 2, "--window: a Walsh spectrum has a power of two of samples, here from 16 to 32768, not 100", { "--window", "100" } },
    { 2, "--window: a Walsh spectrum", { "--window", "8" } },
    { 2, "--window: a Walsh spectrum", { "--window", "65536" } },
    { 2, "--window: ", { "--window", "none" } },
    { 2, "--hop: a hop is 1 to 1099511627776 samples, not 0", { "--hop", "0" } },
    { 2, "--hop: ", { "--hop", "-3" } },
    { 2, "--taper: “hamming” is none of rect, hann", { "--taper", "hamming" } },
    { 2, "--order: ", { "--order", "gray" } },
    { 2, "--axis: ", { "--axis", "scale" } },
    { 2, "--columns: ", { "--columns", "0" } },
    { 2, "--db: ", { "--db", "50", "--linear" } },
    { 1, "--window: 1024 samples are longer than the recording, which has 900; choose at most 512", { "--window", "1024" } },
    { 1, "no whole window begins between samples 880 and 899", { "--from", "0.11" } },
    { 1, "--view: no row lies from 9000 to 9500; the rows lie from 0 to 7968.75", { "--view", "9000:9500" } },
  };
  g_autofree double *x = write_pcm (folder);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) words = g_ptr_array_new ();
      g_autoptr (CliResult) result = NULL;

      g_ptr_array_add (words, (gpointer) "walshgram");
      g_ptr_array_add (words, (gpointer) "x.wav");
      for (guint w = 0; cases[i].words[w] != NULL; w++)
        g_ptr_array_add (words, (gpointer) cases[i].words[w]);
      g_ptr_array_add (words, (gpointer) "-o");
      g_ptr_array_add (words, (gpointer) "out.png");
      g_ptr_array_add (words, NULL);
      if (g_str_equal (cases[i].words[0], "--view"))
        g_ptr_array_insert (words, 2, (gpointer) "--window=256");
      result = cli_run_words (folder, (const char *const *) words->pdata);
      cli_assert_refused (result, cases[i].status, "");
      g_assert_nonnull (strstr (result->err, cases[i].sentence));
    }
  g_assert_cmpuint (cli_folder_count (folder), ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add (path, CliFolder, NULL, cli_folder_set_up, test, cli_folder_tear_down)
  ADD ("/ondes/cli/walshgram/numbers", test_numbers);
  ADD ("/ondes/cli/walshgram/spans", test_span);
  ADD ("/ondes/cli/walshgram/tables", test_tables);
  ADD ("/ondes/cli/walshgram/pictures", test_pictures);
  ADD ("/ondes/cli/walshgram/refusals", test_refusals);
  return g_test_run ();
}
