/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peak-frequency.h"

#include <math.h>
#include <stdlib.h>

#include "base/words.h"

#define LEAST 1e-12 /* relative; smaller values beside a peak are rounding errors in double */

/* A row as the parabola sees it. */
typedef struct
{
  double scale; /* samples */
  double level; /* log |W| without the row's own factors; −∞ if that is 0 or unknown */
  guint  row;
} Point;

static int
compare_scales (gconstpointer a,
                gconstpointer b)
{
  const Point *p = a, *q = b;

  return p->scale < q->scale ? -1 : p->scale > q->scale ? 1 : p->row < q->row ? -1 : p->row > q->row;
}

static double
level_of (const OndesSpec *spec,
          guint            row,
          double           value)
{
  if (!(value > 0) || !isfinite (value))
    return -INFINITY;
  return log (value) * (ondes_picture_traits (spec).is_power ? 0.5 : 1) - log (ondes_spec_picture (spec)->row_factor (spec, row));
}

/* Returns the rows by scale, each scale once; @n gets how many, @at the place of @row. */
static Point *
sort_rows (const OndesSpec *spec,
           const double    *values,
           guint            row,
           guint           *n,
           guint           *at)
{
  const OndesPictureClass *klass = ondes_spec_picture (spec);
  const guint rows = ondes_picture_traits (spec).rows;
  Point *points = g_new (Point, rows);

  for (guint i = 0; i < rows; i++)
    points[i] = (Point) { klass->scale (spec, i), level_of (spec, i, values[i]), i };
  qsort (points, rows, sizeof *points, compare_scales);
  *n = *at = 0;
  for (guint i = 0; i < rows; i++)
    {
      if (i == 0 || points[i].scale > points[*n - 1].scale)
        points[(*n)++] = points[i];
      if (points[i].scale == klass->scale (spec, row))
        *at = *n - 1;
    }
  return points;
}

/* Finds the top of the parabola through @p and the points beside it. */
static OndesPeakHow
find_top (const Point *p,
          double      *scale)
{
  const double below = p[0].scale - p[-1].scale, above = p[1].scale - p[0].scale;
  const double rise = (p[0].level - p[-1].level) / below, fall = (p[0].level - p[1].level) / above;

  if (!(MIN (p[-1].level, p[1].level) > p[0].level + log (LEAST)))
    return ONDES_PEAK_NOTHING;
  if (!(rise + fall > 0))
    return ONDES_PEAK_PLATEAU;
  /* Newton's form: the slope is rise half-way below, −fall half-way above, and linear between. */
  *scale = p[0].scale - below / 2 + (below + above) / 2 * rise / (rise + fall);
  return ONDES_PEAK_BETWEEN_ROWS;
}

OndesPeakFrequency
ondes_peak_frequency (const OndesSpec *spec,
                      double           rate_hz,
                      const double    *values,
                      guint            row)
{
  const OndesPictureClass *klass = ondes_spec_picture (spec);
  OndesPeakFrequency peak = { klass->row_hz (spec, row, rate_hz), row, ONDES_PEAK_OF_WALSH };
  g_autofree Point *points = NULL;
  double scale;
  guint n, at;

  if (klass->row_factor == NULL)
    return peak;
  points = sort_rows (spec, values, row, &n, &at);
  peak.how = ONDES_PEAK_AT_LAST_ROW;
  for (;;)
    if (at > 0 && points[at - 1].level > points[at].level)
      at--;
    else if (at + 1 < n && points[at + 1].level > points[at].level)
      at++;
    else
      break;
  if (!isfinite (points[at].level))
    peak.how = ONDES_PEAK_NOTHING;
  else if (at > 0 && at + 1 < n)
    peak.how = find_top (points + at, &scale);
  if (peak.how != ONDES_PEAK_BETWEEN_ROWS)
    return peak;
  peak.hz = klass->scale_hz (spec, scale, rate_hz);
  peak.row = points[at].row;
  return peak;
}

const char *
ondes_peak_how_describe (OndesPeakHow how)
{
  static const char *const words[] = {
    [ONDES_PEAK_BETWEEN_ROWS] = NULL,
    [ONDES_PEAK_AT_LAST_ROW] = N_("it is the first or the last row"),
    [ONDES_PEAK_NOTHING] = N_("the values of the rows beside it are 0"),
    [ONDES_PEAK_PLATEAU] = N_("the rows beside it have the same value"),
    [ONDES_PEAK_BEYOND_BAND] = N_("the values go on rising outside the band"),
    [ONDES_PEAK_OF_WALSH] = NULL,
  };

  return words[how] != NULL ? _(words[how]) : NULL;
}
