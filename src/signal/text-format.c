/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-format.h"

#include <string.h>

#define LONGEST_LIST 1000 /* bytes, as each column of a wide file is looked up in it */

/* Parses the next range of a list, "4" or "4-6", and advances past it and its comma. */
static gboolean
take_range (const char **p,
            guint       *first,
            guint       *last)
{
  guint *const ends[] = { first, last };

  for (guint i = 0; i < 2; i++)
    {
      char *end;
      guint64 value;

      if (!g_ascii_isdigit (**p))
        return FALSE;
      value = g_ascii_strtoull (*p, &end, 10);
      if (value < 1 || value > G_MAXINT)
        return FALSE;
      *ends[i] = (guint) value;
      *p = end;
      if (i == 0 && **p != '-')
        {
          *last = *first;
          break;
        }
      *p += i == 0;
    }
  if (**p == ',' && (*p)[1] != '\0')
    ++*p;
  else if (**p != '\0')
    return FALSE;
  return *first <= *last;
}

gboolean
ondes_text_columns_valid (const char *text)
{
  guint first, last;

  if (strlen (text) > LONGEST_LIST)
    return FALSE;
  do
    if (!take_range (&text, &first, &last))
      return FALSE;
  while (*text != '\0');
  return TRUE;
}

gboolean
ondes_text_columns_have (const char *columns,
                         guint       column)
{
  guint first, last;

  while (*columns != '\0' && take_range (&columns, &first, &last))
    if (column >= first && column <= last)
      return TRUE;
  return FALSE;
}

guint
ondes_text_columns_last (const char *columns)
{
  guint first, last, largest = 0;

  while (*columns != '\0' && take_range (&columns, &first, &last))
    largest = MAX (largest, last);
  return largest;
}
