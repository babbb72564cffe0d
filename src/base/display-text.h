/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes text from files safe to display: titles and names come from anywhere, and terminals obey control characters. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* TRUE if @c is not seen but acts: a control character, which a terminal obeys, a separator of lines, or a mark of direction, which
 * shows what follows in another order. */
gboolean ondes_display_acts (gunichar    c);
/* TRUE if @text is valid UTF-8 without such characters. */
gboolean ondes_display_safe (const char *text);

/* Returns @text as valid UTF-8, with U+FFFD in place of invalid bytes and characters that act. Transfer full. */
char *ondes_display_text  (const char *text);
/* The same, but newlines and tabs stay: for text of several lines, such as a table. Transfer full. */
char *ondes_display_lines (const char *text);
/* Returns @path, in any file-name encoding, as ondes_display_text() does. Transfer full. */
char *ondes_display_path  (const char *path);

/* Makes the message of a reader's error, which may quote the file, safe to display; @error may be NULL. */
void  ondes_error_display (GError    **error);

G_END_DECLS
