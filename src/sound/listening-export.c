/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports of what is heard: the frames that a sound sink gets, rendered by the same code. */
#include "config.h"

#include <glib/gi18n.h>

#include "base/current-cancel.h"
#include "base/request-error.h"
#include "io/frames-sink.h"
#include "listening-private.h"
#include "playback.h"
#include "session/exports.h"
#include "session/filter-export-job.h"
#include "session/words.h"
#include "signal/time-stretch.h"

#define FLAC_BITS  24
#define OFFSET_MAX 1e-3 /* what the command does not take away, and is not heard */

typedef struct
{
  OndesFilterExportJob parent; /* its export is for the command */
  OndesTrack           track;  /* owns a reference to its source */
  OndesPace            pace;
} Exporting;

static void
exporting_clear (OndesExportJob *job)
{
  ondes_source_unref (((Exporting *) job)->track.source);
  ondes_filter_export_job_clear (job);
}

/* Renders the next frames; 0 at the end, and if that fails. */
static gsize
render (Exporting *exporting,
        OndesPlayback *playback,
        float *frames,
        GError **error)
{
  double rendered[ONDES_PLAYBACK_CHUNK];
  OndesPlaybackPlace place;
  gsize n;

  if (ondes_playback_is_over (playback))
    ondes_playback_turn (playback, FALSE);
  if (!ondes_playback_is_playing (playback) && !ondes_playback_is_fading (playback))
    return 0;
  n = ondes_playback_render (playback, rendered, &place, error);
  for (gsize i = 0; i < n; i++)
    {
      exporting->parent.clipped += isfinite (rendered[i]) && fabs (rendered[i]) > 1;
      frames[i] = ondes_playback_clamp (rendered[i]);
    }
  return n;
}

static gboolean
write_frames (Exporting *exporting,
              OndesPlayback *playback,
              OndesSink *sink,
              const OndesWatch *watch,
              GError **error)
{
  const guint64 count = ondes_playback_count (playback);
  float frames[ONDES_PLAYBACK_CHUNK];
  gsize n = 1;

  if (!sink->klass->begin (sink, ONDES_F32, 1, count, error))
    return FALSE;
  for (guint64 at = 0; at < count && n > 0; at += n)
    {
      if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (watch), error))
        return FALSE;
      n = render (exporting, playback, frames, error);
      if (n == 0 || !sink->klass->put (sink, &(OndesRect) { 0, 1, at, n }, frames, sizeof frames, TRUE, error))
        return FALSE;
      ondes_watch_tell (watch, (double) (at + n) / (double) count);
    }
  return ondes_sink_finish (sink, error);
}

static gboolean
exporting_run (OndesExportJob *job,
               OndesComputer *computer,
               const OndesWatch *watch,
               GError **error)
{
  Exporting *exporting = (Exporting *) job;
  const gboolean flac = exporting->parent.export.format == ONDES_EXPORT_FLAC;
  const OndesFramesOptions options = { .format = flac ? ONDES_FRAMES_FLAC : ONDES_FRAMES_WAV, .pcm_bits = flac ? FLAC_BITS : 0,
                                       .rate_hz = ONDES_PLAYER_RATE_HZ };
  g_autoptr (OndesPlayback) playback = NULL;
  g_autoptr (OndesSink) sink = NULL;
  gboolean done;

  g_return_val_if_fail (job->path != NULL, FALSE);
  if (!ondes_export_check_output (job->path, job->recording, error))
    return FALSE;
  playback = ondes_playback_new ();
  ondes_playback_begin (playback, &exporting->track, (double) exporting->track.first, &exporting->pace);
  sink = ondes_frames_sink_new (job->path, &options);
  ondes_current_cancel_push (ondes_watch_cancellable (watch));
  done = write_frames (exporting, playback, sink, watch, error);
  ondes_current_cancel_pop (ondes_watch_cancellable (watch));
  return done;
}

static char *
exporting_note (OndesExportJob *job)
{
  const guint64 clipped = ((OndesFilterExportJob *) job)->clipped;
  g_autofree char *count = ondes_words_count (clipped);

  if (clipped == 0)
    return NULL;
  /* Translators: a number of samples of a sound. */
  return g_strdup_printf (ngettext ("%s sample past full scale is clipped, as it is heard",
                                    "%s samples past full scale are clipped, as they are heard", clipped),
                          count);
}

static guint
get_formats (OndesAnalysis *analysis)
{
  OndesTrack track;

  return ondes_listening_find_track (ONDES_LISTENING (analysis), &track) ? 1u << ONDES_EXPORT_WAV | 1u << ONDES_EXPORT_FLAC : 0;
}

/* Fills what the command says; FALSE if it has no option for a part of what is heard, such as another loudness. */
static gboolean
describe (OndesListening *self,
          const OndesTrack *track,
          OndesFilterExport *export)
{
  OndesSource *source = ondes_session_get_source (self->session);
  const OndesListeningSettings *settings = &self->settings;

  export->first = track->first;
  export->count = track->count;
  export->speed = settings->speed;
  export->keeps_pitch = settings->keeps_pitch && settings->speed != 1 && settings->speed >= ONDES_TIME_STRETCH_MIN;
  export->shift_hz = track->shift_hz;
  if (settings->band_hz[1] == 0 || self->band.made == NULL
      || !ondes_listening_choose_band (self, source->rate_hz, &export->choice))
    export->choice.kind = ONDES_FILTER_NONE;
  return self->heard == NULL && track->gain == 1 && fabs (track->offset) <= OFFSET_MAX && track->rate_hz == source->rate_hz;
}

static OndesExportJob *
make_export (OndesAnalysis *analysis,
             OndesExportFormat format,
             const OndesFigureSize *size,
             guint columns)
{
  static const OndesExportJobClass klass = { sizeof (Exporting), exporting_run, ondes_filter_export_job_command,
                                             exporting_clear, exporting_note };
  OndesListening *self = ONDES_LISTENING (analysis);
  Exporting *exporting;
  OndesTrack track;

  if ((get_formats (analysis) & 1u << format) == 0 || !ondes_listening_find_track (self, &track))
    return NULL;
  exporting = (Exporting *) ondes_filter_export_job_new (&klass, self->session, format, NULL);
  exporting->track = track;
  ondes_source_ref (track.source);
  exporting->pace = ondes_listening_get_pace (self);
  exporting->parent.has_command = describe (self, &track, &exporting->parent.export);
  return &exporting->parent.parent;
}

static char *
name_export (OndesAnalysis *analysis,
             char **folder)
{
  g_autofree char *base
    = ondes_exports_base_name (ondes_session_get_recording (ONDES_LISTENING (analysis)->session), folder);

  return g_strdup_printf ("%s heard", base);
}

static char *
count_numbers (OndesAnalysis *analysis,
               OndesExportFormat format,
               guint columns)
{
  OndesListening *self = ONDES_LISTENING (analysis);
  const OndesPace pace = ondes_listening_get_pace (self);
  g_autoptr (OndesPlayback) playback = NULL;
  g_autofree char *duration = NULL, *bytes = NULL;
  OndesTrack track;
  guint64 count;

  if (!ondes_listening_find_track (self, &track))
    return g_strdup ("");
  playback = ondes_playback_new ();
  ondes_playback_begin (playback, &track, (double) track.first, &pace);
  count = ondes_playback_count (playback);
  duration = ondes_words_duration ((double) count / ONDES_PLAYER_RATE_HZ, "s");
  bytes = g_format_size (count * (format == ONDES_EXPORT_FLAC ? 3 : 4));
  /* Translators: the duration of a sound, "64.81 s", and the size of the file. */
  return g_strdup_printf (_("%s, about %s"), duration, bytes);
}

void
ondes_listening_export_init (OndesAnalysisClass *klass)
{
  klass->get_formats = get_formats;
  klass->name_export = name_export;
  klass->count_numbers = count_numbers;
  klass->make_export = make_export;
}
