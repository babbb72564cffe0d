/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparisons of sorts. */
#pragma once

/* −1, 0 or 1 if @x is less than, equal to or greater than @y; evaluates each of them twice. Orders by several keys are joined by
 * "?:". */
#define ONDES_COMPARE(x, y) (((x) > (y)) - ((x) < (y)))

/* Orders doubles from the smallest, for qsort() and g_array_sort(). */
static inline int
ondes_compare_doubles (const void *a,
                       const void *b)
{
  return ONDES_COMPARE (*(const double *) a, *(const double *) b);
}
