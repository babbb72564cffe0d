/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compensated sums of many numbers, by Knuth's TwoSum. */
#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

/* The sum and its accumulated rounding error; begins as zeroes. */
typedef struct
{
  double sum, lost;
} OndesSum;

static inline void
ondes_sum_add (OndesSum *self,
               double    x)
{
  const double total = self->sum + x, part = total - self->sum;

  self->lost += (self->sum - (total - part)) + (x - part);
  self->sum = total;
}

/* If the sum overflows, the rounding error is not finite and is ignored. */
static inline double
ondes_sum_get (const OndesSum *self)
{
  return isfinite (self->lost) ? self->sum + self->lost : self->sum;
}

G_END_DECLS
