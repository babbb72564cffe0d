/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dot.h"

#include "clones.h"

typedef double Lanes __attribute__ ((vector_size (64), aligned (8), may_alias));

CLONES static double
sum_products (const double *a,
              const double *b,
              gsize n)
{
  Lanes lanes = { 0 };
  double sum = 0;
  gsize i = 0;

  for (; i + 8 <= n; i += 8)
    lanes += *(const Lanes *) (a + i) * *(const Lanes *) (b + i);
  for (; i < n; i++)
    sum += a[i] * b[i];
  for (guint l = 0; l < 8; l++)
    sum += lanes[l];
  return sum;
}

double
ondes_dot (const double *a,
           const double *b,
           gsize n)
{
  return sum_products (a, b, n);
}
