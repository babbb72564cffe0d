/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tools, the context menus and the focus in the real window, by pointer and keys. */
#include <math.h>

#include "charts/ondes-annotation-private.h"
#include "charts/ondes-chart-menu.h"
#include "charts/ondes-charts.h"
#include "charts/ondes-chart-selection.h"
#include "charts/ondes-strip-chart.h"
#include "pages/ondes-annotation-pane.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

static OndesSelection
selection (void)
{
  return ondes_timeline_get_selection (timeline);
}

static gboolean
is_selected (gpointer wanted)
{
  const OndesSelection s = selection ();

  return ondes_selection_is_set (&s) == GPOINTER_TO_INT (wanted) && !ondes_chart_selection_is_dragging (timeline);
}

static gboolean
has_tool (gpointer wanted)
{
  return ondes_chart_selection_get_tool (timeline) == GPOINTER_TO_UINT (wanted)
         && gtk_toggle_button_get_active (window->tool_buttons[GPOINTER_TO_UINT (wanted)]);
}

static double
length (void)
{
  return (double) ondes_timeline_get_length (timeline);
}

static GtkWidget *
chart_of (GType type)
{
  return window_by_type (window->charts, type);
}

/* Moves the pointer to a place of a chart, in fractions of its plot from the upper left; below 0 and above 1 lie the rulers. */
static void
point_at (GtkWidget *chart,
          double     x,
          double     y)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  driver_move (chart, plot.origin.x + x * plot.size.width, plot.origin.y + y * plot.size.height);
}

static void
drag_to (GtkWidget  *chart,
         double      x,
         double      y,
         const char *modifiers)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  driver_drag_to (chart, plot.origin.x + x * plot.size.width, plot.origin.y + y * plot.size.height, modifiers);
}

static gboolean
has_no_menu (gpointer chart)
{
  GtkWidget *menu = ondes_chart_menu_get (chart);

  return menu == NULL || !gtk_widget_get_mapped (menu);
}

/* Opens the menu of a place, once the one before is closed. */
static void
open_menu (GtkWidget *chart,
           double     x,
           double     y)
{
  driver_wait (has_no_menu, chart, "the menu to close");
  window_settle ();
  point_at (chart, x, y);
  driver_click (3, 1, NULL);
}

/* Drags over a part of a chart, which selects it, and leaves that selection. */
static void
select_part (GtkWidget  *chart,
             double      from,
             double      to,
             const char *modifiers)
{
  point_at (chart, from, 0.6);
  drag_to (chart, to, 0.4, modifiers);
  driver_wait (is_selected, GINT_TO_POINTER (TRUE), "the drag to select");
  if (ondes_timeline_is_whole (timeline))
    {
      g_assert_cmpfloat_with_epsilon (selection ().first / length (), from, 0.01);
      g_assert_cmpfloat_with_epsilon (selection ().end / length (), to, 0.01);
    }
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
}

static gboolean
has_hint (gpointer text)
{
  return g_str_has_prefix (gtk_label_get_text (window->hint), text);
}

static gboolean
begins_at (gpointer sample)
{
  double first;

  ondes_timeline_get_view (timeline, &first, NULL);
  return fabs (first - *(double *) sample) < 0.01 * length ();
}

/* Drags to the left by a fifth of the plot, which moves the view, and waits for that. */
static void
drag_view (const char *modifiers)
{
  GtkWidget *view = window->scalogram_view;
  double first, count, moved;

  ondes_timeline_get_view (timeline, &first, &count);
  moved = first + count / 5;
  point_at (view, 0.6, 0.5);
  drag_to (view, 0.4, 0.5, modifiers);
  driver_wait (begins_at, &moved, "the view to move");
  g_assert_true (is_selected (GINT_TO_POINTER (FALSE)));
}

static gboolean
has_action (GtkWidget    *widget,
            gconstpointer name)
{
  return GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), name) == 0;
}

static gboolean
is_whole (gpointer wanted)
{
  return ondes_timeline_is_whole (timeline) == GPOINTER_TO_INT (wanted);
}

/* The first drag on a fresh picture selects, for there is nothing to pan; the hint tells what a drag does. Keys held do what
 * another tool would. */
static void
test_tools (void)
{
  GtkWidget *view = window->scalogram_view, *row = GTK_WIDGET (window->tool_row);
  double zero = 0;

  window_open_sample ("ecg.txt");
  driver_wait (has_hint, (gpointer) "Drag to select", "the hint of a whole picture");
  select_part (view, 0.3, 0.5, NULL);
  g_assert_true (ondes_timeline_is_whole (timeline));
  select_part (chart_of (ONDES_TYPE_WAVEFORM_VIEW), 0.6, 0.8, NULL);
  window_click (window_find (row, has_action, "win.zoom-in"));
  driver_wait (is_whole, GINT_TO_POINTER (FALSE), "the button to zoom in");
  driver_wait (has_hint, (gpointer) "Drag to pan", "the hint of a part");
  window_go ("psd");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->hint)));
  window_go ("scalogram");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->hint)));
  drag_view (NULL);
  driver_key ("s");
  driver_wait (has_tool, GUINT_TO_POINTER (ONDES_TOOL_SELECT), "the tool by its key");
  driver_wait (has_hint, (gpointer) "Drag to select", "the hint of the tool");
  drag_view ("space");
  g_assert_false (ondes_listening_is_playing (window->listening));
  driver_key ("v");
  driver_wait (has_tool, GUINT_TO_POINTER (ONDES_TOOL_PAN), "the other tool by its key");
  select_part (view, 0.3, 0.5, "shift");
  window_click (window_find (row, has_action, "win.whole"));
  driver_wait (is_whole, GINT_TO_POINTER (TRUE), "Fit to show the whole");
  g_assert_true (begins_at (&zero));
  window_settle ();
}

/* Annotations. */

static OndesAnnotation *
first_chosen (void)
{
  return ondes_annotations_model_get_first (window->annotations);
}

static gboolean
is_ready (gpointer unused)
{
  return ondes_annotations_model_is_ready (window->annotations);
}

static gboolean
has_annotations (gpointer n)
{
  return ondes_annotation_set_get_length (ondes_annotations_model_get_set (window->annotations)) == GPOINTER_TO_UINT (n);
}

static gboolean
has_label (gpointer label)
{
  return first_chosen () != NULL && g_str_equal (first_chosen ()->label, label);
}

/* The editor is open, and its first entry has the focus. */
static gboolean
is_editing (gpointer wanted)
{
  GtkWidget *editor = ondes_annotation_layer_of (ONDES_TIME_CHART (window->scalogram_view))->editor;
  const gboolean open = editor != NULL && gtk_widget_get_mapped (editor);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  if (!GPOINTER_TO_INT (wanted))
    return !open && gtk_widget_is_focus (window->scalogram_view);
  return open && focus != NULL && gtk_widget_is_ancestor (focus, editor);
}

/* Drags a box and types its label. */
static void
drag_annotation (double      from,
                 double      to,
                 const char *modifiers,
                 const char *label)
{
  point_at (window->scalogram_view, from, 0.6);
  drag_to (window->scalogram_view, to, 0.3, modifiers);
  driver_wait (is_editing, GINT_TO_POINTER (TRUE), "the editor");
  driver_type (label);
  driver_key ("Return");
  driver_wait (has_label, (gpointer) label, "the label");
  driver_wait (is_editing, GINT_TO_POINTER (FALSE), "the editor to close");
}

static void
leave_editor (void)
{
  driver_wait (is_editing, GINT_TO_POINTER (TRUE), "the editor");
  driver_key ("Escape");
  driver_wait (is_editing, GINT_TO_POINTER (FALSE), "the editor to close");
}

static gboolean
is_label (GtkWidget    *widget,
          gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text);
}

static gboolean
lists (gpointer label)
{
  return window_find (window->annotation_pane, is_label, label) != NULL;
}

/* Opens a copy of a sample in the tests' own folder, beside which annotations are saved. */
static void
open_copy (void)
{
  g_autofree char *sample = window_sample ("ecg.txt"), *path = g_build_filename (folder, "tools.txt", NULL), *content = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gsize size;

  g_assert_true (g_file_get_contents (sample, &content, &size, NULL));
  g_assert_true (g_file_set_contents (path, content, (gssize) size, NULL));
  ondes_window_open (window, file);
  window_settle ();
  driver_wait (is_ready, NULL, "the annotations");
}

/* A drag with the tool, or with Ctrl and any tool, asks for a label at once. Menus of the chart and of the rows do what is done
 * with an annotation. */
static void
test_annotate (void)
{
  GtkWidget *view = window->scalogram_view;

  open_copy ();
  driver_key ("shift+a");
  driver_wait (has_tool, GUINT_TO_POINTER (ONDES_TOOL_ANNOTATE), "the tool by its key");
  driver_wait (has_hint, (gpointer) "Drag to annotate", "its hint");
  drag_annotation (0.25, 0.4, NULL, "call");
  driver_key ("v");
  drag_annotation (0.6, 0.7, "ctrl", "song");
  g_assert_true (has_annotations (GUINT_TO_POINTER (2)));
  g_assert_true (is_selected (GINT_TO_POINTER (FALSE)));
  g_assert_true (ondes_timeline_is_whole (timeline));

  open_menu (view, 0.3, 0.45);
  window_menu_item ("Play Annotation");
  driver_wait (has_label, (gpointer) "call", "the annotation there to be chosen");
  window_click (window_menu_item ("Edit Annotation"));
  leave_editor ();
  open_menu (view, 0.9, 0.8);
  window_click (window_menu_item ("Annotate This Moment"));
  driver_wait (has_annotations, GUINT_TO_POINTER (3), "the moment");
  g_assert_true (ondes_annotation_is_point (first_chosen ()));
  leave_editor ();

  gtk_widget_activate_action (GTK_WIDGET (window), "win.annotations", NULL);
  driver_wait (lists, (gpointer) "song", "the list");
  driver_wait_drawn (GTK_WIDGET (window));
  driver_move (window_find (window->annotation_pane, is_label, "song"), 3, 3);
  driver_click (3, 1, NULL);
  window_click (window_menu_item ("Delete"));
  driver_wait (has_annotations, GUINT_TO_POINTER (2), "the row's annotation to go");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.annotations", NULL);
  window_settle ();
}

static gboolean
is_at (gpointer fraction)
{
  return fabs (ondes_timeline_get_playhead (timeline) / length () - *(double *) fraction) < 0.02;
}

static gboolean
has_high_view (gpointer hz)
{
  return ondes_scalogram_analysis_get_display (analysis)->view_hi < *(double *) hz
         && ondes_scalogram_analysis_get_display (analysis)->view_hi > 0;
}

static gboolean
has_channel (gpointer channel)
{
  return ondes_session_get_channel (session) == GPOINTER_TO_UINT (channel);
}

static gboolean
is_strip (GtkWidget    *widget,
          gconstpointer channel)
{
  return ONDES_IS_STRIP_CHART (widget) && gtk_widget_get_mapped (widget)
         && ondes_strip_chart_get_channel (ONDES_STRIP_CHART (widget)) == GPOINTER_TO_UINT (channel);
}

/* Opens the menu of a channel's name. */
static void
open_strip_menu (guint channel)
{
  GtkWidget *strip = window_find (window->strips, is_strip, GUINT_TO_POINTER (channel));

  driver_move (strip, 12, gtk_widget_get_height (strip) / 2.0);
  driver_click (3, 1, NULL);
}

static gboolean
has_own_colours (gpointer wanted)
{
  return (ondes_scalogram_analysis_get_display (analysis)->reference > 0) == GPOINTER_TO_INT (wanted);
}

/* Overview, rulers, colour bar and the names of channels have menus of their own. */
static void
test_menus (void)
{
  GtkWidget *view = window->scalogram_view;
  double at = 0.3, hz = INFINITY;

  window_open_sample ("gw150914.csv");
  open_menu (chart_of (ONDES_TYPE_OVERVIEW_VIEW), at, 0.5);
  window_click (window_menu_item ("Play From Here"));
  driver_wait (is_at, &at, "the playhead where the menu was opened");
  if (ondes_listening_is_playing (window->listening))
    ondes_listening_toggle (window->listening);

  open_menu (view, 0.5, 1.03);
  window_click (window_menu_item ("Zoom In"));
  driver_wait (is_whole, GINT_TO_POINTER (FALSE), "the ruler of time to zoom in");
  open_menu (view, 0.5, 1.03);
  window_click (window_menu_item ("Show All"));
  driver_wait (is_whole, GINT_TO_POINTER (TRUE), "the ruler of time to show all");
  open_menu (view, -0.02, 0.5);
  window_click (window_menu_item ("Zoom In"));
  driver_wait (has_high_view, &hz, "the ruler of frequencies to zoom in");
  g_assert_true (ondes_timeline_is_whole (timeline));
  driver_key ("Home");
  window_settle ();

  driver_move (view, gtk_widget_get_width (view) - 58, gtk_widget_get_height (view) / 2.0);
  driver_click (3, 1, NULL);
  window_click (window_menu_item ("Fit Colours to View"));
  driver_wait (has_own_colours, GINT_TO_POINTER (TRUE), "the bar's menu to fit the colours");
  driver_key ("ctrl+shift+f");
  driver_wait (has_own_colours, GINT_TO_POINTER (FALSE), "automatic colours");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.strips", NULL);
  driver_wait (window_is_mapped, window->strips, "the strips");
  driver_wait_drawn (GTK_WIDGET (window));
  open_strip_menu (2);
  window_click (window_menu_item ("Show This Channel"));
  driver_wait (has_channel, GUINT_TO_POINTER (2), "the other channel");
  window_settle ();
  open_strip_menu (1);
  window_click (window_menu_item ("Close the Strips"));
  driver_wait (window_is_mapped, window->waveform, "the waveform in the place of the strips");
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  window_begin ();
  g_test_add_func ("/ondes/window/tools/a-drag-does-what-the-hint-says", test_tools);
  g_test_add_func ("/ondes/window/tools/annotate", test_annotate);
  g_test_add_func ("/ondes/window/tools/menus", test_menus);
  return window_run ();
}
