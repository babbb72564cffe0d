/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs on a real Slurm of two nodes: the same bytes as one process, however many shards there are and whatever node dies. */
#include "batch-fixture.h"
#include "slurm-cluster.h"

#include <glib/gstdio.h>
#include <string.h>

#define STOPS_AT "24" /* changes of files that a worker makes of its first recordings, about */

/* Submits a run. */
static void
submit (CliFolder  *folder,
        const char *run,
        const char *shards)
{
  g_autoptr (CliResult) result = cli_run (folder, "batch", "submit", run, "--slurm", "--shards", shards, NULL);

  cli_assert_done (result);
  g_test_message ("%s", result->err);
}

/* Returns the contents of a run, less what its jobs said. */
static char *
outputs (CliFolder  *folder,
         const char *run)
{
  return batch_contents_but (folder, run, "slurm/");
}

/* Prints what the jobs of a run said. */
static void
tell_logs (CliFolder  *folder,
           const char *run)
{
  g_autofree char *path = g_build_filename (folder->folder, run, "slurm", NULL);
  g_autoptr (GDir) logs = g_dir_open (path, 0, NULL);
  const char *name;

  while (logs != NULL && (name = g_dir_read_name (logs)) != NULL)
    {
      g_autofree char *log = g_build_filename (path, name, NULL), *text = NULL;

      if (g_file_get_contents (log, &text, NULL, NULL))
        g_test_message ("%s: %s", name, text);
    }
}

/* Makes the recordings, and what one process makes of them. */
static char *
make_expected (CliFolder *folder)
{
  batch_make_folder (folder);
  for (guint i = 0; i < 9; i++)
    {
      g_autofree char *name = g_strdup_printf ("more/%u_2024010%u_030405.wav", i, i % 3 + 1);

      batch_write_noise (folder, name, BATCH_RATE);
    }
  batch_plan_all (folder, "one");
  batch_run (folder, "one", "--workers", "1");
  g_free (batch_merged (folder, "one"));
  return outputs (folder, "one");
}

static void
assert_outputs (CliFolder  *folder,
                const char *run,
                const char *expected)
{
  g_autofree char *found = outputs (folder, run);

  tell_logs (folder, run);
  g_assert_cmpstr (found, ==, expected);
}

static void
test_all (CliFolder    *folder,
          gconstpointer data)
{
  static const char *const shards[] = { "1", "3", "8" };
  const char *why;
  SlurmCluster *cluster = slurm_cluster_start (&why);
  g_autofree char *expected = NULL, *mark = cli_folder_path (folder, "mark");
  guint node;

  if (cluster == NULL)
    {
      g_test_skip (why);
      return;
    }
  expected = make_expected (folder);
  for (guint i = 0; i < G_N_ELEMENTS (shards); i++)
    {
      batch_plan_all (folder, shards[i]);
      submit (folder, shards[i], shards[i]);
    }
  batch_plan_all (folder, "killed");
  slurm_cluster_wait (cluster);
  for (guint i = 0; i < G_N_ELEMENTS (shards); i++)
    assert_outputs (folder, shards[i], expected);
  /* One worker stops between two changes of files, and its node dies. */
  g_setenv ("ONDES_FAULT", "change " STOPS_AT " stop", TRUE);
  g_setenv ("ONDES_FAULT_MARK", mark, TRUE);
  g_setenv ("LD_PRELOAD", g_getenv ("ONDES_FAULTS"), TRUE);
  submit (folder, "killed", "2");
  g_unsetenv ("LD_PRELOAD");
  node = slurm_cluster_find_stopped (cluster);
  slurm_cluster_kill_node (cluster, node);
  slurm_cluster_wait (cluster);
  assert_outputs (folder, "killed", expected);
  slurm_cluster_stop (cluster);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#ifdef __SANITIZE_ADDRESS__
  g_print ("1..0 # SKIP the sanitizer has to be loaded first\n");
  return 0;
#endif
  g_test_add ("/ondes/batch/slurm/shards-and-a-dead-node-change-no-byte", CliFolder, NULL, cli_folder_set_up, test_all,
              batch_tear_down);
  return g_test_run ();
}
