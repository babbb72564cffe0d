/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selection over a scalogram, of the same fills as on the screen. */
#include "draw-private.h"
#include "layers.h"

#include <math.h>

#include "marks.h"

#define ROOM 2 /* units beside an edge, for its line */

double
ondes_scalogram_plot_y (const OndesScalogramPlot *on,
                        double                    hz)
{
  const double value = ondes_display_from_frequency (on->display, on->scalogram, hz);

  return on->plot.area.y + on->plot.area.height * (1 - ondes_axis_pixel (on->axis, value) / on->axis->pixels);
}

/* Finds the selection's rectangle, which may reach out of the plot; FALSE if nothing is selected. */
static gboolean
find_box (const OndesScalogramPlot *on,
          cairo_rectangle_t        *box)
{
  const OndesSelection *selection = &on->display->selection;
  const cairo_rectangle_t *area = &on->plot.area;
  const double unit = area->width / on->plot.count;

  if (!ondes_selection_is_set (selection) || !(on->plot.count > 0) || !ondes_area_is_visible (area) || !(on->axis->pixels > 0))
    return FALSE;
  *box = (cairo_rectangle_t) { area->x + (selection->first - on->plot.first) * unit, area->y,
                               (selection->end - selection->first) * unit, area->height };
  if (ondes_selection_has_band (selection))
    {
      const double a = ondes_scalogram_plot_y (on, selection->low_hz), b = ondes_scalogram_plot_y (on, selection->high_hz);

      /* A band that begins at 0 has no place on a logarithmic axis. */
      box->y = MIN (isfinite (a) ? a : area->y + area->height, b);
      box->height = (isfinite (a) ? fabs (a - b) : area->y + area->height - b);
    }
  return TRUE;
}

static guint
selection_parts (const OndesScalogramPlot *on,
                 cairo_rectangle_t         parts[ONDES_LAYER_PARTS])
{
  const cairo_rectangle_t *area = &on->plot.area;
  cairo_rectangle_t box;
  double left, right, top, bottom;

  if (!find_box (on, &box))
    return 0;
  left = MAX (floor (box.x) - ROOM, area->x);
  right = MIN (ceil (box.x + box.width) + ROOM, area->x + area->width);
  top = MAX (floor (box.y) - ROOM, area->y);
  bottom = MIN (ceil (box.y + box.height) + ROOM, area->y + area->height);
  parts[0] = (cairo_rectangle_t) { left, top, right - left, bottom - top };
  return right > left && bottom > top ? 1 : 0;
}

static void
draw_selection (const OndesScalogramPlot *on,
                cairo_t                  *cr)
{
  OndesFill fills[ONDES_BOX_FILLS];
  cairo_rectangle_t box;

  if (!find_box (on, &box))
    return;
  ondes_draw_within (cr, &on->plot.area);
  ondes_draw_fills (cr, fills, ondes_box_fills (&on->plot.area, &box, fills));
  cairo_restore (cr);
}

const OndesLayer ondes_layer_selection = { "selection", selection_parts, draw_selection };
