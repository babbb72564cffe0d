/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows and columns behind each line and column of pixels are found once; a pixel then costs a maximum and a table
 * look-up. */
#include "raster.h"

#include <math.h>
#include <string.h>

#include "analysis/levels.h"
#include "image-memory.h"
#include "palette.h"

#define COLOURS 256

static double
frequency_of_scale_one (const OndesScalogram *scalogram)
{
  return ondes_spec_cwt (scalogram->spec)->options.omega0 * ondes_scalogram_get_own_rate (scalogram) / (2 * G_PI);
}

OndesShow
ondes_display_show (const OndesDisplay   *display,
                    const OndesScalogram *scalogram)
{
  if (display->show != ONDES_SHOW_AUTO)
    return display->show;
  if (g_strcmp0 (scalogram->time_unit, "d") == 0 || g_strcmp0 (scalogram->time_unit, "a") == 0)
    return ONDES_SHOW_PERIOD;
  return ONDES_SHOW_LOG;
}

double
ondes_display_from_frequency (const OndesDisplay   *display,
                              const OndesScalogram *scalogram,
                              double                frequency_hz)
{
  OndesShow show = ondes_display_show (display, scalogram);

  if (show == ONDES_SHOW_PERIOD)
    return 1 / frequency_hz;
  return show == ONDES_SHOW_SCALE ? frequency_of_scale_one (scalogram) / frequency_hz : frequency_hz;
}

double
ondes_display_to_frequency (const OndesDisplay   *display,
                            const OndesScalogram *scalogram,
                            double                value)
{
  /* Scale and frequency are inversely proportional, as are period and frequency: both conversions are the same. */
  return ondes_display_from_frequency (display, scalogram, value);
}

OndesAxis
ondes_display_axis (const OndesDisplay   *display,
                    const OndesScalogram *scalogram,
                    double                pixels)
{
  double all_lo = G_MAXDOUBLE, all_hi = 0, lo = display->view_lo, hi = display->view_hi;

  for (guint i = 0; i < scalogram->rows; i++)
    {
      all_lo = MIN (all_lo, scalogram->edges_hz[2 * i]);
      all_hi = MAX (all_hi, scalogram->edges_hz[2 * i + 1]);
    }
  if (!(hi > lo) || !(hi > 0) || !isfinite (lo) || !isfinite (hi))
    {
      lo = all_lo;
      hi = all_hi;
    }
  if (!(lo > 0) && display->show != ONDES_SHOW_LINEAR)
    lo = MIN (all_lo, hi / 2);
  return (OndesAxis) { display->show == ONDES_SHOW_LINEAR ? ONDES_AXIS_LINEAR : ONDES_AXIS_LOG,
                       ondes_display_from_frequency (display, scalogram, lo),
                       ondes_display_from_frequency (display, scalogram, hi), pixels };
}

static gboolean
is_power (const OndesScalogram *scalogram)
{
  return ondes_spec_cwt (scalogram->spec)->options.quantity == ONDES_QUANTITY_POWER;
}

static double
to_three_digits (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, "%.3g", value), NULL);
}

OndesDisplay
ondes_display_resolve_by (const OndesDisplay   *display,
                          const OndesScalogram *scalogram,
                          const OndesLevels    *levels)
{
  const double decade = is_power (scalogram) ? 10 : 20;
  OndesDisplay resolved = *display;
  double range;

  resolved.equalise = display->equalise && scalogram->medians != NULL;
  if (!(resolved.reference > 0 && isfinite (resolved.reference)))
    resolved.reference = levels->top > 0 ? to_three_digits (levels->top) : scalogram->largest > 0
                        ? ondes_scalogram_value (scalogram, scalogram->largest) : 1;
  if (resolved.db_range > 0 && isfinite (resolved.db_range))
    return resolved;
  resolved.db_range = ONDES_DB_MAX;
  if (levels->bottom > 0)
    {
      range = round (decade * (log10 (levels->top) - log10 (levels->bottom)));
      range = CLAMP (range, ONDES_DB_MIN, ONDES_DB_MAX);
      /* Extend the range to the same bottom for an explicit reference. */
      if (display->reference > 0)
        range += round (decade * (log10 (resolved.reference) - log10 (levels->top)));
      resolved.db_range = MAX (range, ONDES_DB_MIN);
    }
  return resolved;
}

OndesDisplay
ondes_display_resolve (const OndesDisplay   *display,
                       const OndesScalogram *scalogram)
{
  gboolean equalise = display->equalise && scalogram->medians != NULL;

  return ondes_display_resolve_by (display, scalogram, equalise ? &scalogram->equalised : &scalogram->levels);
}

double
ondes_display_level (const OndesDisplay *display,
                     double              value,
                     double              reference,
                     gboolean            power)
{
  if (isnan (value))
    return value;
  if (!display->decibel)
    return CLAMP (value / reference, 0, 1);
  if (value <= 0)
    return 0;
  return CLAMP (1 + (power ? 10 : 20) * (log10 (value) - log10 (reference)) / display->db_range, 0, 1);
}

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

  return x->frequency < y->frequency ? -1 : x->frequency > y->frequency;
}

/* Half-open range [from, to); empty if there is nothing to show. */
typedef struct
{
  guint from, to;
} Range;

static void
widen (Range *range,
       guint  index)
{
  if (range->from == range->to)
    *range = (Range) { index, index + 1 };
  else
    *range = (Range) { MIN (range->from, index), MAX (range->to, index + 1) };
}

/* Finds the indices in @sorted that each line shows; line 0 is at the top. */
static Range *
find_lines (const OndesScalogram *scalogram,
            const OndesDisplay   *display,
            const OndesAxis      *axis,
            const Row            *sorted,
            int                   height)
{
  Range *lines = g_new0 (Range, height);

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
static Range *
find_columns (const OndesScalogram *scalogram,
              double                first,
              double                count,
              int                   width)
{
  Range *pixels = g_new0 (Range, width);
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

/* Maps values to colours: the smallest value of each colour, and a table of search starts indexed by a value's leading bits. */
typedef struct
{
  const guint32 *colours;
  float          min[COLOURS + 1];
  guint32        base, shift, n;
  guint8        *starts;
} Mapper;

static guint32
float_bits (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static void
mapper_init (Mapper               *mapper,
             const OndesScalogram *scalogram,
             const OndesDisplay   *display)
{
  /* in units of the stored values, or of their ratios */
  double reference = display->equalise ? display->reference : ldexp (display->reference, -scalogram->exponent);
  double decade = is_power (scalogram) ? 10 : 20;
  guint  colour = 0;

  mapper->colours = ondes_palette_colours (display->palette);
  mapper->min[0] = 0;
  for (int i = 1; i < COLOURS; i++)
    {
      double level = (double) i / COLOURS;
      double value = reference * (display->decibel ? pow (10, (level - 1) * display->db_range / decade) : level);

      mapper->min[i] = MIN (value, G_MAXFLOAT);
    }
  mapper->min[COLOURS] = INFINITY;

  /* The bit patterns of positive floats increase with their values. */
  mapper->base = float_bits (mapper->min[1]);
  mapper->shift = 12;
  while ((float_bits (mapper->min[COLOURS - 1]) - mapper->base) >> mapper->shift > 65536)
    mapper->shift++;
  mapper->n = ((float_bits (mapper->min[COLOURS - 1]) - mapper->base) >> mapper->shift) + 1;
  mapper->starts = g_new (guint8, mapper->n);
  for (guint i = 0; i < mapper->n; i++)
    {
      guint32 bits = mapper->base + (i << mapper->shift);
      float   value;

      memcpy (&value, &bits, sizeof value);
      while (colour < COLOURS - 1 && mapper->min[colour + 1] <= value)
        colour++;
      mapper->starts[i] = colour;
    }
}

static inline guint32
mapper_colour (const Mapper *mapper,
               float         value)
{
  guint32 bucket;
  guint   colour;

  if (!(value >= 0))
    return 0;
  if (value < mapper->min[1])
    return mapper->colours[0];
  bucket = (float_bits (value) - mapper->base) >> mapper->shift;
  colour = mapper->starts[MIN (bucket, mapper->n - 1)];
  while (value >= mapper->min[colour + 1] && colour < COLOURS - 1)
    colour++;
  return mapper->colours[colour];
}

/* Computes the maximum of the rows at @rows for each column; -1 if none is known. */
static void
merge_rows (const OndesScalogram *scalogram,
            const double         *medians,
            const Row            *sorted,
            Range                 rows,
            float                *merged)
{
  for (guint j = 0; j < scalogram->columns; j++)
    merged[j] = -1;
  for (guint i = rows.from; i < rows.to; i++)
    {
      const float *row = scalogram->values + (gsize) sorted[i].row * scalogram->columns;
      const float  median = medians != NULL ? (float) ldexp (medians[sorted[i].row], -scalogram->exponent) : 1;

      for (guint j = 0; j < scalogram->columns; j++)
        merged[j] = row[j] / median > merged[j] ? row[j] / median : merged[j];
    }
}

static void
colour_line (const Mapper         *mapper,
             const OndesScalogram *scalogram,
             const float          *values,
             const Range          *columns,
             int                   width,
             guint32              *line)
{
  for (int x = 0; x < width; x++)
    if (columns[x].to - columns[x].from == 1)
      line[x] = mapper_colour (mapper, values[columns[x].from]);
    else
      line[x] = mapper_colour (mapper, ondes_scalogram_join_columns (scalogram, values, columns[x].from, columns[x].to));
}

cairo_surface_t *
ondes_raster_new (const OndesScalogram *scalogram,
                  const OndesDisplay   *display,
                  const OndesAxis      *axis,
                  const OndesRasterView *view)
{
  g_return_val_if_fail (scalogram != NULL && display != NULL && axis != NULL && view != NULL, NULL);

  const int          width = view->width, height = view->height;
  cairo_surface_t   *surface = ondes_image_new (CAIRO_FORMAT_ARGB32, MAX (width, 1), MAX (height, 1));
  g_autofree Row    *sorted = NULL;
  g_autofree Range  *lines = NULL, *columns = NULL;
  g_autofree float  *merged = NULL;
  Mapper             mapper;
  OndesDisplay       resolved;
  const double      *medians;
  guchar            *pixels;
  int                stride;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS || width < 1 || height < 1 || !(view->count > 0)
      || !isfinite (view->first) || !isfinite (view->count) || !(axis->pixels > 0) || scalogram->rows == 0
      || scalogram->columns == 0)
    return surface;

  sorted = g_new (Row, scalogram->rows);
  for (guint i = 0; i < scalogram->rows; i++)
    sorted[i] = (Row) { scalogram->frequencies_hz[i], i };
  qsort (sorted, scalogram->rows, sizeof *sorted, compare_rows);
  lines = find_lines (scalogram, display, axis, sorted, height);
  columns = find_columns (scalogram, view->first, view->count, width);
  merged = g_new (float, scalogram->columns);
  resolved = ondes_display_resolve (display, scalogram);
  medians = resolved.equalise ? scalogram->medians : NULL;
  mapper_init (&mapper, scalogram, &resolved);

  cairo_surface_flush (surface);
  pixels = cairo_image_surface_get_data (surface);
  stride = cairo_image_surface_get_stride (surface);
  for (int y = 0; y < height; y++)
    {
      guint32     *line = (guint32 *) (pixels + (gsize) y * stride);
      const float *values = merged;

      if (g_cancellable_is_cancelled (g_cancellable_get_current ()))
        break; /* the figure was cancelled */
      if (lines[y].from == lines[y].to)
        continue;
      if (y > 0 && lines[y].from == lines[y - 1].from && lines[y].to == lines[y - 1].to)
        {
          memcpy (line, pixels + (gsize) (y - 1) * stride, (gsize) width * 4);
          continue;
        }
      if (lines[y].to - lines[y].from == 1 && medians == NULL)
        values = scalogram->values + (gsize) sorted[lines[y].from].row * scalogram->columns;
      else
        merge_rows (scalogram, medians, sorted, lines[y], merged);
      colour_line (&mapper, scalogram, values, columns, width, line);
    }
  cairo_surface_mark_dirty (surface);
  g_free (mapper.starts);
  return surface;
}
