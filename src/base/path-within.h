/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the names of files that files contain: whoever made the file chose them, not the person at the machine. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the path of the file @name in @folder or in a folder below it; transfer full. The file need not exist. Returns NULL with
 * ONDES_ERROR_FILE if @name is empty or absolute, has a part "." or "..", or leads through a link out of @folder. The message
 * begins with @source, the file that contains the name. Any thread; looks at the folders on the way. */
char *ondes_path_within (const char  *source,
                         const char  *folder,
                         const char  *name,
                         GError     **error);

G_END_DECLS
