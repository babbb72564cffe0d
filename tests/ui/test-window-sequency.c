/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Walsh spectrogram in the real window, by pointer and keys: what is on the screen, and its time with the scalogram's. */
#include <math.h>
#include <string.h>

#include "charts/ondes-charts.h"
#include "pages/ondes-sequency-controls.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

#define RATE   1000
#define HALF   4 /* samples of half a period */
#define FRAMES 4000

static GtkWidget *
chart (void)
{
  return window->walshgram_view;
}

static GtkWidget *
control (const char *id)
{
  return window_by_id (window_by_type (window, ONDES_TYPE_SEQUENCY_CONTROLS), id);
}

static OndesScalogramAnalysis *
sequency (void)
{
  return ONDES_SCALOGRAM_ANALYSIS (window->models[ONDES_MODEL_WALSHGRAM]);
}

static const OndesWalshgramOptions *
options (void)
{
  return ondes_walshgram_analysis_get_options (ONDES_WALSHGRAM_ANALYSIS (sequency ()));
}

static gboolean
is_settled (gpointer unused)
{
  return gtk_widget_get_mapped (chart ()) && !ondes_analysis_is_busy (ONDES_ANALYSIS (sequency ()), NULL)
         && !ondes_analysis_is_stale (ONDES_ANALYSIS (sequency ()))
         && ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (chart ()));
}

static void
settle_page (void)
{
  driver_wait (is_settled, NULL, "the Walsh spectrogram on the screen");
  driver_wait_drawn (GTK_WIDGET (window));
}

/* Opens a square wave of ±0.5, on the page by its key. */
static void
open_square_wave (void)
{
  g_autofree char *path = g_build_filename (folder, "square.csv", NULL);
  g_autoptr (GString) text = g_string_new ("time,level\n");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < FRAMES; i++)
    g_string_append_printf (text, "%u.%03u,%s\n", i / RATE, i % RATE, i / HALF % 2 == 0 ? "0.5" : "-0.5");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  window_begin ();
  ondes_window_open (window, file);
  window_settle ();
  window_go ("sequency");
  settle_page ();
}

static gboolean
window_is (gpointer samples)
{
  return options ()->window == *(guint64 *) samples;
}

/* Chooses a window by keys, of the list that opens where the focus is on its row. */
static void
choose_window (guint64 samples)
{
  const int steps = (int) g_bit_storage (samples) - (int) g_bit_storage (options ()->window);

  gtk_widget_grab_focus (control ("window"));
  driver_key ("space");
  driver_wait_drawn (GTK_WIDGET (window));
  for (int i = 0; i < ABS (steps); i++)
    driver_key (steps > 0 ? "Down" : "Up");
  driver_key ("Return");
  driver_wait (window_is, &samples, "another window");
  settle_page ();
}

/* How light a row is on the screen, on the mean of its middle half. */
static double
lightness_of (guint row)
{
  const double rows = (double) options ()->window;
  g_autoptr (DriverShot) shot = driver_shot (GTK_WIDGET (window));
  graphene_rect_t plot;
  double sum = 0;

  ondes_chart_get_plot (ONDES_CHART (chart ()), &plot);
  for (guint i = 0; i < 50; i++)
    sum += driver_lightness (driver_pixel (shot, chart (), plot.origin.x + plot.size.width * (0.25 + i / 100.0),
                                           plot.origin.y + plot.size.height * (1 - (row + 0.5) / rows)));
  return sum / 50;
}

/* The one line lies where the ruler has its sequency, whatever the window. */
static void
test_square_wave (void)
{
  open_square_wave ();
  for (guint64 samples = 16; samples <= 64; samples *= 2)
    {
      const guint line = (guint) samples / HALF - 1;

      choose_window (samples);
      driver_move (chart (), 2, 2);
      driver_wait_drawn (GTK_WIDGET (window));
      for (guint row = 0; row < samples; row++)
        if (row == line)
          g_assert_cmpfloat (lightness_of (row), >, 150);
        else
          g_assert_cmpfloat (lightness_of (row), <, 60);
    }
  /* The hop has kept its overlap. */
  g_assert_cmpuint (options ()->hop, ==, 16);
  choose_window (16);
}

/* TRUE if the description of @widget, as a screen reader has it, has @text in it. */
static gboolean
describes (GtkWidget *widget,
           const char *text)
{
  g_autofree char *said = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "none");

  return said != NULL && strstr (said, text) != NULL;
}

static gboolean
reads (gpointer text)
{
  return describes (window_by_type (gtk_stack_get_visible_child (window->readouts), ONDES_TYPE_READOUT), text);
}

/* The crosshair tells the row under the pointer; the arrow keys move it. */
static void
test_readout (void)
{
  graphene_rect_t plot;

  open_square_wave ();
  choose_window (16);
  ondes_chart_get_plot (ONDES_CHART (chart ()), &plot);
  driver_move (chart (), plot.origin.x + plot.size.width / 2, plot.origin.y + plot.size.height * (1 - 3.5 / 16));
  driver_wait (reads, (gpointer) "Sequency 187.5 crossings/s", "the row's sequency");
  driver_wait (reads, (gpointer) "0.5000", "the square wave's amplitude");
  gtk_widget_grab_focus (chart ());
  driver_move (window_by_id (window, "status"), 2, 2);
  driver_key ("alt+Up");
  driver_wait (reads, (gpointer) "Sequency", "a readout by keys");
}

static gboolean
view_is_less (gpointer count)
{
  double now;

  ondes_timeline_get_view (timeline, NULL, &now);
  return now < *(double *) count;
}

static gboolean
rows_are_zoomed (gpointer unused)
{
  return ondes_scalogram_analysis_get_display (sequency ())->view_hi > 0;
}

/* A zoom of either picture is one of both; rows zoom alone; Home shows all. */
static void
test_time (void)
{
  double first, count, other[2];

  open_square_wave ();
  ondes_timeline_get_view (timeline, &first, &count);
  driver_move (chart (), gtk_widget_get_width (chart ()) / 2.0, gtk_widget_get_height (chart ()) / 3.0);
  driver_click (4, 2, NULL);
  driver_wait (view_is_less, &count, "a zoom by wheel");
  driver_click (4, 1, "ctrl");
  driver_wait (rows_are_zoomed, NULL, "fewer rows");
  settle_page ();
  g_assert_cmpfloat (ondes_scalogram_analysis_get_display (analysis)->view_hi, ==, 0);
  ondes_timeline_get_view (timeline, &first, &count);
  g_assert_cmpuint (ondes_scalogram_analysis_get_scalogram (sequency ())->view.count, <, FRAMES);
  window_go ("scalogram");
  window_settle ();
  ondes_timeline_get_view (timeline, &other[0], &other[1]);
  g_assert_cmpfloat (other[0], ==, first);
  g_assert_cmpfloat (other[1], ==, count);
  g_assert_cmpuint (ondes_scalogram_analysis_get_scalogram (analysis)->view.first, <=, (guint64) first);
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("plus");
  driver_wait (view_is_less, &count, "a zoom of the other picture");
  window_settle ();
  window_go ("sequency");
  settle_page ();
  ondes_timeline_get_view (timeline, &first, &count);
  g_assert_cmpfloat (ondes_scalogram_analysis_get_scalogram (sequency ())->view.first, <=, first);
  gtk_widget_grab_focus (chart ());
  driver_key ("Home");
  settle_page ();
  g_assert_true (ondes_timeline_is_whole (timeline));
  g_assert_cmpfloat (ondes_scalogram_analysis_get_display (sequency ())->view_hi, ==, 0);
}

static gboolean
palette_is (gpointer index)
{
  return ondes_scalogram_analysis_get_display (sequency ())->palette == GPOINTER_TO_UINT (index);
}

static gboolean
hop_is (gpointer samples)
{
  return options ()->hop == *(guint64 *) samples;
}

/* The colours are this picture's own; what is changed here is undone here, by one key each, from any page. */
static void
test_settings (void)
{
  const guint before = ondes_scalogram_analysis_get_display (analysis)->palette;
  guint64 hop = 3, usual;
  double grey;

  open_square_wave ();
  choose_window (16);
  usual = options ()->hop;
  gtk_widget_grab_focus (control ("palette"));
  driver_key ("space");
  driver_wait_drawn (GTK_WIDGET (window));
  driver_key ("End");
  driver_key ("Return");
  driver_wait (palette_is, GUINT_TO_POINTER (5), "grey");
  settle_page ();
  grey = lightness_of (3);
  g_assert_cmpfloat (grey, >, 240);
  g_assert_cmpuint (ondes_scalogram_analysis_get_display (analysis)->palette, ==, before);
  window_click (window_by_id (control ("hop"), "entry"));
  driver_key ("ctrl+a");
  driver_type ("3");
  driver_key ("Return");
  driver_wait (hop_is, &hop, "a hop of 3 samples");
  settle_page ();
  window_go ("scalogram");
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("ctrl+z");
  driver_wait (hop_is, &usual, "the hop before");
  settle_page ();
  gtk_widget_grab_focus (chart ());
  driver_key ("ctrl+z");
  driver_wait (palette_is, GUINT_TO_POINTER (0), "the colours before");
  settle_page ();
}

static gboolean
is_wrong (gpointer row)
{
  return gtk_widget_has_css_class (row, "error");
}

static gboolean
has_picture (gpointer unused)
{
  return ondes_scalogram_analysis_get_scalogram (sequency ()) != NULL;
}

/* What is said for a recording that is shorter than the window that it begins with, whatever was chosen before. */
static void
test_problem (void)
{
  g_autofree char *path = g_build_filename (folder, "few.txt", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  open_square_wave ();
  choose_window (64);
  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text, "%u\n", i % 7);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  ondes_window_open (window, file);
  driver_wait (is_wrong, control ("window"), "the window marked");
  driver_wait (window_is_mapped, control ("walshgram_problem"), "the sentence on it");
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (control ("walshgram_problem"))),
                            "256 samples are longer than the recording"));
  window_wait_says (window_by_id (window, "status"), "256 samples are longer than the recording", "the sentence below the picture");
  choose_window (16);
  driver_wait (has_picture, NULL, "the picture of the short recording");
}

static gboolean
says (gpointer text)
{
  return describes (chart (), text);
}

/* The chart's name and summary, and the figure that its command makes. */
static void
test_words (void)
{
  OndesFigureSize size = ondes_figure_size_default;
  g_autofree char *command = NULL;

  open_square_wave ();
  choose_window (16);
  gtk_test_accessible_assert_property (chart (), GTK_ACCESSIBLE_PROPERTY_LABEL, "Walsh spectrogram");
  driver_wait (says, (gpointer) "188 crossings/s", "a summary with the largest row");
  g_assert_true (says ((gpointer) "16 rows from 0"));
  g_assert_true (says ((gpointer) "938 crossings/s. The largest value is 0.5"));
  command = ondes_analysis_command (ONDES_ANALYSIS (sequency ()), "x.png", ONDES_EXPORT_PNG, &size, 0);
  g_assert_nonnull (strstr (command, "ondes-cli walshgram "));
  g_assert_nonnull (strstr (command, "--window 16 --hop 4"));
}

/* A truth table has no time that a window could last. */
static void
test_truth_table (void)
{
  g_autofree char *apart = NULL;
  graphene_rect_t plot;
  GtkWidget *row;

  window_open_sample ("rd84.pla");
  window_go ("sequency");
  settle_page ();
  row = window_row (GTK_WIDGET (window), "Window (samples)");
  apart = g_strdup_printf ("rows %.3g crossings/index apart", 1.0 / (double) options ()->window);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, apart);
  ondes_chart_get_plot (ONDES_CHART (chart ()), &plot);
  driver_move (chart (), plot.origin.x + plot.size.width / 2, plot.origin.y + plot.size.height / 2);
  driver_wait (reads, (gpointer) "Index 12", "an index without its unit");
  g_assert_false (reads ((gpointer) " index"));
  g_assert_false (reads ((gpointer) "Index 12."));
  g_assert_false (reads ((gpointer) "Time"));
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-sequency/a-square-wave-is-one-line-on-the-screen", test_square_wave);
  g_test_add_func ("/ondes/window-sequency/readout-follows-the-crosshair", test_readout);
  g_test_add_func ("/ondes/window-sequency/both-pictures-show-one-span", test_time);
  g_test_add_func ("/ondes/window-sequency/settings-are-the-pictures-own", test_settings);
  g_test_add_func ("/ondes/window-sequency/a-short-recording-is-told", test_problem);
  g_test_add_func ("/ondes/window-sequency/chart-has-words", test_words);
  g_test_add_func ("/ondes/window-sequency/a-window-of-a-truth-table-lasts-no-time", test_truth_table);
  return window_run ();
}
