/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a text file's columns are, guessed from its first lines. */
#pragma once

#include "text-header.h"

G_BEGIN_DECLS

typedef struct
{
  OndesTextDialect dialect;
  guint            columns;    /* of the file; an empty one behind a trailing separator does not count */
  gboolean         trailing;   /* lines end in a separator */
  OndesCellKind   *kinds;      /* [columns] NUMBER, DATE or TEXT */
  char           **names;      /* [columns] entries may be NULL */
  char           **units;      /* [columns] from a name such as "p (mbar)" or a line of units; entries may be NULL */
  guint64          first_line; /* of the numbers, as the line reader counts */
  OndesToldRate    told;       /* of the rate, above the numbers */
  guint            lone;       /* numbers alone between words, which are the header's */
  gboolean         one_line;   /* all numbers stand in one line: they are one channel */
} OndesTextLayout;

/* FALSE with a sentence where there are no columns of numbers. */
gboolean ondes_text_layout_guess (OndesTextLayout *self,
                                  int              fd,
                                  const char      *display,
                                  GError         **error);
void     ondes_text_layout_clear (OndesTextLayout *self);

/* Whether a column is called something like time; then also its time unit where the name says it (NULL otherwise), and
 * what its stamps are to be multiplied by to be in that unit. */
gboolean ondes_name_is_time      (const char      *name,
                                  const char      *unit,
                                  const char     **time_unit,
                                  double          *factor);
/* Whether a column is called something like index: it counts rows, not time. */
gboolean ondes_name_is_index     (const char      *name);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesTextLayout, ondes_text_layout_clear)

G_END_DECLS
