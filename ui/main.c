/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "installed.h"
#include "ondes-application.h"

int
main (int argc,
      char *argv[])
{
  g_autoptr (OndesApplication) application = NULL;
  const char *catalogues = g_getenv ("ONDES_LOCALE_DIR"); /* the build folder's, before anything is installed */
  g_autofree char *installed = ondes_installed_folder (ONDES_FOLDER_LOCALE);

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, catalogues != NULL ? catalogues : installed);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = ondes_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
