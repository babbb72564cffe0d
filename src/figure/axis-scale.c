/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversion between values and pixels along an axis. */
#include "axis.h"

#include <math.h>

/* Computes log (b / a) to full precision even if a and b are close. */
static double
log_ratio (double a,
           double b)
{
  double change = (b - a) / a;

  return fabs (change) < 0.5 ? log1p (change) : log (b / a);
}

double
ondes_signed_log (double value,
                  double threshold)
{
  return copysign (log1p (fabs (value) / threshold), value);
}

static double
signed_exp (double level,
            double threshold)
{
  return copysign (expm1 (fabs (level)) * threshold, level);
}

double
ondes_axis_pixel (const OndesAxis *axis,
                  double           value)
{
  if (axis->mode == ONDES_AXIS_SIGNED_LOG)
    {
      double lo = ondes_signed_log (axis->lo, axis->threshold), hi = ondes_signed_log (axis->hi, axis->threshold);

      return (ondes_signed_log (value, axis->threshold) - lo) / (hi - lo) * axis->pixels;
    }
  if (axis->mode == ONDES_AXIS_RECIPROCAL)
    value = 1 / value;
  if (axis->mode == ONDES_AXIS_LOG)
    return log_ratio (axis->lo, value) / log_ratio (axis->lo, axis->hi) * axis->pixels;
  return (value - axis->lo) / (axis->hi - axis->lo) * axis->pixels;
}

double
ondes_axis_value (const OndesAxis *axis,
                  double           pixel)
{
  double u = pixel / axis->pixels;

  if (axis->mode == ONDES_AXIS_LOG)
    return axis->lo * exp (u * log_ratio (axis->lo, axis->hi));
  if (axis->mode == ONDES_AXIS_SIGNED_LOG)
    return signed_exp (ondes_signed_log (axis->lo, axis->threshold) * (1 - u)
                         + ondes_signed_log (axis->hi, axis->threshold) * u, axis->threshold);
  if (axis->mode == ONDES_AXIS_RECIPROCAL)
    return 1 / (axis->lo * (1 - u) + axis->hi * u);
  return axis->lo * (1 - u) + axis->hi * u;
}

gboolean
ondes_axis_equal (const OndesAxis *a,
                  const OndesAxis *b)
{
  return a->mode == b->mode && a->lo == b->lo && a->hi == b->hi && a->pixels == b->pixels && a->threshold == b->threshold
         && a->date_s == b->date_s && a->unit_s == b->unit_s && a->min_s == b->min_s && a->zone.unknown == b->zone.unknown
         && a->zone.offset_s == b->zone.offset_s && a->a4 == b->a4;
}

OndesAxis
ondes_axis_zoom (const OndesAxis *axis,
                 double           pixel,
                 double           factor)
{
  OndesAxis zoomed = *axis;

  zoomed.lo = ondes_axis_value (axis, pixel - pixel / factor);
  zoomed.hi = ondes_axis_value (axis, pixel + (axis->pixels - pixel) / factor);
  return zoomed;
}
