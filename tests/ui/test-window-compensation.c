/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compensation in the side bar, by pointer and keys: errors typed and drawn, a calibration sheet, presets; undone; and what
 * is then on the screen. */
#include <math.h>
#include <string.h>

#include "charts/ondes-curve-editor.h"
#include "pages/ondes-compensation-panel.h"
#include "picture/compensation-preset.h"
#include "rows/ondes-file-row.h"
#include "window-fixture.h"

static GtkWidget *
panel (void)
{
  return window_by_type (window, ONDES_TYPE_COMPENSATION_PANEL);
}

static const OndesCompensationSettings *
settings (void)
{
  return ondes_scalogram_analysis_get_compensation (analysis);
}

static gboolean
amplitude_is (gpointer text)
{
  return g_str_equal (settings ()->amplitude, text);
}

static gboolean
is_on (gpointer wanted)
{
  return settings ()->on == GPOINTER_TO_INT (wanted);
}

static GtkWidget *
row (const char *title)
{
  return window_scroll_to (window_row (panel (), title));
}

static gboolean
is_popover_item (GtkWidget    *widget,
                 gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER) != NULL
         && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text);
}

static gboolean
has_item (gpointer text)
{
  return window_find (panel (), is_popover_item, text) != NULL;
}

static gboolean
has_no_item (gpointer text)
{
  return !has_item (text);
}

/* Chooses an item of a combo row. */
static void
choose (const char *title,
        const char *item)
{
  window_click (row (title));
  driver_wait (has_item, (gpointer) item, item);
  window_click (window_find (panel (), is_popover_item, item));
  driver_wait (has_no_item, (gpointer) item, "a closed list");
}

static void
type_number (const char *title,
             const char *text)
{
  window_click (window_by_id (row (title), "entry"));
  driver_key ("ctrl+a");
  driver_type (text);
  driver_key ("Return");
}

static gboolean
is_switch (GtkWidget    *widget,
           gconstpointer unused)
{
  return GTK_IS_SWITCH (widget);
}

/* The colours stay whatever the picture has, so that a louder one looks so. */
static void
begin (void)
{
  OndesDisplay display;

  window_open_sample ("ecg.txt");
  display = *ondes_scalogram_analysis_get_display (analysis);
  display.reference = 0.2;
  display.db_range = 40;
  ondes_scalogram_analysis_set_display (analysis, &display);
  ondes_scalogram_analysis_set_compensation (analysis, &ondes_compensation_settings_default);
  ondes_session_begin_history (session);
  window_settle ();
  if (!adw_expander_row_get_expanded (ADW_EXPANDER_ROW (row ("Compensation"))))
    window_click (row ("Compensation"));
}

static void
undo_to (const char *amplitude)
{
  driver_key ("ctrl+z");
  driver_wait (amplitude_is, (gpointer) amplitude, "the change undone");
}

/* Typed, switched off and undone: the picture on the screen follows. */
static void
test_constant (void)
{
  guint32 before, after;

  begin ();
  before = window_hash ();
  choose ("Amplitude error", "Constant");
  driver_wait (amplitude_is, (gpointer) "constant:0", "a constant");
  g_assert_true (settings ()->on);
  type_number ("Error", "0.5");
  driver_wait (amplitude_is, (gpointer) "constant:0.5", "the number typed");
  window_settle ();
  after = window_hash ();
  g_assert_cmphex (after, !=, before);
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row ("Compensation"))), ==, "Amplitude");

  window_click (window_scroll_to (window_find (panel (), is_switch, NULL)));
  driver_wait (is_on, GINT_TO_POINTER (FALSE), "the switch");
  g_assert_false (gtk_widget_get_sensitive (row ("Amplitude error")));
  window_settle ();
  g_assert_cmphex (window_hash (), ==, before);
  driver_key ("ctrl+z");
  driver_wait (is_on, GINT_TO_POINTER (TRUE), "the switch undone");
  window_settle ();
  g_assert_cmphex (window_hash (), ==, after);
  undo_to ("constant:0");
  undo_to ("");
  window_settle ();
  g_assert_cmphex (window_hash (), ==, before);
  g_assert_false (ondes_session_can_undo (session));
  driver_key ("ctrl+shift+z");
  driver_wait (amplitude_is, (gpointer) "constant:0", "the constant again");
}

/* What is wrong stands at its row; what does nothing is insensitive. */
static gboolean
shows_problem (gpointer words)
{
  const char *problem = ondes_analysis_get_problem (ONDES_ANALYSIS (analysis));

  return words != NULL ? problem != NULL && strstr (problem, words) != NULL : problem == NULL;
}

static gboolean
is_problem (GtkWidget    *widget,
            gconstpointer words)
{
  return GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, "problem") && gtk_widget_get_mapped (widget)
         && strstr (gtk_label_get_text (GTK_LABEL (widget)), words) != NULL;
}

static void
test_problems (void)
{
  begin ();
  g_assert_false (gtk_widget_get_sensitive (row ("Rounding")));
  g_assert_false (gtk_widget_get_sensitive (row ("Interpolation")));
  window_click (row ("Quantised masks"));
  driver_wait (is_on, GINT_TO_POINTER (TRUE), "quantised masks");
  g_assert_true (gtk_widget_get_sensitive (row ("Rounding")));
  type_number ("Bits", "70");
  driver_wait (shows_problem, (gpointer) "out of range", "what is wrong with 70 bits");
  g_assert_nonnull (window_find (panel (), is_problem, "out of range"));
  g_assert_true (gtk_widget_has_css_class (row ("Bits"), "error"));
  type_number ("Bits", "6");
  driver_wait (shows_problem, NULL, "nothing wrong");
  g_assert_null (window_find (panel (), is_problem, ""));
  choose ("Amplitude error", "Constant");
  type_number ("Error", "-1.5");
  driver_wait (shows_problem, (gpointer) "has to be above 0", "what is wrong with a gain below 0");
  g_assert_nonnull (window_find (panel (), is_problem, "has to be above 0"));
  type_number ("Error", "-0.5");
  driver_wait (shows_problem, NULL, "nothing wrong with less");
  choose ("Oversampling", "2×");
  g_assert_cmpuint (settings ()->oversample, ==, 2);
  g_assert_true (gtk_widget_get_sensitive (row ("Interpolation")));
  choose ("Interpolation", "Linear");
  g_assert_cmpstr (settings ()->interpolation, ==, "linear");
  window_settle ();
}

/* The curve. */

static OndesCurveEditor *
editor (void)
{
  return ONDES_CURVE_EDITOR (window_by_type (panel (), ONDES_TYPE_CURVE_EDITOR));
}

static guint
n_points (void)
{
  guint n;

  ondes_curve_editor_get_points (editor (), &n);
  return n;
}

static gboolean
has_points (gpointer n)
{
  return n_points () == GPOINTER_TO_UINT (n);
}

static const OndesModelPoint *
point_at (guint i)
{
  guint n;
  const OndesModelPoint *points = ondes_curve_editor_get_points (editor (), &n);

  g_assert_cmpuint (i, <, n);
  return &points[i];
}

static gboolean
is_raised (gpointer i)
{
  return point_at (GPOINTER_TO_UINT (i))->value > 0.05;
}

static gboolean
is_above (gpointer point)
{
  return point_at (1)->value > ((const OndesModelPoint *) point)->value;
}

static gboolean
is_right_of (gpointer point)
{
  return point_at (1)->hz > ((const OndesModelPoint *) point)->hz;
}

/* Where point @i is drawn. */
static void
find_point (guint   i,
            double *x,
            double *y)
{
  window_scroll_to (GTK_WIDGET (editor ()));
  g_assert_true (ondes_curve_editor_get_position (editor (), i, x, y));
}

/* Dragged live, one step of undo; added, moved by keys, removed, and dragged off. */
static void
test_curve (void)
{
  GtkWidget *curve;
  g_autofree char *flat = NULL, *raised = NULL;
  OndesModelPoint at;
  guint32 before;
  double x, y;

  begin ();
  curve = GTK_WIDGET (editor ());
  choose ("Amplitude error", "Curve");
  driver_wait (has_points, GUINT_TO_POINTER (3), "the points");
  flat = g_strdup (settings ()->amplitude);
  window_settle ();
  before = window_hash ();
  find_point (1, &x, &y);
  driver_move (curve, x, y);
  driver_press (1);
  for (guint i = 1; i <= 6; i++)
    driver_move (curve, x + i, y - 3 * i);
  driver_wait (is_raised, GUINT_TO_POINTER (1), "the drag");
  driver_release (1);
  raised = g_strdup (settings ()->amplitude);
  g_assert_true (g_str_has_prefix (raised, "points:"));
  window_settle ();
  g_assert_cmphex (window_hash (), !=, before);
  find_point (1, &x, &y);
  {
    g_autoptr (DriverShot) shot = driver_shot (GTK_WIDGET (window));
    const guint32 point = driver_pixel (shot, curve, x, y), ground = driver_pixel (shot, curve, x + 12, y - 8);

    g_assert_cmphex (point, !=, ground);
  }
  undo_to (flat);
  driver_key ("ctrl+shift+z");
  driver_wait (amplitude_is, raised, "the drag done again");

  /* By keys: the focus is where the pointer pressed. */
  at = *point_at (1);
  driver_key ("Up");
  driver_wait (is_above, &at, "the point moved up");
  driver_key ("shift+Right");
  driver_wait (is_right_of, &at, "the point moved to the right");
  driver_key ("Insert");
  driver_wait (has_points, GUINT_TO_POINTER (4), "a point added");
  driver_key ("Tab");
  driver_key ("Delete");
  driver_wait (has_points, GUINT_TO_POINTER (3), "the point removed");

  /* By pointer: added on the ground, and dragged far off. */
  find_point (0, &x, &y);
  driver_move (curve, x + 25, y - 8);
  driver_click (1, 2, NULL);
  driver_wait (has_points, GUINT_TO_POINTER (4), "a point added by a double click");
  find_point (1, &x, &y);
  driver_move (curve, x, y);
  driver_press (1);
  driver_move (curve, x, y + 40);
  driver_move (curve, x, y + 120);
  driver_wait (has_points, GUINT_TO_POINTER (3), "the point off the plot");
  driver_release (1);
  window_settle ();
}

/* A table shows as its file is, also once the file is another; a point beyond the picture is not added. */
static void
test_table (void)
{
  g_autofree char *path = g_build_filename (folder, "table.csv", NULL);
  OndesCompensationSettings table = ondes_compensation_settings_default;

  g_file_set_contents (path, "10,0.1\n100,0.1\n4000,0\n8000,0\n", -1, NULL);
  begin ();
  table.on = TRUE;
  g_snprintf (table.amplitude, sizeof table.amplitude, "table:%s", path);
  ondes_scalogram_analysis_set_compensation (analysis, &table);
  driver_wait (has_points, GUINT_TO_POINTER (4), "the points of the table");
  window_settle ();
  g_file_set_contents (path, "10,0.1\n100,0.1\n4000,0\n6000,0\n8000,0\n", -1, NULL);
  driver_key ("F5");
  driver_wait (has_points, GUINT_TO_POINTER (5), "the points of the new table");
  window_scroll_to (GTK_WIDGET (editor ()));
  gtk_widget_grab_focus (GTK_WIDGET (editor ()));
  for (guint i = 0; i < 3; i++)
    driver_key ("Tab");
  driver_key ("Insert");
  window_settle ();
  g_assert_cmpuint (n_points (), ==, 5);
  g_assert_cmpstr (settings ()->amplitude, ==, table.amplitude);
}

/* Files. */

typedef struct
{
  GtkFileChooser *chooser;
  GFile          *file;
} Choice;

static gboolean
is_selected (gpointer data)
{
  const Choice *choice = data;
  g_autoptr (GFile) file = gtk_file_chooser_get_file (choice->chooser);

  return file != NULL && g_file_equal (file, choice->file);
}

/* Opens @path in GTK's file chooser. */
static void
open_file (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Choice choice = { GTK_FILE_CHOOSER (window_wait_dialog (GTK_TYPE_FILE_CHOOSER_DIALOG)), file };

  gtk_file_chooser_set_file (choice.chooser, file, NULL);
  driver_wait (is_selected, &choice, path);
  gtk_dialog_response (GTK_DIALOG (choice.chooser), GTK_RESPONSE_ACCEPT);
  window_wait_gone (GTK_TYPE_FILE_CHOOSER_DIALOG);
}

static void
save_file (const char *path)
{
  GtkWindow *chooser = window_wait_dialog (GTK_TYPE_FILE_CHOOSER_DIALOG);

  driver_wait_drawn (GTK_WIDGET (chooser));
  driver_key ("ctrl+a");
  driver_type (path);
  driver_key ("Return");
  window_wait_gone (GTK_TYPE_FILE_CHOOSER_DIALOG);
}

static gboolean
subtitle_begins (gpointer text)
{
  GtkWidget *sheet = window_by_type (panel (), ONDES_TYPE_FILE_ROW);

  for (; sheet != NULL && !g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (sheet)), "Calibration sheet");)
    sheet = gtk_widget_get_next_sibling (sheet);
  return sheet != NULL && g_str_has_prefix (adw_action_row_get_subtitle (ADW_ACTION_ROW (sheet)), text);
}

static gboolean
is_applied (gpointer unused)
{
  return ondes_scalogram_analysis_get_applied (analysis) != NULL && window_is_idle (NULL);
}

/* A sheet is read, with a note on what it does not reach; one that is none is refused at its row. */
static void
test_calibration (void)
{
  g_autofree char *sheet = g_build_filename (folder, "sensor.csv", NULL), *wrong = g_build_filename (folder, "wrong.csv", NULL);
  guint32 before;

  g_file_set_contents (sheet, "Hz,dB,s\n20,-6,0.001\n10,-12,0.001\n", -1, NULL);
  g_file_set_contents (wrong, "Hz,volume\n20,-6\n", -1, NULL);
  begin ();
  before = window_hash ();
  window_click (row ("Calibration sheet"));
  open_file (sheet);
  driver_wait (is_applied, NULL, "the sheet");
  driver_wait (subtitle_begins, (gpointer) "sensor.csv: its frequencies", "that it was sorted");
  window_settle ();
  g_assert_cmphex (window_hash (), !=, before);
  window_click (row ("Calibration sheet"));
  open_file (wrong);
  driver_wait (shows_problem, (gpointer) "volume", "what is wrong with the other");
  g_assert_nonnull (window_find (panel (), is_problem, "volume"));
  driver_key ("ctrl+z");
  driver_wait (shows_problem, NULL, "the sheet of before");
  driver_wait (subtitle_begins, (gpointer) "sensor.csv", "its name");
  window_settle ();
}

/* Presets. */

static gboolean
preset_is (gpointer name)
{
  GtkWidget *presets = window_row (panel (), "Presets");

  return g_strcmp0 (adw_action_row_get_subtitle (ADW_ACTION_ROW (presets)), name) == 0;
}

static gboolean
is_button (GtkWidget    *widget,
           gconstpointer unused)
{
  return GTK_IS_MENU_BUTTON (widget);
}

static void
open_presets (void)
{
  window_click (window_find (row ("Presets"), is_button, NULL));
}

/* Saved under a name, chosen for another recording, exported whole, imported beside itself. */
static void
test_presets (void)
{
  g_autofree char *path = g_build_filename (folder, "Hydrophone.ondes-compensation", NULL);

  begin ();
  choose ("Amplitude error", "Constant");
  type_number ("Error", "0.25");
  driver_wait (amplitude_is, (gpointer) "constant:0.25", "the number typed");
  open_presets ();
  window_click (window_menu_item ("Save As…"));
  window_wait_dialog (ADW_TYPE_MESSAGE_DIALOG);
  driver_type ("Hydrophone");
  driver_key ("Return");
  window_wait_gone (ADW_TYPE_MESSAGE_DIALOG);
  driver_wait (preset_is, (gpointer) "Hydrophone", "the preset saved");
  open_presets ();
  window_click (window_menu_item ("Export…"));
  save_file (path);

  window_open_sample ("gw150914.csv");
  g_assert_false (settings ()->on);
  ondes_scalogram_analysis_set_compensation (analysis, &ondes_compensation_settings_default);
  driver_wait (preset_is, (gpointer) "", "another compensation");
  open_presets ();
  window_click (window_menu_item ("Hydrophone"));
  driver_wait (amplitude_is, (gpointer) "constant:0.25", "the preset");
  g_assert_true (settings ()->on);
  driver_wait (preset_is, (gpointer) "Hydrophone", "its name");
  driver_wait (is_applied, NULL, "its picture");
  open_presets ();
  window_click (window_menu_item ("Import…"));
  open_file (path);
  driver_wait (preset_is, (gpointer) "Hydrophone 2", "the preset beside the other");
  undo_to ("");
  window_settle ();
}

static gboolean
shows_preset_problem (gpointer words)
{
  return (window_find (panel (), is_problem, words != NULL ? words : "") != NULL) == (words != NULL);
}

static gboolean
is_menu_open (gpointer unused)
{
  GtkPopover *popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (window_find (row ("Presets"), is_button, NULL)));

  return popover != NULL && gtk_widget_get_mapped (GTK_WIDGET (popover));
}

static void
save_preset (const char *name,
             const char *amplitude)
{
  g_autofree char *path = ondes_preset_path (&ondes_compensation_presets, name);
  g_autofree OndesCompensationSettings *preset = g_memdup2 (&ondes_compensation_settings_default, sizeof *preset);

  preset->on = TRUE;
  g_strlcpy (preset->amplitude, amplitude, ONDES_COMPENSATION_TEXT);
  g_assert_true (ondes_compensation_preset_write (path, preset, NULL));
}

/* What another window saved comes into the menu while it is open; of two that are chosen the last one is shown, however long
 * each takes to read; and what is said of one that is gone goes with the next change. */
static void
test_newest_preset (void)
{
  GtkWidget *presets;

  begin ();
  presets = row ("Presets");
  save_preset ("Late", "constant:0.125");
  open_presets ();
  window_click (window_menu_item ("Late"));
  driver_wait (amplitude_is, (gpointer) "constant:0.125", "the preset that came last");
  save_preset ("Later", "constant:0.5");
  for (guint i = 0; i < 10; i++)
    {
      gtk_widget_activate_action (presets, "presets.load", "s", i % 2 ? "Late" : "Later");
      gtk_widget_activate_action (presets, "presets.load", "s", i % 2 ? "Later" : "Late");
      driver_wait (amplitude_is, (gpointer) (i % 2 ? "constant:0.5" : "constant:0.125"), "the preset chosen last");
      driver_wait (window_is_idle, NULL, "its picture");
      g_assert_true (amplitude_is ((gpointer) (i % 2 ? "constant:0.5" : "constant:0.125")));
    }
  open_presets ();
  driver_wait (has_item, (gpointer) "Later", "the menu");
  save_preset ("Latest", "constant:0.75");
  gtk_widget_activate_action (presets, "presets.load", "s", "Late"); /* lists them again */
  driver_wait (has_item, (gpointer) "Latest", "a new item of the open menu");
  g_assert_true (is_menu_open (NULL));
  driver_key ("Escape");
  driver_wait (amplitude_is, (gpointer) "constant:0.125", "the first");
  gtk_widget_activate_action (presets, "presets.load", "s", "nowhere");
  driver_wait (shows_preset_problem, (gpointer) "nowhere", "that there is none");
  type_number ("Error", "0.3");
  driver_wait (amplitude_is, (gpointer) "constant:0.3", "a number");
  driver_wait (shows_preset_problem, NULL, "nothing more of that");
  window_settle ();
}

int
main (int   argc,
      char *argv[])
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window/compensation/a-constant-changes-the-picture-is-switched-off-and-undone", test_constant);
  g_test_add_func ("/ondes/window/compensation/what-is-wrong-is-told-at-its-row", test_problems);
  g_test_add_func ("/ondes/window/compensation/points-are-dragged-added-and-removed", test_curve);
  g_test_add_func ("/ondes/window/compensation/a-table-follows-its-file", test_table);
  g_test_add_func ("/ondes/window/compensation/a-calibration-sheet-is-read", test_calibration);
  g_test_add_func ("/ondes/window/compensation/presets-are-saved-chosen-and-shared", test_presets);
  g_test_add_func ("/ondes/window/compensation/the-newest-preset-is-shown", test_newest_preset);
  return window_run ();
}
