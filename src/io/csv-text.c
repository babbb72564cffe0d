/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "csv-text.h"

#include <string.h>

#include "base/number.h"

/* TRUE if @text begins like a formula, after any apostrophes. */
static gboolean
is_formula (const char *text)
{
  text += strspn (text, "'");
  return *text != '\0' && strchr ("=+-@\t\r\n", *text) != NULL;
}

const char *
ondes_csv_guard (const char *text)
{
  double number;

  return is_formula (text) && !ondes_number_parse (text, &number) ? "'" : "";
}

char *
ondes_csv_unguarded (char *cell)
{
  return *cell == '\'' && is_formula (cell) ? cell + 1 : cell;
}

void
ondes_csv_add_cell (GString    *line,
                    const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);
  const gboolean quoted = strpbrk (text, ",\"\n\r") != NULL;

  g_string_append_printf (line, "%s%s%s%s", quoted ? "\"" : "", ondes_csv_guard (text), quoted ? doubled : text,
                          quoted ? "\"" : "");
}
