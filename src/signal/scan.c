/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scan.h"

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

/* Returns how many samples all of the sources are missing from @at on. */
static guint64
common_gap (OndesSource *const *sources,
            guint               n_sources,
            guint64             at)
{
  guint64 gap = G_MAXUINT64;

  for (guint i = 0; i < n_sources; i++)
    if (at < sources[i]->n)
      gap = MIN (gap, ondes_source_gap (sources[i], at));
  return gap;
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
  guint64 length = 0, step;
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
  for (guint64 at = 0; at < length; at += step)
    {
      const guint64 gap = common_gap (sources, n_sources, at);

      step = MIN (MAX (gap, piece), length - at);
      for (guint i = 0; i < n_sources; i++)
        {
          const guint64 n = MIN (step, sources[i]->n - scans[i].frames);
          OndesStretch stretch = ONDES_STRETCH_NONE;

          if (g_cancellable_set_error_if_cancelled (ondes_watch_cancellable (watch), error))
            return FALSE;
          if (gap >= step)
            stretch.nan = n;
          else if (n > 0 && !ondes_source_read (sources[i], at, (gsize) n, data, error))
            return FALSE;
          else
            ondes_stretch_add (&stretch, sources[i]->type, data, 0, (gsize) n);
          ondes_scan_add (&scans[i], &stretch);
        }
      ondes_watch_tell (watch, (double) (at + step) / (double) length);
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
