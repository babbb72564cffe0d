/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "job.h"

#define PROGRESS_STEP 0.01 /* minimum step of reported progress, so that reporting costs nothing */

gboolean
ondes_job_stopped (OndesJob *self)
{
  return g_atomic_pointer_get (&self->error) != NULL || g_cancellable_is_cancelled (self->watch->cancellable);
}

void
ondes_job_fail (OndesJob *self,
                GError   *error)
{
  if (!g_atomic_pointer_compare_and_exchange (&self->error, NULL, error))
    g_error_free (error);
}

static void
show (gpointer data)
{
  OndesJob *self = data;
  double fraction = self->done;

  if (self->n > 0)
    fraction += self->pass_work * (double) (gsize) g_atomic_pointer_get (&self->finished) / (double) self->n;
  fraction = MIN (fraction / self->work, 1);
  if (fraction >= self->reported + PROGRESS_STEP)
    {
      self->reported = fraction;
      ondes_watch_tell (self->watch, fraction);
    }
}

static gboolean
take (gpointer data,
      guint    worker)
{
  OndesJob *self = data;
  gsize i;

  if ((self->workers > 0 && worker >= self->workers) || ondes_job_stopped (self)
      || (i = (gsize) g_atomic_pointer_add (&self->next, 1)) >= self->n)
    return FALSE;
  self->piece (self->data, worker, i);
  g_atomic_pointer_add (&self->finished, 1);
  return TRUE;
}

gboolean
ondes_job_pass (OndesJob     *self,
                double        work,
                gsize         n,
                OndesJobPiece piece,
                gpointer      data)
{
  self->piece = piece;
  self->data = data;
  self->pass_work = work;
  self->n = n;
  self->next = self->finished = 0;
  if (n == 1) /* waking the other threads takes longer than a short transform */
    take (self, 0);
  else if (n > 1)
    ondes_threads_run (self->threads, take, show, self);
  show (self);
  self->done += work;
  self->n = 0;
  return !ondes_job_stopped (self);
}

gboolean
ondes_job_end (OndesJob *self,
               GError  **error)
{
  if (self->error)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  if (g_cancellable_set_error_if_cancelled (self->watch->cancellable, error))
    return FALSE;
  if (self->reported < 1)
    ondes_watch_tell (self->watch, 1);
  return TRUE;
}
