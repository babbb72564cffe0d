/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of the page of filters in the real window: used by every page, analysed, exported. */
#include <string.h>

#include "dialogs/ondes-export-dialog.h"
#include "filter-page-fixture.h"
#include "pages/ondes-filter-controls.h"
#include "picture/slices.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

static gboolean
has_steps (gpointer n)
{
  return g_strv_length ((char **) ondes_session_get_conditioning (session)) == GPOINTER_TO_UINT (n)
         && !ondes_session_is_busy (session, NULL);
}

static OndesAnalysis *
spectra (void)
{
  return ONDES_ANALYSIS (window->models[ONDES_MODEL_SPECTRA]);
}

static gboolean
has_spectrum (gpointer unused)
{
  return ondes_analysis_get_formats (spectra ()) != 0 && !ondes_analysis_is_busy (spectra (), NULL);
}

/* The filtered recording is used by every page, as a step that is undone. */
static void
test_step (void)
{
  g_autofree char *command = NULL;

  filter_page_open ("ecg.txt");
  gtk_widget_grab_focus (window_by_id (window_by_type (window, ONDES_TYPE_FILTER_CONTROLS), "add_step"));
  driver_key ("Return");
  driver_wait (has_steps, GUINT_TO_POINTER (1), "a step");
  filter_page_settle ();
  g_assert_true (ondes_session_is_conditioned (session));
  g_assert_true (g_str_has_prefix (ondes_session_get_conditioning (session)[0], "filter:bandpass="));
  window_go ("spectra");
  driver_wait (has_spectrum, NULL, "the spectrum");
  command = ondes_analysis_command (spectra (), "x.npy", ONDES_EXPORT_NPY, NULL, 0);
  g_assert_nonnull (strstr (command, " --condition filter:bandpass="));
  window_go ("filter");
  filter_page_settle ();
  driver_key ("ctrl+z");
  driver_wait (has_steps, GUINT_TO_POINTER (0), "the recording as it is");
  filter_page_settle ();
}

static gboolean
is_exported (gpointer unused)
{
  return !ondes_analysis_is_exporting (ONDES_ANALYSIS (filter_page_analysis ()), NULL);
}

/* The dialog offers sound, and writes what the copied command writes. */
static void
test_export (void)
{
  g_autofree char *exported = g_build_filename (folder, "filtered.wav", NULL);
  g_autofree char *tool = g_build_filename (g_getenv ("ONDES_BUILD_DIR"), "src", "cli", "ondes-cli", NULL);
  g_autofree char *made = g_build_filename (folder, "made.wav", NULL), *command = NULL, *run = NULL, *one = NULL, *other = NULL;
  gsize one_length, other_length;

  filter_page_open ("ecg.txt");
  ondes_timeline_set_view (timeline, 10000, 5000);
  filter_page_settle ();
  gtk_widget_grab_focus (GTK_WIDGET (filter_page_response ()));
  window_export_to (exported);
  driver_wait (is_exported, NULL, "the export");
  g_assert_true (g_file_get_contents (exported, &one, &one_length, NULL));
  g_assert_cmpmem (one, 4, "RIFF", 4);
  command = ondes_analysis_command (ONDES_ANALYSIS (filter_page_analysis ()), made, ONDES_EXPORT_WAV, NULL, 0);
  run = g_strdup_printf ("'%s'%s", tool, command + strlen ("ondes-cli"));
  g_assert_true (g_spawn_command_line_sync (run, NULL, NULL, NULL, NULL));
  g_assert_true (g_file_get_contents (made, &other, &other_length, NULL));
  g_assert_cmpmem (one, one_length, other, other_length);
}

static gboolean
is_analysed (gpointer unused)
{
  return ondes_window_get_shown (window) == ONDES_MODEL_SPECTRA && has_steps (GUINT_TO_POINTER (1)) && has_spectrum (NULL);
}

static gboolean
does_analyse (GtkWidget    *widget,
              gconstpointer unused)
{
  return GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget)
         && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "win.analyse-result") == 0;
}

/* Spectra of the result are one click away, or a key at its row; one undo takes the step away and leaves the input chosen. */
static void
test_analyse (void)
{
  OndesOperand *operand = ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (spectra ()), 0);
  g_autofree char *command = NULL;

  filter_page_open ("ecg.txt");
  ondes_operand_set_text (operand, "0110");
  ondes_operand_set_kind (operand, ONDES_OPERAND_TEXT);
  window_click (window_find (filter_page (), does_analyse, NULL));
  driver_wait (is_analysed, NULL, "the spectrum of the result");
  g_assert_cmpint (ondes_operand_get_kind (operand), ==, ONDES_OPERAND_VIEW);
  command = ondes_analysis_command (spectra (), "x.npy", ONDES_EXPORT_NPY, NULL, 0);
  g_assert_nonnull (strstr (command, " --condition filter:bandpass="));
  g_assert_cmpstr (ondes_session_get_undo_name (session), ==, "The filter as a step of conditioning");
  driver_key ("ctrl+z");
  driver_wait (has_steps, GUINT_TO_POINTER (0), "the recording as it is");
  g_assert_cmpint (ondes_operand_get_kind (operand), ==, ONDES_OPERAND_TEXT);
  ondes_operand_set_kind (operand, ONDES_OPERAND_WHOLE);
  window_go ("filter");
  filter_page_settle ();
  filter_page_press ("analyse");
  driver_wait (is_analysed, NULL, "the spectrum of the result");
  g_assert_cmpint (ondes_operand_get_kind (operand), ==, ONDES_OPERAND_WHOLE);
  driver_key ("ctrl+z");
  driver_wait (has_steps, GUINT_TO_POINTER (0), "the recording as it is");
  ondes_operand_set_kind (operand, ONDES_OPERAND_VIEW);
}

static gboolean
has_slices (gpointer unused)
{
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (ondes_filter_analysis_compare (filter_page_analysis (), analysis));

  return filter_page_is_settled (NULL) && ondes_slices_get_n (slices) > 0 && ondes_slices_is_settled (slices);
}

/* Exports what is named @product by the dialog. */
static void
export_product (const char *product,
                const char *path)
{
  GtkWindow *dialog;
  AdwComboRow *row;
  guint i = 0;

  driver_key ("ctrl+e");
  dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
  row = ADW_COMBO_ROW (window_by_id (dialog, "product"));
  while (strcmp (gtk_string_list_get_string (GTK_STRING_LIST (adw_combo_row_get_model (row)), i), product) != 0)
    i++;
  adw_combo_row_set_selected (row, i);
  driver_key ("Escape");
  window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
  window_export_to (path);
  driver_wait (is_exported, NULL, "the export");
}

/* The slices that the page shows of the result are exported, and are what the copied command writes. */
static void
test_export_slices (void)
{
  g_autofree char *exported = g_build_filename (folder, "spectra.csv", NULL), *made = g_build_filename (folder, "made.csv", NULL);
  g_autofree char *tool = g_build_filename (g_getenv ("ONDES_BUILD_DIR"), "src", "cli", "ondes-cli", NULL);
  g_autofree char *command = NULL, *run = NULL, *one = NULL, *other = NULL;
  OndesSelection box = ONDES_SELECTION_SPAN (10500, 12000);
  gsize one_length, other_length;

  filter_page_open ("ecg.txt");
  ondes_timeline_set_view (timeline, 10000, 5000);
  box.low_hz = 5;
  box.high_hz = 20;
  ondes_timeline_set_selection (timeline, box);
  gtk_widget_grab_focus (GTK_WIDGET (filter_page_response ()));
  driver_key ("F8");
  driver_wait (has_slices, NULL, "slices");
  export_product ("Spectra of the slices", exported);
  g_assert_true (g_file_get_contents (exported, &one, &one_length, NULL));
  g_assert_true (g_str_has_prefix (one, "frequency,scale,"));
  command = ondes_analysis_command (ONDES_ANALYSIS (filter_page_analysis ()), made, ONDES_EXPORT_CSV, NULL, 0);
  g_assert_nonnull (strstr (command, " --condition filter:"));
  run = g_strdup_printf ("'%s'%s", tool, command + strlen ("ondes-cli"));
  g_assert_true (g_spawn_command_line_sync (run, NULL, NULL, NULL, NULL));
  g_assert_true (g_file_get_contents (made, &other, &other_length, NULL));
  g_assert_cmpmem (one, one_length, other, other_length);
  driver_key ("F8");
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
  ondes_analysis_set_product (ONDES_ANALYSIS (filter_page_analysis ()), 0);
  filter_page_settle ();
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  window_begin ();
  g_test_add_func ("/ondes/window-result/is-used-by-every-page", test_step);
  g_test_add_func ("/ondes/window-result/its-spectra-are-one-click-away", test_analyse);
  g_test_add_func ("/ondes/window-result/its-slices-are-exported", test_export_slices);
  g_test_add_func ("/ondes/window-result/is-exported-as-the-command-writes-it", test_export);
  return window_run ();
}
