/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "listening-private.h"
#include "param/param.h"
#include "session/settings.h"

#include <math.h>
#include <string.h>

#define TIMER_MS 50

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

const OndesListeningSettings ondes_listening_defaults = { .follow = TRUE, .speed = 1, .volume = 1 };

G_DEFINE_FINAL_TYPE (OndesListening, ondes_listening, ONDES_TYPE_ANALYSIS)

#define FIELD(name) G_STRUCT_OFFSET (OndesListeningSettings, name)

/* What changes the sound is undone; loop, follow and volume belong to the player. The band is let go instead: neither undone nor
 * kept, because who meets it again would wonder what is missing. */
static const OndesParam rows[] = {
  { "loop", ONDES_PARAM_BOOLEAN, FIELD (loop), .flags = ONDES_PARAM_REMEMBERED },
  { "follow", ONDES_PARAM_BOOLEAN, FIELD (follow), .flags = ONDES_PARAM_REMEMBERED },
  { "volume", ONDES_PARAM_NUMBER, FIELD (volume), .flags = ONDES_PARAM_REMEMBERED, .high = 1 },
  { "speed", ONDES_PARAM_NUMBER, FIELD (speed), .low = ONDES_PLAYER_SPEED_MIN, .high = ONDES_PLAYER_SPEED_MAX,
    .flags = ONDES_PARAM_SESSION | ONDES_PARAM_PRESET },
  { "keep-pitch", ONDES_PARAM_BOOLEAN, FIELD (keeps_pitch),
    .flags = ONDES_PARAM_SESSION | ONDES_PARAM_PRESET | ONDES_PARAM_REMEMBERED },
  { "shift", ONDES_PARAM_NUMBER, FIELD (shift_hz), .flags = ONDES_PARAM_SESSION | ONDES_PARAM_PRESET },
  { "band-lo", ONDES_PARAM_NUMBER, FIELD (band_hz[0]) },
  { "band-hi", ONDES_PARAM_NUMBER, FIELD (band_hz[1]) },
  { "band-first", ONDES_PARAM_COUNT, FIELD (band_first) },
  { "band-count", ONDES_PARAM_COUNT, FIELD (band_count) },
  { NULL },
};

const OndesParamTable ondes_listening_params = { rows, &ondes_listening_defaults };

static void
emit_changed (OndesListening *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
is_in_view (OndesTimeline *timeline,
            double sample)
{
  double first, count;

  ondes_timeline_get_view (timeline, &first, &count);
  return sample >= first && sample <= first + count;
}

static gboolean
on_timer (gpointer user_data)
{
  OndesListening *self = user_data;

  if (ondes_listening_tick (self))
    return G_SOURCE_CONTINUE;
  self->timer = 0;
  return G_SOURCE_REMOVE;
}

static void
play (OndesListening *self,
      double at)
{
  OndesTrack track;

  if (!ondes_listening_find_track (self, &track))
    return;
  if (self->settings.band_count > 0 && !(at >= (double) track.first && at < (double) (track.first + track.count)))
    at = (double) track.first;
  self->opened = ondes_session_get_opened (self->session);
  self->was_in_view = is_in_view (ondes_session_get_timeline (self->session), at);
  self->is_leading = TRUE;
  ondes_player_play (self->player, &track, at);
  ondes_timeline_set_playhead (ondes_session_get_timeline (self->session), at);
  if (self->timer == 0)
    self->timer = g_timeout_add (TIMER_MS, on_timer, self);
  ondes_listening_tick (self);
  emit_changed (self);
}

/* Returns the sample at which playing ends: that of the track if it is @confined to it. */
static guint64
end_of (const OndesTrack *track,
        gboolean confined)
{
  return confined ? track->first + track->count : track->source->n;
}

/* TRUE if less than 10 ms of sound is left after @sample. */
static gboolean
is_at_end (OndesListening *self,
           double sample)
{
  OndesTrack track;

  return ondes_listening_find_track (self, &track)
         && sample > (double) end_of (&track, self->settings.band_count > 0) - MAX (track.rate_hz * self->settings.speed / 100, 1);
}

void
ondes_listening_toggle (OndesListening *self)
{
  OndesTimeline *timeline;
  double at, first;

  g_return_if_fail (ONDES_IS_LISTENING (self));
  if (ondes_listening_is_playing (self))
    {
      ondes_player_stop (self->player);
      ondes_listening_tick (self);
      return;
    }
  timeline = ondes_session_get_timeline (self->session);
  ondes_timeline_get_view (timeline, &first, NULL);
  at = ondes_timeline_get_playhead (timeline);
  if (isnan (at) || !is_in_view (timeline, at) || is_at_end (self, at))
    at = first;
  play (self, at);
}

gboolean
ondes_listening_is_playing (OndesListening *self)
{
  g_return_val_if_fail (ONDES_IS_LISTENING (self), FALSE);
  return self->state.playing;
}

/* Turns the page when the playhead leaves the view; not if the view was moved away from it. */
static void
follow (OndesListening *self,
        double playhead)
{
  OndesTimeline *timeline = ondes_session_get_timeline (self->session);
  const gboolean in_view = is_in_view (timeline, playhead);
  double count;

  ondes_timeline_get_view (timeline, NULL, &count);
  if (self->settings.follow && self->state.playing && self->was_in_view && !in_view)
    {
      /* Nobody undoes page by page what was played. */
      ondes_session_begin_settling (self->session);
      ondes_timeline_set_view (timeline, playhead - count * 0.02, count);
      ondes_session_end_settling (self->session, FALSE);
    }
  self->was_in_view = is_in_view (timeline, playhead);
}

static void
forget_band (OndesListening *self)
{
  self->settings.band_hz[0] = self->settings.band_hz[1] = 0;
  self->settings.band_first = self->settings.band_count = 0;
}

gboolean
ondes_listening_tick (OndesListening *self)
{
  OndesPlayerState state;
  gboolean changed;

  g_return_val_if_fail (ONDES_IS_LISTENING (self), FALSE);
  ondes_player_get_state (self->player, &state);
  changed = state.playing != self->state.playing || state.clipped != self->state.clipped
            || g_strcmp0 (state.problem, self->state.problem) != 0;
  /* A box was to be heard once: whoever plays next expects all. */
  if (self->state.playing && !state.playing && self->settings.band_count > 0)
    forget_band (self);
  g_free (self->state.problem);
  self->state = state;
  self->level = MAX (self->level, state.level);
  if (self->is_leading)
    {
      ondes_timeline_set_playhead (ondes_session_get_timeline (self->session), state.position);
      follow (self, state.position);
      self->is_leading = state.sounding;
    }
  if (changed)
    emit_changed (self);
  return self->state.sounding;
}

double
ondes_listening_take_level (OndesListening *self)
{
  const double level = self->level;

  self->level = 0;
  return level;
}

gboolean
ondes_listening_is_clipped (OndesListening *self)
{
  return self->state.clipped;
}

guint
ondes_listening_get_underruns (OndesListening *self)
{
  return self->state.underruns;
}

const char *
ondes_listening_get_problem (OndesListening *self)
{
  return self->state.problem != NULL ? self->state.problem : ondes_listening_find_problem (self);
}

const OndesListeningSettings *
ondes_listening_get_settings (OndesListening *self)
{
  g_return_val_if_fail (ONDES_IS_LISTENING (self), NULL);
  return &self->settings;
}

static void
apply (OndesListening *self)
{
  const OndesPace pace = ondes_listening_get_pace (self);

  ondes_player_set_loop (self->player, self->settings.loop);
  ondes_player_set_pace (self->player, &pace);
  /* Loudness goes by the cube about as the ear does. */
  ondes_player_set_volume (self->player, pow (self->settings.volume, 3));
}

void
ondes_listening_set_settings (OndesListening *self,
                              const OndesListeningSettings *settings)
{
  const OndesListeningSettings before = self->settings;
  const double playhead = ondes_timeline_get_playhead (ondes_session_get_timeline (self->session));

  g_return_if_fail (ONDES_IS_LISTENING (self));
  self->settings = *settings;
  self->settings.speed = CLAMP (settings->speed, ONDES_PLAYER_SPEED_MIN, ONDES_PLAYER_SPEED_MAX);
  self->settings.volume = CLAMP (settings->volume, 0, 1);
  self->settings.shift_hz = isfinite (settings->shift_hz) ? settings->shift_hz : 0;
  if (!(settings->band_hz[1] > settings->band_hz[0] && settings->band_hz[0] >= 0))
    forget_band (self);
  if (!ondes_params_equal (rows, ONDES_PARAM_SESSION, &before, &self->settings))
    ondes_analysis_settings_changed (ONDES_ANALYSIS (self));
  apply (self);
  /* The span that is repeated is the one in view now. */
  if (self->state.playing
      && (before.loop != settings->loop || before.shift_hz != self->settings.shift_hz
          || memcmp (before.band_hz, self->settings.band_hz, sizeof before.band_hz) != 0
          || before.band_first != self->settings.band_first || before.band_count != self->settings.band_count))
    play (self, playhead);
  else
    emit_changed (self);
}

static void
on_seek (OndesListening *self,
         double sample)
{
  self->was_in_view = is_in_view (ondes_session_get_timeline (self->session), sample);
  self->is_leading = FALSE;
  if (self->state.playing)
    play (self, sample);
}

/* A step that changes the rate keeps the band at its time. */
static void
rescale_band (OndesListening *self)
{
  OndesSource *source = ondes_session_get_source (self->session);
  const double before_hz = self->rate_hz;

  self->rate_hz = source != NULL ? source->rate_hz : 0;
  if (ondes_session_get_change (self->session) != ONDES_CHANGE_CONDITIONING || self->settings.band_count == 0
      || !(before_hz > 0 && self->rate_hz > 0) || before_hz == self->rate_hz)
    return;
  self->settings.band_first = (guint64) round ((double) self->settings.band_first * (self->rate_hz / before_hz));
  self->settings.band_count = MAX ((guint64) round ((double) self->settings.band_count * (self->rate_hz / before_hz)), 1);
}

/* Another channel goes on where the last one was; another recording does not begin by itself. */
static void
on_recording_changed (OndesListening *self)
{
  const double playhead = ondes_timeline_get_playhead (ondes_session_get_timeline (self->session));
  const gboolean is_same = self->opened == ondes_session_get_opened (self->session) && !isnan (playhead);

  rescale_band (self);
  if (is_same && self->state.playing)
    {
      play (self, playhead);
      return;
    }
  self->is_leading = FALSE;
  if (ondes_session_get_change (self->session) == ONDES_CHANGE_RECORDING)
    {
      self->settings.shift_hz = 0;
      forget_band (self);
    }
  ondes_player_stop (self->player);
  ondes_listening_tick (self);
  emit_changed (self);
}

static void
on_derived (OndesListening *self)
{
  const double playhead = ondes_timeline_get_playhead (ondes_session_get_timeline (self->session));

  if (!self->state.playing)
    emit_changed (self);
  else if (self->opened == ondes_session_get_opened (self->session) && !isnan (playhead))
    play (self, playhead);
  /* Of another recording on_recording_changed() follows. */
}

void
ondes_listening_set_heard (OndesListening *self,
                           OndesSession *derived)
{
  g_return_if_fail (ONDES_IS_LISTENING (self));
  if (derived == self->session)
    derived = NULL;
  if (derived == self->heard)
    return;
  if (self->heard != NULL)
    g_signal_handlers_disconnect_by_func (self->heard, on_derived, self);
  g_set_object (&self->heard, derived);
  if (derived != NULL)
    g_signal_connect_object (derived, "recording-changed", G_CALLBACK (on_derived), self, G_CONNECT_SWAPPED);
  on_derived (self);
}

static void
save (OndesAnalysis *self,
      GVariantBuilder *settings)
{
  ondes_params_save (rows, ONDES_PARAM_SESSION, &ONDES_LISTENING (self)->settings, settings);
}

static void
restore (OndesAnalysis *self,
         GVariant *saved)
{
  OndesListeningSettings settings = ONDES_LISTENING (self)->settings;

  ondes_params_restore (rows, ONDES_PARAM_SESSION, &settings, saved);
  ondes_listening_set_settings (ONDES_LISTENING (self), &settings);
}

void
ondes_listening_load (OndesListening *self,
                      GSettings      *store)
{
  OndesListeningSettings settings = self->settings;

  if (store == NULL)
    return;
  ondes_settings_load_rows (store, "play-", rows, &settings);
  ondes_listening_set_settings (self, &settings);
}

void
ondes_listening_store (OndesListening *self,
                       GSettings      *store)
{
  if (store != NULL)
    ondes_settings_store_rows (store, "play-", rows, &self->settings);
}

static void
ondes_listening_dispose (GObject *object)
{
  OndesListening *self = ONDES_LISTENING (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->player, ondes_player_free);
  ondes_listening_stage_drop (&self->band);
  ondes_listening_stage_drop (&self->shift);
  g_clear_object (&self->heard);
  g_clear_object (&self->session);
  g_clear_pointer (&self->state.problem, g_free);
  G_OBJECT_CLASS (ondes_listening_parent_class)->dispose (object);
}

static void
ondes_listening_class_init (OndesListeningClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_listening_dispose;
  ONDES_ANALYSIS_CLASS (klass)->name = "listening";
  ONDES_ANALYSIS_CLASS (klass)->save = save;
  ONDES_ANALYSIS_CLASS (klass)->restore = restore;
  ondes_listening_export_init (ONDES_ANALYSIS_CLASS (klass));
  signals[CHANGED] = g_signal_new ("changed", ONDES_TYPE_LISTENING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ondes_listening_init (OndesListening *self)
{
  self->settings = ondes_listening_defaults;
}

OndesListening *
ondes_listening_new (OndesSession *session,
                     OndesSoundSink *sink)
{
  OndesListening *self = g_object_new (ONDES_TYPE_LISTENING, "session", session, NULL);

  self->session = g_object_ref (session);
  self->player = ondes_player_new (sink);
  if (ondes_session_get_source (session) != NULL)
    self->rate_hz = ondes_session_get_source (session)->rate_hz;
  apply (self);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (on_recording_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_session_get_timeline (session), "seek", G_CALLBACK (on_seek), self, G_CONNECT_SWAPPED);
  return self;
}
