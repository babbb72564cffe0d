/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is remembered where, in the real window: each recording begins with the defaults or with the preset for new recordings, the
 * colours stay a person's, and how a file is read stays with the file until it is forgotten. */
#include "dialogs/ondes-read-dialog.h"
#include "pages/ondes-presets-panel.h"
#include "rows/ondes-preset-row.h"
#include "window-fixture.h"

static gboolean
omega0_is (gpointer data)
{
  return ondes_scalogram_analysis_get_settings (analysis)->options.omega0 == *(double *) data;
}

/* What was typed for one recording is not there for the next; the colour map is. */
static void
test_defaults (void)
{
  double twelve = 12, five = 5;
  OndesDisplay display;

  window_open_sample ("ecg.txt");
  window_type_into ("omega0", "12");
  driver_wait (omega0_is, &twelve, "what was typed");
  display = *ondes_scalogram_analysis_get_display (analysis);
  display.palette = 2;
  display.decibel = FALSE;
  ondes_scalogram_analysis_set_display (analysis, &display);
  window_settle ();
  window_open_sample ("humpback.ogg");
  g_assert_true (omega0_is (&five));
  g_assert_true (ondes_scalogram_analysis_get_display (analysis)->decibel);
  g_assert_cmpuint (ondes_scalogram_analysis_get_display (analysis)->palette, ==, 2);
  g_assert_false (ondes_session_can_undo (session));
}

static GtkWidget *
preset_row (void)
{
  return window_by_type (window_by_type (window, ONDES_TYPE_PRESETS_PANEL), ONDES_TYPE_PRESET_ROW);
}

static gboolean
shows_preset (gpointer name)
{
  return g_strcmp0 (adw_action_row_get_subtitle (ADW_ACTION_ROW (preset_row ())), name) == 0;
}

static gboolean
has_no_menu (gpointer unused)
{
  GtkWidget *button = window_by_type (preset_row (), GTK_TYPE_MENU_BUTTON);

  return !gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))));
}

static void
open_presets (void)
{
  window_click (window_by_type (preset_row (), GTK_TYPE_MENU_BUTTON));
}

static void
choose_preset (const char *name)
{
  open_presets ();
  window_click (window_row (preset_row (), name));
  driver_wait (shows_preset, (gpointer) name, name);
  driver_wait (has_no_menu, NULL, "the menu to close");
  window_settle ();
}

/* The menu says which preset new recordings begin with, and takes it back. */
static void
test_preset (void)
{
  double eight = 8, five = 5;

  window_open_sample ("humpback.ogg");
  choose_preset ("Whales");
  open_presets ();
  window_click (window_menu_item ("Use for New Recordings"));
  driver_wait (has_no_menu, NULL, "the menu to close");
  window_settle ();
  window_open_sample ("ecg.txt");
  g_assert_true (omega0_is (&eight));
  g_assert_false (ondes_session_can_undo (session));
  open_presets ();
  window_click (window_menu_item ("Use for New Recordings"));
  driver_wait (has_no_menu, NULL, "the menu to close");
  window_open_sample ("humpback.ogg");
  g_assert_true (omega0_is (&five));
}

static gboolean
has_opened (gpointer number)
{
  return ondes_session_get_opened (session) == GPOINTER_TO_UINT (number) && ondes_session_get_recording (session) != NULL;
}

static gboolean
has_rate (gpointer rate_hz)
{
  return ondes_session_get_source (session)->rate_hz == *(double *) rate_hz;
}

static GtkWindow *
ask (void)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.read-options", NULL);
  return window_wait_dialog (ONDES_TYPE_READ_DIALOG);
}

static void
apply (GtkWindow *dialog)
{
  window_click (window_by_id (dialog, "apply_button"));
  window_wait_gone (ONDES_TYPE_READ_DIALOG);
}

static gboolean
is_off (gpointer button)
{
  return !gtk_switch_get_active (button);
}

/* A rate that was typed holds when the file is opened again, until it is forgotten. */
static void
test_file (void)
{
  g_autofree char *sample = window_sample ("humpback.ogg"), *path = g_build_filename (folder, "kept.ogg", NULL), *content = NULL;
  g_autofree char *key_file = g_strconcat (path, ".ondes", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  double typed = 4000, own;
  GtkWindow *dialog;
  gsize size;

  g_assert_true (g_file_get_contents (sample, &content, &size, NULL));
  g_assert_true (g_file_set_contents (path, content, (gssize) size, NULL));
  window_begin ();
  ondes_window_open (window, file);
  driver_wait (has_opened, GUINT_TO_POINTER (ondes_session_get_opened (session) + 1), "a copy");
  window_settle ();
  own = ondes_session_get_source (session)->rate_hz;
  dialog = ask ();
  window_click (window_by_id (dialog, "rate"));
  driver_key ("ctrl+a");
  driver_type ("4000");
  apply (dialog);
  driver_wait (has_rate, &typed, "the rate that was typed");
  window_settle ();
  g_assert_true (g_file_test (key_file, G_FILE_TEST_EXISTS));
  ondes_window_open (window, file);
  driver_wait (has_opened, GUINT_TO_POINTER (ondes_session_get_opened (session) + 1), "the file again");
  window_settle ();
  g_assert_true (has_rate (&typed));
  dialog = ask ();
  gtk_widget_grab_focus (window_by_id (dialog, "remember")); /* scrolls to it */
  driver_key ("space");
  driver_wait (is_off, window_by_id (dialog, "remember"), "the switch");
  apply (dialog);
  driver_wait (has_rate, &own, "the rate of the file");
  window_settle ();
  g_assert_false (g_file_test (key_file, G_FILE_TEST_EXISTS));
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-remember/a-recording-begins-with-the-defaults", test_defaults);
  g_test_add_func ("/ondes/window-remember/or-with-the-preset-for-new-recordings", test_preset);
  g_test_add_func ("/ondes/window-remember/how-it-is-read-stays-with-the-file", test_file);
  return window_run ();
}
