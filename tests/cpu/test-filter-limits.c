/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters at limits: the range of single precision, memory, and lengths for which a cancellation would have to wait. */
#include "common.h"

#include <math.h>
#include <string.h>

#include "engine/compute.h"
#include "engine/cpu/filter/filter-layout.h"
#include "engine/filtered-source.h"
#include "signal/computed-source.h"

static double *
noise_new (guint  n,
           double scale)
{
  double *x = g_new (double, n);

  for (guint i = 0; i < n; i++)
    x[i] = g_test_rand_double_range (-1, 1) * scale;
  return x;
}

static OndesSpec *
filter_new (const OndesFilterOptions *options,
            guint                     n_bands,
            guint                     taps,
            double                    scale)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesFilterBank) bank = NULL;
  g_autofree OndesFilterBand *bands = g_new0 (OndesFilterBand, n_bands);
  OndesSpec *spec;

  for (guint i = 0; i < n_bands; i++)
    bands[i] = (OndesFilterBand) { .n = taps, .taps = noise_new (taps, scale) };
  bank = ondes_filter_bank_new (bands, n_bands, &error);
  spec = bank != NULL ? ondes_filter_new (options, bank, &error) : NULL;
  g_assert_no_error (error);
  for (guint i = 0; i < n_bands; i++)
    g_free (bands[i].taps);
  return spec;
}

/* The same bank in another precision. */
static OndesSpec *
in_precision (const OndesSpec *spec,
              OndesPrecision   precision)
{
  OndesFilterOptions options = ondes_spec_filter (spec)->options;

  options.precision = precision;
  return ondes_filter_new (&options, ondes_spec_filter (spec)->bank, NULL);
}

/* Asserts that a result in single precision is near the one in double precision, relative to its largest value. */
static void
assert_near_double (OndesSpec   *single,
                    OndesSource *source)
{
  g_autoptr (OndesSpec) precise = in_precision (single, ONDES_PRECISION_DOUBLE);
  OndesArraySink *a = compute_new (single, source, (OndesView) { .count = source->n });
  OndesArraySink *b = compute_new (precise, source, (OndesView) { .count = source->n });
  double largest = 0, worst = 0;

  for (gsize i = 0; i < b->rows * b->cols; i++)
    {
      const double off = cabs (value_at (a, i) - value_at (b, i));

      g_assert_true (isfinite (off));
      largest = MAX (largest, cabs (value_at (b, i)));
      worst = MAX (worst, off);
    }
  g_assert_cmpfloat (largest, >, 0);
  g_assert_cmpfloat (worst / largest, <, 1e-5);
  ondes_sink_free (&a->sink);
  ondes_sink_free (&b->sink);
}

/* Samples and taps that float32 does not hold, together or each, in every method and with every post-processing. */
static void
test_range (void)
{
  static const double scales[][2] = { { 1e60, 1 }, { 1e-60, 1 }, { 1, 1e60 }, { 1, 1e-60 }, { 1e-100, 1e100 }, { 1e25, 1e25 },
                                      { 1e-21, 1e-3 } };

  for (guint round = 0; round < 4 * G_N_ELEMENTS (scales); round++)
    {
      const double *scale = scales[round / 4];
      const OndesFilterOptions options = { .method = (OndesMethod) (round % 4), .post = (OndesPost) g_test_rand_int_range (0, 4),
                                           .precision = g_test_rand_bit () ? ONDES_PRECISION_SINGLE : ONDES_PRECISION_SINGLE2 };
      g_autoptr (OndesSpec) spec = filter_new (&options, 2, 77, scale[1]);
      g_autofree double *x = noise_new (3000, scale[0]);
      g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, 3000, 1000);

      g_test_message ("samples %g, taps %g, %s, %s", scale[0], scale[1], ondes_method_names[options.method],
                      ondes_post_names[options.post]);
      assert_near_double (spec, source);
    }
}

/* A long recording is only looked at here and there; a sample past the range is noticed all the same. */
static void
test_hidden_peak (void)
{
  const guint n = (1 << 20) + 200000;
  const OndesFilterOptions options = { .precision = ONDES_PRECISION_SINGLE };
  g_autoptr (OndesSpec) spec = filter_new (&options, 1, 301, 1);
  g_autofree double *x = noise_new (n, 1);
  g_autoptr (OndesSource) source = NULL;

  x[20000] = 1e60;
  source = ondes_array_source_new (ONDES_F64, x, n, 1000);
  assert_near_double (spec, source);
}

/* A filtered source keeps its type, whatever it was computed in. */
static void
test_source (void)
{
  const OndesFilterOptions options = { .precision = ONDES_PRECISION_SINGLE };
  g_autoptr (OndesSpec) spec = filter_new (&options, 1, 55, 1e-60);
  g_autoptr (OndesSpec) precise = in_precision (spec, ONDES_PRECISION_DOUBLE);
  g_autoptr (OndesOperation) operation = ondes_filtered_new (spec);
  g_autofree double *x = noise_new (5000, 1e60);
  g_autoptr (OndesSource) parent = ondes_array_source_new (ONDES_F64, x, 5000, 1000);
  g_autoptr (OndesSource) source = ondes_computed_source_new (operation, &parent, NULL);
  OndesArraySink *want = compute_new (precise, parent, (OndesView) { .count = 5000 });
  g_autofree float *y = g_new (float, 5000);

  g_assert_cmpint (source->type, ==, ONDES_F32);
  g_assert_true (ondes_source_read (source, 0, 5000, y, NULL));
  for (guint i = 0; i < 5000; i++)
    g_assert_cmpfloat (fabs (y[i] - creal (value_at (want, i))), <, 1e-5);
  ondes_sink_free (&want->sink);
}

/* Under a limit of memory a plan takes less and gives the same. */
static void
test_memory (void)
{
  static const struct
  {
    OndesMethod method;
    guint       bands, taps, n;
  } cases[] = { { ONDES_METHOD_OVERLAP_SAVE, 24, 30001, 150000 }, { ONDES_METHOD_FFT, 2, 30001, 300000 },
                { ONDES_METHOD_DIRECT, 64, 31, 60000 } };
  const guint64 limit = 16 << 20;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OndesEngineClass *klass = ondes_cpu_engine ();
      const OndesFilterOptions options = { .method = cases[i].method };
      const guint n = cases[i].n;
      g_autoptr (OndesSpec) spec = filter_new (&options, cases[i].bands, cases[i].taps, 1);
      g_autofree double *x = noise_new (n, 1);
      g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, n, 1000);
      g_autoptr (OndesRequest) request = ondes_request_new_of (spec, source, NULL, NULL);
      OndesEngine *engine = klass->open (0, 4, NULL);
      OndesArraySink *sinks[] = { ondes_array_sink_new (), ondes_array_sink_new () };
      guint64 bytes[2];

      for (guint k = 0; k < 2; k++)
        {
          const OndesWatch nobody = { NULL };
          g_autoptr (GError) error = NULL;
          OndesPlan *plan = klass->plan (engine, request, &error);

          g_assert_no_error (error);
          bytes[k] = plan->workspace_bytes;
          klass->run (engine, plan, request, &sinks[k]->sink, &nobody, &error);
          g_assert_no_error (error);
          g_assert_cmpuint (klass->bytes (engine), <=, bytes[k] + (1 << 20));
          klass->unplan (engine, plan);
          klass->trim (engine, limit);
        }
      g_test_message ("%s: %" G_GUINT64_FORMAT " bytes, then %" G_GUINT64_FORMAT, ondes_method_names[cases[i].method], bytes[0],
                      bytes[1]);
      g_assert_cmpuint (bytes[0], >, limit);
      g_assert_cmpuint (bytes[1], <=, limit);
      for (gsize j = 0; j < sinks[0]->rows * sinks[0]->cols; j++)
        g_assert_cmpfloat (cabs (value_at (sinks[0], j) - value_at (sinks[1], j)), <, 1e-9);
      for (guint k = 0; k < 2; k++)
        ondes_sink_free (&sinks[k]->sink);
      klass->close (engine);
    }
}

/* No FFT is so long that a cancellation would wait for it longer than 50 ms. */
static void
test_lengths (void)
{
  static const guint64 lengths[] = { 1000, 3000000, 50000000, G_GUINT64_CONSTANT (3000000000) };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (guint method = ONDES_METHOD_AUTO; method <= ONDES_METHOD_FFT; method++)
      for (guint is_complex = 0; is_complex < 2; is_complex++)
        {
          const OndesFilterOptions options = { .method = (OndesMethod) method };
          g_autoptr (OndesSpec) spec = filter_new (&options, 1, i == 0 ? 10 : 400000, 1);
          OndesFilterLayout layout;

          ondes_filter_layout (ondes_spec_filter (spec), is_complex, lengths[i], 1, &layout);
          g_assert_cmpuint (layout.length * (is_complex ? 2 : 1), <=, (1 << 19) + (1 << 15));
          if (i == 0 && method == ONDES_METHOD_FFT)
            g_assert_cmpuint (layout.length, >=, 1009);
        }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/filter/single-precision-of-any-range", test_range);
  g_test_add_func ("/ondes/filter/a-peak-that-no-look-finds", test_hidden_peak);
  g_test_add_func ("/ondes/filter/a-source-of-any-range", test_source);
  g_test_add_func ("/ondes/filter/a-limit-of-memory", test_memory);
  g_test_add_func ("/ondes/filter/no-fft-is-waited-for", test_lengths);
  return g_test_run ();
}
