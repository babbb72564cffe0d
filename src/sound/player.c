/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "playback.h"
#include "player.h"

#include <math.h>

#define LEAD           (ONDES_PLAYER_RATE_HZ / 8) /* frames written ahead of what is heard, at first */
#define LEAD_MAX      (2 * ONDES_PLAYER_RATE_HZ)
#define WAIT_US        (8 * G_TIME_SPAN_MILLISECOND) /* between looks at a full sink */
#define CLOSE_US       (10 * G_TIME_SPAN_SECOND)
#define DRAIN_US       (1 * G_TIME_SPAN_SECOND) /* longest wait for the last frames beyond their duration */
#define REOPEN_US      (2 * G_TIME_SPAN_SECOND) /* a sink lost again so soon is given up */

/* A run of frames written, in which the position advances evenly. */
typedef struct
{
  guint64 frame;
  double  position, step;
  float   peak;
  guint   seek; /* serial of the play or seek that it belongs to */
} Mark;

struct _OndesPlayer
{
  OndesSoundSink *sink;
  GThread        *thread;
  GMutex          mutex; /* of all below; never held while reading, writing or opening */
  GCond           wake;

  /* What callers want. */
  OndesTrack      track;  /* owns a reference to its source, NULL if none */
  GCancellable   *reading; /* cancels a read in progress if another track is played, or in free() */
  double          target; /* of the last seek */
  OndesPace       pace;
  double          volume;
  gboolean        playing, loop, quit;
  guint           seek, pace_serial;

  /* What callers are told. */
  GQueue          marks;  /* of Mark, by frame */
  gboolean        is_clock_valid; /* the sink's clock counts the frames of the marks */
  gboolean        sounding, ended, clipped;
  double          held;   /* position while the clock is not valid */
  guint64         written; /* frames since open or flush */
  guint           underruns;
  char           *problem;

  /* Used by the thread alone. */
  OndesPlayback  *playback;
  guint           done_seek, done_pace;
  float           pending[ONDES_PLAYBACK_CHUNK]; /* rendered, not yet written */
  gsize           pending_n, pending_at;
  Mark            pending_mark;
  gboolean        is_open, is_clipped;
  double          ramp;   /* volume of the last frame */
  guint64         lead;
  gint64          lost_us, drain_us;
};

/* Returns the position heard now, and drops earlier marks. Needs the mutex. */
static double
find_heard (OndesPlayer *self,
            guint64 *frames,
            guint *seek)
{
  double heard;
  const Mark *mark;

  if (!self->is_clock_valid || g_queue_is_empty (&self->marks))
    return self->held;
  heard = MIN (self->sink->klass->get_heard (self->sink), (double) self->written);
  while (self->marks.length > 1 && ((Mark *) self->marks.head->next->data)->frame <= heard)
    g_free (g_queue_pop_head (&self->marks));
  mark = self->marks.head->data;
  *frames = (guint64) heard;
  *seek = mark->seek;
  return mark->position + MAX (heard - (double) mark->frame, 0) * mark->step;
}

/* Stops counting frames; the position heard is kept. */
static void
leave_clock (OndesPlayer *self)
{
  guint64 frames;
  guint seek;

  g_mutex_lock (&self->mutex);
  self->held = find_heard (self, &frames, &seek);
  self->is_clock_valid = FALSE;
  self->written = 0;
  g_queue_clear_full (&self->marks, g_free);
  g_mutex_unlock (&self->mutex);
}

/* Counts frames from 0, as the sink does after open and flush. */
static void
enter_clock (OndesPlayer *self)
{
  g_mutex_lock (&self->mutex);
  self->is_clock_valid = TRUE;
  g_mutex_unlock (&self->mutex);
}

static void
close_sink (OndesPlayer *self)
{
  leave_clock (self);
  if (self->is_open)
    self->sink->klass->close (self->sink);
  self->is_open = FALSE;
}

/* Stops with the sentence of @error. */
static void
fail (OndesPlayer *self,
      GError *error)
{
  ondes_playback_clear (self->playback);
  self->pending_n = 0;
  g_mutex_lock (&self->mutex);
  /* A newer play() is not stopped by an older track's failure. */
  if (self->seek == self->done_seek && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      self->playing = FALSE;
      g_free (self->problem);
      self->problem = g_strdup (error->message);
    }
  g_mutex_unlock (&self->mutex);
  g_error_free (error);
}

static gboolean
open_sink (OndesPlayer *self)
{
  GError *error = NULL;

  if (!self->is_open && !self->sink->klass->open (self->sink, ONDES_PLAYER_RATE_HZ, &error))
    {
      fail (self, error);
      return FALSE;
    }
  self->is_open = TRUE;
  enter_clock (self);
  return TRUE;
}

/* Applies to the playback what callers want now. Needs the mutex. */
static void
follow (OndesPlayer *self)
{
  if (!self->playing)
    ondes_playback_stop (self->playback);
  else if (self->done_seek != self->seek)
    {
      if (!self->is_clock_valid)
        self->held = self->target;
      ondes_playback_begin (self->playback, &self->track, self->target, &self->pace);
      self->sounding = TRUE;
    }
  else if (self->done_pace != self->pace_serial)
    ondes_playback_set_pace (self->playback, &self->pace);
  self->done_seek = self->seek;
  self->done_pace = self->pace_serial;
}

/* Repeats or ends the track, which has come to its end. */
static void
turn (OndesPlayer *self)
{
  gboolean loop;

  g_mutex_lock (&self->mutex);
  loop = self->loop;
  if (!loop && self->seek == self->done_seek)
    {
      self->playing = FALSE;
      self->ended = TRUE;
    }
  g_mutex_unlock (&self->mutex);
  ondes_playback_turn (self->playback, loop);
}

/* Clamps and scales @n frames into the pending chunk; the volume moves evenly to its new value. */
static void
scale_frames (OndesPlayer *self,
              const double *frames,
              gsize n,
              double volume)
{
  float peak = 0;

  for (gsize i = 0; i < n; i++)
    {
      const double x = frames[i] * (self->ramp + (volume - self->ramp) * (double) (i + 1) / (double) n);

      self->is_clipped |= isfinite (x) && fabs (x) > 1;
      self->pending[i] = ondes_playback_clamp (x);
      peak = MAX (peak, fabsf (self->pending[i]));
    }
  self->ramp = volume;
  self->pending_mark.peak = peak;
}

/* Renders the next chunk, which ends at a seam. */
static void
render_chunk (OndesPlayer *self)
{
  double frames[ONDES_PLAYBACK_CHUNK], volume;
  OndesPlaybackPlace place;
  GError *error = NULL;
  gsize n;

  if (ondes_playback_is_over (self->playback))
    turn (self);
  g_mutex_lock (&self->mutex);
  volume = self->volume;
  g_mutex_unlock (&self->mutex);
  n = ondes_playback_render (self->playback, frames, &place, &error);
  if (n == 0)
    {
      fail (self, error);
      return;
    }
  self->pending_mark = (Mark) { .seek = self->done_seek, .position = place.position, .step = place.step };
  scale_frames (self, frames, n, volume);
  self->pending_n = n;
  self->pending_at = 0;
}

/* The device was unplugged or changed: goes on with the one that is there now, where the old one was heard. */
static void
reopen_sink (OndesPlayer *self,
             GError *error)
{
  const gint64 now = g_get_monotonic_time ();

  close_sink (self);
  if (self->lost_us != 0 && now - self->lost_us < REOPEN_US)
    {
      fail (self, error);
      return;
    }
  g_error_free (error);
  self->lost_us = now;
  if (!open_sink (self))
    return;
  self->pending_n = 0;
  ondes_playback_resume (self->playback, self->held);
}

/* Writes what is pending, as far as there is room. */
static void
write_pending (OndesPlayer *self)
{
  GError *error = NULL;
  const gsize n = self->pending_n - self->pending_at;
  const gssize taken = self->sink->klass->write (self->sink, self->pending + self->pending_at, n, &error);

  if (taken < 0)
    {
      reopen_sink (self, error);
      return;
    }
  if (taken == 0)
    return;
  g_mutex_lock (&self->mutex);
  {
    Mark *mark = g_new (Mark, 1);

    *mark = self->pending_mark;
    mark->position += (double) self->pending_at * mark->step;
    mark->frame = self->written;
    g_queue_push_tail (&self->marks, mark);
    self->written += (guint64) taken;
    self->held = mark->position + (double) taken * mark->step;
    self->clipped |= self->is_clipped;
    self->is_clipped = FALSE;
  }
  g_mutex_unlock (&self->mutex);
  self->pending_at += (gsize) taken;
  if (self->pending_at == self->pending_n)
    self->pending_n = 0;
}

/* Returns the frames written and not yet heard; 0 or less if the sink has run out of frames. */
static double
frames_ahead (OndesPlayer *self)
{
  return self->is_open ? (double) self->written - self->sink->klass->get_heard (self->sink) : 0;
}

static void
flush_sink (OndesPlayer *self)
{
  leave_clock (self);
  self->sink->klass->flush (self->sink);
  enter_clock (self);
}

/* Called once all frames are written: pauses the sink when they have been heard. */
static void
drain (OndesPlayer *self,
       double ahead)
{
  const gint64 now = g_get_monotonic_time ();

  if (self->drain_us == 0)
    self->drain_us = now + (gint64) (MAX (ahead, 0) * G_USEC_PER_SEC / ONDES_PLAYER_RATE_HZ) + DRAIN_US;
  if (ahead > 0 && now < self->drain_us)
    return;
  leave_clock (self);
  if (self->is_open)
    {
      self->sink->klass->set_paused (self->sink, TRUE);
      self->sink->klass->flush (self->sink);
    }
  self->drain_us = 0;
  g_mutex_lock (&self->mutex);
  self->sounding = FALSE;
  g_mutex_unlock (&self->mutex);
}

/* Does one piece of work; returns FALSE if there is nothing to do before the sink has played more. */
static gboolean
work (OndesPlayer *self)
{
  double ahead;

  if (!ondes_playback_is_playing (self->playback) && !ondes_playback_is_fading (self->playback) && self->pending_n == 0)
    {
      drain (self, frames_ahead (self));
      return FALSE;
    }
  self->drain_us = 0;
  if (!self->is_open || !self->is_clock_valid)
    {
      const gboolean was_open = self->is_open;

      if (!open_sink (self))
        return TRUE;
      if (was_open)
        self->sink->klass->set_paused (self->sink, FALSE);
    }
  ahead = frames_ahead (self);
  if (ahead <= 0 && self->written > 0)
    {
      /* The clock has run on without frames; flush to count both from 0 again. */
      g_mutex_lock (&self->mutex);
      self->underruns += ondes_playback_is_playing (self->playback);
      g_mutex_unlock (&self->mutex);
      self->lead = MIN (self->lead * 2, LEAD_MAX);
      flush_sink (self);
      ahead = 0;
    }
  if (ahead >= (double) self->lead)
    return FALSE;
  if (self->pending_n == 0)
    render_chunk (self);
  if (self->pending_n > 0)
    write_pending (self);
  return self->pending_n == 0;
}

static gboolean
is_idle (OndesPlayer *self)
{
  return !self->quit && !self->sounding && (!self->playing || self->seek == self->done_seek);
}

static gpointer
run (gpointer data)
{
  OndesPlayer *self = data;
  gint64 close_us = 0;

  g_mutex_lock (&self->mutex);
  while (!self->quit)
    {
      g_autoptr (GCancellable) reading = g_object_ref (self->reading);
      gboolean is_working;

      if (is_idle (self))
        {
          close_us = g_get_monotonic_time () + CLOSE_US;
          while (is_idle (self))
            if (!self->is_open)
              g_cond_wait (&self->wake, &self->mutex);
            else if (!g_cond_wait_until (&self->wake, &self->mutex, close_us) && g_get_monotonic_time () >= close_us)
              {
                g_mutex_unlock (&self->mutex);
                close_sink (self);
                g_mutex_lock (&self->mutex);
              }
          continue;
        }
      /* A crossfade of two voices is not interrupted by a third. */
      if (!ondes_playback_is_fading (self->playback) && self->pending_n == 0)
        follow (self);
      g_mutex_unlock (&self->mutex);
      g_cancellable_push_current (reading);
      is_working = work (self);
      g_cancellable_pop_current (reading);
      g_mutex_lock (&self->mutex);
      if (!is_working && !self->quit)
        g_cond_wait_until (&self->wake, &self->mutex, g_get_monotonic_time () + WAIT_US);
    }
  g_mutex_unlock (&self->mutex);
  close_sink (self);
  g_clear_pointer (&self->playback, ondes_playback_free);
  return NULL;
}

OndesPlayer *
ondes_player_new (OndesSoundSink *sink)
{
  OndesPlayer *self = g_new0 (OndesPlayer, 1);

  self->sink = sink;
  self->pace.speed = self->volume = self->ramp = 1;
  self->lead = LEAD;
  self->playback = ondes_playback_new ();
  self->reading = g_cancellable_new ();
  g_mutex_init (&self->mutex);
  g_cond_init (&self->wake);
  g_queue_init (&self->marks);
  return self;
}

void
ondes_player_free (OndesPlayer *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->mutex);
  self->quit = TRUE;
  g_cancellable_cancel (self->reading);
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&self->thread, g_thread_join);
  g_clear_pointer (&self->playback, ondes_playback_free);
  self->sink->klass->free (self->sink);
  g_clear_pointer (&self->track.source, ondes_source_unref);
  g_object_unref (self->reading);
  g_queue_clear_full (&self->marks, g_free);
  g_free (self->problem);
  g_cond_clear (&self->wake);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* Starts the thread unless it runs. Sets the problem and returns FALSE if the system has no thread left. Needs the mutex. */
static gboolean
start_thread (OndesPlayer *self)
{
  g_autoptr (GError) error = NULL;

  if (self->thread == NULL)
    self->thread = g_thread_try_new ("player", run, self, &error);
  if (error != NULL)
    self->problem = g_strdup (error->message);
  return self->thread != NULL;
}

static void
seek_locked (OndesPlayer *self,
             double at)
{
  self->target = CLAMP (at, 0, (double) self->track.source->n - 1);
  self->seek++;
  self->ended = FALSE;
  g_cond_signal (&self->wake);
}

void
ondes_player_play (OndesPlayer *self,
                   const OndesTrack *track,
                   double at)
{
  g_return_if_fail (track->source != NULL && track->count > 0 && track->rate_hz > 0);
  g_mutex_lock (&self->mutex);
  g_clear_pointer (&self->problem, g_free);
  if (start_thread (self))
    {
      if (self->track.source != track->source)
        {
          g_cancellable_cancel (self->reading);
          g_object_unref (self->reading);
          self->reading = g_cancellable_new ();
        }
      ondes_source_ref (track->source);
      g_clear_pointer (&self->track.source, ondes_source_unref);
      self->track = *track;
      self->playing = TRUE;
      self->clipped = FALSE;
      seek_locked (self, at);
    }
  g_mutex_unlock (&self->mutex);
}

void
ondes_player_stop (OndesPlayer *self)
{
  g_mutex_lock (&self->mutex);
  self->playing = FALSE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->mutex);
}

void
ondes_player_seek (OndesPlayer *self,
                   double at)
{
  g_mutex_lock (&self->mutex);
  if (self->playing)
    seek_locked (self, at);
  g_mutex_unlock (&self->mutex);
}

void
ondes_player_set_loop (OndesPlayer *self,
                       gboolean loop)
{
  g_mutex_lock (&self->mutex);
  self->loop = loop;
  g_mutex_unlock (&self->mutex);
}

void
ondes_player_set_pace (OndesPlayer *self,
                       const OndesPace *pace)
{
  g_mutex_lock (&self->mutex);
  self->pace_serial += pace->speed != self->pace.speed || pace->keeps_pitch != self->pace.keeps_pitch;
  self->pace = *pace;
  self->pace.speed = CLAMP (pace->speed, ONDES_PLAYER_SPEED_MIN, ONDES_PLAYER_SPEED_MAX);
  g_mutex_unlock (&self->mutex);
}

void
ondes_player_set_volume (OndesPlayer *self,
                         double volume)
{
  g_mutex_lock (&self->mutex);
  self->volume = MAX (volume, 0);
  g_mutex_unlock (&self->mutex);
}

/* Returns the largest magnitude in the runs of frames heard since the last call. */
static double
take_level (OndesPlayer *self,
            guint64 heard)
{
  double level = 0;

  for (GList *l = self->marks.head; l != NULL && ((Mark *) l->data)->frame <= heard; l = l->next)
    level = MAX (level, ((Mark *) l->data)->peak);
  return level;
}

void
ondes_player_get_state (OndesPlayer *self,
                        OndesPlayerState *state)
{
  guint64 heard = 0;
  guint seek;

  g_mutex_lock (&self->mutex);
  seek = self->seek;
  *state = (OndesPlayerState) { .playing = self->playing, .sounding = self->playing || self->sounding, .ended = self->ended,
                                .clipped = self->clipped, .underruns = self->underruns, .problem = g_strdup (self->problem) };
  state->level = self->sounding ? take_level (self, (guint64) self->sink->klass->get_heard (self->sink)) : 0;
  state->position = find_heard (self, &heard, &seek);
  if (seek != self->seek || self->done_seek != self->seek)
    state->position = self->target;
  g_mutex_unlock (&self->mutex);
}
