/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables I to III of Jerome and Yan 2021 on this machine: the real Morlet in double precision, by taps. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"
#include "engine/cpu/cpu.h"

#define POINTS 4096 /* of a result that are summed anew */

static OndesSpec *
spec_new (guint         n_scales,
          OndesBoundary boundary,
          GError      **error)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autofree char *text = g_strdup_printf ("1:%u", n_scales);
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse (text, 0, error);

  options.wavelet = ONDES_WAVELET_MORLET;
  options.normalisation = ONDES_NORMALISATION_L2;
  options.boundary = boundary;
  options.method = ONDES_METHOD_DIRECT;
  options.precision = ONDES_PRECISION_DOUBLE;
  options.quantity = ONDES_QUANTITY_COEFFICIENTS;
  return scales != NULL ? ondes_cwt_new (&options, scales, error) : NULL;
}

static gboolean
table_one (Bench   *self,
           GError **error)
{
  for (guint n = 16; n <= (self->quick ? 256 : 4096); n *= 4)
    {
      g_autoptr (OndesSpec) spec = spec_new (n, ONDES_BOUNDARY_PERIODIC, error);
      g_autofree char *name = g_strdup_printf ("I masks of %u scales", n), *remark = NULL;
      double seconds, plain, deviation;

      if (spec == NULL || !ondes_cpu_bench_masks (spec, self->compute.threads, &seconds, &plain, &deviation, error))
        return FALSE;
      remark = g_strdup_printf ("deviation %.1e", deviation);
      bench_add (self, name, seconds, "s", remark, "a tap at a time, one thread", plain / seconds);
    }
  return TRUE;
}

/* Relative distance from the definition at random points of the result. */
static double
deviation_of (const BenchSink *result,
              const double    *x,
              guint64          n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  double difference = 0, norm = 0;

  for (guint i = 0; i < POINTS; i++)
    {
      const guint row = (guint) g_rand_int_range (random, 0, (gint32) result->rows);
      const gint64 t = g_rand_int_range (random, 0, (gint32) n), s = row + 1, half = 8 * s;
      double sum = 0, d;

      for (gint64 k = MAX (-half, -t); k <= MIN (half, (gint64) n - 1 - t); k++)
        {
          const double u = (double) k / (double) s;

          sum += x[t + k] * exp (-u * u / 2) * cos (ONDES_OMEGA0_DEFAULT * u);
        }
      sum /= sqrt ((double) s);
      d = ((const double *) result->data)[row * result->cols + (guint64) t] - sum;
      difference += d * d;
      norm += sum * sum;
    }
  return sqrt (difference / norm);
}

static gboolean
table_two (Bench   *self,
           GError **error)
{
  static const guint64 lengths[] = { 1024, 10240, 51200, 102400 };
  static const guint counts[] = { 16, 64, 128, 200 };
  g_autoptr (OndesComputer) computer = ondes_computer_new (self->compute.engine, self->compute.device, self->compute.threads);

  for (guint i = 0; i < (self->quick ? 2 : G_N_ELEMENTS (lengths)); i++)
    {
      g_autofree double *x = g_new (double, lengths[i]);
      g_autoptr (OndesSource) source = NULL;

      for (guint64 k = 0; k < lengths[i]; k++)
        {
          double t = (double) (k + 1) / (double) lengths[i];

          x[k] = sqrt (t * (1 - t)) * sin (2 * G_PI * 1.05 / (t + 0.05));
        }
      source = ondes_array_source_new (ONDES_F64, x, lengths[i], 1);
      for (guint j = 0; j < G_N_ELEMENTS (counts); j++)
        {
          g_autofree char *name = g_strdup_printf ("II N %" G_GUINT64_FORMAT " × %u scales", lengths[i], counts[j]);
          g_autofree char *remark = NULL;
          g_autoptr (GHashTable) peers = bench_peers (self, name, "paper", lengths[i], counts[j], 1);
          const double *numpy = g_hash_table_lookup (peers, BENCH_NUMPY);
          const OndesView view = { .count = lengths[i] };
          g_autoptr (OndesSpec) spec = spec_new (counts[j], ONDES_BOUNDARY_ZERO, error);
          BenchSink *result = bench_sink_new ();
          g_autoptr (OndesSink) sink = &result->sink;
          g_auto (OndesReport) report = { 0 };
          double seconds;

          if (spec == NULL || !bench_time (self, computer, spec, source, &view, sink, 3, &seconds, &report, error))
            return FALSE;
          remark = g_strdup_printf ("III deviation %.1e", deviation_of (result, x, lengths[i]));
          bench_add (self, name, seconds, "s", remark, numpy != NULL ? BENCH_NUMPY : NULL,
                     numpy != NULL ? *numpy / seconds : 0);
        }
    }
  return TRUE;
}

gboolean
bench_paper (Bench   *self,
             GError **error)
{
  return table_one (self, error) && table_two (self, error);
}
