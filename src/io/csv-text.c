/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "csv-text.h"

#include <string.h>

void
ondes_csv_add_cell (GString    *line,
                    const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);

  if (strpbrk (text, ",\"\n\r") != NULL)
    g_string_append_printf (line, "\"%s\"", doubled);
  else
    g_string_append (line, text);
}
