/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Extents by their definition. */
#pragma once

#include <math.h>

#include "signal/pyramid.h"

/* Asserts least, largest, root mean square and gaps of [a, b) by looking at each sample. */
static inline void
assert_extent (const double      *samples,
               guint64            a,
               guint64            b,
               const OndesExtent *extent)
{
  double least = INFINITY, most = -INFINITY, squares = 0;
  guint gaps = 0, finite = 0;

  for (guint64 i = a; i < b; i++)
    if (isfinite (samples[i]))
      {
        least = MIN (least, samples[i]);
        most = MAX (most, samples[i]);
        squares += samples[i] * samples[i];
        finite++;
      }
    else
      gaps++;
  g_assert_cmpuint (extent->gaps, ==, gaps);
  if (finite == 0)
    {
      g_assert_cmpfloat (extent->min, >, extent->max);
      return;
    }
  g_assert_cmpfloat (extent->min, ==, (float) least);
  g_assert_cmpfloat (extent->max, ==, (float) most);
  g_assert_cmpfloat (fabs (extent->rms - sqrt (squares / finite)), <=, 1e-6 * sqrt (squares / finite));
}
