/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real window, driven by pointer and keys, and what is then on the screen. */
#include <adwaita.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>

#include "driver.h"
#include "ondes-application.h"
#include "ondes-charts.h"
#include "ondes-controls.h"
#include "ondes-export-dialog.h"
#include "ondes-raw-dialog.h"
#include "ondes-read-dialog.h"
#include "ondes-window.h"

static OndesApplication *application;
static OndesWindow *window;
static OndesDocument *document;
static char *folder;

/* Widgets by what they are. */

typedef gboolean (*Wanted) (GtkWidget *widget, gconstpointer data);

static GtkWidget *
find (GtkWidget *from,
      Wanted wanted,
      gconstpointer data)
{
  if (wanted (from, data))
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, wanted, data);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_id (GtkWidget *widget,
        gconstpointer id)
{
  return g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), id) == 0;
}

static gboolean
has_type (GtkWidget *widget,
          gconstpointer type)
{
  return g_type_is_a (G_OBJECT_TYPE (widget), *(const GType *) type);
}

static GtkWidget *
by_id (gpointer from,
       const char *id)
{
  GtkWidget *found = find (GTK_WIDGET (from), has_id, id);

  if (found == NULL)
    g_error ("there is no widget “%s”", id);
  return found;
}

static GtkWidget *
by_type (gpointer from,
         GType type)
{
  GtkWidget *found = find (GTK_WIDGET (from), has_type, &type);

  if (found == NULL)
    g_error ("there is no %s", g_type_name (type));
  return found;
}

/* The newest toplevel of a type, or NULL. */
static GtkWindow *
toplevel (GType type)
{
  g_autoptr (GList) list = gtk_window_list_toplevels ();

  for (GList *l = list; l != NULL; l = l->next)
    if (g_type_is_a (G_OBJECT_TYPE (l->data), type) && gtk_widget_get_visible (l->data))
      return l->data;
  return NULL;
}

static gboolean
is_there (gpointer data)
{
  return toplevel (*(GType *) data) != NULL;
}

static gboolean
is_gone (gpointer data)
{
  return toplevel (*(GType *) data) == NULL;
}

static GtkWindow *
wait_toplevel (GType type)
{
  driver_wait (is_there, &type, g_type_name (type));
  driver_present (toplevel (type));
  return toplevel (type);
}

static void
wait_gone (GType type)
{
  driver_wait (is_gone, &type, "a dialog to close");
  driver_present (GTK_WINDOW (window));
}

/* States. */

static gboolean
is_settled (gpointer data)
{
  return ondes_document_get_scalogram (document) != NULL && !ondes_document_is_busy (document)
         && !ondes_document_is_stale (document) && !ondes_document_is_exporting (document, NULL);
}

static gboolean
is_idle (gpointer data)
{
  return !ondes_document_is_busy (document) && !ondes_document_is_exporting (document, NULL);
}

static void
settle (void)
{
  driver_wait (is_settled, NULL, "the picture");
  driver_wait_drawn (GTK_WIDGET (window));
}

static void
click (GtkWidget *widget)
{
  driver_wait_drawn (widget);
  driver_move (widget, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0);
  driver_click (1, 1, NULL);
}

static double
omega0 (void)
{
  return ondes_document_get_settings (document)->options.omega0;
}

static gboolean
omega0_is (gpointer data)
{
  return omega0 () == *(double *) data;
}

static gboolean
omega0_is_not (gpointer data)
{
  return omega0 () != *(double *) data;
}

static void
type_omega0 (const char *text)
{
  click (by_id (by_id (window, "omega0"), "entry"));
  driver_key ("ctrl+a");
  driver_type (text);
  driver_key ("Return");
}

static double
view_count (void)
{
  double count;

  ondes_document_get_view (document, NULL, &count);
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
  return view_count () == (double) ondes_document_get_source (document)->n;
}

/* How many colours the scalogram's place on the screen has. */
static guint
colours (void)
{
  GtkWidget *chart = by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  g_autoptr (DriverShot) shot = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  driver_wait_drawn (GTK_WIDGET (window));
  shot = driver_shot (GTK_WIDGET (window));
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++)
      {
        double x = ONDES_CHART_LEFT + 4 + (gtk_widget_get_width (chart) - ONDES_CHART_LEFT - ONDES_CHART_RIGHT - 8) * i / 60.0;
        double y = 4 + (gtk_widget_get_height (chart) - 60) * j / 60.0;

        g_hash_table_add (seen, GUINT_TO_POINTER (driver_pixel (shot, chart, x, y)));
      }
  return g_hash_table_size (seen);
}

static char *
sample (const char *name)
{
  return g_build_filename (g_getenv ("ONDES_SOURCE_DIR"), "data", "samples", name, NULL);
}

/* One window for all tests, begun empty. */
static void
begin (void)
{
  if (window != NULL)
    return;
  g_application_activate (G_APPLICATION (application));
  window = ONDES_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  document = ondes_window_get_document (window);
  driver_present (GTK_WINDOW (window));
}

static void
open_sample (const char *name)
{
  g_autofree char *path = sample (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  begin ();
  ondes_window_open (window, file);
  settle ();
}

static gboolean
has_row (GtkWidget *widget,
         gconstpointer title)
{
  return ADW_IS_ACTION_ROW (widget)
         && strstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) != NULL;
}

static void
test_welcome (void)
{
  GtkWidget *row;

  begin ();
  g_assert_true (ondes_window_is_empty (window));
  row = find (GTK_WIDGET (window), has_row, "NINO3");
  g_assert_nonnull (row);
  click (row);
  settle ();
  g_assert_cmpfloat (ondes_document_get_source (document)->rate_hz, ==, 4);
  g_assert_cmpstr (ondes_recording_get_info (ondes_document_get_recording (document))->time_unit, ==, "a");
  g_assert_cmpuint (colours (), >, 100);
}

/* As "ondes FILE" does it: a second file gets a window of its own. */
static void
test_argument (void)
{
  g_autofree char *path = sample ("ecg.txt");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  OndesWindow *first, *second;

  begin ();
  first = window;
  g_application_open (G_APPLICATION (application), &file, 1, "");
  second = ONDES_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  if (second != first)
    {
      window = second;
      document = ondes_window_get_document (window);
      driver_present (GTK_WINDOW (window));
      settle ();
      g_assert_cmpstr (ondes_recording_get_info (ondes_document_get_recording (document))->path, ==, path);
      g_assert_cmpuint (colours (), >, 100);
      gtk_window_close (GTK_WINDOW (second));
      window = first;
      document = ondes_window_get_document (window);
      driver_present (GTK_WINDOW (window));
    }
  else
    settle ();
}

static void
test_zoom (void)
{
  GtkWidget *chart;
  double before;

  open_sample ("ecg.txt");
  chart = by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  gtk_widget_grab_focus (chart);
  before = view_count ();
  driver_key ("plus");
  driver_wait (view_is_less, &before, "a zoom by key");
  settle ();
  before = view_count ();
  driver_move (chart, gtk_widget_get_width (chart) / 2.0, gtk_widget_get_height (chart) / 2.0);
  driver_click (4, 1, NULL);
  driver_wait (view_is_less, &before, "a zoom by wheel");
  settle ();
  g_assert_cmpuint (ondes_document_get_scalogram (document)->view.count, <, (guint64) before + 2);
  driver_key ("Home");
  driver_wait (view_is_all, NULL, "the whole");
  settle ();
}

static gboolean
is_power (gpointer data)
{
  return ondes_document_get_settings (document)->options.quantity == ONDES_QUANTITY_POWER;
}

static void
test_controls (void)
{
  GtkWidget *scale;
  double target = 8.5, before;
  guint colours_before;

  open_sample ("nino3.dat");
  type_omega0 ("8.5");
  driver_wait (omega0_is, &target, "ω₀ of 8.5");
  settle ();
  g_assert_cmpfloat (ondes_spec_cwt (ondes_document_get_scalogram (document)->spec)->options.omega0, ==, 8.5);

  /* The slider acts while it is held. */
  scale = by_id (by_id (window, "omega0"), "scale");
  before = omega0 ();
  driver_move (scale, gtk_widget_get_width (scale) * 0.3, gtk_widget_get_height (scale) / 2.0);
  driver_press (1);
  driver_wait (omega0_is_not, &before, "ω₀ under the pointer");
  before = omega0 ();
  driver_move (scale, gtk_widget_get_width (scale) * 0.6, gtk_widget_get_height (scale) / 2.0);
  driver_wait (omega0_is_not, &before, "ω₀ along with the pointer");
  settle ();
  g_assert_cmpfloat (ondes_spec_cwt (ondes_document_get_scalogram (document)->spec)->options.omega0, ==, omega0 ());
  driver_release (1);
  settle ();

  /* Power, by keys alone. */
  gtk_widget_grab_focus (by_id (window, "quantity"));
  colours_before = colours ();
  driver_key ("space");
  driver_wait_drawn (GTK_WIDGET (window));
  driver_key ("Down");
  driver_key ("Return");
  driver_wait (is_power, NULL, "power");
  settle ();
  g_assert_cmpuint (colours (), >, colours_before / 4);
  type_omega0 ("5");
  target = 5;
  driver_wait (omega0_is, &target, "ω₀ of 5");
  settle ();
}

static gboolean
has_problem (gpointer data)
{
  return (ondes_document_get_problem (document) != NULL) == *(gboolean *) data;
}

static void
test_problem (void)
{
  OndesScalogram *scalogram;
  GtkWidget *label = NULL;
  gboolean yes = TRUE, no = FALSE;

  open_sample ("nino3.dat");
  scalogram = ondes_document_get_scalogram (document);
  label = by_id (window, "wavelet_problem");
  g_assert_false (gtk_widget_get_visible (label));
  type_omega0 ("0.1");
  driver_wait (has_problem, &yes, "the sentence");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (label));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, ondes_document_get_problem (document));
  g_assert_true (gtk_widget_has_css_class (by_id (window, "omega0"), "error"));
  gtk_test_accessible_assert_state (by_id (window, "omega0"), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_true (ondes_document_get_scalogram (document) == scalogram);
  type_omega0 ("5");
  driver_wait (has_problem, &no, "no sentence");
  settle ();
  g_assert_false (gtk_widget_get_visible (label));
  g_assert_false (gtk_widget_has_css_class (by_id (window, "omega0"), "error"));
}

static gboolean
is_mapped (gpointer data)
{
  return gtk_widget_get_mapped (data);
}

static void
test_cancel (void)
{
  OndesCwtSettings settings;
  OndesScalogram *scalogram;

  open_sample ("humpback.ogg");
  scalogram = ondes_document_get_scalogram (document);
  for (guint way = 0; way < 2; way++)
    {
      /* Long on any machine: 80 gigaflops. */
      settings = *ondes_document_get_settings (document);
      settings.options.method = ONDES_METHOD_DIRECT;
      settings.options.omega0 = 20 + way;
      ondes_document_set_settings (document, &settings);
      driver_wait (is_mapped, by_id (window, "cancel_button"), "the cancel button");
      if (way == 0)
        click (by_id (window, "cancel_button"));
      else
        {
          gtk_widget_grab_focus (by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
          driver_key ("Escape");
        }
      driver_wait (is_idle, NULL, "the end of it");
      /* The last exact one, or what had come of the new one. */
      g_assert_true (ondes_document_get_scalogram (document) == scalogram
                     || ondes_document_get_scalogram (document)->view.preview);
      g_assert_true (ondes_document_is_stale (document));
    }
  settings.options.method = ONDES_METHOD_AUTO;
  settings.options.omega0 = 5;
  ondes_document_set_settings (document, &settings);
  settle ();
  g_assert_false (gtk_widget_get_mapped (by_id (window, "cancel_button")));
}

/* Keys of a file chooser for saving: a path in place of the name. */
static void
save_as (const char *path)
{
  GtkWindow *chooser = wait_toplevel (GTK_TYPE_FILE_CHOOSER_DIALOG);

  driver_wait_drawn (GTK_WIDGET (chooser));
  driver_key ("ctrl+a");
  driver_type (path);
  driver_key ("Return");
}

static void
export_png (const char *path)
{
  GtkWindow *dialog;

  gtk_widget_grab_focus (by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
  driver_key ("ctrl+e");
  dialog = wait_toplevel (ONDES_TYPE_EXPORT_DIALOG);
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (by_id (dialog, "format"))), ==, ONDES_EXPORT_PNG);
  click (by_id (dialog, "export_button"));
  save_as (path);
  wait_gone (ONDES_TYPE_EXPORT_DIALOG);
  driver_wait (is_idle, NULL, "the export");
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
}

static void
on_text (GObject *source,
         GAsyncResult *result,
         gpointer user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static gboolean
is_set (gpointer data)
{
  return *(char **) data != NULL;
}

static char *
clipboard_text (void)
{
  char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, on_text, &text);
  driver_wait (is_set, &text, "the clipboard");
  return text;
}

static gboolean
clipboard_has_command (gpointer data)
{
  g_autofree char *text = NULL;

  if (!gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (gtk_widget_get_clipboard (GTK_WIDGET (window))),
                                          G_TYPE_STRING))
    return FALSE;
  text = clipboard_text ();
  return strstr (text, "ondes-cli") != NULL;
}

/* The line that the window copies, run by a shell, makes the file that the window exports, to the pixel. */
static void
test_command (void)
{
  static const char *const names[] = { "nino3.dat", "ecg.txt", "gw150914.csv" };
  g_autofree char *tools = g_build_filename (g_getenv ("ONDES_BUILD_DIR"), "src", "cli", NULL);
  g_autofree char *path = g_strdup_printf ("%s:%s", tools, g_getenv ("PATH"));
  g_autofree char *tool = g_build_filename (tools, "ondes-cli", NULL);

  if (!g_file_test (tool, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_test_skip ("ondes-cli is not built");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *exported = g_strdup_printf ("%s/exported-%u.png", folder, i);
      g_autofree char *made = g_build_filename (folder, "figure.png", NULL);
      g_autofree char *command = NULL;
      g_autofree char *said = NULL;
      g_autoptr (GError) error = NULL;
      g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "PATH", path, TRUE);
      const char *argv[] = { "/bin/sh", "-c", NULL, NULL };
      cairo_surface_t *a, *b;
      OndesDisplay display;
      double n;
      int status;

      open_sample (names[i]);
      n = (double) ondes_document_get_source (document)->n;
      /* A view that is not of whole samples, and a display that is not the default. */
      ondes_document_set_view (document, n * 0.2371 + 0.3, n * 0.4119);
      display = *ondes_document_get_display (document);
      display.palette = i;
      display.db_range = 40 + 11 * i;
      display.show = (OndesShow) i;
      ondes_document_set_display (document, &display);
      settle ();
      export_png (exported);
      gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), "");
      gtk_widget_grab_focus (by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
      driver_key ("ctrl+shift+c");
      driver_wait (clipboard_has_command, NULL, "the command in the clipboard");
      command = clipboard_text ();
      g_test_message ("%s", command);
      argv[2] = command;
      g_unlink (made);
      g_spawn_sync (folder, (char **) argv, environment, G_SPAWN_DEFAULT, NULL, NULL, NULL, &said, &status, &error);
      g_assert_no_error (error);
      if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
        g_error ("%s: %s", command, said);
      a = cairo_image_surface_create_from_png (exported);
      b = cairo_image_surface_create_from_png (made);
      g_assert_cmpint (cairo_surface_status (a), ==, CAIRO_STATUS_SUCCESS);
      g_assert_cmpint (cairo_surface_status (b), ==, CAIRO_STATUS_SUCCESS);
      g_assert_cmpint (cairo_image_surface_get_width (a), ==, cairo_image_surface_get_width (b));
      g_assert_cmpmem (cairo_image_surface_get_data (a),
                       cairo_image_surface_get_stride (a) * cairo_image_surface_get_height (a),
                       cairo_image_surface_get_data (b),
                       cairo_image_surface_get_stride (b) * cairo_image_surface_get_height (b));
      cairo_surface_destroy (a);
      cairo_surface_destroy (b);
    }
}

static gboolean
clipboard_has_texture (gpointer data)
{
  return gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (gtk_widget_get_clipboard (GTK_WIDGET (window))),
                                            GDK_TYPE_TEXTURE);
}

static void
test_copy_image (void)
{
  open_sample ("nino3.dat");
  gtk_widget_grab_focus (by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
  driver_key ("ctrl+c");
  driver_wait (clipboard_has_texture, NULL, "the image in the clipboard");
}

/* A file without a header asks how to read it, and shows what each answer gives. */
typedef struct
{
  GtkWidget  *label;
  const char *text;
} Said;

static gboolean
says (gpointer data)
{
  const Said *said = data;

  return strstr (gtk_label_get_text (GTK_LABEL (said->label)), said->text) != NULL;
}

static gboolean
is_path (gpointer data)
{
  return g_strcmp0 (ondes_recording_get_info (ondes_document_get_recording (document))->path, data) == 0;
}

static void
test_raw (void)
{
  g_autofree char *path = g_build_filename (folder, "noise.raw", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gint16 samples[3000];
  GtkWindow *dialog;
  GtkWidget *facts;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    /* A beginning of its own: chance makes a byte order mark, and a text, of noise. */
    samples[i] = i < 8 ? 0 : GINT16_TO_LE ((gint16) lrint (9000 * sin (i * 0.3) + g_test_rand_int_range (-50, 50)));
  g_assert_true (g_file_set_contents (path, (const char *) samples, sizeof samples, NULL));
  open_sample ("nino3.dat");
  ondes_window_open (window, file);
  dialog = wait_toplevel (ONDES_TYPE_RAW_DIALOG);
  facts = by_id (dialog, "facts");
  /* Without grouping, whatever the locale: LC_ALL is C here. */
  driver_wait (says, &(Said) { facts, "3000" }, "3000 samples");
  click (by_id (dialog, "channels"));
  driver_key ("ctrl+a");
  driver_type ("2");
  driver_key ("Return");
  driver_wait (says, &(Said) { facts, "1500" }, "1500 samples");
  click (by_id (dialog, "open_button"));
  wait_gone (ONDES_TYPE_RAW_DIALOG);
  driver_wait (is_path, path, "the raw file");
  settle ();
  g_assert_cmpuint (ondes_document_get_source (document)->n, ==, 1500);
  g_assert_cmpfloat (ondes_document_get_source (document)->rate_hz, ==, 16000);
  g_assert_true (gtk_widget_get_mapped (by_id (window, "channel")));
}

static gboolean
rate_is (gpointer data)
{
  return ondes_document_get_source (document)->rate_hz == *(double *) data;
}

static void
test_read_options (void)
{
  double rate = 12.5;
  GtkWindow *dialog;

  open_sample ("nino3.dat");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.read-options", NULL);
  dialog = wait_toplevel (ONDES_TYPE_READ_DIALOG);
  click (by_id (dialog, "rate"));
  driver_key ("ctrl+a");
  driver_type ("12.5");
  click (by_id (dialog, "apply_button"));
  wait_gone (ONDES_TYPE_READ_DIALOG);
  driver_wait (rate_is, &rate, "the rate");
  settle ();
  g_assert_cmpstr (ondes_recording_get_info (ondes_document_get_recording (document))->unit, ==, "°C");
}

/* Numbers that are none are said in the window. */
static gboolean
notes_say_gaps (gpointer data)
{
  const char *text = gtk_label_get_text (GTK_LABEL (by_id (window, "notes")));

  return strstr (text, "3 NaN, 2 Inf") != NULL;
}

static void
test_gaps (void)
{
  g_autofree char *path = g_build_filename (folder, "gaps.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 500; i++)
    g_string_append (text, i % 150 == 20 && i < 400 ? (i == 20 ? "nan\n" : "NaN\n") : i == 60 ? "inf\n" : i == 70 ? "-inf\n" : "");
  for (guint i = 0; i < 500; i++)
    g_string_append_printf (text, "%.6f\n", sin (i * 0.2));
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  begin ();
  ondes_window_open (window, file);
  driver_wait (notes_say_gaps, NULL, "the gaps in words");
  driver_wait (is_mapped, by_id (window, "notes"), "the bar with the notes");
  settle ();
}

static gboolean
is_regular (gpointer data)
{
  OndesRecording *recording = ondes_document_get_recording (document);

  return g_str_equal (ondes_recording_get_info (recording)->path, data) && ondes_document_get_read_options (document)->resample;
}

/* Irregular time stamps are said, and resampled when asked. */
static void
test_irregular (void)
{
  g_autofree char *path = g_build_filename (folder, "irregular.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GString) text = g_string_new ("time,value\n");
  GtkWidget *button;

  for (guint i = 0; i < 400; i++)
    g_string_append_printf (text, "%.4f,%.6f\n", (i + (i % 7 == 3 ? 0.3 : 0)) * 0.01, sin (i * 0.2));
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  begin ();
  ondes_window_open (window, file);
  button = by_id (window, "resample_button");
  driver_wait (is_mapped, button, "the button that resamples");
  settle ();
  g_assert_cmpuint (ondes_recording_get_info (ondes_document_get_recording (document))->irregular, >, 50);
  click (button);
  driver_wait (is_regular, path, "the resampled recording");
  settle ();
}

/* A file that is refused leaves the window as it was, and a sentence. */
static gboolean
has_toast (GtkWidget *widget,
           gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;
}

static gboolean
toast_is_shown (gpointer data)
{
  return find (GTK_WIDGET (window), has_toast, data) != NULL;
}

static void
test_refused (void)
{
  g_autofree char *path = g_build_filename (folder, "no-sound.wav", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  OndesRecording *recording;
  char *title;

  g_assert_true (g_file_set_contents (path, "Only words.\n", -1, NULL));
  open_sample ("nino3.dat");
  recording = ondes_document_get_recording (document);
  title = g_strdup (gtk_window_get_title (GTK_WINDOW (window)));
  ondes_window_open (window, file);
  driver_wait (toast_is_shown, (gpointer) "no-sound.wav", "the sentence");
  /* The file's name, not the way to it. */
  g_assert_null (find (GTK_WIDGET (window), has_toast, folder));
  g_assert_true (ondes_document_get_recording (document) == recording);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, title);
  g_assert_false (ondes_window_is_empty (window));
  g_free (title);
}

/* Names for a screen reader. */

static gboolean
is_control (GtkWidget *widget)
{
  switch (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)))
    {
    case GTK_ACCESSIBLE_ROLE_BUTTON:
    case GTK_ACCESSIBLE_ROLE_CHECKBOX:
    case GTK_ACCESSIBLE_ROLE_COMBO_BOX:
    case GTK_ACCESSIBLE_ROLE_SLIDER:
    case GTK_ACCESSIBLE_ROLE_SPIN_BUTTON:
    case GTK_ACCESSIBLE_ROLE_SWITCH:
    case GTK_ACCESSIBLE_ROLE_TEXT_BOX:
    case GTK_ACCESSIBLE_ROLE_IMG:
      return gtk_widget_get_focusable (widget) && gtk_widget_get_mapped (widget);
    default:
      return FALSE;
    }
}

static gboolean
is_named (GtkWidget *widget)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL)
         || gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

static guint
count_controls (GtkWidget *widget,
                guint *unnamed)
{
  guint n = 0;

  if (is_control (widget))
    {
      GtkWidget *up = widget;
      gboolean named = FALSE;

      /* A part of a composed widget goes by the name of the whole. */
      for (guint i = 0; i < 3 && up != NULL && !named; i++, up = gtk_widget_get_parent (up))
        named = is_named (up);
      n++;
      if (!named)
        {
          ++*unnamed;
          g_test_message ("without a name: %s in %s, id %s", G_OBJECT_TYPE_NAME (widget),
                          G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)),
                          gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)));
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_controls (child, unnamed);
  return n;
}

static void
test_names (void)
{
  static const char *const actions[] = { "win.export", "win.read-options" };
  const GType dialogs[] = { ONDES_TYPE_EXPORT_DIALOG, ONDES_TYPE_READ_DIALOG };
  guint unnamed = 0;

  open_sample ("gw150914.csv");
  g_assert_cmpuint (count_controls (GTK_WIDGET (window), &unnamed), >, 15);
  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      GtkWindow *dialog;

      gtk_widget_activate_action (GTK_WIDGET (window), actions[i], NULL);
      dialog = wait_toplevel (dialogs[i]);
      g_assert_cmpuint (count_controls (GTK_WIDGET (dialog), &unnamed), >, 4);
      driver_key ("Escape");
      wait_gone (dialogs[i]);
    }
  g_assert_cmpuint (unnamed, ==, 0);
}

/* Every control of the side bar is reached by the Tab key alone. */
static void
test_tab (void)
{
  static const char *const ids[] = { "wavelet", "omega0", "quantity", "rows", "fmin", "boundary", "method", "precision",
                                     "palette", "axis", "db_range", "reference" };
  gboolean seen[G_N_ELEMENTS (ids)] = { FALSE };
  GtkWidget *focus;

  open_sample ("nino3.dat");
  gtk_widget_grab_focus (by_id (window, "wavelet"));
  for (guint turn = 0; turn < 80; turn++)
    {
      focus = gtk_window_get_focus (GTK_WINDOW (window));
      for (guint i = 0; focus != NULL && i < G_N_ELEMENTS (ids); i++)
        if (focus == by_id (window, ids[i]) || gtk_widget_is_ancestor (focus, by_id (window, ids[i])))
          seen[i] = TRUE;
      driver_key (turn % 2 == 0 ? "Tab" : "Down");
      driver_wait_drawn (GTK_WIDGET (window));
    }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    if (!seen[i])
      g_error ("the keyboard does not reach “%s”", ids[i]);
}

/* Only a missing session bus, which tests do without, is not worth an abort. */
static GLogWriterOutput
write_log (GLogLevelFlags level,
           const GLogField *fields,
           gsize n_fields,
           gpointer user_data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE") && strstr (fields[i].value, "session bus") != NULL)
      return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n_fields, user_data);
}

int
main (int argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *remove = NULL;
  g_autofree char *samples = sample ("");
  int result;

  setlocale (LC_ALL, "");
  g_log_set_writer_func (write_log, NULL, NULL);
  g_test_init (&argc, &argv, NULL);
  g_setenv ("ONDES_SAMPLES_DIR", samples, TRUE);
  folder = g_dir_make_tmp ("ondes-window-XXXXXX", &error);
  g_assert_no_error (error);
  application = ondes_application_new ();
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  g_application_hold (G_APPLICATION (application));

  g_test_add_func ("/ondes/window/sample-of-the-welcome-page-opens", test_welcome);
  g_test_add_func ("/ondes/window/argument-opens", test_argument);
  g_test_add_func ("/ondes/window/zooms-and-returns-to-the-whole", test_zoom);
  g_test_add_func ("/ondes/window/control-changes-the-picture", test_controls);
  g_test_add_func ("/ondes/window/problem-stands-at-its-control", test_problem);
  g_test_add_func ("/ondes/window/cancel-by-button-and-key", test_cancel);
  g_test_add_func ("/ondes/window/copied-command-makes-the-exported-file", test_command);
  g_test_add_func ("/ondes/window/image-is-copied", test_copy_image);
  g_test_add_func ("/ondes/window/raw-file-asks-and-shows", test_raw);
  g_test_add_func ("/ondes/window/rate-is-overridden", test_read_options);
  g_test_add_func ("/ondes/window/gaps-are-said", test_gaps);
  g_test_add_func ("/ondes/window/irregular-times-are-said-and-resampled", test_irregular);
  g_test_add_func ("/ondes/window/refused-file-leaves-a-sentence", test_refused);
  g_test_add_func ("/ondes/window/controls-have-names", test_names);
  g_test_add_func ("/ondes/window/keyboard-reaches-all", test_tab);
  result = g_test_run ();

  if (window != NULL)
    gtk_window_destroy (GTK_WINDOW (window));
  g_application_release (G_APPLICATION (application));
  g_object_unref (application);
  remove = g_strdup_printf ("rm -rf '%s'", folder);
  g_assert_cmpint (system (remove), ==, 0);
  return result;
}
