/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesScheduler: computes one kind of result for an owner; only the latest want counts.
 *
 * Settings may change sixty times a second. A want is answered in stages, such as a preview and then the exact result, one at a
 * time; a stage lands when its result is handed to the owner. When a newer want comes, a brief stage may still land, so that a
 * drag shows pictures, unless it takes longer than ONDES_PATIENCE_MS; any other stage is overtaken at once. An overtaken stage
 * never lands. A cancel stops the stage in flight, and the picture shown stays. Main thread only.
 *
 *   IDLE ── want ──▶ UNDER WAY ── lands, more ──▶ UNDER WAY (next stage) ── lands ──▶ IDLE
 *                    UNDER WAY ── want, brief ──▶ UNDER WAY, AGAIN ── lands, or patience ends ──▶ UNDER WAY (newest want)
 *                    UNDER WAY ── want ──▶ UNDER WAY (newest want)
 *                    UNDER WAY ── cancel ──▶ STOPPED ── lands ──▶ IDLE
 */
#pragma once

#include "engine/queue.h"

G_BEGIN_DECLS

/* Longest duration of a brief stage, from its start, while a newer want is pending. */
#define ONDES_PATIENCE_MS 400

typedef struct _OndesScheduler OndesScheduler;

typedef enum
{
  ONDES_STAGE_BRIEF    = 1 << 0, /* may land although a newer want is pending */
  ONDES_STAGE_MORE     = 1 << 1, /* another stage follows */
  ONDES_STAGE_COMPUTED = 1 << 2, /* nothing to compute: it lands at once, without a call of work() */
} OndesStageFlags;

typedef enum
{
  ONDES_WANT_SOON, /* a brief stage in flight may land first; one that is still wanted goes on */
  ONDES_WANT_NOW,  /* cancels the stage in flight at once */
  ONDES_WANT_ANEW, /* like NOW, and cached results are not used */
} OndesWant;

/* Members other than prepare, work, landed and free may be NULL. */
typedef struct
{
  const char *key;         /* of the requests submitted to the queue */

  /* Returns the first stage of what the owner wants now, with all that its work needs, or NULL if there is nothing to do. Must
   * not emit signals. */
  gpointer (*prepare)     (gpointer         owner,
                           gboolean         anew,
                           OndesStageFlags *flags);
  /* Returns the stage that follows @job, which has landed, or NULL. */
  gpointer (*next)        (gpointer         job,
                           gpointer         owner,
                           OndesStageFlags *flags);
  OndesWork  work;         /* runs on the queue's thread with the job */
  void     (*free)        (gpointer         job);

  /* TRUE if @job, or a stage that follows it, gives what the owner wants. */
  gboolean (*is_wanted)   (gpointer         job,
                           gpointer         owner);
  /* TRUE if prepare() would find the whole result cached. */
  gboolean (*is_computed) (gpointer         owner);

  /* The job was submitted to the queue. */
  void     (*begun)       (gpointer         job,
                           gpointer         owner);
  /* The job made progress: returns the progress to show, 0 … 1; by default @fraction. Called with 0 before begun(). */
  double   (*progress)    (gpointer         job,
                           double           fraction,
                           gpointer         owner);
  /* The job's work ended, even if it was overtaken. */
  void     (*ended)       (gpointer         job,
                           gpointer         owner);
  /* The job does not land, or lands with an error; its partial result may be kept. */
  void     (*left)        (gpointer         job,
                           gpointer         owner);
  /* The job landed; @error is borrowed, NULL if none, G_IO_ERROR_CANCELLED after a cancel. Not called with an error if a newer
   * want is pending. */
  void     (*landed)      (gpointer         job,
                           const GError    *error,
                           gpointer         owner);
  /* Busy state, progress or staleness changed. */
  void     (*changed)     (gpointer         owner);
} OndesSchedulerClass;

/* Borrows its arguments, which must outlive the last callback. The queue may be shared and must be freed before the
 * scheduler. */
OndesScheduler *ondes_scheduler_new          (const OndesSchedulerClass *klass,
                                              OndesQueue                *queue,
                                              gpointer                   owner);
void            ondes_scheduler_free         (OndesScheduler            *self);

void            ondes_scheduler_want         (OndesScheduler            *self,
                                              OndesWant                  want);
/* Cancels the stage in flight, which lands with G_IO_ERROR_CANCELLED; no stage follows. */
void            ondes_scheduler_cancel       (OndesScheduler            *self);
/* Drops the stage in flight, which never lands, and starts no other. */
void            ondes_scheduler_leave        (OndesScheduler            *self);

/* @progress is 0 … 1 and may be NULL. */
gboolean        ondes_scheduler_is_busy      (OndesScheduler            *self,
                                              double                    *progress);
/* TRUE if the last stage of the latest want has not landed. */
gboolean        ondes_scheduler_is_stale     (OndesScheduler            *self);
/* TRUE if the stage in flight or landing was cancelled: no stage follows, even if it lands without an error. */
gboolean        ondes_scheduler_is_stopped   (OndesScheduler            *self);
/* Returns the job in flight, or NULL. */
gpointer        ondes_scheduler_get_job      (OndesScheduler            *self);
/* Return when the want of the newest stage was made and when that stage began, in µs on the monotonic clock. */
gint64          ondes_scheduler_get_asked    (OndesScheduler            *self);
gint64          ondes_scheduler_get_started  (OndesScheduler            *self);

/* The queue and the clock, which tests replace; methods are as ondes_queue_submit(), ondes_queue_cancel(),
 * g_get_monotonic_time(), g_timeout_add() and g_source_remove(). */
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
