/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs.h"

#define FRAMES_MOST ((double) (G_GUINT64_CONSTANT (1) << 40))
#define SPARSE_MOST 1e6                    /* frames of a span for each that was recorded */
#define SECONDS_MOST (200 * 365.2425 * 86400)

/* Returns the first run that ends after @frame. */
static guint
find_run (const GArray *runs,
          guint64       frame)
{
  guint low = 0, high = runs->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;
      const OndesRun *run = &g_array_index (runs, OndesRun, middle);

      if (run->frame + run->frames > frame)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

gboolean
ondes_runs_read (OndesReader *reader,
                 guint64      at,
                 gsize        n,
                 void        *dst,
                 GError     **error)
{
  const GArray *runs = reader->runs;
  guint found = find_run (runs, at);

  for (gsize done = 0, m; done < n; done += m)
    {
      const OndesRun *run = found < runs->len ? &g_array_index (runs, OndesRun, found) : NULL;
      const guint64 frame = at + done;

      if (run == NULL || run->frame > frame)
        {
          m = run == NULL ? n - done : (gsize) MIN (n - done, run->frame - frame);
          for (guint c = 0; c < reader->channels; c++)
            ondes_reader_fill_gap (reader, m, dst, c * n + done);
          continue;
        }
      m = (gsize) MIN (n - done, run->frame + run->frames - frame);
      if (!reader->klass->read_run (reader, run, frame - run->frame, m, &(OndesRunTarget) { dst, done, n }, error))
        return FALSE;
      found++;
    }
  return TRUE;
}

guint64
ondes_runs_gap (const OndesReader *reader,
                guint              channel,
                guint64            at)
{
  const guint found = find_run (reader->runs, at);
  const guint64 begin = found < reader->runs->len ? g_array_index (reader->runs, OndesRun, found).frame : reader->frames;

  return begin > at ? begin - at : 0;
}

guint64
ondes_runs_count_gaps (const GArray *runs)
{
  guint64 gaps = 0;

  for (guint i = 1; i < runs->len; i++)
    gaps += g_array_index (runs, OndesRun, i).frame
            > g_array_index (runs, OndesRun, i - 1).frame + g_array_index (runs, OndesRun, i - 1).frames;
  return gaps;
}

double
ondes_runs_span_most (guint64 recorded,
                      double  rate_hz)
{
  const double most = MIN (FRAMES_MOST, SPARSE_MOST * (double) recorded);

  return rate_hz > 0 ? MIN (most, SECONDS_MOST * rate_hz) : most;
}
