/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker process of “ondes-cli batch run”, which reads lines and answers each by a line. Use from one thread at a time. */
#pragma once

#include "batch.h"

G_BEGIN_DECLS

typedef struct
{
  pid_t    pid; /* 0 if it does not run */
  int      to, from, said; /* pipes; a file in memory with its standard error */
  GString *answer;         /* what was read of it; owned */
} CliBatchProcess;

/* Starts the process on the run in @folder. Fails with ONDES_ERROR_FILE if the machine has no room for it. */
gboolean cli_batch_process_start (CliBatchProcess     *self,
                                  const char          *folder,
                                  const CliBatchShare *share,
                                  GError             **error);
/* Sends a line. A process that is gone is noticed by its answer. */
void     cli_batch_process_send  (CliBatchProcess     *self,
                                  const char          *line);
/* Waits for the end of a process that has closed its pipe. Returns the last line that it said, or how it ended; transfer full.
 * Sets @status as waitpid() does. */
char    *cli_batch_process_bury  (CliBatchProcess     *self,
                                  int                 *status);
/* Ends the process, if it runs. */
void     cli_batch_process_clear (CliBatchProcess     *self);

/* Parses --devices: sets @devices to the numbers (int), or to NULL without the option. Fails if one of them is not there. */
gboolean cli_batch_parse_devices (const CliArguments  *arguments,
                                  GArray             **devices,
                                  GError             **error);

G_END_DECLS
