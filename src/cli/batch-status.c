/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “ondes-cli batch status” and “merge”. */
#include "batch-process.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/result-stream.h"
#include "batch/batch-job.h"
#include "batch/batch-table.h"

#define WATCH_S     2
#define PATIENCE_MS 3000 /* to end the process that joins parts */

static void
print_tally (const OndesBatchRun   *run,
             const OndesBatchTally *tally,
             gboolean               json)
{
  const guint64 left = tally->files - tally->done - tally->failed;
  const double left_s = tally->seconds - tally->done_s - tally->failed_s;
  g_autoptr (GString) line = g_string_new ("{\"run\": ");

  if (!json)
    {
      fprintf (ondes_result_stream (),
               "%" PRIu64 " recording%s, %.1f h: %" PRIu64 " done, %" PRIu64 " failed, %" PRIu64 " to do (%.1f h)\n", tally->files,
               ondes_plural (tally->files), tally->seconds / 3600, tally->done, tally->failed, left, left_s / 3600);
      return;
    }
  cli_json_string (line, run->folder);
  g_string_append_printf (line, ", \"files\": %" PRIu64 ", \"done\": %" PRIu64 ", \"failed\": %" PRIu64 ", \"left\": %" PRIu64,
                          tally->files, tally->done, tally->failed, left);
  g_string_append (line, ", \"recording_s\": ");
  cli_json_number (line, tally->seconds);
  g_string_append (line, ", \"left_s\": ");
  cli_json_number (line, left_s);
  fprintf (ondes_result_stream (), "%s}\n", line->str);
}

gboolean
cli_batch_status (const CliRun *cli,
                  GError      **error)
{
  g_autoptr (OndesBatchRun) run = cli_batch_open (cli, error);
  OndesBatchTally tally;

  if (run == NULL)
    return FALSE;
  for (;;)
    {
      if (!ondes_batch_tally (run, &cli->watch, &tally, error))
        return FALSE;
      print_tally (run, &tally, cli_has (cli->arguments, "--json"));
      if (!cli_print ("", error))
        return FALSE;
      if (!cli_has (cli->arguments, "--watch") || tally.done + tally.failed == tally.files)
        return TRUE;
      for (guint i = 0; i < WATCH_S * 20; i++)
        {
          if (g_cancellable_set_error_if_cancelled (cli->watch.cancellable, error))
            return FALSE;
          g_usleep (G_USEC_PER_SEC / 20);
        }
    }
}

/* --- merging */

/* Joins what a run that ended early has left in parts. */
typedef struct
{
  const CliRun        *cli;
  const OndesBatchRun *run;
  CliBatchProcess      process; /* a worker, once there is something to join */
} Joining;

static void
joining_clear (Joining *self)
{
  cli_batch_process_clear (&self->process);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Joining, joining_clear)

/* Waits for the worker's line; FALSE if it ended, or with an error. */
static gboolean
wait_for_answer (Joining *self,
                 GError **error)
{
  GString *answer = self->process.answer;
  GCancellable *cancellable = self->cli->watch.cancellable;
  char text[4096];

  g_string_truncate (answer, 0);
  while (answer->len == 0 || answer->str[answer->len - 1] != '\n')
    {
      struct pollfd waits[] = { { .fd = self->process.from, .events = POLLIN },
                                { .fd = g_cancellable_get_fd (cancellable), .events = POLLIN } };
      ssize_t n;

      poll (waits, G_N_ELEMENTS (waits), -1);
      g_cancellable_release_fd (cancellable);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      n = waits[0].revents != 0 ? read (self->process.from, text, sizeof text) : -1;
      if (n == 0 || (n < 0 && waits[0].revents != 0 && errno != EINTR))
        return FALSE;
      g_string_append_len (answer, text, MAX (n, 0));
    }
  g_string_truncate (answer, answer->len - 1);
  return TRUE;
}

/* Takes the worker's answer about @file, which stays to be done if it fails: the machine that merges may not see its recording. */
static gboolean
take_answer (Joining              *self,
             const OndesBatchFile *file,
             GError              **error)
{
  GError *local = NULL;
  const char *tab;

  if (!wait_for_answer (self, &local))
    {
      g_autofree char *words = NULL;
      int status;

      if (local != NULL)
        {
          g_propagate_error (error, local);
          return FALSE;
        }
      words = cli_batch_process_bury (&self->process, &status);
      cli_tell ("%s: %s", file->path, words);
      return TRUE;
    }
  tab = strchr (self->process.answer->str, '\t');
  if (g_str_has_prefix (self->process.answer->str, "stop"))
    return ondes_error_set (error, ONDES_ERROR_FILE, "%s", tab != NULL ? tab + 1 : "stop");
  if (tab != NULL)
    cli_tell ("%s", tab + 1);
  else
    ondes_batch_run_forgive (self->run, file);
  return TRUE;
}

/* Joins the recording if all parts of what is missing are there, by a worker as “batch run” does. */
static gboolean
join (gpointer              data,
      const OndesBatchFile *file,
      OndesBatchState       state,
      guint                 missing,
      GError              **error)
{
  const CliBatchShare share = { .threads = g_get_num_processors (), .device = -1 };
  Joining *self = data;
  const guint n = state == ONDES_BATCH_TO_DO ? ondes_batch_parts_ready (self->run, file, missing) : 0;
  g_autofree char *text = NULL, *line = NULL;

  if (n == 0)
    return TRUE;
  if (self->process.pid == 0 && !cli_batch_process_start (&self->process, self->run->folder, &share, error))
    return FALSE;
  text = ondes_batch_file_print (file);
  line = g_strdup_printf ("%u/%u\t%s", n, n, text);
  cli_batch_process_send (&self->process, line);
  return take_answer (self, file, error);
}

gboolean
cli_batch_merge (const CliRun *cli,
                 GError      **error)
{
  g_autoptr (OndesBatchRun) run = cli_batch_open (cli, error);
  g_auto (Joining) joining = { .cli = cli, .run = run, .process.answer = g_string_new (NULL) };
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func (g_free);
  OndesBatchTally tally = { 0 };
  gboolean done;

  if (run == NULL)
    return FALSE;
  cli_set_patience (PATIENCE_MS);
  cli_expect_outputs (G_MAXUINT); /* interrupted, it is to be done again */
  if (!ondes_batch_visit (run, &cli->watch, join, &joining, error))
    return FALSE;
  done = ondes_batch_merge (run, cli_has (cli->arguments, "--partial"), &cli->watch, &tally, others, error);
  for (guint i = 0; i < others->len; i++)
    cli_tell ("%s", (const char *) g_ptr_array_index (others, i));
  if (!done)
    return FALSE;
  if (run->products & 1u << ONDES_BATCH_LTSA)
    cli_batch_tell_clocks (tally.utc, tally.clocks);
  if (tally.failed > 0)
    cli_tell ("%s: %" PRIu64 " of %" PRIu64 " recordings failed; failed.tsv tells why", run->folder, tally.failed, tally.files);
  if (tally.done + tally.failed < tally.files)
    cli_tell ("%s: %" PRIu64 " of %" PRIu64 " recordings are still to do", run->folder, tally.files - tally.done - tally.failed,
              tally.files);
  return TRUE;
}
