/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slurm-cluster.h"

#include <arpa/inet.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEY_BYTES 1024
#define POLL_US   50000
#define START_S   30
#define JOBS_S    240
#define MARK      "ONDES_SLURM_TEST" /* in the environment of all that belongs to the cluster: its folder and the node */

struct _SlurmCluster
{
  char       *folder;
  GSubprocess *reaper;
  GPid        daemons[4]; /* munged, slurmctld, the nodes */
};

static const char *const programs[] = { "munged", "slurmctld", "slurmd", "sbatch", "sinfo", "squeue", "scontrol" };

/* Ends all processes whose environment has the mark, as daemons, or the settings, as jobs, once its input ends. */
static const char reaper[] = "cat > /dev/null\n"
                             "for i in 1 2 3; do\n"
                             "  for p in /proc/[0-9]*; do\n"
                             "    tr '\\0' '\\n' < $p/environ 2> /dev/null |\n"
                             "      grep -q -e \"^" MARK "=$1/\" -e \"^SLURM_CONF=$1/\" &&\n"
                             "      kill -9 ${p#/proc/}\n"
                             "  done\n"
                             "done\n"
                             "rm -rf -- \"$1\"\n";

/* --- starting */

/* Returns a port that nobody listens on. */
static guint16
free_port (void)
{
  const struct sockaddr_in any = { .sin_family = AF_INET, .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  struct sockaddr_in found;
  socklen_t n = sizeof found;
  const int fd = socket (AF_INET, SOCK_STREAM, 0);

  g_assert_cmpint (bind (fd, (const struct sockaddr *) &any, sizeof any), ==, 0);
  g_assert_cmpint (getsockname (fd, (struct sockaddr *) &found, &n), ==, 0);
  close (fd);
  return ntohs (found.sin_port);
}

static void
write_settings (SlurmCluster *self)
{
  const char *host = g_get_host_name (), *d = self->folder;
  g_autofree char *path = g_build_filename (d, "slurm.conf", NULL);
  g_autofree char *text = g_strdup_printf (
    "ClusterName=ondes\nSlurmctldHost=%s(127.0.0.1)\nSlurmctldPort=%u\nSlurmUser=root\nSlurmdUser=root\n"
    "AuthType=auth/munge\nAuthInfo=cred_expire=5,socket=%s/munge.socket\n"
    "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n"
    "AccountingStorageType=accounting_storage/none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n"
    "SchedulerParameters=sched_interval=1,bf_interval=2\nSlurmdParameters=config_overrides\nReturnToService=2\nMpiDefault=none\n"
    "KillWait=1\nMaxArraySize=10001\nStateSaveLocation=%s/state\nSlurmdSpoolDir=%s/%%n\nSlurmctldPidFile=%s/ctld.pid\n"
    "SlurmdPidFile=%s/%%n.pid\nSlurmctldLogFile=%s/ctld.log\nSlurmdLogFile=%s/%%n.log\n"
    "NodeName=n1 NodeHostname=%s NodeAddr=127.0.0.1 Port=%u CPUs=1\nNodeName=n2 NodeHostname=%s NodeAddr=127.0.0.1 Port=%u CPUs=1\n"
    "PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP\n",
    host, free_port (), d, d, d, d, d, d, d, host, free_port (), host, free_port ());

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_setenv ("SLURM_CONF", path, TRUE);
}

/* Makes the folder, which the user munge can enter, and munge's key. */
static void
make_folder (SlurmCluster        *self,
             const struct passwd *munge)
{
  g_autofree char *key = NULL, *state = NULL, *own = NULL;
  char bytes[KEY_BYTES];

  self->folder = g_dir_make_tmp ("ondes-slurm-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
  g_assert_cmpint (g_chmod (self->folder, 0755), ==, 0);
  key = g_build_filename (self->folder, "munge", "key", NULL);
  own = g_path_get_dirname (key);
  state = g_build_filename (self->folder, "state", NULL);
  g_assert_cmpint (g_mkdir (own, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (state, 0700), ==, 0);
  g_assert_cmpint (getrandom (bytes, sizeof bytes, 0), ==, sizeof bytes);
  g_assert_true (g_file_set_contents_full (key, bytes, sizeof bytes, G_FILE_SET_CONTENTS_NONE, 0400, NULL));
  g_assert_cmpint (chown (key, munge->pw_uid, munge->pw_gid), ==, 0);
  g_assert_cmpint (chown (own, munge->pw_uid, munge->pw_gid), ==, 0);
  g_assert_cmpint (chown (self->folder, munge->pw_uid, munge->pw_gid), ==, 0); /* munged makes its socket in it */
  write_settings (self);
}

static void
set_up_daemon (gpointer user)
{
  const struct passwd *munge = user;

  if (munge != NULL && (setgroups (0, NULL) != 0 || setgid (munge->pw_gid) != 0 || setuid (munge->pw_uid) != 0))
    _exit (127);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

/* Starts a daemon, marked with @mark, that stays in the foreground. */
static GPid
start_daemon (SlurmCluster        *self,
              const char          *mark,
              const struct passwd *user,
              const char          *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1), environment = g_get_environ ();
  g_autofree char *marked = g_build_filename (self->folder, mark, NULL);
  g_autoptr (GError) error = NULL;
  GPid pid;

  environment = g_environ_setenv (environment, MARK, marked, TRUE);
  g_spawn_async (self->folder, words, environment,
                 G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                 set_up_daemon, (gpointer) user, &pid, &error);
  g_assert_no_error (error);
  return pid;
}

/* Returns what a command prints; "" if it fails. Transfer full. */
static char *
ask (const char *command)
{
  g_autofree char *out = NULL;
  int status;

  if (!g_spawn_command_line_sync (command, &out, NULL, &status, NULL) || status != 0)
    return g_strdup ("");
  return g_strstrip (g_steal_pointer (&out));
}

/* Waits until a command prints @expected; FALSE after @most_s. */
static gboolean
wait_for (const char *command,
          const char *expected,
          guint       most_s)
{
  const gint64 end = g_get_monotonic_time () + most_s * G_USEC_PER_SEC;

  while (g_get_monotonic_time () < end)
    {
      g_autofree char *out = ask (command);

      if (g_str_equal (out, expected))
        return TRUE;
      g_usleep (POLL_US);
    }
  return FALSE;
}

static void
start_reaper (SlurmCluster *self)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE);
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_unsetenv (launcher, "SLURM_CONF"); /* or it would end itself */
  self->reaper = g_subprocess_launcher_spawn (launcher, &error, "setsid", "sh", "-c", reaper, "reaper", self->folder, NULL);
  g_assert_no_error (error);
}

SlurmCluster *
slurm_cluster_start (const char **why)
{
  SlurmCluster *self;
  const struct passwd *munge = getpwnam ("munge");
  g_autofree char *path = g_strconcat (g_getenv ("PATH"), ":/usr/sbin:/sbin", NULL), *line = NULL;

  g_setenv ("PATH", path, TRUE);
  *why = geteuid () != 0 ? "no root" : munge == NULL ? "no munge" : NULL;
  if (*why == NULL && !g_file_test ("/sys/kernel", G_FILE_TEST_IS_DIR)) /* slurmd dies without it */
    *why = "no /sys";
  for (guint i = 0; i < G_N_ELEMENTS (programs) && *why == NULL; i++)
    {
      g_autofree char *found = g_find_program_in_path (programs[i]);

      *why = found == NULL ? "no slurm" : NULL;
    }
  if (*why != NULL)
    return NULL;
  self = g_new0 (SlurmCluster, 1);
  make_folder (self, munge);
  start_reaper (self);
  line = g_strdup_printf ("munged --foreground --force --key-file=%s/munge/key --socket=%s/munge.socket --pid-file=%s/munge/pid "
                          "--log-file=%s/munge/log --seed-file=%s/munge/seed",
                          self->folder, self->folder, self->folder, self->folder, self->folder);
  self->daemons[0] = start_daemon (self, "munge", munge, line);
  self->daemons[1] = start_daemon (self, "ctld", NULL, "slurmctld -c -D");
  self->daemons[2] = start_daemon (self, "n1", NULL, "slurmd -D -N n1");
  self->daemons[3] = start_daemon (self, "n2", NULL, "slurmd -D -N n2");
  if (wait_for ("sinfo -h -o '%T %D'", "idle 2", START_S))
    return self;
  slurm_cluster_stop (self);
  *why = "slurm does not start";
  return NULL;
}

void
slurm_cluster_stop (SlurmCluster *self)
{
  g_output_stream_close (g_subprocess_get_stdin_pipe (self->reaper), NULL, NULL);
  g_subprocess_wait (self->reaper, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (self->daemons); i++)
    waitpid (self->daemons[i], NULL, 0);
  g_object_unref (self->reaper);
  g_free (self->folder);
  g_free (self);
}

/* --- jobs and nodes */

void
slurm_cluster_wait (SlurmCluster *self)
{
  g_autofree char *left = NULL;

  if (wait_for ("sh -c 'squeue -h -o %i && echo end'", "end", JOBS_S))
    return;
  left = ask ("squeue");
  g_error ("jobs do not end:\n%s", left);
}

/* Calls @each with every process whose environment has "@name=@value…". */
static void
each_process (const char *name,
              const char *value,
              void      (*each) (GPid     pid,
                                 gpointer data),
              gpointer    data)
{
  g_autoptr (GDir) proc = g_dir_open ("/proc", 0, NULL);
  g_autofree char *wanted = g_strdup_printf ("%s=%s", name, value);
  const char *pid;

  while ((pid = g_dir_read_name (proc)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", pid, "environ", NULL), *text = NULL;
      gsize n = 0;

      if (!g_ascii_isdigit (pid[0]) || !g_file_get_contents (path, &text, &n, NULL))
        continue;
      for (const char *p = text; p < text + n; p += strlen (p) + 1)
        if (g_str_has_prefix (p, wanted))
          {
            each ((GPid) g_ascii_strtoll (pid, NULL, 10), data);
            break;
          }
    }
}

static void
see_stopped (GPid     pid,
             gpointer node)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid), *text = NULL, *environ = NULL, *all = NULL;
  const char *end;
  gsize n;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (end = strrchr (text, ')')) == NULL || end[2] != 'T')
    return;
  environ = g_strdup_printf ("/proc/%d/environ", pid);
  if (!g_file_get_contents (environ, &all, &n, NULL))
    return;
  for (const char *p = all; p < all + n; p += strlen (p) + 1)
    if (g_str_has_prefix (p, "SLURMD_NODENAME=n"))
      *(guint *) node = (guint) (p[strlen ("SLURMD_NODENAME=n")] - '0');
}

guint
slurm_cluster_find_stopped (SlurmCluster *self)
{
  const gint64 end = g_get_monotonic_time () + JOBS_S * G_USEC_PER_SEC;
  g_autofree char *settings = g_build_filename (self->folder, "slurm.conf", NULL);
  guint node = 0;

  while (node == 0 && g_get_monotonic_time () < end)
    {
      each_process ("SLURM_CONF", settings, see_stopped, &node);
      g_usleep (POLL_US);
    }
  if (node == 0)
    g_error ("no process of a job stops");
  return node;
}

static void
kill_process (GPid     pid,
              gpointer data)
{
  kill (pid, SIGKILL);
}

static void
kill_if_of_node (GPid     pid,
                 gpointer name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/environ", pid), *text = NULL;
  gsize n;

  if (!g_file_get_contents (path, &text, &n, NULL))
    return;
  for (const char *p = text; p < text + n; p += strlen (p) + 1)
    if (g_str_equal (p, name))
      kill (pid, SIGKILL);
}

void
slurm_cluster_kill_node (SlurmCluster *self,
                         guint         node)
{
  g_autofree char *marked = g_strdup_printf ("%s/n%u", self->folder, node);
  g_autofree char *of_node = g_strdup_printf ("SLURMD_NODENAME=n%u", node);
  g_autofree char *settings = g_build_filename (self->folder, "slurm.conf", NULL), *out = NULL;
  g_autofree char *down = g_strdup_printf ("scontrol update NodeName=n%u State=DOWN Reason=test", node);

  /* The daemon and what watches its tasks first, so that nobody tells the controller how they end. */
  each_process (MARK, marked, kill_process, NULL);
  each_process ("SLURM_CONF", settings, kill_if_of_node, of_node);
  out = ask (down);
}
