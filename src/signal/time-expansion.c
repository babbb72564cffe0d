/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "time-expansion.h"

#include "base/number.h"
#include "base/request-error.h"
#include "base/words.h"

const char *const ondes_time_expansion_words[] = { "auto", "ignore", NULL };

const char *
ondes_time_expansion_expected (void)
{
  return _("auto, ignore, or a number from 1 to 1000");
}

gboolean
ondes_time_expansion_parse (const char  *text,
                            double      *value,
                            GError     **error)
{
  char *end;
  double number = g_ascii_strtod (text, &end);

  if (g_str_equal (text, "auto"))
    *value = 0;
  else if (g_str_equal (text, "ignore"))
    *value = 1;
  else if (end != text && *end == '\0' && number >= 1 && number <= ONDES_TIME_EXPANSION_MAX)
    *value = number;
  else
    return ondes_request_error_set (error, ONDES_SETTING_TIME_EXPANSION, text, _("“%s” is not %s"), text,
                                    ondes_time_expansion_expected ());
  return TRUE;
}

char *
ondes_time_expansion_print (double value)
{
  char number[ONDES_NUMBER_SIZE];

  if (value == 0)
    return NULL;
  return g_strdup (value == 1 ? "ignore" : ondes_number_print (number, value));
}
