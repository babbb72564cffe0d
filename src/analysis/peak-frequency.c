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
level_of (const OndesCwt *cwt,
          guint           row,
          double          value)
{
  const double factor = cwt->options.normalisation == ONDES_NORMALISATION_L2 ? sqrt (ondes_cwt_scale (cwt, row)) : 1;

  if (!(value > 0) || !isfinite (value))
    return -INFINITY;
  return log (value) * (cwt->options.quantity == ONDES_QUANTITY_POWER ? 0.5 : 1)
         - log (factor * ondes_cwt_mask (cwt, row).gain);
}

/* Returns the rows by scale, each scale once; @n gets how many, @at the place of @row. */
static Point *
sort_rows (const OndesCwt *cwt,
           const double   *values,
           guint           row,
           guint          *n,
           guint          *at)
{
  Point *points = g_new (Point, cwt->n_scales);

  for (guint i = 0; i < cwt->n_scales; i++)
    points[i] = (Point) { ondes_cwt_scale (cwt, i), level_of (cwt, i, values[i]), i };
  qsort (points, cwt->n_scales, sizeof *points, compare_scales);
  *n = *at = 0;
  for (guint i = 0; i < cwt->n_scales; i++)
    {
      if (i == 0 || points[i].scale > points[*n - 1].scale)
        points[(*n)++] = points[i];
      if (points[i].scale == ondes_cwt_scale (cwt, row))
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
ondes_peak_frequency (const OndesCwt *cwt,
                      double          rate_hz,
                      const double   *values,
                      guint           row)
{
  guint n, at;
  g_autofree Point *points = sort_rows (cwt, values, row, &n, &at);
  OndesPeakFrequency peak = { ondes_cwt_frequency_hz (cwt, row, rate_hz), row, ONDES_PEAK_AT_LAST_ROW };
  double scale;

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
  peak.hz = cwt->options.omega0 * rate_hz / (2 * G_PI * scale);
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
