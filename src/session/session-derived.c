/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions that show another source in place of a session's: its recording filtered, on the same timeline. */
#include "config.h"

#include "session-private.h"

OndesSession *
ondes_session_new_derived (OndesSession *from)
{
  OndesSession *self = ondes_session_new_with_engine (from->engine);

  self->is_derived = TRUE;
  g_set_object (&self->timeline, from->timeline);
  return self;
}

gboolean
ondes_session_is_derived (OndesSession *self)
{
  return self->is_derived;
}

/* Shows the new overview once a part of it is built, so that the waveform does not blink while a slider moves. */
static gboolean
on_coming (gpointer user_data)
{
  OndesSession *self = user_data;

  if (self->coming != NULL)
    {
      g_clear_pointer (&self->overview, ondes_overview_abandon);
      self->overview = g_steal_pointer (&self->coming);
    }
  ondes_session_emit (self, SESSION_OVERVIEW_CHANGED);
  return G_SOURCE_REMOVE;
}

/* Replaces overview and samples, which stay until the new ones are there if the recording does. */
static void
replace_overview (OndesSession *self,
                  gboolean another)
{
  g_clear_pointer (&self->coming, ondes_overview_abandon);
  if (another)
    {
      g_clear_pointer (&self->overview, ondes_overview_abandon);
      ondes_session_drop_samples (self);
      self->overview = ondes_overview_new (self->source, on_coming, self);
      return;
    }
  self->coming = ondes_overview_new (self->source, on_coming, self);
  ondes_scheduler_leave (self->reading);
  if (self->samples != NULL)
    ondes_scheduler_want (self->reading, ONDES_WANT_NOW);
}

/* Returns how the recording differs from @left. */
static OndesSessionChange
find_change (OndesRecording *left,
             OndesRecording *recording)
{
  /* The same file read otherwise is another recording. */
  if (left == NULL || ondes_recording_get_original (left) != ondes_recording_get_original (recording))
    return ONDES_CHANGE_RECORDING;
  return left == recording ? ONDES_CHANGE_CHANNEL : ONDES_CHANGE_CONDITIONING;
}

void
ondes_session_derive (OndesSession *self,
                      OndesSession *from,
                      OndesRecording *recording,
                      guint channel,
                      OndesSource *source)
{
  /* Keeps the old ones alive until all handlers have released them. */
  g_autoptr (OndesRecording) left = g_steal_pointer (&self->recording);
  g_autoptr (OndesSource) left_source = g_steal_pointer (&self->source);
  const gboolean another = left != recording || left_source->n != source->n || self->channel != channel;

  self->change = self->opened != from->opened ? ONDES_CHANGE_RECORDING : find_change (left, recording);
  self->recording = ondes_recording_ref (recording);
  self->source = ondes_source_ref (source);
  self->channel = channel;
  self->opened = from->opened;
  self->fmin_hz = from->fmin_hz;
  self->fmax_hz = from->fmax_hz;
  ondes_read_options_clear (&self->read);
  ondes_read_options_copy (&self->read, &from->read);
  replace_overview (self, another);
  ondes_session_emit (self, SESSION_RECORDING_CHANGED);
  self->change = ONDES_CHANGE_RECORDING;
}
