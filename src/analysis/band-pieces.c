/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "band-pieces.h"

#include "base/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double
ondes_pieces_level (const double *mean_squares,
                    const double *weights,
                    gsize         n)
{
  double sum = 0, all = 0;

  for (gsize i = 0; i < n; i++)
    {
      const double weight = weights != NULL ? weights[i] : 1;

      sum += weight * mean_squares[i];
      all += weight;
    }
  return n > 0 ? 10 * log10 (sum / all) : NAN;
}

double
ondes_pieces_percentile (const double *mean_squares,
                         gsize         n,
                         double        p,
                         double       *scratch)
{
  double place, part, lower, upper;
  gsize i;

  if (n == 0)
    return NAN;
  memcpy (scratch, mean_squares, n * sizeof *scratch);
  qsort (scratch, n, sizeof *scratch, ondes_compare_doubles);
  place = p / 100 * (double) (n - 1);
  i = MIN ((gsize) place, n - 1);
  part = place - (double) i;
  lower = 10 * log10 (scratch[i]);
  upper = 10 * log10 (scratch[MIN (i + 1, n - 1)]);
  return part == 0 || isinf (lower) ? lower : lower + part * (upper - lower);
}
