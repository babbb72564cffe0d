/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-private.h"

#include <math.h>

#define MIN_HIGH    1.0 /* minimum height of a band, in units: keeps a flat line visible */
#define MIN_GAP     2.0 /* minimum width of a gap, in units */
#define DOT_SPACING 5.0 /* minimum spacing of samples drawn with dots */

gboolean
ondes_area_is_visible (const cairo_rectangle_t *area)
{
  return area->width > 0 && area->height > 0;
}

void
ondes_draw_within (cairo_t                 *cr,
                   const cairo_rectangle_t *area)
{
  cairo_save (cr);
  cairo_rectangle (cr, area->x, area->y, area->width, area->height);
  cairo_clip (cr);
}

void
ondes_draw_hatch (cairo_t                 *cr,
                  const cairo_rectangle_t *area,
                  double                   distance)
{
  double begin = area->x + area->y;

  ondes_draw_within (cr, area);
  cairo_set_line_width (cr, 1);
  for (double sum = floor (begin / distance) * distance; sum <= begin + area->width + area->height; sum += distance)
    {
      cairo_move_to (cr, sum - area->y, area->y);
      cairo_line_to (cr, sum - area->y - area->height, area->y + area->height);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Returns the distance of a value from the top of the plot. */
static double
level (const OndesPlot *plot,
       double           value)
{
  return plot->area.height * (1 - (value - plot->lo) / (plot->hi - plot->lo));
}

/* Gets the band of a column, from the top of the plot: tall enough to be visible and to touch the previous one. */
static void
column_band (const OndesExtent *extents,
             guint              column,
             guint              run,
             const OndesPlot   *plot,
             double            *top,
             double            *bottom)
{
  double min = extents[column].min, max = extents[column].max, middle;

  if (column > run)
    {
      min = MIN (min, extents[column - 1].max);
      max = MAX (max, extents[column - 1].min);
    }
  *top = level (plot, max);
  *bottom = level (plot, min);
  if (*bottom - *top < MIN_HIGH)
    {
      middle = (*top + *bottom) / 2;
      *top = middle - MIN_HIGH / 2;
      *bottom = middle + MIN_HIGH / 2;
    }
}

static void
draw_gaps (const OndesPlot   *plot,
           const OndesExtent *extents,
           guint              columns)
{
  const cairo_rectangle_t *area = &plot->area;
  cairo_t *cr = plot->cr;

  for (guint i = 0, end; i < columns; i = end)
    {
      cairo_rectangle_t gap = *area;
      double to;

      for (end = i; end < columns && extents[end].gaps > 0; end++)
        ;
      if (end == i)
        {
          end++;
          continue;
        }
      gap.x = area->x + i * area->width / columns;
      to = MIN (MAX (area->x + end * area->width / columns, gap.x + MIN_GAP), area->x + area->width);
      gap.width = to - gap.x;
      ondes_draw_colour (cr, &plot->theme->accent, 0.18);
      cairo_rectangle (cr, gap.x, gap.y, gap.width, gap.height);
      cairo_fill (cr);
      ondes_draw_colour (cr, &plot->theme->accent, 0.8);
      ondes_draw_hatch (cr, &gap, 6);
    }
}

/* Draws the zero line and clips to the plot, saving the context; FALSE if there is no room to draw. */
static gboolean
begin_plot (const OndesPlot *plot,
            guint            n)
{
  const cairo_rectangle_t *area = &plot->area;
  const OndesTheme *theme = plot->theme;
  cairo_t *cr = plot->cr;

  if (n == 0 || !(plot->hi > plot->lo) || !ondes_area_is_visible (area))
    return FALSE;
  ondes_draw_within (cr, area);
  if (plot->lo < 0 && plot->hi > 0)
    {
      double zero = area->y + floor (level (plot, 0)) + 0.5;

      ondes_draw_colour (cr, &theme->grid, 1);
      cairo_set_line_width (cr, 1);
      cairo_move_to (cr, area->x, zero);
      cairo_line_to (cr, area->x + area->width, zero);
      cairo_stroke (cr);
    }
  ondes_draw_colour (cr, &theme->wave, 1);
  return TRUE;
}

/* Does the same as begin_plot(), and draws the gaps. */
static gboolean
begin_waveform (const OndesPlot   *plot,
                const OndesExtent *extents,
                guint              columns)
{
  if (!begin_plot (plot, columns))
    return FALSE;
  draw_gaps (plot, extents, columns);
  ondes_draw_colour (plot->cr, &plot->theme->wave, 1);
  return TRUE;
}

/* Returns the end of the run of columns without gaps that starts at @column; @column itself if that is a gap. */
static guint
end_of_run (const OndesExtent *extents,
            guint              columns,
            guint              column)
{
  while (column < columns && extents[column].min <= extents[column].max)
    column++;
  return column;
}

void
ondes_draw_waveform (const OndesPlot   *plot,
                     const OndesExtent *extents,
                     guint              columns)
{
  const double x = plot->area.x, y = plot->area.y, width = plot->area.width;
  cairo_t *cr = plot->cr;

  if (!begin_waveform (plot, extents, columns))
    return;
  for (guint run = 0, end; run < columns; run = MAX (end, run + 1))
    {
      double top, bottom;

      end = end_of_run (extents, columns, run);
      if (end == run)
        continue;
      /* Trace the tops and then back along the bottoms: a single shape shows no seams between columns. */
      for (guint i = run; i < end; i++)
        {
          column_band (extents, i, run, plot, &top, &bottom);
          cairo_line_to (cr, x + i * width / columns, y + top);
          cairo_line_to (cr, x + (i + 1) * width / columns, y + top);
        }
      for (guint i = end; i-- > run;)
        {
          column_band (extents, i, run, plot, &top, &bottom);
          cairo_line_to (cr, x + (i + 1) * width / columns, y + bottom);
          cairo_line_to (cr, x + i * width / columns, y + bottom);
        }
      cairo_close_path (cr);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

/* Fills one column of a mask of @lines with the coverage of each pixel between @top and @bottom. */
static void
cover_column (guint8 *pixels,
              int     stride,
              int     lines,
              double  top,
              double  bottom)
{
  top = CLAMP (top, 0, lines);
  bottom = CLAMP (bottom, 0, lines);
  for (int line = (int) top; line < bottom; line++)
    pixels[(gsize) line * stride] = (guint8) lround (255 * (MIN (bottom, line + 1) - MAX (top, line)));
}

void
ondes_draw_waveform_pixels (const OndesPlot   *plot,
                            const OndesExtent *extents,
                            guint              columns)
{
  cairo_surface_t *mask;
  double scale;
  guint8 *pixels;
  int lines, stride;

  if (!begin_waveform (plot, extents, columns))
    return;
  scale = columns / plot->area.width;
  lines = (int) ceil (plot->area.height * scale);
  mask = cairo_image_surface_create (CAIRO_FORMAT_A8, (int) columns, lines);
  pixels = cairo_image_surface_get_data (mask);
  stride = cairo_image_surface_get_stride (mask);
  for (guint run = 0, end; run < columns && pixels != NULL; run = MAX (end, run + 1))
    {
      end = end_of_run (extents, columns, run);
      for (guint i = run; i < end; i++)
        {
          double top, bottom;

          column_band (extents, i, run, plot, &top, &bottom);
          cover_column (pixels + i, stride, lines, top * scale, bottom * scale);
        }
    }
  cairo_surface_mark_dirty (mask);
  cairo_surface_set_device_scale (mask, scale, scale);
  cairo_mask_surface (plot->cr, mask, plot->area.x, plot->area.y);
  cairo_surface_destroy (mask);
  cairo_restore (plot->cr);
}

void
ondes_draw_samples (const OndesPlot *plot,
                    const double    *positions,
                    const double    *values,
                    guint            n)
{
  const double x = plot->area.x, y = plot->area.y;
  cairo_t *cr = plot->cr;
  gboolean dots;

  if (!begin_plot (plot, n))
    return;
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < n; i++)
    {
      if (!isfinite (values[i]))
        cairo_new_sub_path (cr);
      else
        cairo_line_to (cr, x + positions[i], y + level (plot, values[i]));
    }
  cairo_stroke (cr);

  /* An isolated sample between gaps has no line, so always draw its dot. */
  dots = n < 2 || (positions[n - 1] - positions[0]) / (n - 1) >= DOT_SPACING;
  for (guint i = 0; i < n; i++)
    {
      gboolean alone = (i == 0 || !isfinite (values[i - 1])) && (i + 1 == n || !isfinite (values[i + 1]));

      if (!isfinite (values[i]) || !(dots || alone))
        continue;
      cairo_new_sub_path (cr);
      cairo_arc (cr, x + positions[i], y + level (plot, values[i]), 2.5, 0, 2 * G_PI);
      cairo_close_path (cr);
    }
  cairo_fill (cr);
  cairo_restore (cr);
}

void
ondes_draw_bars (const OndesPlot *plot,
                 const double    *positions,
                 const double    *values,
                 guint            n)
{
  const double x = plot->area.x, y = plot->area.y;
  cairo_t *cr = plot->cr;
  double bar = n > 1 ? MAX (0.6 * (positions[n - 1] - positions[0]) / (n - 1), 1) : 6, zero;

  if (!begin_plot (plot, n))
    return;
  zero = y + level (plot, CLAMP (0, plot->lo, plot->hi));
  for (guint i = 0; i < n; i++)
    {
      double end = y + level (plot, values[i]);

      if (isfinite (values[i]))
        cairo_rectangle (cr, x + positions[i] - bar / 2, MIN (end, zero), bar, MAX (fabs (end - zero), 1));
    }
  cairo_fill (cr);
  cairo_restore (cr);
}
