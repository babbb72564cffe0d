/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every read and every start of a thread fails, one after the other, while the real window opens a recording: its picture is on the
 * screen, or a toast says in one sentence why not and what was there stays; and it opens the next time. Allocations are left to the
 * window's model (session/test-scalogram-analysis-faults.c): GTK, under it GLib and X, end a process that gets none. */
#include <math.h>
#include <string.h>

#include "session/analysis.h"
#include "window-fixture.h"

#include "../faults/faults.h"

#define MOST 500 /* calls: far more than opening makes of these kinds */

static guint said;
static char *sentence;

static void
on_message (gpointer source,
            const char *text,
            gboolean is_error)
{
  g_free (sentence);
  sentence = g_strdup (text);
  said++;
}

static GFile *
write_tone (const char *name,
            double omega)
{
  const guint n = 20000;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GString) header = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const guint32 sizes[] = { GUINT32_TO_LE (36 + 2 * n), GUINT32_TO_LE (16), GUINT32_TO_LE (0x00010001), GUINT32_TO_LE (8000),
                            GUINT32_TO_LE (16000), GUINT32_TO_LE (0x00100002), GUINT32_TO_LE (2 * n) };

  g_string_append (header, "RIFF");
  g_string_append_len (header, (const char *) &sizes[0], 4);
  g_string_append (header, "WAVEfmt ");
  g_string_append_len (header, (const char *) &sizes[1], 20);
  g_string_append (header, "data");
  g_string_append_len (header, (const char *) &sizes[6], 4);
  for (guint i = 0; i < n; i++)
    {
      const gint16 sample = GINT16_TO_LE ((gint16) (16000 * sin (omega * i)));

      g_string_append_len (header, (const char *) &sample, 2);
    }
  g_file_set_contents (path, header->str, (gssize) header->len, &error);
  g_assert_no_error (error);
  return g_file_new_for_path (path);
}

static gboolean
shows (GFile *file)
{
  OndesRecording *recording = ondes_session_get_recording (session);
  g_autofree char *path = g_file_get_path (file);

  return recording != NULL && g_str_equal (ondes_recording_get_info (recording)->path, path);
}

static gboolean
is_answered (gpointer file)
{
  return window_is_idle (NULL) && (said > 0 || (shows (file) && ondes_scalogram_analysis_get_scalogram (analysis) != NULL));
}

/* It names the file without its folder. */
static gboolean
is_sentence (GtkWidget *widget,
             gconstpointer data)
{
  const char *shown = g_str_has_prefix (sentence, folder) ? sentence + strlen (folder) + 1 : sentence;

  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), shown);
}

static gboolean
says_sentence (gpointer data)
{
  return window_find (window_by_id (window, "toasts"), is_sentence, NULL) != NULL;
}

static void
open_whole (GFile *file)
{
  ondes_window_open (window, file);
  while (!shows (file))
    g_main_context_iteration (NULL, TRUE);
  window_settle ();
  g_assert_cmpuint (window_colours (), >, 20);
}

/* Whether the @n-th call was there to fail. */
static gboolean
open_with_fault (FaultKind kind,
                 guint n,
                 GFile *before,
                 GFile *file,
                 guint *sentences)
{
  gboolean struck;

  said = 0;
  faults_arm (kind, n, FAULT_FAIL);
  ondes_window_open (window, file);
  driver_wait (is_answered, file, "a picture or a sentence");
  struck = faults_struck ();
  faults_arm (kind, 0, FAULT_FAIL);
  if (said > 0)
    {
      g_test_message ("call %u: %s", n, sentence);
      g_assert_true (struck);
      g_assert_null (strchr (sentence, '\n'));
      driver_wait (says_sentence, NULL, "the toast");
      g_assert_true (shows (before) || shows (file));
      ++*sentences;
    }
  open_whole (file);
  return struck;
}

static void
test_kind (gconstpointer data)
{
  const FaultKind kind = GPOINTER_TO_UINT (data);
  g_autoptr (GFile) before = write_tone ("before.wav", 0.3); /* then the one before */
  /* Files of the test and the cache: GTK answers for its icons and its list of recent files. */
  g_autofree char *places = g_strdup_printf ("%s:%s/ondes", folder, g_get_user_cache_dir ());
  gboolean struck = TRUE;
  guint n, sentences = 0;

  faults_set_places (places);
  window_begin ();
  g_signal_connect (session, "message", G_CALLBACK (on_message), NULL);
  g_signal_connect (analysis, "message", G_CALLBACK (on_message), NULL);
  open_whole (before);
  for (n = 1; struck && n < MOST; n++)
    {
      /* A name of its own, for what is kept of a file is not read again. */
      g_autofree char *name = g_strdup_printf ("tone-%u-%u.wav", kind, n);
      g_autoptr (GFile) file = write_tone (name, g_test_rand_double_range (0.1, 2));

      struck = open_with_fault (kind, n, before, file, &sentences);
      g_set_object (&before, file);
    }
  g_test_message ("%u calls, of which %u made a sentence", n - 2, sentences);
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpuint (n, <, MOST);
  if (kind == FAULT_READ)
    g_assert_cmpuint (sentences, >, 0);
  g_signal_handlers_disconnect_by_func (session, on_message, NULL);
  g_signal_handlers_disconnect_by_func (analysis, on_message, NULL);
  faults_set_places (NULL);
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_data_func ("/ondes/window/faults/every-read-fails", GUINT_TO_POINTER (FAULT_READ), test_kind);
  g_test_add_data_func ("/ondes/window/faults/every-thread-fails", GUINT_TO_POINTER (FAULT_THREAD), test_kind);
  return window_run ();
}
