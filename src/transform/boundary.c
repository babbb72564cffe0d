/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "boundary.h"

#include <math.h>
#include <string.h>

gint64
ondes_boundary_index (OndesBoundary boundary,
                      gint64        t,
                      guint64       n)
{
  const gint64 last = (gint64) n - 1;
  gint64 period;

  if (t >= 0 && t <= last)
    return t;
  if (last < 0)
    return -1;
  if (last == 0 && boundary == ONDES_BOUNDARY_REFLECT)
    boundary = ONDES_BOUNDARY_EDGE;

  switch (boundary)
    {
    case ONDES_BOUNDARY_EDGE:
      return t < 0 ? 0 : last;
    case ONDES_BOUNDARY_PERIODIC:
      t %= (gint64) n;
      return t < 0 ? t + (gint64) n : t;
    case ONDES_BOUNDARY_REFLECT:
      period = 2 * last;
      t %= period;
      if (t < 0)
        t += period;
      return t <= last ? t : period - t;
    case ONDES_BOUNDARY_ZERO:
    default:
      return -1;
    }
}

/* Returns how many of the next @n positions from @t map to consecutive samples: forwards (*step 1), backwards (-1), or all to
 * one sample (0). *start is the first sample, or -1 if the positions are zeros. */
static gsize
next_run (OndesBoundary boundary,
          gint64        t,
          gsize         n,
          guint64       length,
          gint64       *start,
          int          *step)
{
  const gint64 last = (gint64) length - 1;
  gint64 room;

  *start = ondes_boundary_index (boundary, t, length);
  *step = 1;
  if (t >= 0 && t <= last)
    room = last - t + 1;
  else if (*start < 0 || boundary == ONDES_BOUNDARY_EDGE || last == 0)
    {
      *step = 0;
      room = t < 0 ? -t : G_MAXINT64;
    }
  else if (boundary == ONDES_BOUNDARY_REFLECT)
    {
      gint64 phase = t % (2 * last);

      phase += phase < 0 ? 2 * last : 0;
      *step = phase < last ? 1 : -1;
      room = phase < last ? last - phase : 2 * last - phase;
    }
  else
    room = last - *start + 1;
  return (gsize) MIN ((guint64) n, (guint64) room);
}

static void
reverse (void *data,
         gsize n,
         gsize size)
{
  char *a = data, *b = (char *) data + (n - 1) * size;

  for (; n > 1 && a < b; a += size, b -= size)
    {
      char t[16];

      memcpy (t, a, size);
      memcpy (a, b, size);
      memcpy (b, t, size);
    }
}

/* Zeroes values that are not finite. A complex number with one non-finite part becomes 0 entirely. */
static void
zero_gaps (OndesType type,
           void     *data,
           gsize     n)
{
  float *f = data;
  double *d = data;

  switch (type)
    {
    case ONDES_F32:
      for (gsize i = 0; i < n; i++)
        f[i] = isfinite (f[i]) ? f[i] : 0;
      break;
    case ONDES_F64:
      for (gsize i = 0; i < n; i++)
        d[i] = isfinite (d[i]) ? d[i] : 0;
      break;
    case ONDES_C64:
      for (gsize i = 0; i < n; i++)
        if (!isfinite (f[2 * i]) || !isfinite (f[2 * i + 1]))
          f[2 * i] = f[2 * i + 1] = 0;
      break;
    default:
      for (gsize i = 0; i < n; i++)
        if (!isfinite (d[2 * i]) || !isfinite (d[2 * i + 1]))
          d[2 * i] = d[2 * i + 1] = 0;
    }
}

gboolean
ondes_halo_read (OndesSource  *source,
                 OndesBoundary boundary,
                 gint64        at,
                 gsize         n,
                 OndesType     as,
                 void         *dst,
                 GError      **error)
{
  const gsize size = ondes_type_bytes (as, 1);
  char *out = dst;

  while (n > 0)
    {
      gint64 start;
      int step;
      gsize run = next_run (boundary, at, n, source->n, &start, &step);

      if (start < 0)
        memset (out, 0, run * size);
      else if (step == 0)
        {
          if (!ondes_source_read_as (source, (guint64) start, 1, as, out, error))
            return FALSE;
          zero_gaps (as, out, 1);
          for (gsize i = 1; i < run; i++)
            memcpy (out + i * size, out, size);
        }
      else
        {
          guint64 first = (guint64) (step > 0 ? start : start - (gint64) run + 1);

          if (!ondes_source_read_as (source, first, run, as, out, error))
            return FALSE;
          zero_gaps (as, out, run);
          if (step < 0)
            reverse (out, run, size);
        }
      out += run * size;
      at += (gint64) run;
      n -= run;
    }
  return TRUE;
}
