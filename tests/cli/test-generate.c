/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals of ondes-cli generate against their formulas, and back through ondes-cli info. */
#include <math.h>
#include <string.h>

#include "cli-run.h"
#include "signal/recording.h"

static double *
make (CliFolder   *folder,
      const char  *name,
      const char  *output,
      const char  *more,
      guint64      n,
      double       rate_hz)
{
  g_autofree char *line =
      g_strdup_printf ("generate %s -o %s --length %" G_GUINT64_FORMAT " --rate %.17g %s", name, output, n, rate_hz, more);
  g_auto (GStrv) words = g_strsplit (g_strchomp (line), " ", 0);
  g_autoptr (CliResult) result = cli_run_words (folder, (const char *const *) words);
  g_autofree char *path = cli_folder_path (folder, output);
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  double *samples = g_new (double, n);

  cli_assert_done (result);
  g_assert_cmpstr (result->err, ==, "");
  recording = ondes_recording_open (path, &(OndesReadOptions) { 0 }, NULL, &error);
  g_assert_no_error (error);
  source = ondes_recording_source (recording, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (source->n, ==, n);
  if (!g_str_has_suffix (output, ".npy") && !g_str_has_suffix (output, ".txt"))
    g_assert_cmpfloat_with_epsilon (source->rate_hz, rate_hz, 1e-9 * rate_hz);
  ondes_source_read_as (source, 0, n, ONDES_F64, samples, &error);
  g_assert_no_error (error);
  return samples;
}

static const struct
{
  const char *output;
  double      tolerance;
} formats[] = { { "a.npy", 1e-12 }, { "a.csv", 1e-12 }, { "a.txt", 1e-12 }, { "a.wav", 1e-7 }, { "a.flac", 2e-7 } };

static void
test_doppler (CliFolder    *folder,
              gconstpointer data)
{
  const guint64 n = 9000; /* more than a block */

  for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
    {
      g_autofree double *got = make (folder, "doppler", formats[f].output, "", n, 16000);

      for (guint64 i = 0; i < n; i++)
        {
          double t = (i + 1.0) / n;

          g_assert_cmpfloat_with_epsilon (got[i], sqrt (t * (1 - t)) * sin (2.1 * G_PI / (t + 0.05)), formats[f].tolerance);
        }
    }
}

static void
test_tone (CliFolder    *folder,
           gconstpointer data)
{
  for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
    {
      g_autofree double *got = make (folder, "tone", formats[f].output, "--frequency 441.5 --amplitude 0.25", 9000, 8000);

      for (guint i = 0; i < 9000; i++)
        g_assert_cmpfloat_with_epsilon (got[i], 0.25 * cos (2 * G_PI * 441.5 * i / 8000), MAX (1e-11, formats[f].tolerance));
    }
}

static void
test_chirp (CliFolder    *folder,
            gconstpointer data)
{
  for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
    {
      g_autofree double *got = make (folder, "chirp", formats[f].output, "--sweep 3000:10", 9000, 8000);

      for (guint i = 0; i < 9000; i++)
        {
          double t = i / 8000.0, length = 9000 / 8000.0;

          g_assert_cmpfloat_with_epsilon (got[i], cos (2 * G_PI * (3000 * t + (10 - 3000) * t * t / (2 * length))),
                                          MAX (1e-10, formats[f].tolerance));
        }
    }
}

static void
test_impulse (CliFolder    *folder,
              gconstpointer data)
{
  for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
    {
      g_autofree double *got = make (folder, "impulse", formats[f].output, "--at 8999", 9000, 8000);
      g_autofree double *middle = make (folder, "impulse", formats[f].output, "", 9000, 8000);

      for (guint i = 0; i < 9000; i++)
        {
          g_assert_cmpfloat_with_epsilon (got[i], i == 8999, formats[f].tolerance);
          g_assert_cmpfloat_with_epsilon (middle[i], i == 4500, formats[f].tolerance);
        }
    }
}

/* The same seed, the same samples, in every format; flat, and white. */
static void
test_noise (CliFolder    *folder,
            gconstpointer data)
{
  const guint n = 20000;
  g_autofree double *first = make (folder, "noise", "a.npy", "--seed 7", n, 8000);
  g_autofree double *again = make (folder, "noise", "a.csv", "--seed 7", n, 8000);
  g_autofree double *other = make (folder, "noise", "a.npy", "--seed 8", n, 8000);
  double mean = 0, square = 0, neighbour = 0, cross = 0;

  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpfloat (first[i], ==, again[i]);
      g_assert_cmpfloat (fabs (first[i]), <=, 1);
      mean += first[i] / n;
      square += first[i] * first[i] / n;
      cross += first[i] * other[i] / n;
      if (i > 0)
        neighbour += first[i] * first[i - 1] / n;
    }
  /* Five standard deviations of each mean. */
  g_assert_cmpfloat_with_epsilon (mean, 0, 5 * sqrt (1 / 3.0 / n));
  g_assert_cmpfloat_with_epsilon (square, 1 / 3.0, 5 * sqrt (4 / 45.0 / n));
  g_assert_cmpfloat_with_epsilon (neighbour, 0, 5 / 3.0 / sqrt (n));
  g_assert_cmpfloat_with_epsilon (cross, 0, 5 / 3.0 / sqrt (n));
}

static void
test_same_bytes (CliFolder    *folder,
                 gconstpointer data)
{
  static const char *const names[] = { "wav", "flac", "npy", "csv", "txt" };

  for (guint f = 0; f < G_N_ELEMENTS (names); f++)
    {
      g_autofree char *output = g_strconcat ("b.", names[f], NULL), *file = NULL;
      g_autoptr (CliResult) to_file = cli_run (folder, "generate", "noise", "--length", "10000", "-o", output, NULL);
      g_autoptr (CliResult) to_pipe =
          cli_run (folder, "generate", "noise", "--length", "10000", "-o", "-", "--format", names[f], NULL);
      gsize n;

      cli_assert_done (to_file);
      cli_assert_done (to_pipe);
      file = cli_folder_read (folder, output, &n);
      g_assert_cmpmem (file, n, to_pipe->out, to_pipe->n_out);
    }
}

/* What generate writes, info tells. */
static void
test_info (CliFolder    *folder,
           gconstpointer data)
{
  g_autoptr (CliResult) made =
      cli_run (folder, "generate", "tone", "-o", "a.wav", "--rate", "22050", "--length", "12345", "--amplitude", "0.5", NULL);
  g_autoptr (CliResult) json = cli_run (folder, "info", "--json", "a.wav", NULL),
                        text = cli_run (folder, "info", "a.wav", NULL);

  cli_assert_done (made);
  cli_assert_done (json);
  cli_assert_done (text);
  g_assert_nonnull (strstr (json->out, "\"channels\": 1,"));
  g_assert_nonnull (strstr (json->out, "\"rate\": 22050,"));
  g_assert_nonnull (strstr (json->out, "\"frames\": 12345,"));
  g_assert_nonnull (strstr (json->out, "\"peak\": 0.5,"));
  g_assert_nonnull (strstr (json->out, "\"nan\": 0,"));
  g_assert_nonnull (strstr (json->out, "\"inf\": 0,"));
  g_assert_nonnull (strstr (text->out, "12345"));
  g_assert_nonnull (strstr (text->out, "22050 Hz"));
}

static void
test_info_counts (CliFolder    *folder,
                  gconstpointer data)
{
  double x[100];
  g_autoptr (CliResult) json = NULL;

  for (guint i = 0; i < 100; i++)
    x[i] = i % 10 == 3 ? NAN : i % 25 == 4 ? -INFINITY : i == 50 ? -1e-19 : 5e-20;
  cli_folder_write_npy (folder, "a.npy", x, 100);
  json = cli_run (folder, "info", "--json", "a.npy", NULL);
  cli_assert_done (json);
  g_assert_nonnull (strstr (json->out, "\"frames\": 100,"));
  g_assert_nonnull (strstr (json->out, "\"nan\": 10,"));
  g_assert_nonnull (strstr (json->out, "\"inf\": 4,"));
  g_assert_nonnull (strstr (json->out, "\"peak\": 1e-19,"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add (path, CliFolder, NULL, cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/generate/doppler", test_doppler);
  ADD ("/ondes/cli/generate/tone", test_tone);
  ADD ("/ondes/cli/generate/chirp", test_chirp);
  ADD ("/ondes/cli/generate/impulse", test_impulse);
  ADD ("/ondes/cli/generate/noise-is-white-and-seeded", test_noise);
  ADD ("/ondes/cli/generate/standard-output-is-the-file", test_same_bytes);
  ADD ("/ondes/cli/info/tells-what-was-generated", test_info);
  ADD ("/ondes/cli/info/counts-nan-and-inf", test_info_counts);
  return g_test_run ();
}
