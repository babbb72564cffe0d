/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of day, month and year in a column of dates. */
#pragma once

#include "signal/reader.h"
#include "text-layout.h"

G_BEGIN_DECLS

typedef struct
{
  OndesDateOrder order; /* AUTO if all dates tell it themselves */
  gboolean       sure;  /* FALSE if it is guessed */
  guint64        open;  /* dates that do not tell it themselves */
  char           example[32]; /* the first of them */
} OndesTextOrder;

/* Looks at the dates in column @c, from 0, of up to @most_rows lines, until one tells the order. Fails with a sentence, or
 * cancelled. */
gboolean ondes_text_order_find (OndesTextOrder        *self,
                                const OndesOpening    *opening,
                                const OndesTextLayout *layout,
                                guint                  c,
                                guint64                most_rows,
                                GError               **error);

G_END_DECLS
