/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesListening: plays the recording of a session. The playhead is the timeline's; it moves with what is heard. An
 * OndesAnalysis without a page and without results; speed, pitch and shift are its settings, undone like those of pages.
 * Its export is the sound as it is heard at full volume, once from the beginning of the recording, or of the span in view if
 * that repeats, to its end.
 *
 * Any recording plays. One whose rate is below 4 kHz or above 192 kHz is played at an audible rate, its own times a factor; one
 * whose samples are not sound within ±1 is scaled to its largest magnitude. A constant offset is not played. Main thread only;
 * nothing waits.
 *
 * Signals:
 *   "changed"   playing, problem, recording or a setting
 */
#pragma once

#include "param/param.h"
#include "player.h"
#include "session/analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_LISTENING (ondes_listening_get_type ())
G_DECLARE_FINAL_TYPE (OndesListening, ondes_listening, ONDES, LISTENING, OndesAnalysis)

typedef struct
{
  gboolean loop;   /* the span in view, as it is when playing begins, or that of the band */
  gboolean follow; /* the view goes on with the playhead when that leaves it */
  double   speed;  /* 1/20 … 4 */
  gboolean keeps_pitch; /* at speeds from 1/4 on; at slower ones the pitch moves with the speed, and this is a problem */
  double   volume; /* 0 … 1 */
  double   band_hz[2]; /* the edges of the band that is heard alone, in cycles per time unit; 0 and 0 for all, and with each new
                        * recording */
  guint64  band_first, band_count; /* samples during which it is heard, alone, until it stops; count 0 for all */
  double   shift_hz; /* moves frequencies down by this many cycles per time unit; 0 for none, and with each new recording */
} OndesListeningSettings;

extern const OndesListeningSettings ondes_listening_defaults;
/* The table of an OndesListeningSettings. */
extern const OndesParamTable        ondes_listening_params;

/* Takes ownership of @sink. */
OndesListening               *ondes_listening_new           (OndesSession                 *session,
                                                             OndesSoundSink               *sink);
/* Plays the source of @derived, which shares the session's timeline, in place of the session's; what sounds goes on from where
 * it is. Plays the session's own again if @derived is the session or NULL, and while @derived is empty. */
void                          ondes_listening_set_heard     (OndesListening               *self,
                                                             OndesSession                 *derived);
/* Plays, from the playhead if it is in view, otherwise from the start of the view, or stops. No-op without a recording. */
void                          ondes_listening_toggle        (OndesListening               *self);
gboolean                      ondes_listening_is_playing    (OndesListening               *self);
/* Moves the playhead to what is heard. The widget calls it once a frame while it returns TRUE, that is, while anything
 * sounds; a timer does where there is no widget. */
gboolean                      ondes_listening_tick          (OndesListening               *self);
/* Returns the largest magnitude heard since the last call, 1 at full scale. */
double                        ondes_listening_take_level    (OndesListening               *self);
/* TRUE if a sample was beyond full scale since playing began. */
gboolean                      ondes_listening_is_clipped    (OndesListening               *self);
guint                         ondes_listening_get_underruns (OndesListening               *self);
/* Returns one sentence on why playing stopped, borrowed, or NULL. */
const char                   *ondes_listening_get_problem   (OndesListening               *self);
/* Returns how the recording is made audible, "250 Hz × 40, scaled"; transfer full, NULL if it is played as it stands. */
char                         *ondes_listening_describe      (OndesListening               *self);

const OndesListeningSettings *ondes_listening_get_settings  (OndesListening               *self);
/* Values are clamped to their ranges. A shift that leaves nothing of the recording is a problem, and so is a band that is
 * too narrow. The band is cut out by a windowed sinc of 80 dB, a tenth of its lower edge from pass to stop, at least
 * rate/4000; edges nearer than that to 0 or to half the rate are left open. */
void                          ondes_listening_set_settings  (OndesListening               *self,
                                                             const OndesListeningSettings *settings);
/* Load and store the settings that are remembered between runs; @store may be NULL, which does nothing. */
void                          ondes_listening_load          (OndesListening               *self,
                                                             GSettings                    *store);
void                          ondes_listening_store         (OndesListening               *self,
                                                             GSettings                    *store);

G_END_DECLS
