/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "figure/out-file.h"

static guint patience_ms = 10; /* for the command to see the cancel and tidy up itself */

static sigset_t watched;
static guint outputs = 1; /* files that the command puts into place */

void
cli_set_patience (guint ms)
{
  patience_ms = ms;
}

void
cli_expect_outputs (guint n)
{
  outputs = n;
}

gboolean
cli_outputs_done (void)
{
  guint done = ondes_out_file_hold_commits ();

  ondes_out_file_release_commits ();
  return done >= outputs;
}

/* Ends the process wherever its threads are, also in libraries that know no cancel: outputs are put into place by one step, which
 * is held here. Returns where all of them are in place: then the command is done, and what it has to say is said. */
static void
end_unless_done (void)
{
  if (ondes_out_file_hold_commits () < outputs)
    {
      ondes_out_file_unlink_all ();
      cli_progress_wipe ();
      _exit (130);
    }
  ondes_out_file_release_commits ();
}

void
cli_end (const char *sentence,
         gsize       length,
         int         status)
{
  gboolean done = ondes_out_file_hold_commits () >= outputs;

  ondes_out_file_unlink_all ();
  cli_progress_wipe ();
  if (!done && write (STDERR_FILENO, sentence, length) < 0)
    status = 1;
  _exit (done ? 0 : status);
}

/* A thread of its own may take locks, which a handler may not: g_cancellable_cancel() does. */
static gpointer
watch (gpointer data)
{
  GCancellable *cancellable = data;
  struct timespec patience;
  int number;

  while (sigwait (&watched, &number) != 0)
    ;
  g_cancellable_cancel (cancellable);
  patience = (struct timespec) { .tv_sec = patience_ms / 1000, .tv_nsec = patience_ms % 1000 * 1000000 };
  while (sigtimedwait (&watched, NULL, &patience) < 0 && errno == EINTR)
    ;
  end_unless_done ();
  while (sigwait (&watched, &number) != 0)
    ;
  _exit (0);
}

void
cli_watch_signals (GCancellable *cancellable)
{
  GThread *thread;

  sigemptyset (&watched);
  sigaddset (&watched, SIGINT);
  sigaddset (&watched, SIGTERM);
  sigaddset (&watched, SIGHUP);
  pthread_sigmask (SIG_BLOCK, &watched, NULL);
  /* Both come back as errors of write(), and are told like any other. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  thread = g_thread_try_new ("signals", watch, cancellable, NULL);
  if (thread == NULL) /* a machine that has no thread left: signals end the process at once */
    pthread_sigmask (SIG_UNBLOCK, &watched, NULL);
  else
    g_thread_unref (thread);
}
