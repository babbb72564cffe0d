/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contract between Ondes and what computes for it.
 *
 * An engine is used from one thread at a time, which may be another at each call, and its calls block; several engines of one class
 * may be open at once. list, name_of and seconds belong to no engine and are called from any thread, also at once. It
 * never aborts: it fails with one of three errors, each with one reaction of ondes_compute() (compute.h).
 * Requests and sinks are borrowed for the call; a plan that keeps a spec takes a reference, and keeps no source.
 * The CUDA engine is a module with one exported symbol, "ondes_engine_entry", of type OndesEngineEntry.
 */
#pragma once

#include "base/watch.h"
#include "request.h"

G_BEGIN_DECLS

#define ONDES_ENGINE_ABI 4

typedef enum
{
  ONDES_ENGINE_ERROR_UNSUPPORTED, /* the CPU */
  ONDES_ENGINE_ERROR_NO_MEMORY,   /* trim, smaller batches, then the CPU */
  ONDES_ENGINE_ERROR_LOST,        /* close the device, CPU until restart */
} OndesEngineError;

#define ONDES_ENGINE_ERROR (ondes_engine_error_quark ())
GQuark ondes_engine_error_quark (void);

/* Rows and columns of the result: [row0, row0 + rows) × [col0, col0 + cols). */
typedef struct
{
  guint64 row0, rows, col0, cols;
} OndesRect;

/* Where a result goes: an array, a file, a texture. The engine calls begin once and then put until every value is there,
 * never two at a time, from any thread; put may block, and the engine waits. Tiles come time-major: what is earlier in the
 * recording first, as far as the tiles allow. begin again means: start anew, forget what came. */
typedef struct _OndesSink OndesSink;

typedef struct
{
  gboolean (*begin) (OndesSink       *self,
                     OndesType        type,
                     guint64          rows,
                     guint64          cols,
                     GError         **error);
  /* @data: rows × cols elements, row-major, rows @stride_bytes apart; borrowed for the call. @final: FALSE where a later
   * put brings a better value (a preview). */
  gboolean (*put)   (OndesSink       *self,
                     const OndesRect *where,
                     const void      *data,
                     gsize            stride_bytes,
                     gboolean         final,
                     GError         **error);
  /* Every value has come: files are completed and renamed into place. May be NULL. */
  gboolean (*finish) (OndesSink      *self,
                      GError        **error);
  /* Frees; a file not finished is removed. */
  void     (*free)  (OndesSink       *self);
  /* After begin, the memory in which the whole result comes to lie, rows @stride_bytes apart: values written there, from any thread
   * and also more than once until they are right, need not be put. May be NULL: every value is put. */
  void    *(*lend)  (OndesSink       *self,
                     gsize           *stride_bytes);
  /* Before begin: the values to come are to be multiplied by 2^@exponent, which float32 would not hold (levelling.h). May be NULL:
   * such values come as double. */
  void     (*scaled) (OndesSink      *self,
                      int             exponent);
} OndesSinkClass;

struct _OndesSink /* sinks begin with this */
{
  const OndesSinkClass *klass;
};

gboolean ondes_sink_finish (OndesSink *self,
                            GError   **error);
void     ondes_sink_free   (OndesSink *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSink, ondes_sink_free)

typedef struct
{
  char    name[64];    /* "NVIDIA H200" */
  char    detail[128]; /* "compute capability 9.0, driver 580.65", or why it is not usable */
  gboolean usable;
  guint64 mem_free, mem_total; /* bytes */
} OndesDevice;

/* Of the last run. */
typedef struct
{
  double   compute_s, move_s; /* seconds computing, seconds moving data in and out (sink and source included) */
  guint64  bytes_moved;
  guint64  bytes_workspace;   /* the arena's largest so far */
  guint    n_methods;         /* rows; 0 where the transform has no methods */
  guint8  *methods;           /* OndesMethod a row, never AUTO; transfer full, g_free() */
} OndesStatistics;

/* A measurement: @floor is what the device's ceilings leave at best, in the same unit; 0: none is told. */
typedef void (*OndesBenchLine) (const char *name,
                                double      value,
                                const char *unit,
                                double      floor,
                                gpointer    user_data);

/* How a run lets others come between its pieces, which changes no result. */
typedef struct
{
  gboolean (*wanted) (gpointer data); /* any thread, for every piece: somebody waits to whom the engine is due */
  /* On the run's thread, between two pieces: blocks while other threads use the engine in any way but close and on_pause, and
   * returns when the run may go on. It also returns for a run that was cancelled, which then ends. */
  void     (*pause)  (gpointer data);
  gpointer   data;
} OndesPause;

typedef struct _OndesEngine OndesEngine; /* each engine's own */

/* How requests of one spec and shape (request.h) are computed: layout, methods, tiles and batches, FFT plans, filters. It holds
 * for the limit of trim() under which it was made. What plans of one spec share (filters, FFTs) counts as the engine's bytes. */
typedef struct
{
  guint64 bytes;           /* that it holds, on the host and on the device */
  guint64 workspace_bytes; /* that a run of it takes at most */
} OndesPlan; /* plans begin with this */

typedef struct
{
  guint        abi;   /* ONDES_ENGINE_ABI */
  const char  *name;  /* "cpu", "cuda" */
  /* Fills at most @n_max, returns how many there are; 0: none, @why (may be NULL) then says why, transfer full. With an @n_max
   * of 0 it only counts, and wakes no device. */
  guint        (*list)       (OndesDevice         *devices,
                              guint                n_max,
                              char               **why);
  /* What devices[@device].name of list would be, "" where it is not known, without waking the device. May be NULL. */
  void         (*name_of)    (guint                device,
                              char                 name[64]);
  /* @threads: 0 as many as the machine has. */
  OndesEngine *(*open)       (guint                device,
                              guint                threads,
                              GError             **error);
  void         (*close)      (OndesEngine         *self);
  /* A question: takes no memory that stays, launches nothing, and leaves the engine as it is. The error is UNSUPPORTED, with the
   * reason. */
  gboolean     (*supports)   (OndesEngine         *self,
                              const OndesRequest  *request,
                              GError             **error);
  /* What auto asks: is this work large enough for the device to pass the CPU, which takes @cpu_s seconds, transfers included?
   * Where @self is NULL, by the request alone, without waking a device, and from any thread; asked again of an engine that is
   * open. May be NULL: always. An engine that was asked for by name works either way. */
  gboolean     (*worthwhile) (OndesEngine         *self,
                              const OndesRequest  *request,
                              double               cpu_s);
  /* About how long a run takes on this machine, with all its threads. May be NULL: it is not known. */
  double       (*seconds)    (const OndesRequest  *request);
  /* Of a request that supports let pass, for it and all others of its spec and shape. Belongs to the caller, who gives it back by
   * unplan before close. Errors: the three of the contract. */
  OndesPlan   *(*plan)       (OndesEngine         *self,
                              const OndesRequest  *request,
                              GError             **error);
  void         (*unplan)     (OndesEngine         *self,
                              OndesPlan           *plan);
  /* Runs a plan of @request's spec and shape; @watch is never NULL. A cancel is seen within 50 ms; the error is then
   * G_IO_ERROR_CANCELLED. Errors of source and sink pass through. */
  gboolean     (*run)        (OndesEngine         *self,
                              OndesPlan           *plan,
                              const OndesRequest  *request,
                              OndesSink           *sink,
                              const OndesWatch    *watch,
                              GError             **error);
  void         (*forget)     (OndesEngine         *self,
                              guint64              source_id);
  /* Gives memory back until at most @bytes are kept, and plans batches of at most that from now on. */
  void         (*trim)       (OndesEngine         *self,
                              guint64              bytes);
  void         (*statistics) (OndesEngine         *self,
                              OndesStatistics     *statistics);
  /* Measures the kernels themselves, on noise: device time by events, medians, caches cleared before. @name is one of those that
   * ondes-cli bench knows; what is not of this engine measures nothing. May be NULL. */
  gboolean     (*bench)      (OndesEngine         *self,
                              const char          *name,
                              gboolean             quick,
                              OndesBenchLine       line,
                              gpointer             user_data,
                              GError             **error);
  /* Each later run asks @pause, which outlives the engine. May be NULL: a run is never paused. */
  void         (*on_pause)   (OndesEngine         *self,
                              const OndesPause    *pause);
  /* Memory held now but for plans. May be NULL: statistics tell the largest so far. */
  guint64      (*bytes)      (OndesEngine         *self);
  /* Of the sources that a module was built from, in hexadecimal, so that a record of its tests names what was tested; NULL
   * for the CPU. */
  const char  *sources_sha256;
} OndesEngineClass;

typedef const OndesEngineClass *(*OndesEngineEntry) (void);

G_END_DECLS
