/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pyramid.h"

#include <float.h>

#define RATIO 4

static float
to_float (double x)
{
  return (float) CLAMP (x, -(double) FLT_MAX, (double) FLT_MAX);
}

OndesExtent
ondes_extent_of (const OndesStretch *stretch)
{
  OndesExtent extent = { INFINITY, -INFINITY, 0, (guint) (stretch->nan + stretch->inf) };

  if (stretch->finite > 0)
    {
      extent.min = to_float (stretch->min);
      extent.max = to_float (stretch->max);
      extent.rms = to_float (sqrt (stretch->squares / (double) stretch->finite));
    }
  return extent;
}

gboolean
ondes_pyramid_init (OndesPyramid *self,
                    guint64       n,
                    guint64       stride)
{
  *self = (OndesPyramid) { .n = n, .stride = stride, .stretches = n / stride + (n % stride != 0) };
  for (guint64 m = self->stretches;; m = (m + RATIO - 1) / RATIO)
    {
      self->levels[self->n_levels] = g_try_new (OndesExtent, MAX (m, 1));
      if (!self->levels[self->n_levels])
        {
          ondes_pyramid_clear (self);
          return FALSE;
        }
      self->n_levels++;
      if (m <= 1)
        return TRUE;
    }
}

void
ondes_pyramid_clear (OndesPyramid *self)
{
  for (guint i = 0; i < self->n_levels; i++)
    g_free (self->levels[i]);
  self->n_levels = 0;
}

/* Adds extent @i of a level to @sum. Squares are taken in double precision, as 1e-30 squared underflows a float. */
static void
add (const OndesPyramid *self,
     guint               level,
     guint64             i,
     OndesStretch       *sum)
{
  const OndesExtent *from = &self->levels[level][i];
  guint64 stride = self->stride << (2 * level), values = MIN (stride, self->n - i * stride), finite = values - from->gaps;

  sum->min = MIN (sum->min, from->min);
  sum->max = MAX (sum->max, from->max);
  sum->squares += (double) from->rms * from->rms * (double) finite;
  sum->finite += finite;
  sum->nan += from->gaps;
}

void
ondes_pyramid_raise (OndesPyramid *self,
                     guint64       i)
{
  for (guint level = 1; level < self->n_levels; level++)
    {
      guint64 below = ((self->stretches - 1) >> 2 * (level - 1)) + 1, child = i >> 2 * (level - 1), first = child / RATIO * RATIO;
      OndesStretch sum = ONDES_STRETCH_NONE;

      if (child % RATIO != RATIO - 1 && child != below - 1)
        return;
      for (guint64 c = first; c <= child; c++)
        add (self, level - 1, c, &sum);
      self->levels[level][child / RATIO] = ondes_extent_of (&sum);
    }
}

void
ondes_pyramid_add (const OndesPyramid *self,
                   guint64             from,
                   guint64             to,
                   OndesStretch       *sum)
{
  while (from < to)
    {
      guint level = 0;
      guint64 width = 1;

      while (level + 1 < self->n_levels && from % (width * RATIO) == 0 && from + width * RATIO <= to)
        {
          width *= RATIO;
          level++;
        }
      add (self, level, from / width, sum);
      from += width;
    }
}
