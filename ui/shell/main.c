/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "base/installed.h"
#include "ondes-application.h"

/* Prefixes "./" to arguments after "--" that begin with "-", so that they are files. GLib leaves "--" itself among the files if
 * one of them begins with "-". */
static void
name_files (char **words)
{
  gboolean files = FALSE;

  for (; *words != NULL; words++)
    if (files && (*words)[0] == '-')
      *words = g_build_filename (".", *words, NULL);
    else
      files |= g_str_equal (*words, "--");
}

int
main (int argc,
      char *argv[])
{
  g_autoptr (OndesApplication) application = NULL;
  const char *catalogues = g_getenv ("ONDES_LOCALE_DIR"); /* in the build folder, for running uninstalled */
  g_autofree char *installed = ondes_installed_folder (ONDES_FOLDER_LOCALE);

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, catalogues != NULL ? catalogues : installed);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  name_files (argv + 1);
  application = ondes_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
