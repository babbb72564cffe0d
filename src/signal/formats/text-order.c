/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-order.h"

#include "text-dates.h"
#include "text-lines.h"

#include <string.h>

#define CLOSED_MOST 100 /* dates of another kind, after which none is looked at */
#define LINES_BETWEEN 4096 /* cancellation checks */

static void
take_cell (OndesTextOrder        *self,
           OndesDateVotes        *votes,
           OndesCell              cell,
           const OndesTextLayout *layout)
{
  ondes_date_votes_add (votes, cell, layout->dialect.decimal);
  if (votes->open == 1 && self->example[0] == '\0')
    {
      const gsize n = MIN (cell.length, sizeof self->example - 1);

      memcpy (self->example, cell.text, n);
      self->example[strcspn (self->example, " ")] = '\0';
    }
}

gboolean
ondes_text_order_find (OndesTextOrder        *self,
                       const OndesOpening    *opening,
                       const OndesTextLayout *layout,
                       guint                  c,
                       guint64                most_rows,
                       GError               **error)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (OndesCell));
  g_auto (OndesLineReader) lines;
  OndesDateVotes votes = { 0 };
  GError *local = NULL;
  guint64 seen = 0;
  OndesCell line;

  *self = (OndesTextOrder) { 0 };
  ondes_line_reader_init (&lines, opening->fd, opening->display);
  while (seen < most_rows && !ondes_date_votes_done (&votes) && (votes.open > 0 || seen < CLOSED_MOST)
         && ondes_line_reader_next (&lines, &line, &local))
    {
      if (lines.number < layout->first_line || ondes_line_is_comment (line))
        continue;
      if (seen++ % LINES_BETWEEN == 0
          && g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (opening->watch), error))
        return FALSE;
      ondes_line_split (line, layout->dialect.separator, FALSE, cells);
      if (c < cells->len)
        take_cell (self, &votes, g_array_index (cells, OndesCell, c), layout);
    }
  self->order = ondes_date_votes_decide (&votes, layout->dialect.decimal, &self->sure);
  self->open = votes.open;
  return ondes_error_none (local, error);
}
