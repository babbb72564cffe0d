/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compared.h"

#include <math.h>

OndesDisplay
ondes_compared_display (const OndesCompared *self,
                        const OndesDisplay  *display)
{
  OndesDisplay resolved = ondes_display_resolve (display, self->first), own = *display;
  const gboolean power = ondes_scalogram_is_power (self->first);

  own.reference = self->reference;
  if (self->own_range && !display->equalise)
    resolved.reference = ondes_display_resolve (&own, self->second).reference;
  else if (power != ondes_scalogram_is_power (self->second))
    resolved.reference = power ? sqrt (resolved.reference) : resolved.reference * resolved.reference;
  return resolved;
}

OndesScalogram *
ondes_compared_equalise (const OndesScalogram *first,
                     OndesScalogram       *second)
{
  return first->medians != NULL && first->rows == second->rows
             && ondes_scalogram_is_power (first) == ondes_scalogram_is_power (second)
           ? ondes_scalogram_with_medians (second, first->medians, first->equalised)
           : ondes_scalogram_ref (second);
}

cairo_rectangle_t
ondes_compared_part (const cairo_rectangle_t *area,
                 double                   first,
                 double                   count,
                 OndesSpan                cover)
{
  const double from = CLAMP (((double) cover.first - first) / count, 0, 1);
  const double to = CLAMP (((double) (cover.first + cover.count) - first) / count, 0, 1);

  return (cairo_rectangle_t) { area->x + from * area->width, area->y, MAX (to - from, 0) * area->width, area->height };
}
