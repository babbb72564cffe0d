/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesLatest: one kind of work of a model, of which the latest wanted alone counts. Settings may change sixty times a second: what
 * is under way may land while it is short, so that a drag is seen, and is else cancelled for the newest. Main thread only.
 */
#pragma once

#include "engine/queue.h"

G_BEGIN_DECLS

typedef struct _OndesLatest OndesLatest;

typedef struct
{
  const char *key; /* of the requests in the queue */
  /* All that the work needs of the model as it is now; NULL: there is nothing to do. */
  gpointer  (*prepare) (gpointer        model);
  OndesWork   work;    /* on the queue's thread, with that */
  /* It has ended, as OndesDone; @model is the owner. Not called where a newer one took its place before it landed. */
  OndesDone   landed;
  void      (*free)    (gpointer        job);
  /* It began, got on or ended; may be NULL. */
  void      (*changed) (gpointer        model);
} OndesLatestClass;

/* Borrows all three, which outlive it; the queue may be shared. */
OndesLatest *ondes_latest_new     (const OndesLatestClass *klass,
                                   OndesQueue             *queue,
                                   gpointer                model);
void         ondes_latest_free    (OndesLatest            *self);
void         ondes_latest_want    (OndesLatest            *self);
/* It then lands with G_IO_ERROR_CANCELLED. */
void         ondes_latest_cancel  (OndesLatest            *self);
/* @progress is 0 … 1 and may be NULL. */
gboolean     ondes_latest_is_busy (OndesLatest            *self,
                                   double                 *progress);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesLatest, ondes_latest_free)

G_END_DECLS
