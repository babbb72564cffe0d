/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels: which values of a picture the colours go from and to when nobody says. By percentiles, so that neither one loud click
 * makes a quiet recording black, nor noise fills a picture with bright colours. */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

#define ONDES_LEVELS_TOP    0.998 /* of the values that count lie below the top, the value at 0 dB */
#define ONDES_LEVELS_BOTTOM 0.1   /* and below the bottom of the range */
#define ONDES_DB_LEAST      20.0  /* of a range that is chosen by levels */
#define ONDES_DB_MOST       60.0

/* The samples, times, rows and frequencies whose values are looked at. */
typedef struct
{
  double first, count;   /* samples */
  double lo_hz, hi_hz;   /* both 0: all rows */
} OndesLevelsPart;

/* Levels of the values of @self, or where @medians (one a row) is not NULL of their ratios to these. What counts: numbers above 0
 * inside the cone of influence, in rows up to half the rate and columns within @part (NULL: all); where there is hardly any inside
 * the cone, those outside too. What lies 100 dB below the top is silence, and none of the bottom's. To 0.05 dB. Takes about a
 * millisecond for a picture of a screen: for a worker. */
OndesLevels ondes_levels_measure (const OndesScalogram  *self,
                                  const double          *medians,
                                  const OndesLevelsPart *part);

/* The median of each row of @self, over its values above 0; 1 where there are none. One a row; g_atomic_rc_box_release() frees it.
 * For a worker. */
double     *ondes_levels_medians (const OndesScalogram  *self);

G_END_DECLS
