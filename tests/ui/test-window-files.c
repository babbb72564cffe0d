/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes into the real window and what comes out of it: files, drops, recent files, exports, the clipboard. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>

#include "charts/ondes-charts.h"
#include "dialogs/ondes-export-dialog.h"
#include "dialogs/ondes-read-dialog.h"
#include "window-fixture.h"

/* Keys of a file chooser for saving: a path in place of the name. */
static void
save_as (const char *path)
{
  GtkWindow *chooser = window_wait_dialog (GTK_TYPE_FILE_CHOOSER_DIALOG);

  driver_wait_drawn (GTK_WIDGET (chooser));
  driver_key ("ctrl+a");
  driver_type (path);
  driver_key ("Return");
}

static void
export_png (const char *path)
{
  GtkWindow *dialog;

  gtk_widget_grab_focus (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
  driver_key ("ctrl+e");
  dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (window_by_id (dialog, "format"))), ==, ONDES_EXPORT_PNG);
  window_click (window_by_id (dialog, "export_button"));
  save_as (path);
  window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
  driver_wait (window_is_idle, NULL, "the export");
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
}

static gboolean
clipboard_has_command (gpointer data)
{
  g_autofree char *text = NULL;

  if (!gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (gtk_widget_get_clipboard (GTK_WIDGET (window))),
                                          G_TYPE_STRING))
    return FALSE;
  text = window_read_clipboard ();
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

      window_open_sample (names[i]);
      n = (double) ondes_session_get_source (session)->n;
      /* A view that is not of whole samples, and a display that is not the default. */
      ondes_timeline_set_view (timeline, n * 0.2371 + 0.3, n * 0.4119);
      display = *ondes_scalogram_analysis_get_display (analysis);
      display.palette = i;
      display.db_range = 40 + 11 * i;
      display.show = (OndesShow) i;
      ondes_scalogram_analysis_set_display (analysis, &display);
      window_settle ();
      export_png (exported);
      gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), "");
      gtk_widget_grab_focus (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
      driver_key ("ctrl+shift+c");
      driver_wait (clipboard_has_command, NULL, "the command in the clipboard");
      command = window_read_clipboard ();
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
      g_assert_cmpint (cairo_image_surface_get_height (a), ==, cairo_image_surface_get_height (b));
      g_assert_cmpmem (cairo_image_surface_get_data (a),
                       cairo_image_surface_get_stride (a) * cairo_image_surface_get_height (a),
                       cairo_image_surface_get_data (b),
                       cairo_image_surface_get_stride (b) * cairo_image_surface_get_height (b));
      cairo_surface_destroy (a);
      cairo_surface_destroy (b);
    }
}

/* The ending of a name says the format, whatever was chosen; a name without one that can be written gets the chosen one's. */
static void
test_ending (void)
{
  static const struct
  {
    const char *typed, *written, *begins;
  } names[] = { { "wins.pdf", "wins.pdf", "%PDF-" }, { "v1.2", "v1.2.svg", "<?xml" } };

  window_open_sample ("nino3.dat");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *typed = g_build_filename (folder, names[i].typed, NULL), *twice = g_strconcat (typed, ".svg", NULL);
      g_autofree char *written = g_build_filename (folder, names[i].written, NULL), *bytes = NULL;
      GtkWindow *dialog;
      GtkWidget *format;

      gtk_widget_grab_focus (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
      driver_key ("ctrl+e");
      dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
      format = window_by_id (dialog, "format");
      adw_combo_row_set_selected (ADW_COMBO_ROW (format), ONDES_EXPORT_SVG);
      window_click (window_by_id (dialog, "export_button"));
      save_as (typed);
      window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
      driver_wait (window_is_idle, NULL, "the export");
      g_assert_true (g_file_get_contents (written, &bytes, NULL, NULL));
      g_assert_true (g_str_has_prefix (bytes, names[i].begins));
      g_assert_cmpint (g_file_test (twice, G_FILE_TEST_EXISTS), ==, g_str_equal (twice, written));
      gtk_widget_activate_action (GTK_WIDGET (window), "win.export", NULL);
      dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
      adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (dialog, "format")), ONDES_EXPORT_PNG);
      gtk_window_close (dialog);
      window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
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
  window_open_sample ("nino3.dat");
  gtk_widget_grab_focus (window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW));
  driver_key ("ctrl+c");
  driver_wait (clipboard_has_texture, NULL, "the image in the clipboard");
}

static gboolean
is_path (gpointer data)
{
  OndesRecording *recording = ondes_session_get_recording (session);

  return recording != NULL && g_strcmp0 (ondes_recording_get_info (recording)->path, data) == 0;
}

static gboolean
is_copied_label (GtkWidget    *widget,
                 gconstpointer data)
{
  return GTK_IS_LABEL (widget) && strcmp (gtk_label_get_text (GTK_LABEL (widget)), "Copied the image") == 0;
}

static gboolean
dialog_says_copied (gpointer dialog)
{
  return window_find (dialog, is_copied_label, NULL) != NULL;
}

/* The dialog stays, and says that it was done. */
static void
test_copy_image_from_dialog (void)
{
  GtkWindow *dialog;

  window_open_sample ("nino3.dat");
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), "something else");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.export", NULL);
  dialog = window_wait_dialog (ONDES_TYPE_EXPORT_DIALOG);
  window_click (window_by_id (dialog, "image_button"));
  driver_wait (clipboard_has_texture, NULL, "the image in the clipboard");
  driver_wait (dialog_says_copied, dialog, "the toast");
  driver_wait (window_is_mapped, dialog, "the dialog");
  g_assert_false (ondes_analysis_is_exporting (ONDES_ANALYSIS (analysis), NULL));
  gtk_window_close (dialog);
  window_wait_gone (ONDES_TYPE_EXPORT_DIALOG);
}

/* However long its name, a channel does not keep the window wide. */
static void
test_long_channel_name (void)
{
  g_autofree char *path = g_build_filename (folder, "channels.csv", NULL);
  g_autofree char *name = g_strnfill (300, 'n');
  g_autoptr (GString) text = g_string_new ("short,");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *channel;
  int before, after;

  g_string_append_printf (text, "%s\n", name);
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, "%d,%d\n", g_test_rand_int_range (-99, 99), g_test_rand_int_range (-99, 99));
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  window_open_sample ("nino3.dat");
  ondes_window_open (window, file);
  driver_wait (is_path, path, "the file of two channels");
  window_settle ();
  channel = window_by_id (window, "channel");
  g_assert_true (gtk_widget_get_mapped (channel));
  gtk_widget_measure (channel, GTK_ORIENTATION_HORIZONTAL, -1, &before, NULL, NULL, NULL);
  ondes_session_set_channel (session, 2);
  window_settle ();
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (channel)), ==, 2);
  gtk_widget_measure (channel, GTK_ORIENTATION_HORIZONTAL, -1, &after, NULL, NULL, NULL);
  g_assert_cmpint (before, <, 140);
  g_assert_cmpint (after, <, 140);
}

/* A file without a header asks how to read it, and shows what each answer gives. */
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
  window_open_sample ("nino3.dat");
  ondes_window_open (window, file);
  dialog = window_wait_dialog (ONDES_TYPE_READ_DIALOG);
  facts = window_by_id (dialog, "facts");
  /* Without grouping, whatever the locale: LC_ALL is C here. */
  window_wait_says (facts, "3000", "3000 samples");
  window_click (window_by_id (dialog, "channels"));
  driver_key ("ctrl+a");
  driver_type ("2");
  driver_key ("Return");
  window_wait_says (facts, "1500", "1500 samples");
  window_click (window_by_id (dialog, "apply_button"));
  window_wait_gone (ONDES_TYPE_READ_DIALOG);
  driver_wait (is_path, path, "the raw file");
  window_settle ();
  g_assert_cmpuint (ondes_session_get_source (session)->n, ==, 1500);
  g_assert_cmpfloat (ondes_session_get_source (session)->rate_hz, ==, 16000);
  g_assert_true (gtk_widget_get_mapped (window_by_id (window, "channel")));
}

static gboolean
is_gaps (GtkWidget    *widget,
         gconstpointer unused)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && strstr (gtk_label_get_text (GTK_LABEL (widget)), "3 NaN, 2 Inf") != NULL;
}

/* Numbers that are none are said in the window: in the bar or, once there is a picture, in a message. */
static gboolean
says_gaps (gpointer unused)
{
  return window_find (GTK_WIDGET (window), is_gaps, NULL) != NULL;
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
  window_begin ();
  ondes_window_open (window, file);
  driver_wait (says_gaps, NULL, "the gaps in words");
  window_settle ();
}

static gboolean
notes_say (gpointer data)
{
  return strstr (gtk_label_get_text (GTK_LABEL (window_by_id (window, "notes"))), data) != NULL;
}

static gboolean
time_axis_is_second (gpointer data)
{
  return ondes_session_get_read_options (session)->time_axis == 2;
}

/* A square of complex samples: the window says that half the band is missing, and that time is a guess, which can be changed. */
static void
test_square (void)
{
  enum { N = 300 };
  g_autofree char *path = g_build_filename (folder, "square.npy", NULL), *head = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  OndesSource *source;
  GtkWindow *dialog;
  float samples[4];

  head = g_strdup_printf ("{'descr': '<c8', 'fortran_order': False, 'shape': (%d, %d), }%*s\n", N, N, 20, "");
  g_byte_array_append (bytes, (const guint8[]) { 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (guint8) strlen (head), 0 }, 10);
  g_byte_array_append (bytes, (const guint8 *) head, (guint) strlen (head));
  for (guint i = 0; i < N * N; i++)
    g_byte_array_append (bytes, (const guint8 *) (const float[]) { (float) i, (float) (i % 7) }, 8);
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  window_begin ();
  ondes_window_open (window, file);
  driver_wait (notes_say, (gpointer) "the first dimension is taken as time", "the guess");
  g_assert_true (notes_say ((gpointer) "holds complex samples (I/Q)"));
  window_settle ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.read-options", NULL);
  dialog = window_wait_dialog (ONDES_TYPE_READ_DIALOG);
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (dialog, "time_axis")), 2);
  window_click (window_by_id (dialog, "apply_button"));
  window_wait_gone (ONDES_TYPE_READ_DIALOG);
  driver_wait (time_axis_is_second, NULL, "the second dimension");
  window_settle ();
  g_assert_false (notes_say ((gpointer) "the first dimension is taken as time"));
  source = ondes_session_get_source (session);
  g_assert_true (ondes_source_read_as (source, 0, 2, ONDES_C64, samples, NULL));
  g_assert_cmpfloat (samples[2], ==, 1); /* the next column of the first row */
}

static gboolean
is_regular (gpointer data)
{
  OndesRecording *recording = ondes_session_get_recording (session);

  return g_str_equal (ondes_recording_get_info (recording)->path, data)
         && ondes_session_get_read_options (session)->resample;
}

static gboolean
notes_tell_correction (gpointer data)
{
  return strstr (gtk_label_get_text (GTK_LABEL (window_by_id (window, "notes"))), "interpolated at even times") != NULL;
}

/* Irregular time stamps are said, and corrected when asked. */
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
  window_begin ();
  ondes_window_open (window, file);
  button = window_by_id (window, "resample_button");
  driver_wait (window_is_mapped, button, "the button that resamples");
  window_settle ();
  g_assert_cmpuint (ondes_recording_get_info (ondes_session_get_recording (session))->irregular, >, 50);
  window_click (button);
  driver_wait (is_regular, path, "the corrected recording");
  driver_wait (notes_tell_correction, NULL, "what the correction changed");
  g_assert_false (gtk_widget_get_visible (button));
  window_settle ();
}

static gboolean
rate_is (gpointer data)
{
  const OndesSource *source = ondes_session_get_source (session);

  return source != NULL && source->rate_hz == *(double *) data;
}

/* A recording that was made faster than it plays is shown in real time; the bar says so, and its button switches. */
static void
test_expansion (void)
{
  static const char *const labels[] = { "Read as It _Plays", "Read in Real _Time" };
  static const guint8 head[] = "RIFF\x32\x10\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0\2\0\x10\0guan\6\0\0\0TE: 20"
                               "data\0\x10\0\0";
  g_autofree char *path = g_build_filename (folder, "bat.wav", NULL);
  guint8 wav[sizeof head - 1 + 4096] = { 0 };
  double rates[] = { 160000, 8000 };
  GtkWidget *button;

  memcpy (wav, head, sizeof head - 1);
  for (guint i = 0; i < 4096; i++)
    wav[sizeof head - 1 + i] = (guint8) g_test_rand_int ();
  g_assert_true (g_file_set_contents (path, (const char *) wav, sizeof wav, NULL));
  window_begin ();
  ondes_session_open (session, path, NULL);
  button = window_by_id (window, "expansion_button");
  for (guint i = 0; i < 4; i++)
    {
      driver_wait (rate_is, &rates[i % 2], "the rate");
      driver_wait (window_is_mapped, button, "the button that switches");
      window_settle ();
      g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, labels[i % 2]);
      g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (window_by_id (window, "notes"))), "20 times as fast"));
      if (i < 3)
        window_click (button);
    }
  g_assert_cmpfloat (ondes_session_get_read_options (session)->time_expansion, ==, 1);
  window_open_sample ("nino3.dat");
  g_assert_false (gtk_widget_get_visible (button));
}

static gboolean
is_said (GtkWidget    *widget,
         gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;
}

static gboolean
toast_is_shown (gpointer data)
{
  return window_find (GTK_WIDGET (window), is_said, data) != NULL;
}

/* A file that is refused leaves the window as it was, and a sentence. */
static void
test_refused (void)
{
  g_autofree char *path = g_build_filename (folder, "no-sound.wav", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  OndesRecording *recording;
  char *title;

  g_assert_true (g_file_set_contents (path, "Only words.\n", -1, NULL));
  window_open_sample ("nino3.dat");
  recording = ondes_session_get_recording (session);
  title = g_strdup (gtk_window_get_title (GTK_WINDOW (window)));
  ondes_window_open (window, file);
  driver_wait (toast_is_shown, (gpointer) "no-sound.wav", "the sentence");
  /* The file's name, not the way to it. */
  g_assert_null (window_find (GTK_WIDGET (window), is_said, folder));
  g_assert_true (ondes_session_get_recording (session) == recording);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, title);
  g_assert_false (ondes_window_is_empty (window));
  g_free (title);
}

static void
on_drag_begin (GtkDragSource *source,
               GdkDrag       *drag,
               gboolean      *dragged)
{
  *dragged = TRUE;
}

/* A window beside the one of the tests, from which a file can be dragged; tells that it is in @dragged. */
static GtkWindow *
file_window_new (const char *path,
                 gboolean   *dragged)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GSList files = { file, NULL };
  g_autoptr (GdkContentProvider) content = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, &files);
  GtkWidget *from = gtk_window_new (), *label = gtk_label_new ("a file");
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_content (source, content);
  g_signal_connect (source, "drag-begin", G_CALLBACK (on_drag_begin), dragged);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (source));
  gtk_window_set_child (GTK_WINDOW (from), label);
  gtk_window_set_decorated (GTK_WINDOW (from), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (from), 120, 80);
  driver_present (GTK_WINDOW (from));
  driver_place (GTK_WINDOW (from), 1450, 1100);
  return GTK_WINDOW (from);
}

static gboolean
is_dropped_on (gpointer wanted)
{
  GtkStateFlags flags = gtk_widget_get_state_flags (GTK_WIDGET (window));

  return ((flags & GTK_STATE_FLAG_DROP_ACTIVE) != 0) == GPOINTER_TO_INT (wanted);
}

/* How many pixels near the left edge of the pages, from top to bottom, are blue: a frame has some in each line. */
static double
lines_with_a_frame (void)
{
  GtkWidget *place = window_by_id (window, "views");
  g_autoptr (DriverShot) shot = driver_shot (GTK_WIDGET (window));
  const int height = gtk_widget_get_height (place);
  guint framed = 0, seen = 0;

  for (int y = 30; y < height - 30; y += 7, seen++)
    for (int x = 0; x < 16; x++)
      {
        guint32 pixel = driver_pixel (shot, place, x, y);

        if ((int) (pixel & 255) > (int) (pixel >> 16 & 255) + 60)
          {
            framed++;
            break;
          }
      }
  return (double) framed / seen;
}

/* While a file is dragged over the window a frame tells that it would be opened. */
static void
test_drop (void)
{
  g_autofree char *path = window_sample ("ecg.txt");
  gboolean dragged = FALSE;
  GtkWidget *chart;
  GtkWindow *from;

  window_open_sample ("nino3.dat");
  chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  g_assert_cmpfloat (lines_with_a_frame (), <, 0.1);
  from = file_window_new (path, &dragged);
  driver_move (gtk_window_get_child (from), 60, 40);
  driver_press (1);
  /* GTK merges the motions of one frame, so that a drag may need more than one frame to begin. */
  for (int x = 62; !dragged && x < 110; x += 4)
    {
      driver_move (gtk_window_get_child (from), x, 50);
      driver_wait_drawn (gtk_window_get_child (from));
    }
  g_assert_true (dragged);
  driver_move (chart, gtk_widget_get_width (chart) / 2.0, gtk_widget_get_height (chart) / 2.0);
  driver_move (chart, gtk_widget_get_width (chart) / 2.0 + 20, gtk_widget_get_height (chart) / 2.0);
  driver_wait (is_dropped_on, GINT_TO_POINTER (TRUE), "the file over the window");
  g_assert_cmpfloat (lines_with_a_frame (), >, 0.9);
  driver_release (1);
  driver_wait (is_path, path, "the dropped file");
  driver_wait (is_dropped_on, GINT_TO_POINTER (FALSE), "the end of the drag");
  gtk_window_destroy (from);
  driver_present (GTK_WINDOW (window));
  window_settle ();
  g_assert_cmpfloat (lines_with_a_frame (), <, 0.1);
  g_assert_cmpuint (window_colours (), >, 100);
}

static gboolean
menu_has (gpointer text)
{
  return window_find (window_by_id (window, "open_button"), is_said, text) != NULL;
}

/* The recent files are written, and read again, a while after the opening. */
static gboolean
is_remembered (gpointer text)
{
  GMenuModel *menu = adw_split_button_get_menu_model (ADW_SPLIT_BUTTON (window_by_id (window, "open_button")));
  gboolean found = FALSE, sample = FALSE;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *label = NULL;

      if (!g_menu_model_get_item_attribute (menu, i, "label", "s", &label))
        continue;
      found |= strstr (label, text) != NULL;
      sample |= strstr (label, "NINO3") != NULL;
    }
  return found && sample;
}

/* What was opened before is in the menu beside the button, and opens from there. */
static void
test_recent (void)
{
  g_autofree char *path = g_build_filename (folder, "seen_before.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *button, *item;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "%.6f\n", sin (i * 0.3));
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  window_begin ();
  ondes_window_open (window, file);
  driver_wait (is_path, path, "the file");
  window_settle ();
  window_open_sample ("nino3.dat");
  button = window_by_id (window, "open_button");
  /* An underline is written twice, or it would be a key's. */
  driver_wait (is_remembered, (gpointer) "seen__before", "the name among the recent files");
  driver_wait_drawn (button);
  driver_move (button, gtk_widget_get_width (button) - 10, gtk_widget_get_height (button) / 2.0);
  driver_click (1, 1, NULL);
  driver_wait (menu_has, (gpointer) "seen_before", "the name in the menu");
  item = window_find (button, is_said, "seen_before");
  /* The manager tells of every writing of its file, with the menu open or not. */
  g_signal_emit_by_name (gtk_recent_manager_get_default (), "changed");
  driver_wait_drawn (button);
  g_assert_true (window_find (button, is_said, "seen_before") == item);
  window_click (item);
  driver_wait (is_path, path, "the file of the menu");
  window_settle ();
}

/* Whether no window is left, but for choosers that are kept hidden unless @all. */
static gboolean
is_closed (gpointer all)
{
  g_autoptr (GList) list = gtk_window_list_toplevels ();

  for (GList *l = list; l != NULL; l = l->next)
    if (all != NULL || !GTK_IS_FILE_CHOOSER_DIALOG (l->data) || gtk_widget_get_visible (l->data))
      return FALSE;
  return TRUE;
}

/* A window that is closed, or gone, while it asks for a file takes its question along; so it does once that was answered. */
static void
test_chooser (void)
{
  for (guint i = 0; i < 3; i++)
    {
      GtkWindow *chooser;

      window_open_sample ("nino3.dat");
      driver_key ("ctrl+o");
      chooser = window_wait_dialog (GTK_TYPE_FILE_CHOOSER_DIALOG);
      if (i == 2)
        gtk_window_close (chooser);
      if (i == 1)
        gtk_window_close (GTK_WINDOW (window));
      else
        gtk_window_destroy (GTK_WINDOW (window));
      window = NULL;
      driver_wait (is_closed, NULL, "all windows to go");
    }
}

/* Choosers that were closed are kept for a minute, hidden. It has passed for most of them: the test of them is the first. */
static void
test_freed (void)
{
  if (window != NULL)
    gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&window)));
  driver_wait (is_closed, (gpointer) "all", "the choosers to be freed");
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window/goes-with-its-file-chooser", test_chooser);
  g_test_add_func ("/ondes/window/copied-command-makes-the-exported-file", test_command);
  g_test_add_func ("/ondes/window/ending-of-the-name-says-the-format", test_ending);
  g_test_add_func ("/ondes/window/image-is-copied", test_copy_image);
  g_test_add_func ("/ondes/window/export-dialog-stays-when-an-image-is-copied", test_copy_image_from_dialog);
  g_test_add_func ("/ondes/window/a-long-channel-name-is-cut-short", test_long_channel_name);
  g_test_add_func ("/ondes/window/raw-file-asks-and-shows", test_raw);
  g_test_add_func ("/ondes/window/gaps-are-said", test_gaps);
  g_test_add_func ("/ondes/window/a-square-of-complex-samples-is-said", test_square);
  g_test_add_func ("/ondes/window/irregular-times-are-said-and-corrected", test_irregular);
  g_test_add_func ("/ondes/window/time-expansion-is-said-and-switched", test_expansion);
  g_test_add_func ("/ondes/window/refused-file-leaves-a-sentence", test_refused);
  g_test_add_func ("/ondes/window/dropped-file-opens", test_drop);
  g_test_add_func ("/ondes/window/recent-file-opens", test_recent);
  g_test_add_func ("/ondes/window/closed-file-choosers-are-freed", test_freed);
  return window_run ();
}
