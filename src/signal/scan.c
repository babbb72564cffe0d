/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scan-private.h"

#include <math.h>

#define PIECE 32768

void
ondes_scan_add (OndesScan  *scan,
                OndesType   type,
                const void *data,
                gsize       n)
{
  double peak = scan->peak;

  for (gsize i = 0; i < n; i++)
    {
      double x = ondes_scan_magnitude (type, data, i);

      if (isfinite (x))
        peak = MAX (peak, fabs (x));
      else if (isnan (x))
        scan->nan++;
      else
        scan->inf++;
    }
  scan->peak = peak;
  scan->frames += n;
}

gboolean
ondes_source_scan (OndesSource  *source,
                   OndesScan    *scan,
                   OndesProgress progress,
                   gpointer      user_data,
                   GCancellable *cancellable,
                   GError      **error)
{
  g_autofree void *piece = g_malloc (ondes_type_bytes (source->type, PIECE));

  *scan = (OndesScan) { 0 };
  while (scan->frames < source->n)
    {
      gsize n = (gsize) MIN (PIECE, source->n - scan->frames);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !ondes_source_read (source, scan->frames, n, piece, error))
        return FALSE;
      ondes_scan_add (scan, source->type, piece, n);
      if (progress)
        progress ((double) scan->frames / (double) source->n, user_data);
    }
  return TRUE;
}
