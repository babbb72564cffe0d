/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "charts-fixture.h"

#include <glib/gstdio.h>
#include <math.h>

#include "figure/palette.h"

static gboolean
has_source (gpointer data)
{
  return ondes_session_get_source (data) != NULL;
}

static gboolean
is_settled (gpointer data)
{
  Fixture *f = data;
  OndesOverview *overview = ondes_session_get_overview (f->session);

  return !ondes_analysis_is_busy (ONDES_ANALYSIS (f->analysis), NULL) && !ondes_analysis_is_stale (ONDES_ANALYSIS (f->analysis))
         && ondes_scalogram_analysis_get_scalogram (f->analysis) != NULL && overview != NULL
         && ondes_overview_fraction (overview) >= 1
         && ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (f->scalogram));
}

void
fixture_settle (Fixture *f)
{
  driver_wait_drawn (f->window);
  driver_wait (is_settled, f, "the picture");
  driver_wait_drawn (f->window);
}

static void
on_message (OndesScalogramAnalysis *analysis,
            const char             *text,
            gboolean                is_error)
{
  if (is_error)
    g_error ("%s", text);
}

static void
write_recording (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  int file = g_file_open_tmp ("ondes-charts-XXXXXX", &f->path, &error);
  double phase = g_test_rand_double_range (0, 2 * G_PI);

  g_assert_no_error (error);
  g_close (file, NULL);
  f->tone_hz = g_test_rand_double_range (300, 1500);
  f->amplitude = g_test_rand_double_range (0.3, 0.9);
  f->samples = g_new (float, LENGTH);
  for (int i = 0; i < LENGTH; i++)
    f->samples[i] = i >= GAP_AT && i < GAP_AT + GAP ? NAN : f->amplitude * sin (2 * G_PI * f->tone_hz / RATE * i + phase);
  g_file_set_contents (f->path, (const char *) f->samples, LENGTH * sizeof (float), &error);
  g_assert_no_error (error);
}

void
fixture_show (Fixture *f)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  f->session = ondes_session_new ();
  f->timeline = ondes_session_get_timeline (f->session);
  f->analysis = ondes_scalogram_analysis_new (f->session);
  g_signal_connect (f->session, "message", G_CALLBACK (on_message), NULL);
  g_signal_connect (f->analysis, "message", G_CALLBACK (on_message), NULL);
  f->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (f->window), 780, 580);
  gtk_window_set_decorated (GTK_WINDOW (f->window), FALSE);
  gtk_window_set_child (GTK_WINDOW (f->window), box);
  f->overview = ondes_overview_view_new (f->session);
  f->waveform = ondes_waveform_view_new (f->session);
  f->scalogram = ondes_scalogram_view_new (f->analysis);
  f->readout = ondes_readout_new (ONDES_SCALOGRAM_VIEW (f->scalogram));
  gtk_box_append (GTK_BOX (box), f->overview);
  gtk_box_append (GTK_BOX (box), f->waveform);
  gtk_box_append (GTK_BOX (box), f->scalogram);
  gtk_box_append (GTK_BOX (box), f->readout);
  driver_present (GTK_WINDOW (f->window));
  /* Outside every plot, wherever the last test left it. */
  driver_move (f->window, 4, 150);
}

void
fixture_set_up (Fixture       *f,
                gconstpointer  data)
{
  OndesReadOptions options = { .raw = TRUE, .raw_format = { 32, 'f', FALSE, 1, RATE }, .unit = "mV" };
  OndesCwtSettings settings;
  OndesDisplay display;

  write_recording (f);
  fixture_show (f);
  ondes_session_open (f->session, f->path, &options);
  driver_wait (has_source, f->session, "the recording");
  settings = *ondes_scalogram_analysis_get_settings (f->analysis);
  settings.rows = ONDES_ROWS_FREQUENCIES;
  settings.fmin_hz = 100;
  settings.fmax_hz = 3200;
  settings.voices = 24;
  ondes_scalogram_analysis_set_settings (f->analysis, &settings);
  display = *ondes_scalogram_analysis_get_display (f->analysis);
  display.cone = FALSE;
  ondes_scalogram_analysis_set_display (f->analysis, &display);
  fixture_settle (f);
}

gboolean
fixture_has_pointer (gpointer data)
{
  return !isnan (ondes_scalogram_analysis_get_pointer (data)->sample);
}

gboolean
fixture_has_no_pointer (gpointer data)
{
  return !fixture_has_pointer (data);
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

void
fixture_tear_down (Fixture       *f,
                   gconstpointer  data)
{
  gpointer chart = f->scalogram;

  /* GTK holds on to what the pointer is over. */
  driver_move (f->window, 4, 150);
  driver_wait (fixture_has_no_pointer, f->analysis, "the pointer outside");
  g_object_add_weak_pointer (G_OBJECT (f->scalogram), &chart);
  gtk_window_destroy (GTK_WINDOW (f->window));
  driver_wait (is_gone, &chart, "the window's end");
  g_object_unref (f->analysis);
  g_object_unref (f->session);
  if (f->path != NULL)
    g_unlink (f->path);
  g_free (f->path);
  g_free (f->samples);
}

graphene_rect_t
fixture_plot (GtkWidget *chart)
{
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (chart), &plot);
  g_assert_cmpfloat (plot.size.width, >, 100);
  g_assert_cmpfloat (plot.size.height, >, 20);
  return plot;
}

/* Where a frequency should be on the scalogram by its definition: the rows' outer edges at the ends of the plot. */
double
fixture_expected_y (Fixture *f,
                    double   frequency,
                    gboolean log_axis)
{
  OndesScalogram *s = ondes_scalogram_analysis_get_scalogram (f->analysis);
  graphene_rect_t plot = fixture_plot (f->scalogram);
  double lo = G_MAXDOUBLE, hi = 0, up;

  for (guint i = 0; i < s->rows; i++)
    {
      lo = MIN (lo, s->edges_hz[2 * i]);
      hi = MAX (hi, s->edges_hz[2 * i + 1]);
    }
  up = log_axis ? log (frequency / lo) / log (hi / lo) : (frequency - lo) / (hi - lo);
  return plot.origin.y + plot.size.height * (1 - up);
}

/* The place of a colour in the palette, 0 … 255, or -1. */
int
fixture_palette_place (guint32 pixel)
{
  const guint32 *colours = ondes_palette_colours (0);
  int best = -1, least = 24;

  for (int i = 0; i < 256; i++)
    {
      int distance = abs ((int) (colours[i] >> 16 & 255) - (int) (pixel >> 16 & 255))
                     + abs ((int) (colours[i] >> 8 & 255) - (int) (pixel >> 8 & 255))
                     + abs ((int) (colours[i] & 255) - (int) (pixel & 255));

      if (distance < least)
        {
          least = distance;
          best = i;
        }
    }
  return best;
}

/* The middle of the brightest band of a column of the plot. */
double
fixture_ridge_y (Fixture          *f,
                 const DriverShot *shot,
                 double            x)
{
  graphene_rect_t plot = fixture_plot (f->scalogram);
  double step = 1.0 / gtk_widget_get_scale_factor (f->scalogram), sum = 0;
  int most = -1, n = 0;

  for (double y = plot.origin.y + step / 2; y < plot.origin.y + plot.size.height; y += step)
    {
      int place = fixture_palette_place (driver_pixel (shot, f->scalogram, x, y));

      g_assert_cmpint (place, >=, 0);
      if (place > most)
        {
          most = place;
          sum = n = 0;
        }
      if (place == most)
        {
          sum += y;
          n++;
        }
    }
  g_assert_cmpint (most, >=, 240);
  return sum / n;
}
