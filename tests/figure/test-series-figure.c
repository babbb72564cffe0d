/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figure of a spectrum: peaks at any width, nothing cut off; and what the largest coefficients give back. */
#include <math.h>
#include <string.h>

#include "figure/figure.h"

static guint32
pixel (cairo_surface_t *surface,
       int              x,
       int              y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);

  return *(const guint32 *) (data + (gsize) y * cairo_image_surface_get_stride (surface) + 4 * x) & 0xffffff;
}

/* Of the colour of bars, or near it where an edge is smooth. */
static gboolean
is_wave (guint32 colour)
{
  return (int) (colour & 0xff) - (int) (colour >> 16) > 50;
}

/* The longest run of bar in any column of the figure. */
static guint
tallest (cairo_surface_t *surface,
         int             *at)
{
  int width = cairo_image_surface_get_width (surface), height = cairo_image_surface_get_height (surface);
  guint most = 0;

  for (int x = 0; x < width; x++)
    {
      guint n = 0;

      for (int y = 0; y < height; y++)
        n += is_wave (pixel (surface, x, y));
      if (n > most)
        {
          most = n;
          *at = x;
        }
    }
  return most;
}

static OndesSeries *
one_peak (guint64 n,
          guint64 peak,
          double  value)
{
  OndesSpectrumOptions options = { ONDES_SPECTRUM_WALSH, ONDES_ORDER_NATURAL, ONDES_ALGORITHM_AUTO, FALSE, ONDES_F64, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (&options, &error);
  double *values = g_new0 (double, n);

  g_assert_no_error (error);
  values[peak] = value;
  return ondes_series_new (spec, ONDES_F64, n, values, &(OndesSeriesLabels) { "a recording", "all samples", "mV" });
}

static cairo_surface_t *
surface_of (const OndesFigureSize   *size,
            const OndesSeriesFigure *figure)
{
  cairo_surface_t *surface;

  ondes_series_figure_write (&(OndesImageTarget) { .surface = &surface }, size, figure, NULL);
  return surface;
}

/* One of up to 2²⁰ values stands out at nearly the height of the plot, and where its index is. */
static void
test_peaks (void)
{
  for (guint round = 0; round < 25; round++)
    {
      guint64 n = G_GUINT64_CONSTANT (1) << g_test_rand_int_range (1, 21), peak = g_test_rand_int_range (0, n);
      g_autoptr (OndesSeries) series = one_peak (n, peak, round % 2 ? 1e-7 : -3e9);
      OndesFigureSize size = { g_test_rand_int_range (200, 1300), g_test_rand_int_range (150, 700),
                               round % 3 ? 1 : g_test_rand_double_range (0.8, 2), 96 };
      cairo_surface_t *surface = surface_of (&size, &(OndesSeriesFigure) { series, NULL, 0, n });
      int at = 0, left = -1, right = -1, height = cairo_image_surface_get_height (surface);
      guint high = tallest (surface, &at);

      g_assert_cmpuint (high, >, 0.25 * size.height * size.scale_factor);
      /* The dark lines of the frame. */
      for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
        {
          int dark = 0;

          for (int y = 0; y < height; y++)
            dark += (pixel (surface, x, y) & 0xff) < 0x90 && !is_wave (pixel (surface, x, y));
          if (dark > 0.3 * height && left < 0)
            left = x;
          if (dark > 0.3 * height)
            right = x;
        }
      if (size.scale_factor == 1)
        g_assert_cmpint (right, >, left + 40);
      if (right > left + 40)
        g_assert_cmpfloat (fabs (left + (peak + 0.5) / n * (right - left) - at), <, 5 * size.scale_factor + 2);
      cairo_surface_destroy (surface);
    }
}

/* No ink on the edge of the paper, whatever numbers the rulers have. */
static void
test_margins (void)
{
  static const double values[] = { 1, -123456, 4e18, -2.5e-19, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    for (guint s = 0; s < 3; s++)
      {
        static const OndesFigureSize sizes[] = { { 1200, 800, 1, 96 }, { 420, 300, 2, 96 }, { 200, 150, 1, 96 } };
        guint64 n = i % 2 ? 4 : 1 << 20;
        g_autoptr (OndesSeries) series = one_peak (n, n / 2, values[i]);
        cairo_surface_t *surface = surface_of (&sizes[s], &(OndesSeriesFigure) { series, NULL, 0, n });
        int width = cairo_image_surface_get_width (surface), height = cairo_image_surface_get_height (surface);

        for (int x = 0; x < width; x++)
          {
            g_assert_cmphex (pixel (surface, x, 0), ==, 0xffffff);
            g_assert_cmphex (pixel (surface, x, height - 1), ==, 0xffffff);
          }
        for (int y = 0; y < height; y++)
          {
            g_assert_cmphex (pixel (surface, 0, y), ==, 0xffffff);
            g_assert_cmphex (pixel (surface, width - 1, y), ==, 0xffffff);
          }
        cairo_surface_destroy (surface);
      }
}

/* Of an orthogonal transform the k largest coefficients give back all but the energy of the others (Parseval); all of them, all. */
static void
test_reconstruction (void)
{
  enum { BITS = 10, N = 1 << BITS };
  static const OndesSpectrumKind kinds[] = { ONDES_SPECTRUM_WALSH, ONDES_SPECTRUM_HAAR_ORTHONORMAL };
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      OndesSpectrumOptions options = { kinds[i], ONDES_ORDER_SEQUENCY, ONDES_ALGORITHM_AUTO, FALSE, ONDES_F64, 0 };
      g_autoptr (GError) error = NULL;
      g_autoptr (OndesSpec) spec = ondes_spectrum_new (&options, &error);
      g_autofree double *x = g_new (double, N);
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (OndesRequest) request = NULL;
      g_autoptr (OndesSeries) spectrum = NULL;
      double all = 0;

      for (guint t = 0; t < N; t++)
        {
          x[t] = sin (t * 0.02) + g_test_rand_double_range (-0.1, 0.1);
          all += x[t] * x[t];
        }
      source = ondes_array_source_new (ONDES_F64, x, N, 1);
      request = ondes_request_new_of (spec, source, NULL, &error);
      g_assert_no_error (error);
      spectrum = ondes_series_compute (computer, request, &(OndesSeriesLabels) { 0 }, NULL, NULL, &error);
      g_assert_no_error (error);
      for (guint64 k = 1; k <= N; k *= 4)
        {
          g_autoptr (OndesSeries) back = ondes_series_reconstruct (spectrum, computer, k, NULL, NULL, &error);
          g_autofree guint64 *largest = NULL;
          OndesDeviation deviation;
          double kept = 0;
          guint64 n;

          g_assert_no_error (error);
          largest = ondes_series_largest (spectrum, k, &n);
          for (guint64 j = 0; j < n; j++)
            kept += pow (ondes_series_get (spectrum, largest[j]), 2) / (kinds[i] == ONDES_SPECTRUM_WALSH ? N : 1);
          ondes_series_deviation (back, source, &deviation, NULL, &error);
          g_assert_no_error (error);
          g_assert_cmpfloat_with_epsilon (deviation.rms * deviation.rms * N, all - kept, 1e-9);
          g_assert_cmpfloat_with_epsilon (deviation.relative, sqrt (MAX (all - kept, 0) / all), 1e-6);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/series-figure/peaks-stand-where-their-index-is", test_peaks);
  g_test_add_func ("/ondes/series-figure/nothing-reaches-the-edge-of-the-paper", test_margins);
  g_test_add_func ("/ondes/series-figure/the-largest-coefficients-give-back-their-energy", test_reconstruction);
  return g_test_run ();
}
