/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesEngineHost: the engines of a process, one per device, and the scheduling of runs on them.
 *
 * All computers (compute.h) of a host share its engines and their plans. An engine is opened by the first computer that needs
 * it and closed with the last. It executes one run at a time. Waiting runs are served by priority; within one priority, owners
 * (such as windows) take turns, and the runs of one owner are served in the order requested.
 *
 * A run pauses for one of higher priority after the piece of work in progress, and for one of the same priority once it has had
 * the engine for SLICE. A run that has waited for PATIENCE gets a slice, regardless of priority. On an engine that cannot pause
 * (engine.h), a run keeps the engine to its end.
 *
 * A nested run, started by a source or sink of another run, gets a separate engine that no outer run uses; otherwise it would
 * wait for itself.
 *
 * Engines release the data they cache of a source once nothing has its id any more (ondes_source_on_gone()). Thread-safe.
 */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

#define ONDES_HOST_SLICE_US    (50 * 1000)
#define ONDES_HOST_PATIENCE_US (2 * G_USEC_PER_SEC)

/* Most urgent first. */
typedef enum
{
  ONDES_PRIORITY_INTERACTIVE,
  ONDES_PRIORITY_HIDDEN, /* for a page that is not in view */
  ONDES_PRIORITY_EXPORT,
  ONDES_PRIORITY_BATCH,
} OndesPriority;

typedef struct _OndesEngineHost OndesEngineHost;

/* Returns the process's host, which is never freed. */
OndesEngineHost *ondes_engine_host_default   (void);
/* Creates a host, for tests. Free it after all its computers. */
OndesEngineHost *ondes_engine_host_new       (void);
void             ondes_engine_host_free      (OndesEngineHost   *self);
/* Sets the clock, in us and for any thread, that slices and patience are measured by; for tests, before the first computer. */
void             ondes_engine_host_set_clock (OndesEngineHost   *self,
                                              gint64           (*now) (void));
/* Releases the data that engines cache of a source: at once, or at the end of the run in progress. */
void             ondes_engine_host_forget    (OndesEngineHost   *self,
                                              guint64            source_id);

/* An open engine. Memory figures date from the end of its last run or pause. */
typedef struct
{
  const char *name;    /* class name, static */
  guint       device, threads; /* threads 0 means as many as the machine has */
  guint64     bytes;   /* workspace and copies of sources; the peak so far if the engine does not report it */
  guint64     plan_bytes;
  guint       plans;
  guint       waiting; /* runs now waiting for it or paused */
} OndesHostedEngine;

/* Fills at most @n_max entries; returns the number of open engines. */
guint            ondes_engine_host_list      (OndesEngineHost   *self,
                                              OndesHostedEngine *engines,
                                              guint              n_max);
/* Returns the memory of all engines, plans included. */
guint64          ondes_engine_host_get_bytes (OndesEngineHost   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesEngineHost, ondes_engine_host_free)

G_END_DECLS
