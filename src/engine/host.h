/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesEngineHost: the engines of a process, one a device, and whose turn it is.
 *
 * All computers (compute.h) of a host share its engines and their plans. An engine is opened by the first computer that needs it
 * and closed with the last. It works on one run at a time. Runs that wait are served by priority; within one priority, owners (a
 * window is one) take turns, and the runs of one owner come in the order in which they asked.
 *
 * A run pauses for one of higher priority after the piece of work that is under way, and for one of the same priority once it has
 * had the engine for SLICE. Whoever has waited for PATIENCE gets a slice, whatever its priority. On an engine that cannot pause
 * (engine.h), a run keeps it to its end; exports and batches have an engine of their own there, open while they work.
 *
 * A run that is started from within another, by a source or a sink of it, has an engine of its own, on which no other waits: it
 * would else wait for itself.
 *
 * What engines keep of a source is given back once nothing has its id any more (ondes_source_on_gone()). Any thread.
 */
#pragma once

#include "engine.h"

G_BEGIN_DECLS

#define ONDES_HOST_SLICE_US    (50 * 1000)
#define ONDES_HOST_PATIENCE_US (2 * G_USEC_PER_SEC)

/* The most urgent first. */
typedef enum
{
  ONDES_PRIORITY_INTERACTIVE,
  ONDES_PRIORITY_HIDDEN, /* of a page that is not in view */
  ONDES_PRIORITY_EXPORT,
  ONDES_PRIORITY_BATCH,
} OndesPriority;

typedef struct _OndesEngineHost OndesEngineHost;

/* That of the process, never freed. */
OndesEngineHost *ondes_engine_host_default   (void);
/* For tests. Freed once all its computers are. */
OndesEngineHost *ondes_engine_host_new       (void);
void             ondes_engine_host_free      (OndesEngineHost   *self);
/* Gives back what engines keep of a source: at once, or at the end of the run that has the engine. */
void             ondes_engine_host_forget    (OndesEngineHost   *self,
                                              guint64            source_id);

/* An engine that is open. Memory is as it was at the end of the last run or pause. */
typedef struct
{
  const char *name;    /* of its class, static */
  guint       device, threads; /* threads 0: as many as the machine has */
  guint64     bytes;   /* workspace and copies of sources; of an engine that does not tell, the most so far */
  guint64     plan_bytes;
  guint       plans;
  guint       waiting; /* runs that wait for it now, or pause for another */
} OndesHostedEngine;

/* Fills at most @n_max, returns how many there are. */
guint            ondes_engine_host_list      (OndesEngineHost   *self,
                                              OndesHostedEngine *engines,
                                              guint              n_max);
/* Of all of them, plans included. */
guint64          ondes_engine_host_get_bytes (OndesEngineHost   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesEngineHost, ondes_engine_host_free)

G_END_DECLS
