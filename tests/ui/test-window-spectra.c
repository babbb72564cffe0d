/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of spectra and convolutions in the real window, by pointer and keys. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "pages/ondes-convolution-page.h"
#include "pages/ondes-properties-panel.h"
#include "charts/ondes-series-readout.h"
#include "charts/ondes-series-view.h"
#include "pages/ondes-spectra-controls.h"
#include "pages/ondes-spectra-page.h"
#include "charts/ondes-table-view.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

static GtkWidget *
page (void)
{
  return window_by_type (window, ONDES_TYPE_SPECTRA_PAGE);
}

static gboolean
is_chart (GtkWidget *widget,
          gconstpointer of_result)
{
  return ONDES_IS_SERIES_VIEW (widget) && gtk_widget_get_vexpand (widget) == GPOINTER_TO_INT (of_result);
}

/* The chart of the result. */
static OndesSeriesView *
chart (GtkWidget *from)
{
  GtkWidget *found = window_find (from, is_chart, GINT_TO_POINTER (TRUE));

  g_assert_nonnull (found);
  return ONDES_SERIES_VIEW (found);
}

static gboolean
has_values (gpointer data)
{
  OndesSeries *series = ondes_series_model_get_series (ondes_series_view_get_model (chart (data)));

  return series != NULL && gtk_widget_get_mapped (GTK_WIDGET (chart (data)));
}

static double
view_count (void)
{
  double first, count;

  ondes_series_model_get_view (ondes_series_view_get_model (chart (page ())), &first, &count);
  return count;
}

static gboolean
view_is_less (gpointer data)
{
  return view_count () < *(double *) data;
}

static gboolean
view_is_all (gpointer data)
{
  OndesSeries *series = ondes_series_model_get_series (ondes_series_view_get_model (chart (page ())));

  return view_count () == (double) series->n;
}

static gboolean
is_pointed (gpointer data)
{
  return ondes_series_model_get_index (ondes_series_view_get_model (chart (page ()))) != ONDES_INDEX_NONE;
}

static void
test_pages (void)
{
  window_open_sample ("ecg.txt");
  window_go ("spectra");
  driver_wait (has_values, page (), "a spectrum");
  window_go ("convolution");
  driver_wait (has_values, window_by_type (window, ONDES_TYPE_CONVOLUTION_PAGE), "a convolution");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (window_by_id (window_by_type (window, ONDES_TYPE_CONVOLUTION_PAGE), "taken"))),
                   ==, "the first 16384 of 27500 values");
  window_go ("scalogram");
  window_settle ();
  g_assert_cmpuint (window_colours (), >, 100);
}

static gboolean
has_text (GtkWidget *widget,
          gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;
}

static void
test_zoom_and_readout (void)
{
  GtkWidget *view, *readout;
  OndesSeriesModel *model;
  g_autofree char *number = NULL;
  double before;

  window_open_sample ("ecg.txt");
  window_go ("spectra");
  driver_wait (has_values, page (), "a spectrum");
  view = GTK_WIDGET (chart (page ()));
  model = ondes_series_view_get_model (ONDES_SERIES_VIEW (view));
  readout = window_by_type (page (), ONDES_TYPE_SERIES_READOUT);
  before = view_count ();
  driver_move (view, gtk_widget_get_width (view) / 2.0, gtk_widget_get_height (view) / 2.0);
  driver_wait (is_pointed, NULL, "the crosshair");
  driver_click (4, 1, NULL);
  driver_wait (view_is_less, &before, "a zoom by wheel");
  driver_wait_drawn (view);
  number = g_strdup_printf ("%" G_GUINT64_FORMAT, ondes_series_model_get_index (model));
  g_assert_nonnull (window_find (readout, has_text, number));
  before = view_count ();
  gtk_widget_grab_focus (view);
  driver_key ("plus");
  driver_wait (view_is_less, &before, "a zoom by key");
  driver_key ("Home");
  driver_wait (view_is_all, NULL, "the whole");
}

static gboolean
says (gpointer text)
{
  return window_find (GTK_WIDGET (window), has_text, text) != NULL;
}

static gboolean
has_four (gpointer data)
{
  OndesSeries *series = ondes_series_model_get_series (ondes_series_view_get_model (chart (page ())));

  return series != NULL && series->n == 4;
}

static gboolean
is_problem (gpointer data)
{
  return gtk_widget_get_mapped (data) && *gtk_label_get_text (data) != '\0';
}

static void
test_typed_text (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS), *text = window_by_id (controls, "text");

  window_open_sample ("ecg.txt");
  window_go ("spectra");
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (controls, "kind")), ONDES_OPERAND_TEXT);
  driver_wait (window_is_mapped, text, "the text");
  window_click (text);
  driver_type ("0110");
  driver_wait (has_four, NULL, "the spectrum of four values");
  driver_wait (says, (gpointer) "Properties", "the properties");
  /* One too many is told of in place; taken away again all is well. */
  driver_type ("1");
  driver_wait (is_problem, window_by_id (window_by_type (controls, ONDES_TYPE_OPERAND_CONTROLS), "problem"), "a sentence");
  driver_key ("BackSpace");
  driver_wait (has_four, NULL, "the spectrum again");
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (controls, "kind")), ONDES_OPERAND_VIEW);
}

static gboolean
has_over (gpointer data)
{
  GtkWidget *above = window_find (page (), is_chart, GINT_TO_POINTER (FALSE));

  return ondes_series_model_get_over (ondes_series_view_get_model (ONDES_SERIES_VIEW (above))) != NULL;
}

static void
test_compression (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS);
  OndesSpectrumAnalysis *spectra;
  OndesSeries *series;

  window_open_sample ("nino3.dat");
  window_go ("spectra");
  driver_wait (has_values, page (), "a spectrum");
  spectra = ONDES_SPECTRUM_ANALYSIS (ondes_window_get_model (window));
  gtk_widget_grab_focus (window_by_id (controls, "compress"));
  driver_key ("space");
  driver_wait (has_over, NULL, "what the largest give back");
  /* A tenth to begin with, which shows an error. */
  series = ondes_series_model_get_series (ondes_series_analysis_get_result (ONDES_SERIES_ANALYSIS (spectra)));
  g_assert_cmpuint (ondes_spectrum_analysis_get_keep (spectra), ==, series->n / 10);
  driver_wait (is_problem, window_by_id (controls, "error"), "its error");
  driver_key ("space");
}

static gboolean
is_no_problem (gpointer data)
{
  return !is_problem (data);
}

static void
type_length (GtkWidget  *row,
             const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  g_signal_emit_by_name (row, "apply");
}

/* A length is a number or a power of two, and stays as it was typed; anything else is refused in place. */
static void
test_length (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS), *row = window_by_id (controls, "length");
  GtkWidget *problem = window_by_id (controls, "length_problem");
  const OndesSpectraSettings *settings;

  window_open_sample ("ecg.txt");
  window_go ("spectra");
  driver_wait (has_values, page (), "a spectrum");
  settings = ondes_spectrum_analysis_get_settings (ONDES_SPECTRUM_ANALYSIS (ondes_window_get_model (window)));
  type_length (row, "2^5");
  g_assert_cmpuint (settings->derivation.length, ==, 32);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (row)), ==, "2^5");
  type_length (row, "many");
  g_assert_cmpuint (settings->derivation.length, ==, 32);
  driver_wait (is_problem, problem, "a sentence on what is no number");
  type_length (row, "32");
  driver_wait (is_no_problem, problem, "no sentence");
  type_length (row, "30");
  driver_wait (is_problem, problem, "a sentence on what is no power of two");
  type_length (row, "");
  g_assert_cmpuint (settings->derivation.length, ==, 0);
  driver_wait (is_no_problem, problem, "no sentence for the automatic length");
}

static gboolean
is_pointed_at (gpointer index)
{
  return ondes_series_model_get_index (ondes_series_view_get_model (chart (page ()))) == *(guint64 *) index;
}

/* In the list of the largest, a row that is chosen is pointed at in the chart and brought into its view. */
static void
test_largest (void)
{
  g_autofree guint64 *largest = NULL;
  OndesSeriesModel *model;
  double first, count;
  guint64 n;

  window_open_sample ("ecg.txt");
  window_go ("spectra");
  driver_wait (has_values, page (), "a spectrum");
  model = ondes_series_view_get_model (chart (page ()));
  largest = ondes_series_largest (ondes_series_model_get_series (model), 4, &n);
  g_assert_cmpuint (n, ==, 4);
  ondes_series_model_set_pointer (model, NAN);
  ondes_series_model_set_view (model, (double) ondes_series_model_get_series (model)->n - 100, 100);
  gtk_widget_grab_focus (window_by_type (page (), GTK_TYPE_COLUMN_VIEW));
  driver_key ("Down");
  driver_wait (is_pointed, NULL, "a row to be chosen");
  g_assert_true (is_pointed_at (&largest[0]) || is_pointed_at (&largest[1]));
  driver_key ("Down");
  driver_key ("Up");
  driver_key ("Up");
  driver_wait (is_pointed_at, &largest[0], "the largest");
  ondes_series_model_get_view (model, &first, &count);
  g_assert_true (first <= (double) largest[0] && (double) largest[0] < first + count);
  g_assert_cmpfloat (count, ==, 100);
  driver_key ("Down");
  driver_wait (is_pointed_at, &largest[1], "the next");
  driver_key ("Home");
  driver_wait (view_is_all, NULL, "the whole");
}

static gboolean
has_table (gpointer data)
{
  return gtk_widget_get_mapped (data) && strstr (ondes_table_view_get_reading (data), "a = ") != NULL;
}

static gboolean
is_table (GtkWidget *widget,
          gconstpointer data)
{
  return ONDES_IS_TABLE_VIEW (widget) && gtk_widget_get_mapped (widget);
}

static gboolean
table_is_there (gpointer data)
{
  return window_find (page (), is_table, NULL) != NULL;
}

static void
test_logic (void)
{
  GtkWidget *table;

  window_open_sample ("rd84.pla");
  window_go ("spectra");
  driver_wait (says, (gpointer) "LAT", "the tables");
  window_click (window_find (page (), has_text, "Properties"));
  driver_wait (window_is_mapped, window_by_type (page (), ONDES_TYPE_PROPERTIES_PANEL), "the panel");
  driver_wait (says, (gpointer) "Nonlinearity", "the nonlinearity");
  window_click (window_find (page (), has_text, "DDT"));
  driver_wait (table_is_there, NULL, "the table");
  table = window_find (page (), is_table, NULL);
  driver_wait_drawn (table);
  /* High enough to be read, with the charts still above. */
  g_assert_cmpint (gtk_widget_get_height (table), >, 240);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (chart (page ()))), >, 120);
  driver_move (table, gtk_widget_get_width (table) / 2.0, gtk_widget_get_height (table) / 3.0);
  driver_wait (has_table, table, "an entry of the table");
}

static gboolean
is_done (gpointer data)
{
  return !ondes_analysis_is_busy (data, NULL) && !ondes_analysis_is_exporting (data, NULL);
}

static gboolean
has_title (gpointer title)
{
  return g_strcmp0 (gtk_window_get_title (GTK_WINDOW (window)), title) == 0;
}

/* A truth table opens on its spectrum, as signs and by index; a recording after it where one was before. */
static void
test_table_opens (void)
{
  OndesSpectrumAnalysis *spectra;
  OndesSeries *values;
  g_autofree char *path = window_sample ("rd84.pla");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  window_open_sample ("ecg.txt");
  window_go ("scalogram");
  ondes_window_open (window, file);
  driver_wait (window_shows, (gpointer) "spectra", "the spectra of a truth table");
  driver_wait (has_values, page (), "its spectrum");
  driver_wait (has_title, (gpointer) "rd84: how many of eight bits are one", "its title");
  spectra = ONDES_SPECTRUM_ANALYSIS (ondes_window_get_model (window));
  driver_wait (is_done, spectra, "its properties");
  g_assert_true (ondes_spectrum_analysis_get_settings (spectra)->derivation.is_signed);
  values = ondes_series_model_get_series (ondes_series_analysis_get_values (ONDES_SERIES_ANALYSIS (spectra)));
  for (guint i = 0; i < 256; i++)
    g_assert_cmpfloat (fabs (ondes_series_get (values, i)), ==, 1);
  g_assert_cmpstr (ondes_recording_get_info (ondes_session_get_recording (session))->time_unit, ==, "index");
  window_open_sample ("ecg.txt");
  driver_wait (window_shows, (gpointer) "scalogram", "the scalogram again");
}

/* What would take too long beside the picture is said to be left out, and what does it. */
static void
test_long_table (void)
{
  g_autofree char *path = g_build_filename (folder, "long.pla", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GError *error = NULL;

  g_file_set_contents (path, ".i 19\n.o 2\n1-----------------1 11\n-1----------------- 01\n.e\n", -1, &error);
  g_assert_no_error (error);
  window_open_sample ("ecg.txt");
  ondes_window_open (window, file);
  driver_wait (window_shows, (gpointer) "spectra", "the spectra of a truth table");
  driver_wait (has_values, page (), "its spectrum");
  driver_wait (is_done, ondes_window_get_model (window), "its properties");
  window_click (window_find (page (), has_text, "Properties"));
  driver_wait (window_is_mapped, window_by_type (page (), ONDES_TYPE_PROPERTIES_PANEL), "the panel");
  driver_wait (says, (gpointer) "Nonlinearity", "what the output has");
  driver_wait (says, (gpointer) "“ondes-cli boolean FILE --output all”", "what to do for all outputs");
  window_click (window_find (page (), has_text, "Properties"));
  window_open_sample ("ecg.txt");
}

static gboolean
is_zoomed_up (gpointer wanted)
{
  const OndesSeriesDisplay *display = ondes_series_model_get_display (ondes_series_view_get_model (chart (page ())));

  return (display->lo < display->hi) == GPOINTER_TO_INT (wanted);
}

static void
test_vertical_zoom (void)
{
  GtkWidget *view;

  window_open_sample ("ecg.txt");
  window_go ("spectra");
  driver_wait (has_values, page (), "a spectrum");
  view = GTK_WIDGET (chart (page ()));
  driver_move (view, gtk_widget_get_width (view) / 2.0, gtk_widget_get_height (view) / 2.0);
  driver_wait (is_pointed, NULL, "the crosshair");
  g_assert_true (is_zoomed_up (GINT_TO_POINTER (FALSE)));
  gtk_widget_grab_focus (view);
  driver_click (4, 1, "ctrl");
  driver_wait (is_zoomed_up, GINT_TO_POINTER (TRUE), "a zoom of the values by the wheel");
  g_assert_true (view_is_all (NULL));
  driver_key ("Home");
  driver_wait (is_zoomed_up, GINT_TO_POINTER (FALSE), "all values");
  driver_key ("ctrl+plus");
  driver_wait (is_zoomed_up, GINT_TO_POINTER (TRUE), "a zoom of the values by a key");
  driver_key ("ctrl+minus");
  driver_wait (is_zoomed_up, GINT_TO_POINTER (FALSE), "all values again");
}

static guint
count_text (GtkWidget *widget,
            const char *text)
{
  guint n = has_text (widget, text);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_text (child, text);
  return n;
}

/* Bytes in hexadecimal are an S-box, the title says that it was typed, and what is wrong is said once. */
static void
test_typed_sbox (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS), *text = window_by_id (controls, "text");
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (text));

  window_open_sample ("ecg.txt");
  window_go ("spectra");
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (controls, "kind")), ONDES_OPERAND_TEXT);
  driver_wait (window_is_mapped, text, "the text");
  gtk_text_buffer_set_text (buffer, "", -1);
  window_click (text);
  driver_type ("63 7c 77");
  driver_wait (says, (gpointer) "ends after 3 values", "what is wrong");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmpuint (count_text (GTK_WIDGET (window), "ends after 3 values"), ==, 1);
  driver_type (" 7b");
  driver_wait (has_four, NULL, "the spectrum of the S-box");
  driver_wait (has_title, (gpointer) "Typed S-box", "the title");
  driver_wait (says, (gpointer) "output 1 of 7", "which output it is of");
  gtk_text_buffer_set_text (buffer, "", -1);
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (controls, "kind")), ONDES_OPERAND_VIEW);
}

/* Every row of a side bar is reached by keys alone. */

static void
find_rows (GtkWidget *widget,
           GPtrArray *rows)
{
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget))
    return;
  if (ADW_IS_PREFERENCES_ROW (widget))
    g_ptr_array_add (rows, widget);
  else
    for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
      find_rows (child, rows);
}

static void
assert_keys_reach (GtkWidget *controls,
                   guint least)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  guint n;

  driver_wait_drawn (controls);
  find_rows (controls, rows);
  g_assert_cmpuint (rows->len, >=, least);
  n = rows->len;
  gtk_widget_grab_focus (g_ptr_array_index (rows, 0));
  for (guint turn = 0; turn < 12 * n && rows->len > 0; turn++)
    {
      for (GtkWidget *at = gtk_window_get_focus (GTK_WINDOW (window)); at != NULL; at = gtk_widget_get_parent (at))
        g_ptr_array_remove (rows, at);
      driver_key (turn % 2 == 0 ? "Tab" : "Down");
      driver_wait_drawn (GTK_WIDGET (window));
    }
  for (guint i = 0; i < rows->len; i++)
    g_test_message ("the keyboard does not reach “%s”, id %s",
                    adw_preferences_row_get_title (g_ptr_array_index (rows, i)),
                    gtk_buildable_get_buildable_id (g_ptr_array_index (rows, i)));
  g_assert_cmpuint (rows->len, ==, 0);
}

static void
test_keyboard (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS);

  window_open_sample ("ecg.txt");
  window_go ("spectra");
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (controls, "kind")), ONDES_OPERAND_TEXT);
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (controls, "binarise")), ONDES_BINARISE_THRESHOLD);
  driver_wait (window_is_mapped, window_by_id (controls, "text"), "the text");
  assert_keys_reach (controls, 10);
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (controls, "binarise")), ONDES_BINARISE_NONE);
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (controls, "kind")), ONDES_OPERAND_VIEW);
  window_go ("convolution");
  assert_keys_reach (window_by_type (window, ONDES_TYPE_CONVOLUTION_CONTROLS), 6);
}

/* What the dialog writes is what the command that is copied writes, to the byte; and the image can be copied. */

static gboolean
has_copied (gpointer type)
{
  return gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (gtk_widget_get_clipboard (GTK_WIDGET (window))),
                                            *(GType *) type);
}

static void
assert_exports (const char *name,
                GtkWidget *shown)
{
  g_autofree char *tools = g_build_filename (g_getenv ("ONDES_BUILD_DIR"), "src", "cli", NULL);
  g_autofree char *path = g_strdup_printf ("%s:%s", tools, g_getenv ("PATH"));
  g_autofree char *exported = g_strdup_printf ("%s/exported-%s.png", folder, name);
  g_autofree char *made = g_build_filename (folder, "figure.png", NULL);
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "PATH", path, TRUE);
  const char *argv[] = { "/bin/sh", "-c", NULL, NULL };
  g_autofree char *command = NULL, *said = NULL, *one = NULL, *other = NULL;
  g_autoptr (GError) error = NULL;
  gsize one_length, other_length;
  GType text = G_TYPE_STRING, texture = GDK_TYPE_TEXTURE;
  OndesAnalysis *model;
  int status;

  g_unlink (exported);
  window_go (name);
  driver_wait (has_values, shown, name);
  model = ondes_window_get_model (window);
  driver_wait (is_done, model, name);
  gtk_widget_grab_focus (GTK_WIDGET (chart (shown)));
  window_export_to (exported);
  driver_wait (is_done, model, "the export");
  gtk_widget_grab_focus (GTK_WIDGET (chart (shown)));
  driver_key ("ctrl+c");
  driver_wait (has_copied, &texture, "the image in the clipboard");
  driver_key ("ctrl+shift+c");
  driver_wait (has_copied, &text, "the command in the clipboard");
  command = window_read_clipboard ();
  g_test_message ("%s", command);
  argv[2] = command;
  g_unlink (made);
  g_spawn_sync (folder, (char **) argv, environment, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &said, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("%s: %s", command, said);
  g_assert_true (g_file_get_contents (exported, &one, &one_length, NULL));
  g_assert_true (g_file_get_contents (made, &other, &other_length, NULL));
  g_assert_cmpmem (one, one_length, other, other_length);
}

static void
test_exports (void)
{
  window_open_sample ("ecg.txt");
  assert_exports ("spectra", page ());
  /* What the largest give back; and of an S-box the table in front. */
  gtk_switch_set_active (GTK_SWITCH (window_by_id (window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS), "compress")), TRUE);
  assert_exports ("spectra", page ());
  gtk_switch_set_active (GTK_SWITCH (window_by_id (window_by_type (window, ONDES_TYPE_SPECTRA_CONTROLS), "compress")), FALSE);
  window_open_sample ("rd84.pla");
  window_go ("spectra");
  driver_wait (says, (gpointer) "LAT", "the tables");
  window_click (window_find (page (), has_text, "LAT"));
  driver_wait (table_is_there, NULL, "the table");
  assert_exports ("spectra", page ());
  window_click (window_find (page (), has_text, "Largest"));
  window_open_sample ("ecg.txt");
  assert_exports ("convolution", window_by_type (window, ONDES_TYPE_CONVOLUTION_PAGE));
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  window_begin ();
  g_test_add_func ("/ondes/window-spectra/keys-choose-the-page", test_pages);
  g_test_add_func ("/ondes/window-spectra/truth-table-opens-on-its-spectrum", test_table_opens);
  g_test_add_func ("/ondes/window-spectra/long-work-is-told", test_long_table);
  g_test_add_func ("/ondes/window-spectra/values-zoom-and-return", test_vertical_zoom);
  g_test_add_func ("/ondes/window-spectra/typed-hexadecimal-is-an-sbox-and-errors-stand-once", test_typed_sbox);
  g_test_add_func ("/ondes/window-spectra/zooms-points-and-returns", test_zoom_and_readout);
  g_test_add_func ("/ondes/window-spectra/typed-text-is-transformed", test_typed_text);
  g_test_add_func ("/ondes/window-spectra/keeps-the-largest", test_compression);
  g_test_add_func ("/ondes/window-spectra/lengths-are-powers-of-two", test_length);
  g_test_add_func ("/ondes/window-spectra/the-list-of-the-largest-points-at-them", test_largest);
  g_test_add_func ("/ondes/window-spectra/keyboard-reaches-all", test_keyboard);
  g_test_add_func ("/ondes/window-spectra/exports-what-the-command-makes", test_exports);
  g_test_add_func ("/ondes/window-spectra/logic-has-properties-and-tables", test_logic);
  return window_run ();
}
