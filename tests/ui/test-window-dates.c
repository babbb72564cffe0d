/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings with dates in the real window: the ruler's ticks, the readout, what screen readers are told and what is copied,
 * against GDateTime; numbers by the locale of the test. */
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "figure/axis.h"
#include "charts/ondes-charts.h"
#include "session/analysis.h"
#include "session/words.h"
#include "window-fixture.h"

#define DAYS 3653 /* from 1950 to 1959 */

static void
open_text (const char *name,
           GString *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text->str, text->len, &error);
  g_assert_no_error (error);
  window_begin ();
  ondes_window_open (window, file);
  window_settle ();
}

static void
open_daily (void)
{
  g_autoptr (GString) text = g_string_new ("date,level\n");
  g_autoptr (GDateTime) first = g_date_time_new_utc (1950, 1, 1, 0, 0, 0);

  for (int i = 0; i < DAYS; i++)
    {
      g_autoptr (GDateTime) day = g_date_time_add_days (first, i);
      g_autofree char *date = g_date_time_format (day, "%F");

      g_string_append_printf (text, "%s,%d\n", date, (int) (1000 * sin (0.2 * i)) + g_test_rand_int_range (-100, 100));
    }
  open_text ("daily.csv", text);
}

/* 8 s at 1 kHz, across a midnight, the last of a year. */
static void
open_fast (void)
{
  g_autoptr (GString) text = g_string_new ("when;level\n");

  for (int i = 0; i < 8000; i++)
    g_string_append_printf (text, i < 4000 ? "1998-12-31 23:59:%02d.%03dZ;%d\n" : "1999-01-01 00:00:%02d.%03dZ;%d\n",
                            i < 4000 ? 56 + i / 1000 : i / 1000 - 4, i % 1000,
                            (int) (1000 * sin (0.3 * i)) + g_test_rand_int_range (-100, 100));
  open_text ("fast.csv", text);
}

static char *
date_of (double seconds,
         const char *format)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc ((gint64) floor (seconds));

  return g_date_time_format (date, format);
}

/* From right to left a mark of its direction stands before a number. */
static gboolean
is_text (GtkWidget *widget,
         gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && g_str_has_suffix (gtk_label_get_text (GTK_LABEL (widget)), text);
}

static gboolean
is_shown (gpointer text)
{
  return window_find (window_by_type (window, ONDES_TYPE_READOUT), is_text, text) != NULL;
}

static gboolean
is_pointed (gpointer data)
{
  return ondes_scalogram_analysis_get_pointer (analysis)->valid;
}

static GtkWidget *
point (double fraction)
{
  GtkWidget *chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  driver_move (chart, plot.origin.x + fraction * plot.size.width, plot.origin.y + plot.size.height / 2);
  driver_wait (is_pointed, NULL, "the pointer on the picture");
  driver_wait_drawn (chart);
  return chart;
}

/* The first day of each second year has a long tick, and the days beside it have none. */
static void
test_ticks (void)
{
  GtkWidget *chart;
  g_autoptr (DriverShot) shot = NULL;
  g_autofree char *title = NULL;
  graphene_rect_t plot;
  OndesAxis axis;

  open_daily ();
  chart = window_by_type (window, ONDES_TYPE_SCALOGRAM_VIEW);
  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  axis = ondes_time_chart_time_axis (ONDES_TIME_CHART (chart));
  title = ondes_words_time_title ("s", &axis);
  g_assert_null (strchr (title, ':'));
  g_assert_null (strchr (title, '1'));
  shot = driver_shot (GTK_WIDGET (window));
  for (int year = 1952; year < 1960; year += 2)
    {
      g_autoptr (GDateTime) date = g_date_time_new_utc (year, 1, 1, 0, 0, 0);
      double day = (double) (g_date_time_to_unix (date) / 86400 + 7305);
      double x = floor (ondes_chart_to_x (ONDES_CHART (chart), day)) + 0.5, y = ceil (plot.origin.y + plot.size.height) + 4.5;
      double paper = driver_lightness (driver_pixel (shot, chart, x + 6, y)), darkest = 255;

      for (int i = -1; i <= 1; i++)
        darkest = MIN (darkest, driver_lightness (driver_pixel (shot, chart, x + i, y)));
      g_assert_cmpfloat (paper - darkest, >, 60);
      g_assert_cmpfloat (fabs (driver_lightness (driver_pixel (shot, chart, x - 6, y)) - paper), <, 10);
    }
}

static void
test_readout (void)
{
  static const double spans[] = { DAYS, 200, 20 };

  open_daily ();
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      g_autofree char *expected = NULL, *copied = NULL;
      GtkWidget *chart;

      ondes_timeline_set_view (timeline, (DAYS - spans[i]) / 3, spans[i]);
      window_settle ();
      chart = point (g_test_rand_double_range (0.2, 0.8));
      /* A place that rounding leaves just before midnight counts as midnight. */
      expected = date_of (-7305 * 86400.0 + 86400 * floor (ondes_scalogram_analysis_get_pointer (analysis)->sample + 1e-3),
                          "%F");
      driver_wait (is_shown, expected, expected);
      copied = ONDES_CHART_GET_CLASS (chart)->copy_value (ONDES_CHART (chart));
      g_assert_true (g_str_has_prefix (copied, expected));
      g_assert_true (g_str_has_prefix (copied + strlen (expected), ", "));
    }
  ondes_scalogram_analysis_view_all (analysis);
  window_settle ();
}

static void
test_spoken (void)
{
  GtkWidget *overview;

  if (!g_str_has_prefix (setlocale (LC_MESSAGES, NULL), "C"))
    {
      g_test_skip ("the sentence is in another language");
      return;
    }
  open_daily ();
  overview = window_by_type (window, ONDES_TYPE_OVERVIEW_VIEW);
  ondes_timeline_set_view (timeline, 31, 59);
  window_settle ();
  gtk_test_accessible_assert_property (overview, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "From 1950-02-01 to 1950-04-01, of 10 years");
  ondes_scalogram_analysis_view_all (analysis);
  window_settle ();
}

/* Below a second, by the mark of the locale; copied by the point. */
static void
test_seconds (void)
{
  g_autofree char *minute = NULL, *expected = NULL, *by_point = NULL, *copied = NULL, *title = NULL, *name = NULL, *into = NULL;
  double ms, sample;
  OndesAxis axis;
  GtkWidget *chart;

  open_fast ();
  ondes_timeline_set_view (timeline, 1000, 2000);
  window_settle ();
  chart = point (g_test_rand_double_range (0.2, 0.8));
  axis = ondes_time_chart_time_axis (ONDES_TIME_CHART (chart));
  title = ondes_words_time_title ("s", &axis);
  g_assert_nonnull (strstr (title, "(1998-12-31, UTC)"));
  sample = ondes_scalogram_analysis_get_pointer (analysis)->sample;
  minute = date_of (915148796 + sample / 1000, "%F %H:%M:%S");
  ms = floor (fmod (sample, 1000) + 1e-3);
  by_point = g_strdup_printf ("%s.%03d", minute, (int) ms);
  expected = g_strdup_printf ("%s%s%03d", minute, nl_langinfo (RADIXCHAR), (int) ms);
  driver_wait (is_shown, expected, expected);
  copied = ONDES_CHART_GET_CLASS (chart)->copy_value (ONDES_CHART (chart));
  g_assert_true (g_str_has_prefix (copied, by_point));
  name = ondes_analysis_name_export (ONDES_ANALYSIS (analysis), &into);
  g_assert_cmpstr (name, ==, "fast 1998-12-31T235957.00--1998-12-31T235959.00");
  ondes_timeline_set_view (timeline, 0, 8000);
  window_settle ();
  axis = ondes_time_chart_time_axis (ONDES_TIME_CHART (chart));
  g_clear_pointer (&title, g_free);
  title = ondes_words_time_title ("s", &axis);
  g_assert_nonnull (strstr (title, "(UTC)"));
}

int
main (int argc,
      char **argv)
{
  window_init (&argc, &argv);
  g_test_add_func ("/ondes/window-dates/ticks-at-new-year", test_ticks);
  g_test_add_func ("/ondes/window-dates/readout-and-copied-value", test_readout);
  g_test_add_func ("/ondes/window-dates/screen-readers-are-told-dates", test_spoken);
  g_test_add_func ("/ondes/window-dates/seconds-by-the-locale", test_seconds);
  return window_run ();
}
