/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the benches share: one line a measurement, with its peer in the same run. */
#pragma once

#include "input.h"
#include "transform/cwt.h"

G_BEGIN_DECLS

/* Filled by name. */
typedef struct
{
  const char *name;   /* "a full", "c pooled 1600" */
  double      value;
  const char *unit;   /* "s", "x", "MB" */
  const char *remark; /* NULL: none */
  const char *peer;   /* NULL: none in this run */
  double      ratio;  /* times faster than the peer */
} BenchLine;

typedef struct
{
  const CliRun *run;
  CliCompute    compute;
  gboolean      quick;
  gboolean      json; /* nothing is printed before the end */
  GPtrArray    *lines; /* of BenchLine */
} Bench;

/* Appends a copy of @line and, where somebody watches, prints it. */
void     bench_add  (Bench           *self,
                     const BenchLine *line);

/* Keeps its memory from one run to the next, so that a run is timed and not the first touch of its pages. */
typedef struct
{
  OndesSink sink;
  OndesType type;
  guint64   rows, cols;
  char     *data; /* row after row */
  gsize     bytes;
} BenchSink;

BenchSink *bench_sink_new (void);

/* What is timed, filled by name: @repeats times of @batch runs each (0 is 1), after one that is not counted. */
typedef struct
{
  OndesComputer *computer;
  OndesRequest  *request;
  OndesSink     *sink;
  guint          repeats, batch;
} BenchWork;

typedef struct
{
  double      seconds, computing; /* medians, a run: all of it, and computing alone, without source and sink */
  OndesReport report;             /* of the last run */
} BenchTimes;

gboolean bench_time (Bench           *self,
                     const BenchWork *work,
                     BenchTimes      *times,
                     GError         **error);
double   bench_median       (double             *times,
                             guint               n);
/* Runs of 2^@n values that are timed together, where one is too short. */
guint    bench_batch        (guint               n);

/* What bench-peers.py calls them. */
#define BENCH_FCWT  "fCWT"
#define BENCH_NUMPY "NumPy"

/* Measures the Python libraries that are installed (bench-peers.py) and appends their lines; name → seconds (double *), empty
 * where there are none. Transfer full. */
GHashTable *bench_peers (Bench      *self,
                         const char *title,
                         const char *kind,
                         guint64     n_samples,
                         guint       n_rows,
                         guint       repeats);

/* Seconds of whole calls by n, from a source in memory to a result there: the CPU's, and the GPU's with its transfers; 0: not
 * measured. */
#define BENCH_LENGTHS 33
typedef struct
{
  double cpu[BENCH_LENGTHS], gpu[BENCH_LENGTHS];
} BenchCalls;

/* Tells from which n on the GPU was quicker, and from which on auto takes it for @spec. Nothing where no GPU was measured. */
void     bench_crossover    (Bench            *self,
                             const char       *name,
                             const BenchCalls *calls,
                             OndesSpec        *spec);

/* The fast spectra and dyadic convolution against the loops of bench-loops.h. */
gboolean bench_spectrum (Bench   *self,
                         GError **error);
gboolean bench_convolve (Bench   *self,
                         GError **error);

/* How long commands go on once they are interrupted. */
gboolean bench_cancel   (Bench   *self,
                         GError **error);

/* The Morlet transform against fCWT and PyWavelets; the paper's Tables I to III. */
gboolean bench_cwt   (Bench   *self,
                      GError **error);
gboolean bench_paper (Bench   *self,
                      GError **error);
/* Worst errors against the definition, by method and precision. */
gboolean bench_precision (Bench *self,
                          GError **error);
/* Masks: Table I, on the CPU and on the GPU where there is one. */
gboolean bench_masks (Bench   *self,
                      GError **error);

/* The CUDA engine's class where its device @self asks for is usable and no other engine was ordered, else NULL. */
const OndesEngineClass *bench_cuda (const Bench *self);
/* What the kernels of the CUDA engine take in the bench @name, device time; nothing where there is no device. @seconds: of the CPU
 * by the same names, double *, for the ratio; may be NULL. */
gboolean bench_kernels (Bench      *self,
                        const char *name,
                        GHashTable *seconds,
                        GError    **error);

G_END_DECLS
