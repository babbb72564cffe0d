/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "base/memory.h"
#include "session-private.h"
#include "signals.h"
#include "words-settings.h"

G_DEFINE_FINAL_TYPE (OndesSession, ondes_session, G_TYPE_OBJECT)

static guint signals[SESSION_N_PLAIN];

void
ondes_session_emit (OndesSession *self,
                    OndesSessionSignal which)
{
  g_signal_emit (self, signals[which], 0);
}

static void
ondes_session_dispose (GObject *object)
{
  OndesSession *self = ONDES_SESSION (object);

  /* Free the queue first: no callback comes after that. */
  g_clear_pointer (&self->files, ondes_queue_free);
  g_clear_pointer (&self->reading, ondes_scheduler_free);
  g_clear_pointer (&self->overview, ondes_overview_free);
  g_clear_pointer (&self->coming, ondes_overview_free);
  g_clear_pointer (&self->source, ondes_source_unref);
  g_clear_pointer (&self->recording, ondes_recording_unref);
  g_clear_pointer (&self->original, ondes_recording_unref);
  g_clear_pointer (&self->steps, g_strfreev);
  g_clear_pointer (&self->opening_path, g_free);
  g_clear_pointer (&self->conditioning_problem, g_free);
  g_clear_pointer (&self->samples, g_free);
  g_clear_object (&self->timeline);
  ondes_session_history_clear (self);
  g_clear_pointer (&self->engine, ondes_engine_preference_unref);
  ondes_read_options_clear (&self->read);
  ondes_memory_trim_soon ();
  G_OBJECT_CLASS (ondes_session_parent_class)->dispose (object);
}

static void
ondes_session_class_init (OndesSessionClass *klass)
{
  static const char *const names[SESSION_N_PLAIN] = { "recording-changed", "overview-changed", "state-changed",
                                                      "history-changed", "conditioning-changed" };

  ondes_words_name_settings ();
  G_OBJECT_CLASS (klass)->dispose = ondes_session_dispose;
  ondes_signals_new (klass, names, SESSION_N_PLAIN, signals);
  g_signal_new ("message", ONDES_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING,
                G_TYPE_BOOLEAN);
  g_signal_new ("needs-dataset", ONDES_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("needs-raw", ONDES_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING,
                G_TYPE_STRING);
  g_signal_new ("needs-text", ONDES_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING,
                G_TYPE_STRING);
}

static void
ondes_session_init (OndesSession *self)
{
  self->files = ondes_session_new_queue (self, FALSE, ONDES_PRIORITY_INTERACTIVE);
  self->reading = ondes_scheduler_new (&ondes_session_samples, self->files, self);
  self->timeline = ondes_timeline_new ();
  ondes_session_history_init (self);
  self->channel = 1;
  self->steps = g_new0 (char *, 1);
}

OndesSession *
ondes_session_new_with_engine (OndesEnginePreference *preference)
{
  OndesSession *self = g_object_new (ONDES_TYPE_SESSION, NULL);

  self->engine = ondes_engine_preference_ref (preference);
  return self;
}

OndesSession *
ondes_session_new (void)
{
  g_autoptr (OndesEnginePreference) preference = ondes_engine_preference_new ();

  return ondes_session_new_with_engine (preference);
}

OndesEnginePreference *
ondes_session_get_engine (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return self->engine;
}

OndesQueue *
ondes_session_new_queue (OndesSession *self,
                         gboolean preferred,
                         OndesPriority priority)
{
  const OndesClient client = { .priority = priority, .owner = self, .choice = self->engine };

  return ondes_queue_new (preferred ? ondes_computer_new_at (NULL, 0, 0, &client) : ondes_computer_new_at ("cpu", 0, 1, &client));
}

gboolean
ondes_session_is_opening (OndesSession *self,
                          double *progress)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), FALSE);
  if (progress != NULL)
    *progress = self->opening_progress;
  return self->opening != 0;
}

const char *
ondes_session_get_opening (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return self->opening != 0 ? self->opening_path : NULL;
}

gboolean
ondes_session_is_busy (OndesSession *self,
                       double *progress)
{
  return ondes_session_is_opening (self, progress) || self->conditioning != 0;
}

void
ondes_session_cancel_opening (OndesSession *self)
{
  g_return_if_fail (ONDES_IS_SESSION (self));
  if (self->conditioning != 0)
    ondes_queue_cancel (self->files, self->conditioning);
  if (self->opening != 0)
    ondes_queue_cancel (self->files, self->opening);
}

const char *
ondes_session_get_failed_path (OndesSession *self)
{
  return self->failed_path;
}

OndesSetting
ondes_session_get_failed_setting (OndesSession *self)
{
  return self->failed_setting;
}

guint
ondes_session_get_opened (OndesSession *self)
{
  return self->opened;
}

OndesRecording *
ondes_session_get_recording (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return self->recording;
}

gboolean
ondes_session_has_time (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), FALSE);
  return self->recording != NULL && ondes_recording_get_truth_table (self->recording) == NULL;
}

gboolean
ondes_session_begins (OndesSession *self)
{
  return self->begins;
}

const OndesReadOptions *
ondes_session_get_read_options (OndesSession *self)
{
  return &self->read;
}

OndesSource *
ondes_session_get_source (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return self->source;
}

OndesOverview *
ondes_session_get_overview (OndesSession *self)
{
  return self->overview;
}

guint
ondes_session_get_channel (OndesSession *self)
{
  return self->channel;
}

void
ondes_session_set_channel (OndesSession *self,
                           guint channel)
{
  g_autoptr (OndesSource) left = NULL;
  g_autoptr (GError) error = NULL;
  OndesSource *source;

  g_return_if_fail (ONDES_IS_SESSION (self));
  if (self->recording == NULL || channel == self->channel)
    return;
  source = ondes_recording_source (self->recording, channel, &error);
  if (source == NULL)
    {
      ondes_session_say_error (self, error, NULL);
      return;
    }
  left = g_steal_pointer (&self->source);
  ondes_session_take_source (self, source, channel);
  self->change = ONDES_CHANGE_CHANNEL;
  ondes_session_emit (self, SESSION_RECORDING_CHANGED);
  self->change = ONDES_CHANGE_RECORDING;
  if (self->settling == 0 && channel > 0)
    ondes_session_keep_channel (self);
  ondes_session_note_change (self);
}

void
ondes_session_get_range (OndesSession *self,
                         double *fmin_hz,
                         double *fmax_hz)
{
  *fmin_hz = self->fmin_hz;
  *fmax_hz = self->fmax_hz;
}

OndesTimeline *
ondes_session_get_timeline (OndesSession *self)
{
  g_return_val_if_fail (ONDES_IS_SESSION (self), NULL);
  return self->timeline;
}
