/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts on a screen, driven by pointer and keys: what the analysis then has, and what is then to be seen. */
#include <math.h>
#include <string.h>

#include "charts-fixture.h"
#include "charts/ondes-chart-navigation.h"
#include "charts/ondes-scalogram-axis.h"

static void
test_tone (Fixture       *f,
           gconstpointer  data)
{
  static const OndesShow shows[] = { ONDES_SHOW_LOG, ONDES_SHOW_LINEAR };

  for (guint i = 0; i < G_N_ELEMENTS (shows); i++)
    {
      OndesDisplay display = *ondes_scalogram_analysis_get_display (f->analysis);
      g_autoptr (DriverShot) shot = NULL;
      double x, y, row;

      display.show = shows[i];
      display.decibel = FALSE;
      ondes_scalogram_analysis_set_display (f->analysis, &display);
      fixture_settle (f);
      shot = driver_shot (f->scalogram);
      x = floor (ondes_chart_to_x (ONDES_CHART (f->scalogram), LENGTH / 3)) + 0.5;
      y = fixture_ridge_y (f, shot, x);
      /* A row is as high as a 24th of an octave; the brightest is the one that holds the tone, or its neighbour at a tie. */
      row = fabs (fixture_expected_y (f, f->tone_hz, shows[i] == ONDES_SHOW_LOG)
                  - fixture_expected_y (f, f->tone_hz * exp2 (1 / 24.0), shows[i] == ONDES_SHOW_LOG));
      g_assert_cmpfloat (fabs (y - fixture_expected_y (f, f->tone_hz, shows[i] == ONDES_SHOW_LOG)), <=, row / 2 + 1);
    }
}

typedef struct
{
  Fixture *f;
  double   first, count; /* of the view before */
  double   lo, hi;       /* of the frequencies before */
} Before;

static Before
before (Fixture *f)
{
  Before b = { .f = f };

  ondes_timeline_get_view (f->timeline, &b.first, &b.count);
  b.lo = ondes_scalogram_analysis_get_display (f->analysis)->view_lo;
  b.hi = ondes_scalogram_analysis_get_display (f->analysis)->view_hi;
  return b;
}

static gboolean
view_is_other (gpointer data)
{
  Before *b = data, now = before (b->f);

  return now.first != b->first || now.count != b->count;
}

static gboolean
frequencies_are_other (gpointer data)
{
  Before *b = data, now = before (b->f);

  return now.lo != b->lo || now.hi != b->hi;
}

static gboolean
view_is_whole (gpointer data)
{
  Before now = before (data);

  return now.first == 0 && now.count == LENGTH && now.lo == 0 && now.hi == 0;
}

static double
frequency_under (Fixture *f,
                 double   y)
{
  graphene_rect_t plot = fixture_plot (f->scalogram);
  OndesAxis axis, whole;

  g_assert_true (ondes_scalogram_axis_get (ONDES_SCALOGRAM_VIEW (f->scalogram), &axis, &whole));
  return ondes_axis_value (&axis, plot.origin.y + plot.size.height - y);
}

static void
test_wheel (Fixture       *f,
            gconstpointer  data)
{
  OndesChart *chart = ONDES_CHART (f->scalogram);
  graphene_rect_t plot = fixture_plot (f->scalogram);
  /* The pointer stands on whole pixels. */
  double x = floor (plot.origin.x + plot.size.width * g_test_rand_double_range (0.2, 0.8));
  double y = floor (plot.origin.y + plot.size.height * g_test_rand_double_range (0.2, 0.8));
  double sample = ondes_chart_from_x (chart, x), frequency = frequency_under (f, y), pixel;
  Before b = before (f), now;

  driver_move (f->scalogram, x, y);
  driver_wait (fixture_has_pointer, f->analysis, "the crosshair");
  driver_click (4, 1, NULL);
  driver_wait (view_is_other, &b, "zoom by the wheel");
  now = before (f);
  pixel = now.count / plot.size.width;
  g_assert_cmpfloat (now.count, <, b.count * 0.9);
  g_assert_cmpfloat (fabs (ondes_chart_from_x (chart, x) - sample), <=, pixel / 2);
  g_assert_false (frequencies_are_other (&b));

  /* Far in and back out: the point still stays, except where the ends of the recording come into view. */
  b = before (f);
  driver_click (4, 5, NULL);
  driver_wait (view_is_other, &b, "zoom by the wheel");
  fixture_settle (f);
  now = before (f);
  g_assert_cmpfloat (fabs (ondes_chart_from_x (chart, x) - sample), <=, now.count / plot.size.width / 2);
  g_assert_cmpfloat (fabs (ondes_scalogram_analysis_get_pointer (f->analysis)->sample - sample), <=,
                     now.count / plot.size.width);

  /* Ctrl: frequencies, time untouched. */
  b = before (f);
  driver_click (4, 2, "ctrl");
  driver_wait (frequencies_are_other, &b, "zoom in frequency");
  fixture_settle (f);
  now = before (f);
  g_assert_false (view_is_other (&b));
  g_assert_cmpfloat (now.hi / now.lo, <, 30);
  g_assert_cmpfloat (fabs (log (frequency_under (f, y) / frequency)), <=, log (now.hi / now.lo) / plot.size.height);

  /* Shift: moves in time, the length untouched. */
  b = before (f);
  driver_click (4, 1, "shift");
  driver_wait (view_is_other, &b, "pan by the wheel");
  now = before (f);
  g_assert_cmpfloat_with_epsilon (now.count, b.count, 1e-6);
  g_assert_cmpfloat (now.first, <, b.first);

  driver_click (1, 2, NULL);
  driver_wait (view_is_whole, f, "the whole by a double click");
}

static void
test_drag (Fixture       *f,
           gconstpointer  data)
{
  OndesChart *chart = ONDES_CHART (f->scalogram);
  graphene_rect_t plot = fixture_plot (f->scalogram);
  double x = floor (plot.origin.x + plot.size.width / 2), y = floor (plot.origin.y + plot.size.height / 2);
  double dx = g_test_rand_int_range (20, 60), dy = g_test_rand_int_range (20, 40), sample, frequency;
  Before b, now;

  ondes_timeline_set_view (f->timeline, 10000, 8000);
  ondes_scalogram_analysis_set_frequencies (f->analysis, 300, 1200);
  fixture_settle (f);
  b = before (f);
  sample = ondes_chart_from_x (chart, x);
  frequency = frequency_under (f, y);
  driver_move (f->scalogram, x, y);
  driver_press (1);
  driver_move (f->scalogram, x + 12, y);
  driver_wait (view_is_other, &b, "pan by drag");
  b = before (f);
  driver_move (f->scalogram, x - dx, y - dy);
  driver_wait (view_is_other, &b, "pan by drag");
  driver_release (1);
  fixture_settle (f);
  now = before (f);
  g_assert_cmpfloat_with_epsilon (now.count, 8000, 1e-6);
  g_assert_cmpfloat (fabs (ondes_chart_from_x (chart, x - dx) - sample), <=, now.count / plot.size.width);
  g_assert_cmpfloat (fabs (log (frequency_under (f, y - dy) / frequency)), <=, log (now.hi / now.lo) / plot.size.height);

  /* Past the end the view stops there. */
  b = before (f);
  driver_move (f->scalogram, plot.origin.x + 20, y);
  driver_press (1);
  for (double at = 60; at < plot.size.width - 20; at += 40)
    driver_move (f->scalogram, plot.origin.x + at, y);
  driver_wait (view_is_other, &b, "pan by drag");
  driver_release (1);
  fixture_settle (f);
  now = before (f);
  g_assert_cmpfloat (now.first, >=, 0);
  g_assert_cmpfloat_with_epsilon (now.count, 8000, 1e-6);
}

static void
test_keys (Fixture       *f,
           gconstpointer  data)
{
  graphene_rect_t plot = fixture_plot (f->scalogram);
  Before b = before (f), now;
  double sample;

  g_assert_true (gtk_widget_grab_focus (f->scalogram));
  driver_key ("plus");
  driver_wait (view_is_other, &b, "zoom by key");
  now = before (f);
  g_assert_cmpfloat (now.count, <, b.count);
  g_assert_false (frequencies_are_other (&b));
  g_assert_cmpfloat_with_epsilon (now.first + now.count / 2, LENGTH / 2.0, 1e-6);

  b = before (f);
  driver_key ("ctrl+plus");
  driver_wait (frequencies_are_other, &b, "zoom in frequency by key");
  g_assert_false (view_is_other (&b));

  b = before (f);
  driver_key ("Right");
  driver_wait (view_is_other, &b, "pan by key");
  now = before (f);
  g_assert_cmpfloat (now.first, >, b.first);
  g_assert_cmpfloat_with_epsilon (now.count, b.count, 1e-6);

  b = before (f);
  driver_key ("Up");
  driver_wait (frequencies_are_other, &b, "pan in frequency by key");
  g_assert_cmpfloat (before (f).hi, >, b.hi);

  b = before (f);
  driver_key ("Page_Up");
  driver_wait (view_is_other, &b, "a page back");
  g_assert_cmpfloat (before (f).first, <, b.first);

  b = before (f);
  driver_key ("minus");
  driver_wait (view_is_other, &b, "zoom out by key");
  g_assert_cmpfloat (before (f).count, >, b.count);

  driver_key ("Home");
  driver_wait (view_is_whole, f, "the whole");

  /* The crosshair: from the middle, a pixel a step, ten with Shift. */
  driver_key ("alt+Right");
  driver_wait (fixture_has_pointer, f->analysis, "the crosshair by key");
  sample = ondes_scalogram_analysis_get_pointer (f->analysis)->sample;
  g_assert_cmpfloat (fabs (sample - LENGTH / 2.0), <=, 2 * LENGTH / plot.size.width);
  driver_key ("alt+shift+Right");
  driver_key ("alt+Up");
  fixture_settle (f);
  g_assert_cmpfloat_with_epsilon (ondes_scalogram_analysis_get_pointer (f->analysis)->sample - sample,
                                  10 * LENGTH / plot.size.width, 1);
  g_assert_true (ondes_scalogram_analysis_get_pointer (f->analysis)->valid);
  driver_key ("Escape");
  driver_wait (fixture_has_no_pointer, f->analysis, "no crosshair");
}

static void
test_dark (Fixture       *f,
           gconstpointer  data)
{
  graphene_rect_t wave = fixture_plot (f->waveform), plot = fixture_plot (f->scalogram);
  AdwStyleManager *manager = adw_style_manager_get_default ();
  double light = 0, dark = 0, points = 0;
  double middle_x = plot.origin.x + plot.size.width / 2, middle_y = fixture_expected_y (f, f->tone_hz, TRUE);
  g_autoptr (DriverShot) day = NULL;
  g_autoptr (DriverShot) night = NULL;

  /* So few samples that the waveform is a line and the rest of its plot background. */
  ondes_timeline_set_view (f->timeline, 8000, 40);
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_LIGHT);
  fixture_settle (f);
  day = driver_shot (f->window);
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_DARK);
  fixture_settle (f);
  night = driver_shot (f->window);
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_DEFAULT);

  for (double x = wave.origin.x + 2; x < wave.origin.x + wave.size.width - 2; x++)
    for (double y = wave.origin.y + 2; y < wave.origin.y + wave.size.height - 2; y += 5)
      {
        light += driver_lightness (driver_pixel (day, f->waveform, x, y));
        dark += driver_lightness (driver_pixel (night, f->waveform, x, y));
        points++;
      }
  g_assert_cmpfloat (light / points, >, 220);
  g_assert_cmpfloat (dark / points, <, 70);
  /* The picture is data: the same by day and by night. */
  g_assert_cmphex (driver_pixel (day, f->scalogram, middle_x, middle_y), ==,
                   driver_pixel (night, f->scalogram, middle_x, middle_y));
}

static double
overview_x (Fixture *f,
            double   sample)
{
  graphene_rect_t plot = fixture_plot (f->overview);

  return plot.origin.x + sample / LENGTH * plot.size.width;
}

static void
drag_overview (Fixture *f,
               double   from,
               double   to)
{
  double y = fixture_plot (f->overview).origin.y + 20;
  Before b = before (f);

  driver_move (f->overview, from, y);
  driver_press (1);
  driver_move (f->overview, (from + to) / 2, y);
  driver_move (f->overview, to, y);
  driver_release (1);
  driver_wait (view_is_other, &b, "the span dragged");
  fixture_settle (f);
}

static void
test_overview (Fixture       *f,
               gconstpointer  data)
{
  graphene_rect_t plot = fixture_plot (f->overview);
  double pixel = LENGTH / plot.size.width;
  g_autofree char *text = NULL;
  Before b, now;

  /* The whole in view: a drag draws a span. */
  drag_overview (f, overview_x (f, 8000), overview_x (f, 16000));
  now = before (f);
  g_assert_cmpfloat (fabs (now.first - 8000), <=, pixel);
  g_assert_cmpfloat (fabs (now.count - 8000), <=, 2 * pixel);

  /* Its middle moves it. */
  b = now;
  drag_overview (f, overview_x (f, 12000), overview_x (f, 15000));
  now = before (f);
  g_assert_cmpfloat_with_epsilon (now.count, b.count, 1e-6);
  g_assert_cmpfloat (fabs (now.first - b.first - 3000), <=, 2 * pixel);

  /* Its ends resize it. */
  b = now;
  drag_overview (f, overview_x (f, b.first), overview_x (f, b.first - 4000));
  now = before (f);
  g_assert_cmpfloat (fabs (now.first - (b.first - 4000)), <=, 2 * pixel);
  g_assert_cmpfloat_with_epsilon (now.first + now.count, b.first + b.count, 1e-6);
  b = now;
  drag_overview (f, overview_x (f, b.first + b.count), overview_x (f, b.first + b.count + 4000));
  now = before (f);
  g_assert_cmpfloat_with_epsilon (now.first, b.first, 1e-6);
  g_assert_cmpfloat (fabs (now.count - b.count - 4000), <=, 2 * pixel);

  /* A press outside brings its middle there; a drag outside draws a new one. */
  ondes_timeline_set_view (f->timeline, 2000, 4000);
  fixture_settle (f);
  b = before (f);
  driver_move (f->overview, overview_x (f, 20000), plot.origin.y + 20);
  driver_click (1, 1, NULL);
  driver_wait (view_is_other, &b, "the span brought");
  now = before (f);
  g_assert_cmpfloat_with_epsilon (now.count, b.count, 1e-6);
  g_assert_cmpfloat (fabs (now.first + now.count / 2 - 20000), <=, pixel);
  drag_overview (f, overview_x (f, 4000), overview_x (f, 9000));
  now = before (f);
  g_assert_cmpfloat (fabs (now.first - 4000), <=, pixel);
  g_assert_cmpfloat (fabs (now.count - 5000), <=, 2 * pixel);

  /* Keys, and what a screen reader says. */
  ondes_timeline_set_view (f->timeline, 8000, 4000);
  gtk_widget_grab_focus (f->overview);
  b = before (f);
  driver_key ("Right");
  driver_wait (view_is_other, &b, "the span moved by key");
  g_assert_cmpfloat_with_epsilon (before (f).first, 9000, 1e-6);
  gtk_test_accessible_assert_role (f->overview, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (f->overview, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 11000 / RATE);
  gtk_test_accessible_assert_property (f->overview, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "From 1.125 s to 1.625 s, of 4.000 s");
  driver_key ("Home");
  driver_wait (view_is_whole, f, "the whole");
}

static void
test_samples (Fixture       *f,
              gconstpointer  data)
{
  graphene_rect_t plot = fixture_plot (f->waveform);
  guint at = g_test_rand_int_range (100, 20000);
  g_autoptr (DriverShot) shot = NULL;
  OndesTheme theme;
  guint32 wave;
  double least = 0, most = 0;
  int seen = 0;

  ondes_timeline_set_view (f->timeline, at, 16);
  fixture_settle (f);
  shot = driver_shot (f->waveform);
  theme = ondes_chart_theme (f->waveform);
  wave = (guint32) round (theme.wave.r * 255) << 16 | (guint32) round (theme.wave.g * 255) << 8
         | (guint32) round (theme.wave.b * 255);
  /* The line goes through each sample: the highest and the lowest one fix the amplitudes, the others must fit. */
  for (guint i = at + 1; i < at + 15; i++)
    {
      double x = floor (plot.origin.x + (i - (double) at) / 16 * plot.size.width) + 0.5, top = -1, bottom = -1;

      for (double y = plot.origin.y + 0.5; y < plot.origin.y + plot.size.height; y++)
        if (driver_pixel (shot, f->waveform, x, y) == wave)
          {
            top = top < 0 ? y : top;
            bottom = y;
          }
      g_assert_cmpfloat (top, >=, 0);
      /* A dot is round, so that its middle is where the sample is; range ±1 at the most. */
      if (seen++ == 0)
        least = most = f->samples[i];
      least = MIN (least, f->samples[i]);
      most = MAX (most, f->samples[i]);
      if (fabs (f->samples[i]) > 0.05)
        g_assert_cmpint (f->samples[i] > 0, ==, (top + bottom) / 2 < plot.origin.y + plot.size.height / 2);
    }
  g_assert_cmpfloat (most, >, least);

  /* A gap is hatched: the accent, and no wave. */
  ondes_timeline_set_view (f->timeline, GAP_AT + 50, 200);
  fixture_settle (f);
  g_clear_pointer (&shot, driver_shot_free);
  shot = driver_shot (f->waveform);
  for (double x = plot.origin.x + 2; x < plot.origin.x + plot.size.width - 2; x += 7)
    g_assert_cmphex (driver_pixel (shot, f->waveform, x, plot.origin.y + plot.size.height / 4), !=,
                     (guint32) round (theme.background.r * 255) * 0x10101);
}

typedef struct
{
  GtkWidget  *widget;
  const char *part;
  char       *text;
} Said;

/* The description that a screen reader gets, from the labels of the readout. */
static void
collect (GtkWidget *widget,
         GString   *text)
{
  if (!gtk_widget_get_visible (widget))
    return;
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s|", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect (child, text);
}

static gboolean
says (gpointer data)
{
  Said *said = data;
  GString *text = g_string_new (NULL);

  collect (said->widget, text);
  g_free (said->text);
  said->text = g_string_free (text, FALSE);
  return strstr (said->text, said->part) != NULL;
}

static void
test_readout (Fixture       *f,
              gconstpointer  data)
{
  double x = ondes_chart_to_x (ONDES_CHART (f->scalogram), 12000);
  graphene_rect_t plot = fixture_plot (f->scalogram);
  Said said = { f->readout, "Point at the scalogram", NULL };
  double magnitude = 0, level = 1, seconds = 0, frequency = 0;
  g_auto (GStrv) words = NULL;

  driver_wait (says, &said, "the hint");
  driver_move (f->scalogram, x, fixture_expected_y (f, f->tone_hz, TRUE));
  said.part = "°";
  driver_wait (says, &said, "the phase");
  g_assert_nonnull (strstr (said.text, "inside"));
  words = g_strsplit (said.text, "|", 0);
  g_assert_cmpstr (words[0], ==, "Time");
  seconds = g_ascii_strtod (words[1], NULL);
  g_assert_cmpfloat (fabs (seconds - 1.5), <=, 0.02);
  g_assert_cmpstr (words[2], ==, "Frequency");
  frequency = g_ascii_strtod (words[3], NULL) * (strstr (words[3], "kHz") != NULL ? 1000 : 1);
  g_assert_cmpfloat (fabs (log2 (frequency / f->tone_hz)), <=, 1.5 / 24);
  g_assert_cmpstr (words[6], ==, "Scale");
  g_assert_cmpfloat (fabs (g_ascii_strtod (words[7], NULL) * frequency / (5 * RATE / (2 * G_PI)) - 1), <=, 0.002);
  g_assert_cmpstr (words[4], ==, "Magnitude");
  /* l1: the magnitude of a tone is its amplitude. */
  magnitude = g_ascii_strtod (words[5], NULL) * (strstr (words[5], "µV") != NULL ? 1e-3 : 1);
  g_assert_cmpfloat (fabs (magnitude / f->amplitude - 1), <=, 0.05);
  g_assert_nonnull (strstr (words[5], "("));
  level = g_ascii_strtod (strstr (words[5], "(") + 1, NULL);
  g_assert_cmpfloat (fabs (level), <=, 1);

  /* Near the start the ends of the recording count in. */
  driver_move (f->scalogram, plot.origin.x + 1, plot.origin.y + plot.size.height - 3);
  said.part = "outside";
  driver_wait (says, &said, "outside the cone");

  /* Over the waveform there is a time and no frequency. */
  driver_move (f->waveform, x, 30);
  said.part = "Frequency|—";
  driver_wait (says, &said, "a time alone");
  driver_move (f->window, 4, 150);
  said.part = "Point at the scalogram";
  driver_wait (says, &said, "the hint");
  g_free (said.text);
}

/* Returns the frequency of a peak in a row between two others: the top of the parabola through log |W| over the scales, by
 * determinants. */
static double
peak_hz (OndesScalogram *s,
         gsize           row,
         gsize           column)
{
  double x[3], y[3], top = 0, bottom = 0;

  for (guint i = 0; i < 3; i++)
    {
      x[i] = 1 / s->frequencies_hz[row - 1 + i];
      y[i] = log (s->values[(row - 1 + i) * s->columns + column]);
    }
  for (guint i = 0; i < 3; i++)
    {
      top += x[i] * x[i] * (y[(i + 1) % 3] - y[(i + 2) % 3]);
      bottom += 2 * x[i] * (y[(i + 1) % 3] - y[(i + 2) % 3]);
    }
  return bottom / top;
}

static gboolean
is_described (gpointer data)
{
  Fixture *f = data;
  OndesScalogram *s = ondes_scalogram_analysis_get_scalogram (f->analysis);
  double lowest = s->frequencies_hz[s->rows - 1], highest = s->frequencies_hz[0];
  gsize largest = 0;
  g_autofree char *lo = NULL, *hi = NULL, *value = NULL, *when = NULL, *pitch = NULL, *text = NULL, *difference = NULL;

  for (gsize i = 1; i < (gsize) s->rows * s->columns; i++)
    if (s->values[i] > s->values[largest])
      largest = i;
  lo = ondes_format_value (lowest, "Hz", 3);
  hi = ondes_format_value (highest, "Hz", 3);
  value = ondes_format_value (s->largest, "mV", 3);
  when = ondes_format_value ((largest % s->columns + 0.5) * LENGTH / s->columns / RATE, "s", 4);
  pitch = ondes_format_value (peak_hz (s, largest / s->columns, largest % s->columns), "Hz", 3);
  text = g_strdup_printf ("%s, from 0 s to 4.000 s, %u rows from %s to %s. The largest value is %s, at %s and %s.", s->name,
                          s->rows, lo, hi, value, when, pitch);
  difference = gtk_test_accessible_check_property (GTK_ACCESSIBLE (f->scalogram), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);
  if (difference != NULL)
    g_test_message ("%s, not %s", difference, text);
  return difference == NULL;
}

static void
test_described (Fixture       *f,
                gconstpointer  data)
{
  gtk_test_accessible_assert_role (f->scalogram, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_role (f->waveform, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_role (f->readout, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (f->scalogram, GTK_ACCESSIBLE_PROPERTY_LABEL, "Scalogram");
  gtk_test_accessible_assert_property (f->waveform, GTK_ACCESSIBLE_PROPERTY_LABEL, "Waveform");
  driver_wait (is_described, f, "the summary of the picture");
}

static void
test_empty (void)
{
  Fixture f = { 0 };
  g_autoptr (DriverShot) shot = NULL;
  guint32 colour;

  fixture_show (&f);
  driver_move (f.scalogram, 300, 100);
  driver_click (4, 2, NULL);
  driver_click (1, 2, NULL);
  gtk_widget_grab_focus (f.scalogram);
  driver_key ("plus");
  driver_key ("alt+Right");
  driver_key ("Home");
  driver_move (f.overview, 300, 20);
  driver_click (1, 1, NULL);
  driver_key ("Left");
  driver_wait_drawn (f.window);
  shot = driver_shot (f.window);
  colour = driver_pixel (shot, f.window, 10, 10);
  for (double y = 2; y < gtk_widget_get_height (f.window) - 2; y += 5)
    for (double x = 2; x < gtk_widget_get_width (f.window) - 2; x += 5)
      g_assert_cmphex (driver_pixel (shot, f.window, x, y), ==, colour);
  fixture_tear_down (&f, NULL);
}

static void
test_span (void)
{
  for (int i = 0; i < 10000; i++)
    {
      double whole = exp (g_test_rand_double_range (3, 20)), count = g_test_rand_double_range (0, 1) * whole;
      double first = g_test_rand_double_range (0, 1) * (whole - count), at = g_test_rand_double_range (0, 1);
      double factor = exp (g_test_rand_double_range (-2, 2)), point, to_first, to_count, room;

      to_first = first;
      to_count = MAX (count, 16);
      to_first = MIN (to_first, whole - to_count);
      point = to_first + at * to_count;
      ondes_span_zoom (&to_first, &to_count, whole, 16, at, factor);
      room = 1e-9 * whole;
      g_assert_cmpfloat (to_first, >=, 0);
      g_assert_cmpfloat (to_count, >=, 16 - room);
      g_assert_cmpfloat (to_first + to_count, <=, whole + room);
      if (to_first > 0 && to_first + to_count < whole - room)
        g_assert_cmpfloat (fabs (to_first + at * to_count - point), <=, room);
      count = to_count;
      ondes_span_move (&to_first, &to_count, whole, g_test_rand_double_range (-2, 2) * whole);
      g_assert_cmpfloat_with_epsilon (to_count, count, room);
      g_assert_cmpfloat (to_first, >=, 0);
      g_assert_cmpfloat (to_first + to_count, <=, whole + room);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, test) g_test_add ("/ondes/charts/" path, Fixture, NULL, fixture_set_up, test, fixture_tear_down)
  g_test_add_func ("/ondes/charts/a-span-zooms-about-its-point-and-stays-inside", test_span);
  g_test_add_func ("/ondes/charts/without-a-recording-nothing-is-drawn", test_empty);
  ADD ("a-tone-stands-at-its-frequency", test_tone);
  ADD ("the-wheel-keeps-what-is-under-the-pointer", test_wheel);
  ADD ("a-drag-takes-the-picture-along", test_drag);
  ADD ("keys-zoom-pan-and-return-to-the-whole", test_keys);
  ADD ("dark-style-recolours-all-but-the-picture", test_dark);
  ADD ("the-overview-moves-resizes-and-draws-the-span", test_overview);
  ADD ("samples-and-gaps-are-drawn-where-they-are", test_samples);
  ADD ("the-readout-reads-the-picture", test_readout);
  ADD ("a-screen-reader-hears-the-picture", test_described);
  return g_test_run ();
}
