/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "memory-sink.h"

#include "base/request-error.h"

#define RATE_HZ 48000

static double
heard_locked (MemorySink *self)
{
  if (!self->is_open)
    return 0;
  if (!self->runs || self->is_paused || self->written == 0)
    return self->heard;
  return self->heard + (double) (g_get_monotonic_time () - self->since_us) * RATE_HZ / G_USEC_PER_SEC;
}

static void
restart (MemorySink *self)
{
  self->written = 0;
  self->heard = 0;
}

static gboolean
memory_sink_open (OndesSoundSink *base,
                  guint           rate_hz,
                  GError        **error)
{
  MemorySink *self = (MemorySink *) base;
  gboolean absent;

  g_assert_cmpuint (rate_hz, ==, RATE_HZ);
  g_mutex_lock (&self->mutex);
  absent = self->absent;
  g_assert_false (self->is_open);
  self->opened += !absent;
  self->is_open = !absent;
  self->is_paused = FALSE;
  restart (self);
  g_mutex_unlock (&self->mutex);
  if (absent)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "no sound device answers");
  return !absent;
}

static gssize
memory_sink_write (OndesSoundSink *base,
                   const float    *frames,
                   gsize           n,
                   GError        **error)
{
  MemorySink *self = (MemorySink *) base;
  gssize taken = -1;

  g_mutex_lock (&self->mutex);
  g_assert_true (self->is_open);
  if (self->lose > 0)
    {
      self->lose--;
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "the sound device was unplugged");
    }
  else
    {
      taken = (gssize) CLAMP (heard_locked (self) + self->capacity - (double) self->written, 0, (double) n);
      if (self->written == 0)
        self->since_us = g_get_monotonic_time ();
      g_array_append_vals (self->frames, frames, (guint) taken);
      self->written += (guint64) taken;
    }
  g_mutex_unlock (&self->mutex);
  return taken;
}

static double
memory_sink_get_heard (OndesSoundSink *base)
{
  MemorySink *self = (MemorySink *) base;
  double heard;

  g_mutex_lock (&self->mutex);
  heard = heard_locked (self);
  g_mutex_unlock (&self->mutex);
  return heard;
}

static void
memory_sink_set_paused (OndesSoundSink *base,
                        gboolean        paused)
{
  MemorySink *self = (MemorySink *) base;

  g_mutex_lock (&self->mutex);
  self->heard = heard_locked (self);
  self->since_us = g_get_monotonic_time ();
  self->is_paused = paused;
  g_mutex_unlock (&self->mutex);
}

static void
memory_sink_flush (OndesSoundSink *base)
{
  MemorySink *self = (MemorySink *) base;

  g_mutex_lock (&self->mutex);
  restart (self);
  self->flushed++;
  g_mutex_unlock (&self->mutex);
}

static void
memory_sink_close (OndesSoundSink *base)
{
  MemorySink *self = (MemorySink *) base;

  g_mutex_lock (&self->mutex);
  self->closed += self->is_open;
  self->is_open = FALSE;
  g_mutex_unlock (&self->mutex);
}

static void
memory_sink_free (OndesSoundSink *base)
{
  MemorySink *self = (MemorySink *) base;

  g_assert_false (self->is_open);
  g_array_unref (self->frames);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static const OndesSoundSinkClass memory_sink_class = {
  .open = memory_sink_open,
  .write = memory_sink_write,
  .get_heard = memory_sink_get_heard,
  .set_paused = memory_sink_set_paused,
  .flush = memory_sink_flush,
  .close = memory_sink_close,
  .free = memory_sink_free,
};

OndesSoundSink *
memory_sink_new (gboolean     runs,
                 MemorySink **kept)
{
  MemorySink *self = g_new0 (MemorySink, 1);

  self->base.klass = &memory_sink_class;
  self->frames = g_array_new (FALSE, FALSE, sizeof (float));
  self->runs = runs;
  self->capacity = 9600;
  g_mutex_init (&self->mutex);
  *kept = self;
  return &self->base;
}

void
memory_sink_advance (MemorySink *self,
                     guint       before)
{
  g_mutex_lock (&self->mutex);
  if (self->is_open && !self->is_paused && self->written >= before)
    self->heard = MAX (self->heard, (double) self->written - before);
  g_mutex_unlock (&self->mutex);
}

guint64
memory_sink_get_count (MemorySink *self)
{
  guint64 n;

  g_mutex_lock (&self->mutex);
  n = self->frames->len;
  g_mutex_unlock (&self->mutex);
  return n;
}
