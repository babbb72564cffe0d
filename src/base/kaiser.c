/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kaiser.h"

#include <math.h>

/* Returns the modified Bessel function I₀ by its power series, whose terms are all positive. */
static double
bessel_i0 (double x)
{
  double sum = 1, term = 1;

  for (guint k = 1; term > sum * 1e-17; k++)
    {
      term *= (x / 2 / k) * (x / 2 / k);
      sum += term;
    }
  return sum;
}

double
ondes_kaiser_window (double beta,
                     double x)
{
  return bessel_i0 (beta * sqrt (MAX (1 - x * x, 0))) / bessel_i0 (beta);
}

double
ondes_kaiser_beta (double attenuation_db)
{
  if (attenuation_db > 50)
    return 0.1102 * (attenuation_db - 8.7);
  if (attenuation_db > 21)
    return 0.5842 * pow (attenuation_db - 21, 0.4) + 0.07886 * (attenuation_db - 21);
  return 0;
}
