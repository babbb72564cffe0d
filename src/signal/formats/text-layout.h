/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layout of a text file's columns, guessed from its first lines. */
#pragma once

#include "text-header.h"
#include "signal/text-format.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_TEXT_HAS_DATE = 1,
  ONDES_TEXT_HAS_CLOCK = 2, /* a time of day */
} OndesTextStamps;

typedef struct
{
  OndesTextDialect dialect;
  guint            columns;    /* of the file, not counting an empty one after a trailing separator */
  gboolean         trailing;   /* lines end in a separator */
  OndesCellKind   *kinds;      /* [columns] NUMBER, DATE, TEXT, or EMPTY if (almost) all cells are */
  OndesTextStamps *stamps;     /* [columns] of dates: the parts that most of them have */
  gboolean        *counting;   /* [columns] TRUE if the numbers count by ones from a whole number that is no year */
  char           **names;      /* [columns] entries may be NULL */
  char           **units;      /* [columns] from a name such as "p (mbar)" or from a line of units; entries may be NULL */
  guint64          first_line; /* first line of numbers, as the line reader counts */
  OndesTextFacts   facts;      /* stated above the numbers */
  guint            lone;       /* count of isolated numbers among words, which belong to the header */
  gboolean         one_line;   /* all numbers are one channel, on one line or on lines of several numbers */
} OndesTextLayout;

/* Guesses the layout, but for what @format says; FALSE, with an error sentence, if there are no columns of numbers. */
gboolean ondes_text_layout_guess (OndesTextLayout       *self,
                                  int                    fd,
                                  const char            *display,
                                  const OndesTextFormat *format,
                                  GError               **error);
void     ondes_text_layout_clear (OndesTextLayout       *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesTextLayout, ondes_text_layout_clear)

G_END_DECLS
