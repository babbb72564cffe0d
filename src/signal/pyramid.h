/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Min/max pyramids: the minimum and maximum of any run of values without visiting each one.
 *
 * The finest level has one extent per stretch of ->stride values, each higher level one per four extents below. One thread
 * fills it from the left; the filled part may be read from any thread.
 */
#pragma once

#include "stretch.h"

G_BEGIN_DECLS

/* One column of a plot of values. Complex values count by magnitude. */
typedef struct
{
  float min, max; /* of the finite values; min > max if there are none */
  float rms;      /* of the finite values */
  guint gaps;     /* values that are NaN or infinite */
} OndesExtent;

OndesExtent ondes_extent_of (const OndesStretch *stretch);

#define ONDES_PYRAMID_LEVELS 24

typedef struct
{
  guint64      n;          /* number of values */
  guint64      stride;     /* values per stretch of the finest level, a power of two */
  guint64      stretches;  /* number of stretches of the finest level */
  OndesExtent *levels[ONDES_PYRAMID_LEVELS];
  guint        n_levels;
} OndesPyramid;

/* Returns FALSE if out of memory; @self then needs no clearing. */
gboolean ondes_pyramid_init (OndesPyramid    *self,
                             guint64          n,
                             guint64          stride);
void ondes_pyramid_clear (OndesPyramid       *self);
/* Updates the higher levels once levels[0][i] is stored: fills each extent that it completes. */
void ondes_pyramid_raise (OndesPyramid       *self,
                          guint64             i);
/* Adds the stretches [from, to) of the finest level to @sum, using the largest extents that fit. */
void ondes_pyramid_add   (const OndesPyramid *self,
                          guint64             from,
                          guint64             to,
                          OndesStretch       *sum);

G_END_DECLS
