/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “ondes-cli batch run”: hands the recordings of a shard to worker processes, one at a time each. */
#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/number.h"

#define MOST_WORKERS 1024
#define ATTEMPTS     2   /* workers that may die of one recording */
#define TELL_US      (G_USEC_PER_SEC / 2)
#define PATIENCE_MS  3000

typedef struct
{
  pid_t          pid; /* 0 if it does not run */
  int            to, from, said; /* pipes; a file in memory with its standard error */
  GString       *answer;
  gboolean       busy;
  OndesBatchFile file; /* at work */
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

  Worker          *workers;
  guint8          *to_do;   /* a bit for each line of the manifest */
  guint64          lines;   /* of the manifest when it was looked at; it may have grown since */
  guint64          index;   /* of the next line */
  OndesBatchManifest *manifest;

  guint64          files, skipped, failed_before; /* of the shard */
  guint64          left, done, failed;
  double           left_s, done_s; /* of recordings */
  gint64           begun, told;    /* monotonic time */
  GError          *stop;
} Job;

static void
worker_close (Worker *self)
{
  if (self->pid == 0)
    return;
  close (self->to);
  close (self->from);
  close (self->said);
  self->pid = 0;
}

static void
job_clear (Job *self)
{
  for (guint i = 0; i < self->n_workers && self->workers != NULL; i++)
    {
      Worker *worker = &self->workers[i];

      if (worker->pid != 0)
        kill (worker->pid, SIGTERM);
      if (worker->pid != 0)
        waitpid (worker->pid, NULL, 0);
      worker_close (worker);
      g_string_free (worker->answer, TRUE);
      ondes_batch_file_clear (&worker->file);
    }
  g_free (self->workers);
  g_free (self->to_do);
  g_clear_pointer (&self->manifest, ondes_batch_manifest_free);
  g_clear_pointer (&self->devices, g_array_unref);
  g_clear_pointer (&self->run, ondes_batch_run_free);
  g_clear_error (&self->stop);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

/* --- options */

/* Returns the devices of CUDA that are usable. */
static GArray *
all_devices (void)
{
  GArray *devices = g_array_new (FALSE, FALSE, sizeof (int));
  guint n;
  const OndesEngineInfo *engines = ondes_engines_list (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (engines[i].name, "cuda") && engines[i].klass != NULL)
      for (int device = 0; device < (int) engines[i].klass->list (NULL, 0, NULL); device++)
        g_array_append_val (devices, device);
  return devices;
}

static gboolean
parse_devices (Job     *self,
               GError **error)
{
  const char *text = cli_text (self->cli->arguments, "--devices");
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return TRUE;
  self->devices = g_str_equal (text, "all") ? all_devices () : g_array_new (FALSE, FALSE, sizeof (int));
  parts = g_strsplit (g_str_equal (text, "all") ? "" : text, ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint64 device;
      int number;

      if (!ondes_option_integer ("--devices", parts[i], 0, 1023, &device, error))
        return FALSE;
      number = (int) device;
      g_array_append_val (self->devices, number);
    }
  if (self->devices->len > 0)
    return TRUE;
  g_set_error_literal (error, ONDES_ERROR, ONDES_ERROR_FILE, "--devices: there is no device; “ondes-cli devices” tells why");
  return FALSE;
}

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
  g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
               "SLURM_ARRAY_TASK_ID: the array has gaps; number its tasks from 0 to N − 1, or say --shard K/N");
  return FALSE;
}

static gboolean
parse (Job     *self,
       GError **error)
{
  const CliArguments *arguments = self->cli->arguments;
  guint64 workers = 0, processors = 0;

  /* A task of Slurm sees all of its node, of which it was given some. */
  if (!slurm_number ("SLURM_CPUS_PER_TASK", &processors) || processors == 0)
    processors = g_get_num_processors ();
  if (!cli_integer (arguments, "--workers", 1, MOST_WORKERS, &workers, error) || !parse_shard (self, error)
      || !parse_devices (self, error))
    return FALSE;
  self->retry = cli_has (arguments, "--retry-failed");
  self->json = cli_has (arguments, "--json");
  if (workers == 0)
    workers = self->devices != NULL ? self->devices->len : MIN (processors, MOST_WORKERS);
  self->n_workers = (guint) workers;
  self->threads = MAX ((guint) processors / self->n_workers, 1);
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
      self->left_s += ondes_batch_file_seconds (&file);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}

/* Fills @file with the next one; FALSE if there is none, or with an error. */
static gboolean
take_next (Job            *self,
           OndesBatchFile *file,
           GError        **error)
{
  if (self->stop != NULL)
    return FALSE;
  while (self->index < self->lines && ondes_batch_manifest_next (self->manifest, file, error))
    {
      const guint64 i = self->index++;

      if (self->to_do[i / 8] & 1u << i % 8)
        return TRUE;
    }
  return FALSE;
}

/* --- workers */

/* In the child: signals of the terminal are for the parent alone, and the child does not outlive it. */
static void
set_up_child (gpointer parent)
{
  setpgid (0, 0);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != GPOINTER_TO_INT (parent))
    _exit (130);
}

/* Starts a worker in place @i. */
static gboolean
start_worker (Job     *self,
              guint    i,
              GError **error)
{
  Worker *worker = &self->workers[i];
  g_autofree char *threads = g_strdup_printf ("%u", self->threads);
  g_autofree char *device = self->devices != NULL
                              ? g_strdup_printf ("%d", g_array_index (self->devices, int, i % self->devices->len)) : NULL;
  const char *const plain[] = { "/proc/self/exe", "batch", CLI_BATCH_WORK, "--threads", threads, "--", self->run->folder, NULL };
  const char *const ordered[] = { "/proc/self/exe", "batch", CLI_BATCH_WORK, "--threads", threads, "--device", device, "--",
                                  self->run->folder, NULL };
  int to[2] = { -1, -1 }, from[2] = { -1, -1 }, said = memfd_create ("said", MFD_CLOEXEC);
  gboolean good = said >= 0 && pipe2 (to, O_CLOEXEC) == 0 && pipe2 (from, O_CLOEXEC) == 0;

  if (!good)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "--workers: no pipe can be made: %s; ask for fewer", g_strerror (errno));
  else
    good = g_spawn_async_with_pipes_and_fds (NULL, device != NULL ? ordered : plain, NULL, G_SPAWN_DO_NOT_REAP_CHILD, set_up_child,
                                             GINT_TO_POINTER (getpid ()), to[0], from[1], said, NULL, NULL, 0, &worker->pid, NULL,
                                             NULL, NULL, error);
  if (to[0] >= 0)
    close (to[0]);
  if (from[1] >= 0)
    close (from[1]);
  if (good)
    {
      worker->to = to[1];
      worker->from = from[0];
      worker->said = said;
      return TRUE;
    }
  worker->pid = 0;
  for (guint k = 0; k < 3; k++)
    if ((const int[]) { to[1], from[0], said }[k] >= 0)
      close ((const int[]) { to[1], from[0], said }[k]);
  return FALSE;
}

/* Sends the worker its file. A worker that is gone is noticed by its answer. */
static void
send_file (Worker *worker)
{
  g_autofree char *line = ondes_batch_file_print (&worker->file);
  g_autofree char *text = g_strconcat (line, "\n", NULL);
  const gsize n = strlen (text);

  worker->busy = TRUE;
  worker->attempts++;
  for (gsize done = 0; done < n;)
    {
      const ssize_t now = write (worker->to, text + done, n - done);

      if (now < 0 && errno != EINTR)
        return;
      done += now > 0 ? (gsize) now : 0;
    }
}

/* Gives each idle worker the next file. */
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
      if (!take_next (self, &worker->file, &local))
        {
          if (local == NULL)
            return TRUE;
          g_propagate_error (error, local);
          return FALSE;
        }
      if (worker->pid == 0 && !start_worker (self, i, error))
        return FALSE;
      worker->attempts = 0;
      send_file (worker);
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
settle (Job        *self,
        Worker     *worker,
        const char *sentence,
        GError    **error)
{
  const double seconds = ondes_batch_file_seconds (&worker->file);

  worker->busy = FALSE;
  self->left--;
  self->left_s -= seconds;
  self->done_s += seconds;
  if (sentence != NULL)
    {
      self->failed++;
      return ondes_batch_run_fail (self->run, &worker->file, sentence, error);
    }
  self->done++;
  ondes_batch_run_forgive (self->run, &worker->file);
  return TRUE;
}

static gboolean
take_answer (Job     *self,
             Worker  *worker,
             GError **error)
{
  char *end = strchr (worker->answer->str, '\n'), *tab;
  gboolean good = TRUE;

  if (end == NULL)
    return TRUE;
  *end = '\0';
  tab = strchr (worker->answer->str, '\t');
  if (g_str_has_prefix (worker->answer->str, "stop"))
    {
      worker->busy = FALSE;
      if (self->stop == NULL)
        self->stop = g_error_new_literal (ONDES_ERROR, ONDES_ERROR_FILE, tab != NULL ? tab + 1 : "stop");
    }
  else
    good = settle (self, worker, tab != NULL ? tab + 1 : NULL, error);
  g_string_truncate (worker->answer, 0);
  return good;
}

/* Returns the last line that the dead worker said, or how it ended. */
static char *
last_words (const Worker *worker,
            int           status)
{
  g_autofree char *text = g_malloc0 (4097);
  const ssize_t n = pread (worker->said, text, 4096, 0);
  g_auto (GStrv) lines = g_strsplit (n > 0 ? g_strchomp (text) : "", "\n", -1);
  const guint n_lines = g_strv_length (lines);

  if (n_lines > 0 && lines[n_lines - 1][0] != '\0')
    return g_strdup_printf ("%s: %s", worker->file.path, lines[n_lines - 1]);
  if (WIFSIGNALED (status))
    return g_strdup_printf ("%s: the process that worked on it was ended by signal %d (%s); there may be too little memory",
                            worker->file.path, WTERMSIG (status), g_strsignal (WTERMSIG (status)));
  return g_strdup_printf ("%s: the process that worked on it ended with status %d", worker->file.path, WEXITSTATUS (status));
}

/* A worker ended: another one tries its file, which fails if that one ends too. */
static gboolean
bury (Job     *self,
      guint    i,
      GError **error)
{
  Worker *worker = &self->workers[i];
  g_autofree char *sentence = NULL;
  int status = 0;

  waitpid (worker->pid, &status, 0);
  sentence = last_words (worker, status);
  worker_close (worker);
  g_string_truncate (worker->answer, 0);
  if (!worker->busy || self->stop != NULL)
    {
      worker->busy = FALSE;
      return TRUE;
    }
  if (WIFEXITED (status) && WEXITSTATUS (status) == 2) /* the parameters are wrong */
    {
      worker->busy = FALSE;
      self->stop = g_error_new (ONDES_ERROR, ONDES_ERROR_REQUEST, "%s", sentence + strlen (worker->file.path) + 2);
      return TRUE;
    }
  if (worker->attempts >= ATTEMPTS)
    return settle (self, worker, sentence, error);
  if (!start_worker (self, i, error))
    return FALSE;
  send_file (worker);
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
  const ssize_t n = read (worker->from, text, sizeof text);

  if (n < 0 && errno == EINTR)
    return TRUE;
  if (n <= 0)
    return bury (self, i, error);
  g_string_append_len (worker->answer, text, n);
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
  printf ("%s}\n", line->str);
  fflush (stdout);
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
            waits[n] = (struct pollfd) { .fd = self->workers[i].from, .events = POLLIN };
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

static void
tell_end (const Job *self)
{
  cli_progress_clear ();
  if (self->failed + self->failed_before > 0)
    cli_tell ("%s: %" PRIu64 " of %" PRIu64 " recordings failed; failed.tsv tells why, and --retry-failed tries them again",
              self->run->folder, self->failed + self->failed_before, self->files);
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
  job.workers = g_new0 (Worker, job.n_workers);
  for (guint i = 0; i < job.n_workers; i++)
    job.workers[i].answer = g_string_new (NULL);
  job.manifest = ondes_batch_manifest_open (job.run, error);
  job.begun = g_get_monotonic_time ();
  if (job.manifest == NULL || !work (&job, error))
    return FALSE;
  tell_progress (&job, TRUE);
  if (job.stop != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&job.stop));
      return FALSE;
    }
  if (job.shards == 1 && !ondes_batch_write_failed (job.run, &cli->watch, error))
    return FALSE;
  tell_end (&job);
  return !job.json || cli_print ("", error); /* FALSE if a line was lost */
}
