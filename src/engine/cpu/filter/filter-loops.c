/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-loops.h"

#include "base/clones.h"

#define LANES 16 /* independent sums */

CLONES void
ondes_filter_means (const double *x,
                    gsize         n,
                    gboolean      is_complex,
                    double        mean[2])
{
  const gsize values = is_complex ? 2 * n : n;
  double sums[LANES] = { 0 };
  gsize i = 0;

  for (; i + LANES <= values; i += LANES)
    for (gsize j = 0; j < LANES; j++)
      sums[j] += x[i + j];
  for (gsize j = 0; i < values; i++, j++)
    sums[j] += x[i];
  mean[0] = mean[1] = 0;
  for (gsize j = 0; j < LANES; j++)
    mean[is_complex ? j % 2 : 0] += sums[j] / (double) n;
}

#define T       float
#define NAME(x) x##_float
#include "filter-loops-template.h"
#undef T
#undef NAME

#define T       double
#define NAME(x) x##_double
#include "filter-loops-template.h"
