/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pyramid of extents. The finest level has a stretch of one sample, or of as many as keep it under half a million
 * stretches; each level above has a fourth. A thread fills it from the left; what lies left of the mark `built` is
 * constant, so that it is read without a lock. The finest level of a recording that takes long to read is kept on disk. */
#include "overview-cache.h"
#include "scan-private.h"

#include <float.h>

#define MOST_STRETCHES (1 << 19)
#define RATIO 4
#define LEVELS 11 /* 4^10 > MOST_STRETCHES */
#define PIECE 32768
#define PERIOD (G_USEC_PER_SEC / 10)
#define WORTH_KEEPING (G_USEC_PER_SEC * 3 / 10) /* what takes less to build is built again */

struct _OndesOverview
{
  OndesSource  *source;
  guint64       stride;
  guint         stretches; /* of the finest level */
  OndesExtent  *levels[LEVELS];
  guint         n_levels;
  int           built;     /* stretches of the finest level; atomic */
  GThread      *thread;
  GCancellable *cancellable;
  GMainContext *context;
  GSourceFunc   changed;
  gpointer      user_data;
  GMutex        mutex;     /* what follows */
  GSource      *pending;   /* a call of changed that is on its way */
  OndesScan     scan;
  GError       *error;
  gboolean      complete;
};

static const OndesExtent nothing = { INFINITY, -INFINITY, 0, 0 };

/* Samples of stretch @i of @level. */
static guint64
samples (const OndesOverview *self,
         guint                level,
         guint64              i)
{
  guint64 stride = self->stride << (2 * level);

  return MIN (stride, self->source->n - i * stride);
}

/* A sum of stretches; squares in double, as 1e-30 squared is no float. */
typedef struct
{
  OndesExtent extent;
  double      squares, finite;
} Sum;

static void
add (const OndesOverview *self,
     Sum                 *sum,
     guint                level,
     guint64              i)
{
  const OndesExtent *from = &self->levels[level][i];
  double finite = (double) (samples (self, level, i) - from->gaps);

  sum->extent.min = MIN (sum->extent.min, from->min);
  sum->extent.max = MAX (sum->extent.max, from->max);
  sum->extent.gaps += from->gaps;
  sum->squares += (double) from->rms * from->rms * finite;
  sum->finite += finite;
}

static OndesExtent
finish (Sum *sum)
{
  sum->extent.rms = sum->finite > 0 ? (float) sqrt (sum->squares / sum->finite) : 0;
  return sum->extent;
}

static float
to_float (double x)
{
  return (float) CLAMP (x, -(double) FLT_MAX, (double) FLT_MAX);
}

static OndesExtent
extent_of (const OndesStretch *stretch)
{
  OndesExtent extent = nothing;

  extent.gaps = (guint) (stretch->nan + stretch->inf);
  if (stretch->finite > 0)
    {
      extent.min = to_float (stretch->least);
      extent.max = to_float (stretch->most);
      extent.rms = to_float (sqrt (stretch->squares / (double) stretch->finite));
    }
  return extent;
}

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

/* With the mutex held. */
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

/* The finest stretch @i is filled: those above that it completes. */
static void
fill_above (OndesOverview *self,
            guint          i)
{
  for (guint level = 1; level < self->n_levels; level++)
    {
      guint below = ((self->stretches - 1) >> 2 * (level - 1)) + 1, child = i >> 2 * (level - 1), first = child / RATIO * RATIO;
      Sum sum = { nothing, 0, 0 };

      if (child % RATIO != RATIO - 1 && child != below - 1)
        return;
      for (guint c = first; c <= child; c++)
        add (self, &sum, level - 1, c);
      self->levels[level][child / RATIO] = finish (&sum);
    }
}

static gboolean
load (OndesOverview      *self,
      OndesOverviewEntry *entry)
{
  if (!ondes_overview_cache_load (entry))
    return FALSE;
  for (guint i = 0; i < self->stretches; i++)
    fill_above (self, i);
  g_atomic_int_set (&self->built, (int) self->stretches);
  return TRUE;
}

/* FALSE where a read fails or all is cancelled. */
static gboolean
measure (OndesOverview *self,
         OndesScan     *scan,
         GError       **error)
{
  OndesSource *source = self->source;
  g_autofree void *piece = g_malloc (ondes_type_bytes (source->type, PIECE));
  OndesStretch stretch = ONDES_STRETCH_NONE; /* of the finest level, in the making: it may be longer than one piece */
  gint64 last = g_get_monotonic_time ();

  for (guint64 at = 0; at < source->n;)
    {
      gsize n = (gsize) MIN (PIECE, source->n - at);
      guint i = (guint) (at / self->stride);
      gint64 now;

      if (g_cancellable_is_cancelled (self->cancellable) || !ondes_source_read (source, at, n, piece, error))
        return FALSE;
      /* A piece is a number of whole stretches, or a stretch a number of whole pieces: both are powers of two. */
      for (gsize done = 0, m; done < n; done += m)
        {
          OndesStretch part = ONDES_STRETCH_NONE;

          m = (gsize) MIN (self->stride, n - done);
          ondes_stretch_add (&part, source->type, piece, done, m);
          ondes_scan_add (scan, &part);
          ondes_stretch_join (&stretch, &part);
          if ((at + done + m) % self->stride == 0 || at + done + m == source->n)
            {
              self->levels[0][i] = extent_of (&stretch);
              fill_above (self, i++);
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
  OndesOverviewEntry entry = { source->identity, source->n, self->stride, self->stretches, self->levels[0] };
  gboolean keep = source->identity && self->stride > 1;
  GError *error = NULL;

  if (keep && load (self, &entry))
    keep = FALSE;
  else
    {
      gint64 begun = g_get_monotonic_time ();

      entry.scan = (OndesScan) { 0 };
      if (!measure (self, &entry.scan, &error) || g_get_monotonic_time () - begun < WORTH_KEEPING)
        keep = FALSE;
    }

  g_mutex_lock (&self->mutex);
  self->scan = entry.scan;
  self->error = error;
  self->complete = TRUE;
  if (!g_cancellable_is_cancelled (self->cancellable))
    notify (self);
  g_mutex_unlock (&self->mutex);
  if (keep)
    ondes_overview_cache_store (&entry);
  return NULL;
}

OndesOverview *
ondes_overview_new (OndesSource *source,
                    GSourceFunc  changed,
                    gpointer     user_data)
{
  OndesOverview *self = g_new0 (OndesOverview, 1);
  guint n;

  self->source = ondes_source_ref (source);
  for (self->stride = 1; source->n / self->stride >= MOST_STRETCHES; self->stride *= 2)
    ;
  self->stretches = n = (guint) ((source->n + self->stride - 1) / self->stride);
  for (;; n = (n + RATIO - 1) / RATIO)
    {
      self->levels[self->n_levels++] = g_new (OndesExtent, MAX (n, 1));
      if (n <= 1)
        break;
    }
  self->cancellable = g_cancellable_new ();
  self->context = g_main_context_ref_thread_default ();
  self->changed = changed;
  self->user_data = user_data;
  g_mutex_init (&self->mutex);
  self->thread = g_thread_new ("overview", build, self);
  return self;
}

void
ondes_overview_free (OndesOverview *self)
{
  g_cancellable_cancel (self->cancellable);
  g_thread_join (self->thread);
  if (self->pending)
    {
      g_source_destroy (self->pending);
      g_source_unref (self->pending);
    }
  for (guint i = 0; i < self->n_levels; i++)
    g_free (self->levels[i]);
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

  return self->complete ? 1 : MIN ((double) g_atomic_int_get (&self->built) / MAX (self->stretches, 1), 0.999);
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

/* The stretches [from, to) of the finest level, by the largest that fit. */
static OndesExtent
gather (OndesOverview *self,
        guint64        from,
        guint64        to)
{
  Sum sum = { nothing, 0, 0 };

  while (from < to)
    {
      guint level = 0;
      guint64 width = 1;

      while (level + 1 < self->n_levels && from % (width * RATIO) == 0 && from + width * RATIO <= to)
        {
          width *= RATIO;
          level++;
        }
      add (self, &sum, level, from / width);
      from += width;
    }
  return finish (&sum);
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
      guint64 a, b;

      extents[j] = nothing;
      to = MIN (MAX (to, from + 1), n);
      from = MAX (from, 0);
      if (!(from < to))
        continue;
      a = (guint64) from / self->stride;
      b = ((guint64) to + self->stride - 1) / self->stride;
      if (b <= built)
        extents[j] = gather (self, a, b);
    }
}

guint64
ondes_overview_stride (OndesOverview *self)
{
  return self->stride;
}
