/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a computer asks of its host: an engine, and a turn on it. */
#pragma once

#include "host.h"
#include "plans.h"

G_BEGIN_DECLS

typedef struct _OndesTurn OndesTurn;

/* An engine of a host, open or not. */
typedef struct
{
  OndesEngineHost        *host;
  const OndesEngineClass *klass;
  guint                   device, threads;
  guint                   depth;   /* of runs that each began within another (base/threads.h) */
  gboolean                aside;   /* for exports and batches alone, as it does not pause; closed when nobody waits */
  OndesPause              pause;

  /* of whoever's turn it is */
  OndesEngine            *engine;  /* NULL: not open */
  OndesPlans             *plans;
  char                    device_name[64];
  guint                   limited; /* runs left until the limit of memory is lifted; 0: none is set */
  gboolean                lost;    /* closed as soon as no run is paused in it */

  /* the host's mutex */
  guint                   users;   /* computers */
  OndesTurn              *holder;  /* NULL: nobody's turn, and nobody waits */
  GQueue                  waiting; /* of OndesTurn */
  guint                   paused;  /* of these, in a run */
  GHashTable             *served;  /* owner → which turn it had last */
  guint64                 queued, passed; /* turns so far */
  GHashTable             *seen;    /* ids of sources, of which it may keep something */
  GArray                 *forgotten; /* of these, what is to be given back */
  OndesHostedEngine       told;
  gint64                  yield_at; /* atomic: monotonic time from which on the holder is to let others come between */
} OndesHosted;

/* Of one computer, which takes one at a time. */
struct _OndesTurn
{
  OndesPriority priority; /* with the host's mutex while it is taken */
  gconstpointer owner;

  OndesHosted  *hosted;   /* NULL: not taken, and not waiting */
  guint         outer;    /* the thread's depth without it */
  GCancellable *cancellable;
  guint64       number;
  gint64        since;    /* when it began to wait, or to hold */
  gint64        slice_end; /* until then it is not paused, though somebody of higher priority waits */
  gboolean      ending;   /* cancelled in a pause: it comes first, to end */
  gint64        waited_us; /* in all */
};

/* One more user of that engine, for runs at the depth of the calling thread; @background: for exports and batches. */
OndesHosted *ondes_hosted_join   (OndesEngineHost        *host,
                                  const OndesEngineClass *klass,
                                  guint                   device,
                                  guint                   threads,
                                  gboolean                background);
/* One less; the last one closes it. Not while it has a turn. */
void         ondes_hosted_leave  (OndesHosted            *self);
/* Whether a run that the calling thread starts may have it: at another depth it could wait for the run that it is part of. */
gboolean     ondes_hosted_serves (const OndesHosted      *self);
/* With a turn. */
gboolean     ondes_hosted_open   (OndesHosted            *self,
                                  GError                **error);
void         ondes_hosted_lose   (OndesHosted            *self);
/* Waits for the engine, for a run of @request; FALSE and G_IO_ERROR_CANCELLED where it was cancelled before it was its turn. */
gboolean     ondes_turn_take     (OndesTurn              *self,
                                  OndesHosted            *hosted,
                                  const OndesRequest     *request,
                                  GCancellable           *cancellable,
                                  GError                **error);
void         ondes_turn_give_back (OndesTurn             *self);
/* Any thread, whether it is taken, waited for or neither; of @host. */
void         ondes_turn_set_priority (OndesTurn          *self,
                                      OndesEngineHost    *host,
                                      OndesPriority       priority);

G_END_DECLS
