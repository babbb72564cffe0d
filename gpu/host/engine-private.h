/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the engine's C files: the engine, recordings on the device, jobs. */
#pragma once

#include "filter-kernels.h"
#include "kernels.h"

#include "base/lru.h"
#include "base/threads.h"
#include "engine/engine.h"
#include "transform/boundary.h"

G_BEGIN_DECLS

typedef struct _OndesCudaRun OndesCudaRun;

typedef struct _OndesCudaTransform OndesCudaTransform;

typedef struct
{
  OndesPlan                 plan;
  OndesSpec                *spec;
  const OndesCudaTransform *transform;
  gpointer                  own; /* private data of the transform */
} OndesCudaPlan;

/* Functions of a transform; module.c has the table. */
struct _OndesCudaTransform
{
  /* As in OndesEngineClass. */
  gboolean (*supports)   (OndesEngine        *engine,
                          const OndesRequest *request,
                          GError            **error);
  gboolean (*worthwhile) (OndesEngine        *engine,
                          const OndesRequest *request,
                          double              cpu_s);
  /* Sets own, bytes and workspace_bytes of the plan. */
  gboolean (*plan)       (OndesEngine        *engine,
                          OndesCudaPlan      *plan,
                          const OndesRequest *request,
                          GError            **error);
  GDestroyNotify free_own;
  /* Begins the sink, submits all jobs and finishes them. */
  gboolean (*run)        (OndesCudaRun        *run,
                          const OndesCudaPlan *plan,
                          GError             **error);
  gboolean resident; /* TRUE if kernels read sources that stay on the device */
};

extern const OndesCudaTransform ondes_cuda_cwt, ondes_cuda_spectrum, ondes_cuda_dyadic_convolution, ondes_cuda_filter,
    ondes_cuda_pair_updates, ondes_cuda_walshgrams;

/* Fingerprint by which an identical run is recognised: spec, view, and sources that stay on the device. */
typedef struct
{
  OndesSpec *spec; /* NULL if none */
  guint64    key[14];
} OndesCudaFingerprint;

struct _OndesEngine
{
  guint                device;
  guint                threads;      /* for copies; 0: automatic */
  OndesThreads        *copy_threads; /* created on demand */
  OndesCuda           *cuda;
  guint64              limit;   /* set by trim(), bytes; 0: none */
  GPtrArray           *inputs;  /* of OndesCudaInput, most recently used last */
  OndesCudaFingerprint last;    /* the previous run, if it succeeded */
  guint                repeats; /* identical runs directly before the previous one */
  guint                send_slot;
  OndesLru            *banks;      /* of OndesCudaSharedBank */
  guint64              bank_bytes; /* of cached banks and of banks that plans hold */
  GBytes              *taps_key; /* parameters of the taps in the arena; NULL if none */
  OndesStatistics      statistics;
  const OndesPause    *pause;    /* NULL if runs are never paused */
};

/* TRUE if spectra or dyadic convolution beat the CPU, which takes @cpu_s seconds. Does not initialise a device. */
gboolean ondes_cuda_spectral_worthwhile (OndesEngine        *engine,
                                         const OndesRequest *request,
                                         double              cpu_s);
/* The same of filters and Walshgrams, whose kernels take less time than the bus. */
gboolean ondes_cuda_filter_worthwhile  (OndesEngine         *engine,
                                         const OndesRequest *request,
                                         double              cpu_s);
/* Returns the bytes of device memory held by the engine. */
guint64  ondes_cuda_device_bytes       (OndesEngine *engine);
/* Forgets the previous run, so that its graphs are not replayed. */
void     ondes_cuda_forget_last (OndesEngine *engine);
/* TRUE if @status is OK; otherwise sets the ONDES_ENGINE_ERROR of @status, with the device and ondes_cuda_reason(). */
gboolean ondes_cuda_ok (OndesEngine    *engine,
                        OndesCudaStatus status,
                        GError        **error);

/* Returns the type in which a recording is stored on the device, and as what the kernels know that type. */
OndesType     ondes_cuda_resident_type (OndesType type);
OndesCudaType ondes_cuda_type_of       (OndesType resident);

/* A recording on the device, copied on demand. */
typedef struct
{
  guint64   id, revision, n;
  guint     channel;
  OndesType source_type, type; /* of the source, and as stored on the device */
  void     *data;              /* device pointer */
  guint64   bytes;
  guint64   low, high; /* elements [low, high) have been copied */
  guint     users;     /* runs that use it, paused ones included: it stays on the device until they release it */
} OndesCudaInput;

/* Returns @source on the device as @type (its own, or one that ondes_source_read_as() supports), valid until it is released; its
 * samples are copied by ondes_cuda_input_h2d(). Returns NULL without an error if there is no room beside the inputs in use; the
 * caller then copies tiles. */
OndesCudaInput *ondes_cuda_input (OndesEngine *engine,
                                  OndesSource *source,
                                  OndesType    type);
/* Ends the use of @input, which may be NULL. */
void            ondes_cuda_input_release (OndesEngine    *engine,
                                          OndesCudaInput *input);
/* Copies the part of [low, high) that is not yet on the device; later launches wait for it. The run may pause, except within a
 * job. */
gboolean        ondes_cuda_input_h2d (OndesCudaRun   *run,
                                      OndesCudaInput *input,
                                      OndesSource    *source,
                                      guint64         low,
                                      guint64         high,
                                      GError        **error);

/* Samples [at, at + n) of a source, extended by the boundary rule, in memory on the device. */
typedef struct
{
  OndesSource  *source;
  OndesBoundary boundary;
  gint64        at;
  guint64       n;
  OndesType     type; /* as stored on the device */
  void         *device;
} OndesCudaTile;

/* Copies @tile in-stream with the kernels, with gaps set to 0. The run may pause, except within a job. */
gboolean        ondes_cuda_tile_h2d (OndesCudaRun        *run,
                                     const OndesCudaTile *tile,
                                     GError             **error);
/* Frees the inputs of @source_id, or of all recordings if it is 0. An input in use is freed once released, or kept if
 * @source_id is 0. */
void            ondes_cuda_inputs_forget (OndesEngine *engine,
                                          guint64      source_id);
guint64         ondes_cuda_inputs_bytes (OndesEngine    *engine);

/* Filters on the device, shared by all plans that need equal ones, and cached for later plans. */
typedef struct
{
  GBytes      *key;   /* all that the filters depend on, beginning with a word of their transform */
  gpointer     bank;
  guint64      bytes; /* of device memory */
  void       (*free) (OndesCuda *cuda, gpointer bank);
  OndesEngine *engine;
  guint        users; /* reference count: plans and the cache */
} OndesCudaSharedBank;

OndesLru            *ondes_cuda_banks_new         (void);
/* Returns the key of a bank that depends on @n numbers and @bytes of @more. Transfer full. */
GBytes              *ondes_cuda_bank_key          (const double *head,
                                                   guint         n,
                                                   gconstpointer more,
                                                   gsize         bytes);
/* Returns the cached bank of @key with a new reference, or NULL if there is none. */
OndesCudaSharedBank *ondes_cuda_shared_bank_get   (OndesEngine *engine,
                                                   GBytes      *key);
/* Caches @bank, which @free frees, and returns it with a reference of the caller's own. */
OndesCudaSharedBank *ondes_cuda_shared_bank_new   (OndesEngine         *engine,
                                                   GBytes              *key,
                                                   gpointer             bank,
                                                   guint64              bytes,
                                                   void               (*free) (OndesCuda *cuda, gpointer bank));
void                 ondes_cuda_shared_bank_unref (OndesCudaSharedBank *self);

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
