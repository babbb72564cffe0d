/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Request queue: runs work on one thread; the latest request of a key wins.
 *
 * A request with a key supersedes earlier ones of the same key: a waiting one is dropped, a running one cancelled; both end
 * with G_IO_ERROR_CANCELLED, even if the work did not check and returned TRUE. Requests without a key run in order, after all
 * that have one; only a cancel interrupts them.
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
/* Called on the main context that was the caller's thread default; @error is borrowed, NULL if @work returned TRUE without a
 * cancel. */
typedef void     (*OndesDone) (gpointer          data,
                               const GError     *error,
                               gpointer          user_data);

/* Describes a request; copied. Use designated initialisers; all members but the work may be NULL. */
typedef struct
{
  const char    *key;
  OndesWork      work;
  gpointer       data;      /* passed to the work, then done, then destroy */
  GDestroyNotify destroy;   /* called on the caller's context */
  OndesProgress  progress;  /* called on the caller's context, at most thirty times a second and never after done */
  OndesDone      done;
  gpointer       user_data; /* passed to progress and done */
} OndesTask;

/* Takes ownership of @computer. */
OndesQueue *ondes_queue_new    (OndesComputer *computer);
/* Cancels everything, waits for the thread to end and frees each data; no callback is called afterwards. Call it on the thread
 * that runs the callbacks; callbacks may call it. */
void        ondes_queue_free   (OndesQueue    *self);
/* Calls ondes_computer_set_priority() on its computer, for running, waiting and future requests. */
void        ondes_queue_set_priority (OndesQueue   *self,
                                      OndesPriority priority);
/* Submits a request and returns its number, which increases with each request. */
guint64     ondes_queue_submit (OndesQueue      *self,
                                const OndesTask *task);
/* Cancels the request, waiting or running; done gets G_IO_ERROR_CANCELLED. */
void        ondes_queue_cancel (OndesQueue    *self,
                                guint64        request);
/* Cancels all requests of @key. */
void        ondes_queue_cancel_key (OndesQueue *self,
                                    const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesQueue, ondes_queue_free)

G_END_DECLS
