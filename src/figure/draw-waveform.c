/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw-private.h"

#include <math.h>

#define LEAST_HIGH  1.0 /* of a band, units: a flat line is still seen */
#define LEAST_GAP   2.0 /* of a gap, units across */
#define DOT_SPACING 5.0 /* between samples that get a dot */

void
ondes_draw_hatch (cairo_t *cr,
                  double   x,
                  double   y,
                  double   width,
                  double   height,
                  double   distance)
{
  double first = floor ((x + y) / distance) * distance;

  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  cairo_set_line_width (cr, 1);
  for (double sum = first; sum <= x + y + width + height; sum += distance)
    {
      cairo_move_to (cr, sum - y, y);
      cairo_line_to (cr, sum - y - height, y + height);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* The line that a value stands at; lo the bottom. */
static double
level (double value,
       double y,
       double height,
       double lo,
       double hi)
{
  return y + height * (1 - (value - lo) / (hi - lo));
}

/* Where the band of a column lies, wide enough to be seen and to touch the one before. */
static void
column_band (const OndesExtent *extents,
             guint              column,
             guint              run,
             double             y,
             double             height,
             double             lo,
             double             hi,
             double            *top,
             double            *bottom)
{
  double min = extents[column].min, max = extents[column].max, middle;

  if (column > run)
    {
      min = MIN (min, extents[column - 1].max);
      max = MAX (max, extents[column - 1].min);
    }
  *top = level (max, y, height, lo, hi);
  *bottom = level (min, y, height, lo, hi);
  if (*bottom - *top < LEAST_HIGH)
    {
      middle = (*top + *bottom) / 2;
      *top = middle - LEAST_HIGH / 2;
      *bottom = middle + LEAST_HIGH / 2;
    }
}

static void
draw_gaps (cairo_t           *cr,
           const OndesTheme  *theme,
           const OndesExtent *extents,
           guint              columns,
           double             x,
           double             y,
           double             width,
           double             height)
{
  for (guint i = 0, end; i < columns; i = end)
    {
      double from, to;

      for (end = i; end < columns && extents[end].gaps > 0; end++)
        ;
      if (end == i)
        {
          end++;
          continue;
        }
      from = x + i * width / columns;
      to = MIN (MAX (x + end * width / columns, from + LEAST_GAP), x + width);
      ondes_draw_colour (cr, &theme->accent, 0.18);
      cairo_rectangle (cr, from, y, to - from, height);
      cairo_fill (cr);
      ondes_draw_colour (cr, &theme->accent, 0.8);
      ondes_draw_hatch (cr, from, y, to - from, height, 6);
    }
}

static void
draw_zero (cairo_t          *cr,
           const OndesTheme *theme,
           double            x,
           double            y,
           double            width,
           double            height,
           double            lo,
           double            hi)
{
  double zero;

  if (!(lo < 0 && hi > 0))
    return;
  zero = y + floor (level (0, 0, height, lo, hi)) + 0.5;
  ondes_draw_colour (cr, &theme->grid, 1);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x, zero);
  cairo_line_to (cr, x + width, zero);
  cairo_stroke (cr);
}

/* What lies under the band; FALSE: there is no room to draw. Clips and saves, for what follows. */
static gboolean
begin_waveform (cairo_t           *cr,
                const OndesTheme  *theme,
                const OndesExtent *extents,
                guint              columns,
                double             x,
                double             y,
                double             width,
                double             height,
                double             lo,
                double             hi)
{
  if (columns == 0 || !(hi > lo) || !(width > 0) || !(height > 0))
    return FALSE;
  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  draw_zero (cr, theme, x, y, width, height, lo, hi);
  draw_gaps (cr, theme, extents, columns, x, y, width, height);
  ondes_draw_colour (cr, &theme->wave, 1);
  return TRUE;
}

/* From @column on, those without a hole among them; empty where it is a hole. */
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
ondes_draw_waveform (cairo_t           *cr,
                     const OndesTheme  *theme,
                     const OndesExtent *extents,
                     guint              columns,
                     double             x,
                     double             y,
                     double             width,
                     double             height,
                     double             lo,
                     double             hi)
{
  if (!begin_waveform (cr, theme, extents, columns, x, y, width, height, lo, hi))
    return;
  for (guint run = 0, end; run < columns; run = MAX (end, run + 1))
    {
      double top, bottom;

      end = end_of_run (extents, columns, run);
      if (end == run)
        continue;
      /* Along the tops and back along the bottoms: one shape, so that no seam shows between columns. */
      for (guint i = run; i < end; i++)
        {
          column_band (extents, i, run, y, height, lo, hi, &top, &bottom);
          cairo_line_to (cr, x + i * width / columns, top);
          cairo_line_to (cr, x + (i + 1) * width / columns, top);
        }
      for (guint i = end; i-- > run;)
        {
          column_band (extents, i, run, y, height, lo, hi, &top, &bottom);
          cairo_line_to (cr, x + (i + 1) * width / columns, bottom);
          cairo_line_to (cr, x + i * width / columns, bottom);
        }
      cairo_close_path (cr);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

/* One column of a mask of @lines: as much of each pixel as lies between @top and @bottom. */
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
ondes_draw_waveform_pixels (cairo_t           *cr,
                            const OndesTheme  *theme,
                            const OndesExtent *extents,
                            guint              columns,
                            double             x,
                            double             y,
                            double             width,
                            double             height,
                            double             lo,
                            double             hi)
{
  cairo_surface_t *mask;
  double scale;
  guint8 *pixels;
  int lines, stride;

  if (!begin_waveform (cr, theme, extents, columns, x, y, width, height, lo, hi))
    return;
  scale = columns / width;
  lines = (int) ceil (height * scale);
  mask = cairo_image_surface_create (CAIRO_FORMAT_A8, (int) columns, lines);
  pixels = cairo_image_surface_get_data (mask);
  stride = cairo_image_surface_get_stride (mask);
  for (guint run = 0, end; run < columns && pixels != NULL; run = MAX (end, run + 1))
    {
      end = end_of_run (extents, columns, run);
      for (guint i = run; i < end; i++)
        {
          double top, bottom;

          column_band (extents, i, run, 0, height, lo, hi, &top, &bottom);
          cover_column (pixels + i, stride, lines, top * scale, bottom * scale);
        }
    }
  cairo_surface_mark_dirty (mask);
  cairo_surface_set_device_scale (mask, scale, scale);
  cairo_mask_surface (cr, mask, x, y);
  cairo_surface_destroy (mask);
  cairo_restore (cr);
}

void
ondes_draw_samples (cairo_t          *cr,
                    const OndesTheme *theme,
                    const double     *positions,
                    const double     *values,
                    guint             n,
                    double            x,
                    double            y,
                    double            width,
                    double            height,
                    double            lo,
                    double            hi)
{
  gboolean dots;

  if (n == 0 || !(hi > lo) || !(width > 0) || !(height > 0))
    return;

  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  draw_zero (cr, theme, x, y, width, height, lo, hi);
  ondes_draw_colour (cr, &theme->wave, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < n; i++)
    {
      if (!isfinite (values[i]))
        cairo_new_sub_path (cr);
      else
        cairo_line_to (cr, x + positions[i], level (values[i], y, height, lo, hi));
    }
  cairo_stroke (cr);

  /* A sample alone between gaps has no line: it always gets its dot. */
  dots = n < 2 || (positions[n - 1] - positions[0]) / (n - 1) >= DOT_SPACING;
  for (guint i = 0; i < n; i++)
    {
      gboolean alone = (i == 0 || !isfinite (values[i - 1])) && (i + 1 == n || !isfinite (values[i + 1]));

      if (!isfinite (values[i]) || !(dots || alone))
        continue;
      cairo_new_sub_path (cr);
      cairo_arc (cr, x + positions[i], level (values[i], y, height, lo, hi), 2.5, 0, 2 * G_PI);
      cairo_close_path (cr);
    }
  cairo_fill (cr);
  cairo_restore (cr);
}

void
ondes_draw_bars (cairo_t          *cr,
                 const OndesTheme *theme,
                 const double     *positions,
                 const double     *values,
                 guint             n,
                 double            x,
                 double            y,
                 double            width,
                 double            height,
                 double            lo,
                 double            hi)
{
  double bar = n > 1 ? MAX (0.6 * (positions[n - 1] - positions[0]) / (n - 1), 1) : 6, zero;

  if (n == 0 || !(hi > lo) || !(width > 0) || !(height > 0))
    return;
  zero = level (CLAMP (0, lo, hi), y, height, lo, hi);
  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  draw_zero (cr, theme, x, y, width, height, lo, hi);
  ondes_draw_colour (cr, &theme->wave, 1);
  for (guint i = 0; i < n; i++)
    {
      double end = level (values[i], y, height, lo, hi);

      if (isfinite (values[i]))
        cairo_rectangle (cr, x + positions[i] - bar / 2, MIN (end, zero), bar, MAX (fabs (end - zero), 1));
    }
  cairo_fill (cr);
  cairo_restore (cr);
}
