/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "listening.h"

#include "base/words.h"
#include "engine/filtered-source.h"
#include "transform/heterodyne.h"
#include "words.h"

#include <math.h>

#define RATE_MIN_HZ  4000.0   /* rates below are raised to RATE_AIM_HZ or more */
#define RATE_AIM_HZ    8000.0
#define RATE_MAX_HZ  192000.0 /* rates above are lowered to RATE_LOW_HZ or less */
#define RATE_LOW_HZ    50000.0
#define SOUND_MIN    1e-3     /* largest magnitudes in between are sound, and played as they stand */
#define SOUND_MAX    1.5
#define COLUMNS        1024     /* of the overview, to estimate magnitudes */
#define RARE           4        /* a magnitude this many times the 99th percentile of the columns is a glitch: it clips */
#define TIMER_MS       50
#define SHIFT_MIN    (1 / 200.0) /* of the rate; smaller shifts need a filter that takes long to design */

struct _OndesListening
{
  GObject                parent_instance;

  OndesSession          *session;
  OndesSession          *heard;   /* derived of the session, or NULL */
  OndesSource           *shifted; /* the analytic signal of shifted_from, for shifted_hz; NULL if none */
  OndesSource           *shifted_from;
  double                 shifted_hz;
  char                  *shift_problem; /* NULL if there is none */
  OndesPlayer           *player;
  OndesListeningSettings settings;
  OndesPlayerState       state;   /* as of the last tick */
  double                 level;   /* not yet taken */
  guint                  opened;  /* the recording that was played last, as the session counts them */
  guint                  timer;
  gboolean               was_in_view; /* the playhead, at the last tick */
  gboolean               is_leading;  /* what is heard moves the playhead */
};

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

const OndesListeningSettings ondes_listening_defaults = { .follow = TRUE, .speed = 1, .volume = 1 };

G_DEFINE_FINAL_TYPE (OndesListening, ondes_listening, G_TYPE_OBJECT)

static void
emit_changed (OndesListening *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Returns the factor from the rate of the recording, in hertz, to one that is audible: 1, 2 or 4 times a power of ten. */
static double
audible_factor (double rate_hz)
{
  static const double steps[] = { 1, 2, 4, 10 };
  double least, decade;

  if (rate_hz > RATE_MAX_HZ)
    {
      const double most = RATE_LOW_HZ / rate_hz;

      /* 1/10, 1/4, 1/2 …: the largest that is enough. */
      decade = pow (10, ceil (log10 (1 / most)) - 1);
      for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
        if (1 / (steps[i] * decade) <= most * (1 + 1e-9))
          return 1 / (steps[i] * decade);
    }
  if (rate_hz >= RATE_MIN_HZ)
    return 1;
  least = RATE_AIM_HZ / rate_hz;
  decade = pow (10, floor (log10 (least)));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * decade >= least * (1 - 1e-9))
      return steps[i] * decade;
  return 10 * decade;
}

/* Returns the session whose source is played: a derived one only once it has a source. */
static OndesSession *
heard_of (OndesListening *self)
{
  return self->heard != NULL && ondes_session_get_source (self->heard) != NULL ? self->heard : self->session;
}

static double
rate_hz_of (OndesListening *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const double seconds = ondes_time_unit_seconds (ondes_recording_get_info (recording)->time_unit);

  /* An index counts as seconds. */
  return ondes_session_get_source (heard_of (self))->rate_hz / (seconds > 0 ? seconds : 1);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Fills offset and gain from what is built of the overview. */
static void
measure (OndesListening *self,
         OndesTrack *track)
{
  OndesOverview *overview = ondes_session_get_overview (heard_of (self));
  const gboolean is_complex = ondes_type_is_complex (track->source->type);
  g_autofree OndesExtent *extents = g_new0 (OndesExtent, COLUMNS);
  g_autofree double *magnitudes = g_new (double, COLUMNS), *middles = g_new (double, COLUMNS);
  double peak = 0, largest = 0, usual;
  guint n = 0;

  track->offset = 0;
  track->gain = 1;
  if (overview != NULL)
    ondes_overview_get (overview, 0, (double) track->source->n, COLUMNS, extents);
  for (guint j = 0; overview != NULL && j < COLUMNS; j++)
    if (extents[j].min <= extents[j].max)
      {
        middles[n++] = extents[j].min / 2 + extents[j].max / 2;
        peak = MAX (peak, MAX (fabs (extents[j].min), fabs (extents[j].max)));
      }
  if (n == 0)
    return;
  if (!is_complex)
    {
      qsort (middles, n, sizeof *middles, compare);
      track->offset = middles[n / 2];
    }
  if (rate_hz_of (self) >= RATE_MIN_HZ && peak >= SOUND_MIN && peak <= SOUND_MAX)
    return;
  n = 0;
  for (guint j = 0; j < COLUMNS; j++)
    if (extents[j].min <= extents[j].max)
      {
        magnitudes[n] = MAX (fabs (extents[j].min - track->offset), fabs (extents[j].max - track->offset));
        largest = MAX (largest, magnitudes[n]);
        n++;
      }
  qsort (magnitudes, n, sizeof *magnitudes, compare);
  usual = magnitudes[(guint) (0.99 * (n - 1))];
  if (usual > 0)
    largest = MIN (largest, RARE * usual);
  if (largest > 0 && isfinite (1 / largest))
    track->gain = 1 / largest;
}

static void
drop_shifted (OndesListening *self)
{
  g_clear_pointer (&self->shifted, ondes_source_unref);
  g_clear_pointer (&self->shifted_from, ondes_source_unref);
  g_clear_pointer (&self->shift_problem, g_free);
}

static OndesSource *
new_analytic (OndesSource *source,
              double shift_hz,
              GError **error)
{
  g_autoptr (OndesFilterBank) bank = NULL;
  g_autoptr (OndesSpec) spec = NULL;
  g_autoptr (OndesOperation) operation = NULL;

  if (fabs (shift_hz) < source->rate_hz * SHIFT_MIN)
    {
      g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("A shift needs at least %g Hz"), source->rate_hz * SHIFT_MIN);
      return NULL;
    }
  bank = ondes_heterodyne_bank (shift_hz, source->rate_hz, ondes_type_is_complex (source->type), error);
  spec = bank != NULL ? ondes_filter_new (&ondes_filter_options_default, bank, error) : NULL;
  operation = spec != NULL ? ondes_filtered_new (spec) : NULL;
  return operation != NULL ? ondes_computed_source_new (operation, &source, error) : NULL;
}

/* Replaces the track's source by its analytic signal, if frequencies are shifted. Without one it is played as it is. */
static void
shift_track (OndesListening *self,
             OndesTrack *track)
{
  g_autoptr (GError) error = NULL;

  if (self->settings.shift_hz == 0)
    {
      drop_shifted (self);
      return;
    }
  if (self->shifted_from != track->source || self->shifted_hz != self->settings.shift_hz)
    {
      drop_shifted (self);
      self->shifted = new_analytic (track->source, self->settings.shift_hz, &error);
      self->shifted_from = ondes_source_ref (track->source);
      self->shifted_hz = self->settings.shift_hz;
      self->shift_problem = error != NULL ? g_strdup (error->message) : NULL;
    }
  if (self->shifted == NULL)
    return;
  track->source = self->shifted;
  track->shift_hz = self->shifted_hz;
  track->offset = 0; /* the filter stops it */
}

gboolean
ondes_listening_is_possible (OndesListening *self)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  return recording != NULL && ondes_recording_get_truth_table (recording) == NULL;
}

/* Fills the track that would be played now; the source is borrowed. FALSE if there is none. */
static gboolean
find_track (OndesListening *self,
            OndesTrack *track)
{
  OndesTimeline *timeline = ondes_session_get_timeline (self->session);
  OndesSource *source = ondes_session_get_source (heard_of (self));
  double rate_hz;

  if (!ondes_listening_is_possible (self) || source->n != ondes_timeline_get_length (timeline))
    return FALSE;
  rate_hz = rate_hz_of (self);
  *track = (OndesTrack) { .source = source, .rate_hz = rate_hz * audible_factor (rate_hz), .count = source->n };
  if (self->settings.loop)
    ondes_timeline_get_span (timeline, &track->first, &track->count);
  measure (self, track);
  shift_track (self, track);
  return TRUE;
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

  if (!find_track (self, &track))
    return;
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

/* TRUE if less than 10 ms of sound is left after @sample. */
static gboolean
is_at_end (OndesListening *self,
           double sample)
{
  OndesTrack track;

  return find_track (self, &track)
         && sample > (double) track.source->n - MAX (track.rate_hz * self->settings.speed / 100, 1);
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
    ondes_timeline_set_view (timeline, playhead - count * 0.02, count);
  self->was_in_view = is_in_view (timeline, playhead);
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
  return self->state.problem != NULL ? self->state.problem : self->shift_problem;
}

/* Returns the rate and its factor, and that it is scaled; NULL if neither. */
static char *
describe_pace (OndesListening *self,
               const OndesTrack *track)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (self->session));
  const double factor = audible_factor (rate_hz_of (self));
  g_autofree char *rate = ondes_words_rate (track->source->rate_hz, info->time_unit), *pace = NULL;
  g_autofree char *times = ondes_words_count ((guint64) round (MAX (factor, 1 / factor)));

  if (factor > 1)
    {
      /* Translators: a rate with its unit, and by how much it is raised to be heard: "250 Hz × 40". */
      pace = g_strdup_printf (_("%s × %s"), rate, times);
    }
  else if (factor < 1)
    {
      /* Translators: a rate with its unit, and by how much it is lowered to be heard: "384 kHz ÷ 10". */
      pace = g_strdup_printf (_("%s ÷ %s"), rate, times);
    }
  if (track->gain == 1)
    return g_steal_pointer (&pace);
  /* Translators: of a recording that is played louder or softer, so that its largest magnitude is full scale. */
  return pace != NULL ? g_strdup_printf (_("%s, scaled"), pace) : g_strdup (_("Scaled"));
}

char *
ondes_listening_describe (OndesListening *self)
{
  const OndesRecordingInfo *info;
  g_autofree char *pace = NULL, *by = NULL, *shift = NULL;
  OndesTrack track;

  g_return_val_if_fail (ONDES_IS_LISTENING (self), NULL);
  if (!find_track (self, &track))
    return NULL;
  pace = describe_pace (self, &track);
  if (track.shift_hz == 0)
    return g_steal_pointer (&pace);
  info = ondes_recording_get_info (ondes_session_get_recording (self->session));
  by = ondes_words_rate (fabs (track.shift_hz), info->time_unit);
  /* Translators: all frequencies are heard that much lower or higher: "40000 Hz lower". */
  shift = g_strdup_printf (track.shift_hz > 0 ? _("%s lower") : _("%s higher"), by);
  return pace != NULL ? g_strdup_printf ("%s, %s", pace, shift) : g_steal_pointer (&shift);
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
  ondes_player_set_loop (self->player, self->settings.loop);
  ondes_player_set_speed (self->player, self->settings.speed);
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
  apply (self);
  /* The span that is repeated is the one in view now. */
  if ((before.loop != settings->loop || before.shift_hz != settings->shift_hz) && self->state.playing)
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

/* Another channel goes on where the last one was; another recording does not begin by itself. */
static void
on_recording_changed (OndesListening *self)
{
  const double playhead = ondes_timeline_get_playhead (ondes_session_get_timeline (self->session));
  const gboolean is_same = self->opened == ondes_session_get_opened (self->session) && !isnan (playhead);

  if (is_same && self->state.playing)
    {
      play (self, playhead);
      return;
    }
  self->is_leading = FALSE;
  if (ondes_session_get_change (self->session) == ONDES_CHANGE_RECORDING)
    self->settings.shift_hz = 0;
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
ondes_listening_dispose (GObject *object)
{
  OndesListening *self = ONDES_LISTENING (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->player, ondes_player_free);
  drop_shifted (self);
  g_clear_object (&self->heard);
  g_clear_object (&self->session);
  g_clear_pointer (&self->state.problem, g_free);
  G_OBJECT_CLASS (ondes_listening_parent_class)->dispose (object);
}

static void
ondes_listening_class_init (OndesListeningClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ondes_listening_dispose;
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
  OndesListening *self = g_object_new (ONDES_TYPE_LISTENING, NULL);

  self->session = g_object_ref (session);
  self->player = ondes_player_new (sink);
  apply (self);
  g_signal_connect_object (session, "recording-changed", G_CALLBACK (on_recording_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ondes_session_get_timeline (session), "seek", G_CALLBACK (on_seek), self, G_CONNECT_SWAPPED);
  return self;
}
