/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Banks of random filters over random samples in memory, into a result in memory: the sweeps of the paper on overlap-save over
 * signals, filters, taps and segments, beside SciPy's overlap-add; and what a bank of third octaves takes of a core when it is
 * heard. */
#include "bench.h"

#include <sys/resource.h>

#include "analysis/energy.h"
#include "engine/cpu/filter/filter-layout.h"
#include "transform/filter.h"

#define SCIPY     "SciPy oaconvolve"
#define LIVE_HZ   48000.0
#define LIVE_S    60 /* seconds of sound */
#define GPU_SEGMENT_MOST 4096 /* longer ones are left to the CPU */

typedef struct
{
  guint64        n;
  guint          filters, taps;
  OndesPrecision precision;
  OndesPost      post;
  guint          segment; /* 0: the cheapest */
  gboolean       peer;    /* beside SciPy */
  gboolean       quick;   /* also with --quick */
} Case;

#define SINGLE ONDES_PRECISION_SINGLE

static const Case cases[] = {
  { .n = 250000, .filters = 8, .taps = 513, .precision = SINGLE, .peer = TRUE, .quick = TRUE },
  { .n = 500000, .filters = 8, .taps = 513, .precision = SINGLE, .peer = TRUE },
  { .n = 2000000, .filters = 8, .taps = 513, .precision = SINGLE, .peer = TRUE },
  { .n = 16000000, .filters = 8, .taps = 513, .precision = SINGLE, .peer = TRUE },
  { .n = 2000000, .filters = 8, .taps = 513, .peer = TRUE },
  { .n = 16000000, .filters = 8, .taps = 513, .peer = TRUE },
  { .n = 2000000, .filters = 1, .taps = 129, .precision = SINGLE },
  { .n = 2000000, .filters = 2, .taps = 129, .precision = SINGLE },
  { .n = 2000000, .filters = 4, .taps = 129, .precision = SINGLE },
  { .n = 2000000, .filters = 16, .taps = 129, .precision = SINGLE },
  { .n = 2000000, .filters = 32, .taps = 129, .precision = SINGLE },
  { .n = 2000000, .filters = 64, .taps = 129, .precision = SINGLE },
  { .n = 2000000, .filters = 8, .taps = 64, .precision = SINGLE, .peer = TRUE },
  { .n = 2000000, .filters = 8, .taps = 129, .precision = SINGLE, .peer = TRUE },
  { .n = 2000000, .filters = 8, .taps = 257, .precision = SINGLE, .peer = TRUE },
  { .n = 2000000, .filters = 8, .taps = 1025, .precision = SINGLE, .peer = TRUE },
  { .n = 2000000, .filters = 8, .taps = 2049, .precision = SINGLE, .peer = TRUE },
  { .n = 2000000, .filters = 1, .taps = 200001, .precision = SINGLE, .peer = TRUE },
  { .n = 2000000, .filters = 8, .taps = 513, .precision = SINGLE, .segment = 1024 },
  { .n = 2000000, .filters = 8, .taps = 513, .precision = SINGLE, .segment = 2048 },
  { .n = 2000000, .filters = 8, .taps = 513, .precision = SINGLE, .segment = 4096 },
  { .n = 2000000, .filters = 8, .taps = 513, .precision = SINGLE, .segment = 8192 },
  { .n = 2000000, .filters = 8, .taps = 513, .precision = SINGLE, .segment = 16384 },
  { .n = 2000000, .filters = 8, .taps = 513, .precision = SINGLE, .post = ONDES_POST_DERIVATIVE },
  { .n = 2000000, .filters = 8, .taps = 513, .precision = SINGLE, .post = ONDES_POST_POWER },
};

static double *
noise_new (gsize n,
           guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  double *x = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    x[i] = g_rand_double_range (random, -1, 1);
  return x;
}

static OndesSpec *
spec_new (const Case *which,
          GError    **error)
{
  const OndesFilterOptions options = { .precision = which->precision, .post = which->post, .segment = which->segment };
  g_autofree double *values = noise_new ((gsize) which->filters * which->taps, 1);
  g_autofree OndesFilterBand *bands = g_new0 (OndesFilterBand, which->filters);
  g_autoptr (OndesFilterBank) bank = NULL;

  for (guint i = 0; i < which->filters; i++)
    bands[i] = (OndesFilterBand) { .n = which->taps, .taps = values + (gsize) i * which->taps };
  bank = ondes_filter_bank_new (bands, which->filters, error);
  return bank != NULL ? ondes_filter_new (&options, bank, error) : NULL;
}

static char *
name_of (const Case *which)
{
  GString *name = g_string_new (NULL);

  g_string_printf (name, "filter %u k x %u of %u%s", (guint) (which->n / 1000), which->filters, which->taps,
                   which->precision == ONDES_PRECISION_SINGLE ? " single" : "");
  if (which->segment > 0)
    g_string_append_printf (name, " F %u", which->segment);
  if (which->post != ONDES_POST_NONE)
    g_string_append_printf (name, " %s", ondes_post_names[which->post]);
  return g_string_free (name, FALSE);
}

/* Returns SciPy's seconds for the same case, or 0. */
static double
bench_scipy (Bench      *self,
             const Case *which,
             const char *name)
{
  g_autofree char *kind = g_strdup_printf ("filter:%u:%s", which->taps,
                                           which->precision == ONDES_PRECISION_SINGLE ? "single" : "double");
  g_autoptr (GHashTable) peers = which->peer ? bench_peers (self, name, kind, which->n, which->filters, 3) : NULL;
  const double *seconds = peers != NULL ? g_hash_table_lookup (peers, SCIPY) : NULL;

  return seconds != NULL ? *seconds : 0;
}

/* Measures whole calls of a graphics card, from samples in memory to the result in memory: no sample is on the device before. */
static gboolean
bench_whole (Bench           *self,
             const BenchWork *work,
             const BenchLine *cpu,
             GError         **error)
{
  const OndesRequest *request = work->request;
  const OndesSource *source = request->sources[0];
  const gsize bytes = ondes_type_bytes (source->type, source->n)
                      + request->result.rows * ondes_type_bytes (request->result.type, request->result.columns);
  g_autofree double *times = g_new (double, work->repeats);
  g_autofree char *name = g_strconcat (cpu->name, " cuda", NULL), *remark = NULL;
  const char *method = NULL;
  double seconds;

  for (guint i = 0; i <= work->repeats; i++) /* the first one warms up */
    {
      const OndesWatch watch = { .cancellable = self->run->watch.cancellable };
      g_auto (OndesReport) report = { NULL };
      gint64 start;

      ondes_engine_host_forget (ondes_engine_host_default (), source->id);
      start = g_get_monotonic_time ();
      if (!ondes_compute (work->computer, work->request, work->sink, &watch, &report, error))
        return FALSE;
      times[i > 0 ? i - 1 : 0] = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
      method = ondes_method_names[report.statistics.methods[0]];
    }
  seconds = bench_median (times, work->repeats);
  remark = g_strdup_printf ("%s, with transfers, %.3g GB a second", method, 1e-9 * (double) bytes / seconds);
  bench_add (self, &(BenchLine) { .name = name, .value = seconds, .unit = "s", .remark = remark, .peer = "CPU",
                                  .ratio = cpu->value / seconds });
  return TRUE;
}

/* The engines measured; cuda is NULL if there is none. */
typedef struct
{
  OndesComputer *cpu, *cuda;
} Engines;

static gboolean
bench_case (Bench         *self,
            const Engines *engines,
            const Case    *which,
            OndesSource   *source,
            OndesSink     *sink,
            GError       **error)
{
  g_autoptr (OndesSpec) spec = spec_new (which, error);
  g_autoptr (OndesRequest) request = spec != NULL ? ondes_request_new_of (spec, source, NULL, error) : NULL;
  g_autofree char *name = name_of (which), *remark = NULL;
  BenchWork work = { engines->cpu, request, sink, which->n > 1000000 ? 5 : 9, 1 };
  BenchTimes times = { 0 };
  BenchLine line;
  double scipy;

  if (request == NULL || !bench_time (self, &work, &times, error))
    return FALSE;
  scipy = bench_scipy (self, which, name);
  remark = g_strdup_printf ("%s, %.0f million outputs a second", ondes_method_names[times.report.statistics.methods[0]],
                            1e-6 * (double) which->n * which->filters / times.seconds);
  line = (BenchLine) { .name = name, .value = times.seconds, .unit = "s", .remark = remark, .peer = scipy > 0 ? SCIPY : NULL,
                       .ratio = scipy / times.seconds };
  bench_add (self, &line);
  ondes_report_clear (&times.report);
  work.computer = engines->cuda;
  return work.computer == NULL || which->segment > GPU_SEGMENT_MOST || bench_whole (self, &work, &line, error);
}

/* Measures a bank of third octaves on one thread, from a minute of sound to its bands, in the order in which they are heard. */
static gboolean
bench_live (Bench     *self,
            OndesSink *sink,
            GError   **error)
{
  const guint seconds = self->quick ? LIVE_S / 10 : LIVE_S;
  const guint64 n = (guint64) (seconds * LIVE_HZ);
  const OndesFilterOptions options = { .precision = ONDES_PRECISION_SINGLE };
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, 1);
  g_autofree double *x = noise_new (n, 2);
  g_autoptr (OndesSource) source = ondes_array_source_new (ONDES_F64, x, n, LIVE_HZ);
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_octaves (3, LIVE_HZ, 0, error);
  g_autoptr (OndesSpec) spec = bank != NULL ? ondes_filter_new (&options, bank, error) : NULL;
  g_autoptr (OndesRequest) request = spec != NULL ? ondes_request_new_of (spec, source, NULL, error) : NULL;
  g_autofree char *name = NULL, *remark = NULL;
  OndesFilterLayout layout;
  BenchTimes times = { 0 };
  guint bands;

  if (request == NULL || !bench_time (self, &(BenchWork) { computer, request, sink, 3, 1 }, &times, error))
    return FALSE;
  ondes_filter_bank_get (bank, &bands);
  ondes_filter_layout (ondes_spec_filter (spec), FALSE, n, 1, &layout);
  name = g_strdup_printf ("live %u third octaves at 48 kHz", bands);
  remark = g_strdup_printf ("of one core, for all bands; in pieces of %.2f s, filters of up to %.1f s",
                            (double) layout.step * layout.segments / LIVE_HZ, ondes_filter_bank_longest (bank) / LIVE_HZ);
  bench_add (self, &(BenchLine) { .name = name, .value = times.seconds / seconds, .unit = "", .remark = remark });
  ondes_report_clear (&times.report);
  return TRUE;
}

/* A recording made as it is read, so that its length takes neither disk nor memory. */
static gboolean
endless_read (OndesSource *source,
              guint64      at,
              gsize        n,
              void        *dst,
              GError     **error)
{
  for (gsize i = 0; i < n; i++)
    ((float *) dst)[i] = (float) (((at + i) * 2654435761u) & 0xffffffff) / 0x1p31f - 1;
  return TRUE;
}

static void
endless_finalize (OndesSource *source)
{
  g_free (source);
}

/* Filters @hours of sound at 48 kHz to levels of a band, and returns the process's largest resident set so far, MB. */
static gboolean
filter_hours (Bench   *self,
              double   hours,
              double  *seconds,
              double  *megabytes,
              GError **error)
{
  static const OndesSourceClass klass = { endless_read, endless_finalize };
  const OndesWatch watch = { .cancellable = self->run->watch.cancellable };
  const OndesFilterOptions options = { .precision = ONDES_PRECISION_SINGLE };
  const OndesFirDesign design = { .kind = ONDES_FIR_BANDPASS, .lo_hz = 100, .hi_hz = 2000, .ripple_db = 80 };
  OndesSource *source = g_new (OndesSource, 1);
  g_autoptr (OndesSource) owner = source;
  g_autoptr (OndesComputer) computer = ondes_computer_new ("cpu", 0, self->compute.threads);
  g_autoptr (OndesFilterBank) bank = ondes_filter_bank_design (&design, LIVE_HZ, error);
  g_autoptr (OndesSpec) spec = bank != NULL ? ondes_filter_new (&options, bank, error) : NULL;
  g_autoptr (OndesRequest) request = NULL;
  g_autoptr (OndesSink) sink = ondes_energy_sink_new (NULL, LIVE_HZ, 1, FALSE);
  const gint64 start = g_get_monotonic_time ();
  struct rusage usage;

  ondes_source_init (source, &klass, ONDES_F32, (guint64) (hours * 3600 * LIVE_HZ), LIVE_HZ);
  request = spec != NULL ? ondes_request_new_of (spec, source, NULL, error) : NULL;
  if (request == NULL || !ondes_compute (computer, request, sink, &watch, NULL, error))
    return FALSE;
  getrusage (RUSAGE_SELF, &usage);
  *seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  *megabytes = (double) usage.ru_maxrss / 1e3;
  return TRUE;
}

/* Measures by how much the process grows from a tenth of a long recording to all of it. Before the other cases, which need more. */
static gboolean
bench_hours (Bench   *self,
             GError **error)
{
  const double hours = self->quick ? 0.1 : 10;
  double seconds[2], megabytes[2];
  g_autofree char *name = g_strdup_printf ("band-pass of %g hours at 48 kHz", hours), *remark = NULL;

  if (!filter_hours (self, hours / 10, &seconds[0], &megabytes[0], error)
      || !filter_hours (self, hours, &seconds[1], &megabytes[1], error))
    return FALSE;
  remark = g_strdup_printf ("largest resident set; of a tenth of them %.4g MB; %.4g s", megabytes[0], seconds[1]);
  bench_add (self, &(BenchLine) { .name = name, .value = megabytes[1], .unit = "MB", .remark = remark });
  return TRUE;
}

gboolean
bench_filter (Bench   *self,
              GError **error)
{
  g_autoptr (OndesComputer) cpu = ondes_computer_new ("cpu", 0, self->compute.threads);
  g_autoptr (OndesComputer) cuda = ondes_computer_new ("cuda", self->compute.device, 0);
  const Engines engines = { cpu, bench_cuda (self) != NULL ? cuda : NULL };
  g_autoptr (OndesSink) sink = &bench_sink_new ()->sink;

  if (!bench_hours (self, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree double *x = NULL;
      g_autoptr (OndesSource) source = NULL;

      if (self->quick && !cases[i].quick)
        continue;
      x = noise_new (cases[i].n, 2);
      source = ondes_array_source_new (ONDES_F64, x, cases[i].n, 48000);
      if (!bench_case (self, &engines, &cases[i], source, sink, error))
        return FALSE;
    }
  return bench_live (self, sink, error) && bench_kernels (self, "filter", NULL, error);
}
