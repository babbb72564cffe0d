/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “ondes-cli batch run”: hands the recordings of a shard to worker processes, one at a time each. */
#include "batch.h"
#include "batch-process.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/number.h"
#include "base/result-stream.h"

#define MOST_WORKERS 1024
#define ATTEMPTS     2   /* workers that may die of one recording */
#define TELL_US      (G_USEC_PER_SEC / 2)
#define PATIENCE_MS  3000
#define PART_S       600.0 /* of a recording that workers share */
#define MOST_PARTS   10000

/* A recording whose parts several workers compute. */
typedef struct
{
  OndesBatchFile file;
  guint          n;
  int            next;     /* part to hand out */
  guint          busy;     /* workers on it */
  char          *sentence; /* why the first part failed; NULL if none did */
  double         done_s;   /* of its parts that are done */
} Split;

typedef struct
{
  CliBatchProcess process;
  gboolean       busy;
  OndesBatchFile file; /* at work */
  CliBatchTask   task;
  Split         *split; /* whose part that is; NULL for a whole recording */
  guint          attempts;
} Worker;

typedef struct
{
  const CliRun    *cli;
  OndesBatchRun   *run;
  guint64          shard, shards;
  gboolean         retry, json;
  guint            n_workers, threads;
  GArray          *devices; /* int; NULL without */

  double           part_s;
  guint            parted;  /* products, of cli_batch_parted() */
  GPtrArray       *splits;  /* of recordings at work */
  Split           *split;   /* whose parts are handed out; NULL if none */

  Worker          *workers;
  guint8          *to_do;   /* a bit for each line of the manifest */
  guint64          lines;   /* of the manifest when it was looked at; it may have grown since */
  guint64          index;   /* of the next line */
  OndesBatchManifest *manifest;

  guint64          files, skipped, failed_before; /* of the shard */
  guint64          left, done, failed;
  guint64          waiting; /* that no worker has got yet */
  double           left_s, done_s; /* of recordings */
  gint64           begun, told;    /* monotonic time */
  GError          *stop;
} Job;

static void
split_free (gpointer data)
{
  Split *self = data;

  ondes_batch_file_clear (&self->file);
  g_free (self->sentence);
  g_free (self);
}

static void
job_clear (Job *self)
{
  for (guint i = 0; i < self->n_workers && self->workers != NULL; i++)
    {
      Worker *worker = &self->workers[i];

      cli_batch_process_clear (&worker->process);
      ondes_batch_file_clear (&worker->file);
    }
  g_free (self->workers);
  g_free (self->to_do);
  g_clear_pointer (&self->manifest, ondes_batch_manifest_free);
  g_clear_pointer (&self->devices, g_array_unref);
  g_clear_pointer (&self->splits, g_ptr_array_unref);
  g_clear_pointer (&self->run, ondes_batch_run_free);
  g_clear_error (&self->stop);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

/* --- options */

/* Reads a variable of Slurm's array; FALSE if it is not set. */
static gboolean
slurm_number (const char *name,
              guint64    *value)
{
  const char *text = g_getenv (name);

  return text != NULL && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, value, NULL);
}

static gboolean
parse_shard (Job     *self,
             GError **error)
{
  const char *text = cli_text (self->cli->arguments, "--shard");
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, "/", 3) : NULL;
  guint64 least = 0;

  self->shards = 1;
  if (text == NULL && slurm_number ("SLURM_ARRAY_TASK_ID", &self->shard)
      && slurm_number ("SLURM_ARRAY_TASK_COUNT", &self->shards))
    {
      slurm_number ("SLURM_ARRAY_TASK_MIN", &least);
      self->shard -= MIN (least, self->shard);
    }
  else if (text != NULL && (g_strv_length (parts) != 2
                            || !g_ascii_string_to_unsigned (parts[1], 10, 1, G_MAXUINT32, &self->shards, NULL)
                            || !g_ascii_string_to_unsigned (parts[0], 10, 0, self->shards - 1, &self->shard, NULL)))
    return cli_refuse (error, "--shard", "“%s” is not K/N, with K from 0 to N − 1", text);
  if (self->shard < self->shards)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE,
                          "SLURM_ARRAY_TASK_ID: the array has gaps; number its tasks from 0 to N − 1, or say --shard K/N");
}

static gboolean
parse (Job     *self,
       GError **error)
{
  const CliArguments *arguments = self->cli->arguments;
  guint64 workers = 0, processors = 0, threads;

  /* A task of Slurm sees all of its node, of which it was given some. */
  if (!slurm_number ("SLURM_CPUS_PER_TASK", &processors) || processors == 0)
    processors = g_get_num_processors ();
  if (!cli_integer (arguments, "--workers", 1, MOST_WORKERS, &workers, error) || !parse_shard (self, error)
      || !cli_batch_parse_devices (arguments, &self->devices, error))
    return FALSE;
  self->part_s = PART_S;
  if (!cli_number (arguments, "--part", 1e-3, 1e9, &self->part_s, error))
    return FALSE;
  self->retry = cli_has (arguments, "--retry-failed");
  self->json = cli_has (arguments, "--json");
  if (workers == 0)
    workers = self->devices != NULL ? self->devices->len : MIN (processors, MOST_WORKERS);
  self->n_workers = (guint) workers;
  threads = MAX (processors / workers, 1);
  if (!cli_integer (arguments, "--threads", 1, 1024, &threads, error))
    return FALSE;
  self->threads = (guint) threads;
  return TRUE;
}

/* --- what is to do */

static gboolean
is_to_do (Job                  *self,
          const OndesBatchFile *file)
{
  const OndesBatchState state = ondes_batch_run_state (self->run, file, NULL);

  self->files++;
  self->skipped += state == ONDES_BATCH_DONE;
  self->failed_before += state == ONDES_BATCH_FAILED && !self->retry;
  return state == ONDES_BATCH_TO_DO || (state == ONDES_BATCH_FAILED && self->retry);
}

/* Marks what is to do in this shard: the lines whose number is the shard's modulo the number of shards. */
static gboolean
look_around (Job     *self,
             GError **error)
{
  g_autoptr (OndesBatchManifest) manifest = ondes_batch_manifest_open (self->run, error);
  g_auto (OndesBatchFile) file = { 0 };
  GError *local = NULL;
  guint64 room = 0;

  if (manifest == NULL)
    return FALSE;
  for (guint64 i = 0; ondes_batch_manifest_next (manifest, &file, &local); i++)
    {
      if (g_cancellable_set_error_if_cancelled (self->cli->watch.cancellable, error))
        return FALSE;
      self->lines = i + 1;
      if (i / 8 >= room)
        {
          self->to_do = g_realloc (self->to_do, 2 * room + 64);
          memset (self->to_do + room, 0, room + 64);
          room = 2 * room + 64;
        }
      if (i % self->shards != self->shard || !is_to_do (self, &file))
        continue;
      self->to_do[i / 8] |= (guint8) (1u << i % 8);
      self->left++;
      self->waiting++;
      self->left_s += ondes_batch_file_seconds (&file);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}

/* Reads the next recording that is to do; FALSE if there is none, or with an error. */
static gboolean
next_file (Job            *self,
           OndesBatchFile *file,
           GError        **error)
{
  while (self->index < self->lines && ondes_batch_manifest_next (self->manifest, file, error))
    {
      const guint64 i = self->index++;

      if (self->to_do[i / 8] & 1u << i % 8)
        return TRUE;
    }
  return FALSE;
}

static void
copy_file (const OndesBatchFile *from,
           OndesBatchFile       *to)
{
  ondes_batch_file_clear (to);
  *to = *from;
  to->path = g_strdup (from->path);
}

/* Begins to hand out the recording in parts, if that is worth while: if some workers would be idle otherwise. On devices always,
 * whose sums depend on where a part begins, so that any number of them gives the same. */
static gboolean
split (Job                  *self,
       const OndesBatchFile *file)
{
  const double n = ceil (ondes_batch_file_seconds (file) / self->part_s);
  guint missing;

  if (n < 2 || (self->devices == NULL && self->waiting >= self->n_workers))
    return FALSE;
  ondes_batch_run_state (self->run, file, &missing);
  if (!(missing & self->parted))
    return FALSE;
  self->split = g_new0 (Split, 1);
  copy_file (file, &self->split->file);
  self->split->n = (guint) MIN (n, MOST_PARTS);
  self->split->next = missing & ~self->parted ? CLI_BATCH_OTHERS : 0;
  g_ptr_array_add (self->splits, self->split);
  return TRUE;
}

/* Gives the worker what is next to do; FALSE if there is nothing, or with an error. */
static gboolean
take_next (Job     *self,
           Worker  *worker,
           GError **error)
{
  if (self->stop != NULL)
    return FALSE;
  worker->split = NULL;
  worker->task = (CliBatchTask) { 0 };
  if (self->split == NULL)
    {
      if (!next_file (self, &worker->file, error))
        return FALSE;
      if (!split (self, &worker->file))
        {
          self->waiting--;
          return TRUE;
        }
      self->waiting--;
    }
  worker->split = self->split;
  worker->split->busy++;
  worker->task = (CliBatchTask) { worker->split->next++, worker->split->n };
  copy_file (&worker->split->file, &worker->file);
  if (worker->split->next == (int) worker->split->n)
    self->split = NULL;
  return TRUE;
}

/* --- workers */

/* Starts a worker in place @i. */
static gboolean
start_worker (Job     *self,
              guint    i,
              GError **error)
{
  const int device = self->devices != NULL ? g_array_index (self->devices, int, i % self->devices->len) : -1;

  return cli_batch_process_start (&self->workers[i].process, self->run->folder,
                                  &(CliBatchShare) { .threads = self->threads, .device = device }, error);
}

static void
send_task (Worker *worker)
{
  g_autofree char *file = ondes_batch_file_print (&worker->file);
  g_autofree char *line = g_strdup_printf ("%d/%u\t%s", worker->task.k, worker->task.n, file);

  worker->busy = TRUE;
  worker->attempts++;
  cli_batch_process_send (&worker->process, line);
}

/* Gives each idle worker what is next. */
static gboolean
feed (Job     *self,
      GError **error)
{
  for (guint i = 0; i < self->n_workers; i++)
    {
      Worker *worker = &self->workers[i];
      GError *local = NULL;

      if (worker->busy)
        continue;
      if (!take_next (self, worker, &local))
        {
          if (local == NULL)
            return TRUE;
          g_propagate_error (error, local);
          return FALSE;
        }
      if (worker->process.pid == 0 && !start_worker (self, i, error))
        return FALSE;
      worker->attempts = 0;
      send_task (worker);
    }
  return TRUE;
}

static gboolean
any_busy (const Job *self)
{
  for (guint i = 0; i < self->n_workers; i++)
    if (self->workers[i].busy)
      return TRUE;
  return FALSE;
}

/* Counts the worker's file, which failed with @sentence, or is done if that is NULL. */
static gboolean
settle_file (Job        *self,
             Worker     *worker,
             const char *sentence,
             GError    **error)
{
  const double seconds = ondes_batch_file_seconds (&worker->file) - (worker->split != NULL ? worker->split->done_s : 0);

  self->left--;
  self->left_s -= seconds;
  self->done_s += seconds;
  if (worker->split != NULL)
    g_ptr_array_remove (self->splits, worker->split);
  if (sentence != NULL)
    {
      self->failed++;
      return ondes_batch_run_fail (self->run, &worker->file, sentence, error);
    }
  self->done++;
  ondes_batch_run_forgive (self->run, &worker->file);
  return TRUE;
}

/* Counts the worker's task. The last part of a recording is followed by joining them. */
static gboolean
settle (Job        *self,
        Worker     *worker,
        const char *sentence,
        GError    **error)
{
  Split *of = worker->split;
  g_autofree char *why = NULL;
  const double seconds = of != NULL ? ondes_batch_file_seconds (&of->file) / of->n : 0;

  worker->busy = FALSE;
  if (of == NULL)
    return settle_file (self, worker, sentence, error);
  of->busy--;
  if (worker->task.k >= 0 && worker->task.k < (int) of->n)
    {
      of->done_s += seconds;
      self->done_s += seconds;
      self->left_s -= seconds;
    }
  if (sentence != NULL && of->sentence == NULL)
    of->sentence = g_strdup (sentence);
  if (sentence != NULL && self->split == of)
    self->split = NULL;
  if (of->busy > 0 || self->split == of)
    return TRUE;
  if (of->sentence != NULL || worker->task.k == (int) of->n)
    {
      why = g_steal_pointer (&of->sentence);
      return settle_file (self, worker, why, error);
    }
  of->busy++;
  worker->task.k = (int) of->n;
  worker->attempts = 0;
  if (worker->process.pid == 0 && !start_worker (self, (guint) (worker - self->workers), error))
    return FALSE;
  send_task (worker);
  return TRUE;
}

static gboolean
take_answer (Job     *self,
             Worker  *worker,
             GError **error)
{
  char *end = strchr (worker->process.answer->str, '\n'), *tab;
  gboolean good = TRUE;

  if (end == NULL)
    return TRUE;
  *end = '\0';
  tab = strchr (worker->process.answer->str, '\t');
  if (g_str_has_prefix (worker->process.answer->str, "stop"))
    {
      worker->busy = FALSE;
      if (self->stop == NULL)
        self->stop = g_error_new_literal (ONDES_ERROR, ONDES_ERROR_FILE, tab != NULL ? tab + 1 : "stop");
    }
  else
    good = settle (self, worker, tab != NULL ? tab + 1 : NULL, error);
  g_string_truncate (worker->process.answer, 0);
  return good;
}

/* A worker ended: another one tries its file, which fails if that one ends too. */
static gboolean
bury (Job     *self,
      guint    i,
      GError **error)
{
  Worker *worker = &self->workers[i];
  int status = 0;
  g_autofree char *words = cli_batch_process_bury (&worker->process, &status);
  g_autofree char *sentence = g_strdup_printf ("%s: %s", worker->file.path, words);

  if (!worker->busy || self->stop != NULL)
    {
      worker->busy = FALSE;
      return TRUE;
    }
  if (WIFEXITED (status) && WEXITSTATUS (status) == 2) /* the parameters are wrong */
    {
      worker->busy = FALSE;
      self->stop = g_error_new_literal (ONDES_ERROR, ONDES_ERROR_REQUEST, words);
      return TRUE;
    }
  if (worker->attempts >= ATTEMPTS)
    return settle (self, worker, sentence, error);
  if (!start_worker (self, i, error))
    return FALSE;
  send_task (worker);
  return TRUE;
}

/* Reads what a worker has to say. */
static gboolean
listen_to (Job     *self,
           guint    i,
           GError **error)
{
  Worker *worker = &self->workers[i];
  char text[4096];
  const ssize_t n = read (worker->process.from, text, sizeof text);

  if (n < 0 && errno == EINTR)
    return TRUE;
  if (n <= 0)
    return bury (self, i, error);
  g_string_append_len (worker->process.answer, text, n);
  return take_answer (self, worker, error);
}

/* --- progress */

static void
add_json (GString    *line,
          const char *key,
          double      value)
{
  g_string_append_printf (line, "%s\"%s\": ", line->len > 1 ? ", " : "", key);
  cli_json_number (line, value);
}

/* Returns the seconds left, by the recordings' lengths, or by their number if these are unknown; NaN if nothing is done yet. */
static double
seconds_left (const Job *self,
              double     elapsed_s)
{
  if (self->done_s > 0)
    return elapsed_s * self->left_s / self->done_s;
  return self->done + self->failed > 0 ? elapsed_s * (double) self->left / (double) (self->done + self->failed) : NAN;
}

static void
tell_progress (Job     *self,
               gboolean last)
{
  const gint64 now = g_get_monotonic_time ();
  const double elapsed_s = (double) (now - self->begun) / G_USEC_PER_SEC;
  g_autoptr (GString) line = g_string_new ("{");

  if (!last && now - self->told < TELL_US)
    return;
  self->told = now;
  if (self->cli->watch.progress != NULL && !last)
    cli_progress (self->left_s + self->done_s > 0 ? self->done_s / (self->left_s + self->done_s) : 0, NULL);
  if (!self->json)
    return;
  add_json (line, "files", (double) self->files);
  add_json (line, "done", (double) (self->done + self->skipped));
  add_json (line, "failed", (double) (self->failed + self->failed_before));
  add_json (line, "left", (double) self->left);
  add_json (line, "skipped", (double) self->skipped);
  add_json (line, "elapsed_s", elapsed_s);
  add_json (line, "recording_s", self->done_s);
  add_json (line, "times_real", elapsed_s > 0 ? self->done_s / elapsed_s : NAN);
  add_json (line, "left_s", seconds_left (self, elapsed_s));
  fprintf (ondes_result_stream (), "%s}\n", line->str);
  fflush (ondes_result_stream ());
}

/* --- the whole */

/* Waits for workers until all is done. */
static gboolean
work (Job     *self,
      GError **error)
{
  g_autofree struct pollfd *waits = g_new0 (struct pollfd, self->n_workers + 1);
  g_autofree guint *who = g_new (guint, self->n_workers + 1);

  for (;;)
    {
      guint n = 0;

      if (!feed (self, error))
        return FALSE;
      if (!any_busy (self))
        return TRUE;
      for (guint i = 0; i < self->n_workers; i++)
        if (self->workers[i].busy)
          {
            waits[n] = (struct pollfd) { .fd = self->workers[i].process.from, .events = POLLIN };
            who[n++] = i;
          }
      waits[n] = (struct pollfd) { .fd = g_cancellable_get_fd (self->cli->watch.cancellable), .events = POLLIN };
      poll (waits, n + 1, 200);
      if (g_cancellable_set_error_if_cancelled (self->cli->watch.cancellable, error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        if (waits[i].revents != 0 && !listen_to (self, who[i], error))
          return FALSE;
      tell_progress (self, FALSE);
    }
}

/* Fails if recordings have: a script sees it by the status. */
static gboolean
check_end (const Job *self,
           GError   **error)
{
  if (self->failed + self->failed_before == 0)
    return TRUE;
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_PARTLY,
               "%s: %" PRIu64 " of %" PRIu64 " recordings failed; failed.tsv tells why, and --retry-failed tries them again",
               self->run->folder, self->failed + self->failed_before, self->files);
  return FALSE;
}

gboolean
cli_batch_run (const CliRun *cli,
               GError      **error)
{
  g_auto (Job) job = { .cli = cli };

  cli_set_patience (PATIENCE_MS);
  cli_expect_outputs (G_MAXUINT); /* a file that tells of a failure is no end */
  if (!parse (&job, error) || (job.run = cli_batch_open (cli, error)) == NULL || !look_around (&job, error))
    return FALSE;
  job.parted = cli_batch_parted (job.run, job.devices != NULL);
  job.splits = g_ptr_array_new_with_free_func (split_free);
  job.workers = g_new0 (Worker, job.n_workers);
  for (guint i = 0; i < job.n_workers; i++)
    job.workers[i].process.answer = g_string_new (NULL);
  job.manifest = ondes_batch_manifest_open (job.run, error);
  job.begun = g_get_monotonic_time ();
  if (job.manifest == NULL || !work (&job, error))
    return FALSE;
  ondes_batch_sweep_parts (job.run);
  tell_progress (&job, TRUE);
  if (job.stop != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&job.stop));
      return FALSE;
    }
  if (job.shards == 1 && !ondes_batch_write_failed (job.run, &cli->watch, error))
    return FALSE;
  if (job.json && !cli_print ("", error)) /* a line was lost */
    return FALSE;
  return check_end (&job, error);
}
