/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesScheduler: one kind of result of an owner, of which the latest wanted alone counts.
 *
 * Settings may change sixty times a second. A want is answered in stages, such as a preview and then the exact result, of which one
 * is under way at a time. When something newer is wanted, a stage that is brief may land first, so that a drag is seen, unless it
 * takes longer than ONDES_PATIENCE_MS; any other is overtaken at once. Nothing of what was overtaken lands. A cancel ends what is
 * under way, and what is shown stays. Main thread only.
 *
 *   IDLE ── want ──▶ UNDER WAY ── lands, more ──▶ UNDER WAY (next stage) ── lands ──▶ IDLE
 *                    UNDER WAY ── want, brief ──▶ UNDER WAY, AGAIN ── lands, or patience ends ──▶ UNDER WAY (newest want)
 *                    UNDER WAY ── want ──▶ UNDER WAY (newest want)
 *                    UNDER WAY ── cancel ──▶ STOPPED ── lands ──▶ IDLE
 */
#pragma once

#include "engine/queue.h"

G_BEGIN_DECLS

/* Of a brief stage, from its beginning, while something newer is wanted. */
#define ONDES_PATIENCE_MS 400

typedef struct _OndesScheduler OndesScheduler;

typedef enum
{
  ONDES_STAGE_BRIEF    = 1 << 0, /* may land though something newer is wanted */
  ONDES_STAGE_MORE     = 1 << 1, /* another stage follows */
  ONDES_STAGE_COMPUTED = 1 << 2, /* there is nothing to compute: it lands at once, and work() is not called */
} OndesStageFlags;

typedef enum
{
  ONDES_WANT_SOON, /* what is under way may land first, where it is brief; where it is what is wanted it goes on */
  ONDES_WANT_NOW,  /* what is under way is of no use any more */
  ONDES_WANT_ANEW, /* the same, and nothing that was computed before will do */
} OndesWant;

/* All but prepare, work, landed and free may be NULL. */
typedef struct
{
  const char *key;         /* of the requests in the queue */

  /* The first stage of what the owner wants now, with all that its work needs; NULL: there is nothing to do. Emits nothing. */
  gpointer (*prepare)     (gpointer         owner,
                           gboolean         anew,
                           OndesStageFlags *flags);
  /* The stage that follows @job, which has landed. */
  gpointer (*next)        (gpointer         job,
                           gpointer         owner,
                           OndesStageFlags *flags);
  OndesWork  work;         /* on the queue's thread, with the job */
  void     (*free)        (gpointer         job);

  /* What @job leads to is what the owner wants. */
  gboolean (*is_wanted)   (gpointer         job,
                           gpointer         owner);
  /* prepare() would find all of what is wanted computed. */
  gboolean (*is_computed) (gpointer         owner);

  /* It was handed to the queue. */
  void     (*begun)       (gpointer         job,
                           gpointer         owner);
  /* It got on: returns the progress to tell, 0 … 1; by itself @fraction. Called with 0 before begun(). */
  double   (*progress)    (gpointer         job,
                           double           fraction,
                           gpointer         owner);
  /* Its work ended, also where it was overtaken. */
  void     (*ended)       (gpointer         job,
                           gpointer         owner);
  /* It does not land, or lands with an error: what there is of it may be kept. */
  void     (*left)        (gpointer         job,
                           gpointer         owner);
  /* It landed; @error is NULL, borrowed, or G_IO_ERROR_CANCELLED after a cancel. No error comes where something newer is wanted. */
  void     (*landed)      (gpointer         job,
                           const GError    *error,
                           gpointer         owner);
  /* Busy, progress or staleness changed. */
  void     (*changed)     (gpointer         owner);
} OndesSchedulerClass;

/* Borrows all three, which outlive its last callback; the queue may be shared, and is freed before the scheduler. */
OndesScheduler *ondes_scheduler_new          (const OndesSchedulerClass *klass,
                                              OndesQueue                *queue,
                                              gpointer                   owner);
void            ondes_scheduler_free         (OndesScheduler            *self);

void            ondes_scheduler_want         (OndesScheduler            *self,
                                              OndesWant                  want);
/* What is under way lands with G_IO_ERROR_CANCELLED, and nothing follows it. */
void            ondes_scheduler_cancel       (OndesScheduler            *self);
/* What is under way is of no use any more, and nothing takes its place: it does not land. */
void            ondes_scheduler_leave        (OndesScheduler            *self);

/* @progress is 0 … 1 and may be NULL. */
gboolean        ondes_scheduler_is_busy      (OndesScheduler            *self,
                                              double                    *progress);
/* What was wanted last has not landed, or not its last stage. */
gboolean        ondes_scheduler_is_stale     (OndesScheduler            *self);
/* The stage under way, or landing, was cancelled: nothing follows it though it may land without an error. */
gboolean        ondes_scheduler_is_stopped   (OndesScheduler            *self);
/* The job under way; NULL: none. */
gpointer        ondes_scheduler_get_job      (OndesScheduler            *self);
/* When what the newest stage is of was wanted, and when that stage began, on the monotonic clock (µs). */
gint64          ondes_scheduler_get_asked    (OndesScheduler            *self);
gint64          ondes_scheduler_get_started  (OndesScheduler            *self);

/* The queue and the clock, for tests to replace; as ondes_queue_submit(), ondes_queue_cancel(), g_get_monotonic_time(),
 * g_timeout_add() and g_source_remove(). */
typedef struct
{
  guint64  (*submit)      (gpointer         world,
                           const OndesTask *task);
  void     (*cancel)      (gpointer       world,
                           guint64        request);
  gint64   (*now)         (gpointer       world);
  guint    (*add_timeout) (gpointer       world,
                           guint          ms,
                           GSourceFunc    func,
                           gpointer       user_data);
  void     (*remove_timeout) (gpointer    world,
                           guint          timeout);
} OndesSchedulerWorld;

OndesScheduler *ondes_scheduler_new_in       (const OndesSchedulerClass *klass,
                                              const OndesSchedulerWorld *methods,
                                              gpointer                   world,
                                              gpointer                   owner);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesScheduler, ondes_scheduler_free)

G_END_DECLS
