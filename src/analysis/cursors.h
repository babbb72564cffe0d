/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesCursors: marks that a person sets to measure between, two in time and frequency and the harmonic cursor. Plain data. */
#pragma once

#include "scalogram.h"

G_BEGIN_DECLS

#define ONDES_CURSORS 2

typedef struct
{
  struct
  {
    double sample; /* fractional; NaN if the cursor is not set */
    double hz;     /* cycles per time unit; NaN if it marks a time alone */
  } at[ONDES_CURSORS];
  double harmonic_hz; /* the fundamental of the harmonic cursor, cycles per time unit; NaN if not set */
} OndesCursors;

/* No cursor set. */
#define ONDES_CURSORS_NONE ((OndesCursors) { { { NAN, NAN }, { NAN, NAN } }, NAN })

/* From cursor 1 to cursor 2; NaN for what needs a cursor or frequency that is not set. */
typedef struct
{
  double time;     /* Δt, time units of the recording */
  double rate;     /* 1/|Δt|, cycles per time unit; NaN if both are at one sample */
  double hz;       /* Δf, cycles per time unit */
  double octaves;  /* log2 (f2/f1) */
  double cents;    /* 1200 of them an octave */
  double level_db; /* of the values of the picture at both; NaN if one is not in the picture, or not above 0 */
} OndesCursorReadings;

/* TRUE if any cursor is set. */
gboolean ondes_cursors_are_set (const OndesCursors   *self);
/* Gets the readings; @rate_hz is of the samples that the cursors count, @scalogram the picture of these, or NULL. */
void     ondes_cursors_read    (const OndesCursors   *self,
                                double                rate_hz,
                                const OndesScalogram *scalogram,
                                OndesCursorReadings  *readings);
/* Returns the value of the picture at a sample and frequency, in the unit of its values; NaN if it has none there. */
double   ondes_scalogram_value_at (const OndesScalogram *scalogram,
                                   double                sample,
                                   double                frequency_hz);

G_END_DECLS
