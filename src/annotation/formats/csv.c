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

/* TRUE if one of the columns that the delimiter makes of the first line tells where annotations begin. */
static gboolean
has_start (const char *text,
           gsize       length,
           char        delimiter)
{
  g_autofree char *line = g_strndup (text, MIN (length, 65536));
  g_auto (GStrv) cells = g_strsplit (line, (const char[]) { delimiter, '\0' }, 1000);

  gboolean offset = FALSE, duration = FALSE;

  for (guint i = 0; cells[i] != NULL; i++)
    {
      g_strdelimit (cells[i], "\"", ' ');
      if (ondes_annotation_column_role (cells[i]) == ONDES_COLUMN_START)
        return TRUE;
      offset = offset || ondes_annotation_is_offset (cells[i]);
      duration = duration || ondes_annotation_column_role (cells[i]) == ONDES_COLUMN_DURATION;
    }
  return offset && duration;
}

/* Returns the delimiter that splits the first line into the most cells, of those that leave a column for the start if any does. */
static char
find_delimiter (const char *text,
                gsize       length)
{
  gboolean starts = FALSE;
  guint most = 0;
  char best = ',';

  for (const char *d = ONDES_CSV_DELIMITERS; *d != '\0'; d++)
    {
      const gboolean has = has_start (text, length, *d);
      gboolean quoted = FALSE;
      guint n = 0;

      for (const char *p = text; p < text + length; p++)
        if (*p == '"')
          quoted = !quoted;
        else
          n += *p == *d && !quoted;
      if (has > starts || (has == starts && n > most))
        {
          most = n;
          best = *d;
          starts = has;
        }
    }
  return best;
}

static gsize
line_length (const char *text,
             const char *end)
{
  return MIN (strcspn (text, "\r\n"), (gsize) (end - text));
}

static gboolean
detect (const char *text,
        const char *end)
{
  const gsize length = line_length (text, end);

  return has_start (text, length, find_delimiter (text, length));
}

static gboolean
parse (OndesAnnotationInput *input,
       GError              **error)
{
  OndesAnnotationDialect dialect = written;

  dialect.delimiter = find_delimiter (input->p, line_length (input->p, input->end));
  return ondes_annotation_read_table (input, &dialect, error);
}

static void
write_csv (OndesAnnotationOutput *output)
{
  ondes_annotation_write_table (output, &written, NULL, NULL);
}

const OndesAnnotationFormatClass ondes_annotations_csv = { { "csv", "CSV", ".csv", TRUE }, detect, parse, write_csv };
