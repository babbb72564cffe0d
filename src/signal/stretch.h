/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Least, largest, squares and gaps of a run of samples: what the scan and the overview are made of. */
#pragma once

#include "source.h"

#include <math.h>

G_BEGIN_DECLS

/* Complex samples count by their magnitude: NaN where either part is, else infinite where either part is. */
typedef struct
{
  double  least, most; /* of the finite samples; least > most where there is none */
  double  squares;     /* their sum */
  guint64 finite, nan, inf;
} OndesStretch;

#define ONDES_STRETCH_NONE ((OndesStretch) { .least = INFINITY, .most = -INFINITY })

/* Adds the elements [at, at + n) of @data. */
void ondes_stretch_add  (OndesStretch       *self,
                         OndesType           type,
                         const void         *data,
                         gsize               at,
                         gsize               n);
/* Adds all that @other measured. */
void ondes_stretch_join (OndesStretch       *self,
                         const OndesStretch *other);

G_END_DECLS
