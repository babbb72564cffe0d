/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes text from files safe to display: titles and names come from anywhere, and terminals obey control characters. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns @text as valid UTF-8, with U+FFFD in place of invalid bytes and control characters. Transfer full. */
char *ondes_display_text  (const char *text);
/* Returns @path, in any file-name encoding, as such a text. Transfer full. */
char *ondes_display_path  (const char *path);

/* Makes the message of a reader's error, which may quote the file, safe to display; @error may be NULL. */
void  ondes_error_display (GError    **error);

G_END_DECLS
