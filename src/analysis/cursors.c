/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cursors.h"

#include <math.h>

#define CENTS 1200 /* an octave */

gboolean
ondes_cursors_are_set (const OndesCursors *self)
{
  return !isnan (self->at[0].sample) || !isnan (self->at[1].sample) || !isnan (self->harmonic_hz);
}

double
ondes_scalogram_value_at (const OndesScalogram *scalogram,
                          double                sample,
                          double                frequency_hz)
{
  int row, column;

  if (isnan (sample) || isnan (frequency_hz))
    return NAN;
  row = ondes_scalogram_row (scalogram, frequency_hz);
  column = ondes_scalogram_column (scalogram, sample);
  if (row < 0 || column < 0)
    return NAN;
  return ondes_scalogram_value (scalogram, scalogram->values[(gsize) row * scalogram->columns + (guint) column]);
}

void
ondes_cursors_read (const OndesCursors   *self,
                    double                rate_hz,
                    const OndesScalogram *scalogram,
                    OndesCursorReadings  *readings)
{
  const double from_hz = self->at[0].hz, to_hz = self->at[1].hz;
  double values[ONDES_CURSORS];

  *readings = (OndesCursorReadings) { NAN, NAN, NAN, NAN, NAN, NAN };
  readings->time = (self->at[1].sample - self->at[0].sample) / rate_hz;
  if (readings->time != 0)
    readings->rate = 1 / fabs (readings->time);
  readings->hz = to_hz - from_hz;
  readings->octaves = log2 (to_hz / from_hz);
  readings->cents = CENTS * readings->octaves;
  if (scalogram == NULL)
    return;
  for (guint i = 0; i < ONDES_CURSORS; i++)
    values[i] = ondes_scalogram_value_at (scalogram, self->at[i].sample, self->at[i].hz);
  if (values[0] > 0 && values[1] > 0)
    readings->level_db = ondes_scalogram_decade_db (scalogram) * log10 (values[1] / values[0]);
}
