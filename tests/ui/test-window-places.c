/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts keep their places, to the pixel, whatever a person does with them; only the handles between move them. */
#include "charts/ondes-charts.h"
#include "pages/ondes-annotation-pane.h"
#include "picture/slices.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

typedef struct
{
  graphene_rect_t overview, waveform, picture;
} Places;

static GtkWidget *
overview (void)
{
  return window->overview;
}

static graphene_rect_t
place_of (GtkWidget *widget)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &bounds));
  return bounds;
}

static Places
places_now (void)
{
  driver_wait_drawn (GTK_WIDGET (window));
  return (Places) { place_of (overview ()), place_of (window->waveform), place_of (window->scalogram_view) };
}

static void
assert_kept (const Places *before,
             const char   *after)
{
  const Places now = places_now ();

  if (!graphene_rect_equal (&before->overview, &now.overview) || !graphene_rect_equal (&before->waveform, &now.waveform)
      || !graphene_rect_equal (&before->picture, &now.picture))
    g_error ("%s moves the charts: the picture from %g, %g (%g × %g) to %g, %g (%g × %g)", after, before->picture.origin.x,
             before->picture.origin.y, before->picture.size.width, before->picture.size.height, now.picture.origin.x,
             now.picture.origin.y, now.picture.size.width, now.picture.size.height);
}

/* What a reader notes slides down above the charts. */
static gboolean
has_slid (gpointer revealer)
{
  return gtk_revealer_get_child_revealed (revealer) == gtk_revealer_get_reveal_child (revealer);
}

/* Opens a copy of a sample, beside which annotations are saved. */
static void
open_copy (const char *as)
{
  g_autofree char *sample = window_sample ("ecg.txt"), *path = g_build_filename (folder, as, NULL), *content = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gsize size;

  g_assert_true (g_file_get_contents (sample, &content, &size, NULL));
  g_assert_true (g_file_set_contents (path, content, (gssize) size, NULL));
  window_begin ();
  ondes_window_open (window, file);
  window_settle ();
  driver_wait (has_slid, window_by_id (window, "notes_revealer"), "the notes");
}

static gboolean
is_selected (gpointer wanted)
{
  const OndesSelection s = ondes_timeline_get_selection (timeline);

  return ondes_selection_is_set (&s) == GPOINTER_TO_INT (wanted);
}

static gboolean
has_readings (gpointer unused)
{
  return ondes_selection_readings_get (window->readings) != NULL;
}

static gboolean
is_typing (gpointer unused)
{
  return GTK_IS_EDITABLE (gtk_window_get_focus (GTK_WINDOW (window)));
}

static gboolean
is_labelled (gpointer label)
{
  OndesAnnotation *first = ondes_annotations_model_get_first (window->annotations);

  return first != NULL && g_str_equal (first->label, label) && gtk_widget_is_focus (window->scalogram_view);
}

static gboolean
has_cursor (gpointer unused)
{
  const OndesCursors cursors = ondes_timeline_get_cursors (timeline);

  return ondes_cursors_are_set (&cursors);
}

static gboolean
is_listed (gpointer unused)
{
  return gtk_widget_get_mapped (window->annotation_pane);
}

static gboolean
is_playing (gpointer wanted)
{
  return ondes_listening_is_playing (window->listening) == GPOINTER_TO_INT (wanted);
}

/* Drags with Shift over a part of the picture. */
static void
select_part (void)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (window->scalogram_view), &plot);
  driver_move (window->scalogram_view, plot.origin.x + 0.3 * plot.size.width, plot.origin.y + 0.6 * plot.size.height);
  driver_drag_to (window->scalogram_view, plot.origin.x + 0.5 * plot.size.width, plot.origin.y + 0.3 * plot.size.height, "shift");
  driver_wait (is_selected, GINT_TO_POINTER (TRUE), "a selection");
}

/* Selected, measured, labelled, listed, marked by cursors and played. */
static void
test_kept (void)
{
  static const char *const tabs[] = { "filters", "measure", "notes", "picture" };
  Places before;

  open_copy ("kept.txt");
  before = places_now ();
  select_part ();
  assert_kept (&before, "a selection");
  driver_wait (has_readings, NULL, "its readings");
  assert_kept (&before, "measuring");
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    {
      ondes_window_show_tab (window, tabs[i]);
      assert_kept (&before, tabs[i]);
    }
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("a");
  driver_wait (is_typing, NULL, "the editor of the annotation");
  assert_kept (&before, "the editor");
  driver_type ("call");
  driver_key ("Return");
  driver_wait (is_labelled, (gpointer) "call", "the label");
  assert_kept (&before, "an annotation");
  driver_key ("F7");
  driver_wait (is_listed, NULL, "the list");
  assert_kept (&before, "the list of annotations");
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("1");
  driver_wait (has_cursor, NULL, "a cursor");
  assert_kept (&before, "a cursor");
  ondes_window_say (window, "A message", FALSE);
  assert_kept (&before, "a message");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.play", NULL);
  driver_wait (is_playing, GINT_TO_POINTER (TRUE), "the sound");
  assert_kept (&before, "playing");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.play", NULL);
  driver_wait (is_playing, GINT_TO_POINTER (FALSE), "silence");
  assert_kept (&before, "a pause");
}

static gboolean
is_higher (gpointer height)
{
  return gtk_widget_get_height (window->waveform) == GPOINTER_TO_INT (height);
}

/* Drags the handle below the waveform. */
static void
drag_handle (int by)
{
  GtkWidget *handle = window_by_id (window, "waveform_height");
  const double x = gtk_widget_get_width (handle) / 2.0, y = gtk_widget_get_height (handle) / 2.0;

  driver_move (handle, x, y);
  driver_drag_to (handle, x, y + by, NULL);
}

/* A drag makes the waveform higher, which other windows begin with; a double click takes that back. */
static void
test_handle (void)
{
  Places before, after;
  int height;

  open_copy ("handle.txt");
  before = places_now ();
  height = gtk_widget_get_height (window->waveform);
  drag_handle (40);
  driver_wait (is_higher, GINT_TO_POINTER (height + 40), "a higher waveform");
  after = places_now ();
  g_assert_cmpfloat (after.picture.origin.y, ==, before.picture.origin.y + 40);
  g_assert_cmpfloat (after.picture.size.height, ==, before.picture.size.height - 40);
  g_assert_true (graphene_rect_equal (&after.overview, &before.overview));
  g_assert_cmpint (g_settings_get_int (window->settings, "waveform-height"), ==, height + 40);
  window_click (window_by_id (window, "waveform_height"));
  driver_click (1, 2, NULL);
  driver_wait (is_higher, GINT_TO_POINTER (height), "the usual height");
  assert_kept (&before, "the handle that was set back");
}

static gboolean
is_narrower (gpointer width)
{
  return gtk_widget_get_width (window->scalogram_view) == GPOINTER_TO_INT (width);
}

static gboolean
shows_slices (gpointer handle)
{
  return gtk_widget_get_mapped (handle) && gtk_widget_get_width (handle) > 0;
}

/* The spectra beside the picture are made wider by a drag to the left, and the charts above end where the picture does. */
static void
test_slices (void)
{
  OndesSlices *slices;
  GtkWidget *handle;
  double x, y;
  int width;

  open_copy ("slices.txt");
  handle = window_by_id (window, "slices_width");
  slices = ondes_scalogram_analysis_get_slices (analysis);
  ondes_slices_set_shown (slices, TRUE);
  driver_wait (shows_slices, handle, "the slices");
  window_settle ();
  driver_wait_drawn (GTK_WIDGET (window));
  width = gtk_widget_get_width (window->scalogram_view);
  x = gtk_widget_get_width (handle) / 2.0;
  y = gtk_widget_get_height (handle) / 2.0;
  driver_move (handle, x, y);
  driver_drag_to (handle, x - 60, y, NULL);
  driver_wait (is_narrower, GINT_TO_POINTER (width - 60), "wider spectra");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_width (window->waveform), ==, width - 60);
  ondes_slices_set_shown (slices, FALSE);
  g_settings_reset (window->settings, "slices-width");
  window_settle ();
}

static gboolean
is_low (gpointer unused)
{
  return gtk_widget_get_height (GTK_WIDGET (window)) <= 610 && gtk_widget_get_width (GTK_WIDGET (window)) <= 910;
}

/* However high the waveform was made, a low window shows a picture of some height. */
static void
test_low (void)
{
  int width, height;

  open_copy ("low.txt");
  drag_handle (120);
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  driver_wait (is_low, NULL, "a low window");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_height (window->scalogram_view), >=, 200);
  g_assert_cmpint (gtk_widget_get_height (window->scalogram_view), >=, 3 * gtk_widget_get_height (window->waveform));
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-places/nothing-moves-the-charts", test_kept);
  g_test_add_func ("/ondes/window-places/handles-do-and-are-kept", test_handle);
  g_test_add_func ("/ondes/window-places/spectra-beside-the-picture-are-widened", test_slices);
  g_test_add_func ("/ondes/window-places/a-low-window-has-a-picture", test_low);
  return window_run ();
}
