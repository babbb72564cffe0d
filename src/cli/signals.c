/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "figure/out-file.h"

static sigset_t watched;

/* A thread of its own may take locks, which a handler may not: g_cancellable_cancel() does. */
static gpointer
watch (gpointer data)
{
  GCancellable *cancellable = data;
  const struct timespec patience = { .tv_sec = 2 };
  int number;

  while (sigwait (&watched, &number) != 0)
    ;
  g_cancellable_cancel (cancellable);
  while (sigtimedwait (&watched, NULL, &patience) < 0 && errno == EINTR)
    ;
  ondes_out_file_unlink_all ();
  _exit (130);
}

void
cli_watch_signals (GCancellable *cancellable)
{
  sigemptyset (&watched);
  sigaddset (&watched, SIGINT);
  sigaddset (&watched, SIGTERM);
  sigaddset (&watched, SIGHUP);
  pthread_sigmask (SIG_BLOCK, &watched, NULL);
  /* Both come back as errors of write(), and are told like any other. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  g_thread_unref (g_thread_new ("signals", watch, cancellable));
}
