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
  g_autoptr (GString) text = g_string_new ("Date;Level (m);Wind (m/s)\n");

  for (guint i = 0; i < ROWS + GAP; i++)
    if (i < ROWS / 2 || i >= ROWS / 2 + GAP)
      g_string_append_printf (text, "0%u/03/2020 %02u:00;%u,5;%u,25\n", 1 + i / 24, i % 24, i, i % 7);
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
  g_autofree char *path = write_level ("level.csv"), *key_file = g_strconcat (path, ".ondes", NULL), *keys = NULL;
  GtkWindow *dialog;
  GtkWidget *facts;

  window_begin ();
  dialog = ask_how (path);
  facts = window_by_id (dialog, "facts");
  driver_wait (can_apply, dialog, "the text as it is recognised");
  window_wait_says (facts, "2020-03-01 00:00:00", "the first of March, as guessed");
  window_wait_says (facts, "43 samples", "the hours with those that are missing");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (window_by_id (dialog, "rate"))), ==, "0.000277778");
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
  g_assert_true (g_file_get_contents (key_file, &keys, NULL, NULL));
  g_assert_null (strstr (keys, "rate=")); /* the six digits of the entry were not typed */

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

/* By keys alone. */

/* The page, and the widget that has the focus, or is about to be reached. */
typedef struct
{
  GtkWindow *dialog;
  GtkWidget *widget;
} Place;

static gboolean
has_gone_on (gpointer data)
{
  const Place *place = data;

  return gtk_window_get_focus (place->dialog) != place->widget;
}

/* Presses Tab until @widget, or a part of it, has the focus. */
static void
tab_to (GtkWindow *dialog,
        GtkWidget *widget)
{
  for (guint i = 0; i < 100; i++)
    {
      Place place = { dialog, gtk_window_get_focus (dialog) };

      if (place.widget != NULL && (place.widget == widget || gtk_widget_is_ancestor (place.widget, widget)))
        return;
      driver_key ("Tab");
      driver_wait (has_gone_on, &place, "the focus to go on");
    }
  g_error ("Tab does not lead to a %s", G_OBJECT_TYPE_NAME (widget));
}

static gboolean
is_open_list (GtkWidget    *widget,
              gconstpointer unused)
{
  return GTK_IS_POPOVER (widget) && gtk_widget_get_mapped (widget);
}

static gboolean
list_is_open (gpointer row)
{
  return window_find (row, is_open_list, NULL) != NULL;
}

static gboolean
list_is_closed (gpointer row)
{
  return !list_is_open (row);
}

/* A button of the page by its text, or the beginning of it. */
static gboolean
is_button (GtkWidget    *widget,
           gconstpointer text)
{
  const char *label = GTK_IS_BUTTON (widget)         ? gtk_button_get_label (GTK_BUTTON (widget))
                      : GTK_IS_CHECK_BUTTON (widget) ? gtk_check_button_get_label (GTK_CHECK_BUTTON (widget))
                                                     : NULL;

  return label != NULL && g_str_has_prefix (label, text);
}

/* TRUE if the page follows a choice, or @data has none any more. */
static gboolean
is_chosen (gpointer dialog)
{
  return gtk_widget_get_sensitive (window_find (dialog, is_button, "_Recognise Again"));
}

static gboolean
is_recognised (gpointer dialog)
{
  return !is_chosen (dialog) && can_apply (dialog);
}

static gboolean
has_a_focus (gpointer dialog)
{
  GtkWidget *focus = gtk_window_get_focus (dialog);

  return focus != NULL && gtk_widget_is_ancestor (focus, window_by_id (dialog, "settings"));
}

/* Drops what was chosen, with the key for it. The focus stays among the rows. */
static void
recognise_again (GtkWindow *dialog)
{
  tab_to (dialog, window_find (GTK_WIDGET (dialog), is_button, "_Recognise Again"));
  driver_key ("space");
  driver_wait (is_recognised, dialog, "the text as it is recognised");
  g_assert_true (has_a_focus (dialog));
}

static gboolean
says_chosen (gpointer row)
{
  return g_strcmp0 (adw_action_row_get_subtitle (row), "chosen") == 0;
}

static gboolean
is_item (GtkWidget    *widget,
         gconstpointer text)
{
  return GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text);
}

/* The list of a row that is open, and the item that is to have the focus. */
typedef struct
{
  GtkWindow  *dialog;
  GtkWidget  *row;
  const char *text;
} Item;

static gboolean
has_focus (gpointer data)
{
  const Item *item = data;
  GtkWidget *focus = gtk_window_get_focus (item->dialog);

  return focus != NULL && focus != item->row && gtk_widget_is_ancestor (focus, item->row)
         && window_find (focus, is_item, item->text) != NULL;
}

/* Opens the list of a row that has the focus, goes with @key from the item @from, which holds, to @to, and takes that. */
static void
take_item (GtkWindow  *dialog,
           GtkWidget  *row,
           const char *key,
           const char *from,
           const char *to)
{
  driver_key ("space");
  driver_wait (list_is_open, row, "an open list");
  driver_wait (has_focus, &(Item) { dialog, row, from }, "the item that holds");
  driver_key (key);
  driver_wait (has_focus, &(Item) { dialog, row, to }, "the next item");
  driver_key ("Return");
  driver_wait (list_is_closed, row, "a closed list");
}

typedef struct
{
  GtkWidget *row;
  guint      item;
} Selected;

static gboolean
is_selected (gpointer data)
{
  const Selected *selected = data;

  return adw_combo_row_get_selected (ADW_COMBO_ROW (selected->row)) == selected->item;
}

static char *
get_item (GtkWidget *row,
          guint      item)
{
  return g_strdup (gtk_string_list_get_string (GTK_STRING_LIST (adw_combo_row_get_model (ADW_COMBO_ROW (row))), item));
}

/* Chooses the item before or after the one that holds in each of the lists. */
static void
choose_in_lists (GtkWindow *dialog)
{
  static const struct
  {
    const char *title, *key;
    int         step;
  } lists[] = { { "Separator", "Down", 1 },    { "Decimal mark", "Up", -1 }, { "Time column", "Down", 1 },
                { "Date order", "Down", 1 },   { "Time zone", "Down", 1 },   { "Missing rows", "Down", 1 },
                { "Time unit", "Down", 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      GtkWidget *row = window_row (GTK_WIDGET (dialog), lists[i].title);
      const guint before = adw_combo_row_get_selected (ADW_COMBO_ROW (row)), after = before + lists[i].step;
      g_autofree char *from = get_item (row, before), *to = get_item (row, after);

      g_test_message ("%s", lists[i].title);
      tab_to (dialog, row);
      take_item (dialog, row, lists[i].key, from, to);
      driver_wait (says_chosen, row, lists[i].title);
      g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (row)), ==, after);
      recognise_again (dialog);
      driver_wait (is_selected, &(Selected) { row, before }, "the item that is recognised");
    }
}

static gboolean
is_number (GtkWidget    *widget,
           gconstpointer unused)
{
  return GTK_IS_SPIN_BUTTON (widget);
}

static gboolean
is_switch (GtkWidget    *widget,
           gconstpointer unused)
{
  return GTK_IS_SWITCH (widget);
}

static GtkWidget *
find_resample (GtkWindow *dialog)
{
  return window_find (window_by_id (dialog, "resample"), is_switch, NULL);
}

/* Everything else: numbers, texts, switches and the heads of the columns. */
static void
choose_elsewhere (GtkWindow *dialog)
{
  GtkWidget *facts = window_by_id (dialog, "facts");
  const struct
  {
    GtkWidget  *widget;
    const char *keys, *text; /* a key, or a text to type over the one there */
    const char *facts;       /* a part of the facts that follow */
  } choices[] = {
    { window_find (window_row (GTK_WIDGET (dialog), "Header rows"), is_number, NULL), "Up", NULL, "42 samples" },
    { window_row (GTK_WIDGET (dialog), "Columns that are channels, such as 2,4-6"), NULL, "3", "1 channel " },
    { window_find (GTK_WIDGET (dialog), is_button, "2  Level"), "space", NULL, "1 channel " },
    { window_by_id (dialog, "rate"), NULL, "12.5", "12.5 Hz" },
    { window_by_id (dialog, "unit"), NULL, "cm", "" },
    { find_resample (dialog), "space", NULL, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      tab_to (dialog, choices[i].widget);
      if (choices[i].text != NULL)
        {
          driver_key ("ctrl+a");
          driver_type (choices[i].text);
        }
      else
        driver_key (choices[i].keys);
      driver_wait (is_chosen, dialog, "a choice");
      window_wait_says (facts, choices[i].facts, choices[i].facts);
      recognise_again (dialog);
      window_wait_says (facts, "2 channels", "both channels");
    }
}

static gboolean
is_on (gpointer button)
{
  return gtk_switch_get_active (button);
}

static gboolean
is_off (gpointer button)
{
  return !is_on (button);
}

static void
test_keys (void)
{
  g_autofree char *path = write_level ("keys.csv"), *key_file = g_strconcat (path, ".ondes", NULL);
  GtkWidget *resample, *remember;
  GtkWindow *dialog;

  window_begin ();
  dialog = ask_how (path);
  resample = find_resample (dialog);
  remember = window_by_id (dialog, "remember");
  driver_wait (is_recognised, dialog, "the text as it is recognised");
  choose_in_lists (dialog);
  choose_elsewhere (dialog);
  driver_wait (is_off, resample, "times as they are");
  tab_to (dialog, resample);
  driver_key ("space");
  driver_wait (is_chosen, dialog, "the correction of times");
  tab_to (dialog, remember);
  driver_key ("space");
  driver_wait (is_off, remember, "nothing to remember");
  driver_key ("space");
  driver_wait (is_on, remember, "what is to be remembered");
  tab_to (dialog, window_by_id (dialog, "apply_button"));
  driver_key ("space");
  window_wait_gone (ONDES_TYPE_READ_DIALOG);
  driver_wait (is_open, path, "the recording");
  window_settle ();
  g_assert_cmpuint (get_info ()->resampling.samples, ==, ROWS + GAP);
  g_assert_true (g_file_test (key_file, G_FILE_TEST_EXISTS));
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
  g_test_add_func ("/ondes/window-import/keys-make-every-choice", test_keys);
  g_test_add_func ("/ondes/window-import/a-text-without-numbers-says-so", test_words);
  g_test_add_func ("/ondes/window-import/the-rate-is-overridden", test_read_options);
  return window_run ();
}
