/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "option.h"

#include "number.h"
#include "request-error.h"
#include "words.h"

#include <math.h>
#include <string.h>

int
ondes_name_index (const char *const *names,
                  const char        *word)
{
  for (int i = 0; word != NULL && names[i] != NULL; i++)
    if (strcmp (names[i], word) == 0)
      return i;
  return -1;
}

gboolean
ondes_option_refuse (GError    **error,
                     const char *option,
                     const char *format,
                     ...)
{
  OndesSetting setting = ondes_setting_find (option);
  g_autofree char *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  /* The message names an option that is no setting. */
  if (setting == ONDES_SETTING_NONE)
    g_set_error (error, ONDES_ERROR, ONDES_ERROR_REQUEST, "%s: %s", option, sentence);
  else
    ondes_request_error_set (error, setting, NULL, "%s", sentence);
  return FALSE;
}

gboolean
ondes_option_number (const char *option,
                     const char *text,
                     double      lo,
                     double      hi,
                     double     *value,
                     GError    **error)
{
  double number;

  if (!ondes_number_parse (text, &number))
    return ondes_option_refuse (error, option, _("“%s” is not a number"), text);
  if (number >= lo && number <= hi)
    {
      *value = number;
      return TRUE;
    }
  if (!isinf (hi) && hi != G_MAXDOUBLE)
    return ondes_option_refuse (error, option, _("%s is out of range; choose %g to %g"), text, lo, hi);
  if (lo == G_MINDOUBLE)
    return ondes_option_refuse (error, option, _("%s is out of range; it has to be above 0"), text);
  return ondes_option_refuse (error, option, _("%s is out of range; at least %g"), text, lo);
}

gboolean
ondes_option_integer (const char *option,
                      const char *text,
                      guint64     lo,
                      guint64     hi,
                      guint64    *value,
                      GError    **error)
{
  if (text[0] != '\0' && strspn (text, "0123456789") == strlen (text)
      && g_ascii_string_to_unsigned (text, 10, lo, hi, value, NULL))
    return TRUE;
  return ondes_option_refuse (error, option, _("“%s” is not a whole number from %" PRIu64 " to %" PRIu64), text, lo, hi);
}

gboolean
ondes_option_range (const char *option,
                    const char *text,
                    double     *lo,
                    double     *hi,
                    GError    **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  double numbers[2];

  if (g_strv_length (parts) != 2 || !ondes_number_parse (parts[0], &numbers[0]) || !ondes_number_parse (parts[1], &numbers[1]))
    return ondes_option_refuse (error, option, _("“%s” is not two numbers with a colon, as 20:2000"), text);
  *lo = numbers[0];
  *hi = numbers[1];
  return TRUE;
}

gboolean
ondes_option_choice (const char        *option,
                     const char        *text,
                     const char *const *names,
                     guint             *value,
                     GError           **error)
{
  const int index = ondes_name_index (names, text);
  g_autofree char *all = NULL;

  if (index >= 0)
    {
      *value = (guint) index;
      return TRUE;
    }
  all = g_strjoinv (", ", (char **) names);
  return ondes_option_refuse (error, option, _("“%s” is none of %s"), text, all);
}
