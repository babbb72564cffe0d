/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process of ondes-cli that a window started: its lines of standard output as they come, and its end. It ends with the window's
 * process. Main thread only; nothing waits. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _OndesBatchChild OndesBatchChild;

/* Borrowed for the call; copied. */
typedef struct
{
  const char *const *words; /* the command's, without its own name, NULL-terminated */
  void             (*line)  (gpointer user_data, const char *line);
  /* Called once, after the last line: @sentence is NULL if it did its work, "" if it was stopped, else the last that it said. */
  void             (*ended) (gpointer user_data, const char *sentence);
  gpointer           user_data;
} OndesBatchChildTask;

/* Starts it. Fails with ONDES_ERROR_FILE if ondes-cli is not found. */
OndesBatchChild *ondes_batch_child_new  (const OndesBatchChildTask *task,
                                         GError                   **error);
/* Asks it to end; ended() follows. */
void             ondes_batch_child_stop (OndesBatchChild           *self);
/* Asks it to end, calls nothing any more. */
void             ondes_batch_child_free (OndesBatchChild           *self);

/* Runs one to its end, on any thread that waits meanwhile, with its output in @output, transfer full. */
gboolean         ondes_batch_child_run  (const char *const         *words,
                                         char                     **output,
                                         GCancellable              *cancellable,
                                         GError                   **error);

/* Returns the number under @key of a line of JSON as “batch run --json” prints them; NAN if there is none. */
double           ondes_batch_child_number (const char              *line,
                                           const char              *key);

G_END_DECLS
