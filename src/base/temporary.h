/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Temporary files beside an output that have a name: ".ondes-" and 16 hexadecimal digits. Their owner holds a lock (flock) on
 * them, which the kernel takes back however the owner ends: one without a lock was left by a process that was killed. Any
 * thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Makes and locks one in @folder; -1 with errno, else its descriptor and its path in @name, transfer full. */
int      ondes_temporary_open         (const char  *folder,
                                       char       **name);
/* Gives the unnamed file @fd (O_TMPFILE) such a name in @folder; NULL with errno, else its path, transfer full. */
char    *ondes_temporary_link         (int          fd,
                                       const char  *folder);
/* Links the unnamed file @fd to @path where nothing is there; FALSE with errno. */
gboolean ondes_temporary_link_to      (int          fd,
                                       const char  *path);
/* Removes from @folder those that no process holds any more. */
void     ondes_temporary_remove_stale (const char  *folder);

G_END_DECLS
