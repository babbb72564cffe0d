/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "extents.h"

#define BLOCK 65536 /* samples */

gboolean
ondes_extents_read (OndesSource  *source,
                    OndesSpan     span,
                    guint         columns,
                    OndesExtent  *extents,
                    GCancellable *cancellable,
                    GError      **error)
{
  g_return_val_if_fail (source != NULL && columns > 0, FALSE);

  OndesType type = ondes_type_is_complex (source->type) ? ONDES_C128 : ONDES_F64;
  g_autofree void *block = g_malloc (ondes_type_bytes (type, BLOCK));
  guint64 have = 0, have_end = 0; /* range held in block, counted from span.first */

  for (guint j = 0; j < columns; j++)
    {
      guint64 at = (unsigned __int128) j * span.count / columns, end = (unsigned __int128) (j + 1) * span.count / columns;
      OndesStretch sum = ONDES_STRETCH_NONE;

      for (end = MAX (end, at + 1); at < end;)
        {
          const guint64 gap = ondes_source_gap (source, span.first + at);
          guint64 n = MIN (gap, end - at);

          if (n > 0)
            {
              sum.nan += n;
              at += n;
              continue;
            }
          if (at < have || at >= have_end)
            {
              have = at;
              have_end = MIN (at + BLOCK, span.count);
              if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
                  !ondes_source_read_as (source, span.first + have, have_end - have, type, block, error))
                return FALSE;
            }
          n = MIN (end, have_end) - at;
          ondes_stretch_add (&sum, type, block, at - have, n);
          at += n;
        }
      extents[j] = ondes_extent_of (&sum);
    }
  return TRUE;
}
