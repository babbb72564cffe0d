/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slices that ondes-cli slice writes, against the sum of the definition, and its refusals. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../figure/percentile.h"
#include "base/compare.h"
#include "cwt-definition.h"
#include "figure/draw-slice.h"

#define SLICE "slice", "x.npy", "--rate", "500", "--detrend", "none"
#define RUN(...)                                                                                                               \
  {                                                                                                                            \
    g_autoptr (CliResult) result_ = cli_run (folder, SLICE, __VA_ARGS__, NULL);                                                \
                                                                                                                               \
    cli_assert_done (result_);                                                                                                 \
    g_assert_cmpstr (result_->err, ==, "");                                                                                    \
  }

static const double scales[] = { 7.5, 2, 24 };

/* Reads the lines of a .csv after its first one, which is @head. */
static double *
read_csv (CliFolder  *folder,
          const char *name,
          const char *head,
          guint       columns,
          guint      *n)
{
  g_autofree char *text = cli_folder_read (folder, name, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  double *values;

  g_assert_cmpstr (lines[0], ==, head);
  *n = g_strv_length (lines) - 2; /* the last one is empty */
  values = g_new (double, *n * columns);
  for (guint i = 0; i < *n; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i + 1], ",", -1);

      g_assert_cmpuint (g_strv_length (cells), ==, columns);
      for (guint j = 0; j < columns; j++)
        values[i * columns + j] = g_ascii_strtod (cells[j], NULL);
    }
  return values;
}

#define assert_near(got, expected) g_assert_cmpfloat_with_epsilon (got, expected, 1e-9)

static void
test_spectra (CliFolder    *folder,
              gconstpointer data)
{
  const guint at = (guint) g_test_rand_int_range (0, N), from = (guint) g_test_rand_int_range (0, N - 200), count = 150;
  g_autofree char *when = g_strdup_printf ("%.3f", at / RATE);
  g_autofree char *over = g_strdup_printf ("%.3f:%.3f", from / RATE, (from + count) / RATE);
  g_autofree char *end = NULL, *head = NULL, *begin = NULL;
  g_autofree double *x = write_noise (folder), *lines = NULL, *alone = NULL;
  char numbers[3][G_ASCII_DTOSTR_BUF_SIZE];
  guint n;

  RUN ("--scales", "15/2,2,24", "--at", when, "--over", over, "--percentiles", "10,50", "-o", "out.csv");
  g_ascii_formatd (numbers[0], sizeof numbers[0], "%g", at / RATE);
  g_ascii_formatd (numbers[1], sizeof numbers[1], "%g", from / RATE);
  g_ascii_formatd (numbers[2], sizeof numbers[2], "%g", (from + count) / RATE);
  head = g_strdup_printf ("frequency,scale,%s s,%s-%s s mean,%s-%s s p10 exact,%s-%s s p50 exact", numbers[0], numbers[1],
                          numbers[2], numbers[1], numbers[2], numbers[1], numbers[2]);
  lines = read_csv (folder, "out.csv", head, 6, &n);
  g_assert_cmpuint (n, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      double values[150], sum = 0;

      for (guint t = 0; t < count; t++)
        sum += values[t] = cabs (coefficient (x, N, scales[i], from + t));
      assert_near (lines[6 * i], 5 * RATE / (2 * G_PI * scales[i]));
      assert_near (lines[6 * i + 1], scales[i]);
      assert_near (lines[6 * i + 2], cabs (coefficient (x, N, scales[i], at)));
      assert_near (lines[6 * i + 3], sum / count);
      assert_near (lines[6 * i + 4], percentile (values, count, 10));
      assert_near (lines[6 * i + 5], percentile (values, count, 50));
    }
  /* --from and --to alone are the mean over them. */
  begin = g_strdup_printf ("%.3f", from / RATE);
  end = g_strdup_printf ("%.3f", (from + count) / RATE);
  RUN ("--scales", "15/2,2,24", "--from", begin, "--to", end, "--percentiles", "none", "--quantity", "power", "-o", "alone.csv");
  g_free (head);
  head = g_strdup_printf ("frequency,scale,%s-%s s mean", numbers[1], numbers[2]);
  alone = read_csv (folder, "alone.csv", head, 3, &n);
  for (guint i = 0; i < 3; i++)
    {
      double sum = 0;

      for (guint t = 0; t < count; t++)
        sum += pow (cabs (coefficient (x, N, scales[i], from + t)), 2);
      assert_near (alone[3 * i + 2], sum / count);
    }
}

/* The columns of a table follow from what is asked for, not from how many samples or rows lie there. */
static void
test_columns (CliFolder    *folder,
              gconstpointer data)
{
  const guint at = (guint) g_test_rand_int_range (0, N - 60), counts[] = { 1, 2, 50 };
  g_autofree double *x = write_noise (folder);
  guint n;

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      char from[G_ASCII_DTOSTR_BUF_SIZE], to[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *over = NULL, *head = NULL;
      g_autofree double *lines = NULL;
      double values[50];

      g_ascii_formatd (from, sizeof from, "%g", at / RATE);
      g_ascii_formatd (to, sizeof to, "%g", (at + counts[i]) / RATE);
      over = g_strdup_printf ("%s:%s", from, to);
      head = g_strdup_printf ("frequency,scale,%s-%s s mean,%s-%s s p10 exact,%s-%s s p50 exact,%s-%s s p90 exact", from, to, from,
                              to, from, to, from, to);
      RUN ("--scales", "15/2,2,24", "--over", over, "-o", "out.csv");
      lines = read_csv (folder, "out.csv", head, 6, &n);
      for (guint row = 0; row < 3; row++)
        {
          for (guint t = 0; t < counts[i]; t++)
            values[t] = cabs (coefficient (x, N, scales[row], at + t));
          assert_near (lines[6 * row + 3], percentile (values, counts[i], 10));
          assert_near (lines[6 * row + 5], percentile (values, counts[i], 90));
        }
    }
  /* Of the scales 7.5 and 24, at 53.05 and 16.58 Hz, the first band has one and the second both. */
  for (guint i = 0; i < 2; i++)
    {
      g_autofree double *lines = NULL;

      RUN ("--scales", "15/2,2,24", "--frequency", i == 0 ? "50:54" : "16:54", "--percentiles", "50", "-o", "out.csv");
      lines = read_csv (folder, "out.csv",
                        i == 0 ? "time,50-54 Hz mean,50-54 Hz p50 exact" : "time,16-54 Hz mean,16-54 Hz p50 exact", 3, &n);
      g_assert_cmpuint (n, ==, N);
      if (i == 0)
        assert_near (lines[3 * at + 2], cabs (coefficient (x, N, 7.5, at)));
    }
}

static void
test_envelopes (CliFolder    *folder,
                gconstpointer data)
{
  const double scale = g_test_rand_double_range (3, 20), hz = 5 * RATE / (2 * G_PI * scale);
  char frequency[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree double *x = write_noise (folder);
  g_autofree char *file = NULL, *pooled = NULL;
  const double *values, *spans;
  guint64 rows, cols;
  gsize n;

  g_ascii_dtostr (frequency, sizeof frequency, hz);
  /* Scales 7.5 and 24 lie at 53.05 and 16.58 Hz. */
  RUN ("--scales", "15/2,2,24", "--frequency", frequency, "--frequency", "16:54", "--from", "0.4", "--to", "1", "-o", "out.npy");
  file = cli_folder_read (folder, "out.npy", &n);
  values = cli_npy (file, n, "<f8", &rows, &cols);
  g_assert_cmpuint (rows, ==, 300);
  g_assert_cmpuint (cols, ==, 5);
  for (guint t = 0; t < rows; t++)
    {
      double band[] = { cabs (coefficient (x, N, 7.5, 200 + t)), cabs (coefficient (x, N, 24, 200 + t)) };

      assert_near (values[5 * t], cabs (coefficient (x, N, scale, 200 + t)));
      assert_near (values[5 * t + 1], (band[0] + band[1]) / 2);
      assert_near (values[5 * t + 4], percentile (band, 2, 90));
    }
  RUN ("--scales", "15/2,2,24", "--frequency", frequency, "--from", "0.4", "--to", "1", "--columns", "30", "--pool", "rms", "-o",
       "pooled.npy");
  pooled = cli_folder_read (folder, "pooled.npy", &n);
  spans = cli_npy (pooled, n, "<f8", &rows, &cols);
  g_assert_cmpuint (rows, ==, 30);
  for (guint j = 0; j < rows; j++)
    {
      double sum = 0;

      for (guint t = 10 * j; t < 10 * j + 10; t++)
        sum += values[5 * t] * values[5 * t];
      assert_near (spans[j], sqrt (sum / 10));
    }
}

/* A Walshgram's: a square wave of 8 samples is row 15 of windows of 64, with its amplitude. */
static void
test_walsh (CliFolder    *folder,
            gconstpointer data)
{
  g_autofree double *x = g_new (double, N), *lines = NULL, *envelope = NULL;
  guint n;

  for (guint t = 0; t < N; t++)
    x[t] = t / 4 % 2 ? -0.25 : 0.25;
  cli_folder_write_npy (folder, "x.npy", x, N);
  {
    g_autoptr (CliResult) done = cli_run (folder, "slice", "x.npy", "--rate", "500", "--transform", "walsh", "--window", "64",
                                          "--hop", "16", "--at", "1", "-o", "out.csv", NULL);
    g_autoptr (CliResult) over = cli_run (folder, "slice", "x.npy", "--rate", "500", "--transform", "walsh", "--window", "64",
                                          "--hop", "16", "--frequency", "117", "-o", "envelope.csv", NULL);

    cli_assert_done (done);
    cli_assert_done (over);
  }
  lines = read_csv (folder, "out.csv", "sequency,1 s", 2, &n);
  g_assert_cmpuint (n, ==, 64);
  for (guint i = 0; i < n; i++)
    {
      assert_near (lines[2 * i], i * RATE / 64);
      assert_near (lines[2 * i + 1], i == 15 ? 0.25 : 0);
    }
  envelope = read_csv (folder, "envelope.csv", "time,117 crossings/s", 2, &n);
  g_assert_cmpuint (n, ==, (N - 64) / 16 + 1);
  for (guint j = 0; j < n; j++)
    {
      assert_near (envelope[2 * j], (16 * j + 31.5) / RATE);
      assert_near (envelope[2 * j + 1], 0.25);
    }
}

/* TRUE if the drawing has lines of the colour. */
static gboolean
has_colour (const char        *svg,
            const OndesColour *colour)
{
  g_autoptr (GRegex) strokes
    = g_regex_new ("stroke(?:=\"|:)rgb\\(([0-9.]+)%, *([0-9.]+)%, *([0-9.]+)%\\)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (strokes, svg, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      double parts[3];

      for (int i = 0; i < 3; i++)
        {
          g_autofree char *part = g_match_info_fetch (match, i + 1);

          parts[i] = g_ascii_strtod (part, NULL) / 100;
        }
      if (fabs (parts[0] - colour->r) + fabs (parts[1] - colour->g) + fabs (parts[2] - colour->b) < 0.01)
        return TRUE;
    }
  return FALSE;
}

/* Each kind of picture is written, and says what it shows. */
static void
test_figures (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autofree char *spectra = NULL, *envelopes = NULL, *coloured = NULL, *ordered = NULL;
  gsize n;

  RUN ("--at", "1", "--over", "1:2", "--svg-text", "-o", "spectra.svg");
  spectra = cli_folder_read (folder, "spectra.svg", &n);
  g_assert_nonnull (strstr (spectra, "2 s; lines are means, bands percentiles 10 to 90, dashed 50 (exact)."));
  g_assert_nonnull (strstr (spectra, "frequency (Hz)"));
  /* In the order given, with the colours asked for. */
  RUN ("--over", "1:2", "--at", "1", "--colours", "5,crosshair", "--svg-text", "-o", "coloured.svg");
  coloured = cli_folder_read (folder, "coloured.svg", &n);
  g_assert_true (has_colour (coloured, &ondes_slice_colours[4]) && !has_colour (spectra, &ondes_slice_colours[4]));
  g_assert_false (has_colour (coloured, &ondes_slice_colours[0]));
  RUN ("--over", "1:2", "--at", "1", "--percentiles", "none", "-o", "ordered.csv");
  ordered = cli_folder_read (folder, "ordered.csv", &n);
  g_assert_true (g_str_has_prefix (ordered, "frequency,scale,1-2 s mean,1 s\n"));
  RUN ("--frequency", "50", "--equalise", "--svg-text", "--size", "500x400", "-o", "envelopes.svg");
  envelopes = cli_folder_read (folder, "envelopes.svg", &n);
  g_assert_nonnull (strstr (envelopes, "Envelopes at 50 Hz."));
  g_assert_nonnull (strstr (envelopes, "time (s)"));
}

#define REFUSED(status, about, ...)                                                                                            \
  {                                                                                                                            \
    g_autoptr (CliResult) result_ = cli_run (folder, SLICE, __VA_ARGS__, "-o", "out.csv", NULL);                               \
                                                                                                                               \
    cli_assert_refused (result_, status, about);                                                                               \
  }

static void
test_refusals (CliFolder    *folder,
               gconstpointer data)
{
  g_autofree double *x = write_noise (folder);
  g_autoptr (CliResult) walsh = cli_run (folder, "slice", "x.npy", "--transform", "walsh", "--scales", "4", "-o", "out.csv", NULL);
  g_autoptr (CliResult) above = cli_run (folder, SLICE, "--scales", "5,6", "--frequency", "100:200", "-o", "out.csv", NULL);

  REFUSED (1, "--at: 9 lies past the end", "--at", "9");
  REFUSED (1, "--over: no sample", "--over", "1.0001:1.0002");
  REFUSED (1, "--frequency: 300 lies above", "--frequency", "300");
  REFUSED (1, "--frequency: no row lies", "--scales", "5,6", "--frequency", "1:2");
  cli_assert_refused (above, 1, "--frequency: no row lies");
  /* Scales of 5 and 6 samples lie at 79.5775 and 66.3146 Hz. */
  g_assert_nonnull (strstr (above->err, "no row lies from 100 to 200; the rows lie from 66.3146 to 79.5775"));
  REFUSED (1, "--frequency: 300 lies above half the sampling rate, 250", "--scales", "5,6", "--frequency", "300");
  REFUSED (2, "--over: “2:1”", "--over", "2:1");
  REFUSED (2, "--frequency: asks for envelopes", "--at", "1", "--frequency", "50");
  REFUSED (2, "--frequency: 0 is", "--frequency", "0");
  REFUSED (2, "--percentiles: “50,10”", "--percentiles", "50,10");
  REFUSED (2, "--percentiles", "--percentiles", "101");
  REFUSED (2, "--columns", "--columns", "5");
  REFUSED (2, "--colours: “1,2” are 2 colours for 1 slice", "--at", "1", "--colours", "1,2");
  REFUSED (2, "--colours", "--colours", "7");
  REFUSED (2, "--quantity", "--quantity", "phase");
  REFUSED (2, "--window", "--window", "64");
  REFUSED (2, "--detrend", "--transform", "walsh"); /* that of SLICE */
  cli_assert_refused (walsh, 2, "--scales");
  g_assert_cmpuint (cli_folder_count (folder), ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) \
  g_test_add ("/ondes/cli/slice/" path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("spectra-are-the-definition-s", test_spectra);
  ADD ("columns-do-not-depend-on-the-data", test_columns);
  ADD ("envelopes-are-the-definition-s", test_envelopes);
  ADD ("a-walshgram-has-them-too", test_walsh);
  ADD ("figures-say-what-they-show", test_figures);
  ADD ("wrong-words-are-refused", test_refusals);
  return g_test_run ();
}
