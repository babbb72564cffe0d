/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is heard of a recording: at which rate, how loud, which band, shifted by how much; and the words for it. */
#include "config.h"

#include <math.h>

#include "base/compare.h"
#include "base/words.h"
#include "engine/filtered-source.h"
#include "listening-private.h"
#include "session/words.h"
#include "signal/time-stretch.h"
#include "transform/heterodyne.h"

#define RATE_MIN_HZ  4000.0   /* rates below are raised to RATE_AIM_HZ or more */
#define RATE_AIM_HZ    8000.0
#define RATE_MAX_HZ  192000.0 /* rates above are lowered to RATE_LOW_HZ or less */
#define RATE_LOW_HZ    50000.0
#define SOUND_MIN    1e-3     /* largest magnitudes in between are sound, and played as they stand */
#define SOUND_MAX    1.5
#define COLUMNS        1024     /* of the overview, to estimate magnitudes */
#define RARE           4        /* a magnitude this many times the 99th percentile of the columns is a glitch: it clips */
#define SHIFT_MIN    (1 / 200.0) /* of the rate; smaller shifts need a filter that takes long to design */
#define BAND_MIN     (1 / 4000.0) /* of the rate: narrowest band, and narrowest edge of one; for the same reason */

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
      qsort (middles, n, sizeof *middles, ondes_compare_doubles);
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
  qsort (magnitudes, n, sizeof *magnitudes, ondes_compare_doubles);
  usual = magnitudes[(guint) (0.99 * (n - 1))];
  if (usual > 0)
    largest = MIN (largest, RARE * usual);
  if (largest > 0 && isfinite (1 / largest))
    track->gain = 1 / largest;
}

void
ondes_listening_stage_drop (OndesListeningStage *stage)
{
  g_clear_pointer (&stage->made, ondes_source_unref);
  g_clear_pointer (&stage->from, ondes_source_unref);
  g_clear_pointer (&stage->problem, g_free);
}

/* Returns the filter of a stage for the samples of @source. */
typedef OndesFilterBank *(*MakeBank) (OndesListening    *self,
                                      const OndesSource *source,
                                      GError           **error);

static OndesSource *
new_filtered (OndesListening *self,
              MakeBank make,
              OndesSource *source,
              GError **error)
{
  g_autoptr (OndesFilterBank) bank = make (self, source, error);
  g_autoptr (OndesSpec) spec = bank != NULL ? ondes_filter_new (&ondes_filter_options_default, bank, error) : NULL;
  g_autoptr (OndesOperation) operation = spec != NULL ? ondes_filtered_new (spec) : NULL;

  return operation != NULL ? ondes_computed_source_new (operation, &source, error) : NULL;
}

/* Replaces the track's source by what @make filters of it, unless both numbers are 0; FALSE if it stays as it is. */
static gboolean
apply_stage (OndesListening *self,
             OndesListeningStage *stage,
             const double numbers[2],
             MakeBank make,
             OndesTrack *track)
{
  g_autoptr (GError) error = NULL;

  if (numbers[0] == 0 && numbers[1] == 0)
    {
      ondes_listening_stage_drop (stage);
      return FALSE;
    }
  if (stage->from != track->source || stage->numbers[0] != numbers[0] || stage->numbers[1] != numbers[1])
    {
      ondes_listening_stage_drop (stage);
      stage->made = new_filtered (self, make, track->source, &error);
      stage->from = ondes_source_ref (track->source);
      stage->numbers[0] = numbers[0];
      stage->numbers[1] = numbers[1];
      stage->problem = error != NULL ? g_strdup (error->message) : NULL;
    }
  if (stage->made == NULL)
    return FALSE;
  track->source = stage->made;
  return TRUE;
}

static OndesFilterBank *
make_shift (OndesListening *self,
            const OndesSource *source,
            GError **error)
{
  const double shift_hz = self->settings.shift_hz;

  if (fabs (shift_hz) < source->rate_hz * SHIFT_MIN)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("A shift needs at least %g Hz"), source->rate_hz * SHIFT_MIN);
  return ondes_heterodyne_bank (shift_hz, source->rate_hz, ondes_type_is_complex (source->type), error);
}

gboolean
ondes_listening_choose_band (OndesListening *self,
                             double rate_hz,
                             OndesFilterSettings *choice)
{
  const double lo = self->settings.band_hz[0], hi = self->settings.band_hz[1];
  const double transition = MAX ((lo > 0 ? lo : hi) / 10, rate_hz * BAND_MIN);
  const gboolean has_lo = lo > transition, has_hi = hi > 0 && hi < rate_hz / 2 - transition;

  *choice = ondes_filter_settings_default;
  choice->kind = has_lo && has_hi ? ONDES_FILTER_BANDPASS : has_lo ? ONDES_FILTER_HIGHPASS : ONDES_FILTER_LOWPASS;
  choice->lo_hz = has_lo ? lo : 0;
  choice->hi_hz = has_hi ? hi : 0;
  choice->transition_hz = transition;
  return has_lo || has_hi;
}

static OndesFilterBank *
make_band (OndesListening *self,
           const OndesSource *source,
           GError **error)
{
  const double *hz = self->settings.band_hz;
  OndesFilterSettings choice;
  OndesFirDesign design;
  double one = 1;

  if (hz[1] - hz[0] < source->rate_hz * BAND_MIN)
    return ondes_error_set_null (error, ONDES_ERROR_FILE, _("A band needs at least %g Hz from edge to edge"),
                                 source->rate_hz * BAND_MIN);
  if (!ondes_listening_choose_band (self, source->rate_hz, &choice))
    return ondes_filter_bank_new (&(OndesFilterBand) { .n = 1, .taps = &one }, 1, error);
  ondes_filter_settings_design (&choice, &design);
  return ondes_filter_bank_design (&design, source->rate_hz, error);
}

/* Replaces the track's source by its band, and that by its analytic signal if frequencies are shifted. What fails is left out. */
static void
filter_track (OndesListening *self,
              OndesTrack *track)
{
  const double shift[] = { self->settings.shift_hz, 0 };
  OndesFilterSettings choice;

  /* Filters that stop 0 Hz stop the offset. */
  if (apply_stage (self, &self->band, self->settings.band_hz, make_band, track)
      && ondes_listening_choose_band (self, track->source->rate_hz, &choice) && choice.lo_hz > 0)
    track->offset = 0;
  if (!apply_stage (self, &self->shift, shift, make_shift, track))
    return;
  track->shift_hz = self->settings.shift_hz;
  track->offset = 0;
}

/* TRUE if the speed is beyond those at which the pitch can be kept. */
static gboolean
loses_pitch (OndesListening *self)
{
  return self->settings.keeps_pitch
         && (self->settings.speed < ONDES_TIME_STRETCH_MIN || self->settings.speed > ONDES_TIME_STRETCH_MAX);
}

const char *
ondes_listening_find_problem (OndesListening *self)
{
  if (self->band.problem != NULL || self->shift.problem != NULL)
    return self->band.problem != NULL ? self->band.problem : self->shift.problem;
  return loses_pitch (self) ? _("The pitch is kept from 1/4 × to 4 ×; slower, it moves with the speed") : NULL;
}

OndesPace
ondes_listening_get_pace (OndesListening *self)
{
  return (OndesPace) { self->settings.speed, self->settings.keeps_pitch };
}

gboolean
ondes_listening_find_track (OndesListening *self,
                            OndesTrack *track)
{
  OndesTimeline *timeline = ondes_session_get_timeline (self->session);
  OndesSource *source = ondes_session_get_source (heard_of (self));
  double rate_hz;

  if (!ondes_session_has_time (self->session) || source->n != ondes_timeline_get_length (timeline))
    return FALSE;
  rate_hz = rate_hz_of (self);
  *track = (OndesTrack) { .source = source, .rate_hz = rate_hz * audible_factor (rate_hz), .count = source->n };
  if (self->settings.band_count > 0)
    {
      track->first = MIN (self->settings.band_first, source->n - 1);
      track->count = MIN (self->settings.band_count, source->n - track->first);
    }
  else if (self->settings.loop)
    ondes_timeline_get_span (timeline, &track->first, &track->count);
  measure (self, track);
  filter_track (self, track);
  return TRUE;
}

/* Prints a factor of audible_factor(), which is one digit and zeros: 40, or from a million on 4 × 10¹¹. */
static char *
print_factor (double factor)
{
  static const char *const raised[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  const int power = (int) floor (log10 (factor) + 1e-9), digit = (int) round (factor / pow (10, power));
  g_autofree char *digits = g_strdup_printf ("%d", power);
  GString *text;

  if (factor < 1e6)
    return ondes_words_count ((guint64) round (factor));
  text = g_string_new (NULL);
  if (digit > 1)
    g_string_append_printf (text, "%d × ", digit);
  g_string_append (text, "10");
  for (const char *at = digits; *at != 0; at++)
    g_string_append (text, raised[g_ascii_digit_value (*at)]);
  return g_string_free (text, FALSE);
}

/* Returns the rate and its factor, and that it is scaled; NULL if neither. */
static char *
describe_pace (OndesListening *self,
               const OndesTrack *track)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (ondes_session_get_recording (self->session));
  const double factor = audible_factor (rate_hz_of (self));
  g_autofree char *rate = ondes_words_rate (track->source->rate_hz, info->time_unit), *pace = NULL;
  g_autofree char *times = print_factor (MAX (factor, 1 / factor));

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
  if (!ondes_listening_find_track (self, &track))
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
