/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "base/memory.h"
#include "signal/resampler.h"
#include "signal/time-stretch.h"
#include "transform/heterodyne.h"
#include "voice.h"

#include <math.h>
#include <string.h>

#define PIECE   1024 /* frames resampled at a time for the stretching */
#define LOUDEST 1e6  /* times full scale: what is larger must not become infinite in the resampler */

struct _OndesVoice
{
  OndesSource      *source;
  OndesResampler   *resampler;
  OndesTimeStretch *stretch; /* of the resampled frames; NULL if the pitch moves with the speed, and before the first frame */
  OndesPace         pace;
  double            step, offset, gain, shift_hz;
  guint64           origin; /* sample of frame 0 */
  guint64           next;   /* frame */
  guint64           fed;    /* frame that is resampled next for the stretching */
};

OndesVoice *
ondes_voice_new (const OndesTrack *track,
                 double at,
                 const OndesPace *pace)
{
  OndesVoice *self = g_new (OndesVoice, 1);
  const gboolean stretched
    = pace->keeps_pitch && pace->speed >= ONDES_TIME_STRETCH_MIN && pace->speed <= ONDES_TIME_STRETCH_MAX && pace->speed != 1;
  const double once = track->rate_hz / ONDES_PLAYER_RATE_HZ, step = stretched ? once : once * pace->speed;

  *self = (OndesVoice) { .source = ondes_source_ref (track->source),
                         .resampler = ondes_resampler_new (CLAMP (step, ONDES_RESAMPLER_STEP_MIN, ONDES_RESAMPLER_STEP_MAX)),
                         .pace = { pace->speed, stretched }, .step = once * pace->speed, .offset = track->offset,
                         .gain = track->gain, .shift_hz = track->shift_hz, .origin = (guint64) MAX (round (at), 0) };
  return self;
}

void
ondes_voice_free (OndesVoice *self)
{
  if (self == NULL)
    return;
  ondes_source_unref (self->source);
  ondes_resampler_free (self->resampler);
  ondes_time_stretch_free (self->stretch);
  g_free (self);
}

/* Reads @n samples from @at on, all inside the recording, less the offset and times the gain. */
static gboolean
read_samples (OndesVoice *self,
              guint64 at,
              gsize n,
              double *samples,
              GError **error)
{
  const guint width = ondes_type_is_complex (self->source->type) ? 2 : 1;
  g_autofree double *pairs = width == 2 ? ondes_memory_try (n * 2 * sizeof *pairs, error) : NULL;
  const double *values = width == 2 ? pairs : samples;

  if (values == NULL || !ondes_source_read_as (self->source, at, n, width == 2 ? ONDES_C128 : ONDES_F64, (void *) values, error))
    return FALSE;
  if (self->shift_hz != 0 && width == 2)
    ondes_heterodyne_rotate (self->shift_hz, self->source->rate_hz, at, n, pairs);
  for (gsize i = 0; i < n; i++)
    {
      const double x = values[i * width], y = (x - self->offset) * self->gain;

      samples[i] = isfinite (x) ? CLAMP (y, -LOUDEST, LOUDEST) : 0;
    }
  return TRUE;
}

/* Resamples frames [at, at + n) to @frames. */
static gboolean
resample (OndesVoice *self,
          guint64 at,
          gsize n,
          double *frames,
          GError **error)
{
  gint64 first = (gint64) at, begin, end;
  guint64 count = n;
  g_autofree double *samples = NULL;

  ondes_resampler_needs (self->resampler, &first, &count);
  samples = ondes_memory_try (count * sizeof *samples, error);
  if (samples == NULL)
    return FALSE;
  memset (samples, 0, count * sizeof *samples);
  first += (gint64) self->origin;
  begin = MAX (first, 0);
  end = MIN (first + (gint64) count, (gint64) self->source->n);
  if (begin < end && !read_samples (self, (guint64) begin, (gsize) (end - begin), samples + (begin - first), error))
    return FALSE;
  return ondes_resampler_run (self->resampler, (OndesSpan) { at, n }, 1, samples, frames, error);
}

static gboolean
render_stretched (OndesVoice *self,
                  gsize n,
                  double *frames,
                  GError **error)
{
  const guint64 left = self->source->n - MIN (self->origin, self->source->n);
  gsize done = 0, want;

  if (self->stretch == NULL)
    self->stretch = ondes_time_stretch_new (&(OndesTimeStretchShape) { .speed = self->pace.speed, .rate_hz = ONDES_PLAYER_RATE_HZ,
                                                                       .width = 1,
                                                                       .n = ondes_resampler_count (self->resampler, left) },
                                            error);
  if (self->stretch == NULL)
    return FALSE;
  while ((done += ondes_time_stretch_take (self->stretch, frames + done, n - done)) < n
         && (want = MIN (ondes_time_stretch_wants (self->stretch), PIECE)) > 0)
    {
      double piece[PIECE];

      if (!resample (self, self->fed, want, piece, error))
        return FALSE;
      ondes_time_stretch_feed (self->stretch, piece, want);
      self->fed += want;
    }
  memset (frames + done, 0, (n - done) * sizeof *frames);
  return TRUE;
}

gboolean
ondes_voice_render (OndesVoice *self,
                    gsize n,
                    double *frames,
                    GError **error)
{
  if (!(self->pace.keeps_pitch ? render_stretched (self, n, frames, error) : resample (self, self->next, n, frames, error)))
    return FALSE;
  self->next += n;
  return TRUE;
}

double
ondes_voice_position (OndesVoice *self)
{
  return (double) self->origin + (self->pace.keeps_pitch ? (double) self->next * self->step
                                                         : ondes_resampler_position (self->resampler, self->next));
}

double
ondes_voice_step (OndesVoice *self)
{
  return self->step;
}
