/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the CUDA engine's files on GLib's side share: the engine, resident sources, jobs. */
#pragma once

#include "kernels.h"

#include "base/threads.h"
#include "engine/engine.h"
#include "transform/boundary.h"

G_BEGIN_DECLS

typedef struct _OndesCudaRun OndesCudaRun;

/* A transform, one file each; the table is in module.c. */
typedef struct
{
  /* As those of OndesEngineClass. */
  gboolean (*supports) (OndesEngine        *engine,
                        const OndesSpec    *spec,
                        OndesSource *const *sources,
                        guint               n_sources,
                        const OndesView    *view,
                        guint64            *bytes,
                        GError            **error);
  /* Calls the sink's begin, gives all jobs in and finishes them. */
  gboolean (*run)      (OndesCudaRun       *run,
                        const OndesSpec    *spec,
                        OndesSource *const *sources,
                        guint               n_sources,
                        const OndesView    *view,
                        GError            **error);
  gboolean resident; /* sources stay on the device: kernels read them there */
} OndesCudaTransform;

extern const OndesCudaTransform ondes_cuda_cwt, ondes_cuda_spectrum, ondes_cuda_dyadic_convolution;

/* What tells the kernels of one run from those of another: its spec, view, and the sources where they stay on the device. */
typedef struct
{
  OndesSpec *spec; /* NULL: nothing is known */
  guint64    rest[14];
} OndesCudaWork;

struct _OndesEngine
{
  guint           device;
  guint           threads; /* that copy; 0: as many as are of use */
  OndesThreads   *copiers; /* NULL until there is much to copy */
  OndesCuda      *cuda;
  guint64         limit;  /* of trim(); 0: none */
  GPtrArray      *inputs; /* of OndesCudaInput, the latest used last */
  guint64         runs;   /* begun so far */
  OndesCudaWork   last;   /* the run before, where it ended well */
  guint           repeats; /* so many runs before this one were the same */
  guint           send_slot;
  GPtrArray      *banks;  /* of the rows computed of late, the latest used last; cwt-bank.c */
  GBytes         *masks;  /* what the masks in the arena were made from; NULL: none are there */
  OndesStatistics statistics;
};

/* The engine's slot: no device is asked. */
gboolean ondes_cuda_worthwhile (const OndesSpec *spec,
                                const OndesView *view);
/* Bytes of device memory that the engine holds. */
guint64  ondes_cuda_held       (OndesEngine *engine);
/* Forgets the run before, so that none goes by its graphs. */
void     ondes_cuda_forget_last (OndesEngine *engine);
/* TRUE for OK; else the error of the contract, with the device's number. */
gboolean ondes_cuda_result     (OndesEngine     *engine,
                                OndesCudaStatus  status,
                                const char      *why,
                                GError         **error);

/* A source on the device, as far as it was sent. */
typedef struct
{
  guint64   id, revision, n;
  guint     channel;
  OndesType source_type, type; /* the source's own, and as it lies on the device */
  void     *data;              /* device */
  guint64   bytes;
  guint64   low, high;         /* elements sent: [low, high) */
  guint64   run;               /* the last that borrowed it */
} OndesCudaInput;

/* @source on the device as @type (its own, or what ondes_source_read_as() makes), nothing of it sent yet unless it was there
 * before. NULL without an error where it does not fit beside what the run borrowed already: it then goes by tiles. Borrowed until
 * the end of the run. */
OndesCudaInput *ondes_cuda_input        (OndesEngine    *engine,
                                         OndesSource    *source,
                                         OndesType       type);
/* Sends what is missing of [low, high); kernels launched later see it. */
gboolean        ondes_cuda_input_send   (OndesCudaRun   *run,
                                         OndesCudaInput *input,
                                         OndesSource    *source,
                                         guint64         low,
                                         guint64         high,
                                         GError        **error);
/* Sends [at, at + n) with its boundary resolved, gaps 0, as F32, F64, C64 or C128, into the buffer RAW. */
gboolean        ondes_cuda_tile_send    (OndesCudaRun   *run,
                                         OndesSource    *source,
                                         OndesBoundary   boundary,
                                         gint64          at,
                                         guint64         n,
                                         OndesType       type,
                                         void          **device,
                                         GError        **error);
void            ondes_cuda_inputs_forget (OndesEngine   *engine,
                                          guint64        source_id); /* 0: all */
guint64         ondes_cuda_inputs_bytes (OndesEngine    *engine);

void            ondes_cuda_banks_forget (OndesEngine    *engine);
guint64         ondes_cuda_banks_bytes  (OndesEngine    *engine);

/* Whether small work goes as graphs. */
typedef enum
{
  ONDES_CUDA_GRAPH_NONE,
  ONDES_CUDA_GRAPH_TAKE,  /* it came once before: it is taken down, then launched */
  ONDES_CUDA_GRAPH_AGAIN, /* as it was taken down: nothing else is launched */
} OndesCudaGraph;

/* A result that is on its way: rows of @cols elements, one behind another. */
typedef struct
{
  gboolean     busy;
  OndesCudaGraph graph;
  void        *host;
  const guint *rows; /* of the result, one a row of the job; borrowed until the end of the run */
  guint        n_rows;
  guint64      col0, cols;
  gsize        element_bytes;
  gboolean     final;
  double       work;
} OndesCudaPending;

struct _OndesCudaRun
{
  OndesEngine     *engine;
  OndesSink       *sink;
  char            *lent;   /* where the result comes to lie, rows @lent_stride bytes apart; NULL: it is put */
  gsize            lent_stride, lent_bytes;
  OndesProgress    progress;
  gpointer         user_data;
  GCancellable    *cancellable;
  gboolean         small;  /* each job may go as a graph: it waits for nothing, and there are few */
  guint            n_jobs;
  OndesCudaPending pending[2];
  double           work;   /* of all jobs, set before the first; in any unit */
  double           done;
  double           compute_s;
  gint64           move_us;
  guint64          bytes_moved;
};

/* Begins the run's sink. */
gboolean ondes_cuda_run_begin  (OndesCudaRun      *run,
                                const OndesShape  *shape,
                                GError           **error);
/* Threads that copy between pinned memory and sources or sinks, where there is much of it: one thread copies less than a device
 * takes and gives. */
OndesThreads *ondes_cuda_copiers (OndesEngine     *engine);

/* Of the run's next job. */
OndesCudaGraph ondes_cuda_graph_of (const OndesCudaRun *run);

/* Begins a job whose result takes @bytes at @device, after the result of the job before last went to the sink. Its kernels are
 * launched then. FALSE on errors and cancel. */
gboolean ondes_cuda_job_begin  (OndesCudaRun      *run,
                                gsize              bytes,
                                void             **device,
                                GError           **error);
/* Ends the kernels of the job and sends their result on its way: @rows of the result, columns [col0, col0 + cols). */
gboolean ondes_cuda_job_end    (OndesCudaRun      *run,
                                const guint       *rows,
                                guint              n_rows,
                                guint64            col0,
                                guint64            cols,
                                gsize              element_bytes,
                                gboolean           final,
                                double             work,
                                GError           **error);
/* Parts of these that small work does by itself: launches job @number where it goes as a graph; waits for the kernels and the result
 * of the job in @slot, and counts what both took. */
OndesCudaStatus ondes_cuda_job_launch (OndesCudaRun  *run,
                                       OndesCudaGraph graph,
                                       guint          number,
                                       char           why[ONDES_CUDA_WHY]);
OndesCudaStatus ondes_cuda_job_wait   (OndesCudaRun  *run,
                                       OndesCudaGraph graph,
                                       guint          slot,
                                       char           why[ONDES_CUDA_WHY]);
/* Waits for all jobs and gives their results to the sink. */
gboolean ondes_cuda_jobs_finish (OndesCudaRun     *run,
                                 GError          **error);

G_END_DECLS
