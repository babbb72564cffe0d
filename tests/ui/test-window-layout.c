/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where things are in the real window: margins by the font, the header, toasts, tooltips, tables, and the menu of a chart. */
#include <stdlib.h>
#include <string.h>

#include "charts/ondes-charts.h"
#include "pages/ondes-controls.h"
#include "dialogs/ondes-export-dialog.h"
#include "charts/ondes-series-view.h"
#include "charts/ondes-table-view.h"
#include "pages/ondes-filter-page.h"
#include "picture/slices.h"
#include "session/words.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

static gboolean
is_cut (GtkWidget *widget,
        gconstpointer data)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
}

static gboolean
is_wide (gpointer width)
{
  return gtk_widget_get_width (GTK_WIDGET (window)) >= GPOINTER_TO_INT (width);
}

static void
resize (int width,
        int height)
{
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  driver_wait (is_wide, GINT_TO_POINTER (width - 40), "the window's width");
  driver_wait_drawn (GTK_WIDGET (window));
}

/* The title is whole where the header has room for it. */
static void
test_title (void)
{
  window_open_sample ("ecg.txt");
  resize (1400, 820);
  g_assert_true (gtk_widget_get_mapped (window_by_id (window, "title")));
  g_assert_null (window_find (window_by_id (window, "title"), is_cut, NULL));
}

static graphene_rect_t
plot_of (GType type)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (window_by_type (window, type)), &plot);
  return plot;
}

typedef struct
{
  graphene_rect_t scalogram;
  double          right, below;
  OndesTheme      theme;
} Margins;

/* What is around the plots now; they stand above each other. */
static Margins
margins_now (void)
{
  GtkWidget *chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  graphene_rect_t plot = plot_of (ONDES_TYPE_SCALOGRAM_VIEW);
  const GType others[] = { ONDES_TYPE_WAVEFORM_VIEW, ONDES_TYPE_OVERVIEW_VIEW };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      graphene_rect_t other = plot_of (others[i]);

      g_assert_cmpfloat (other.origin.x, ==, plot.origin.x);
      g_assert_cmpfloat (other.size.width, ==, plot.size.width);
    }
  /* A second ruler stands only where there is room, which large text leaves less of. */
  return (Margins) { plot, gtk_widget_get_width (chart) - plot.origin.x - plot.size.width
                             - ondes_chart_get_second_room (ONDES_CHART (chart)),
                     gtk_widget_get_height (chart) - plot.origin.y - plot.size.height, ondes_chart_theme (chart) };
}

/* Room for rulers of full size. */
static void
assert_room (const Margins *m)
{
  g_assert_cmpfloat (m->below, >=, ondes_ruler_room (&m->theme, ONDES_SIDE_BOTTOM, "10"));
  g_assert_cmpfloat (m->scalogram.origin.x, >=, ondes_ruler_room (&m->theme, ONDES_SIDE_LEFT, "1000"));
  g_assert_cmpfloat (m->right, >=, ONDES_CHART_BAR_GAP + ONDES_CHART_BAR_WIDTH
                                     + ondes_ruler_room (&m->theme, ONDES_SIDE_RIGHT, "\u2212100"));
}

static gboolean
left_is_not (gpointer left)
{
  return plot_of (ONDES_TYPE_SCALOGRAM_VIEW).origin.x != *(float *) left;
}

static void
test_font (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autofree char *font = NULL;
  Margins usual, large;

  window_open_sample ("ecg.txt");
  usual = margins_now ();
  assert_room (&usual);
  g_object_get (settings, "gtk-font-name", &font, NULL);
  g_object_set (settings, "gtk-font-name", "Cantarell 17", NULL);
  driver_wait (left_is_not, &usual.scalogram.origin.x, "other margins");
  window_settle ();
  large = margins_now ();
  assert_room (&large);
  g_assert_cmpfloat (large.below, >, 1.2 * usual.below);
  g_assert_cmpfloat (large.right, >, 1.2 * usual.right);
  /* And the side bar for its words. */
  g_assert_null (window_find (window_by_type (window, ONDES_TYPE_CONTROLS), is_cut, NULL));
  g_object_set (settings, "gtk-font-name", font, NULL);
  driver_wait (left_is_not, &large.scalogram.origin.x, "the margins of before");
  window_settle ();
  g_assert_cmpfloat (margins_now ().below, ==, usual.below);
}

static void
test_words (void)
{
  g_autofree char *none = ondes_words_amplitude_title (""), *unit = ondes_words_amplitude_title ("mV");
  g_autofree char *minutes = ondes_words_time_title ("s", &(OndesAxis) { ONDES_AXIS_TIME, 0, 3599, 100 });
  g_autofree char *hours = ondes_words_time_title ("s", &(OndesAxis) { ONDES_AXIS_TIME, 0, 3601, 100 });

  g_assert_cmpstr (none, ==, "amplitude");
  g_assert_cmpstr (unit, ==, "amplitude (mV)");
  g_assert_cmpstr (minutes, ==, "time (min:s)");
  g_assert_cmpstr (hours, ==, "time (h:min:s)");
}

static void
test_singular (void)
{
  g_autofree char *one = ondes_words_rate (1, "d"), *two = ondes_words_rate (2, "d"), *half = ondes_words_rate (1.5, "d");
  g_autofree char *year = ondes_words_duration (1, "a"), *years = ondes_words_duration (1.5, "a");
  g_autofree char *day = ondes_words_duration (1, "d"), *second = ondes_words_duration (1, "s");

  g_assert_cmpstr (one, ==, "1 sample/day");
  g_assert_cmpstr (two, ==, "2 samples/day");
  g_assert_cmpstr (half, ==, "1.5 samples/day");
  g_assert_cmpstr (year, ==, "1 year");
  g_assert_cmpstr (years, ==, "1.5 years");
  g_assert_cmpstr (day, ==, "1 day");
  g_assert_cmpstr (second, ==, "1 s");
}

static gboolean
is_toast (GtkWidget *widget,
          gconstpointer data)
{
  return g_str_equal (gtk_widget_get_css_name (widget), "toast");
}

static gboolean
has_toast (gpointer data)
{
  GtkWidget *toast = window_find (GTK_WIDGET (window), is_toast, NULL);

  return toast != NULL && gtk_widget_get_mapped (toast);
}

static double
y_of (GtkWidget *widget,
      double     y)
{
  double x;

  g_assert_true (gtk_widget_translate_coordinates (widget, GTK_WIDGET (window), 0, y, &x, &y));
  return y;
}

/* Once it has slid in. */
static gboolean
is_above_readout (gpointer toast)
{
  return y_of (toast, gtk_widget_get_height (toast)) <= y_of (window_by_id (window, "readout_box"), 0);
}

static void
test_toast (void)
{
  window_open_sample ("ecg.txt");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.copy-command", NULL);
  driver_wait (has_toast, NULL, "a toast");
  driver_wait (is_above_readout, window_find (GTK_WIDGET (window), is_toast, NULL), "a toast above the readout");
}

static gboolean
is_open_popover (GtkWidget *widget,
                 gconstpointer data)
{
  return GTK_IS_POPOVER (widget) && gtk_widget_get_mapped (widget);
}

static gboolean
has_popover (gpointer from)
{
  return window_find (from, is_open_popover, NULL) != NULL;
}

static gboolean
has_no_popover (gpointer from)
{
  return !has_popover (from);
}

static gboolean
is_combo (GtkWidget *widget,
          gconstpointer data)
{
  return ADW_IS_COMBO_ROW (widget) && gtk_widget_get_mapped (widget) && gtk_widget_get_tooltip_text (widget) != NULL;
}

static void
test_tooltip (void)
{
  GtkWidget *row;

  window_open_sample ("ecg.txt");
  row = window_find (GTK_WIDGET (window), is_combo, NULL);
  g_assert_nonnull (row);
  g_assert_true (gtk_widget_get_has_tooltip (row));
  window_click (row);
  driver_wait (has_popover, row, "the list of a drop-down");
  g_assert_false (gtk_widget_get_has_tooltip (row));
  driver_key ("Escape");
  driver_wait (has_no_popover, row, "the list to close");
  g_assert_true (gtk_widget_get_has_tooltip (row));
}

static gboolean
view_is_less (gpointer count)
{
  double now;

  ondes_timeline_get_view (timeline, NULL, &now);
  return now < *(double *) count;
}

static gboolean
view_is_all (gpointer data)
{
  double now;

  ondes_timeline_get_view (timeline, NULL, &now);
  return now == (double) ondes_session_get_source (session)->n;
}

static gboolean
has_words (GtkWidget *widget,
           gconstpointer words)
{
  return GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), words);
}

/* By the second button and by keys: the value, and a zoom that keeps the point. */
static void
test_menu (void)
{
  GtkWidget *chart;
  graphene_rect_t plot;
  g_autofree char *text = NULL;
  double all, at, frequency;

  window_open_sample ("ecg.txt");
  chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  plot = plot_of (ONDES_TYPE_SCALOGRAM_VIEW);
  driver_move (chart, plot.origin.x + plot.size.width * 0.3, plot.origin.y + plot.size.height * 0.4);
  driver_click (3, 1, NULL);
  driver_wait (has_popover, chart, "the menu");
  at = ondes_scalogram_analysis_get_pointer (analysis)->sample;
  frequency = ondes_scalogram_analysis_get_pointer (analysis)->row_frequency_hz;
  window_click (window_find (chart, has_words, "Copy Value"));
  driver_wait (has_no_popover, chart, "the menu to close");
  text = window_read_clipboard ();
  if (strchr (text, 'H') == NULL)
    g_error ("“%s”", text);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (text, NULL), at / 250, 1e-6);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (strchr (text, ',') + 1, NULL), frequency, 1e-4 * frequency);
  ondes_timeline_get_view (timeline, NULL, &all);
  gtk_widget_grab_focus (chart);
  driver_key ("shift+F10");
  driver_wait (has_popover, chart, "the menu by keys");
  driver_key ("Escape");
  driver_wait (has_no_popover, chart, "the menu to close");
  gtk_widget_activate_action (chart, "chart.zoom-in", NULL);
  driver_wait (view_is_less, &all, "a zoom");
  gtk_widget_activate_action (chart, "chart.whole", NULL);
  driver_wait (view_is_all, NULL, "the whole");
  window_settle ();
}

/* What the dialog says is what is written. */
static void
test_columns (void)
{
  g_autofree char *path = g_build_filename (folder, "columns.npy", NULL), *said = NULL, *number = NULL, *shape = NULL;
  g_autofree char *head = NULL;
  gsize length;

  window_open_sample ("ecg.txt");
  ondes_timeline_set_view (timeline, 1000.7, 1209.9);
  window_settle ();
  said = ondes_analysis_count_numbers (ONDES_ANALYSIS (analysis), ONDES_EXPORT_NPY, ONDES_EXPORT_COEFFICIENTS);
  ondes_analysis_export (ONDES_ANALYSIS (analysis), path, ONDES_EXPORT_NPY, NULL, ONDES_EXPORT_COEFFICIENTS);
  driver_wait (window_is_idle, NULL, "the file");
  g_assert_true (g_file_get_contents (path, &head, &length, NULL));
  g_assert_nonnull (strstr (head + 10, "<c8"));
  shape = g_strdup (strstr (head + 10, "shape"));
  number = g_strdup_printf ("%'d", atoi (strchr (shape, ',') + 1));
  g_assert_nonnull (strstr (said, number));
}

static gboolean
is_crowded (gpointer page)
{
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (analysis);
  GtkWidget *chart = page;

  return gtk_widget_get_mapped (chart) && ondes_slices_get_shown (slices) && ondes_slices_is_settled (slices)
         && ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (chart));
}

static gboolean
has_height (gpointer chart)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  return plot.size.height >= (chart == (gpointer) window->scalogram_view ? 170 : 95);
}

/* With slices, a selection and letters half as large again, an ordinary window shows all of a page, and the picture keeps its
 * place. */
static void
test_crowded (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  OndesSlices *slices = ondes_scalogram_analysis_get_slices (analysis);
  GtkWidget *const charts[] = { window->scalogram_view,
                                ondes_filter_page_get_picture (ONDES_FILTER_PAGE (window->filter_page)) };
  OndesSelection box = ONDES_SELECTION_SPAN (1000, 4000);
  g_autofree char *font = NULL;
  int least;

  window_open_sample ("ecg.txt");
  resize (1280, 800);
  g_object_get (settings, "gtk-font-name", &font, NULL);
  g_object_set (settings, "gtk-font-name", "Cantarell 17", NULL);
  box.low_hz = 5;
  box.high_hz = 20;
  ondes_timeline_set_selection (timeline, box);
  ondes_slices_set_shown (slices, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (charts); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", i == 0 ? "scalogram" : "filter");
      driver_wait (is_crowded, charts[i], "the page");
      driver_wait_drawn (GTK_WIDGET (window));
      gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
      g_assert_cmpint (least, <=, 800);
      driver_wait (has_height, charts[i], "a picture of some height");
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
  ondes_slices_set_shown (slices, FALSE);
  ondes_timeline_set_selection (timeline, ONDES_SELECTION_NONE);
  g_object_set (settings, "gtk-font-name", font, NULL);
  window_settle ();
}

static gboolean
is_series (GtkWidget *widget,
           gconstpointer data)
{
  graphene_rect_t plot;

  if (!ONDES_IS_SERIES_VIEW (widget) || !gtk_widget_get_mapped (widget))
    return FALSE;
  ondes_chart_get_plot (ONDES_CHART (widget), &plot);
  return plot.size.height >= GPOINTER_TO_INT (data);
}

static gboolean
series_are_high (gpointer data)
{
  GtkWidget *first = window_find (GTK_WIDGET (window), is_series, GINT_TO_POINTER (120));

  return first != NULL && is_series (gtk_widget_get_next_sibling (first), GINT_TO_POINTER (120));
}

static gboolean
has_table (GtkWidget *widget,
           gconstpointer data)
{
  return ONDES_IS_TABLE_VIEW (widget) && gtk_widget_get_mapped (widget);
}

static gboolean
is_at_end (gpointer down)
{
  return gtk_adjustment_get_value (down) + gtk_adjustment_get_page_size (down) >= gtk_adjustment_get_upper (down) - 1;
}

static gboolean
is_whole_table (gpointer scrolled)
{
  GtkWidget *table = window_find (scrolled, has_table, NULL);
  graphene_rect_t bounds;

  return table != NULL && gtk_widget_compute_bounds (table, scrolled, &bounds) && bounds.size.height > 0
         && bounds.origin.y + bounds.size.height <= gtk_widget_get_height (scrolled)
         && is_at_end (gtk_scrolled_window_get_vadjustment (scrolled));
}

/* With the largest letters the charts of a spectrum keep a height, the window is no higher than before, and the page scrolls, so
 * that a panel is in view when it is chosen. */
static void
test_scrolls (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GtkWidget *scrolled;
  GtkAdjustment *down;
  g_autofree char *font = NULL;
  int least;

  window_open_sample ("rd84.pla");
  resize (1280, 800);
  g_object_get (settings, "gtk-font-name", &font, NULL);
  g_object_set (settings, "gtk-font-name", "Cantarell 22", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "spectra");
  driver_wait (series_are_high, NULL, "charts of some height");
  driver_wait_drawn (GTK_WIDGET (window));
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 800);
  scrolled = gtk_widget_get_ancestor (window_find (GTK_WIDGET (window), is_series, NULL), GTK_TYPE_SCROLLED_WINDOW);
  g_assert_nonnull (scrolled);
  down = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  g_assert_cmpfloat (gtk_adjustment_get_upper (down), >, gtk_adjustment_get_page_size (down));
  window_click (window_find (scrolled, has_words, "LAT"));
  driver_wait (is_whole_table, scrolled, "the whole table");
  g_object_set (settings, "gtk-font-name", font, NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.page", "s", "scalogram");
  window_settle ();
}

static gboolean
is_long_label (GtkWidget *widget,
               gconstpointer words)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (widget)), words);
}

static gboolean
has_long_label (gpointer words)
{
  return window_find (GTK_WIDGET (window), is_long_label, words) != NULL;
}

/* The tooltip of the colour bar has lines that the window holds. */
static void
test_long_tooltip (void)
{
  static const char words[] = "Drag the upper half";
  GtkWidget *chart;
  graphene_rect_t plot;

  window_open_sample ("ecg.txt");
  resize (1280, 800);
  chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  plot = plot_of (ONDES_TYPE_SCALOGRAM_VIEW);
  driver_move (chart, plot.origin.x + plot.size.width + ondes_chart_get_second_room (ONDES_CHART (chart))
                        + ONDES_CHART_BAR_GAP + ONDES_CHART_BAR_WIDTH / 2,
               plot.origin.y + plot.size.height / 2);
  driver_wait (has_long_label, (gpointer) words, "the tooltip");
  g_assert_cmpint (gtk_widget_get_width (window_find (GTK_WIDGET (window), is_long_label, words)), <, 700);
  driver_move (chart, plot.origin.x + plot.size.width / 2, plot.origin.y + plot.size.height / 2);
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/layout/the-title-is-whole-where-there-is-room", test_title);
  g_test_add_func ("/ondes/layout/margins-follow-the-font-and-charts-stand-above-each-other", test_font);
  g_test_add_func ("/ondes/layout/the-picture-keeps-its-place-among-large-letters", test_crowded);
  g_test_add_func ("/ondes/layout/rulers-are-named-by-what-they-count", test_words);
  g_test_add_func ("/ondes/layout/one-is-singular", test_singular);
  g_test_add_func ("/ondes/layout/a-toast-leaves-the-readout-free", test_toast);
  g_test_add_func ("/ondes/layout/no-tooltip-while-a-list-is-open", test_tooltip);
  g_test_add_func ("/ondes/layout/a-spectrum-scrolls-among-large-letters", test_scrolls);
  g_test_add_func ("/ondes/layout/a-long-tooltip-has-short-lines", test_long_tooltip);
  g_test_add_func ("/ondes/layout/a-chart-has-a-menu", test_menu);
  g_test_add_func ("/ondes/layout/the-dialog-says-the-columns-that-are-written", test_columns);
  return window_run ();
}
