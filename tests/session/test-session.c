/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session with its three analyses, and no window: opened, overtaken, cancelled, changed, undone, restored, closed. */
#include <malloc.h>
#include <string.h>

#include "scalogram-fixture.h"
#include "series/dyadic-analysis.h"
#include "series/spectrum-analysis.h"
#include "session/history.h"

typedef struct
{
  Watched                 watched;
  OndesSpectrumAnalysis  *spectra;
  OndesDyadicAnalysis    *convolution;
  guint                   recordings; /* "recording-changed" */
} Work;

static FakeControl *control;

static void
on_recording (Work *work)
{
  work->recordings++;
}

static void
work_begin (Work *work,
            gconstpointer data)
{
  watched_setup (&work->watched, NULL);
  work->spectra = ondes_spectrum_analysis_new (work->watched.session);
  work->convolution = ondes_dyadic_analysis_new (work->watched.session);
  work->recordings = 0;
  g_signal_connect_swapped (work->watched.session, "recording-changed", G_CALLBACK (on_recording), work);
  g_signal_connect_swapped (work->spectra, "message", G_CALLBACK (g_string_append), work->watched.messages);
  g_signal_connect_swapped (work->convolution, "message", G_CALLBACK (g_string_append), work->watched.messages);
}

static void
work_end (Work *work,
          gconstpointer data)
{
  g_assert_finalize_object (work->spectra);
  g_assert_finalize_object (work->convolution);
  watched_teardown (&work->watched, NULL);
}

/* Until nothing is opened and all that is wanted is computed. */
static void
work_settle (Work *work)
{
  const gpointer analyses[] = { work->watched.analysis, work->spectra, work->convolution };

  for (guint i = 0; i < G_N_ELEMENTS (analyses);)
    if (ondes_analysis_is_busy (analyses[i], NULL))
      {
        g_main_context_iteration (NULL, TRUE);
        i = 0;
      }
    else
      i++;
}

static void
work_show_all (Work *work)
{
  ondes_analysis_set_active (ONDES_ANALYSIS (work->spectra), TRUE);
  ondes_analysis_set_active (ONDES_ANALYSIS (work->convolution), TRUE);
}

static const char *
path_of (Work *work)
{
  return ondes_recording_get_info (ondes_session_get_recording (work->watched.session))->path;
}

/* Opening. */

static void
test_overtake (Work *work,
               gconstpointer data)
{
  OndesSession *session = work->watched.session;
  g_autofree char *longer = tone_file ("longer.wav", LONG, 300);
  g_autofree char *path = tone_file ("overtakes.wav", 20000, 300);

  ondes_session_open (session, longer, NULL);
  ondes_session_open (session, path, NULL);
  g_assert_true (ondes_session_is_opening (session, NULL));
  work_settle (work);
  g_assert_cmpstr (path_of (work), ==, path);
  g_assert_cmpuint (work->recordings, ==, 1);
  g_assert_cmpuint (ondes_session_get_opened (session), ==, 1);
  g_assert_cmpuint (ondes_timeline_get_length (work->watched.timeline), ==, 20000);
  g_assert_true (ondes_timeline_is_whole (work->watched.timeline));
  g_assert_cmpstr (work->watched.messages->str, ==, "");
}

static void
count (guint *signals)
{
  (*signals)++;
}

static void
test_cancel (Work *work,
             gconstpointer data)
{
  OndesSession *session = work->watched.session;
  const gpointer analyses[] = { work->watched.analysis, work->spectra, work->convolution };
  g_autofree char *longer = tone_file ("cancelled.wav", LONG, 300);
  g_autofree char *path = tone_file ("kept.wav", 20000, 300);

  ondes_session_open (session, path, NULL);
  work_settle (work);
  /* Every page shows what is being opened, and cancels it. */
  for (guint i = 0; i < G_N_ELEMENTS (analyses); i++)
    {
      double progress = -1;
      guint told = 0;
      gulong handler = g_signal_connect_swapped (analyses[i], "state-changed", G_CALLBACK (count), &told);

      ondes_session_open (session, longer, NULL);
      g_assert_cmpuint (told, >, 0);
      g_assert_true (ondes_analysis_is_busy (analyses[i], &progress));
      g_assert_cmpfloat (progress, >=, 0);
      ondes_analysis_cancel (analyses[i]);
      while (ondes_session_is_opening (session, NULL))
        g_main_context_iteration (NULL, TRUE);
      work_settle (work);
      g_signal_handler_disconnect (analyses[i], handler);
    }
  g_assert_cmpstr (path_of (work), ==, path);
  g_assert_cmpuint (work->recordings, ==, 1);
  g_assert_cmpstr (work->watched.messages->str, ==, "");
  ondes_session_open (session, longer, NULL);
  while (ondes_session_is_opening (session, NULL))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (path_of (work), ==, longer);
  g_assert_cmpuint (ondes_session_get_opened (session), ==, 2);
}

static void
on_failure (OndesSession *session,
            const char *text,
            gboolean is_error,
            gpointer user_data)
{
  g_assert_true (is_error);
  g_string_assign (user_data, ondes_session_get_failed_path (session));
}

static void
test_failure (Work *work,
              gconstpointer data)
{
  OndesSession *session = work->watched.session;
  g_autofree char *path = tone_file ("stays.wav", 20000, 300);
  g_autoptr (GString) failed = g_string_new (NULL);

  ondes_session_open (session, path, NULL);
  work_settle (work);
  ondes_timeline_set_view (work->watched.timeline, 1000, 2000);
  g_signal_connect (session, "message", G_CALLBACK (on_failure), failed);
  ondes_session_open (session, "/there/is/none.wav", NULL);
  work_settle (work);
  g_assert_cmpstr (failed->str, ==, "/there/is/none.wav");
  g_assert_null (ondes_session_get_failed_path (session));
  g_assert_cmpstr (path_of (work), ==, path);
  g_assert_cmpuint (work->recordings, ==, 1);
  g_assert_false (ondes_timeline_is_whole (work->watched.timeline));
}

/* Settings. */

static char *
print (OndesSession *session)
{
  g_autoptr (GVariant) settings = ondes_session_get_settings (session);

  return g_variant_print (settings, TRUE);
}

static char *
stereo_file (const char *name)
{
  g_autofree gint16 *samples = g_new (gint16, 2 * 16384);

  for (guint i = 0; i < 2 * 16384; i++)
    samples[i] = (gint16) g_test_rand_int_range (-20000, 20000);
  return write_wav (name, samples, 16384, 2, RATE);
}

static void
change_palette (Work *work)
{
  OndesDisplay display = *ondes_scalogram_analysis_get_display (work->watched.analysis);

  display.palette = 3;
  display.reference = 0.25;
  ondes_scalogram_analysis_set_display (work->watched.analysis, &display);
}

static void
change_rows (Work *work)
{
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (work->watched.analysis);

  settings.rows = ONDES_ROWS_LIST;
  settings.voices = 0;
  g_strlcpy (settings.scales, "4, 8, 33/2", sizeof settings.scales);
  ondes_scalogram_analysis_set_settings (work->watched.analysis, &settings);
}

static void
change_lowest (Work *work)
{
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (work->watched.analysis);

  settings.fmin_hz = 123;
  settings.detrend = ONDES_DETREND_MOVING;
  settings.detrend_window = 0.5;
  ondes_scalogram_analysis_set_settings (work->watched.analysis, &settings);
}

static void
change_channel (Work *work)
{
  ondes_session_set_channel (work->watched.session, 2);
}

static void
change_transform (Work *work)
{
  OndesSpectraSettings settings = *ondes_spectrum_analysis_get_settings (work->spectra);

  settings.spectrum.kind = ONDES_SPECTRUM_HAAR;
  settings.spectrum.order = ONDES_ORDER_NATURAL;
  settings.derivation.pad = TRUE;
  ondes_spectrum_analysis_set_settings (work->spectra, &settings);
}

static void
change_keep (Work *work)
{
  ondes_spectrum_analysis_set_keep (work->spectra, 7);
}

static void
change_text (Work *work)
{
  OndesOperand *operand = operand_of (work->spectra, 0);

  ondes_operand_set_kind (operand, ONDES_OPERAND_TEXT);
  ondes_operand_set_text (operand, "0110 1001");
}

static void
change_operand (Work *work)
{
  ondes_operand_set_kind (operand_of (work->convolution, 1), ONDES_OPERAND_WHOLE);
  ondes_operand_set_output (operand_of (work->convolution, 1), 1);
}

static const struct
{
  void      (*change) (Work *work);
  const char *name; /* of the analysis; NULL: none's */
  guint       steps;
} changes[] = {
  { change_palette, "scalogram", 1 }, { change_rows, "scalogram", 1 },   { change_channel, NULL, 1 },
  { change_lowest, "scalogram", 1 },  { change_transform, "spectra", 1 }, { change_keep, "spectra", 1 },
  { change_text, "spectra", 2 },      { change_operand, "convolution", 2 },
};

/* Whatever is changed comes back, one after the other, and is changed again; computing in between changes nothing of it. */
static void
test_undo (Work *work,
           gconstpointer data)
{
  OndesSession *session = work->watched.session;
  g_autofree char *path = stereo_file ("undo.wav");
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  ondes_session_open (session, path, NULL);
  work_show_all (work);
  work_settle (work);
  g_assert_false (ondes_session_can_undo (session));
  g_assert_null (ondes_session_undo (session));
  g_ptr_array_add (states, print (session));
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      changes[i].change (work);
      work_settle (work);
      g_ptr_array_add (states, print (session));
      g_ptr_array_add (names, (gpointer) changes[i].name);
      g_assert_cmpstr (g_ptr_array_index (states, i), !=, g_ptr_array_index (states, i + 1));
    }
  for (guint i = G_N_ELEMENTS (changes); i-- > 0;)
    {
      g_autofree char *now = NULL;

      for (guint step = 0; step < changes[i].steps; step++)
        {
          g_assert_true (ondes_session_can_undo (session));
          g_assert_cmpstr (ondes_session_undo (session), ==, changes[i].name);
        }
      if (i % 2 == 0)
        work_settle (work);
      now = print (session);
      g_assert_cmpstr (now, ==, g_ptr_array_index (states, i));
    }
  g_assert_false (ondes_session_can_undo (session));
  g_assert_cmpuint (ondes_session_get_channel (session), ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *now = NULL;

      for (guint step = 0; step < changes[i].steps; step++)
        g_assert_cmpstr (ondes_session_redo (session), ==, changes[i].name);
      work_settle (work);
      now = print (session);
      g_assert_cmpstr (now, ==, g_ptr_array_index (states, i + 1));
    }
  g_assert_false (ondes_session_can_redo (session));
  g_assert_cmpuint (ondes_session_get_channel (session), ==, 2);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_settings (work->watched.analysis)->fmin_hz, ==, 123);
  g_assert_cmpstr (work->watched.messages->str, ==, "");
  for (guint i = 0; ondes_session_can_undo (session); i++)
    g_assert_cmpuint ((ondes_session_undo (session), i), <, 20);
}

/* What was undone is computed as it was: the picture is that of its settings. */
static void
test_undone_picture (Work *work,
                     gconstpointer data)
{
  Watched *watched = &work->watched;
  g_autofree char *path = tone_file ("undone.wav", 20000, 700);

  open_and_settle (watched, path);
  ondes_timeline_set_view (watched->timeline, 2000, 9000);
  settle (watched);
  for (guint i = 1; i <= 20; i++)
    set_omega0 (watched, 5 + i * 0.25); /* a drag */
  settle (watched);
  ondes_timeline_set_view (watched->timeline, 0, 20000);
  g_assert_null (ondes_session_undo (watched->session)); /* the view, which is on every page */
  g_assert_false (ondes_timeline_is_whole (watched->timeline));
  g_assert_cmpstr (ondes_session_undo (watched->session), ==, "scalogram");
  settle (watched);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_settings (watched->analysis)->options.omega0, ==, 5);
  g_assert_null (ondes_session_undo (watched->session));
  g_assert_true (ondes_timeline_is_whole (watched->timeline));
  settle (watched);
  assert_is_computed (watched, ondes_scalogram_analysis_get_scalogram (watched->analysis), 1e-3);
  g_assert_cmpfloat (ondes_spec_cwt (ondes_scalogram_analysis_get_scalogram (watched->analysis)->spec)->options.omega0, ==, 5);
  g_assert_false (ondes_session_can_undo (watched->session));
}

static void
test_held (Work *work,
           gconstpointer data)
{
  Watched *watched = &work->watched;
  g_autofree char *path = tone_file ("held.wav", 2000, 700);

  open_and_settle (watched, path);
  ondes_session_set_held (watched->session, TRUE);
  set_omega0 (watched, 6);
  set_history_time_us ((gint64) (1.1 * ONDES_HISTORY_PAUSE_S * G_USEC_PER_SEC));
  set_omega0 (watched, 7);
  ondes_session_set_held (watched->session, FALSE);
  ondes_session_undo (watched->session);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_settings (watched->analysis)->options.omega0, ==, 5);
}

/* Of another recording there is nothing to undo; the same one read otherwise goes on. */
static void
test_recordings (Work *work,
                 gconstpointer data)
{
  Watched *watched = &work->watched;
  g_autofree char *path = stereo_file ("first.wav"), *other = stereo_file ("second.wav");
  OndesReadOptions options = { .rate_hz = 500 };

  open_and_settle (watched, path);
  set_omega0 (watched, 9);
  ondes_session_set_channel (watched->session, 2);
  settle (watched);
  ondes_session_open (watched->session, path, &options);
  work_settle (work);
  g_assert_cmpfloat (ondes_session_get_source (watched->session)->rate_hz, ==, 500);
  g_assert_cmpuint (ondes_session_get_opened (watched->session), ==, 1);
  g_assert_null (ondes_session_undo (watched->session));
  g_assert_cmpuint (ondes_session_get_channel (watched->session), ==, 1);
  g_assert_cmpstr (ondes_session_undo (watched->session), ==, "scalogram");
  g_assert_cmpfloat (ondes_scalogram_analysis_get_settings (watched->analysis)->options.omega0, ==, 5);
  g_assert_cmpfloat (ondes_session_get_source (watched->session)->rate_hz, ==, 500);
  set_omega0 (watched, 9);
  settle (watched);
  open_and_settle (watched, other);
  g_assert_false (ondes_session_can_undo (watched->session));
  g_assert_false (ondes_session_can_redo (watched->session));
  g_assert_cmpfloat (ondes_scalogram_analysis_get_settings (watched->analysis)->options.omega0, ==, 9);
}

/* Stored as text, all of it is there in another session, of the same recording, in one step. */
static void
test_restore (Work *work,
              gconstpointer data)
{
  g_autofree char *path = stereo_file ("restore.wav"), *text = NULL, *before = NULL, *after = NULL, *undone = NULL;
  g_autoptr (GVariant) settings = NULL;
  Work other = { 0 };

  ondes_session_open (work->watched.session, path, NULL);
  work_show_all (work);
  work_settle (work);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    changes[i].change (work);
  work_settle (work);
  text = print (work->watched.session);
  settings = g_variant_ref_sink (g_variant_new_parsed (text));

  work_begin (&other, NULL);
  ondes_session_open (other.watched.session, path, NULL);
  work_show_all (&other);
  work_settle (&other);
  before = print (other.watched.session);
  g_assert_cmpstr (before, !=, text);
  ondes_session_set_settings (other.watched.session, settings);
  work_settle (&other);
  after = print (other.watched.session);
  g_assert_cmpstr (after, ==, text);
  g_assert_true (ondes_spec_equal (ondes_scalogram_analysis_get_scalogram (other.watched.analysis)->spec,
                                   ondes_scalogram_analysis_get_scalogram (work->watched.analysis)->spec));
  g_assert_cmpfloat (ondes_series_get (result_of (other.spectra), 3), ==, ondes_series_get (result_of (work->spectra), 3));
  ondes_session_undo (other.watched.session);
  undone = print (other.watched.session);
  g_assert_cmpstr (undone, ==, before);
  g_assert_false (ondes_session_can_undo (other.watched.session));
  work_end (&other, NULL);
}

/* Whatever was stored by whomever, all goes on. */
static void
test_harmless (Work *work,
               gconstpointer data)
{
  static const char *const stored[] = {
    "@a{sv} {}",
    "{'channel': <uint32 77>, 'scalogram': <7>, 'nobody': <{'a': <1>}>}",
    "{'channel': <'1'>, 'scalogram': <{'omega0': <'5'>, 'wavelet': <'none'>, 'quantity': <'phase'>, 'palette': <uint32 99>}>}",
    "{'scalogram': <{'rows': <'list'>, 'scales': <'×'>}>, 'spectra': <{'order': <'natural'>, 'source': <{'kind': <true>}>}>}",
    "{'scalogram': <{'omega0': <-3.0>, 'voices': <0.0>, 'fmin': <7.0>, 'db-range': <-4.0>, 'reference': <-1.0>}>}",
    "{'scalogram': <{'detrend': <'moving'>, 'detrend-window': <-1.0>}>}",
    "{'spectra': <{'keep': <uint64 18446744073709551615>, 'length': <uint64 12345>, 'binarise': <'bit'>, 'bit': <uint32 900>}>}",
    "{'convolution': <{'first': <{'kind': <'file'>, 'path': <b'/there/is/none.csv'>}>, 'second': <{'output': <uint32 55>}>}>}",
  };
  g_autofree char *path = tone_file ("harmless.wav", 20000, 700), *before = NULL, *after = NULL;

  ondes_session_open (work->watched.session, path, NULL);
  work_show_all (work);
  work_settle (work);
  before = print (work->watched.session);
  for (guint i = 0; i < G_N_ELEMENTS (stored); i++)
    {
      g_autoptr (GVariant) settings = g_variant_ref_sink (g_variant_new_parsed (stored[i]));

      ondes_session_set_settings (work->watched.session, settings);
      work_settle (work);
    }
  while (ondes_session_can_undo (work->watched.session))
    ondes_session_undo (work->watched.session);
  work_settle (work);
  after = print (work->watched.session);
  g_assert_cmpstr (before, ==, after);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (work->watched.analysis)));
  assert_is_computed (&work->watched, ondes_scalogram_analysis_get_scalogram (work->watched.analysis), 1e-3);
}

/* Engines. */

static double *
copy_spectrum (Work *work,
               guint64 *n)
{
  OndesSeries *series = result_of (work->spectra);
  double *values;

  g_assert_nonnull (series);
  *n = series->n;
  values = g_new (double, *n);
  for (guint64 i = 0; i < *n; i++)
    values[i] = ondes_series_get (series, i);
  return values;
}

/* Both at once, each what it would be alone, on one engine of each kind. */
static void
test_two (Work *work,
          gconstpointer data)
{
  char *paths[2] = { tone_file ("one.wav", 100000, 300), tone_file ("other.wav", 100000, 900) };
  Work other = { 0 }, *works[2] = { work, &other };
  double *together[2] = { NULL };
  guint64 n[2], again;

  work_begin (&other, NULL);
  for (guint i = 0; i < 2; i++)
    {
      ondes_session_open (works[i]->watched.session, paths[i], NULL);
      work_show_all (works[i]);
    }
  work_settle (work);
  work_settle (&other);
  g_assert_cmpuint (ondes_engine_host_list (ondes_engine_host_default (), NULL, 0), ==, 2); /* the CPU, and the CPU of one thread */
  for (guint i = 0; i < 2; i++)
    {
      assert_is_computed (&works[i]->watched, ondes_scalogram_analysis_get_scalogram (works[i]->watched.analysis), 1e-3);
      together[i] = copy_spectrum (works[i], &n[i]);
      g_assert_cmpstr (works[i]->watched.messages->str, ==, "");
    }
  work_end (&other, NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree double *alone = NULL;

      ondes_session_open (work->watched.session, paths[i], NULL);
      work_settle (work);
      alone = copy_spectrum (work, &again);
      g_assert_cmpmem (alone, again * sizeof *alone, together[i], n[i] * sizeof *alone);
      g_free (together[i]);
      g_free (paths[i]);
    }
}

/* The picture has the engine, the spectrum and the convolution wait for it; then it is gone. */
static void
test_lost (Work *work,
           gconstpointer data)
{
  g_autofree char *path = tone_file ("lost.wav", 100000, 700);
  OndesHostedEngine engines[4];
  g_autofree double *lost = NULL, *cpu = NULL;
  guint64 n, again;
  guint waiting;

  ondes_session_open (work->watched.session, path, NULL);
  work_settle (work);
  *control = (FakeControl) { .devices = G_MAXUINT };
  ondes_engine_preference_set (ondes_session_get_engine (work->watched.session), "cuda", 1);
  control->armed = control->on = TRUE;
  control->call = FAKE_PUT;
  control->at = 2;
  control->code = ONDES_ENGINE_ERROR_LOST;
  g_atomic_int_set (&control->hold, 1);
  set_omega0 (&work->watched, 6);
  while (control->calls[FAKE_PUT] == 0)
    g_main_context_iteration (NULL, FALSE);
  work_show_all (work);
  do
    {
      guint open;

      g_main_context_iteration (NULL, FALSE);
      waiting = 0;
      open = ondes_engine_host_list (ondes_engine_host_default (), engines, G_N_ELEMENTS (engines));
      for (guint i = 0; i < open; i++)
        waiting += engines[i].waiting;
    }
  while (waiting < 2);
  g_assert_cmpuint (control->engines, ==, 1);
  g_atomic_int_set (&control->hold, 0);
  work_settle (work);
  g_assert_cmpuint (control->fired, >=, 1);
  g_assert_cmpuint (control->engines, ==, 0);
  assert_is_computed (&work->watched, ondes_scalogram_analysis_get_scalogram (work->watched.analysis), 1e-3);
  g_assert_cmpfloat (ondes_spec_cwt (ondes_scalogram_analysis_get_scalogram (work->watched.analysis)->spec)->options.omega0, ==, 6);
  g_assert_nonnull (result_of (work->convolution));
  lost = copy_spectrum (work, &n);
  g_test_message ("%s", work->watched.messages->str);
  /* Said once. */
  g_assert_true (g_str_has_prefix (work->watched.messages->str, "The CPU computes: "));
  g_assert_null (strstr (work->watched.messages->str + 1, "The CPU computes: "));
  ondes_engine_preference_set (ondes_session_get_engine (work->watched.session), "cpu", 0);
  ondes_analysis_recompute (ONDES_ANALYSIS (work->spectra));
  work_settle (work);
  cpu = copy_spectrum (work, &again);
  g_assert_cmpmem (lost, n * sizeof *lost, cpu, again * sizeof *cpu);
}

/* Memory. */

#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
static gsize
bytes_used (void)
{
  const struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

typedef struct
{
  gsize   open, replaced, closed; /* bytes in use */
  guint64 open_engines, replaced_engines; /* of these the engines tell */
} Used;

#define ROOM (8 << 20)

/* With @path open, once a small one took its place, and once the session is closed. A block that a thread of the queue still
 * holds when the analyses are done is given back soon after: waits until no more than @kept, the engines' and some room are in
 * use; 0 does not wait. */
static void
open_and_close (const char *path,
                const char *small,
                gsize kept,
                Used *used)
{
  OndesEngineHost *host = ondes_engine_host_default ();
  Work work = { 0 };

  work_begin (&work, NULL);
  ondes_session_open (work.watched.session, path, NULL);
  work_show_all (&work);
  work_settle (&work);
  used->open = bytes_used ();
  used->open_engines = ondes_engine_host_get_bytes (host);
  ondes_session_open (work.watched.session, small, NULL);
  work_settle (&work);
  do
    {
      g_main_context_iteration (NULL, FALSE);
      used->replaced = bytes_used ();
      used->replaced_engines = ondes_engine_host_get_bytes (host);
    }
  while (kept > 0 && used->replaced > kept + used->replaced_engines + ROOM);
  work_end (&work, NULL);
  used->closed = bytes_used ();
}

#endif

/* Of a recording that another one takes the place of, no more stays than the workspace of the engines; once the session is
 * closed, nothing. */
static void
test_memory (void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  g_test_skip ("a sanitizer's allocator does not say what is in use");
#else
  const guint frames = 1 << 21;
  const double mib = 1 << 20;
  g_autofree char *path = tone_file ("memory.wav", frames, 700), *small = tone_file ("small.wav", 2000, 700);
  Used first, used;

  open_and_close (path, small, 0, &first); /* plans of FFTs and the like stay */
  for (guint i = 0; i < 4; i++)
    {
      open_and_close (path, small, first.closed, &used);
      g_test_message ("MiB in use, and of these the engines': %.1f and %.1f open, %.1f and %.1f with a small one in its place, "
                      "%.2f closed, %+.2f since the first time", used.open / mib, used.open_engines / mib, used.replaced / mib,
                      used.replaced_engines / mib, used.closed / mib, ((double) used.closed - (double) first.closed) / mib);
      g_assert_cmpuint (used.open, >=, used.replaced + frames * sizeof (double));
      g_assert_cmpuint (used.replaced, <=, used.closed + used.replaced_engines + ROOM);
      g_assert_cmpuint (used.closed, <=, first.closed + (1 << 20));
    }
  g_assert_cmpuint (ondes_engine_host_list (ondes_engine_host_default (), NULL, 0), ==, 0);
  g_assert_cmpuint (ondes_engine_host_get_bytes (ondes_engine_host_default ()), ==, 0);
#endif
}

#undef ADD
#define ADD(path, function) g_test_add ("/ondes/session/" path, Work, NULL, work_begin, function, work_end)

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  control = scalogram_fake ();

  g_test_add_func ("/ondes/session/memory-of-a-closed-recording-is-given-back", test_memory);
  ADD ("last-opened-wins", test_overtake);
  ADD ("cancelled-opening-leaves-all-as-it-was", test_cancel);
  ADD ("failed-opening-leaves-all-as-it-was", test_failure);
  ADD ("undo/whatever-was-changed-comes-back", test_undo);
  ADD ("undo/what-was-undone-is-computed-again", test_undone_picture);
  ADD ("undo/what-a-held-button-does-is-one-step", test_held);
  ADD ("undo/begins-anew-with-another-recording", test_recordings);
  ADD ("stored-settings-come-back-in-another-session", test_restore);
  ADD ("stored-settings-never-harm", test_harmless);
  ADD ("two-share-one-host", test_two);
  ADD ("engine-lost-while-three-analyses-wait", test_lost);
  return scalogram_run ();
}
