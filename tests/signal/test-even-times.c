/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Irregular time stamps: their measured deviation, and the values at even times, against the chirp that was sampled. */
#include <math.h>

#include "scratch.h"

static void
irregular_stamps_are_counted (void)
{
  g_autoptr (GString) text = g_string_new ("t,v\n");
  g_autoptr (OndesRecording) recording = NULL, even = NULL;
  const OndesRecordingInfo *info;
  OndesReadOptions resample = { .resample = TRUE };
  enum { N = 200 };

  /* v = 3 t: linear interpolation gives it back on any grid. */
  for (int i = 0; i < N; i++)
    {
      double t = i * 0.1 + (i == 50 ? 0.03 : i == 51 ? -0.02 : i == 120 ? 0.05 : 0);

      g_string_append_printf (text, "%.6f,%.6f\n", t, 3 * t);
    }
  recording = scratch_open (scratch_text ("irregular.csv", text->str), NULL);
  info = ondes_recording_get_info (recording);
  g_assert_cmpfloat (info->rate_hz, ==, 10);
  g_assert_cmpuint (info->irregular, ==, 3);
  g_assert_cmpfloat_with_epsilon (info->irregular_max_samples, 0.5, 1e-6);
  g_assert_true (scratch_has_note (recording, "3 of 200 time stamps"));
  {
    g_autofree double *samples = scratch_read (recording, 1);

    g_assert_cmpfloat (samples[50], ==, 15.09); /* not asked: as they stand */
  }
  even = scratch_open (scratch_path ("irregular.csv"), &resample);
  info = ondes_recording_get_info (even);
  g_assert_cmpuint (info->frames, ==, N);
  g_assert_cmpuint (info->irregular, ==, 3);
  g_assert_cmpuint (info->resampling.samples, ==, N);
  g_assert_cmpuint (info->resampling.moved_1, ==, 3);
  g_assert_cmpuint (info->resampling.moved_10, ==, 3);
  g_assert_cmpfloat_with_epsilon (info->resampling.largest_shift, 0.5, 1e-6);
  {
    g_autofree double *samples = scratch_read (even, 1);

    for (int i = 0; i < N; i++)
      g_assert_cmpfloat_with_epsilon (samples[i], 0.3 * i, 1e-9);
  }
}

/* Stamps that stand still or go back are told of; resampling goes by those that go on. */
static void
stamps_that_go_back (void)
{
  static const char text[] = "t,v\n0,0\n1,10\n1,99\n2,20\n1.5,99\n3,30\n,99\n4,40\n";
  OndesReadOptions resample = { .resample = TRUE };
  g_autoptr (OndesRecording) recording = scratch_open (scratch_text ("back.csv", text), NULL), even = NULL;
  g_autofree double *samples = NULL;

  g_assert_true (scratch_has_note (recording, "1 of 8 time stamps of"));
  g_assert_true (scratch_has_note (recording, "lie before"));
  g_assert_true (scratch_has_note (recording, "repeat"));
  g_assert_true (scratch_has_note (recording, "missing"));
  g_assert_cmpfloat (ondes_recording_get_info (recording)->rate_hz, ==, 7 / 4.0);
  even = scratch_open (scratch_path ("back.csv"), &resample);
  samples = scratch_read (even, 1);
  for (guint64 i = 0; i < ondes_recording_get_info (even)->frames; i++)
    g_assert_cmpfloat_with_epsilon (samples[i], 10 * (double) i, 1e-9);
  g_assert_cmpuint (ondes_recording_get_info (even)->frames, ==, 5);
  g_assert_cmpfloat (ondes_recording_get_info (even)->rate_hz, ==, 1);
  g_assert_cmpuint (ondes_recording_get_info (even)->resampling.left_out, ==, 3);
  g_assert_true (scratch_has_note (even, "3 rows of"));
}

/* A stamp far too late costs its own row, not those after it. */
static void
a_stamp_that_runs_ahead (void)
{
  enum { N = 200, STRAY = 77 };
  OndesReadOptions resample = { .resample = TRUE };
  g_autoptr (GString) text = g_string_new ("t,v\n");
  g_autoptr (OndesRecording) even = NULL;
  g_autofree double *samples = NULL;

  for (int i = 0; i < N; i++)
    g_string_append_printf (text, "%d,%d\n", i == STRAY ? 1000000000 : i, i == STRAY ? -99 : 3 * i);
  even = scratch_open (scratch_text ("ahead.csv", text->str), &resample);
  g_assert_cmpuint (ondes_recording_get_info (even)->frames, ==, N);
  g_assert_cmpfloat (ondes_recording_get_info (even)->rate_hz, ==, 1);
  g_assert_cmpuint (ondes_recording_get_info (even)->resampling.left_out, ==, 1);
  samples = scratch_read (even, 1);
  for (int i = 0; i < N; i++)
    g_assert_cmpfloat_with_epsilon (samples[i], 3.0 * i, 1e-9);
}

#define CHIRP 1200 /* samples */

/* A chirp from 0.01 to 0.2 of the rate. */
static double
chirp (double t)
{
  return cos (2 * G_PI * (0.01 * t + 0.19 * t * t / (2 * CHIRP)));
}

/* Writes the chirp with a row at each of @times that is a number; returns the recording, corrected if @resample. */
static OndesRecording *
open_chirp (const double *times,
            gboolean      resample)
{
  g_autoptr (GString) text = g_string_new ("t,v\n");
  char t[G_ASCII_DTOSTR_BUF_SIZE], v[G_ASCII_DTOSTR_BUF_SIZE];

  for (int i = 0; i < CHIRP; i++)
    if (isfinite (times[i]))
      g_string_append_printf (text, "%s,%s\n", g_ascii_formatd (t, sizeof t, "%.9f", times[i]),
                              g_ascii_formatd (v, sizeof v, "%.12f", chirp (times[i])));
  return scratch_open (scratch_text ("chirp.csv", text->str), &(OndesReadOptions){ .resample = resample });
}

/* |W| by its definition, ω₀ = 5 and l1. */
static double
magnitude (const double *x,
           double        scale,
           int           t)
{
  const int h = (int) floor (8 * scale);
  double re = 0, im = 0;

  for (int k = MAX (-h, -t); k <= MIN (h, CHIRP - 1 - t); k++)
    {
      const double u = k / scale, c = sqrt (2 / G_PI) / scale * exp (-u * u / 2) * x[t + k];

      re += c * cos (5 * u);
      im -= c * sin (5 * u);
    }
  return hypot (re, im);
}

/* Returns the largest difference of two scalograms inside the cone, relative to the largest magnitude. */
static double
scalogram_error (const double *x,
                 const double *clean)
{
  double worst = 0, largest = 0;

  for (double f = 0.03; f < 0.2; f *= 1.3)
    {
      const double scale = 5 / (2 * G_PI * f);
      const int cone = (int) ceil (G_SQRT2 * scale);

      for (int t = cone; t < CHIRP - cone; t += 2)
        {
          const double right = magnitude (clean, scale, t);

          largest = MAX (largest, right);
          worst = MAX (worst, fabs (magnitude (x, scale, t) - right));
        }
    }
  return worst / largest;
}

/* The bound of even-times.h: stamps up to 0.35 of an interval off, frequencies up to a fifth of the rate. */
static void
jittered_chirp_comes_back (void)
{
  g_autoptr (OndesRecording) numbered = NULL, even = NULL;
  g_autofree double *as_numbered = NULL, *corrected = NULL;
  double times[CHIRP], clean[CHIRP], squares = 0, largest = 0;
  guint64 moved_1 = 0, moved_10 = 0;
  const OndesRecordingInfo *info;

  for (int i = 0; i < CHIRP; i++)
    {
      const double off = i > 0 && i < CHIRP - 1 ? g_test_rand_double_range (-0.35, 0.35) : 0;

      times[i] = i + off;
      clean[i] = chirp (i);
      squares += off * off;
      largest = MAX (largest, fabs (off));
      moved_1 += fabs (off) > 0.01;
      moved_10 += fabs (off) > 0.1;
    }
  numbered = open_chirp (times, FALSE);
  even = open_chirp (times, TRUE);
  as_numbered = scratch_read (numbered, 1);
  corrected = scratch_read (even, 1);
  g_assert_cmpfloat (scalogram_error (as_numbered, clean), >, 0.05);
  g_assert_cmpfloat (scalogram_error (corrected, clean), <, 0.01);
  info = ondes_recording_get_info (numbered);
  g_assert_cmpuint (info->resampling.samples, ==, 0);
  g_assert_cmpfloat_with_epsilon (info->deviation.rms, sqrt (squares / CHIRP), 1e-6);
  g_assert_cmpfloat_with_epsilon (info->deviation.largest, largest, 1e-6);
  g_assert_cmpfloat (info->deviation.jitter, <=, info->deviation.rms);
  g_assert_cmpfloat (info->deviation.jitter, >, 0.98 * info->deviation.rms);
  g_assert_cmpuint (info->deviation.missing, ==, 0);
  info = ondes_recording_get_info (even);
  g_assert_cmpfloat (info->rate_hz, ==, 1);
  g_assert_cmpuint (info->frames, ==, CHIRP);
  g_assert_cmpuint (info->resampling.filled, ==, 0);
  /* a stamp may come closer to an even time than the one of its own number */
  g_assert_cmpuint (info->resampling.moved_1, <=, moved_1);
  g_assert_cmpuint (info->resampling.moved_10, <=, moved_10);
  g_assert_cmpuint (info->resampling.moved_10, >, moved_10 * 9 / 10);
  g_assert_cmpfloat_with_epsilon (info->resampling.largest_shift, largest, 1e-6);
  g_assert_true (scratch_has_note (even, "interpolated at even times"));
}

/* A clock whose step grows by a part in a thousand from the first sample to the last. */
static void
drift_is_measured_and_corrected (void)
{
  g_autoptr (OndesRecording) recording = NULL;
  g_autofree double *samples = NULL;
  double times[CHIRP], clean[CHIRP];
  const OndesRecordingInfo *info;

  for (int i = 0; i < CHIRP; i++)
    times[i] = i + 1e-3 * i * i / (2 * (CHIRP - 1));
  recording = open_chirp (times, TRUE);
  samples = scratch_read (recording, 1);
  info = ondes_recording_get_info (recording);
  g_assert_cmpfloat_with_epsilon (info->deviation.drift, 1e-3, 1e-5);
  g_assert_cmpfloat (info->deviation.jitter, <, 1e-4);
  g_assert_cmpfloat_with_epsilon (info->deviation.largest, 1e-3 * (CHIRP - 1) / 8, 1e-3);
  for (int i = 0; i < CHIRP; i++)
    clean[i] = chirp (i / info->rate_hz);
  g_assert_cmpfloat (scalogram_error (samples, clean), <, 0.01);
}

/* Missing samples are found by the length of their gaps, and filled by straight lines; the others stay as they are. */
static void
missing_samples_are_filled (void)
{
  static const struct
  {
    int from, count;
  } gaps[] = { { 100, 1 }, { 400, 4 }, { 900, 7 } };
  g_autoptr (OndesRecording) recording = NULL;
  g_autofree double *samples = NULL;
  double times[CHIRP];
  const OndesRecordingInfo *info;

  for (int i = 0; i < CHIRP; i++)
    times[i] = i;
  for (gsize g = 0; g < G_N_ELEMENTS (gaps); g++)
    for (int i = 0; i < gaps[g].count; i++)
      times[gaps[g].from + i] = NAN;
  recording = open_chirp (times, TRUE);
  samples = scratch_read (recording, 1);
  info = ondes_recording_get_info (recording);
  g_assert_cmpfloat (info->rate_hz, ==, 1);
  g_assert_cmpuint (info->frames, ==, CHIRP);
  g_assert_cmpuint (info->deviation.gaps, ==, 3);
  g_assert_cmpuint (info->deviation.missing, ==, 12);
  g_assert_cmpfloat (info->deviation.largest, <, 1e-9);
  g_assert_cmpuint (info->resampling.gaps, ==, 3);
  g_assert_cmpuint (info->resampling.filled, ==, 12);
  g_assert_cmpuint (info->resampling.longest, ==, 7);
  g_assert_cmpuint (info->resampling.moved_1, ==, 0);
  g_assert_true (scratch_has_note (recording, "12 samples of"));
  g_assert_true (scratch_has_note (recording, "at most 7 in a row"));
  for (int i = 0; i < CHIRP; i++)
    if (isfinite (times[i]))
      g_assert_cmpfloat_with_epsilon (samples[i], chirp (i), 1e-11);
  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (samples[400 + i], chirp (399) + (chirp (404) - chirp (399)) * (i + 1) / 5, 1e-11);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/even-times/irregular-stamps-are-counted", irregular_stamps_are_counted);
  g_test_add_func ("/ondes/even-times/a-jittered-chirp-comes-back", jittered_chirp_comes_back);
  g_test_add_func ("/ondes/even-times/drift-is-measured-and-corrected", drift_is_measured_and_corrected);
  g_test_add_func ("/ondes/even-times/missing-samples-are-filled", missing_samples_are_filled);
  g_test_add_func ("/ondes/even-times/stamps-that-go-back", stamps_that_go_back);
  g_test_add_func ("/ondes/even-times/a-stamp-that-runs-ahead", a_stamp_that_runs_ahead);
  return scratch_run ();
}
