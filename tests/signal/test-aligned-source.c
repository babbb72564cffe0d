/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second recording on the time axis of a first one: other lengths, offsets, rates, time units, dates. */
#include "signal/aligned-source.h"
#include "signal/detrended-source.h"
#include "signal/resampled-source.h"
#include "scratch.h"

#include <math.h>

static double *
noise (guint n)
{
  double *x = g_new (double, n);

  for (guint i = 0; i < n; i++)
    x[i] = g_test_rand_double_range (-0.5, 0.5);
  return x;
}

static OndesRecording *
new_noise (const char *name,
           int         rate,
           guint       n,
           double    **values)
{
  const char *path = scratch_path (name);

  *values = noise (n);
  scratch_sndfile (path, SF_FORMAT_WAV | SF_FORMAT_DOUBLE, rate, 1, *values, n);
  return scratch_open (path, NULL);
}

static OndesRecording *
align (OndesRecording *second,
       OndesRecording *first,
       double          offset)
{
  g_autoptr (GError) error = NULL;
  OndesRecording *aligned = ondes_recording_align (second, first, &(OndesAlignment) { .offset = offset }, &error);

  g_assert_no_error (error);
  return aligned;
}

/* Every sample is that of the second moved by whole samples, or 0; read in pieces too. */
static void
test_shift (void)
{
  for (guint round = 0; round < 30; round++)
    {
      const guint n = g_test_rand_int_range (1, 3000), m = g_test_rand_int_range (1, 3000);
      const int shift = round == 0 ? 0 : g_test_rand_int_range (-4000, 4000);
      g_autofree double *a = NULL, *b = NULL, *seen = NULL;
      g_autoptr (OndesRecording) first = new_noise ("a.wav", 1000, n, &a), second = new_noise ("b.wav", 1000, m, &b);
      /* A third of a sample more is the same sample. */
      const double offset = (shift + g_test_rand_double_range (-0.3, 0.3)) / 1000;
      g_autoptr (OndesRecording) aligned = align (second, first, offset);
      const OndesSpan cover = ondes_alignment_cover (&(OndesAlignment) { .offset = offset }, ondes_recording_get_info (first),
                                                     ondes_recording_get_info (second));
      const int from = CLAMP (shift, 0, (int) n), to = CLAMP (shift + (int) m, 0, (int) n);

      g_assert_cmpuint (ondes_recording_get_info (aligned)->frames, ==, n);
      g_assert_cmpstr (ondes_recording_get_info (aligned)->name, ==, "b.wav");
      seen = scratch_read (aligned, 1);
      for (int t = 0; t < (int) n; t++)
        g_assert_cmpfloat (seen[t], ==, t >= shift && t < shift + (int) m ? b[t - shift] : 0);
      g_assert_cmpuint (cover.count, ==, MAX (to - from, 0));
      if (cover.count > 0)
        g_assert_cmpuint (cover.first, ==, from);
    }
}

/* Of another rate, it is what resampling makes of it, moved: within rounding of a difference. */
static void
test_rates (void)
{
  static const int rates[] = { 500, 800, 1250, 4000 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      const guint n = g_test_rand_int_range (500, 3000), m = g_test_rand_int_range (500, 6000);
      const int shift = g_test_rand_int_range (-400, 400);
      g_autofree double *a = NULL, *b = NULL, *seen = NULL, *expected = NULL;
      g_autoptr (OndesRecording) first = new_noise ("a.wav", 1000, n, &a), second = new_noise ("b.wav", rates[i], m, &b);
      g_autoptr (OndesRecording) aligned = align (second, first, shift / 1000.0);
      g_autoptr (OndesOperation) operation = ondes_resampled_new (1000);
      g_autoptr (OndesSource) source = ondes_recording_source (second, 1, NULL), resampled = NULL;

      resampled = ondes_computed_source_new (operation, &source, NULL);
      expected = g_new (double, resampled->n);
      g_assert_true (ondes_source_read (resampled, 0, resampled->n, expected, NULL));
      seen = scratch_read (aligned, 1);
      for (int t = 0; t < (int) n; t++)
        g_assert_cmpfloat (seen[t], ==, t >= shift && t - shift < (int) resampled->n ? expected[t - shift] : 0);
    }
}

/* The mean that is subtracted is that of the second's own samples, so that the zeros around it are no step. */
static void
test_mean (void)
{
  g_autofree double *a = NULL, *b = NULL, *seen = NULL;
  g_autoptr (OndesRecording) first = new_noise ("a.wav", 1000, 2000, &a), second = NULL, aligned = NULL;
  g_autoptr (OndesSource) source = NULL;
  double mean = 0;

  b = noise (700);
  for (guint i = 0; i < 700; i++)
    mean += (b[i] += 0.4) / 700;
  scratch_sndfile (scratch_path ("b.wav"), SF_FORMAT_WAV | SF_FORMAT_DOUBLE, 1000, 1, b, 700);
  second = scratch_open (scratch_path ("b.wav"), NULL);
  aligned = align (second, first, 0.5);
  source = ondes_recording_detrended (aligned, 1, &(OndesDetrending) { .kind = ONDES_DETREND_MEAN }, NULL);
  seen = g_new (double, source->n);
  g_assert_true (ondes_source_read (source, 0, source->n, seen, NULL));
  for (guint t = 0; t < 2000; t++)
    g_assert_cmpfloat_with_epsilon (seen[t], t >= 500 && t < 1200 ? b[t - 500] - mean : 0, 1e-12);
  /* A span of the first is the same span of time in the second. */
  g_clear_pointer (&source, ondes_source_unref);
  mean = 0;
  for (guint i = 100; i < 300; i++)
    mean += b[i] / 200;
  source = ondes_recording_detrended (aligned, 1, &(OndesDetrending) { ONDES_DETREND_SPAN_MEAN, .first = 600, .count = 200 }, NULL);
  g_assert_true (ondes_source_read (source, 0, source->n, seen, NULL));
  for (guint t = 0; t < 2000; t++)
    g_assert_cmpfloat_with_epsilon (seen[t], t >= 500 && t < 1200 ? b[t - 500] - mean : 0, 1e-12);
}

/* Hours beside seconds; dates; and equal recordings share their samples. */
static void
test_clock (void)
{
  g_autoptr (OndesRecording) first = scratch_open (scratch_text ("hours.csv", "1\n2\n3\n4\n5\n6\n7\n8\n"), &(OndesReadOptions) {
    .rate_hz = 2, .time_unit = "h" });
  g_autoptr (OndesRecording) second = scratch_open (scratch_text ("days.csv", "9\n8\n7\n"), &(OndesReadOptions) {
    .rate_hz = 48, .time_unit = "d" });
  g_autoptr (OndesRecording) dated = NULL, later = NULL, aligned = align (second, first, 1);
  g_autofree double *seen = scratch_read (aligned, 1);
  OndesAlignment clock = { .align = ONDES_ALIGN_CLOCK };

  for (guint t = 0; t < 8; t++)
    g_assert_cmpfloat (seen[t], ==, t >= 2 && t < 5 ? 11.0 - t : 0);
  g_assert_false (ondes_alignment_has_clock (ondes_recording_get_info (first), ondes_recording_get_info (second)));
  g_assert_cmpint (ondes_alignment_shift (&clock, ondes_recording_get_info (first), ondes_recording_get_info (second)), ==, 0);
  scratch_text ("hours.csv.ondes", "[recording]\nstart=2024-03-01T00:00Z\n");
  scratch_text ("days.csv.ondes", "[recording]\nstart=2024-03-01T02:30Z\n");
  dated = scratch_open (scratch_path ("hours.csv"), &(OndesReadOptions) { .rate_hz = 2, .time_unit = "h" });
  later = scratch_open (scratch_path ("days.csv"), &(OndesReadOptions) { .rate_hz = 48, .time_unit = "d" });
  g_assert_true (ondes_alignment_has_clock (ondes_recording_get_info (dated), ondes_recording_get_info (later)));
  g_assert_cmpint (ondes_alignment_shift (&clock, ondes_recording_get_info (dated), ondes_recording_get_info (later)), ==, 5);
  clock.offset = -1;
  g_assert_cmpint (ondes_alignment_shift (&clock, ondes_recording_get_info (dated), ondes_recording_get_info (later)), ==, 3);
}

static void
test_same (void)
{
  g_autofree double *a = NULL;
  g_autoptr (OndesRecording) first = new_noise ("a.wav", 1000, 300, &a), aligned = align (first, first, 0);
  g_autoptr (OndesSource) one = ondes_recording_source (first, 1, NULL), other = ondes_recording_source (aligned, 1, NULL);

  g_assert_cmpuint (one->id, ==, other->id);
}

static void
test_refusals (void)
{
  g_autofree double *a = NULL;
  g_autoptr (OndesRecording) first = new_noise ("a.wav", 1000, 300, &a), slow = NULL, table = NULL;
  g_autoptr (GError) error = NULL;

  table = scratch_open (scratch_text ("and.pla", ".i 2\n.o 1\n11 1\n.e\n"), NULL);
  g_assert_null (ondes_recording_align (table, first, &(OndesAlignment) { 0 }, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "no time axis"));
  g_clear_error (&error);
  slow = scratch_open (scratch_text ("slow.csv", "1\n2\n3\n"), &(OndesReadOptions) { .rate_hz = 0.01 });
  g_assert_null (ondes_recording_align (slow, first, &(OndesAlignment) { 0 }, &error));
  g_assert_error (error, ONDES_ERROR, ONDES_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "slow.csv"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  g_test_add_func ("/ondes/aligned/samples-move-by-whole-ones", test_shift);
  g_test_add_func ("/ondes/aligned/another-rate-is-resampled", test_rates);
  g_test_add_func ("/ondes/aligned/a-mean-is-that-of-the-seconds-own-samples", test_mean);
  g_test_add_func ("/ondes/aligned/units-and-dates", test_clock);
  g_test_add_func ("/ondes/aligned/what-lies-as-it-is-shares-its-samples", test_same);
  g_test_add_func ("/ondes/aligned/refusals", test_refusals);
  return scratch_run ();
}
