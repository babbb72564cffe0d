/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_DEVICES 1024

static void
close_all (CliBatchProcess *self)
{
  close (self->to);
  close (self->from);
  close (self->said);
  self->pid = 0;
}

/* In the child: signals of the terminal are for the parent alone, and the child does not outlive it. */
static void
set_up_child (gpointer parent)
{
  setpgid (0, 0);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != GPOINTER_TO_INT (parent))
    _exit (130);
}

gboolean
cli_batch_process_start (CliBatchProcess     *self,
                         const char          *folder,
                         const CliBatchShare *share,
                         GError             **error)
{
  g_autofree char *threads = g_strdup_printf ("%u", share->threads);
  g_autofree char *device = share->device >= 0 ? g_strdup_printf ("%d", share->device) : NULL;
  const char *const plain[] = { "/proc/self/exe", "batch", CLI_BATCH_WORK, "--threads", threads, "--", folder, NULL };
  const char *const ordered[] = { "/proc/self/exe", "batch", CLI_BATCH_WORK, "--threads", threads, "--device", device, "--",
                                  folder, NULL };
  int to[2] = { -1, -1 }, from[2] = { -1, -1 }, said = memfd_create ("said", MFD_CLOEXEC);
  gboolean good = said >= 0 && pipe2 (to, O_CLOEXEC) == 0 && pipe2 (from, O_CLOEXEC) == 0;

  if (!good)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "--workers: no pipe can be made: %s; ask for fewer", g_strerror (errno));
  else
    good = g_spawn_async_with_pipes_and_fds (NULL, device != NULL ? ordered : plain, NULL, G_SPAWN_DO_NOT_REAP_CHILD, set_up_child,
                                             GINT_TO_POINTER (getpid ()), to[0], from[1], said, NULL, NULL, 0, &self->pid, NULL,
                                             NULL, NULL, error);
  if (to[0] >= 0)
    close (to[0]);
  if (from[1] >= 0)
    close (from[1]);
  if (good)
    {
      self->to = to[1];
      self->from = from[0];
      self->said = said;
      return TRUE;
    }
  self->pid = 0;
  for (guint k = 0; k < 3; k++)
    if ((const int[]) { to[1], from[0], said }[k] >= 0)
      close ((const int[]) { to[1], from[0], said }[k]);
  return FALSE;
}

void
cli_batch_process_send (CliBatchProcess *self,
                        const char      *line)
{
  g_autofree char *text = g_strconcat (line, "\n", NULL);
  const gsize n = strlen (text);

  for (gsize done = 0; done < n;)
    {
      const ssize_t now = write (self->to, text + done, n - done);

      if (now < 0 && errno != EINTR)
        return;
      done += now > 0 ? (gsize) now : 0;
    }
}

char *
cli_batch_process_bury (CliBatchProcess *self,
                        int             *status)
{
  g_autofree char *text = g_malloc0 (4097);
  g_auto (GStrv) lines = NULL;
  guint n_lines;

  waitpid (self->pid, status, 0);
  lines = g_strsplit (pread (self->said, text, 4096, 0) > 0 ? g_strchomp (text) : "", "\n", -1);
  n_lines = g_strv_length (lines);
  close_all (self);
  g_string_truncate (self->answer, 0);
  if (n_lines > 0 && lines[n_lines - 1][0] != '\0')
    return g_strdup (lines[n_lines - 1]);
  if (WIFSIGNALED (*status))
    return g_strdup_printf ("the process that worked on it was ended by signal %d (%s); there may be too little memory",
                            WTERMSIG (*status), g_strsignal (WTERMSIG (*status)));
  return g_strdup_printf ("the process that worked on it ended with status %d", WEXITSTATUS (*status));
}

void
cli_batch_process_clear (CliBatchProcess *self)
{
  if (self->pid != 0)
    {
      kill (self->pid, SIGTERM);
      waitpid (self->pid, NULL, 0);
      close_all (self);
    }
  g_string_free (self->answer, TRUE);
}

/* --- devices */

/* Returns how many devices CUDA has; sets @usable, if it is not NULL, to the numbers of those that can compute, which wakes
 * them. */
static guint
count_devices (GArray *usable)
{
  const guint most = usable != NULL ? MOST_DEVICES : 0;
  g_autofree OndesDevice *devices = g_new (OndesDevice, most + 1);
  guint n, count = 0;
  const OndesEngineInfo *engines = ondes_engines_list (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (engines[i].name, "cuda") && engines[i].klass != NULL)
      count = engines[i].klass->list (devices, most, NULL);
  for (int device = 0; device < (int) MIN (count, most); device++)
    if (devices[device].usable)
      g_array_append_val (usable, device);
  return count;
}

/* Adds the device that @text tells, of @count that are there. */
static gboolean
add_device (const char *text,
            guint       count,
            GArray     *devices,
            GError    **error)
{
  guint64 value;
  int device;

  if (!ondes_option_integer ("--devices", text, 0, MOST_DEVICES - 1, &value, error))
    return FALSE;
  device = (int) value;
  g_array_append_val (devices, device);
  if (value < count)
    return TRUE;
  return ondes_error_set (error, ONDES_ERROR_FILE, "--devices: there is no device %d; “ondes-cli devices” tells what there is",
                          device);
}

gboolean
cli_batch_parse_devices (const CliArguments *arguments,
                         GArray            **devices,
                         GError            **error)
{
  const char *text = cli_text (arguments, "--devices");
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (int));
  g_auto (GStrv) parts = NULL;
  guint count;

  *devices = NULL;
  if (text == NULL)
    return TRUE;
  count = count_devices (g_str_equal (text, "all") ? found : NULL);
  parts = g_strsplit (g_str_equal (text, "all") ? "" : text, ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (!add_device (parts[i], count, found, error))
      return FALSE;
  if (found->len == 0)
    return ondes_error_set (error, ONDES_ERROR_FILE, "--devices: there is no device; “ondes-cli devices” tells why");
  *devices = g_steal_pointer (&found);
  return TRUE;
}
