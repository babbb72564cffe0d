/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "number.h"

#include <langinfo.h>
#include <math.h>
#include <string.h>

const char *
ondes_number_print (char   text[ONDES_NUMBER_SIZE],
                    double value)
{
  static const char *const formats[] = { "%.6g", "%.15g", "%.16g", "%.17g" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (text, ONDES_NUMBER_SIZE, formats[i], value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  return text;
}

double
ondes_number_round (double value,
                    guint  digits)
{
  char format[8], text[ONDES_NUMBER_SIZE];

  g_snprintf (format, sizeof format, "%%.%ug", digits);
  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, format, value), NULL);
}

gboolean
ondes_number_parse (const char *text,
                    double     *value)
{
  double number;
  char *end;

  /* Reject blanks, hexadecimal, NaN and infinity. */
  if (text[0] == '\0' || strspn (text, "0123456789+-.eE") != strlen (text))
    return FALSE;
  number = g_ascii_strtod (text, &end);
  if (*end != '\0' || !isfinite (number))
    return FALSE;
  *value = number;
  return TRUE;
}

/* Returns a mark of the locale, or @otherwise if absent. A mark that is not valid UTF-8, as in locales with another encoding,
 * counts as absent. */
static const char *
locale_mark (nl_item item,
             const char *otherwise)
{
  const char *mark = nl_langinfo (item);

  return mark != NULL && *mark != '\0' && g_utf8_validate (mark, -1, NULL) ? mark : otherwise;
}

char *
ondes_number_to_locale (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  const char *mark = locale_mark (RADIXCHAR, ".");
  GString *local = g_string_new (NULL);

  for (const char *c = text; *c != '\0'; c++)
    if (*c == '.' && c > text && g_ascii_isdigit (c[-1]) && g_ascii_isdigit (c[1]))
      g_string_append (local, mark);
    else
      g_string_append_c (local, *c);
  return g_string_free (local, FALSE);
}

char *
ondes_number_to_point (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  const char *mark = locale_mark (RADIXCHAR, ".");
  gboolean thousands = g_str_equal (locale_mark (THOUSEP, ""), ",");
  GString *point = g_string_new (NULL);

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar letter = g_utf8_get_char_validated (c, -1);

      if (letter == (gunichar) -1 || letter == (gunichar) -2)
        break;
      if (g_str_has_prefix (c, mark) || letter == 0x66b || (letter == ',' && !thousands))
        g_string_append_c (point, '.');
      else if (letter == 0x2212)
        g_string_append_c (point, '-');
      else if (g_unichar_isdigit (letter))
        g_string_append_c (point, (char) ('0' + g_unichar_digit_value (letter)));
      else if (letter != 0x200e && letter != 0x200f) /* skips direction marks that come with pasted text */
        g_string_append_unichar (point, letter);
    }
  g_strstrip (point->str);
  return g_string_free (point, FALSE);
}

double
ondes_number_read (const char *text)
{
  g_return_val_if_fail (text != NULL, NAN);

  g_autofree char *point = ondes_number_to_point (text);
  char *end;
  double value = g_ascii_strtod (point, &end);

  return end == point || *end != '\0' ? NAN : value;
}

gboolean
ondes_numbers_part_by_semicolon (void)
{
  return g_str_equal (locale_mark (RADIXCHAR, "."), ",");
}

char *
ondes_numbers_to_locale (const char *list)
{
  g_return_val_if_fail (list != NULL, NULL);

  g_auto (GStrv) parts = g_strsplit (list, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *part = parts[i];

      parts[i] = ondes_number_to_locale (g_strstrip (part));
    }
  return g_strjoinv (ondes_numbers_part_by_semicolon () ? "; " : ", ", parts);
}

char *
ondes_numbers_to_point (const char *list)
{
  g_return_val_if_fail (list != NULL, NULL);

  gboolean semicolons = ondes_numbers_part_by_semicolon ();
  g_autoptr (GString) parted = g_string_new (list);
  g_auto (GStrv) parts = NULL;

  for (char *c = parted->str; *c != '\0'; c++)
    if (*c == ',' && (!semicolons || g_ascii_isspace (c[1])))
      *c = ';';
  parts = g_strsplit (parted->str, ";", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *part = parts[i];

      parts[i] = ondes_number_to_point (part);
    }
  return g_strjoinv (",", parts);
}
