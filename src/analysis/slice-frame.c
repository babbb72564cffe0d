/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "scalogram-private.h"
#include "slice.h"

#define SILENCE 1e-5 /* of the largest value: smaller ones do not count for the range */

guint
ondes_slice_row (const OndesSlice     *self,
                 const OndesScalogram *scalogram,
                 gsize                 index)
{
  const double lo = self->place.lo_hz, hi = self->place.hi_hz;
  int row;

  if (self->place.kind == ONDES_SLICE_SPECTRUM)
    return (guint) index;
  row = ondes_scalogram_row (scalogram, !isnan (self->frequency_hz) ? self->frequency_hz : lo > 0 ? sqrt (lo * hi) : hi / 2);
  return (guint) MAX (row, 0);
}

/* Widens the levels to @value, in the unit of the levels. */
static void
widen (OndesLevels *levels,
       double       value)
{
  if (!(value > 0) || !isfinite (value))
    return;
  levels->top = MAX (levels->top, value);
  levels->bottom = levels->bottom > 0 ? MIN (levels->bottom, value) : value;
}

static OndesLevels
measure (const OndesScalogram *frame,
         OndesSlice *const    *slices,
         guint                 n,
         const double         *medians)
{
  OndesLevels levels = { 0 };

  for (guint i = 0; i < n; i++)
    for (gsize j = 0; j < slices[i]->n; j++)
      {
        const double unit = medians != NULL ? medians[ondes_slice_row (slices[i], frame, j)] : 1;

        widen (&levels, slices[i]->values[j] / unit);
        for (guint k = 0; k < slices[i]->n_percents; k++)
          widen (&levels, slices[i]->percentiles[k * slices[i]->n + j] / unit);
      }
  levels.bottom = MAX (levels.bottom, SILENCE * levels.top);
  return levels;
}

OndesScalogram *
ondes_slice_frame_new (const OndesScalogramJob *job,
                       OndesSlice *const       *slices,
                       guint                    n,
                       double                  *medians)
{
  const guint rows = ondes_picture_traits (job->spec).rows;
  OndesScalogramJob whole = *job;
  OndesScalogram *self;

  whole.view = (OndesView) { .count = job->source->n, .columns = 1 };
  self = ondes_scalogram_new (&whole, 1, g_new0 (float, rows), 0);
  ondes_scalogram_set_medians (self, medians);
  self->levels = measure (self, slices, n, NULL);
  if (medians != NULL)
    self->equalised = measure (self, slices, n, medians);
  return self;
}
