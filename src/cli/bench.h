/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the benches share: one line a measurement, with its peer in the same run. */
#pragma once

#include "input.h"
#include "transform/cwt.h"

G_BEGIN_DECLS

typedef struct
{
  char   *name;  /* "a full", "c pooled 1600" */
  double  value;
  char   *unit;  /* "s", "x", "MB" */
  char   *remark;
  char   *peer;  /* NULL: none in this run */
  double  ratio; /* times faster than the peer */
} BenchLine;

typedef struct
{
  const CliRun *run;
  CliCompute    compute;
  gboolean      quick;
  gboolean      json; /* nothing is printed before the end */
  GPtrArray    *lines; /* of BenchLine */
} Bench;

/* Appends a line and, where somebody watches, prints it. Strings are copied; @peer NULL: none. */
void     bench_add  (Bench      *self,
                     const char *name,
                     double      value,
                     const char *unit,
                     const char *remark,
                     const char *peer,
                     double      ratio);

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

/* Median seconds of @repeats runs after one that is not counted. @report is of the last run. */
gboolean bench_time (Bench           *self,
                     OndesComputer   *computer,
                     OndesSpec       *spec,
                     OndesSource     *source,
                     const OndesView *view,
                     OndesSink       *sink,
                     guint            repeats,
                     double          *seconds,
                     OndesReport     *report,
                     GError         **error);
/* Medians of @repeats times of @batch runs each, a run: all of it, and computing alone, without source and sink. */
gboolean bench_time_sources (Bench              *self,
                             OndesComputer      *computer,
                             OndesSpec          *spec,
                             OndesSource *const *sources,
                             guint               n_sources,
                             const OndesView    *view,
                             OndesSink          *sink,
                             guint               repeats,
                             guint               batch,
                             double             *seconds,
                             double             *computing,
                             OndesReport        *report,
                             GError            **error);
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
                             const OndesSpec  *spec);

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
