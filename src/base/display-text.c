/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display-text.h"

char *
ondes_display_text (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *shown = g_string_sized_new (64);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      g_string_append_unichar (shown, g_unichar_iscntrl (c) ? 0xfffd : c);
    }
  return g_string_free (shown, FALSE);
}

char *
ondes_display_path (const char *path)
{
  g_autofree char *name = g_filename_display_name (path);

  return ondes_display_text (name);
}

void
ondes_error_display (GError **error)
{
  char *shown;

  if (!error || !*error)
    return;
  shown = ondes_display_text ((*error)->message);
  g_free ((*error)->message);
  (*error)->message = shown;
}
