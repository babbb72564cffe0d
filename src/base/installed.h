/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an installed Ondes keeps its folders. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_FOLDER_MODULES, /* libdir/ondes: the engines' modules */
  ONDES_FOLDER_SAMPLES, /* datadir/ondes/samples */
  ONDES_FOLDER_SCRIPTS, /* datadir/ondes */
  ONDES_FOLDER_SCHEMAS, /* datadir/glib-2.0/schemas */
  ONDES_FOLDER_LOCALE,  /* localedir */
  ONDES_N_FOLDERS
} OndesFolder;

/* Seen from the program that runs where that lies in a bindir, so that what was installed may be moved as a whole; of the prefix
 * that Ondes was configured for where it does not (in the build folder, say). Whether the folder is there is not looked for.
 * From any thread. Transfer full. */
char *ondes_installed_folder (OndesFolder folder);

G_END_DECLS
