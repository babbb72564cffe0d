/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pyramids: the least and the largest of any run of values without a look at each.
 *
 * The finest level has an extent for each stretch of so many values, each level above one for four of those below. One
 * thread fills it from the left; what is filled may be read from any thread.
 */
#pragma once

#include "stretch.h"

G_BEGIN_DECLS

/* One column of a picture of values. Complex values give their magnitude. */
typedef struct
{
  float min, max; /* of the finite values; min > max where there is none */
  float rms;      /* of the finite values */
  guint gaps;     /* values that are NaN or infinite */
} OndesExtent;

OndesExtent ondes_extent_of (const OndesStretch *stretch);

#define ONDES_PYRAMID_LEVELS 24

typedef struct
{
  guint64      n;          /* values */
  guint64      stride;     /* values of a stretch of the finest level, a power of two */
  guint64      stretches;  /* of the finest level */
  OndesExtent *levels[ONDES_PYRAMID_LEVELS];
  guint        n_levels;
} OndesPyramid;

/* FALSE where there is no memory for it; nothing has to be cleared then. */
gboolean ondes_pyramid_init (OndesPyramid    *self,
                             guint64          n,
                             guint64          stride);
void ondes_pyramid_clear (OndesPyramid       *self);
/* levels[0][i] is there: those above that it completes. */
void ondes_pyramid_raise (OndesPyramid       *self,
                          guint64             i);
/* Adds the stretches [from, to) of the finest level to @sum, by the largest that fit. */
void ondes_pyramid_add   (const OndesPyramid *self,
                          guint64             from,
                          guint64             to,
                          OndesStretch       *sum);

G_END_DECLS
