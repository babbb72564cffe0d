/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures and exports of an analysis whose graphics card, a fake one, is missing or fails: they come from the CPU all the
 * same, and one sentence says why. */
#include "../engine/once.h"
#include "scalogram-fixture.h"

#include <string.h>

#include "series/dyadic-analysis.h"
#include "series/spectrum-analysis.h"

static FakeControl *control;
static guint next_device; /* a device that is lost stays lost in this process, so that each case has its own */

static void
choose_fake (Watched *watched)
{
  *control = (FakeControl) { .devices = G_MAXUINT };
  ondes_engine_preference_set (ondes_session_get_engine (watched->session), "cuda", ++next_device);
}

static void
arm (FakeCall call,
     guint at,
     OndesEngineError code)
{
  memset (control->calls, 0, sizeof control->calls);
  control->armed = control->on = TRUE;
  control->call = call;
  control->at = at;
  control->code = code;
}

/* The picture is that of the CPU with the settings of now, and says who made it. */
static void
assert_picture (Watched *watched,
                double omega0,
                const char *engine)
{
  const OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (watched->analysis);

  g_assert_false (ondes_analysis_is_stale (ONDES_ANALYSIS (watched->analysis)));
  g_assert_cmpfloat (ondes_spec_cwt (scalogram->spec)->options.omega0, ==, omega0);
  assert_is_computed (watched, scalogram, 1e-3);
  if (!g_str_has_prefix (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), engine))
    g_error ("“%s” does not begin with “%s”", ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), engine);
}

/* One sentence was said since the last call, and it holds @part; NULL: none was. */
static void
assert_said (Watched *watched,
             const char *part)
{
  const char *text = watched->messages->str;

  if (part == NULL)
    g_assert_cmpstr (text, ==, "");
  else
    {
      g_assert_true (g_str_has_prefix (text, "The CPU computes: "));
      g_assert_nonnull (strstr (text, part));
      g_assert_true (strchr (text, '\n') == text + strlen (text) - 1);
    }
  g_string_truncate (watched->messages, 0);
}

static void
test_status (Watched *watched,
             gconstpointer data)
{
  g_autofree char *path = tone_file ("status.wav", 20000, 700);
  g_autofree char *engine = NULL;

  choose_fake (watched);
  engine = g_strdup_printf ("CUDA, fake %u · ", next_device);
  open_and_settle (watched, path);
  assert_picture (watched, 5, engine);
  g_assert_true (g_str_has_suffix (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), " ms transfer"));
  g_assert_nonnull (strstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), " ms + "));

  /* Another choice, at once; the same spec and view. */
  ondes_engine_preference_set (ondes_session_get_engine (watched->session), "cpu", 0);
  ondes_analysis_recompute (ONDES_ANALYSIS (watched->analysis));
  settle (watched);
  assert_picture (watched, 5, "CPU · ");
  g_assert_null (strstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), "transfer"));
  g_assert_cmpuint (control->engines, ==, 0);
  assert_said (watched, NULL);
}

static void
test_missing (Watched *watched,
              gconstpointer no_device)
{
  g_autofree char *path = tone_file ("missing.wav", 20000, 700);

  choose_fake (watched);
  control->devices = no_device ? 0 : 1; /* there is one, and another was chosen */
  ondes_session_open (watched->session, path, NULL);
  settle (watched);
  assert_picture (watched, 5, "CPU · ");
  assert_said (watched, "the fake engine has no device");
  for (guint i = 0; i < 5; i++)
    {
      set_omega0 (watched, 6 + i);
      settle (watched);
      assert_picture (watched, 6 + i, "CPU · ");
    }
  assert_said (watched, NULL);
}

/* Samples; fewer where each is computed a tenth as fast. */
#ifdef __SANITIZE_ADDRESS__
#define DRAGGED 80000
#else
#define DRAGGED 200000
#endif

/* From a turn of the drag on every call fails, wherever it is then: in a preview, in a picture, between two. */
static void
test_drag (Watched *watched,
           gconstpointer code)
{
  g_autofree char *path = tone_file ("drag.wav", DRAGGED, 700);
  guint turns = 12;
  double first, count, first_after, count_after;

  for (FakeCall call = FAKE_OPEN; call < FAKE_N; call++)
    {
      if (call == FAKE_OPEN && GPOINTER_TO_UINT (code) != ONDES_ENGINE_ERROR_LOST)
        continue; /* it is open */
      choose_fake (watched);
      if (call == FAKE_OPEN)
        arm (call, 1, GPOINTER_TO_UINT (code));
      ondes_session_open (watched->session, path, NULL);
      settle (watched);
      if (call > FAKE_OPEN)
        {
          assert_picture (watched, ondes_scalogram_analysis_get_settings (watched->analysis)->options.omega0, "CUDA, fake ");
          assert_said (watched, NULL);
        }
      ondes_timeline_get_view (watched->timeline, &first, &count);
      for (guint turn = 0; turn < turns; turn++)
        {
          if (turn == turns / 2 && call > FAKE_OPEN)
            arm (call, 1, GPOINTER_TO_UINT (code));
          set_omega0 (watched, 5 + (turn + 1) * 0.25);
          for (guint i = 0; i < 3; i++)
            g_main_context_iteration (NULL, FALSE);
        }
      settle (watched);
      assert_picture (watched, 5 + turns * 0.25, "CPU · ");
      assert_said (watched, GPOINTER_TO_UINT (code) == ONDES_ENGINE_ERROR_LOST ? "was lost" : "the fake engine fails");
      ondes_timeline_get_view (watched->timeline, &first_after, &count_after);
      g_assert_cmpfloat (first, ==, first_after);
      g_assert_cmpfloat (count, ==, count_after);
      g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (watched->analysis)));
      if (GPOINTER_TO_UINT (code) == ONDES_ENGINE_ERROR_LOST)
        g_assert_cmpuint (control->engines, ==, 0);

      /* Whether or not it would work again, nothing is said a second time. */
      control->armed = FALSE;
      set_omega0 (watched, 12 + call); /* that no one computed before */
      settle (watched);
      assert_picture (watched, 12 + call, GPOINTER_TO_UINT (code) == ONDES_ENGINE_ERROR_LOST ? "CPU · " : "CUDA, fake ");
      assert_said (watched, NULL);
    }
}

/* An export that falls back says so, once, and is the file that the CPU makes. */
static void
test_export (Watched *watched,
             gconstpointer data)
{
  g_autofree char *path = tone_file ("export.wav", 20000, 700);
  g_autofree char *paths[2] = { g_build_filename (scalogram_folder, "failing.npy", NULL),
                                g_build_filename (scalogram_folder, "cpu.npy", NULL) };
  g_autofree char *contents[2] = { NULL };
  gsize lengths[2];

  choose_fake (watched);
  open_and_settle (watched, path);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *said = NULL;

      if (i == 0)
        arm (FAKE_PUT, 1, ONDES_ENGINE_ERROR_NO_MEMORY);
      else
        ondes_engine_preference_set (ondes_session_get_engine (watched->session), "cpu", 0);
      ondes_analysis_export (ONDES_ANALYSIS (watched->analysis), paths[i], ONDES_EXPORT_NPY, &ondes_figure_size_default, 200);
      settle (watched);
      said = g_strdup (watched->messages->str);
      g_string_truncate (watched->messages, 0);
      if (i == 0)
        {
          g_auto (GStrv) lines = g_strsplit (said, "\n", -1);

          g_assert_cmpuint (g_strv_length (lines), ==, 3); /* the last is empty */
          g_assert_true (g_str_has_prefix (lines[0], "The CPU computes: the fake engine fails"));
          g_assert_cmpstr (lines[1], ==, "Exported “failing.npy”");
        }
      else
        g_assert_cmpstr (said, ==, "Exported “cpu.npy”\n");
      g_assert_true (g_file_get_contents (paths[i], &contents[i], &lengths[i], &error));
      g_assert_no_error (error);
    }
  g_assert_cmpmem (contents[0], lengths[0], contents[1], lengths[1]);
  g_free (g_steal_pointer (&contents[1]));
  g_free (g_steal_pointer (&paths[1]));
}

/* Until the model has computed what it wants. */
static void
settle_model (gpointer model)
{
  while (ondes_analysis_is_busy (ONDES_ANALYSIS (model), NULL))
    g_main_context_iteration (NULL, TRUE);
}

/* All that a window computes with. */
typedef struct
{
  OndesSession           *session;
  OndesScalogramAnalysis *analysis;
  OndesSpectrumAnalysis  *spectra;
  OndesDyadicAnalysis    *convolution;
} Pages;

static void
open_pages (Pages *pages)
{
  pages->spectra = ondes_spectrum_analysis_new (pages->session);
  pages->convolution = ondes_dyadic_analysis_new (pages->session);
  ondes_analysis_set_active (ONDES_ANALYSIS (pages->analysis), FALSE);
  ondes_analysis_set_active (ONDES_ANALYSIS (pages->spectra), TRUE);
  settle_model (pages->spectra);
  ondes_analysis_set_active (ONDES_ANALYSIS (pages->spectra), FALSE);
  ondes_analysis_set_active (ONDES_ANALYSIS (pages->convolution), TRUE);
  settle_model (pages->convolution);
}

/* Two windows with three pages each compute on one engine of the device; what it keeps of a recording is given back when that is
 * closed in any of them. */
static void
test_two_windows (Watched *watched,
                  gconstpointer data)
{
  const guint frames = 1 << 18;
  g_autofree char *path = tone_file ("windows.wav", frames, 700);
  g_autofree char *small = tone_file ("small.wav", 1 << 10, 700);
  OndesEngineHost *host = ondes_engine_host_default ();
  Pages pages[2] = { { watched->session, watched->analysis }, { NULL } };
  guint64 before;

  choose_fake (watched);
  open_and_settle (watched, path);
  open_pages (&pages[0]);
  pages[1].session = ondes_session_new_with_engine (ondes_session_get_engine (watched->session));
  pages[1].analysis = ondes_scalogram_analysis_new (pages[1].session);
  ondes_session_open (pages[1].session, path, NULL);
  settle_model (pages[1].analysis);
  open_pages (&pages[1]);
  g_assert_cmpuint (control->calls[FAKE_RUN], >=, 6);
  g_assert_cmpuint (control->calls[FAKE_OPEN], ==, 1);
  g_assert_cmpuint (control->engines, ==, 1);
  g_assert_cmpuint (ondes_engine_host_list (host, NULL, 0), ==, 2); /* and the CPU of one thread, which looks at recordings */

  /* Its picture was the engine's last. */
  before = ondes_engine_host_get_bytes (host);
  g_assert_cmpuint (before, >, frames * sizeof (double));
  control->forgets = 0;
  g_object_unref (pages[1].convolution);
  g_object_unref (pages[1].spectra);
  g_object_unref (pages[1].analysis);
  g_object_unref (pages[1].session);
  g_assert_cmpuint (control->forgets, >, 0);
  g_assert_cmpuint (ondes_engine_host_get_bytes (host), <=, before - frames * sizeof (double));
  g_assert_cmpuint (control->engines, ==, 1);

  /* Another recording in the place of the first. */
  g_object_unref (pages[0].convolution);
  g_object_unref (pages[0].spectra);
  control->forgets = 0;
  open_and_settle (watched, small);
  g_assert_cmpuint (control->forgets, >, 0);
  g_assert_cmpuint (control->calls[FAKE_OPEN], ==, 1);
}

/* Two sessions prefer different engines: each computes on its own, and a change of one leaves the other as it is. */
static void
test_two_preferences (Watched *watched,
                      gconstpointer data)
{
  g_autofree char *path = tone_file ("preferences.wav", 20000, 700);
  Watched other;

  watched_setup (&other, NULL);
  choose_fake (watched);
  ondes_engine_preference_set (ondes_session_get_engine (other.session), "cpu", 0);
  open_and_settle (watched, path);
  open_and_settle (&other, path);
  assert_picture (watched, 5, "CUDA, fake ");
  assert_picture (&other, 5, "CPU · ");

  ondes_engine_preference_set (ondes_session_get_engine (watched->session), "cpu", 0);
  ondes_engine_preference_set (ondes_session_get_engine (other.session), "cuda", ++next_device);
  control->devices = 0;
  set_omega0 (watched, 7);
  set_omega0 (&other, 7);
  settle (watched);
  settle (&other);
  assert_picture (watched, 7, "CPU · ");
  assert_picture (&other, 7, "CPU · ");
  assert_said (watched, NULL);
  assert_said (&other, "no device");
  watched_teardown (&other, NULL);
}

/* Somebody else's run, which has the engine until it is let go. */
typedef struct
{
  OndesSink               sink;
  OndesScalogramAnalysis *analysis;
  int                     has, let_go; /* atomic */
} Other;

static gboolean
other_begin (OndesSink *sink,
             OndesType type,
             guint64 rows,
             guint64 cols,
             GError **error)
{
  Other *self = (Other *) sink;

  g_atomic_int_set (&self->has, TRUE);
  while (!g_atomic_int_get (&self->let_go))
    g_usleep (1000);
  g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, "it was let go");
  return FALSE;
}

static gpointer
other_thread (gpointer data)
{
  static const OndesSinkClass klass = { .begin = other_begin };
  Other *self = data;
  OndesSource *source = ondes_session_get_source (ondes_analysis_get_session (ONDES_ANALYSIS (self->analysis)));
  OndesSpec *spec = ondes_scalogram_analysis_get_scalogram (self->analysis)->spec;
  const OndesView view = { .count = source->n, .columns = 10 };
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cuda", next_device, 0);

  self->sink.klass = &klass;
  g_assert_false (compute_once (computer, ondes_request_new_of (spec, source, &view, NULL), &self->sink, NULL, NULL, NULL));
  return NULL;
}

/* A picture that had to wait for its engine says how long, and is judged by its own time alone. */
static void
test_waited (Watched *watched,
             gconstpointer data)
{
  g_autofree char *path = tone_file ("waited.wav", 20000, 700);
  Other other = { .analysis = watched->analysis };
  OndesHostedEngine engines[2] = { { NULL } };
  GThread *thread;

  choose_fake (watched);
  open_and_settle (watched, path);
  g_assert_null (strstr (ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), "waited"));
  thread = g_thread_new ("other", other_thread, &other);
  while (!g_atomic_int_get (&other.has))
    g_usleep (1000);
  set_omega0 (watched, 9);
  while (engines[0].waiting + engines[1].waiting == 0)
    {
      g_main_context_iteration (NULL, FALSE);
      ondes_engine_host_list (ondes_engine_host_default (), engines, G_N_ELEMENTS (engines));
    }
  g_usleep (150 * 1000); /* what is told */
  g_assert_true (ondes_analysis_is_busy (ONDES_ANALYSIS (watched->analysis), NULL));
  g_atomic_int_set (&other.let_go, TRUE);
  settle (watched);
  g_thread_join (thread);
  assert_picture (watched, 9, "CUDA, fake ");
  g_assert_true (g_regex_match_simple (" · waited [0-9]+\\.[0-9]+ s",
                                       ondes_analysis_get_status (ONDES_ANALYSIS (watched->analysis)), 0, 0));
  g_assert_cmpuint (control->calls[FAKE_OPEN], ==, 1);
}

int
main (int argc,
      char **argv)
{
  scalogram_init (&argc, &argv);
  control = scalogram_fake ();

  ADD ("engine/status-names-it-and-splits-the-time", test_status);
  g_test_add ("/ondes/scalogram-analysis/engine/no-device-is-said-once", Watched, GINT_TO_POINTER (TRUE), watched_setup,
              test_missing, watched_teardown);
  g_test_add ("/ondes/scalogram-analysis/engine/missing-device-is-said-once", Watched, NULL, watched_setup, test_missing,
              watched_teardown);
  g_test_add ("/ondes/scalogram-analysis/engine/lost-in-a-drag-is-said-once", Watched,
              GUINT_TO_POINTER (ONDES_ENGINE_ERROR_LOST), watched_setup, test_drag, watched_teardown);
  g_test_add ("/ondes/scalogram-analysis/engine/no-memory-in-a-drag-is-said-once", Watched,
              GUINT_TO_POINTER (ONDES_ENGINE_ERROR_NO_MEMORY), watched_setup, test_drag, watched_teardown);
  g_test_add ("/ondes/scalogram-analysis/engine/unsupported-in-a-drag-is-said-once", Watched,
              GUINT_TO_POINTER (ONDES_ENGINE_ERROR_UNSUPPORTED), watched_setup, test_drag, watched_teardown);
  ADD ("engine/export-falls-back-and-is-the-same", test_export);
  ADD ("engine/two-windows-share-it", test_two_windows);
  ADD ("engine/two-sessions-prefer-their-own", test_two_preferences);
  ADD ("engine/a-wait-is-told", test_waited);
  return scalogram_run ();
}
