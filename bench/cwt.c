/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "bench.h"
#include "engine/cpu/fft/fft.h"

#define COLUMNS 1600
#define SLOW_PEERS 200000 /* samples: limit for peers that take minutes */

typedef struct
{
  const char *name;
  guint64     samples;
  guint       rows;
  gboolean    frequencies; /* rows from 20 kHz down to 20 Hz at 48 kHz; otherwise scales 1 … rows */
} Case;

static const Case cases[] = {
  { "a", 102400, 200, FALSE },
  { "b", 1024000, 200, FALSE },
  { "c", 2880000, 240, TRUE },
};

static OndesSource *
noise_new (guint64 samples)
{
  g_autofree float *x = g_new (float, samples);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint64 i = 0; i < samples; i++)
    x[i] = (float) (2 * g_rand_double (random) - 1);
  return ondes_array_source_new (ONDES_F32, x, samples, 48000);
}

static OndesSpec *
spec_new (const Case    *which,
          int            precision,
          OndesQuantity  quantity,
          GError       **error)
{
  OndesCwtOptions options = ondes_cwt_options_default;
  g_autofree char *linear = g_strdup_printf ("1:%u", which->rows);
  g_autoptr (OndesScaleList) scales = NULL;

  options.quantity = quantity;
  options.precision = precision >= 0 ? (OndesPrecision) precision : ONDES_PRECISION_SINGLE;
  scales = which->frequencies
             ? ondes_scale_list_new_frequencies (20, 20000, (which->rows - 1) / log2 (1000), options.omega0, 48000, error)
             : ondes_scale_list_parse (linear, 0, error);
  return scales != NULL ? ondes_cwt_new (&options, scales, error) : NULL;
}

GHashTable *
bench_peers (Bench      *self,
             const char *title,
             const char *kind,
             guint64     n_samples,
             guint       n_rows,
             guint       repeats)
{
  GHashTable *peers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const char *python = g_getenv ("ONDES_PYTHON"), *named = g_getenv ("ONDES_BENCH_PEERS");
  g_autofree char *script = named != NULL ? g_strdup (named) : bench_beside ("bench-peers.py");
  const guint n_threads = self->compute.threads > 0 ? self->compute.threads : g_get_num_processors ();
  g_autofree char *samples = g_strdup_printf ("%" G_GUINT64_FORMAT, n_samples), *rows = g_strdup_printf ("%u", n_rows);
  g_autofree char *threads = g_strdup_printf ("%u", n_threads), *count = g_strdup_printf ("%u", repeats), *output = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_auto (GStrv) lines = NULL;

  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL,
                              python != NULL ? python : "python3", script, kind, samples, rows, threads, count,
                              n_samples <= SLOW_PEERS ? "slow" : NULL, NULL);
  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, self->run->watch.cancellable, &output, NULL, NULL))
    return peers;
  lines = g_strsplit (output, "\n", 0);
  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) parts = g_strsplit (*line, "\t", 3);

      if (g_strv_length (parts) == 3)
        {
          double seconds = g_ascii_strtod (parts[1], NULL);
          g_autofree char *name = g_strdup_printf ("%s %s", title, parts[0]);

          bench_add (self, &(BenchLine) { .name = name, .value = seconds, .unit = "s", .remark = parts[2] });
          g_hash_table_insert (peers, g_strdup (parts[0]), g_memdup2 (&seconds, sizeof seconds));
        }
    }
  return peers;
}

/* A view of a case to measure. */
typedef struct
{
  OndesComputer *computer;
  OndesRequest  *request;
  const char    *name;
  const double  *fcwt; /* seconds of the peer, or NULL */
} View;

static gboolean
measure (Bench      *self,
         const View *view,
         double     *seconds,
         GError    **error)
{
  OndesRequest *request = view->request;
  const double *fcwt = view->fcwt;
  const double values = (double) request->view.count * (double) request->result.rows;
  g_autoptr (OndesSink) sink = &bench_sink_new ()->sink;
  BenchTimes times = { 0 };
  g_autofree char *methods = NULL, *remark = NULL;
  gboolean done;

  /* Run once so that the FFT sizes used are known and can be tuned by measurement, as the peer's were. */
  done = ondes_compute (view->computer, request, sink, &(OndesWatch) { .cancellable = self->run->watch.cancellable }, NULL, error);
  if (done)
    ondes_fft_measure_now ();
  done = done && bench_time (self, &(BenchWork) { view->computer, request, sink, self->quick ? 1 : 7, 1 }, &times, error);
  if (done)
    {
      methods = ondes_report_methods (&times.report);
      remark = g_strdup_printf ("%.0f Mcoef/s, %s, workspace %.0f MB", values / times.seconds / 1e6, methods,
                                times.report.statistics.bytes_workspace / 1e6);
      bench_add (self, &(BenchLine) { view->name, times.seconds, "s", remark, fcwt != NULL ? BENCH_FCWT : NULL,
                                      fcwt != NULL ? *fcwt / times.seconds : 0 });
      *seconds = times.seconds;
    }
  ondes_report_clear (&times.report);
  return done;
}

/* Seconds for a case: a preview and a picture of COLUMNS, and all coefficients. */
typedef struct
{
  double preview, pooled, full;
} CaseTimes;

static gboolean
measure_case (Bench         *self,
              OndesComputer *computer,
              const Case    *which,
              gboolean       first,
              CaseTimes     *times,
              GError       **error)
{
  const OndesView view = { .count = which->samples, .columns = COLUMNS }, preview = { 0, which->samples, COLUMNS, TRUE };
  const int precision = self->compute.precision;
  g_autoptr (OndesSource) source = noise_new (which->samples);
  g_autoptr (GHashTable) peers = bench_peers (self, which->name, which->frequencies ? "c" : "a", which->samples, which->rows,
                                             self->quick || which->frequencies ? 3 : 7);
  const double *fcwt = g_hash_table_lookup (peers, BENCH_FCWT);
  g_autoptr (OndesSpec) magnitude = spec_new (which, precision, ONDES_QUANTITY_MAGNITUDE, error);
  g_autoptr (OndesSpec) complex = spec_new (which, precision, ONDES_QUANTITY_COEFFICIENTS, error);
  g_autoptr (OndesRequest) quick = NULL, pooled = NULL, full = NULL;
  g_autofree char *quick_name = g_strdup_printf ("%s preview %u", which->name, COLUMNS);
  g_autofree char *pooled_name = g_strdup_printf ("%s pooled %u", which->name, COLUMNS);
  g_autofree char *full_name = g_strdup_printf ("%s full", which->name);
  struct rusage usage;

  if (magnitude == NULL || complex == NULL || (quick = ondes_request_new_of (magnitude, source, &preview, error)) == NULL
      || (pooled = ondes_request_new_of (magnitude, source, &view, error)) == NULL
      || (full = ondes_request_new_of (complex, source, NULL, error)) == NULL)
    return FALSE;
  if (!measure (self, &(View) { computer, quick, quick_name, NULL }, &times->preview, error)
      || !measure (self, &(View) { computer, pooled, pooled_name, fcwt }, &times->pooled, error))
    return FALSE;
  if (first && getrusage (RUSAGE_SELF, &usage) == 0)
    bench_add (self, &(BenchLine) { .name = "process after pooled pictures", .value = usage.ru_maxrss / 1e3, .unit = "MB",
                                    .remark = "largest resident set" });
  return measure (self, &(View) { computer, full, full_name, fcwt }, &times->full, error);
}

/* Measures each CPU method by scale, in nanoseconds per sample; auto chooses by these times. */
static gboolean
measure_methods (Bench   *self,
                 GError **error)
{
  static const double scales[] = { 1, 2, 4, 8, 16, 32, 64, 256 };
  const guint64 samples = 1 << 18;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, self->compute.threads);
  g_autoptr (OndesSource) source = noise_new (samples);
  g_autoptr (OndesSink) sink = &bench_sink_new ()->sink;

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    for (int method = ONDES_METHOD_DIRECT; method <= ONDES_METHOD_FFT; method++)
      {
        OndesCwtOptions options = ondes_cwt_options_default;
        g_autofree char *list = NULL, *name = NULL;
        g_autoptr (OndesScaleList) scale = NULL;
        g_autoptr (OndesSpec) spec = NULL;
        g_autoptr (OndesRequest) request = NULL;
        BenchTimes times = { 0 };
        gboolean done;

        /* Use eight rows around that scale, as filter banks do not run single rows. */
        list = g_strdup_printf ("%g:%g:%g", scales[i], scales[i] * 1.0875, scales[i] / 80);
        options.method = (OndesMethod) method;
        options.quantity = ONDES_QUANTITY_COEFFICIENTS;
        if (self->compute.precision >= 0)
          options.precision = (OndesPrecision) self->compute.precision;
        scale = ondes_scale_list_parse (list, 0, error);
        spec = scale != NULL ? ondes_cwt_new (&options, scale, error) : NULL;
        request = spec != NULL ? ondes_request_new_of (spec, source, NULL, error) : NULL;
        done = request != NULL && bench_time (self, &(BenchWork) { computer, request, sink, self->quick ? 1 : 3, 1 }, &times,
                                              error);
        ondes_report_clear (&times.report);
        if (!done)
          return FALSE;
        name = g_strdup_printf ("scale %g %s", scales[i], ondes_method_names[method]);
        bench_add (self, &(BenchLine) { .name = name, .value = times.seconds / samples / scale->scales->len * 1e9, .unit = "ns",
                                        .remark = "a coefficient" });
      }
  return TRUE;
}

gboolean
bench_cwt (Bench   *self,
           GError **error)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new (self->compute.engine, self->compute.device, self->compute.threads);
  CaseTimes times[G_N_ELEMENTS (cases)] = { { 0 } };
  guint n = self->quick ? 1 : G_N_ELEMENTS (cases);

  for (guint i = 0; i < n; i++)
    if (!measure_case (self, computer, &cases[i], i == 0, &times[i], error))
      return FALSE;
  if (n > 1)
    {
      const char *remark = "for 10 times the samples";

      bench_add (self, &(BenchLine) { "growth a to b, full", times[1].full / times[0].full, "x", remark });
      bench_add (self, &(BenchLine) { "growth a to b, pooled", times[1].pooled / times[0].pooled, "x", remark });
    }
  return (g_strcmp0 (self->compute.engine, "cuda") == 0 || measure_methods (self, error))
         && bench_kernels (self, "cwt", NULL, error) && bench_kernels (self, "methods", NULL, error);
}
