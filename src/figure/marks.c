/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "marks.h"

#include <math.h>

#define DARK   3.0 /* widths of a line in user units */
#define BRIGHT 1.0
#define NEAREST 5.0  /* units between harmonics that are drawn, so that as much of the picture as of the lines is seen */
#define LABEL   14.0 /* units between harmonics that are labelled */

static const OndesColour dark = { 0, 0, 0, 0.55 }, bright = { 1, 1, 1, 0.95 };

static double
clamp_end (double value,
           double low,
           double size)
{
  return CLAMP (value, low, low + size);
}

/* Adds a line of @width from @from to @to along, in the middle of a unit across. */
static OndesFill
line (gboolean           vertical,
      double             at,
      const double       ends[2],
      double             width,
      const OndesColour *colour)
{
  const double from = floor (at) + 0.5 - width / 2, length = ends[1] - ends[0];

  return (OndesFill) { vertical ? (cairo_rectangle_t) { from, ends[0], width, length }
                                : (cairo_rectangle_t) { ends[0], from, length, width }, *colour };
}

static guint
add_line (const cairo_rectangle_t *area,
          gboolean                 vertical,
          double                   at,
          const double             ends[2],
          OndesFill               *fills)
{
  const double low = vertical ? area->x : area->y, size = vertical ? area->width : area->height;

  if (!(at >= low && at <= low + size) || !(ends[1] > ends[0]))
    return 0;
  at = MIN (at, low + size - 1);
  fills[0] = line (vertical, at, ends, DARK, &dark);
  fills[1] = line (vertical, at, ends, BRIGHT, &bright);
  return 2;
}

guint
ondes_box_fills (const cairo_rectangle_t *area,
                 const cairo_rectangle_t *box,
                 OndesFill                fills[ONDES_BOX_FILLS])
{
  const double across[2] = { clamp_end (box->x, area->x, area->width), clamp_end (box->x + box->width, area->x, area->width) };
  const double down[2] = { clamp_end (box->y, area->y, area->height), clamp_end (box->y + box->height, area->y, area->height) };
  guint n = 0;

  n += add_line (area, TRUE, box->x, down, fills + n);
  n += add_line (area, TRUE, box->x + box->width, down, fills + n);
  n += add_line (area, FALSE, box->y, across, fills + n);
  n += add_line (area, FALSE, box->y + box->height, across, fills + n);
  return n;
}

guint
ondes_line_fills (const cairo_rectangle_t *area,
                  gboolean                 vertical,
                  double                   at,
                  OndesFill                fills[2])
{
  const double across[2] = { area->x, area->x + area->width }, down[2] = { area->y, area->y + area->height };

  return add_line (area, vertical, at, vertical ? down : across, fills);
}

guint
ondes_harmonics_place (const cairo_rectangle_t *area,
                       double                   hz,
                       double                 (*place) (gpointer data, double hz),
                       gpointer                 data,
                       OndesHarmonic            lines[ONDES_HARMONICS])
{
  double below = INFINITY, last = INFINITY;
  guint n = 0;

  for (guint k = 1; k <= ONDES_HARMONICS; k++)
    {
      const double y = place (data, k * hz);

      if (!(y >= area->y) || fabs (below - y) < NEAREST)
        break;
      below = y;
      if (y > area->y + area->height)
        continue;
      lines[n] = (OndesHarmonic) { k, y, last - y >= LABEL };
      if (lines[n++].labelled)
        last = y;
    }
  return n;
}

char *
ondes_harmonic_name (guint number)
{
  return number > 1 ? g_strdup_printf ("%uf", number) : g_strdup ("f");
}

void
ondes_draw_fills (cairo_t         *cr,
                  const OndesFill *fills,
                  guint            n)
{
  for (guint i = 0; i < n; i++)
    {
      ondes_draw_colour (cr, &fills[i].colour, 1);
      cairo_rectangle (cr, fills[i].at.x, fills[i].at.y, fills[i].at.width, fills[i].at.height);
      cairo_fill (cr);
    }
}
