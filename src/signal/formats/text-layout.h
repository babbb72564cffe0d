/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layout of a text file's columns, guessed from its first lines. */
#pragma once

#include "text-header.h"

G_BEGIN_DECLS

typedef struct
{
  OndesTextDialect dialect;
  guint            columns;    /* of the file, not counting an empty one after a trailing separator */
  gboolean         trailing;   /* lines end in a separator */
  OndesCellKind   *kinds;      /* [columns] NUMBER, DATE or TEXT */
  char           **names;      /* [columns] entries may be NULL */
  char           **units;      /* [columns] from a name such as "p (mbar)" or from a line of units; entries may be NULL */
  guint64          first_line; /* first line of numbers, as the line reader counts */
  OndesStatedRate  stated;     /* rate stated above the numbers */
  guint            lone;       /* count of isolated numbers among words, which belong to the header */
  gboolean         one_line;   /* all numbers are on one line, as one channel */
} OndesTextLayout;

/* Guesses the layout; FALSE, with an error sentence, if there are no columns of numbers. */
gboolean ondes_text_layout_guess (OndesTextLayout *self,
                                  int              fd,
                                  const char      *display,
                                  GError         **error);
void     ondes_text_layout_clear (OndesTextLayout *self);

/* TRUE if a column's name means time. @time_unit is then its unit, NULL if the name does not give one, and @factor the
 * multiplier that converts its stamps to that unit. */
gboolean ondes_name_is_time      (const char      *name,
                                  const char      *unit,
                                  const char     **time_unit,
                                  double          *factor);
/* TRUE if a column's name means an index, which counts rows, not time. */
gboolean ondes_name_is_index     (const char      *name);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesTextLayout, ondes_text_layout_clear)

G_END_DECLS
