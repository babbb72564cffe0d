/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs over many recordings that end early, or meet others: what is there is whole, and what is left is done by the next. */
#include "batch-fixture.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

/* Each output is there as a whole or not at all; what is there stays. */
static void
assert_part_of (const char *some,
                const char *all)
{
  g_auto (GStrv) lines = g_strsplit (some, "\n", -1), whole = g_strsplit (all, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    if (!g_strv_contains ((const char *const *) whole, *line))
      g_error ("%s is no part of\n%s", *line, all);
}

static void
test_killed (CliFolder    *folder,
             gconstpointer number)
{
  g_autofree char *expected = NULL, *merged = NULL, *found = NULL, *merged_again = NULL;

  const gboolean is_long = g_getenv ("ONDES_TEST_LONG") != NULL; /* 50 moments of minutes of work */

  batch_make_folder (folder);
  for (guint i = 0; i < 60 && is_long; i++)
    {
      g_autofree char *name = g_strdup_printf ("long/%u.wav", i);

      batch_write_noise (folder, name, 4 * BATCH_RATE);
    }
  batch_plan (folder, "whole");
  batch_plan (folder, "killed");
  batch_run (folder, "whole", NULL, NULL);
  expected = batch_contents (folder, "whole");
  for (guint i = 0; i < (is_long ? 50 : 6); i++)
    {
      g_autoptr (GSubprocess) process = batch_start (folder, "killed", "0/1");
      g_autofree char *some = NULL;

      g_usleep ((gulong) g_test_rand_int_range (0, 150) * 1000);
      g_subprocess_send_signal (process, GPOINTER_TO_INT (number));
      g_subprocess_wait (process, NULL, NULL);
      some = batch_contents (folder, "killed");
      assert_part_of (some, expected);
      if (GPOINTER_TO_INT (number) != SIGINT || !g_subprocess_get_if_exited (process)
          || g_subprocess_get_exit_status (process) == 130)
        continue;
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 3); /* some of the recordings cannot be read */
      g_assert_cmpstr (some, ==, expected);
    }
  batch_run (folder, "killed", NULL, NULL);
  merged = batch_merged (folder, "whole");
  merged_again = batch_merged (folder, "killed");
  g_assert_cmpstr (merged_again, ==, merged);
  found = batch_contents (folder, "killed");
  g_clear_pointer (&expected, g_free);
  expected = batch_contents (folder, "whole");
  g_assert_cmpstr (found, ==, expected);
}

/* TRUE if a folder below @folder has a file that is whole. */
static gboolean
has_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *within = g_build_filename (folder, name, NULL);

      if (g_str_has_suffix (name, ".tsv") || has_files (within))
        return TRUE;
    }
  return FALSE;
}

/* The status tells what is left, though a file that tells of a failure is there. */
static void
test_interrupted_after_failure (CliFolder    *folder,
                                gconstpointer data)
{
  g_autofree char *failed = cli_folder_path (folder, "run/failed");
  g_autoptr (GSubprocess) process = NULL;

  batch_write_noise (folder, "b.wav", 1000 * BATCH_RATE); /* some seconds of work */
  cli_folder_write (folder, "rec/a.wav", "hello", 5);
  batch_plan (folder, "run");
  process = batch_start (folder, "run", "0/1");
  while (!has_files (failed))
    {
      g_assert_nonnull (g_subprocess_get_identifier (process));
      g_usleep (1000);
    }
  g_subprocess_send_signal (process, SIGINT);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
}

/* TRUE if a folder in @folder has one called @name. */
static gboolean
has_folder (const char *folder,
            const char *name)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *inner;

  while (dir != NULL && (inner = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, inner, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        return TRUE;
    }
  return FALSE;
}

/* Interrupts a dry run that has begun to try what it would do. */
static void
interrupt_dry (CliFolder  *folder,
               const char *scratch)
{
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_set_cwd (launcher, folder->folder);
  g_subprocess_launcher_setenv (launcher, "TMPDIR", scratch, TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("ONDES_CLI"), "batch", "plan", "rec", "--products",
                                         "annotations", "-o", "run", "--detect", "10:200", "--above", "0", "--dry-run", NULL);
  g_assert_no_error (error);
  while (!has_folder (scratch, "annotations") && g_subprocess_get_identifier (process) != NULL)
    g_usleep (100);
  g_usleep ((gulong) g_test_rand_int_range (0, 100) * 1000);
  g_subprocess_send_signal (process, SIGINT);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  if (g_subprocess_get_exit_status (process) != 0)
    g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
}

/* What a dry run tries is removed, wherever it is interrupted. */
static void
test_interrupted_dry (CliFolder    *folder,
                      gconstpointer data)
{
  g_autofree char *scratch = cli_folder_path (folder, "scratch");

  batch_write_noise (folder, "a.wav", 2000 * BATCH_RATE);
  g_assert_cmpint (g_mkdir (scratch, 0700), ==, 0);
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (GDir) left = NULL;

      interrupt_dry (folder, scratch);
      left = g_dir_open (scratch, 0, NULL);
      g_assert_cmpstr (g_dir_read_name (left), ==, NULL);
    }
}

/* Processes that do the same at once: all, and shards of several sharings. */
static void
test_overlapping (CliFolder    *folder,
                  gconstpointer data)
{
  static const char *const shards[] = { "0/1", "0/2", "1/3" };
  g_autofree char *expected = NULL, *found = NULL, *merged = NULL;
  GSubprocess *processes[G_N_ELEMENTS (shards)];

  batch_make_folder (folder);
  batch_plan (folder, "whole");
  batch_plan (folder, "shared");
  batch_run (folder, "whole", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shards); i++)
    processes[i] = batch_start (folder, "shared", shards[i]);
  for (guint i = 0; i < G_N_ELEMENTS (shards); i++)
    {
      g_subprocess_wait (processes[i], NULL, NULL);
      g_assert_true (g_subprocess_get_if_exited (processes[i]));
      g_assert_true (g_subprocess_get_successful (processes[i]) || g_subprocess_get_exit_status (processes[i]) == 3);
      g_object_unref (processes[i]);
    }
  merged = batch_merged (folder, "whole");
  g_free (batch_merged (folder, "shared"));
  expected = batch_contents (folder, "whole");
  found = batch_contents (folder, "shared");
  g_assert_cmpstr (found, ==, expected);
}

/* No file may have more than some bytes, so that writing fails on the way. */
static void
limit_files (gpointer bytes)
{
  const struct rlimit limit = { GPOINTER_TO_SIZE (bytes), GPOINTER_TO_SIZE (bytes) };

  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &limit);
}

/* A disk without room stops the run, which says so and blames no recording; with room it goes on. */
static void
test_full (CliFolder    *folder,
           gconstpointer data)
{
  g_autofree char *whole = NULL, *some = NULL, *found = NULL, *said = NULL;
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);

  batch_write_noise (folder, "a.wav", BATCH_RATE);
  batch_write_noise (folder, "b.wav", 2 * BATCH_RATE);
  batch_plan (folder, "whole");
  batch_plan (folder, "full");
  batch_run (folder, "whole", NULL, NULL);
  whole = batch_contents (folder, "whole");
  g_subprocess_launcher_set_cwd (launcher, folder->folder);
  for (guint bytes = 64; bytes <= 4096; bytes *= 8)
    {
      g_autoptr (GSubprocess) process = NULL;

      g_subprocess_launcher_set_child_setup (launcher, limit_files, GSIZE_TO_POINTER (bytes), NULL);
      process = g_subprocess_launcher_spawn (launcher, NULL, g_getenv ("ONDES_CLI"), "batch", "run", "full", NULL);
      g_clear_pointer (&said, g_free);
      g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &said, NULL);
      g_test_message ("%s", said);
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
      g_assert_nonnull (strstr (said, "full/"));
      g_clear_pointer (&some, g_free);
      some = batch_contents (folder, "full");
      g_assert_null (strstr (some, "failed"));
      assert_part_of (some, whole);
    }
  batch_run (folder, "full", NULL, NULL);
  found = batch_contents (folder, "full");
  g_assert_cmpstr (found, ==, whole);
}

/* Lines that nobody can read are told of, though the recordings are done. */
static void
test_full_output (CliFolder    *folder,
                  gconstpointer data)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (CliResult) status = NULL;
  g_autofree char *said = NULL;

  batch_write_noise (folder, "a.wav", BATCH_RATE);
  batch_plan (folder, "run");
  g_subprocess_launcher_set_cwd (launcher, folder->folder);
  g_subprocess_launcher_set_stdout_file_path (launcher, "/dev/full");
  process = g_subprocess_launcher_spawn (launcher, NULL, g_getenv ("ONDES_CLI"), "batch", "run", "run", "--json", NULL);
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &said, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
  g_assert_true (g_str_has_prefix (said, "standard output: "));
  status = cli_run (folder, "batch", "status", "run", "--json", NULL);
  g_assert_nonnull (strstr (status->out, "\"done\": 1, \"failed\": 0, \"left\": 0"));
}

#define ADD(path, data, test) g_test_add ("/ondes/batch/" path, CliFolder, data, cli_folder_set_up, test, batch_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("killed-runs-go-on", GINT_TO_POINTER (SIGKILL), test_killed);
  ADD ("interrupted-runs-go-on", GINT_TO_POINTER (SIGINT), test_killed);
  ADD ("interrupted-after-a-failure-is-not-done", NULL, test_interrupted_after_failure);
  ADD ("an-interrupted-dry-run-leaves-nothing", NULL, test_interrupted_dry);
  ADD ("overlapping-shards-do-no-harm", NULL, test_overlapping);
  ADD ("a-full-disk-stops-a-run-that-goes-on", NULL, test_full);
  ADD ("lines-that-are-lost-are-told", NULL, test_full_output);
  return g_test_run ();
}
