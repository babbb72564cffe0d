/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a picture is computed and kept: tiles of one that is left, rows in view, and the cache of them. */
#include <math.h>
#include <string.h>

#include "scalogram-fixture.h"
#include "figure/denser-rows.h"
#include "picture/error-measurement.h"
#include "picture/picture-cache.h"

/* A tone with clicks that a preview does not see all of. */
static char *
click_file (const char *name,
            guint n)
{
  g_autofree gint16 *samples = make_tone (n, 700);

  for (guint i = 0; i < 400; i++)
    samples[g_test_rand_int_range (0, n)] = G_MAXINT16;
  return write_wav (name, samples, n, 1, RATE);
}

#define COLUMNS 300

static FakeControl *control;

/* Opens a recording, whose picture is held where a third of it is done, until control->hold is 0. So it takes long, and other
 * pictures, of as much or more, are expected to. Transfer full. */
static OndesScalogram *
open_held (Watched *watched,
           const char *path)
{
  const OndesScalogram *shown = NULL;

  *control = (FakeControl) { .devices = G_MAXUINT, .hold = COLUMNS / 3 };
  ondes_engine_preference_set (ondes_session_get_engine (watched->session), "cuda", 1);
  ondes_session_open (watched->session, path, NULL);
  while (shown == NULL || shown->exact < COLUMNS / 3)
    {
      g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
      g_main_context_iteration (NULL, TRUE);
      shown = ondes_scalogram_analysis_get_scalogram (watched->analysis);
    }
  g_assert_true (shown->view.preview);
  g_assert_cmpuint (shown->exact, ==, COLUMNS / 3);
  return ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (watched->analysis));
}

/* What is shown is no coarser than @left: exact where that was, but for a tile, and elsewhere the same or sharper. */
static void
assert_goes_on (Watched *watched,
                const OndesScalogram *left)
{
  const OndesScalogram *now = ondes_scalogram_analysis_get_scalogram (watched->analysis);
  double progress;

  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), &progress));
  g_assert_true (now->view.preview);
  g_assert_cmpuint (now->view.count, ==, now->n);
  g_assert_cmpuint (now->columns, ==, left->columns);
  g_assert_cmpuint (now->exact, >=, left->exact);
  for (guint row = 0; row < now->rows; row++)
    g_assert_cmpmem (now->values + row * now->columns, left->exact * sizeof (float), left->values + row * left->columns,
                     left->exact * sizeof (float));
  g_assert_cmpfloat (now->largest, >=, left->largest);
  g_assert_cmpfloat (progress, >=, (left->exact - 16.0) / left->columns);
  g_assert_true (g_str_has_prefix (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), "Preview · "));
}

/* A whole picture that is left, for a part of it, other settings or by Cancel, goes on where it was. */
static void
test_left (Watched *watched,
           gconstpointer data)
{
  const guint n = 3340 * COLUMNS - 7; /* so many that it is previewed, and a last column of fewer */
  g_autofree char *path = click_file ("left.wav", n);
  g_autoptr (OndesScalogram) left = NULL, near = NULL;
  const OndesScalogram *now, *exact;
  guint64 step;
  guint column;

  left = open_held (watched, path);
  ondes_timeline_set_view (watched->timeline, 0.8 * n, n / 64.0);
  g_atomic_int_set (&control->hold, 0);
  settle (watched);
  near = ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (watched->analysis));
  g_assert_false (near->view.preview);

  g_atomic_int_set (&control->hold, 1);
  ondes_scalogram_analysis_view_all (watched->analysis);
  assert_goes_on (watched, left);
  /* And what was seen sharper in between stays. */
  now = ondes_scalogram_analysis_get_scalogram (watched->analysis);
  column = (guint) ondes_scalogram_column (now, near->view.first + near->view.count / 2.0);
  step = (n + now->columns - 1) / now->columns;
  for (guint row = 0; row < now->rows; row++)
    {
      float largest = 0;

      for (guint j = 0; j < near->columns; j++)
        {
          const guint64 first = near->view.first + near->view.count * j / near->columns;

          if (first >= column * step + step / 64 && first + near->view.count / near->columns <= (column + 1) * step - step / 64)
            largest = MAX (largest, near->values[row * near->columns + j]);
        }
      g_assert_cmpfloat (now->values[row * now->columns + column], >=, largest);
    }

  set_omega0 (watched, 7);
  g_atomic_int_set (&control->hold, 0);
  settle (watched);
  g_atomic_int_set (&control->hold, 1);
  set_omega0 (watched, 5);
  assert_goes_on (watched, left);
  ondes_analysis_cancel (ONDES_ANALYSIS (watched->analysis));
  settle (watched);
  g_assert_true (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
  g_atomic_int_set (&control->hold, 0);
  ondes_analysis_recompute (ONDES_ANALYSIS (watched->analysis));
  assert_goes_on (watched, left);
  settle (watched);
  g_assert_cmpuint (samples_computed (watched), <=, n - (left->exact - 15) * step);
  exact = ondes_scalogram_analysis_get_scalogram (watched->analysis);
  /* Runs that begin elsewhere interpolate narrow rows elsewhere. */
  assert_is_computed (watched, exact, 1e-3);
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
  *control = (FakeControl) { 0 };
}

/* The tallest of the rows between two frequencies, in pixels of so many for all of these. */
static double
tallest (const OndesScalogram *scalogram,
         double lo,
         double hi,
         double pixels)
{
  double most = 0;

  for (guint i = 0; i < scalogram->rows; i++)
    most = MAX (most, log2 (MIN (scalogram->edges_hz[2 * i + 1], hi) / MAX (scalogram->edges_hz[2 * i], lo)));
  return most * pixels / log2 (hi / lo);
}

/* Frequencies in view have as many rows as it takes, previewed first; all of them again have those asked for, at once. Numbers have
 * those alone. */
static void
test_denser (Watched *watched,
             gconstpointer data)
{
  OndesScalogramAnalysis *analysis = watched->analysis;
  g_autofree char *path = tone_file ("denser.wav", 400000, 700), *csv = g_build_filename (scalogram_folder, "denser.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (OndesScalogram) part = NULL, all = NULL;
  const OndesScalogram *now;
  g_auto (GStrv) lines = NULL;

  ondes_scalogram_analysis_set_lines (analysis, 640);
  part = open_held (watched, path);
  g_atomic_int_set (&control->hold, 0);
  settle (watched);
  all = ondes_scalogram_ref (ondes_scalogram_analysis_get_scalogram (analysis));
  ondes_scalogram_analysis_set_frequencies (analysis, 100, 110);
  ondes_scalogram_analysis_set_frequencies (analysis, 600, 800);
  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (analysis), NULL));
  while (ondes_scalogram_analysis_get_scalogram (analysis)->rows == all->rows)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (analysis)->view.preview);
  settle (watched);
  now = ondes_scalogram_analysis_get_scalogram (analysis);
  g_assert_cmpfloat (tallest (all, 600, 800, 640), >, 2 * ONDES_ROW_PIXELS);
  g_assert_cmpfloat (tallest (now, 600, 800, 640), <=, ONDES_ROW_PIXELS + 1e-6);
  g_assert_cmpfloat (tallest (now, 100, 110, 640), ==, tallest (all, 100, 110, 640));
  assert_is_computed (watched, now, 1e-5);

  ondes_timeline_set_view (watched->timeline, 100, 3000);
  settle (watched);
  g_assert_cmpfloat (tallest (ondes_scalogram_analysis_get_scalogram (analysis), 600, 800, 640), <=, ONDES_ROW_PIXELS + 1e-6);
  ondes_analysis_export (ONDES_ANALYSIS (analysis), csv, ONDES_EXPORT_CSV, NULL, 10);
  settle (watched);
  g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, all->rows + 1);

  ondes_scalogram_analysis_view_all (analysis);
  g_assert_true (ondes_scalogram_analysis_get_scalogram (analysis) == all);
  g_assert_false (ondes_analysis_is_busy (ONDES_ANALYSIS (analysis), NULL));
  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (analysis)));
  *control = (FakeControl) { 0 };
}

/* The least recently used go, and no more is kept than was asked for. */
static void
test_cache (void)
{
  const gsize one = 4 * 10 * sizeof (float);
  OndesPictureCache *cache = ondes_picture_cache_new (3 * one);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse ("2:5", 0, NULL);
  g_autoptr (OndesSpec) spec = ondes_cwt_new (&ondes_cwt_options_default, scales, NULL);
  g_autoptr (OndesSpec) same = ondes_cwt_new (&ondes_cwt_options_default, scales, NULL);
  static const OndesRecordingInfo info = { .name = "noise", .time_unit = "s", .channels = 1 };
  float samples[500];
  g_autoptr (OndesSource) source = NULL;
  const char *status = NULL;
  OndesView view = { 0, 100, 10, FALSE };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    samples[i] = (float) g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_F32, samples, G_N_ELEMENTS (samples), RATE);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (OndesScalogram) picture = NULL;
      g_autofree char *said = g_strdup_printf ("picture %u", i);

      view.first = i;
      picture = ondes_scalogram_compute (computer,
                                         &(OndesScalogramJob) { .spec = spec, .source = source, .view = view, .info = &info },
                                         NULL, NULL, NULL);
      g_assert_nonnull (picture);
      ondes_picture_cache_add (cache, source, picture, said);
      g_assert_cmpuint (ondes_picture_cache_bytes (cache), ==, MIN (i + 1, 3) * one);
      view.first = 0;
      /* The first is used again and again, so that the second goes. */
      g_assert_nonnull (ondes_picture_cache_find (cache, source, same, &view, &status));
      g_assert_cmpstr (status, ==, "picture 0");
    }
  for (guint i = 0; i < 4; i++)
    {
      view.first = i;
      g_assert_cmpint (ondes_picture_cache_find (cache, source, spec, &view, NULL) != NULL, ==, i != 1);
    }
  view.columns = 11;
  g_assert_null (ondes_picture_cache_find (cache, source, spec, &view, NULL));
  view.columns = 10;
  source->channel++;
  g_assert_null (ondes_picture_cache_find (cache, source, spec, &view, NULL));
  source->channel--;
  source->revision++;
  g_assert_null (ondes_picture_cache_find (cache, source, spec, &view, NULL));
  ondes_picture_cache_clear (cache);
  g_assert_cmpuint (ondes_picture_cache_bytes (cache), ==, 0);
  ondes_picture_cache_free (cache);
}

/* Waits for the figures of @n points, and returns them. */
static OndesMeasuredErrors
wait_measured (OndesErrorMeasurement *measurement,
               guint                  n)
{
  const OndesMeasuredErrors *errors = ondes_error_measurement_get (measurement);

  while (errors->points + errors->left_out < n)
    g_main_context_iteration (NULL, TRUE);
  return *errors;
}

/* The picture's errors are those that pooling is allowed, wherever its tiles lie and if it is oversampled; another picture is
 * measured anew; and the measurement ends with what it measures. */
static void
test_measured (Watched *watched,
               gconstpointer data)
{
  g_autofree char *path = click_file ("measured.wav", 100003);
  g_autoptr (OndesErrorMeasurement) measurement = ondes_error_measurement_new (watched->analysis);
  OndesCompensationSettings oversampled = ondes_compensation_settings_default;
  OndesMeasuredErrors errors;

  oversampled.on = TRUE;
  oversampled.oversample = 2;
  open_and_settle (watched, path);
  g_assert_cmpuint (ondes_error_measurement_get (measurement)->points, ==, 0);
  ondes_error_measurement_set_active (measurement, TRUE);
  errors = wait_measured (measurement, 40);
  g_assert_cmpuint (errors.points, >, 10);
  g_assert_cmpfloat (errors.picture.worst, <, 1e-3);
  g_assert_cmpfloat (errors.precisions[ONDES_PRECISION_SINGLE].worst, <, 1e-5);
  g_assert_cmpfloat (errors.precisions[ONDES_PRECISION_DOUBLE].worst, <, 1e-12);
  ondes_timeline_set_view (watched->timeline, 40000.3, 20000);
  settle (watched);
  errors = wait_measured (measurement, 40);
  g_assert_cmpuint (errors.points, >, 20);
  g_assert_cmpfloat (errors.picture.worst, <, 1e-3);
  ondes_scalogram_analysis_set_compensation (watched->analysis, &oversampled);
  settle (watched);
  g_assert_cmpuint (ondes_scalogram_analysis_get_scalogram (watched->analysis)->oversampling, ==, 2);
  errors = wait_measured (measurement, 40);
  g_assert_cmpuint (errors.points, >, 20);
  g_assert_cmpfloat (errors.picture.worst, <, 1e-3);
  ondes_error_measurement_set_active (measurement, FALSE);
  g_assert_cmpuint (ondes_error_measurement_get (measurement)->points, ==, 0);
  ondes_error_measurement_set_active (measurement, TRUE);
  set_omega0 (watched, 6); /* goes while all is under way */
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  control = scalogram_fake ();
  ADD ("left-picture-goes-on-where-it-was", test_left);
  ADD ("error-of-its-tiles-is-measured", test_measured);
  ADD ("zoomed-frequencies-have-more-rows", test_denser);
  g_test_add_func ("/ondes/picture-cache/least-recently-used-go", test_cache);
  return scalogram_run ();
}
