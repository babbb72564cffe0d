/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The separator and the decimal mark that fit the first lines of a text best. */
#pragma once

#include "text-cells.h"
#include "signal/text-format.h"

G_BEGIN_DECLS

/* A line of the sample. */
typedef struct
{
  char    *text;
  gsize    length;
  guint64  number;  /* as the line reader counts */
  gboolean comment;
} OndesTextLine;

static inline OndesCell
ondes_text_line_cell (const OndesTextLine *line)
{
  return (OndesCell) { line->text, line->length };
}

typedef struct
{
  guint  columns; /* most frequent number of columns among lines with a number; 0 if no line has one */
  guint  empty;   /* empty columns, except the last */
  double score;   /* sum over the lines of how well their cells are understood, each line from 0 to 1 */
} OndesDialectFit;

/* Finds the dialect for @lines, of OndesTextLine, that are below the header of @asked, but for the marks that it has; sets
 * @dialect and returns its fit. */
OndesDialectFit ondes_dialect_find (GArray                *lines,
                                    const OndesTextFormat *asked,
                                    OndesTextDialect      *dialect);

G_END_DECLS
