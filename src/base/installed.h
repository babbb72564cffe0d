/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Locates the folders of an installed Ondes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ONDES_FOLDER_MODULES, /* libdir/ondes: the engines' modules */
  ONDES_FOLDER_PROGRAMS, /* libexecdir/ondes: programs that others run */
  ONDES_FOLDER_SAMPLES, /* datadir/ondes/samples */
  ONDES_FOLDER_SCHEMAS, /* datadir/glib-2.0/schemas */
  ONDES_FOLDER_DOCS,    /* datadir/doc/ondes: the pages of docs/ */
  ONDES_FOLDER_LOCALE,  /* localedir */
  ONDES_N_FOLDERS
} OndesFolder;

/* Returns the path relative to the running program if that lies in a bindir or in libexecdir/ondes, so a whole installation can
 * be moved; otherwise (in the build folder, say) relative to the configured prefix. Does not check that it exists. Any thread.
 * Transfer full. */
char *ondes_installed_folder (OndesFolder folder);
/* Returns the path of ondes-cli: the one that ONDES_CLI names, the one beside the running program, that of the build folder which
 * the program lies in, or the name alone, to be looked for in PATH. Looks at files. Any thread. Transfer full. */
char *ondes_installed_command (void);

G_END_DECLS
