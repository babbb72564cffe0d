/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices against the sums of the definitions, and percentiles against sorting. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "percentile.h"
#include "analysis/slice.h"
#include "base/compare.h"
#include "transform/walshgram.h"

#define N    600
#define RATE 500.0

static const OndesRecordingInfo info = { .name = "a signal", .time_unit = "s", .unit = "V" };
static const double percents[] = { 0, 10, 37.5, 50, 90, 100 };
static const double scales[] = { 2, 3, 5, 8, 13 };

static void
fill_values (double *values,
             gsize   n)
{
  for (gsize i = 0; i < n; i++)
    values[i] = g_test_rand_bit () ? g_test_rand_int_range (0, 5) : exp (g_test_rand_double_range (-30, 30));
}

static void
test_percentiles (void)
{
  for (guint trial = 0; trial < 200; trial++)
    {
      const gsize n = (gsize) g_test_rand_int_range (1, trial < 150 ? 40 : 2000);
      g_autofree double *values = g_new (double, n), *copy = NULL;
      g_autoptr (OndesPercentiles) histogram = ondes_percentiles_new ();
      double found[G_N_ELEMENTS (percents)];

      fill_values (values, n);
      for (gsize i = 0; i < n; i++)
        g_assert_true (ondes_percentiles_add (histogram, values[i], NULL));
      copy = g_memdup2 (values, n * sizeof *values);
      ondes_percentiles_select (copy, n, percents, G_N_ELEMENTS (percents), found);
      for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
        {
          const double expected = percentile (values, n, percents[i]);

          g_assert_cmpfloat_with_epsilon (found[i], expected, 1e-15 * expected + 1e-300);
          g_assert_cmpfloat_with_epsilon (ondes_percentiles_get (histogram, percents[i]), expected,
                                          ONDES_PERCENTILES_ERROR * expected + 1e-300);
        }
    }
}

static double *
noise (void)
{
  double *x = g_new (double, N);

  for (guint t = 0; t < N; t++)
    x[t] = g_test_rand_double_range (-1, 1);
  return x;
}

/* |W| of the complex Morlet, l1, zero boundary, or its square. */
static double
value_of (const double *x,
          double        scale,
          gint64        t,
          gboolean      power)
{
  const gint64 h = floor (8 * scale);
  double complex sum = 0;

  for (gint64 k = -h; k <= h; k++)
    if (t + k >= 0 && t + k < N)
      sum += x[t + k] * sqrt (2 / G_PI) / scale * exp (-(k / scale) * (k / scale) / 2) * cexp (-5 * I * k / scale);
  return power ? cabs (sum) * cabs (sum) : cabs (sum);
}

static OndesSpec *
make_spec_pooled (gboolean     power,
                  OndesPooling pool)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autoptr (OndesScaleList) list = ondes_scale_list_parse ("2,3,5,8,13", 0, NULL);

  options.pool = pool;
  options.quantity = power ? ONDES_QUANTITY_POWER : ONDES_QUANTITY_MAGNITUDE;
  return ondes_cwt_new (&options, list, NULL);
}

static OndesSpec *
make_spec (gboolean power)
{
  return make_spec_pooled (power, ONDES_POOL_LARGEST);
}

static OndesSlice *
compute (const OndesSliceJob *job)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  g_autoptr (GError) error = NULL;
  OndesSlice *slice = ondes_slice_compute (computer, job, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (slice->preview);
  return slice;
}

#define assert_near(got, expected) g_assert_cmpfloat_with_epsilon (got, expected, 1e-9)

static void
test_moment (void)
{
  g_autofree double *x = noise ();
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, N, RATE);

  for (guint trial = 0; trial < 6; trial++)
    {
      const gboolean power = trial % 2;
      const guint64 at = trial == 0 ? 0 : trial == 1 ? N - 1 : (guint64) g_test_rand_int_range (0, N);
      g_autoptr (OndesSpec) spec = make_spec (power);
      g_autoptr (OndesSlice) slice = compute (&(OndesSliceJob) { .spec = spec, .source = source, .percents = percents,
                                                                 .place = { ONDES_SLICE_SPECTRUM, at, 1 },
                                                                 .n_percents = G_N_ELEMENTS (percents) });

      g_assert_cmpuint (slice->n, ==, G_N_ELEMENTS (scales));
      g_assert_cmpuint (slice->averaged, ==, 1);
      g_assert_cmpuint (slice->n_percents, ==, 0);
      for (guint i = 0; i < slice->n; i++)
        assert_near (slice->values[i], value_of (x, scales[i], (gint64) at, power));
    }
}

/* Means and percentiles of a span: kept whole, in groups of rows, and in histograms. */
static void
test_span (void)
{
  g_autofree double *x = noise (), *row = g_new (double, N);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, N, RATE);

  for (guint trial = 0; trial < 3; trial++)
    {
      const guint64 first = (guint64) g_test_rand_int_range (0, N - 100), count = (guint64) g_test_rand_int_range (50, 100);
      const guint64 kept[] = { 0, 5 * count, 4 };
      g_autoptr (OndesSpec) spec = make_spec (FALSE);
      g_autoptr (OndesSlice) slice = compute (&(OndesSliceJob) { .spec = spec, .source = source, .percents = percents,
                                                                 .place = { ONDES_SLICE_SPECTRUM, first, count },
                                                                 .n_percents = G_N_ELEMENTS (percents), .kept = kept[trial] });

      g_assert_cmpint (slice->exact, ==, trial < 2);
      g_assert_cmpuint (slice->averaged, ==, count);
      for (guint i = 0; i < slice->n; i++)
        {
          double sum = 0;

          for (guint64 t = 0; t < count; t++)
            sum += row[t] = value_of (x, scales[i], (gint64) (first + t), FALSE);
          assert_near (slice->values[i], sum / (double) count);
          for (guint j = 0; j < slice->n_percents; j++)
            {
              const double expected = percentile (row, count, percents[j]);

              g_assert_cmpfloat_with_epsilon (slice->percentiles[j * slice->n + i], expected,
                                              1e-9 + (slice->exact ? 0 : ONDES_PERCENTILES_ERROR) * expected);
            }
        }
    }
}

/* A row of its own at a frequency between those of the picture, and the picture's own. */
static void
test_envelope (void)
{
  g_autofree double *x = noise ();
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, N, RATE);

  for (guint trial = 0; trial < 6; trial++)
    {
      const gboolean rms = trial > 3;
      g_autoptr (OndesSpec) spec = make_spec_pooled (FALSE, rms ? ONDES_POOL_RMS : ONDES_POOL_LARGEST);
      const double scale = trial % 2 ? scales[2] : g_test_rand_double_range (2, 13), hz = 5 * RATE / (2 * G_PI * scale);
      const guint columns = trial < 2 ? 0 : 7;
      const guint64 first = (guint64) g_test_rand_int_range (0, 100), count = 200;
      g_autoptr (OndesSlice) slice = compute (&(OndesSliceJob) { .spec = spec, .source = source, .columns = columns,
                                                                 .place = { ONDES_SLICE_ENVELOPE, first, count, hz, hz } });

      g_assert_cmpuint (slice->n, ==, columns > 0 ? columns : count);
      assert_near (slice->frequency_hz, hz);
      for (guint64 j = 0; j < slice->n; j++)
        {
          const guint64 from = j * count / slice->n, to = (j + 1) * count / slice->n;
          double largest = 0, squares = 0;

          for (guint64 t = from; t < to; t++)
            {
              const double value = value_of (x, scale, (gint64) (first + t), FALSE);

              largest = MAX (largest, value);
              squares += value * value;
            }
          assert_near (slice->values[j], rms ? sqrt (squares / (double) (to - from)) : largest);
        }
    }
}

/* The rows of a band, and the nearest one to a band between rows. */
static void
test_band (void)
{
  g_autofree double *x = noise ();
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, N, RATE);
  g_autoptr (OndesSpec) spec = make_spec (FALSE);
  const double hz = 5 * RATE / (2 * G_PI);
  const guint64 first = (guint64) g_test_rand_int_range (0, N - 60);
  OndesSliceJob job = { .spec = spec, .source = source, .place = { ONDES_SLICE_ENVELOPE, first, 60, hz / 9, hz / 2.5 },
                        .percents = percents, .n_percents = G_N_ELEMENTS (percents), .kept = 1 };
  g_autoptr (OndesSlice) slice = compute (&job), between = NULL;

  g_assert_cmpuint (slice->averaged, ==, 3);
  g_assert_true (isnan (slice->frequency_hz));
  for (guint64 t = 0; t < 60; t++)
    {
      double row[3];

      for (guint i = 0; i < 3; i++)
        row[i] = value_of (x, scales[1 + i], (gint64) (first + t), FALSE);
      assert_near (slice->values[t], (row[0] + row[1] + row[2]) / 3);
      for (guint j = 0; j < slice->n_percents; j++)
        assert_near (slice->percentiles[j * slice->n + t], percentile (row, 3, percents[j]));
    }
  job.place.lo_hz = hz / 10;
  job.place.hi_hz = hz / 9;
  between = compute (&job);
  g_assert_cmpuint (between->averaged, ==, 1);
  assert_near (between->frequency_hz, hz / 8);
  assert_near (between->values[7], value_of (x, 8, (gint64) (first + 7), FALSE));
}

/* |X[k, j]| over the sum of the taper, of natural order. */
static double
walsh (const double *x,
       guint         k,
       guint         frame)
{
  double sum = 0;

  for (guint t = 0; t < 16; t++)
    sum += __builtin_parity (k & t) ? -x[frame * 8 + t] : x[frame * 8 + t];
  return fabs (sum) / 16;
}

static void
test_walshgram (void)
{
  const OndesWalshgramOptions options = { .window = 16, .hop = 8, .order = ONDES_ORDER_NATURAL, .type = ONDES_F32 };
  g_autofree double *x = noise ();
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, N, RATE);
  g_autoptr (OndesSpec) spec = ondes_walshgram_new (&options, NULL);
  /* Frame j is drawn over samples 8 j + 4 … 8 j + 11. */
  const guint frame = (guint) g_test_rand_int_range (0, 60), row = (guint) g_test_rand_int_range (0, 16);
  OndesSliceJob job = { .spec = spec, .source = source, .place = { ONDES_SLICE_SPECTRUM, frame * 8 + 4, 1 }, .percents = percents,
                        .n_percents = G_N_ELEMENTS (percents) };
  g_autoptr (OndesSlice) moment = compute (&job), span = NULL, envelope = NULL;

  g_assert_cmpuint (moment->n, ==, 16);
  for (guint k = 0; k < 16; k++)
    assert_near (moment->values[k], walsh (x, k, frame));
  job.place.count = 24;
  span = compute (&job);
  g_assert_cmpuint (span->averaged, ==, 3);
  for (guint k = 0; k < 16; k++)
    {
      double values[] = { walsh (x, k, frame), walsh (x, k, frame + 1), walsh (x, k, frame + 2) };

      assert_near (span->values[k], (values[0] + values[1] + values[2]) / 3);
      assert_near (span->percentiles[3 * span->n + k], percentile (values, 3, 50));
    }
  job.place = (OndesSlicePlace) { ONDES_SLICE_ENVELOPE, 0, N, row + 0.3, row + 0.3 };
  envelope = compute (&job);
  g_assert_cmpuint (envelope->n, ==, (N - 16) / 8 + 1);
  g_assert_cmpuint (envelope->place.first, ==, 4);
  g_assert_cmpuint (envelope->place.count, ==, envelope->n * 8);
  assert_near (envelope->frequency_hz, row);
  for (guint j = 0; j < envelope->n; j++)
    assert_near (envelope->values[j], walsh (x, row, j));
}

/* The previews of a picture with a column to a sample are what the exact ones are. */
static void
test_preview (void)
{
  g_autofree double *x = noise ();
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, N, RATE);
  g_autoptr (OndesSpec) spec = make_spec (FALSE);
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  const OndesScalogramJob picturing = { .spec = spec, .source = source, .view = { 100, 300, 300, FALSE }, .info = &info };
  g_autoptr (OndesScalogram) picture = ondes_scalogram_compute (computer, &picturing, NULL, NULL, NULL);
  const double hz = 5 * RATE / (2 * G_PI);
  const OndesSlicePlace places[] = { { ONDES_SLICE_SPECTRUM, 250, 1 }, { ONDES_SLICE_SPECTRUM, 200, 50 },
                                     { ONDES_SLICE_ENVELOPE, 100, 300, hz / 5, hz / 5 },
                                     { ONDES_SLICE_ENVELOPE, 100, 300, hz / 14, hz / 4 } };
  const OndesSlicePlace outside = { ONDES_SLICE_SPECTRUM, 99, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (OndesSlice) exact = compute (&(OndesSliceJob) { .spec = spec, .source = source, .place = places[i],
                                                                 .percents = percents, .n_percents = G_N_ELEMENTS (percents) });
      g_autoptr (OndesSlice) preview = ondes_slice_from_picture (picture, &places[i], percents, G_N_ELEMENTS (percents));

      g_assert_true (preview->preview);
      g_assert_cmpuint (preview->n, ==, exact->n);
      g_assert_cmpuint (preview->averaged, ==, exact->averaged);
      for (gsize j = 0; j < exact->n; j++)
        g_assert_cmpfloat_with_epsilon (preview->values[j], exact->values[j], 1e-5);
      for (gsize j = 0; j < exact->n_percents * exact->n; j++)
        g_assert_cmpfloat_with_epsilon (preview->percentiles[j], exact->percentiles[j], 1e-5);
    }
  g_assert_null (ondes_slice_from_picture (picture, &outside, NULL, 0));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/slice/percentiles-are-those-of-sorting", test_percentiles);
  g_test_add_func ("/ondes/slice/a-moment-has-the-values-of-the-definition", test_moment);
  g_test_add_func ("/ondes/slice/a-span-has-means-and-percentiles-of-its-samples", test_span);
  g_test_add_func ("/ondes/slice/an-envelope-is-a-row-at-its-frequency", test_envelope);
  g_test_add_func ("/ondes/slice/a-band-has-means-and-percentiles-of-its-rows", test_band);
  g_test_add_func ("/ondes/slice/walshgrams-have-slices-of-frames", test_walshgram);
  g_test_add_func ("/ondes/slice/previews-are-a-picture-s-columns", test_preview);
  return g_test_run ();
}
