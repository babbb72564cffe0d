/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "scheduler.h"

/* A stage submitted to the queue, which frees it. */
typedef struct
{
  OndesScheduler *scheduler;
  gpointer        job;
  OndesStageFlags flags;
  guint64         request;
} Stage;

struct _OndesScheduler
{
  const OndesSchedulerClass *klass;
  const OndesSchedulerWorld *methods;
  gpointer                   world, owner;

  Stage   *stage;    /* in flight; NULL if none */
  guint    serial;   /* incremented whenever a stage starts, lands or is dropped, to detect reentrant calls */
  gboolean again;    /* a newer want is pending until the stage lands */
  gboolean stopped;  /* the stage was cancelled: no other follows, even if it lands without an error */
  gboolean stale;
  guint    patience; /* the timeout's id; 0 if none */
  double   progress;
  gint64   wanted, asked, started; /* µs; asked: when the want of the newest stage was made */
};

static void begin (OndesScheduler *self, gboolean anew);

static void
changed (OndesScheduler *self)
{
  if (self->klass->changed != NULL)
    self->klass->changed (self->owner);
}

static void
stage_free (gpointer data)
{
  Stage *stage = data;

  stage->scheduler->klass->free (stage->job);
  g_free (stage);
}

static void
forget_again (OndesScheduler *self)
{
  self->again = FALSE;
  if (self->patience != 0)
    self->methods->remove_timeout (self->world, self->patience);
  self->patience = 0;
}

/* Cancels the stage in flight, if any; it no longer lands. */
static void
drop (OndesScheduler *self)
{
  Stage *stage = g_steal_pointer (&self->stage);

  forget_again (self);
  self->serial++;
  self->progress = 0;
  if (stage != NULL)
    self->methods->cancel (self->world, stage->request);
}

static void
leave (OndesScheduler *self)
{
  if (self->stage != NULL && self->klass->left != NULL)
    self->klass->left (self->stage->job, self->owner);
}

static double
progress_of (OndesScheduler *self,
             gpointer job,
             double fraction)
{
  return self->klass->progress != NULL ? self->klass->progress (job, fraction, self->owner) : fraction;
}

static gboolean
stage_work (OndesComputer *computer,
            gpointer data,
            const OndesWatch *watch,
            GError **error)
{
  Stage *stage = data;

  return stage->scheduler->klass->work (computer, stage->job, watch, error);
}

static void
on_progress (double fraction,
             gpointer user_data)
{
  Stage *stage = user_data;
  OndesScheduler *self = stage->scheduler;

  if (stage != self->stage)
    return; /* overtaken */
  self->progress = progress_of (self, stage->job, fraction);
  changed (self);
}

static void on_done (gpointer data, const GError *error, gpointer user_data);

/* Takes ownership of @job. */
static void
submit (OndesScheduler *self,
        gpointer job,
        OndesStageFlags flags)
{
  Stage *stage = g_new0 (Stage, 1);
  guint serial;

  *stage = (Stage) { .scheduler = self, .job = job, .flags = flags };
  drop (self);
  self->stage = stage;
  self->stopped = FALSE;
  self->asked = self->wanted;
  self->started = self->methods->now (self->world);
  self->progress = progress_of (self, job, 0);
  /* on_done() runs on the main loop, so request is set before it is called. */
  stage->request = self->methods->submit (self->world, &(OndesTask) { .key = self->klass->key, .work = stage_work, .data = stage,
                                                                      .destroy = stage_free, .progress = on_progress,
                                                                      .done = on_done, .user_data = stage });
  serial = self->serial;
  if (self->klass->begun != NULL)
    self->klass->begun (job, self->owner);
  if (serial == self->serial)
    changed (self);
}

static void
on_done (gpointer data,
         const GError *error,
         gpointer user_data)
{
  Stage *stage = data;
  OndesScheduler *self = stage->scheduler;
  const OndesSchedulerClass *klass = self->klass;
  OndesStageFlags flags = 0;
  gpointer job = NULL;
  guint serial;

  if (klass->ended != NULL)
    klass->ended (stage->job, self->owner);
  if (stage != self->stage)
    return; /* overtaken */
  if (error != NULL)
    leave (self);
  self->stage = NULL;
  self->progress = 0;
  serial = ++self->serial;
  if (error == NULL)
    self->stale = self->again || (stage->flags & ONDES_STAGE_MORE) != 0;
  if (error == NULL || !self->again)
    klass->landed (stage->job, error, self->owner);
  /* landed() may have called ondes_scheduler_want(). */
  if (serial != self->serial)
    return;
  if (self->again)
    {
      begin (self, FALSE);
      return;
    }
  if (error == NULL && (stage->flags & ONDES_STAGE_MORE) && !self->stopped)
    job = klass->next (stage->job, self->owner, &flags);
  if (job != NULL)
    submit (self, job, flags);
  else
    changed (self);
}

/* Starts the first stage of the newest want; the stage in flight is overtaken. */
static void
begin (OndesScheduler *self,
       gboolean anew)
{
  OndesStageFlags flags = 0;
  gpointer job;

  leave (self);
  forget_again (self);
  job = self->klass->prepare (self->owner, anew, &flags);
  if (job != NULL && !(flags & ONDES_STAGE_COMPUTED))
    {
      submit (self, job, flags);
      return;
    }
  drop (self);
  if (job != NULL)
    {
      self->stale = FALSE;
      self->asked = self->wanted;
      self->klass->landed (job, NULL, self->owner);
      self->klass->free (job);
    }
  changed (self);
}

static gboolean
on_patience (gpointer user_data)
{
  OndesScheduler *self = user_data;

  self->patience = 0;
  if (self->again)
    begin (self, FALSE);
  return G_SOURCE_REMOVE;
}

/* Returns the time, in µs, that the stage in flight may still take; 0 if it is to be overtaken now. */
static gint64
patience_left (OndesScheduler *self)
{
  if (self->stage == NULL || self->stopped || !(self->stage->flags & ONDES_STAGE_BRIEF))
    return 0;
  if (self->klass->is_computed != NULL && self->klass->is_computed (self->owner))
    return 0;
  return MAX (self->started + ONDES_PATIENCE_MS * 1000 - self->wanted, 0);
}

void
ondes_scheduler_want (OndesScheduler *self,
                      OndesWant want)
{
  gint64 patience;

  self->stale = TRUE;
  self->wanted = self->methods->now (self->world);
  if (want == ONDES_WANT_SOON && self->stage != NULL && !self->stopped && self->klass->is_wanted != NULL
      && self->klass->is_wanted (self->stage->job, self->owner))
    {
      forget_again (self);
      self->asked = self->wanted;
      return;
    }
  patience = want == ONDES_WANT_SOON ? patience_left (self) : 0;
  if (patience == 0)
    {
      begin (self, want == ONDES_WANT_ANEW);
      return;
    }
  self->again = TRUE;
  if (self->patience == 0)
    self->patience = self->methods->add_timeout (self->world, (guint) (patience / 1000) + 1, on_patience, self);
  changed (self);
}

void
ondes_scheduler_cancel (OndesScheduler *self)
{
  if (self->stage == NULL)
    return;
  forget_again (self);
  self->stopped = TRUE;
  self->methods->cancel (self->world, self->stage->request);
}

void
ondes_scheduler_leave (OndesScheduler *self)
{
  leave (self);
  drop (self);
}

gboolean
ondes_scheduler_is_busy (OndesScheduler *self,
                         double *progress)
{
  if (progress != NULL)
    *progress = self->progress;
  return self->stage != NULL;
}

gboolean
ondes_scheduler_is_stale (OndesScheduler *self)
{
  return self->stale;
}

gboolean
ondes_scheduler_is_stopped (OndesScheduler *self)
{
  return self->stopped;
}

gpointer
ondes_scheduler_get_job (OndesScheduler *self)
{
  return self->stage != NULL ? self->stage->job : NULL;
}

gint64
ondes_scheduler_get_asked (OndesScheduler *self)
{
  return self->asked;
}

gint64
ondes_scheduler_get_started (OndesScheduler *self)
{
  return self->started;
}

/* The real queue and clock. */

static guint64
queue_submit (gpointer world,
              const OndesTask *task)
{
  return ondes_queue_submit (world, task);
}

static void
queue_cancel (gpointer world,
              guint64 request)
{
  ondes_queue_cancel (world, request);
}

static gint64
clock_now (gpointer world)
{
  return g_get_monotonic_time ();
}

static guint
clock_add (gpointer world,
           guint ms,
           GSourceFunc func,
           gpointer user_data)
{
  return g_timeout_add (ms, func, user_data);
}

static void
clock_remove (gpointer world,
              guint timeout)
{
  g_source_remove (timeout);
}

OndesScheduler *
ondes_scheduler_new (const OndesSchedulerClass *klass,
                     OndesQueue *queue,
                     gpointer owner)
{
  static const OndesSchedulerWorld methods = { queue_submit, queue_cancel, clock_now, clock_add, clock_remove };

  return ondes_scheduler_new_in (klass, &methods, queue, owner);
}

OndesScheduler *
ondes_scheduler_new_in (const OndesSchedulerClass *klass,
                        const OndesSchedulerWorld *methods,
                        gpointer world,
                        gpointer owner)
{
  OndesScheduler *self = g_new0 (OndesScheduler, 1);

  self->klass = klass;
  self->methods = methods;
  self->world = world;
  self->owner = owner;
  return self;
}

void
ondes_scheduler_free (OndesScheduler *self)
{
  forget_again (self);
  g_free (self);
}
