/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Peaks of filters that the CUDA engine finds on the device, against those of the values that the same engine gives. */
#include "cuda-engine.h"
#include "few-cases.h"

#include "../cpu/filter-case.h"
#include "analysis/peaks.h"

#include <inttypes.h>
#include <math.h>

#define MOST_FILTERS 8

/* Returns the values that @engine gives, real or complex, or their power. */
static OndesArraySink *
values_of (OndesEngine        *engine,
           const OndesRequest *request)
{
  g_autoptr (GError) error = NULL;
  OndesArraySink *values = ondes_array_sink_new ();

  cuda_run_on (engine, request, &values->sink, &(OndesWatch) { NULL }, &error);
  g_assert_no_error (error);
  return values;
}

/* Returns a sink with the peaks of @values, told value by value. */
static OndesSink *
peaks_of (const OndesArraySink *values,
          double                above)
{
  OndesSink *sink = ondes_peaks_sink_new (NULL, above);
  const OndesRect all = { 0, values->rows, 0, values->cols };
  g_autoptr (GError) error = NULL;

  g_assert_true (sink->klass->begin (sink, values->type, values->rows, values->cols, &error));
  g_assert_true (sink->klass->put (sink, &all, values->data, ondes_type_bytes (values->type, values->cols), TRUE, &error));
  g_assert_true (ondes_sink_finish (sink, &error));
  g_assert_no_error (error);
  return sink;
}

/* Runs the request for peaks of at least @above alone and asserts that they are those of @values. */
static void
assert_peaks (OndesEngine          *engine,
              const OndesRequest   *request,
              const OndesArraySink *values,
              double                above,
              const char           *what)
{
  g_autoptr (OndesSink) sink = ondes_peaks_sink_new (NULL, above);
  g_autoptr (OndesSink) expected = peaks_of (values, above);
  g_autoptr (GError) error = NULL;
  guint n, n_expected;
  const OndesPeak *peaks, *wanted = ondes_peaks_sink_get (expected, &n_expected);

  cuda_run_on (engine, request, sink, &(OndesWatch) { NULL }, &error);
  g_assert_no_error (error);
  g_assert_true (ondes_sink_finish (sink, &error));
  peaks = ondes_peaks_sink_get (sink, &n);
  for (guint i = 0; i < MIN (n, n_expected); i++)
    if (peaks[i].row != wanted[i].row || peaks[i].column != wanted[i].column
        || !(fabs (peaks[i].value - wanted[i].value) <= 1e-14 * wanted[i].value))
      g_error ("%s, peak %u of %u: %" PRIu64 ", %" PRIu64 ", %.17g, not %" PRIu64 ", %" PRIu64 ", %.17g", what, i, n_expected,
               peaks[i].row, peaks[i].column, peaks[i].value, wanted[i].row, wanted[i].column, wanted[i].value);
  g_assert_cmpuint (n, ==, n_expected);
}

static double
largest_of (const OndesArraySink *values)
{
  double largest = 0;

  for (gsize i = 0; i < values->rows * values->cols; i++)
    largest = MAX (largest, cabs (value_at (values, i)));
  return largest;
}

/* Every method, precision and post-processing, of real and complex recordings and filters, in one tile or many. */
static void
test_values (void)
{
  static const double parts[] = { 1e-6, 0.2, 0.7, 1.5 }; /* of the largest value */
  const guint n = few_cases () ? 5003 : 40009;

  if (cuda_class () == NULL)
    return;
  for (guint round = 0; round < (few_cases () ? 8 : 48); round++)
    {
      const OndesFilterOptions options = { .method = (OndesMethod) g_test_rand_int_range (0, 3),
                                           .precision = (OndesPrecision) g_test_rand_int_range (0, 3),
                                           .post = (OndesPost) (round % 4), .causal = g_test_rand_bit () };
      OndesEngine *engine = cuda_engine_new (round % 3 == 0 ? 0 : 1 << 18);
      OndesView view = { .first = (guint64) g_test_rand_int_range (0, 500) };
      g_autoptr (OndesRequest) request = NULL;
      g_autofree char *what = NULL;
      g_autoptr (GError) error = NULL;
      OndesArraySink *values;
      FilterCase c;

      filter_case_init (&c, n, 60, &options);
      what = filter_case_print (&c);
      view.count = n - view.first - (guint64) g_test_rand_int_range (0, 2);
      request = ondes_request_new (c.spec, c.sources, c.n_sources, &view, &error);
      g_assert_no_error (error);
      values = values_of (engine, request);
      for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
        assert_peaks (engine, request, values, parts[i] * largest_of (values), what);
      ondes_sink_free (&values->sink);
      filter_case_clear (&c);
      cuda_class ()->close (engine);
    }
}

/* The request for all outputs of filters with the one tap 1, or with two taps 1, by direct convolution. */
static OndesRequest *
request_of_sums (OndesSource   *source,
                 guint          n_filters,
                 guint          n_taps,
                 OndesPrecision precision)
{
  double taps[] = { 1, 1 };
  const OndesFilterOptions options = { .method = ONDES_METHOD_DIRECT, .precision = precision };
  OndesFilterBand bands[MOST_FILTERS];
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesFilterBank) bank = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  OndesRequest *request;

  for (guint i = 0; i < n_filters; i++)
    bands[i] = (OndesFilterBand) { .n = n_taps, .taps = taps };
  bank = ondes_filter_bank_new (bands, n_filters, &error);
  spec = ondes_filter_new (&options, bank, &error);
  request = ondes_request_new_of (spec, source, &(OndesView) { .count = source->n }, &error);
  g_assert_no_error (error);
  return request;
}

/* Steps of a few values: runs of equal ones of any length, across the tiles' seams, that rise, fall, and reach the ends. */
static void
test_runs (void)
{
  const guint n = 9001;

  if (cuda_class () == NULL)
    return;
  for (guint round = 0; round < (few_cases () ? 6 : 60); round++)
    {
      const gint longest = (gint[]) { 2, 4, 30, 1500, 20000 }[round % 5];
      OndesEngine *engine = cuda_engine_new (1 << 16);
      float *x = g_new (float, n);
      g_autoptr (OndesSource) source = NULL;
      g_autoptr (OndesRequest) request = NULL;
      OndesArraySink *values;
      gint left = 0, level = 0;

      for (guint t = 0; t < n; t++)
        {
          if (left-- == 0)
            {
              left = g_test_rand_int_range (0, longest);
              level = g_test_rand_int_range (-3, 4);
            }
          x[t] = (float) level;
        }
      source = ondes_array_source_new (ONDES_F32, x, n, 1000);
      request = request_of_sums (source, 1 + round % 3, 1 + round % 2,
                                 round % 3 == 0 ? ONDES_PRECISION_DOUBLE : ONDES_PRECISION_SINGLE);
      values = values_of (engine, request);
      for (guint above = 1; above <= 4; above++)
        assert_peaks (engine, request, values, above, "runs");
      ondes_sink_free (&values->sink);
      cuda_class ()->close (engine);
      g_free (x);
    }
}

/* Peaks are copied, not values; more turns than the list has room for are left to the CPU. */
static void
test_copies (void)
{
  const guint n = few_cases () ? 1 << 16 : 1 << 22;
  g_autofree float *x = g_new (float, n);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesRequest) request = NULL;
  g_autoptr (OndesSink) few = ondes_peaks_sink_new (NULL, 3), many = ondes_peaks_sink_new (NULL, 0.5);
  g_autoptr (GError) error = NULL;
  OndesStatistics statistics;
  OndesEngine *engine;
  guint n_peaks;

  if (cuda_class () == NULL)
    return;
  engine = cuda_engine_new (0);
  for (guint t = 0; t < n; t++)
    x[t] = t % 4096 == 5 ? 4 : t % 2;
  source = ondes_array_source_new (ONDES_F32, x, n, 1000);
  request = request_of_sums (source, MOST_FILTERS, 1, ONDES_PRECISION_SINGLE);
  for (guint i = 0; i < 2; i++) /* the second time, the samples are on the device */
    {
      cuda_run_on (engine, request, few, &(OndesWatch) { NULL }, &error);
      g_assert_no_error (error);
    }
  cuda_class ()->statistics (engine, &statistics);
  g_free (statistics.methods);
  g_assert_true (ondes_sink_finish (few, &error));
  ondes_peaks_sink_get (few, &n_peaks);
  g_assert_cmpuint (n_peaks, ==, MOST_FILTERS * (n / 4096));
  g_assert_cmpuint (statistics.bytes_moved, <, MOST_FILTERS * n * sizeof (float) / 8);
  if (!few_cases ())
    {
      cuda_run_on (engine, request, many, &(OndesWatch) { NULL }, &error);
      g_assert_error (error, ONDES_ENGINE_ERROR, ONDES_ENGINE_ERROR_UNSUPPORTED);
    }
  cuda_class ()->close (engine);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/gpu/filter-peaks/those-of-the-values", test_values);
  g_test_add_func ("/ondes/gpu/filter-peaks/runs-of-equal-values", test_runs);
  g_test_add_func ("/ondes/gpu/filter-peaks/only-peaks-are-copied", test_copies);
  return g_test_run ();
}
