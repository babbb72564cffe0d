/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows that reopen: after a kill, from a file saved by name, with recordings that moved; and presets from the menu of the
 * side bar. */
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "charts/ondes-charts.h"
#include "charts/ondes-strips-view.h"
#include "pages/ondes-annotation-pane.h"
#include "pages/ondes-presets-panel.h"
#include "picture/analysis-preset.h"
#include "picture/slices.h"
#include "session/saved-session.h"
#include "shell/ondes-reopen.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

/* Changes that a child makes before the one that is kept, at least. */
#define CHANGES 12

/* The child. */

/* All of a window that reopens, in one line: its page, then its session. */
static char *
describe_state (const char *page,
                GVariant   *state)
{
  g_autofree char *text = g_variant_print (state, FALSE);

  return g_strdup_printf ("%s %s", page, text);
}

static char *
describe (void)
{
  g_autoptr (GVariant) state = ondes_session_save_state (session, TRUE);

  return describe_state (ondes_analysis_get_name (ondes_window_get_model (window)), state);
}

static void
change (void)
{
  static const char *const pages[] = { "scalogram", "spectra", "filter", "sequency" };
  const double n = (double) ondes_timeline_get_length (timeline), first = g_random_double_range (0, n * 0.8);
  OndesDisplay display = *ondes_scalogram_analysis_get_display (analysis);
  OndesCwtSettings settings = *ondes_scalogram_analysis_get_settings (analysis);

  switch (g_random_int_range (0, 5))
    {
    case 0:
      ondes_timeline_set_view (timeline, first, g_random_double_range (n * 0.05, n));
      break;
    case 1:
      settings.options.omega0 = g_random_double_range (4, 9);
      ondes_scalogram_analysis_set_settings (analysis, &settings);
      break;
    case 2:
      display.palette = (guint) g_random_int_range (0, 5);
      ondes_scalogram_analysis_set_display (analysis, &display);
      break;
    case 3:
      ondes_timeline_set_selection (timeline, ONDES_SELECTION_SPAN (first, first + n / 10));
      break;
    default:
      gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", pages[g_random_int_range (0, G_N_ELEMENTS (pages))]);
    }
}

static gboolean
on_change (gpointer unused)
{
  g_autofree char *text = NULL;

  change ();
  text = describe ();
  printf ("%s\n", text);
  fflush (stdout);
  g_timeout_add ((guint) g_random_int_range (10, 150), on_change, NULL);
  return G_SOURCE_REMOVE;
}

static int
run_child (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  window_open_sample ("ecg.txt");
  on_change (NULL);
  g_main_loop_run (loop);
  return 0;
}

/* The last of @lines that is @text; −1 if none is. */
static int
find_line (const GPtrArray *lines,
           const char      *text)
{
  for (guint i = lines->len; text != NULL && i > 0; i--)
    if (g_str_equal (g_ptr_array_index (lines, i - 1), text))
      return (int) i - 1;
  return -1;
}

/* What the file of a process that runs tells of its window, as describe(); NULL if there is none yet. */
static char *
read_kept (void)
{
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "ondes", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "window-") && g_str_has_suffix (name, ONDES_SAVED_SUFFIX))
      {
        g_autofree char *file = g_build_filename (path, name, NULL);
        g_autoptr (GVariant) windows = ondes_saved_read (file, TRUE, NULL, NULL), kept = NULL, shell = NULL, state = NULL;
        const char *page;

        g_assert_nonnull (windows);
        kept = g_variant_get_child_value (windows, 0);
        shell = g_variant_lookup_value (kept, "window", G_VARIANT_TYPE_VARDICT);
        state = g_variant_lookup_value (kept, "state", G_VARIANT_TYPE_VARDICT);
        g_assert_true (state != NULL && shell != NULL && g_variant_lookup (shell, "page", "&s", &page));
        return describe_state (page, state);
      }
  return NULL;
}

/* Runs a child until its file has one of its later states, kills it at a random moment, and returns all that it was; sets the
 * number of that state. */
static GPtrArray *
kill_child (int *at_least)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  const char *words[] = { program, "--child", NULL };
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  char *line = NULL;
  size_t size = 0;
  int out, status;
  FILE *said;
  GPid pid;

  g_assert_true (g_spawn_async_with_pipes (NULL, (char **) words, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL,
                                           NULL, NULL, &pid, NULL, &out, NULL, NULL));
  said = fdopen (out, "r");
  for (*at_least = -1; *at_least < CHANGES;)
    {
      g_autofree char *kept = NULL;

      g_assert_cmpint (getline (&line, &size, said), >, 0);
      g_ptr_array_add (lines, g_strndup (line, strlen (line) - 1));
      kept = read_kept ();
      *at_least = find_line (lines, kept);
    }
  g_usleep ((gulong) g_test_rand_int_range (0, 500000));
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  while (getline (&line, &size, said) > 0)
    g_ptr_array_add (lines, g_strndup (line, strcspn (line, "\n")));
  free (line);
  fclose (said);
  return lines;
}

static gboolean
is_reopened (gpointer unused)
{
  return ondes_session_get_recording (session) != NULL && !ondes_session_is_busy (session, NULL);
}

/* What the window shows now is what the child was when its file was last written. */
static void
test_killed (void)
{
  int at_least;
  g_autoptr (GPtrArray) lines = kill_child (&at_least);
  g_autofree char *now = NULL;

  window_begin ();
  driver_wait (is_reopened, NULL, "the windows of the child");
  now = describe ();
  g_assert_cmpint (find_line (lines, now), >=, at_least);
  g_assert_false (ondes_session_can_undo (session));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
  window_settle ();
}

/* Files. */

static guint
count_windows (void)
{
  guint n = 0;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL; l = l->next)
    n += ONDES_IS_WINDOW (l->data);
  return n;
}

static gboolean
are_windows (gpointer n)
{
  return count_windows () == *(guint *) n;
}

static gboolean
is_file (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
open_file (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_application_open (G_APPLICATION (application), &file, 1, "");
}

/* Closes all windows but the first. */
static void
close_others (void)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (application)));
  guint one = 1;

  for (GList *l = windows; l != NULL; l = l->next)
    if (ONDES_IS_WINDOW (l->data) && l->data != (gpointer) window)
      gtk_window_close (l->data);
  driver_wait (are_windows, &one, "the other windows to close");
}

static OndesWindow *
find_other (void)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL; l = l->next)
    if (ONDES_IS_WINDOW (l->data) && l->data != (gpointer) window)
      return l->data;
  return NULL;
}

/* Saves by name what the windows show, and opens it again beside them. */
static void
test_saved (void)
{
  g_autofree char *path = g_build_filename (folder, "named.ondes-session", NULL), *before = NULL, *after = NULL;
  OndesWindow *first;
  GtkWindow *dialog;
  guint two = 2;

  window_open_sample ("gw150914.csv");
  first = window;
  ondes_timeline_set_view (timeline, 1000, 4000);
  window_settle ();
  before = describe ();
  g_action_group_activate_action (G_ACTION_GROUP (application), "save-session", NULL);
  dialog = window_wait_dialog (GTK_TYPE_FILE_CHOOSER_DIALOG);
  driver_wait_drawn (GTK_WIDGET (dialog));
  driver_key ("ctrl+a");
  driver_type (path);
  driver_key ("Return");
  driver_wait (is_file, path, "the session's file");
  window_wait_gone (GTK_TYPE_FILE_CHOOSER_DIALOG);
  open_file (path);
  driver_wait (are_windows, &two, "another window");
  window_use (find_other ());
  driver_wait (is_reopened, NULL, "its recording");
  window_settle ();
  after = describe ();
  g_assert_cmpstr (after, ==, before);
  window_use (first);
  close_others ();
}

static gboolean
has_recording (gpointer name)
{
  OndesRecording *recording = ondes_session_get_recording (session);

  return recording != NULL && !ondes_session_is_busy (session, NULL)
         && g_str_has_suffix (ondes_recording_get_info (recording)->path, name);
}

/* Writes a session of two recordings, of which one is not there. */
static void
write_session (const char *path,
               const char *gone)
{
  g_autofree char *sample = window_sample ("ecg.txt");
  GVariantBuilder windows = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE (ONDES_SAVED_WINDOWS));
  const char *paths[] = { sample, gone };
  g_autoptr (GVariant) all = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_variant_builder_open (&windows, G_VARIANT_TYPE_VARDICT);
      g_variant_builder_add (&windows, "{sv}", "path", g_variant_new_bytestring (paths[i]));
      g_variant_builder_close (&windows);
    }
  all = g_variant_ref_sink (g_variant_builder_end (&windows));
  g_assert_true (ondes_saved_write (path, all, 0, NULL));
}

/* Asked for what is not there, a person cancels, or leaves it out; a damaged session says so. */
static void
test_moved (void)
{
  g_autofree char *path = g_build_filename (folder, "moved.ondes-session", NULL);
  g_autofree char *junk = g_build_filename (folder, "junk.ondes-session", NULL);
  OndesWindow *first = window;
  guint two = 2;

  write_session (path, "/there/is/none.wav");
  open_file (path);
  driver_wait_drawn (GTK_WIDGET (window_wait_dialog (ADW_TYPE_MESSAGE_DIALOG)));
  driver_key ("Escape");
  window_wait_gone (ADW_TYPE_MESSAGE_DIALOG);
  close_others ();
  open_file (path);
  driver_wait_drawn (GTK_WIDGET (window_wait_dialog (ADW_TYPE_MESSAGE_DIALOG)));
  driver_key ("Return");
  window_wait_gone (ADW_TYPE_MESSAGE_DIALOG);
  driver_wait (are_windows, &two, "a window of what is left");
  window_use (find_other ());
  driver_wait (has_recording, (gpointer) "ecg.txt", "the recording that is there");
  window_use (first);
  close_others ();
  g_assert_true (g_file_set_contents (junk, "Ondes session 1\n[{", -1, NULL));
  open_file (junk);
  driver_wait (are_windows, &two, "a window that says what is wrong");
  close_others ();
}

/* A recording that cannot be opened. */

static gboolean
has_ended (gpointer other)
{
  return !ondes_window_is_reopening (other);
}

static gboolean
is_sentence (GtkWidget    *widget,
             gconstpointer part)
{
  return GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), part) != NULL;
}

static gboolean
says (gpointer part)
{
  return window_find (GTK_WIDGET (window), is_sentence, part) != NULL;
}

/* Returns the file of what is stored of the window, "" if nothing is; borrowed until the next call. */
static const char *
stored_path (void)
{
  static GVariant *saved;
  const char *path = "";

  g_clear_pointer (&saved, g_variant_unref);
  saved = ondes_window_save (window);
  if (saved != NULL)
    g_variant_lookup (saved, "path", "^&ay", &path);
  return path;
}

/* The window says which and why, keeps its place in the session until a person does something else, and then stores that. */
static void
test_unopened (void)
{
  g_autofree char *path = g_build_filename (folder, "unopened.ondes-session", NULL), *sample = window_sample ("ecg.txt");
  g_autofree char *damaged = g_build_filename (folder, "damaged.npy", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (sample);
  OndesWindow *first = window;
  OndesCwtSettings settings;
  guint three = 3;

  g_assert_true (g_file_set_contents (damaged, "\x93NUMPY\x01", 7, NULL));
  write_session (path, damaged);
  open_file (path);
  driver_wait (are_windows, &three, "its windows");
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL; l = l->next)
    {
      if (!ONDES_IS_WINDOW (l->data))
        continue;
      window_use (l->data);
      driver_wait (has_ended, window, "the end of reopening");
      if (ondes_session_get_recording (session) == NULL)
        break;
    }
  g_assert_null (ondes_session_get_recording (session));
  driver_wait (says, (gpointer) "damaged.npy", "which file and why");
  g_assert_cmpstr (stored_path (), ==, damaged);
  settings = *ondes_scalogram_analysis_get_settings (analysis);
  settings.options.omega0 = 8;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  g_assert_cmpstr (stored_path (), ==, "");
  ondes_window_open (window, file);
  window_settle ();
  g_assert_cmpstr (stored_path (), ==, sample);
  window_use (first);
  close_others ();
}

/* All that was on the screen. */

static gboolean
is_all_there (gpointer unused)
{
  GtkWidget *pane = window->annotation_pane;

  return ondes_comparison_is_ready (window->comparison) && gtk_widget_get_mapped (window->strips) && gtk_widget_get_mapped (pane)
         && ondes_strips_view_get_scroll (ONDES_STRIPS_VIEW (window->strips)) > 0
         && ondes_slices_get_n (ondes_scalogram_analysis_get_slices (analysis)) > 1;
}

static gboolean
can_scroll (gpointer unused)
{
  ondes_strips_view_set_scroll (ONDES_STRIPS_VIEW (window->strips), 30);
  return gtk_widget_get_mapped (window->strips) && ondes_strips_view_get_scroll (ONDES_STRIPS_VIEW (window->strips)) == 30;
}

/* Shows twelve channels as strips, scrolled; holds two slices; compares with a channel by a line; lists annotations by label. */
static void
show_all (void)
{
  g_autoptr (GString) text = g_string_new ("# rate=1000\n");
  g_autofree char *path = g_build_filename (folder, "twelve.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (analysis);

  for (guint i = 0; i < 1000; i++)
    for (guint c = 0; c < 12; c++)
      g_string_append_printf (text, "%d%c", g_test_rand_int_range (-99, 100), c == 11 ? '\n' : ',');
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  ondes_window_open (window, file);
  driver_wait (has_recording, (gpointer) "twelve.csv", "the recording");
  window_settle ();
  ondes_slices_set_shown (slices, TRUE);
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_SPAN (100, 300));
  g_assert_true (ondes_slices_hold (slices));
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_SPAN (500, 800));
  g_assert_true (ondes_slices_hold (slices));
  ondes_comparison_choose_channel (window->comparison, 7);
  ondes_comparison_set_alignment (window->comparison, &(OndesAlignment) { .offset = 0.0625 });
  window_settle ();
  ondes_second_picture_set_view (ondes_comparison_get_picture (window->comparison),
                                 &(OndesPairView) { .shown = ONDES_SHOWN_BOTH, .line = 0.3, .own_range = TRUE });
  gtk_toggle_button_set_active (window->strips_button, TRUE);
  driver_wait (can_scroll, NULL, "strips that are scrolled");
  ondes_window_show_tab (window, "notes");
  driver_wait (window_is_mapped, window->annotation_pane, "the list of annotations");
  ondes_list_table_set_sort (ondes_annotation_pane_get_table (ONDES_ANNOTATION_PANE (window->annotation_pane)),
                             ONDES_ANNOTATION_LABEL, TRUE);
  driver_wait_drawn (GTK_WIDGET (window));
}

static void
test_all (void)
{
  g_autofree char *path = g_build_filename (folder, "all.ondes-session", NULL);
  g_autoptr (GVariant) before = NULL, after = NULL, all = NULL;
  OndesWindow *first = window;
  guint two = 2;

  show_all ();
  before = ondes_window_save (window);
  all = g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE_VARDICT, &before, 1));
  g_assert_true (ondes_saved_write (path, all, 0, NULL));
  open_file (path);
  driver_wait (are_windows, &two, "another window");
  window_use (find_other ());
  driver_wait (is_reopened, NULL, "its recording");
  driver_wait (is_all_there, NULL, "all that was on the screen");
  window_settle ();
  after = ondes_window_save (window);
  if (!g_variant_equal (before, after))
    {
      g_autofree char *was = g_variant_print (before, FALSE), *is = g_variant_print (after, FALSE);

      g_assert_cmpstr (is, ==, was);
    }
  g_assert_cmpfloat (ondes_scalogram_view_get_line (ONDES_SCALOGRAM_VIEW (window->scalogram_view)), ==, 0.3);
  g_assert_cmpfloat (ondes_strips_view_get_scroll (ONDES_STRIPS_VIEW (window->strips)), ==, 30);
  g_assert_true (ondes_window_shows_tab (window, "notes"));
  window_use (first);
  close_others ();
  ondes_slices_set_shown (ondes_scalogram_analysis_get_slices (analysis), FALSE);
  ondes_comparison_remove (window->comparison);
  gtk_toggle_button_set_active (window->strips_button, FALSE);
  ondes_window_show_tab (window, "picture");
}

/* Presets. */

static gboolean
is_preset (GtkWidget    *widget,
           gconstpointer title)
{
  return ADW_IS_ACTION_ROW (widget) && gtk_widget_get_mapped (widget)
         && g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title);
}

static gboolean
shows_preset (gpointer title)
{
  return window_find (window_by_type (window, ONDES_TYPE_PRESETS_PANEL), is_preset, title) != NULL;
}

static gboolean
omega0_is (gpointer data)
{
  return ondes_scalogram_analysis_get_settings (analysis)->options.omega0 == *(double *) data;
}

static void
test_presets (void)
{
  GtkWidget *panel;
  double chosen = 7, before;
  OndesRecording *plain;

  window_open_sample ("ecg.txt");
  plain = ondes_session_get_recording (session);
  before = ondes_scalogram_analysis_get_settings (analysis)->options.omega0;
  panel = window_by_type (window, ONDES_TYPE_PRESETS_PANEL);
  window_click (window_by_type (panel, GTK_TYPE_MENU_BUTTON));
  driver_wait (shows_preset, (gpointer) "EEG", "the presets");
  gtk_widget_grab_focus (window_find (panel, is_preset, "EEG")); /* it may be scrolled out of view */
  driver_key ("Return");
  driver_wait (omega0_is, &chosen, "what the preset sets");
  window_settle ();
  g_assert_true (ondes_session_is_conditioned (session));
  g_assert_true (ondes_scalogram_analysis_get_display (analysis)->equalise);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_settings (analysis)->fmax_hz, 80, 1e-6);
  g_assert_true (ondes_session_get_recording (session) != plain);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  driver_wait (omega0_is, &before, "the preset undone");
  window_settle ();
  g_assert_false (ondes_session_is_conditioned (session));
  g_assert_false (ondes_session_can_undo (session));
  g_assert_cmpstr (ondes_session_get_redo_name (session), ==, "Preset “EEG”");
}

static gboolean
is_toast (GtkWidget    *widget,
          gconstpointer unused)
{
  return g_str_equal (gtk_widget_get_css_name (widget), "toast");
}

static gboolean
has_no_toast (gpointer unused)
{
  return window_find (GTK_WIDGET (window), is_toast, NULL) == NULL;
}

/* A dozen changes of settings, views and selection, undone and redone: the same pixels. */
static void
test_pictures (void)
{
  guint32 first, last;
  guint n = 0;

  window_open_sample ("ecg.txt");
  driver_move (window_by_id (window, "menu_button"), 5, 5);
  driver_wait (has_no_toast, NULL, "messages to go");
  /* Automatic colours are those of the whole recording when it was last seen, and so no function of the settings. */
  ondes_scalogram_analysis_set_colours (analysis, 1, 60);
  ondes_session_begin_history (session);
  window_settle ();
  first = window_hash ();
  for (guint i = 0; i < 12; i++)
    {
      ondes_session_set_held (session, TRUE);
      change ();
      ondes_session_set_held (session, FALSE);
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
  window_settle ();
  last = window_hash ();
  for (; ondes_session_can_undo (session); n++)
    ondes_session_undo (session);
  window_settle ();
  g_assert_cmphex (window_hash (), ==, first);
  for (; n > 0; n--)
    ondes_session_redo (session);
  window_settle ();
  g_assert_cmphex (window_hash (), ==, last);
}

int
main (int argc,
      char **argv)
{
  const gboolean child = argc == 2 && g_str_equal (argv[1], "--child");

  if (child)
    argc = 1;
  window_init (&argc, &argv);
  if (child)
    return run_child ();
  g_test_add_func ("/ondes/window/session/reopens-as-it-was-after-a-kill", test_killed);
  g_test_add_func ("/ondes/window/session/is-saved-by-name-and-opened", test_saved);
  g_test_add_func ("/ondes/window/session/asks-for-files-that-moved", test_moved);
  g_test_add_func ("/ondes/window/session/says-what-cannot-be-opened", test_unopened);
  g_test_add_func ("/ondes/window/session/pictures-are-undone-and-redone", test_pictures);
  g_test_add_func ("/ondes/window/session/a-preset-is-one-step", test_presets);
  g_test_add_func ("/ondes/window/session/all-that-was-on-the-screen-comes-back", test_all);
  return window_run ();
}
