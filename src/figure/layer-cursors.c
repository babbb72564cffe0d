/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cursors over a scalogram, of the same lines as on the screen. */
#include "draw-private.h"
#include "layers.h"

#include <math.h>

#include "marks.h"

#define SIDE 3.0 /* units between a line and its label, and around the words */

static guint
cursor_parts (const OndesScalogramPlot *on,
              cairo_rectangle_t         parts[ONDES_LAYER_PARTS])
{
  if (!ondes_cursors_are_set (&on->display->cursors) || !(on->plot.count > 0) || !ondes_area_is_visible (&on->plot.area)
      || !(on->axis->pixels > 0))
    return 0;
  parts[0] = on->plot.area;
  return 1;
}

/* Draws a line across the plot; FALSE if it is not in view. */
static gboolean
draw_line (const OndesScalogramPlot *on,
           cairo_t                  *cr,
           gboolean                  vertical,
           double                    at)
{
  OndesFill fills[2];
  const guint n = ondes_line_fills (&on->plot.area, vertical, at, fills);

  ondes_draw_fills (cr, fills, n);
  return n > 0;
}

/* Writes @words on a ground of their own at (@x, @y), its top or, if @middle, its middle. */
static void
draw_label (const OndesScalogramPlot *on,
            cairo_t                  *cr,
            const char               *words,
            double                    x,
            double                    y,
            gboolean                  middle)
{
  PangoLayout *layout = ondes_draw_layout (cr, on->theme, 1);
  int width, height;

  pango_layout_set_text (layout, words, -1);
  pango_layout_get_pixel_size (layout, &width, &height);
  y = floor (middle ? y - height / 2.0 : y);
  cairo_set_source_rgba (cr, 1, 1, 1, 0.85);
  cairo_rectangle (cr, x, y, width + 2 * SIDE, height);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_move_to (cr, x + SIDE, y);
  ondes_draw_text (cr, layout);
  g_object_unref (layout);
}

static double
place_harmonic (gpointer data,
                double   hz)
{
  return ondes_scalogram_plot_y (data, hz);
}

/* Draws the lines of the harmonics and then, if @labels, their names above them. */
static void
draw_harmonics (const OndesScalogramPlot *on,
                cairo_t                  *cr,
                gboolean                  labels)
{
  OndesHarmonic lines[ONDES_HARMONICS];
  const guint n = ondes_harmonics_place (&on->plot.area, on->display->cursors.harmonic_hz, place_harmonic, (gpointer) on, lines);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = ondes_harmonic_name (lines[i].number);

      if (!labels)
        draw_line (on, cr, FALSE, lines[i].y);
      else if (lines[i].labelled)
        draw_label (on, cr, name, on->plot.area.x + SIDE, lines[i].y, TRUE);
    }
}

static void
draw_cursors (const OndesScalogramPlot *on,
              cairo_t                  *cr)
{
  const OndesCursors *cursors = &on->display->cursors;
  const cairo_rectangle_t *area = &on->plot.area;
  double x[ONDES_CURSORS];
  gboolean in_view[ONDES_CURSORS];

  ondes_draw_within (cr, area);
  /* Lines come first, as they would cross the labels. */
  if (!isnan (cursors->harmonic_hz))
    draw_harmonics (on, cr, FALSE);
  for (guint i = 0; i < ONDES_CURSORS; i++)
    {
      draw_line (on, cr, FALSE, ondes_scalogram_plot_y (on, cursors->at[i].hz));
      x[i] = area->x + (cursors->at[i].sample - on->plot.first) / on->plot.count * area->width;
      in_view[i] = draw_line (on, cr, TRUE, x[i]);
    }
  if (!isnan (cursors->harmonic_hz))
    draw_harmonics (on, cr, TRUE);
  for (guint i = 0; i < ONDES_CURSORS; i++)
    if (in_view[i])
      draw_label (on, cr, i == 0 ? "1" : "2", ceil (x[i]) + SIDE, area->y + SIDE, FALSE);
  cairo_restore (cr);
}

const OndesLayer ondes_layer_cursors = { "cursors", cursor_parts, draw_cursors };
