/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesPlayback: the frames of a track as they are played, from a sample on to its end, with crossfades of 5 ms, or of a quarter of
 * a shorter span, by raised cosines that add to 1: where it begins, ends, jumps or changes its pace. A player writes them into a
 * sound sink, an export into a file. Used by one thread.
 */
#pragma once

#include "voice.h"

#include <math.h>

G_BEGIN_DECLS

#define ONDES_PLAYBACK_CHUNK 512 /* most frames rendered at a time */

typedef struct _OndesPlayback OndesPlayback;

/* Returns @frame as it is heard: within ±1, and 0 if it is not finite. */
static inline float
ondes_playback_clamp (double frame)
{
  return isfinite (frame) ? (float) CLAMP (frame, -1, 1) : 0;
}

/* Where frames lie: at position + i step, in samples of the track's source. */
typedef struct
{
  double position, step;
} OndesPlaybackPlace;

OndesPlayback *ondes_playback_new         (void);
void           ondes_playback_free        (OndesPlayback      *self);
/* Plays @track from sample @at on; adds a reference to its source. */
void           ondes_playback_begin       (OndesPlayback      *self,
                                           const OndesTrack   *track,
                                           double              at,
                                           const OndesPace    *pace);
/* Change the pace, and stop; no-ops if nothing plays. */
void           ondes_playback_set_pace    (OndesPlayback      *self,
                                           const OndesPace    *pace);
void           ondes_playback_stop        (OndesPlayback      *self);
/* Goes on at sample @at, fading in from silence. */
void           ondes_playback_resume      (OndesPlayback      *self,
                                           double              at);
/* Stops at once, without a fade. */
void           ondes_playback_clear       (OndesPlayback      *self);
/* TRUE from begin() until the track is stopped or has ended. */
gboolean       ondes_playback_is_playing  (const OndesPlayback *self);
/* TRUE during a crossfade; another one now would cut it short. */
gboolean       ondes_playback_is_fading   (const OndesPlayback *self);
/* TRUE at the end of the track, until ondes_playback_turn() begins it @again or stops. */
gboolean       ondes_playback_is_over     (const OndesPlayback *self);
void           ondes_playback_turn        (OndesPlayback      *self,
                                           gboolean            again);
/* Returns the frames from the start of the track, just begun, to the silence after it. */
guint64        ondes_playback_count       (const OndesPlayback *self);
/* Renders the next frames, at most ONDES_PLAYBACK_CHUNK and no further than the end of the track or of a crossfade. Returns their
 * number, 0 if the source fails. Not to be called while is_over(). */
gsize          ondes_playback_render      (OndesPlayback      *self,
                                           double             *frames,
                                           OndesPlaybackPlace *place,
                                           GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPlayback, ondes_playback_free)

G_END_DECLS
