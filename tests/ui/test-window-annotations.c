/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotations in the real window, by pointer and keys: made, labelled, moved, resized, undone, listed, saved. */
#include <math.h>
#include <string.h>

#include "charts/ondes-annotation-private.h"
#include "charts/ondes-charts.h"
#include "pages/ondes-annotation-pane.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

/* Opens a copy of a sample in the tests' own folder, beside which annotations are saved. */
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
}

static OndesAnnotationsModel *
model (void)
{
  return window->annotations;
}

static gboolean
is_ready (gpointer unused)
{
  return ondes_annotations_model_is_ready (model ());
}

static gboolean
has_length (gpointer n)
{
  return ondes_annotation_set_get_length (ondes_annotations_model_get_set (model ())) == GPOINTER_TO_UINT (n);
}

static OndesAnnotation *
first (void)
{
  return ondes_annotations_model_get_first (model ());
}

static gboolean
has_chosen (gpointer wanted)
{
  return (first () != NULL) == GPOINTER_TO_INT (wanted);
}

static gboolean
has_label (gpointer label)
{
  return first () != NULL && g_str_equal (first ()->label, label);
}

static GtkWidget *
editor_of (GtkWidget *chart)
{
  return ondes_annotation_layer_of (ONDES_TIME_CHART (chart))->editor;
}

/* The editor is open, and its first entry has the focus. */
static gboolean
is_editing (gpointer wanted)
{
  GtkWidget *editor = editor_of (window->scalogram_view);
  const gboolean open = editor != NULL && gtk_widget_get_mapped (editor);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  if (!GPOINTER_TO_INT (wanted))
    return !open && gtk_widget_is_focus (window->scalogram_view);
  return open && focus != NULL && gtk_widget_is_ancestor (focus, editor);
}

static graphene_rect_t
plot_of (GtkWidget *widget)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (widget), &plot);
  return plot;
}

/* Moves the pointer to a place of the scalogram, in fractions from its upper left. */
static void
point_at (double x,
          double y)
{
  const graphene_rect_t plot = plot_of (window->scalogram_view);

  driver_move (window->scalogram_view, plot.origin.x + x * plot.size.width, plot.origin.y + y * plot.size.height);
}

static void
drag_to (double x,
         double y,
         const char *modifiers)
{
  const graphene_rect_t plot = plot_of (window->scalogram_view);

  driver_drag_to (window->scalogram_view, plot.origin.x + x * plot.size.width, plot.origin.y + y * plot.size.height, modifiers);
}

static double
length (void)
{
  return ondes_annotation_layer_get_length (ondes_annotation_layer_of (ONDES_TIME_CHART (window->scalogram_view)));
}

static gboolean
has_selection (gpointer wanted)
{
  const OndesSelection s = ondes_timeline_get_selection (timeline);

  return ondes_selection_is_set (&s) == GPOINTER_TO_INT (wanted);
}

/* An edge or all of it lies at a place in fractions of the recording; TRUE when it does. */
static gboolean
begins_at (gpointer fraction)
{
  return fabs (first ()->start / length () - *(double *) fraction) < 0.01;
}

static gboolean
ends_at (gpointer fraction)
{
  return fabs (first ()->end / length () - *(double *) fraction) < 0.01;
}

/* A box by a drag with Shift and A; its label is typed at once. */
static void
make_box (const char *label)
{
  point_at (0.25, 0.6);
  drag_to (0.5, 0.3, "shift");
  driver_wait (has_selection, GINT_TO_POINTER (TRUE), "a selection");
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("a");
  driver_wait (is_editing, GINT_TO_POINTER (TRUE), "the editor");
  driver_type (label);
  driver_key ("Return");
  driver_wait (has_label, (gpointer) label, "the label");
  driver_wait (is_editing, GINT_TO_POINTER (FALSE), "the editor to close");
}

static guint32
edge_colour (void)
{
  OndesAnnotationLayer *layer = ondes_annotation_layer_of (ONDES_TIME_CHART (window->scalogram_view));
  OndesAnnotationPlot plot;
  OndesAnnotationPlace place;
  OndesDisplay display;
  OndesAxis axis = { 0 };
  g_autoptr (DriverShot) shot = NULL;

  driver_wait_drawn (window->scalogram_view);
  g_assert_true (ondes_annotation_layer_get_plot (layer, &plot, &axis, &display));
  g_assert_true (ondes_annotation_plot_place (&plot, first (), &place));
  shot = driver_shot (window->scalogram_view);
  return driver_pixel (shot, window->scalogram_view, round (place.area.x), round (place.area.y + place.area.height * 0.3));
}

static gboolean
menu_is_open (gpointer wanted)
{
  GtkPopover *menu = gtk_menu_button_get_popover (GTK_MENU_BUTTON (window->menu_button));

  return gtk_widget_get_mapped (GTK_WIDGET (menu)) == GPOINTER_TO_INT (wanted);
}

/* Opens the menu, which names what it undoes. */
static void
assert_undo_is (const char *label)
{
  g_autofree char *found = NULL;

  driver_key ("F10");
  driver_wait (menu_is_open, GINT_TO_POINTER (TRUE), "the menu");
  g_assert_true (g_menu_model_get_item_attribute (G_MENU_MODEL (window->steps), 0, G_MENU_ATTRIBUTE_LABEL, "s", &found));
  g_assert_cmpstr (found, ==, label);
  driver_key ("Escape");
  driver_wait (menu_is_open, GINT_TO_POINTER (FALSE), "the menu to close");
  gtk_widget_grab_focus (window->scalogram_view);
}

static void
test_pointer (void)
{
  const guint32 red = 0xff0000;
  const OndesColour colour = { 1, 0, 0, 1 };
  double low_hz, begin = 0.25, moved = 0.35, end = 0.7;

  open_copy ("pointer.txt");
  driver_wait (is_ready, NULL, "the annotations");
  make_box ("beat");
  /* All of it is one step. */
  assert_undo_is ("Un_do Annotate “beat”");
  driver_key ("ctrl+z");
  driver_wait (has_length, GUINT_TO_POINTER (0), "all of it undone");
  g_assert_true (has_selection (GINT_TO_POINTER (FALSE)));
  g_assert_false (ondes_session_can_undo (session));
  driver_key ("ctrl+shift+z");
  driver_wait (has_length, GUINT_TO_POINTER (1), "all of it again");
  window_settle ();
  point_at (0.4, 0.45);
  driver_click (1, 1, NULL);
  driver_wait (has_chosen, GINT_TO_POINTER (TRUE), "the box to be chosen");
  g_assert_true (has_length (GUINT_TO_POINTER (1)));
  g_assert_true (has_selection (GINT_TO_POINTER (FALSE)));
  g_assert_cmpfloat_with_epsilon (first ()->start / length (), 0.25, 0.01);
  g_assert_cmpfloat_with_epsilon (first ()->end / length (), 0.5, 0.01);
  g_assert_true (ondes_annotation_is_box (first ()));
  ondes_annotations_model_set_colour (model (), "", &colour);
  g_assert_cmphex (edge_colour () & 0xff8080, ==, red & 0xff8080);

  /* Beside it nothing is chosen; on it, it is; inside, a drag moves it, and the view stays. */
  point_at (0.8, 0.8);
  driver_click (1, 1, NULL);
  driver_wait (has_chosen, GINT_TO_POINTER (FALSE), "none to be chosen");
  point_at (0.4, 0.45);
  driver_click (1, 1, NULL);
  driver_wait (has_chosen, GINT_TO_POINTER (TRUE), "the box to be chosen");
  low_hz = first ()->low_hz;
  drag_to (0.5, 0.45, NULL);
  driver_wait (begins_at, &moved, "it to move");
  g_assert_cmpfloat (first ()->low_hz, ==, low_hz);
  g_assert_true (ondes_timeline_is_whole (timeline));
  /* Its right edge. */
  point_at (0.6, 0.45);
  drag_to (0.7, 0.45, NULL);
  driver_wait (ends_at, &end, "its end to move");
  g_assert_true (begins_at (&moved));
  driver_key ("ctrl+z");
  driver_key ("ctrl+z");
  driver_wait (begins_at, &begin, "both to be undone");
  /* Its double click is none of the chart. */
  driver_key ("plus");
  window_settle ();
  g_assert_false (ondes_timeline_is_whole (timeline));
  driver_key ("Home");
  window_settle ();

  point_at (0.4, 0.45);
  driver_click (1, 2, NULL);
  driver_wait (is_editing, GINT_TO_POINTER (TRUE), "the editor by a double click");
  g_assert_true (ondes_timeline_is_whole (timeline));
  driver_key ("Escape");
  driver_wait (is_editing, GINT_TO_POINTER (FALSE), "the editor to close");
  driver_key ("Delete");
  driver_wait (has_length, GUINT_TO_POINTER (0), "none");
}

static gboolean
is_saved (gpointer unused)
{
  return !ondes_annotations_model_is_unsaved (model ());
}

static gboolean
is_later (gpointer start)
{
  return first ()->start > *(double *) start;
}

static gboolean
is_span (gpointer unused)
{
  return !ondes_annotation_is_point (first ());
}

/* A point at the crosshair, edited and moved by keys, found by N, saved. */
static void
test_keys (void)
{
  g_autofree char *path = g_build_filename (folder, "keys.txt" ONDES_ANNOTATIONS_SUFFIX, NULL), *content = NULL;
  double start;

  open_copy ("keys.txt");
  driver_wait (is_ready, NULL, "the annotations");
  gtk_widget_grab_focus (window->scalogram_view);
  point_at (-0.05, 1.1);
  driver_key ("alt+Right");
  driver_key ("a");
  driver_wait (is_editing, GINT_TO_POINTER (TRUE), "the editor");
  driver_type ("point");
  driver_key ("Return");
  driver_wait (has_label, (gpointer) "point", "the label");
  driver_wait (is_editing, GINT_TO_POINTER (FALSE), "the editor to close");
  g_assert_true (ondes_annotation_is_point (first ()));
  start = first ()->start;
  driver_key ("ctrl+Right");
  driver_wait (is_later, &start, "it to move");
  driver_key ("ctrl+shift+Right");
  driver_wait (is_span, NULL, "its end to move");
  driver_key ("F2");
  driver_wait (is_editing, GINT_TO_POINTER (TRUE), "the editor");
  driver_key ("ctrl+a");
  driver_type ("span");
  driver_key ("Return");
  driver_wait (has_label, (gpointer) "span", "the other label");
  driver_wait (is_editing, GINT_TO_POINTER (FALSE), "the editor to close");
  driver_key ("Escape");
  driver_wait (has_chosen, GINT_TO_POINTER (FALSE), "none to be chosen");
  driver_key ("shift+n");
  driver_key ("n");
  driver_wait (has_chosen, GINT_TO_POINTER (TRUE), "the next");
  driver_wait (is_saved, NULL, "the file");
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, "span"));
}

static GtkWidget *
pane (void)
{
  return window->annotation_pane;
}

static OndesSortedList *
list (void)
{
  return ondes_list_table_get_list (ondes_annotation_pane_get_table (ONDES_ANNOTATION_PANE (pane ())));
}

static gboolean
lists (gpointer n)
{
  return !ondes_sorted_list_is_busy (list ()) && g_list_model_get_n_items (G_LIST_MODEL (list ())) == GPOINTER_TO_UINT (n);
}

static gboolean
begins_with (gpointer label)
{
  return g_list_model_get_n_items (G_LIST_MODEL (list ())) > 0
         && g_str_equal (ondes_annotation_list_get (list (), 0)->label, label);
}

static gboolean
focus_is_in (gpointer widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

static gboolean
is_text (GtkWidget *widget,
         gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;
}

static gboolean
shows_text (gpointer text)
{
  return window_find (pane (), is_text, text) != NULL;
}

static gboolean
is_zoomed (gpointer unused)
{
  return !ondes_timeline_is_whole (timeline);
}

static gboolean
is_typing (gpointer unused)
{
  return GTK_IS_EDITABLE (gtk_window_get_focus (GTK_WINDOW (window))) && focus_is_in (pane ());
}

static void
add (double start,
     double end,
     const char *label)
{
  const OndesAnnotation values = { .start = start, .end = end, .low_hz = NAN, .high_hz = NAN, .label = label };

  g_assert_nonnull (ondes_annotations_model_add (model (), &values));
}

/* The list by keys: opened, filtered, sorted, jumped by, edited, deleted from, left. */
static void
test_list (void)
{
  open_copy ("list.txt");
  driver_wait (is_ready, NULL, "the annotations");
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("F7");
  driver_wait (shows_text, (gpointer) "No Annotations Yet", "what to do");
  driver_key ("F7");
  driver_wait (focus_is_in, window->charts, "the focus back on the chart");
  add (0.25 * length (), 0.3 * length (), "first");
  add (0.5 * length (), 0.55 * length (), "second");
  driver_wait (lists, GUINT_TO_POINTER (2), "two rows");
  driver_wait (shows_text, (gpointer) "second", "a row");
  driver_key ("F7");
  driver_wait (focus_is_in, pane (), "the focus in the list");
  driver_key ("Down");
  driver_key ("Up");
  driver_wait (has_label, (gpointer) "first", "the first row to be chosen");
  /* In the list Ctrl+Space is the list's, and plays no selection. */
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_SPAN (10, 500));
  driver_key ("ctrl+space");
  driver_wait (has_chosen, GINT_TO_POINTER (FALSE), "the row to be chosen no longer");
  g_assert_false (ondes_listening_is_playing (window->listening));
  driver_key ("ctrl+space");
  driver_wait (has_label, (gpointer) "first", "the row to be chosen again");
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
  driver_key ("Return");
  driver_wait (is_zoomed, NULL, "the view at it");
  driver_key ("F2");
  driver_wait (is_typing, NULL, "an entry");
  driver_key ("ctrl+a");
  driver_type ("zebra");
  driver_key ("Return");
  driver_wait (has_label, (gpointer) "zebra", "the label typed");
  driver_wait (shows_text, (gpointer) "zebra", "it in the list");
  window_click (window_find (pane (), is_text, "Label"));
  driver_wait (begins_with, (gpointer) "second", "the rows by label");
  gtk_widget_grab_focus (window_by_type (pane (), GTK_TYPE_SEARCH_ENTRY));
  driver_type ("ZEB");
  driver_wait (lists, GUINT_TO_POINTER (1), "one row");
  driver_wait (shows_text, (gpointer) "1 of 2", "how many");
  window_click (window_find (pane (), is_text, "zebra"));
  driver_key ("Delete");
  driver_wait (lists, GUINT_TO_POINTER (0), "no row");
  driver_wait (shows_text, (gpointer) "No Match", "that none matches");
  g_assert_null (gtk_window_get_focus (GTK_WINDOW (window)));
  driver_key ("ctrl+z");
  driver_wait (lists, GUINT_TO_POINTER (1), "it again");
  driver_key ("F7");
  driver_wait (focus_is_in, pane (), "the focus in the list");
  driver_key ("F7");
  driver_wait (focus_is_in, window->charts, "the focus back on the chart");
}

/* Two that are chosen, a span and a point, begin at places in fractions of the recording; TRUE when they do. */
static gboolean
begin_at (gpointer fractions)
{
  GPtrArray *chosen = ondes_annotations_model_get_chosen (model ());
  const double *wanted = fractions;

  for (guint i = 0; i < 2; i++)
    if (chosen->len != 2 || fabs (((OndesAnnotation *) g_ptr_array_index (chosen, i))->start / length () - wanted[i]) > 0.01)
      return FALSE;
  return TRUE;
}

/* All that are chosen move together, whichever is dragged, and are undone together; by keys too. */
static void
test_together (void)
{
  double before[] = { 0.2, 0.6 }, after[] = { 0.3, 0.7 }, end = 0.4;
  OndesAnnotation *both[2];

  open_copy ("together.txt");
  driver_wait (is_ready, NULL, "the annotations");
  add (0.6 * length (), 0.6 * length (), "point");
  both[1] = ondes_annotations_model_get_first (model ());
  add (0.2 * length (), 0.3 * length (), "span");
  both[0] = ondes_annotations_model_get_first (model ());
  ondes_annotations_model_choose (model (), both, 2);
  gtk_widget_grab_focus (window->scalogram_view);
  driver_wait_drawn (window->scalogram_view);
  point_at (0.6, 0.5);
  drag_to (0.7, 0.5, NULL);
  driver_wait (begin_at, after, "both to move");
  g_assert_true (ondes_timeline_is_whole (timeline));
  g_assert_true (ondes_annotation_is_point (g_ptr_array_index (ondes_annotations_model_get_chosen (model ()), 1)));
  driver_key ("ctrl+z");
  driver_wait (begin_at, before, "both to move back in one step");
  /* The end of the span moves; the point stays one, and where it is. */
  point_at (0.3, 0.5);
  drag_to (0.4, 0.5, NULL);
  driver_wait (ends_at, &end, "the end to move");
  g_assert_true (begin_at (before));
  driver_key ("ctrl+z");
  driver_wait (begin_at, before, "it undone");
  for (guint i = 0; i < 3; i++)
    driver_key ("ctrl+Left");
  driver_key ("Delete");
  driver_wait (has_length, GUINT_TO_POINTER (0), "both to be removed");
  driver_key ("ctrl+z");
  driver_wait (has_length, GUINT_TO_POINTER (2), "both again");
}

/* The worker's picture of many is that of the view, and the line of the last one lies in red where @at is. */
static gboolean
last_is_drawn (gpointer at)
{
  OndesAnnotationLayer *layer = ondes_annotation_layer_of (ONDES_TIME_CHART (window->scalogram_view));
  const graphene_rect_t plot = plot_of (window->scalogram_view);
  const double x = ondes_time_chart_sample_to_x (ONDES_TIME_CHART (window->scalogram_view), *(double *) at);
  g_autoptr (DriverShot) shot = NULL;

  if (layer->picture == NULL || !ondes_annotation_picture_is_exact (layer->picture))
    return FALSE;
  shot = driver_shot (window->scalogram_view);
  return (driver_pixel (shot, window->scalogram_view, round (x), plot.origin.y + 0.8 * plot.size.height) & 0xffc0c0) == 0xff0000;
}

/* More than can be drawn within a frame are drawn by a worker, and follow the view. */
static void
test_many (void)
{
  g_autofree char *path = g_build_filename (folder, "many-labels.txt", NULL);
  g_autoptr (GString) labels = g_string_new (NULL);
  const OndesColour red = { 1, 0, 0, 1 };
  OndesAnnotationLayer *layer;
  double at;

  open_copy ("many.txt");
  driver_wait (is_ready, NULL, "the annotations");
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (labels, "%.6f\t%.6f\tbeat %u\n", 0.1 * length () * i / 3000, 0.1 * length () * (i + 1) / 3000, i);
  g_string_append_printf (labels, "%.6f\t%.6f\tlast\n", 0.75 * length (), 0.75 * length ());
  g_assert_true (g_file_set_contents (path, labels->str, -1, NULL));
  ondes_annotations_model_import (model (), path, NULL, NULL);
  driver_wait (has_length, GUINT_TO_POINTER (3001), "all of them");
  ondes_annotations_model_set_colour (model (), ondes_annotation_set_get (ondes_annotations_model_get_set (model ()), 0)->track,
                                      &red);
  at = 0.75 * (double) ondes_session_get_source (session)->n;
  driver_wait (last_is_drawn, &at, "the line of the last");
  layer = ondes_annotation_layer_of (ONDES_TIME_CHART (window->scalogram_view));
  g_assert_null (layer->node);
  point_at (0.75, 0.5);
  driver_click (4, 3, NULL);
  driver_move (window->inspector_tabs, 5, 5);
  driver_wait (last_is_drawn, &at, "the line in the zoomed view");
  g_assert_false (ondes_timeline_is_whole (timeline));
  ondes_annotations_model_remove_track (model (), ondes_annotation_set_get (ondes_annotations_model_get_set (model ()), 0)->track);
  driver_wait (has_length, GUINT_TO_POINTER (0), "none");
}

/* Returns how many items of @menu and of the menus below it export annotations in @format. */
static guint
count_exports (GMenuModel *menu,
               const char *format)
{
  static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };
  guint n = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *action = NULL, *target = NULL;

      for (guint j = 0; j < G_N_ELEMENTS (links); j++)
        {
          g_autoptr (GMenuModel) below = g_menu_model_get_item_link (menu, i, links[j]);

          n += below != NULL ? count_exports (below, format) : 0;
        }
      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action)
          && g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_TARGET, "s", &target)
          && g_str_equal (action, "win.export-annotations") && g_str_equal (target, format))
        n++;
    }
  return n;
}

/* Beside the import, the main menu has each format that can be written, once. */
static void
test_export_menu (void)
{
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (window->menu_button));

  for (guint i = ONDES_ANNOTATIONS_OWN; i < ONDES_N_ANNOTATION_FORMATS; i++)
    {
      const OndesAnnotationFormatInfo *info = ondes_annotation_format_info (i);

      g_assert_cmpuint (count_exports (menu, info->name), ==, info->writable ? 1 : 0);
    }
}

static gboolean
toast_is_shown (gpointer text)
{
  return window_find (GTK_WIDGET (window), is_text, text) != NULL;
}

static gboolean
is_path (gpointer path)
{
  OndesRecording *recording = ondes_session_get_recording (session);

  return recording != NULL && g_str_equal (ondes_recording_get_info (recording)->path, path);
}

/* Has the application open files of the tests' folder, as "ondes FILE…" does. */
static void
open_files (const char *first_name,
            const char *second_name)
{
  GFile *files[2] = { g_file_new_build_filename (folder, first_name, NULL),
                      second_name != NULL ? g_file_new_build_filename (folder, second_name, NULL) : NULL };

  g_application_open (G_APPLICATION (application), files, second_name != NULL ? 2 : 1, "");
  g_object_unref (files[0]);
  g_clear_object (&files[1]);
}

static void
write_file (const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Files of annotations that are opened join the recording that comes with them, or is open; alone they say what they need. */
static void
test_opened (void)
{
  g_autofree char *path = g_build_filename (folder, "given.wav.txt", NULL);
  g_autoptr (GFile) labels = g_file_new_build_filename (folder, "labels.txt", NULL);

  write_file ("labels.txt", "0.1\t0.2\ttrill\n0.3\t0.3\tcall\n");
  write_file ("words.TextGrid", "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 1 \"IntervalTier\" \"x\" 0 1 1 0 1 \"word\"");
  /* Without a recording, by the application and by the window. */
  window_begin ();
  g_assert_true (ondes_window_is_empty (window));
  open_files ("labels.txt", NULL);
  driver_wait (toast_is_shown, (gpointer) "labels.txt holds annotations of a recording", "what to do");
  g_assert_true (ondes_window_is_empty (window));
  /* Once the toast has gone, the start page still says so. */
  g_assert_nonnull (window_find (window->welcome, is_text, "labels.txt holds annotations of a recording"));
  /* Of two messages the newer one stays. */
  open_files ("labels.txt", "words.TextGrid");
  driver_wait (toast_is_shown, (gpointer) "words.TextGrid holds annotations of a recording", "what to do");
  /* With one, which waits for nothing; before it on the command line. */
  {
    g_autofree char *sample = window_sample ("ecg.txt"), *content = NULL;
    gsize size;

    g_assert_true (g_file_get_contents (sample, &content, &size, NULL));
    g_assert_true (g_file_set_contents (path, content, (gssize) size, NULL));
  }
  open_files ("labels.txt", "given.wav.txt");
  driver_wait (is_path, path, "the recording");
  driver_wait (has_length, GUINT_TO_POINTER (2), "its annotations");
  window_settle ();
  open_files ("words.TextGrid", NULL);
  driver_wait (has_length, GUINT_TO_POINTER (3), "those of the other file");
  ondes_window_open (window, labels);
  driver_wait (toast_is_shown, (gpointer) "labels.txt holds annotations of a recording", "that they are no recording");
  g_assert_true (is_path (path));
  g_assert_cmpuint (g_list_length (gtk_application_get_windows (GTK_APPLICATION (application))), ==, 1);
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-annotations/files-that-are-opened-join-their-recording", test_opened);
  g_test_add_func ("/ondes/window-annotations/pointer-makes-moves-and-resizes", test_pointer);
  g_test_add_func ("/ondes/window-annotations/keys-make-label-and-find", test_keys);
  g_test_add_func ("/ondes/window-annotations/the-list-filters-jumps-and-edits", test_list);
  g_test_add_func ("/ondes/window-annotations/several-move-together", test_together);
  g_test_add_func ("/ondes/window-annotations/many-are-drawn-by-a-worker", test_many);
  g_test_add_func ("/ondes/window-annotations/the-main-menu-exports-in-every-format", test_export_menu);
  return window_run ();
}
