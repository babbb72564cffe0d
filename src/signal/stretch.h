/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Minimum, maximum, sum of squares and gaps of a run of samples, for the scan and the overview. */
#pragma once

#include "source.h"

#include <math.h>

G_BEGIN_DECLS

/* Complex samples count by magnitude: NaN if either part is NaN, otherwise infinite if either part is. */
typedef struct
{
  double  min, max;    /* of the finite samples; min > max if there are none */
  double  squares;     /* sum of squares of the finite samples */
  guint64 finite, nan, inf;
} OndesStretch;

#define ONDES_STRETCH_NONE ((OndesStretch) { .min = INFINITY, .max = -INFINITY })

/* Adds the elements [at, at + n) of @data. */
void ondes_stretch_add  (OndesStretch       *self,
                         OndesType           type,
                         const void         *data,
                         gsize               at,
                         gsize               n);
/* Adds the measurements of @other. */
void ondes_stretch_join (OndesStretch       *self,
                         const OndesStretch *other);

G_END_DECLS
