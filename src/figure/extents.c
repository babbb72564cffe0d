/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "extents.h"

#include <math.h>

#define BLOCK 65536 /* samples */

typedef struct
{
  OndesExtent *extent;
  double       squares;
  guint64      finite;
} Sum;

static void
add (Sum          *sum,
     const double *values,
     gsize         n,
     gboolean      complex)
{
  OndesExtent *extent = sum->extent;

  for (gsize i = 0; i < n; i++)
    {
      double value = complex ? hypot (values[2 * i], values[2 * i + 1]) : values[i];

      if (!isfinite (value))
        {
          extent->gaps++;
          continue;
        }
      extent->min = MIN (extent->min, (float) value);
      extent->max = MAX (extent->max, (float) value);
      sum->squares += value * value;
      sum->finite++;
    }
}

gboolean
ondes_extents_read (OndesSource  *source,
                    guint64       first,
                    guint64       count,
                    guint         columns,
                    OndesExtent  *extents,
                    GCancellable *cancellable,
                    GError      **error)
{
  gboolean complex = ondes_type_is_complex (source->type);
  g_autofree double *block = g_new (double, BLOCK * (complex ? 2 : 1));
  guint64 have = 0, have_end = 0; /* of block, from first */

  for (guint j = 0; j < columns; j++)
    {
      guint64 at = (unsigned __int128) j * count / columns, end = (unsigned __int128) (j + 1) * count / columns;
      Sum sum = { &extents[j] };

      extents[j] = (OndesExtent) { .min = INFINITY, .max = -INFINITY };
      for (end = MAX (end, at + 1); at < end;)
        {
          guint64 n;

          if (at < have || at >= have_end)
            {
              have = at;
              have_end = MIN (at + BLOCK, count);
              if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
                  !ondes_source_read_as (source, first + have, have_end - have, complex ? ONDES_C128 : ONDES_F64, block, error))
                return FALSE;
            }
          n = MIN (end, have_end) - at;
          add (&sum, block + (at - have) * (complex ? 2 : 1), n, complex);
          at += n;
        }
      extents[j].rms = sum.finite > 0 ? sqrt (sum.squares / sum.finite) : 0;
    }
  return TRUE;
}
