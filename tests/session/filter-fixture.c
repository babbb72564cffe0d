/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
on_response (Fixture *fixture)
{
  fixture->responses++;
}

void
setup (Fixture *fixture,
       gconstpointer data)
{
  g_autofree char *path = NULL;

  watched_setup (&fixture->watched, NULL);
  path = tone_file ("tone.wav", FRAMES, 440);
  open_and_settle (&fixture->watched, path);
  fixture->filter = ondes_filter_analysis_new (fixture->watched.session);
  g_signal_connect_swapped (fixture->filter, "response-changed", G_CALLBACK (on_response), fixture);
}

void
teardown (Fixture *fixture,
          gconstpointer data)
{
  g_assert_finalize_object (fixture->filter);
  watched_teardown (&fixture->watched, NULL);
}

void
wait_idle (gpointer model)
{
  while (ondes_analysis_is_busy (model, NULL) || ondes_analysis_is_exporting (model, NULL))
    g_main_context_iteration (NULL, TRUE);
}

void
activate (Fixture *fixture)
{
  ondes_analysis_set_active (ONDES_ANALYSIS (fixture->filter), TRUE);
  wait_idle (fixture->filter);
}

void
set (Fixture *fixture,
     const OndesFilterSettings *settings)
{
  ondes_filter_analysis_set_settings (fixture->filter, settings);
  wait_idle (fixture->filter);
}

OndesFilterSettings
settings_of (Fixture *fixture)
{
  return *ondes_filter_analysis_get_settings (fixture->filter);
}

OndesFilterSettings
random_settings (Fixture *fixture)
{
  OndesFilterSettings settings = settings_of (fixture);

  settings.kind = (OndesFilterKind) g_test_rand_int_range (ONDES_FILTER_LOWPASS, ONDES_FILTER_BANK);
  settings.lo_hz = g_test_rand_double_range (100, 1500);
  settings.hi_hz = g_test_rand_double_range (1700, 3900);
  settings.notch_hz = g_test_rand_double_range (500, 3000);
  settings.harmonics = 1;
  settings.by_length = g_test_rand_bit ();
  settings.length = 2 * (guint) g_test_rand_int_range (10, 200) + 1;
  settings.window.kind = (OndesWindowKind) g_test_rand_int_range (ONDES_WINDOW_KAISER, ONDES_WINDOW_RECT + 1);
  settings.window.beta = g_test_rand_double_range (2, 10);
  settings.ripple_db = g_test_rand_double_range (30, 100);
  settings.transition_hz = g_test_rand_double_range (50, 150);
  settings.causal = g_test_rand_bit ();
  return settings;
}

void
dft (const OndesFilterBand *band,
     double f_hz,
     gint64 d,
     double h[2],
     double *delay)
{
  double g[2] = { 0 };

  h[0] = h[1] = 0;
  for (guint m = 0; m < band->n; m++)
    {
      const double angle = -2 * G_PI * f_hz * (double) (m - d) / RATE, weight = (double) (m - d);

      h[0] += band->taps[m] * cos (angle);
      h[1] += band->taps[m] * sin (angle);
      g[0] += weight * band->taps[m] * cos (angle);
      g[1] += weight * band->taps[m] * sin (angle);
    }
  *delay = (g[0] * h[0] + g[1] * h[1]) / (h[0] * h[0] + h[1] * h[1]);
}

double
size_of (const OndesFilterBand *band)
{
  double size = 0;

  for (guint m = 0; m < band->n; m++)
    size += fabs (band->taps[m]);
  return size;
}

/* Returns the most that the sums over @x can be: a derivative of audio is 10⁵ times as large, and rounding with it. */
static double
reach_of (const OndesFilterBand *band,
          const double *x)
{
  double most = 0;

  for (guint t = 0; t < FRAMES; t++)
    most = fmax (most, fabs (x[t]));
  return size_of (band) * most;
}

double
sum_output (Fixture *fixture,
            double *y)
{
  const OndesFilterBand *band = ondes_filter_analysis_get_band (fixture->filter);
  const gint64 d = settings_of (fixture).causal ? 0 : (band->n - 1) / 2;
  double x[FRAMES];

  g_assert_true (ondes_source_read_as (ondes_session_get_source (fixture->watched.session), 0, FRAMES, ONDES_F64, x, NULL));
  for (gint64 t = 0; t < FRAMES; t++)
    {
      y[t] = 0;
      for (gint64 m = 0; m < band->n; m++)
        if (t + d - m >= 0 && t + d - m < FRAMES)
          y[t] += band->taps[m] * x[t + d - m];
    }
  return reach_of (band, x);
}

void
check_output (Fixture *fixture)
{
  OndesSource *before = ondes_session_get_source (fixture->watched.session);
  OndesSource *after = ondes_session_get_source (ondes_filter_analysis_get_after (fixture->filter));
  const OndesFilterBand *band = ondes_filter_analysis_get_band (fixture->filter);
  const gint64 d = settings_of (fixture).causal ? 0 : (band->n - 1) / 2;
  double x[FRAMES], y[FRAMES];

  g_assert_cmpuint (after->n, ==, FRAMES);
  g_assert_true (ondes_source_read_as (before, 0, FRAMES, ONDES_F64, x, NULL));
  g_assert_true (ondes_source_read_as (after, 0, FRAMES, ONDES_F64, y, NULL));
  for (gint64 t = 0; t < FRAMES; t += 13)
    {
      double sum = 0;

      for (gint64 m = 0; m < band->n; m++)
        if (t + d - m >= 0 && t + d - m < FRAMES)
          sum += band->taps[m] * x[t + d - m];
      g_assert_cmpfloat_with_epsilon (y[t], sum, 2e-6 * fmax (1, reach_of (band, x)));
    }
}

void
refuse (Fixture *fixture,
        const OndesFilterSettings *settings,
        OndesSetting setting,
        const char *words)
{
  const OndesFilterSettings good = settings_of (fixture);
  const OndesFilterBand *band = ondes_filter_analysis_get_band (fixture->filter);
  const char *problem;

  set (fixture, settings);
  problem = ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->filter));
  g_test_message ("%s", problem);
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, words));
  g_assert_cmpint (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (fixture->filter)), ==, setting);
  /* The last filter stays, but is not exported as if it were this one. */
  g_assert_true (ondes_filter_analysis_get_band (fixture->filter) == band);
  g_assert_null (ondes_analysis_command (ONDES_ANALYSIS (fixture->filter), "x.wav", ONDES_EXPORT_WAV, NULL, 0));
  set (fixture, &good);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->filter)));
}

void
check_command (Fixture *fixture,
               OndesExportFormat format)
{
  OndesAnalysis *analysis = ONDES_ANALYSIS (fixture->filter);
  g_autofree char *ours = g_strdup_printf ("%s/ours.%s", scalogram_folder, ondes_export_endings[format]);
  g_autofree char *theirs = g_strdup_printf ("%s/theirs.%s", scalogram_folder, ondes_export_endings[format]);
  g_autofree char *command = ondes_analysis_command (analysis, theirs, format, NULL, 0), *run = NULL;
  g_autofree char *a = NULL, *b = NULL;
  gsize na, nb;

  g_test_message ("%s", command);
  ondes_analysis_export (analysis, ours, format, NULL, 0);
  wait_idle (analysis);
  g_assert_nonnull (command);
  g_assert_true (g_str_has_prefix (command, "ondes-cli "));
  run = g_strdup_printf ("'%s'%s", g_getenv ("ONDES_CLI"), command + strlen ("ondes-cli"));
  g_assert_cmpint (system (run), ==, 0);
  g_assert_true (g_file_get_contents (ours, &a, &na, NULL));
  g_assert_true (g_file_get_contents (theirs, &b, &nb, NULL));
  g_assert_cmpuint (na, >, 500);
  g_assert_cmpmem (a, na, b, nb);
}
