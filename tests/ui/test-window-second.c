/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second recording, channel and held settings in the real window, by pointer and keys; all channels as strips; and the
 * data sets of an archive. */
#include <math.h>
#include <string.h>

#include "charts/ondes-charts.h"
#include "charts/ondes-strip-chart.h"
#include "charts/ondes-strips-view.h"
#include "dialogs/ondes-dataset-dialog.h"
#include "dialogs/ondes-read-dialog.h"
#include "shell/ondes-window-private.h"
#include "sound/listening-private.h"
#include "window-fixture.h"

static OndesComparison *
comparison (void)
{
  return window->comparison;
}

static gboolean
is_settled (gpointer unused)
{
  OndesAnalysis *second = ONDES_ANALYSIS (ondes_comparison_get_scalogram (comparison ()));

  return !ondes_analysis_is_busy (ONDES_ANALYSIS (analysis), NULL) && !ondes_analysis_is_busy (ONDES_ANALYSIS (comparison ()), NULL)
         && (!ondes_analysis_is_active (second) || !ondes_analysis_is_stale (second))
         && !ondes_analysis_is_stale (ONDES_ANALYSIS (analysis))
         && ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (window->scalogram_view))
         && (!gtk_widget_get_mapped (window->second_view)
             || ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (window->second_view)));
}

static void
settle (void)
{
  driver_wait (is_settled, NULL, "the pictures");
  driver_wait_drawn (GTK_WIDGET (window));
}

/* Writes 16 bit PCM of tones, channel k of 50 × 2^k Hz. */
static char *
write_wav (const char *name,
           guint       channels,
           guint32     rate,
           guint       n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const guint32 size = n * channels * 2;
  const guint32 words[] = { 36 + size, 16, 1 | channels << 16, rate, rate * channels * 2, channels * 2 | 16 << 16, size };
  char *path = g_build_filename (folder, name, NULL);

  g_byte_array_append (bytes, (const guint8 *) "RIFF", 4);
  g_byte_array_append (bytes, (const guint8 *) words, 4);
  g_byte_array_append (bytes, (const guint8 *) "WAVEfmt ", 8);
  g_byte_array_append (bytes, (const guint8 *) (words + 1), 20);
  g_byte_array_append (bytes, (const guint8 *) "data", 4);
  g_byte_array_append (bytes, (const guint8 *) (words + 6), 4);
  for (guint i = 0; i < n * channels; i++)
    {
      const double hz = 50 * pow (2, i % channels % 4);
      const gint16 value = (gint16) (12000 * sin (2 * G_PI * hz * (i / channels) / rate) + g_test_rand_int_range (-500, 500));

      g_byte_array_append (bytes, (const guint8 *) &value, 2);
    }
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  return path;
}

static void
open_wav (guint channels)
{
  g_autofree char *path = write_wav ("first.wav", channels, 2000, 4000);

  if (window == NULL)
    window_begin ();
  ondes_session_open (session, path, NULL);
  window_settle ();
  driver_move (GTK_WIDGET (window), 4, 4);
  gtk_widget_grab_focus (window->scalogram_view);
  settle ();
}

static gboolean
is_ready (gpointer unused)
{
  return ondes_comparison_is_ready (comparison ());
}

static gboolean
is_gone (gpointer unused)
{
  return !ondes_comparison_is_ready (comparison ()) && !gtk_widget_get_mapped (window->compare_modes);
}

static gboolean
shows (gpointer shown)
{
  const OndesPairView *view = ondes_second_picture_get_view (ondes_comparison_get_picture (comparison ()));

  return view->shown == (OndesShown) GPOINTER_TO_UINT (shown);
}

static void
press (const char *key,
       OndesShown  shown)
{
  driver_key (key);
  driver_wait (shows, GUINT_TO_POINTER (shown), key);
  settle ();
}

/* How light the inner part of a chart's plot is on the screen. */
static double
lightness (GtkWidget *chart,
           double     from,
           double     to)
{
  g_autoptr (DriverShot) shot = driver_shot (chart);
  graphene_rect_t plot;
  double sum = 0;
  guint n = 0;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  for (double x = from; x < to; x += 0.01)
    for (double y = 0.1; y < 0.8; y += 0.05, n++)
      sum += driver_lightness (driver_pixel (shot, chart, plot.origin.x + x * plot.size.width,
                                             plot.origin.y + y * plot.size.height));
  return sum / n;
}

static gboolean
is_zoomed (gpointer unused)
{
  return !ondes_timeline_is_whole (timeline);
}

static gboolean
points (gpointer unused)
{
  return isfinite (ondes_scalogram_analysis_get_pointer (analysis)->magnitude)
         && isfinite (ondes_scalogram_analysis_get_pointer (ondes_comparison_get_scalogram (comparison ()))->magnitude);
}

static gboolean
closes (GtkWidget    *widget,
        gconstpointer unused)
{
  return GTK_IS_ACTIONABLE (widget)
         && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "win.compare-nothing") == 0;
}

/* Settings that are held: stacked both look alike, then the first changes alone; keys, the bar and undo; and what is heard. */
static void
test_held (void)
{
  static const char *const steps[] = { "gain:-20", NULL };
  graphene_rect_t plot;
  double before, after;

  open_wav (1);
  g_assert_false (gtk_widget_get_mapped (window->compare_modes));
  driver_key ("j");
  driver_wait (is_ready, NULL, "held settings");
  press ("shift+c", ONDES_SHOWN_STACKED);
  g_assert_true (gtk_widget_get_mapped (window->second_view));
  g_assert_cmpfloat_with_epsilon (lightness (window->scalogram_view, 0.1, 0.9), lightness (window->second_view, 0.1, 0.9), 3);
  ondes_scalogram_analysis_set_colours (analysis, 0.5, 60);
  settle ();
  before = lightness (window->scalogram_view, 0.2, 0.8);
  ondes_session_set_conditioning (session, steps, TRUE);
  settle ();
  after = lightness (window->scalogram_view, 0.2, 0.8);
  g_assert_cmpfloat (after, <, before - 10);
  g_assert_cmpfloat_with_epsilon (lightness (window->second_view, 0.2, 0.8), before, 3);
  g_assert_nonnull (strstr (gtk_label_get_text (window->differs), "gain:-20"));
  /* The second chart zooms and points for both. */
  ondes_chart_get_plot (ONDES_CHART (window->second_view), &plot);
  driver_move (window->second_view, plot.origin.x + plot.size.width / 3, plot.origin.y + plot.size.height / 2);
  driver_wait (points, NULL, "both values");
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_pointer (ondes_comparison_get_scalogram (comparison ()))->magnitude
                                    / ondes_scalogram_analysis_get_pointer (analysis)->magnitude, 10, 1e-4);
  driver_click (4, 1, NULL);
  driver_wait (is_zoomed, NULL, "a zoom");
  settle ();
  /* A, B, and what is heard. */
  press ("k", ONDES_SHOWN_LEFT);
  g_assert_null (window->listening->heard);
  g_assert_false (gtk_widget_get_mapped (window->second_view));
  after = lightness (window->scalogram_view, 0.2, 0.8);
  press ("k", ONDES_SHOWN_RIGHT);
  g_assert_true (window->listening->heard == ondes_second_picture_get_session (ondes_comparison_get_picture (comparison ())));
  g_assert_cmpfloat (lightness (window->scalogram_view, 0.2, 0.8), >, after + 10);
  press ("c", ONDES_SHOWN_BOTH);
  g_assert_cmpfloat (lightness (window->scalogram_view, 0.6, 0.9), >, lightness (window->scalogram_view, 0.1, 0.4) + 10);
  press ("d", ONDES_SHOWN_DIFFERENCE);
  g_assert_cmpfloat (ondes_scalogram_view_get_difference (ONDES_SCALOGRAM_VIEW (window->scalogram_view)), ==, 6);
  press ("shift+c", ONDES_SHOWN_STACKED);
  driver_key ("shift+j");
  driver_wait (is_gone, NULL, "the end of it");
  driver_key ("ctrl+z");
  driver_wait (is_ready, NULL, "it again");
  settle ();
  window_click (window_find (window->compare_modes, closes, NULL));
  driver_wait (is_gone, NULL, "the end of it by the pointer");
  ondes_session_set_conditioning (session, steps, FALSE);
}

static gboolean
is_offset (gpointer offset)
{
  return fabs (ondes_comparison_get_alignment (comparison ())->offset - *(double *) offset) < 1e-6;
}

static gboolean
has_annotation (gpointer wanted)
{
  return (ondes_annotations_model_get_first (window->annotations) != NULL) == GPOINTER_TO_INT (wanted);
}

static gboolean
has_focus (gpointer widget)
{
  return gtk_widget_is_focus (widget);
}

/* A drag with Ctrl moves the second in time, shown as it goes, in one step; keys move it by pixels. */
static void
test_moved (void)
{
  graphene_rect_t plot;
  double pixel, playhead, wanted;

  open_wav (1);
  driver_key ("j");
  driver_wait (is_ready, NULL, "held settings");
  ondes_second_picture_set_shown (ondes_comparison_get_picture (comparison ()), ONDES_SHOWN_STACKED);
  settle ();
  playhead = ondes_timeline_get_playhead (timeline);
  ondes_chart_get_plot (ONDES_CHART (window->second_view), &plot);
  pixel = 4000.0 / 2000 / plot.size.width;
  driver_move (window->second_view, plot.origin.x + 100, plot.origin.y + plot.size.height / 2);
  driver_drag_to (window->second_view, plot.origin.x + 300, plot.origin.y + plot.size.height / 2, "ctrl");
  wanted = 200 * pixel;
  driver_wait (is_offset, &wanted, "the second later");
  g_assert_true (ondes_timeline_is_whole (timeline));
  g_assert_cmpint (memcmp (&playhead, (double[]) { ondes_timeline_get_playhead (timeline) }, sizeof playhead), ==, 0);
  settle ();
  g_assert_cmpfloat (lightness (window->second_view, 0.01, 200 / plot.size.width - 0.01), >,
                     lightness (window->scalogram_view, 0.01, 200 / plot.size.width - 0.01));
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("ctrl+z");
  wanted = 0;
  driver_wait (is_offset, &wanted, "it back in one step");
  driver_key ("period");
  driver_key ("ctrl+period");
  driver_key ("comma");
  wanted = 10 * pixel;
  driver_wait (is_offset, &wanted, "it ten pixels later");
  /* Where it cannot be seen it is not moved: the drag annotates. */
  press ("k", ONDES_SHOWN_LEFT);
  driver_key ("plus");
  driver_wait (is_zoomed, NULL, "a zoom");
  driver_move (window->scalogram_view, plot.origin.x + 100, plot.origin.y + plot.size.height / 2);
  driver_drag_to (window->scalogram_view, plot.origin.x + 200, plot.origin.y + plot.size.height / 2, "ctrl");
  driver_wait (has_annotation, GINT_TO_POINTER (TRUE), "the annotation");
  driver_key ("Escape");
  driver_wait (has_focus, window->scalogram_view, "its editor to close");
  driver_key ("Delete");
  driver_wait (has_annotation, GINT_TO_POINTER (FALSE), "it to be deleted");
  g_assert_true (is_offset (&wanted));
  ondes_comparison_remove (comparison ());
  driver_wait (is_gone, NULL, "the end of it");
}

static gboolean
has_rate (gpointer rate)
{
  OndesRecording *file = ondes_comparison_get_file (comparison ());

  return file != NULL && is_ready (NULL) && ondes_recording_get_info (file)->rate_hz == *(double *) rate;
}

static GtkWidget *
entry_of (GtkWindow  *dialog,
          const char *id)
{
  return window_by_id (dialog, id);
}

/* A second without a header is asked for as the first is; its rate is set in the dialog of the first, and undone. */
static void
test_reading (void)
{
  g_autofree char *path = g_build_filename (folder, "second.raw", NULL), *bytes = g_malloc0 (8000);
  double rate = 8000, other = 500;
  GtkWindow *dialog;

  for (guint i = 0; i < 8000; i++)
    bytes[i] = (char) g_test_rand_int_range (-99, 100);
  g_assert_true (g_file_set_contents (path, bytes, 8000, NULL));
  open_wav (1);
  ondes_comparison_choose_file (comparison (), path, NULL);
  dialog = window_wait_dialog (ONDES_TYPE_READ_DIALOG);
  gtk_editable_set_text (GTK_EDITABLE (entry_of (dialog, "rate")), "8000");
  driver_wait ((DriverCondition) gtk_widget_get_sensitive, entry_of (dialog, "apply_button"), "a format that can be read");
  window_click (entry_of (dialog, "apply_button"));
  window_wait_gone (ONDES_TYPE_READ_DIALOG);
  driver_wait (has_rate, &rate, "the second as chosen");
  gtk_widget_activate_action (window->compare_panel, "second.read-options", NULL);
  dialog = window_wait_dialog (ONDES_TYPE_READ_DIALOG);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry_of (dialog, "rate"))), ==, "8000");
  gtk_editable_set_text (GTK_EDITABLE (entry_of (dialog, "rate")), "500");
  window_click (entry_of (dialog, "apply_button"));
  window_wait_gone (ONDES_TYPE_READ_DIALOG);
  driver_wait (has_rate, &other, "the second at another rate");
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("ctrl+z");
  driver_wait (has_rate, &rate, "the rate undone");
  /* The first is as it was. */
  g_assert_cmpfloat (ondes_recording_get_info (ondes_session_get_recording (session))->rate_hz, ==, 2000);
  ondes_comparison_remove (comparison ());
  driver_wait (is_gone, NULL, "the end of it");
}

static guint
count_hints (GtkWidget *from)
{
  guint n = GTK_IS_LABEL (from) && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (from)), "Point at the scalogram");

  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_hints (child);
  return n;
}

static gboolean
is_unmapped (gpointer widget)
{
  return !gtk_widget_get_mapped (widget);
}

/* Another file, of another rate and half as long: grey beside what it covers, its channel chosen in the popover. */
static void
test_file (void)
{
  g_autofree char *path = write_wav ("second.wav", 2, 1000, 1000);
  g_autofree char *left = NULL;
  GtkWidget *row;

  open_wav (1);
  ondes_comparison_choose_file (comparison (), path, NULL);
  driver_wait (is_ready, NULL, "the second file");
  settle ();
  g_assert_nonnull (strstr (gtk_label_get_text (window->differs), "second.wav"));
  ondes_second_picture_set_shown (ondes_comparison_get_picture (comparison ()), ONDES_SHOWN_STACKED);
  settle ();
  /* One of the two readouts says what to do. */
  g_assert_true (gtk_widget_get_mapped (window->second_readout));
  g_assert_cmpuint (count_hints (GTK_WIDGET (window->readout_box)), ==, 1);
  /* Grey is lighter than an empty picture. */
  g_assert_cmpfloat (lightness (window->second_view, 0.6, 0.95), >, lightness (window->second_view, 0.05, 0.4));
  left = ondes_comparison_name (comparison (), FALSE);
  g_assert_cmpstr (left, ==, "A: first.wav");
  driver_key ("ctrl+k");
  row = window_row (window->compare_panel, "Channel");
  driver_wait (window_is_mapped, row, "the channels");
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 2);
  settle ();
  g_assert_cmpuint (ondes_comparison_get_channel (comparison ()), ==, 2);
  driver_key ("Escape");
  driver_wait (is_unmapped, window->compare_panel, "the end of the popover");
  ondes_comparison_remove (comparison ());
  driver_wait (is_gone, NULL, "the end of it");
}

static gboolean
channel_is (gpointer channel)
{
  return ondes_session_get_channel (session) == GPOINTER_TO_UINT (channel);
}

static gboolean
are_built (gpointer unused)
{
  OndesStrips *strips = ondes_strips_view_get_strips (ONDES_STRIPS_VIEW (window->strips));

  return ondes_strips_get_n (strips) == 64 && !ondes_strips_is_busy (strips);
}

static gboolean
is_strip (GtkWidget    *widget,
          gconstpointer channel)
{
  return ONDES_IS_STRIP_CHART (widget) && gtk_widget_get_mapped (widget)
         && ondes_strip_chart_get_channel (ONDES_STRIP_CHART (widget)) == GPOINTER_TO_UINT (channel);
}

static gboolean
has_strip (gpointer channel)
{
  return window_find (window->strips, is_strip, channel) != NULL;
}

/* 64 channels: a key shows them, a click chooses one, Enter another, and their time axis is that of the other charts. */
static void
test_strips (void)
{
  OndesExtent extents[10];
  GtkWidget *third, *fifth;
  graphene_rect_t plot;

  open_wav (64);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (window->strips_button)));
  driver_key ("t");
  driver_wait (are_built, NULL, "the strips");
  driver_wait (has_strip, GUINT_TO_POINTER (5), "the strips on the screen");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_mapped (window->waveform));
  third = window_find (window->strips, is_strip, GUINT_TO_POINTER (3));
  ondes_chart_get_plot (ONDES_CHART (third), &plot);
  driver_move (third, plot.origin.x + plot.size.width / 2, plot.origin.y + plot.size.height / 2);
  driver_click (1, 1, NULL);
  driver_wait (channel_is, GUINT_TO_POINTER (3), "a channel by a click");
  settle ();
  driver_click (4, 1, NULL);
  driver_wait (is_zoomed, NULL, "a zoom");
  fifth = window_find (window->strips, is_strip, GUINT_TO_POINTER (5));
  gtk_widget_grab_focus (fifth);
  driver_key ("Return");
  driver_wait (channel_is, GUINT_TO_POINTER (5), "a channel by a key");
  settle ();
  driver_wait (are_built, NULL, "the strips");
  ondes_strips_get (ondes_strips_view_get_strips (ONDES_STRIPS_VIEW (window->strips)), 2, 10, extents);
  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    g_assert_cmpfloat (extents[i].max - extents[i].min, >, 0.5);
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("t");
  driver_wait (window_is_mapped, window->waveform, "the waveform");
  g_assert_cmpuint (ondes_strips_get_n (ondes_strips_view_get_strips (ONDES_STRIPS_VIEW (window->strips))), ==, 0);
}

/* All of the last strip lies in view. */
static gboolean
shows_last (gpointer channel)
{
  GtkWidget *strip = window_find (window->strips, is_strip, channel);
  graphene_rect_t bounds;

  return strip != NULL && gtk_widget_compute_bounds (strip, window->strips, &bounds)
         && bounds.origin.y + bounds.size.height <= (float) gtk_widget_get_height (window->strips);
}

/* Few strips share the room that there is. */
static void
test_few (void)
{
  open_wav (2);
  driver_key ("t");
  driver_wait (has_strip, GUINT_TO_POINTER (2), "the strips on the screen");
  driver_wait (shows_last, GUINT_TO_POINTER (2), "both strips to be in view");
  driver_key ("t");
  driver_wait (window_is_mapped, window->waveform, "the waveform");
}

static void
put_words (GByteArray *file,
           guint       n,
           ...)
{
  va_list words;

  va_start (words, n);
  for (guint i = 0; i < n; i++)
    {
      const guint32 word = GUINT32_TO_LE (va_arg (words, guint));

      g_byte_array_append (file, (const guint8 *) &word, sizeof word);
    }
  va_end (words);
}

/* Adds an array of @n numbers to a MAT file of version 5. */
static void
put_array (GByteArray *file,
           char        name,
           guint       n)
{
  put_words (file, 2, 14, 48 + 8 * n);
  put_words (file, 8, 6, 8, 6, 0, 5, 8, 1, n); /* flags: double; dimensions: 1 × n */
  put_words (file, 4, 1 | 1 << 16, (guint) name, 9, 8 * n);
  for (guint i = 0; i < n; i++)
    {
      union
      {
        double  value;
        guint64 bits;
      } number = { .value = sin (i * 0.3) };

      put_words (file, 2, (guint) number.bits, (guint) (number.bits >> 32));
    }
}

static gboolean
has_two_rows (gpointer list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (list))) == 2;
}

static gboolean
has_one_row (gpointer list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (list))) == 1;
}

static gboolean
dataset_is (gpointer data)
{
  OndesRecording *recording = ondes_session_get_recording (session);

  return recording != NULL && g_strcmp0 (ondes_recording_get_info (recording)->dataset, data) == 0;
}

/* A file of several data sets asks which of them; what is typed is searched for. */
static void
test_datasets (void)
{
  g_autofree char *path = g_build_filename (folder, "several.mat", NULL);
  g_autoptr (GByteArray) file = g_byte_array_new ();
  GtkWindow *dialog;

  g_byte_array_append (file, (const guint8 *) "MATLAB 5.0 MAT-file", 19);
  g_byte_array_set_size (file, 124);
  memset (file->data + 19, ' ', 105);
  put_words (file, 1, 0x4d490100);
  put_array (file, 'a', 300);
  put_array (file, 'b', 200);
  g_assert_true (g_file_set_contents (path, (const char *) file->data, file->len, NULL));
  window_begin ();
  ondes_session_open (session, path, NULL);
  dialog = window_wait_dialog (ONDES_TYPE_DATASET_DIALOG);
  driver_wait (has_two_rows, window_by_id (dialog, "list"), "the list");
  driver_wait_drawn (GTK_WIDGET (dialog));
  driver_type ("/b");
  driver_wait (has_one_row, window_by_id (dialog, "list"), "what is searched for");
  driver_key ("Return");
  window_wait_gone (ONDES_TYPE_DATASET_DIALOG);
  driver_wait (dataset_is, (gpointer) "/b", "the data set");
  window_settle ();
  g_assert_cmpstr (ondes_session_get_read_options (session)->dataset, ==, "/b");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.read-options", NULL);
  dialog = window_wait_dialog (ONDES_TYPE_READ_DIALOG);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (window_by_id (dialog, "dataset"))), ==, "/b");
  window_click (window_by_id (dialog, "choose"));
  window_wait_gone (ONDES_TYPE_READ_DIALOG);
  dialog = window_wait_dialog (ONDES_TYPE_DATASET_DIALOG);
  driver_wait (has_two_rows, window_by_id (dialog, "list"), "the list");
  driver_key ("Up");
  driver_key ("Escape");
  window_wait_gone (ONDES_TYPE_DATASET_DIALOG);
  g_assert_true (dataset_is ((gpointer) "/b"));
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window/second/held-settings", test_held);
  g_test_add_func ("/ondes/window/second/another-file", test_file);
  g_test_add_func ("/ondes/window/second/is-moved-by-pointer-and-keys", test_moved);
  g_test_add_func ("/ondes/window/second/is-read-as-chosen", test_reading);
  g_test_add_func ("/ondes/window/second/strips", test_strips);
  g_test_add_func ("/ondes/window/second/few-strips-share-the-room", test_few);
  g_test_add_func ("/ondes/window/one-of-several-data-sets-is-asked-for", test_datasets);
  return window_run ();
}
