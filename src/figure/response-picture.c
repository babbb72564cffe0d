/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "response-picture.h"

#include <math.h>

#define HEIGHT_MIN_DB 60.0 /* height of the magnitude's axis, at least */
#define ROOM_DB       30.0 /* below the attenuation that was asked for */

void
ondes_response_find_range (const OndesFilterResponse *response,
                           OndesResponseQuantity      quantity,
                           const OndesFilterBand     *band,
                           double                     ripple_db,
                           double                    *lo,
                           double                    *hi)
{
  const OndesResponseCurve *curve = &response->curves[response->shown];
  double margin;

  *lo = INFINITY;
  *hi = -INFINITY;
  switch (quantity)
    {
    case ONDES_RESPONSE_MAGNITUDE:
      *hi = 10 * ceil ((response->largest_db + 3) / 10);
      *lo = *hi - MAX (HEIGHT_MIN_DB, 20 * ceil ((ripple_db + ROOM_DB) / 20));
      return;
    case ONDES_RESPONSE_PHASE:
      *lo = -180;
      *hi = 180;
      return;
    case ONDES_RESPONSE_DELAY:
      for (guint i = 0; i < curve->n; i++)
        if (!isnan (curve->delays[i]))
          {
            *lo = MIN (*lo, curve->delays[i]);
            *hi = MAX (*hi, curve->delays[i]);
          }
      margin = MAX (0.15 * (*hi - *lo), 1);
      break;
    case ONDES_RESPONSE_IMPULSE:
    default:
      for (guint m = 0; m < band->n; m++)
        {
          *lo = MIN (*lo, band->taps[band->is_complex ? 2 * m : m]);
          *hi = MAX (*hi, band->taps[band->is_complex ? 2 * m : m]);
        }
      *lo = MIN (*lo, 0);
      *hi = MAX (*hi, 0);
      margin = *hi > *lo ? 0.1 * (*hi - *lo) : 1;
    }
  if (!(*lo <= *hi))
    *lo = *hi = 0;
  *lo -= margin;
  *hi += margin;
}

static const double *
values_of (const OndesResponseCurve *curve,
           OndesResponseQuantity     quantity)
{
  switch (quantity)
    {
    case ONDES_RESPONSE_DELAY:
      return curve->delays;
    case ONDES_RESPONSE_PHASE:
      return curve->phases;
    case ONDES_RESPONSE_MAGNITUDE:
    case ONDES_RESPONSE_IMPULSE:
    default:
      return curve->magnitudes_db;
    }
}

void
ondes_response_draw_curve (const OndesPlot          *plot,
                           const OndesAxis          *frequencies,
                           const OndesResponseCurve *curve,
                           OndesResponseQuantity     quantity)
{
  const double lo = plot->lo, hi = plot->hi;
  const double *values = values_of (curve, quantity), factor = quantity == ONDES_RESPONSE_PHASE ? 180 / G_PI : 1;
  gboolean pen = FALSE;

  if (values == NULL)
    return;
  for (guint i = 0; i < curve->n; i++)
    {
      const double at = (CLAMP (values[i] * factor, lo - (hi - lo), hi + (hi - lo)) - lo) / (hi - lo);
      const double x = plot->area.x + ondes_axis_pixel (frequencies, curve->frequencies_hz[i]);

      if (!isnan (values[i]))
        (pen ? cairo_line_to : cairo_move_to) (plot->cr, x, plot->area.y + (1 - at) * plot->area.height);
      pen = !isnan (values[i]);
    }
  cairo_stroke (plot->cr);
}

static double
tap_at (const OndesFilterBand *band,
        guint                  m)
{
  return band->taps[band->is_complex ? 2 * (gsize) m : m];
}

/* Draws each tap as a bar. */
static void
draw_bars (const OndesPlot       *plot,
           const OndesFilterBand *band)
{
  g_autofree double *values = g_new (double, band->n), *positions = g_new (double, band->n);

  for (guint m = 0; m < band->n; m++)
    {
      values[m] = tap_at (band, m);
      positions[m] = (m + 0.5) * plot->area.width / band->n;
    }
  ondes_draw_bars (plot, positions, values, band->n);
}

void
ondes_response_draw_taps (const OndesPlot       *plot,
                          const OndesFilterBand *band,
                          guint                  columns)
{
  g_autofree OndesExtent *extents = NULL;

  if (2 * (guint64) band->n <= columns)
    {
      draw_bars (plot, band);
      return;
    }
  extents = g_new (OndesExtent, columns);
  for (guint j = 0; j < columns; j++)
    {
      const guint from = (guint) ((guint64) j * band->n / columns), to = (guint) ((guint64) (j + 1) * band->n / columns);

      extents[j] = (OndesExtent) { .min = tap_at (band, from), .max = tap_at (band, from) };
      for (guint m = from + 1; m < to; m++)
        {
          extents[j].min = (float) MIN (extents[j].min, tap_at (band, m));
          extents[j].max = (float) MAX (extents[j].max, tap_at (band, m));
        }
    }
  ondes_draw_waveform_pixels (plot, extents, columns);
}
