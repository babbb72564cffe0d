/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is on the screen done to a folder, by pointer and keys: planned, run, listed, and opened from the list. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "batch/words-runs.h"
#include "dialogs/ondes-batch-dialog.h"
#include "rows/ondes-list-table.h"
#include "shell/ondes-run-window.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

#define SAMPLES 600
#define MANY    1000

static char *recordings;

/* Three tones, and a file that is none. */
static void
write_recordings (void)
{
  static const char *const names[] = { "anna.txt", "bert.txt", "carl.txt" };
  g_autofree char *bad = g_build_filename (recordings, "none.txt", NULL);

  g_assert_cmpint (g_mkdir (recordings, 0777), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (recordings, names[i], NULL);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint k = 0; k < SAMPLES + 50 * i; k++)
        {
          char number[G_ASCII_DTOSTR_BUF_SIZE];

          g_string_append_printf (text, "%s\n", g_ascii_formatd (number, sizeof number, "%.6f", sin (0.2 * (i + 1) * k)));
        }
      g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
    }
  g_assert_true (g_file_set_contents (bad, "", 0, NULL));
}

static gboolean
has_label (GtkWidget *widget,
           gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text);
}

/* The label of that text below @from, once it is on the screen. */
typedef struct
{
  GtkWidget  *from;
  const char *text;
} Labelled;

static gboolean
is_there (gpointer data)
{
  const Labelled *labelled = data;

  return window_find (labelled->from, has_label, labelled->text) != NULL;
}

static GtkWidget *
label_of (gpointer from,
          const char *text)
{
  Labelled labelled = { from, text };

  driver_wait (is_there, &labelled, text);
  return window_find (from, has_label, text);
}

static gboolean
is_ready (gpointer draft)
{
  return ondes_batch_draft_is_ready (draft) && !ondes_batch_draft_is_busy (draft);
}

static gboolean
has_problem (gpointer draft)
{
  OndesDraftPlace place;

  return ondes_batch_draft_get_problem (draft, &place) != NULL && place == ONDES_DRAFT_RECORDINGS;
}

static gboolean
has_ended (gpointer model)
{
  const OndesRunProgress *progress = ondes_run_model_get_progress (model);

  return ondes_run_model_get_state (model) == ONDES_RUN_IDLE && !ondes_run_model_is_looking (model)
         && progress->done == 3 && progress->failed == 1;
}

/* Plans by keys and the pointer; returns the window of the run. */
static OndesRunWindow *
run_by_hand (void)
{
  OndesBatchDraft *draft;
  GtkWindow *dialog;

  driver_key ("ctrl+b");
  dialog = window_wait_dialog (ONDES_TYPE_BATCH_DIALOG);
  draft = ondes_batch_dialog_get_draft (ONDES_BATCH_DIALOG (dialog));
  g_assert_cmpstr (ondes_batch_draft_get_folder (draft), ==, recordings);
  driver_wait (has_problem, draft, "no recording that is called as sound is"); /* texts are not looked for by themselves */
  window_click (window_row (GTK_WIDGET (dialog), "Names, as *.wav; *.flac (empty: all sound files)"));
  driver_type ("*.txt");
  driver_wait (is_ready, draft, "the estimate");
  g_assert_cmpuint (ondes_batch_draft_get_estimate (draft)->files, ==, 4);
  g_assert_cmpuint (ondes_batch_draft_get_estimate (draft)->unreadable, ==, 1);
  window_click (label_of (dialog, "Run"));
  return ONDES_RUN_WINDOW (window_wait_dialog (ONDES_TYPE_RUN_WINDOW));
}

static gboolean
shows_one (gpointer list)
{
  return !ondes_sorted_list_is_busy (list) && g_list_model_get_n_items (list) == 1;
}

/* Clicks the head of a column, where it is now. */
static void
sort_by (OndesRunWindow *run,
         const char *title)
{
  driver_wait_drawn (GTK_WIDGET (run));
  window_click (label_of (run, title));
}

/* The list and the name of its first row. */
static gboolean
begins_with (gpointer data)
{
  gpointer *both = data;

  return !ondes_sorted_list_is_busy (both[0]) && g_str_equal (ondes_run_list_get (both[0], 0)->name, both[1]);
}

static gboolean
has_opened (gpointer name)
{
  OndesRecording *recording = ondes_session_get_recording (session);

  return recording != NULL && g_str_has_suffix (ondes_recording_get_info (recording)->path, name)
         && ondes_scalogram_analysis_get_settings (analysis)->options.omega0 == 7;
}

static void
test_folder (void)
{
  g_autofree char *first = NULL;
  g_autoptr (GFile) file = NULL;
  OndesCwtSettings settings;
  OndesRunWindow *run;
  OndesSortedList *list;

  recordings = g_build_filename (folder, "recordings", NULL);
  write_recordings ();
  first = g_build_filename (recordings, "anna.txt", NULL);
  file = g_file_new_for_path (first);
  window_begin ();
  ondes_window_open (window, file);
  window_settle ();
  settings = *ondes_scalogram_analysis_get_settings (analysis);
  settings.options.omega0 = 7;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  window_settle ();
  run = run_by_hand ();
  driver_wait (has_ended, ondes_run_window_get_model (run), "the end of the run");
  list = ondes_list_table_get_list (ONDES_LIST_TABLE (window_by_type (run, ONDES_TYPE_LIST_TABLE)));
  label_of (run, "3 of 4 recordings done, 1 failed");
  /* A column is sorted by clicks on its head; what has no length comes last. */
  sort_by (run, "Name"); /* by which they are sorted: the other way */
  driver_wait (begins_with, (gpointer[]) { list, (gpointer) "none.txt" }, "the last name at the top");
  sort_by (run, "Duration");
  driver_wait (begins_with, (gpointer[]) { list, (gpointer) "anna.txt" }, "the shortest at the top");
  g_assert_cmpstr (ondes_run_list_get (list, 3)->name, ==, "none.txt");
  /* The filter, and a row that is opened by a double click, with other settings in the window since. */
  settings.options.omega0 = 5;
  ondes_scalogram_analysis_set_settings (analysis, &settings);
  window_click (window_by_type (run, GTK_TYPE_SEARCH_ENTRY));
  driver_type ("BERT");
  driver_wait (shows_one, list, "one recording");
  driver_wait_drawn (GTK_WIDGET (run));
  driver_move (label_of (run, "bert.txt"), 5, 5);
  driver_click (1, 2, NULL);
  driver_wait (has_opened, (gpointer) "bert.txt", "the recording with the settings of the run");
  window_settle ();
  gtk_window_close (GTK_WINDOW (run));
  window_wait_gone (ONDES_TYPE_RUN_WINDOW);
}

/* --- closing a run that works */

static gboolean
has_done_some (gpointer model)
{
  return ondes_run_model_get_state (model) == ONDES_RUN_RUNNING && ondes_run_model_get_progress (model)->done > 0;
}

static gboolean
has_looked (gpointer model)
{
  return ondes_run_model_get_state (model) == ONDES_RUN_IDLE && !ondes_run_model_is_looking (model);
}

/* TRUE if no process has the run's folder among its arguments. */
static gboolean
is_unused (gpointer run)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  gboolean found = FALSE;
  const char *name;

  while (!found && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "cmdline", NULL), *words = NULL;
      gsize n;

      found = g_ascii_isdigit (name[0]) && g_file_get_contents (path, &words, &n, NULL)
              && memmem (words, n, run, strlen (run)) != NULL;
    }
  return !found;
}

/* Plans pictures of more recordings than can be done while the test looks. */
static void
plan_many (const char *run)
{
  g_autofree char *many = g_build_filename (folder, "many", NULL);
  const char *const argv[] = { g_getenv ("ONDES_CLI"), "batch", "plan", many, "--pattern", "*.txt", "--products", "scalogram", "-o",
                               run, NULL };
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_cmpint (g_mkdir (many, 0777), ==, 0);
  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.txt", i), *path = g_build_filename (many, name, NULL);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint k = 0; k < SAMPLES; k++)
        g_string_append_printf (text, "%u\n", (k * k + i) % 17);
      g_assert_true (g_file_set_contents_full (path, text->str, -1, G_FILE_SET_CONTENTS_NONE, 0666, NULL));
    }
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

/* Closes the window of a run, and answers what that asks. */
static void
close_and_answer (OndesRunWindow *run,
                  const char     *answer)
{
  GtkWindow *dialog;

  gtk_window_close (GTK_WINDOW (run));
  dialog = window_wait_dialog (ADW_TYPE_MESSAGE_DIALOG);
  driver_wait_drawn (GTK_WIDGET (dialog));
  window_click (label_of (dialog, answer));
  window_wait_gone (ADW_TYPE_MESSAGE_DIALOG);
}

/* A window that is closed while its run works asks first; then its processes end, and what they did is there. */
static void
test_closed (void)
{
  g_autofree char *path = g_build_filename (folder, "many-run", NULL);
  const OndesRunProgress *progress;
  OndesRunWindow *run;

  plan_many (path);
  window_begin ();
  run = ondes_run_window_present (application, path, NULL, TRUE);
  driver_wait (has_done_some, ondes_run_window_get_model (run), "the first recordings");
  g_assert_false (is_unused (path));
  close_and_answer (run, "Keep Open");
  g_assert_cmpint (ondes_run_model_get_state (ondes_run_window_get_model (run)), ==, ONDES_RUN_RUNNING);
  close_and_answer (run, "Stop and Close");
  window_wait_gone (ONDES_TYPE_RUN_WINDOW);
  driver_wait (is_unused, path, "the end of its processes");
  run = ondes_run_window_present (application, path, NULL, FALSE);
  driver_wait (has_looked, ondes_run_window_get_model (run), "what became of the recordings");
  progress = ondes_run_model_get_progress (ondes_run_window_get_model (run));
  g_assert_cmpuint (progress->done, >, 0);
  g_assert_cmpuint (progress->done, <, MANY);
  g_assert_cmpuint (progress->failed, ==, 0);
  gtk_window_close (GTK_WINDOW (run)); /* it does not ask */
  window_wait_gone (ONDES_TYPE_RUN_WINDOW);
}

int
main (int argc,
      char *argv[])
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window/batch/a-folder-is-planned-run-listed-and-opened", test_folder);
  g_test_add_func ("/ondes/window/batch/a-run-that-works-is-closed-when-told", test_closed);
  return window_run ();
}
