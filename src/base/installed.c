/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "installed.h"

/* Folders as Meson gives them: relative to the prefix, or absolute if outside it. */
static const char *const folders[ONDES_N_FOLDERS] = {
  [ONDES_FOLDER_MODULES] = ONDES_LIBDIR "/ondes",
  [ONDES_FOLDER_PROGRAMS] = ONDES_LIBEXECDIR "/ondes",
  [ONDES_FOLDER_SAMPLES] = ONDES_DATADIR "/ondes/samples",
  [ONDES_FOLDER_SCHEMAS] = ONDES_DATADIR "/glib-2.0/schemas",
  [ONDES_FOLDER_DOCS] = ONDES_DATADIR "/doc/ondes",
  [ONDES_FOLDER_LOCALE] = ONDES_LOCALEDIR,
};

char *
ondes_installed_folder (OndesFolder folder)
{
  static const char *const of_programs[] = { "/" ONDES_BINDIR, "/" ONDES_LIBEXECDIR "/ondes" };
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *beside = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *prefix = NULL;

  if (g_path_is_absolute (folders[folder]))
    return g_strdup (folders[folder]);
  /* An empty prefix means "/", the root. */
  for (guint i = 0; beside != NULL && prefix == NULL && i < G_N_ELEMENTS (of_programs); i++)
    if (g_str_has_suffix (beside, of_programs[i]))
      prefix = g_strndup (beside, strlen (beside) - strlen (of_programs[i]));
  return g_build_filename (prefix == NULL ? ONDES_PREFIX : *prefix == '\0' ? "/" : prefix, folders[folder], NULL);
}

char *
ondes_installed_command (void)
{
  static const char *const beside[] = { "ondes-cli", "../src/cli/ondes-cli" };
  const char *named = g_getenv ("ONDES_CLI");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;

  if (named != NULL && *named != '\0')
    return g_strdup (named);
  for (guint i = 0; folder != NULL && i < G_N_ELEMENTS (beside); i++)
    {
      g_autofree char *path = g_build_filename (folder, beside[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&path);
    }
  return g_strdup ("ondes-cli");
}
