/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables I to III of Jerome and Yan 2021 on this machine: the real Morlet in double precision, by direct summation; on the GPU
 * also with the method chosen by auto. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"

#define POINTS  4096 /* points of a result recomputed by direct summation */
#define REPEATS 3

static OndesSpec *
spec_new (guint         n_scales,
          OndesBoundary boundary,
          OndesMethod   method,
          GError      **error)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autofree char *text = g_strdup_printf ("1:%u", n_scales);
  g_autoptr (OndesScaleList) scales = ondes_scale_list_parse (text, 0, error);

  options.wavelet = ONDES_WAVELET_MORLET;
  options.normalisation = ONDES_NORMALISATION_L2;
  options.boundary = boundary;
  options.method = method;
  options.precision = ONDES_PRECISION_DOUBLE;
  options.quantity = ONDES_QUANTITY_COEFFICIENTS;
  return scales != NULL ? ondes_cwt_new (&options, scales, error) : NULL;
}

static gboolean
table_one (Bench   *self,
           GError **error)
{
  g_autoptr (GHashTable) cpu = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint n = 16; n <= (self->quick ? 256 : 4096); n *= 4)
    {
      g_autoptr (OndesSpec) spec = spec_new (n, ONDES_BOUNDARY_PERIODIC, ONDES_METHOD_DIRECT, error);
      g_autofree char *name = g_strdup_printf ("I masks of %u scales", n), *remark = NULL;
      double seconds, plain, deviation;

      if (spec == NULL || !bench_cpu_masks (spec, self->compute.threads, &seconds, &plain, &deviation, error))
        return FALSE;
      remark = g_strdup_printf ("deviation %.1e", deviation);
      bench_add (self, &(BenchLine) { name, seconds, "s", remark, "a tap at a time, one thread", plain / seconds });
      g_hash_table_insert (cpu, g_strdup_printf ("masks %u", n), g_memdup2 (&plain, sizeof plain));
    }
  return bench_kernels (self, "masks", cpu, error);
}

gboolean
bench_masks (Bench   *self,
             GError **error)
{
  return table_one (self, error) && bench_compensation (self, error);
}

/* Returns the relative distance from the definition at random points of the result. */
static double
deviation_of (const OndesArraySink *result,
              const double         *x,
              guint64               n)
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

/* A line of Tables II and III. Initialise by member name. */
typedef struct
{
  OndesComputer *computer;
  OndesMethod    method;
  const char    *name;
  guint          n_scales;
  const double  *x;
  guint64        n;
  const char    *than; /* the peer that @than_seconds belongs to; NULL if none */
  double         than_seconds;
} Line;

static gboolean
add_transform (Bench      *self,
               const Line *line,
               double     *seconds,
               GError    **error)
{
  const OndesWatch watch = { .cancellable = self->run->watch.cancellable };
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, line->x, line->n, 1);
  g_autoptr (OndesSpec) spec = spec_new (line->n_scales, ONDES_BOUNDARY_ZERO, line->method, error);
  g_autoptr (OndesRequest) request = spec != NULL ? ondes_request_new_of (spec, source, NULL, error) : NULL;
  OndesArraySink *result = bench_sink_new ();
  g_autoptr (OndesSink) sink = &result->sink;
  g_auto (OndesReport) report = { 0 };
  g_autofree char *remark = NULL, *faster = NULL;
  double all[REPEATS], alone[REPEATS], computing;

  for (guint i = 0; i <= REPEATS; i++)
    {
      gint64 start;

      /* forget the source, so a GPU transfers it again */
      ondes_engine_host_forget (ondes_engine_host_default (), source->id);
      start = g_get_monotonic_time ();
      if (request == NULL || !ondes_compute (line->computer, request, sink, &watch, &report, error))
        return FALSE;
      if (i > 0)
        {
          all[i - 1] = (g_get_monotonic_time () - start) / 1e6;
          alone[i - 1] = report.statistics.compute_s;
        }
    }
  *seconds = bench_median (all, REPEATS);
  computing = bench_median (alone, REPEATS);
  if (line->than != NULL && g_str_equal (report.engine, "cuda"))
    faster = g_strdup_printf (", %.2f x %s", line->than_seconds / computing, line->than);
  remark = g_strdup_printf ("computing alone %.3g s%s; III deviation %.1e", computing, faster != NULL ? faster : "",
                            deviation_of (result, line->x, line->n));
  bench_add (self, &(BenchLine) { line->name, *seconds, "s", remark, line->than,
                                  line->than != NULL ? line->than_seconds / *seconds : 0 });
  return TRUE;
}

/* Measures one signal with one number of scales, on the CPU and on any GPU. */
static gboolean
add_size (Bench         *self,
          OndesComputer *computer,
          OndesComputer *gpu,
          Line           line,
          gboolean       noise,
          GError       **error)
{
  g_autofree char *size = g_strdup_printf ("%sN %" G_GUINT64_FORMAT " × %u scales", noise ? "noise " : "", line.n, line.n_scales);
  g_autofree char *name = g_strdup_printf ("II %s", size);
  g_autofree char *gpu_name = g_strdup_printf ("II GPU %s", size);
  g_autofree char *auto_name = g_strdup_printf ("II GPU auto %s", size);
  g_autoptr (GHashTable) peers = noise ? NULL : bench_peers (self, name, "paper", line.n, line.n_scales, 1);
  const double *numpy = peers != NULL ? g_hash_table_lookup (peers, BENCH_NUMPY) : NULL;
  double seconds, gpu_seconds;

  line.computer = computer;
  line.method = ONDES_METHOD_DIRECT;
  line.name = name;
  line.than = numpy != NULL ? BENCH_NUMPY : NULL;
  line.than_seconds = numpy != NULL ? *numpy : 0;
  if (!add_transform (self, &line, &seconds, error))
    return FALSE;
  line.computer = gpu;
  line.name = gpu_name;
  line.than = "CPU";
  line.than_seconds = seconds;
  if (gpu == NULL)
    return TRUE;
  if (!add_transform (self, &line, &gpu_seconds, error))
    return FALSE;
  line.method = ONDES_METHOD_AUTO;
  line.name = auto_name;
  return add_transform (self, &line, &gpu_seconds, error);
}

/* Measures the paper's Doppler signal, and noise, as the signal has no energy at most scales. */
static gboolean
table_two (Bench   *self,
           GError **error)
{
  static const guint64 lengths[] = { 1024, 10240, 51200, 102400 };
  static const guint counts[] = { 16, 64, 128, 200 };
  const char *order = self->compute.engine != NULL && !g_str_equal (self->compute.engine, "auto") ? self->compute.engine : NULL;
  g_autoptr (OndesComputer) computer = ondes_computer_new (order != NULL ? order : "cpu", order != NULL ? self->compute.device : 0,
                                                           self->compute.threads);
  g_autoptr (OndesComputer) gpu = NULL;

  if (order == NULL && bench_cuda (self) != NULL)
    gpu = ondes_computer_new ("cuda", self->compute.device, 0);
  for (guint i = 0; i < (self->quick ? 2 : G_N_ELEMENTS (lengths)); i++)
    for (guint noise = 0; noise < (self->quick ? 1 : 2); noise++)
      {
        g_autofree double *x = g_new (double, lengths[i]);
        g_autoptr (GRand) random = g_rand_new ();

        for (guint64 k = 0; k < lengths[i]; k++)
          {
            const double t = (double) (k + 1) / (double) lengths[i];

            x[k] = noise ? g_rand_double_range (random, -1, 1) : sqrt (t * (1 - t)) * sin (2 * G_PI * 1.05 / (t + 0.05));
          }
        for (guint j = 0; j < G_N_ELEMENTS (counts); j++)
          if (!add_size (self, computer, gpu, (Line) { .n_scales = counts[j], .x = x, .n = lengths[i] }, noise, error))
            return FALSE;
      }
  return TRUE;
}

gboolean
bench_paper (Bench   *self,
             GError **error)
{
  return table_one (self, error) && table_two (self, error);
}
