/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the file of the second and conditions it, on a worker; then lays it on the time axis of the first. */
#include "config.h"

#include "comparison-private.h"
#include "engine/conditioned.h"
#include "session/words-settings.h"

/* What makes the second: a recording, or the file of one, and its steps. */
typedef struct
{
  char             *path;     /* NULL if the recording is there */
  OndesReadOptions  read, like; /* as chosen, and as the first is read; own their strings */
  char            **steps;    /* NULL for none */
  OndesRecording   *original; /* as in its file; NULL until it is open */
  OndesRecording   *recording;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *self = data;

  g_free (self->path);
  ondes_read_options_clear (&self->read);
  ondes_read_options_clear (&self->like);
  g_strfreev (self->steps);
  g_clear_pointer (&self->original, ondes_recording_unref);
  g_clear_pointer (&self->recording, ondes_recording_unref);
  g_free (self);
}

/* Returns the steps that the second is conditioned by, transfer full; NULL if there are none. */
static char **
find_steps (OndesComparison *self)
{
  g_auto (GStrv) held = NULL;
  gboolean conditioned = FALSE;

  if (self->second == ONDES_SECOND_FILE)
    return g_strdupv ((char **) ondes_recording_get_info (ondes_session_get_recording (self->session))->conditioning);
  if (self->second != ONDES_SECOND_SETTINGS || !g_variant_lookup (self->held, "conditioned", "b", &conditioned) || !conditioned
      || !g_variant_lookup (self->held, "conditioning", "^as", &held) || held[0] == NULL)
    return NULL;
  return g_steal_pointer (&held);
}

/* Returns what the second is conditioned from, unless it is a file: held settings have steps of their own. Borrowed. */
static OndesRecording *
find_original (OndesComparison *self,
               OndesRecording  *recording)
{
  return self->second == ONDES_SECOND_SETTINGS ? ondes_recording_get_original (recording) : recording;
}

/* Fills @opening with what is wanted now. */
static void
find_wanted (OndesComparison *self,
             Opening         *opening)
{
  OndesRecording *recording = ondes_session_get_recording (self->session);

  *opening = (Opening) { .steps = find_steps (self) };
  if (self->second != ONDES_SECOND_FILE)
    opening->original = ondes_recording_ref (find_original (self, recording));
  else
    {
      opening->path = g_strdup (self->path);
      ondes_read_options_copy (&opening->read, &self->read);
      ondes_read_options_copy (&opening->like, ondes_session_get_read_options (self->session));
      opening->original = self->file != NULL ? ondes_recording_ref (self->file) : NULL;
    }
}

static gpointer
prepare (gpointer         owner,
         gboolean         anew,
         OndesStageFlags *flags)
{
  OndesComparison *self = owner;
  Opening *opening;

  if (self->second == ONDES_SECOND_NONE || ondes_session_get_recording (self->session) == NULL
      || (self->second == ONDES_SECOND_FILE && self->path == NULL))
    return NULL;
  opening = g_new (Opening, 1);
  find_wanted (self, opening);
  *flags = opening->original != NULL && opening->steps == NULL ? ONDES_STAGE_COMPUTED : 0;
  if (*flags != 0)
    opening->recording = ondes_recording_ref (opening->original);
  return opening;
}

static gboolean
open_file (Opening          *self,
           const OndesWatch *watch,
           GError          **error)
{
  g_autoptr (GError) local = NULL;
  OndesReadOptions like = self->read;

  self->original = ondes_recording_open (self->path, &self->read, watch, &local);
  /* Files without a header and archives that are compared are mostly of one kind. */
  if ((g_error_matches (local, ONDES_ERROR, ONDES_ERROR_NEEDS_RAW) && self->like.raw)
      || (g_error_matches (local, ONDES_ERROR, ONDES_ERROR_NEEDS_DATASET) && self->like.dataset != NULL))
    {
      g_clear_error (&local);
      like.raw = self->like.raw;
      like.raw_format = self->like.raw_format;
      like.dataset = self->like.dataset;
      like.time_axis = self->like.time_axis;
      self->original = ondes_recording_open (self->path, &like, watch, &local);
    }
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return self->original != NULL;
}

static gboolean
work (OndesComputer    *computer,
      gpointer          data,
      const OndesWatch *watch,
      GError          **error)
{
  Opening *self = data;
  g_autoptr (OndesConditioning) conditioning = NULL;

  if (self->original == NULL && !open_file (self, watch, error))
    return FALSE;
  if (self->steps == NULL)
    {
      self->recording = ondes_recording_ref (self->original);
      return TRUE;
    }
  conditioning = ondes_conditioning_parse ((const char *const *) self->steps, error);
  if (conditioning != NULL)
    self->recording = ondes_recording_condition (self->original, conditioning, error);
  return self->recording != NULL;
}

static gboolean
same_steps (char **a,
            char **b)
{
  return a == NULL || b == NULL ? a == b : g_strv_equal ((const char *const *) a, (const char *const *) b);
}

static gboolean
is_wanted (gpointer job,
           gpointer owner)
{
  OndesComparison *self = owner;
  OndesRecording *recording = ondes_session_get_recording (self->session);
  const Opening *opening = job;
  g_auto (GStrv) steps = NULL;

  if (self->second == ONDES_SECOND_NONE || recording == NULL)
    return FALSE;
  steps = find_steps (self);
  if (!same_steps (steps, opening->steps))
    return FALSE;
  if (self->second == ONDES_SECOND_FILE)
    return g_strcmp0 (self->path, opening->path) == 0 && ondes_read_options_equal (&self->read, &opening->read);
  return opening->path == NULL && opening->original == find_original (self, recording);
}

static void
landed (gpointer      job,
        const GError *error,
        gpointer      owner)
{
  OndesComparison *self = owner;
  Opening *opening = job;

  ondes_analysis_take_problem (ONDES_ANALYSIS (self), NULL, ONDES_SETTING_NONE);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (opening->path != NULL && opening->original != NULL && self->file != opening->original)
    {
      g_clear_pointer (&self->file, ondes_recording_unref);
      self->file = ondes_recording_ref (opening->original);
    }
  if (error != NULL)
    {
      ondes_analysis_take_problem (ONDES_ANALYSIS (self), ondes_words_error (error), ONDES_SETTING_FILE);
      ondes_comparison_take (self, NULL);
      if (g_error_matches (error, ONDES_ERROR, ONDES_ERROR_NEEDS_RAW))
        ondes_comparison_ask_raw (self, opening->path);
      else
        ondes_analysis_say_error (ONDES_ANALYSIS (self), error);
      return;
    }
  ondes_comparison_take (self, opening->recording);
}

const OndesSchedulerClass ondes_comparison_opening = {
  .key = "second",
  .prepare = prepare,
  .work = work,
  .free = opening_free,
  .is_wanted = is_wanted,
  .landed = landed,
  .changed = ondes_analysis_changed,
};
