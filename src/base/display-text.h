/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of files, for people: titles and names come from anywhere, and a terminal obeys control characters. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @text in valid UTF-8 with U+FFFD in the place of bytes that are none and of control characters. Transfer full. */
char *ondes_display_text  (const char *text);
/* The same of a path, whatever the encoding of file names. */
char *ondes_display_path  (const char *path);

/* The same of the sentence of an error that a reader has set, for what it quotes of its file; @error may be NULL. */
void  ondes_error_display (GError    **error);

G_END_DECLS
