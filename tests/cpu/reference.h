/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Morlet transform by its definition, summed as it is written, in double precision (extended for the running sums).
 * Slow, and it shares no code with the engines. */
#pragma once

#include <complex.h>

#include "transform/cwt.h"

/* The compensation of a mask: gain ψ*(k + delay) + offset, then rounded to bits of full scale; bits 0 for none. */
typedef struct
{
  double        gain, delay, offset;
  guint         bits;
  OndesRounding rounding;
} ReferenceMask;

/* What is made of the mask of a scale; NULL for nothing. */
extern ReferenceMask (*reference_compensation) (double scale);

/* W at sample @t of the recording @x of @n, for @scale. */
double complex  reference_value    (const OndesCwtOptions *options,
                                    double                 scale,
                                    const double complex  *x,
                                    gint64                 n,
                                    gint64                 t);
/* The same at @count samples. */
void            reference_values   (const OndesCwtOptions *options,
                                    double                 scale,
                                    const double complex  *x,
                                    gint64                 n,
                                    const gint64          *at,
                                    gsize                  count,
                                    double complex        *out);
/* Row @scale at samples [first, first + count); g_free() it. */
double complex *reference_row      (const OndesCwtOptions *options,
                                    double                 scale,
                                    const double complex  *x,
                                    gint64                 n,
                                    gint64                 first,
                                    gint64                 count);
