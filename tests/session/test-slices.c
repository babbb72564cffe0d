/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices beside a picture: at the crosshair and over the selection, against the definition; those held; settings; exports. */
#include "scalogram-fixture.h"

#include <math.h>
#include <string.h>

#include "analysis/cwt-reference.h"
#include "base/compare.h"
#include "picture/slices.h"
#include "picture/words-slices.h"
#include "series/filter-analysis.h"
#include "session/settings.h"

#define FRAMES 4000

static OndesSlices *
slices (Watched *watched)
{
  return ondes_scalogram_analysis_get_slices (watched->analysis);
}

static const OndesSlicesEntry *
entry (Watched        *watched,
       OndesSlicesRole role)
{
  for (guint i = 0; i < ondes_slices_get_n (slices (watched)); i++)
    if (ondes_slices_get (slices (watched), i)->role == role)
      return ondes_slices_get (slices (watched), i);
  return NULL;
}

static void
settle_slices (Watched *watched)
{
  settle (watched);
  while (!ondes_slices_is_settled (slices (watched)))
    g_main_context_iteration (NULL, TRUE);
}

/* Few rows, so that the definition is quick. */
static void
open_noise (Watched *watched)
{
  g_autofree gint16 *samples = g_new (gint16, FRAMES);
  g_autofree char *path = NULL;
  OndesCwtSettings settings;

  for (guint i = 0; i < FRAMES; i++)
    samples[i] = (gint16) g_test_rand_int_range (-20000, 20000);
  path = write_wav ("noise.wav", samples, FRAMES, 1, RATE);
  open_and_settle (watched, path);
  settings = *ondes_scalogram_analysis_get_settings (watched->analysis);
  settings.rows = ONDES_ROWS_LIST;
  g_strlcpy (settings.scales, "2,3.5,6,11,20", sizeof settings.scales);
  ondes_scalogram_analysis_set_settings (watched->analysis, &settings);
  settle (watched);
}

static OndesScalogram *
picture (Watched *watched)
{
  return ondes_scalogram_analysis_get_scalogram (watched->analysis);
}

/* Sets |W| of a row at samples from @first on. */
static void
reference (Watched *watched,
           guint    row,
           guint64  first,
           gsize    n,
           double  *values)
{
  OndesCwtReference *by = ondes_cwt_reference_new (picture (watched)->spec,
                                                   ondes_scalogram_analysis_get_detrended (watched->analysis));
  g_autofree OndesReferenceValue *at = g_new0 (OndesReferenceValue, n);

  for (gsize i = 0; i < n; i++)
    at[i].at = first + i;
  g_assert_true (ondes_cwt_reference_values (by, row, at, n, NULL, NULL));
  for (gsize i = 0; i < n; i++)
    values[i] = sqrt (at[i].power);
  ondes_cwt_reference_free (by);
}

static void
point_at (Watched *watched,
          double   sample,
          guint    row)
{
  ondes_scalogram_analysis_set_pointer (watched->analysis, sample, picture (watched)->frequencies_hz[row]);
}

/* A preview at once, then the values of the definition. */
static void
test_crosshair (Watched      *watched,
                gconstpointer data)
{
  const guint64 at = (guint64) g_test_rand_int_range (0, FRAMES);
  const guint row = (guint) g_test_rand_int_range (0, 5);
  g_autofree double *values = g_new (double, FRAMES);
  const OndesSlice *spectrum, *envelope;

  open_noise (watched);
  point_at (watched, 100, 0);
  g_assert_cmpuint (ondes_slices_get_n (slices (watched)), ==, 0); /* they are not shown */
  ondes_slices_set_shown (slices (watched), TRUE);
  point_at (watched, (double) at + 0.3, row);
  spectrum = entry (watched, ONDES_SLICES_CROSSHAIR)->slices[ONDES_SLICE_SPECTRUM];
  g_assert_true (spectrum->preview);
  settle_slices (watched);
  spectrum = entry (watched, ONDES_SLICES_CROSSHAIR)->slices[ONDES_SLICE_SPECTRUM];
  envelope = entry (watched, ONDES_SLICES_CROSSHAIR)->slices[ONDES_SLICE_ENVELOPE];
  g_assert_false (spectrum->preview || envelope->preview);
  g_assert_cmpuint (spectrum->n, ==, 5);
  for (guint i = 0; i < 5; i++)
    {
      reference (watched, i, at, 1, values);
      g_assert_cmpfloat_with_epsilon (spectrum->values[i], values[0], 1e-9);
    }
  reference (watched, row, 0, FRAMES, values);
  g_assert_cmpuint (envelope->n, ==, 300);
  for (guint j = 0; j < 300; j++)
    {
      double largest = 0;

      for (guint t = j * FRAMES / 300; t < (j + 1) * FRAMES / 300; t++)
        largest = MAX (largest, values[t]);
      g_assert_cmpfloat_with_epsilon (envelope->values[j], largest, 1e-9);
    }
  /* Once the pointer is gone it stays. */
  ondes_scalogram_analysis_set_pointer (watched->analysis, NAN, NAN);
  g_assert_cmpuint (entry (watched, ONDES_SLICES_CROSSHAIR)->places[ONDES_SLICE_SPECTRUM].first, ==, at);
  /* In a part of the view the envelope is of its samples. */
  ondes_timeline_set_view (watched->timeline, 1000, 300);
  settle_slices (watched);
  envelope = entry (watched, ONDES_SLICES_CROSSHAIR)->slices[ONDES_SLICE_ENVELOPE];
  g_assert_cmpuint (envelope->n, ==, 300);
  for (guint j = 0; j < 300; j++)
    g_assert_cmpfloat_with_epsilon (envelope->values[j], values[1000 + j], 1e-9);
}

static double
percentile (const double *values,
            gsize         n,
            double        percent)
{
  g_autofree double *sorted = g_memdup2 (values, n * sizeof *values);
  const double place = percent / 100 * ((double) n - 1);
  const gsize below = (gsize) place;

  qsort (sorted, n, sizeof *sorted, ondes_compare_doubles);
  return sorted[below] + (place - (double) below) * (sorted[MIN (below + 1, n - 1)] - sorted[below]);
}

/* Means and percentiles of a selection: of its samples for each row, and of its rows. */
static void
test_selection (Watched      *watched,
                gconstpointer data)
{
  const guint64 first = (guint64) g_test_rand_int_range (0, 3000), count = (guint64) g_test_rand_int_range (20, 900);
  g_autofree double *values = g_new (double, 5 * FRAMES);
  const OndesSlice *spectrum, *envelope;
  const double *hz;

  open_noise (watched);
  hz = picture (watched)->frequencies_hz;
  ondes_slices_set_shown (slices (watched), TRUE);
  ondes_timeline_set_view (watched->timeline, 500, 300);
  settle (watched);
  ondes_timeline_set_selection (watched->timeline, (OndesSelection) { (double) first - 0.5, (double) (first + count) - 0.5,
                                                                      hz[3] * 0.99, hz[1] * 1.01 });
  settle_slices (watched);
  spectrum = entry (watched, ONDES_SLICES_SELECTION)->slices[ONDES_SLICE_SPECTRUM];
  envelope = entry (watched, ONDES_SLICES_SELECTION)->slices[ONDES_SLICE_ENVELOPE];
  g_assert_true (spectrum->exact);
  g_assert_cmpuint (spectrum->place.first, ==, first);
  g_assert_cmpuint (spectrum->averaged, ==, count);
  g_assert_cmpuint (spectrum->n_percents, ==, 3);
  for (guint i = 0; i < 5; i++)
    {
      double sum = 0;

      reference (watched, i, first, count, values);
      for (guint64 t = 0; t < count; t++)
        sum += values[t];
      g_assert_cmpfloat_with_epsilon (spectrum->values[i], sum / (double) count, 1e-9);
      for (guint j = 0; j < 3; j++)
        g_assert_cmpfloat_with_epsilon (spectrum->percentiles[j * 5 + i], percentile (values, count, spectrum->percents[j]), 1e-9);
    }
  g_assert_cmpuint (envelope->averaged, ==, 3);
  for (guint i = 0; i < 3; i++)
    reference (watched, 1 + i, 500, 300, values + i * 300);
  for (guint t = 0; t < 300; t++)
    {
      const double column[] = { values[t], values[300 + t], values[600 + t] };

      g_assert_cmpfloat_with_epsilon (envelope->values[t], (column[0] + column[1] + column[2]) / 3, 1e-9);
      g_assert_cmpfloat_with_epsilon (envelope->percentiles[300 + t], percentile (column, 3, 50), 1e-9);
    }
  ondes_timeline_set_selection (watched->timeline, ONDES_SELECTION_NONE);
  g_assert_null (entry (watched, ONDES_SLICES_SELECTION));
}

static void
test_held (Watched      *watched,
           gconstpointer data)
{
  const OndesSlicesEntry *held;
  g_autofree char *words = NULL;
  guint first;

  open_noise (watched);
  ondes_slices_set_shown (slices (watched), TRUE);
  g_assert_false (ondes_slices_hold (slices (watched)));
  for (guint i = 0; i < ONDES_SLICES_HELD; i++)
    {
      point_at (watched, 100 + i, 0);
      g_assert_true (ondes_slices_hold (slices (watched)));
      g_assert_false (ondes_slices_hold (slices (watched))); /* it is held */
    }
  point_at (watched, 2000, 0);
  g_assert_false (ondes_slices_hold (slices (watched))); /* as many as there may be */
  settle_slices (watched);
  g_assert_cmpuint (ondes_slices_get_n (slices (watched)), ==, ONDES_SLICES_HELD + 1);
  for (guint i = 0; i < ONDES_SLICES_HELD; i++)
    {
      held = ondes_slices_get (slices (watched), 1 + i);
      g_assert_cmpuint (held->colour, ==, i);
      g_assert_cmpuint (held->places[ONDES_SLICE_SPECTRUM].first, ==, 100 + i);
      g_assert_false (held->slices[ONDES_SLICE_SPECTRUM]->preview || held->slices[ONDES_SLICE_ENVELOPE]->preview);
    }
  first = ondes_slices_get (slices (watched), 1)->id;
  ondes_slices_remove (slices (watched), first);
  g_assert_cmpuint (ondes_slices_get (slices (watched), 1)->places[ONDES_SLICE_SPECTRUM].first, ==, 101);
  g_assert_true (ondes_slices_hold (slices (watched)));
  held = ondes_slices_get (slices (watched), ONDES_SLICES_HELD);
  g_assert_cmpuint (held->colour, ==, 0); /* which is free again */
  words = ondes_words_slice (watched->analysis, held);
  g_assert_nonnull (strstr (words, " · "));
  /* With other rows they are computed anew. */
  set_omega0 (watched, 6);
  settle_slices (watched);
  held = ondes_slices_get (slices (watched), 1);
  g_assert_cmpuint (held->slices[ONDES_SLICE_SPECTRUM]->n, ==, picture (watched)->rows);
  ondes_slices_remove (slices (watched), 0);
  g_assert_cmpuint (ondes_slices_get_n (slices (watched)), ==, 1);
  /* Another recording has none. */
  open_noise (watched);
  g_assert_cmpuint (ondes_slices_get_n (slices (watched)), ==, 0);
}

/* Whether they are shown is a setting, undone like others. */
static void
test_setting (Watched      *watched,
              gconstpointer data)
{
  g_autoptr (GVariant) saved = NULL;
  g_autoptr (GSettings) store = ondes_settings_new ();

  open_noise (watched);
  ondes_session_begin_history (watched->session);
  ondes_slices_set_shown (slices (watched), TRUE);
  saved = g_variant_ref_sink (ondes_analysis_save_settings (ONDES_ANALYSIS (watched->analysis)));
  g_assert_true (ondes_session_can_undo (watched->session));
  ondes_session_undo (watched->session);
  g_assert_false (ondes_slices_get_shown (slices (watched)));
  ondes_session_redo (watched->session);
  g_assert_true (ondes_slices_get_shown (slices (watched)));
  ondes_slices_set_shown (slices (watched), FALSE);
  ondes_analysis_restore_settings (ONDES_ANALYSIS (watched->analysis), saved);
  g_assert_true (ondes_slices_get_shown (slices (watched)));
  /* It is remembered. */
  ondes_settings_store (store, ONDES_ANALYSIS (watched->analysis));
  ondes_slices_set_shown (slices (watched), FALSE);
  ondes_settings_load (store, ONDES_ANALYSIS (watched->analysis));
  g_assert_true (ondes_slices_get_shown (slices (watched)));
}

static void
test_exports (Watched      *watched,
              gconstpointer data)
{
  const double *hz;
  g_autofree char *folder = NULL, *name = NULL, *numbers = NULL;

  open_noise (watched);
  hz = picture (watched)->frequencies_hz;
  g_assert_null (ondes_analysis_list_products (ONDES_ANALYSIS (watched->analysis)));
  ondes_slices_set_shown (slices (watched), TRUE);
  ondes_timeline_set_view (watched->timeline, 700, 900);
  settle (watched);
  ondes_timeline_set_selection (watched->timeline, (OndesSelection) { 1000, 1200, hz[3] * 0.99, hz[1] * 1.01 });
  point_at (watched, 1500, 2);
  settle_slices (watched);
  g_assert_cmpuint (g_strv_length ((char **) ondes_analysis_list_products (ONDES_ANALYSIS (watched->analysis))), ==, 3);
  ondes_analysis_set_product (ONDES_ANALYSIS (watched->analysis), 1);
  name = ondes_analysis_name_export (ONDES_ANALYSIS (watched->analysis), &folder);
  g_assert_true (g_str_has_suffix (name, " spectra"));
  numbers = ondes_analysis_count_numbers (ONDES_ANALYSIS (watched->analysis), ONDES_EXPORT_NPY, 0);
  g_assert_true (g_str_has_prefix (numbers, "5 × 5 values"));
  assert_command (watched, ONDES_EXPORT_CSV, 0, " --over 0.125:0.15");
  assert_command (watched, ONDES_EXPORT_PNG, 0, " --at 0.1875");
  /* Colours are those of the screen: the second one that was held keeps its own. */
  for (guint i = 0; i < 2; i++)
    {
      ondes_timeline_set_selection (watched->timeline, ONDES_SELECTION_SPAN (1000 + 50 * i, 1200));
      g_assert_true (ondes_slices_hold (slices (watched)));
    }
  ondes_slices_remove (slices (watched), ondes_slices_get (slices (watched), 2)->id);
  settle_slices (watched);
  assert_command (watched, ONDES_EXPORT_PNG, 0, " --colours crosshair,selection,2");
  ondes_slices_remove (slices (watched), 0);
  ondes_timeline_set_selection (watched->timeline, (OndesSelection) { 1000, 1200, hz[3] * 0.99, hz[1] * 1.01 });
  settle_slices (watched);
  ondes_analysis_set_product (ONDES_ANALYSIS (watched->analysis), 2);
  assert_command (watched, ONDES_EXPORT_NPZ, 50, " --columns 50");
  assert_command (watched, ONDES_EXPORT_CSV, ONDES_EXPORT_COEFFICIENTS, " --from 0.0875");
}

static void
assert_held (Watched *watched,
             guint    n)
{
  guint held = 0;

  for (guint i = 0; i < ondes_slices_get_n (slices (watched)); i++)
    held += ondes_slices_get (slices (watched), i)->role == ONDES_SLICES_HOLDING;
  g_assert_cmpuint (held, ==, n);
}

/* What is held is undone step by step, comes back as it was in another session, and nonsense is left out. */
static void
test_kept (Watched      *watched,
           gconstpointer data)
{
  Watched other;
  g_autoptr (GVariant) before = NULL, after = NULL, again = NULL, held = NULL, junk = NULL;
  const OndesSlicesEntry *second;
  const char *path;
  OndesSlice *kept;

  open_noise (watched);
  ondes_slices_set_shown (slices (watched), TRUE);
  ondes_session_begin_history (watched->session);
  for (guint i = 0; i < 3; i++)
    {
      if (i == 2)
        ondes_timeline_set_selection (watched->timeline, ONDES_SELECTION_SPAN (700, 1900));
      else
        point_at (watched, g_test_rand_int_range (0, FRAMES / 2) + (int) i * FRAMES / 2, i + 1);
      g_assert_true (ondes_slices_hold (slices (watched)));
    }
  settle_slices (watched);
  second = ondes_slices_get (slices (watched), ondes_slices_get_n (slices (watched)) - 2);
  kept = second->slices[ONDES_SLICE_SPECTRUM];
  before = ondes_session_save_state (watched->session, TRUE);
  ondes_slices_remove (slices (watched), 0);
  assert_held (watched, 0);
  ondes_session_undo (watched->session);
  assert_held (watched, 3);
  after = ondes_session_save_state (watched->session, TRUE);
  g_assert_true (g_variant_equal (before, after));
  /* The third came with a selection of its own; one step each. */
  ondes_session_undo (watched->session);
  assert_held (watched, 2);
  g_assert_true (kept != NULL);
  ondes_session_redo (watched->session);
  assert_held (watched, 3);
  watched_setup (&other, NULL);
  path = ondes_recording_get_info (ondes_session_get_recording (watched->session))->path;
  ondes_session_reopen (other.session, path, NULL, before);
  while (ondes_session_get_recording (other.session) == NULL)
    g_main_context_iteration (NULL, TRUE);
  settle_slices (&other);
  assert_held (&other, 3);
  again = ondes_session_save_state (other.session, TRUE);
  g_assert_true (g_variant_equal (before, again));
  held = g_variant_ref_sink (g_variant_new_parsed ("{'rate': <8000.0>, 'held': <[(uint32 1, uint32 0, uint64 5, uint64 1, false, "
                                                   "0.0, 0.0), (2, 1, 999999, 1, false, 0.0, 0.0), (3, 99, 5, 1, false, 0.0, "
                                                   "0.0), (4, 2, 0, 0, true, 9.0, 3.0)]>}"));
  junk = g_variant_ref_sink (g_variant_new_parsed ("{'slices-scalogram': %v}", held));
  ondes_session_restore_state (other.session, junk);
  assert_held (&other, 1);
  watched_teardown (&other, NULL);
}

/* The picture's figure has the selection and the cursors of the window. */
static void
test_marks (Watched      *watched,
            gconstpointer data)
{
  OndesCursors cursors = ONDES_CURSORS_NONE;

  open_noise (watched);
  cursors.at[1].sample = g_test_rand_int_range (0, FRAMES);
  cursors.at[1].hz = picture (watched)->frequencies_hz[2];
  ondes_timeline_set_selection (watched->timeline, ONDES_SELECTION_SPAN (1000, 1200));
  ondes_timeline_set_cursors (watched->timeline, cursors);
  assert_command (watched, ONDES_EXPORT_PNG, 0, " --cursor none --cursor ");
  cursors.at[0].sample = g_test_rand_int_range (0, FRAMES);
  cursors.harmonic_hz = picture (watched)->frequencies_hz[4];
  ondes_timeline_set_cursors (watched->timeline, cursors);
  assert_command (watched, ONDES_EXPORT_PNG, 0, " --harmonics ");
}

/* Those of the page of filters: at the same places of the filtered samples, which are computed by the same means apart. */
static void
test_filtered (Watched      *watched,
               gconstpointer data)
{
  g_autoptr (OndesFilterAnalysis) filter = ondes_filter_analysis_new (watched->session);
  OndesScalogramAnalysis *after = ondes_filter_analysis_compare (filter, watched->analysis);
  OndesSlices *own = ondes_scalogram_analysis_get_slices (after);
  const guint64 at = (guint64) g_test_rand_int_range (0, FRAMES);
  const OndesSlice *slice;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  g_autoptr (OndesSlice) expected = NULL;
  OndesSliceJob job;

  open_noise (watched);
  ondes_scalogram_analysis_set_columns (after, 300);
  ondes_slices_set_shown (slices (watched), TRUE);
  point_at (watched, (double) at, 1);
  g_assert_true (ondes_slices_get_shown (own));
  settle_slices (watched);
  g_assert_null (ondes_slices_get_n (own) > 0 ? ondes_slices_get (own, 0)->slices[0] : NULL); /* the page is not in view */
  ondes_analysis_set_active (ONDES_ANALYSIS (filter), TRUE);
  while (ondes_analysis_is_busy (ONDES_ANALYSIS (filter), NULL) || !ondes_slices_is_settled (own))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (ondes_slices_get_n (own), ==, 1);
  slice = ondes_slices_get (own, 0)->slices[ONDES_SLICE_SPECTRUM];
  g_assert_cmpuint (slice->place.first, ==, at);
  g_assert_false (slice->preview);
  job = (OndesSliceJob) { .spec = ondes_scalogram_analysis_get_scalogram (after)->spec,
                          .source = ondes_scalogram_analysis_get_detrended (after), .place = slice->place };
  expected = ondes_slice_compute (computer, &job, NULL, NULL, NULL);
  for (guint i = 0; i < slice->n; i++)
    g_assert_cmpfloat_with_epsilon (slice->values[i], expected->values[i], 1e-9);
  /* Held and removed with the recording's own, in its colours. */
  g_assert_true (ondes_slices_hold (slices (watched)));
  g_assert_cmpuint (ondes_slices_get_n (own), ==, 2);
  g_assert_cmpuint (ondes_slices_get (own, 1)->colour, ==, 0);
  g_assert_true (ondes_slices_get (own, 0)->slices[ONDES_SLICE_SPECTRUM] == slice);
  ondes_slices_remove (slices (watched), 0);
  g_assert_cmpuint (ondes_slices_get_n (own), ==, 1);
  ondes_slices_set_shown (slices (watched), FALSE);
  g_assert_false (ondes_slices_get_shown (own));
}

int
main (int   argc,
      char *argv[])
{
  scalogram_init (&argc, &argv);
#define ADD_SLICES(path, function) \
  g_test_add ("/ondes/slices/" path, Watched, NULL, watched_setup, function, watched_teardown)
  ADD_SLICES ("those-of-the-crosshair-are-the-definition", test_crosshair);
  ADD_SLICES ("those-of-a-selection-are-its-means-and-percentiles", test_selection);
  ADD_SLICES ("some-are-held-and-removed", test_held);
  ADD_SLICES ("shown-is-a-setting", test_setting);
  ADD_SLICES ("those-held-are-undone-and-stored", test_kept);
  ADD_SLICES ("the-copied-command-writes-the-same", test_exports);
  ADD_SLICES ("figures-have-the-selection-and-the-cursors", test_marks);
  ADD_SLICES ("those-of-a-filter-s-result-are-at-the-same-places", test_filtered);
  return scalogram_run ();
}
