/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the page of filters exports, by the copied command run by a shell and against the sums; and the levels of a bank. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cpu/fft/fft.h"
#include "filter-fixture.h"
#include "picture/slices.h"

static void
test_command (Fixture *fixture,
              gconstpointer data)
{
  static const OndesExportFormat formats[] = { ONDES_EXPORT_WAV, ONDES_EXPORT_FLAC, ONDES_EXPORT_NPY };
  g_autofree gint16 *samples = make_tone (2 * FRAMES, 700);
  g_autofree char *stereo = write_wav ("two 'channels'.wav", samples, FRAMES, 2, RATE);
  g_autofree char *taps = g_build_filename (scalogram_folder, "taps.txt", NULL);
  static const char *const steps[] = { "mean", "gain:-6", "resample:5000", NULL };
  OndesFilterSettings settings;

  open_and_settle (&fixture->watched, stereo);
  ondes_session_set_channel (fixture->watched.session, 2);
  activate (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      settings = random_settings (fixture);
      settings.post = (OndesPost) (i + 1);
      set (fixture, &settings);
      check_command (fixture, formats[i]);
    }
  ondes_timeline_set_view (fixture->watched.timeline, 777, 1234);
  settings.kind = ONDES_FILTER_BANK;
  settings.fraction = 2;
  set (fixture, &settings);
  check_command (fixture, ONDES_EXPORT_WAV);
  /* Of a recording that is conditioned, the steps come first. */
  ondes_session_set_conditioning (fixture->watched.session, steps, TRUE);
  while (ondes_session_is_busy (fixture->watched.session, NULL))
    g_main_context_iteration (NULL, TRUE);
  wait_idle (fixture->filter);
  settings = random_settings (fixture);
  settings.hi_hz = 1800;
  settings.notch_hz = 1000;
  set (fixture, &settings);
  check_command (fixture, ONDES_EXPORT_WAV);
  ondes_session_set_conditioning (fixture->watched.session, steps, FALSE);
  wait_idle (fixture->filter);
  g_assert_true (g_file_set_contents (taps, "0.5\n-1.25\n3\n", -1, NULL));
  settings.kind = ONDES_FILTER_TAPS;
  g_strlcpy (settings.taps, taps, sizeof settings.taps);
  set (fixture, &settings);
  check_command (fixture, ONDES_EXPORT_NPY);
}

static void
check_product (Fixture *fixture,
               guint product,
               const OndesExportFormat *formats,
               guint n)
{
  ondes_analysis_set_product (ONDES_ANALYSIS (fixture->filter), product);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (ondes_analysis_get_formats (ONDES_ANALYSIS (fixture->filter)) & 1u << formats[i], !=, 0);
      check_command (fixture, formats[i]);
    }
  ondes_analysis_set_product (ONDES_ANALYSIS (fixture->filter), 0);
}

static double
to_number (const char *cell)
{
  return cell[0] != '\0' ? g_ascii_strtod (cell, NULL) : NAN;
}

/* The numbers exported are those of the transform of the taps, and the taps. */
static void
check_response_csv (Fixture *fixture)
{
  const OndesFilterBand *band = ondes_filter_analysis_get_band (fixture->filter);
  const gint64 d = settings_of (fixture).causal ? 0 : (band->n - 1) / 2;
  g_autofree char *path = g_build_filename (scalogram_folder, "ours.csv", NULL), *text = NULL;
  g_auto (GStrv) tables = NULL, curve = NULL, taps = NULL;
  double h[2], delay, largest = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  tables = g_strsplit (text, "\n\n", 2);
  curve = g_strsplit (tables[0], "\n", -1);
  taps = g_strsplit (tables[1], "\n", -1);
  g_assert_cmpstr (curve[0], ==, "filter,frequency_hz,magnitude_db,phase_deg,delay_samples");
  g_assert_cmpuint (g_strv_length (curve), >, 300);
  for (guint i = 1; i < g_strv_length (curve); i += 9)
    {
      g_auto (GStrv) cells = g_strsplit (curve[i], ",", -1);

      dft (band, to_number (cells[1]), d, h, &delay);
      largest = MAX (largest, hypot (h[0], h[1]));
      g_assert_cmpfloat_with_epsilon (pow (10, to_number (cells[2]) / 20), hypot (h[0], h[1]), 1e-10 * size_of (band));
      if (cells[3][0] == '\0')
        continue;
      g_assert_cmpfloat_with_epsilon (remainder (to_number (cells[3]) - atan2 (h[1], h[0]) * 180 / G_PI, 360), 0, 1e-5);
      g_assert_cmpfloat_with_epsilon (to_number (cells[4]), delay, 1e-4);
    }
  g_assert_cmpfloat (largest, >, 0.5);
  g_assert_cmpstr (taps[0], ==, "filter,sample,real,imaginary");
  g_assert_cmpuint (g_strv_length (taps), ==, band->n + 2);
  for (guint m = 0; m < band->n; m++)
    {
      g_auto (GStrv) cells = g_strsplit (taps[m + 1], ",", -1);

      g_assert_cmpint (atoi (cells[1]), ==, (int) (m - d));
      g_assert_cmpfloat (to_number (cells[2]), ==, band->taps[m]);
      g_assert_cmpstr (cells[3], ==, "0");
    }
}

/* The response of a filter, and that and the levels of a bank, as the command writes them. */
static void
test_products (Fixture *fixture,
               gconstpointer data)
{
  static const OndesExportFormat responses[] = { ONDES_EXPORT_CSV, ONDES_EXPORT_SVG },
                                 levels[] = { ONDES_EXPORT_CSV, ONDES_EXPORT_NPZ, ONDES_EXPORT_PNG };
  static const char *const steps[] = { "filter:hilbert,length=51,post=derivative", NULL };
  OndesFilterSettings settings = random_settings (fixture), good;

  activate (fixture);
  set (fixture, &settings);
  g_assert_cmpuint (g_strv_length ((char **) ondes_analysis_list_products (ONDES_ANALYSIS (fixture->filter))), ==, 2);
  check_product (fixture, 1, responses, 1);
  check_response_csv (fixture);
  settings.kind = ONDES_FILTER_DIFFERENTIATOR;
  set (fixture, &settings);
  check_product (fixture, 1, responses, 2);
  ondes_timeline_set_view (fixture->watched.timeline, 333, 2000);
  settings.kind = g_test_rand_bit () ? ONDES_FILTER_MORLET : ONDES_FILTER_GAMMATONE;
  settings.lo_hz = 200;
  settings.hi_hz = 3000;
  settings.fraction = 2;
  set (fixture, &settings);
  check_product (fixture, 1, responses, 1);
  check_product (fixture, 2, levels, 3);
  settings.every = g_test_rand_double_range (0.005, 0.1);
  set (fixture, &settings);
  settings.post = ONDES_POST_DERIVATIVE;
  set (fixture, &settings);
  check_product (fixture, 2, levels, 1);
  /* Peaks come last, of a recording that is filtered already; without levels in their place. */
  ondes_session_set_conditioning (fixture->watched.session, steps, TRUE);
  while (ondes_session_is_busy (fixture->watched.session, NULL))
    g_main_context_iteration (NULL, TRUE);
  settings.peaks = TRUE;
  settings.post = (OndesPost) g_test_rand_int_range (ONDES_POST_NONE, ONDES_POST_INTERPOLATION + 1);
  settings.above_db = floor (ondes_filter_analysis_get_loudest (fixture->filter)) - 60.5;
  set (fixture, &settings);
  check_product (fixture, 3, levels, 1);
  good = settings;
  settings.kind = ONDES_FILTER_HIGHPASS;
  /* The kind of product chosen stays in a list without levels; levels are chosen again where there are some. */
  ondes_analysis_set_product (ONDES_ANALYSIS (fixture->filter), 3);
  set (fixture, &settings);
  g_assert_cmpuint (ondes_analysis_get_product (ONDES_ANALYSIS (fixture->filter)), ==, 2);
  set (fixture, &good);
  ondes_analysis_set_product (ONDES_ANALYSIS (fixture->filter), 2);
  set (fixture, &settings);
  g_assert_cmpuint (ondes_analysis_get_product (ONDES_ANALYSIS (fixture->filter)), ==, 0);
  set (fixture, &good);
  g_assert_cmpuint (ondes_analysis_get_product (ONDES_ANALYSIS (fixture->filter)), ==, 2);
  set (fixture, &settings);
  g_assert_cmpuint (g_strv_length ((char **) ondes_analysis_list_products (ONDES_ANALYSIS (fixture->filter))), ==, 3);
  check_product (fixture, 2, levels, 1);
  set (fixture, &good);
  settings = good;
  /* Crossed bands are told, and nothing is exported. */
  settings.lo_hz = 3500;
  refuse (fixture, &settings, ONDES_SETTING_BANK, "lowest band");
}

/* Each level is that of the sums Σ h[m] x[t + d − m] over its span. */
static void
check_levels (Fixture *fixture)
{
  const OndesBandLevels *levels = ondes_filter_analysis_get_levels (fixture->filter);
  double x[FRAMES], first, count;
  guint n;
  const OndesFilterBand *bands = ondes_filter_bank_get (levels->job.bank, &n);

  ondes_timeline_get_view (fixture->watched.timeline, &first, &count);
  g_assert_cmpuint (levels->job.first, ==, (guint64) first);
  g_assert_cmpuint (levels->energy->count, ==, (guint64) count);
  g_assert_true (levels->job.bank == ondes_filter_analysis_get_bank (fixture->filter));
  g_assert_true (ondes_source_read_as (ondes_session_get_source (fixture->watched.session), 0, FRAMES, ONDES_F64, x, NULL));
  for (guint i = 0; i < n; i++)
    for (guint64 j = 0; j < levels->energy->spans; j += 7)
      {
        const guint64 begin = ondes_energy_begin (levels->energy, j), end = ondes_energy_begin (levels->energy, j + 1);
        const gint64 d = (bands[i].n - 1) / 2;
        double mean = 0;

        for (guint64 t = begin; t < end; t++)
          {
            double sum = 0;

            for (gint64 m = 0; m < bands[i].n; m++)
              {
                const gint64 at = (gint64) (levels->job.first + t) + d - m;

                sum += at >= 0 && at < FRAMES ? bands[i].taps[m] * x[at] : 0;
              }
            mean += sum * sum / (double) (end - begin);
          }
        g_assert_cmpfloat_with_epsilon (pow (10, ondes_energy_level_db (levels->energy, i, j) / 10), mean, 1e-5 * mean + 1e-10);
        g_assert_cmpfloat (ondes_band_levels_at (levels, i, (double) (levels->job.first + begin)), ==,
                           ondes_energy_level_db (levels->energy, i, j));
      }
}

/* The levels of a bank are computed while they are shown, for what is in view. */
static void
test_levels (Fixture *fixture,
             gconstpointer data)
{
  g_autofree gint16 *samples = make_tone (2 * FRAMES, 700);
  g_autofree char *stereo = write_wav ("levels.wav", samples, FRAMES, 2, RATE);
  OndesFilterSettings settings;

  open_and_settle (&fixture->watched, stereo);
  activate (fixture);
  ondes_filter_analysis_show_levels (fixture->filter, TRUE);
  wait_idle (fixture->filter);
  /* A filter alone has none. */
  g_assert_null (ondes_filter_analysis_get_levels (fixture->filter));
  settings = settings_of (fixture);
  settings.kind = ONDES_FILTER_BANK;
  settings.fraction = 1;
  set (fixture, &settings);
  check_levels (fixture);
  for (guint i = 0; i < 40; i++)
    ondes_timeline_set_view (fixture->watched.timeline, 10 * i, 1500);
  wait_idle (fixture->filter);
  check_levels (fixture);
  settings.every = g_test_rand_double_range (0.005, 0.1);
  set (fixture, &settings);
  g_assert_cmpfloat (ondes_filter_analysis_get_levels (fixture->filter)->energy->every, ==, settings.every);
  check_levels (fixture);
  /* Another channel drops them; nothing is computed while they are not shown, and a cancel leaves what is there. */
  ondes_filter_analysis_show_levels (fixture->filter, FALSE);
  ondes_session_set_channel (fixture->watched.session, 2);
  wait_idle (fixture->filter);
  g_assert_null (ondes_filter_analysis_get_levels (fixture->filter));
  ondes_filter_analysis_show_levels (fixture->filter, TRUE);
  ondes_analysis_cancel (ONDES_ANALYSIS (fixture->filter));
  wait_idle (fixture->filter);
  ondes_analysis_recompute (ONDES_ANALYSIS (fixture->filter));
  wait_idle (fixture->filter);
  check_levels (fixture);
}

static guint
find_product (Fixture *fixture,
              const char *name)
{
  const char *const *products = ondes_analysis_list_products (ONDES_ANALYSIS (fixture->filter));

  for (guint i = 0; products[i] != NULL; i++)
    if (g_str_equal (products[i], name))
      return i;
  g_error ("%s is not among the products", name);
}

static gboolean
has_product (Fixture *fixture,
             const char *name)
{
  return g_strv_contains (ondes_analysis_list_products (ONDES_ANALYSIS (fixture->filter)), name);
}

static gboolean
is_settled (OndesSlices *slices)
{
  return ondes_slices_is_settled (slices) && ondes_slices_get_n (slices) > 0 && ondes_slices_get (slices, 0)->slices[0] != NULL;
}

/* The exported spectrum over the selection is that of the result, as the page shows it. */
static void
check_spectra_csv (Fixture *fixture,
                   OndesScalogramAnalysis *after)
{
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (after);
  g_autofree char *path = g_build_filename (scalogram_folder, "ours.csv", NULL), *text = NULL;
  g_auto (GStrv) lines = NULL;
  const OndesSlice *shown;
  double largest = 0, tolerance;
  guint i = 0;

  while (!is_settled (slices))
    g_main_context_iteration (NULL, TRUE);
  while (ondes_slices_get (slices, i)->role != ONDES_SLICES_SELECTION)
    i++;
  shown = ondes_slices_get (slices, i)->slices[ONDES_SLICE_SPECTRUM];
  g_assert_false (shown->preview);
  ondes_analysis_set_product (ONDES_ANALYSIS (fixture->filter), find_product (fixture, "Spectra of the slices"));
  check_command (fixture, ONDES_EXPORT_CSV);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (gsize row = 0; row < shown->n; row++)
    largest = MAX (largest, shown->values[row]);
  /* What is shown was filtered in single precision. */
  tolerance = 1e-5 * largest + 5e-6 * (settings_of (fixture).post == ONDES_POST_DERIVATIVE ? RATE : 1);
  g_assert_cmpuint (g_strv_length (lines), ==, shown->n + 2);
  for (gsize row = 0; row < shown->n; row++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[row + 1], ",", -1);

      g_assert_cmpfloat_with_epsilon (to_number (cells[2]), shown->values[row], tolerance);
    }
}

/* What the page shows of the result, its scalogram and slices, is exported as the command writes it. */
static void
test_result (Fixture *fixture,
             gconstpointer data)
{
  static const OndesExportFormat pictures[] = { ONDES_EXPORT_PNG, ONDES_EXPORT_NPY },
                                 slices[] = { ONDES_EXPORT_CSV, ONDES_EXPORT_NPZ, ONDES_EXPORT_PNG };
  static const char *const steps[] = { "mean", NULL };
  OndesScalogramAnalysis *before = fixture->watched.analysis, *after = ondes_filter_analysis_compare (fixture->filter, before);
  OndesSlices *shown = ondes_scalogram_analysis_get_slices (before);
  OndesFilterSettings settings = random_settings (fixture);
  OndesSelection box = ONDES_SELECTION_SPAN (900, 1400);

  activate (fixture);
  settings.kind = ONDES_FILTER_HIGHPASS;
  set (fixture, &settings);
  g_assert_false (has_product (fixture, "Spectra of the slices"));
  check_product (fixture, find_product (fixture, "Scalogram of the result"), pictures, 1);
  ondes_timeline_set_view (fixture->watched.timeline, 500, 1800);
  ondes_slices_set_shown (shown, TRUE);
  ondes_scalogram_analysis_get_slices (after);
  box.low_hz = 300;
  box.high_hz = 900;
  ondes_timeline_set_selection (fixture->watched.timeline, box);
  wait_idle (fixture->filter);
  settings.causal = !settings.causal;
  settings.post = (OndesPost) g_test_rand_int_range (ONDES_POST_NONE, ONDES_POST_INTERPOLATION + 1);
  set (fixture, &settings);
  check_spectra_csv (fixture, after);
  check_product (fixture, find_product (fixture, "Envelopes of the slices"), slices, 3);
  /* One band of a bank, of a recording that is conditioned already. */
  ondes_session_set_conditioning (fixture->watched.session, steps, TRUE);
  while (ondes_session_is_busy (fixture->watched.session, NULL))
    g_main_context_iteration (NULL, TRUE);
  settings.kind = ONDES_FILTER_BANK;
  settings.fraction = 2;
  settings.band = 3;
  set (fixture, &settings);
  check_spectra_csv (fixture, after);
  check_product (fixture, find_product (fixture, "Scalogram of the result"), pictures, 2);
  ondes_analysis_set_product (ONDES_ANALYSIS (fixture->filter), find_product (fixture, "Envelopes of the slices"));
  ondes_slices_set_shown (shown, FALSE);
  g_assert_false (has_product (fixture, "Envelopes of the slices"));
  g_assert_cmpuint (ondes_analysis_get_product (ONDES_ANALYSIS (fixture->filter)), ==, 0);
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  /* Plans that are measured meanwhile round otherwise than those of the command. */
  ondes_fft_busy (1);
  ADD_TEST ("the-copied-command-writes-the-same-bytes", test_command);
  ADD_TEST ("response-and-levels-as-the-command-writes-them", test_products);
  ADD_TEST ("the-result-as-the-command-writes-it", test_result);
  ADD_TEST ("levels-are-those-of-the-sums-in-view", test_levels);
  return scalogram_run ();
}
