/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interface between a computer and its host: engines, and claims on them. */
#pragma once

#include "host.h"
#include "plans.h"

G_BEGIN_DECLS

typedef struct _OndesClaim OndesClaim;

/* An engine of a host, open or not. */
typedef struct
{
  OndesEngineHost        *host;
  const OndesEngineClass *klass;
  guint                   device, threads;
  guint                   depth;   /* nesting depth of its runs (base/threads.h) */
  OndesPause              pause;

  /* accessed only by the holder */
  OndesEngine            *engine;  /* NULL if not open */
  OndesPlans             *plans;
  char                    device_name[64];
  guint                   limited; /* runs left until the memory limit is lifted; 0 if no limit is set */
  gboolean                lost;    /* device lost: closed as soon as no run is paused in it */

  /* guarded by the host's mutex */
  guint                   users;   /* number of computers */
  OndesClaim             *holder;  /* NULL if idle, with none waiting */
  GQueue                  waiting; /* of OndesClaim */
  guint                   paused;  /* waiting claims that are paused within a run */
  GHashTable             *served;  /* owner → number of its last claim */
  guint64                 queued, passed; /* claims queued and passed on so far */
  GHashTable             *cached_ids; /* ids of sources whose data it may cache */
  GArray                 *forgotten; /* ids of these whose data is to be released */
  OndesHostedEngine       last_state;
  gint64                  yield_at; /* atomic: time at which the holder is to yield */
} OndesHosted;

/* A computer's claim on an engine; a computer makes one at a time. */
struct _OndesClaim
{
  OndesPriority priority; /* guarded by the host's mutex while held or waiting */
  gconstpointer owner;

  OndesHosted  *hosted;   /* NULL if neither held nor waiting */
  guint         outer;    /* the thread's depth outside the claim */
  GCancellable *cancellable;
  guint64       number;
  gint64        since;    /* time by the host's clock at which it began to wait or to hold */
  gint64        slice_end; /* until then it is not paused even for a higher priority */
  gboolean      paused;   /* within a run */
  gboolean      ending;   /* cancelled while paused: served first, so that it can end */
  gint64        waited_us; /* total wait */
};

/* Adds a user to the engine, created on demand, for runs at the calling thread's depth. */
OndesHosted *ondes_hosted_join   (OndesEngineHost        *host,
                                  const OndesEngineClass *klass,
                                  guint                   device,
                                  guint                   threads);
/* Removes a user, who must not hold a claim; the last one closes the engine. */
void         ondes_hosted_leave  (OndesHosted            *self);
/* TRUE if a run started by the calling thread may use it: at another depth a run could wait for the run it is part of. */
gboolean     ondes_hosted_serves (const OndesHosted      *self);
/* Open the engine, and mark its device as lost. Call both while holding a claim. */
gboolean     ondes_hosted_open   (OndesHosted            *self,
                                  GError                **error);
void         ondes_hosted_lose   (OndesHosted            *self);
/* Waits for the engine, for a run of @request; FALSE with G_IO_ERROR_CANCELLED if cancelled before it is served. */
gboolean     ondes_claim_acquire      (OndesClaim         *self,
                                       OndesHosted        *hosted,
                                       const OndesRequest *request,
                                       GCancellable       *cancellable,
                                       GError            **error);
void         ondes_claim_release      (OndesClaim         *self);
/* Thread-safe, whether the claim is held, waiting or neither. @host: the host of its engine. */
void         ondes_claim_set_priority (OndesClaim         *self,
                                       OndesEngineHost    *host,
                                       OndesPriority       priority);

G_END_DECLS
