/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run and its jobs. */
#pragma once

#include "engine-private.h"
#include "filter-kernels.h"

G_BEGIN_DECLS

/* Whether small work is captured as a CUDA graph or replayed. */
typedef enum
{
  ONDES_CUDA_GRAPH_NONE,
  ONDES_CUDA_GRAPH_CAPTURE, /* second equal run: capture, then launch */
  ONDES_CUDA_GRAPH_REPLAY,  /* replay; launch nothing else */
} OndesCudaGraphMode;

/* A result in flight to the sink: contiguous rows of @cols elements. */
typedef struct
{
  gboolean           busy;
  OndesCudaGraphMode graph;
  void              *host;
  const guint       *rows; /* row numbers in the result; valid until the run ends */
  guint              n_rows;
  guint64            col0, cols;
  gsize              element_bytes;
  gboolean           final;
  gboolean           sums; /* for the sink's put_sums(): columns are spans, elements doubles */
  OndesCudaPeakList *peaks; /* device: for the sink's put_peaks(), in place of values; NULL if none */
  gsize              bytes; /* of the D2H copy */
  double             work;
} OndesCudaPending;

#define ONDES_CUDA_MOST_PEAKS  (1u << 20) /* events of a job: what has more is left to the CPU */
#define ONDES_CUDA_FIRST_PEAKS 4096       /* copied with the job; the rest of those that are there afterwards */

struct _OndesCudaRun
{
  OndesEngine     *engine;
  const OndesRequest *request;
  OndesSink       *sink;
  char            *mapped; /* the sink's memory, rows @mapped_stride bytes apart; NULL: use put() */
  gsize            mapped_stride, mapped_bytes;
  gboolean         parts; /* TRUE if the sink takes parts of rows from several threads */
  const OndesWatch *watch;
  gboolean         small; /* TRUE if jobs may be graphs: they are few and short, so the run does not pause, and none waits for
                           * a copy */
  guint            repeats; /* identical runs directly before this one; 0 after a pause */
  gboolean         in_job;  /* TRUE between ondes_cuda_job_begin() and _end(), where the run does not pause */
  guint            n_jobs;
  OndesCudaPending pending[2];
  double           work; /* total of all jobs in any unit, set before the first */
  double           done;
  double           compute_s;
  gint64           move_us, paused_us;
  guint64          bytes_moved;
  guint            n_methods; /* as in OndesStatistics */
  guint8          *methods;
};

/* Begins the sink. */
gboolean ondes_cuda_run_begin (OndesCudaRun     *run,
                               const OndesShape *shape,
                               GError          **error);
/* Lets other runs use the engine first if one is due. Call it between two pieces of work: the run's arena, with its jobs in
 * flight, is set aside meanwhile, and inputs and banks in use stay. FALSE if the run is cancelled. */
gboolean ondes_cuda_run_continues (OndesCudaRun *run,
                                   GError      **error);
/* Handles values [from, from + n) of those that ondes_cuda_slices() shares out; called from several threads at once. */
typedef gboolean (*OndesCudaSlice) (gpointer data,
                                    guint64  from,
                                    guint64  n,
                                    GError **error);
/* Calls @slice for all of @n values, @each at a time: large copies between pinned memory and sources or sinks need several threads,
 * as one is slower than the bus. Fails with the error of the earliest slice. */
gboolean ondes_cuda_slices (OndesEngine   *engine,
                            guint64        n,
                            guint64        each,
                            OndesCudaSlice slice,
                            gpointer       data,
                            GError       **error);

/* Returns the graph mode of the next job. */
OndesCudaGraphMode ondes_cuda_graph_mode (const OndesCudaRun *run);

/* Begins a job with a result of @bytes at @device, after putting the slot's previous result into the sink and a pause if another
 * run is due. The caller then launches the kernels. FALSE on errors and cancellation. */
gboolean ondes_cuda_job_begin (OndesCudaRun *run,
                               gsize         bytes,
                               void        **device,
                               GError      **error);
/* Ends the job's kernels and starts its D2H copy. The caller fills @result except for busy, graph, host and bytes, which
 * are set here. */
gboolean ondes_cuda_job_end (OndesCudaRun           *run,
                             const OndesCudaPending *result,
                             GError                **error);
/* For work that needs no sink while it runs. The first function launches job @number if it is a graph; the second waits for the
 * kernels and the D2H copy of @slot and adds their times to the run's. */
OndesCudaStatus ondes_cuda_job_launch (OndesCudaRun      *run,
                                       OndesCudaGraphMode graph,
                                       guint              number);
OndesCudaStatus ondes_cuda_job_wait (OndesCudaRun      *run,
                                     OndesCudaGraphMode graph,
                                     guint              slot);
/* Waits for all jobs and puts their results into the sink. */
gboolean ondes_cuda_jobs_finish (OndesCudaRun *run,
                                 GError      **error);

G_END_DECLS
