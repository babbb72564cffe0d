/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scalogram without a window: opening, problems, views, samples, phase, exports. */
#include "scalogram-fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "session/settings.h"

static void
test_open (Watched *watched,
           gconstpointer data)
{
  double hz = g_test_rand_double_range (200, 2000);
  g_autofree char *path = tone_file ("open.wav", 20000, hz);
  OndesScalogram *scalogram;
  double first, count, fmin, fmax;
  guint best = 0;

  open_and_settle (watched, path);
  ondes_timeline_get_view (watched->timeline, &first, &count);
  g_assert_cmpfloat (first, ==, 0);
  g_assert_cmpfloat (count, ==, 20000);
  scalogram = ondes_scalogram_analysis_get_scalogram (watched->analysis);
  g_assert_cmpuint (scalogram->columns, ==, 300);
  g_assert_cmpuint (scalogram->n, ==, 20000);
  for (guint row = 0; row < scalogram->rows; row++)
    if (scalogram->values[row * 300 + 150] > scalogram->values[best * 300 + 150])
      best = row;
  g_assert_nonnull (strstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), "CPU"));
  g_assert_nonnull (strstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), "20000"));
  g_assert_nonnull (strstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), " ms"));
  /* Half a voice, and the amplitude of a cosine of half of full scale. */
  g_assert_cmpfloat_with_epsilon (log2 (scalogram->frequencies_hz[best] / hz), 0, 0.6 / 24);
  g_assert_cmpfloat_with_epsilon (scalogram->values[best * 300 + 150], 0.5, 0.02);
  fmin = ondes_scalogram_analysis_get_settings (watched->analysis)->fmin_hz;
  fmax = ondes_scalogram_analysis_get_settings (watched->analysis)->fmax_hz;
  g_assert_cmpfloat_with_epsilon (fmax, 0.4 * RATE, 1e-9);
  g_assert_cmpfloat_with_epsilon (fmin, 0.0004 * RATE, 1e-9);
}

/* Numbers typed for one recording are not those of the next, or of the same one opened again; choices are. Read otherwise it is the
 * same recording: its range stays where it was within the rate. */
static void
test_range (Watched *watched,
            gconstpointer data)
{
  g_autofree char *longer = tone_file ("long.wav", 20000, 500);
  g_autofree char *shorter = tone_file ("short.wav", 600, 500);
  g_autofree gint16 *samples = make_tone (20000, 500);
  g_autofree char *slow = write_wav ("slow.wav", samples, 20000, 1, 100);
  OndesReadOptions otherwise = { .rate_hz = 2 * RATE };
  OndesCwtSettings settings;
  OndesDisplay display;

  open_and_settle (watched, shorter);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_settings (watched->analysis)->fmin_hz, 1.5 * RATE / 600, 1e-9);
  settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  settings.fmin_hz = 0.01 * RATE;
  settings.fmax_hz = 0.2 * RATE;
  settings.voices = 17;
  settings.options.omega0 = 6;
  settings.options.boundary = ONDES_BOUNDARY_REFLECT;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  display = *ondes_scalogram_analysis_get_display (watched->analysis);
  display.reference = 0.25;
  display.palette = 1;
  display.view_lo = 0.02 * RATE;
  display.view_hi = 0.1 * RATE;
  ondes_scalogram_analysis_set_display (watched->analysis, &display);
  ondes_session_open (watched->session, shorter, &otherwise);
  settle (watched);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_settings (watched->analysis)->fmin_hz, 0.02 * RATE, 1e-9);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_settings (watched->analysis)->fmax_hz, 0.4 * RATE, 1e-9);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_display (watched->analysis)->reference, ==, 0.25);

  open_and_settle (watched, slow);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_settings (watched->analysis)->fmin_hz, 0.0004 * 100, 1e-9);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_settings (watched->analysis)->fmax_hz, 0.4 * 100, 1e-9);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_display (watched->analysis)->reference, ==, 0);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_display (watched->analysis)->view_hi, ==, 0);
  g_assert_cmpuint (ondes_scalogram_analysis_get_display (watched->analysis)->palette, ==, 1);
  settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  g_assert_cmpfloat (settings.voices, ==, 17);
  g_assert_cmpfloat (settings.options.omega0, ==, 6);
  g_assert_cmpint (settings.options.boundary, ==, ONDES_BOUNDARY_REFLECT);

  /* By hand again, and then as it was. */
  settings.fmin_hz = 5;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  ondes_scalogram_analysis_set_automatic_range (watched->analysis);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_settings (watched->analysis)->fmin_hz, 0.0004 * 100, 1e-9);
  settings.fmin_hz = 6;
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  open_and_settle (watched, slow);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_settings (watched->analysis)->fmin_hz, 0.0004 * 100, 1e-9);
  open_and_settle (watched, longer);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_settings (watched->analysis)->fmin_hz, 0.0004 * RATE, 1e-9);
}

/* Scales and an FFT length too: how the rows are chosen stays, which they are does not. */
static void
test_scales (Watched *watched,
             gconstpointer data)
{
  static const struct
  {
    OndesRows   rows;
    double      voices;
    const char *typed, *first;
  } ways[] = { { ONDES_ROWS_SCALES, 0, "3:30:3", "2:200:2" },
               { ONDES_ROWS_SCALES, 5, "3:30", "2:200" },
               { ONDES_ROWS_LIST, 0, "3,30", "4, 8, 16, 32, 64, 128" } };
  g_autofree char *first = tone_file ("scales.wav", 2000, 500), *next = tone_file ("next-scales.wav", 3000, 500);
  OndesCwtSettings settings;

  open_and_settle (watched, first);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
      settings.rows = ways[i].rows;
      settings.voices = ways[i].voices;
      settings.options.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
      settings.options.fft_length = 4096 << i;
      g_strlcpy (settings.scales, ways[i].typed, sizeof settings.scales);
      ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
      settle (watched);
      open_and_settle (watched, i % 2 == 0 ? next : first);
      settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
      g_assert_cmpint (settings.rows, ==, ways[i].rows);
      g_assert_cmpfloat (settings.voices, ==, ways[i].voices);
      g_assert_cmpstr (settings.scales, ==, ways[i].first);
      g_assert_cmpuint (settings.options.fft_length, ==, 0);
      g_assert_cmpint (settings.options.wavelet, ==, ONDES_WAVELET_ANALYTIC_MORLET);
    }
}

/* An offset is subtracted from pictures with zeros beyond the ends, or from all, or from none, as asked for; 0 dB is the tone's
 * and never that of the step at the ends, which lies outside the cone. */
static void
test_detrend (Watched *watched,
              gconstpointer data)
{
  static const struct
  {
    OndesBoundary boundary;
    OndesDetrend  detrend;
    const char   *status, *option;
  } cases[] = { { ONDES_BOUNDARY_ZERO, ONDES_DETREND_AUTO, "mean subtracted", NULL },
                { ONDES_BOUNDARY_REFLECT, ONDES_DETREND_AUTO, NULL, NULL },
                { ONDES_BOUNDARY_REFLECT, ONDES_DETREND_MEAN, "mean subtracted", "--detrend mean" },
                { ONDES_BOUNDARY_ZERO, ONDES_DETREND_LINEAR, "trend subtracted", "--detrend linear" },
                { ONDES_BOUNDARY_ZERO, ONDES_DETREND_SPAN_MEAN, "mean subtracted", "--detrend span-mean" },
                { ONDES_BOUNDARY_ZERO, ONDES_DETREND_MOVING, "moving mean subtracted", "--detrend moving:0.25" },
                { ONDES_BOUNDARY_ZERO, ONDES_DETREND_NONE, NULL, "--detrend none" } };
  gint16 samples[20000];
  g_autofree char *path = NULL;

  for (guint t = 0; t < G_N_ELEMENTS (samples); t++)
    samples[t] = (gint16) (0.8 * 32768 + 0.1 * 32768 * cos (2 * G_PI * 0.1 * t));
  path = write_wav ("offset.wav", samples, G_N_ELEMENTS (samples), 1, RATE);
  open_and_settle (watched, path);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
      g_autofree char *figure = NULL, *numbers = NULL;
      const char *status;

      settings.options.boundary = cases[i].boundary;
      settings.detrend = cases[i].detrend;
      settings.detrend_window = 0.25;
      ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
      settle (watched);
      status = ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis));
      g_assert_true (cases[i].status != NULL ? strstr (status, cases[i].status) != NULL : strstr (status, "less") == NULL);
      figure = ondes_analysis_command (ONDES_ANALYSIS (watched->analysis), "a.png", ONDES_EXPORT_PNG, NULL, 0);
      numbers = ondes_analysis_command (ONDES_ANALYSIS (watched->analysis), "a.npy", ONDES_EXPORT_NPY, NULL, 0);
      g_assert_true (cases[i].option != NULL ? strstr (figure, cases[i].option) != NULL : strstr (figure, "--detrend") == NULL);
      g_assert_true (cases[i].detrend > ONDES_DETREND_NONE ? strstr (numbers, cases[i].option) != NULL
                                                           : strstr (numbers, "--detrend") == NULL);
      g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_reference (watched->analysis), 0.1, 0.002);
    }
}

/* Opening one file after another ends on the last. */
static void
test_open_overtakes (Watched *watched,
                     gconstpointer data)
{
  g_autofree char *first = tone_file ("first.wav", 50000, 300);
  g_autofree char *last = tone_file ("last.wav", 1234, 300);

  for (guint i = 0; i < 20; i++)
    ondes_session_open (watched->session, i == 19 ? last : first, NULL);
  settle (watched);
  g_assert_cmpstr (ondes_recording_get_info (ondes_session_get_recording (watched->session))->path, ==, last);
  g_assert_cmpuint (ondes_scalogram_analysis_get_scalogram (watched->analysis)->n, ==, 1234);
  g_assert_cmpstr (watched->messages->str, ==, "");
}

static void
test_bad_files (Watched *watched,
                gconstpointer data)
{
  static const struct
  {
    const char *name, *contents;
    gssize      length;
  } bad[] = { { "empty.wav", "", 0 },
              { "one.wav", "R", 1 },
              { "text.wav", "This is no sound at all, but a sentence.\n", -1 },
              { "missing.wav", NULL, 0 },
              { "folder.wav", NULL, 1 },
              { "bytes.bin", "\x01\x02\xff\xfe\x00\x90\x80\x7f\x00\x00\x13", 11 } };
  g_autofree char *good = tone_file ("good.wav", 5000, 300);
  OndesRecording *recording;
  OndesScalogram *scalogram;

  open_and_settle (watched, good);
  ondes_timeline_set_view (watched->timeline, 1000, 2000);
  settle (watched);
  recording = ondes_session_get_recording (watched->session);
  scalogram = ondes_scalogram_analysis_get_scalogram (watched->analysis);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_build_filename (scalogram_folder, bad[i].name, NULL);
      guint before = watched->errors + watched->needs_raw;
      double first, count;

      if (bad[i].contents != NULL)
        g_assert_true (g_file_set_contents (path, bad[i].contents, bad[i].length, NULL));
      else if (bad[i].length == 1)
        g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
      ondes_session_open (watched->session, path, NULL);
      settle (watched);
      /* One sentence, about that file, or the question how to read it. */
      g_assert_cmpuint (watched->errors + watched->needs_raw, ==, before + 1);
      if (watched->needs_raw == 0)
        g_assert_nonnull (strstr (watched->messages->str, bad[i].name));
      g_assert_true (ondes_session_get_recording (watched->session) == recording);
      g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) == scalogram);
      ondes_timeline_get_view (watched->timeline, &first, &count);
      g_assert_cmpfloat (first, ==, 1000);
      g_assert_cmpfloat (count, ==, 2000);
    }
  /* Bytes that nothing recognises can be read as raw. */
  g_assert_cmpuint (watched->needs_raw, >=, 1);
}

static void
assert_problem (Watched *watched,
                const OndesCwtSettings *settings,
                OndesSetting setting)
{
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (watched->analysis);
  OndesCwtSettings good = *ondes_scalogram_analysis_get_settings (watched->analysis);

  ondes_scalogram_analysis_set_settings (watched->analysis, settings);
  g_assert_nonnull (ondes_analysis_get_problem (ONDES_ANALYSIS (watched->analysis)));
  g_assert_cmpint (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (watched->analysis)), ==, setting);
  g_assert_null (strstr (ondes_analysis_get_problem (ONDES_ANALYSIS (watched->analysis)), "--"));
  settle (watched);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (watched->analysis) == scalogram);
  g_assert_null (ondes_analysis_command (ONDES_ANALYSIS (watched->analysis), "x.png", ONDES_EXPORT_PNG, NULL, 0));
  ondes_scalogram_analysis_set_settings (watched->analysis, &good);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (watched->analysis)));
  settle (watched);
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
}

static void
test_problems (Watched *watched,
               gconstpointer data)
{
  static const char *const scales[] = { "0", "-1", "nan", "1e12", "5:2", "1:10:0", "", "a:b", "1/0", "1:2:3:4" };
  g_autofree char *path = tone_file ("problems.wav", 5000, 300);
  OndesCwtSettings good, bad;

  open_and_settle (watched, path);
  good = *ondes_scalogram_analysis_get_settings (watched->analysis);
  bad = good;
  bad.options.omega0 = 0.1;
  assert_problem (watched, &bad, ONDES_SETTING_OMEGA0);
  bad = good;
  bad.options.omega0 = NAN;
  assert_problem (watched, &bad, ONDES_SETTING_OMEGA0);
  bad = good;
  bad.fmax_hz = 0.6 * RATE;
  assert_problem (watched, &bad, ONDES_SETTING_FREQUENCIES);
  bad = good;
  bad.fmin_hz = bad.fmax_hz * 2;
  assert_problem (watched, &bad, ONDES_SETTING_FREQUENCIES);
  bad = good;
  bad.voices = -3;
  assert_problem (watched, &bad, ONDES_SETTING_VOICES);
  bad = good;
  bad.options.wavelet = ONDES_WAVELET_ANALYTIC_MORLET;
  bad.options.method = ONDES_METHOD_DIRECT;
  assert_problem (watched, &bad, ONDES_SETTING_METHOD);
  bad.options.method = ONDES_METHOD_AUTO;
  bad.options.boundary = ONDES_BOUNDARY_PERIODIC;
  assert_problem (watched, &bad, ONDES_SETTING_BOUNDARY);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      bad = good;
      bad.rows = ONDES_ROWS_SCALES;
      bad.voices = 0;
      g_strlcpy (bad.scales, scales[i], sizeof bad.scales);
      assert_problem (watched, &bad, ONDES_SETTING_SCALES);
    }
}

static void
test_view (Watched *watched,
           gconstpointer data)
{
  static const double odd[] = { 0, -1, 1, 15, 16, 17, 4999, 5000, 5001, 1e18, -1e18, NAN, INFINITY, 0.5 };
  g_autofree char *path = tone_file ("view.wav", 5000, 300);
  double first, count;

  open_and_settle (watched, path);
  for (guint i = 0; i < 400; i++)
    {
      double a = i % 2 ? odd[g_test_rand_int_range (0, G_N_ELEMENTS (odd))] : g_test_rand_double_range (-9000, 9000);
      double b = i % 3 ? odd[g_test_rand_int_range (0, G_N_ELEMENTS (odd))] : g_test_rand_double_range (-9000, 9000);

      ondes_timeline_set_view (watched->timeline, a, b);
      ondes_timeline_get_view (watched->timeline, &first, &count);
      g_assert_cmpfloat (first, >=, 0);
      g_assert_cmpfloat (count, >=, 16);
      g_assert_cmpfloat (first + count, <=, 5000);
      ondes_scalogram_analysis_set_frequencies (watched->analysis, a, b);
      g_assert_true (ondes_scalogram_analysis_get_display (watched->analysis)->view_hi == 0
                     || ondes_scalogram_analysis_get_display (watched->analysis)->view_hi
                          > ondes_scalogram_analysis_get_display (watched->analysis)->view_lo);
    }
  ondes_scalogram_analysis_view_all (watched->analysis);
  ondes_timeline_get_view (watched->timeline, &first, &count);
  g_assert_cmpfloat (first, ==, 0);
  g_assert_cmpfloat (count, ==, 5000);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_display (watched->analysis)->view_hi, ==, 0);
  settle (watched);
}

/* A recording of fewer samples than the least view. */
static void
test_tiny (Watched *watched,
           gconstpointer data)
{
  g_autofree char *path = tone_file ("tiny.wav", 3, 300);
  double first, count;

  open_and_settle (watched, path);
  ondes_timeline_set_view (watched->timeline, 1, 1);
  ondes_timeline_get_view (watched->timeline, &first, &count);
  g_assert_cmpfloat (first, ==, 0);
  g_assert_cmpfloat (count, ==, 3);
  g_assert_cmpuint (ondes_scalogram_analysis_get_scalogram (watched->analysis)->columns, ==, 3);
}

/* Destroyed with all of its queues at work. */
static void
test_dispose (Watched *watched,
              gconstpointer data)
{
  g_autofree char *path = tone_file ("dispose.wav", 400000, 300);
  g_autofree char *out = g_build_filename (scalogram_folder, "dispose.npy", NULL);
  OndesSession *session = ondes_session_new ();
  OndesScalogramAnalysis *analysis = ondes_scalogram_analysis_new (session);
  guint64 first;
  guint count;
  const double *values;

  ondes_session_open (session, path, NULL);
  while (ondes_scalogram_analysis_get_scalogram (analysis) == NULL)
    g_main_context_iteration (NULL, TRUE);
  ondes_timeline_set_view (ondes_session_get_timeline (session), 0, 20000);
  ondes_session_get_samples (session, &first, &count, &values);
  ondes_scalogram_analysis_set_pointer (analysis, 300, 1000);
  ondes_analysis_export (ONDES_ANALYSIS (analysis), out, ONDES_EXPORT_NPY, NULL, 0);
  ondes_session_open (session, path, NULL);
  g_assert_finalize_object (analysis);
  g_assert_finalize_object (session);
  g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
}

static void
test_samples (Watched *watched,
              gconstpointer data)
{
  g_autofree gint16 *samples = make_tone (30000, 400);
  g_autofree char *path = write_wav ("samples.wav", samples, 30000, 1, RATE);
  const double *values = NULL;
  guint64 first;
  guint count;

  open_and_settle (watched, path);
  for (guint i = 0; i < 20; i++)
    {
      double at = g_test_rand_double_range (0, 29000), n = g_test_rand_double_range (16, 1000);

      ondes_timeline_set_view (watched->timeline, at, n);
      while (!ondes_session_get_samples (watched->session, &first, &count, &values))
        g_main_context_iteration (NULL, TRUE);
      g_assert_cmpuint (first, <=, (guint64) floor (at));
      g_assert_cmpuint (first + count, >=, (guint64) ceil (at + n));
      for (guint k = 0; k < count; k++)
        g_assert_cmpfloat (values[k], ==, samples[first + k] / 32768.0);
    }
  settle (watched);
}

/* Magnitude and phase under the pointer against the double sum of the definition, the same however far one zooms in. */
static void
test_pointer (Watched *watched,
              gconstpointer data)
{
  g_autofree gint16 *samples = make_tone (9000, 450);
  g_autofree char *path = write_wav ("pointer.wav", samples, 9000, 1, RATE);
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  const OndesPointer *pointer = ondes_scalogram_analysis_get_pointer (watched->analysis);

  settings.detrend = ONDES_DETREND_NONE; /* the sum here is of the samples as they stand */
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  open_and_settle (watched, path);
  for (guint i = 0; i < 10; i++)
    {
      double at = g_test_rand_double_range (0, 9000), hz = g_test_rand_double_range (100, 1500);
      double re = 0, im = 0, s;
      gint64 t = (gint64) floor (at);

      ondes_scalogram_analysis_set_pointer (watched->analysis, at, hz);
      g_assert_true (pointer->valid);
      while (isnan (pointer->phase))
        g_main_context_iteration (NULL, TRUE);
      g_assert_cmpfloat (pointer->column_samples, ==, 30);
      s = pointer->scale;
      for (gint64 k = -(gint64) floor (8 * s); k <= (gint64) floor (8 * s); k++)
        if (t + k >= 0 && t + k < 9000)
          {
            double c = sqrt (2 / G_PI) / s * exp (-(k / s) * (k / s) / 2) * samples[t + k] / 32768.0;

            re += c * cos (5 * k / s);
            im -= c * sin (5 * k / s);
          }
      g_assert_cmpfloat_with_epsilon (remainder (pointer->phase - atan2 (im, re), 2 * G_PI), 0, 1e-6);
      g_assert_cmpfloat_with_epsilon (pointer->row_frequency_hz, 5 * RATE / (2 * G_PI * s), 1e-9 * hz);
      g_assert_cmpfloat_with_epsilon (log2 (pointer->row_frequency_hz / hz), 0, 0.51 / 24);
      g_assert_cmpfloat_with_epsilon (pointer->sample, at, 1e-9);
      g_assert_cmpint (pointer->inside_cone, ==, at >= sqrt (2) * s && at <= 8999 - sqrt (2) * s);
      g_assert_cmpfloat_with_epsilon (pointer->magnitude, hypot (re, im), 1e-6);
      /* The largest of its span is no less than the value there. */
      g_assert_cmpfloat (pointer->shown, >=, hypot (re, im) * (1 - 1e-3));
      for (guint zoom = 0; zoom < 4; zoom++)
        {
          double first, count;

          ondes_timeline_get_view (watched->timeline, &first, &count);
          ondes_timeline_set_view (watched->timeline, at - (at - first) / 1.5, count / 1.5);
          settle (watched);
          while (isnan (pointer->phase))
            g_main_context_iteration (NULL, TRUE);
          g_assert_cmpfloat_with_epsilon (20 * log10 (pointer->magnitude / hypot (re, im)), 0, 1e-3);
        }
      ondes_scalogram_analysis_view_all (watched->analysis);
      settle (watched);
    }
  ondes_scalogram_analysis_set_pointer (watched->analysis, NAN, NAN);
  g_assert_false (pointer->valid);
}

static void
test_channels (Watched *watched,
               gconstpointer data)
{
  g_autofree gint16 *samples = g_new (gint16, 2 * 8000);
  g_autofree char *path = NULL;
  double amplitudes[3] = { 0 };

  /* 0.5 and 0.25 of full scale at the same frequency, in phase. */
  for (guint i = 0; i < 8000; i++)
    {
      samples[2 * i] = (gint16) lrint (16384 * cos (2 * G_PI * 500 / RATE * i));
      samples[2 * i + 1] = (gint16) lrint (8192 * cos (2 * G_PI * 500 / RATE * i));
    }
  path = write_wav ("stereo.wav", samples, 8000, 2, RATE);
  open_and_settle (watched, path);
  ondes_timeline_set_view (watched->timeline, 2000, 4000);
  settle (watched);
  for (guint channel = 0; channel <= 2; channel++)
    {
      ondes_session_set_channel (watched->session, channel);
      settle (watched);
      g_assert_cmpuint (ondes_session_get_channel (watched->session), ==, channel);
      amplitudes[channel] = ondes_scalogram_analysis_get_scalogram (watched->analysis)->largest;
    }
  g_assert_cmpfloat_with_epsilon (amplitudes[1], 0.5, 0.005);
  g_assert_cmpfloat_with_epsilon (amplitudes[2], 0.25, 0.005);
  g_assert_cmpfloat_with_epsilon (amplitudes[0], 0.375, 0.005);
  ondes_session_set_channel (watched->session, 3);
  g_assert_cmpuint (watched->errors, ==, 1);
  g_assert_cmpuint (ondes_session_get_channel (watched->session), ==, 2);
}

static void
test_export (Watched *watched,
             gconstpointer data)
{
  g_autofree char *path = tone_file ("export.wav", 4000, 300);
  g_autofree char *png = g_build_filename (scalogram_folder, "out.png", NULL);
  g_autofree char *npy = g_build_filename (scalogram_folder, "out.npy", NULL);
  g_autofree char *nowhere = g_build_filename (scalogram_folder, "no", "such", "folder.png", NULL);
  g_autofree char *bytes = NULL;
  OndesFigureSize size = ondes_figure_size_default;
  gsize length;

  ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), png, ONDES_EXPORT_PNG, NULL, 0);
  g_assert_cmpuint (watched->errors, ==, 1); /* nothing is open */
  watched->errors = 0;
  g_string_truncate (watched->messages, 0);
  open_and_settle (watched, path);
  size.width = 640;
  size.height = 480;
  ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), png, ONDES_EXPORT_PNG, &size, 0);
  ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), npy, ONDES_EXPORT_NPY, NULL, 0);
  g_assert_true (ondes_analysis_is_exporting (ONDES_ANALYSIS (watched->analysis), NULL));
  settle (watched);
  g_assert_cmpuint (watched->errors, ==, 0);
  g_assert_true (g_file_get_contents (png, &bytes, &length, NULL));
  g_assert_cmpmem (bytes + 16, 8, "\0\0\2\x80\0\0\1\xe0", 8); /* width and height, most significant byte first */
  g_clear_pointer (&bytes, g_free);
  g_assert_true (g_file_get_contents (npy, &bytes, &length, NULL));
  g_assert_true (g_str_has_prefix (bytes, "\x93NUMPY"));
  /* Coefficients for the whole: rows × 4000 pairs. */
  g_assert_cmpuint (length, >=, ondes_scalogram_analysis_get_scalogram (watched->analysis)->rows * 4000 * 4);

  ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), nowhere, ONDES_EXPORT_PNG, &size, 0);
  settle (watched);
  g_assert_cmpuint (watched->errors, ==, 1);
}

/* What was there before stays when an export is cancelled, and nothing else is left. */
static void
test_export_cancel (Watched *watched,
                    gconstpointer data)
{
  g_autofree char *path = tone_file ("long-export.wav", 300000, 300);
  g_autofree char *own = g_build_filename (scalogram_folder, "own", NULL);
  g_autofree char *out = g_build_filename (own, "out.npy", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GDir) dir = NULL;
  guint files = 0;

  g_mkdir (own, 0700);
  g_assert_true (g_file_set_contents (out, "before", -1, NULL));
  open_and_settle (watched, path);
  ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), out, ONDES_EXPORT_NPY, NULL, 0);
  ondes_analysis_cancel_export (ONDES_ANALYSIS (watched->analysis));
  settle (watched);
  g_assert_cmpuint (watched->errors, ==, 0);
  g_assert_true (g_file_get_contents (out, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "before");
  dir = g_dir_open (own, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    files++;
  g_assert_cmpuint (files, ==, 1);
}

static void
on_image (cairo_surface_t *surface,
          gpointer user_data)
{
  *(cairo_surface_t **) user_data = surface != NULL ? cairo_surface_reference (surface) : NULL;
}

static void
test_copy_image (Watched *watched,
                 gconstpointer data)
{
  g_autofree char *path = tone_file ("copy.wav", 4000, 300);
  g_autofree char *png = g_build_filename (scalogram_folder, "copy.png", NULL);
  OndesFigureSize size = ondes_figure_size_default;
  cairo_surface_t *copied = NULL, *exported;

  open_and_settle (watched, path);
  size.scale_factor = 0.5;
  ondes_analysis_copy_image (ONDES_ANALYSIS (watched->analysis), &size, on_image, &copied);
  ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), png, ONDES_EXPORT_PNG, &size, 0);
  settle (watched);
  g_assert_nonnull (copied);
  exported = cairo_image_surface_create_from_png (png);
  g_assert_cmpint (cairo_image_surface_get_width (exported), ==, 600);
  g_assert_cmpmem (cairo_image_surface_get_data (copied),
                   cairo_image_surface_get_stride (copied) * cairo_image_surface_get_height (copied),
                   cairo_image_surface_get_data (exported),
                   cairo_image_surface_get_stride (exported) * cairo_image_surface_get_height (exported));
  cairo_surface_destroy (copied);
  cairo_surface_destroy (exported);
}

/* The choices of a person are there, and the rest is as by default. */
static void
assert_begins (OndesScalogramAnalysis *analysis,
               OndesMethod             method,
               guint                   palette)
{
  const OndesCwtSettings *settings = ondes_scalogram_analysis_get_settings (analysis);
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (analysis);

  g_assert_cmpint (settings->options.method, ==, method);
  g_assert_cmpfloat (settings->options.omega0, ==, 5);
  g_assert_cmpint (settings->options.quantity, ==, ONDES_QUANTITY_MAGNITUDE);
  g_assert_cmpint (settings->detrend, ==, ONDES_DETREND_AUTO);
  g_assert_cmpint (settings->rows, ==, ONDES_ROWS_FREQUENCIES);
  g_assert_cmpuint (display->palette, ==, palette);
  g_assert_cmpfloat (display->db_range, ==, ondes_display_default.db_range);
  g_assert_cmpint (display->show, ==, ondes_display_default.show);
}

/* Choices of a person come back, what was chosen for a recording does not; what nobody could have stored does no harm. */
static void
test_settings (Watched *watched,
               gconstpointer data)
{
  g_autoptr (GSettings) store = ondes_settings_new ();
  g_autoptr (OndesScalogramAnalysis) other = NULL;
  g_autoptr (GVariant) fresh = NULL;
  g_autofree char *path = tone_file ("settings.wav", 4000, 300);
  OndesCwtSettings settings;
  OndesDisplay display;

  if (store == NULL)
    {
      g_test_skip ("the schema is not compiled");
      return;
    }
  fresh = g_variant_ref_sink (ondes_analysis_save_settings (ONDES_ANALYSIS (watched->analysis)));
  open_and_settle (watched, path);
  settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  settings.options.omega0 = 6.5;
  settings.options.method = ONDES_METHOD_DIRECT;
  settings.options.quantity = ONDES_QUANTITY_POWER;
  settings.detrend = ONDES_DETREND_LINEAR;
  settings.detrend_window = 2.5;
  settings.rows = ONDES_ROWS_SCALES;
  settings.voices = 0;
  g_strlcpy (settings.scales, "1/2:64:1/2", sizeof settings.scales);
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  display = *ondes_scalogram_analysis_get_display (watched->analysis);
  display.palette = 2;
  display.db_range = 77;
  display.show = ONDES_SHOW_LINEAR;
  ondes_scalogram_analysis_set_display (watched->analysis, &display);
  ondes_settings_store (store, ONDES_ANALYSIS (watched->analysis));
  other = ondes_scalogram_analysis_new (watched->session);
  ondes_settings_load (store, ONDES_ANALYSIS (other));
  assert_begins (other, ONDES_METHOD_DIRECT, 2);
  /* Another recording begins likewise from whatever was set. */
  ondes_settings_begin (ONDES_ANALYSIS (watched->analysis), fresh);
  assert_begins (watched->analysis, ONDES_METHOD_DIRECT, 2);
  settle (watched);

  for (guint i = 0; ondes_method_names[i] != NULL; i++)
    {
      g_settings_set_string (store, "method", ondes_method_names[i]);
      ondes_settings_load (store, ONDES_ANALYSIS (watched->analysis));
      g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (watched->analysis)));
      settle (watched);
      g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
    }
  ondes_settings_load (NULL, ONDES_ANALYSIS (watched->analysis));
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  ADD ("open-shows-the-whole", test_open);
  ADD ("range-belongs-to-its-recording", test_range);
  ADD ("scales-belong-to-their-recording", test_scales);
  ADD ("offset-is-subtracted-where-it-would-be-a-step", test_detrend);
  ADD ("last-opened-wins", test_open_overtakes);
  ADD ("bad-file-leaves-all-as-it-was", test_bad_files);
  ADD ("problem-keeps-the-picture", test_problems);
  ADD ("view-stays-inside", test_view);
  ADD ("three-samples-have-a-picture", test_tiny);
  ADD ("goes-while-all-is-under-way", test_dispose);
  ADD ("samples-are-the-files", test_samples);
  ADD ("magnitude-and-phase-are-the-definitions-at-any-zoom", test_pointer);
  ADD ("channels-and-their-mean", test_channels);
  ADD ("exports-and-says-so", test_export);
  ADD ("cancelled-export-leaves-what-was-there", test_export_cancel);
  ADD ("copied-image-is-the-exported-one", test_copy_image);
  ADD ("settings-come-back-and-never-harm", test_settings);
  return scalogram_run ();
}
