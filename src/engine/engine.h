/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contract between Ondes and its engines.
 *
 * An engine is used by one thread at a time, which may change between calls, and its calls block; several engines of one class
 * may be open at once. list, name_of and seconds belong to no engine and may be called from any thread, also concurrently. An
 * engine never aborts: it fails with one of three errors, to each of which ondes_compute() (compute.h) reacts in its own way.
 * Requests and sinks are borrowed for the call; a plan that keeps a spec takes a reference, and a plan keeps no source. The
 * CUDA engine is a module with one exported symbol, "ondes_engine_entry", of type OndesEngineEntry.
 */
#pragma once

#include "base/watch.h"
#include "request.h"

G_BEGIN_DECLS

#define ONDES_ENGINE_ABI 8

typedef enum
{
  ONDES_ENGINE_ERROR_UNSUPPORTED, /* reaction: use the CPU */
  ONDES_ENGINE_ERROR_NO_MEMORY,   /* reaction: trim, use smaller batches, then the CPU */
  ONDES_ENGINE_ERROR_LOST,        /* reaction: close the device, use the CPU until restart */
} OndesEngineError;

#define ONDES_ENGINE_ERROR (ondes_engine_error_quark ())
GQuark ondes_engine_error_quark (void);

/* A rectangle of the result: rows [row0, row0 + rows), columns [col0, col0 + cols). */
typedef struct
{
  guint64 row0, rows, col0, cols;
} OndesRect;

/* Where the magnitudes of a row, or its powers, turn at or above a threshold: enough to tell its peaks (analysis/peaks.h). */
typedef enum
{
  ONDES_PEAK,            /* larger than the values before and after it */
  ONDES_PEAK_RUN_HIGHER, /* larger than the one before, the first of a run of equal values, or the one after it is not known yet */
  ONDES_PEAK_RUN_LOWER,  /* likewise, but smaller than the one before */
  ONDES_PEAK_RUN_FALLS,  /* the first, smaller, value after a run; the event's value is the run's */
} OndesPeakKind;

typedef struct
{
  guint32 row, kind; /* OndesPeakKind */
  guint64 column;
  double  value;
} OndesPeakEvent;

/* The destination of a result: an array, a file, a texture. The engine calls begin once and then put until every value has been
 * put, from any thread but never concurrently; put may block, and the engine waits. Tiles come in the order of the recording,
 * as far as their shape allows. A second begin restarts the sink and discards what was put. */
typedef struct _OndesSink OndesSink;

typedef struct
{
  gboolean (*begin) (OndesSink       *self,
                     OndesType        type,
                     guint64          rows,
                     guint64          cols,
                     GError         **error);
  /* @data: rows × cols elements, row-major, rows @stride_bytes apart; borrowed for the call. @final is FALSE if a later
   * put replaces the values by better ones (a preview). */
  gboolean (*put)   (OndesSink       *self,
                     const OndesRect *where,
                     const void      *data,
                     gsize            stride_bytes,
                     gboolean         final,
                     GError         **error);
  /* Called after every value was put: files are completed and renamed into place. May be NULL. */
  gboolean (*finish) (OndesSink      *self,
                      GError        **error);
  /* Frees the sink and removes an unfinished file. */
  void     (*free)  (OndesSink       *self);
  /* Returns, after begin, memory for the whole result, rows @stride_bytes apart, mapped until finish, free or the next begin.
   * Values written there need not be put; any thread may write, also intermediate values. May be NULL; then every value is put. */
  void    *(*map)   (OndesSink       *self,
                     gsize           *stride_bytes);
  /* For sinks that look at the values on their way into memory that another one maps. takes_parts() tells, after begin, whether
   * put_part() may be called in place of put: @n final values of a row from column @col on, from any thread and from several at
   * once, each value once. Both may be NULL. */
  gboolean (*takes_parts) (OndesSink *self);
  gboolean (*put_part)    (OndesSink  *self,
                           guint64     row,
                           guint64     col,
                           guint64     n,
                           const void *data,
                           GError    **error);
  /* Called before begin: the sink must multiply the values by 2^@exponent; float32 would not hold the products (levelling.h).
   * May be NULL; then such values come as double. */
  void     (*scaled) (OndesSink      *self,
                      int             exponent);
  /* For filters. span() returns, after begin, how many samples a span has if the sink wants no values but Σ |y|² of each row over
   * spans of so many, from column 0 on; otherwise 0. An engine that asks may then call put_sums() in place of put: @where counts
   * spans, @sums are in rows of where->cols, and what is put for one span adds up. Both may be NULL. */
  guint64  (*span)     (OndesSink       *self);
  gboolean (*put_sums) (OndesSink       *self,
                        const OndesRect *where,
                        const double    *sums,
                        GError         **error);
  /* For filters. above() returns, after begin, the threshold if the sink wants no values but the events of |y|, or of the power if
   * the filter gives that; otherwise 0. An engine that asks may then call put_peaks() in place of put: @n events in any order, but
   * of later columns than those of the call before. Both may be NULL. */
  double   (*above)     (OndesSink            *self);
  gboolean (*put_peaks) (OndesSink            *self,
                         const OndesPeakEvent *events,
                         gsize                 n,
                         GError              **error);
  /* For results that several processes compute in parts. An engine that computes a pooled result window by window may ask, after
   * begin, whether the sink wants the window @where; if not, it neither computes nor puts it. Windows are cut as for the whole
   * result, so that their bits are those of the whole. May be NULL; then every window is wanted. */
  gboolean (*wants)    (OndesSink       *self,
                        const OndesRect *where);
} OndesSinkClass;

struct _OndesSink /* sinks begin with this */
{
  const OndesSinkClass *klass;
};

gboolean ondes_sink_finish (OndesSink *self,
                            GError   **error);
/* TRUE if the sink wants the window. */
gboolean ondes_sink_wants  (OndesSink       *self,
                            const OndesRect *where);
void     ondes_sink_free   (OndesSink *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSink, ondes_sink_free)

typedef struct
{
  char    name[64];    /* "NVIDIA H200" */
  char    detail[128]; /* "compute capability 9.0, driver 580.65", or why it is not usable */
  gboolean usable;
  guint64 mem_free, mem_total; /* bytes */
} OndesDevice;

/* Statistics of the last run. */
typedef struct
{
  double   compute_s, move_s; /* seconds computing; seconds moving data (sink and source included) */
  guint64  bytes_moved;
  guint64  bytes_workspace;   /* largest arena so far */
  guint    n_methods;         /* number of rows; 0 if the transform has no methods */
  guint8  *methods;           /* OndesMethod of each row, never AUTO; transfer full, g_free() */
} OndesStatistics;

/* How a run lets others interrupt it between two pieces, which changes no result. */
typedef struct
{
  gboolean (*wanted) (gpointer data); /* TRUE if another run is due; called for every piece, from any thread */
  /* Called on the run's thread between two pieces. Blocks while other threads use the engine in any way but close and on_pause.
   * Returns when the run may continue, or when it was cancelled and must end. */
  void     (*pause)  (gpointer data);
  gpointer   data;
} OndesPause;

typedef struct _OndesEngine OndesEngine; /* defined by each engine */

/* How requests of one spec and shape (request.h) are computed: layout, methods, tiles and batches, FFT plans, filters. Valid
 * for the limit of trim() under which the plan was made. Data that plans of one spec share (filters, FFTs) count as the
 * engine's bytes. */
typedef struct
{
  guint64 bytes;           /* held by the plan, on the host and on the device */
  guint64 workspace_bytes; /* maximum workspace of a run */
} OndesPlan; /* plans begin with this */

typedef struct
{
  guint        abi;   /* ONDES_ENGINE_ABI */
  const char  *name;  /* "cpu", "cuda" */
  /* Fills in at most @n_max devices and returns how many there are. If none, sets @why (may be NULL) to the reason, transfer
   * full. If @n_max is 0, only counts and wakes no device. */
  guint        (*list)       (OndesDevice         *devices,
                              guint                n_max,
                              char               **why);
  /* Sets @name to what list would set devices[@device].name to, or "" if unknown, without waking the device. May be NULL. */
  void         (*name_of)    (guint                device,
                              char                 name[64]);
  /* @threads 0 means as many as the machine has. */
  OndesEngine *(*open)       (guint                device,
                              guint                threads,
                              GError             **error);
  void         (*close)      (OndesEngine         *self);
  /* TRUE if the engine can compute @request; otherwise sets UNSUPPORTED with the reason. Keeps no memory, launches nothing and
   * leaves the engine unchanged. */
  gboolean     (*supports)   (OndesEngine         *self,
                              const OndesRequest  *request,
                              GError             **error);
  /* TRUE if the engine, transfers included, beats the CPU, which takes @cpu_s seconds. Only auto asks this: first with @self
   * NULL, from any thread, to be judged by the request alone without waking a device; then again of the open engine. May be
   * NULL; then always TRUE. */
  gboolean     (*worthwhile) (OndesEngine         *self,
                              const OndesRequest  *request,
                              double               cpu_s);
  /* Predicts the seconds of a run on this machine, with all its threads. May be NULL if unknown. */
  double       (*seconds)    (const OndesRequest  *request);
  /* Plans a request that passed supports, and all others of its spec and shape. The caller owns the plan and frees it by unplan
   * before close. Fails with one of the three engine errors. */
  OndesPlan   *(*plan)       (OndesEngine         *self,
                              const OndesRequest  *request,
                              GError             **error);
  void         (*unplan)     (OndesEngine         *self,
                              OndesPlan           *plan);
  /* Runs a plan of @request's spec and shape; @watch is never NULL. Cancellation takes effect within 50 ms, with the error
   * G_IO_ERROR_CANCELLED. Errors of source and sink pass through. */
  gboolean     (*run)        (OndesEngine         *self,
                              OndesPlan           *plan,
                              const OndesRequest  *request,
                              OndesSink           *sink,
                              const OndesWatch    *watch,
                              GError             **error);
  void         (*forget)     (OndesEngine         *self,
                              guint64              source_id);
  /* Frees memory until at most @bytes are kept, and limits the batches of later plans to @bytes. */
  void         (*trim)       (OndesEngine         *self,
                              guint64              bytes);
  void         (*statistics) (OndesEngine         *self,
                              OndesStatistics     *statistics);
  /* Makes later runs ask @pause, which must outlive the engine. May be NULL; then runs are never paused. */
  void         (*on_pause)   (OndesEngine         *self,
                              const OndesPause    *pause);
  /* Returns the memory held now, plans excluded. May be NULL; then statistics give the largest so far. */
  guint64      (*bytes)      (OndesEngine         *self);
  /* SHA-256 of the sources that the module was built from, in hexadecimal, to identify in test records what was tested; NULL
   * for the CPU. */
  const char  *sources_sha256;
} OndesEngineClass;

typedef const OndesEngineClass *(*OndesEngineEntry) (void);

G_END_DECLS
