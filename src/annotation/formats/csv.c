/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV (RFC 4180) with a line of column names: start, end, low, high, track, label and any others. Read with commas, semicolons or
 * tabs, and with the names that other programs write. */
#include "formats.h"

#include <string.h>

static const char *const labels[] = { "label", "annotation", "name", "common name", "species", "class", "tag", "text", "trial type",
                                      "event", "scientific name", NULL };
static const OndesAnnotationDialect written
  = { .delimiter = ',', .cells = ONDES_CELLS_QUOTED, .labels = labels,
      .names = { "start", "end", "low", "high", "track", "label" } };
static const char delimiters[] = ",;\t";

/* Returns the delimiter that splits the first line into the most cells. */
static char
find_delimiter (const char *text,
                const char *end)
{
  const char *line_end = text + MIN (strcspn (text, "\r\n"), (gsize) (end - text));
  guint most = 0;
  char best = ',';

  for (const char *d = delimiters; *d != '\0'; d++)
    {
      gboolean quoted = FALSE;
      guint n = 0;

      for (const char *p = text; p < line_end; p++)
        if (*p == '"')
          quoted = !quoted;
        else
          n += *p == *d && !quoted;
      if (n > most)
        {
          most = n;
          best = *d;
        }
    }
  return best;
}

static gboolean
detect (const char *text,
        const char *end)
{
  const gsize length = MIN (strcspn (text, "\r\n"), (gsize) (end - text));
  const char delimiter = find_delimiter (text, end);
  g_autofree char *line = g_strndup (text, MIN (length, 65536));
  g_auto (GStrv) cells = g_strsplit (line, (const char[]) { delimiter, '\0' }, 1000);

  for (guint i = 0; cells[i] != NULL; i++)
    {
      g_strdelimit (cells[i], "\"", ' ');
      if (ondes_annotation_column_role (cells[i]) == ONDES_COLUMN_START)
        return TRUE;
    }
  return FALSE;
}

static gboolean
parse (OndesAnnotationInput *input,
       GError              **error)
{
  OndesAnnotationDialect dialect = written;

  dialect.delimiter = find_delimiter (input->p, input->end);
  return ondes_annotation_read_table (input, &dialect, error);
}

static void
write_csv (OndesAnnotationOutput *output)
{
  ondes_annotation_write_table (output, &written, NULL, NULL);
}

const OndesAnnotationFormatClass ondes_annotations_csv = { { "csv", "CSV", ".csv", TRUE }, detect, parse, write_csv };
