/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each sample opens, and its sidecar tells what the file does not. */
#include "signal/recording.h"

#include <math.h>

typedef struct
{
  const char *path, *file;
  guint       channels, first_channel;
  guint64     frames;
  double      rate_hz;
  const char *time_unit, *unit;
  double      start;
} Sample;

static const Sample samples[] = {
  { "/ondes/samples/humpback", "humpback.ogg", 1, 1, 2858077, 44100, "s", NULL, 0 },
  { "/ondes/samples/ecg", "ecg.txt", 2, 2, 27500, 250, "s", "mV", 0 },
  { "/ondes/samples/gw150914", "gw150914.csv", 2, 1, 32768, 4096, "s", "strain", 12 },
  { "/ondes/samples/nino3", "nino3.dat", 1, 1, 504, 4, "a", "°C", 1871 },
  { "/ondes/samples/rd84", "rd84.pla", 4, 1, 256, 1, "index", NULL, 0 },
};

static void
test_sample (gconstpointer data)
{
  const Sample *sample = data;
  g_autofree char *path = g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "data", "samples", sample->file, NULL);
  g_autofree char *sidecar_path = g_strconcat (path, ".ondes", NULL);
  g_autofree char *licence_path = g_strconcat (path, ".licence.txt", NULL);
  g_autoptr (GKeyFile) sidecar = g_key_file_new ();
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *title = NULL, *licence = NULL;
  const OndesRecordingInfo *info;
  OndesScan scan;

  g_assert_true (g_file_test (licence_path, G_FILE_TEST_IS_REGULAR));
  g_key_file_load_from_file (sidecar, sidecar_path, G_KEY_FILE_NONE, &error);
  g_assert_no_error (error);
  title = g_key_file_get_string (sidecar, "recording", "title", &error);
  g_assert_no_error (error);
  licence = g_key_file_get_string (sidecar, "recording", "licence", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (licence, !=, "");

  recording = ondes_recording_open (path, NULL, NULL, &error);
  g_assert_no_error (error);
  info = ondes_recording_get_info (recording);
  g_assert_cmpstr (info->name, ==, title);
  g_assert_cmpuint (info->channels, ==, sample->channels);
  g_assert_cmpuint (info->first_channel, ==, sample->first_channel);
  g_assert_cmpuint (info->frames, ==, sample->frames);
  g_assert_true (info->rate_known);
  g_assert_cmpfloat_with_epsilon (info->rate_hz, sample->rate_hz, 1e-9 * sample->rate_hz);
  g_assert_cmpstr (info->time_unit, ==, sample->time_unit);
  if (sample->unit)
    g_assert_cmpstr (info->unit, ==, sample->unit);
  g_assert_cmpfloat_with_epsilon (info->start, sample->start, 1e-9);
  g_assert_cmpuint (info->irregular, ==, 0);

  source = ondes_recording_source (recording, info->first_channel, &error);
  g_assert_no_error (error);
  g_assert_true (ondes_source_scan (source, &scan, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (scan.frames, ==, sample->frames);
  g_assert_cmpuint (scan.nan + scan.inf, ==, 0);
  g_assert_cmpfloat (scan.peak, >, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    g_test_add_data_func (samples[i].path, &samples[i], test_sample);
  return g_test_run ();
}
