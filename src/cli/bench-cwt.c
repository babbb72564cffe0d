/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "bench.h"
#include "engine/cpu/cpu.h"
#include "base/installed.h"

#define COLUMNS 1600
#define SLOW_PEERS 200000 /* samples, up to which peers that take minutes are measured too */

typedef struct
{
  const char *name;
  guint64     samples;
  guint       rows;
  gboolean    frequencies; /* rows from 20 kHz down to 20 Hz at 48 kHz; else scales 1 … rows */
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
  g_autofree char *installed = ondes_installed_folder (ONDES_FOLDER_SCRIPTS);
  g_autofree char *script = named != NULL ? g_strdup (named) : g_build_filename (installed, "bench-peers.py", NULL);
  const guint n_threads = self->compute.threads > 0 ? self->compute.threads : g_get_num_processors ();
  g_autofree char *samples = g_strdup_printf ("%" G_GUINT64_FORMAT, n_samples), *rows = g_strdup_printf ("%u", n_rows);
  g_autofree char *threads = g_strdup_printf ("%u", n_threads), *count = g_strdup_printf ("%u", repeats), *output = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_auto (GStrv) lines = NULL;

  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL,
                              python != NULL ? python : "python3", script, kind, samples, rows, threads, count,
                              n_samples <= SLOW_PEERS ? "slow" : NULL, NULL);
  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, self->run->cancellable, &output, NULL, NULL))
    return peers;
  lines = g_strsplit (output, "\n", 0);
  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) parts = g_strsplit (*line, "\t", 3);

      if (g_strv_length (parts) == 3)
        {
          double seconds = g_ascii_strtod (parts[1], NULL);
          g_autofree char *name = g_strdup_printf ("%s %s", title, parts[0]);

          bench_add (self, name, seconds, "s", parts[2], NULL, 0);
          g_hash_table_insert (peers, g_strdup (parts[0]), g_memdup2 (&seconds, sizeof seconds));
        }
    }
  return peers;
}

static gboolean
measure (Bench         *self,
         OndesComputer *computer,
         const Case    *which,
         OndesSource   *source,
         guint          columns,
         gboolean       preview,
         const double  *fcwt,
         double        *seconds,
         GError       **error)
{
  OndesView view = { .count = which->samples, .columns = columns, .preview = preview };
  g_autoptr (OndesSpec) spec = spec_new (which, self->compute.precision,
                                         columns > 0 ? ONDES_QUANTITY_MAGNITUDE : ONDES_QUANTITY_COEFFICIENTS, error);
  g_autoptr (OndesSink) sink = NULL;
  g_auto (OndesReport) report = { 0 };
  g_autofree char *name = NULL, *methods = NULL, *remark = NULL;
  double values = (double) which->samples * which->rows;

  if (spec == NULL)
    return FALSE;
  sink = &bench_sink_new ()->sink;
  /* Once for the sizes that this transform uses, so that they can be measured, as its peer's were. */
  if (!ondes_compute (computer, spec, &source, 1, &view, sink, NULL, NULL, self->run->cancellable, &report, error))
    return FALSE;
  ondes_cpu_measure_now ();
  if (!bench_time (self, computer, spec, source, &view, sink, self->quick ? 3 : 7, seconds, &report, error))
    return FALSE;

  methods = ondes_report_methods (&report);
  remark = g_strdup_printf ("%.0f Mcoef/s, %s, workspace %.0f MB", values / *seconds / 1e6, methods,
                            report.statistics.bytes_workspace / 1e6);
  name = columns > 0 ? g_strdup_printf ("%s %s %u", which->name, preview ? "preview" : "pooled", columns)
                     : g_strdup_printf ("%s full", which->name);
  bench_add (self, name, *seconds, "s", remark, fcwt != NULL ? BENCH_FCWT : NULL, fcwt != NULL ? *fcwt / *seconds : 0);
  return TRUE;
}

/* What a method of the CPU takes by scale, in nanoseconds a sample: what the choice of auto rests on. */
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
        OndesView view = { .count = samples };
        g_autofree char *list = NULL, *name = NULL;
        g_autoptr (OndesScaleList) scale = NULL;
        g_autoptr (OndesSpec) spec = NULL;
        g_auto (OndesReport) report = { 0 };
        double seconds;

        /* Eight rows of about that scale, for one row alone is not how a bank runs. */
        list = g_strdup_printf ("%g:%g:%g", scales[i], scales[i] * 1.0875, scales[i] / 80);
        options.method = (OndesMethod) method;
        options.quantity = ONDES_QUANTITY_COEFFICIENTS;
        if (self->compute.precision >= 0)
          options.precision = (OndesPrecision) self->compute.precision;
        scale = ondes_scale_list_parse (list, 0, error);
        spec = scale != NULL ? ondes_cwt_new (&options, scale, error) : NULL;
        if (spec == NULL || !bench_time (self, computer, spec, source, &view, sink, 3, &seconds, &report, error))
          return FALSE;
        name = g_strdup_printf ("scale %g %s", scales[i], ondes_method_names[method]);
        bench_add (self, name, seconds / samples / scale->scales->len * 1e9, "ns", "a coefficient", NULL, 0);
      }
  return TRUE;
}

gboolean
bench_cwt (Bench   *self,
           GError **error)
{
  g_autoptr (OndesComputer) computer = ondes_computer_new (self->compute.engine, self->compute.device, self->compute.threads);
  double full[G_N_ELEMENTS (cases)] = { 0 }, pooled[G_N_ELEMENTS (cases)] = { 0 }, preview;
  guint n = self->quick ? 1 : G_N_ELEMENTS (cases);
  struct rusage usage;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (OndesSource) source = noise_new (cases[i].samples);
      g_autoptr (GHashTable) peers = bench_peers (self, cases[i].name, cases[i].frequencies ? "c" : "a", cases[i].samples,
                                                 cases[i].rows, self->quick || i == 2 ? 3 : 7);
      const double *fcwt = g_hash_table_lookup (peers, BENCH_FCWT);

      if (!measure (self, computer, &cases[i], source, COLUMNS, TRUE, NULL, &preview, error) ||
          !measure (self, computer, &cases[i], source, COLUMNS, FALSE, fcwt, &pooled[i], error))
        return FALSE;
      if (i == 0 && getrusage (RUSAGE_SELF, &usage) == 0)
        bench_add (self, "process after pooled pictures", usage.ru_maxrss / 1e3, "MB", "largest resident set", NULL, 0);
      if (!measure (self, computer, &cases[i], source, 0, FALSE, fcwt, &full[i], error))
        return FALSE;
    }
  if (n > 1)
    {
      const char *remark = "for 10 times the samples";

      bench_add (self, "growth a to b, full", full[1] / full[0], "x", remark, NULL, 0);
      bench_add (self, "growth a to b, pooled", pooled[1] / pooled[0], "x", remark, NULL, 0);
    }
  return (g_strcmp0 (self->compute.engine, "cuda") == 0 || measure_methods (self, error))
         && bench_kernels (self, "cwt", NULL, error) && bench_kernels (self, "methods", NULL, error);
}
