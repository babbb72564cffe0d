/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “Compute On” in the window's menu, with graphics cards that are fakes: chosen by pointer and by keys, too old, refusing, out of
 * memory, lost while a slider is dragged, and remembered by the next start. */
#include <gmodule.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/fake-engine.h"
#include "charts/ondes-charts.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

/* The cards: one is lost and stays so, one is too old. */
enum { GOOD, LOSES, OLD, OTHER, N_CARDS };

static FakeControl *control;
static guint whys;     /* sentences that the window was told why the CPU computes */
static guint messages; /* and all sentences */
static char *last_why;

static void
on_message (OndesAnalysis *from,
            const char *text,
            gboolean is_error,
            gpointer data)
{
  messages++;
  if (!g_str_has_prefix (text, "The CPU computes: "))
    return;
  whys++;
  g_free (last_why);
  last_why = g_strdup (text);
}

/* Every call from the next one on fails. */
static void
arm (FakeCall call,
     OndesEngineError code)
{
  memset (control->calls, 0, sizeof control->calls);
  control->call = call;
  control->at = 1;
  control->code = code;
  control->on = control->armed = TRUE;
}

static void
begin (void)
{
  static gboolean connected;

  control->armed = FALSE;
  /* An item that slides in is not where it was a moment ago. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  window_begin ();
  if (!connected)
    {
      /* Whichever tells first. */
      for (guint i = 0; i < ONDES_N_MODELS; i++)
        g_signal_connect (window->models[i], "message", G_CALLBACK (on_message), NULL);
      g_signal_connect (window->listening, "message", G_CALLBACK (on_message), NULL);
      g_signal_connect (window->annotations, "message", G_CALLBACK (on_message), NULL);
      g_signal_connect (window->comparison, "message", G_CALLBACK (on_message), NULL);
    }
  connected = TRUE;
  whys = messages = 0;
  window_open_sample ("nino3.dat");
}

/* The menu. */

static gboolean
is_checked (const char *text)
{
  gboolean active;

  g_object_get (window_menu_item (text), "active", &active, NULL);
  return active;
}

static void
open_choices (void)
{
  window_click (window_by_id (window, "menu_button"));
  window_click (window_menu_item ("Compute On"));
  window_menu_item ("Automatic");
}

static void
close_choices (void)
{
  for (guint i = 0; i < 3 && !window_has_no_menu (NULL); i++)
    {
      driver_key ("Escape");
      driver_wait_drawn (GTK_WIDGET (window));
    }
  driver_wait (window_has_no_menu, NULL, "the menu to close");
}

static char *
card (guint number)
{
  return g_strdup_printf ("fake %u · %u", number, number);
}

static char *
choice (void)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (application), "engine");

  return g_variant_dup_string (state, NULL);
}

/* By pointer. */
static void
choose (const char *text)
{
  open_choices ();
  window_click (window_menu_item (text));
  driver_wait (window_has_no_menu, NULL, "the menu to close");
  window_settle ();
}

static void
choose_card (guint number)
{
  g_autofree char *text = card (number);

  choose (text);
}

/* Only the one that was chosen is marked. */
static void
assert_chosen (const char *target,
               const char *marked)
{
  g_autofree char *chosen = choice ();

  g_assert_cmpstr (chosen, ==, target);
  open_choices ();
  g_assert_true (is_checked ("Automatic") == g_str_equal (marked, "Automatic"));
  g_assert_true (is_checked ("CPU") == g_str_equal (marked, "CPU"));
  for (guint i = 0; i < N_CARDS; i++)
    {
      g_autofree char *text = card (i);

      g_assert_true (is_checked (text) == g_str_equal (marked, text));
    }
  close_choices ();
}

/* The picture. */

/* The status line is short; what computed the picture is in its tooltip. */
static const char *
status (void)
{
  const char *tip = gtk_widget_get_tooltip_text (window_by_id (window, "status"));

  return tip != NULL ? tip : "";
}

static gboolean
status_begins (gpointer begin)
{
  return g_str_has_prefix (status (), begin) && !ondes_analysis_is_stale (ONDES_ANALYSIS (analysis));
}

/* That of the CPU with the settings of now, on the screen; the status line begins with @engine, and splits the time of a card. */
static void
assert_picture (const char *engine)
{
  const OndesScalogram *scalogram;
  OndesScalogramJob job;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 0);
  g_autoptr (OndesScalogram) own = NULL;
  g_autoptr (GError) error = NULL;

  driver_wait (status_begins, (gpointer) engine, engine);
  window_settle ();
  scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  job = (OndesScalogramJob) { .spec = scalogram->spec, .source = ondes_session_get_source (session), .view = scalogram->view,
                              .info = ondes_recording_get_info (ondes_session_get_recording (session)) };
  own = ondes_scalogram_compute (computer, &job, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (ondes_spec_cwt (scalogram->spec)->options.omega0, ==,
                     ondes_scalogram_analysis_get_settings (analysis)->options.omega0);
  g_assert_cmpuint (own->rows, ==, scalogram->rows);
  g_assert_cmpuint (own->columns, ==, scalogram->columns);
  for (gsize i = 0; i < (gsize) own->rows * own->columns; i++)
    g_assert_cmpfloat_with_epsilon (scalogram->values[i], own->values[i], 1e-3 * own->largest);
  g_assert_cmpuint (window_colours (), >, 100);
  if (g_str_has_prefix (engine, "CUDA"))
    {
      g_assert_nonnull (strstr (status (), " ms + "));
      g_assert_true (g_str_has_suffix (status (), " ms transfer"));
    }
  else
    g_assert_null (strstr (status (), "transfer"));
}

static gboolean
is_label (GtkWidget *widget,
          gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text);
}

static gboolean
shows_label (gpointer text)
{
  return window_find (window_by_id (window, "toasts"), is_label, text) != NULL;
}

static gboolean
was_told (gpointer data)
{
  return whys > 0;
}

/* One toast stands there and says so, in one sentence and in full; nothing else was said. */
static void
assert_toast (const char *part)
{
  GtkWidget *label;
  PangoLayout *layout;

  driver_wait (was_told, NULL, "the reason");
  g_assert_cmpuint (whys, ==, 1);
  g_assert_cmpuint (messages, ==, 1);
  if (strstr (last_why, part) == NULL)
    g_error ("“%s” does not say “%s”", last_why, part);
  g_assert_null (strchr (last_why, '\n'));
  driver_wait (shows_label, last_why, "the toast");
  label = window_find (window_by_id (window, "toasts"), is_label, last_why);
  layout = gtk_label_get_layout (GTK_LABEL (label));
  g_assert_false (pango_layout_is_ellipsized (layout));
  whys = messages = 0;
}

static void
assert_no_toast (void)
{
  g_assert_cmpuint (messages, ==, 0);
}

/* What a failure must not change. */
typedef struct
{
  char            *choice, *engine, *title;
  double           first, count;
  OndesCwtSettings settings;
  gboolean         sidebar;
  guint            device;
} State;

static State
take_state (void)
{
  GSettings *settings = ondes_application_get_settings (application);
  State state = {
    .choice = choice (),
    .engine = g_settings_get_string (settings, "engine"),
    .title = g_strdup (gtk_window_get_title (GTK_WINDOW (window))),
    .settings = *ondes_scalogram_analysis_get_settings (analysis),
    .sidebar = adw_flap_get_reveal_flap (ADW_FLAP (window_by_id (window, "flap"))),
    .device = g_settings_get_uint (settings, "device"),
  };

  ondes_timeline_get_view (timeline, &state.first, &state.count);
  return state;
}

/* But ω₀, which the test drags. */
static void
assert_same (State *before)
{
  State now = take_state ();

  g_assert_cmpstr (now.choice, ==, before->choice);
  g_assert_cmpstr (now.engine, ==, before->engine);
  g_assert_cmpuint (now.device, ==, before->device);
  g_assert_cmpstr (now.title, ==, before->title);
  g_assert_cmpfloat (now.first, ==, before->first);
  g_assert_cmpfloat (now.count, ==, before->count);
  g_assert_cmpint (now.sidebar, ==, before->sidebar);
  g_assert_cmpint (now.settings.options.wavelet, ==, before->settings.options.wavelet);
  g_assert_cmpint (now.settings.options.method, ==, before->settings.options.method);
  g_assert_cmpint (now.settings.options.precision, ==, before->settings.options.precision);
  g_assert_cmpint (now.settings.options.boundary, ==, before->settings.options.boundary);
  g_assert_cmpint (now.settings.options.quantity, ==, before->settings.options.quantity);
  g_assert_null (ondes_analysis_get_problem (ONDES_ANALYSIS (analysis)));
  g_assert_true (gtk_widget_is_sensitive (GTK_WIDGET (window)));
  g_free (now.choice);
  g_free (now.engine);
  g_free (now.title);
  g_free (before->choice);
  g_free (before->engine);
  g_free (before->title);
}

static gboolean
omega0_is_not (gpointer data)
{
  return ondes_scalogram_analysis_get_settings (analysis)->options.omega0 != *(double *) data;
}

/* Drags the slider of ω₀ over pictures that nobody computed before, which would come from the cache of the scalogram; with a @code
 * the card fails from the middle on, wherever it is then. */
static void
drag (FakeCall call,
      int code)
{
  static guint serial;
  GtkWidget *scale = window_by_id (window_by_id (window, "omega0"), "scale");
  int width = gtk_widget_get_width (scale), middle = gtk_widget_get_height (scale) / 2;
  double start = 0.2 + 0.02 * (serial++ % 10); /* and so the end, from drag to drag */
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (analysis);

  settings.fmax_hz *= 1 - 1e-4 * serial;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  window_settle ();
  driver_press_on (scale, width * start, middle); /* which changes nothing if the slider stands there already */
  for (guint turn = 1; turn < 5; turn++)
    {
      double before = ondes_scalogram_analysis_get_settings (analysis)->options.omega0;

      driver_move (scale, width * (start + 0.1 * turn), middle);
      driver_wait (omega0_is_not, &before, "ω₀ along with the pointer");
      if (turn == 2 && code >= 0)
        arm (call, (OndesEngineError) code);
    }
  driver_release (1);
  window_settle ();
}

/* Tests. */

static void
test_automatic (void)
{
  begin ();
  assert_chosen ("auto", "Automatic");
  assert_picture ("CUDA, fake 0 · ");
  assert_no_toast ();
}

static void
test_pointer (void)
{
  guint runs;

  begin ();
  choose_card (OTHER);
  assert_picture ("CUDA, fake 3 · ");
  g_assert_cmpuint (control->device, ==, OTHER);
  assert_chosen ("cuda:3", "fake 3 · 3");
  choose ("CPU");
  runs = control->calls[FAKE_RUN];
  assert_picture ("CPU · ");
  assert_chosen ("cpu", "CPU");
  drag (FAKE_RUN, -1);
  assert_picture ("CPU · ");
  g_assert_cmpuint (control->calls[FAKE_RUN], ==, runs);
  g_assert_cmpuint (control->engines, ==, 0);
  choose ("Automatic");
  assert_picture ("CUDA, fake 0 · ");
  assert_chosen ("auto", "Automatic");
  assert_no_toast ();
}

static gboolean
choice_is (gpointer target)
{
  g_autofree char *now = choice ();

  return g_str_equal (now, target);
}

static void
test_keys (void)
{
  begin ();
  gtk_widget_grab_focus (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
  driver_key ("F10");
  window_menu_item ("Compute On");
  driver_key ("m"); /* its mnemonic */
  window_menu_item ("Automatic");
  driver_wait_drawn (GTK_WIDGET (window));
  driver_key ("c");
  driver_wait (choice_is, (gpointer) "cpu", "the CPU by its mnemonic");
  driver_wait (window_has_no_menu, NULL, "the menu to close");
  assert_picture ("CPU · ");

  /* Cards have no letters: the arrows. */
  driver_key ("F10");
  window_menu_item ("Compute On");
  driver_key ("m");
  window_menu_item ("Automatic");
  for (guint i = 0; i < 12 && !gtk_widget_is_focus (window_menu_item ("fake 3 · 3")); i++)
    {
      driver_key ("Down");
      driver_wait_drawn (GTK_WIDGET (window));
    }
  g_assert_true (gtk_widget_is_focus (window_menu_item ("fake 3 · 3")));
  driver_key ("Return");
  driver_wait (choice_is, (gpointer) "cuda:3", "the card");
  driver_wait (window_has_no_menu, NULL, "the menu to close");
  assert_picture ("CUDA, fake 3 · ");
  assert_no_toast ();
}

static void
test_old (void)
{
  begin ();
  choose_card (OLD);
  assert_picture ("CPU · ");
  assert_toast ("fake 2: " FAKE_OLD_DETAIL);
  drag (FAKE_RUN, -1);
  assert_picture ("CPU · ");
  assert_no_toast ();
  assert_chosen ("cuda:2", "fake 2 · 2");
}

/* The card works again as soon as it can, and nothing is said twice. */
static void
test_fails (gconstpointer data)
{
  OndesEngineError code = GPOINTER_TO_UINT (data);
  State before;

  begin ();
  choose ("CPU"); /* a choice of its own, so that it is said anew */
  choose_card (OTHER);
  assert_picture ("CUDA, fake 3 · ");
  before = take_state ();
  drag (code == ONDES_ENGINE_ERROR_UNSUPPORTED ? FAKE_SUPPORTS : FAKE_PUT, (int) code);
  assert_picture ("CPU · ");
  g_assert_cmpuint (control->fired, >, 0);
  assert_toast ("the fake engine fails");
  assert_same (&before);
  drag (FAKE_RUN, -1);
  assert_picture ("CPU · ");
  control->armed = FALSE;
  drag (FAKE_RUN, -1);
  assert_picture ("CUDA, fake 3 · ");
  assert_no_toast ();
  assert_chosen ("cuda:3", "fake 3 · 3");
}

static void
test_lost (void)
{
  State before;

  begin ();
  choose_card (LOSES);
  assert_picture ("CUDA, fake 1 · ");
  before = take_state ();
  drag (FAKE_PUT, ONDES_ENGINE_ERROR_LOST);
  assert_picture ("CPU · ");
  g_assert_cmpuint (control->engines, ==, 0);
  assert_toast ("device 1 of the cuda engine was lost");
  assert_same (&before);

  /* Until the next start. */
  control->armed = FALSE;
  drag (FAKE_RUN, -1);
  assert_picture ("CPU · ");
  assert_no_toast ();
  assert_chosen ("cuda:1", "fake 1 · 1");

  /* Another card is not lost with it. */
  choose_card (OTHER);
  assert_picture ("CUDA, fake 3 · ");
  assert_no_toast ();
}

/* The next start: a process of its own, which has the same settings. */
static void
test_restarted (void)
{
  begin ();
  assert_picture ("CUDA, fake 3 · ");
  g_assert_cmpuint (control->device, ==, OTHER);
  assert_chosen ("cuda:3", "fake 3 · 3");
  assert_no_toast ();
}

/* The card is not there any more: it stands in the menu as missing and stays the choice. */
static void
test_restarted_without (void)
{
  begin ();
  assert_picture ("CPU · ");
  assert_toast ("the fake engine has no device 3");
  g_assert_true (choice_is ((gpointer) "cuda:3"));
  open_choices ();
  g_assert_true (is_checked ("cuda:3 (missing)"));
  g_assert_false (is_checked ("Automatic"));
  close_choices ();
}

/* The next process begins empty, rather than with the recording of the last. */
static void
forget_session (const char *name)
{
  g_autofree char *state = g_build_filename (g_getenv ("HOME"), name, NULL);

  g_setenv ("XDG_STATE_HOME", state, TRUE);
}

static void
test_remembered (void)
{
  begin ();
  choose_card (OTHER);
  assert_picture ("CUDA, fake 3 · ");
  forget_session ("state-of-the-second");
  g_test_trap_subprocess ("/ondes/window/engines/subprocess/restarted", 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  g_setenv ("ONDES_TEST_CARDS", "2", TRUE);
  forget_session ("state-of-the-third");
  g_test_trap_subprocess ("/ondes/window/engines/subprocess/restarted-without", 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

/* Before any thread runs. */
static void
load_fake (void)
{
  g_autofree char *directory = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "engine", NULL);
  g_autofree char *path = g_build_filename (directory, "ondes-cuda.so", NULL);
  const char *cards = g_getenv ("ONDES_TEST_CARDS");
  GModule *module;
  gpointer entry;

  g_setenv ("ONDES_BACKEND_DIR", directory, TRUE);
  /* A file of the test's own home, so that a second process has them too. */
  g_setenv ("GSETTINGS_BACKEND", "keyfile", TRUE);
  module = g_module_open (path, G_MODULE_BIND_LOCAL);
  if (module == NULL || !g_module_symbol (module, "fake_control", &entry))
    g_error ("%s", g_module_error ());
  control = ((FakeControlEntry) entry) ();
  control->devices = cards != NULL ? (guint) atoi (cards) : N_CARDS;
  control->old = 1u << OLD;
}

int
main (int argc,
      char **argv)
{
  int result;

  load_fake ();
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window/engines/automatic-is-marked-and-takes-a-card", test_automatic);
  g_test_add_func ("/ondes/window/engines/chosen-by-pointer", test_pointer);
  g_test_add_func ("/ondes/window/engines/chosen-by-keys", test_keys);
  g_test_add_func ("/ondes/window/engines/too-old-is-said-once", test_old);
  g_test_add_data_func ("/ondes/window/engines/out-of-memory-in-a-drag-is-said-once",
                        GUINT_TO_POINTER (ONDES_ENGINE_ERROR_NO_MEMORY), test_fails);
  g_test_add_data_func ("/ondes/window/engines/refusing-in-a-drag-is-said-once",
                        GUINT_TO_POINTER (ONDES_ENGINE_ERROR_UNSUPPORTED), test_fails);
  g_test_add_func ("/ondes/window/engines/lost-in-a-drag-is-said-once", test_lost);
  g_test_add_func ("/ondes/window/engines/remembered-by-the-next-start", test_remembered);
  g_test_add_func ("/ondes/window/engines/subprocess/restarted", test_restarted);
  g_test_add_func ("/ondes/window/engines/subprocess/restarted-without", test_restarted_without);
  result = window_run ();
  g_free (last_why);
  return result;
}
