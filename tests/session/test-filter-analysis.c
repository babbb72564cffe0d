/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model of the page of filters: responses against the DFT of the taps, the output against its sum, refusals, undo. */
#include <math.h>
#include <string.h>

#include "filter-fixture.h"
#include "memory-sink.h"
#include "sound/listening.h"
#include "../transform/cancel-at.h"

/* Every @step-th point is that of the definition. */
static void
check_points (Fixture *fixture,
              guint step)
{
  const OndesFilterResponse *response = ondes_filter_analysis_get_response (fixture->filter);
  const OndesFilterBand *band = ondes_filter_analysis_get_band (fixture->filter);
  const OndesResponseCurve *curve = &response->curves[0];
  const gint64 d = settings_of (fixture).causal ? 0 : (band->n - 1) / 2;
  const double size = size_of (band);
  double h[2], delay;

  g_assert_cmpuint (curve->n, >, 256);
  g_assert_cmpfloat (curve->frequencies_hz[curve->n - 1], >, 0.98 * RATE / 2);
  for (guint i = 0; i < curve->n; i += step)
    {
      dft (band, curve->frequencies_hz[i], d, h, &delay);
      g_assert_cmpfloat_with_epsilon (pow (10, curve->magnitudes_db[i] / 20), hypot (h[0], h[1]), 1e-11 * size);
      if (isnan (curve->phases[i]))
        {
          g_assert_cmpfloat (20 * log10 (hypot (h[0], h[1])), <=, response->largest_db - 59.9);
          continue;
        }
      g_assert_cmpfloat_with_epsilon (remainder (curve->phases[i] - atan2 (h[1], h[0]), 2 * G_PI), 0, 1e-7);
      g_assert_cmpfloat_with_epsilon (curve->delays[i], delay, 1e-5);
    }
}

static void
check_response (Fixture *fixture)
{
  const OndesFilterBand *band = ondes_filter_analysis_get_band (fixture->filter);
  const OndesResponseCurve *curve = &ondes_filter_analysis_get_response (fixture->filter)->curves[0];
  const gint64 d = settings_of (fixture).causal ? 0 : (band->n - 1) / 2;
  double h[2], delay;

  check_points (fixture, 7);
  /* No side lobe is missed: between the points of two pixels nothing is larger than both, but for the bins' own spacing. */
  for (guint round = 0; round < 200; round++)
    {
      const guint i = (guint) g_test_rand_int_range (1, (gint32) curve->n - 1);
      const double f_hz = g_test_rand_double_range (curve->frequencies_hz[i - 1], curve->frequencies_hz[i + 1]);

      dft (band, f_hz, d, h, &delay);
      g_assert_cmpfloat (hypot (h[0], h[1]), <=,
                         1.03 * pow (10, MAX (MAX (curve->magnitudes_db[i - 1], curve->magnitudes_db[i]),
                                              curve->magnitudes_db[i + 1]) / 20) + 1e-3 * size_of (band) / band->n);
    }
}

static void
test_response (Fixture *fixture,
               gconstpointer data)
{
  /* Nothing is computed for a page that is not in view. */
  g_main_context_iteration (NULL, FALSE);
  g_assert_null (ondes_filter_analysis_get_response (fixture->filter));
  activate (fixture);
  for (guint round = 0; round < 6; round++)
    {
      const OndesFilterSettings settings = random_settings (fixture);

      set (fixture, &settings);
      g_assert_cmpstr (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->filter)), ==, NULL);
      check_response (fixture);
    }
}

static void
test_newest_wins (Fixture *fixture,
                  gconstpointer data)
{
  OndesFilterSettings settings = settings_of (fixture);
  OndesFirDesign design;
  guint before;

  /* The band-pass that a recording begins with is not longer than a first look needs. */
  ondes_filter_settings_design (&settings, &design);
  g_assert_cmpfloat (ondes_fir_design_length (&design, RATE), <=, 2010);
  activate (fixture);
  settings.kind = ONDES_FILTER_LOWPASS;
  settings.transition_hz = 400;
  set (fixture, &settings);
  before = fixture->responses;
  for (guint i = 0; i <= 200; i++)
    ondes_filter_analysis_move_cutoff (fixture->filter, 0, 500 + 5 * i);
  wait_idle (fixture->filter);
  g_assert_cmpfloat (settings_of (fixture).hi_hz, ==, 1500);
  /* Those overtaken were never designed; the last one is the one that is shown. */
  g_assert_cmpuint (fixture->responses - before, <, 20);
  g_assert_cmpfloat_with_epsilon (ondes_filter_response_at (ondes_filter_analysis_get_response (fixture->filter), 0, 1500),
                                  20 * log10 (0.5), 0.7);
  check_output (fixture);
  /* A cut-off stays within the axis and apart from its neighbour. */
  settings.kind = ONDES_FILTER_BANDPASS;
  settings.lo_hz = 300;
  settings.hi_hz = 900;
  set (fixture, &settings);
  ondes_filter_analysis_move_cutoff (fixture->filter, 0, 2000);
  ondes_filter_analysis_move_cutoff (fixture->filter, 1, 9000);
  wait_idle (fixture->filter);
  g_assert_cmpfloat (settings_of (fixture).lo_hz, <, 900);
  g_assert_cmpfloat (settings_of (fixture).hi_hz, <, RATE / 2);
  g_assert_cmpstr (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->filter)), ==, NULL);
  check_output (fixture);
}

/* The file that is in use, chosen again after another one was refused, is no problem. */
static void
check_chosen_again (Fixture *fixture)
{
  g_autofree char *taps = g_build_filename (scalogram_folder, "taps.txt", NULL);

  g_assert_true (g_file_set_contents (taps, "0.5\n0.25\n", -1, NULL));
  ondes_filter_analysis_load_taps (fixture->filter, taps);
  wait_idle (fixture->filter);
  ondes_filter_analysis_load_taps (fixture->filter, "/b\xff.txt");
  g_assert_nonnull (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->filter)));
  ondes_filter_analysis_load_taps (fixture->filter, taps);
  wait_idle (fixture->filter);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->filter)));
  g_assert_cmpuint (ondes_filter_analysis_get_band (fixture->filter)->n, ==, 2);
}

static void
test_refusals (Fixture *fixture,
               gconstpointer data)
{
  g_autofree gint16 *samples = make_tone (40, 100);
  g_autofree char *other = write_wav ("other rate.wav", samples, 40, 1, 2 * RATE);
  OndesFilterSettings good, bad;

  activate (fixture);
  good = settings_of (fixture);
  bad = good;
  bad.kind = ONDES_FILTER_LOWPASS;
  bad.hi_hz = RATE;
  refuse (fixture, &bad, ONDES_SETTING_LOWPASS, "half the rate");
  bad = good;
  bad.hi_hz = bad.lo_hz / 2;
  refuse (fixture, &bad, ONDES_SETTING_BANDPASS, "cut-off");
  bad = good;
  bad.kind = ONDES_FILTER_HIGHPASS;
  bad.by_length = TRUE;
  bad.length = 100;
  refuse (fixture, &bad, ONDES_SETTING_LENGTH, "odd");
  bad = good;
  bad.transition_hz = 1e-9;
  refuse (fixture, &bad, ONDES_SETTING_TRANSITION, "taps");
  bad = good;
  bad.kind = ONDES_FILTER_TAPS;
  g_strlcpy (bad.taps, other, sizeof bad.taps);
  refuse (fixture, &bad, ONDES_SETTING_RESAMPLE_TAPS, "has a rate of");
  /* The switch at that sentence mends it; the next file begins without. */
  bad.resample_taps = TRUE;
  set (fixture, &bad);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->filter)));
  /* 40 taps at twice the rate last for 20, and the resampler rings for 68 samples and a half before and after. */
  g_assert_cmpuint (ondes_filter_analysis_get_band (fixture->filter)->n, ==, 157);
  ondes_filter_analysis_load_taps (fixture->filter, other);
  wait_idle (fixture->filter);
  g_assert_cmpint (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (fixture->filter)), ==, ONDES_SETTING_RESAMPLE_TAPS);
  set (fixture, &good);
  /* A file that cannot be kept among the settings is told at its row. */
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = i == 0 ? g_strnfill (5000, 'a') : g_strdup ("/b\xff.txt");

      ondes_filter_analysis_load_taps (fixture->filter, name);
      g_assert_cmpint (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (fixture->filter)), ==, ONDES_SETTING_TAPS);
      g_assert_cmpint (settings_of (fixture).kind, ==, good.kind);
    }
  ondes_analysis_recompute (ONDES_ANALYSIS (fixture->filter));
  wait_idle (fixture->filter);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->filter)));
  check_chosen_again (fixture);
  set (fixture, &good);
  /* What is no fault, but is not seen, stands in the status line. */
  good.by_length = TRUE;
  good.length = FRAMES;
  set (fixture, &good);
  g_assert_null (strstr (ondes_analysis_get_status (ONDES_ANALYSIS (fixture->filter)), "longer than the recording"));
  good.length = FRAMES + 1;
  set (fixture, &good);
  g_assert_nonnull (strstr (ondes_analysis_get_status (ONDES_ANALYSIS (fixture->filter)), "longer than the recording"));
  g_strlcpy (bad.taps, "/nowhere/taps.txt", sizeof bad.taps);
  refuse (fixture, &bad, ONDES_SETTING_TAPS, "/nowhere/taps.txt");
}

static void
test_settings (Fixture *fixture,
               gconstpointer data)
{
  g_autoptr (GVariant) saved = NULL;
  g_autofree char *other = tone_file ("other.wav", 2000, 900);
  OndesFilterSettings settings = settings_of (fixture), again;

  ondes_session_begin_history (fixture->watched.session);
  activate (fixture);
  settings.kind = ONDES_FILTER_NOTCH;
  settings.notch_hz = 440;
  settings.harmonics = 3;
  set (fixture, &settings);
  g_assert_cmpstr (ondes_session_undo (fixture->watched.session), ==, "filter");
  wait_idle (fixture->filter);
  g_assert_cmpint (settings_of (fixture).kind, ==, ONDES_FILTER_BANDPASS);
  g_assert_cmpstr (ondes_session_redo (fixture->watched.session), ==, "filter");
  wait_idle (fixture->filter);
  again = settings_of (fixture);
  g_assert_cmpmem (&again, sizeof again, &settings, sizeof settings);
  /* The level of peaks is not chosen until it is, 0 dB too. */
  g_assert_true (isnan (settings.above_db));
  settings.peaks = TRUE;
  settings.above_db = 0;
  set (fixture, &settings);
  ondes_session_undo (fixture->watched.session);
  wait_idle (fixture->filter);
  g_assert_true (isnan (settings_of (fixture).above_db));
  set (fixture, &settings);
  settings.peaks = FALSE;
  set (fixture, &settings);
  g_assert_cmpfloat (settings_of (fixture).above_db, ==, 0);
  /* Another recording begins with the defaults. */
  open_and_settle (&fixture->watched, other);
  wait_idle (fixture->filter);
  g_assert_cmpint (settings_of (fixture).kind, ==, ONDES_FILTER_BANDPASS);
  g_assert_cmpfloat (settings_of (fixture).notch_hz, ==, 50);
}

static void
test_bank (Fixture *fixture,
           gconstpointer data)
{
  OndesFilterSettings settings = settings_of (fixture);
  guint n;

  activate (fixture);
  settings.kind = ONDES_FILTER_BANK;
  settings.fraction = 1;
  set (fixture, &settings);
  ondes_filter_bank_get (ondes_filter_analysis_get_bank (fixture->filter), &n);
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpuint (ondes_filter_analysis_get_response (fixture->filter)->n_curves, ==, n);
  /* The band shown first is in the middle of what is seen. */
  g_assert_cmpuint (ondes_filter_analysis_get_response (fixture->filter)->shown, >, 0);
  g_assert_null (ondes_filter_analysis_get_response (fixture->filter)->curves[0].delays);
  settings.band = 0;
  set (fixture, &settings);
  ondes_filter_analysis_step_band (fixture->filter, 1);
  wait_idle (fixture->filter);
  g_assert_cmpuint (settings_of (fixture).band, ==, 1);
  settings.band = 1;
  set (fixture, &settings);
  g_assert_nonnull (ondes_filter_analysis_get_response (fixture->filter)->curves[1].delays);
  check_output (fixture);
}

/* Asserts that the session of the output never shows the recording itself. */
static void
on_after (Fixture *fixture)
{
  OndesSession *after = ondes_filter_analysis_get_after (fixture->filter);

  g_assert_cmpuint (ondes_session_get_source (after)->id, !=, ondes_session_get_source (fixture->watched.session)->id);
  fixture->afters++;
}

/* Another channel, and the recording conditioned otherwise, are shown through the filter from the first moment. */
static void
test_other_channel (Fixture *fixture,
                    gconstpointer data)
{
  static const char *const steps[] = { "mean", NULL };
  g_autofree gint16 *samples = make_tone (2 * FRAMES, 700);
  g_autofree char *stereo = write_wav ("stereo.wav", samples, FRAMES, 2, RATE);

  open_and_settle (&fixture->watched, stereo);
  activate (fixture);
  g_signal_connect_swapped (ondes_filter_analysis_get_after (fixture->filter), "recording-changed", G_CALLBACK (on_after), fixture);
  ondes_session_set_channel (fixture->watched.session, 2);
  g_assert_cmpuint (fixture->afters, ==, 1);
  wait_idle (fixture->filter);
  /* The same filter anew changes nothing. */
  g_assert_cmpuint (fixture->afters, ==, 1);
  check_output (fixture);
  ondes_session_set_conditioning (fixture->watched.session, steps, TRUE);
  while (ondes_session_is_busy (fixture->watched.session, NULL))
    g_main_context_iteration (NULL, TRUE);
  wait_idle (fixture->filter);
  g_assert_cmpuint (fixture->afters, ==, 2);
  check_output (fixture);
}

/* The same file read with other columns has rows of its own, after the filter too. */
static void
test_read_again (Fixture *fixture,
                 gconstpointer data)
{
  OndesScalogramAnalysis *before = fixture->watched.analysis, *after;
  g_autofree char *path = g_build_filename (scalogram_folder, "columns.csv", NULL);
  g_autoptr (OndesSpec) low = NULL;
  g_autoptr (GString) text = g_string_new ("a,b\n");

  /* A low and a high burst, which have rows of their own. */
  for (guint t = 0; t < FRAMES; t++)
    {
      const double burst = 1e8 * exp (-pow ((t - FRAMES / 2.0) / 150, 2));

      g_string_append_printf (text, "%.0f,%.0f\n", burst * sin (2 * G_PI * t / 100), burst * sin (2 * G_PI * t / 4));
    }
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  ondes_session_open (fixture->watched.session, path, &(OndesReadOptions) { .column = 1, .rate_hz = RATE });
  settle (&fixture->watched);
  after = ondes_filter_analysis_compare (fixture->filter, before);
  activate (fixture);
  g_assert_true (ondes_spec_equal (ondes_scalogram_analysis_get_scalogram (before)->spec,
                                   ondes_scalogram_analysis_get_scalogram (after)->spec));
  low = ondes_spec_ref (ondes_scalogram_analysis_get_scalogram (before)->spec);
  ondes_session_open (fixture->watched.session, path, &(OndesReadOptions) { .column = 2, .rate_hz = RATE });
  settle (&fixture->watched);
  wait_idle (fixture->filter);
  g_assert_false (ondes_spec_equal (ondes_scalogram_analysis_get_scalogram (before)->spec, low));
  g_assert_true (ondes_spec_equal (ondes_scalogram_analysis_get_scalogram (before)->spec,
                                   ondes_scalogram_analysis_get_scalogram (after)->spec));
}

/* A response of a second ends when it is cancelled. */
static void
test_long_response (void)
{
  const guint n = 1u << 20;
  g_autofree double *taps = g_new0 (double, n);
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesFilterBank) bank = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  OndesResponseJob job = { .rate_hz = RATE, .lo_hz = 1, .points = 500 };

  taps[n / 2] = 1;
  job.bank = bank = ondes_filter_bank_new (&(OndesFilterBand) { .n = n, .taps = taps }, 1, &error);
  g_assert_no_error (error);
  cancel_at (cancellable, 3);
  g_assert_null (ondes_filter_response_new (&job, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (cancel_at_was_met ());
}

/* The FFT of long taps is split; its bins are those of the definition. */
static void
test_split_response (Fixture *fixture,
                     gconstpointer data)
{
  OndesFilterSettings settings = settings_of (fixture);

  activate (fixture);
  settings.kind = ONDES_FILTER_BANDPASS;
  settings.lo_hz = 1000;
  settings.hi_hz = 1500;
  settings.by_length = TRUE;
  settings.length = (1u << 16) + 1; /* eight times as many bins are more than a block */
  set (fixture, &settings);
  check_points (fixture, 97);
}

/* The scalogram of the output follows that of the recording. */
static void
test_scalogram (Fixture *fixture,
                gconstpointer data)
{
  OndesScalogramAnalysis *before = fixture->watched.analysis, *after;
  OndesFilterSettings settings = settings_of (fixture);
  OndesScalogram *a, *b;
  guint row;

  after = ondes_filter_analysis_compare (fixture->filter, before);
  ondes_scalogram_analysis_set_columns (after, 300);
  set_omega0 (&fixture->watched, 7);
  settle (&fixture->watched);
  /* Nothing is computed before the page is in view. */
  g_assert_null (ondes_scalogram_analysis_get_scalogram (after));
  settings.kind = ONDES_FILTER_HIGHPASS;
  settings.lo_hz = 1500;
  ondes_filter_analysis_set_settings (fixture->filter, &settings);
  activate (fixture);
  a = ondes_scalogram_analysis_get_scalogram (before);
  b = ondes_scalogram_analysis_get_scalogram (after);
  g_assert_nonnull (b);
  g_assert_true (ondes_spec_equal (a->spec, b->spec));
  g_assert_cmpuint (a->columns, ==, b->columns);
  /* The tone of 440 Hz is gone, what lies above stays. */
  row = (guint) ondes_scalogram_row (b, 440);
  g_assert_cmpfloat (b->values[row * b->columns + 150], <, 0.01 * a->values[row * a->columns + 150]);
  row = (guint) ondes_scalogram_row (b, 3000);
  g_assert_cmpfloat_with_epsilon (b->values[row * b->columns + 150] / a->values[row * a->columns + 150], 1, 0.05);
  /* So do the frequencies in view, and the pointer. */
  ondes_scalogram_analysis_set_frequencies (before, 200, 2000);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_display (after)->view_hi, ==, 2000);
  ondes_scalogram_analysis_set_pointer (before, 1000, 500);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_pointer (after)->sample, ==, 1000);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_pointer (after)->frequency_hz, ==, 500);
  wait_idle (fixture->filter);
}

/* Returns the root mean square of what is heard of @heard, NULL for the recording. */
static double
listen (Fixture *fixture,
        OndesSession *heard)
{
  MemorySink *sink;
  OndesListening *listening
    = ondes_listening_new (fixture->watched.session, memory_sink_new (FALSE, &sink));
  double sum = 0;
  guint n;

  ondes_listening_set_heard (listening, heard);
  ondes_timeline_set_playhead (fixture->watched.timeline, 0);
  ondes_listening_toggle (listening);
  while (memory_sink_get_count (sink) < 12000)
    {
      memory_sink_advance (sink, 1);
      g_usleep (500);
    }
  g_mutex_lock (&sink->mutex);
  n = sink->frames->len;
  for (guint i = 0; i < n; i++)
    sum += g_array_index (sink->frames, float, i) * g_array_index (sink->frames, float, i);
  g_mutex_unlock (&sink->mutex);
  g_assert_finalize_object (listening);
  return sqrt (sum / n);
}

/* What is played is the filtered recording: of a tone that the filter stops little is left. */
static void
test_heard (Fixture *fixture,
            gconstpointer data)
{
  OndesFilterSettings settings = settings_of (fixture);
  double before, after;

  settings.kind = ONDES_FILTER_BANDSTOP;
  settings.lo_hz = 300;
  settings.hi_hz = 3000;
  settings.transition_hz = 100;
  ondes_filter_analysis_set_settings (fixture->filter, &settings);
  activate (fixture);
  before = listen (fixture, NULL);
  after = listen (fixture, ondes_filter_analysis_get_after (fixture->filter));
  g_test_message ("%g, %g", before, after);
  g_assert_cmpfloat (after, <, before / 4);
  g_assert_cmpfloat (after, >, 0);
}

/* Sets @z to the post-processing of @y, as transform/filter.h defines it, and returns the number of values, 2 FRAMES for
 * interpolation; NaN where that needs sums beyond the ends. */
static guint
post_process (const double *y,
              OndesPost post,
              double *z)
{
  for (guint t = 0; t < FRAMES; t++)
    switch (post)
      {
      case ONDES_POST_POWER:
        z[t] = y[t] * y[t];
        break;
      case ONDES_POST_DERIVATIVE:
        z[t] = (y[MIN (t + 1, FRAMES - 1)] - y[t > 0 ? t - 1 : 0]) * RATE / (t > 0 && t + 1 < FRAMES ? 2 : 1);
        break;
      case ONDES_POST_INTERPOLATION:
        z[2 * t] = y[t];
        z[2 * t + 1] = t > 0 && t + 2 < FRAMES ? (9 * (y[t] + y[t + 1]) - y[t - 1] - y[t + 2]) / 16 : NAN;
        break;
      case ONDES_POST_NONE:
      default:
        z[t] = y[t];
      }
  return post == ONDES_POST_INTERPOLATION ? 2 * FRAMES : FRAMES;
}

/* What is shown is post-processed, but for the samples between those of the recording. */
static void
check_post (Fixture *fixture,
            const double *z,
            OndesPost post)
{
  OndesSource *after = ondes_session_get_source (ondes_filter_analysis_get_after (fixture->filter));
  const guint times = post == ONDES_POST_INTERPOLATION ? 2 : 1;
  double shown[FRAMES], scale = 0;

  g_assert_cmpuint (after->n, ==, FRAMES);
  g_assert_true (ondes_source_read_as (after, 0, FRAMES, ONDES_F64, shown, NULL));
  for (guint t = 0; t < FRAMES; t++)
    scale = MAX (scale, fabs (z[times * t]));
  for (guint t = 0; t < FRAMES; t++)
    g_assert_cmpfloat_with_epsilon (shown[t], z[times * t], 1e-5 * scale);
}

/* The peaks are those of the sums above the level; what lies within rounding of it, or of its neighbours, may be either. */
static void
check_peaks (Fixture *fixture,
             const double *z,
             guint n)
{
  const OndesFilterSettings settings = settings_of (fixture);
  const OndesBandPeaks *peaks = ondes_filter_analysis_get_peaks (fixture->filter);
  const double above = pow (10, settings.above_db / (settings.post == ONDES_POST_POWER ? 10 : 20));
  const guint times = n / FRAMES;
  double first, count, scale = 0;
  guint found = 0, next = 0;

  g_assert_nonnull (peaks);
  ondes_timeline_get_view (fixture->watched.timeline, &first, &count);
  for (guint t = 0; t < n; t++)
    scale = isnan (z[t]) ? scale : MAX (scale, fabs (z[t]));
  for (guint t = times * (guint) first + 4; t + 4 < times * (guint) (first + count); t++)
    {
      const double value = fabs (z[t]), left = value - fabs (z[t - 1]), right = value - fabs (z[t + 1]);
      const double margin = MIN (MIN (value - above, left), right);
      gboolean listed = FALSE;

      for (; next < peaks->n && ondes_band_peaks_at (peaks, next) * times <= t; next++)
        listed = listed || ondes_band_peaks_at (peaks, next) * times == t;
      if (margin > 1e-5 * scale)
        {
          g_assert_true (listed);
          g_assert_cmpfloat_with_epsilon (peaks->peaks[next - 1].value, value, 1e-5 * scale);
          found++;
        }
      else if (margin < -1e-5 * scale)
        g_assert_false (listed);
    }
  g_assert_cmpuint (found, >, 3);
}

static void
set_until_designed (Fixture *fixture,
                    const OndesFilterSettings *settings)
{
  const guint before = fixture->responses;

  ondes_filter_analysis_set_settings (fixture->filter, settings);
  while (fixture->responses == before)
    g_main_context_iteration (NULL, TRUE);
}

/* Power, derivative and interpolation, and the peaks of them that are in view. */
static void
test_post (Fixture *fixture,
           gconstpointer data)
{
  OndesFilterSettings settings = random_settings (fixture);
  double y[FRAMES], z[2 * FRAMES];

  activate (fixture);
  settings.kind = ONDES_FILTER_LOWPASS;
  settings.peaks = TRUE;
  for (guint post = ONDES_POST_NONE; post <= ONDES_POST_INTERPOLATION; post++)
    {
      double rms = 0;
      guint n;

      settings.post = (OndesPost) post;
      set (fixture, &settings);
      sum_output (fixture, y);
      n = post_process (y, settings.post, z);
      check_post (fixture, z, settings.post);
      for (guint t = 0; t < FRAMES; t++)
        rms += z[t * (n / FRAMES)] * z[t * (n / FRAMES)] / FRAMES;
      settings.above_db = (post == ONDES_POST_POWER ? 10 : 20) * log10 (sqrt (rms) * g_test_rand_double_range (0.5, 1));
      set (fixture, &settings);
      check_peaks (fixture, z, n);
      ondes_timeline_set_view (fixture->watched.timeline, 100 + 50 * post, FRAMES / 2);
      wait_idle (fixture->filter);
      check_peaks (fixture, z, n);
    }
  /* Peaks of one level stay until those of another are found; those of another filter go with its wave. */
  settings.above_db -= 0.5;
  set_until_designed (fixture, &settings);
  g_assert_nonnull (ondes_filter_analysis_get_peaks (fixture->filter));
  wait_idle (fixture->filter);
  settings.hi_hz -= 100;
  set_until_designed (fixture, &settings);
  g_assert_null (ondes_filter_analysis_get_peaks (fixture->filter));
  wait_idle (fixture->filter);
  g_assert_nonnull (ondes_filter_analysis_get_peaks (fixture->filter));
  settings.peaks = FALSE;
  set (fixture, &settings);
  g_assert_null (ondes_filter_analysis_get_peaks (fixture->filter));
}

/* The filtered recording becomes the session's: other pages compute of it, it is filtered again, and it is undone. */
static void
test_step (Fixture *fixture,
           gconstpointer data)
{
  OndesSession *session = fixture->watched.session;
  OndesFilterSettings settings = random_settings (fixture);
  double y[FRAMES], x[FRAMES], reach;
  g_autofree char *command = NULL;

  ondes_session_begin_history (session);
  g_assert_false (ondes_filter_analysis_add_step (fixture->filter));
  activate (fixture);
  for (guint i = 0; i < 2; i++)
    {
      if (i == 1) /* one of a bank, of the recording that is filtered already */
        {
          settings.kind = ONDES_FILTER_BANK;
          settings.fraction = 1;
          settings.band = 1;
        }
      ondes_filter_analysis_set_settings (fixture->filter, &settings);
      g_assert_false (ondes_filter_analysis_add_step (fixture->filter)); /* the filter is that of the settings before */
      wait_idle (fixture->filter);
      reach = sum_output (fixture, y);
      g_assert_true (ondes_filter_analysis_add_step (fixture->filter));
      while (ondes_session_is_busy (session, NULL))
        g_main_context_iteration (NULL, TRUE);
      wait_idle (fixture->filter);
      g_assert_cmpuint (g_strv_length ((char **) ondes_session_get_conditioning (session)), ==, i + 1);
      g_assert_cmpstr (ondes_session_get_conditioning_problem (session), ==, NULL);
      g_assert_true (ondes_source_read_as (ondes_session_get_source (session), 0, FRAMES, ONDES_F64, x, NULL));
      for (guint t = 0; t < FRAMES; t++)
        g_assert_cmpfloat_with_epsilon (x[t], y[t], 1e-12 * (1 + reach));
      check_output (fixture);
    }
  settle (&fixture->watched);
  command = ondes_analysis_command (ONDES_ANALYSIS (fixture->watched.analysis), "x.png", ONDES_EXPORT_PNG, NULL, 0);
  g_test_message ("%s", command);
  g_assert_nonnull (strstr (command, " --condition filter:"));
  g_assert_nonnull (strstr (command, "filter:bank=octave,band=2"));
  ondes_session_undo (session);
  while (ondes_session_is_busy (session, NULL))
    g_main_context_iteration (NULL, TRUE);
  wait_idle (fixture->filter);
  g_assert_cmpuint (g_strv_length ((char **) ondes_session_get_conditioning (session)), ==, 1);
  settle (&fixture->watched);
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  ADD_TEST ("response-is-the-transform-of-the-taps", test_response);
  ADD_TEST ("the-newest-wins-and-cut-offs-keep-apart", test_newest_wins);
  ADD_TEST ("what-makes-no-filter-is-told-at-its-row", test_refusals);
  ADD_TEST ("undo-and-what-is-remembered", test_settings);
  ADD_TEST ("a-bank-shows-one-of-its-bands", test_bank);
  ADD_TEST ("the-scalogram-of-the-output-follows", test_scalogram);
  ADD_TEST ("the-output-is-heard", test_heard);
  ADD_TEST ("another-channel-is-shown-filtered-at-once", test_other_channel);
  ADD_TEST ("the-file-read-otherwise-has-rows-of-its-own", test_read_again);
  ADD_TEST ("the-response-of-long-taps-is-their-transform", test_split_response);
  ADD_TEST ("post-processing-and-peaks-are-those-of-the-sums", test_post);
  ADD_TEST ("the-filtered-recording-is-that-of-every-page", test_step);
  g_test_add_func ("/ondes/filter-analysis/a-long-response-is-cancelled", test_long_response);
  return scalogram_run ();
}
