/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pyramid. Its finest level has stretches of one sample, or of enough samples to keep it under half a million stretches. A
 * thread fills it from the left; everything left of the mark `built` is constant, so it is read without a lock. The finest
 * level of a recording that takes long to read is cached on disk. */
#include "base/memory.h"
#include "overview.h"
#include "overview-cache.h"
#include "scan.h"

#define MAX_STRETCHES (1 << 19)
#define PIECE 32768
#define PERIOD (G_USEC_PER_SEC / 10)
#define WORTH_KEEPING (G_USEC_PER_SEC * 3 / 10) /* a faster build is not cached */

struct _OndesOverview
{
  OndesSource  *source;
  OndesPyramid  pyramid;
  int           built;     /* finished stretches of the finest level; atomic */
  GThread      *thread;
  GCancellable *cancellable;
  GMainContext *context;
  GSourceFunc   changed;
  gpointer      user_data;
  GMutex        mutex;     /* guards the members below */
  GSource      *pending;   /* a queued call of changed */
  OndesScan     scan;
  GError       *error;
  gboolean      complete;
};

static gboolean
dispatch (gpointer data)
{
  OndesOverview *self = data;

  g_mutex_lock (&self->mutex);
  g_clear_pointer (&self->pending, g_source_unref);
  g_mutex_unlock (&self->mutex);
  self->changed (self->user_data);
  return G_SOURCE_REMOVE;
}

/* Caller holds the mutex. */
static void
notify (OndesOverview *self)
{
  if (self->pending || !self->changed)
    return;
  self->pending = g_idle_source_new ();
  g_source_set_priority (self->pending, G_PRIORITY_DEFAULT);
  g_source_set_callback (self->pending, dispatch, self, NULL);
  g_source_attach (self->pending, self->context);
}

static gboolean
load (OndesOverview      *self,
      OndesOverviewEntry *entry)
{
  if (!ondes_overview_cache_load (entry))
    return FALSE;
  for (guint i = 0; i < self->pyramid.stretches; i++)
    ondes_pyramid_raise (&self->pyramid, i);
  g_atomic_int_set (&self->built, (int) self->pyramid.stretches);
  return TRUE;
}

/* Fills the pyramid and @scan; FALSE if a read fails or the build is cancelled. */
static gboolean
measure (OndesOverview *self,
         OndesScan     *scan,
         GError       **error)
{
  OndesSource *source = self->source;
  const guint64 stride = self->pyramid.stride;
  g_autofree void *piece = ondes_memory_try (ondes_type_bytes (source->type, PIECE), error);
  OndesStretch stretch = ONDES_STRETCH_NONE; /* the current stretch of the finest level, which may span several pieces */
  gint64 last = g_get_monotonic_time ();

  if (!piece)
    return FALSE;
  for (guint64 at = 0; at < source->n;)
    {
      gsize n = (gsize) MIN (PIECE, source->n - at);
      const gboolean missing = ondes_source_gap (source, at) >= n;
      guint i = (guint) (at / stride);
      gint64 now;

      if (g_cancellable_is_cancelled (self->cancellable) || (!missing && !ondes_source_read (source, at, n, piece, error)))
        return FALSE;
      /* Both lengths are powers of two, so a piece is a whole number of stretches, or a stretch a whole number of pieces. */
      for (gsize done = 0, m; done < n; done += m)
        {
          OndesStretch part = ONDES_STRETCH_NONE;

          m = (gsize) MIN (stride, n - done);
          if (missing)
            part.nan = m;
          else
            ondes_stretch_add (&part, source->type, piece, done, m);
          ondes_scan_add (scan, &part);
          ondes_stretch_join (&stretch, &part);
          if ((at + done + m) % stride == 0 || at + done + m == source->n)
            {
              self->pyramid.levels[0][i] = ondes_extent_of (&stretch);
              ondes_pyramid_raise (&self->pyramid, i++);
              stretch = ONDES_STRETCH_NONE;
            }
        }
      at += n;
      g_atomic_int_set (&self->built, (int) i);
      now = g_get_monotonic_time ();
      g_mutex_lock (&self->mutex);
      self->scan = *scan;
      if (now - last >= PERIOD && at < source->n)
        {
          notify (self);
          last = now;
        }
      g_mutex_unlock (&self->mutex);
    }
  return TRUE;
}

static gpointer
build (gpointer data)
{
  OndesOverview *self = data;
  OndesSource *source = self->source;
  OndesOverviewEntry entry = { source->identity, source->n, self->pyramid.stride, (guint) self->pyramid.stretches,
                               self->pyramid.levels[0] };
  gboolean cacheable = source->identity && self->pyramid.stride > 1;
  GError *error = NULL;

  g_cancellable_push_current (self->cancellable); /* computed sources poll it */

  if (cacheable && load (self, &entry))
    cacheable = FALSE;
  else
    {
      gint64 begun = g_get_monotonic_time ();

      entry.scan = (OndesScan) { 0 };
      if (!measure (self, &entry.scan, &error) || g_get_monotonic_time () - begun < WORTH_KEEPING)
        cacheable = FALSE;
    }

  g_mutex_lock (&self->mutex);
  self->scan = entry.scan;
  self->error = error;
  self->complete = TRUE;
  if (!g_cancellable_is_cancelled (self->cancellable))
    notify (self);
  g_mutex_unlock (&self->mutex);
  if (cacheable)
    ondes_overview_cache_store (&entry);
  g_cancellable_pop_current (self->cancellable);
  return NULL;
}

OndesOverview *
ondes_overview_new (OndesSource *source,
                    GSourceFunc  changed,
                    gpointer     user_data)
{
  return ondes_overview_new_sized (source, MAX_STRETCHES, changed, user_data);
}

OndesOverview *
ondes_overview_new_sized (OndesSource *source,
                          guint        stretches,
                          GSourceFunc  changed,
                          gpointer     user_data)
{
  OndesOverview *self = g_new0 (OndesOverview, 1);
  guint64 stride = 1;

  self->source = ondes_source_ref (source);
  while (source->n / stride >= stretches)
    stride *= 2;
  while (!ondes_pyramid_init (&self->pyramid, source->n, stride)) /* coarser if memory is tight */
    stride *= 2;
  self->cancellable = g_cancellable_new ();
  self->context = g_main_context_ref_thread_default ();
  self->changed = changed;
  self->user_data = user_data;
  g_mutex_init (&self->mutex);
  self->thread = g_thread_try_new ("overview", build, self, &self->error);
  if (!self->thread)
    {
      self->complete = TRUE;
      g_mutex_lock (&self->mutex);
      notify (self);
      g_mutex_unlock (&self->mutex);
    }
  return self;
}

/* Prevents further calls of changed(); the caller is on their thread. */
static void
hush (OndesOverview *self)
{
  g_mutex_lock (&self->mutex);
  self->changed = NULL;
  if (self->pending)
    {
      g_source_destroy (self->pending);
      g_clear_pointer (&self->pending, g_source_unref);
    }
  g_mutex_unlock (&self->mutex);
}

static gpointer
join_and_free (gpointer data)
{
  ondes_overview_free (data);
  return NULL;
}

void
ondes_overview_abandon (OndesOverview *self)
{
  GThread *thread;

  g_cancellable_cancel (self->cancellable);
  hush (self);
  thread = g_thread_try_new ("overview-end", join_and_free, self, NULL);
  if (thread)
    g_thread_unref (thread);
  else
    ondes_overview_free (self);
}

void
ondes_overview_free (OndesOverview *self)
{
  g_cancellable_cancel (self->cancellable);
  if (self->thread)
    g_thread_join (self->thread);
  hush (self);
  ondes_pyramid_clear (&self->pyramid);
  g_clear_error (&self->error);
  g_mutex_clear (&self->mutex);
  g_object_unref (self->cancellable);
  g_main_context_unref (self->context);
  ondes_source_unref (self->source);
  g_free (self);
}

double
ondes_overview_fraction (OndesOverview *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);
  /* read once: MIN evaluates its arguments twice, and the thread goes on between */
  const double built = (double) g_atomic_int_get (&self->built) / (double) MAX (self->pyramid.stretches, 1);

  return self->complete ? 1 : MIN (built, 0.999);
}

gboolean
ondes_overview_scan (OndesOverview *self,
                     OndesScan     *scan,
                     GError       **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  *scan = self->scan;
  if (self->error && error)
    *error = g_error_copy (self->error);
  return self->error == NULL;
}

void
ondes_overview_get (OndesOverview *self,
                    double         first,
                    double         count,
                    guint          columns,
                    OndesExtent   *extents)
{
  guint64 built = (guint64) g_atomic_int_get (&self->built);
  double n = (double) self->source->n;

  for (guint j = 0; j < columns; j++)
    {
      double from = floor (first + j * count / columns), to = floor (first + (j + 1) * count / columns);
      OndesStretch sum = ONDES_STRETCH_NONE;

      to = MIN (MAX (to, from + 1), n);
      from = MAX (from, 0);
      if (from < to)
        {
          guint64 a = (guint64) from / self->pyramid.stride;
          guint64 b = ((guint64) to + self->pyramid.stride - 1) / self->pyramid.stride;

          if (b <= built)
            ondes_pyramid_add (&self->pyramid, a, b, &sum);
        }
      extents[j] = ondes_extent_of (&sum);
    }
}

guint64
ondes_overview_stride (OndesOverview *self)
{
  return self->pyramid.stride;
}
