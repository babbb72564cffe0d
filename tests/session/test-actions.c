/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hundreds of random actions on a session: settings, views, selections, conditioning that changes the rate, presets. Undone to
 * the first and redone to the last, all is what it was, the pictures too; a session that is stored and reopened is as it was
 * left. */
#include <math.h>
#include <string.h>

#include "picture/analysis-preset.h"
#include "picture/slices.h"
#include "picture/walshgram-analysis.h"
#include "scalogram-fixture.h"
#include "series/spectrum-analysis.h"
#include "session/annotations-model.h"
#include "session/history.h"
#include "session/saved-session.h"

#define ACTIONS 500
#define FRAMES  1500

typedef struct
{
  Watched                 watched;
  OndesSpectrumAnalysis  *spectra;
  OndesWalshgramAnalysis *sequency;
} Work;

static void
begin (Work *work,
       gconstpointer data)
{
  watched_setup (&work->watched, NULL);
  work->spectra = ondes_spectrum_analysis_new (work->watched.session);
  work->sequency = ondes_walshgram_analysis_new (work->watched.session);
  ondes_analysis_set_active (ONDES_ANALYSIS (work->sequency), FALSE);
  ondes_scalogram_analysis_set_columns (work->watched.analysis, 48); /* hundreds of pictures */
}

static void
end (Work *work,
     gconstpointer data)
{
  g_assert_finalize_object (work->spectra);
  g_assert_finalize_object (work->sequency);
  watched_teardown (&work->watched, NULL);
}

static char *
stereo_file (const char *name)
{
  g_autofree gint16 *samples = g_new (gint16, 2 * FRAMES);

  for (guint i = 0; i < 2 * FRAMES; i++)
    samples[i] = (gint16) (12000 * sin (i * 0.3) + g_test_rand_int_range (-5000, 5000));
  return write_wav (name, samples, FRAMES, 2, RATE);
}

static char *
print (OndesSession *session)
{
  g_autoptr (GVariant) state = ondes_session_save_state (session, FALSE);

  return g_variant_print (state, FALSE);
}

/* Until the recording is as the steps want it; pictures may be on their way. A state that is noted before has the same in other
 * units, which the comparison of bits does not know. */
static void
wait_conditioned (Work *work)
{
  while (ondes_session_is_busy (work->watched.session, NULL))
    g_main_context_iteration (NULL, TRUE);
}

/* Actions. */

static double
random_in (double lo,
           double hi)
{
  return g_test_rand_double_range (lo, hi);
}

static void
move_view (Work *work)
{
  const double n = (double) ondes_timeline_get_length (work->watched.timeline);

  ondes_timeline_set_view (work->watched.timeline, random_in (0, n), random_in (1, n));
}

static void
zoom (Work *work)
{
  ondes_timeline_zoom (work->watched.timeline, random_in (0, 1), random_in (0.3, 3));
}

static void
show_all (Work *work)
{
  ondes_scalogram_analysis_view_all (work->watched.analysis);
}

static void
view_frequencies (Work *work)
{
  const double lo = random_in (10, 1500);

  ondes_scalogram_analysis_set_frequencies (work->watched.analysis, lo, lo * random_in (1.2, 4));
}

static void
select_box (Work *work)
{
  const double n = (double) ondes_timeline_get_length (work->watched.timeline), lo = random_in (0, 500);
  OndesSelection selection = ONDES_SELECTION_SPAN (random_in (0, n), random_in (0, n));

  if (g_test_rand_bit ())
    {
      selection.low_hz = lo;
      selection.high_hz = lo + random_in (1, 500);
    }
  ondes_timeline_set_selection (work->watched.timeline, g_test_rand_int_range (0, 4) == 0 ? ONDES_SELECTION_NONE : selection);
}

static void
set_cursors (Work *work)
{
  OndesCursors cursors = ondes_timeline_get_cursors (work->watched.timeline);

  cursors.at[g_test_rand_bit ()].sample = random_in (0, (double) ondes_timeline_get_length (work->watched.timeline));
  cursors.at[g_test_rand_bit ()].hz = random_in (1, 100);
  cursors.harmonic_hz = g_test_rand_bit () ? NAN : random_in (1, 100);
  ondes_timeline_set_cursors (work->watched.timeline, cursors);
}

static void
change_transform (Work *work)
{
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (work->watched.analysis);

  settings.options.omega0 = random_in (3, 12);
  settings.options.wavelet = (guint) g_test_rand_int_range (0, 2);
  settings.options.boundary = (guint) g_test_rand_int_range (0, 4);
  if (g_test_rand_bit ())
    {
      settings.fmin_hz = random_in (20, 200);
      settings.fmax_hz = random_in (300, 900);
    }
  ondes_scalogram_analysis_set_settings (work->watched.analysis, &settings);
}

static void
change_display (Work *work)
{
  OndesScalogramAnalysis *analysis = g_test_rand_bit () ? work->watched.analysis : ONDES_SCALOGRAM_ANALYSIS (work->sequency);
  OndesDisplay display = *ondes_scalogram_analysis_get_display (analysis);

  display.palette = (guint) g_test_rand_int_range (0, 5);
  display.db_range = g_test_rand_bit () ? 0 : random_in (10, 90);
  display.show = (guint) g_test_rand_int_range (0, 5);
  ondes_scalogram_analysis_set_display (analysis, &display);
}

static void
change_channel (Work *work)
{
  ondes_session_set_channel (work->watched.session, (guint) g_test_rand_int_range (0, 3));
}

static void
change_steps (Work *work)
{
  static const char *const chains[][3] = { { NULL }, { "mean", NULL }, { "resample:3000", NULL },
                                           { "trend", "resample:5000", NULL },
                                           { "highpass:100", NULL } };

  ondes_session_set_conditioning (work->watched.session, chains[g_test_rand_int_range (0, G_N_ELEMENTS (chains))],
                                  g_test_rand_bit ());
  wait_conditioned (work);
}

static void
change_spectra (Work *work)
{
  OndesSpectraSettings settings = *ondes_spectrum_analysis_get_settings (work->spectra);

  settings.spectrum.kind = g_test_rand_bit () ? ONDES_SPECTRUM_HAAR : ONDES_SPECTRUM_WALSH;
  ondes_spectrum_analysis_set_settings (work->spectra, &settings);
}

static void
apply_preset (Work *work)
{
  g_autofree OndesAnalysisPreset *preset
    = ondes_analysis_preset_new_built_in (ondes_built_in_presets[g_test_rand_int_range (0, 10)].id);
  g_autofree char *note = NULL;

  ondes_analysis_preset_apply (preset, work->watched.session, "x", &note);
  wait_conditioned (work);
}

static void
hold_slice (Work *work)
{
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (work->watched.analysis);

  /* Shown for the moment: exact slices take their time. */
  ondes_session_begin_step (work->watched.session);
  ondes_slices_set_shown (slices, TRUE);
  ondes_scalogram_analysis_set_pointer (work->watched.analysis,
                                        random_in (0, (double) ondes_timeline_get_length (work->watched.timeline)), 300);
  if (!ondes_slices_hold (slices) && g_test_rand_bit ())
    ondes_slices_remove (slices, 0);
  ondes_slices_set_shown (slices, FALSE);
  ondes_session_end_step (work->watched.session);
}

static void (*const actions[]) (Work *work) = {
  move_view,        zoom,           show_all,       view_frequencies, select_box,     set_cursors,
  change_transform, change_display, change_channel, change_steps,     change_spectra, apply_preset,
  hold_slice,
};

static void
act (Work *work)
{
  actions[g_test_rand_int_range (0, G_N_ELEMENTS (actions))](work);
  /* Not all of them merge, whatever the clock says. */
  if (g_test_rand_bit ())
    {
      ondes_session_set_held (work->watched.session, TRUE);
      ondes_session_set_held (work->watched.session, FALSE);
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* All is as in @state; texts are made only to tell what is not. */
static void
assert_state (OndesSession *session,
              GVariant *state)
{
  g_autoptr (GVariant) now = ondes_session_save_state (session, FALSE);

  if (!g_variant_equal (now, state))
    {
      g_autofree char *is = g_variant_print (now, FALSE), *was = g_variant_print (state, FALSE);

      g_assert_cmpstr (is, ==, was);
    }
}

static void
test_undo (Work *work,
           gconstpointer data)
{
  OndesSession *session = work->watched.session;
  g_autofree char *path = stereo_file ("actions.wav");
  g_autoptr (GVariant) first = NULL, last = NULL;
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  guint n = 0;

  open_and_settle (&work->watched, path);
  first = ondes_session_save_state (session, FALSE);
  for (guint i = 0; i < ACTIONS; i++)
    act (work);
  wait_conditioned (work);
  last = ondes_session_save_state (session, FALSE);
  g_ptr_array_add (states, g_variant_ref (last));
  for (; ondes_session_can_undo (session); n++)
    {
      ondes_session_undo (session);
      wait_conditioned (work);
      g_ptr_array_add (states, ondes_session_save_state (session, FALSE));
    }
  wait_conditioned (work);
  g_assert_cmpuint (n, >, ACTIONS / 4);
  g_assert_cmpuint (n, <, ONDES_HISTORY_STEPS);
  assert_state (session, first);
  settle (&work->watched);
  g_assert_true (ondes_timeline_is_whole (work->watched.timeline));
  assert_is_computed (&work->watched, ondes_scalogram_analysis_get_scalogram (work->watched.analysis), 2e-3);
  for (; n > 0; n--)
    {
      g_assert_true (ondes_session_can_redo (session));
      ondes_session_redo (session);
      wait_conditioned (work);
      assert_state (session, g_ptr_array_index (states, n - 1));
    }
  g_assert_false (ondes_session_can_redo (session));
  wait_conditioned (work);
  assert_state (session, last);
}

/* Stored as text and reopened in another session, all is as it was. */
static void
test_reopened (Work *work,
               gconstpointer data)
{
  OndesSession *session = work->watched.session;
  g_autofree char *path = stereo_file ("reopened.wav"), *text = NULL, *before = NULL, *after = NULL;
  g_autoptr (GVariant) state = NULL, parsed = NULL;
  Work other = { 0 };

  open_and_settle (&work->watched, path);
  for (guint i = 0; i < 60; i++)
    act (work);
  wait_conditioned (work);
  state = ondes_session_save_state (session, TRUE);
  before = g_variant_print (state, FALSE);
  text = g_variant_print (state, TRUE);
  parsed = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, NULL);
  g_assert_nonnull (parsed);
  begin (&other, NULL);
  ondes_session_reopen (other.watched.session, path, NULL, parsed);
  settle (&other.watched);
  wait_conditioned (&other);
  after = print (other.watched.session);
  g_assert_cmpstr (after, ==, before);
  g_assert_false (ondes_session_can_undo (other.watched.session));
  end (&other, NULL);
}

static gsize
count_annotations (OndesAnnotationsModel *model)
{
  return ondes_annotation_set_get_length (ondes_annotations_model_get_set (model));
}

/* What is annotated while the recording is conditioned anew stays, and is a step of its own, which is not stored. */
static void
test_annotated_meanwhile (Work *work,
                          gconstpointer data)
{
  static const char *const steps[][2] = { { "resample:5000" }, { "resample:3000" } };
  const OndesAnnotation values = { .start = 0.01, .end = 0.02, .low_hz = NAN, .high_hz = NAN, .label = "meanwhile" };
  OndesSession *session = work->watched.session;
  OndesAnnotationsModel *model = ondes_annotations_model_new (session);
  g_autofree char *path = stereo_file ("annotated.wav");
  g_autoptr (GVariant) before = NULL, after = NULL;

  open_and_settle (&work->watched, path);
  while (!ondes_annotations_model_is_ready (model))
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      ondes_session_set_conditioning (session, steps[i], TRUE);
      wait_conditioned (work);
      ondes_session_name_step (session, "Resampled"); /* the next one is another step */
    }
  ondes_session_undo (session);
  g_assert_true (ondes_session_is_busy (session, NULL));
  before = ondes_session_save_state (session, TRUE);
  g_assert_nonnull (ondes_annotations_model_add (model, &values));
  after = ondes_session_save_state (session, TRUE);
  g_assert_true (g_variant_equal (before, after));
  wait_conditioned (work);
  g_assert_cmpuint (count_annotations (model), ==, 1);
  ondes_session_undo (session);
  g_assert_cmpuint (count_annotations (model), ==, 0);
  g_assert_true (ondes_session_can_undo (session));
  g_assert_finalize_object (model);
}

/* A step with a name tells it, there and back; what is bracketed is one step. */
static void
test_names (Work *work,
            gconstpointer data)
{
  OndesSession *session = work->watched.session;
  g_autofree char *path = stereo_file ("names.wav"), *note = NULL;
  g_autofree OndesAnalysisPreset *preset = ondes_analysis_preset_new_built_in ("birds");

  open_and_settle (&work->watched, path);
  ondes_analysis_preset_apply (preset, session, "Birds", &note);
  g_assert_cmpstr (ondes_session_get_undo_name (session), ==, "Preset “Birds”");
  move_view (work);
  g_assert_null (ondes_session_get_undo_name (session));
  ondes_session_undo (session);
  g_assert_cmpstr (ondes_session_get_undo_name (session), ==, "Preset “Birds”");
  ondes_session_undo (session);
  g_assert_false (ondes_session_can_undo (session));
  g_assert_cmpstr (ondes_session_get_redo_name (session), ==, "Preset “Birds”");
  ondes_session_begin_step (session);
  change_channel (work);
  select_box (work);
  ondes_session_begin_step (session);
  view_frequencies (work);
  ondes_session_end_step (session);
  set_cursors (work);
  ondes_session_end_step (session);
  ondes_session_undo (session);
  g_assert_false (ondes_session_can_undo (session));
  wait_conditioned (work);
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
#define ADD_ACTION(path, function) g_test_add ("/ondes/actions/" path, Work, NULL, begin, function, end)
  ADD_ACTION ("what-is-annotated-meanwhile-stays", test_annotated_meanwhile);
  ADD_ACTION ("are-undone-to-the-first-and-redone-to-the-last", test_undo);
  ADD_ACTION ("a-stored-session-reopens-as-it-was", test_reopened);
  ADD_ACTION ("steps-have-names", test_names);
  return scalogram_run ();
}
