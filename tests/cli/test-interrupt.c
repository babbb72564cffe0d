/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A long job, interrupted while it writes: status 130, nothing said, nothing left. */
#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli-run.h"

/* TRUE once the process holds a file open that lies in @folder under any name but @input's: the output is begun. */
static gboolean
writes_into (const char *pid,
             const char *folder,
             const char *input)
{
  g_autofree char *fds = g_strdup_printf ("/proc/%s/fd", pid);
  g_autoptr (GDir) dir = g_dir_open (fds, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *link = g_build_filename (fds, name, NULL), *target = g_file_read_link (link, NULL);

      if (target != NULL && g_str_has_prefix (target, folder) && !g_str_has_suffix (target, input))
        return TRUE;
    }
  return FALSE;
}

/* TRUE while any process has its working folder there. */
static gboolean
anyone_in (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *link = g_build_filename ("/proc", name, "cwd", NULL), *target = g_file_read_link (link, NULL);

      if (g_strcmp0 (target, folder) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
interrupt (CliFolder         *folder,
           const char *const *words,
           int                number)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GPtrArray) line = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  const char *sanitizer = g_getenv ("ASAN_OPTIONS");
  g_autofree char *err = NULL, *options = g_strconcat (sanitizer != NULL ? sanitizer : "", ":atexit=1", NULL);
  const char *pid;
  guint before = cli_folder_count (folder);

  g_ptr_array_add (line, (gpointer) g_getenv ("ONDES_CLI"));
  for (; *words != NULL; words++)
    g_ptr_array_add (line, (gpointer) *words);
  g_ptr_array_add (line, NULL);
  g_subprocess_launcher_set_cwd (launcher, folder->folder);
  /* AddressSanitizer then says on standard error if exit handlers ran. */
  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", options, TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) line->pdata, &error);
  g_assert_no_error (error);
  while ((pid = g_subprocess_get_identifier (process)) != NULL && !writes_into (pid, folder->folder, "long.npy"))
    g_usleep (1000);
  g_assert_nonnull (pid); /* it did not end before */
  g_subprocess_send_signal (process, number);
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &err, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
  g_assert_cmpstr (err, ==, "");
  g_assert_cmpuint (cli_folder_count (folder), ==, before);
  while (anyone_in (folder->folder)) /* what frees its memory and its output behind it ends too */
    g_usleep (1000);
}

static const struct
{
  const char *output, *columns;
} outputs[] = { { "out.npy", "100" }, { "out.npz", "100" }, { "out.csv", "100" }, { "out.png", "100" } };

static void
test_interrupt (CliFolder    *folder,
                gconstpointer number)
{
  const guint64 n = 1000000;
  g_autofree double *x = g_new0 (double, n);

  cli_folder_write_npy (folder, "long.npy", x, n);
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      /* A million times some forty thousand taps, four hundred rows of them. */
      const char *const words[] = { "cwt",       "long.npy",
                                    "--rate",    "1000",
                                    "-o",        outputs[i].output,
                                    "--columns", outputs[i].columns,
                                    "--method",  "direct",
                                    "--scales",  "2500:2900",
                                    "--engine",  "cpu",
                                    NULL };

      interrupt (folder, words, GPOINTER_TO_INT (number));
    }
}

/* A million samples times as many taps. */
static void
test_filter (CliFolder    *folder,
             gconstpointer number)
{
  static const char *const names[] = { "out.wav", "out.flac", "out.npy" };
  const guint64 n = 1000000;
  g_autofree double *x = g_new0 (double, n);

  cli_folder_write_npy (folder, "long.npy", x, n);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *const words[] = { "filter", "long.npy", "--rate", "1000", "-o",        names[i],
                                    "--method", "direct", "--taps", "long.npy", NULL };

      interrupt (folder, words, GPOINTER_TO_INT (number));
    }
}

/* What was there before stays. */
static void
test_old_stays (CliFolder    *folder,
                gconstpointer number)
{
  const guint64 n = 1000000;
  g_autofree double *x = g_new0 (double, n);
  const char *const words[] = { "cwt",      "long.npy", "--rate",   "1000",      "-o",       "out.npy", "--columns", "100",
                                "--method", "direct",   "--scales", "2500:2900", "--engine", "cpu",     NULL };
  g_autofree char *path = cli_folder_path (folder, "out.npy"), *text = NULL;

  cli_folder_write_npy (folder, "long.npy", x, n);
  cli_folder_write (folder, "out.npy", "old", 3);
  interrupt (folder, words, GPOINTER_TO_INT (number));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "old");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, number, function) \
  g_test_add (path, CliFolder, GINT_TO_POINTER (number), cli_folder_set_up, function, cli_folder_tear_down)
  ADD ("/ondes/cli/interrupt/sigint", SIGINT, test_interrupt);
  ADD ("/ondes/cli/interrupt/sigterm", SIGTERM, test_interrupt);
  ADD ("/ondes/cli/interrupt/filter", SIGINT, test_filter);
  ADD ("/ondes/cli/interrupt/old-output-stays", SIGINT, test_old_stays);
  return g_test_run ();
}
