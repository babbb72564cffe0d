/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fourier spectra as ondes-cli psd writes them: readings of tones, units, formats, and the command of an export. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "cli-run.h"
#include "export/export-psd.h"

#define N    4000
#define RATE 500.0
#define BIN  (RATE / 256)

/* Writes x.npy: a tone of amplitude 3 in the middle of bin 32, and an offset. */
static void
write_tone (CliFolder *folder)
{
  g_autofree double *x = g_new (double, N);

  for (guint t = 0; t < N; t++)
    x[t] = 3 * cos (2 * G_PI * 32 * t / 256 + 1) + 10;
  cli_folder_write_npy (folder, "x.npy", x, N);
}

/* Returns the lines of the CSV that the options give; free with g_strfreev(). */
static char **
run_csv (CliFolder  *folder,
         const char *option,
         const char *value)
{
  g_autoptr (CliResult) result = cli_run (folder, "psd", "x.npy", "--rate", "500", "--unit", "V", "--length", "256", "-o",
                                          "out.csv", option, value, NULL);
  g_autofree char *text = NULL;
  gsize n;

  cli_assert_done (result);
  text = cli_folder_read (folder, "out.csv", &n);
  return g_strsplit (text, "\n", -1);
}

static double
cell (const char *line,
      guint       at)
{
  g_auto (GStrv) cells = g_strsplit (line, ",", -1);

  return g_ascii_strtod (cells[at], NULL);
}

static void
test_tone (CliFolder    *folder,
           gconstpointer data)
{
  static const struct { const char *scaling, *header; double value; } cases[] = {
    { "density", "frequency (Hz),power spectral density (V²/Hz)", 4.5 / (1.5 * BIN) },
    { "spectrum", "frequency (Hz),power (V²)", 4.5 },
    { "amplitude", "frequency (Hz),amplitude (V)", 3 },
  };

  write_tone (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) lines = run_csv (folder, "--scaling", cases[i].scaling);

      g_assert_cmpstr (lines[0], ==, cases[i].header);
      g_assert_cmpuint (g_strv_length (lines), ==, 1 + 129 + 1);
      g_assert_cmpfloat_with_epsilon (cell (lines[33], 0), 32 * BIN, 1e-9);
      g_assert_cmpfloat_with_epsilon (cell (lines[33], 1), cases[i].value, 1e-9);
      g_assert_cmpfloat (fabs (cell (lines[1], 1)), <, 1e-12);
    }
}

static void
test_offset (CliFolder    *folder,
             gconstpointer data)
{
  g_auto (GStrv) lines = NULL;

  write_tone (folder);
  lines = run_csv (folder, "--detrend", "none");
  g_assert_cmpfloat_with_epsilon (cell (lines[1], 1), 100 / (1.5 * BIN), 1e-9);
}

/* The octave of the tone at 62.5 Hz holds its power. */
static void
test_bands (CliFolder    *folder,
            gconstpointer data)
{
  g_auto (GStrv) lines = NULL;
  gboolean found = FALSE;

  write_tone (folder);
  lines = run_csv (folder, "--bands", "1/1");
  g_assert_cmpstr (lines[0], ==, "centre (Hz),from (Hz),to (Hz),power of bands (V²)");
  for (guint i = 1; *lines[i] != '\0'; i++)
    if (cell (lines[i], 1) < 32 * BIN && cell (lines[i], 2) > 32 * BIN)
      {
        found = TRUE;
        g_assert_cmpfloat_with_epsilon (cell (lines[i], 3), 4.5, 1e-6);
      }
  g_assert_true (found);
}

/* A tone of negative frequency stands on the left side alone. */
static void
test_complex (CliFolder    *folder,
              gconstpointer data)
{
  g_autofree double *x = g_new (double, 2 * N);
  g_auto (GStrv) lines = NULL;

  for (guint t = 0; t < N; t++)
    {
      x[2 * t] = 2 * cos (2 * G_PI * 32 * t / 256);
      x[2 * t + 1] = -2 * sin (2 * G_PI * 32 * t / 256);
    }
  cli_folder_write_array (folder, "x.npy", "<c16", x, N, 16);
  lines = run_csv (folder, "--scaling", "amplitude");
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 256 + 1);
  g_assert_cmpfloat_with_epsilon (cell (lines[1], 0), -RATE / 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (cell (lines[1 + 128 - 32], 1), 2, 1e-9);
  g_assert_cmpfloat (cell (lines[1 + 128 + 32], 1), <, 1e-9);
}

static void
test_refusals (CliFolder    *folder,
               gconstpointer data)
{
  static const struct { int status; const char *about, *words[6]; } cases[] = {
    { 2, "--scaling: ", { "--bands", "1/3", "--scaling", "density" } },
    { 2, "--bands: ", { "--bands", "1/5" } },
    { 2, "--window: ", { "--window", "round" } },
    { 2, "--length: ", { "--length", "3" } },
    { 2, "--overlap: ", { "--overlap", "1" } },
    { 2, "--view: ", { "--view", "7:7" } },
    { 1, "--length: ", { "--length", "5000" } },
    { 1, "--length: ", { "--length", "16", "--bands", "1/24" } },
    { 2, "--format: ", { "--format", "npy" } },
  };

  write_tone (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *words[12] = { "psd", "x.npy", "-o", "out.csv" };
      g_autoptr (CliResult) result = NULL;

      memcpy (words + 4, cases[i].words, sizeof cases[i].words);
      result = cli_run_words (folder, words);
      cli_assert_refused (result, cases[i].status, cases[i].about);
      g_assert_cmpuint (cli_folder_count (folder), ==, 1);
    }
}

/* The command that an export tells makes the same bytes. */
static void
test_command (CliFolder    *folder,
              gconstpointer data)
{
  static const OndesPsdOptions options[] = {
    { .overlap = 0.5, .detrend = ONDES_PSD_DETREND_MEAN },
    { .window = ONDES_PSD_FLAT_TOP, .length = 200, .overlap = 0.75, .scaling = ONDES_PSD_AMPLITUDE, .linear_axis = TRUE,
      .linear_scale = TRUE, .view_lo = 10, .view_hi = 100 },
    { .overlap = 0.25, .detrend = ONDES_PSD_DETREND_LINEAR, .bands = 2, .length = 1024 },
  };
  static const OndesExportFormat formats[] = { ONDES_EXPORT_PNG, ONDES_EXPORT_SVG, ONDES_EXPORT_CSV, ONDES_EXPORT_NPZ };
  g_autofree char *path = cli_folder_path (folder, "x.npy");
  OndesReadOptions read = { 0 };
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (GError) error = NULL;

  write_tone (folder);
  read.rate_hz = RATE;
  recording = ondes_recording_open (path, &read, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (options) * G_N_ELEMENTS (formats); i++)
    {
      const OndesExportFormat format = formats[i % G_N_ELEMENTS (formats)];
      g_autofree char *name = g_strconcat ("ours.", ondes_export_endings[format], NULL), *ours = cli_folder_path (folder, name);
      g_autofree char *line = NULL, *first = NULL, *second = NULL;
      g_auto (GStrv) words = NULL;
      g_autoptr (CliResult) result = NULL;
      gsize n, m;
      const OndesPsdExport export = { .recording = recording, .read = read, .channel = 1, .span = { 100 * i, 2000 }, .path = ours,
                                      .options = options[i / G_N_ELEMENTS (formats)], .size = ondes_figure_size_default,
                                      .format = format };

      g_assert_true (ondes_psd_export_run (&export, NULL, &error));
      first = cli_folder_read (folder, name, &n);
      g_remove (ours);
      line = ondes_psd_export_command (&export);
      g_assert_true (g_shell_parse_argv (line, NULL, &words, &error));
      result = cli_run_words (folder, (const char *const *) words + 1);
      cli_assert_done (result);
      second = cli_folder_read (folder, name, &m);
      g_assert_cmpmem (first, n, second, m);
    }
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (CliFolder *folder, gconstpointer data); } tests[] = {
    { "/ondes/psd/tone-reads-its-amplitude", test_tone },
    { "/ondes/psd/offset-stays-where-nothing-is-subtracted", test_offset },
    { "/ondes/psd/band-has-the-power-of-a-tone", test_bands },
    { "/ondes/psd/complex-samples-have-both-sides", test_complex },
    { "/ondes/psd/refusals", test_refusals },
    { "/ondes/psd/command-makes-the-same-bytes", test_command },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, CliFolder, NULL, cli_folder_set_up, tests[i].test, cli_folder_tear_down);
  return g_test_run ();
}
