/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "read-trial.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "base/display-text.h"
#include "engine/queue.h"
#include "signals.h"
#include "words-settings.h"

struct _OndesReadTrial
{
  GObject               parent_instance;

  char                 *path;
  OndesReadOptions      options;     /* owns its strings */
  gboolean              busy, can_remember;
  guint                 serial;      /* of the newest options */
  guint                 looks;       /* at the file, until now */
  OndesQueue           *queue;
  OndesTextRecognition *recognition; /* NULL if there is none */
  OndesRecording       *recording;   /* NULL if there is none; */
  OndesSource          *source;      /* its first channel, */
  OndesOverview        *overview;    /* and the overview of that */
  char                 *problem;
};

G_DEFINE_FINAL_TYPE (OndesReadTrial, ondes_read_trial, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  guint                 serial;
  char                 *path;
  OndesReadOptions      options;
  gboolean              can_remember;
  OndesTextRecognition *recognition;
  OndesRecording       *recording;
  OndesSource          *source;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  ondes_read_options_clear (&job->options);
  g_clear_pointer (&job->recognition, ondes_text_recognition_free);
  g_clear_pointer (&job->recording, ondes_recording_unref);
  g_clear_pointer (&job->source, ondes_source_unref);
  g_free (job);
}

static void
submit (OndesReadTrial *self,
        const char     *key,
        OndesWork       work,
        OndesDone       done)
{
  Job *job = g_new0 (Job, 1);

  job->serial = self->serial;
  job->path = g_strdup (self->path);
  ondes_read_options_copy (&job->options, &self->options);
  ondes_queue_submit (self->queue, &(OndesTask) { .key = key, .work = work, .data = job, .destroy = job_free, .done = done,
                                                  .user_data = self });
}

static void
take_problem (OndesReadTrial *self,
              const GError   *error)
{
  g_clear_pointer (&self->problem, g_free);
  self->problem = error != NULL ? ondes_words_error (error) : NULL;
}

static void
drop_recording (OndesReadTrial *self)
{
  g_clear_pointer (&self->overview, ondes_overview_free);
  g_clear_pointer (&self->source, ondes_source_unref);
  g_clear_pointer (&self->recording, ondes_recording_unref);
}

static gboolean
on_overview (gpointer user_data)
{
  g_signal_emit (user_data, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

gboolean
ondes_read_trial_check (OndesRecording *recording,
                        GError        **error)
{
  const OndesRecordingInfo *info = ondes_recording_get_info (recording);
  g_autofree char *display = NULL;

  if (!info->has_columns || info->frames > 1)
    return TRUE;
  display = ondes_display_path (info->path);
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               _("%s has one row of numbers, and a recording has two or more; check the separator and the header rows"),
               display);
  return FALSE;
}

static gboolean
read_work (OndesComputer    *computer,
           gpointer          data,
           const OndesWatch *watch,
           GError          **error)
{
  Job *job = data;

  job->recording = ondes_recording_open (job->path, &job->options, watch, error);
  if (job->recording == NULL || !ondes_read_trial_check (job->recording, error))
    return FALSE;
  job->source = ondes_recording_source (job->recording, MAX (ondes_recording_get_info (job->recording)->first_channel, 1),
                                        error);
  return job->source != NULL;
}

static void
on_read (gpointer      data,
         const GError *error,
         gpointer      user_data)
{
  OndesReadTrial *self = user_data;
  Job *job = data;

  if (job->serial != self->serial)
    return; /* overtaken */
  self->busy = FALSE;
  drop_recording (self);
  take_problem (self, error);
  if (error == NULL)
    {
      self->recording = g_steal_pointer (&job->recording);
      self->source = g_steal_pointer (&job->source);
      self->overview = ondes_overview_new (self->source, on_overview, self);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
look_work (OndesComputer    *computer,
           gpointer          data,
           const OndesWatch *watch,
           GError          **error)
{
  Job *job = data;
  g_autofree char *sidecar = g_strconcat (job->path, ".ondes", NULL), *folder = g_path_get_dirname (job->path);

  job->recognition = ondes_text_recognise (job->path, &job->options, watch, error);
  job->can_remember = g_access (folder, W_OK) == 0 && (g_access (sidecar, F_OK) != 0 || g_access (sidecar, W_OK) == 0);
  return job->recognition != NULL;
}

/* Takes the options that the key file asks for, which then counts no more. */
static void
adopt (OndesReadTrial             *self,
       const OndesTextRecognition *found)
{
  const OndesReadOptions asked = { .text = found->format };
  OndesReadOptions options = self->options, own;

  options.text = (OndesTextFormat) { 0 };
  for (guint i = 0; i < ONDES_N_TEXT_FIELDS; i++)
    if (found->origins[i] == ONDES_TEXT_ASKED)
      ondes_param_copy (ondes_read_text_row (i), &options, &asked);
  options.time_column = found->time_column_origin == ONDES_TEXT_ASKED ? found->time_column : options.time_column;
  options.rate_hz = found->rate_origin == ONDES_TEXT_ASKED ? found->rate_hz : options.rate_hz;
  options.time_unit = found->time_unit_origin == ONDES_TEXT_ASKED ? found->time_unit : options.time_unit;
  options.unit = found->unit_origin == ONDES_TEXT_ASKED ? found->unit : options.unit;
  options.resample = found->resample;
  options.text_alone = TRUE;
  ondes_read_options_copy (&own, &options);
  ondes_read_options_clear (&self->options);
  self->options = own;
}

static void
on_looked (gpointer      data,
           const GError *error,
           gpointer      user_data)
{
  OndesReadTrial *self = user_data;
  Job *job = data;

  if (job->serial != self->serial)
    return; /* overtaken */
  g_clear_pointer (&self->recognition, ondes_text_recognition_free);
  self->recognition = g_steal_pointer (&job->recognition);
  self->looks++;
  self->can_remember = job->can_remember;
  self->busy = self->recognition != NULL && self->recognition->problem == NULL;
  if (self->recognition != NULL && !self->options.text_alone)
    adopt (self, self->recognition);
  if (self->busy)
    submit (self, "read", read_work, on_read);
  else
    {
      drop_recording (self);
      take_problem (self, self->recognition != NULL ? self->recognition->problem : NULL);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Reads the file anew. The recording under other options stays until then. */
static void
start (OndesReadTrial *self)
{
  self->serial++;
  self->busy = TRUE;
  if (self->options.raw)
    submit (self, "read", read_work, on_read);
  else
    submit (self, "look", look_work, on_looked);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
ondes_read_trial_dispose (GObject *object)
{
  OndesReadTrial *self = ONDES_READ_TRIAL (object);

  g_clear_pointer (&self->queue, ondes_queue_free);
  drop_recording (self);
  g_clear_pointer (&self->recognition, ondes_text_recognition_free);
  ondes_read_options_clear (&self->options);
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (ondes_read_trial_parent_class)->dispose (object);
}

static void
ondes_read_trial_class_init (OndesReadTrialClass *klass)
{
  static const char *const names[N_SIGNALS] = { "changed" };

  G_OBJECT_CLASS (klass)->dispose = ondes_read_trial_dispose;
  ondes_signals_new (klass, names, N_SIGNALS, signals);
}

static void
ondes_read_trial_init (OndesReadTrial *self)
{
  self->queue = ondes_queue_new (ondes_computer_new ("cpu", 0, 1));
}

OndesReadTrial *
ondes_read_trial_new (const char             *path,
                      const OndesReadOptions *options)
{
  OndesReadTrial *self = g_object_new (ONDES_TYPE_READ_TRIAL, NULL);

  self->path = g_strdup (path);
  ondes_read_options_copy (&self->options, options);
  start (self);
  return self;
}

const OndesReadOptions *
ondes_read_trial_get_options (OndesReadTrial *self)
{
  return &self->options;
}

void
ondes_read_trial_set_options (OndesReadTrial         *self,
                              const OndesReadOptions *options)
{
  OndesReadOptions own;

  if (ondes_read_options_equal (&self->options, options))
    return;
  ondes_read_options_copy (&own, options);
  if (own.text.separator != self->options.text.separator)
    {
      g_clear_pointer ((char **) &own.text.columns, g_free);
      own.column = own.time_column = 0;
    }
  ondes_read_options_clear (&self->options);
  self->options = own;
  start (self);
}

gboolean
ondes_read_trial_set_text (OndesReadTrial *self,
                           OndesTextField  field,
                           const char     *text,
                           GError        **error)
{
  OndesReadOptions options = self->options;

  if (!ondes_param_parse (ondes_read_params.rows, ondes_read_text_row (field), text, &options, error))
    return FALSE;
  ondes_read_trial_set_options (self, &options);
  return TRUE;
}

/* Returns the options with all about a text left to its reader; borrowed. */
static OndesReadOptions
plain_options (OndesReadTrial *self)
{
  OndesReadOptions options = self->options;

  for (const OndesParam *row = ondes_read_params.rows; row->key != NULL; row++)
    if ((row->flags & ONDES_PARAM_MARKED) != 0)
      ondes_param_copy (row, &options, ondes_read_params.defaults);
  return options;
}

void
ondes_read_trial_reset (OndesReadTrial *self)
{
  const OndesReadOptions options = plain_options (self);

  ondes_read_trial_set_options (self, &options);
}

gboolean
ondes_read_trial_is_chosen (OndesReadTrial *self)
{
  const OndesReadOptions options = plain_options (self);

  return !ondes_read_options_equal (&options, &self->options);
}

gboolean
ondes_read_trial_is_busy (OndesReadTrial *self)
{
  return self->busy;
}

const OndesTextRecognition *
ondes_read_trial_get_recognition (OndesReadTrial *self)
{
  return self->recognition;
}

guint
ondes_read_trial_get_looks (OndesReadTrial *self)
{
  return self->looks;
}

OndesRecording *
ondes_read_trial_get_recording (OndesReadTrial *self)
{
  return self->recording;
}

OndesOverview *
ondes_read_trial_get_overview (OndesReadTrial *self)
{
  return self->overview;
}

const char *
ondes_read_trial_get_problem (OndesReadTrial *self)
{
  return self->problem;
}

gboolean
ondes_read_trial_can_remember (OndesReadTrial *self)
{
  return self->can_remember;
}
