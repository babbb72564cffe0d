/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/out-file.h"

static guint patience_ms = 10; /* time for the command to notice the cancellation and clean up */

static sigset_t watched;
static guint outputs = 1; /* number of files that the command moves into place */

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

/* Ends the process whatever its threads are doing, even in libraries that cannot be cancelled: outputs are moved into place in
 * one step, which is blocked here. Returns if all are in place, because the command is then done and may print its messages. */
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

/* Waits until the parent process has ended, which closes @ends[1], then exits. It shares the parent's memory, including errno,
 * so it may only make system calls. */
static int
outlive (void *data)
{
  const int *ends = data;
  char nothing;

  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    syscall (SYS_close, fd); /* otherwise readers of our output would wait for this process */
  syscall (SYS_close, ends[1]);
  syscall (SYS_read, ends[0], &nothing, 1);
  syscall (SYS_exit_group, 0);
  return 0;
}

/* Leaves the freeing to a second process that shares the memory and the unnamed files. A process counts as ended only after
 * both are freed, some 100 ms for a 1 GB file; the second process frees them later, in the background. */
static void
leave_freeing_behind (void)
{
  static char stack[16384] __attribute__ ((aligned (64)));
  static int ends[2];
  sigset_t all, before;

  if (pipe2 (ends, O_CLOEXEC) != 0)
    return;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  clone (outlive, stack + sizeof stack, CLONE_VM, ends); /* if this fails, exiting just takes longer */
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  close (ends[0]);
}

/* Waits for signals in a separate thread, as a handler may not take locks, which g_cancellable_cancel() does. */
static gpointer
watch (gpointer data)
{
  GCancellable *cancellable = data;
  struct timespec patience;
  int number;

  while (sigwait (&watched, &number) != 0)
    ;
  leave_freeing_behind (); /* before the command itself closes anything */
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
  /* A closed pipe and the file size limit then appear as errors of write(), reported like any other. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  thread = g_thread_try_new ("signals", watch, cancellable, NULL);
  if (thread == NULL) /* no thread available: let signals end the process at once */
    pthread_sigmask (SIG_UNBLOCK, &watched, NULL);
  else
    g_thread_unref (thread);
}
