/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Percentiles by their definition. */
#pragma once

#include <glib.h>
#include <stdlib.h>

#include "base/compare.h"

/* Sorts the values and returns the percentile, between two of them in proportion. */
static inline double
percentile (double *values,
            gsize   n,
            double  percent)
{
  const double place = percent / 100 * ((double) n - 1);
  const gsize below = (gsize) place;

  qsort (values, n, sizeof *values, ondes_compare_doubles);
  return values[below] + (place - (double) below) * (values[MIN (below + 1, n - 1)] - values[below]);
}
