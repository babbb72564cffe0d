/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “ondes-cli batch status” and “merge”. */
#include "batch.h"

#include <inttypes.h>
#include <stdio.h>

#define WATCH_S 2

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
      printf ("%" PRIu64 " recordings, %.1f h: %" PRIu64 " done, %" PRIu64 " failed, %" PRIu64 " to do (%.1f h)\n", tally->files,
              tally->seconds / 3600, tally->done, tally->failed, left, left_s / 3600);
      return;
    }
  cli_json_string (line, run->folder);
  g_string_append_printf (line, ", \"files\": %" PRIu64 ", \"done\": %" PRIu64 ", \"failed\": %" PRIu64 ", \"left\": %" PRIu64,
                          tally->files, tally->done, tally->failed, left);
  g_string_append (line, ", \"recording_s\": ");
  cli_json_number (line, tally->seconds);
  g_string_append (line, ", \"left_s\": ");
  cli_json_number (line, left_s);
  printf ("%s}\n", line->str);
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

gboolean
cli_batch_merge (const CliRun *cli,
                 GError      **error)
{
  g_autoptr (OndesBatchRun) run = cli_batch_open (cli, error);
  OndesBatchTally tally;

  if (run == NULL)
    return FALSE;
  cli_expect_outputs (G_MAXUINT); /* interrupted, it is to be done again */
  if (!ondes_batch_merge (run, cli_has (cli->arguments, "--partial"), &cli->watch, &tally, error))
    return FALSE;
  if (tally.failed > 0)
    cli_tell ("%s: %" PRIu64 " of %" PRIu64 " recordings failed; failed.tsv tells why", run->folder, tally.failed, tally.files);
  if (tally.done + tally.failed < tally.files)
    cli_tell ("%s: %" PRIu64 " of %" PRIu64 " recordings are still to do", run->folder, tally.files - tally.done - tally.failed,
              tally.files);
  return TRUE;
}
