/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks of filters: the sweeps of the paper on overlap-save (Adámek and others 2020) over signals, filters, taps and segments,
 * all on the device and with the filters transformed before. */
#include "bench.h"

#include "filter-kernels.h"

#define MOST_TAPS     131073
#define MOST_FILTERS  64
#define LONG_FILTERS  8    /* of MOST_TAPS; those of up to 2049 are MOST_FILTERS at most */
#define COPY_BYTES    (256 << 20)
#define SPAN          48000   /* samples of an energy */
#define CAPACITY      (1 << 20) /* peaks */
#define ABOVE         16      /* about four standard deviations of the outputs of 129 real taps */
#define SPARE_BYTES   ((guint64) 1 << 30) /* of the device's memory, for spectra and the arena */

/* What becomes of the outputs. */
typedef enum { STORED, ENERGY, PEAKS } Reduction;

typedef struct
{
  gboolean      is_complex; /* samples and taps, otherwise both are real */
  guint64       n;
  guint         taps, filters;
  OndesCudaPost post;
  guint64       segment; /* 0: the cheapest */
  gboolean      in_double, direct;
  Reduction     reduction;
} Case;

typedef struct
{
  OndesCudaFirBank  *bank;
  OndesCudaSignal    signal;
  guint64            n;
  OndesCudaFirOutput output;
  OndesCudaFirSpans  spans; /* of energies */
  OndesCudaFirPeaks  peaks;
} Work;

/* What all cases share. */
typedef struct
{
  OndesCudaBench *bench;
  double         *taps;      /* random */
  void           *x, *out;   /* device */
  guint64         out_bytes;
  double          copy_rate; /* bytes a second, read or written */
} Sweep;

typedef struct
{
  void *to, *from;
} Copy;

static OndesCudaStatus
launch_copy (OndesCuda *cuda,
             gpointer   work)
{
  const Copy *copy = work;

  return ondes_cuda_copy_d2d (cuda, copy->to, copy->from, COPY_BYTES);
}

static OndesCudaStatus
launch_filters (OndesCuda *cuda,
                gpointer   work)
{
  const Work *self = work;

  return ondes_cuda_fir_run (cuda, self->bank, &self->signal, self->n, &self->output);
}

static OndesCudaStatus
launch_energies (OndesCuda *cuda,
                 gpointer   work)
{
  const Work *self = work;

  return ondes_cuda_fir_energy (cuda, self->bank, &self->signal, self->n, &self->spans);
}

static OndesCudaStatus
launch_peaks (OndesCuda *cuda,
              gpointer   work)
{
  const Work *self = work;
  OndesCudaStatus status = ondes_cuda_memset (cuda, self->peaks.list, 0, sizeof *self->peaks.list);

  return status == ONDES_CUDA_OK ? ondes_cuda_fir_peaks (cuda, self->bank, &self->signal, self->n, &self->peaks) : status;
}

static char *
name_of (const Case *which)
{
  static const char *const posts[] = { "", " power", " derivative" }, *const reductions[] = { "", " energy", " peaks" };
  GString *name = g_string_new (NULL);

  g_string_printf (name, "filters %s %s%s %" G_GUINT64_FORMAT " x %u of %u%s%s", which->direct ? "direct" : "overlap-save",
                   which->is_complex ? "complex" : "real", which->in_double ? " double" : "", which->n, which->filters, which->taps,
                   posts[which->post], reductions[which->reduction]);
  if (which->segment > 0)
    g_string_append_printf (name, " F %u", (guint) which->segment);
  return g_string_free (name, FALSE);
}

/* Measures a case; skips it if its outputs do not fit. */
static gboolean
bench_case (const Sweep *sweep,
            const Case  *which,
            GError     **error)
{
  OndesCudaBench *bench = sweep->bench;
  OndesCuda *cuda = bench->engine->cuda;
  const guint value = (which->in_double ? 8 : 4) * (which->is_complex ? 2 : 1);
  const guint64 stored = which->post == ONDES_CUDA_POST_POWER ? 8 : value, bytes = which->n * which->filters * stored;
  /* a reduction reads again what was stored */
  const double moved = (double) (bytes * (which->reduction == STORED ? 1 : 2) + which->n * value);
  g_autofree char *name = name_of (which);
  g_autofree OndesCudaFir *filters = g_new (OndesCudaFir, which->filters);
  Work work = { .n = which->n, .output = { sweep->out, which->n, TRUE, TRUE },
                .spans = { .sums = sweep->out, .stride = which->n / SPAN + 1, .width = SPAN, .is_first = TRUE, .is_last = TRUE },
                .peaks = { .above = ABOVE, .list = sweep->out, .capacity = CAPACITY, .is_first = TRUE, .is_last = TRUE,
                           .last = (double *) (void *) (((OndesCudaPeakList *) sweep->out)->events + CAPACITY) } };
  const OndesCudaFirOptions options = { .filters = filters, .n_filters = which->filters, .complex_in = which->is_complex,
                                        .single = !which->in_double, .direct = which->direct, .segment = which->segment,
                                        .post = which->post, .rate_hz = 1 };
  static const OndesCudaLaunch launches[] = { launch_filters, launch_energies, launch_peaks };
  OndesCudaStatus status;
  gboolean done;

  if (bytes > sweep->out_bytes)
    return TRUE;
  for (guint i = 0; i < which->filters; i++)
    filters[i] = (OndesCudaFir) { sweep->taps + (gsize) i * 2 * which->taps, which->taps, (which->taps - 1) / 2,
                                  which->is_complex };
  status = ondes_cuda_fir_bank_new (cuda, &options, &work.bank);
  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_signal (cuda, sweep->x, which->is_complex ? ONDES_CUDA_C64 : ONDES_CUDA_F32, which->n, ONDES_CUDA_ZERO, 0,
                                which->n, MAX (ondes_cuda_fir_bank_left (work.bank), ondes_cuda_fir_bank_right (work.bank)),
                                !which->in_double, &work.signal);
  done = ondes_cuda_ok (bench->engine, status, error)
         && ondes_cuda_bench_report (bench, name, launches[which->reduction], &work, moved / sweep->copy_rate, error);
  ondes_cuda_fir_bank_free (cuda, work.bank);
  return done;
}

/* The table of peers: these names have their figures in the record. */
static gboolean
bench_table (const Sweep *sweep,
             GError     **error)
{
  static const Case cases[] = {
    { .is_complex = TRUE, .n = 1 << 21, .taps = 129, .filters = 64 },
    { .is_complex = FALSE, .n = 1 << 21, .taps = 129, .filters = 64 },
    { .is_complex = TRUE, .n = 1 << 21, .taps = 2049, .filters = 64 },
    { .is_complex = TRUE, .n = 1 << 21, .taps = 129, .filters = 64, .post = ONDES_CUDA_POST_DERIVATIVE },
    { .is_complex = TRUE, .n = 1 << 21, .taps = 64, .filters = 64 },
    { .is_complex = TRUE, .n = 1 << 21, .taps = 513, .filters = 64 },
    { .is_complex = TRUE, .n = 1 << 21, .taps = 129, .filters = 1 },
    { .is_complex = TRUE, .n = 1 << 24, .taps = 129, .filters = 64 },
    { .is_complex = FALSE, .n = 1 << 24, .taps = 129, .filters = 64 },
    { .is_complex = TRUE, .n = 1 << 21, .taps = 2049, .filters = 64, .post = ONDES_CUDA_POST_DERIVATIVE },
    { .is_complex = FALSE, .n = 1 << 21, .taps = 129, .filters = 64, .post = ONDES_CUDA_POST_DERIVATIVE },
    { .is_complex = TRUE, .n = 1 << 21, .taps = 129, .filters = 64, .post = ONDES_CUDA_POST_POWER },
    { .is_complex = TRUE, .n = 1 << 21, .taps = 129, .filters = 64, .in_double = TRUE },
    { .is_complex = FALSE, .n = 1 << 21, .taps = 129, .filters = 64, .in_double = TRUE },
    { .is_complex = TRUE, .n = 1 << 21, .taps = 8, .filters = 64, .direct = TRUE },
    { .is_complex = FALSE, .n = 1 << 21, .taps = 8, .filters = 64, .direct = TRUE },
    { .is_complex = FALSE, .n = 1 << 21, .taps = 32, .filters = 64, .direct = TRUE },
    { .is_complex = FALSE, .n = 1 << 21, .taps = 32, .filters = 64 },
    { .is_complex = FALSE, .n = 1 << 21, .taps = 129, .filters = 64, .reduction = ENERGY },
    { .is_complex = FALSE, .n = 1 << 21, .taps = 129, .filters = 64, .reduction = PEAKS },
    { .is_complex = TRUE, .n = 1 << 21, .taps = 129, .filters = 64, .reduction = PEAKS },
    { .is_complex = TRUE, .n = 1 << 24, .taps = 16385, .filters = LONG_FILTERS },
    { .is_complex = FALSE, .n = 1 << 24, .taps = 16385, .filters = LONG_FILTERS },
    { .is_complex = TRUE, .n = 1 << 24, .taps = MOST_TAPS, .filters = LONG_FILTERS },
    { .is_complex = FALSE, .n = 1 << 24, .taps = MOST_TAPS, .filters = LONG_FILTERS },
    { .is_complex = FALSE, .n = 1 << 24, .taps = MOST_TAPS, .filters = 1 },
    { .is_complex = FALSE, .n = 1 << 24, .taps = MOST_TAPS, .filters = 1, .in_double = TRUE },
  };

  for (guint i = 0; i < (sweep->bench->quick ? 4 : G_N_ELEMENTS (cases)); i++)
    if (!bench_case (sweep, &cases[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
bench_sweeps (const Sweep *sweep,
              GError     **error)
{
  static const guint64 lengths[] = { 250000, 500000, 1 << 21, 1 << 24 };
  static const guint taps[] = { 64, 129, 257, 513, 1025, 2049 }, counts[] = { 1, 2, 4, 8, 16, 32, 64 };

  for (guint is_complex = 0; is_complex < 2; is_complex++)
    {
      for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
        for (guint m = 0; m < G_N_ELEMENTS (taps); m++)
          for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
            {
              const Case which = { .is_complex = is_complex, .n = lengths[l], .taps = taps[m], .filters = counts[c] };

              /* beside what the table has: every length of taps with 8 filters and 64, every number of filters with 129 taps */
              if (which.taps == 129 ? which.filters == 64 && which.n >= 1 << 21 : which.filters != 8 && which.filters != 64)
                continue;
              if (is_complex && which.n == 1 << 21 && which.filters == 64 && (taps[m] == 64 || taps[m] == 513 || taps[m] == 2049))
                continue;
              if (!bench_case (sweep, &which, error))
                return FALSE;
            }
      for (guint m = 0; m < G_N_ELEMENTS (taps); m++)
        for (guint64 segment = ONDES_CUDA_SEGMENT_LEAST; segment <= ONDES_CUDA_SEGMENT_MOST; segment *= 2)
          if (segment > taps[m]
              && !bench_case (sweep, &(Case) { .is_complex = is_complex, .n = 1 << 21, .taps = taps[m], .filters = 64,
                                               .segment = segment }, error))
            return FALSE;
    }
  return TRUE;
}

gboolean
ondes_cuda_bench_filter (OndesCudaBench *bench,
                         GError        **error)
{
  OndesCuda *cuda = bench->engine->cuda;
  const guint64 most = (guint64) 1 << (bench->quick ? 21 : 24);
  g_autoptr (GRand) random = g_rand_new ();
  g_autofree double *taps = g_new (double, 2 * MOST_TAPS * LONG_FILTERS);
  Sweep sweep = { .bench = bench, .taps = taps };
  guint64 free_bytes = 0;
  Copy copy = { (char *) bench->flush + COPY_BYTES, bench->flush };
  double seconds;

  for (guint i = 0; i < 2 * MOST_TAPS * LONG_FILTERS; i++)
    taps[i] = g_rand_double_range (random, -1, 1);
  if (!ondes_cuda_ok (bench->engine, ondes_cuda_free_bytes (cuda, &free_bytes), error)
      || (seconds = ondes_cuda_bench_time (bench, launch_copy, &copy, error)) < 0
      || (sweep.x = ondes_cuda_bench_noise (bench, 2 * most, TRUE, error)) == NULL)
    return FALSE;
  sweep.copy_rate = 2.0 * COPY_BYTES / seconds;
  sweep.out_bytes = most * MOST_FILTERS * 2 * sizeof (float);
  if (sweep.out_bytes + SPARE_BYTES > free_bytes)
    sweep.out_bytes = free_bytes > 2 * SPARE_BYTES ? free_bytes - 2 * SPARE_BYTES : 0;
  if (bench->quick)
    sweep.out_bytes = MIN (sweep.out_bytes, (guint64) 2 * SPARE_BYTES);
  sweep.out = ondes_cuda_bench_alloc (bench, sweep.out_bytes, error);
  return sweep.out != NULL && bench_table (&sweep, error) && (bench->quick || bench_sweeps (&sweep, error));
}
