/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts that the benchmarks share: one line per measurement, with its peer from the same run. */
#pragma once

#include "cli/input.h"
#include "engine/array-sink.h"
#include "transform/cwt.h"
#include "transform/spectrum.h"

G_BEGIN_DECLS

/* Initialise by member name. */
typedef struct
{
  const char *name;   /* "a full", "c pooled 1600" */
  double      value;
  const char *unit;   /* "s", "x", "MB" */
  const char *remark; /* NULL if none */
  const char *peer;   /* NULL if none in this run */
  double      ratio;  /* speed-up over the peer */
} BenchLine;

typedef struct
{
  const CliRun *run;
  CliCompute    compute;
  gboolean      quick;
  gboolean      json; /* TRUE: print nothing before the end */
  GPtrArray    *lines; /* of BenchLine */
} Bench;

/* Appends a copy of @line and, unless JSON was requested, prints it. */
void     bench_add  (Bench           *self,
                     const BenchLine *line);

/* Creates a sink that keeps its memory between runs, so timings exclude first-touch page faults. */
OndesArraySink *bench_sink_new (void);

/* Work to time: @repeats times @batch runs each (0 means 1), after a warm-up. Initialise by member name. */
typedef struct
{
  OndesComputer *computer;
  OndesRequest  *request;
  OndesSink     *sink;
  guint          repeats, batch;
  gboolean       anew; /* the computer forgets the source before each run */
} BenchWork;

typedef struct
{
  double      seconds, computing; /* median seconds per run: in total, and of the computation without source and sink */
  OndesReport report;             /* of the last run */
} BenchTimes;

gboolean bench_time (Bench           *self,
                     const BenchWork *work,
                     BenchTimes      *times,
                     GError         **error);
double   bench_median       (double             *times,
                             guint               n);
/* Returns how many runs on 2^@n values to time together, as a single one may be too short. */
guint    bench_batch        (guint               n);

/* Names used by bench-peers.py. */
#define BENCH_FCWT  "fCWT"
#define BENCH_NUMPY "NumPy"

/* Measures the installed Python libraries (bench-peers.py) and appends their lines. Returns name → seconds (double *), empty if
 * none is installed. Transfer full. */
GHashTable *bench_peers (Bench      *self,
                         const char *title,
                         const char *kind,
                         guint64     n_samples,
                         guint       n_rows,
                         guint       repeats);

/* Seconds of whole calls, indexed by n, from source to result in memory, including GPU transfers; 0 if not measured. */
#define BENCH_LENGTHS 33
typedef struct
{
  double cpu[BENCH_LENGTHS], gpu[BENCH_LENGTHS];
} BenchCalls;

/* Reports from which n on the GPU was faster, and from which n on auto chooses it for @spec. No-op if no GPU was measured. */
void     bench_crossover    (Bench            *self,
                             const char       *name,
                             const BenchCalls *calls,
                             OndesSpec        *spec);

/* Measure the fast spectra and dyadic convolution, against the loops of loops.h. */
gboolean bench_spectrum (Bench   *self,
                         GError **error);
gboolean bench_convolve (Bench   *self,
                         GError **error);

/* Measures filters and banks on the CPU, and whole calls on any GPU. */
gboolean bench_filter   (Bench   *self,
                         GError **error);

/* Measures Walshgrams of an hour on the CPU, and on any GPU. */
gboolean bench_walshgram (Bench   *self,
                          GError **error);
/* Measures tables of pairs in several orders, and the fast Walsh transform beside them. */
gboolean bench_pairs    (Bench   *self,
                         GError **error);

/* Measures how long commands run on after an interrupt. */
gboolean bench_cancel   (Bench   *self,
                         GError **error);

/* Measures “ondes-cli batch”. */
gboolean bench_batch_runs (Bench *self,
                           GError **error);

/* Measure the Morlet transform against fCWT and PyWavelets, and the paper's Tables I to III. */
gboolean bench_cwt   (Bench   *self,
                      GError **error);
gboolean bench_paper (Bench   *self,
                      GError **error);
/* Measures the worst errors against the definition, by method and precision. */
gboolean bench_precision (Bench *self,
                          GError **error);
/* Measures the kernel taps (the paper's masks) of Table I, on the CPU and on any GPU, and what compensated ones cost. */
gboolean bench_masks (Bench   *self,
                      GError **error);

/* Measures what compensated masks cost. */
gboolean bench_compensation (Bench *self,
                             GError **error);

/* Returns the CUDA engine's class if the requested device is usable and no other engine was requested; otherwise NULL. */
const OndesEngineClass *bench_cuda (const Bench *self);
/* Measures the device time of the CUDA engine's kernels in the benchmark @name; no-op without a device. @seconds has CPU times
 * (double *) under the same names, for the ratio; it may be NULL. */
gboolean bench_kernels (Bench      *self,
                        const char *name,
                        GHashTable *seconds,
                        GError    **error);

/* Times the computation of all kernel taps of @spec (method direct, double precision, boundary periodic, so that none is cut)
 * and, on one thread, of the same taps by exp() and cos() per tap. @deviation is their relative Frobenius distance. */
gboolean bench_cpu_masks (OndesSpec *spec,
                          guint      threads,
                          double    *seconds,
                          double    *plain_seconds,
                          double    *deviation,
                          GError   **error);

/* A fast transform to time: Walsh or arithmetic of numbers, Reed–Muller of bits. */
typedef struct
{
  OndesSpectrumKind kind;
  OndesType         type;
  guint             n; /* 2^n values */
  guint             threads, repeats;
} BenchCpuSpectrum;

typedef struct
{
  double seconds, copy_seconds;
  guint  passes; /* of the transform over memory */
} BenchCpuTimes;

/* Times the fast transform alone, in place, in memory already touched. Also times a copy of as many values by the same threads,
 * which moves as many bytes as one of the transform's passes. Each time is the median of the repeats, each of as many runs as
 * the clock needs. Integers wrap around. */
gboolean bench_cpu_spectrum (const BenchCpuSpectrum *what,
                             BenchCpuTimes          *times,
                             GError                **error);

/* Returns the path of @name in the folder of this program. Transfer full. */
char *bench_beside (const char *name);

G_END_DECLS
