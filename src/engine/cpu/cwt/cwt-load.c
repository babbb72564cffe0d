/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the samples of tiles: reads them, scales them for single precision, and decimates them if the group needs that. */
#include "cwt-run.h"

#include "halve.h"
#include "base/clones.h"

#include <math.h>
#include <string.h>

#define LOAD_PIECE (1 << 16) /* samples per read of a longer tile; cancellation is checked between reads */
#define QUIET      500       /* how many times louder than the view its surroundings may be before they add visible noise */

typedef struct
{
  double sum[2], low[2], high[2];
} Extent;

typedef double Eight __attribute__ ((vector_size (64), aligned (8), may_alias));
typedef gint64 EightMasks __attribute__ ((vector_size (64), may_alias));

#define CHOSEN(mask, a, b) ((Eight) (((EightMasks) (a) & (mask)) | ((EightMasks) (b) & ~(mask))))

/* Updates sum (of values times @share), low and high, per part, from @n samples of @parts interleaved values. */
CLONES static void
extend (Extent       *self,
        const double *x,
        gsize         n,
        guint         parts,
        double        share)
{
  const Eight none = { 0 };
  Eight sum = none, low = none + INFINITY, high = none - INFINITY;
  gsize i = 0;

  n *= parts;
  for (; i + 8 <= n; i += 8)
    {
      const Eight v = *(const Eight *) (x + i);

      sum += v * share; /* the plain sum may overflow */
      low = CHOSEN (v < low, v, low);
      high = CHOSEN (v > high, v, high);
    }
  for (; i < n; i++)
    {
      sum[i % 8] += x[i] * share;
      low[i % 8] = MIN (x[i], low[i % 8]);
      high[i % 8] = MAX (x[i], high[i % 8]);
    }
  for (guint j = 0; j < 8; j++)
    {
      self->sum[j % parts] += sum[j];
      self->low[j % parts] = MIN (self->low[j % parts], low[j]);
      self->high[j % parts] = MAX (self->high[j % parts], high[j]);
    }
}

static OndesLevel
level_of (const Extent *extent,
          guint         parts)
{
  OndesLevel level = { .gain = 1 };
  double peak = 0;

  for (guint part = 0; part < parts; part++)
    {
      const double low = extent->low[part], high = extent->high[part];
      double mean = CLAMP (extent->sum[part], low, high);

      /* a small offset does no harm, and without subtraction the samples stay exact */
      if (fabs (mean) * 4 < MAX (-low, high))
        mean = 0;
      level.mean[part] = mean;
      peak = MAX (peak, MAX (high - mean, mean - low));
    }
  if (peak == 0)
    peak = MAX (fabs (level.mean[0]), fabs (level.mean[1]));
  if (peak > 0)
    {
      int exponent;

      frexp (peak, &exponent);
      level.gain = ldexp (1, -CLAMP (exponent, -1000, 1000));
    }
  return level;
}

gboolean
ondes_cwt_load (OndesCwtRun         *self,
                guint                worker,
                const OndesCwtInput *input,
                OndesLevel          *level)
{
  const OndesCwtLayout *layout = self->layout;
  const OndesKernels *kernels = input->kernels;
  const guint parts = layout->complex_in ? 2 : 1;
  const gint64 at = input->at;
  const gsize n = input->n, piece = MIN (n, LOAD_PIECE);
  char *x = input->x, *im = input->im;
  const gboolean kept = self->samples && at >= 0 && (guint64) at + n <= self->source->n;
  double *raw = ondes_buffer_get (&self->engine->workers[worker].buffers[ONDES_BUFFER_RAW], piece * parts * sizeof (double));
  Extent extent = { .low = { INFINITY, INFINITY }, .high = { -INFINITY, -INFINITY } };

  if (!raw)
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  for (int pass = 0; pass < 2; pass++)
    for (gsize i = 0; i < n; i += piece)
      {
        const gsize m = MIN (piece, n - i);
        const double *from = kept ? self->samples + ((gsize) at + i) * parts : raw;

        if (kept && ondes_cwt_stopped (self))
          return FALSE;
        if (!kept && (pass == 0 || n > piece))
          {
            GError *error = NULL;
            gint64 start;

            if (ondes_cwt_stopped (self))
              return FALSE;
            start = g_get_monotonic_time ();
            if (!ondes_halo_read (self->source, layout->cwt->options.boundary, at + (gint64) i, m,
                                  parts == 2 ? ONDES_C128 : ONDES_F64, raw, &error))
              {
                ondes_cwt_fail (self, error);
                return FALSE;
              }
            ondes_cwt_moved (self, start, m * parts * sizeof (double));
          }
        if (pass == 0)
          {
            extend (&extent, from, m, parts, 1 / (double) n);
            if (i + m == n)
              *level = level_of (&extent, parts);
          }
        else if (parts == 1)
          kernels->load (from, m, level->mean[0], level->gain, x + i * kernels->size);
        else if (im)
          kernels->load_planar (from, m, level->mean, level->gain, x + i * kernels->size, im + i * kernels->size);
        else
          kernels->load_complex (from, m, level->mean, level->gain, x + 2 * i * kernels->size);
      }
  return TRUE;
}

gboolean
ondes_cwt_load_decimated (OndesCwtRun         *self,
                          guint                worker,
                          const OndesCwtGroup *group,
                          gint64               at,
                          OndesLevel          *level,
                          void                *x)
{
  const OndesCwtLayout *layout = self->layout;
  const guint parts = layout->complex_in ? 2 : 1;
  const gsize n = group->length;
  const gint64 reach = (gint64) ondes_halving_reach (group->level), stride = (gint64) 1 << group->level;
  const double work_each = ondes_cwt_load_work (group) * (double) group->step / (double) n; /* counts the halo as no work */
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  double *decimated = ondes_buffer_get (&buffers[ONDES_BUFFER_RAW], n * parts * sizeof *decimated);
  void *work = ondes_buffer_get (&buffers[ONDES_BUFFER_SCRATCH], ondes_halving_bytes (group->level, parts));
  Extent extent = { .low = { INFINITY, INFINITY }, .high = { -INFINITY, -INFINITY } };
  OndesHalving halving;
  gsize from = 0, to = n;

  if (!decimated || !work)
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  if (layout->cwt->options.boundary == ONDES_BOUNDARY_ZERO) /* samples out of reach of the recording are zero */
    {
      while (from < n && at + (gint64) from * stride + reach < 0)
        from++;
      while (to > from && at + (gint64) (to - 1) * stride - reach >= (gint64) self->source->n)
        to--;
      memset (decimated, 0, from * parts * sizeof *decimated);
      memset (decimated + to * parts, 0, (n - to) * parts * sizeof *decimated);
    }
  ondes_halving_begin (&halving, group->level, parts, work);
  for (gint64 next = at + (gint64) from * stride - reach, end = at + (gint64) to * stride - stride + reach + 1; from < to;)
    {
      const gsize m = (gsize) MIN (end - next, ONDES_HALVING_PIECE);
      double *into = ondes_halving_next (&halving);
      const gint64 start = g_get_monotonic_time ();
      GError *error = NULL;

      if (ondes_cwt_stopped (self))
        return FALSE;
      if (self->samples && next >= 0 && (guint64) next + m <= self->source->n)
        memcpy (into, self->samples + (gsize) next * parts, m * parts * sizeof *into);
      else if (ondes_halo_read (self->source, layout->cwt->options.boundary, next, m, parts == 2 ? ONDES_C128 : ONDES_F64, into,
                                &error))
        ondes_cwt_moved (self, start, m * parts * sizeof *into);
      else
        {
          ondes_cwt_fail (self, error);
          return FALSE;
        }
      from += ondes_halving_take (&halving, m, decimated + from * parts);
      next += (gint64) m;
      ondes_cwt_advance (self, worker, work_each * (double) m);
    }
  extend (&extent, decimated, n, parts, 1 / (double) n);
  *level = level_of (&extent, parts);
  if (parts == 1)
    layout->kernels->load (decimated, n, level->mean[0], level->gain, x);
  else
    layout->kernels->load_complex (decimated, n, level->mean, level->gain, x);
  return TRUE;
}

/* Raises @peak to the largest magnitude of a part of samples [at, end), and stops early once it reaches @threshold. FALSE if
 * they cannot be read, or if the run was stopped. */
static gboolean
find_peak (OndesCwtRun          *self,
           const OndesCwtLayout *layout,
           gint64                at,
           gint64                end,
           double                threshold,
           double               *peak)
{
  const guint parts = layout->complex_in ? 2 : 1;
  double *x = ondes_buffer_get (&self->engine->workers[0].buffers[ONDES_BUFFER_RAW], LOAD_PIECE * parts * sizeof *x);

  for (; x && at < end && *peak < threshold; at += LOAD_PIECE)
    {
      const gsize n = (gsize) MIN (LOAD_PIECE, end - at);
      Extent extent = { .low = { INFINITY, INFINITY }, .high = { -INFINITY, -INFINITY } };

      if (ondes_cwt_stopped (self)
          || !ondes_halo_read (self->source, layout->cwt->options.boundary, at, n, parts == 2 ? ONDES_C128 : ONDES_F64, x, NULL))
        return FALSE;
      extend (&extent, x, n, parts, 0);
      for (guint part = 0; part < parts; part++)
        *peak = MAX (*peak, MAX (extent.high[part], -extent.low[part]));
    }
  return x != NULL;
}

gboolean
ondes_cwt_is_quiet (OndesCwtRun          *self,
                    const OndesCwtLayout *layout)
{
  const gboolean zero = layout->cwt->options.boundary == ONDES_BOUNDARY_ZERO;
  const gint64 n = (gint64) self->source->n, first = (gint64) self->first, end = first + (gint64) layout->count;
  double outside = 0, inside = 0;
  guint64 reach = 0;
  gint64 reach_clamped;

  if (!layout->single || !layout->pooled || layout->count == self->source->n)
    return FALSE;
  for (guint i = 0; i < layout->groups->len; i++)
    {
      const OndesCwtGroup *group = &g_array_index (layout->groups, OndesCwtGroup, i);

      reach = MAX (reach, (group->halo + MAX (group->length, group->step)) << group->level); /* of a tile, not of a mask alone */
    }
  reach_clamped = (gint64) MIN (reach, 2 * self->source->n);
  /* n samples beyond either end contain every value that the boundary rule extends to */
  return find_peak (self, layout, MAX (first - reach_clamped, zero ? 0 : -n), first, INFINITY, &outside)
         && find_peak (self, layout, end, MIN (end + reach_clamped, zero ? n : 2 * n), INFINITY, &outside)
         && outside > 0 && find_peak (self, layout, first, end, outside / QUIET, &inside) && inside * QUIET < outside;
}
