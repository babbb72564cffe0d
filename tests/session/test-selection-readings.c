/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readings of a selection, as the session measures them, against the definition summed in double; and what lies between
 * cursors. */
#include "scalogram-fixture.h"

#include <complex.h>
#include <math.h>

#include "picture/cursor-readings.h"
#include "picture/selection-readings.h"
#include "picture/walshgram-analysis.h"
#include "series/spectrum-analysis.h"
#include "session/words-annotations.h"
#include "session/words.h"

#define FRAMES 3000
#define NEAR   1e-4 /* pictures are of single precision */

/* Opens noise; returns its samples within ±1. */
static double *
open_noise (Watched *watched)
{
  g_autofree gint16 *samples = g_new (gint16, FRAMES);
  double *x = g_new (double, FRAMES);
  g_autofree char *path = NULL;

  for (guint i = 0; i < FRAMES; i++)
    {
      samples[i] = (gint16) g_test_rand_int_range (-20000, 20000);
      x[i] = samples[i] / 32768.0;
    }
  path = write_wav ("noise.wav", samples, FRAMES, 1, RATE);
  open_and_settle (watched, path);
  return x;
}

static void
settle_spectra (OndesSpectrumAnalysis *spectra)
{
  while (ondes_analysis_is_busy (ONDES_ANALYSIS (spectra), NULL))
    g_main_context_iteration (NULL, TRUE);
}

/* Waits until the readings are those of the selection as it is. */
static const OndesReadings *
wait_readings (OndesSelectionReadings *readings)
{
  while (ondes_selection_readings_is_busy (readings, NULL))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (ondes_selection_readings_get_problem (readings), ==, NULL);
  return ondes_selection_readings_get (readings);
}

static void
assert_near (double got,
             double expected)
{
  if (!(fabs (got - expected) <= NEAR * fabs (expected)))
    g_error ("%.9g is not %.9g", got, expected);
}

/* |Σ_k x[t + k] ψ*(k, s)|, l1, zeros outside. */
static double
magnitude (const double *x,
           double        scale,
           gint64        t)
{
  const gint64 h = (gint64) floor (8 * scale);
  double complex sum = 0;

  for (gint64 k = MAX (-h, -t); k <= MIN (h, FRAMES - 1 - t); k++)
    sum += x[t + k] * sqrt (2 / G_PI) / scale * exp (-(k / scale) * (k / scale) / 2) * cexp (-5 * I * k / scale);
  return cabs (sum);
}

/* Returns the frequency of a peak at sample @t of the row of @scale: the top of the parabola through log |W| of three scales if the
 * middle one is the largest there. */
static double
peak_hz (const double *x,
         const double *s,
         double        scale,
         gint64        t)
{
  double y[3], top;

  for (guint i = 0; i < 3; i++)
    y[i] = log (magnitude (x, s[i], t));
  if (y[1] < y[0] || y[1] < y[2])
    return 5 * RATE / (2 * G_PI * scale);
  top = (s[0] * s[0] * (y[1] - y[2]) + s[1] * s[1] * (y[2] - y[0]) + s[2] * s[2] * (y[0] - y[1]))
        / (s[0] * (y[1] - y[2]) + s[1] * (y[2] - y[0]) + s[2] * (y[0] - y[1])) / 2;
  return 5 * RATE / (2 * G_PI * top);
}

static void
test_band (Watched      *watched,
           gconstpointer data)
{
  static const double scales[] = { 6, 9, 14 };
  g_autofree double *x = open_noise (watched);
  g_autoptr (OndesSelectionReadings) readings = ondes_selection_readings_new (watched->analysis);
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  const guint first = (guint) g_test_rand_int_range (0, 1000), end = first + (guint) g_test_rand_int_range (50, 300);
  double mean = 0, peak = 0, scale = 0, sum = 0, squares = 0;
  const OndesReadings *m;

  settings.rows = ONDES_ROWS_LIST;
  g_strlcpy (settings.scales, "6,9,14", sizeof settings.scales);
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  settle (watched);
  for (guint i = 0; i < FRAMES; i++)
    mean += x[i] / FRAMES;
  for (guint i = 0; i < FRAMES; i++)
    x[i] -= mean; /* as the picture is */
  /* Of those scales, 6 and 9 lie above 600 Hz. */
  ondes_timeline_set_selection (watched->timeline, (OndesSelection) { first, end, 600, 1200 });
  g_assert_null (ondes_selection_readings_get (readings));
  m = wait_readings (readings);
  for (guint r = 0; r < 2; r++)
    for (guint t = first; t < end; t++)
      {
        const double w = magnitude (x, scales[r], t);

        sum += w;
        squares += w * w;
        scale = w > peak ? scales[r] : scale;
        peak = MAX (peak, w);
      }
  g_assert_cmpuint (m->rows, ==, 2);
  g_assert_cmpuint (m->count, ==, end - first);
  assert_near (m->peak, peak);
  assert_near (magnitude (x, scale, (gint64) m->peak_at), peak);
  assert_near (m->peak_hz, peak_hz (x, scales, scale, (gint64) m->peak_at));
  assert_near (m->mean, sum / (2.0 * (end - first)));
  assert_near (m->rms, sqrt (squares / (2.0 * (end - first))));
  assert_near (m->energy, squares / 2 / RATE);
}

/* The newest selection wins, and none has no readings; one without a band is of the samples. */
static void
test_newest (Watched      *watched,
             gconstpointer data)
{
  g_autofree double *x = open_noise (watched);
  g_autoptr (OndesSelectionReadings) readings = ondes_selection_readings_new (watched->analysis);
  const OndesReadings *m;
  double squares = 0;
  guint first = 0;

  for (guint i = 0; i < 20; i++)
    {
      first = (guint) g_test_rand_int_range (0, 2000);
      ondes_timeline_set_selection (watched->timeline, i % 2 == 0 ? (OndesSelection) { first, first + 700, 100, 3000 }
                                                                  : ONDES_SELECTION_SPAN (first + 0.5, first + 700.5));
    }
  m = wait_readings (readings);
  /* Samples i with first + 0.5 <= i < first + 700.5. */
  for (guint i = first + 1; i <= first + 700; i++)
    squares += x[i] * x[i];
  g_assert_cmpuint (m->first, ==, first + 1);
  g_assert_cmpuint (m->count, ==, 700);
  g_assert_cmpuint (m->rows, ==, 0);
  assert_near (m->rms, sqrt (squares / 700));
  ondes_timeline_set_selection (watched->timeline, ONDES_SELECTION_NONE);
  g_assert_null (ondes_selection_readings_get (readings));
  g_assert_false (ondes_selection_readings_is_busy (readings, NULL));
}

/* All rows of a Walshgram have, frame by frame, the energy of the windows (Parseval). */
static void
test_walshgram (Watched      *watched,
                gconstpointer data)
{
  g_autofree double *x = open_noise (watched);
  g_autoptr (OndesScalogramAnalysis) walsh = ONDES_SCALOGRAM_ANALYSIS (ondes_walshgram_analysis_new (watched->session));
  g_autoptr (OndesSelectionReadings) readings = ondes_selection_readings_new (watched->analysis);
  OndesWalshgramOptions options = *ondes_walshgram_analysis_get_options (ONDES_WALSHGRAM_ANALYSIS (walsh));
  g_autoptr (OndesSpec) spec = NULL;
  const OndesReadings *m;
  double squares = 0;
  OndesSpan frames;

  options.window = 64;
  options.hop = 16;
  options.taper = ONDES_TAPER_RECT;
  ondes_walshgram_analysis_set_options (ONDES_WALSHGRAM_ANALYSIS (walsh), &options);
  ondes_analysis_set_active (ONDES_ANALYSIS (walsh), TRUE);
  while (ondes_analysis_is_busy (ONDES_ANALYSIS (walsh), NULL))
    g_main_context_iteration (NULL, TRUE);
  ondes_selection_readings_set_analysis (readings, walsh);
  ondes_timeline_set_selection (watched->timeline, (OndesSelection) { 500, 900, 0, RATE });
  m = wait_readings (readings);
  spec = ondes_walshgram_new (&options, NULL);
  frames = ondes_picture_frames_over (spec, FRAMES, 500, 400);
  for (guint64 j = 0; j < frames.count; j++)
    for (guint i = 0; i < 64; i++)
      squares += pow (x[(frames.first + j) * 16 + i], 2);
  g_assert_cmpuint (m->rows, ==, 64);
  g_assert_cmpint (m->place, ==, ONDES_PLACE_SEQUENCY);
  assert_near (m->rms, sqrt (squares / (64.0 * 64) / (double) frames.count));
}

static void
test_cursors (Watched      *watched,
              gconstpointer data)
{
  g_autofree double *x = open_noise (watched);
  const double a = g_test_rand_double_range (0, FRAMES), b = g_test_rand_double_range (0, FRAMES);
  const double low = g_test_rand_double_range (100, 1000), high = g_test_rand_double_range (100, 1000);
  OndesCursorReadings m;

  ondes_timeline_set_cursors (watched->timeline, (OndesCursors) { { { a, low }, { NAN, NAN } }, NAN });
  ondes_cursor_readings_get (watched->analysis, &m);
  g_assert_true (isnan (m.time) && isnan (m.hz) && isnan (m.level_db));
  ondes_timeline_set_cursors (watched->timeline, (OndesCursors) { { { a, low }, { b, high } }, NAN });
  ondes_cursor_readings_get (watched->analysis, &m);
  g_assert_cmpfloat_with_epsilon (m.time, (b - a) / RATE, 1e-12);
  g_assert_cmpfloat_with_epsilon (m.hz, high - low, 1e-9);
  g_assert_cmpfloat_with_epsilon (m.cents, 1200 * log (high / low) / log (2), 1e-6);
  g_assert_cmpfloat_with_epsilon (m.octaves * 1200, m.cents, 1e-6);
}

/* Asserts what an entry for a time reads. */
static void
assert_read (Watched    *watched,
             const char *text,
             double      sample)
{
  const OndesAnnotation values = { .start = 1, .end = 2, .low_hz = NAN, .high_hz = NAN, .label = "a", .track = "b" };
  g_autoptr (OndesAnnotation) annotation = ondes_annotation_new (&values), read = NULL;
  g_autofree char *problem = NULL, *other = NULL;
  const double got = ondes_words_read_time (watched->session, text, &problem);

  read = ondes_words_annotation_read (watched->session, annotation, ONDES_ANNOTATION_START, text, &other);
  g_assert_cmpstr (problem, ==, other);
  g_assert_true (isnan (sample) == (problem != NULL) && isnan (sample) == (read == NULL));
  if (isnan (sample))
    {
      g_assert_true (isnan (got));
      return;
    }
  g_assert_cmpfloat_with_epsilon (got, sample, 1e-6);
  g_assert_cmpfloat_with_epsilon (read->start, sample / RATE, 1e-9);
}

/* Times of a short recording whose name tells when it began: its ruler counts from the start, and so do entries, which read dates
 * too, by its clock and by others. 06:30 there is 01:00 UTC. */
static void
test_typed_times (Watched      *watched,
                  gconstpointer data)
{
  g_autofree gint16 *samples = g_new0 (gint16, FRAMES);
  g_autofree char *path = write_wav ("2022-09-28_06-30-00+0530.wav", samples, FRAMES, 1, RATE);
  const int first = g_test_rand_int_range (1, FRAMES);
  g_autofree char *shown = NULL, *number = NULL, *local = NULL, *utc = NULL, *other = NULL;

  open_and_settle (watched, path);
  shown = ondes_words_time_entry (watched->session, first);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (shown, NULL), (double) first / RATE, 0.06 / RATE);
  number = g_strdup_printf ("%.9f", (double) first / RATE);
  local = g_strdup_printf ("2022-09-28 06:30:%012.9f", (double) first / RATE);
  utc = g_strdup_printf ("2022-09-28T01:00:%012.9fZ", (double) first / RATE);
  other = g_strdup_printf ("2022-09-27T22:00:%012.9f-03:00", (double) first / RATE);
  assert_read (watched, number, first);
  assert_read (watched, local, first);
  assert_read (watched, utc, first);
  assert_read (watched, other, first);
  assert_read (watched, "06:30:00", NAN);
  assert_read (watched, "soon", NAN);
  g_free (path);
  path = write_wav ("undated.wav", samples, FRAMES, 1, RATE);
  open_and_settle (watched, path);
  assert_read (watched, number, first);
  assert_read (watched, local, NAN);
}

#define TEST(path, function) \
  g_test_add ("/ondes/selection-readings/" path, Watched, NULL, watched_setup, function, watched_teardown)

/* The spectrum of a selection is that of its samples, Σ x (−1)^(u·t), whatever is in view. */
static void
test_spectrum (Watched      *watched,
               gconstpointer data)
{
  g_autofree double *x = open_noise (watched);
  g_autoptr (OndesSpectrumAnalysis) spectra = ondes_spectrum_analysis_new (watched->session);
  const guint first = (guint) g_test_rand_int_range (0, FRAMES - 600), count = (guint) g_test_rand_int_range (256, 512);
  OndesSpectraSettings settings = *ondes_spectrum_analysis_get_settings (spectra);
  OndesSeriesModel *values = ondes_series_analysis_get_values (ONDES_SERIES_ANALYSIS (spectra));
  OndesSeries *series;
  double lo, length;

  settings.spectrum.order = ONDES_ORDER_NATURAL;
  ondes_spectrum_analysis_set_settings (spectra, &settings);
  ondes_analysis_set_active (ONDES_ANALYSIS (spectra), TRUE);
  settle_spectra (spectra);
  g_assert_cmpfloat (ondes_series_model_get_origin (values), ==, 0);
  ondes_operand_set_kind (operand_of (spectra, 0), ONDES_OPERAND_SELECTION);
  g_assert_false (ondes_operand_is_ready (operand_of (spectra, 0)));
  settle_spectra (spectra);
  g_assert_null (result_of (spectra));
  ondes_timeline_set_selection (watched->timeline, ONDES_SELECTION_SPAN (first - 0.5, first + count - 0.5));
  settle_spectra (spectra);
  series = result_of (spectra);
  g_assert_cmpuint (series->n, ==, 256);
  g_assert_cmpfloat (ondes_series_model_get_origin (values), ==, first);
  for (guint u = 0; u < 256; u++)
    {
      double sum = 0;

      for (guint t = 0; t < 256; t++)
        sum += (__builtin_parity (u & t) ? -32768 : 32768) * x[first + t];
      g_assert_cmpfloat (ondes_series_get (series, u), ==, sum);
    }
  ondes_timeline_get_view (watched->timeline, &lo, &length);
  g_assert_true (lo == 0 && length == FRAMES);
  /* Another view is no other selection. */
  ondes_timeline_set_view (watched->timeline, 100, 500);
  settle_spectra (spectra);
  g_assert_true (result_of (spectra) == series);
  ondes_timeline_set_selection (watched->timeline, ONDES_SELECTION_NONE);
  settle_spectra (spectra);
  g_assert_null (result_of (spectra));
}

int
main (int    argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  TEST ("a-band-is-that-of-the-definition", test_band);
  TEST ("the-newest-selection-wins", test_newest);
  TEST ("a-walshgram-has-the-energy-of-its-windows", test_walshgram);
  TEST ("what-lies-between-cursors", test_cursors);
  TEST ("typed-times-are-seconds-or-dates", test_typed_times);
  TEST ("a-spectrum-of-the-selection-is-that-of-its-samples", test_spectrum);
  return scalogram_run ();
}
