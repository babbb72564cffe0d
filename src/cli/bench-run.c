/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs ondes-bench in place of this process, if it is installed. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/installed.h"
#include "base/result-stream.h"
#include "command.h"

#define PROGRAM "ondes-bench"

/* Returns the one of the build folder which this program lies in, or the installed one. Transfer full. */
static char *
find_program (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self != NULL ? g_path_get_dirname (self) : NULL;
  g_autofree char *built = folder != NULL ? g_build_filename (folder, "../../bench", PROGRAM, NULL) : NULL;
  g_autofree char *installed = ondes_installed_folder (ONDES_FOLDER_PROGRAMS);

  if (built != NULL && g_file_test (built, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&built);
  return g_build_filename (installed, PROGRAM, NULL);
}

gboolean
cli_bench_run (const CliRun *run,
               GError      **error)
{
  g_autofree char *program = find_program (), *line = NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  gsize length;
  int why;

  if (!g_file_get_contents ("/proc/self/cmdline", &line, &length, error))
    return FALSE;
  for (char *word = line; word < line + length; word += strlen (word) + 1)
    g_ptr_array_add (words, word);
  g_ptr_array_add (words, NULL);
  words->pdata[0] = program;
  dup2 (ondes_result_fd (), STDOUT_FILENO);
  execv (program, (char **) words->pdata);
  why = errno;
  if (why == ENOENT)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE,
                 "%s: is not there; install the benchmarks of Ondes (ondes-bench in Debian), or build with -Dbench=true", program);
  else
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_FILE, "%s: cannot be run: %s", program, g_strerror (why));
  return FALSE;
}
