/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "host-private.h"

#include "base/threads.h"

struct _OndesEngineHost
{
  gatomicrefcount ref_count;
  GMutex     mutex;   /* guards the members below and the engines' queues; never held while calling out */
  GCond      changed; /* an engine has a new holder, or a waiting claim was cancelled */
  GPtrArray *engines; /* of OndesHosted */
  gint64   (*now) (void); /* its clock */
};

static GMutex hosts_mutex;
static GPtrArray *hosts; /* all hosts of the process */

/* Claims. Functions outside the interface are called with the mutex held. */

/* Sets the time at which the holder must yield. */
static void
update (OndesHosted *self)
{
  const OndesClaim *holder = self->holder;
  gint64 at = G_MAXINT64;

  for (GList *l = self->waiting.head; l != NULL && !holder->ending; l = l->next)
    {
      const OndesClaim *claim = l->data;
      const gint64 slice_end = holder->since + ONDES_HOST_SLICE_US;

      if (claim->ending)
        at = 0;
      else if (claim->priority < holder->priority)
        at = MIN (at, holder->slice_end);
      else if (claim->priority == holder->priority)
        at = MIN (at, slice_end);
      else
        at = MIN (at, MAX (slice_end, claim->since + ONDES_HOST_PATIENCE_US));
    }
  __atomic_store_n (&self->yield_at, at, __ATOMIC_RELAXED);
}

static gboolean
is_starved (const OndesClaim *claim,
            gint64            now)
{
  return now - claim->since >= ONDES_HOST_PATIENCE_US;
}

static guint64
served (OndesHosted   *self,
        gconstpointer  owner)
{
  const guint64 *number = g_hash_table_lookup (self->served, owner);

  return number != NULL ? *number : 0;
}

/* TRUE if @a is served before @b. */
static gboolean
comes_first (OndesHosted      *self,
             const OndesClaim *a,
             const OndesClaim *b,
             gint64            now)
{
  const gboolean starved = is_starved (a, now);
  const guint64 served_a = served (self, a->owner), served_b = served (self, b->owner);

  if (a->ending != b->ending)
    return a->ending;
  if (starved != is_starved (b, now))
    return starved;
  if (starved && a->since != b->since)
    return a->since < b->since;
  if (a->priority != b->priority)
    return a->priority < b->priority;
  return served_a != served_b ? served_a < served_b : a->number < b->number;
}

static void
hold (OndesHosted *self,
      OndesClaim  *claim,
      gint64       now)
{
  claim->slice_end = is_starved (claim, now) ? now + ONDES_HOST_SLICE_US : 0;
  claim->since = now;
  self->holder = claim;
}

/* Passes the engine to the next claim due. */
static void
pass_on (OndesHosted *self)
{
  GList *next = self->waiting.head;
  OndesClaim *claim;
  gint64 now;

  self->holder = NULL;
  __atomic_store_n (&self->yield_at, G_MAXINT64, __ATOMIC_RELAXED);
  if (next == NULL)
    return;
  now = self->host->now ();
  for (GList *l = next->next; l != NULL; l = l->next)
    if (comes_first (self, l->data, next->data, now))
      next = l;
  claim = next->data;
  g_queue_delete_link (&self->waiting, next);
  self->passed++;
  g_hash_table_replace (self->served, (gpointer) claim->owner, g_memdup2 (&self->passed, sizeof self->passed));
  hold (self, claim, now);
  update (self);
  g_cond_broadcast (&self->host->changed);
}

static void
queue (OndesHosted *self,
       OndesClaim  *claim)
{
  claim->number = ++self->queued;
  claim->since = self->host->now ();
  g_queue_push_tail (&self->waiting, claim);
}

/* A paused run is served first once it is cancelled, so that it can end. */
static void
on_cancelled (GCancellable *cancellable,
              OndesClaim   *claim)
{
  OndesHosted *hosted = claim->hosted;
  OndesEngineHost *host = hosted->host;

  g_mutex_lock (&host->mutex);
  if (claim->paused && hosted->holder != claim)
    {
      claim->ending = TRUE;
      update (hosted);
    }
  g_cond_broadcast (&host->changed);
  g_mutex_unlock (&host->mutex);
}

/* Waits until the queued @claim has the engine; FALSE if a run that has not begun is cancelled. */
static gboolean
await (OndesHosted *self,
       OndesClaim  *claim)
{
  OndesEngineHost *host = self->host;
  const gint64 start = claim->since;
  gulong id = 0;
  gboolean have = TRUE;

  g_mutex_unlock (&host->mutex); /* an already cancelled cancellable calls the handler at once */
  if (claim->cancellable != NULL)
    id = g_cancellable_connect (claim->cancellable, G_CALLBACK (on_cancelled), claim, NULL);
  g_mutex_lock (&host->mutex);
  while (have && self->holder != claim)
    if (claim->paused || !g_cancellable_is_cancelled (claim->cancellable))
      g_cond_wait (&host->changed, &host->mutex);
    else
      {
        g_queue_remove (&self->waiting, claim);
        update (self);
        have = FALSE;
      }
  g_mutex_unlock (&host->mutex); /* disconnecting waits for a running handler */
  g_cancellable_disconnect (claim->cancellable, id);
  g_mutex_lock (&host->mutex);
  claim->waited_us += host->now () - start;
  return have;
}

/* Records the sources of @request, whose data the engine may cache from now on. */
static void
note (OndesHosted        *self,
      const OndesRequest *request)
{
  for (guint i = 0; i < request->n_sources; i++)
    {
      const guint64 *id = &request->sources[i]->id;

      if (!g_hash_table_contains (self->cached_ids, id))
        g_hash_table_add (self->cached_ids, g_memdup2 (id, sizeof *id));
    }
}

gboolean
ondes_claim_acquire (OndesClaim         *self,
                     OndesHosted        *hosted,
                     const OndesRequest *request,
                     GCancellable       *cancellable,
                     GError            **error)
{
  gboolean have = TRUE;

  g_mutex_lock (&hosted->host->mutex);
  self->hosted = hosted;
  self->cancellable = cancellable;
  self->outer = ondes_threads_get_depth ();
  self->paused = self->ending = FALSE;
  if (hosted->holder == NULL)
    {
      self->since = hosted->host->now ();
      hold (hosted, self, self->since);
    }
  else
    {
      queue (hosted, self);
      update (hosted);
      have = await (hosted, self);
    }
  if (have)
    {
      note (hosted, request);
      ondes_threads_set_depth (hosted->depth + 1);
    }
  else
    self->hosted = NULL;
  g_mutex_unlock (&hosted->host->mutex);
  return have || !g_cancellable_set_error_if_cancelled (cancellable, error);
}

void
ondes_claim_set_priority (OndesClaim      *self,
                          OndesEngineHost *host,
                          OndesPriority    priority)
{
  g_mutex_lock (&host->mutex);
  self->priority = priority;
  if (self->hosted != NULL)
    update (self->hosted);
  g_mutex_unlock (&host->mutex);
}

static gboolean
is_due (gpointer hosted)
{
  OndesHosted *self = hosted;
  const gint64 at = __atomic_load_n (&self->yield_at, __ATOMIC_RELAXED);

  return at != G_MAXINT64 && self->host->now () >= at;
}

/* Returns the engine's state; called by its holder. */
static OndesHostedEngine
snapshot (OndesHosted *self)
{
  OndesHostedEngine state = { .name = self->klass->name, .device = self->device, .threads = self->threads };

  if (self->engine == NULL)
    return (OndesHostedEngine) { NULL };
  state.plan_bytes = ondes_plans_bytes (self->plans);
  state.plans = ondes_plans_count (self->plans);
  if (self->klass->bytes != NULL)
    state.bytes = self->klass->bytes (self->engine);
  else
    {
      OndesStatistics statistics = { 0 };

      self->klass->statistics (self->engine, &statistics);
      state.bytes = statistics.bytes_workspace;
      g_free (statistics.methods);
    }
  return state;
}

/* Called between two pieces of the holder's run; yields to other claims if due. */
static void
let_others (gpointer hosted)
{
  OndesHosted *self = hosted;
  const OndesHostedEngine state = snapshot (self);
  OndesClaim *claim;

  g_mutex_lock (&self->host->mutex);
  self->last_state = state;
  claim = self->holder;
  if (is_due (self))
    {
      self->paused++;
      claim->paused = TRUE;
      queue (self, claim);
      pass_on (self);
      await (self, claim);
      claim->paused = FALSE;
      self->paused--;
    }
  g_mutex_unlock (&self->host->mutex);
}

static void
hosted_close (OndesHosted *self)
{
  g_clear_pointer (&self->plans, ondes_plans_free);
  if (self->engine != NULL)
    self->klass->close (g_steal_pointer (&self->engine));
  self->limited = 0;
}

gboolean
ondes_hosted_open (OndesHosted *self,
                   GError     **error)
{
  OndesHostedEngine state;

  if (self->engine != NULL)
    return TRUE;
  self->engine = self->klass->open (self->device, self->threads, error);
  if (self->engine == NULL)
    return FALSE;
  self->lost = FALSE;
  self->plans = ondes_plans_new (self->klass, self->engine);
  if (self->klass->name_of != NULL)
    self->klass->name_of (self->device, self->device_name);
  if (self->klass->on_pause != NULL)
    self->klass->on_pause (self->engine, &self->pause);
  state = snapshot (self);
  g_mutex_lock (&self->host->mutex);
  self->last_state = state;
  g_mutex_unlock (&self->host->mutex);
  return TRUE;
}

void
ondes_hosted_lose (OndesHosted *self)
{
  self->lost = TRUE;
}

/* Returns the ids to forget, transfer full, for the holder; NULL if none. */
static GArray *
steal_forgotten (OndesHosted *self)
{
  GArray *forgotten = self->forgotten;

  if (forgotten->len == 0)
    return NULL;
  self->forgotten = g_array_new (FALSE, FALSE, sizeof (guint64));
  return forgotten;
}

/* Closes an engine that is lost, unless a run is paused in it. */
static void
close_lost (OndesHosted *self)
{
  gboolean paused;

  g_mutex_lock (&self->host->mutex);
  paused = self->paused > 0;
  g_mutex_unlock (&self->host->mutex);
  if (!paused)
    hosted_close (self);
}

void
ondes_claim_release (OndesClaim *self)
{
  OndesHosted *hosted = self->hosted;
  OndesEngineHost *host = hosted->host;
  OndesHostedEngine state;
  GArray *forgotten;

  if (hosted->lost)
    close_lost (hosted);
  state = snapshot (hosted);
  g_mutex_lock (&host->mutex);
  while ((forgotten = steal_forgotten (hosted)) != NULL)
    {
      g_mutex_unlock (&host->mutex);
      for (guint i = 0; i < forgotten->len && hosted->engine != NULL; i++)
        hosted->klass->forget (hosted->engine, g_array_index (forgotten, guint64, i));
      g_array_unref (forgotten);
      state = snapshot (hosted);
      g_mutex_lock (&host->mutex);
    }
  hosted->last_state = state;
  self->hosted = NULL;
  ondes_threads_set_depth (self->outer);
  pass_on (hosted);
  g_mutex_unlock (&host->mutex);
}

/* Users. */

static OndesHosted *
hosted_new (OndesEngineHost        *host,
            const OndesEngineClass *klass,
            guint                   device,
            guint                   threads)
{
  OndesHosted *self = g_new0 (OndesHosted, 1);

  *self = (OndesHosted) { .host = host, .klass = klass, .device = device, .threads = threads,
                          .depth = ondes_threads_get_depth (),
                          .pause = { is_due, let_others, self }, .yield_at = G_MAXINT64 };
  g_queue_init (&self->waiting);
  self->served = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->cached_ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->forgotten = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

gboolean
ondes_hosted_serves (const OndesHosted *self)
{
  return self->depth == ondes_threads_get_depth ();
}

OndesHosted *
ondes_hosted_join (OndesEngineHost        *host,
                   const OndesEngineClass *klass,
                   guint                   device,
                   guint                   threads)
{
  OndesHosted *self = NULL;

  g_mutex_lock (&host->mutex);
  for (guint i = 0; i < host->engines->len && self == NULL; i++)
    {
      OndesHosted *other = g_ptr_array_index (host->engines, i);

      if (other->klass == klass && other->device == device && other->threads == threads && ondes_hosted_serves (other))
        self = other;
    }
  if (self == NULL)
    {
      self = hosted_new (host, klass, device, threads);
      g_ptr_array_add (host->engines, self);
    }
  self->users++;
  g_mutex_unlock (&host->mutex);
  return self;
}

void
ondes_hosted_leave (OndesHosted *self)
{
  gboolean last;

  g_mutex_lock (&self->host->mutex);
  last = --self->users == 0;
  if (last)
    g_ptr_array_remove (self->host->engines, self);
  g_mutex_unlock (&self->host->mutex);
  if (!last)
    return;
  hosted_close (self);
  g_hash_table_unref (self->served);
  g_hash_table_unref (self->cached_ids);
  g_array_unref (self->forgotten);
  g_free (self);
}

/* Marks @id as forgotten in all engines that may cache its data; returns the idle ones, each with one more user, or NULL. */
static GPtrArray *
mark_forgotten (OndesEngineHost *self,
                guint64          id)
{
  GPtrArray *idle = NULL;

  for (guint i = 0; i < self->engines->len; i++)
    {
      OndesHosted *hosted = g_ptr_array_index (self->engines, i);

      if (!g_hash_table_remove (hosted->cached_ids, &id))
        continue;
      g_array_append_val (hosted->forgotten, id);
      if (hosted->holder != NULL)
        continue;
      if (idle == NULL)
        idle = g_ptr_array_new ();
      hosted->users++;
      g_ptr_array_add (idle, hosted);
    }
  return idle;
}

void
ondes_engine_host_forget (OndesEngineHost *self,
                          guint64          source_id)
{
  g_autoptr (GPtrArray) idle = NULL;

  g_mutex_lock (&self->mutex);
  idle = mark_forgotten (self, source_id);
  for (guint i = 0; idle != NULL && i < idle->len; i++)
    {
      OndesHosted *hosted = g_ptr_array_index (idle, i);
      OndesClaim claim = { .hosted = hosted, .outer = ondes_threads_get_depth () };
      const gboolean free = hosted->holder == NULL;

      if (free)
        hold (hosted, &claim, self->now ());
      g_mutex_unlock (&self->mutex);
      if (free)
        ondes_claim_release (&claim);
      ondes_hosted_leave (hosted);
      g_mutex_lock (&self->mutex);
    }
  g_mutex_unlock (&self->mutex);
}

guint
ondes_engine_host_list (OndesEngineHost   *self,
                        OndesHostedEngine *engines,
                        guint              n_max)
{
  guint n = 0;

  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < self->engines->len; i++)
    {
      const OndesHosted *hosted = g_ptr_array_index (self->engines, i);

      if (hosted->last_state.name == NULL)
        continue;
      if (n < n_max)
        {
          engines[n] = hosted->last_state;
          engines[n].waiting = hosted->waiting.length;
        }
      n++;
    }
  g_mutex_unlock (&self->mutex);
  return n;
}

guint64
ondes_engine_host_get_bytes (OndesEngineHost *self)
{
  guint64 bytes = 0;

  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < self->engines->len; i++)
    {
      const OndesHosted *hosted = g_ptr_array_index (self->engines, i);

      bytes += hosted->last_state.bytes + hosted->last_state.plan_bytes;
    }
  g_mutex_unlock (&self->mutex);
  return bytes;
}

/* Hosts. */

static void
host_unref (OndesEngineHost *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->engines);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
  g_free (self);
}

/* Does not hold the mutex while a host forgets: the data released may be the last owner of another id. */
static void
on_gone (guint64 id)
{
  for (guint i = 0;; i++)
    {
      OndesEngineHost *host = NULL;

      g_mutex_lock (&hosts_mutex);
      if (i < hosts->len)
        {
          host = g_ptr_array_index (hosts, i);
          g_atomic_ref_count_inc (&host->ref_count);
        }
      g_mutex_unlock (&hosts_mutex);
      if (host == NULL)
        return;
      ondes_engine_host_forget (host, id);
      host_unref (host);
    }
}

OndesEngineHost *
ondes_engine_host_new (void)
{
  OndesEngineHost *self = g_new0 (OndesEngineHost, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  self->engines = g_ptr_array_new ();
  self->now = g_get_monotonic_time;
  g_mutex_lock (&hosts_mutex);
  if (hosts == NULL)
    hosts = g_ptr_array_new ();
  g_ptr_array_add (hosts, self);
  g_mutex_unlock (&hosts_mutex);
  ondes_source_on_gone (on_gone);
  return self;
}

void
ondes_engine_host_set_clock (OndesEngineHost *self,
                             gint64         (*now) (void))
{
  g_return_if_fail (self->engines->len == 0);
  self->now = now;
}

void
ondes_engine_host_free (OndesEngineHost *self)
{
  g_return_if_fail (self->engines->len == 0);
  g_mutex_lock (&hosts_mutex);
  g_ptr_array_remove (hosts, self);
  g_mutex_unlock (&hosts_mutex);
  host_unref (self);
}

OndesEngineHost *
ondes_engine_host_default (void)
{
  static gsize made;

  if (g_once_init_enter (&made))
    g_once_init_leave (&made, (gsize) ondes_engine_host_new ());
  return (OndesEngineHost *) made;
}
