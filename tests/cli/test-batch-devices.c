/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “ondes-cli batch run --devices”, with a module of the tests of engines in the place of the CUDA engine. */
#include <string.h>

#include "batch-fixture.h"

static void
set_up (CliFolder    *folder,
        gconstpointer module)
{
  cli_folder_set_up_engine (folder, module);
  batch_make_folder (folder);
}

/* Runs @run on @devices, which is refused by a line with @part in it, for which no recording is blamed. */
static void
refuse (CliFolder  *folder,
        const char *run,
        const char *devices,
        const char *part)
{
  g_autofree char *before = batch_contents (folder, run), *after = NULL;
  g_autoptr (CliResult) result = cli_run (folder, "batch", "run", run, "--devices", devices, NULL);

  g_test_message ("%s", result->err);
  g_assert_cmpint (result->status, ==, 1);
  g_assert_nonnull (strstr (result->err, part));
  g_assert_true (strchr (result->err, '\n') == result->err + strlen (result->err) - 1);
  after = batch_contents (folder, run);
  g_assert_cmpstr (after, ==, before);
}

/* Returns the lines of batch_contents() about scalograms and thumbnails, and about parts. */
static char *
pictures (CliFolder  *folder,
          const char *run)
{
  g_autofree char *all = batch_contents (folder, run);
  g_auto (GStrv) lines = g_strsplit (all, "\n", 0);
  GString *kept = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "scalogram/") || g_str_has_prefix (lines[i], "sheet/") || strstr (lines[i], ".part ") != NULL)
      g_string_append_printf (kept, "%s\n", lines[i]);
  g_assert_cmpuint (kept->len, >, 0);
  return g_string_free (kept, FALSE);
}

/* The fake computes with the CPU's engine: so all runs have the same bytes, unless a worker computes elsewhere and says so. */
static void
test_two (CliFolder    *folder,
          gconstpointer data)
{
  static const char *const devices[] = { "0", "0,1", "1,0,1", "all" };
  g_autofree char *expected = NULL, *found = NULL, *wanted = NULL;
  g_autoptr (CliResult) shared = NULL;

  batch_plan_all (folder, "whole");
  batch_run (folder, "whole", NULL, NULL);
  expected = batch_contents (folder, "whole");
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      g_autofree char *run = g_strdup_printf ("run-%u", i), *of_run = NULL;

      batch_plan_all (folder, run);
      batch_run (folder, run, "--devices", devices[i]);
      of_run = batch_contents (folder, run);
      g_assert_cmpstr (of_run, ==, expected);
    }
  /* Without --devices too, the engine of the parameters may be one of a device: workers share levels, and no scalograms. */
  batch_plan_all (folder, "shared");
  shared = cli_run (folder, "batch", "run", "shared", "--workers", "9", "--part", "0.3", NULL);
  batch_assert_ran (shared);
  found = pictures (folder, "shared");
  wanted = pictures (folder, "whole");
  g_assert_cmpstr (found, ==, wanted);
  refuse (folder, "whole", "2", "--devices: there is no device 2");
  refuse (folder, "whole", "0,7", "--devices: there is no device 7");
}

/* A device that cannot compute stops the run with its sentence, whichever products there are; all of them are those that can. */
static void
test_old (CliFolder    *folder,
          gconstpointer data)
{
  g_autoptr (CliResult) result
    = cli_run (folder, "batch", "plan", "rec", "--products", "scalogram", "-o", "pictures", "--size", "200x150", NULL);

  cli_assert_done (result);
  batch_plan (folder, "run");
  refuse (folder, "run", "1", "fake 1: the device is too old");
  refuse (folder, "pictures", "1", "fake 1: the device is too old");
  batch_run (folder, "run", "--devices", "all");
  batch_run (folder, "pictures", "--devices", "0");
}

static void
test_none (CliFolder    *folder,
           gconstpointer data)
{
  batch_plan (folder, "run");
  refuse (folder, "run", "all", "--devices: there is no device;");
  refuse (folder, "run", "0", "--devices: there is no device 0;");
}

#define ADD(path, module, test) g_test_add ("/ondes/batch/devices/" path, CliFolder, module, set_up, test, batch_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("any-devices-give-the-same-bytes", "fake-two", test_two);
  ADD ("a-device-that-cannot-compute-stops-a-run", "fake-second-old", test_old);
  ADD ("a-missing-device-is-told", NULL, test_none);
  ADD ("no-device-is-told", "fake-without-device", test_none);
  return g_test_run ();
}
