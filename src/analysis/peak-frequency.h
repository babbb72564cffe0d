/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frequency of a peak of the Morlet transform, finer than its rows.
 *
 * At one instant, log |W| of a tone is a parabola over the scale s: |W| = A exp (−(s ω − ω₀)²/2) in l1. The parabola through
 * three rows has its top at the frequency of the tone, exactly. Factors of the rows themselves are divided out before: √s of
 * l2, and the gains of a compensation. They can make another row than the tone's the largest, so the search for the largest row
 * without them begins there and goes uphill.
 *
 * If there is no such parabola, the result is the row's own frequency, and OndesPeakHow says why.
 */
#pragma once

#include "transform/picture.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_PEAK_BETWEEN_ROWS, /* the top of the parabola */
  ONDES_PEAK_AT_LAST_ROW,  /* the largest row is the first or the last */
  ONDES_PEAK_NOTHING,      /* |W| is 0 there or in a row beside it, or less than rounding errors */
  ONDES_PEAK_PLATEAU,      /* three rows have the same value */
  ONDES_PEAK_BEYOND_BAND,  /* the values go on rising outside the band that was asked for */
  ONDES_PEAK_OF_WALSH,     /* rows of Walshgrams are no frequencies of tones */
} OndesPeakHow;

typedef struct
{
  double       hz;  /* cycles per time unit */
  guint        row; /* the largest without those factors; the one asked about unless @how is BETWEEN_ROWS */
  OndesPeakHow how;
} OndesPeakFrequency;

/* Returns the frequency of a peak in @row. @values has one for each row of @spec, NaN where unknown: magnitudes at one instant, or
 * their means over a span; powers if its pictures show power. @rate_hz is of the source, oversampled. Any thread; no
 * blocking. */
OndesPeakFrequency ondes_peak_frequency     (const OndesSpec *spec,
                                             double           rate_hz,
                                             const double    *values,
                                             guint            row);
/* Returns why the result is the row's own frequency, as the end of a sentence: "it is the first or the last row". NULL if
 * the result is finer, or belongs to a Walshgram. Static. */
const char        *ondes_peak_how_describe  (OndesPeakHow     how);

G_END_DECLS
