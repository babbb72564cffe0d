/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What “batch submit” sends to Slurm, seen by a program of its name that keeps it; the scripts are run here as Slurm would. */
#include "batch-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

/* Keeps its words, a line each, and its input; the first job has the number 70. */
static const char sbatch[] = "#!/bin/sh\n"
                             "n=$(ls \"$SENT\" | grep -c words)\n"
                             "printf '%s\\n' \"$@\" > \"$SENT/words-$n\"\n"
                             "cat > \"$SENT/script-$n\"\n"
                             "[ \"$n\" != \"$REFUSED\" ] || { echo 'sbatch: error: no such partition' >&2; exit 1; }\n"
                             "echo \"$((70 + n));cluster\"\n";

static void
set_up (CliFolder    *folder,
        gconstpointer data)
{
  static const char *const names[] = { "a.wav", "b.wav", "c.wav", "sub/d.wav", "sub/e.wav" };
  g_autofree char *path = NULL, *bin = NULL, *sent = NULL, *program = NULL;

  cli_folder_set_up (folder, data);
  bin = cli_folder_path (folder, "bin");
  sent = cli_folder_path (folder, "sent");
  program = cli_folder_path (folder, "bin/sbatch");
  g_assert_cmpint (g_mkdir (bin, 0777), ==, 0);
  g_assert_cmpint (g_mkdir (sent, 0777), ==, 0);
  cli_folder_write (folder, "bin/sbatch", sbatch, strlen (sbatch));
  g_assert_cmpint (g_chmod (program, 0755), ==, 0);
  path = g_strconcat (bin, ":/usr/bin:/bin", NULL);
  g_setenv ("PATH", path, TRUE);
  g_setenv ("SENT", sent, TRUE);
  g_unsetenv ("REFUSED");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    batch_write_noise (folder, names[i], BATCH_RATE / 2);
  cli_folder_write (folder, "rec/sub/worse.flac", "fLaC", 4);
  batch_plan (folder, "run's 1");
  batch_plan (folder, "whole");
}

static void
assert_line (CliFolder  *folder,
             const char *name,
             const char *line,
             gboolean    expected)
{
  gsize n;
  g_autofree char *text = cli_folder_read (folder, name, &n);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  if (g_strv_contains ((const char *const *) lines, line) != expected)
    g_error ("%s in %s:\n%s", line, name, text);
}

/* Runs a script as Slurm does: in the folder of the run. Returns its status. */
static int
run_script (CliFolder  *folder,
            const char *name,
            const char *task)
{
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autofree char *path = cli_folder_path (folder, name), *run = cli_folder_path (folder, "run's 1");
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_set_cwd (launcher, run);
  if (task != NULL)
    g_subprocess_launcher_setenv (launcher, "SLURM_ARRAY_TASK_ID", task, TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, "sh", path, NULL);
  g_assert_no_error (error);
  g_subprocess_wait (process, NULL, NULL);
  return g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
}

/* Three shards and what merges them make the bytes of one process. */
static void
test_sent (CliFolder    *folder,
           gconstpointer data)
{
  g_autoptr (CliResult) result = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "3", "--workers", "2",
                                          "--sbatch-option", "--partition=long", "--sbatch-option=--array=0-2%1", NULL);
  g_autofree char *run = cli_folder_path (folder, "run's 1"), *there = g_strconcat ("--chdir=", run, NULL);
  g_autofree char *logs = cli_folder_path (folder, "run's 1/slurm"), *merged = NULL, *whole = NULL;

  cli_assert_done (result);
  g_assert_nonnull (strstr (result->err, "job 70 does 3 shards, and job 71 merges"));
  g_assert_nonnull (strstr (result->out, "--dependency=afterany:70"));
  for (guint i = 0; i < 2; i++)
    {
      const char *words = i == 0 ? "sent/words-0" : "sent/words-1";

      assert_line (folder, words, there, TRUE);
      assert_line (folder, words, "--requeue", TRUE);
      assert_line (folder, words, "--partition=long", TRUE);
      assert_line (folder, words, "--array=0-2", i == 0);
      assert_line (folder, words, "--array=0-2%1", i == 0);
      assert_line (folder, words, "--cpus-per-task=2", i == 0);
      assert_line (folder, words, "--dependency=afterany:70", i == 1);
      assert_line (folder, words, "--gres=gpu:1", FALSE);
    }
  g_assert_true (g_file_test (logs, G_FILE_TEST_IS_DIR));
  g_assert_cmpint (g_rmdir (logs), ==, 0);
  g_assert_cmpint (run_script (folder, "sent/script-0", "2"), ==, 0);
  g_assert_cmpint (run_script (folder, "sent/script-1", NULL), ==, 1); /* a part of it, and says so */
  g_assert_cmpint (run_script (folder, "sent/script-0", "0"), ==, 0);
  g_assert_cmpint (run_script (folder, "sent/script-0", "1"), ==, 0);
  g_assert_cmpint (run_script (folder, "sent/script-1", NULL), ==, 0);
  batch_run (folder, "whole", NULL, NULL);
  g_free (batch_merged (folder, "whole"));
  merged = batch_contents (folder, "run's 1");
  whole = batch_contents (folder, "whole");
  g_assert_cmpstr (merged, ==, whole);
}

/* What --dry-run prints is a script that sends the same. */
static void
test_dry (CliFolder    *folder,
          gconstpointer data)
{
  g_autoptr (CliResult) dry = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--devices", "0,1",
                                       "--dry-run", NULL);
  g_autoptr (CliResult) sent = NULL;
  g_autofree char *script = NULL, *logs = cli_folder_path (folder, "run's 1/slurm");
  gsize n;

  cli_assert_done (dry);
  g_assert_false (g_file_test (logs, G_FILE_TEST_EXISTS));
  cli_folder_write (folder, "dry.sh", dry->out, dry->n_out);
  script = cli_folder_path (folder, "dry.sh");
  g_assert_true (g_spawn_sync (folder->folder, (char *[]) { (char *) "sh", script, NULL }, NULL,
                               G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, NULL, NULL));
  sent = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--devices", "0,1", NULL);
  cli_assert_done (sent);
  assert_line (folder, "sent/words-2", "--gres=gpu:2", TRUE);
  assert_line (folder, "sent/words-2", "--cpus-per-task=2", TRUE);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *a = cli_folder_read (folder, i == 0 ? "sent/words-0" : "sent/script-0", &n);
      g_autofree char *b = cli_folder_read (folder, i == 0 ? "sent/words-2" : "sent/script-2", &n);
      g_autofree char *c = cli_folder_read (folder, "sent/script-1", &n), *d = cli_folder_read (folder, "sent/script-3", &n);

      g_assert_cmpstr (a, ==, b);
      g_assert_cmpstr (c, ==, d);
    }
  assert_line (folder, "sent/words-1", "--dependency=afterany:70", TRUE);
  assert_line (folder, "sent/words-3", "--dependency=afterany:72", TRUE);
}

static void
test_refused (CliFolder    *folder,
              gconstpointer data)
{
  static const struct
  {
    int         status;
    const char *about;
    const char *words[11];
  } all[] = {
    { 2, "--slurm: missing", { "batch", "submit", "run's 1", "--shards", "2" } },
    { 2, "--shards: missing", { "batch", "submit", "run's 1", "--slurm" } },
    { 2, "--shards: ", { "batch", "submit", "run's 1", "--slurm", "--shards", "0" } },
    { 1, "rec: is no run", { "batch", "submit", "rec", "--slurm", "--shards", "2" } },
    { 2, "--devices: “all”", { "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--devices", "all" } },
    { 2, "--devices: “1”", { "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--devices", "1" } },
    { 2, "--sbatch-option: “long”", { "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--sbatch-option", "long" } },
    { 2, "--sbatch-option: “-p long”", { "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--sbatch-option", "-p long" } },
    { 2, "--sbatch-option: --chdir", { "batch", "submit", "run's 1", "--slurm", "--shards", "2", "--sbatch-option", "--chdir=x" } },
  };
  g_autoptr (CliResult) many = NULL, none = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (CliResult) result = cli_run_words (folder, all[i].words);

      cli_assert_refused (result, all[i].status, all[i].about);
    }
  many = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "9", "--dry-run", NULL);
  cli_assert_done (many);
  g_assert_nonnull (strstr (many->out, "--array=0-5 "));
  g_assert_nonnull (strstr (many->err, "6 recordings"));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CliResult) result = NULL;

      g_setenv ("REFUSED", i == 0 ? "0" : "2", TRUE); /* the first job, then the second one */
      result = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "2", NULL);
      g_assert_cmpint (result->status, ==, 1);
      g_assert_nonnull (strstr (result->err, i == 0 ? "--slurm: sbatch takes no such job: sbatch: error: no such partition"
                                                    : "job 71 does the shards, and is to be merged"));
    }
  g_setenv ("PATH", "/nowhere", TRUE);
  none = cli_run (folder, "batch", "submit", "run's 1", "--slurm", "--shards", "2", NULL);
  cli_assert_refused (none, 1, "--slurm: there is no sbatch here");
}

#define ADD(path, test) g_test_add ("/ondes/batch/submit/" path, CliFolder, NULL, set_up, test, batch_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("shards-and-their-merging-are-sent", test_sent);
  ADD ("a-dry-run-prints-what-sends-the-same", test_dry);
  ADD ("wrong-words-and-refusals-are-told", test_refused);
  return g_test_run ();
}
