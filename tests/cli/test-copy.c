/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command that an export tells, run by a shell, makes the export's bytes. */
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "../figure/pixels.h"
#include "cli-run.h"
#include "engine/conditioned.h"
#include "export/export-table.h"
#include "export/export.h"
#include "figure/palette.h"
#include "export/series-request.h"

/* Another locale can change how numbers are written and no more: half of the rounds there. */
static guint
rounds (guint n)
{
  return g_str_has_prefix (setlocale (LC_ALL, NULL), "C") ? n : n / 2;
}

static double
random_rate (void)
{
  static const double rates[] = { 8000, 44100, 0.1, 4, 1e6 / 3, 250.0000001 };

  return rates[g_test_rand_int_range (0, G_N_ELEMENTS (rates))];
}

/* Returns @recording, which it takes over, or what random steps make of it. */
static OndesRecording *
perhaps_conditioned (OndesRecording *recording)
{
  const double rate_hz = ondes_recording_get_info (recording)->rate_hz;
  const OndesStep steps[] = {
    { .kind = ONDES_STEP_TREND },
    { .kind = ONDES_STEP_BANDPASS, .hz = rate_hz * g_test_rand_double_range (0.02, 0.1), .hi_hz = rate_hz * 0.3 },
    { .kind = ONDES_STEP_WHITEN },
    { .kind = ONDES_STEP_GAIN, .db = g_test_rand_double_range (-20, 20) },
    { .kind = ONDES_STEP_RESAMPLE, .hz = rate_hz * g_test_rand_double_range (0.8, 1.5) },
  };
  const guint first = g_test_rand_int_range (0, G_N_ELEMENTS (steps));
  g_auto (GStrv) texts = g_new0 (char *, G_N_ELEMENTS (steps) + 1);
  g_autoptr (OndesConditioning) conditioning = NULL;
  g_autoptr (OndesRecording) plain = recording;
  g_autoptr (GError) error = NULL;

  if (g_test_rand_bit ())
    return g_steal_pointer (&plain);
  for (guint i = first; i < G_N_ELEMENTS (steps); i++)
    texts[i - first] = ondes_step_print (&steps[i]);
  conditioning = ondes_conditioning_parse ((const char *const *) texts, &error);
  g_assert_no_error (error);
  recording = ondes_recording_condition (plain, conditioning, &error);
  g_assert_no_error (error);
  return recording;
}

/* Headerless or .wav, under a name that a shell must not touch; it begins with @prefix. */
static OndesRecording *
random_recording (CliFolder        *folder,
                  const char       *prefix,
                  OndesReadOptions *read,
                  guint             channels)
{
  static const char *const names[] = {
    "plain.wav", "latin \xe9t\xe9 'a' \\1 100%d $x.wav", "it's a \"whale\" & $HOME `x`.wav", "-o.wav", "--help.wav", "ça ☃;#.wav",
    "a\\b*?.wav",
  };
  g_autofree char *name = g_strconcat (prefix, names[g_test_rand_int_range (0, G_N_ELEMENTS (names))], NULL);
  g_autofree char *path = cli_folder_path (folder, name);
  g_autofree gint16 *samples = g_new (gint16, 5000 * channels);
  g_autoptr (GError) error = NULL;
  OndesRecording *recording;

  for (guint i = 0; i < 5000 * channels; i++)
    samples[i] = g_test_rand_int_range (-32768, 32768);
  *read = (OndesReadOptions) { 0 };
  if (g_test_rand_bit ())
    {
      cli_folder_write (folder, name, samples, 5000 * channels * 2);
      read->raw = TRUE;
      read->raw_format = (OndesRawFormat) { 16, 's', G_BYTE_ORDER == G_BIG_ENDIAN, channels, random_rate () };
    }
  else
    cli_folder_write_wav (folder, name, channels, 11025, samples, 5000, 5000);
  if (g_test_rand_bit ())
    read->rate_hz = random_rate ();
  if (g_test_rand_bit ())
    read->time_unit = "a";
  if (g_test_rand_bit ())
    read->unit = "m/s² 'rms'";
  recording = ondes_recording_open (path, read, NULL, &error);
  g_assert_no_error (error);
  return perhaps_conditioned (recording);
}

static OndesSpec *
random_spec (double   rate_hz,
             gboolean pooled)
{
  static const char *const scales[] = { "2:40", "2:100:7", "5,3,17/2, 60", "1/2:9:1/3" };
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) list = NULL;
  g_autoptr (GError) error = NULL;
  OndesSpec *spec;

  options.wavelet = g_test_rand_int_range (0, 3);
  options.omega0 = g_test_rand_bit () ? 5 : g_test_rand_double_range (3, 9);
  options.normalisation = g_test_rand_int_range (0, 2);
  options.boundary = options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET ? ONDES_BOUNDARY_ZERO : g_test_rand_int_range (0, 4);
  options.precision = g_test_rand_int_range (0, 3);
  options.quantity = pooled ? g_test_rand_int_range (1, 3) : g_test_rand_int_range (0, 4);
  switch (g_test_rand_int_range (0, 3))
    {
    case 0:
      list = ondes_scale_list_new_frequencies (rate_hz * g_test_rand_double_range (0.01, 0.05),
                                               rate_hz * g_test_rand_double_range (0.1, 0.5), g_test_rand_int_range (1, 30),
                                               options.omega0, rate_hz, &error);
      break;
    case 1:
      list = ondes_scale_list_parse ("3:90", g_test_rand_int_range (2, 12) / 2.0, &error);
      break;
    default:
      list = ondes_scale_list_parse (scales[g_test_rand_int_range (0, G_N_ELEMENTS (scales))], 0, &error);
    }
  g_assert_no_error (error);
  spec = ondes_cwt_new (&options, list, &error);
  g_assert_no_error (error);
  return spec;
}

static OndesDisplay
random_display (double rate_hz)
{
  OndesDisplay display = ondes_display_default;
  guint palettes = g_strv_length ((char **) ondes_palette_names);

  display.palette = g_test_rand_int_range (0, palettes);
  display.decibel = g_test_rand_bit ();
  if (display.decibel)
    display.db_range = g_test_rand_double_range (10, 120);
  if (g_test_rand_bit ())
    display.reference = g_test_rand_double_range (1e-3, 2);
  display.show = g_test_rand_int_range (0, 3);
  display.equalise = g_test_rand_bit ();
  display.cone = g_test_rand_bit ();
  if (g_test_rand_bit ())
    {
      display.view_lo = rate_hz * g_test_rand_double_range (0.02, 0.05);
      display.view_hi = rate_hz * g_test_rand_double_range (0.1, 0.3);
    }
  return display;
}

static void
run_in_shell (CliFolder  *folder,
              const char *command)
{
  g_autofree char *cli_folder = g_path_get_dirname (g_getenv ("ONDES_CLI"));
  g_autofree char *path = g_strconcat (cli_folder, ":", g_getenv ("PATH"), NULL);
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GSubprocess) shell = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *err = NULL;

  g_subprocess_launcher_setenv (launcher, "PATH", path, TRUE);
  g_subprocess_launcher_set_cwd (launcher, folder->folder);
  g_assert_true (g_utf8_validate (command, -1, NULL)); /* else no clipboard takes it */
  shell = g_subprocess_launcher_spawn (launcher, &error, "/bin/sh", "-c", command, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (shell, NULL, NULL, NULL, &err, &error);
  g_assert_no_error (error);
  g_test_message ("%s", err);
  g_assert_cmpint (g_subprocess_get_exit_status (shell), ==, 0);
}

static void
test_round_trip (CliFolder    *folder,
                 gconstpointer data)
{
  OndesExportFormat format = GPOINTER_TO_UINT (data);
  gboolean figure = format == ONDES_EXPORT_PNG;
  g_autoptr (OndesComputer) computer = ondes_computer_new (NULL, 0, 0);
  const guint n = rounds (12);

  for (guint round = 0; round < n; round++)
    {
      guint channels = g_test_rand_int_range (1, 4);
      OndesReadOptions read;
      g_autoptr (OndesRecording) recording = random_recording (folder, "", &read, channels);
      const OndesRecordingInfo *info = ondes_recording_get_info (recording);
      guint columns = g_test_rand_bit () ? g_test_rand_int_range (1, 300) : 0;
      g_autoptr (OndesSpec) spec = random_spec (info->rate_hz, figure || columns > 0);
      g_autofree char *name = g_strdup_printf ("out put%u.%s", round, ondes_export_names[format]),
                      *path = cli_folder_path (folder, name);
      g_autofree char *command = NULL, *ours = NULL, *theirs = NULL;
      g_autoptr (GError) error = NULL;
      gsize n_ours, n_theirs;
      OndesExport export = {
        .recording = recording,
        .read = read,
        .channel = g_test_rand_int_range (0, channels + 1),
        .detrend = g_test_rand_int_range (0, ONDES_DETREND_MOVING),
        .spec = spec,
        .first = g_test_rand_bit () ? 0 : g_test_rand_int_range (1, 2000),
        .columns = columns,
        .display = random_display (info->rate_hz),
        .size = { g_test_rand_int_range (300, 700), g_test_rand_int_range (250, 500), g_test_rand_bit () ? 1 : 1.25,
                  g_test_rand_bit () ? 96 : 150 },
        .format = format,
        .path = path,
      };

      export.count = g_test_rand_bit () ? info->frames - export.first : (guint64) g_test_rand_int_range (1, 2000);
      command = ondes_export_command (&export);
      g_test_message ("%s", command);
      ondes_export_run (&export, computer, NULL, NULL, &error);
      g_assert_no_error (error);
      ours = cli_folder_read (folder, name, &n_ours);
      g_unlink (path);
      run_in_shell (folder, command);
      theirs = cli_folder_read (folder, name, &n_theirs);
      g_assert_cmpuint (n_ours, ==, n_theirs);
      g_assert_true (memcmp (ours, theirs, n_ours) == 0);
    }
}

static OndesSeriesInput
random_input (OndesRecording         *recording,
              const OndesReadOptions *read)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  guint64 first = g_test_rand_bit () ? 0 : g_test_rand_int_range (1, 2000);

  return (OndesSeriesInput) {
    .recording = recording,
    .read = *read,
    .channel = g_test_rand_int_range (0, info->channels + 1),
    .first = first,
    .count = g_test_rand_bit () ? info->frames - first : (guint64) g_test_rand_int_range (1, 2000),
  };
}

static OndesSpectrumOptions
random_spectrum (void)
{
  OndesSpectrumOptions options = { .kind = g_test_rand_int_range (0, 5), .algorithm = g_test_rand_int_range (0, 3) };
  gboolean haar = options.kind == ONDES_SPECTRUM_HAAR || options.kind == ONDES_SPECTRUM_HAAR_ORTHONORMAL;

  options.order = options.kind == ONDES_SPECTRUM_WALSH ? g_test_rand_int_range (0, 3)
                  : g_test_rand_bit ()                 ? ONDES_ORDER_NATURAL
                  : haar                               ? ONDES_ORDER_SEQUENCY
                                                       : ONDES_ORDER_PALEY;
  return options;
}

static void
test_series_round_trip (CliFolder    *folder,
                        gconstpointer data)
{
  static const OndesExportFormat formats[] = { ONDES_EXPORT_NPY, ONDES_EXPORT_CSV, ONDES_EXPORT_PNG };
  g_autoptr (OndesComputer) computer = ondes_computer_new (NULL, 0, 0);

  const guint n = rounds (24);

  for (guint round = 0; round < n; round++)
    {
      OndesReadOptions read, second_read;
      g_autoptr (OndesRecording) recording = random_recording (folder, "", &read, g_test_rand_int_range (1, 4));
      g_autoptr (OndesRecording) second = random_recording (folder, "second ", &second_read, g_test_rand_int_range (1, 4));
      OndesExportFormat format = formats[round % G_N_ELEMENTS (formats)];
      g_autofree char *name = g_strdup_printf ("series put%u.%s", round, ondes_export_names[format]),
                      *path = cli_folder_path (folder, name);
      g_autofree char *command = NULL, *ours = NULL, *theirs = NULL;
      g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;
      gsize n_ours, n_theirs;
      OndesSeriesExport export = {
        .request = {
          .kind = 3 * round / n,
          .inputs = { random_input (recording, &read), random_input (second, &second_read) },
          .derivation = { .pad = g_test_rand_bit (), .length = g_test_rand_bit () ? 0 : 1 << g_test_rand_int_range (1, 11),
                          .dont_care = g_test_rand_int_range (0, 3) },
          .spectrum = random_spectrum (),
          .precision = g_test_rand_int_range (-1, 2),
        },
        .first = g_test_rand_bit () ? 0 : 1,
        .count = g_test_rand_bit () ? 0 : 7,
        .display = { .scale = g_test_rand_int_range (0, 3) },
        .size = { g_test_rand_int_range (300, 700), g_test_rand_int_range (250, 500), 1, 96 },
        .format = format,
        .path = path,
      };
      OndesSeriesRequest *request = &export.request;

      if (request->derivation.length > 0)
        request->derivation.pad = TRUE;
      if (request->inputs[0].count < 4 || request->inputs[1].count < 4)
        export.first = 0;
      if (request->spectrum.kind == ONDES_SPECTRUM_REED_MULLER && request->kind == ONDES_SERIES_SPECTRUM)
        {
          request->precision = -1;
          request->derivation.binarise.kind = ONDES_BINARISE_SIGN;
        }
      else if (g_test_rand_bit ())
        {
          request->derivation.binarise = (OndesBinarise) { ONDES_BINARISE_THRESHOLD, g_test_rand_double_range (-100, 100) };
          request->derivation.is_signed = g_test_rand_bit ();
        }
      if (!request->spectrum.inverse && g_test_rand_bit ())
        request->keep = g_test_rand_int_range (1, 100);
      if (g_test_rand_bit ())
        {
          export.display.lo = g_test_rand_double_range (-90, -10);
          export.display.hi = g_test_rand_double_range (-5, 20);
        }
      command = ondes_series_export_command (&export);
      g_test_message ("%s", command);
      ondes_series_export_run (&export, computer, notes, NULL, NULL, &error);
      g_assert_no_error (error);
      if (format == ONDES_EXPORT_PNG)
        {
          cairo_surface_t *surface = NULL;

          export.surface = &surface;
          ondes_series_export_run (&export, computer, notes, NULL, NULL, &error);
          g_assert_no_error (error);
          assert_pixels_of_png (surface, path);
        }
      ours = cli_folder_read (folder, name, &n_ours);
      g_unlink (path);
      run_in_shell (folder, command);
      theirs = cli_folder_read (folder, name, &n_theirs);
      g_assert_cmpuint (n_ours, ==, n_theirs);
      g_assert_true (memcmp (ours, theirs, n_ours) == 0);
    }
}

/* Tables of random S-boxes of several in a file, in figures and in numbers. */
static void
test_table_round_trip (CliFolder    *folder,
                       gconstpointer data)
{
  static const OndesExportFormat formats[] = { ONDES_EXPORT_PNG, ONDES_EXPORT_NPY, ONDES_EXPORT_CSV };

  const guint n = rounds (12);

  for (guint round = 0; round < n; round++)
    {
      OndesReadOptions read = { .table = "the 2nd" };
      OndesExportFormat format = formats[round % G_N_ELEMENTS (formats)];
      g_autofree char *path = cli_folder_path (folder, "boxes & more.csv"),
                      *name = g_strdup_printf ("a table%u.%s", round, ondes_export_names[format]),
                      *out = cli_folder_path (folder, name), *command = NULL, *ours = NULL, *theirs = NULL;
      g_autoptr (GString) text = g_string_new ("first,1,1,0 1\nthe 2nd,5,4,");
      g_autoptr (OndesRecording) recording = NULL;
      g_autoptr (GError) error = NULL;
      gsize n_ours, n_theirs;
      OndesTableExport export = {
        .which = round / 3 % 2,
        .dont_care = ONDES_DONT_CARE_REFUSE,
        .size = { g_test_rand_int_range (300, 700), g_test_rand_int_range (250, 500), g_test_rand_bit () ? 1 : 1.25, 96 },
        .format = format,
        .path = out,
      };

      for (guint i = 0; i < 2; i++)
        {
          export.first[i] = g_test_rand_bit () ? 0 : g_test_rand_int_range (0, 10);
          export.count[i] = g_test_rand_bit () ? 0 : g_test_rand_int_range (1, 40);
        }
      for (guint x = 0; x < 32; x++)
        g_string_append_printf (text, "%d ", g_test_rand_int_range (0, 16));
      cli_folder_write (folder, "boxes & more.csv", text->str, text->len);
      recording = ondes_recording_open (path, &read, NULL, &error);
      g_assert_no_error (error);
      command = ondes_table_export_command (&export, recording, &read);
      g_test_message ("%s", command);
      ondes_table_export_run (&export, ondes_recording_get_truth_table (recording), NULL, &error);
      g_assert_no_error (error);
      if (format == ONDES_EXPORT_PNG)
        {
          cairo_surface_t *surface = NULL;

          export.surface = &surface;
          ondes_table_export_run (&export, ondes_recording_get_truth_table (recording), NULL, &error);
          g_assert_no_error (error);
          assert_pixels_of_png (surface, out);
        }
      ours = cli_folder_read (folder, name, &n_ours);
      g_unlink (out);
      run_in_shell (folder, command);
      theirs = cli_folder_read (folder, name, &n_theirs);
      g_assert_cmpmem (ours, n_ours, theirs, n_theirs);
    }
}

int
main (int    argc,
      char **argv)
{
  setlocale (LC_ALL, ""); /* as the window does it, which exports */
  g_test_init (&argc, &argv, NULL);

#define ADD(path, format) \
  g_test_add (path, CliFolder, GUINT_TO_POINTER (format), cli_folder_set_up, test_round_trip, cli_folder_tear_down)
  ADD ("/ondes/cli/copied-command/png", ONDES_EXPORT_PNG);
  ADD ("/ondes/cli/copied-command/npy", ONDES_EXPORT_NPY);
  ADD ("/ondes/cli/copied-command/npz", ONDES_EXPORT_NPZ);
  ADD ("/ondes/cli/copied-command/csv", ONDES_EXPORT_CSV);
  g_test_add ("/ondes/cli/copied-command/series", CliFolder, NULL, cli_folder_set_up, test_series_round_trip, cli_folder_tear_down);
  g_test_add ("/ondes/cli/copied-command/tables-of-sboxes", CliFolder, NULL, cli_folder_set_up, test_table_round_trip,
              cli_folder_tear_down);
  return g_test_run ();
}
