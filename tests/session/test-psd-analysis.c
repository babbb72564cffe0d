/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model of the page of Fourier spectra: what it is of, what is kept, settings. */
#include "scalogram-fixture.h"

#include <math.h>

#include "series/psd-analysis.h"

#define FRAMES 20000
#define HZ     500.0

typedef struct
{
  OndesSession     *session;
  OndesPsdAnalysis *psd;
} Fixture;

static void
wait_settled (Fixture *fixture)
{
  while (ondes_analysis_is_busy (ONDES_ANALYSIS (fixture->psd), NULL))
    g_main_context_iteration (NULL, TRUE);
}

static void
setup (Fixture       *fixture,
       gconstpointer  data)
{
  g_autofree char *path = tone_file ("tone.wav", FRAMES, HZ);

  fixture->session = ondes_session_new ();
  fixture->psd = ondes_psd_analysis_new (fixture->session);
  ondes_session_open (fixture->session, path, NULL);
  while (ondes_session_get_recording (fixture->session) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
teardown (Fixture       *fixture,
          gconstpointer  data)
{
  g_object_unref (fixture->psd);
  g_object_unref (fixture->session);
}

/* Returns curve @which; NULL if there are fewer. */
static const OndesPsdCurve *
curve (Fixture *fixture,
       guint    which)
{
  g_autoptr (GPtrArray) curves = ondes_psd_analysis_list_curves (fixture->psd);

  return which < curves->len ? curves->pdata[which] : NULL;
}

static void
activate (Fixture *fixture)
{
  ondes_analysis_set_active (ONDES_ANALYSIS (fixture->psd), TRUE);
  wait_settled (fixture);
}

/* Nothing is computed for a page that is not in view; then the values are those of the analysis, and the tone is the first peak. */
static void
test_values (Fixture       *fixture,
             gconstpointer  data)
{
  const OndesPsdSettings *settings = ondes_psd_analysis_get_settings (fixture->psd);
  g_autoptr (OndesPsd) wanted = NULL;

  g_assert_null (curve (fixture, 0));
  activate (fixture);
  wanted = ondes_psd_compute (ondes_session_get_source (fixture->session), (OndesSpan) { 0, FRAMES }, &settings->options, NULL,
                              NULL);
  g_assert_cmpmem (curve (fixture, 0)->psd->values, curve (fixture, 0)->psd->n * sizeof (double), wanted->values,
                   wanted->n * sizeof (double));
  g_assert_cmpuint (curve (fixture, 0)->n_peaks, ==, ONDES_PSD_PEAKS_MOST);
  g_assert_cmpfloat_with_epsilon (curve (fixture, 0)->peaks[0].hz, HZ, wanted->bin_hz / 10);
}

static void
test_follows (Fixture       *fixture,
              gconstpointer  data)
{
  OndesTimeline *timeline = ondes_session_get_timeline (fixture->session);
  OndesPsdSettings settings = *ondes_psd_analysis_get_settings (fixture->psd);

  activate (fixture);
  ondes_timeline_set_view (timeline, 1000, 8000);
  wait_settled (fixture);
  g_assert_cmpuint (curve (fixture, 0)->psd->span.first, ==, 1000);
  g_assert_cmpuint (curve (fixture, 0)->psd->span.count, ==, 8000);
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_SPAN (2000, 5000));
  wait_settled (fixture);
  g_assert_cmpuint (curve (fixture, 0)->psd->span.first, ==, 2000);
  g_assert_cmpuint (curve (fixture, 0)->psd->span.count, ==, 3000);
  settings.of = ONDES_PSD_OF_VIEW;
  ondes_psd_analysis_set_settings (fixture->psd, &settings);
  wait_settled (fixture);
  g_assert_cmpuint (curve (fixture, 0)->psd->span.count, ==, 8000);
  settings.of = ONDES_PSD_OF_WHOLE;
  ondes_psd_analysis_set_settings (fixture->psd, &settings);
  wait_settled (fixture);
  g_assert_cmpuint (curve (fixture, 0)->psd->span.count, ==, FRAMES);
}

/* Kept spectra of another quantity are hidden; the oldest goes; another file takes them away. */
static void
test_kept (Fixture       *fixture,
           gconstpointer  data)
{
  OndesPsdSettings settings = *ondes_psd_analysis_get_settings (fixture->psd);

  activate (fixture);
  for (guint i = 0; i < ONDES_PSD_KEPT_MOST + 2; i++)
    ondes_psd_analysis_keep (fixture->psd);
  g_assert_cmpuint (ondes_psd_analysis_count_kept (fixture->psd), ==, ONDES_PSD_KEPT_MOST);
  g_assert_nonnull (curve (fixture, ONDES_PSD_KEPT_MOST));
  settings.options.scaling = ONDES_PSD_AMPLITUDE;
  ondes_psd_analysis_set_settings (fixture->psd, &settings);
  wait_settled (fixture);
  g_assert_null (curve (fixture, 1));
  ondes_psd_analysis_drop_kept (fixture->psd);
  g_assert_cmpuint (ondes_psd_analysis_count_kept (fixture->psd), ==, 0);
}

/* All settings come back; nonsense becomes the default. */
static void
test_settings (Fixture       *fixture,
               gconstpointer  data)
{
  const OndesPsdSettings *now = ondes_psd_analysis_get_settings (fixture->psd);
  OndesPsdSettings settings = *now;
  g_autoptr (GVariant) saved = NULL;
  GVariantDict wrong;

  settings.of = ONDES_PSD_OF_WHOLE;
  settings.options = (OndesPsdOptions) { .window = ONDES_PSD_BLACKMAN, .length = 500, .overlap = 0.7, .bands = 2,
                                         .linear_axis = TRUE, .linear_scale = TRUE, .detrend = ONDES_PSD_DETREND_LINEAR,
                                         .scaling = ONDES_PSD_SPECTRUM };
  ondes_psd_analysis_set_settings (fixture->psd, &settings);
  saved = g_variant_ref_sink (ondes_analysis_save_settings (ONDES_ANALYSIS (fixture->psd)));
  ondes_psd_analysis_set_settings (fixture->psd, &(OndesPsdSettings) { .options.overlap = 0.1 });
  ondes_analysis_restore_settings (ONDES_ANALYSIS (fixture->psd), saved);
  g_assert_true (ondes_params_equal (ondes_psd_params.rows, 0, &now->options, &settings.options));
  g_assert_cmpint (now->of, ==, ONDES_PSD_OF_WHOLE);
  g_variant_dict_init (&wrong, saved);
  g_variant_dict_insert (&wrong, "psd-overlap", "d", -3.0);
  g_variant_dict_insert (&wrong, "psd-length", "t", (guint64) 1);
  g_clear_pointer (&saved, g_variant_unref);
  saved = g_variant_ref_sink (g_variant_dict_end (&wrong));
  ondes_analysis_restore_settings (ONDES_ANALYSIS (fixture->psd), saved);
  g_assert_cmpfloat (now->options.overlap, ==, 0.5);
  g_assert_cmpuint (now->options.length, ==, 0);
}

/* A length that the samples do not have is the problem, and the spectrum before stays. */
static void
test_problem (Fixture       *fixture,
              gconstpointer  data)
{
  OndesPsdSettings settings = *ondes_psd_analysis_get_settings (fixture->psd);

  activate (fixture);
  settings.options.length = FRAMES + 1;
  ondes_psd_analysis_set_settings (fixture->psd, &settings);
  wait_settled (fixture);
  g_assert_nonnull (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->psd)));
  g_assert_cmpint (ondes_analysis_get_problem_setting (ONDES_ANALYSIS (fixture->psd)), ==, ONDES_SETTING_LENGTH);
  g_assert_nonnull (curve (fixture, 0));
  settings.options.length = FRAMES;
  ondes_psd_analysis_set_settings (fixture->psd, &settings);
  wait_settled (fixture);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (fixture->psd)));
  g_assert_cmpuint (curve (fixture, 0)->psd->averages, ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (Fixture *fixture, gconstpointer data); } tests[] = {
    { "/ondes/psd-analysis/values", test_values },     { "/ondes/psd-analysis/follows-view-and-selection", test_follows },
    { "/ondes/psd-analysis/keeps", test_kept },        { "/ondes/psd-analysis/settings-come-back", test_settings },
    { "/ondes/psd-analysis/problem", test_problem },
  };

  scalogram_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, setup, tests[i].test, teardown);
  return scalogram_run ();
}
