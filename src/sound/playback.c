/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "playback.h"

#include <math.h>
#include <string.h>

#define FADE 240 /* frames of a crossfade: 5 ms */

struct _OndesPlayback
{
  OndesVoice *voice, *before; /* plays, and fades out; NULL if silent */
  OndesTrack  track;          /* owns a reference to its source */
  OndesPace   pace;
  gsize       fade, fade_left;
  guint64     left;           /* frames of the voice until the crossfade at the track's end begins */
};

OndesPlayback *
ondes_playback_new (void)
{
  return g_new0 (OndesPlayback, 1);
}

void
ondes_playback_free (OndesPlayback *self)
{
  if (self == NULL)
    return;
  ondes_playback_clear (self);
  g_clear_pointer (&self->track.source, ondes_source_unref);
  g_free (self);
}

/* Returns the frames of a crossfade for a voice of @step. */
static gsize
count_fade (const OndesPlayback *self,
            double step)
{
  return (gsize) CLAMP ((double) self->track.count / step / 4, 1, FADE);
}

/* Crossfades to @voice, or to silence if NULL. */
static void
fade_to (OndesPlayback *self,
         OndesVoice *voice)
{
  OndesVoice *shown = voice != NULL ? voice : self->voice;

  ondes_voice_free (self->before);
  self->before = self->voice;
  self->voice = voice;
  self->fade = self->fade_left = shown != NULL ? count_fade (self, ondes_voice_step (shown)) : FADE;
}

/* Crossfades to a voice from sample @at on. The crossfade at its end ends with the recording at the latest. */
static void
go_on (OndesPlayback *self,
       double at)
{
  OndesVoice *voice = ondes_voice_new (&self->track, at, &self->pace);
  const double step = ondes_voice_step (voice), fade = MIN (FADE, (double) self->track.count / step / 4) * step;
  const double end = MIN ((double) (self->track.first + self->track.count), (double) self->track.source->n - fade);

  self->left = (guint64) MAX (ceil ((end - ondes_voice_position (voice)) / step), 0);
  fade_to (self, voice);
}

void
ondes_playback_begin (OndesPlayback *self,
                      const OndesTrack *track,
                      double at,
                      const OndesPace *pace)
{
  ondes_source_ref (track->source);
  g_clear_pointer (&self->track.source, ondes_source_unref);
  self->track = *track;
  self->pace = *pace;
  go_on (self, at);
}

void
ondes_playback_set_pace (OndesPlayback *self,
                         const OndesPace *pace)
{
  self->pace = *pace;
  if (self->voice != NULL)
    go_on (self, ondes_voice_position (self->voice));
}

void
ondes_playback_stop (OndesPlayback *self)
{
  if (self->voice != NULL)
    fade_to (self, NULL);
}

void
ondes_playback_resume (OndesPlayback *self,
                       double at)
{
  if (self->voice != NULL)
    go_on (self, at);
  else
    self->fade_left = 0;
  g_clear_pointer (&self->before, ondes_voice_free);
}

void
ondes_playback_clear (OndesPlayback *self)
{
  g_clear_pointer (&self->voice, ondes_voice_free);
  g_clear_pointer (&self->before, ondes_voice_free);
  self->fade_left = 0;
}

gboolean
ondes_playback_is_playing (const OndesPlayback *self)
{
  return self->voice != NULL;
}

gboolean
ondes_playback_is_fading (const OndesPlayback *self)
{
  return self->fade_left > 0;
}

gboolean
ondes_playback_is_over (const OndesPlayback *self)
{
  return self->voice != NULL && self->fade_left == 0 && self->left == 0;
}

void
ondes_playback_turn (OndesPlayback *self,
                     gboolean again)
{
  if (again)
    go_on (self, (double) self->track.first);
  else
    fade_to (self, NULL);
}

guint64
ondes_playback_count (const OndesPlayback *self)
{
  return MAX (self->left, self->fade_left) + count_fade (self, ondes_voice_step (self->voice));
}

static gboolean
render_voice (OndesVoice *voice,
              gsize n,
              double *frames,
              GError **error)
{
  if (voice != NULL)
    return ondes_voice_render (voice, n, frames, error);
  memset (frames, 0, n * sizeof *frames);
  return TRUE;
}

/* Adds the voice that fades out to the @n frames of the one that fades in. */
static gboolean
mix_before (OndesPlayback *self,
            gsize n,
            double *frames,
            GError **error)
{
  double old[ONDES_PLAYBACK_CHUNK];

  if (!render_voice (self->before, n, old, error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      const double t = (double) (self->fade - self->fade_left + i + 1) / (double) (self->fade + 1);
      const double weight = 0.5 - 0.5 * cos (G_PI * t);

      frames[i] = weight * frames[i] + (1 - weight) * old[i];
    }
  self->fade_left -= n;
  if (self->fade_left == 0)
    g_clear_pointer (&self->before, ondes_voice_free);
  return TRUE;
}

gsize
ondes_playback_render (OndesPlayback *self,
                       double *frames,
                       OndesPlaybackPlace *place,
                       GError **error)
{
  OndesVoice *shown = self->voice != NULL ? self->voice : self->before;
  const gboolean fading = self->fade_left > 0;
  gsize n = ONDES_PLAYBACK_CHUNK;

  if (fading)
    n = MIN (n, self->fade_left);
  else if (self->voice != NULL)
    n = (gsize) MIN (self->left, n);
  self->left -= MIN (self->left, n);
  *place = (OndesPlaybackPlace) { 0 };
  if (shown != NULL)
    *place = (OndesPlaybackPlace) { ondes_voice_position (shown), ondes_voice_step (shown) };
  return render_voice (self->voice, n, frames, error) && (!fading || mix_before (self, n, frames, error)) ? n : 0;
}
