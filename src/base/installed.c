/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "installed.h"

/* Folders as Meson gives them: relative to the prefix, or absolute if outside it. */
static const char *const folders[ONDES_N_FOLDERS] = {
  [ONDES_FOLDER_MODULES] = ONDES_LIBDIR "/ondes",
  [ONDES_FOLDER_SAMPLES] = ONDES_DATADIR "/ondes/samples",
  [ONDES_FOLDER_SCRIPTS] = ONDES_DATADIR "/ondes",
  [ONDES_FOLDER_SCHEMAS] = ONDES_DATADIR "/glib-2.0/schemas",
  [ONDES_FOLDER_LOCALE] = ONDES_LOCALEDIR,
};

char *
ondes_installed_folder (OndesFolder folder)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *bindir = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *prefix = NULL;

  if (g_path_is_absolute (folders[folder]))
    return g_strdup (folders[folder]);
  /* An empty prefix means "/", the root. */
  if (bindir != NULL && g_str_has_suffix (bindir, "/" ONDES_BINDIR))
    prefix = g_strndup (bindir, strlen (bindir) - strlen ("/" ONDES_BINDIR));
  return g_build_filename (prefix == NULL ? ONDES_PREFIX : *prefix == '\0' ? "/" : prefix, folders[folder], NULL);
}
