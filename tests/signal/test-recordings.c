/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real recordings: those that come with Ondes, and a folder of others where ONDES_TEST_DATA names one. */
#include "scratch.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *path, *format, *raw;
  guint       channels;
  guint64     frames;
  double      rate; /* 0: not known */
  double      peak; /* of the first channel asked for, to 6 digits */
  double      start;
} Expected;

/* Lengths and rates as SoX, NumPy and wc tell them. */
static const Expected recordings[] = {
  { "audio/198-209-0000.hq.ogg", "Ogg, Vorbis", NULL, 1, 222561, 16000, 0.424308, 0 },
  { "audio/456440__inspectorj__bird-whistling-robin-single-13.hq.ogg", "Ogg, Vorbis", NULL, 2, 119009, 44100, 0.80826, 0 },
  { "audio/ambi_glass_rub.flac", "FLAC, 16 bit PCM", NULL, 2, 138887, 44100, 0.87793, 0 },
  { "audio/bell.aiff", "AIFF, 16 bit PCM", NULL, 1, 155944, 44100, 0.536224, 0 },
  { "audio/birds_10s.wav", "WAV, 16 bit PCM", NULL, 1, 324263, 32000, 0.0338135, 0 },
  { "audio/glacier-bay-humpback.hq.ogg", "Ogg, Vorbis", NULL, 1, 2858077, 44100, 0.769988, 0 },
  { "audio/goforward.raw", "raw, 16 bit PCM, little-endian", "s16le:16000:1", 1, 44580, 16000, 0.205383, 0 },
  { "audio/hungarian_dance_5_us_army_strings.hq.ogg", "Ogg, Vorbis", NULL, 2, 2021760, 44100, 0.784938, 0 },
  { "audio/misc_crow.flac", "FLAC, 16 bit PCM", NULL, 1, 21196, 44100, 0.987274, 0 },
  { "audio/spinetail.wav", "WAV, 16 bit PCM", NULL, 1, 861799, 44100, 0.47998, 0 },
  { "boolean/rd53.pla", "truth table, .pla, 5 inputs, 3 outputs", NULL, 3, 32, 1, 1, 0 },
  { "boolean/sboxes.csv", "S-box, list of S-boxes, 8 inputs, 8 outputs", NULL, 8, 256, 1, 1, 0 },
  { "boolean/t481.pla", "truth table, .pla, 16 inputs, 1 output", NULL, 1, 65536, 1, 1, 0 },
  { "sensor/ecg_a103l_rdsamp_record-1b.txt", "text, 2 columns, tab", NULL, 2, 27500, 0, 0.612211, 0 },
  { "sensor/gw150914_H1_L1_4096Hz_8s.csv", "text, 3 columns, comma", NULL, 2, 32768, 4096, 6.75943e-19, 12 },
  { "sensor/nino3data.asc", "text, 3 columns, blanks", NULL, 2, 1518, 12, 29.17, 1871.04 },
  { "sensor/sst_nino3.dat", "text, 1 column", NULL, 1, 504, 0, 2.5, 0 },
};

static const Expected samples[] = {
  { "humpback.ogg", "Ogg, Vorbis", NULL, 1, 2858077, 44100, 0.769988, 0 },
  { "ecg.txt", "text, 2 columns, tab", NULL, 2, 27500, 250, 0.695046, 0 },
  { "gw150914.csv", "text, 3 columns, comma", NULL, 2, 32768, 4096, 6.75943e-19, 12 },
  { "nino3.dat", "text, 1 column", NULL, 1, 504, 4, 2.5, 1871 },
  { "rd84.pla", "truth table, .pla, 8 inputs, 4 outputs", NULL, 4, 256, 1, 1, 0 },
};

static const char *const others[] = {
  "audio/198-209-0000.txt", "audio/bell.copyright-BSD3.txt", "audio/birds_10s.LICENSE-MIT.txt", "audio/spinetail.labels.txt",
  "audio/goforward.raw", "boolean/LICENSE-espresso.txt", "sensor/ecg.LICENSE-MIT.txt",
};

static void
check (const char     *folder,
       const Expected *expected)
{
  g_autofree char *path = g_build_filename (folder, expected->path, NULL);
  OndesReadOptions options = { .raw = expected->raw != NULL };
  g_autoptr (OndesRecording) recording = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  const OndesRecordingInfo *info;
  OndesScan scan;

  g_test_message ("%s", expected->path);
  if (expected->raw)
    g_assert_true (ondes_raw_format_parse (expected->raw, &options.raw_format, NULL));
  recording = scratch_open (path, &options);
  info = ondes_recording_get_info (recording);
  g_assert_cmpstr (info->format, ==, expected->format);
  g_assert_cmpuint (info->channels, ==, expected->channels);
  g_assert_cmpuint (info->frames, ==, expected->frames);
  g_assert_cmpint (info->rate_known, ==, expected->rate > 0);
  g_assert_cmpfloat (info->rate_hz, ==, expected->rate > 0 ? expected->rate : 1);
  g_assert_cmpfloat (info->start, ==, expected->start);
  g_assert_cmpuint (info->irregular, ==, 0);
  source = ondes_recording_source (recording, info->first_channel, &error);
  g_assert_no_error (error);
  ondes_source_scan (source, &scan, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (scan.frames, ==, expected->frames);
  g_assert_cmpuint (scan.nan + scan.inf, ==, 0);
  g_assert_cmpfloat_with_epsilon (scan.peak / expected->peak, 1, 2e-6);
}

static void
all_open (void)
{
  const char *folder = g_getenv ("ONDES_TEST_DATA");

  if (!folder)
    {
      g_test_skip ("ONDES_TEST_DATA names no folder");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (recordings); i++)
    check (folder, &recordings[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *path = g_build_filename (folder, others[i], NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (ondes_recording_open (path, NULL, NULL, &error));
      g_assert_true (error->domain == ONDES_ERROR);
      g_assert_true (g_str_has_prefix (error->message, path));
    }
}

static void
samples_open (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "data", "samples", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    check (folder, &samples[i]);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/recordings/samples-open", samples_open);
  g_test_add_func ("/ondes/recordings/all-open", all_open);
  return g_test_run ();
}
