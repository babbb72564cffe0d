/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The request queue: work on one thread, where the latest wins.
 *
 * A request with a key overtakes an earlier one of the same key: the waiting one is dropped, the running one cancelled;
 * both end with G_IO_ERROR_CANCELLED, also where the work did not look and returned TRUE. Requests without a key wait
 * their turn, after all that have one; nothing interrupts them but a cancel.
 */
#pragma once

#include "compute.h"

G_BEGIN_DECLS

typedef struct _OndesQueue OndesQueue;

/* Runs on the queue's thread with its computer; @watch is never NULL. */
typedef gboolean (*OndesWork) (OndesComputer    *computer,
                               gpointer          data,
                               const OndesWatch *watch,
                               GError          **error);
/* On the main context that was the thread default of the caller; @error is NULL when @work returned TRUE, and borrowed. */
typedef void     (*OndesDone) (gpointer          data,
                               const GError     *error,
                               gpointer          user_data);

/* What a request is to do. Filled by name, copied; all but the work may be NULL. */
typedef struct
{
  const char    *key;
  OndesWork      work;
  gpointer       data;      /* goes to the work, then done, then destroy */
  GDestroyNotify destroy;   /* on the caller's context */
  OndesProgress  progress;  /* on the caller's context, at most thirty times a second and never after done */
  OndesDone      done;
  gpointer       user_data; /* of progress and done */
} OndesTask;

/* Takes @computer over. */
OndesQueue *ondes_queue_new    (OndesComputer *computer);
/* Cancels everything and waits for the thread to end; no callback comes afterwards, each data is freed. On the thread that
 * runs the callbacks, a callback included. */
void        ondes_queue_free   (OndesQueue    *self);
/* As ondes_computer_set_priority() of its computer, for what runs, waits and comes. */
void        ondes_queue_set_priority (OndesQueue   *self,
                                      OndesPriority priority);
/* Returns the request's number, which grows with each request. */
guint64     ondes_queue_submit (OndesQueue      *self,
                                const OndesTask *task);
/* Cancels the request, waiting or running; done comes with G_IO_ERROR_CANCELLED. */
void        ondes_queue_cancel (OndesQueue    *self,
                                guint64        request);
/* Cancels all requests of @key. */
void        ondes_queue_cancel_key (OndesQueue *self,
                                    const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesQueue, ondes_queue_free)

G_END_DECLS
