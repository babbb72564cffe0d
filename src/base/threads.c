/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "threads.h"

/* Time that an idle thread polls before it sleeps: waking up takes longer than a short pass. */
#define PATIENCE_US  50
#define SPINS_PER_US 20 /* about; a pause of the processor takes 5 to 45 ns */

typedef struct
{
  OndesThreads *pool;
  GThread      *thread;
  guint         worker;
} Worker;

struct _OndesThreads
{
  guint      n;
  Worker    *workers; /* n − 1 elements */
  GMutex     lock;
  GCond      start, done;
  guint      round, running; /* atomic */
  guint      spins;    /* polls before sleeping */
  guint      depth;    /* depth of the caller */
  gboolean   quit;
  OndesPiece piece;
  gpointer   data;
  gboolean (*wanted) (gpointer data); /* NULL if there is no pause */
  void     (*pause) (gpointer data);
  gpointer   pause_data;
  gboolean   pausing; /* atomic; TRUE ends this round early */
};

static GPrivate current_depth;

guint
ondes_threads_get_depth (void)
{
  return GPOINTER_TO_UINT (g_private_get (&current_depth));
}

void
ondes_threads_set_depth (guint depth)
{
  g_private_set (&current_depth, GUINT_TO_POINTER (depth));
}

static void
spin_while (const OndesThreads *self,
            guint              *number,
            guint               value)
{
  for (guint i = 0; i < self->spins && (guint) g_atomic_int_get (number) == value; i++)
#if defined __x86_64__
    __builtin_ia32_pause ();
#else
    ;
#endif
}

static gboolean
goes_on (OndesThreads *self)
{
  if (self->wanted == NULL)
    return TRUE;
  if (!g_atomic_int_get (&self->pausing) && self->wanted (self->pause_data))
    g_atomic_int_set (&self->pausing, TRUE);
  return !g_atomic_int_get (&self->pausing);
}

/* Waits for a round after @seen and returns it; @seen if the pool ends. A round begins without the lock, which all workers would
 * otherwise wait for one after another. */
static guint
wait_for_round (OndesThreads *self,
                guint         seen)
{
  spin_while (self, &self->round, seen);
  if ((guint) g_atomic_int_get (&self->round) == seen)
    {
      g_mutex_lock (&self->lock);
      while ((guint) g_atomic_int_get (&self->round) == seen && !self->quit)
        g_cond_wait (&self->start, &self->lock);
      g_mutex_unlock (&self->lock);
    }
  return (guint) g_atomic_int_get (&self->round);
}

static gpointer
work (gpointer user_data)
{
  Worker *self = user_data;
  OndesThreads *pool = self->pool;
  guint seen = 0, round;

  while ((round = wait_for_round (pool, seen)) != seen)
    {
      seen = round;
      ondes_threads_set_depth (pool->depth);
      while (goes_on (pool) && pool->piece (pool->data, self->worker))
        ;
      if (g_atomic_int_dec_and_test (&pool->running))
        {
          g_mutex_lock (&pool->lock);
          g_cond_signal (&pool->done);
          g_mutex_unlock (&pool->lock);
        }
    }
  return NULL;
}

OndesThreads *
ondes_threads_new (guint n)
{
  OndesThreads *self = g_new0 (OndesThreads, 1);

  self->n = CLAMP (n ? n : g_get_num_processors (), 1, 256);
  ondes_threads_set_patience (self, PATIENCE_US);
  g_mutex_init (&self->lock);
  g_cond_init (&self->start);
  g_cond_init (&self->done);
  self->workers = g_new0 (Worker, self->n);
  for (guint i = 1; i < self->n; i++)
    {
      Worker *worker = &self->workers[i - 1];

      *worker = (Worker) { .pool = self, .worker = i };
      worker->thread = g_thread_try_new ("ondes-cpu", work, worker, NULL);
      if (!worker->thread)
        {
          self->n = i; /* as many as the machine allows */
          break;
        }
    }
  return self;
}

void
ondes_threads_free (OndesThreads *self)
{
  g_mutex_lock (&self->lock);
  self->quit = TRUE;
  g_cond_broadcast (&self->start);
  g_mutex_unlock (&self->lock);
  for (guint i = 0; i + 1 < self->n; i++)
    g_thread_join (self->workers[i].thread);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->start);
  g_cond_clear (&self->done);
  g_free (self->workers);
  g_free (self);
}

guint
ondes_threads_count (OndesThreads *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n;
}

void
ondes_threads_set_patience (OndesThreads *self,
                            guint         patience_us)
{
  self->spins = patience_us * SPINS_PER_US;
}

void
ondes_threads_set_pause (OndesThreads *self,
                         gboolean    (*wanted) (gpointer data),
                         void        (*pause) (gpointer data),
                         gpointer      data)
{
  self->wanted = wanted;
  self->pause = pause;
  self->pause_data = data;
}

static void
run_round (OndesThreads *self,
           OndesPiece    piece,
           void        (*between) (gpointer data),
           gpointer      data)
{
  g_return_if_fail (self != NULL && piece != NULL);
  g_mutex_lock (&self->lock);
  self->piece = piece;
  self->data = data;
  self->depth = ondes_threads_get_depth ();
  g_atomic_int_set (&self->running, self->n - 1);
  g_atomic_int_inc (&self->round);
  g_cond_broadcast (&self->start);
  g_mutex_unlock (&self->lock);

  while (goes_on (self) && piece (data, 0))
    if (between)
      between (data);

  for (guint i = self->n - 1; i > 0; i--)
    spin_while (self, &self->running, i);
  g_mutex_lock (&self->lock);
  while (g_atomic_int_get (&self->running) > 0)
    {
      if (g_cond_wait_until (&self->done, &self->lock, g_get_monotonic_time () + G_USEC_PER_SEC / 30) || !between)
        continue;
      g_mutex_unlock (&self->lock);
      between (data);
      g_mutex_lock (&self->lock);
    }
  g_mutex_unlock (&self->lock);
  if (between)
    between (data);
}

void
ondes_threads_run (OndesThreads *self,
                   OndesPiece    piece,
                   void        (*between) (gpointer data),
                   gpointer      data)
{
  for (;;)
    {
      run_round (self, piece, between, data);
      if (!g_atomic_int_get (&self->pausing))
        return;
      g_atomic_int_set (&self->pausing, FALSE);
      self->pause (self->pause_data);
    }
}
