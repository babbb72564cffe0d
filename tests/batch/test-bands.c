/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of bands against their definitions, summed in double. */
#include <math.h>
#include <stdlib.h>

#include "analysis/band-pieces.h"
#include "analysis/events.h"
#include "analysis/millidecades.h"
#include "base/compare.h"

/* The p-th percentile is a number that p % of the values are at most, by a straight line between the order statistics. */
static void
test_percentiles (void)
{
  for (guint round = 0; round < 100; round++)
    {
      const gsize n = (gsize) g_test_rand_int_range (1, 40);
      const double p = round % 4 == 0 ? 25.0 * (round % 5) : g_test_rand_double_range (0, 100), at = p / 100 * (double) (n - 1);
      g_autofree double *squares = g_new (double, n), *levels = g_new (double, n), *scratch = g_new (double, n);
      double expected, sum = 0;

      for (gsize i = 0; i < n; i++)
        {
          squares[i] = exp (g_test_rand_double_range (-20, 20));
          levels[i] = 10 * log10 (squares[i]);
          sum += squares[i];
        }
      qsort (levels, n, sizeof *levels, ondes_compare_doubles);
      expected = levels[(gsize) floor (at)] * (floor (at) + 1 - at);
      expected += levels[MIN ((gsize) floor (at) + 1, n - 1)] * (at - floor (at));
      g_assert_cmpfloat_with_epsilon (ondes_pieces_percentile (squares, n, p, scratch), expected, 1e-9);
      g_assert_cmpfloat_with_epsilon (ondes_pieces_level (squares, NULL, n), 10 * log10 (sum / (double) n), 1e-9);
    }
}

static void
test_silence (void)
{
  const double none[] = { 0, 0, 1 }, weights[] = { 1, 2, 3 };
  double scratch[3];

  g_assert_cmpfloat (ondes_pieces_percentile (none, 3, 50, scratch), ==, -INFINITY);
  g_assert_cmpfloat (ondes_pieces_percentile (none, 3, 75, scratch), ==, -INFINITY); /* on the line from −∞ to 0 */
  g_assert_cmpfloat (ondes_pieces_percentile (none, 3, 100, scratch), ==, 0);
  g_assert_cmpfloat_with_epsilon (ondes_pieces_level (none, weights, 3), 10 * log10 (0.5), 1e-12);
  g_assert_true (isnan (ondes_pieces_level (none, NULL, 0)));
}

/* Edges and centres as MANTA's table has them: 1 Hz wide as long as a millidecade would be narrower. */
static void
test_bands (void)
{
  static const double wide[][3] = { { 434.5102242, 435.0107606, 435.5118737 }, { 435.5118737, 436.013564, 436.5158322 },
                                    { 436.5158322, 437.0186791, 437.5221052 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesMillidecades) self = ondes_millidecades_new (96000, &error);
  guint n;
  const OndesMillidecade *bands = ondes_millidecades_get (self, &n);

  for (guint i = 0; i < 435; i++)
    g_assert_true (bands[i].centre_hz == i && bands[i].lo_hz == i - 0.5 && (bands[i].hi_hz == i + 0.5 || i == 434));
  for (guint i = 0; i < G_N_ELEMENTS (wide); i++)
    {
      g_assert_cmpfloat_with_epsilon (bands[435 + i].lo_hz, wide[i][0], 1e-7);
      g_assert_cmpfloat_with_epsilon (bands[435 + i].centre_hz, wide[i][1], 1e-7);
      g_assert_cmpfloat_with_epsilon (bands[435 + i].hi_hz, wide[i][2], 1e-7);
    }
  g_assert_cmpfloat (bands[435].hi_hz - bands[435].lo_hz, >=, 1);
  g_assert_cmpfloat ((bands[435].hi_hz - bands[435].lo_hz) * pow (10, -0.001), <, 1);
  for (guint i = 0; i + 1 < n; i++)
    g_assert_cmpfloat_with_epsilon (bands[i].hi_hz, bands[i + 1].lo_hz, 1e-8);
  g_assert_cmpfloat (bands[n - 1].hi_hz, <, 48000);
  g_assert_cmpfloat (bands[n - 1].hi_hz * pow (10, 0.001), >=, 48000);
}

/* The part of bin @k, of width @bin_hz, that lies in a band. */
static double
part_inside (guint                   k,
             double                  bin_hz,
             const OndesMillidecade *band)
{
  const double lo = MAX ((k - 0.5) * bin_hz, band->lo_hz), hi = MIN ((k + 0.5) * bin_hz, band->hi_hz);

  return MAX (hi - lo, 0) / bin_hz;
}

/* Periodograms by the sum that defines them, windows and all. */
static void
check_densities (double rate_hz,
                 guint  windows)
{
  const guint n = (guint) round (rate_hz), hop = n / 2;
  const guint count = n + (windows - 1) * hop + (guint) g_test_rand_int_range (0, (int) hop);
  const guint first = (guint) g_test_rand_int_range (0, 50);
  const double bin_hz = rate_hz / n;
  g_autofree double *x = g_new (double, first + count), *found = NULL, *density = g_new (double, n / 2 + 1);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesMillidecades) self = ondes_millidecades_new (rate_hz, &error);
  guint n_bands;
  const OndesMillidecade *bands = ondes_millidecades_get (self, &n_bands);

  for (guint i = 0; i < first + count; i++)
    x[i] = g_test_rand_double_range (-1, 1);
  source = ondes_array_source_new (ONDES_F64, x, first + count, rate_hz);
  g_assert_cmpuint (ondes_millidecades_windows (self, count), ==, windows);
  found = g_new (double, windows * n_bands);
  g_assert_true (ondes_millidecades_compute (self, source, first, count, found, &error));
  for (guint j = 0; j < windows; j++)
    {
      double squares = 0;

      for (guint i = 0; i < n; i++)
        squares += pow (0.5 - 0.5 * cos (2 * G_PI * i / n), 2);
      for (guint k = 0; k <= n / 2; k++)
        {
          double re = 0, im = 0;

          for (guint i = 0; i < n; i++)
            {
              const double y = x[first + j * hop + i] * (0.5 - 0.5 * cos (2 * G_PI * i / n)), phase = 2 * G_PI * (i * k % n) / n;

              re += y * cos (phase);
              im += y * sin (phase);
            }
          density[k] = (k == 0 || 2 * k == n ? 1 : 2) * (re * re + im * im) / (rate_hz * squares);
        }
      for (guint b = 0; b < n_bands; b++)
        {
          double sum = 0, scale = 0;

          for (guint k = 0; k <= n / 2; k++)
            sum += density[k] * part_inside (k, bin_hz, &bands[b]);
          for (guint k = 0; k <= n / 2; k++)
            scale = MAX (scale, density[k]);
          sum *= bin_hz / (bands[b].hi_hz - bands[b].lo_hz);
          g_assert_cmpfloat_with_epsilon (found[j * n_bands + b], sum, 1e-9 * scale);
        }
    }
}

static void
test_densities (void)
{
  check_densities (64, 3);
  check_densities (63.7, 2);
  check_densities (37, 2);
  check_densities (1000, 2);
}

/* A level is in an event if it reaches the threshold, or follows one that is without having fallen below the release. */
static void
test_events (void)
{
  for (guint round = 0; round < 200; round++)
    {
      const gsize n = (gsize) g_test_rand_int_range (1, 60);
      const OndesEventRule rule = { 0, g_test_rand_double_range (0, 3), (gsize) g_test_rand_int_range (0, 4) };
      g_autofree double *levels = g_new (double, n);
      g_autoptr (GArray) events = NULL;
      gboolean inside = FALSE;
      guint at = 0;

      for (gsize i = 0; i < n; i++)
        levels[i] = i % 17 == 5 ? NAN : g_test_rand_double_range (-5, 5);
      events = ondes_events_find (levels, n, &rule);
      for (gsize i = 0, begin = 0; i <= n; i++)
        {
          const gboolean was = inside;

          inside = i < n && (levels[i] >= 0 || (was && levels[i] >= -rule.hysteresis_db));
          if (inside && !was)
            begin = i;
          if (!was || inside || i - begin < rule.least)
            continue;
          g_assert_cmpuint (at, <, events->len);
          g_assert_cmpuint (g_array_index (events, OndesEvent, at).first, ==, begin);
          g_assert_cmpuint (g_array_index (events, OndesEvent, at).count, ==, i - begin);
          for (gsize k = begin; k < i; k++)
            g_assert_cmpfloat (levels[g_array_index (events, OndesEvent, at).peak], >=, levels[k]);
          at++;
        }
      g_assert_cmpuint (at, ==, events->len);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/bands/percentiles-are-of-the-order", test_percentiles);
  g_test_add_func ("/ondes/bands/silence-has-no-level", test_silence);
  g_test_add_func ("/ondes/bands/millidecades-are-those-of-the-paper", test_bands);
  g_test_add_func ("/ondes/bands/densities-are-those-of-the-periodogram", test_densities);
  g_test_add_func ("/ondes/bands/events-begin-and-end-at-their-levels", test_events);
  return g_test_run ();
}
