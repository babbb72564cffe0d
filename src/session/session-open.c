/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a recording on a worker and switches the session to it. */
#include "config.h"

#include "analysis/frequency-range.h"
#include "annotation/annotation-file.h"
#include "base/memory.h"
#include "read-trial.h"
#include "session-private.h"
#include "signal/sidecar.h"
#include "trace.h"
#include "words-annotations.h"
#include "words-settings.h"

typedef struct
{
  guint             serial;
  char             *path;
  OndesReadOptions  options;
  guint             channel; /* 0 means the first that the file offers */
  GVariant         *state;   /* to restore then; NULL for none */
  gboolean          asks_text; /* it is text that is not read as it stands: ask how */
  gboolean          anew;    /* another recording, or the same opened again; FALSE for the same read with other options */
  OndesRecording   *recording;
  OndesSource      *source;
  double            fmin_hz, fmax_hz; /* range with visible content */
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_free (opening->path);
  ondes_read_options_clear (&opening->options);
  g_clear_pointer (&opening->state, g_variant_unref);
  g_clear_pointer (&opening->recording, ondes_recording_unref);
  g_clear_pointer (&opening->source, ondes_source_unref);
  g_free (opening);
}

/* Refuses annotations where a recording is asked for: labels in columns would be read as one. A text that has no rows of numbers
 * is asked for. A person who says how the file is read means it. */
static gboolean
check_recording (Opening *opening,
                 const OndesWatch *watch,
                 GError **error)
{
  const OndesReadOptions none = { 0 };
  const gboolean means_it = opening->state != NULL || !ondes_read_options_equal (&opening->options, &none);
  g_autoptr (OndesTextRecognition) found = NULL;
  g_autofree char *problem = NULL;

  if (g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || (means_it && opening->recording != NULL)
      || (opening->recording != NULL && !ondes_recording_get_info (opening->recording)->has_columns))
    return opening->recording != NULL;
  if (means_it || !ondes_annotations_recognise (opening->path, NULL))
    {
      if (opening->recording != NULL && ondes_read_trial_check (opening->recording, error))
        return TRUE;
      found = ondes_text_recognise (opening->path, &opening->options, watch, NULL);
      opening->asks_text = found != NULL;
      return FALSE;
    }
  problem = ondes_words_annotations_alone (opening->path);
  g_clear_error (error);
  return ondes_error_set (error, ONDES_ERROR_FILE, "%s", problem);
}

static gboolean
open_work (OndesComputer *computer,
           gpointer data,
           const OndesWatch *watch,
           GError **error)
{
  Opening *opening = data;
  const OndesRecordingInfo *info;
  OndesFrequencyRange range;
  guint channel;

  opening->recording = ondes_recording_open (opening->path, &opening->options, watch, error);
  if (!check_recording (opening, watch, error))
    return FALSE;
  info = ondes_recording_get_info (opening->recording);
  channel = opening->channel > 0 && opening->channel <= info->channels ? opening->channel : MAX (info->first_channel, 1);
  opening->channel = channel;
  opening->source = ondes_recording_source (opening->recording, channel, error);
  ondes_trace ("opened %s", opening->path);
  if (opening->source == NULL)
    return FALSE;
  /* Errors are ignored here: a source that cannot be read reports them when it is used. */
  if (!ondes_frequency_range_find (computer, opening->source, info, &range, watch->cancellable, NULL))
    ondes_frequency_range_of (opening->source, &range);
  opening->fmin_hz = range.fmin_hz;
  opening->fmax_hz = range.fmax_hz;
  ondes_trace ("looked at %s: from %g to %g Hz", opening->path, opening->fmin_hz, opening->fmax_hz);
  return !g_cancellable_set_error_if_cancelled (watch->cancellable, error);
}

static gboolean
on_overview (gpointer user_data)
{
  ondes_session_emit (user_data, SESSION_OVERVIEW_CHANGED);
  return G_SOURCE_REMOVE;
}

void
ondes_session_take_source (OndesSession *self,
                           OndesSource *source,
                           guint channel)
{
  g_clear_pointer (&self->overview, ondes_overview_abandon);
  ondes_session_drop_samples (self);
  self->source = source;
  self->channel = channel;
  self->overview = ondes_overview_new (source, on_overview, self);
}

void
ondes_session_say_error (OndesSession *self,
                         const GError *error,
                         const char *path)
{
  g_autofree char *text = ondes_words_error (error);

  self->failed_path = path;
  self->failed_setting = path != NULL ? ondes_error_get_setting (error) : ONDES_SETTING_NONE;
  g_signal_emit_by_name (self, "message", text, TRUE);
  self->failed_path = NULL;
  self->failed_setting = ONDES_SETTING_NONE;
}

static void
on_open_progress (double fraction,
                  gpointer user_data)
{
  OndesSession *self = user_data;

  self->opening_progress = fraction;
  ondes_session_emit (self, SESSION_STATE_CHANGED);
}

/* Keeps the old recording and source alive until all handlers have released them. */
static void
take_recording (OndesSession *self,
                Opening *opening)
{
  g_autoptr (OndesRecording) left = g_steal_pointer (&self->recording), original = g_steal_pointer (&self->original);
  g_autoptr (OndesSource) source = g_steal_pointer (&self->source);

  ondes_session_begin_settling (self);
  if (opening->anew)
    {
      self->opened++;
      self->conditioned = FALSE;
      g_strfreev (self->steps);
      self->steps = g_new0 (char *, 1);
    }
  self->original = g_steal_pointer (&opening->recording);
  self->recording = ondes_recording_ref (self->original);
  ondes_read_options_clear (&self->read);
  self->read = opening->options;
  opening->options = (OndesReadOptions) { 0 };
  self->fmin_hz = opening->fmin_hz;
  self->fmax_hz = opening->fmax_hz;
  ondes_session_take_source (self, g_steal_pointer (&opening->source), opening->channel);
  ondes_timeline_reset (self->timeline, self->source->n);
  self->begins = opening->anew && opening->state == NULL;
  ondes_session_emit (self, SESSION_RECORDING_CHANGED);
  self->begins = FALSE;
  ondes_timeline_notify_view (self->timeline);
  ondes_session_update_conditioning (self);
  if (opening->state != NULL)
    ondes_session_apply_state (self, opening->state);
  ondes_session_end_settling (self, opening->anew);
  ondes_session_emit (self, SESSION_CONDITIONING_CHANGED);
  ondes_memory_trim_soon ();
}

static void
on_opened (gpointer data,
           const GError *error,
           gpointer user_data)
{
  OndesSession *self = user_data;
  Opening *opening = data;

  if (opening->serial != self->opening_serial)
    return; /* overtaken */
  self->opening = 0;
  if (error == NULL)
    take_recording (self, opening);
  ondes_session_emit (self, SESSION_STATE_CHANGED);
  if (g_error_matches (error, ONDES_ERROR, ONDES_ERROR_NEEDS_RAW))
    g_signal_emit_by_name (self, "needs-raw", opening->path, error->message);
  else if (g_error_matches (error, ONDES_ERROR, ONDES_ERROR_NEEDS_DATASET))
    g_signal_emit_by_name (self, "needs-dataset", opening->path);
  else if (error != NULL && opening->asks_text)
    {
      g_autofree char *text = ondes_words_error (error);

      g_signal_emit_by_name (self, "needs-text", opening->path, text);
    }
  else if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ondes_session_say_error (self, error, opening->path);
}

typedef struct
{
  char *path;
  guint channel;
} Keeping;

static void
keeping_free (gpointer data)
{
  Keeping *keeping = data;

  g_free (keeping->path);
  g_free (keeping);
}

static gboolean
keep_work (OndesComputer *computer,
           gpointer data,
           const OndesWatch *watch,
           GError **error)
{
  const Keeping *keeping = data;

  return ondes_sidecar_store (keeping->path, &(OndesReadOptions) { 0 }, keeping->channel, error);
}

static void
on_kept (gpointer data,
         const GError *error,
         gpointer user_data)
{
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ondes_session_say_error (user_data, error, NULL);
}

void
ondes_session_keep_channel (OndesSession *self)
{
  const OndesRecordingInfo *info = self->original != NULL ? ondes_recording_get_info (self->original) : NULL;
  Keeping *keeping;

  if (info == NULL || !info->keeps_channel)
    return;
  keeping = g_new (Keeping, 1);
  *keeping = (Keeping) { g_strdup (info->path), self->channel };
  ondes_queue_submit (self->files, &(OndesTask) { .key = "keep", .work = keep_work, .data = keeping, .destroy = keeping_free,
                                                  .done = on_kept, .user_data = self });
}

void
ondes_session_open (OndesSession *self,
                    const char *path,
                    const OndesReadOptions *options)
{
  ondes_session_reopen (self, path, options, NULL);
}

void
ondes_session_reopen (OndesSession *self,
                      const char *path,
                      const OndesReadOptions *options,
                      GVariant *state)
{
  Opening *opening;

  g_return_if_fail (ONDES_IS_SESSION (self) && path != NULL);
  opening = g_new0 (Opening, 1);
  opening->serial = ++self->opening_serial;
  opening->path = g_strdup (path);
  ondes_read_options_copy (&opening->options, options);
  /* The same file read with other options keeps its channel and the settings typed for it. */
  opening->state = state != NULL ? g_variant_ref (state) : NULL;
  opening->anew = self->recording == NULL || options == NULL || state != NULL
                  || g_strcmp0 (ondes_recording_get_info (self->recording)->path, path) != 0;
  if (!opening->anew && options->column == 0)
    opening->channel = self->channel;
  self->opening_progress = 0;
  g_free (self->opening_path);
  self->opening_path = g_strdup (opening->path);
  ondes_trace ("opening %s", path);
  self->opening = ondes_queue_submit (self->files, &(OndesTask) { .key = "open", .work = open_work, .data = opening,
                                                                  .destroy = opening_free, .progress = on_open_progress,
                                                                  .done = on_opened, .user_data = self });
  ondes_session_emit (self, SESSION_STATE_CHANGED);
}
