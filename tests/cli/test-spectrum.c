/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes-cli spectrum against the matrix of each transform, and its refusals word by word. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "cli-run.h"
#include "spectra.h"

#define BITS 6
#define N    (1 << BITS)

static gint64 *
write_integers (CliFolder  *folder,
                const char *name,
                guint64     n,
                gint64      lo,
                gint64      hi)
{
  gint64 *values = g_new (gint64, n);

  for (guint64 i = 0; i < n; i++)
    values[i] = random_integer (lo, hi);
  cli_folder_write_array (folder, name, "<i8", values, n, sizeof *values);
  return values;
}

static const gint64 *
read_integers (CliFolder  *folder,
               const char *name,
               guint64     expected,
               char      **file)
{
  guint64 count;
  const gint64 *values;
  gsize n;

  *file = cli_folder_read (folder, name, &n);
  values = cli_npy_vector (*file, n, "<i8", &count);
  g_assert_cmpuint (count, ==, expected);
  return values;
}

/* Row @k of @matrix times @x. */
static gint64
coefficient (const gint64 *matrix,
             const gint64 *x,
             guint         k)
{
  gint64 sum = 0;

  for (guint i = 0; i < N; i++)
    sum += matrix[k * N + i] * x[i];
  return sum;
}

/* Every integer transform, order and algorithm, there and back. */
static void
test_integers (CliFolder    *folder,
               gconstpointer data)
{
  static const OndesSpectrumKind kinds[] = { ONDES_SPECTRUM_WALSH, ONDES_SPECTRUM_HAAR, ONDES_SPECTRUM_ARITHMETIC };
  g_autofree gint64 *x = write_integers (folder, "x.npy", N, -1000000, 1000000);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint order = 0; order < 3; order++)
      for (guint algorithm = 0; algorithm < 3; algorithm++)
        {
          gboolean has = order == 0 || kinds[i] == ONDES_SPECTRUM_WALSH || (order == 1) == (kinds[i] == ONDES_SPECTRUM_HAAR);
          g_autoptr (CliResult) there =
            cli_run (folder, "spectrum", "x.npy", "--transform", ondes_spectrum_names[kinds[i]], "--order",
                     ondes_order_names[order], "--algorithm", ondes_algorithm_names[algorithm], "-o", "s.npy", NULL);
          g_autoptr (CliResult) back = NULL;
          g_autofree char *file = NULL, *back_file = NULL;
          g_autofree gint64 *matrix = NULL;
          const gint64 *values;

          if (!has)
            {
              cli_assert_refused (there, 2, "--order: the ");
              continue;
            }
          cli_assert_done (there);
          matrix = spectra_matrix (kinds[i], order, BITS);
          values = read_integers (folder, "s.npy", N, &file);
          for (guint k = 0; k < N; k++)
            g_assert_cmpint (values[k], ==, coefficient (matrix, x, k));

          back = cli_run (folder, "spectrum", "s.npy", "--transform", ondes_spectrum_names[kinds[i]], "--order",
                          ondes_order_names[order], "--algorithm", ondes_algorithm_names[algorithm], "--inverse", "-o", "x2.npy",
                          NULL);
          cli_assert_done (back);
          values = read_integers (folder, "x2.npy", N, &back_file);
          g_assert_cmpmem (values, N * sizeof *values, x, N * sizeof *x);
        }
}

/* Real values in double precision, and rows of unit length. */
static void
test_reals (CliFolder    *folder,
            gconstpointer data)
{
  static const OndesSpectrumKind kinds[] = { ONDES_SPECTRUM_WALSH, ONDES_SPECTRUM_HAAR_ORTHONORMAL };
  double x[N];

  for (guint i = 0; i < N; i++)
    x[i] = g_test_rand_double_range (-1, 1);
  cli_folder_write_npy (folder, "x.npy", x, N);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      OndesOrder order = ondes_spectrum_default_order (kinds[i]);
      g_autofree gint64 *matrix = spectra_matrix (kinds[i], order, BITS);
      g_autoptr (CliResult) result =
        cli_run (folder, "spectrum", "x.npy", "--transform", ondes_spectrum_names[kinds[i]], "-o", "s.npy", NULL);
      g_autofree char *file = NULL;
      const double *values;
      guint64 count;
      gsize n;

      cli_assert_done (result);
      file = cli_folder_read (folder, "s.npy", &n);
      values = cli_npy_vector (file, n, "<f8", &count);
      g_assert_cmpuint (count, ==, N);
      for (guint k = 0; k < N; k++)
        {
          double sum = 0, squares = 0;

          for (guint t = 0; t < N; t++)
            {
              sum += matrix[k * N + t] * x[t];
              squares += matrix[k * N + t] * matrix[k * N + t];
            }
          if (kinds[i] == ONDES_SPECTRUM_HAAR_ORTHONORMAL)
            sum /= sqrt (squares);
          g_assert_cmpfloat_with_epsilon (values[k], sum, 1e-12);
        }
    }
}

static int
compare_magnitudes (gconstpointer a,
                    gconstpointer b)
{
  double x = fabs (*(const double *) a), y = fabs (*(const double *) b);

  return x > y ? -1 : x < y;
}

/* --keep writes the inverse of the spectrum without its small coefficients, and tells how far that is off. */
static void
test_keep (CliFolder    *folder,
           gconstpointer data)
{
  enum { KEEP = 7 };
  g_autofree gint64 *matrix = spectra_matrix (ONDES_SPECTRUM_WALSH, ONDES_ORDER_PALEY, BITS);
  double x[N], spectrum[N], sorted[N], squares = 0;
  g_autofree char *file = NULL, *expected = NULL;
  g_autoptr (CliResult) result = NULL, bits = NULL, one = NULL, inverse = NULL, path = NULL;
  const double *values;
  guint64 count;
  gsize n;

  for (guint i = 0; i < N; i++)
    x[i] = g_test_rand_double_range (-1, 1);
  for (guint k = 0; k < N; k++)
    {
      spectrum[k] = 0;
      for (guint i = 0; i < N; i++)
        spectrum[k] += matrix[k * N + i] * x[i];
    }
  memcpy (sorted, spectrum, sizeof sorted);
  qsort (sorted, N, sizeof *sorted, compare_magnitudes);
  for (guint k = KEEP; k < N; k++)
    squares += sorted[k] * sorted[k] / N;

  cli_folder_write_npy (folder, "x.npy", x, N);
  result = cli_run (folder, "spectrum", "x.npy", "--rate", "1", "--order", "paley", "--keep", "7", "-o", "kept.npy", NULL);
  cli_assert_done (result);
  file = cli_folder_read (folder, "kept.npy", &n);
  values = cli_npy_vector (file, n, "<f8", &count);
  g_assert_cmpuint (count, ==, N);
  for (guint i = 0; i < N; i++)
    {
      double sum = 0;

      for (guint k = 0; k < N; k++)
        if (fabs (spectrum[k]) >= fabs (sorted[KEEP - 1]))
          sum += matrix[k * N + i] * spectrum[k] / N;
      g_assert_cmpfloat_with_epsilon (values[i], sum, 1e-12);
    }
  expected = g_strdup_printf ("x.npy: the 7 largest of 64 coefficients give the values back with an error of %.4g rms (",
                              sqrt (squares / N));
  g_assert_true (g_str_has_prefix (result->err, expected));

  cli_folder_write (folder, "f.txt", "01101001", 8);
  bits = cli_run (folder, "spectrum", "f.txt", "--transform", "reed-muller", "--keep", "2", "-o", "-", "--format", "csv", NULL);
  g_assert_cmpint (bits->status, ==, 0); /* x₃ + x₂ of x₁ + x₂ + x₃ */
  g_assert_cmpstr (bits->out, ==, "index,reed_muller_natural_kept_2\n0,0\n1,1\n2,1\n3,0\n4,0\n5,1\n6,1\n7,0\n");
  g_assert_cmpstr (bits->err, ==, "f.txt: the 2 largest of 8 coefficients give the values back, 4 of them wrong\n");
  one = cli_run (folder, "spectrum", "f.txt", "--transform", "reed-muller", "--keep", "1", "-o", "-", "--format", "csv", NULL);
  g_assert_cmpstr (one->err, ==, "f.txt: the largest of 8 coefficients gives the values back, 4 of them wrong\n");
  inverse = cli_run (folder, "spectrum", "f.txt", "--keep", "2", "--inverse", "-o", "out.npy", NULL);
  cli_assert_refused (inverse, 2, "--keep: ");
  path = cli_run (folder, "spectrum", "f.txt", "--keep", "2", "-o", "none/out.npy", NULL);
  cli_assert_refused (path, 1, "none/out.npy: ");
  g_assert_cmpuint (cli_folder_count (folder), ==, 3);
}

/* PCM enters as its integers, and --precision makes real numbers of them. */
static void
test_pcm (CliFolder    *folder,
          gconstpointer data)
{
  gint16 samples[2 * N];
  gint64 x[N];
  g_autofree gint64 *matrix = spectra_matrix (ONDES_SPECTRUM_WALSH, ONDES_ORDER_NATURAL, BITS);
  g_autofree char *file = NULL, *single = NULL;
  g_autoptr (CliResult) result = NULL, real = NULL;
  const gint64 *values;
  const float *reals;
  guint64 count;
  gsize n;

  for (guint i = 0; i < 2 * N; i++)
    samples[i] = g_test_rand_int_range (-32768, 32768);
  for (guint i = 0; i < N; i++)
    x[i] = samples[2 * i + 1];
  cli_folder_write_wav (folder, "x.wav", 2, 8000, samples, N, N);
  result = cli_run (folder, "spectrum", "x.wav", "--channel", "2", "-o", "s.npy", NULL);
  cli_assert_done (result);
  values = read_integers (folder, "s.npy", N, &file);
  for (guint k = 0; k < N; k++)
    g_assert_cmpint (values[k], ==, coefficient (matrix, x, k));

  real = cli_run (folder, "spectrum", "x.wav", "--channel", "2", "--precision", "single", "-o", "s.npy", NULL);
  cli_assert_done (real);
  single = cli_folder_read (folder, "s.npy", &n);
  reals = cli_npy_vector (single, n, "<f4", &count);
  for (guint k = 0; k < N; k++)
    g_assert_cmpfloat_with_epsilon (reals[k], coefficient (matrix, x, k), 1);
}

static void
test_reed_muller (CliFolder    *folder,
                  gconstpointer data)
{
  g_autofree gint64 *x = write_integers (folder, "x.npy", N, 0, 1);
  g_autofree gint64 *matrix = spectra_matrix (ONDES_SPECTRUM_REED_MULLER, ONDES_ORDER_PALEY, BITS);
  g_autoptr (CliResult) result =
    cli_run (folder, "spectrum", "x.npy", "--transform", "reed-muller", "--order", "paley", "-o", "s.npy", NULL);
  g_autofree char *file = NULL;
  const guint8 *values;
  guint64 count;
  gsize n;

  cli_assert_done (result);
  file = cli_folder_read (folder, "s.npy", &n);
  values = cli_npy_vector (file, n, "|u1", &count);
  g_assert_cmpuint (count, ==, N);
  for (guint k = 0; k < N; k++)
    g_assert_cmpuint (values[k], ==, coefficient (matrix, x, k) & 1);
}

/* The number of ones decides xor5; x₁ is the most significant bit. */
static void
test_truth_tables (CliFolder    *folder,
                   gconstpointer data)
{
  static const char pla[] = ".i 2\n.o 2\n1- 1~\n01 ~1\n11 ~1\n.e\n", open_pla[] = ".i 1\n.o 1\n.type fd\n1 -\n.e\n";
  g_autoptr (CliResult) result = NULL, refused = NULL, one = NULL, text = NULL, beyond = NULL;
  g_autofree char *file = NULL, *one_file = NULL, *text_file = NULL;
  const gint64 *values;

  cli_folder_write (folder, "f.pla", pla, strlen (pla));
  cli_folder_write (folder, "open.pla", open_pla, strlen (open_pla));
  cli_folder_write (folder, "f.txt", "0110 1001", 9);

  result = cli_run (folder, "spectrum", "f.pla", "--output", "1", "--signed", "-o", "s.npy", NULL);
  cli_assert_done (result);
  g_assert_cmpstr (result->err, ==, "");
  values = read_integers (folder, "s.npy", 4, &file);
  /* f = x₁: (−1)^f = 1, 1, −1, −1 is row 2. */
  for (guint k = 0; k < 4; k++)
    g_assert_cmpint (values[k], ==, k == 2 ? 4 : 0);

  text = cli_run (folder, "spectrum", "f.txt", "--signed", "-o", "s.npy", NULL);
  cli_assert_done (text);
  values = read_integers (folder, "s.npy", 8, &text_file);
  for (guint k = 0; k < 8; k++)
    g_assert_cmpint (values[k], ==, k == 7 ? 8 : 0); /* the parity of three variables */

  refused = cli_run (folder, "spectrum", "open.pla", "-o", "r.npy", NULL);
  cli_assert_refused (refused, 1, "open.pla leaves 1 value of output 1 open");
  one = cli_run (folder, "spectrum", "open.pla", "--dont-care", "1", "-o", "s.npy", NULL);
  cli_assert_done (one);
  values = read_integers (folder, "s.npy", 2, &one_file);
  g_assert_cmpint (values[0], ==, 1);
  g_assert_cmpint (values[1], ==, -1);
  beyond = cli_run (folder, "spectrum", "f.pla", "--output", "3", "-o", "r.npy", NULL);
  cli_assert_refused (beyond, 1, "f.pla has 2 outputs, so output 3");
}

/* A span, filled up, as bits with signs. */
static void
test_values_taken (CliFolder    *folder,
                   gconstpointer data)
{
  g_autofree gint64 *x = write_integers (folder, "x.npy", 100, -5, 5), *matrix = spectra_matrix (ONDES_SPECTRUM_WALSH, 0, BITS);
  gint64 taken[N];
  g_autoptr (CliResult) result = cli_run (folder, "spectrum", "x.npy", "--from", "10", "--to", "60", "--binarise", "threshold:2",
                                          "--pad", "--signed", "-o", "s.npy", NULL);
  g_autofree char *file = NULL;
  const gint64 *values;

  cli_assert_done (result);
  for (guint i = 0; i < N; i++)
    taken[i] = i < 50 && x[10 + i] >= 2 ? -1 : 1;
  values = read_integers (folder, "s.npy", N, &file);
  for (guint k = 0; k < N; k++)
    g_assert_cmpint (values[k], ==, coefficient (matrix, taken, k));
}

/* One scale: the mean of two channels of integers is in their units, not ±1 of full scale. */
static void
test_mix_has_the_channels_scale (CliFolder    *folder,
                                 gconstpointer data)
{
  gint16 samples[2 * N];
  double sum = 0;
  g_autoptr (CliResult) one = NULL, mix = NULL;
  g_autofree char *one_file = NULL, *mix_file = NULL;
  const gint64 *integers;
  const double *values;
  guint64 count;
  gsize n;

  for (guint i = 0; i < 2 * N; i++)
    samples[i] = (gint16) random_integer (-32768, 32767);
  cli_folder_write_wav (folder, "two.wav", 2, 8000, samples, N, N);
  one = cli_run (folder, "spectrum", "two.wav", "--channel", "2", "-o", "one.npy", NULL);
  mix = cli_run (folder, "spectrum", "two.wav", "--channel", "mix", "-o", "mix.npy", NULL);
  cli_assert_done (one);
  cli_assert_done (mix);
  integers = read_integers (folder, "one.npy", N, &one_file);
  mix_file = cli_folder_read (folder, "mix.npy", &n);
  values = cli_npy_vector (mix_file, n, "<f8", &count);
  g_assert_nonnull (values);
  g_assert_cmpuint (count, ==, N);
  for (guint i = 0; i < N; i++)
    sum += samples[2 * i + 1];
  g_assert_cmpint (integers[0], ==, (gint64) sum);
  for (guint i = 0; i < N; i++)
    sum += samples[2 * i];
  g_assert_cmpfloat_with_epsilon (values[0], sum / 2, 1e-6);
}

static void
test_note (CliFolder    *folder,
           gconstpointer data)
{
  g_autofree gint64 *x = write_integers (folder, "x.npy", 100, -5, 5);
  g_autoptr (CliResult) result = cli_run (folder, "spectrum", "x.npy", "--rate", "1", "-o", "s.npy", NULL);
  g_autoptr (CliResult) asked = cli_run (folder, "spectrum", "x.npy", "--rate", "1", "--length", "64", "-o", "s.npy", NULL);
  g_autofree char *file = NULL;

  cli_assert_done (result);
  g_assert_cmpstr (result->err, ==,
                   "x.npy has 100 values, no power of two: the first 64 are taken; --pad fills up to 128 with zeros, --length "
                   "takes as many as it says\n");
  read_integers (folder, "s.npy", 64, &file);
  cli_assert_done (asked);
  g_assert_cmpstr (asked->err, ==, "");
}

static void
test_csv (CliFolder    *folder,
          gconstpointer data)
{
  static const gint64 values[] = { 1, 0, 1, 1 };
  g_autoptr (CliResult) natural = NULL, haar = NULL;

  cli_folder_write_array (folder, "f.npy", "<i8", values, 4, 8);
  natural = cli_run (folder, "spectrum", "f.npy", "-o", "-", "--format", "csv", NULL);
  cli_assert_done (natural);
  g_assert_cmpstr (natural->out, ==, "index,sequency,walsh_natural\n0,0,3\n1,3,1\n2,1,-1\n3,2,1\n");
  haar = cli_run (folder, "spectrum", "f.npy", "--transform", "haar", "--signed", "-o", "-", "--format", "csv", NULL);
  cli_assert_done (haar);
  g_assert_cmpstr (haar->out, ==, "index,haar_sequency_signed\n0,-2\n1,2\n2,-2\n3,0\n");
}

static void
test_pictures (CliFolder    *folder,
               gconstpointer data)
{
  static const struct
  {
    const char *name, *head;
  } outputs[] = { { "out.png", "\x89PNG\r\n" }, { "out.svg", "<?xml" }, { "out.pdf", "%PDF-" } };
  g_autofree gint64 *x = write_integers (folder, "x.npy", 4096, -100, 100);

  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "spectrum", "x.npy", "--order", "sequency", "--view", "16:", "--size",
                                              "500x300", "-o", outputs[i].name, NULL);
      g_autofree char *file = NULL;
      gsize n;

      cli_assert_done (result);
      file = cli_folder_read (folder, outputs[i].name, &n);
      g_assert_cmpmem (file, strlen (outputs[i].head), outputs[i].head, strlen (outputs[i].head));
    }
}

static void
test_timing (CliFolder    *folder,
             gconstpointer data)
{
  g_autofree gint64 *x = write_integers (folder, "x.npy", 4096, -100, 100);
  g_autoptr (CliResult) result =
    cli_run (folder, "spectrum", "x.npy", "--rate", "1", "--engine", "cpu", "--timing", "-o", "s.npy", NULL);

  cli_assert_done (result);
  g_assert_true (g_str_has_prefix (result->err, "{\"engine\": \"cpu\", "));
}

/* What no file makes right is said without one. */
static void
test_wrong_whatever_the_file (CliFolder    *folder,
                              gconstpointer data)
{
  static const struct
  {
    const char *words[6];
    const char *sentence;
  } cases[] = {
    { { "--length", "1000" }, "--length: 1000 is no power of two; the nearest are 512 and 1024\n" },
    { { "--transform", "haar", "--order", "paley" },
      "--order: the Haar transform has no paley order; use natural or sequency\n" },
    { { "--transform", "arithmetic", "--order", "sequency" },
      "--order: the arithmetic transform has no sequency order; use natural or paley\n" },
    { { "--transform", "reed-muller", "--signed" },
      "--signed: the Reed–Muller transform takes 0 and 1, not signs; leave it out\n" },
    { { "--transform", "reed-muller", "--precision", "double" },
      "--precision: the Reed–Muller transform knows 0 and 1 alone; leave it out\n" },
    { { "--transform", "fourier" },
      "--transform: “fourier” is none of walsh, haar, haar-orthonormal, reed-muller, arithmetic\n" },
    { { "--binarise", "bit:64" },
      "--binarise: “64” is not a whole number from 0 to 63\n" },
    { { "--binarise", "bits" }, "--binarise: “bits” is none of none, sign, threshold:V, bit:B\n" },
    { { "--dont-care", "2" }, "--dont-care: “2” is none of 0, 1, refuse\n" },
    { { "--output", "2", "--channel", "1" }, "--output: --channel asks for one already; leave one out\n" },
    { { "--view", "9:9" }, "--view: “9:9” is not A:B, two whole numbers, the lower one first\n" },
    { { "--format", "npz" }, "--format: “npz” is none of png, svg, pdf, npy or csv\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *words[] = { "spectrum", "none.npy", "-o", "out.npy", cases[i].words[0], cases[i].words[1], cases[i].words[2],
                              cases[i].words[3], NULL };
      g_autoptr (CliResult) result = cli_run_words (folder, words);

      g_assert_cmpstr (result->err, ==, cases[i].sentence);
      g_assert_cmpint (result->status, ==, 2);
    }
  g_assert_cmpuint (cli_folder_count (folder), ==, 0);
}

/* What this file, or this machine, cannot. */
static void
test_refused (CliFolder    *folder,
              gconstpointer data)
{
  static const double gaps[] = { 1, 2, NAN, 4 }, complex[8];
  static const gint64 large[] = { G_MAXINT64 / 2, 1, G_MAXINT64 / 2, 1 }, odd[] = { 1, 2, 2, 2 };
  static const struct
  {
    const char *words[5];
    const char *sentence;
  } cases[] = {
    { { "none.npy" }, "none.npy does not exist; check its name\n" },
    { { "gaps.npy" }, "gaps.npy: sample 2 is no finite number, and every coefficient would be none; take a span without it\n" },
    { { "gaps.npy", "--from", "1", "--length", "2" },
      "gaps.npy: sample 2 is no finite number, and every coefficient would be none; take a span without it\n" },
    { { "gaps.npy", "--transform", "reed-muller" },
      "gaps.npy holds no integers, and the Reed–Muller transform takes 0 and 1; make them with --binarise\n" },
    { { "gaps.npy", "--binarise", "sign" },
      "gaps.npy: sample 2 is NaN, which --binarise makes neither 0 nor 1; choose a span without it\n" },
    { { "gaps.npy", "--binarise", "bit:1" },
      "gaps.npy holds no integers, so it has no bit 1; choose --binarise sign or threshold:V\n" },
    { { "complex.npy" }, "complex.npy holds complex samples, and a spectrum is taken of real ones\n" },
    { { "odd.npy", "--signed" }, "odd.npy: sample 1 is 2, and --signed takes 0 and 1 alone; make them with --binarise\n" },
    { { "odd.npy", "--length", "8" },
      "--length: odd.npy has 4 values; take at most 4 of them, or fill up with zeros by --pad\n" },
    { { "odd.npy", "--output", "2" }, "--output: odd.npy is no truth table; choose one of its channels with --channel\n" },
    { { "odd.npy", "--channel", "2" }, "odd.npy has 1 channel, so channel 2 is not in it\n" },
  };
  g_autoptr (CliResult) overflow = NULL, real = NULL, inverse = NULL, huge = NULL, bits = NULL, twelve = NULL;
  guint before;

  cli_folder_write_npy (folder, "gaps.npy", gaps, 4);
  cli_folder_write_array (folder, "complex.npy", "<c16", complex, 4, 16);
  cli_folder_write_array (folder, "large.npy", "<i8", large, 4, 8);
  cli_folder_write_array (folder, "odd.npy", "<i8", odd, 4, 8);
  cli_folder_write (folder, "twelve.txt", "011010010110", 12);
  before = cli_folder_count (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *words[] = { "spectrum", "-o", "out.npy", "--rate", "1", cases[i].words[0], cases[i].words[1], cases[i].words[2],
                              NULL };
      g_autoptr (CliResult) result = cli_run_words (folder, words);

      g_assert_cmpstr (result->err, ==, cases[i].sentence);
      g_assert_cmpint (result->status, ==, 1);
    }

  overflow = cli_run (folder, "spectrum", "large.npy", "-o", "out.npy", NULL);
  cli_assert_refused (overflow, 1, "large.npy: ");
  g_assert_nonnull (strstr (overflow->err, "int64"));
  inverse = cli_run (folder, "spectrum", "odd.npy", "--inverse", "-o", "out.npy", NULL);
  cli_assert_refused (inverse, 1, "odd.npy: this is not the spectrum of integers: its inverse has fractions");
  bits = cli_run (folder, "spectrum", "odd.npy", "--transform", "reed-muller", "-o", "out.npy", NULL);
  cli_assert_refused (bits, 1, "odd.npy: sample 1 is 2, and the Reed–Muller transform takes 0 and 1; ");
  huge = cli_run (folder, "spectrum", "odd.npy", "--length", "4611686018427387904", "--pad", "-o", "out.npy", NULL);
  cli_assert_refused (huge, 1, "--length: ");
  twelve = cli_run (folder, "spectrum", "twelve.txt", "-o", "out.npy", NULL);
  cli_assert_refused (twelve, 1, "twelve.txt");
  g_assert_cmpuint (cli_folder_count (folder), ==, before);

  real = cli_run (folder, "spectrum", "large.npy", "--precision", "double", "-o", "out.npy", NULL);
  cli_assert_done (real);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/spectrum/integers-there-and-back", test_integers);
  ADD ("/ondes/cli/spectrum/reals-in-double", test_reals);
  ADD ("/ondes/cli/spectrum/largest-coefficients-kept", test_keep);
  ADD ("/ondes/cli/spectrum/pcm-as-its-integers", test_pcm);
  ADD ("/ondes/cli/spectrum/reed-muller-of-bits", test_reed_muller);
  ADD ("/ondes/cli/spectrum/truth-tables", test_truth_tables);
  ADD ("/ondes/cli/spectrum/values-taken", test_values_taken);
  ADD ("/ondes/cli/spectrum/mix-has-the-channels-scale", test_mix_has_the_channels_scale);
  ADD ("/ondes/cli/spectrum/what-is-left-out-is-told", test_note);
  ADD ("/ondes/cli/spectrum/csv", test_csv);
  ADD ("/ondes/cli/spectrum/pictures", test_pictures);
  ADD ("/ondes/cli/spectrum/timing", test_timing);
  ADD ("/ondes/cli/spectrum/wrong-whatever-the-file", test_wrong_whatever_the_file);
  ADD ("/ondes/cli/spectrum/refused", test_refused);
  return g_test_run ();
}
