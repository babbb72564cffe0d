/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of filters in the real window, by pointer and keys. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "charts/ondes-levels-view.h"
#include "export/export-filter.h"
#include "figure/palette.h"
#include "filter-page-fixture.h"
#include "pages/ondes-filter-controls.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

static const OndesFilterSettings *
settings (void)
{
  return ondes_filter_analysis_get_settings (filter_page_analysis ());
}

static GtkEditable *
entry (const char *row)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_FILTER_CONTROLS);

  return GTK_EDITABLE (window_by_id (window_by_id (controls, row), "entry"));
}

static gboolean
upper_is_above (gpointer hz)
{
  return settings ()->hi_hz > *(double *) hz;
}

static gboolean
upper_is (gpointer hz)
{
  return settings ()->hi_hz == *(double *) hz;
}

/* A cut-off that is dragged takes its row, the curve and the output with it, live, and is one step of undo. */
static void
test_drag (void)
{
  GtkWidget *chart;
  double before, to, x, past;

  filter_page_open ("ecg.txt");
  chart = GTK_WIDGET (filter_page_response ());
  before = settings ()->hi_hz;
  g_assert_cmpint (settings ()->kind, ==, ONDES_FILTER_BANDPASS);
  x = ondes_response_view_get_handle_x (filter_page_response (), 1);
  driver_move (chart, x, 40);
  driver_press (1);
  for (guint i = 1; i <= 6; i++)
    driver_move (chart, x + 8 * i, 40);
  past = before * 1.2;
  driver_wait (upper_is_above, &past, "a cut-off that follows");
  driver_release (1);
  filter_page_settle ();
  to = settings ()->hi_hz;
  g_assert_cmpfloat_with_epsilon (ondes_response_view_get_handle_x (filter_page_response (), 1), x + 48, 3);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (gtk_editable_get_text (entry ("hi")), NULL), to, 1e-3 * to);
  g_assert_cmpfloat_with_epsilon (
    ondes_filter_response_at (ondes_filter_analysis_get_response (filter_page_analysis ()), 0, before), 0, 0.1);
  g_assert_cmpfloat (settings ()->lo_hz, <, before);
  driver_key ("ctrl+z");
  driver_wait (upper_is, &before, "the cut-off before");
  driver_key ("ctrl+shift+z");
  driver_wait (upper_is, &to, "the cut-off again");
  filter_page_settle ();
}

static gboolean
lower_is (gpointer hz)
{
  return fabs (settings ()->lo_hz / *(double *) hz - 1) < 1e-3;
}

/* ← and → move a cut-off, ↑ and ↓ choose which. */
static void
test_keys (void)
{
  double lower, upper;

  filter_page_open ("ecg.txt");
  gtk_widget_grab_focus (GTK_WIDGET (filter_page_response ()));
  driver_key ("Down");
  lower = settings ()->lo_hz * exp2 (2.0 / 12);
  driver_key ("Right");
  driver_key ("Right");
  driver_wait (lower_is, &lower, "a sixth of an octave");
  lower *= exp2 (-1.0 / 120);
  driver_key ("shift+Left");
  driver_wait (lower_is, &lower, "a fine step");
  upper = settings ()->hi_hz;
  driver_key ("Up");
  driver_key ("Right");
  driver_wait (upper_is_above, &upper, "the upper one");
  g_assert_true (lower_is (&lower));
  filter_page_settle ();
}

/* How light the scalogram is on the screen at these parts of its plot. */
static double
lightness (double along,
           double down)
{
  g_autoptr (DriverShot) shot = driver_shot (GTK_WIDGET (filter_page_scalogram ()));
  graphene_rect_t plot;
  double sum = 0;

  ondes_chart_get_plot (ONDES_CHART (filter_page_scalogram ()), &plot);
  for (int i = -20; i <= 20; i++)
    sum += driver_lightness (driver_pixel (shot, GTK_WIDGET (filter_page_scalogram ()), plot.origin.x + along * plot.size.width + i,
                                           plot.origin.y + down * plot.size.height));
  return sum / 41;
}

static gboolean
line_is (gpointer line)
{
  return ondes_scalogram_view_get_line (filter_page_scalogram ()) == *(double *) line;
}

static gboolean
line_is_past (gpointer line)
{
  return ondes_scalogram_view_get_line (filter_page_scalogram ()) > *(double *) line;
}

static gboolean
has_label (GtkWidget    *widget,
           gconstpointer label)
{
  return GTK_IS_TOGGLE_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

static gboolean
shows_difference (gpointer unused)
{
  return ondes_scalogram_view_get_difference (filter_page_scalogram ()) == 6;
}

static gboolean
is_below (GtkWidget    *widget,
          gconstpointer unused)
{
  return ONDES_IS_SCALOGRAM_VIEW (widget) && gtk_widget_get_mapped (widget)
         && widget != GTK_WIDGET (filter_page_scalogram ());
}

static gboolean
is_stacked (gpointer unused)
{
  return window_find (filter_page (), is_below, NULL) != NULL;
}

/* B switches between before and after; with both a line between them is dragged. */
static void
test_compare (void)
{
  double none = 1, all = 0, half = 0.5, more = 0.6, before, after;
  OndesFilterSettings low = *settings ();
  graphene_rect_t plot;
  OndesScalogram *a, *b;

  filter_page_open ("ecg.txt");
  low = *settings ();
  low.kind = ONDES_FILTER_LOWPASS;
  low.hi_hz = 4;
  low.transition_hz = 1;
  ondes_filter_analysis_set_settings (filter_page_analysis (), &low);
  filter_page_settle ();
  gtk_widget_grab_focus (GTK_WIDGET (filter_page_response ()));
  /* What lies far above the cut-off is dark after, and as the other page shows it before. */
  g_assert_true (line_is (&all));
  after = lightness (0.3, 0.25);
  driver_key ("b");
  driver_wait (line_is, &none, "before");
  driver_wait_drawn (GTK_WIDGET (window));
  before = lightness (0.3, 0.25);
  g_assert_cmpfloat (before, >, after + 10);
  driver_key ("b");
  driver_wait (line_is, &all, "after");
  window_click (window_find (filter_page (), has_label, "Wipe"));
  driver_wait (line_is, &half, "the wipe");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmpfloat_with_epsilon (lightness (0.3, 0.25), before, 3);
  g_assert_cmpfloat (lightness (0.7, 0.25), <, after + 5);
  ondes_chart_get_plot (ONDES_CHART (filter_page_scalogram ()), &plot);
  driver_move (GTK_WIDGET (filter_page_scalogram ()), plot.origin.x + plot.size.width / 2, 60);
  driver_press (1);
  for (guint i = 1; i <= 5; i++)
    driver_move (GTK_WIDGET (filter_page_scalogram ()), plot.origin.x + plot.size.width * (0.5 + 0.05 * i), 60);
  driver_wait (line_is_past, &more, "a line that follows");
  driver_release (1);
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmpfloat (lightness (0.6, 0.25), >, after + 10);
  /* The view stayed: the line was dragged, not the picture. Both have the same rows and columns. */
  g_assert_true (ondes_timeline_is_whole (timeline));
  a = ondes_scalogram_analysis_get_scalogram (analysis);
  b = ondes_scalogram_analysis_get_scalogram (ondes_filter_analysis_compare (filter_page_analysis (), analysis));
  g_assert_true (ondes_spec_equal (a->spec, b->spec));
  g_assert_cmpuint (a->columns, ==, b->columns);
  window_click (window_find (filter_page (), has_label, "B"));
  driver_wait (line_is, &all, "after");
  /* The difference, where the filter takes much away, is blue to its end. */
  driver_key ("d");
  driver_wait (shows_difference, NULL, "the difference");
  filter_page_settle ();
  {
    g_autoptr (DriverShot) shot = driver_shot (GTK_WIDGET (filter_page_scalogram ()));

    g_assert_cmphex (driver_pixel (shot, GTK_WIDGET (filter_page_scalogram ()), plot.origin.x + 0.3 * plot.size.width,
                                   plot.origin.y + 0.3 * plot.size.height), ==, ondes_palette_diverging (FALSE)[0] & 0xffffff);
  }
  driver_key ("d");
  driver_wait (line_is, &all, "after");
  /* Stacked, the chart shows the recording, and one below it what is left. */
  g_assert_false (is_stacked (NULL));
  window_click (window_find (filter_page (), has_label, "Stacked"));
  driver_wait (is_stacked, NULL, "the filtered one below");
  g_assert_true (line_is (&none));
  window_click (window_find (filter_page (), has_label, "B"));
  driver_wait (line_is, &all, "after");
}

static OndesLevelsView *
levels (void)
{
  return ONDES_LEVELS_VIEW (window_by_type (filter_page (), ONDES_TYPE_LEVELS_VIEW));
}

/* The levels of what is in view are there. */
static gboolean
has_levels (gpointer unused)
{
  const OndesBandLevels *there = ondes_filter_analysis_get_levels (filter_page_analysis ());
  guint64 first, count;

  ondes_timeline_get_span (timeline, &first, &count);
  return there != NULL && !ondes_analysis_is_busy (ONDES_ANALYSIS (filter_page_analysis ()), NULL) && there->job.first == first
         && there->energy->count == count;
}

static gboolean
has_spans (gpointer every)
{
  return has_levels (NULL) && ondes_filter_analysis_get_levels (filter_page_analysis ())->energy->every == *(double *) every;
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

/* A bank has a switch between waveform, scalogram and levels, which follow the view and are read under the pointer; what is shown
 * is what is exported. */
static void
test_levels (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_FILTER_CONTROLS);
  OndesFilterSettings bank;
  graphene_rect_t plot;
  const OndesFilterBand *band;
  double level_db, all_db;

  filter_page_open ("ecg.txt");
  bank = *settings ();
  g_assert_false (gtk_widget_get_mapped (window_find (filter_page (), has_label, "Levels")));
  bank.kind = ONDES_FILTER_MORLET;
  bank.lo_hz = 2;
  bank.hi_hz = 60;
  bank.fraction = 2;
  ondes_filter_analysis_set_settings (filter_page_analysis (), &bank);
  filter_page_settle ();
  driver_wait (is_mapped, window_find (filter_page (), has_label, "Levels"), "the switch");
  window_click (window_find (filter_page (), has_label, "Levels"));
  driver_wait (has_levels, NULL, "levels");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (filter_page_scalogram ())));
  g_assert_cmpuint (ondes_analysis_get_product (ONDES_ANALYSIS (filter_page_analysis ())), ==, ONDES_FILTER_LEVELS);
  ondes_chart_get_plot (ONDES_CHART (levels ()), &plot);
  driver_move (GTK_WIDGET (levels ()), plot.origin.x + plot.size.width / 2, plot.origin.y + plot.size.height - 4);
  driver_wait_drawn (GTK_WIDGET (window));
  band = ondes_levels_view_get_band (levels (), &all_db);
  g_assert_nonnull (band);
  g_assert_cmpfloat (band->centre_hz, <, 3);
  g_assert_true (isfinite (all_db));
  driver_move (GTK_WIDGET (levels ()), plot.origin.x + plot.size.width / 2, plot.origin.y + 4);
  driver_wait_drawn (GTK_WIDGET (window));
  band = ondes_levels_view_get_band (levels (), &level_db);
  g_assert_cmpfloat (band->centre_hz, ==, 60);
  g_assert_cmpfloat (level_db, <, all_db);
  ondes_timeline_set_view (timeline, 100, 700);
  driver_wait (has_levels, NULL, "levels of the view");
  /* Spans of one's own begin with the automatic ones, and are measured anew. */
  g_assert_cmpfloat (settings ()->every, ==, 0);
  filter_page_press ("every_automatic");
  driver_wait (is_mapped, window_by_id (controls, "every"), "the span");
  g_assert_cmpfloat (settings ()->every, >, 0);
  bank = *settings ();
  bank.every *= 2;
  ondes_filter_analysis_set_settings (filter_page_analysis (), &bank);
  driver_wait (has_spans, &bank.every, "levels of longer spans");
  window_click (window_find (filter_page (), has_label, "Waveform"));
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (levels ())));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (filter_page_scalogram ())));
  window_click (window_find (filter_page (), has_label, "Scalogram"));
  filter_page_settle ();
  g_assert_cmpuint (ondes_analysis_get_product (ONDES_ANALYSIS (filter_page_analysis ())), ==, ONDES_FILTER_RECORDING);
}

static gboolean
has_medians (gpointer unused)
{
  OndesScalogram *shown = ondes_scalogram_analysis_get_scalogram (analysis);

  return shown != NULL && shown->medians != NULL && filter_page_is_settled (NULL);
}

/* Equalised, too, both have the recording's colours: what the filter took out is dark. */
static void
test_equalised (void)
{
  double none = 1, all = 0, before;
  OndesDisplay display;
  OndesFilterSettings low;

  filter_page_open ("ecg.txt");
  low = *settings ();
  low.kind = ONDES_FILTER_LOWPASS;
  low.hi_hz = 4;
  ondes_filter_analysis_set_settings (filter_page_analysis (), &low);
  display = *ondes_scalogram_analysis_get_display (analysis);
  display.equalise = TRUE;
  ondes_scalogram_analysis_set_display (analysis, &display);
  driver_wait (has_medians, NULL, "medians");
  gtk_widget_grab_focus (GTK_WIDGET (filter_page_response ()));
  driver_key ("b");
  driver_wait (line_is, &none, "before");
  driver_wait_drawn (GTK_WIDGET (window));
  before = lightness (0.3, 0.25);
  driver_key ("b");
  driver_wait (line_is, &all, "after");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmpfloat (lightness (0.3, 0.25), <, before - 10);
  display.equalise = FALSE;
  ondes_scalogram_analysis_set_display (analysis, &display);
  filter_page_settle ();
}

static gboolean
has_problem (gpointer wanted)
{
  return (ondes_analysis_get_problem (ONDES_ANALYSIS (filter_page_analysis ())) != NULL) == GPOINTER_TO_INT (wanted);
}

static void
type_upper (const char *text)
{
  window_click (GTK_WIDGET (entry ("hi")));
  driver_key ("ctrl+a");
  driver_type (text);
  driver_key ("Return");
}

/* A cut-off past half the rate is told below its row, and the charts pale until it is mended. */
static void
test_refusal (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_FILTER_CONTROLS), *label;
  OndesFilterSettings band;

  filter_page_open ("ecg.txt");
  band = *settings ();
  band.kind = ONDES_FILTER_BANDPASS;
  ondes_filter_analysis_set_settings (filter_page_analysis (), &band);
  filter_page_settle ();
  label = window_by_id (controls, "filter_problem");
  type_upper ("900");
  driver_wait (has_problem, GINT_TO_POINTER (TRUE), "a problem");
  driver_wait (window_is_mapped, label, "its sentence");
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (label)), "half the rate"));
  g_assert_true (gtk_widget_has_css_class (window_by_id (controls, "hi"), "error"));
  type_upper ("40");
  driver_wait (has_problem, GINT_TO_POINTER (FALSE), "no problem");
  filter_page_settle ();
  g_assert_false (gtk_widget_get_mapped (label));
}

static gboolean
has_text (GtkWidget    *widget,
          gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text);
}

static gboolean
says (gpointer text)
{
  return window_find (filter_page (), has_text, text) != NULL;
}

/* A truth table has no time to filter in, and the page says so; a recording afterwards is filtered. */
static void
test_table (void)
{
  g_autofree char *table = window_sample ("rd84.pla");

  filter_page_open ("ecg.txt");
  ondes_session_open (session, table, NULL);
  driver_wait (says, (gpointer) "Nothing to Filter", "the page's words");
  window_open_sample ("ecg.txt");
  filter_page_settle ();
}

static gboolean
has_peaks (gpointer wanted)
{
  return (ondes_filter_analysis_get_peaks (filter_page_analysis ()) != NULL) == GPOINTER_TO_INT (wanted)
         && !ondes_analysis_is_busy (ONDES_ANALYSIS (filter_page_analysis ()), NULL);
}

static gboolean
is_of_after (GtkWidget    *widget,
             gconstpointer unused)
{
  return ONDES_IS_WAVEFORM_VIEW (widget) && gtk_widget_get_mapped (widget);
}

/* Returns the colour below the upper edge of the waveform at @sample. */
static guint32
mark_at (double sample)
{
  GtkWidget *wave = window_find (filter_page (), is_of_after, NULL);
  g_autoptr (DriverShot) shot = driver_shot (wave);
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (wave), &plot);
  return driver_pixel (shot, wave, round (ondes_chart_to_x (ONDES_CHART (wave), sample)), plot.origin.y + 3);
}

/* Peaks are counted at their row and marked on the waveform; undone, they are gone. */
static void
test_peaks (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_FILTER_CONTROLS);
  double sample;
  guint32 marked;

  filter_page_open ("ecg.txt");
  ondes_timeline_set_view (timeline, 10000, 3000);
  filter_page_settle ();
  filter_page_press ("peaks");
  driver_wait (has_peaks, GINT_TO_POINTER (TRUE), "peaks");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmpuint (ondes_filter_analysis_get_peaks (filter_page_analysis ())->n, >, 0);
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (window_by_id (controls, "peaks"))), " in view"));
  g_assert_true (gtk_widget_get_visible (window_by_id (controls, "above")));
  sample = ondes_band_peaks_at (ondes_filter_analysis_get_peaks (filter_page_analysis ()), 0);
  marked = mark_at (sample);
  g_assert_cmpstr (ondes_analysis_list_products (ONDES_ANALYSIS (filter_page_analysis ()))[2], ==, "Peaks");
  driver_key ("ctrl+z");
  driver_wait (has_peaks, GINT_TO_POINTER (FALSE), "no peaks");
  driver_wait_drawn (GTK_WIDGET (window));
  g_assert_cmphex (mark_at (sample), !=, marked);
  g_assert_false (gtk_widget_get_visible (window_by_id (controls, "above")));
}

static gboolean
post_is (gpointer post)
{
  return settings ()->post == (OndesPost) GPOINTER_TO_UINT (post)
         && !ondes_analysis_is_busy (ONDES_ANALYSIS (filter_page_analysis ()), NULL);
}

static gboolean
is_causal (gpointer lead)
{
  OndesFilterBank *bank = ondes_filter_analysis_get_bank (filter_page_analysis ());
  guint n;

  return settings ()->causal && bank != NULL && (ondes_filter_bank_get (bank, &n)->lead > 0) == (lead != NULL);
}

/* An impulse response of another rate is refused at a switch, which resamples it. Its ringing begins before it, also where the
 * filter is causal, and the row of that says so. */
static void
test_taps (void)
{
  GtkWidget *controls = window_by_type (window, ONDES_TYPE_FILTER_CONTROLS);
  g_autofree char *path = g_build_filename (folder, "response.csv", NULL);
  g_autoptr (GString) text = g_string_new ("t,h\n");
  OndesFilterSettings band;

  filter_page_open ("ecg.txt");
  band = *settings ();
  for (guint i = 0; i < 80; i++)
    g_string_append_printf (text, "%g,%g\n", i / 1000.0, exp (-0.1 * i));
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  g_assert_false (gtk_widget_get_visible (window_by_id (controls, "resample_taps")));
  ondes_filter_analysis_load_taps (filter_page_analysis (), path);
  driver_wait (has_problem, GINT_TO_POINTER (TRUE), "a rate that differs");
  driver_wait (window_is_mapped, window_by_id (controls, "resample_taps"), "the switch");
  g_assert_true (gtk_widget_has_css_class (window_by_id (controls, "resample_taps"), "error"));
  filter_page_press ("resample_taps");
  driver_wait (has_problem, GINT_TO_POINTER (FALSE), "the taps resampled");
  filter_page_settle ();
  /* 40 taps at twice the rate last for 20, and the resampler rings for 68 samples and a half before and after. */
  g_assert_cmpuint (ondes_filter_analysis_get_band (filter_page_analysis ())->n, ==, 157);
  adw_combo_row_set_selected (ADW_COMBO_ROW (window_by_id (controls, "post")), ONDES_POST_POWER);
  driver_wait (post_is, GUINT_TO_POINTER (ONDES_POST_POWER), "powers");
  filter_page_settle ();
  driver_key ("ctrl+z");
  driver_wait (post_is, GUINT_TO_POINTER (ONDES_POST_NONE), "the outputs themselves");
  filter_page_press ("causal");
  driver_wait (is_causal, GINT_TO_POINTER (TRUE), "a causal filter that rings");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (window_by_id (controls, "causal"))), ==,
                   "Outputs depend on the few later samples in which resampled taps ring");
  band.causal = TRUE;
  ondes_filter_analysis_set_settings (filter_page_analysis (), &band);
  driver_wait (is_causal, NULL, "a causal design");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (window_by_id (controls, "causal"))), ==,
                   "No output depends on a later sample");
  band.causal = FALSE;
  ondes_filter_analysis_set_settings (filter_page_analysis (), &band);
  filter_page_settle ();
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  window_begin ();
  g_test_add_func ("/ondes/window-filter/a-cut-off-is-dragged", test_drag);
  g_test_add_func ("/ondes/window-filter/keys-move-cut-offs", test_keys);
  g_test_add_func ("/ondes/window-filter/before-and-after", test_compare);
  g_test_add_func ("/ondes/window-filter/the-levels-of-a-bank-follow-the-view", test_levels);
  g_test_add_func ("/ondes/window-filter/equalised-rows-are-compared-too", test_equalised);
  g_test_add_func ("/ondes/window-filter/what-is-refused-stands-at-its-row", test_refusal);
  g_test_add_func ("/ondes/window-filter/taps-of-another-rate-are-resampled", test_taps);
  g_test_add_func ("/ondes/window-filter/peaks-are-marked-and-undone", test_peaks);
  g_test_add_func ("/ondes/window-filter/a-truth-table-has-no-time", test_table);
  return window_run ();
}
