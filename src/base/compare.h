/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparisons of sorts. */
#pragma once

#include <string.h>

/* −1, 0 or 1 if @x is less than, equal to or greater than @y; evaluates each of them twice. Orders by several keys are joined by
 * "?:". */
#define ONDES_COMPARE(x, y) (((x) > (y)) - ((x) < (y)))

/* Orders strings, which are pointed at, by their bytes, for g_ptr_array_sort(). */
static inline int
ondes_compare_strings (const void *a,
                       const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Orders doubles from the smallest, for qsort() and g_array_sort(). */
static inline int
ondes_compare_doubles (const void *a,
                       const void *b)
{
  return ONDES_COMPARE (*(const double *) a, *(const double *) b);
}
