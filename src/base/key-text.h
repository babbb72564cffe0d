/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts of key files that come from elsewhere. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the text of a key with its escapes (\s \n \t \r \\) resolved, transfer full. A text with any other backslash is returned
 * as it stands: g_key_file_get_string() prints a warning there. NULL if there is no such key, or if it is not in UTF-8. */
char *ondes_key_text (GKeyFile   *keys,
                      const char *group,
                      const char *key);

G_END_DECLS
