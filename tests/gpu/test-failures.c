/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a device does to people who use it: its memory is filled, its context dies. The picture then comes from the CPU. */
#include "../engine/once.h"
#include "cuda-engine.h"
#include "few-cases.h"
#include "interrupted.h"

#include "../../gpu/kernels.h"
#include "../cpu/common.h"
#include "engine/compute.h"
#include "transform/filter.h"

#include <math.h>
#include <string.h>

#define SAMPLES 50000


static OndesSpec *
wide_spec (void)
{
  OndesCwtOptions o = ondes_cwt_options_default;

  o.method = ONDES_METHOD_DIRECT;
  o.quantity = ONDES_QUANTITY_COEFFICIENTS;
  o.precision = ONDES_PRECISION_DOUBLE;
  return spec_new (&o, "1:100");
}

/* The result of the engine that answers, against the CPU's. */
static void
check_result (OndesComputer *computer,
              OndesSpec     *spec,
              OndesSource   *source,
              OndesReport   *report)
{
  const OndesView view = { .count = SAMPLES };
  OndesArraySink *have = ondes_array_sink_new (), *want = run_new (spec, source, view, 2, NULL);
  const gsize values = want->rows * want->cols;
  g_autoptr (GError) error = NULL;

  compute_once (computer, ondes_request_new_of (spec, source, &view, &error), &have->sink, NULL, report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (have->rows * have->cols, ==, values);
  g_assert_cmpfloat (distance (have->data, want->data, values), <=, 2e-12);
  ondes_sink_free (&have->sink);
  ondes_sink_free (&want->sink);
}

static OndesSource *
noise_new (void)
{
  g_autofree double complex *x = signal_new (NOISE, SAMPLES, FALSE);

  return source_new (x, SAMPLES, FALSE);
}

static void
test_memory (void)
{
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("auto", 0, 2);
  g_autoptr (GPtrArray) taken = g_ptr_array_new ();
  g_auto (OndesReport) report = { NULL };
  OndesCuda *cuda = NULL;
  guint64 available = 0;
  void *device;

  if (cuda_class () == NULL)
    return;
  source = noise_new ();
  spec = wide_spec ();
  g_assert_cmpint (ondes_cuda_open (0, &cuda), ==, ONDES_CUDA_OK);
  check_result (computer, spec, source, &report);
  g_assert_cmpstr (report.engine, ==, "cuda");
  ondes_computer_free (computer); /* gives its memory back */
  computer = ondes_computer_new ("auto", 0, 2);

  /* little is left: smaller batches */
  g_assert_cmpint (ondes_cuda_free_bytes (cuda, &available), ==, ONDES_CUDA_OK);
  g_assert_cmpint (ondes_cuda_alloc (cuda, available - (48 << 20), &device), ==, ONDES_CUDA_OK);
  g_ptr_array_add (taken, device);
  check_result (computer, spec, source, &report);
  g_assert_cmpstr (report.engine, ==, "cuda");
  ondes_computer_free (computer);
  computer = ondes_computer_new ("auto", 0, 2);

  /* nothing is left: the CPU */
  for (guint64 bytes = 64 << 20; bytes >= 4096; bytes /= 2)
    while (ondes_cuda_alloc (cuda, bytes, &device) == ONDES_CUDA_OK)
      g_ptr_array_add (taken, device);
  check_result (computer, spec, source, &report);
  g_assert_cmpstr (report.engine, ==, "cpu");
  g_assert_nonnull (strstr (report.fallback, "memory"));
  g_assert_false (report.lost);

  /* it is there again */
  for (guint i = 0; i < taken->len; i++)
    ondes_cuda_free (cuda, taken->pdata[i]);
  check_result (computer, spec, source, &report);
  g_assert_cmpstr (report.engine, ==, "cuda");
  ondes_cuda_close (cuda);
}

/* A kernel that reads where nothing is ends the context of the whole process. */
static void
test_lost (void)
{
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesComputer) computer = NULL;
  g_auto (OndesReport) report = { NULL };
  const OndesCudaWavelet wavelet = { .omega0 = 5 };
  OndesCuda *cuda = NULL;
  void *sums;

  if (!g_test_subprocess ())
    {
      if (cuda_class () == NULL)
        return;
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  source = noise_new ();
  spec = wide_spec ();
  computer = ondes_computer_new ("auto", 0, 2);
  check_result (computer, spec, source, &report);
  g_assert_cmpstr (report.engine, ==, "cuda");

  g_assert_cmpint (ondes_cuda_open (0, &cuda), ==, ONDES_CUDA_OK);
  g_assert_cmpint (ondes_cuda_alloc (cuda, 16, &sums), ==, ONDES_CUDA_OK);
  ondes_cuda_tap_sums (cuda, &wavelet, GSIZE_TO_POINTER (1 << 12), 1, sums);
  g_assert_cmpint (ondes_cuda_synchronize (cuda), ==, ONDES_CUDA_LOST);

  check_result (computer, spec, source, &report);
  g_assert_cmpstr (report.engine, ==, "cpu");
  g_assert_true (report.lost); /* one toast … */
  check_result (computer, spec, source, &report);
  g_assert_cmpstr (report.engine, ==, "cpu");
  g_assert_false (report.lost); /* … and no other */
  ondes_cuda_close (cuda);
}

/* The same while an export is paused. */
static OndesCuda *beside;
static GPtrArray *filled; /* memory of @beside */

static void
fill (void)
{
  void *device;

  g_assert_cmpint (ondes_cuda_open (0, &beside), ==, ONDES_CUDA_OK);
  filled = g_ptr_array_new ();
  for (guint64 bytes = (guint64) 1 << 40; bytes >= 4096; bytes /= 2)
    while (ondes_cuda_alloc (beside, bytes, &device) == ONDES_CUDA_OK)
      g_ptr_array_add (filled, device);
}

static void
make_room (void)
{
  for (guint i = 0; i < filled->len; i++)
    ondes_cuda_free (beside, filled->pdata[i]);
  g_ptr_array_unref (filled);
  ondes_cuda_close (beside);
}

/* So many filters that auto takes a device for them; where its memory is filled, the CPU. */
static void
test_filters (void)
{
  enum { FILTERS = 72, TAPS = 33, LONG = 1000000 };
  g_autofree double *taps = NULL;
  OndesFilterBand bands[FILTERS] = { 0 };
  const OndesFilterOptions options = { .precision = ONDES_PRECISION_SINGLE };
  g_autoptr (OndesFilterBank) bank = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesSource) source = NULL;
  OndesArraySink *sinks[2];

  if (cuda_class () == NULL)
    return;
  source = random_source (ONDES_F32, LONG, 1);
  taps = g_new (double, FILTERS * TAPS);
  for (guint i = 0; i < FILTERS * TAPS; i++)
    taps[i] = g_test_rand_double_range (-1, 1);
  for (guint i = 0; i < FILTERS; i++)
    bands[i] = (OndesFilterBand) { .n = TAPS, .taps = taps + i * TAPS };
  bank = ondes_filter_bank_new (bands, FILTERS, NULL);
  spec = ondes_filter_new (&options, bank, NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (OndesComputer) computer = ondes_computer_new ("auto", 0, 0);
      g_autoptr (GError) error = NULL;
      g_auto (OndesReport) report = { NULL };

      sinks[i] = ondes_array_sink_new ();
      if (i == 0)
        fill ();
      compute_once (computer, ondes_request_new_of (spec, source, NULL, &error), &sinks[i]->sink, NULL, &report, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (report.engine, ==, i == 0 ? "cpu" : "cuda");
      if (i == 0)
        {
          g_assert_nonnull (strstr (report.fallback, "memory"));
          make_room ();
        }
    }
  for (gsize i = 0; i < (gsize) FILTERS * LONG; i++)
    g_assert_cmpfloat (fabsf (((const float *) sinks[0]->data)[i] - ((const float *) sinks[1]->data)[i]), <, 1e-4f);
  for (guint i = 0; i < 2; i++)
    ondes_sink_free (&sinks[i]->sink);
}

static void
lose (void)
{
  const OndesCudaWavelet wavelet = { .omega0 = 5 };
  void *sums;

  g_assert_cmpint (ondes_cuda_open (0, &beside), ==, ONDES_CUDA_OK);
  g_assert_cmpint (ondes_cuda_alloc (beside, 16, &sums), ==, ONDES_CUDA_OK);
  ondes_cuda_tap_sums (beside, &wavelet, GSIZE_TO_POINTER (1 << 12), 1, sums);
  g_assert_cmpint (ondes_cuda_synchronize (beside), ==, ONDES_CUDA_LOST);
}

int
main (int    argc,
      char **argv)
{
  static const Interruption memory = { .trouble = fill, .end = make_room };
  static const Interruption lost = { .lost = TRUE, .trouble = lose };

  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDES_ENGINE");
  g_test_add_func ("/ondes/gpu/failures/memory-that-others-filled", test_memory);
  if (!few_cases ())
    g_test_add_func ("/ondes/gpu/failures/filters-where-memory-is-filled", test_filters);
  g_test_add_func ("/ondes/gpu/failures/a-context-that-dies", test_lost);
  g_test_add_data_func ("/ondes/gpu/failures/memory-that-others-filled-in-a-pause", &memory, test_interrupted);
  g_test_add_data_func ("/ondes/gpu/failures/a-context-that-dies-in-a-pause", &lost, test_interrupted);
  return g_test_run ();
}
