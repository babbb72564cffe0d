/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-child.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/installed.h"
#include "base/request-error.h"
#include "base/words.h"

#define INTERRUPTED 130 /* the command's status when it is stopped */

/* Counted: what is under way holds it too. */
struct _OndesBatchChild
{
  OndesBatchChildTask task; /* without words */
  GSubprocess        *process;
  GDataInputStream   *said, *told; /* standard output and error */
  char               *last;        /* the last line of standard error */
  guint               open;        /* streams, and the process, that have not ended */
  gboolean            stopped;     /* it was asked to end */
  gboolean            abandoned;
};

static void
child_clear (gpointer data)
{
  OndesBatchChild *self = data;

  g_clear_object (&self->said);
  g_clear_object (&self->told);
  g_clear_object (&self->process);
  g_free (self->last);
}

static OndesBatchChild *
child_ref (OndesBatchChild *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
child_unref (OndesBatchChild *self)
{
  g_atomic_rc_box_release_full (self, child_clear);
}

/* In the child: it does not outlive the window. */
static void
set_up_child (gpointer parent)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != GPOINTER_TO_INT (parent))
    _exit (INTERRUPTED);
}

static GSubprocess *
start (const char *const *words,
       GError           **error)
{
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autofree char *command = ondes_installed_command ();
  g_autoptr (GError) local = NULL;
  GSubprocess *process;

  g_ptr_array_add (all, command);
  for (; *words != NULL; words++)
    g_ptr_array_add (all, (gpointer) *words);
  g_ptr_array_add (all, NULL);
  g_subprocess_launcher_set_child_setup (launcher, set_up_child, GINT_TO_POINTER (getpid ()), NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) all->pdata, &local);
  if (process == NULL)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, _("%s cannot be started: %s; install ondes-cli beside the program"), command,
                 local->message);
  return process;
}

/* TRUE if the process did its work, also if recordings failed, which the run's files tell. */
static gboolean
is_done (int status)
{
  return status == 0 || status == ONDES_STATUS_PARTLY;
}

/* Returns why the process ended, as ended() is told; transfer full. */
static char *
find_reason (const OndesBatchChild *self)
{
  const gboolean exited = g_subprocess_get_if_exited (self->process);
  const int status = exited ? g_subprocess_get_exit_status (self->process) : 0;

  if (exited && is_done (status))
    return NULL;
  if (self->stopped || (exited && status == INTERRUPTED))
    return g_strdup ("");
  if (exited)
    return g_strdup (self->last != NULL ? self->last : _("ondes-cli ended without a word"));
  return g_strdup_printf (_("ondes-cli was ended by signal %d (%s); there may be too little memory"),
                          g_subprocess_get_term_sig (self->process), g_strsignal (g_subprocess_get_term_sig (self->process)));
}

/* Tells the end once both streams and the process have ended. */
static void
close_one (OndesBatchChild *self)
{
  g_autofree char *sentence = NULL;

  if (--self->open > 0 || self->abandoned)
    return;
  sentence = find_reason (self);
  self->task.ended (self->task.user_data, sentence);
}

static void
on_waited (GObject *process,
         GAsyncResult *result,
         gpointer user_data)
{
  OndesBatchChild *self = user_data;

  g_subprocess_wait_finish (G_SUBPROCESS (process), result, NULL);
  close_one (self);
  child_unref (self);
}

static void read_line (OndesBatchChild *self, GDataInputStream *stream);

static void
on_line (GObject *stream,
         GAsyncResult *result,
         gpointer user_data)
{
  OndesBatchChild *self = user_data;
  g_autofree char *line = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (stream), result, NULL, NULL);

  if (line == NULL)
    close_one (self);
  else
    {
      g_autofree char *valid = g_utf8_make_valid (line, -1);

      if (stream == G_OBJECT (self->told) && *valid != '\0')
        {
          g_free (self->last);
          self->last = g_steal_pointer (&valid);
        }
      else if (stream == G_OBJECT (self->said) && !self->abandoned)
        self->task.line (self->task.user_data, valid);
      read_line (self, G_DATA_INPUT_STREAM (stream));
    }
  child_unref (self);
}

static void
read_line (OndesBatchChild *self,
           GDataInputStream *stream)
{
  g_data_input_stream_read_line_async (stream, G_PRIORITY_DEFAULT, NULL, on_line, child_ref (self));
}

OndesBatchChild *
ondes_batch_child_new (const OndesBatchChildTask *task,
                       GError                   **error)
{
  GSubprocess *process = start (task->words, error);
  OndesBatchChild *self;

  if (process == NULL)
    return NULL;
  self = g_atomic_rc_box_new0 (OndesBatchChild);
  self->task = *task;
  self->task.words = NULL;
  self->process = process;
  self->said = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  self->told = g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  self->open = 3;
  read_line (self, self->said);
  read_line (self, self->told);
  g_subprocess_wait_async (process, NULL, on_waited, child_ref (self));
  return self;
}

void
ondes_batch_child_stop (OndesBatchChild *self)
{
  self->stopped = TRUE;
  g_subprocess_send_signal (self->process, SIGTERM);
}

void
ondes_batch_child_free (OndesBatchChild *self)
{
  self->abandoned = TRUE;
  ondes_batch_child_stop (self);
  child_unref (self);
}

static void
on_cancelled (GCancellable *cancellable,
              GSubprocess *process)
{
  g_subprocess_send_signal (process, SIGTERM);
}

gboolean
ondes_batch_child_run (const char *const *words,
                       char             **output,
                       GCancellable      *cancellable,
                       GError           **error)
{
  g_autoptr (GSubprocess) process = start (words, error);
  g_autofree char *said = NULL;
  gulong handler;

  if (process == NULL)
    return FALSE;
  handler = cancellable != NULL ? g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), process, NULL) : 0;
  /* It ends soon after it was asked to, and what it made is removed behind it: so the wait itself is not cancelled. */
  g_subprocess_communicate_utf8 (process, NULL, NULL, output, &said, NULL);
  if (handler > 0)
    g_cancellable_disconnect (cancellable, handler);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (g_subprocess_get_if_exited (process) && is_done (g_subprocess_get_exit_status (process)))
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, "%s",
                          said != NULL && *g_strstrip (said) != '\0' ? said : _("ondes-cli ended without a word"));
}

double
ondes_batch_child_number (const char *line,
                          const char *key)
{
  g_autofree char *name = g_strdup_printf ("\"%s\": ", key);
  const char *value = strstr (line, name);
  char *end;
  double number;

  if (value == NULL)
    return NAN;
  value += strlen (name);
  number = g_ascii_strtod (value, &end);
  return end != value ? number : NAN;
}
