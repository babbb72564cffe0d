/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long recordings that workers share in parts: the bytes are those of one worker that has no parts, whatever happens on the way. */
#include <signal.h>
#include <string.h>

#include "batch-fixture.h"

#define WINDOWS (9 << 20) /* samples of more than two windows of what the processor computes at a time */
#define ALL "bands,scalogram,energy,annotations,ltsa,sheet"

/* Plans rec into @run with all products and the options in @more. */
static void
plan (CliFolder  *folder,
      const char *run,
      const char *more)
{
  g_autofree char *line = g_strdup_printf ("batch plan rec --products %s -o %s --size 200x150 --frequencies 50:1400 --voices 4 "
                                           "--detect 300:900 --above -14 --hysteresis 1 %s",
                                           strstr (more, "millidecades") != NULL ? "bands,ltsa" : ALL, run, more);
  g_auto (GStrv) words = g_strsplit (line, " ", 0);
  g_autoptr (CliResult) result = cli_run_words (folder, (const char *const *) words);

  cli_assert_done (result);
}

static GSubprocess *
start (CliFolder  *folder,
       const char *run,
       const char *workers,
       const char *part)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  GError *error = NULL;
  GSubprocess *process;

  g_subprocess_launcher_set_cwd (launcher, folder->folder);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("ONDES_CLI"), "batch", "run", run, "--workers", workers,
                                         "--part", part, NULL);
  g_assert_no_error (error);
  return process;
}

/* Runs @run to its end. */
static void
run (CliFolder  *folder,
     const char *name,
     const char *workers,
     const char *part)
{
  g_autoptr (CliResult) result = cli_run (folder, "batch", "run", name, "--workers", workers, "--part", part, NULL);

  batch_assert_ran (result);
}

static void
assert_same (CliFolder  *folder,
             const char *run,
             const char *expected)
{
  g_autofree char *found = batch_contents (folder, run);

  g_assert_cmpstr (found, ==, expected);
}

/* Plans and runs without parts; returns the outputs. Transfer full. */
static char *
expect (CliFolder  *folder,
        const char *more)
{
  plan (folder, "whole", more);
  run (folder, "whole", "1", "1000");
  return batch_contents (folder, "whole");
}

/* Banks with filters longer than a part, spectra, spans of no whole number of samples, and a last part with little in it. */
static void
test_bits (CliFolder    *folder,
           gconstpointer more)
{
  g_autofree char *expected = NULL;

  batch_write_noise (folder, "long.wav", 9 * BATCH_RATE + 1234);
  expected = expect (folder, more);
  plan (folder, "halves", more);
  plan (folder, "many", more);
  run (folder, "halves", "2", "5");
  run (folder, "many", "5", "0.7");
  assert_same (folder, "halves", expected);
  assert_same (folder, "many", expected);
}

/* The last recordings of many are shared too; the one that cannot be read fails with its own sentence. */
static void
test_tail (CliFolder    *folder,
           gconstpointer data)
{
  g_autofree char *expected = NULL, *merged = NULL, *found = NULL;

  batch_make_folder (folder);
  batch_write_noise (folder, "z-long.wav", 5 * BATCH_RATE);
  expected = expect (folder, "--every 0.6 --bands octave");
  plan (folder, "shared", "--every 0.6 --bands octave");
  run (folder, "shared", "4", "1");
  assert_same (folder, "shared", expected);
  merged = batch_merged (folder, "whole");
  found = batch_merged (folder, "shared");
  g_assert_cmpstr (found, ==, merged);
}

/* Adds the paths of all parts in the folder to @paths. */
static void
find_parts (const char *path,
            GPtrArray  *paths)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *within = g_build_filename (path, name, NULL);

      if (g_str_has_suffix (name, ".part"))
        g_ptr_array_add (paths, g_steal_pointer (&within));
      else
        find_parts (within, paths);
    }
}

/* Waits until @n parts are in the folder. */
static void
wait_for_parts (const char *path,
                guint       n)
{
  for (;;)
    {
      g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

      find_parts (path, paths);
      if (paths->len >= n)
        return;
      g_usleep (500);
    }
}

/* Kills a run on the way: once a part of a recording is there, or after some time. */
static void
kill_one (CliFolder  *folder,
          const char *workers,
          gboolean    with_part)
{
  g_autoptr (GSubprocess) process = start (folder, "killed", workers, "1");
  g_autofree char *bands = cli_folder_path (folder, "killed/bands");

  if (with_part)
    wait_for_parts (bands, 1);
  if (!with_part)
    g_usleep ((gulong) g_test_rand_int_range (0, 400) * 1000);
  g_subprocess_send_signal (process, SIGKILL);
  g_subprocess_wait (process, NULL, NULL);
}

/* Killed with parts done, and run on by other numbers of workers; two runs at once. */
static void
test_killed (CliFolder    *folder,
             gconstpointer data)
{
  static const char *const workers[] = { "3", "2", "7", "1" };
  g_autofree char *expected = NULL;
  g_autoptr (GSubprocess) one = NULL, other = NULL;

  batch_write_noise (folder, "a.wav", 12 * BATCH_RATE);
  batch_write_noise (folder, "b.wav", 7 * BATCH_RATE);
  expected = expect (folder, "--every 0.6");
  plan (folder, "killed", "--every 0.6");
  for (guint i = 0; i < 8; i++)
    kill_one (folder, workers[i % 4], i == 0);
  run (folder, "killed", "3", "1");
  assert_same (folder, "killed", expected);
  plan (folder, "twice", "--every 0.6");
  one = start (folder, "twice", "3", "1");
  other = start (folder, "twice", "3", "1");
  g_subprocess_wait (one, NULL, NULL);
  g_subprocess_wait (other, NULL, NULL);
  g_assert_true (g_subprocess_get_successful (one) && g_subprocess_get_successful (other));
  assert_same (folder, "twice", expected);
}

/* Plans rec into @run with pictures or numbers of few rows, and thumbnails. */
static void
plan_scalograms (CliFolder  *folder,
                 const char *run,
                 const char *more)
{
  g_autofree char *line = g_strdup_printf ("batch plan rec --products scalogram,sheet -o %s --size 200x150 --frequencies 200:1400 "
                                           "--voices 2 %s", run, more);
  g_auto (GStrv) words = g_strsplit (line, " ", 0);
  g_autoptr (CliResult) result = cli_run_words (folder, (const char *const *) words);

  cli_assert_done (result);
}

/* Kills a worker of a run that has parts of its scalogram, which goes on with another. */
static void
kill_worker (CliFolder  *folder,
             const char *run)
{
  g_autoptr (GSubprocess) process = start (folder, run, "2", "300");
  g_autofree char *path = g_build_filename (run, "scalogram", NULL), *within = cli_folder_path (folder, path);
  const char *pid = g_subprocess_get_identifier (process);
  g_autofree char *children = g_strdup_printf ("/proc/%s/task/%s/children", pid, pid), *workers = NULL;

  wait_for_parts (within, 2);
  g_assert_true (g_file_get_contents (children, &workers, NULL, NULL));
  g_assert_cmpint (kill ((pid_t) g_ascii_strtoll (workers, NULL, 10), SIGKILL), ==, 0);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_true (g_subprocess_get_successful (process));
}

/* Kills a run that has parts of both products, cuts one and changes a byte of another. */
static void
damage (CliFolder  *folder,
        const char *run)
{
  static const char *const products[] = { "scalogram", "sheet" };
  g_autoptr (GSubprocess) process = start (folder, run, "2", "300");

  for (guint i = 0; i < G_N_ELEMENTS (products); i++)
    {
      g_autofree char *path = g_build_filename (run, products[i], NULL), *within = cli_folder_path (folder, path), *data = NULL;
      g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
      gsize n;

      if (i == 0)
        {
          wait_for_parts (within, 3);
          g_subprocess_send_signal (process, SIGKILL);
          g_subprocess_wait (process, NULL, NULL);
        }
      find_parts (within, parts);
      for (guint k = 0; k < MIN (parts->len, 2); k++)
        {
          g_autofree char *bytes = NULL;

          g_assert_true (g_file_get_contents (g_ptr_array_index (parts, k), &bytes, &n, NULL));
          bytes[n / 2] ^= 16;
          g_assert_true (g_file_set_contents (g_ptr_array_index (parts, k), bytes, (gssize) (k == 0 ? n : n / 2), NULL));
        }
    }
}

/* A scalogram and a thumbnail that the processor computes in some windows, by workers that die and from parts that are damaged. */
static void
test_windows (CliFolder    *folder,
              gconstpointer more)
{
  g_autofree char *expected = NULL;

  batch_write_noise (folder, "long.wav", WINDOWS);
  plan_scalograms (folder, "whole", more);
  run (folder, "whole", "1", "1000");
  expected = batch_contents (folder, "whole");
  plan_scalograms (folder, "killed", more);
  kill_worker (folder, "killed");
  assert_same (folder, "killed", expected);
  plan_scalograms (folder, "damaged", more);
  damage (folder, "damaged");
  run (folder, "damaged", "3", "300");
  assert_same (folder, "damaged", expected);
  plan_scalograms (folder, "many", more);
  run (folder, "many", "2", "40");
  assert_same (folder, "many", expected);
}

/* Has a worker compute the parts from @first to @end − 1 of 3 of the only recording. */
static void
work (CliFolder  *folder,
      const char *run,
      guint       first,
      guint       end)
{
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                 | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *name = g_build_filename (run, "manifest.tsv", NULL), *out = NULL;
  g_autofree char *manifest = cli_folder_read (folder, name, &(gsize) { 0 });
  g_auto (GStrv) lines = g_strsplit (manifest, "\n", -1);
  g_autoptr (GString) tasks = g_string_new (NULL);
  g_autoptr (GSubprocess) process = NULL;
  GError *error = NULL;

  for (guint k = first; k < end; k++)
    g_string_append_printf (tasks, "%u/3\t%s\n", k, lines[1]);
  g_subprocess_launcher_set_cwd (launcher, folder->folder);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("ONDES_CLI"), "batch", "work", "--threads", "1", run, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, tasks->str, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (process) && g_str_has_suffix (out, "done\n"));
}

/* Merging joins the parts that a run has left, once none is missing. */
static void
test_merged (CliFolder    *folder,
             gconstpointer data)
{
  g_autofree char *expected = NULL, *merged = NULL, *found = NULL, *path = cli_folder_path (folder, "left");
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CliResult) refused = NULL;

  batch_write_noise (folder, "long_20240102_030405.wav", 5 * BATCH_RATE);
  plan (folder, "whole", "--every 0.6");
  run (folder, "whole", "1", "1000");
  merged = batch_merged (folder, "whole");
  expected = batch_contents (folder, "whole");
  plan (folder, "left", "--every 0.6");
  work (folder, "left", 0, 2);
  refused = cli_run (folder, "batch", "merge", "left", NULL);
  cli_assert_refused (refused, 1, "left: 1 recording is still to do");
  find_parts (path, parts);
  g_assert_cmpuint (parts->len, ==, 2 * 5); /* of five products, all as they were */
  work (folder, "left", 2, 3);
  found = batch_merged (folder, "left");
  g_assert_cmpstr (found, ==, merged);
  assert_same (folder, "left", expected);
}

/* Both pictures of a difference have parts. */
static void
test_second (CliFolder    *folder,
             gconstpointer more)
{
  g_autofree char *expected = NULL, *path = cli_folder_path (folder, "left");
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  batch_write_noise (folder, "long.wav", 5 * BATCH_RATE);
  plan_scalograms (folder, "whole", more);
  run (folder, "whole", "1", "1000");
  plan_scalograms (folder, "left", more);
  work (folder, "left", 0, 3);
  find_parts (path, parts);
  g_assert_cmpuint (parts->len, ==, 3 * 2 + 3); /* of the pictures, and of the thumbnail */
  run (folder, "left", "2", "1.7");
  expected = batch_contents (folder, "whole");
  assert_same (folder, "left", expected);
}

/* Nothing of them is left, and a run that is done does nothing. */
static void
test_gone (CliFolder    *folder,
            gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autoptr (CliResult) result = NULL;

  batch_write_noise (folder, "a.wav", 4 * BATCH_RATE);
  plan (folder, "run", "--every 0.6");
  result = cli_run (folder, "batch", "run", "run", "--workers", "2", "--part", "0", NULL);
  g_assert_cmpint (result->status, ==, 2);
  g_assert_nonnull (strstr (result->err, "--part"));
  run (folder, "run", "2", "1");
  before = batch_contents (folder, "run");
  run (folder, "run", "2", "1");
  assert_same (folder, "run", before);
  g_assert_null (strstr (before, ".part"));
}

#define ADD(path, data, test) g_test_add ("/ondes/batch/parts/" path, CliFolder, data, cli_folder_set_up, test, batch_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("have-the-bits-of-the-whole", "--every 0.6", test_bits);
  ADD ("are-of-whole-samples", "--every 0.0701 --bands 1/6 --detect-every 0.0331", test_bits);
  ADD ("beside-the-blocks-of-filters", "--every 1.1 --bands 1/12", test_bits);
  ADD ("of-single-precision", "--every 1 --bands octave --precision single", test_bits);
  ADD ("of-spectra", "--every 1 --bands millidecades --percentiles none", test_bits);
  ADD ("of-resampled-recordings", "--every 0.5 --condition resample:3000 --condition mean", test_bits);
  ADD ("of-the-last-recordings", NULL, test_tail);
  ADD ("of-pictures", "--detrend linear", test_windows);
  ADD ("of-numbers", "--scalogram npz --columns 333 --boundary reflect --channel mix", test_windows);
  ADD ("of-differences", "--difference 6 --amplitude-error power:0.3,0.002,0.5", test_windows);
  ADD ("outlive-their-workers", NULL, test_killed);
  ADD ("are-joined-by-merging", NULL, test_merged);
  ADD ("of-both-pictures", "--difference 6 --amplitude-error power:0.3,0.002,0.5 --oversample 2", test_second);
  ADD ("are-gone-at-the-end", NULL, test_gone);
  return g_test_run ();
}
