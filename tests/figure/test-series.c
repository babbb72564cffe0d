/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series against a plain walk over their values: extents, the largest, what is kept, how they are drawn. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/draw.h"

static const OndesType types[] = { ONDES_U8, ONDES_I32, ONDES_I64, ONDES_F32, ONDES_F64, ONDES_BITS };

static OndesSeries *
random_series (OndesType type,
               guint64   n)
{
  void *values = g_malloc0 (ondes_type_bytes (type, n));

  for (guint64 i = 0; i < n; i++)
    {
      gint32 value = g_test_rand_int_range (-1000, 1000);

      switch (type)
        {
        case ONDES_U8:
          ((guint8 *) values)[i] = value & 1;
          break;
        case ONDES_I32:
          ((gint32 *) values)[i] = value;
          break;
        case ONDES_I64:
          ((gint64 *) values)[i] = value * G_GINT64_CONSTANT (1000000000000);
          break;
        case ONDES_F32:
          ((float *) values)[i] = value * 1e-3f;
          break;
        case ONDES_F64:
          ((double *) values)[i] = value * 1e-7;
          break;
        default:
          ((guint8 *) values)[i / 8] |= (guint8) ((value & 1) << i % 8);
          break;
        }
    }
  return ondes_series_new (NULL, type, n, values, &(OndesSeriesLabels) { 0 });
}

/* Every column of any view, whatever its edges do to the pyramid. */
static void
test_extents (void)
{
  for (guint round = 0; round < 60; round++)
    {
      OndesType type = types[round % G_N_ELEMENTS (types)];
      guint64 n = G_GUINT64_CONSTANT (1) << g_test_rand_int_range (0, 17);
      g_autoptr (OndesSeries) series = random_series (type, n);
      guint columns = g_test_rand_int_range (1, 900);
      g_autofree OndesExtent *extents = g_new (OndesExtent, columns);
      double first = g_test_rand_double_range (-0.1, 0.9) * n, count = g_test_rand_double_range (0.001, 1.3) * n;
      double lo = 0, hi = 0;

      ondes_series_extents (series, first, count, columns, extents);
      for (guint j = 0; j < columns; j++)
        {
          double from = floor (first + j * count / columns), to = MAX (floor (first + (j + 1) * count / columns), from + 1);
          double least = INFINITY, most = -INFINITY;

          for (double i = MAX (from, 0); i < MIN (to, n); i++)
            {
              least = MIN (least, ondes_series_get (series, i));
              most = MAX (most, ondes_series_get (series, i));
            }
          g_assert_cmpfloat (extents[j].min, ==, (float) least);
          g_assert_cmpfloat (extents[j].max, ==, (float) most);
        }
      for (guint64 i = 0; i < n; i++)
        {
          lo = MIN (lo, ondes_series_get (series, i));
          hi = MAX (hi, ondes_series_get (series, i));
        }
      g_assert_cmpfloat (MIN (series->lo, 0), ==, lo);
      g_assert_cmpfloat (MAX (series->hi, 0), ==, hi);
    }
}

/* Of 2²⁵ values one, at any width. */
static void
test_one_peak (void)
{
  const guint64 n = 1 << 25;
  guint8 *values = g_malloc0 (n);
  guint64 peak = g_test_rand_int_range (0, n);
  g_autoptr (OndesSeries) series = NULL;

  values[peak] = 1;
  series = ondes_series_new (NULL, ONDES_U8, n, values, &(OndesSeriesLabels) { 0 });
  for (guint round = 0; round < 40; round++)
    {
      guint columns = g_test_rand_int_range (1, 5000), seen = 0;
      g_autofree OndesExtent *extents = g_new (OndesExtent, columns);

      ondes_series_extents (series, 0, n, columns, extents);
      for (guint j = 0; j < columns; j++)
        seen += extents[j].max == 1;
      g_assert_cmpuint (seen, ==, 1);
    }
}

static const OndesSeries *sorted;

static int
compare (gconstpointer a,
         gconstpointer b)
{
  guint64 i = *(const guint64 *) a, j = *(const guint64 *) b;
  double x = fabs (ondes_series_get (sorted, i)), y = fabs (ondes_series_get (sorted, j));

  return x > y ? -1 : x < y ? 1 : i < j ? -1 : i > j;
}

static void
test_largest (void)
{
  for (guint round = 0; round < 36; round++)
    {
      guint64 n = G_GUINT64_CONSTANT (1) << g_test_rand_int_range (0, 13), k = g_test_rand_int_range (0, n + 10), found;
      g_autoptr (OndesSeries) series = random_series (types[round % G_N_ELEMENTS (types)], n);
      g_autofree guint64 *expected = g_new (guint64, n), *largest = ondes_series_largest (series, k, &found);
      g_autoptr (OndesSource) kept = ondes_series_keep (series, k);
      gboolean bits = series->type == ONDES_U8 || series->type == ONDES_BITS;
      g_autofree guint8 *is_kept = g_malloc0 (n);
      g_autofree double *values = g_new (double, n);
      g_autoptr (GError) error = NULL;

      for (guint64 i = 0; i < n; i++)
        expected[i] = i;
      sorted = series;
      qsort (expected, n, sizeof *expected, compare);
      g_assert_cmpuint (found, ==, MIN (k, n));
      g_assert_cmpmem (largest, found * sizeof *largest, expected, found * sizeof *expected);

      for (guint64 i = 0; i < found; i++)
        is_kept[expected[i]] = TRUE;
      g_assert_cmpint (kept->type, ==, bits ? ONDES_U8 : ONDES_F64);
      ondes_source_read_as (kept, 0, n, ONDES_F64, values, &error);
      g_assert_no_error (error);
      for (guint64 i = 0; i < n; i++)
        g_assert_cmpfloat (values[i], ==, is_kept[i] ? ondes_series_get (series, i) : 0);
    }
}

static void
test_extremes (void)
{
  static const gint64 integers[] = { 5, G_MININT64, G_MAXINT64, -6 };
  static const double reals[] = { NAN, -1e308, INFINITY, 1e-320 };
  g_autoptr (OndesSeries) a = ondes_series_new (NULL, ONDES_I64, 4, g_memdup2 (integers, sizeof integers),
                                                &(OndesSeriesLabels) { 0 });
  g_autoptr (OndesSeries) b = ondes_series_new (NULL, ONDES_F64, 4, g_memdup2 (reals, sizeof reals),
                                                &(OndesSeriesLabels) { 0 });
  guint64 n;
  g_autofree guint64 *of_a = ondes_series_largest (a, 4, &n), *of_b = ondes_series_largest (b, 4, &n);
  static const guint64 order_a[] = { 1, 2, 3, 0 }, order_b[] = { 2, 1, 3, 0 };
  g_autofree char *least = ondes_series_print (a, 1), *binary = ondes_series_binary (a, 1);

  g_assert_cmpmem (of_a, sizeof order_a, order_a, sizeof order_a);
  g_assert_cmpmem (of_b, sizeof order_b, order_b, sizeof order_b);
  g_assert_cmpuint (b->gaps, ==, 2);
  g_assert_cmpstr (least, ==, "\u22129223372036854775808");
  g_assert_cmpstr (binary, ==, "01");
}

static void
test_deviation (void)
{
  static const double values[] = { 1, 2, 3, 4 }, original[] = { 1, 2, 5, 1 };
  g_autoptr (OndesSeries) series = ondes_series_new (NULL, ONDES_F64, 4, g_memdup2 (values, sizeof values),
                                                     &(OndesSeriesLabels) { 0 });
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, original, 4, 1);
  g_autoptr (GError) error = NULL;
  OndesDeviation deviation;

  ondes_series_deviation (series, source, &deviation, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (deviation.rms, sqrt ((4 + 9) / 4.0), 1e-15);
  g_assert_cmpfloat (deviation.largest, ==, 3);
  g_assert_cmpfloat_with_epsilon (deviation.relative, sqrt (13 / 31.0), 1e-15);
  g_assert_cmpuint (deviation.different, ==, 2);
}

/* The pixels of a column that differ from the paper. */
static guint
inked (cairo_surface_t *surface,
       int              x,
       int              height)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  guint n = 0;

  for (int y = 0; y < height; y++)
    n += (*(const guint32 *) (data + (gsize) y * stride + 4 * x) & 0xffffff) != 0xffffff;
  return n;
}

/* A peak of full height among zeros is drawn at full height in its own column, from the whole down to a few values in view. */
static void
test_drawn_peaks (void)
{
  for (guint round = 0; round < 60; round++)
    {
      guint64 n = G_GUINT64_CONSTANT (1) << g_test_rand_int_range (2, 20), peak = g_test_rand_int_range (0, n);
      int width = g_test_rand_int_range (50, 700), height = 101;
      double count = n * pow (2, -g_test_rand_double_range (0, 8)), sign = round % 2 ? -1 : 1, first, middle;
      double *values = g_new0 (double, n);
      g_autoptr (OndesSeries) series = NULL;
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
      cairo_t *cr = cairo_create (surface);
      guint most = 0;

      count = MAX (count, 2);
      first = peak + 0.5 - count * g_test_rand_double ();
      first = CLAMP (first, 0, n - count);
      values[peak] = sign * 3;
      series = ondes_series_new (NULL, ONDES_F64, n, values, &(OndesSeriesLabels) { 0 });
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_paint (cr);
      ondes_draw_series (&(OndesPlot) { { 0, 0, width, height }, first, count, -3, 3, cr, &ondes_theme_print }, series, NULL,
                         width);
      cairo_surface_flush (surface);
      middle = (peak + 0.5 - first) / count * width;
      for (int x = MAX (floor (middle) - 1, 0); x <= MIN (floor (middle) + 1, width - 1); x++)
        most = MAX (most, inked (surface, x, height));
      if (middle > 0.5 && middle < width - 0.5)
        g_assert_cmpuint (most, >=, height / 2);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

static void
test_axes (void)
{
  OndesAxis axis = ondes_series_axis (16, 8, 400), values;
  static const gint32 data[] = { 3, -9, 4, 1 };
  g_autoptr (OndesSeries) series = ondes_series_new (NULL, ONDES_I32, 4, g_memdup2 (data, sizeof data),
                                                     &(OndesSeriesLabels) { 0 });

  /* The slot of index 16 is the first eighth, and its number stands in the middle of it. */
  g_assert_cmpfloat_with_epsilon (ondes_axis_pixel (&axis, 16), 25, 1e-9);
  values = ondes_series_value_axis (series, NULL, 0, 4, 100);
  g_assert_cmpfloat (values.lo, <, -9);
  g_assert_cmpfloat (values.hi, >, 4);
  values = ondes_series_value_axis (series, NULL, 2, 2, 100);
  g_assert_cmpfloat (values.lo, <, 0);
  g_assert_cmpfloat (values.lo, >, -1);
}

/* A sum that is far larger than all others does not flatten them. */
static void
test_apart (void)
{
  const OndesSeriesDisplay decibel = { .scale = ONDES_SCALE_DB };
  double large = g_test_rand_double_range (100, 1e6);

  for (guint way = 0; way < 3; way++)
    {
      OndesSpectrumOptions options = { .inverse = way == 1, .type = ONDES_F64 };
      g_autoptr (OndesSpec) spec = ondes_spectrum_new (&options, NULL);
      double *values = g_new (double, 256);
      g_autoptr (OndesSeries) series = NULL;
      OndesAxis axis;

      for (guint i = 0; i < 256; i++)
        values[i] = i == 7 ? 10 : g_test_rand_double_range (-5, 5);
      values[0] = way == 2 ? 19 : -large;
      series = ondes_series_new (spec, ONDES_F64, 256, values, &(OndesSeriesLabels) { 0 });
      g_assert_cmpint (series->first_is_outlier, ==, way == 0);
      g_assert_cmpfloat (series->largest, ==, way == 0 ? 10 : way == 1 ? large : 19);
      axis = ondes_series_value_axis (series, NULL, 0, 256, 100);
      if (way == 0)
        g_assert_cmpfloat (axis.lo, >, -6);
      else if (way == 1)
        g_assert_cmpfloat (axis.lo, <, -large);
      g_assert_cmpfloat_with_epsilon (ondes_series_level (series, &decibel, series->largest / 10), -20, 1e-9);
      axis = ondes_series_value_axis (series, &decibel, 0, 256, 100);
      g_assert_cmpfloat (axis.hi, >=, 0);
      g_assert_cmpfloat (axis.lo, <=, -20);
      g_assert_cmpfloat (axis.lo, >=, -130);
    }
}

/* Ink of a value is as high as its level, whatever the scale. */
static void
test_scales (void)
{
  enum { SIZE = 400, N = 16 };

  for (guint round = 0; round < 40; round++)
    {
      OndesSeriesDisplay display = { .scale = round % 3 };
      double *values = g_new0 (double, N);
      guint at = g_test_rand_int_range (0, N - 1);
      g_autoptr (OndesSeries) series = NULL;
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIZE, SIZE);
      cairo_t *cr = cairo_create (surface);
      double lo, hi, expected, base, x;
      OndesAxis axis;

      values[N - 1] = 1000;
      values[at] = g_test_rand_double_range (1, 900) * (g_test_rand_bit () ? 1 : -1);
      series = ondes_series_new (NULL, ONDES_F64, N, values, &(OndesSeriesLabels) { 0 });
      axis = ondes_series_value_axis (series, &display, 0, N, SIZE);
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_paint (cr);
      ondes_draw_series (&(OndesPlot) { { 0, 0, SIZE, SIZE }, 0, N, axis.lo, axis.hi, cr, &ondes_theme_print }, series, &display,
                         SIZE);
      cairo_surface_flush (surface);
      lo = display.scale == ONDES_SCALE_SIGNED_LOG ? ondes_signed_log (axis.lo, axis.threshold) : axis.lo;
      hi = display.scale == ONDES_SCALE_SIGNED_LOG ? ondes_signed_log (axis.hi, axis.threshold) : axis.hi;
      base = display.scale == ONDES_SCALE_DB ? lo : 0;
      expected = fabs (ondes_series_level (series, &display, values[at]) - base) / (hi - lo) * SIZE;
      x = (at + 0.5) / N * SIZE;
      /* A dot stands at its end, 8 pixels high. */
      g_assert_cmpfloat_with_epsilon (inked (surface, (int) x, SIZE), expected, 8);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

static OndesSeries *
named_series (OndesSpectrumKind kind,
              OndesOrder        order,
              gboolean          inverse)
{
  OndesSpectrumOptions options = { kind, order, ONDES_ALGORITHM_AUTO, inverse, kind == ONDES_SPECTRUM_REED_MULLER ? ONDES_U8
                                                                                                               : ONDES_F64, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesSpec) spec = ondes_spectrum_new (&options, &error);

  g_assert_no_error (error);
  return ondes_series_new (spec, options.type, 8, g_malloc0 (64), &(OndesSeriesLabels) { "f", "a table as (\u22121)^f", "mV" });
}

static void
assert_titles (OndesSpectrumKind kind,
               OndesOrder        order,
               gboolean          inverse,
               const char       *index,
               const char       *value,
               gboolean          sequency)
{
  g_autoptr (OndesSeries) series = named_series (kind, order, inverse);
  g_autofree char *index_title = ondes_series_index_title (series),
                  *value_title = ondes_series_value_title (series, ONDES_SCALE_LINEAR);
  g_autofree char *caption = ondes_series_caption (series, NULL, 2, 4);
  guint64 changes;

  g_assert_cmpstr (index_title, ==, index);
  g_assert_cmpstr (value_title, ==, value);
  g_assert_cmpint (ondes_series_sequency (series, 5, &changes), ==, sequency);
  if (sequency)
    g_assert_cmpuint (changes, ==, ondes_walsh_sequency (order, 3, 5));
  g_assert_nonnull (strstr (caption, "a table as (\u22121)^f"));
  g_assert_nonnull (strstr (caption, ondes_order_names[order]));
  g_assert_nonnull (strstr (caption, "Indices 2 to 5 of 8; x₁ is the most significant bit"));
}

static void
test_titles (void)
{
  assert_titles (ONDES_SPECTRUM_WALSH, ONDES_ORDER_NATURAL, FALSE, "index, natural order", "coefficient (mV)", TRUE);
  assert_titles (ONDES_SPECTRUM_WALSH, ONDES_ORDER_SEQUENCY, FALSE, "sequency (sign changes)", "coefficient (mV)", TRUE);
  assert_titles (ONDES_SPECTRUM_HAAR, ONDES_ORDER_SEQUENCY, FALSE, "index, sequency order", "coefficient (mV)", FALSE);
  assert_titles (ONDES_SPECTRUM_WALSH, ONDES_ORDER_PALEY, TRUE, "index", "value (mV)", FALSE);
  assert_titles (ONDES_SPECTRUM_REED_MULLER, ONDES_ORDER_PALEY, FALSE, "index, paley order", "coefficient (mV)", FALSE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/series/columns-leave-out-no-value", test_extents);
  g_test_add_func ("/ondes/series/one-peak-of-many-shows-at-any-width", test_one_peak);
  g_test_add_func ("/ondes/series/the-largest-are-kept-and-ties-go-by-index", test_largest);
  g_test_add_func ("/ondes/series/extremes-have-their-place", test_extremes);
  g_test_add_func ("/ondes/series/deviation-is-what-it-says", test_deviation);
  g_test_add_func ("/ondes/series/peaks-are-drawn-to-their-height", test_drawn_peaks);
  g_test_add_func ("/ondes/series/axes-number-indices-and-hold-zero", test_axes);
  g_test_add_func ("/ondes/series/value-at-index-0-stands-apart", test_apart);
  g_test_add_func ("/ondes/series/scales-are-drawn-to-their-level", test_scales);
  g_test_add_func ("/ondes/series/titles-say-order-and-unit", test_titles);
  return g_test_run ();
}
