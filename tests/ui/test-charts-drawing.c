/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the charts draw while what they shall show is on its way, and what a frame takes. */
#include <math.h>

#include "charts-fixture.h"

/* The chart as it would be drawn now, though no frame was; the place in the palette of each pixel: -1, none. */
static int *
draw_places (GtkWidget *chart)
{
  const int width = gtk_widget_get_width (chart), height = gtk_widget_get_height (chart);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  int *places = g_new (int, width * height);
  const guint32 *pixels;

  GTK_WIDGET_GET_CLASS (chart)->snapshot (chart, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) cairo_image_surface_get_data (surface);
  for (int i = 0; i < width * height; i++)
    places[i] = fixture_palette_place (pixels[i]);
  cairo_surface_destroy (surface);
  return places;
}

/* Before the new raster is there the old one is drawn where its samples are now. */
static void
test_stretched (Fixture       *f,
                gconstpointer  data)
{
  graphene_rect_t plot = fixture_plot (f->scalogram);
  const int width = gtk_widget_get_width (f->scalogram);
  g_autofree int *places = NULL;
  int most = -1, at = -1;

  ondes_timeline_set_view (f->timeline, 4000, 6000);
  g_assert_false (ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (f->scalogram)));
  places = draw_places (f->scalogram);
  for (int y = plot.origin.y + 2; y < plot.origin.y + plot.size.height - 2; y++)
    {
      int place = places[y * width + (int) (plot.origin.x + plot.size.width / 2)];

      g_assert_cmpint (place, >=, 0);
      if (place > most)
        {
          most = place;
          at = y;
        }
    }
  g_assert_cmpint (most, >, 230);
  g_assert_cmpfloat (fabs (at - fixture_expected_y (f, f->tone_hz, TRUE)), <=, plot.size.height / 30);
  fixture_settle (f);
}

/* In a pan its pixels are moved by whole pixels, to the nearest, and none is mixed with its neighbours. */
static void
test_moved (Fixture       *f,
            gconstpointer  data)
{
  graphene_rect_t plot = fixture_plot (f->scalogram);
  const int width = gtk_widget_get_width (f->scalogram), scale = gtk_widget_get_scale_factor (f->scalogram);
  const int left = plot.origin.x, right = left + plot.size.width;
  const int by = g_test_rand_int_range (1, (int) plot.size.width / 2);
  const double first = 6000, count = 8000, part = g_test_rand_double_range (-0.45, 0.45) / scale;
  OndesDisplay display = *ondes_scalogram_analysis_get_display (f->analysis);
  g_autofree int *before = NULL, *after = NULL;

  display.cone = FALSE;
  ondes_scalogram_analysis_set_display (f->analysis, &display);
  ondes_timeline_set_view (f->timeline, first, count);
  fixture_settle (f);
  before = draw_places (f->scalogram);
  ondes_timeline_set_view (f->timeline, first + (by + part) * count / plot.size.width, count);
  g_assert_false (ondes_scalogram_view_is_settled (ONDES_SCALOGRAM_VIEW (f->scalogram)));
  after = draw_places (f->scalogram);
  for (int y = plot.origin.y; y < plot.origin.y + plot.size.height; y++)
    for (int x = left; x < right - by; x++)
      {
        g_assert_cmpint (before[y * width + x + by], >=, 0);
        g_assert_cmpint (after[y * width + x], ==, before[y * width + x + by]);
      }
  fixture_settle (f);
}

/* What a frame costs the widget thread while a pan goes on, the best of many since the machine does other things too. */
static void
test_frame (Fixture       *f,
            gconstpointer  data)
{
  GtkWidget *const charts[] = { f->overview, f->waveform, f->scalogram };
  OndesDisplay display = *ondes_scalogram_analysis_get_display (f->analysis);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 780, 580);
  double least = G_MAXDOUBLE, drawn = G_MAXDOUBLE;
  cairo_t *cr = cairo_create (surface);

  if (!g_test_perf ())
    {
      g_test_skip ("a measurement, for -m perf");
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
      return;
    }
  display.cone = TRUE;
  ondes_scalogram_analysis_set_display (f->analysis, &display);
  for (int i = 0; i < 40; i++)
    {
      gint64 start = g_get_monotonic_time (), made = 0;

      ondes_timeline_set_view (f->timeline, 100 * i, 8000);
      for (guint j = 0; j < G_N_ELEMENTS (charts); j++)
        {
          GtkSnapshot *snapshot = gtk_snapshot_new ();
          g_autoptr (GskRenderNode) node = NULL;

          GTK_WIDGET_GET_CLASS (charts[j])->snapshot (charts[j], snapshot);
          node = gtk_snapshot_free_to_node (snapshot);
          g_assert_nonnull (node);
          made -= g_get_monotonic_time ();
          gsk_render_node_draw (node, cr);
          made += g_get_monotonic_time ();
        }
      least = MIN (least, (g_get_monotonic_time () - start - made) / 1000.0);
      drawn = MIN (drawn, made / 1000.0);
    }
  g_test_message ("a frame while panning: %.2f ms to make, %.2f ms to draw without a graphics card", least, drawn);
  g_assert_cmpfloat (least, <, 8);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  fixture_settle (f);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, test) g_test_add ("/ondes/charts/" path, Fixture, NULL, fixture_set_up, test, fixture_tear_down)
  ADD ("the-old-picture-is-stretched-until-the-new-one-lands", test_stretched);
  ADD ("a-pan-moves-the-picture-by-whole-pixels", test_moved);
  ADD ("a-frame-is-drawn-within-8-ms", test_frame);
  return g_test_run ();
}
