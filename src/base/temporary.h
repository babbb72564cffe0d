/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named temporary files next to an output: ".ondes-" and 16 hexadecimal digits. The owner holds a lock (flock), which the
 * kernel releases however the owner ends, so an unlocked file was left by a killed process. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Creates and locks a file in @folder. Returns its descriptor and its path in @name, transfer full; -1 with errno if it
 * fails. */
int      ondes_temporary_open         (const char  *folder,
                                       char       **name);
/* Links the unnamed file @fd (O_TMPFILE) into @folder under a temporary name. Returns its path, transfer full; NULL with errno
 * on failure. */
char    *ondes_temporary_link         (int          fd,
                                       const char  *folder);
/* Links the unnamed file @fd to @path if nothing exists there; FALSE with errno on failure. */
gboolean ondes_temporary_link_to      (int          fd,
                                       const char  *path);
/* Removes the unlocked temporary files from @folder. */
void     ondes_temporary_remove_stale (const char  *folder);

G_END_DECLS
