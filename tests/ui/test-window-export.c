/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures on paper and of a selection, exported from the real window by the pointer; the view stays. */
#include <math.h>
#include <string.h>

#include "charts/ondes-charts.h"
#include "dialogs/ondes-export-dialog.h"
#include "session/settings.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

/* Clicks Export in the dialog and names the file by keys. */
static void
export_as (GtkWindow  *dialog,
           const char *path)
{
  GtkWindow *chooser;

  window_click (window_by_id (dialog, "export_button"));
  chooser = window_wait_dialog (GTK_TYPE_FILE_CHOOSER_DIALOG);
  driver_wait_drawn (GTK_WIDGET (chooser));
  driver_key ("ctrl+a");
  driver_type (path);
  driver_key ("Return");
  window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
  driver_wait (window_is_idle, NULL, "the export");
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
}

static double
page_width_mm (const char *path)
{
  g_autofree char *bytes = NULL;
  const char *box;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  box = memmem (bytes, length, "/MediaBox [ 0 0 ", 16);
  g_assert_nonnull (box);
  return g_ascii_strtod (box + 16, NULL) / 72 * 25.4;
}

static gboolean
switch_of (GtkWindow  *dialog,
           const char *title)
{
  return gtk_switch_get_active (GTK_SWITCH (window_by_type (window_row (GTK_WIDGET (dialog), title), GTK_TYPE_SWITCH)));
}

/* One click on a width makes a PDF for a page with two columns, without the words that are in its text; it is remembered. */
static void
test_paper (void)
{
  g_autofree char *path = g_build_filename (folder, "column.pdf", NULL), *command = NULL;
  OndesFigureSize size;
  GtkWindow *dialog;

  window_open_sample ("nino3.dat");
  window_click (window_by_id (window, "export_button"));
  dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
  driver_wait_drawn (GTK_WIDGET (dialog));
  g_assert_true (switch_of (dialog, "Title") && switch_of (dialog, "Caption"));
  window_click (window_by_id (dialog, "column"));
  driver_wait_drawn (GTK_WIDGET (dialog));
  g_assert_false (switch_of (dialog, "Title") || switch_of (dialog, "Caption"));
  export_as (dialog, path);
  g_assert_cmpfloat (fabs (page_width_mm (path) - 85), <, 0.001);
  ondes_settings_load_size (window->settings, &size);
  ondes_figure_size_settle (&size);
  command = ondes_analysis_command (ONDES_ANALYSIS (analysis), "x.pdf", ONDES_EXPORT_PDF, &size, 0);
  g_assert_nonnull (strstr (command, "--width-mm 85 --height-mm 57 --dpi 300 --type-size 8 --no-title --no-caption"));
  /* Back in pixels the words are there again, and so is the size of before. */
  window_click (window_by_id (window, "export_button"));
  dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
  driver_wait_drawn (GTK_WIDGET (dialog));
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (window_by_id (dialog, "column"))));
  window_click (window_by_id (dialog, "pixels"));
  driver_wait_drawn (GTK_WIDGET (dialog));
  g_assert_true (switch_of (dialog, "Title") && switch_of (dialog, "Caption"));
  driver_key ("Escape");
  window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
  ondes_settings_load_size (window->settings, &size);
  g_assert_cmpint (size.width, ==, ondes_figure_size_default.width);
  g_assert_cmpfloat (size.width_mm, ==, 0);
}

/* What is selected is exported alone, which the dialog says, and the view stays. */
static void
test_selection (void)
{
  g_autofree char *command = NULL, *plain = NULL;
  double before[2], after[2];
  GtkWindow *dialog;
  GtkWidget *part;
  double n;

  window_open_sample ("gw150914.csv");
  n = (double) ondes_session_get_source (session)->n;
  ondes_timeline_set_view (timeline, 0.2 * n, 0.6 * n);
  ondes_timeline_set_selection (timeline, (OndesSelection) { 0.4 * n, 0.5 * n, 100, 200 });
  window_settle ();
  ondes_timeline_get_view (timeline, &before[0], &before[1]);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.export-selection", NULL);
  dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
  part = window_by_id (dialog, "part");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (part)), ==, 1);
  g_assert_true (g_str_has_prefix (gtk_string_list_get_string (GTK_STRING_LIST (adw_combo_row_get_model (ADW_COMBO_ROW (part))), 1),
                                   "Selection: "));
  command = ondes_analysis_command (ONDES_ANALYSIS (analysis), "x.png", ONDES_EXPORT_PNG, NULL, 0);
  g_assert_nonnull (strstr (command, "--view 100:200"));
  g_assert_null (strstr (command, "--select"));
  driver_key ("Escape");
  window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
  ondes_timeline_get_view (timeline, &after[0], &after[1]);
  g_assert_cmpfloat (after[0], ==, before[0]);
  g_assert_cmpfloat (after[1], ==, before[1]);
  plain = ondes_analysis_command (ONDES_ANALYSIS (analysis), "x.png", ONDES_EXPORT_PNG, NULL, 0);
  g_assert_nonnull (strstr (plain, "--select"));
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-export/a-figure-for-a-column-is-two-clicks", test_paper);
  g_test_add_func ("/ondes/window-export/a-selection-is-exported-and-the-view-stays", test_selection);
  return window_run ();
}
