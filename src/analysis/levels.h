/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Default colour levels: the values at which a picture's colours start and end. Taken from percentiles, so one loud click does
 * not turn a quiet recording black, and noise does not fill a picture with bright colours. */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

#define ONDES_LEVELS_TOP    0.998 /* fraction of the counted values below the top, the value at 0 dB */
#define ONDES_LEVELS_BOTTOM 0.1   /* fraction below the bottom of the range */
#define ONDES_DB_MIN        20.0  /* dB: limits of an automatically chosen range */
#define ONDES_DB_MAX        60.0

/* The region of samples (times) and rows (frequencies) to measure. */
typedef struct
{
  double first, count;   /* samples */
  double lo_hz, hi_hz;   /* both 0 for all rows */
} OndesLevelsPart;

/* Measures the levels of the values of @self or, if @medians (one per row) is not NULL, of their ratios to these. Counts values
 * above 0 inside the cone of influence, in rows up to Nyquist, of a Walshgram all rows but that of the mean, and columns within
 * @part (NULL for all); if hardly any lie inside the cone, those outside count too. Values 100 dB below the top are silence,
 * ignored for the bottom. Accurate to 0.05 dB. Takes about a millisecond for a screen-sized picture: call from a worker thread. */
OndesLevels ondes_levels_measure (const OndesScalogram  *self,
                                  const double          *medians,
                                  const OndesLevelsPart *part);

/* Returns the median of each row's values above 0, or 2^exponent if it has none. One per row; free with
 * g_atomic_rc_box_release(). Call from a worker thread. */
double     *ondes_levels_medians (const OndesScalogram  *self);

G_END_DECLS
