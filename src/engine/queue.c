/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "queue.h"

#include "base/words.h"

#define PROGRESS_INTERVAL (G_USEC_PER_SEC / 30)

/* Reference-counted, because a request delivered while its queue is freed still needs the mutex. */
struct _OndesQueue
{
  gatomicrefcount ref_count;
  GMutex          mutex;    /* guards everything below and the mutable members of requests */
  GCond           wake;
  OndesComputer  *computer; /* used by the thread; owned */
  GThread        *thread;
  gboolean        closed;
  guint64         last;     /* number of the latest request */
  GQueue          keyed, keyless; /* waiting Requests */
  struct _Request *running;
  GHashTable     *live;     /* every Request whose done is still to be called */
};

typedef struct _Request
{
  gatomicrefcount ref_count;
  OndesQueue     *queue;
  guint64         number;
  char           *key;
  OndesTask       task;
  GCancellable   *cancellable;
  GMainContext   *context;

  gboolean        cancelled;       /* regardless of the work's result */
  double          fraction;
  gint64          progress_at_us;  /* monotonic time of the last progress call */
  GSource        *progress_source; /* pending progress call; NULL if none */
  GSource        *done_source;
  GError         *error;           /* passed to done */
} Request;

static void
queue_unref (OndesQueue *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->live);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->wake);
  g_free (self);
}

static void
request_unref (gpointer data)
{
  Request *r = data;

  if (!g_atomic_ref_count_dec (&r->ref_count))
    return;
  g_free (r->key);
  g_object_unref (r->cancellable);
  g_main_context_unref (r->context);
  g_clear_error (&r->error);
  queue_unref (r->queue);
  g_free (r);
}

static Request *
request_ref (Request *r)
{
  g_atomic_ref_count_inc (&r->ref_count);
  return r;
}

static void
drop_source (GSource **source)
{
  if (*source == NULL)
    return;
  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

/* Attaches @source to the caller's context, to call @func. Call with the mutex held. */
static GSource *
send (Request    *r,
      GSource    *source,
      GSourceFunc func)
{
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, request_ref (r), request_unref);
  g_source_attach (source, r->context);
  return source;
}

static gboolean
deliver_progress (gpointer data)
{
  Request *r = data;
  double fraction = 0;
  gboolean tell;

  g_mutex_lock (&r->queue->mutex);
  tell = !g_source_is_destroyed (g_main_current_source ());
  if (tell)
    {
      g_clear_pointer (&r->progress_source, g_source_unref);
      r->progress_at_us = g_get_monotonic_time ();
      fraction = r->fraction;
    }
  g_mutex_unlock (&r->queue->mutex);
  if (tell)
    r->task.progress (fraction, r->task.user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
deliver_done (gpointer data)
{
  Request *r = data;
  gboolean tell;

  /* Once removed from @live, the request is not freed by ondes_queue_free(), which done may call. */
  g_mutex_lock (&r->queue->mutex);
  tell = g_hash_table_remove (r->queue->live, r);
  if (tell)
    g_clear_pointer (&r->done_source, g_source_unref);
  g_mutex_unlock (&r->queue->mutex);
  if (!tell)
    return G_SOURCE_REMOVE;
  if (r->task.done != NULL)
    r->task.done (r->task.data, r->error, r->task.user_data);
  if (r->task.destroy != NULL)
    r->task.destroy (r->task.data);
  request_unref (r);
  return G_SOURCE_REMOVE;
}

/* Schedules done, after the work has ended or if it never began. Takes ownership of @error. Call with the mutex held. */
static void
finish (Request *r,
        GError  *error)
{
  drop_source (&r->progress_source);
  if (r->cancelled)
    {
      g_clear_error (&error);
      g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("The request was cancelled"));
    }
  r->error = error;
  r->done_source = send (r, g_idle_source_new (), deliver_done);
}

/* Progress callback of the work, on any thread. */
static void
work_progress (double   fraction,
               gpointer data)
{
  Request *r = data;
  OndesQueue *self = r->queue;

  if (r->task.progress == NULL)
    return;
  g_mutex_lock (&self->mutex);
  r->fraction = fraction;
  if (r->progress_source == NULL && self->running == r && !self->closed)
    {
      const gint64 left_us = r->progress_at_us + PROGRESS_INTERVAL - g_get_monotonic_time ();

      r->progress_source = send (r, g_timeout_source_new ((guint) ((MAX (left_us, 0) + 999) / 1000)), deliver_progress);
    }
  g_mutex_unlock (&self->mutex);
}

static gpointer
queue_thread (gpointer data)
{
  OndesQueue *self = data;

  g_mutex_lock (&self->mutex);
  while (!self->closed)
    {
      Request *r = g_queue_pop_head (self->keyed.length > 0 ? &self->keyed : &self->keyless);
      GError *error = NULL;
      gboolean ok;

      if (r == NULL)
        {
          g_cond_wait (&self->wake, &self->mutex);
          continue;
        }
      self->running = r;
      g_mutex_unlock (&self->mutex);

      g_cancellable_push_current (r->cancellable); /* computed sources poll it */
      ok = r->task.work (self->computer, r->task.data, &(OndesWatch) { work_progress, r, r->cancellable }, &error);
      g_cancellable_pop_current (r->cancellable);
      if (!ok && error == NULL)
        error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, _("The request failed without saying why"));
      if (ok)
        g_clear_error (&error);

      g_mutex_lock (&self->mutex);
      self->running = NULL;
      finish (r, error);
    }
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&self->computer, ondes_computer_free);
  return NULL;
}

typedef gboolean (*Matches) (const Request *r,
                             gconstpointer  what);

static gboolean
has_key (const Request *r,
         gconstpointer  key)
{
  return g_strcmp0 (r->key, key) == 0;
}

static gboolean
has_number (const Request *r,
            gconstpointer  number)
{
  return r->number == *(const guint64 *) number;
}

/* Ends matching requests that wait; returns the cancellable of a matching one that runs, transfer full, or NULL. The caller
 * cancels that last and without the mutex, because its handlers run on this thread. Call with the mutex held. */
static GCancellable *
cancel_matching (OndesQueue   *self,
                 Matches       matches,
                 gconstpointer what)
{
  GQueue *waiting[] = { &self->keyed, &self->keyless };

  for (guint i = 0; i < G_N_ELEMENTS (waiting); i++)
    for (GList *l = waiting[i]->head, *next; l != NULL; l = next)
      {
        Request *r = l->data;

        next = l->next;
        if (!matches (r, what))
          continue;
        g_queue_delete_link (waiting[i], l);
        r->cancelled = TRUE;
        finish (r, NULL);
      }
  if (self->running == NULL || !matches (self->running, what))
    return NULL;
  self->running->cancelled = TRUE;
  return g_object_ref (self->running->cancellable);
}

static void
cancel (OndesQueue   *self,
        Matches       matches,
        gconstpointer what)
{
  g_autoptr (GCancellable) running = NULL;

  g_mutex_lock (&self->mutex);
  running = cancel_matching (self, matches, what);
  g_mutex_unlock (&self->mutex);
  if (running != NULL)
    g_cancellable_cancel (running);
}

/* Starts the worker thread if it is not running: if creating it failed before, it may succeed now. */
static gboolean
start (OndesQueue *self,
       GError    **error)
{
  if (self->thread == NULL)
    self->thread = g_thread_try_new ("ondes-queue", queue_thread, self, NULL);
  if (self->thread == NULL)
    g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE,
                         _("The machine gives no more threads to compute with; close other programs and try again."));
  return self->thread != NULL;
}

OndesQueue *
ondes_queue_new (OndesComputer *computer)
{
  OndesQueue *self = g_new0 (OndesQueue, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->wake);
  g_queue_init (&self->keyed);
  g_queue_init (&self->keyless);
  self->computer = computer;
  self->live = g_hash_table_new (NULL, NULL);
  start (self, NULL);
  return self;
}

void
ondes_queue_free (OndesQueue *self)
{
  g_autoptr (GCancellable) running = NULL;
  g_autoptr (GList) left = NULL;

  g_mutex_lock (&self->mutex);
  self->closed = TRUE;
  if (self->running != NULL)
    running = g_object_ref (self->running->cancellable);
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->mutex);
  if (running != NULL)
    g_cancellable_cancel (running);
  if (self->thread != NULL)
    g_thread_join (self->thread);
  g_clear_pointer (&self->computer, ondes_computer_free);

  g_mutex_lock (&self->mutex);
  g_queue_clear (&self->keyed);
  g_queue_clear (&self->keyless);
  left = g_hash_table_get_keys (self->live);
  g_hash_table_remove_all (self->live);
  g_mutex_unlock (&self->mutex);
  for (GList *l = left; l != NULL; l = l->next)
    {
      Request *r = l->data;

      drop_source (&r->progress_source);
      drop_source (&r->done_source);
      if (r->task.destroy != NULL)
        r->task.destroy (r->task.data);
      request_unref (r);
    }
  queue_unref (self);
}

void
ondes_queue_set_priority (OndesQueue   *self,
                          OndesPriority priority)
{
  ondes_computer_set_priority (self->computer, priority);
}

guint64
ondes_queue_submit (OndesQueue      *self,
                    const OndesTask *task)
{
  const char *key = task->key;
  g_autoptr (GCancellable) running = NULL;
  Request *r = g_new0 (Request, 1);
  GError *error = NULL;
  guint64 number;

  g_atomic_ref_count_init (&r->ref_count);
  g_atomic_ref_count_inc (&self->ref_count);
  *r = (Request) {
    .ref_count = r->ref_count, .queue = self, .key = g_strdup (key), .task = *task, .cancellable = g_cancellable_new (),
    .context = g_main_context_ref_thread_default (), .progress_at_us = g_get_monotonic_time () - PROGRESS_INTERVAL,
  };
  r->task.key = r->key;

  g_mutex_lock (&self->mutex);
  if (key != NULL)
    running = cancel_matching (self, has_key, key);
  number = r->number = ++self->last;
  g_hash_table_add (self->live, r);
  if (start (self, &error))
    g_queue_push_tail (key != NULL ? &self->keyed : &self->keyless, r);
  else
    finish (r, error);
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->mutex);
  if (running != NULL)
    g_cancellable_cancel (running);
  return number;
}

void
ondes_queue_cancel (OndesQueue *self,
                    guint64     request)
{
  cancel (self, has_number, &request);
}

void
ondes_queue_cancel_key (OndesQueue *self,
                        const char *key)
{
  cancel (self, has_key, key);
}
