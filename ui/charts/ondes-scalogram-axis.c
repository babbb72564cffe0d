/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "ondes-scalogram-axis.h"

/* Returns the parent class, which handles the time direction. */
static OndesChartClass *
time_chart (void)
{
  return g_type_class_peek (ONDES_TYPE_TIME_CHART);
}

gboolean
ondes_scalogram_axis_get (OndesScalogramView *self,
                          OndesAxis          *axis,
                          OndesAxis          *full)
{
  OndesScalogramAnalysis *analysis = ondes_scalogram_view_get_analysis (self);
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  OndesDisplay all = *ondes_scalogram_analysis_get_display (analysis);
  graphene_rect_t plot;

  ondes_chart_get_plot (ONDES_CHART (self), &plot);
  if (scalogram == NULL || plot.size.height <= 0)
    return FALSE;
  *axis = ondes_display_axis (&all, scalogram, plot.size.height);
  all.view_lo = all.view_hi = 0;
  *full = ondes_display_axis (&all, scalogram, plot.size.height);
  return TRUE;
}

/* Returns the distance of a value from the start of the axis, which also increases along a scale axis, whose values
 * decrease. */
static double
along (const OndesAxis *full,
       double           value)
{
  return full->mode == ONDES_AXIS_LOG ? fabs (log (value / full->lo)) : fabs (value - full->lo);
}

static double
value_at (const OndesAxis *full,
          double           at)
{
  if (full->hi < full->lo)
    at = -at;
  return full->mode == ONDES_AXIS_LOG ? full->lo * exp (at) : full->lo + at;
}

static gboolean
get_span (OndesChart     *chart,
          GtkOrientation  direction,
          OndesChartSpan *span)
{
  OndesScalogramView *self = ONDES_SCALOGRAM_VIEW (chart);
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (ondes_scalogram_view_get_analysis (self));
  OndesAxis axis, full;

  if (direction == GTK_ORIENTATION_HORIZONTAL)
    return time_chart ()->get_span (chart, direction, span);
  if (!ondes_scalogram_axis_get (self, &axis, &full))
    return FALSE;
  span->total = along (&full, full.hi);
  span->first = along (&full, axis.lo);
  span->count = fabs (along (&full, axis.hi) - span->first);
  span->min = scalogram->rows > 2 ? span->total * 2 / scalogram->rows : span->total;
  return span->count > 0;
}

static void
set_span (OndesChart    *chart,
          GtkOrientation direction,
          double         first,
          double         count)
{
  OndesScalogramAnalysis *analysis = ondes_scalogram_view_get_analysis (ONDES_SCALOGRAM_VIEW (chart));
  const OndesDisplay *display = ondes_scalogram_analysis_get_display (analysis);
  OndesScalogram *scalogram = ondes_scalogram_analysis_get_scalogram (analysis);
  OndesAxis axis, full;
  double all, a, b;

  time_chart ()->set_span (chart, direction, first, count);
  if (direction == GTK_ORIENTATION_HORIZONTAL || !ondes_scalogram_axis_get (ONDES_SCALOGRAM_VIEW (chart), &axis, &full))
    return;
  all = along (&full, full.hi);
  if (first <= all * 1e-9 && count >= all * (1 - 1e-9))
    {
      ondes_scalogram_analysis_set_frequencies (analysis, 0, 0);
      return;
    }
  a = ondes_display_to_frequency (display, scalogram, value_at (&full, first));
  b = ondes_display_to_frequency (display, scalogram, value_at (&full, first + count));
  ondes_scalogram_analysis_set_frequencies (analysis, MIN (a, b), MAX (a, b));
}

/* Returns the frequency @along the vertical span, in its unit. NaN if there is no picture. */
static double
axis_at (OndesScalogramView *self,
         double              at)
{
  OndesScalogramAnalysis *analysis = ondes_scalogram_view_get_analysis (self);
  OndesAxis axis, full;

  if (!ondes_scalogram_axis_get (self, &axis, &full))
    return NAN;
  return ondes_display_to_frequency (ondes_scalogram_analysis_get_display (analysis),
                                     ondes_scalogram_analysis_get_scalogram (analysis), value_at (&full, at));
}

gboolean
ondes_scalogram_axis_find (OndesScalogramView *self,
                           double              frequency_hz,
                           double             *at)
{
  OndesScalogramAnalysis *analysis = ondes_scalogram_view_get_analysis (self);
  OndesAxis axis, full;
  double value;

  if (!ondes_scalogram_axis_get (self, &axis, &full))
    return FALSE;
  value = ondes_display_from_frequency (ondes_scalogram_analysis_get_display (analysis),
                                        ondes_scalogram_analysis_get_scalogram (analysis), frequency_hz);
  *at = along (&full, value);
  /* A value below the lowest row would wrongly come out above it. */
  return full.hi < full.lo ? value <= full.lo : value >= full.lo;
}

static void
get_crosshair (OndesChart *chart,
               double     *x,
               double     *y)
{
  OndesScalogramView *self = ONDES_SCALOGRAM_VIEW (chart);
  const double frequency_hz = ondes_scalogram_analysis_get_pointer (ondes_scalogram_view_get_analysis (self))->frequency_hz;
  double at;

  time_chart ()->get_crosshair (chart, x, y);
  if (!isnan (frequency_hz) && ondes_scalogram_axis_find (self, frequency_hz, &at))
    *y = at;
}

static void
set_crosshair (OndesChart *chart,
               double      x,
               double      y)
{
  OndesScalogramView *self = ONDES_SCALOGRAM_VIEW (chart);

  ondes_scalogram_analysis_set_pointer (ondes_scalogram_view_get_analysis (self), x,
                                        isnan (y) ? NAN : axis_at (self, y));
}

static double
hz_at (OndesTimeChart *chart,
       double          up)
{
  return axis_at (ONDES_SCALOGRAM_VIEW (chart), up);
}

static gboolean
find_hz (OndesTimeChart *chart,
         double          hz,
         double         *up)
{
  return ondes_scalogram_axis_find (ONDES_SCALOGRAM_VIEW (chart), hz, up);
}

void
ondes_scalogram_axis_install (OndesChartClass *klass)
{
  klass->get_span = get_span;
  klass->set_span = set_span;
  klass->get_crosshair = get_crosshair;
  klass->set_crosshair = set_crosshair;
  ONDES_TIME_CHART_CLASS (klass)->hz_at = hz_at;
  ONDES_TIME_CHART_CLASS (klass)->find_hz = find_hz;
}
