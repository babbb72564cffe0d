/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-private.h"

#include <math.h>

#define LEAST_SLOT 2.0  /* columns that a value has where it is a bar of its own */
#define DOT_SLOT   12.0 /* units that it has where it is a stem with a dot */
#define DOT        3.5  /* radius, units */
#define STEM       2.0
#define ROOM       0.06 /* of the range, above and below */
#define WHOLE_MOST 4096 /* range of integers up to which their axis has whole numbers alone, at powers of two */

OndesAxis
ondes_series_axis (double first,
                   double count,
                   double pixels)
{
  return (OndesAxis) { ONDES_AXIS_INDEX, first - 0.5, first + count - 0.5, pixels };
}

OndesAxis
ondes_series_value_axis (const OndesSeries *series,
                         double             first,
                         double             count,
                         double             pixels)
{
  OndesAxisMode mode;
  double lo, hi, pad;

  ondes_series_range (series, first, count, &lo, &hi);
  mode = ondes_type_is_integer (series->type) && hi - lo <= WHOLE_MOST ? ONDES_AXIS_INDEX : ONDES_AXIS_LINEAR;
  pad = hi > lo ? ROOM * (hi - lo) : 1;
  return (OndesAxis) { mode, lo - pad, hi + pad, pixels };
}

/* Bars from the zero line, each in the middle of its slot. */
static void
draw_bars (cairo_t           *cr,
           const OndesTheme  *theme,
           const OndesSeries *series,
           double             first,
           double             count,
           double             x,
           double             y,
           double             width,
           double             height,
           double             lo,
           double             hi)
{
  double slot = width / count, bar = slot >= DOT_SLOT ? STEM : 0.6 * slot;
  double zero = y + height * (1 - (CLAMP (0, lo, hi) - lo) / (hi - lo));
  guint64 from = (guint64) MAX (floor (first), 0), to = (guint64) MIN (ceil (first + count), (double) series->n);

  ondes_draw_colour (cr, &theme->wave, 1);
  for (guint64 i = from; i < to; i++)
    {
      double value = ondes_series_get (series, i), middle = x + ((double) i + 0.5 - first) * slot, end;

      if (!isfinite (value))
        continue;
      end = y + height * (1 - (value - lo) / (hi - lo));
      cairo_rectangle (cr, middle - bar / 2, MIN (end, zero), bar, fabs (end - zero));
      cairo_fill (cr);
      if (slot >= DOT_SLOT)
        {
          cairo_arc (cr, middle, end, DOT, 0, 2 * G_PI);
          cairo_fill (cr);
        }
    }
}

void
ondes_draw_series (cairo_t           *cr,
                   const OndesTheme  *theme,
                   const OndesSeries *series,
                   double             first,
                   double             count,
                   guint              columns,
                   double             x,
                   double             y,
                   double             width,
                   double             height,
                   double             lo,
                   double             hi)
{
  g_autofree OndesExtent *extents = NULL;
  gboolean bars = count * LEAST_SLOT <= columns;

  if (columns == 0 || !(count > 0) || !(hi > lo) || !(width > 0) || !(height > 0))
    return;
  extents = g_new (OndesExtent, columns);
  ondes_series_extents (series, first, count, columns, extents);
  /* Each value stands on the zero line, whatever its neighbours: so do the columns. Bars leave of the columns the gaps alone. */
  for (guint i = 0; i < columns; i++)
    if (bars)
      extents[i].min = 1, extents[i].max = 0;
    else if (extents[i].min <= extents[i].max)
      extents[i].min = MIN (extents[i].min, 0), extents[i].max = MAX (extents[i].max, 0);
  ondes_draw_waveform (cr, theme, extents, columns, x, y, width, height, lo, hi);
  if (!bars)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  draw_bars (cr, theme, series, first, count, x, y, width, height, lo, hi);
  cairo_restore (cr);
}
