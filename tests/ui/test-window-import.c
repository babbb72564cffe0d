/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page on which a person corrects how a text is read, by pointer and keys. */
#include <math.h>
#include <string.h>

#include "dialogs/ondes-read-dialog.h"
#include "window-fixture.h"

#define ROWS 40
#define GAP  3 /* rows that are missing, after the first half */

/* Hours of the first and second of March or, read the other way, of the third of January and of February; three are missing. */
static char *
write_level (const char *name)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GString) text = g_string_new ("Date;Level (m)\n");

  for (guint i = 0; i < ROWS + GAP; i++)
    if (i < ROWS / 2 || i >= ROWS / 2 + GAP)
      g_string_append_printf (text, "0%u/03/2020 %02u:00;%u,5\n", 1 + i / 24, i % 24, i);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}

static GtkWindow *
open_page (const char *path)
{
  ondes_session_open (session, path, NULL);
  return window_wait_dialog (ONDES_TYPE_READ_DIALOG);
}

/* Waits for the recording at @path, and asks how it is read. */
static gboolean
is_open (gpointer path)
{
  OndesRecording *recording = ondes_session_get_recording (session);

  return recording != NULL && g_str_equal (ondes_recording_get_info (recording)->path, path)
         && !ondes_session_is_opening (session, NULL);
}

static GtkWindow *
ask_how (const char *path)
{
  ondes_session_open (session, path, NULL);
  driver_wait (is_open, (gpointer) path, "the recording");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.read-options", NULL);
  return window_wait_dialog (ONDES_TYPE_READ_DIALOG);
}

/* Takes the item below the one that holds, in the list of a row. */
static void
choose_next (GtkWindow  *dialog,
             const char *title)
{
  AdwComboRow *row = ADW_COMBO_ROW (window_row (GTK_WIDGET (dialog), title));

  adw_combo_row_set_selected (row, adw_combo_row_get_selected (row) + 1);
}

static gboolean
can_apply (gpointer dialog)
{
  return gtk_widget_get_sensitive (window_by_id (dialog, "apply_button"));
}

static const OndesRecordingInfo *
get_info (void)
{
  return ondes_recording_get_info (ondes_session_get_recording (session));
}

/* The hours that are missing are no gaps, then days and months are taken the other way. Both hold when the file is opened
 * again. */
static void
test_dates (void)
{
  g_autofree char *path = write_level ("level.csv");
  GtkWindow *dialog;
  GtkWidget *facts;

  window_begin ();
  dialog = ask_how (path);
  facts = window_by_id (dialog, "facts");
  driver_wait (can_apply, dialog, "the text as it is recognised");
  window_wait_says (facts, "2020-03-01 00:00:00", "the first of March, as guessed");
  window_wait_says (facts, "43 samples", "the hours with those that are missing");
  choose_next (dialog, "Missing rows"); /* no gaps */
  window_wait_says (facts, "40 samples", "the rows without gaps");
  choose_next (dialog, "Date order"); /* month, day, year */
  window_wait_says (facts, "2020-01-03 00:00:00", "the third of January");
  driver_wait (can_apply, dialog, "the text as it is chosen");
  window_click (window_by_id (dialog, "apply_button"));
  window_wait_gone (ONDES_TYPE_READ_DIALOG);
  driver_wait (is_open, path, "the recording");
  window_settle ();
  g_assert_cmpuint (get_info ()->frames, ==, ROWS);

  window_open_sample ("nino3.dat");
  ondes_session_open (session, path, NULL);
  driver_wait (is_open, path, "the recording again");
  g_assert_cmpuint (get_info ()->frames, ==, ROWS);
  g_assert_cmpfloat (get_info ()->date_s, ==, 1578009600); /* 2020-01-03 00:00 */
  window_settle ();
}

/* A text without numbers: its sentence stands on the page, beside its rows; and nothing can be opened. */
static void
test_words (void)
{
  g_autofree char *path = g_build_filename (folder, "words.csv", NULL);
  GtkWindow *dialog;

  g_assert_true (g_file_set_contents (path, "name;kind\nx;y\nz;w\n", -1, NULL));
  window_begin ();
  dialog = open_page (path);
  window_wait_says (window_by_id (dialog, "facts"), "without columns of numbers", "the sentence");
  g_assert_false (can_apply (dialog));
  driver_key ("Escape");
  window_wait_gone (ONDES_TYPE_READ_DIALOG);
}

static gboolean
rate_is (gpointer data)
{
  return ondes_session_get_source (session)->rate_hz == *(double *) data;
}

/* Copies a sample and its key file into the folder of the test; returns the path of the copy. */
static char *
copy_sample (const char *name)
{
  static const char *const endings[] = { "", ".ondes" };
  char *copy = g_build_filename (folder, name, NULL);
  g_autofree char *sample = window_sample (name);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *from = g_strconcat (sample, endings[i], NULL), *to = g_strconcat (copy, endings[i], NULL);
      g_autofree char *bytes = NULL;
      gsize n;

      g_assert_true (g_file_get_contents (from, &bytes, &n, NULL));
      g_assert_true (g_file_set_contents (to, bytes, (gssize) n, NULL));
    }
  return copy;
}

static void
test_read_options (void)
{
  g_autofree char *path = copy_sample ("nino3.dat"), *key_file = g_strconcat (path, ".ondes", NULL);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *unit = NULL, *title = NULL;
  double rate = 12.5;
  GtkWindow *dialog;

  window_open_sample ("nino3.dat");
  ondes_session_open (session, path, NULL);
  driver_wait (is_open, path, "the copy");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.read-options", NULL);
  dialog = window_wait_dialog (ONDES_TYPE_READ_DIALOG);
  /* What is in force, wherever it was said. */
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (window_by_id (dialog, "rate"))), ==, "4");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (window_by_id (dialog, "unit"))), ==, "°C");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (window_by_id (dialog, "time_unit"))), ==, 6);
  gtk_widget_grab_focus (window_by_id (dialog, "rate"));
  driver_key ("ctrl+a");
  driver_type ("12.5");
  window_click (window_by_id (dialog, "apply_button"));
  window_wait_gone (ONDES_TYPE_READ_DIALOG);
  driver_wait (rate_is, &rate, "the rate");
  window_settle ();
  g_assert_cmpstr (ondes_recording_get_info (ondes_session_get_recording (session))->unit, ==, "°C");
  /* It is remembered beside the file, and what was left alone stays there. */
  g_assert_true (g_key_file_load_from_file (keys, key_file, G_KEY_FILE_NONE, NULL));
  g_assert_cmpfloat (g_key_file_get_double (keys, "recording", "rate", NULL), ==, 12.5);
  unit = g_key_file_get_string (keys, "recording", "unit", NULL);
  title = g_key_file_get_string (keys, "recording", "title", NULL);
  g_assert_cmpstr (unit, ==, "°C");
  g_assert_nonnull (title);
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-import/dates-and-gaps-are-chosen-and-remembered", test_dates);
  g_test_add_func ("/ondes/window-import/a-text-without-numbers-says-so", test_words);
  g_test_add_func ("/ondes/window-import/the-rate-is-overridden", test_read_options);
  return window_run ();
}
