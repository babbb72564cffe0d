/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps that condition the session's recording: filters are designed on a worker, then the recording is exchanged. */
#include "config.h"

#include <string.h>

#include "engine/conditioned.h"
#include "preset-files.h"
#include "session-private.h"
#include "words-settings.h"

typedef struct
{
  guint              serial;
  OndesRecording    *original, *recording;
  OndesConditioning *conditioning;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  ondes_recording_unref (work->original);
  ondes_conditioning_unref (work->conditioning);
  g_clear_pointer (&work->recording, ondes_recording_unref);
  g_free (work);
}

/* Taps that a preset brought are in use, so not old. */
static void
use_files (const OndesConditioning *conditioning)
{
  guint n;
  const OndesStep *steps = ondes_conditioning_get (conditioning, &n);

  for (guint i = 0; i < n; i++)
    {
      OndesFilterSettings choice;

      if (steps[i].kind != ONDES_STEP_FILTER)
        continue;
      ondes_step_filter (&steps[i], &choice);
      if (choice.kind == ONDES_FILTER_TAPS)
        ondes_kept_file_use (choice.taps);
    }
}

static gboolean
run (OndesComputer *computer,
     gpointer data,
     const OndesWatch *watch,
     GError **error)
{
  Work *work = data;

  use_files (work->conditioning);
  work->recording = ondes_recording_condition (work->original, work->conditioning, error);
  return work->recording != NULL;
}

/* Replaces the recording by @recording, the same one conditioned differently. The view shows the same time as before. */
static void
take_recording (OndesSession *self,
                OndesRecording *recording)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesRecording) left = NULL;
  g_autoptr (OndesSource) source = NULL;
  OndesSource *fresh = ondes_recording_source (recording, self->channel, &error);
  double factor;

  if (fresh == NULL)
    {
      ondes_session_say_error (self, error, NULL);
      return;
    }
  /* The old ones live until all handlers have released them. */
  left = g_steal_pointer (&self->recording);
  source = g_steal_pointer (&self->source);
  factor = fresh->rate_hz / source->rate_hz;
  self->recording = ondes_recording_ref (recording);
  ondes_session_take_source (self, fresh, self->channel);
  if (factor != 1 || fresh->n != source->n)
    ondes_timeline_rescale (self->timeline, fresh->n, factor);
  ondes_session_begin_settling (self);
  self->change = ONDES_CHANGE_CONDITIONING;
  ondes_session_emit (self, SESSION_RECORDING_CHANGED);
  self->change = ONDES_CHANGE_RECORDING;
  if (factor != 1 || fresh->n != source->n)
    ondes_timeline_notify_view (self->timeline);
  ondes_session_restore_pending (self);
  ondes_session_end_settling (self, FALSE);
}

static void
on_done (gpointer data,
         const GError *error,
         gpointer user_data)
{
  OndesSession *self = user_data;
  Work *work = data;

  if (work->serial != self->conditioning_serial)
    return; /* overtaken */
  self->conditioning = 0;
  if (error == NULL)
    take_recording (self, work->recording);
  else
    {
      /* The steps stay listed, but the recording is shown without them. */
      ondes_session_drop_pending (self);
      g_free (self->conditioning_problem);
      self->conditioning_problem = ondes_words_row_error (error);
      ondes_session_emit (self, SESSION_CONDITIONING_CHANGED);
    }
  ondes_session_emit (self, SESSION_STATE_CHANGED);
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ondes_session_say_error (self, error, NULL);
}

/* Returns the steps to apply, or NULL; sets the problem if they do not fit the recording. */
static OndesConditioning *
find_wanted (OndesSession *self)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (self->original);
  g_autoptr (OndesConditioning) wanted = NULL;
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->conditioning_problem, g_free);
  if (ondes_recording_get_truth_table (self->original) != NULL)
    return NULL;
  wanted = ondes_conditioning_parse ((const char *const *) self->steps, NULL);
  if (wanted == NULL || ondes_conditioning_check (wanted, info->rate_hz, info->frames, &error))
    return self->conditioned ? g_steal_pointer (&wanted) : NULL;
  self->conditioning_problem = ondes_words_row_error (error);
  return NULL;
}

/* TRUE if @recording has the steps of @wanted, which may be NULL. */
static gboolean
has_steps (OndesRecording *recording,
           OndesConditioning *wanted)
{
  const char *const *steps = ondes_recording_get_info (recording)->conditioning;
  g_auto (GStrv) texts = wanted != NULL ? ondes_conditioning_print (wanted) : NULL;

  return texts == NULL || steps == NULL ? texts == NULL && steps == NULL : g_strv_equal (steps, (const char *const *) texts);
}

void
ondes_session_update_conditioning (OndesSession *self)
{
  const gboolean was_busy = self->conditioning != 0;
  OndesConditioning *wanted;
  gboolean is_there;
  Work *work;

  if (self->original == NULL)
    return;
  wanted = find_wanted (self);
  ondes_session_drop_pending (self);
  self->conditioning_serial++;
  if (was_busy)
    ondes_queue_cancel (self->files, self->conditioning);
  self->conditioning = 0;
  is_there = has_steps (self->recording, wanted);
  if (is_there || wanted == NULL)
    {
      if (!is_there)
        take_recording (self, self->original);
      g_clear_pointer (&wanted, ondes_conditioning_unref);
      if (was_busy)
        ondes_session_emit (self, SESSION_STATE_CHANGED);
      return;
    }
  work = g_new0 (Work, 1);
  work->serial = self->conditioning_serial;
  work->original = ondes_recording_ref (self->original);
  work->conditioning = wanted;
  self->conditioning = ondes_queue_submit (self->files, &(OndesTask) { .key = "conditioning", .work = run, .data = work,
                                                                       .destroy = work_free, .done = on_done,
                                                                       .user_data = self });
  ondes_session_emit (self, SESSION_STATE_CHANGED);
}

const char *const *
ondes_session_get_conditioning (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return (const char *const *) self->steps;
}

gboolean
ondes_session_is_conditioned (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), FALSE);
  return self->conditioned;
}

const char *
ondes_session_get_conditioning_problem (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return self->conditioning_problem;
}

OndesSessionChange
ondes_session_get_change (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), ONDES_CHANGE_RECORDING);
  return self->change;
}

/* TRUE if only numbers differ. */
static gboolean
same_kinds (const char *const *a,
            const char *const *b)
{
  for (; *a != NULL && *b != NULL; a++, b++)
    if (strcspn (*a, ":") != strcspn (*b, ":") || strncmp (*a, *b, strcspn (*a, ":")) != 0)
      return FALSE;
  return *a == *b;
}

/* Steps that are added, moved or removed are undone one by one; a number that changes is one step, as other settings are. */
void
ondes_session_set_conditioning (OndesSession *self,
                                const char *const *steps,
                                gboolean conditioned)
{
  g_autoptr (OndesConditioning) parsed = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) canonical = NULL;
  gboolean parts;

  g_return_if_fail (ONDES_IS_SESSION (self) && steps != NULL);
  parsed = ondes_conditioning_parse (steps, &error);
  if (error != NULL) /* from outside: keep what was valid */
    return;
  canonical = parsed != NULL ? ondes_conditioning_print (parsed) : g_new0 (char *, 1);
  if (g_strv_equal ((const char *const *) canonical, (const char *const *) self->steps) && !conditioned == !self->conditioned)
    return;
  parts = !same_kinds ((const char *const *) canonical, (const char *const *) self->steps);
  g_strfreev (self->steps);
  self->steps = g_steal_pointer (&canonical);
  self->conditioned = conditioned;
  if (parts)
    ondes_history_part (self->history);
  ondes_session_note_change (self);
  if (parts)
    ondes_history_part (self->history);
  ondes_session_update_conditioning (self);
  ondes_session_emit (self, SESSION_CONDITIONING_CHANGED);
}
