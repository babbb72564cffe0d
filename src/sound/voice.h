/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A voice: a source from one sample on, as a player hears it: less its offset, times its gain, resampled (resampler.h) to the rate
 * of sound sinks, and faster or slower: the pitch moves with the speed, or is kept (time-stretch.h). Used by one thread. */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

#define ONDES_PLAYER_RATE_HZ 48000 /* of sound sinks */

typedef struct
{
  OndesSource *source;
  double       rate_hz;      /* samples heard per second at speed 1 */
  guint64      first, count; /* span to play */
  double       offset, gain; /* a sample x is heard as (x − offset) gain; of complex samples the real part */
  double       shift_hz;     /* frequencies are moved down by this, in the source's unit of rate; then its samples are those of
                              * ondes_heterodyne_bank(). 0 if not */
} OndesTrack;

typedef struct
{
  double   speed;
  gboolean keeps_pitch; /* within ONDES_TIME_STRETCH_MIN … ONDES_TIME_STRETCH_MAX alone; beyond, the pitch moves */
} OndesPace;

typedef struct _OndesVoice OndesVoice;

/* Starts at sample @at. Adds a reference to the source. */
OndesVoice *ondes_voice_new      (const OndesTrack *track,
                                  double            at,
                                  const OndesPace  *pace);
void        ondes_voice_free     (OndesVoice       *self);
/* Writes the next @n frames. Samples beyond the recording's ends, NaN and infinities are silent. Fails if the source does. */
gboolean    ondes_voice_render   (OndesVoice       *self,
                                  gsize             n,
                                  double           *frames,
                                  GError          **error);
/* Returns the sample at which the next frame lies; where the pitch is kept, within a few hundredths of a second. */
double      ondes_voice_position (OndesVoice       *self);
/* Returns the samples per frame. */
double      ondes_voice_step     (OndesVoice       *self);

G_END_DECLS
