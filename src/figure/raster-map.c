/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "raster-map.h"

#include <math.h>

#include "base/compare.h"

typedef struct
{
  double frequency;
  guint  row;
} Row;

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const Row *x = a, *y = b;

  return ONDES_COMPARE (x->frequency, y->frequency);
}

static void
widen (OndesRasterRange *range,
       guint             index)
{
  if (range->from == range->to)
    *range = (OndesRasterRange) { index, index + 1 };
  else
    *range = (OndesRasterRange) { MIN (range->from, index), MAX (range->to, index + 1) };
}

/* Finds the indices in @sorted that each line shows; line 0 is at the top. */
static OndesRasterRange *
find_lines (const OndesScalogram *scalogram,
            const OndesDisplay   *display,
            const OndesAxis      *axis,
            const Row            *sorted,
            int                   height)
{
  OndesRasterRange *lines = g_new0 (OndesRasterRange, height);

  for (guint i = 0; i < scalogram->rows; i++)
    {
      double pixel = ondes_axis_pixel (axis, ondes_display_from_frequency (display, scalogram, sorted[i].frequency));
      double line = floor (height - pixel * height / axis->pixels);

      if (line >= 0 && line < height)
        widen (&lines[(int) line], i);
    }

  for (int y = 0; y < height; y++)
    {
      double frequency;
      guint  low = 0, high = scalogram->rows;

      if (lines[y].to > lines[y].from)
        continue;
      frequency = ondes_display_to_frequency (display, scalogram,
                                              ondes_axis_value (axis, (height - y - 0.5) * axis->pixels / height));
      /* Binary search for the first row whose upper edge is not below the frequency. */
      while (low < high)
        {
          guint middle = (low + high) / 2;

          if (scalogram->edges_hz[2 * sorted[middle].row + 1] < frequency)
            low = middle + 1;
          else
            high = middle;
        }
      if (low < scalogram->rows && scalogram->edges_hz[2 * sorted[low].row] <= frequency)
        widen (&lines[y], low);
    }
  return lines;
}

/* Finds the columns that each pixel shows; one to one for the picture's own span and width. */
static OndesRasterRange *
find_columns (const OndesScalogram *scalogram,
              double                first,
              double                count,
              int                   width)
{
  OndesRasterRange *pixels = g_new0 (OndesRasterRange, width);
  double samples = (double) scalogram->view.count / scalogram->columns;

  for (guint i = 0; i < scalogram->columns; i++)
    {
      double pixel = floor ((scalogram->view.first - first + (i + 0.5) * samples) / count * width);

      if (pixel >= 0 && pixel < width)
        widen (&pixels[(int) pixel], i);
    }
  for (int x = 0; x < width; x++)
    if (pixels[x].from == pixels[x].to)
      {
        int column = ondes_scalogram_column (scalogram, first + (x + 0.5) * count / width);

        if (column >= 0)
          widen (&pixels[x], column);
      }
  return pixels;
}

gboolean
ondes_raster_map_init (OndesRasterMap        *self,
                       const OndesScalogram  *scalogram,
                       const OndesDisplay    *display,
                       const OndesAxis       *axis,
                       const OndesRasterView *view)
{
  g_autofree Row *sorted = NULL;

  if (view->width < 1 || view->height < 1 || !(view->count > 0) || !isfinite (view->first) || !isfinite (view->count)
      || !(axis->pixels > 0) || scalogram->rows == 0 || scalogram->columns == 0)
    return FALSE;
  *self = (OndesRasterMap) { scalogram, view->width, view->height, g_new (guint, scalogram->rows) };
  sorted = g_new (Row, scalogram->rows);
  for (guint i = 0; i < scalogram->rows; i++)
    sorted[i] = (Row) { scalogram->frequencies_hz[i], i };
  qsort (sorted, scalogram->rows, sizeof *sorted, compare_rows);
  for (guint i = 0; i < scalogram->rows; i++)
    self->rows[i] = sorted[i].row;
  self->lines = find_lines (scalogram, display, axis, sorted, view->height);
  self->columns = find_columns (scalogram, view->first, view->count, view->width);
  self->merged = g_new (float, scalogram->columns);
  return TRUE;
}

void
ondes_raster_map_clear (OndesRasterMap *self)
{
  g_free (self->rows);
  g_free (self->lines);
  g_free (self->columns);
  g_free (self->merged);
}

gboolean
ondes_raster_map_repeats (const OndesRasterMap *self,
                          int                   y)
{
  return y > 0 && self->lines[y].from == self->lines[y - 1].from && self->lines[y].to == self->lines[y - 1].to;
}

/* Takes the maximum of the rows for each column. */
const float *
ondes_raster_map_line (OndesRasterMap *self,
                       int             y,
                       const double   *medians)
{
  const OndesScalogram *scalogram = self->scalogram;
  const OndesRasterRange *rows = &self->lines[y];

  if (rows->from == rows->to)
    return NULL;
  if (rows->to - rows->from == 1 && medians == NULL)
    return scalogram->values + (gsize) self->rows[rows->from] * scalogram->columns;
  for (guint j = 0; j < scalogram->columns; j++)
    self->merged[j] = -1;
  for (guint i = rows->from; i < rows->to; i++)
    {
      const float *row = scalogram->values + (gsize) self->rows[i] * scalogram->columns;
      const float  median = medians != NULL ? (float) ldexp (medians[self->rows[i]], -scalogram->exponent) : 1;

      for (guint j = 0; j < scalogram->columns; j++)
        self->merged[j] = row[j] / median > self->merged[j] ? row[j] / median : self->merged[j];
    }
  return self->merged;
}
