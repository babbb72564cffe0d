/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kaiser.h"

#include <math.h>

/* Returns the modified Bessel function I₀ by its power series, whose terms are all positive. */
static long double
bessel_i0 (long double x)
{
  const long double square = x * x / 4;
  long double sum = 1, term = 1;

  for (guint k = 1; term > sum * 1e-20L; k++)
    {
      term *= square / ((long double) k * k);
      sum += term;
    }
  return sum;
}

double
ondes_kaiser_window (double      beta,
                     long double x)
{
  return (double) (bessel_i0 (beta * sqrtl (MAX ((1 - x) * (1 + x), 0))) / bessel_i0 (beta));
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
