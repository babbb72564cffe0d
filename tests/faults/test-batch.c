/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes that fail as on a full disk, renames that do, and kills at any change of a file, of a run and of its workers: what is
 * there then is part of the whole run, and a run without faults makes the rest, byte for byte. */
#include <glib/gstdio.h>
#include <string.h>

#include "batch-fixture.h"

#define LATE 40 /* changes that a worker makes of a few recordings, about */

static void
run_with_fault (CliFolder  *folder,
                const char *kind,
                guint       n,
                const char *action)
{
  g_autofree char *fault = g_strdup_printf ("%s %u %s", kind, n, action), *mark = cli_folder_path (folder, "mark");
  g_autoptr (CliResult) result = NULL;

  g_setenv ("ONDES_FAULT", fault, TRUE);
  g_setenv ("ONDES_FAULT_MARK", mark, TRUE);
  g_setenv ("LD_PRELOAD", g_getenv ("ONDES_FAULTS"), TRUE);
  result = cli_run (folder, "batch", "run", "faulty", "--workers", "2", "--part", n % 2 ? "0.3" : "600", NULL);
  g_unsetenv ("LD_PRELOAD");
  g_test_message ("%s: status %d %s", fault, result->status, result->err);
  g_unlink (mark);
}

/* TRUE for what the next run removes, or puts together. */
static gboolean
is_passing (const char *line)
{
  return g_str_has_prefix (line, ".ondes-") || strstr (line, "/.ondes-") != NULL || strstr (line, ".part ") != NULL;
}

/* Removes what tells of failures: a machine that fails is no fault of a recording, but some of its failures look like one. */
static char *
contents (CliFolder  *folder,
          const char *run)
{
  return batch_contents_but (folder, run, "failed");
}

static void
test_faults (CliFolder    *folder,
             gconstpointer action)
{
  static const char *const kinds[] = { "write", "change", "rename" };
  g_autofree char *whole = NULL, *found = NULL, *merged = NULL, *merged_again = NULL;

  batch_make_folder (folder);
  batch_plan (folder, "whole");
  batch_plan (folder, "faulty");
  batch_run (folder, "whole", NULL, NULL);
  whole = contents (folder, "whole");
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *some = NULL;
      g_auto (GStrv) lines = NULL;

      run_with_fault (folder, kinds[i % G_N_ELEMENTS (kinds)], (guint) g_test_rand_int_range (1, LATE), action);
      some = contents (folder, "faulty");
      lines = g_strsplit (some, "\n", -1);
      for (char **line = lines; *line != NULL; line++)
        if (!is_passing (*line) && strstr (whole, *line) == NULL)
          g_error ("not of the whole run: %s", *line);
    }
  batch_run (folder, "faulty", "--retry-failed", NULL);
  merged = batch_merged (folder, "whole");
  merged_again = batch_merged (folder, "faulty");
  g_assert_cmpstr (merged_again, ==, merged);
  found = contents (folder, "faulty");
  g_clear_pointer (&whole, g_free);
  whole = contents (folder, "whole");
  g_assert_cmpstr (found, ==, whole);
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
#define ADD(path, data) g_test_add (path, CliFolder, data, cli_folder_set_up, test_faults, batch_tear_down)
  ADD ("/ondes/faults/batch/goes-on-where-a-disk-was-full", "fail");
  ADD ("/ondes/faults/batch/goes-on-where-it-was-killed", "kill");
  return g_test_run ();
}
