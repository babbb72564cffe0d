/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "latest.h"

#define PATIENCE_MS 250

struct _OndesLatest
{
  const OndesLatestClass *klass;
  OndesQueue             *queue;
  gpointer                model;
  guint64                 request; /* under way; 0: none */
  gboolean                again;   /* another is wanted when it lands */
  guint                   patience_source;
  double                  progress;
};

static void
changed (OndesLatest *self)
{
  if (self->klass->changed != NULL)
    self->klass->changed (self->model);
}

static void submit (OndesLatest *self);

static void
on_progress (double fraction,
             gpointer user_data)
{
  OndesLatest *self = user_data;

  self->progress = fraction;
  changed (self);
}

static void
on_done (gpointer data,
         const GError *error,
         gpointer user_data)
{
  OndesLatest *self = user_data;
  gboolean again = self->again;

  self->request = 0;
  self->again = FALSE;
  g_clear_handle_id (&self->patience_source, g_source_remove);
  if (error == NULL || !again)
    self->klass->landed (data, error, self->model);
  if (again)
    submit (self);
  changed (self);
}

static void
submit (OndesLatest *self)
{
  gpointer job = self->klass->prepare (self->model);

  if (job == NULL)
    return;
  self->progress = 0;
  /* Done needs the main loop: the number is known before it comes. */
  self->request = ondes_queue_submit (self->queue, self->klass->key, self->klass->work, job, self->klass->free, on_progress,
                                      on_done, self);
}

static gboolean
on_patience (gpointer user_data)
{
  OndesLatest *self = user_data;

  self->patience_source = 0;
  ondes_queue_cancel (self->queue, self->request);
  return G_SOURCE_REMOVE;
}

void
ondes_latest_want (OndesLatest *self)
{
  if (self->request == 0)
    submit (self);
  else
    {
      self->again = TRUE;
      if (self->patience_source == 0)
        self->patience_source = g_timeout_add (PATIENCE_MS, on_patience, self);
    }
  changed (self);
}

void
ondes_latest_cancel (OndesLatest *self)
{
  self->again = FALSE;
  if (self->request != 0)
    ondes_queue_cancel (self->queue, self->request);
}

gboolean
ondes_latest_is_busy (OndesLatest *self,
                      double *progress)
{
  if (progress != NULL)
    *progress = self->progress;
  return self->request != 0;
}

OndesLatest *
ondes_latest_new (const OndesLatestClass *klass,
                  OndesQueue *queue,
                  gpointer model)
{
  OndesLatest *self = g_new0 (OndesLatest, 1);

  self->klass = klass;
  self->queue = queue;
  self->model = model;
  return self;
}

void
ondes_latest_free (OndesLatest *self)
{
  g_clear_handle_id (&self->patience_source, g_source_remove);
  g_free (self);
}
