/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display-text.h"

#include <string.h>

gboolean
ondes_display_acts (gunichar c)
{
  /* The characters of Unicode's Bidi_Control, U+2028 and U+2029. */
  return g_unichar_iscntrl (c) || c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e)
         || (c >= 0x2066 && c <= 0x2069);
}

gboolean
ondes_display_safe (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (ondes_display_acts (g_utf8_get_char (text)))
      return FALSE;
  return TRUE;
}

/* Replaces what acts, but for the characters of @kept. */
static char *
replace (const char *text,
         const char *kept)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *shown = g_string_sized_new (64);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      g_string_append_unichar (shown, ondes_display_acts (c) && strchr (kept, *p) == NULL ? 0xfffd : c);
    }
  return g_string_free (shown, FALSE);
}

char *
ondes_display_text (const char *text)
{
  return replace (text, "");
}

char *
ondes_display_lines (const char *text)
{
  return replace (text, "\n\t");
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
