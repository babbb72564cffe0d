/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scan-private.h"

#define PIECE 32768

void
ondes_scan_add (OndesScan          *scan,
                const OndesStretch *stretch)
{
  if (stretch->finite > 0)
    scan->peak = MAX (scan->peak, MAX (fabs (stretch->least), fabs (stretch->most)));
  scan->nan += stretch->nan;
  scan->inf += stretch->inf;
  scan->frames += stretch->finite + stretch->nan + stretch->inf;
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
      OndesStretch stretch = ONDES_STRETCH_NONE;

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !ondes_source_read (source, scan->frames, n, piece, error))
        return FALSE;
      ondes_stretch_add (&stretch, source->type, piece, 0, n);
      ondes_scan_add (scan, &stretch);
      if (progress)
        progress ((double) scan->frames / (double) source->n, user_data);
    }
  return TRUE;
}
