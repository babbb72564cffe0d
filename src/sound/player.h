/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesPlayer: plays tracks into a sound sink. A thread of its own renders them (playback.h) and writes ahead of what is heard.
 *
 * Starts, stops, seeks, loop seams and changes of pace are crossfades. All functions may be called on any thread and never wait for
 * the source or the sink, except free().
 */
#pragma once

#include "sound-sink.h"
#include "voice.h"

G_BEGIN_DECLS

#define ONDES_PLAYER_SPEED_MIN 0.05
#define ONDES_PLAYER_SPEED_MAX 4.0

typedef struct
{
  gboolean playing;   /* until a stop, the end or an error */
  gboolean sounding;  /* also while the last frames are heard */
  gboolean ended;     /* the last track was played to its end */
  double   position;  /* what is heard, in samples of the track's source, fractional; after a seek, its target */
  double   level;     /* largest magnitude heard since the last call; 1 is full scale */
  gboolean clipped;   /* a frame beyond full scale was clamped since play() */
  guint    underruns; /* times the sink ran out of frames before a track's end, since the player was made */
  char    *problem;   /* one sentence on why it stopped, or NULL; transfer full */
} OndesPlayerState;

typedef struct _OndesPlayer OndesPlayer;

/* Takes ownership of @sink, which is opened by the first play(), and closed ten seconds after the last. */
OndesPlayer *ondes_player_new        (OndesSoundSink   *sink);
/* Stops at once and waits for the read under way. */
void         ondes_player_free       (OndesPlayer      *self);

/* Plays @track from sample @at on; overtakes what plays. Adds a reference to the source. */
void         ondes_player_play       (OndesPlayer      *self,
                                      const OndesTrack *track,
                                      double            at);
void         ondes_player_stop       (OndesPlayer      *self);
/* Goes on at sample @at of the track that plays; no-op if none does. */
void         ondes_player_seek       (OndesPlayer      *self,
                                      double            at);
/* If TRUE, the track begins again when it ends. */
void         ondes_player_set_loop   (OndesPlayer      *self,
                                      gboolean          loop);
void         ondes_player_set_pace   (OndesPlayer      *self,
                                      const OndesPace  *pace);
/* @volume is a factor, 1 initially. */
void         ondes_player_set_volume (OndesPlayer      *self,
                                      double            volume);
void         ondes_player_get_state  (OndesPlayer      *self,
                                      OndesPlayerState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPlayer, ondes_player_free)

G_END_DECLS
