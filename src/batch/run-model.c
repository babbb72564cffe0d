/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-model.h"

#include <math.h>
#include <string.h>

#include "base/request-error.h"
#include "base/words.h"
#include "batch-child.h"
#include "batch-merge.h"
#include "engine/queue.h"
#include "session/signals.h"

#define LOOK_S 0.3 /* of a look at rows, whose result is shown then */

struct _OndesRunModel
{
  GObject          parent_instance;

  char            *folder;
  OndesQueue      *queue, *merging; /* what is read; what is merged, which may take long */
  OndesBatchRun   *run;   /* shared with the workers, which end before it */
  OndesBatchSettings settings; /* its strings are the run's */
  OndesRunRows    *rows;
  OndesRunState    state;
  OndesRunProgress progress;
  char            *problem;
  OndesBatchChild *child;
  guint            at;       /* the row that is looked at next */
  gboolean         looking, anew, again; /* under way; at all rows; once more after that */
};

enum { CHANGED, ROWS_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndesRunModel, ondes_run_model, G_TYPE_OBJECT)

static void
set_state (OndesRunModel *self,
           OndesRunState state)
{
  self->state = state;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Takes ownership of @sentence, NULL for none. */
static void
take_problem (OndesRunModel *self,
              char *sentence)
{
  g_free (self->problem);
  self->problem = sentence;
}

static void
take_rows (OndesRunModel *self,
           OndesRunRows *rows)
{
  ondes_run_rows_unref (self->rows);
  self->rows = rows;
  self->progress.files = rows->n;
  if (self->child == NULL) /* which knows it sooner */
    {
      self->progress.done = rows->done;
      self->progress.failed = rows->failed;
    }
  g_signal_emit (self, signals[ROWS_CHANGED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- looking at the recordings */

typedef struct
{
  OndesBatchRun *run; /* borrowed */
  OndesRunRows  *before, *after;
  gboolean       anew;
  guint          at;
} Look;

static void
look_free (gpointer data)
{
  Look *self = data;

  ondes_run_rows_unref (self->before);
  g_clear_pointer (&self->after, ondes_run_rows_unref);
  g_free (self);
}

static gboolean
look_work (OndesComputer *computer,
           gpointer data,
           const OndesWatch *watch,
           GError **error)
{
  Look *self = data;

  self->after = ondes_run_rows_look (self->run, self->before, self->anew, &self->at, LOOK_S, watch->cancellable);
  return TRUE;
}

static void look (OndesRunModel *self);
static void begin_look (OndesRunModel *self, gboolean anew);

static void
on_looked (gpointer data,
           const GError *error,
           gpointer user_data)
{
  OndesRunModel *self = user_data;
  Look *done = data;

  if (error != NULL || done->before != self->rows)
    return; /* another one is under way */
  self->at = done->at;
  self->looking = self->at < self->rows->n;
  take_rows (self, g_steal_pointer (&done->after));
  if (self->looking)
    look (self);
  else if (self->again)
    begin_look (self, FALSE);
}

/* Looks at the next rows. */
static void
look (OndesRunModel *self)
{
  Look *next = g_new0 (Look, 1);

  *next = (Look) { .run = self->run, .before = ondes_run_rows_ref (self->rows), .anew = self->anew, .at = self->at };
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "look", .work = look_work, .data = next, .destroy = look_free,
                                                  .done = on_looked, .user_data = self });
}

/* Looks at the rows that are not done, or at all, from the first one on. */
static void
begin_look (OndesRunModel *self,
            gboolean anew)
{
  self->at = 0;
  self->anew = anew;
  self->looking = TRUE;
  self->again = FALSE;
  look (self);
}

/* Looks at the rows again, after the look that is under way. */
static void
look_again (OndesRunModel *self)
{
  if (self->looking)
    self->again = TRUE;
  else
    begin_look (self, FALSE);
}

/* --- opening */

typedef struct
{
  char          *folder;
  OndesBatchRun *run;
  OndesBatchSettings settings;
  OndesRunRows  *rows;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *self = data;

  g_free (self->folder);
  ondes_batch_settings_clear (&self->settings);
  g_clear_pointer (&self->run, ondes_batch_run_free);
  g_clear_pointer (&self->rows, ondes_run_rows_unref);
  g_free (self);
}

static gboolean
opening_work (OndesComputer *computer,
              gpointer data,
              const OndesWatch *watch,
              GError **error)
{
  Opening *self = data;

  if (!g_file_test (self->folder, G_FILE_TEST_IS_DIR))
    {
      char *within = g_path_get_dirname (self->folder);

      g_free (self->folder);
      self->folder = within;
    }
  self->run = ondes_batch_run_open (self->folder, error);
  if (self->run == NULL)
    return FALSE;
  if (!ondes_batch_settings_find (&self->settings, self->run, NULL))
    ondes_batch_settings_clear (&self->settings); /* it can be run all the same */
  self->rows = ondes_run_rows_read (self->run, NULL, watch->cancellable, error);
  return self->rows != NULL;
}

static void
on_opened (gpointer data,
           const GError *error,
           gpointer user_data)
{
  OndesRunModel *self = user_data;
  Opening *opening = data;

  if (error != NULL)
    {
      take_problem (self, ondes_error_sentence (error));
      set_state (self, ONDES_RUN_REFUSED);
      return;
    }
  g_free (self->folder);
  self->folder = g_steal_pointer (&opening->folder);
  self->run = g_steal_pointer (&opening->run);
  self->settings = opening->settings;
  opening->settings = (OndesBatchSettings) { 0 };
  self->state = ONDES_RUN_IDLE;
  take_rows (self, g_steal_pointer (&opening->rows));
  begin_look (self, FALSE);
}

/* --- merging */

static gboolean
merge_work (OndesComputer *computer,
            gpointer data,
            const OndesWatch *watch,
            GError **error)
{
  OndesBatchTally tally;

  return ondes_batch_merge (data, TRUE, watch, &tally, NULL, error);
}

static void
on_merged (gpointer data,
           const GError *error,
           gpointer user_data)
{
  OndesRunModel *self = user_data;

  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    take_problem (self, ondes_error_sentence (error));
  set_state (self, ONDES_RUN_IDLE);
}

static void
merge (OndesRunModel *self)
{
  ondes_queue_submit (self->merging, &(OndesTask) { .key = "merge", .work = merge_work, .data = self->run, .done = on_merged,
                                                  .user_data = self });
  set_state (self, ONDES_RUN_MERGING);
}

/* --- running */

static void
on_line (gpointer user_data,
         const char *line)
{
  OndesRunModel *self = user_data;
  const double done = ondes_batch_child_number (line, "done"), failed = ondes_batch_child_number (line, "failed");

  if (isnan (done) || isnan (failed))
    return;
  self->progress.done = (guint64) done;
  self->progress.failed = (guint64) failed;
  self->progress.rate = ondes_batch_child_number (line, "times_real");
  self->progress.left_s = ondes_batch_child_number (line, "left_s");
  g_signal_emit (self, signals[CHANGED], 0);
  look_again (self);
}

static void
on_ended (gpointer user_data,
          const char *sentence)
{
  OndesRunModel *self = user_data;

  g_clear_pointer (&self->child, ondes_batch_child_free);
  self->progress.rate = self->progress.left_s = NAN;
  if (sentence != NULL && *sentence != '\0')
    take_problem (self, g_strdup (sentence));
  look_again (self);
  if (sentence == NULL)
    merge (self);
  else
    set_state (self, ONDES_RUN_IDLE);
}

void
ondes_run_model_start (OndesRunModel *self,
                       gboolean retry)
{
  const char *words[] = { "batch", "run", "--json", retry ? "--retry-failed" : "--", self->folder, NULL, NULL };
  g_autoptr (GError) error = NULL;

  g_return_if_fail (ONDES_IS_RUN_MODEL (self));
  if (self->state != ONDES_RUN_IDLE)
    return;
  if (retry)
    {
      words[4] = "--";
      words[5] = self->folder;
    }
  take_problem (self, NULL);
  self->child = ondes_batch_child_new (&(OndesBatchChildTask) { .words = words, .line = on_line, .ended = on_ended,
                                                                .user_data = self }, &error);
  if (self->child == NULL)
    take_problem (self, ondes_error_sentence (error));
  set_state (self, self->child != NULL ? ONDES_RUN_RUNNING : ONDES_RUN_IDLE);
}

void
ondes_run_model_stop (OndesRunModel *self)
{
  g_return_if_fail (ONDES_IS_RUN_MODEL (self));
  if (self->state == ONDES_RUN_MERGING)
    ondes_queue_cancel_key (self->merging, "merge");
  if (self->state != ONDES_RUN_RUNNING)
    return;
  ondes_batch_child_stop (self->child);
  set_state (self, ONDES_RUN_STOPPING);
}

void
ondes_run_model_look (OndesRunModel *self)
{
  g_return_if_fail (ONDES_IS_RUN_MODEL (self));
  if (self->run != NULL)
    begin_look (self, TRUE);
}

/* --- what it is */

const char *
ondes_run_model_get_folder (OndesRunModel *self)
{
  return self->folder;
}

OndesRunState
ondes_run_model_get_state (OndesRunModel *self)
{
  return self->state;
}

const OndesRunProgress *
ondes_run_model_get_progress (OndesRunModel *self)
{
  return &self->progress;
}

const char *
ondes_run_model_get_problem (OndesRunModel *self)
{
  return self->problem;
}

const OndesBatchRun *
ondes_run_model_get_run (OndesRunModel *self)
{
  return self->run;
}

const OndesBatchSettings *
ondes_run_model_get_settings (OndesRunModel *self)
{
  return self->settings.preset != NULL ? &self->settings : NULL;
}

OndesRunRows *
ondes_run_model_get_rows (OndesRunModel *self)
{
  return self->rows;
}

gboolean
ondes_run_model_is_looking (OndesRunModel *self)
{
  return self->looking || self->again || self->state == ONDES_RUN_OPENING;
}

static void
ondes_run_model_dispose (GObject *object)
{
  OndesRunModel *self = ONDES_RUN_MODEL (object);

  g_clear_pointer (&self->child, ondes_batch_child_free);
  g_clear_pointer (&self->queue, ondes_queue_free);
  g_clear_pointer (&self->merging, ondes_queue_free);
  G_OBJECT_CLASS (ondes_run_model_parent_class)->dispose (object);
}

static void
ondes_run_model_finalize (GObject *object)
{
  OndesRunModel *self = ONDES_RUN_MODEL (object);

  ondes_batch_settings_clear (&self->settings);
  g_clear_pointer (&self->run, ondes_batch_run_free);
  ondes_run_rows_unref (self->rows);
  g_free (self->folder);
  g_free (self->problem);
  G_OBJECT_CLASS (ondes_run_model_parent_class)->finalize (object);
}

static void
ondes_run_model_class_init (OndesRunModelClass *klass)
{
  static const char *const names[] = { "changed", "rows-changed" };

  G_OBJECT_CLASS (klass)->dispose = ondes_run_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = ondes_run_model_finalize;
  ondes_signals_new (klass, names, N_SIGNALS, signals);
}

static void
ondes_run_model_init (OndesRunModel *self)
{
  self->queue = ondes_queue_new (ondes_computer_new ("cpu", 0, 1));
  self->merging = ondes_queue_new (ondes_computer_new ("cpu", 0, 1));
  self->rows = ondes_run_rows_new ();
  self->progress.rate = self->progress.left_s = NAN;
}

OndesRunModel *
ondes_run_model_new (const char *folder)
{
  OndesRunModel *self = g_object_new (ONDES_TYPE_RUN_MODEL, NULL);
  Opening *opening = g_new0 (Opening, 1);

  self->folder = g_canonicalize_filename (folder, NULL);
  opening->folder = g_strdup (self->folder);
  ondes_queue_submit (self->queue, &(OndesTask) { .key = "open", .work = opening_work, .data = opening, .destroy = opening_free,
                                                  .done = on_opened, .user_data = self });
  return self;
}
