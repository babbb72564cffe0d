/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ondes-cli convolve and autocorrelate against the double loop. */
#include <math.h>
#include <string.h>

#include "cli-run.h"
#include "spectra.h"

#define N 128

static void
write_integers (CliFolder  *folder,
                const char *name,
                gint64     *values,
                guint64     n)
{
  for (guint64 i = 0; i < n; i++)
    values[i] = random_integer (-1000, 1000);
  cli_folder_write_array (folder, name, "<i8", values, n, sizeof *values);
}

static void
assert_convolution (CliFolder    *folder,
                    const gint64 *f,
                    const gint64 *g,
                    guint         size)
{
  g_autofree char *file = NULL;
  const gint64 *values;
  guint64 count;
  gsize n;

  file = cli_folder_read (folder, "c.npy", &n);
  values = cli_npy_vector (file, n, "<i8", &count);
  g_assert_cmpuint (count, ==, size);
  for (guint tau = 0; tau < size; tau++)
    {
      gint64 sum = 0;

      for (guint x = 0; x < size; x++)
        sum += f[x] * g[x ^ tau];
      g_assert_cmpint (values[tau], ==, sum);
    }
}

static void
test_integers (CliFolder    *folder,
               gconstpointer data)
{
  gint64 f[N], g[N];
  g_autoptr (CliResult) both = NULL, one = NULL;

  write_integers (folder, "f.npy", f, N);
  write_integers (folder, "g.npy", g, N);
  both = cli_run (folder, "convolve", "f.npy", "g.npy", "-o", "c.npy", NULL);
  cli_assert_done (both);
  assert_convolution (folder, f, g, N);
  one = cli_run (folder, "autocorrelate", "f.npy", "-o", "c.npy", NULL);
  cli_assert_done (one);
  assert_convolution (folder, f, f, N);
}

/* Without a length as many as fit both; with --pad as many as hold both. */
static void
test_lengths (CliFolder    *folder,
              gconstpointer data)
{
  gint64 f[N] = { 0 }, g[N] = { 0 };
  g_autoptr (CliResult) taken = NULL, padded = NULL, asked = NULL;

  write_integers (folder, "f.npy", f, 100);
  write_integers (folder, "g.npy", g, 50);
  taken = cli_run (folder, "convolve", "f.npy", "g.npy", "--rate", "1", "-o", "c.npy", NULL);
  cli_assert_done (taken);
  g_assert_nonnull (strstr (taken->err, "f.npy and g.npy differ in length: 32 values of each are taken\n"));
  assert_convolution (folder, f, g, 32);
  padded = cli_run (folder, "convolve", "f.npy", "g.npy", "--rate", "1", "--pad", "-o", "c.npy", NULL);
  cli_assert_done (padded);
  assert_convolution (folder, f, g, 128);
  asked = cli_run (folder, "convolve", "f.npy", "g.npy", "--rate", "1", "--length", "16", "-o", "c.npy", NULL);
  cli_assert_done (asked);
  g_assert_cmpstr (asked->err, ==, "");
  assert_convolution (folder, f, g, 16);
}

/* The second file from another place. */
static void
test_second (CliFolder    *folder,
             gconstpointer data)
{
  gint16 samples[3 * N];
  gint64 f[N], g[N];
  g_autoptr (CliResult) result = NULL;

  for (guint i = 0; i < 3 * N; i++)
    samples[i] = g_test_rand_int_range (-32768, 32768);
  cli_folder_write_wav (folder, "x.wav", 3, 1, samples, N, N);
  for (guint i = 0; i < 64; i++)
    {
      f[i] = samples[3 * (i + 7)];
      g[i] = samples[3 * (i + 32) + 2];
    }
  result = cli_run (folder, "convolve", "x.wav", "x.wav", "--from", "7", "--channel-2", "3", "--from-2", "32", "--length", "64",
                    "-o", "c.npy", NULL);
  cli_assert_done (result);
  assert_convolution (folder, f, g, 64);
}

static void
test_reals (CliFolder    *folder,
            gconstpointer data)
{
  double f[N], g[N];
  g_autoptr (CliResult) result = NULL;
  g_autofree char *file = NULL;
  const double *values;
  guint64 count;
  gsize n;

  for (guint i = 0; i < N; i++)
    {
      f[i] = g_test_rand_double_range (-1, 1);
      g[i] = g_test_rand_double_range (-1, 1);
    }
  cli_folder_write_npy (folder, "f.npy", f, N);
  cli_folder_write_npy (folder, "g.npy", g, N);
  result = cli_run (folder, "convolve", "f.npy", "g.npy", "-o", "c.npy", NULL);
  cli_assert_done (result);
  file = cli_folder_read (folder, "c.npy", &n);
  values = cli_npy_vector (file, n, "<f8", &count);
  g_assert_cmpuint (count, ==, N);
  for (guint tau = 0; tau < N; tau++)
    {
      double sum = 0;

      for (guint x = 0; x < N; x++)
        sum += f[x] * g[x ^ tau];
      g_assert_cmpfloat_with_epsilon (values[tau], sum, 1e-12);
    }
}

static void
test_csv_and_picture (CliFolder    *folder,
                      gconstpointer data)
{
  static const gint64 f[] = { 1, 0, 1, 1 }, g[] = { 0, 1, 0, 1 };
  g_autoptr (CliResult) csv = NULL, png = NULL;

  cli_folder_write_array (folder, "f.npy", "<i8", f, 4, 8);
  cli_folder_write_array (folder, "g.npy", "<i8", g, 4, 8);
  csv = cli_run (folder, "convolve", "f.npy", "g.npy", "-o", "-", "--format", "csv", NULL);
  cli_assert_done (csv);
  g_assert_cmpstr (csv->out, ==, "index,dyadic_convolution\n0,1\n1,2\n2,1\n3,2\n");
  png = cli_run (folder, "autocorrelate", "f.npy", "-o", "out.png", NULL);
  cli_assert_done (png);
}

static void
test_refused (CliFolder    *folder,
              gconstpointer data)
{
  static const gint64 large[] = { G_MAXINT64 / 8, 9, 9, 9 }, two[] = { 1, 2 };
  static const double gaps[] = { 1, 2, NAN };
  g_autoptr (CliResult) none = NULL, one = NULL, three = NULL, overflow = NULL, missing = NULL, span = NULL;
  g_autoptr (CliResult) second = NULL, raw = NULL;

  cli_folder_write_array (folder, "large.npy", "<i8", large, 4, 8);
  cli_folder_write_array (folder, "two.npy", "<i8", two, 2, 8);
  cli_folder_write_npy (folder, "gaps.npy", gaps, 3);
  none = cli_run (folder, "convolve", "-o", "c.npy", NULL);
  g_assert_cmpint (none->status, ==, 2);
  g_assert_cmpstr (none->err, ==, "FILE: missing; write: ondes-cli convolve FILE FILE -o OUT.(npy|csv|png|svg|pdf) [OPTION…]\n");
  one = cli_run (folder, "convolve", "two.npy", "-o", "c.npy", NULL);
  cli_assert_refused (one, 2, "FILE: missing; write: ondes-cli convolve FILE FILE ");
  three = cli_run (folder, "convolve", "two.npy", "two.npy", "two.npy", "-o", "c.npy", NULL);
  g_assert_cmpint (three->status, ==, 2);
  g_assert_cmpstr (three->err, ==, "two.npy: one word too many; ondes-cli convolve takes FILE FILE\n");
  overflow = cli_run (folder, "convolve", "large.npy", "large.npy", "-o", "c.npy", NULL);
  cli_assert_refused (overflow, 1, "large.npy with large.npy: ");
  g_assert_nonnull (strstr (overflow->err, "int64"));
  missing = cli_run (folder, "convolve", "two.npy", "none.npy", "-o", "c.npy", NULL);
  cli_assert_refused (missing, 1, "none.npy does not exist");
  span = cli_run (folder, "convolve", "two.npy", "two.npy", "--from-2", "2", "--to-2", "1", "-o", "c.npy", NULL);
  cli_assert_refused (span, 2, "--from-2: 2 is not before");
  raw = cli_run (folder, "convolve", "two.npy", "two.npy", "--raw-2", "s99:1:1", "-o", "c.npy", NULL);
  cli_assert_refused (raw, 2, "--raw-2: ");
  second = cli_run (folder, "convolve", "two.npy", "gaps.npy", "--from-2", "1", "-o", "c.npy", NULL);
  cli_assert_refused (second, 1, "gaps.npy: sample 2 is no finite number, ");
  g_assert_cmpuint (cli_folder_count (folder), ==, 3);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/convolve/integers-are-exact", test_integers);
  ADD ("/ondes/cli/convolve/lengths-fit-both", test_lengths);
  ADD ("/ondes/cli/convolve/the-second-file-from-another-place", test_second);
  ADD ("/ondes/cli/convolve/reals-in-double", test_reals);
  ADD ("/ondes/cli/convolve/csv-and-picture", test_csv_and_picture);
  ADD ("/ondes/cli/convolve/refused", test_refused);
  return g_test_run ();
}
