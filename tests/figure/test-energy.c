/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energy of bands over time: spans against their definition, and the figure's pixels. */
#include <math.h>
#include <string.h>

#include "figure/energy-figure.h"
#include "figure/palette.h"

#define CHANNELS 2
#define BANDS    3
#define SPANS    4

/* Whatever the tiles in which values come, and wherever spans begin. */
static void
test_spans (void)
{
  for (guint round = 0; round < 30; round++)
    {
      const guint64 n = (guint64) g_test_rand_int_range (1, 3000);
      const double rate_hz = g_test_rand_double_range (0.1, 1000), every = g_test_rand_double_range (1, 500) / rate_hz;
      g_autofree double *values = g_new (double, 2 * n);
      g_autoptr (OndesSink) sink = ondes_energy_sink_new (NULL, rate_hz, every, FALSE);
      const OndesEnergy *energy = ondes_energy_sink_get (sink);
      guint64 begin = 0;

      for (guint64 i = 0; i < 2 * n; i++)
        values[i] = g_test_rand_double_range (-1, 1);
      g_assert_true (sink->klass->begin (sink, ONDES_F64, 2, n, NULL));
      for (guint64 at = 0, cols; at < n; at += cols)
        {
          cols = (guint64) g_test_rand_int_range (1, 700);
          cols = MIN (cols, n - at);
          g_assert_true (sink->klass->put (sink, &(OndesRect) { 0, 2, at, cols }, values + at, n * sizeof *values, TRUE, NULL));
        }
      g_assert_true (ondes_sink_finish (sink, NULL));
      for (guint64 j = 0; j < energy->spans; j++)
        {
          double sums[2] = { 0 };
          guint64 end = begin;

          for (; end < n && (double) end < (double) (j + 1) * every * rate_hz - 1e-6; end++)
            for (guint row = 0; row < 2; row++)
              sums[row] += values[row * n + end] * values[row * n + end];
          g_assert_cmpuint (ondes_energy_begin (energy, j), ==, begin);
          for (guint row = 0; row < 2; row++)
            g_assert_cmpfloat (fabs (ondes_energy_level_db (energy, row, j) - 10 * log10 (sums[row] / (double) (end - begin))), <,
                               1e-9);
          begin = end;
        }
      g_assert_cmpuint (begin, ==, n);
    }
}

static void
test_default (void)
{
  g_assert_cmpfloat (ondes_energy_default_every (48000 * 36000, 48000, "s"), ==, 1);
  g_assert_cmpfloat (ondes_energy_default_every (48000 * 100, 48000, "s"), ==, 1);
  g_assert_cmpfloat (fabs (ondes_energy_default_every (48000 * 65, 48000, "s") - 0.5), <, 1e-12);
  g_assert_cmpfloat (fabs (ondes_energy_default_every (2000, 4, "a") - 5), <, 1e-12);
  g_assert_cmpfloat (ondes_energy_default_every (3, 250, "s"), ==, 1 / 250.0);
}

/* Where the pixels of a colour lie left of the colour bar: their number and the mean of their places. */
typedef struct
{
  guint  n;
  double x, y;
} Place;

static Place
find_colour (cairo_surface_t *surface,
             guint32          colour)
{
  const int width = cairo_image_surface_get_width (surface) - 100, height = cairo_image_surface_get_height (surface);
  Place place = { 0 };

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint32 pixel;

        memcpy (&pixel, cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface) + 4 * x, 4);
        if ((pixel & 0xffffff) != (colour & 0xffffff))
          continue;
        place.n++;
        place.x += x;
        place.y += y;
      }
  g_assert_cmpuint (place.n, >, 0);
  place.x /= place.n;
  place.y /= place.n;
  return place;
}

/* Returns 20 Hz to 160 Hz in octaves. */
static OndesFilterBank *
bank_new (void)
{
  OndesFilterBand bands[BANDS];
  double tap = 1;

  for (guint i = 0; i < BANDS; i++)
    bands[i] = (OndesFilterBand) { .lo_hz = 20 << i, .hi_hz = 40 << i, .centre_hz = M_SQRT2 * (20 << i), .n = 1, .taps = &tap };
  return ondes_filter_bank_new (bands, BANDS, NULL);
}

/* Every span has its colour in its place: later ones to the right, higher bands above, the second channel below. */
static void
test_figure (void)
{
  static const char *const names[] = { "channel 1 of 2", "channel 2 of 2" };
  double mean_squares[CHANNELS * BANDS * SPANS];
  const OndesEnergy energy = { CHANNELS * BANDS, SPANS, 400, 100, 1, mean_squares };
  g_autoptr (OndesFilterBank) bank = bank_new ();
  const OndesEnergyFigure figure = { .energy = &energy, .bank = bank, .channels = CHANNELS, .names = names,
                                     .base = { "s", 100, 400, 0, NAN }, .unit = "mV", .title = "a recording", .range_db = 51 };
  const guint32 *palette = ondes_palette_colours (0);
  g_autofree char *caption = NULL;
  g_autoptr (GError) error = NULL;
  Place places[CHANNELS * BANDS * SPANS];
  cairo_surface_t *surface = NULL;

  /* Colours 255, 245, 235 …: two decibels apart. */
  for (guint i = 0; i < G_N_ELEMENTS (mean_squares); i++)
    mean_squares[i] = pow (10, -0.2 * i);
  g_assert_true (ondes_energy_figure_write (&(OndesImageTarget) { .surface = &surface }, &ondes_figure_size_default, &figure,
                                            &error));
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    places[i] = find_colour (surface, palette[255 - 10 * i]);
  cairo_surface_destroy (surface);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const guint span = i % SPANS, band = i / SPANS % BANDS;

      g_test_message ("%u: %u at %.1f %.1f", i, places[i].n, places[i].x, places[i].y);
      g_assert_cmpfloat (fabs ((double) places[i].n / places[0].n - 1), <, 0.05);
      if (span > 0)
        {
          g_assert_cmpfloat (places[i].x, >, places[i - 1].x + 100);
          g_assert_cmpfloat (fabs (places[i].y - places[i - 1].y), <, 1);
        }
      if (band > 0)
        g_assert_cmpfloat (places[i].y, <, places[i - SPANS].y - 50);
      if (i >= BANDS * SPANS)
        g_assert_cmpfloat (places[i].y, >, places[i - BANDS * SPANS].y + 200);
    }
  caption = ondes_energy_figure_caption (&figure);
  g_assert_nonnull (strstr (caption, "Levels of 3 filters of up to 1 taps, 10 log₁₀ of the mean square of each 1 s. All 400"));
  g_assert_nonnull (strstr (caption, "51 dB below 0. "));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/energy/spans-of-the-definition", test_spans);
  g_test_add_func ("/ondes/energy/default-spans", test_default);
  g_test_add_func ("/ondes/energy/figure-has-its-colours-in-place", test_figure);
  return g_test_run ();
}
