/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small files of text that a test writes and reads. */
#pragma once

#include <glib.h>

static inline void
text_file_write (const char *path,
                 const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* Returns what is in the file, with a NUL behind it. Transfer full. */
static inline char *
text_file_read (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}
