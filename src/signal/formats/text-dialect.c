/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-dialect.h"

#include <string.h>

/* Dialects, in order of preference if several fit a file equally well. */
static const OndesTextDialect dialects[] = {
  { ',', '.' }, { ';', '.' }, { '\t', '.' }, { ' ', '.' }, { ';', ',' }, { '\t', ',' }, { ' ', ',' }, { ',', ',' },
};

/* Returns how well a cell was understood, from 0 to 1. Words that hold another separator were not split rightly. */
static double
weight_of (OndesCell     cell,
           OndesCellKind kind,
           char          separator)
{
  if (kind == ONDES_CELL_GROUPED)
    return 0.9;
  if (kind != ONDES_CELL_TEXT)
    return 1;
  for (gsize i = 0; i < cell.length; i++)
    if (cell.text[i] != separator && (cell.text[i] == ',' || cell.text[i] == ';' || cell.text[i] == '\t'))
      return 0;
  return 0.5;
}

static OndesDialectFit
fit (GArray          *lines,
     OndesTextDialect dialect,
     guint64          header_rows)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  g_autoptr (GHashTable) widths = g_hash_table_new (NULL, NULL);
  g_autofree guint8 *said = NULL;
  OndesDialectFit result = { 0 };
  guint max = 0;

  for (int pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < lines->len; i++)
        {
          const OndesTextLine *line = &g_array_index (lines, OndesTextLine, i);
          guint numbers = 0;
          double known = 0;

          if (line->comment || line->number <= header_rows)
            continue;
          ondes_line_split (ondes_text_line_cell (line), dialect.separator, FALSE, cells);
          if (pass == 1 && cells->len != result.columns)
            continue;
          for (guint c = 0; c < cells->len; c++)
            {
              double value;
              int decimals;
              const OndesCell cell = g_array_index (cells, OndesCell, c);
              OndesCellKind kind = ondes_cell_parse (cell, &dialect, &value, &decimals);

              numbers += kind == ONDES_CELL_NUMBER || kind == ONDES_CELL_GROUPED;
              known += weight_of (cell, kind, dialect.separator);
              if (pass == 1 && kind != ONDES_CELL_EMPTY)
                said[c] = 1;
            }
          if (numbers == 0)
            continue;
          if (pass == 1)
            result.score += known / cells->len;
          else
            {
              guint lines_so = GPOINTER_TO_UINT (g_hash_table_lookup (widths, GUINT_TO_POINTER (cells->len))) + 1;

              g_hash_table_insert (widths, GUINT_TO_POINTER (cells->len), GUINT_TO_POINTER (lines_so));
              if (lines_so > max)
                {
                  max = lines_so;
                  result.columns = cells->len;
                }
            }
        }
      if (pass == 0)
        said = g_malloc0 (result.columns + 1);
    }
  for (guint c = 0; c + 1 < result.columns; c++)
    result.empty += !said[c];
  return result;
}

/* TRUE if "3,14" alone on a line is one number: on some line a zero follows the comma, and no second column would begin with
 * one. */
static gboolean
is_decimal_comma (GArray *lines)
{
  gboolean zero = FALSE;

  for (guint i = 0; i < lines->len; i++)
    {
      const OndesTextLine *line = &g_array_index (lines, OndesTextLine, i);
      const char *comma = memchr (line->text, ',', line->length);

      if (line->comment || !comma)
        continue;
      if (strpbrk (comma + 1, ",.+- \t"))
        return FALSE;
      zero |= comma[1] == '0' && comma[2] != '\0';
    }
  return zero;
}

OndesDialectFit
ondes_dialect_find (GArray                *lines,
                    const OndesTextFormat *asked,
                    OndesTextDialect      *found)
{
  OndesDialectFit best = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (dialects); i++)
    {
      OndesTextDialect dialect = { dialects[i].separator, dialects[i].decimal, asked->date_order };
      OndesDialectFit this;

      if ((asked->separator != 0 && asked->separator != dialect.separator)
          || (asked->decimal != 0 && asked->decimal != dialect.decimal))
        continue;
      this = fit (lines, dialect, asked->header_rows);
      /* Decimal commas without another separator would turn every pair of numbers into one. */
      if (dialect.decimal == ',' && this.columns == 1 && asked->decimal == 0)
        continue;
      if (this.score > best.score
          || (this.score == best.score && this.score > 0
              && (this.empty < best.empty || (this.empty == best.empty && this.columns > best.columns))))
        {
          best = this;
          *found = dialect;
        }
    }
  if (best.score > 0 && found->separator == ',' && best.columns == 2 && asked->separator == 0 && asked->decimal == 0
      && is_decimal_comma (lines))
    {
      *found = (OndesTextDialect) { ' ', ',', asked->date_order };
      best = fit (lines, *found, asked->header_rows);
    }
  return best;
}
