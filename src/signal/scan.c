/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scan-private.h"

#include "base/memory.h"

#define PIECE 32768 /* samples per step, over all sources */
#define SHORTEST 256 /* fewest samples per source */

void
ondes_scan_add (OndesScan          *scan,
                const OndesStretch *stretch)
{
  if (stretch->finite > 0)
    scan->peak = MAX (scan->peak, MAX (fabs (stretch->min), fabs (stretch->max)));
  scan->nan += stretch->nan;
  scan->inf += stretch->inf;
  scan->frames += stretch->finite + stretch->nan + stretch->inf;
}

gboolean
ondes_sources_scan (OndesSource *const *sources,
                    guint               n_sources,
                    OndesScan          *scans,
                    const OndesWatch   *watch,
                    GError            **error)
{
  /* Channels are interleaved in a file: reading short pieces in turn decodes each of its blocks only once. */
  const gsize piece = MAX (PIECE / n_sources, SHORTEST);
  g_autofree void *data = NULL;
  guint64 length = 0;
  gsize bytes = 0;

  for (guint i = 0; i < n_sources; i++)
    {
      scans[i] = (OndesScan) { 0 };
      length = MAX (length, sources[i]->n);
      bytes = MAX (bytes, ondes_type_bytes (sources[i]->type, piece));
    }
  data = ondes_memory_try (bytes, error);
  if (!data)
    return FALSE;
  for (guint64 at = 0; at < length; at += piece)
    {
      for (guint i = 0; i < n_sources; i++)
        {
          gsize n = (gsize) MIN (piece, sources[i]->n - scans[i].frames);
          OndesStretch stretch = ONDES_STRETCH_NONE;

          if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (watch), error))
            return FALSE;
          if (n > 0 && !ondes_source_read (sources[i], at, n, data, error))
            return FALSE;
          ondes_stretch_add (&stretch, sources[i]->type, data, 0, n);
          ondes_scan_add (&scans[i], &stretch);
        }
      ondes_watch_tell (watch, (double) MIN (at + piece, length) / (double) length);
    }
  return TRUE;
}

gboolean
ondes_source_scan (OndesSource      *source,
                   OndesScan        *scan,
                   const OndesWatch *watch,
                   GError          **error)
{
  return ondes_sources_scan (&source, 1, scan, watch, error);
}
