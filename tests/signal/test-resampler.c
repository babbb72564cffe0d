/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The resampler against the double sum of its definition, and by the frequencies that it passes and stops. */
#include "bessel.h"
#include "signal/computed-blocks.h"
#include "signal/resampled-source.h"
#include "signal/resampler.h"

#include <math.h>
#include <string.h>

/* h(u) of the definition. */
static double
h (double r,
   double u)
{
  const double g = 0.95 / MAX (1, r), v = g * u, beta = 0.1102 * (104 - 8.7);

  if (fabs (v) >= 64)
    return 0;
  return (v == 0 ? g : g * sin (G_PI * v) / (G_PI * v)) * bessel (beta * sqrt (1 - v * v / 4096)) / bessel (beta);
}

/* Resamples outputs [at, at + n) of the @n_x samples @x, zeros beyond. */
static void
resample (OndesResampler *resampler,
          const double   *x,
          gint64          n_x,
          guint           width,
          guint64         at,
          gsize           n,
          double         *y)
{
  gint64 first = (gint64) at;
  guint64 count = n;
  g_autofree double *in = NULL;

  ondes_resampler_needs (resampler, &first, &count);
  in = g_new0 (double, count * width);
  for (gint64 k = MAX (first, 0); k < MIN (first + (gint64) count, n_x); k++)
    memcpy (in + (k - first) * width, x + k * width, width * sizeof *in);
  g_assert_true (ondes_resampler_run (resampler, (OndesSpan) { at, n }, width, in, y, NULL));
}

static double *
noise_new (gsize n)
{
  double *x = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    x[i] = g_test_rand_double_range (-1, 1);
  return x;
}

static void
test_definition (void)
{
  const double steps[] = { 44100.0 / 48000, 0.05, 4, 250.0 * 40 / 48000, 1 + 1e-9, g_test_rand_double_range (0.1, 1),
                           g_test_rand_double_range (1, 9), 333.3 };

  for (guint s = 0; s < G_N_ELEMENTS (steps); s++)
    {
      g_autoptr (OndesResampler) resampler = ondes_resampler_new (steps[s]);
      const gint64 n_x = (gint64) (700 * MAX (steps[s], 1));
      g_autofree double *x = noise_new (n_x);
      const guint64 n = ondes_resampler_count (resampler, n_x);
      g_autofree double *y = g_new (double, n);

      g_assert_cmpuint (n, ==, (guint64) ceil (n_x / steps[s]));
      resample (resampler, x, n_x, 1, 0, n, y);
      for (guint64 j = 0; j < n; j += 1 + n / (steps[s] > 100 ? 5 : 50))
        {
          double sum = 0, most = 0;

          for (gint64 k = 0; k < n_x; k++)
            {
              const double tap = h (steps[s], j * steps[s] - k);

              sum += x[k] * tap;
              most += fabs (tap);
            }
          g_assert_cmpfloat_with_epsilon (y[j], sum, 2e-8 * most);
        }
    }
}

static void
test_spans (void)
{
  const double step = g_test_rand_double_range (0.2, 5);
  g_autoptr (OndesResampler) resampler = ondes_resampler_new (step);
  g_autofree double *x = noise_new (4000);
  const guint64 n = ondes_resampler_count (resampler, 2000);
  g_autofree double *whole = g_new (double, 2 * n), *pieces = g_new (double, 2 * n), *imaginary = g_new (double, 2000);
  g_autofree double *real_part = g_new (double, n);

  resample (resampler, x, 2000, 2, 0, n, whole);
  for (guint64 at = 0, count; at < n; at += count)
    {
      count = (guint64) g_test_rand_int_range (1, 200);
      count = MIN (count, n - at);
      resample (resampler, x, 2000, 2, at, count, pieces + 2 * at);
    }
  g_assert_cmpmem (pieces, 2 * n * sizeof *pieces, whole, 2 * n * sizeof *whole);
  for (guint i = 0; i < 2000; i++)
    imaginary[i] = x[2 * i + 1];
  resample (resampler, imaginary, 2000, 1, 0, n, real_part);
  for (guint64 j = 0; j < n; j++)
    g_assert_cmpfloat_with_epsilon (real_part[j], whole[2 * j + 1], 1e-12);
}

/* Returns the amplitude of the outputs of a cosine at @cycles per input sample, far from the ends, by least squares at @out cycles
 * per output sample; *@rest gets the root mean square of the rest. */
static double
answer (double  step,
        double  cycles,
        double  out,
        double *rest)
{
  g_autoptr (OndesResampler) resampler = ondes_resampler_new (step);
  const gsize n = 3000, n_x = (gsize) (n * step) + 2 * ondes_resampler_halo (resampler);
  const guint64 at = (guint64) ceil (ondes_resampler_halo (resampler) / step);
  g_autofree double *x = g_new (double, n_x), *y = g_new (double, n);
  double cc = 0, ss = 0, cs = 0, yc = 0, ys = 0, yy = 0, a, b;

  for (gsize k = 0; k < n_x; k++)
    x[k] = cos (2 * G_PI * cycles * k);
  resample (resampler, x, n_x, 1, at, n, y);
  for (gsize j = 0; j < n; j++)
    {
      const double c = cos (2 * G_PI * out * (at + j)), s = sin (2 * G_PI * out * (at + j));

      cc += c * c;
      ss += s * s;
      cs += c * s;
      yc += y[j] * c;
      ys += y[j] * s;
      yy += y[j] * y[j];
    }
  a = (yc * ss - ys * cs) / (cc * ss - cs * cs);
  b = (ys * cc - yc * cs) / (cc * ss - cs * cs);
  *rest = sqrt (MAX (yy - a * yc - b * ys, 0) / n);
  return hypot (a, b);
}

static void
test_bands (void)
{
  const double steps[] = { 44100.0 / 48000, 48000 / 44100.0, 0.05, 4, 30 };

  for (guint s = 0; s < G_N_ELEMENTS (steps); s++)
    for (guint i = 0; i < 8; i++)
      {
        const double nyquist = 0.5 / MAX (steps[s], 1), step = steps[s];
        const double passed = nyquist * g_test_rand_double_range (0.01, 0.9), above = g_test_rand_double_range (1.0001, step);
        double rest, amplitude = answer (step, passed, passed * step, &rest);

        g_assert_cmpfloat (fabs (20 * log10 (amplitude)), <, 1e-4);
        g_assert_cmpfloat (20 * log10 (rest), <, -100);
        if (step <= 1)
          continue;
        answer (step, nyquist * above, 0.1234, &rest);
        g_assert_cmpfloat (20 * log10 (rest), <, -100);
      }
}

static void
test_long (void)
{
  g_autoptr (OndesResampler) copy = ondes_resampler_new (1), third = ondes_resampler_new (1.0 / 3);
  g_autoptr (OndesResampler) slow = ondes_resampler_new (0.05);
  g_autofree double *x = noise_new (50), *y = g_new (double, 50);
  gint64 at = 999999999999;
  guint64 n = 3;

  resample (copy, x, 50, 1, 0, 50, y);
  g_assert_cmpmem (y, 50 * sizeof *y, x, 50 * sizeof *x);
  g_assert_cmpuint (ondes_resampler_count (copy, G_MAXUINT64), ==, G_MAXUINT64);
  g_assert_cmpuint (ondes_resampler_count (third, 0), ==, 0);
  g_assert_cmpuint (ondes_resampler_count (slow, 1000), ==, 20000);
  ondes_resampler_needs (third, &at, &n);
  g_assert_cmpint (at + (gint64) ondes_resampler_halo (third) - 1, ==, 333333333333 - 1); /* 1/3 rounds downwards */
  g_assert_cmpuint (n, ==, 2 * ondes_resampler_halo (third) + 1);
  g_assert_cmpfloat_with_epsilon (ondes_resampler_position (third, 999999999999), 333333333333, 1e-3);
}

/* Resamples three samples at @step, whose table takes long. */
static gboolean
run_once (double   step,
          GError **error)
{
  g_autoptr (OndesResampler) resampler = ondes_resampler_new (step);
  gint64 at = 0;
  guint64 n = 1;
  g_autofree double *in = NULL;
  double y;

  ondes_resampler_needs (resampler, &at, &n);
  in = g_new0 (double, n);
  return ondes_resampler_run (resampler, (OndesSpan) { 0, 1 }, 1, in, &y, error);
}

static guint64
count_computed (void)
{
  guint64 bytes, computed;

  ondes_computed_blocks_statistics (&bytes, &computed);
  return computed;
}

/* Runs at one long ratio after another until it is cancelled. */
static gpointer
run_until_cancelled (gpointer cancellable)
{
  GError *error = NULL;

  g_cancellable_push_current (cancellable);
  for (double step = 14700; run_once (step, &error);)
    step++;
  g_cancellable_pop_current (cancellable);
  return error;
}

/* One table for all of a ratio, computed by the first run and not by who makes the resampler or a source of it. */
static void
test_tables (void)
{
  g_autofree double *x = noise_new (100);
  g_autoptr (OndesSource) parent = ondes_array_source_new (ONDES_F64, x, 100, 44100);
  g_autoptr (OndesOperation) operation = ondes_resampled_new (3);
  g_autoptr (OndesSource) source = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const double ratio = g_test_rand_double_range (200, 300);
  const guint64 before = count_computed ();
  GThread *thread;
  gint64 cancelled_us;

  source = ondes_computed_source_new (operation, &parent, NULL);
  g_assert_nonnull (source);
  g_assert_cmpuint (count_computed (), ==, before);
  for (guint i = 0; i < 3; i++)
    g_assert_true (run_once (ratio, NULL));
  g_assert_cmpuint (count_computed (), ==, before + 1);
  thread = g_thread_new ("tables", run_until_cancelled, cancellable);
  g_usleep (5000);
  cancelled_us = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  error = g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_test_message ("cancelled within %.1f ms", (double) (g_get_monotonic_time () - cancelled_us) / 1000);
  ondes_computed_blocks_set_limit (0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ondes/resampler/equals-the-double-sum", test_definition);
  g_test_add_func ("/ondes/resampler/spans-equal-the-whole", test_spans);
  g_test_add_func ("/ondes/resampler/passes-and-stops", test_bands);
  g_test_add_func ("/ondes/resampler/long-recordings", test_long);
  g_test_add_func ("/ondes/resampler/one-table-a-ratio-computed-by-the-first-run", test_tables);
  return g_test_run ();
}
