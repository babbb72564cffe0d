/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ondes-cli cwt computes of a recording less its mean, its line or its moving mean. */
#include "cwt-definition.h"

#include <string.h>

/* Numbers are of the recording as it stands, or less its mean or line where that is asked for. */
static void
test_detrend (CliFolder    *folder,
              gconstpointer data)
{
  static const char *const names[] = { NULL, "none", "mean", "linear" };
  g_autofree double *x = write_noise (folder);

  for (guint t = 0; t < N; t++)
    x[t] += 20 + 0.01 * t;
  cli_folder_write_npy (folder, "x.npy", x, N);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "24", "-o", "out.npy",
                                              names[i] != NULL ? "--detrend" : NULL, names[i], NULL);
      long double level = 0, slope = 0, squares = 0;
      g_autofree char *file = NULL;
      double y[N];
      const double complex *values;
      guint64 rows, cols;
      Norm norm = { 0 };
      gsize n;

      for (guint t = 0; t < N; t++)
        {
          level += x[t] / (long double) N;
          slope += x[t] * (t - (N - 1) / 2.0L);
          squares += (t - (N - 1) / 2.0L) * (t - (N - 1) / 2.0L);
        }
      slope = i == 3 ? slope / squares : 0;
      for (guint t = 0; t < N; t++)
        y[t] = (double) (x[t] - (i < 2 ? 0 : level + slope * (t - (N - 1) / 2.0L)));
      cli_assert_done (result);
      file = cli_folder_read (folder, "out.npy", &n);
      values = cli_npy (file, n, "<c16", &rows, &cols);
      for (guint t = 0; t < N; t++)
        add (&norm, values[t], coefficient (y, N, 24, t));
      assert_within (&norm, 1e-12);
    }
}

/* Less the mean of 51 samples around each, and less the mean of the span that is computed. */
static void
test_moving_mean (CliFolder    *folder,
                  gconstpointer data)
{
  static const char *const names[] = { "moving:0.1", "span-mean" };
  g_autofree double *x = write_noise (folder);

  for (guint t = 0; t < N; t++)
    x[t] += 20 + 0.01 * t;
  cli_folder_write_npy (folder, "x.npy", x, N);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const guint first = N / 5, count = N / 4;
      g_autofree char *from = g_strdup_printf ("%.17g", first / 500.0), *to = g_strdup_printf ("%.17g", (first + count) / 500.0);
      g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--scales", "24", "-o", "out.npy", "--from",
                                              from, "--to", to, "--detrend", names[i], NULL);
      g_autofree char *file = NULL;
      double y[N];
      const double complex *values;
      guint64 rows, cols;
      Norm norm = { 0 };
      gsize n;

      for (guint t = 0; t < N; t++)
        {
          const guint begin = i == 1 ? first : t - MIN (t, 25), end = i == 1 ? first + count : MIN (t + 26, N);
          long double sum = 0;

          for (guint u = begin; u < end; u++)
            sum += x[u];
          y[t] = (double) (x[t] - sum / (end - begin));
        }
      cli_assert_done (result);
      file = cli_folder_read (folder, "out.npy", &n);
      values = cli_npy (file, n, "<c16", &rows, &cols);
      g_assert_cmpuint (cols, ==, count);
      for (guint t = 0; t < count; t++)
        add (&norm, values[t], coefficient (y, N, 24, first + t));
      assert_within (&norm, 1e-12);
    }
}

/* Pictures with zeros beyond the ends are of the recording less its mean, others are not. */
static void
test_detrended_pictures (CliFolder    *folder,
                         gconstpointer data)
{
  static const struct
  {
    const char *boundary, *same, *other;
  } cases[] = { { "zero", "mean", "none" }, { "reflect", "none", "mean" } };
  g_autofree double *x = write_noise (folder);

  for (guint t = 0; t < N; t++)
    x[t] += 20;
  cli_folder_write_npy (folder, "x.npy", x, N);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const detrends[] = { NULL, cases[i].same, cases[i].other };
      char *pictures[3];
      gsize n[3];

      for (guint k = 0; k < 3; k++)
        {
          g_autoptr (CliResult) result = cli_run (folder, "cwt", "x.npy", "--rate", "500", "--boundary", cases[i].boundary, "-o",
                                                  "out.png", k > 0 ? "--detrend" : NULL, detrends[k], NULL);

          cli_assert_done (result);
          pictures[k] = cli_folder_read (folder, "out.png", &n[k]);
        }
      g_assert_cmpmem (pictures[0], n[0], pictures[1], n[1]);
      g_assert_false (n[0] == n[2] && memcmp (pictures[0], pictures[2], n[0]) == 0);
      for (guint k = 0; k < 3; k++)
        g_free (pictures[k]);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/detrend/numbers-less-their-mean-or-line-where-asked-for", test_detrend);
  ADD ("/ondes/cli/detrend/numbers-less-their-moving-mean-or-that-of-the-span", test_moving_mean);
  ADD ("/ondes/cli/detrend/pictures-less-their-mean-where-the-boundary-is-zero", test_detrended_pictures);
  return g_test_run ();
}
