/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What compensation changes, in the real window by pointer and keys: the line between with and without, the difference, and the
 * marks of the old half rate and of the masks' noise. Comparing moves nothing on the screen, and the second may have colours of its
 * own. */
#include <math.h>
#include <string.h>

#include "charts/ondes-charts.h"
#include "figure/palette.h"
#include "figure/raster.h"
#include "session/words.h"
#include "shell/ondes-window-private.h"
#include "window-fixture.h"

#define GAIN 1.5

static OndesScalogramView *
view (void)
{
  return ONDES_SCALOGRAM_VIEW (window->scalogram_view);
}

static OndesScalogramAnalysis *
other (void)
{
  return ondes_comparison_get_scalogram (window->comparison);
}

static gboolean
is_settled (gpointer unused)
{
  return !ondes_analysis_is_busy (ONDES_ANALYSIS (analysis), NULL)
         && !ondes_analysis_is_busy (ONDES_ANALYSIS (window->comparison), NULL)
         && !ondes_analysis_is_stale (ONDES_ANALYSIS (analysis))
         && (!ondes_analysis_is_active (ONDES_ANALYSIS (other ()))
             || (!ondes_analysis_is_busy (ONDES_ANALYSIS (other ()), NULL) && !ondes_analysis_is_stale (ONDES_ANALYSIS (other ()))))
         && ondes_scalogram_view_is_settled (view ());
}

static void
settle (void)
{
  driver_wait (is_settled, NULL, "the pictures");
  driver_wait_drawn (GTK_WIDGET (window));
}

/* Opens a recording without a cone, with the pointer outside the plot and the keys at the chart. */
static void
open_compensated (const OndesCompensationSettings *settings)
{
  OndesDisplay display;

  window_open_sample ("ecg.txt");
  g_assert_false (gtk_widget_get_mapped (window->compare_modes));
  ondes_scalogram_analysis_set_compensation (analysis, settings);
  display = *ondes_scalogram_analysis_get_display (analysis);
  display.cone = FALSE;
  display.db_range = 60;
  ondes_scalogram_analysis_set_display (analysis, &display);
  driver_move (GTK_WIDGET (window), 4, 4);
  gtk_widget_grab_focus (window->scalogram_view);
  settle ();
}

static void
open_with_gain (void)
{
  OndesCompensationSettings settings = ondes_compensation_settings_default;

  settings.on = TRUE;
  g_snprintf (settings.amplitude, sizeof settings.amplitude, "constant:%g", GAIN - 1);
  open_compensated (&settings);
}

static gboolean
is_closed (gpointer unused)
{
  return !gtk_widget_get_mapped (window->compare_modes) && !ondes_analysis_is_active (ONDES_ANALYSIS (other ()))
         && ondes_scalogram_view_get_difference (view ()) == 0 && ondes_scalogram_view_get_line (view ()) == 1;
}

static void
switch_off (void)
{
  ondes_comparison_remove (window->comparison);
  ondes_scalogram_analysis_set_compensation (analysis, &ondes_compensation_settings_default);
  driver_wait (is_closed, NULL, "the end of the comparison");
  settle ();
}

static gboolean
line_is (gpointer line)
{
  return fabs (ondes_scalogram_view_get_line (view ()) - *(double *) line) < 0.006;
}

static gboolean
line_is_past (gpointer line)
{
  return ondes_scalogram_view_get_line (view ()) > *(double *) line;
}

static gboolean
range_is (gpointer range_db)
{
  return ondes_scalogram_view_get_difference (view ()) == *(double *) range_db;
}

/* How light the plot is on the screen around this part of its width. */
static double
lightness (double along)
{
  g_autoptr (DriverShot) shot = driver_shot (window->scalogram_view);
  graphene_rect_t plot;
  double sum = 0;
  guint n = 0;

  ondes_chart_get_plot (ONDES_CHART (view ()), &plot);
  for (int i = -20; i <= 20; i++)
    for (double y = 30; y < plot.size.height; y += 5, n++)
      sum += driver_lightness (driver_pixel (shot, window->scalogram_view, plot.origin.x + along * plot.size.width + i,
                                             plot.origin.y + y));
  return sum / n;
}

static gboolean
says (gpointer text)
{
  GtkWidget *readout = window_by_type (window->readout_box, ONDES_TYPE_READOUT);
  gboolean found = FALSE;

  for (GtkWidget *child = gtk_widget_get_first_child (readout); child != NULL; child = gtk_widget_get_next_sibling (child))
    found = found || (GTK_IS_LABEL (child) && strstr (gtk_label_get_text (GTK_LABEL (child)), text) != NULL);
  return found;
}

static gboolean
has_magnitude (gpointer of)
{
  return isfinite (ondes_scalogram_analysis_get_pointer (of)->magnitude);
}

/* The readout tells the value of the side under the pointer. */
static void
assert_reads (OndesScalogramAnalysis *side)
{
  g_autofree char *value = NULL;

  g_assert_true (ondes_scalogram_view_get_pointed (view ()) == side);
  driver_wait (has_magnitude, side, "a value");
  value = ondes_words_quantity (ondes_scalogram_analysis_get_pointer (side)->magnitude, "mV", 4);
  driver_wait (says, value, value);
}

static void
test_line (void)
{
  double none = 1, half = 0.5, left = 0.2, past = 0.35, with, without;
  g_autoptr (GVariant) before = NULL, after = NULL;
  graphene_rect_t plot;

  open_with_gain ();
  g_assert_null (ondes_scalogram_analysis_get_scalogram (other ()));
  /* A corrected picture is compared with itself at a key. */
  driver_key ("c");
  driver_wait (line_is, &half, "both");
  settle ();
  before = ondes_session_get_settings (session);
  with = lightness (0.3);
  ondes_chart_get_plot (ONDES_CHART (view ()), &plot);
  driver_move (window->scalogram_view, plot.origin.x + plot.size.width / 2, plot.origin.y + 60);
  driver_press (1);
  for (guint i = 1; i <= 6; i++)
    driver_move (window->scalogram_view, plot.origin.x + plot.size.width * (0.5 - 0.05 * i), plot.origin.y + 60);
  driver_wait (line_is, &left, "a line that follows");
  driver_release (1);
  driver_move (GTK_WIDGET (window), 4, 4);
  settle ();
  without = lightness (0.3);
  g_assert_cmpfloat (with, >, without + 4);
  /* The line was dragged, not the picture, and neither is a setting. */
  g_assert_true (ondes_timeline_is_whole (timeline));
  after = ondes_session_get_settings (session);
  g_assert_true (g_variant_equal (before, after));
  driver_move (window->scalogram_view, plot.origin.x + 0.3 * plot.size.width, plot.origin.y + plot.size.height / 2);
  driver_wait (has_magnitude, analysis, "a value");
  assert_reads (other ());
  for (guint i = 0; i < 8; i++)
    driver_key ("ctrl+Right");
  driver_wait (line_is_past, &past, "a line moved by keys");
  assert_reads (analysis);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_pointer (analysis)->magnitude
                                    / ondes_scalogram_analysis_get_pointer (other ())->magnitude, GAIN, 1e-6);
  driver_key ("c");
  driver_wait (line_is, &none, "the compensated one");
  switch_off ();
}

/* Counts the points of the plot that have @colour, or its neighbours in the palette, and those with the most frequent other. */
static void
count_colours (const guint32 *colour,
               guint         *same,
               guint         *rest,
               guint         *n)
{
  g_autoptr (DriverShot) shot = driver_shot (window->scalogram_view);
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);
  graphene_rect_t plot;

  *same = *rest = *n = 0;
  ondes_chart_get_plot (ONDES_CHART (view ()), &plot);
  for (double x = 4; x < plot.size.width - 4; x += 3)
    for (double y = 4; y < plot.size.height - 4; y += 3, (*n)++)
      {
        const guint32 seen = driver_pixel (shot, window->scalogram_view, plot.origin.x + x, plot.origin.y + y) | 0xff000000;
        guint count;

        if (seen == *colour)
          (*same)++;
        else
          {
            count = GPOINTER_TO_UINT (g_hash_table_lookup (others, GUINT_TO_POINTER (seen))) + 1;
            g_hash_table_insert (others, GUINT_TO_POINTER (seen), GUINT_TO_POINTER (count));
            *rest = MAX (*rest, count);
          }
      }
}

/* The plot has the colour of the gain, and beside it only the neutral one. */
static void
assert_shows_gain (double   range_db,
                   gboolean dark)
{
  const double level = MIN (20 * log10 (GAIN) / range_db, 1);
  const guint32 *colours = ondes_palette_diverging (dark);
  g_autoptr (DriverShot) shot = NULL;
  guint same, rest, n;
  graphene_rect_t plot;
  GtkWidget *chart = window->scalogram_view;
  double bar;

  settle ();
  count_colours (&colours[lround ((level + 1) / 2 * (ONDES_DIVERGING_COLOURS - 1))], &same, &rest, &n);
  g_assert_cmpuint (same, >, n / 3);
  g_assert_cmpuint (same + rest, >, n - n / 50);
  shot = driver_shot (chart);
  ondes_chart_get_plot (ONDES_CHART (view ()), &plot);
  bar = plot.origin.x + plot.size.width + ondes_chart_get_second_room (ONDES_CHART (view ())) + ONDES_CHART_BAR_GAP
        + ONDES_CHART_BAR_WIDTH / 2;
  for (guint i = 0; i < 24; i += 8)
    g_assert_cmpint (ABS ((int) (driver_pixel (shot, chart, bar, plot.origin.y + 2) >> i & 255)
                          - (int) (colours[ONDES_DIVERGING_COLOURS - 1] >> i & 255)), <, 8);
  g_assert_cmpfloat_with_epsilon (driver_lightness (driver_pixel (shot, chart, bar, plot.origin.y + plot.size.height / 2)),
                                  dark ? 18 : 255, 8);
}

static gboolean
has_label (GtkWidget    *widget,
           gconstpointer label)
{
  return GTK_IS_TOGGLE_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

static gboolean
is_unmapped (gpointer widget)
{
  return !gtk_widget_get_mapped (widget);
}

static gboolean
is_check (GtkWidget    *widget,
          gconstpointer label)
{
  return GTK_IS_CHECK_BUTTON (widget) && g_strcmp0 (gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)), label) == 0;
}

/* Clicks the widget that @is finds with @label, in the popover of @button. */
static void
click_within (GtkWidget *button,
              gboolean (*is) (GtkWidget *widget, gconstpointer label),
              const char *label)
{
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));

  window_click (button);
  driver_wait (window_is_mapped, popover, label);
  window_click (window_find (popover, is, label));
  driver_key ("Escape");
  driver_wait (is_unmapped, popover, "the end of the popover");
}

static GtkWidget *
colours_button (void)
{
  return window_by_type (window->compare_modes, GTK_TYPE_MENU_BUTTON);
}

static void
test_difference (void)
{
  double six = 6, one = 1, none = 0;
  g_autofree char *command = NULL;
  graphene_rect_t plot;

  open_with_gain ();
  click_within (window->compare_button, has_label, "Without instrument correction");
  driver_wait (window_is_mapped, window->compare_modes, "the modes");
  window_click (window_find (window->compare_modes, has_label, "Difference"));
  driver_wait (range_is, &six, "the difference");
  driver_move (GTK_WIDGET (window), 4, 4);
  assert_shows_gain (6, FALSE);
  command = ondes_analysis_command (ONDES_ANALYSIS (analysis), "x.png", ONDES_EXPORT_PNG, &ondes_figure_size_default, 0);
  g_assert_nonnull (strstr (command, " --amplitude-error constant:0.5 "));
  g_assert_nonnull (strstr (command, " --difference 6 "));
  ondes_chart_get_plot (ONDES_CHART (view ()), &plot);
  driver_move (window->scalogram_view, plot.origin.x + 0.3 * plot.size.width, plot.origin.y + plot.size.height / 2);
  driver_wait (says, (gpointer) "+3.52 dB", "the gain");
  driver_move (GTK_WIDGET (window), 4, 4);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_DARK);
  assert_shows_gain (6, TRUE);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
  /* A smaller range, and back. */
  click_within (colours_button (), has_label, "±1 dB");
  driver_wait (range_is, &one, "a smaller range");
  driver_move (GTK_WIDGET (window), 4, 4);
  assert_shows_gain (1, FALSE);
  gtk_widget_grab_focus (window->scalogram_view);
  driver_key ("d");
  driver_wait (range_is, &none, "the picture");
  driver_key ("d");
  driver_wait (range_is, &one, "the difference again");
  /* What is compared is undone and redone. */
  for (guint i = 0; i < 4 && !is_closed (NULL); i++)
    {
      driver_key ("ctrl+z");
      driver_wait_drawn (GTK_WIDGET (window));
    }
  driver_wait (is_closed, NULL, "the end of the comparison");
  settle ();
  driver_key ("ctrl+shift+z");
  driver_wait (window_is_mapped, window->compare_modes, "the modes again");
  switch_off ();
}

static graphene_rect_t
place_of (GtkWidget *widget)
{
  graphene_rect_t place;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &place));
  return place;
}

static void
assert_same_place (GtkWidget             *widget,
                   const graphene_rect_t *before)
{
  const graphene_rect_t now = place_of (widget);

  g_assert_true (graphene_rect_equal (&now, before));
}

/* Comparing moves the picture, and what is above and below it, by no pixel; stacked, both have the place of the one. */
static void
test_place (void)
{
  static const char *const modes[] = { "A", "B", "Wipe", "Difference" };
  graphene_rect_t picture, waveform, readout, both, below;

  window_open_sample ("ecg.txt");
  settle ();
  picture = place_of (window->scalogram_view);
  waveform = place_of (window->waveform);
  readout = place_of (GTK_WIDGET (window->readout_box));
  click_within (window->compare_button, has_label, "Snapshot");
  driver_wait (window_is_mapped, window->compare_modes, "the modes");
  g_assert_cmpstr (gtk_label_get_text (window->differs), ==, "A and B are the same");
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      GtkWidget *button = window_find (window->compare_modes, has_label, modes[i]);

      window_click (button);
      driver_wait ((DriverCondition) gtk_toggle_button_get_active, button, modes[i]);
      settle ();
      assert_same_place (window->scalogram_view, &picture);
      assert_same_place (window->waveform, &waveform);
      assert_same_place (GTK_WIDGET (window->readout_box), &readout);
    }
  window_click (window_find (window->compare_modes, has_label, "Stacked"));
  driver_wait (window_is_mapped, window->second_view, "the second");
  settle ();
  assert_same_place (window->waveform, &waveform);
  assert_same_place (GTK_WIDGET (window->readout_box), &readout);
  both = place_of (window->scalogram_view);
  below = place_of (window->second_view);
  graphene_rect_union (&both, &below, &both);
  g_assert_true (graphene_rect_equal (&both, &picture));
  driver_key ("shift+j");
  driver_wait (is_closed, NULL, "the end of the comparison");
  settle ();
  assert_same_place (window->scalogram_view, &picture);
}

/* A second that is ten times as strong is saturated in the colours of the first; with a range of its own it looks like that. */
static void
test_own_range (void)
{
  static const char *const steps[] = { "gain:20", NULL };
  double first, second;

  window_open_sample ("ecg.txt");
  ondes_session_set_conditioning (session, steps, TRUE);
  settle ();
  ondes_comparison_hold (window->comparison);
  ondes_session_set_conditioning (session, steps, FALSE);
  ondes_second_picture_set_shown (ondes_comparison_get_picture (window->comparison), ONDES_SHOWN_BOTH);
  settle ();
  driver_move (GTK_WIDGET (window), 4, 4);
  g_assert_cmpfloat (lightness (0.75), >, lightness (0.25) + 20);
  second = lightness (0.75);
  click_within (colours_button (), is_check, "Own colour range for B");
  settle ();
  g_assert_cmpfloat (lightness (0.75), <, second - 20);
  first = lightness (0.75);
  /* In every mode that shows B. */
  driver_key ("k");
  driver_key ("k");
  settle ();
  g_assert_cmpint (ondes_second_picture_get_view (ondes_comparison_get_picture (window->comparison))->shown, ==, ONDES_SHOWN_RIGHT);
  g_assert_cmpfloat_with_epsilon (lightness (0.75), first, 2);
  click_within (colours_button (), is_check, "Own colour range for B");
  settle ();
  g_assert_cmpfloat_with_epsilon (lightness (0.75), second, 2);
  switch_off ();
}

/* Sessions of earlier versions have what was shown beside the picture without compensation, "first" for nothing. */
static void
test_old_session (void)
{
  g_autoptr (GVariant) alone = g_variant_parse (NULL, "{'shown': <'first'>, 'line': <0.3>, 'range': <6.0>}", NULL, NULL, NULL);
  g_autoptr (GVariant) shown
    = g_variant_parse (NULL, "{'shown': <'difference'>, 'line': <0.3>, 'range': <20.0>}", NULL, NULL, NULL);
  double twenty = 20;

  open_with_gain ();
  ondes_window_restore_compensation (window, alone);
  g_assert_cmpint (ondes_comparison_get_second (window->comparison), ==, ONDES_SECOND_NONE);
  ondes_window_restore_compensation (window, shown);
  driver_wait (range_is, &twenty, "the difference");
  g_assert_cmpint (ondes_comparison_get_second (window->comparison), ==, ONDES_SECOND_UNCOMPENSATED);
  switch_off ();
}

/* TRUE if @colour is the accent's, somewhat blue. */
static gboolean
is_accent (guint32 colour)
{
  return (int) (colour & 255) > (int) (colour >> 16 & 255) + 60;
}

/* An oversampled picture reaches past the old half rate, which is marked; the bar tells the noise of quantised masks. */
static void
test_marks (void)
{
  OndesCompensationSettings settings = ondes_compensation_settings_default;
  GtkWidget *chart;
  OndesScalogram *scalogram;
  g_autofree char *title = NULL, *noise = NULL;
  g_autoptr (DriverShot) shot = NULL;
  OndesDisplay display;
  graphene_rect_t plot;
  OndesAxis axis;
  double y, x;
  guint white = 0;

  settings.on = settings.quantise = TRUE;
  settings.oversample = 2;
  open_compensated (&settings);
  chart = window->scalogram_view;
  scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  display = ondes_scalogram_analysis_get_colours (analysis);
  title = ondes_words_colour_bar_title (scalogram, &display);
  noise = g_strdup_printf ("; noise of 8-bit masks −%.0f dB", -ondes_spec_cwt (scalogram->spec)->noise_db);
  g_assert_true (g_str_has_suffix (title, noise));
  ondes_chart_get_plot (ONDES_CHART (view ()), &plot);
  axis = ondes_display_axis (&display, scalogram, plot.size.height);
  shot = driver_shot (chart);
  y = plot.origin.y + plot.size.height
      - floor (ondes_axis_pixel (&axis, ondes_display_from_frequency (&display, scalogram,
                                                                      ondes_scalogram_get_old_half_rate (scalogram))));
  g_assert_cmpfloat (y, >, plot.origin.y + 10);
  for (x = 0; x < plot.size.width; x++)
    for (int dy = -1; dy <= 1; dy++)
      if (driver_lightness (driver_pixel (shot, chart, plot.origin.x + x, y + dy)) > 235)
        {
          white++;
          break;
        }
  g_assert_cmpfloat (white, >, plot.size.width / 2);
  g_assert_cmpfloat (white, <, plot.size.width * 0.8);
  g_assert_true (is_accent (driver_pixel (shot, chart, plot.origin.x - 4, y)));
  g_assert_false (is_accent (driver_pixel (shot, chart, plot.origin.x - 4, y + 12)));
  /* The colours end at −60 dB. */
  y = plot.origin.y + plot.size.height * -ondes_spec_cwt (scalogram->spec)->noise_db / display.db_range;
  x = plot.origin.x + plot.size.width + ondes_chart_get_second_room (ONDES_CHART (view ())) + ONDES_CHART_BAR_GAP
      + ONDES_CHART_BAR_WIDTH + 4;
  g_assert_true (is_accent (driver_pixel (shot, chart, x, y)));
  g_assert_false (is_accent (driver_pixel (shot, chart, x, y - 12)));
  switch_off ();
}

int
main (int    argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-compare/a-line-between-with-and-without", test_line);
  g_test_add_func ("/ondes/window-compare/the-difference-in-decibels", test_difference);
  g_test_add_func ("/ondes/window-compare/moves-nothing", test_place);
  g_test_add_func ("/ondes/window-compare/the-second-may-have-its-own-range", test_own_range);
  g_test_add_func ("/ondes/window-compare/is-as-an-earlier-version-left-it", test_old_session);
  g_test_add_func ("/ondes/window-compare/marks-of-half-rate-and-noise", test_marks);
  return window_run ();
}
