/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a scalogram is compared with: another recording, another channel, settings that were held; as settings, undone, and gone. */
#include "analysis/cwt-reference.h"
#include "engine/cpu/fft/fft.h"
#include "figure/difference.h"
#include "picture/analysis-preset.h"
#include "picture/comparison.h"
#include "picture/slices.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scalogram-fixture.h"

#define FRAMES 4000

typedef struct
{
  Watched          watched;
  OndesComparison *comparison;
  guint            changes; /* "second-changed" */
} Fixture;

static void
on_message (Fixture    *fixture,
            const char *text)
{
  g_string_append_printf (fixture->watched.messages, "%s\n", text);
}

static void
on_second (Fixture *fixture)
{
  fixture->changes++;
}

static void
setup (Fixture      *fixture,
       gconstpointer data)
{
  watched_setup (&fixture->watched, NULL);
  fixture->comparison = ondes_comparison_new (fixture->watched.analysis);
  fixture->changes = 0;
  g_signal_connect_swapped (fixture->comparison, "message", G_CALLBACK (on_message), fixture);
  g_signal_connect_swapped (fixture->comparison, "second-changed", G_CALLBACK (on_second), fixture);
  ondes_analysis_set_active (ONDES_ANALYSIS (ondes_comparison_get_scalogram (fixture->comparison)), TRUE);
  ondes_scalogram_analysis_set_columns (ondes_comparison_get_scalogram (fixture->comparison), 300);
  ondes_session_begin_history (fixture->watched.session);
}

static void
teardown (Fixture      *fixture,
          gconstpointer data)
{
  g_assert_finalize_object (fixture->comparison);
  watched_teardown (&fixture->watched, NULL);
}

static void
wait_idle (Fixture *fixture)
{
  while (ondes_analysis_is_busy (ONDES_ANALYSIS (fixture->comparison), NULL)
         || ondes_analysis_is_busy (ONDES_ANALYSIS (fixture->watched.analysis), NULL)
         || ondes_analysis_is_exporting (ONDES_ANALYSIS (fixture->watched.analysis), NULL))
    g_main_context_iteration (NULL, TRUE);
}

static char *
noise_file (const char *name,
            guint       frames,
            guint       channels,
            guint       rate)
{
  g_autofree gint16 *samples = g_new (gint16, frames * channels);

  for (guint i = 0; i < frames * channels; i++)
    samples[i] = (gint16) g_test_rand_int_range (-16000, 16000);
  return write_wav (name, samples, frames, channels, rate);
}

static OndesScalogram *
second_of (Fixture *fixture)
{
  return ondes_scalogram_analysis_get_scalogram (ondes_comparison_get_scalogram (fixture->comparison));
}

static void
show (Fixture   *fixture,
      OndesShown shown,
      double     line)
{
  OndesPairView view = *ondes_second_picture_get_view (ondes_comparison_get_picture (fixture->comparison));

  view.shown = shown;
  view.line = line;
  ondes_second_picture_set_view (ondes_comparison_get_picture (fixture->comparison), &view);
}

static OndesShown
get_shown (Fixture *fixture)
{
  return ondes_second_picture_get_view (ondes_comparison_get_picture (fixture->comparison))->shown;
}

static void
set_own_range (Fixture *fixture,
               gboolean own_range)
{
  OndesPairView view = *ondes_second_picture_get_view (ondes_comparison_get_picture (fixture->comparison));

  view.own_range = own_range;
  ondes_second_picture_set_view (ondes_comparison_get_picture (fixture->comparison), &view);
}

static gboolean
is_same (Fixture *fixture)
{
  return ondes_second_picture_is_same (ondes_comparison_get_picture (fixture->comparison));
}

static void
set_amplitude_error (Fixture    *fixture,
                     const char *text)
{
  OndesCompensationSettings settings = ondes_compensation_settings_default;

  settings.on = *text != '\0';
  g_strlcpy (settings.amplitude, text, sizeof settings.amplitude);
  ondes_scalogram_analysis_set_compensation (fixture->watched.analysis, &settings);
  wait_idle (fixture);
}

/* The picture of the second is that of its aligned samples, computed by itself in double, within single precision. */
static void
check_second (Fixture    *fixture,
              const char *path,
              guint       channel,
              double      offset)
{
  const OndesScalogram *seen = second_of (fixture);
  OndesSession *session = fixture->watched.session;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesRecording) second = ondes_recording_open (path, NULL, NULL, NULL), aligned = NULL;
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesScalogram) own = NULL;
  OndesScalogramJob job;

  g_assert_nonnull (seen);
  aligned = ondes_recording_align (second, ondes_session_get_recording (session), &(OndesAlignment) { .offset = offset }, NULL);
  source = ondes_recording_detrended (aligned, channel, &(OndesDetrending) { .kind = ONDES_DETREND_MEAN }, NULL);
  job = (OndesScalogramJob) { .spec = seen->spec, .source = source, .view = seen->view,
                              .info = ondes_recording_get_info (aligned) };
  own = ondes_scalogram_compute (computer, &job, NULL, NULL, NULL);
  g_assert_cmpuint (own->rows, ==, seen->rows);
  g_assert_cmpuint (own->columns, ==, seen->columns);
  for (gsize i = 0; i < (gsize) own->rows * own->columns; i++)
    g_assert_cmpfloat_with_epsilon (own->values[i], seen->values[i], 1e-4 * own->largest);
}

/* Of another file, of other length and rate; rows and view are those of the first. */
static void
test_file (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *a = noise_file ("a.wav", FRAMES, 1, RATE), *b = noise_file ("b.wav", 1777, 2, RATE / 2), *text = NULL;
  OndesSpan cover;

  open_and_settle (&fixture->watched, a);
  g_assert_false (ondes_comparison_is_ready (fixture->comparison));
  ondes_comparison_choose_file (fixture->comparison, b, NULL);
  wait_idle (fixture);
  g_assert_true (ondes_comparison_is_ready (fixture->comparison));
  g_assert_cmpuint (fixture->changes, ==, 1);
  check_second (fixture, b, 1, 0);
  ondes_comparison_get_recording (fixture->comparison, &cover);
  g_assert_cmpuint (cover.first, ==, 0);
  g_assert_cmpuint (cover.count, ==, 2 * 1777);
  ondes_comparison_set_channel (fixture->comparison, 2);
  ondes_comparison_set_alignment (fixture->comparison, &(OndesAlignment) { .offset = 0.05 });
  wait_idle (fixture);
  check_second (fixture, b, 2, 0.05);
  text = ondes_comparison_describe (fixture->comparison);
  g_assert_nonnull (strstr (text, "b.wav"));
  g_assert_nonnull (strstr (text, "Channel 2"));
  g_assert_nonnull (strstr (text, "4"));
  g_assert_null (strstr (text, "beyond"));
  /* What the time axis, which is the first one's, does not show is said. */
  ondes_comparison_set_alignment (fixture->comparison, &(OndesAlignment) { .offset = -0.05 });
  wait_idle (fixture);
  g_free (text);
  text = ondes_comparison_describe (fixture->comparison);
  g_assert_nonnull (strstr (text, "begins 50 ms earlier · 50 ms of it lie beyond the first"));
  ondes_comparison_set_alignment (fixture->comparison, &(OndesAlignment) { .offset = 0.05 });
  wait_idle (fixture);
  /* Settings of the transform are common; the view too. */
  set_omega0 (&fixture->watched, 7);
  ondes_timeline_set_view (fixture->watched.timeline, 500, 1000);
  wait_idle (fixture);
  g_assert_cmpfloat (ondes_spec_cwt (second_of (fixture)->spec)->options.omega0, ==, 7);
  check_second (fixture, b, 2, 0.05);
  g_assert_cmpstr (fixture->watched.messages->str, ==, "");
}

/* Settings that are held stay what they were while the first's change; channels are those of one file. */
static void
test_held (Fixture      *fixture,
           gconstpointer data)
{
  static const char *const steps[] = { "gain:-6", NULL };
  g_autofree char *a = noise_file ("two.wav", FRAMES, 2, RATE), *text = NULL;
  OndesDisplay display = *ondes_scalogram_analysis_get_display (fixture->watched.analysis);
  OndesScalogramAnalysis *second = ondes_comparison_get_scalogram (fixture->comparison);

  open_and_settle (&fixture->watched, a);
  ondes_comparison_choose_channel (fixture->comparison, 2);
  wait_idle (fixture);
  check_second (fixture, a, 2, 0);
  g_assert_false (is_same (fixture));
  ondes_comparison_hold (fixture->comparison);
  set_omega0 (&fixture->watched, 9);
  wait_idle (fixture);
  g_assert_cmpfloat (ondes_spec_cwt (second_of (fixture)->spec)->options.omega0, ==, 5);
  check_second (fixture, a, 1, 0);
  ondes_session_set_conditioning (fixture->watched.session, steps, TRUE);
  ondes_session_set_channel (fixture->watched.session, 2);
  wait_idle (fixture);
  check_second (fixture, a, 1, 0);
  text = ondes_comparison_describe (fixture->comparison);
  g_assert_nonnull (strstr (text, "ω₀ 9 → 5"));
  g_assert_nonnull (strstr (text, "gain:-6 → "));
  g_assert_nonnull (strstr (text, "Channel 1"));
  g_assert_null (strstr (text, "Voices"));
  /* The display is common, and slices are no setting that differs. */
  display.smooth = !display.smooth;
  display.notes = !display.notes;
  ondes_scalogram_analysis_set_display (fixture->watched.analysis, &display);
  ondes_slices_set_shown (ondes_scalogram_analysis_get_slices (fixture->watched.analysis), TRUE);
  set_omega0 (&fixture->watched, 8);
  wait_idle (fixture);
  g_assert_true (ondes_scalogram_analysis_get_display (second)->smooth == display.smooth);
  g_free (text);
  text = ondes_comparison_describe (fixture->comparison);
  g_assert_null (strstr (text, "smooth"));
  g_assert_null (strstr (text, "notes"));
  g_assert_null (strstr (text, "slices"));
}

/* The same picture without compensation, on whichever channel; where nothing is compensated the two are the same, which is told. */
static void
test_uncompensated (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *a = noise_file ("two.wav", FRAMES, 2, RATE), *text = NULL, *same = NULL;
  OndesScalogram *with, *without;

  open_and_settle (&fixture->watched, a);
  ondes_comparison_hold (fixture->comparison);
  wait_idle (fixture);
  g_assert_true (is_same (fixture));
  set_amplitude_error (fixture, "constant:1");
  g_assert_false (is_same (fixture));
  ondes_comparison_choose_uncompensated (fixture->comparison);
  ondes_session_set_channel (fixture->watched.session, 2);
  wait_idle (fixture);
  g_assert_cmpuint (ondes_comparison_get_channel (fixture->comparison), ==, 2);
  check_second (fixture, a, 2, 0);
  g_assert_false (is_same (fixture));
  with = ondes_scalogram_analysis_get_scalogram (fixture->watched.analysis);
  without = second_of (fixture);
  g_assert_cmpfloat_with_epsilon (with->largest / without->largest, 2, 1e-3);
  text = ondes_comparison_describe (fixture->comparison);
  g_assert_nonnull (strstr (text, "Instrument correction on → off"));
  set_amplitude_error (fixture, "");
  g_assert_true (is_same (fixture));
  same = ondes_comparison_describe (fixture->comparison);
  g_assert_cmpstr (same, ==, "nothing differs");
}

/* What is compared is undone and redone, and means the same in another session; display and view follow the first. */
static void
test_settings (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *a = noise_file ("a.wav", FRAMES, 1, RATE), *b = noise_file ("b \xff.wav", FRAMES, 1, RATE), *text = NULL;
  g_autoptr (GVariant) saved = NULL, again = NULL, parsed = NULL;

  open_and_settle (&fixture->watched, a);
  ondes_comparison_choose_file (fixture->comparison, b, &(OndesReadOptions) { .time_unit = "s" });
  wait_idle (fixture);
  ondes_comparison_set_alignment (fixture->comparison, &(OndesAlignment) { .offset = 0.1 });
  show (fixture, ONDES_SHOWN_DIFFERENCE, 0.5);
  saved = ondes_session_get_settings (fixture->watched.session);
  ondes_session_undo (fixture->watched.session);
  g_assert_cmpint (get_shown (fixture), ==, ONDES_SHOWN_BOTH);
  ondes_session_undo (fixture->watched.session);
  g_assert_cmpfloat (ondes_comparison_get_alignment (fixture->comparison)->offset, ==, 0);
  ondes_session_undo (fixture->watched.session);
  wait_idle (fixture);
  g_assert_cmpint (ondes_comparison_get_second (fixture->comparison), ==, ONDES_SECOND_NONE);
  g_assert_false (ondes_comparison_is_ready (fixture->comparison));
  text = g_variant_print (saved, TRUE);
  parsed = g_variant_parse (NULL, text, NULL, NULL, NULL);
  ondes_session_set_settings (fixture->watched.session, parsed);
  wait_idle (fixture);
  again = ondes_session_get_settings (fixture->watched.session);
  g_assert_true (g_variant_equal (saved, again));
  g_assert_cmpstr (ondes_comparison_get_path (fixture->comparison), ==, b);
  check_second (fixture, b, 1, 0.1);
  ondes_comparison_remove (fixture->comparison);
  g_assert_false (ondes_comparison_is_ready (fixture->comparison));
  ondes_session_undo (fixture->watched.session);
  wait_idle (fixture);
  check_second (fixture, b, 1, 0.1);
}

static void
on_needs_raw (guint      *asked,
              const char *path)
{
  ++*asked;
}

/* One file without a header is another recording in another format: the newest choice is read, undone, and asked for without one;
 * the same file read otherwise stays where it is. */
static void
test_raw (Fixture      *fixture,
          gconstpointer data)
{
  OndesReadOptions narrow = { .raw = TRUE }, wide = { .raw = TRUE };
  g_autofree char *a = noise_file ("a.wav", FRAMES, 1, RATE), *path = g_build_filename (scalogram_folder, "second.raw", NULL);
  g_autofree char *bytes = g_malloc (2 * FRAMES);
  guint asked = 0;

  for (guint i = 0; i < 2 * FRAMES; i++)
    bytes[i] = (char) g_test_rand_int_range (-100, 100);
  g_assert_true (g_file_set_contents (path, bytes, 2 * FRAMES, NULL));
  g_assert_true (ondes_raw_format_parse ("u8:8000:1", &narrow.raw_format, NULL));
  g_assert_true (ondes_raw_format_parse ("s16le:4000:1", &wide.raw_format, NULL));
  g_assert_false (ondes_read_options_equal (&narrow, &wide));
  g_signal_connect_swapped (fixture->comparison, "needs-raw", G_CALLBACK (on_needs_raw), &asked);
  open_and_settle (&fixture->watched, a);
  ondes_comparison_choose_file (fixture->comparison, path, NULL);
  wait_idle (fixture);
  g_assert_cmpuint (asked, ==, 1);
  g_assert_false (ondes_comparison_is_ready (fixture->comparison));
  ondes_comparison_choose_file (fixture->comparison, path, &narrow);
  ondes_comparison_choose_file (fixture->comparison, path, &wide); /* before the first is there */
  wait_idle (fixture);
  g_assert_cmpuint (ondes_recording_get_info (ondes_comparison_get_file (fixture->comparison))->frames, ==, FRAMES);
  ondes_comparison_set_alignment (fixture->comparison, &(OndesAlignment) { .offset = 0.125 });
  wait_idle (fixture);
  ondes_comparison_choose_file (fixture->comparison, path, &narrow);
  wait_idle (fixture);
  g_assert_cmpuint (ondes_recording_get_info (ondes_comparison_get_file (fixture->comparison))->frames, ==, 2 * FRAMES);
  g_assert_cmpfloat (ondes_comparison_get_alignment (fixture->comparison)->offset, ==, 0.125);
  ondes_session_undo (fixture->watched.session);
  wait_idle (fixture);
  g_assert_true (ondes_read_options_equal (ondes_comparison_get_read_options (fixture->comparison), &wide));
  g_assert_cmpuint (ondes_recording_get_info (ondes_comparison_get_file (fixture->comparison))->frames, ==, FRAMES);
}

/* A preset has nothing of what is compared or held, and leaves it as it is. */
static void
test_presets (Fixture      *fixture,
              gconstpointer data)
{
  static const char *const words[] = { "compare", "with", "offset", "shown", "held", "path" };
  g_autofree char *a = noise_file ("two.wav", FRAMES, 2, RATE), *note = NULL;
  g_autofree OndesAnalysisPreset *preset = g_new (OndesAnalysisPreset, 1);
  g_autoptr (GVariant) settings = NULL, before = NULL, after = NULL, kept = NULL, now = NULL;

  open_and_settle (&fixture->watched, a);
  ondes_comparison_choose_channel (fixture->comparison, 2);
  show (fixture, ONDES_SHOWN_DIFFERENCE, 0.5);
  ondes_comparison_set_alignment (fixture->comparison, &(OndesAlignment) { .offset = 0.25 });
  wait_idle (fixture);
  settings = ondes_session_get_settings (fixture->watched.session);
  before = g_variant_lookup_value (settings, "compare", NULL);
  g_assert_nonnull (before);
  ondes_analysis_preset_take (preset, fixture->watched.session);
  kept = ondes_analysis_preset_save (preset);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_null (g_variant_lookup_value (kept, words[i], NULL));
  ondes_comparison_remove (fixture->comparison);
  ondes_session_undo (fixture->watched.session);
  ondes_analysis_preset_apply (preset, fixture->watched.session, "x", &note);
  wait_idle (fixture);
  now = ondes_session_get_settings (fixture->watched.session);
  after = g_variant_lookup_value (now, "compare", NULL);
  g_assert_true (g_variant_equal (before, after));
}

/* A file that is gone is said, in one sentence, and the choice stays; once it is there again, recompute finds it. */
static void
test_gone (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *a = noise_file ("a.wav", FRAMES, 1, RATE), *b = noise_file ("gone.wav", FRAMES, 1, RATE), *kept = NULL;
  g_autoptr (GVariant) saved = NULL;

  open_and_settle (&fixture->watched, a);
  ondes_comparison_choose_file (fixture->comparison, b, NULL);
  wait_idle (fixture);
  saved = ondes_session_get_settings (fixture->watched.session);
  ondes_comparison_remove (fixture->comparison);
  kept = g_strconcat (b, ".kept", NULL);
  g_assert_cmpint (g_rename (b, kept), ==, 0);
  ondes_session_set_settings (fixture->watched.session, saved);
  wait_idle (fixture);
  g_assert_false (ondes_comparison_is_ready (fixture->comparison));
  g_assert_cmpint (ondes_comparison_get_second (fixture->comparison), ==, ONDES_SECOND_FILE);
  g_assert_nonnull (strstr (fixture->watched.messages->str, "gone.wav"));
  g_assert_nonnull (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->comparison)));
  g_assert_cmpint (g_rename (kept, b), ==, 0);
  ondes_analysis_recompute (ONDES_ANALYSIS (fixture->comparison));
  wait_idle (fixture);
  g_assert_true (ondes_comparison_is_ready (fixture->comparison));
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->comparison)));
}

/* Returns 16 bit PCM as ±1 less its mean, @n samples in all with sample 0 at @shift and zeros elsewhere. */
static OndesSource *
by_hand (const gint16 *samples,
         guint         count,
         guint         shift,
         guint         n)
{
  g_autofree double *values = g_new0 (double, n);
  double mean = 0;

  for (guint i = 0; i < count; i++)
    mean += samples[i] / 32768.0 / count;
  for (guint i = 0; i < count && shift + i < n; i++)
    values[shift + i] = samples[i] / 32768.0 - mean;
  return ondes_array_source_new (ONDES_F64, values, n, RATE);
}

static double
magnitude_at (OndesSpec   *spec,
              OndesSource *source,
              guint        row,
              guint64      sample)
{
  g_autoptr (OndesCwtReference) reference = ondes_cwt_reference_new (spec, source);
  OndesReferenceValue value = { .at = sample };

  g_assert_true (ondes_cwt_reference_values (reference, row, &value, 1, NULL, NULL));
  return sqrt (value.power);
}

/* The difference of two random recordings is that of their double sums, at random points. */
static void
test_definition (Fixture      *fixture,
                 gconstpointer data)
{
  const guint n = 1200, m = 800, shift = 200;
  g_autofree gint16 *a = g_new (gint16, n), *b = g_new (gint16, m);
  g_autofree char *first = NULL, *second = NULL;
  g_autoptr (OndesSource) one = NULL, other = NULL;
  g_autofree float *values = NULL;
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (fixture->watched.analysis);
  OndesDisplay display = ondes_display_default;
  OndesScalogram *left, *right;
  OndesAxis axis;
  OndesRasterView view;
  guint seen = 0;

  for (guint i = 0; i < n; i++)
    a[i] = (gint16) g_test_rand_int_range (-16000, 16000);
  for (guint i = 0; i < m; i++)
    b[i] = (gint16) g_test_rand_int_range (-16000, 16000);
  first = write_wav ("first.wav", a, n, 1, RATE);
  second = write_wav ("second.wav", b, m, 1, RATE);
  settings.options.precision = ONDES_PRECISION_DOUBLE;
  ondes_scalogram_analysis_set_settings (fixture->watched.analysis, &settings);
  open_and_settle (&fixture->watched, first);
  ondes_comparison_choose_file (fixture->comparison, second, NULL);
  ondes_comparison_set_alignment (fixture->comparison, &(OndesAlignment) { .offset = (double) shift / RATE });
  ondes_timeline_set_view (fixture->watched.timeline, 400, 200);
  wait_idle (fixture);
  left = ondes_scalogram_analysis_get_scalogram (fixture->watched.analysis);
  right = second_of (fixture);
  g_assert_cmpuint (left->view.count, ==, left->columns); /* a column is a sample */
  one = by_hand (a, n, 0, n);
  other = by_hand (b, m, shift, n);
  display.reference = 1;
  display.db_range = 400;
  axis = ondes_display_axis (&display, left, left->rows);
  view = (OndesRasterView) { left->view.first, left->view.count, left->columns, left->rows };
  values = g_new (float, (gsize) left->columns * left->rows);
  ondes_difference_values (&(OndesDifference) { left, right, 6, FALSE }, &display, &axis, &view, values);
  for (guint i = 0; i < 40; i++)
    {
      const guint row = g_test_rand_int_range (0, left->rows), column = g_test_rand_int_range (0, left->columns);
      const double u = magnitude_at (left->spec, one, row, left->view.first + column);
      const double v = magnitude_at (right->spec, other, row, left->view.first + column);

      /* Near a zero of either a rounding of the other is many decibels. */
      if (MIN (u, v) < 1e-3 * MAX (u, v) || MIN (u, v) < 1e-6)
        continue;
      g_assert_cmpfloat_with_epsilon (values[(gsize) row * left->columns + column], 20 * log10 (u / v), 1e-2);
      seen++;
    }
  g_assert_cmpuint (seen, >, 0);
}

/* The newest choice wins; another recording keeps the file beside it, on its own time axis, and drops a channel. */
static void
test_newest (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *a = noise_file ("a.wav", FRAMES, 2, RATE), *b = noise_file ("b.wav", FRAMES, 1, RATE);
  g_autofree char *c = noise_file ("c.wav", 3 * FRAMES, 2, RATE / 4);

  open_and_settle (&fixture->watched, a);
  for (guint i = 0; i < 5; i++)
    ondes_comparison_choose_file (fixture->comparison, i % 2 == 0 ? b : c, NULL);
  wait_idle (fixture);
  check_second (fixture, b, 1, 0);
  g_assert_cmpuint (fixture->changes, ==, 1);
  open_and_settle (&fixture->watched, c);
  wait_idle (fixture);
  check_second (fixture, b, 1, 0);
  ondes_comparison_choose_channel (fixture->comparison, 0);
  wait_idle (fixture);
  check_second (fixture, c, 0, 0);
  open_and_settle (&fixture->watched, a);
  wait_idle (fixture);
  g_assert_cmpint (ondes_comparison_get_second (fixture->comparison), ==, ONDES_SECOND_NONE);
  g_assert_false (ondes_comparison_is_ready (fixture->comparison));
}

/* The copied command writes the exported figure bit by bit, whatever is shown. */
static void
test_commands (Fixture      *fixture,
               gconstpointer data)
{
  static const char *const steps[] = { "bandpass:200:3000", NULL };
  static const OndesShown shown[] = { ONDES_SHOWN_STACKED, ONDES_SHOWN_BOTH, ONDES_SHOWN_RIGHT, ONDES_SHOWN_DIFFERENCE,
                                      ONDES_SHOWN_BOTH, ONDES_SHOWN_DIFFERENCE, ONDES_SHOWN_STACKED };
  g_autofree char *a = noise_file ("it's a.wav", FRAMES, 2, RATE), *b = noise_file ("b.wav", 1500, 2, RATE / 2);
  const OndesFigureSize size = { 420, 320, 1, 96, .title = TRUE, .caption = TRUE };
  OndesAnalysis *analysis = ONDES_ANALYSIS (fixture->watched.analysis);

  open_and_settle (&fixture->watched, a);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autofree char *ours = g_build_filename (scalogram_folder, "ours.png", NULL);
      g_autofree char *theirs = g_build_filename (scalogram_folder, "theirs.png", NULL);
      g_autofree char *line = NULL, *run = NULL, *one = NULL, *other = NULL;
      gsize n, m;

      show (fixture, shown[i], 0.37);
      if (i < 2)
        ondes_comparison_choose_file (fixture->comparison, b, NULL);
      else if (i < 4)
        ondes_comparison_hold (fixture->comparison);
      else
        ondes_comparison_choose_uncompensated (fixture->comparison);
      if (i == 4)
        set_amplitude_error (fixture, "constant:0.5");
      set_own_range (fixture, i < 2 || i == 6);
      if (i == 1)
        ondes_comparison_set_channel (fixture->comparison, 2);
      if (i == 1)
        ondes_comparison_set_alignment (fixture->comparison, &(OndesAlignment) { .offset = 0.0625 });
      if (i == 2)
        set_omega0 (&fixture->watched, 8);
      if (i == 3)
        ondes_session_set_conditioning (fixture->watched.session, steps, TRUE);
      wait_idle (fixture);
      ondes_timeline_set_view (fixture->watched.timeline, 100 * i, FRAMES - 300 * i);
      wait_idle (fixture);
      ondes_analysis_export (analysis, ours, ONDES_EXPORT_PNG, &size, 0);
      wait_idle (fixture);
      line = ondes_analysis_command (analysis, theirs, ONDES_EXPORT_PNG, &size, 0);
      g_test_message ("%s", line);
      g_assert_true (g_str_has_prefix (line, "ondes-cli "));
      run = g_strdup_printf ("'%s' %s", g_getenv ("ONDES_CLI"), line + strlen ("ondes-cli "));
      g_assert_cmpint (system (run), ==, 0);
      g_assert_true (g_file_get_contents (ours, &one, &n, NULL) && g_file_get_contents (theirs, &other, &m, NULL));
      g_assert_cmpmem (one, n, other, m);
    }
}

#define ADD_TEST(path, function) g_test_add ("/ondes/comparison/" path, Fixture, NULL, setup, function, teardown)

int
main (int    argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  /* Transforms are as ondes-cli plans them: one that was measured meanwhile rounds in another way. */
  ondes_fft_busy (1);
  ADD_TEST ("another-file-on-the-same-time-axis", test_file);
  ADD_TEST ("a-file-without-a-header-is-read-as-chosen", test_raw);
  ADD_TEST ("held-settings-and-channels", test_held);
  ADD_TEST ("without-compensation", test_uncompensated);
  ADD_TEST ("choices-are-settings", test_settings);
  ADD_TEST ("presets-leave-it", test_presets);
  ADD_TEST ("a-file-that-is-gone-is-said", test_gone);
  ADD_TEST ("the-difference-is-that-of-the-double-sums", test_definition);
  ADD_TEST ("the-newest-choice-wins", test_newest);
  ADD_TEST ("the-copied-command-makes-the-same-figure", test_commands);
  return scalogram_run ();
}
