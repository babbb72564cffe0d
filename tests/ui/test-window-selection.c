/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selection and the cursors in the real window, by pointer and keys, and what is then on the screen. */
#include <math.h>
#include <string.h>

#include "charts/ondes-series-view.h"
#include "charts/ondes-chart-selection.h"
#include "charts/ondes-charts.h"
#include "picture/cursor-readings.h"
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

  return ondes_selection_is_set (&s) == GPOINTER_TO_INT (wanted);
}

static gboolean
same (double a,
      double b)
{
  return a == b || (isnan (a) && isnan (b));
}

/* Condition: the selection is no longer that of @data, and no drag goes on. */
static gboolean
has_changed (gpointer data)
{
  const OndesSelection *before = data, now = selection ();

  return !ondes_chart_selection_is_dragging (timeline)
         && !(same (now.first, before->first) && same (now.end, before->end) && same (now.low_hz, before->low_hz)
              && same (now.high_hz, before->high_hz));
}

static gboolean
has_tool (gpointer wanted)
{
  return ondes_chart_selection_get_tool (timeline) == GPOINTER_TO_UINT (wanted)
         && gtk_toggle_button_get_active (window->tool_buttons[GPOINTER_TO_UINT (wanted)]);
}

static gboolean
has_no_mark (gpointer cursor)
{
  const OndesCursors cursors = ondes_timeline_get_cursors (timeline);
  const int i = GPOINTER_TO_INT (cursor);

  return isnan (i < ONDES_CURSORS ? cursors.at[i].sample : cursors.harmonic_hz);
}

static gboolean
has_mark (gpointer cursor)
{
  return !has_no_mark (cursor);
}

static gboolean
has_readings (gpointer unused)
{
  return ondes_selection_readings_get (window->readings) != NULL;
}

static OndesTimeChart *
chart (void)
{
  return ONDES_TIME_CHART (window->scalogram_view);
}

static graphene_rect_t
plot_of (GtkWidget *widget)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (widget), &plot);
  return plot;
}

/* Drags between two points of a chart's plot, given in fractions from its upper left. */
static void
drag (GtkWidget  *widget,
      const double from[2],
      const double to[2],
      const char *modifiers)
{
  const graphene_rect_t plot = plot_of (widget);
  OndesSelection before = selection ();

  driver_move (widget, plot.origin.x + from[0] * plot.size.width, plot.origin.y + from[1] * plot.size.height);
  driver_drag_to (widget, plot.origin.x + to[0] * plot.size.width, plot.origin.y + to[1] * plot.size.height, modifiers);
  driver_wait (has_changed, &before, "the drag to select");
  driver_wait_drawn (widget);
}

/* Returns the frequency at a fraction of the plot from below. */
static double
hz_at (double up)
{
  const graphene_rect_t plot = plot_of (window->scalogram_view);

  return ondes_time_chart_y_to_hz (chart (), plot.origin.y + (1 - up) * plot.size.height);
}

static double
length (void)
{
  return (double) ondes_timeline_get_length (timeline);
}

static GtkWidget *
child_of (GType type)
{
  return window_by_type (window->charts, type);
}

/* Returns the y of the middle of the selection's band. */
static double
y_of_middle (void)
{
  const OndesSelection s = selection ();

  return (ondes_time_chart_hz_to_y (chart (), s.low_hz) + ondes_time_chart_hz_to_y (chart (), s.high_hz)) / 2;
}

/* A box by a drag with Shift; its edge, corner and all of it moved; a span on the waveform and the overview. */
static void
test_pointer (void)
{
  GtkWidget *view = window->scalogram_view;
  graphene_rect_t plot = plot_of (view);
  OndesSelection s, before;

  drag (view, (double[]) { 0.25, 0.6 }, (double[]) { 0.5, 0.3 }, "shift");
  plot = plot_of (view);
  s = selection ();
  g_assert_cmpfloat_with_epsilon (s.first / length (), 0.25, 0.01);
  g_assert_cmpfloat_with_epsilon (s.end / length (), 0.5, 0.01);
  g_assert_true (ondes_selection_has_band (&s));
  g_assert_true (ondes_timeline_is_whole (timeline));
  driver_wait (has_readings, NULL, "the readings");

  /* The right edge, whose handle does not move the rest. */
  before = s;
  driver_move (view, ondes_time_chart_sample_to_x (chart (), s.end), y_of_middle ());
  driver_drag_to (view, plot.origin.x + 0.75 * plot.size.width, plot.origin.y + 0.5 * plot.size.height, NULL);
  driver_wait (has_changed, &before, "the edge to move");
  s = selection ();
  g_assert_cmpfloat_with_epsilon (s.end / length (), 0.75, 0.01);
  g_assert_true (s.first == before.first && s.low_hz == before.low_hz && s.high_hz == before.high_hz);

  /* With the tool a drag inside moves it all; without, it pans. */
  gtk_widget_grab_focus (view);
  driver_key ("s");
  driver_wait (has_tool, GUINT_TO_POINTER (ONDES_TOOL_SELECT), "the tool");
  before = s;
  driver_move (view, plot.origin.x + 0.4 * plot.size.width, y_of_middle ());
  driver_drag_to (view, plot.origin.x + 0.3 * plot.size.width, y_of_middle (), NULL);
  driver_wait (has_changed, &before, "all of it to move");
  s = selection ();
  g_assert_cmpfloat_with_epsilon ((before.first - s.first) / length (), 0.1, 0.01);
  g_assert_cmpfloat_with_epsilon (s.end - s.first, before.end - before.first, 1e-6 * length ());
  drag (view, (double[]) { 0.9, 0.9 }, (double[]) { 0.8, 0.7 }, NULL);
  s = selection ();
  g_assert_cmpfloat_with_epsilon (s.first / length (), 0.8, 0.01);
  window_click (GTK_WIDGET (window->tool_buttons[ONDES_TOOL_PAN]));
  driver_wait (has_tool, GUINT_TO_POINTER (ONDES_TOOL_PAN), "the tool to be put away");

  drag (child_of (ONDES_TYPE_WAVEFORM_VIEW), (double[]) { 0.1, 0.5 }, (double[]) { 0.2, 0.5 }, "shift");
  s = selection ();
  g_assert_cmpfloat_with_epsilon (s.end / length (), 0.2, 0.01);
  g_assert_false (ondes_selection_has_band (&s));
  drag (child_of (ONDES_TYPE_OVERVIEW_VIEW), (double[]) { 0.6, 0.5 }, (double[]) { 0.7, 0.5 }, "shift");
  s = selection ();
  g_assert_cmpfloat_with_epsilon (s.first / length (), 0.6, 0.01);
  g_assert_true (ondes_timeline_is_whole (timeline));
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
}

static gboolean
has_marked (gpointer unused)
{
  return ondes_chart_selection_is_marking (ONDES_CHART (window->scalogram_view));
}

/* By keys alone: two corners, edges, all in view, and left by Escape. */
static void
test_keys (void)
{
  GtkWidget *view = window->scalogram_view;
  const double n = length (), low = hz_at (0.3), high = hz_at (0.7);
  OndesSelection s, before;
  double first, count;

  gtk_widget_grab_focus (view);
  ondes_scalogram_analysis_set_pointer (analysis, 0.3 * n, low);
  driver_key ("m");
  driver_wait (has_marked, NULL, "the first corner");
  ondes_scalogram_analysis_set_pointer (analysis, 0.6 * n, high);
  driver_key ("m");
  driver_wait (is_selected, GINT_TO_POINTER (TRUE), "the box of two corners");
  s = selection ();
  g_assert_cmpfloat_with_epsilon (s.first, 0.3 * n, 1e-6 * n);
  g_assert_cmpfloat_with_epsilon (s.end, 0.6 * n, 1e-6 * n);
  g_assert_cmpfloat_with_epsilon (s.low_hz, low, 1e-6 * low);
  g_assert_cmpfloat_with_epsilon (s.high_hz, high, 1e-6 * high);

  before = s;
  driver_key ("shift+Right");
  driver_wait (has_changed, &s, "the right edge");
  s = selection ();
  driver_key ("shift+Up");
  driver_wait (has_changed, &s, "the upper edge");
  s = selection ();
  g_assert_true (s.end > before.end && s.high_hz > before.high_hz && s.first == before.first && s.low_hz == before.low_hz);
  before = s;
  driver_key ("x");
  driver_key ("shift+Left");
  driver_wait (has_changed, &s, "the left edge");
  s = selection ();
  driver_key ("shift+Down");
  driver_wait (has_changed, &s, "the lower edge");
  s = selection ();
  g_assert_true (s.first < before.first && s.low_hz < before.low_hz && s.end == before.end && s.high_hz == before.high_hz);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.zoom-selection", NULL);
  ondes_timeline_get_view (timeline, &first, &count);
  g_assert_cmpfloat_with_epsilon (first, s.first, 1e-6 * n);
  g_assert_cmpfloat_with_epsilon (first + count, s.end, 1e-6 * n);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_display (analysis)->view_hi, s.high_hz, 1e-6 * s.high_hz);
  window_settle ();
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
  driver_key ("ctrl+a");
  driver_wait (is_selected, GINT_TO_POINTER (TRUE), "all in view");
  s = selection ();
  g_assert_cmpfloat_with_epsilon (s.end, first + count, 1e-6 * n);
  gtk_widget_grab_focus (view);
  driver_key ("Escape");
  driver_wait (is_selected, GINT_TO_POINTER (FALSE), "Escape to leave the selection");
  driver_key ("Home");
  window_settle ();
}

static gboolean
has_copied (gpointer unused)
{
  return gdk_clipboard_get_content (gtk_widget_get_clipboard (GTK_WIDGET (window))) != NULL;
}

/* The entry of an edge in the inspector. */
static GtkWidget *
entry_of (const char *id)
{
  return window_by_id (window->measure_panel, id);
}

static gboolean
has_text (GtkWidget  *entry,
          const char *text)
{
  return g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), text);
}

static gboolean
starts_with (gpointer shown)
{
  return has_text (entry_of ("start"), shown);
}

/* Types into the entries of the edges, one after another; "" leaves one as it is. Copies the readings, which it returns. */
static char *
type_numbers (const char *const typed[4],
              const char       *shown)
{
  OndesSelection before = selection ();

  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL);
  ondes_window_show_tab (window, "measure");
  driver_wait (window_is_mapped, window->measure_panel, "the readings of the selection");
  window_click (entry_of ("start"));
  driver_wait (starts_with, (gpointer) shown, "all digits of the start");
  for (guint i = 0; i < 4; i++)
    {
      if (*typed[i] != '\0')
        {
          driver_key ("ctrl+a");
          driver_type (typed[i]);
        }
      driver_key (i < 3 ? "Tab" : "Return");
    }
  driver_wait (has_changed, &before, "the numbers to be taken");
  driver_wait (has_readings, NULL, "the readings");
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("ctrl+alt+c");
  driver_wait (has_copied, NULL, "the key to copy");
  return window_read_clipboard ();
}

/* The numbers of the inspector change the selection, and its readings are copied as text. */
static void
test_numbers (void)
{
  static const char *const typed[] = { "1", "2.5", "5", "20" };
  const double rate = ondes_session_get_source (session)->rate_hz;
  g_autofree char *text = NULL;
  OndesSelection s;

  ondes_timeline_set_selection (timeline, ONDES_SELECTION_SPAN (0.5 * rate, rate));
  text = type_numbers (typed, "0.5");
  s = selection ();
  g_assert_cmpfloat_with_epsilon (s.first, rate, 1e-6 * rate);
  g_assert_cmpfloat_with_epsilon (s.end, 2.5 * rate, 1e-6 * rate);
  g_assert_true (s.low_hz == 5 && s.high_hz == 20);
  g_assert_nonnull (strstr (text, "start\t1\ts\nend\t2.5\ts\nduration\t1.5\ts\nlow\t5\tHz\nhigh\t20\tHz\n"
                                  "bandwidth\t15\tHz\npeak\t"));
  g_assert_nonnull (strstr (text, "\nenergy\t"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.clear-selection", NULL);
  g_assert_true (is_selected (GINT_TO_POINTER (FALSE)));
}

static gboolean
harmonic_is_near (gpointer hz)
{
  return fabs (ondes_timeline_get_cursors (timeline).harmonic_hz / *(double *) hz - 1) < 0.05
         && !ondes_chart_selection_is_dragging (timeline);
}

static gboolean
is_shown_text (GtkWidget    *widget,
               gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text);
}

static gboolean
shows_text (gpointer text)
{
  return window_find (window->measure_panel, is_shown_text, text) != NULL;
}

/* Two cursors and the harmonic one, by keys; a harmonic is dragged; Escape removes them. */
static void
test_cursors (void)
{
  GtkWidget *view = window->scalogram_view;
  const double n = length (), rate = ondes_session_get_source (session)->rate_hz, low = hz_at (0.3), high = hz_at (0.6);
  static const char *const read[] = { "Δt", "1/Δt", "Δf", "Ratio", "ΔL", "Harmonics of" };
  const OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  OndesCursorReadings m;
  OndesCursors c;
  double y, wanted;

  gtk_widget_grab_focus (view);
  ondes_scalogram_analysis_set_pointer (analysis, 0.25 * n, low);
  driver_key ("1");
  driver_wait (has_mark, GINT_TO_POINTER (0), "cursor 1");
  ondes_scalogram_analysis_set_pointer (analysis, 0.5 * n, high);
  driver_key ("2");
  driver_wait (has_mark, GINT_TO_POINTER (1), "cursor 2");
  ondes_scalogram_analysis_set_pointer (analysis, 0.5 * n, low);
  driver_key ("h");
  driver_wait (has_mark, GINT_TO_POINTER (2), "the harmonic cursor");
  ondes_window_show_tab (window, "measure");
  driver_wait_drawn (view);
  c = ondes_timeline_get_cursors (timeline);
  g_assert_cmpfloat_with_epsilon (c.at[0].sample, 0.25 * n, 1e-6 * n);
  g_assert_cmpfloat_with_epsilon (c.at[1].hz, high, 1e-6 * high);
  g_assert_cmpfloat_with_epsilon (c.harmonic_hz, low, 1e-6 * low);
  ondes_cursor_readings_get (analysis, &m);
  g_assert_cmpfloat_with_epsilon (m.time, 0.25 * n / rate, 1e-6 * n / rate);
  g_assert_cmpfloat_with_epsilon (m.rate * m.time, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (m.hz, high - low, 1e-6 * high);
  g_assert_cmpfloat_with_epsilon (m.octaves, log2 (high / low), 1e-5);
  g_assert_cmpfloat_with_epsilon (m.cents, 1200 * log2 (high / low), 1e-2);
  g_assert_cmpfloat_with_epsilon (m.level_db,
                                  20 * log10 (ondes_scalogram_value_at (scalogram, c.at[1].sample, c.at[1].hz)
                                              / ondes_scalogram_value_at (scalogram, c.at[0].sample, c.at[0].hz)),
                                  1e-6);

  /* All that is read between them is shown, whatever else is open. */
  for (guint i = 0; i < G_N_ELEMENTS (read); i++)
    driver_wait (shows_text, (gpointer) read[i], read[i]);

  wanted = 1.5 * low;
  /* The second harmonic, to where the third one was. */
  y = ondes_time_chart_hz_to_y (chart (), 2 * c.harmonic_hz);
  driver_move (view, plot_of (view).origin.x + 0.8 * plot_of (view).size.width, y);
  driver_drag_to (view, plot_of (view).origin.x + 0.8 * plot_of (view).size.width,
                  ondes_time_chart_hz_to_y (chart (), 2 * wanted), NULL);
  driver_wait (harmonic_is_near, &wanted, "the harmonics to follow");
  g_assert_true (ondes_timeline_is_whole (timeline));
  driver_key ("Escape");
  driver_wait (has_no_mark, GINT_TO_POINTER (2), "Escape to remove the cursors");
  g_assert_true (has_no_mark (GINT_TO_POINTER (0)));
}

static gboolean
has_sequency (gpointer unused)
{
  return has_readings (NULL) && ondes_selection_readings_get (window->readings)->place == ONDES_PLACE_SEQUENCY;
}

static gboolean
is_set (gpointer unused)
{
  const OndesSelection s = selection ();

  return ondes_selection_is_set (&s);
}

static gboolean
is_clear (gpointer unused)
{
  return !is_set (NULL);
}

static gboolean
is_shorter (gpointer n)
{
  return selection ().end - selection ().first < *(double *) n;
}

/* Pages that show other frequencies measure those. */
static void
test_pages (void)
{
  const double rate = ondes_session_get_source (session)->rate_hz;

  ondes_timeline_set_selection (timeline, (OndesSelection) { rate, 2 * rate, 5, 20 });
  driver_wait (has_readings, NULL, "the readings");
  g_assert_cmpint (ondes_selection_readings_get (window->readings)->place, ==, ONDES_PLACE_FREQUENCY);
  window_go ("sequency");
  driver_wait (has_sequency, NULL, "the readings of the Walsh spectrogram");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.analyse-selection", NULL);
  g_assert_cmpint (ondes_window_get_shown (window), ==, ONDES_MODEL_SPECTRA);
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
}

static OndesSeriesModel *
values_model (void)
{
  return ondes_series_analysis_get_values (ONDES_SERIES_ANALYSIS (window->models[ONDES_MODEL_SPECTRA]));
}

/* The first series chart of the page that is shown has the values. */
static gboolean
is_values_chart (GtkWidget    *widget,
                 gconstpointer unused)
{
  return ONDES_IS_SERIES_VIEW (widget) && gtk_widget_get_mapped (widget)
         && ondes_series_view_get_model (ONDES_SERIES_VIEW (widget)) == values_model ();
}

static gboolean
has_origin (gpointer sample)
{
  return window_is_idle (NULL) && ondes_series_model_get_series (values_model ()) != NULL
         && ondes_series_model_get_origin (values_model ()) == *(double *) sample;
}

/* On the page of spectra: by a drag on the values, which moves no view; transformed alone; by keys. */
static void
test_spectra (void)
{
  OndesOperand *operand = ondes_series_analysis_get_operand (ONDES_SERIES_ANALYSIS (window->models[ONDES_MODEL_SPECTRA]), 0);
  GtkWidget *view;
  double origin = 0, first, count, n;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "spectra");
  ondes_operand_set_kind (operand, ONDES_OPERAND_VIEW);
  driver_wait (has_origin, &origin, "the values");
  driver_wait_drawn (GTK_WIDGET (window));
  view = window_find (GTK_WIDGET (window), is_values_chart, NULL);
  n = (double) ondes_series_model_get_series (values_model ())->n;
  drag (view, (double[]) { 0.25, 0.5 }, (double[]) { 0.5, 0.6 }, "shift");
  g_assert_cmpfloat_with_epsilon (selection ().first, 0.25 * n, 0.01 * n);
  g_assert_cmpfloat_with_epsilon (selection ().end, 0.5 * n, 0.01 * n);
  g_assert_true (isnan (selection ().low_hz));
  /* Its edge. */
  drag (view, (double[]) { ceil (selection ().end) / n, 0.5 }, (double[]) { 0.75, 0.5 }, NULL);
  g_assert_cmpfloat_with_epsilon (selection ().end, 0.75 * n, 0.01 * n);
  ondes_window_show_tab (window, "measure");
  ondes_timeline_get_view (timeline, &first, &count);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.analyse-selection", NULL);
  origin = ceil (selection ().first);
  driver_wait (has_origin, &origin, "the selection's values");
  g_assert_cmpint (ondes_operand_get_kind (operand), ==, ONDES_OPERAND_SELECTION);
  {
    double now[2];

    ondes_timeline_get_view (timeline, &now[0], &now[1]);
    g_assert_true (now[0] == first && now[1] == count);
  }
  gtk_widget_grab_focus (view);
  driver_key ("Escape");
  driver_wait (is_clear, NULL, "no selection");
  ondes_operand_set_kind (operand, ONDES_OPERAND_VIEW);
  origin = 0;
  driver_wait (has_origin, &origin, "what is in view");
  gtk_widget_grab_focus (view);
  driver_key ("ctrl+a");
  driver_wait (is_set, NULL, "all of the values selected");
  g_assert_cmpfloat (selection ().end - selection ().first, ==, n);
  driver_key ("shift+Left");
  driver_wait (is_shorter, &n, "an edge moved");
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
}

/* A recording whose clock is five and a half hours before UTC: the entries show dates by its clock, and take them, seconds from
 * the first sample and dates of another zone alike. */
static void
test_dates (void)
{
  static const struct
  {
    const char *typed[4];
    double      first, end;
  } cases[] = {
    { { "0.3", "1.25", "", "" }, 300, 1250 },
    { { "2022-09-28 06:30:01.125", "2022-09-28T06:30:02+05:30", "", "" }, 625, 1500 },
    { { "2022-09-28 01:00:03.5Z", "4", "", "" }, 3000, 4000 },
  };
  const char sidecar[] = "[recording]\nrate=1000\nstart=2022-09-28T06:30:00.5+05:30\n";
  g_autofree char *path = g_build_filename (folder, "dated.txt", NULL), *beside = g_strconcat (path, ".ondes", NULL);
  g_autoptr (GString) numbers = g_string_new (NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < 8000; i++)
    g_string_append_printf (numbers, "%d\n", g_test_rand_int_range (-100, 100));
  g_assert_true (g_file_set_contents (path, numbers->str, -1, NULL) && g_file_set_contents (beside, sidecar, -1, NULL));
  ondes_window_open (window, file);
  window_settle ();
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_SPAN (2000, 2500.25));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OndesSelection before = selection ();
      g_autofree char *shown = g_strdup_printf ("2022-09-28 06:30:%02d.%03d", (int) (before.first + 500) / 1000,
                                                (int) (before.first + 500) % 1000);
      g_autofree char *start = g_strdup_printf ("start\t%g\ts\nstart-date\t2022-09-28T06:30:0", cases[i].first / 1000);
      g_autofree char *text = NULL;

      while (g_str_has_suffix (shown, "0"))
        shown[strlen (shown) - 1] = '\0';
      text = type_numbers (cases[i].typed, shown);
      g_assert_cmpfloat_with_epsilon (selection ().first, cases[i].first, 1e-6);
      g_assert_cmpfloat_with_epsilon (selection ().end, cases[i].end, 1e-6);
      g_assert_true (g_str_has_prefix (text, start));
      g_assert_nonnull (strstr (text, "+05:30\t\nend\t"));
      g_assert_null (strstr (text, "e+"));
    }
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  window_begin ();
  window_open_sample ("ecg.txt");
  window_settle ();
  g_test_add_func ("/ondes/window/selection/pointer", test_pointer);
  g_test_add_func ("/ondes/window/selection/keys", test_keys);
  g_test_add_func ("/ondes/window/selection/numbers-and-text", test_numbers);
  g_test_add_func ("/ondes/window/selection/cursors", test_cursors);
  g_test_add_func ("/ondes/window/selection/pages", test_pages);
  g_test_add_func ("/ondes/window/selection/values-of-spectra", test_spectra);
  g_test_add_func ("/ondes/window/selection/dates-and-seconds", test_dates);
  return window_run ();
}
