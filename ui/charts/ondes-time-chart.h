/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesTimeChart: a chart over the timeline of an OndesSession. Its horizontal span is the part of the timeline in view, in
 * samples; its crosshair is at the sample pointed at. The playhead is drawn over it, and a click sets it. Main thread only.
 */
#pragma once

#include "ondes-chart.h"
#include "session/session.h"

G_BEGIN_DECLS

/* Changes of the session; from ONDES_CHART_DISPLAY on, changes of the subclass's own model. */
typedef enum
{
  ONDES_CHART_RECORDING,
  ONDES_CHART_VIEW,
  ONDES_CHART_OVERVIEW,
  ONDES_CHART_POINTER,
  ONDES_CHART_DISPLAY,
  ONDES_CHART_SETTINGS,
  ONDES_CHART_PICTURE,
  ONDES_CHART_STATE,
} OndesChartChange;

#define ONDES_TYPE_TIME_CHART (ondes_time_chart_get_type ())
G_DECLARE_DERIVABLE_TYPE (OndesTimeChart, ondes_time_chart, ONDES, TIME_CHART, OndesChart)

struct _OndesTimeChartClass
{
  OndesChartClass parent_class;

  /* Returns the widget's x of @sample; by default that of the horizontal span. */
  double (*sample_to_x) (OndesTimeChart *self,
                         double          sample);
  /* Return the frequency at a place of the vertical span, NaN if there is none, and set @up to that of a frequency, FALSE if it
   * lies below the axis. NULL without frequencies. */
  double   (*hz_at)   (OndesTimeChart *self,
                       double          up);
  gboolean (*find_hz) (OndesTimeChart *self,
                       double          hz,
                       double         *up);
  /* Called after a change. Chain up to redraw what it affects. */
  void (*changed) (OndesTimeChart   *self,
                   OndesChartChange  change);
};

OndesSession  *ondes_time_chart_get_session   (OndesTimeChart *self);
OndesTimeline *ondes_time_chart_get_timeline  (OndesTimeChart *self);
/* Returns the number of samples in the recording, 0 if none is open. */
guint64        ondes_time_chart_get_length    (OndesTimeChart *self);
/* Returns the time of sample 0 in the recording's time unit, 0 if none is open. */
double         ondes_time_chart_get_start     (OndesTimeChart *self);
/* TRUE if the vertical axis is one of frequencies, with something to show. */
gboolean       ondes_time_chart_has_frequencies (OndesTimeChart *self);
/* Convert between points of the widget, samples and frequencies (cycles per time unit); frequencies and their places are NaN
 * without such an axis. One below the axis has its bottom. */
double         ondes_time_chart_sample_to_x   (OndesTimeChart *self,
                                               double          sample);
double         ondes_time_chart_x_to_sample   (OndesTimeChart *self,
                                               double          x);
double         ondes_time_chart_hz_to_y       (OndesTimeChart *self,
                                               double          hz);
double         ondes_time_chart_y_to_hz       (OndesTimeChart *self,
                                               double          y);
/* Gets the crosshair, or the middle of the plot if there is none; FALSE if the chart is empty. Of a navigable chart. */
gboolean       ondes_time_chart_get_point     (OndesTimeChart *self,
                                               double         *sample,
                                               double         *hz);
/* For a class that is navigable: selects and has cursors by pointer and keys. */
void           ondes_time_chart_class_set_selectable (OndesTimeChartClass *klass);
/* Returns the cursor at a point where an annotation, the selection or a line can be grasped; NULL elsewhere. */
const char    *ondes_time_chart_get_cursor    (OndesChart     *chart,
                                               double          x,
                                               double          y);
/* Returns the time axis of the view over the plot. */
OndesAxis      ondes_time_chart_time_axis     (OndesTimeChart *self);
/* Returns the time of @sample for a sentence, "12.34 s" or its date, in the locale's format. Transfer full. */
char          *ondes_time_chart_describe_time (OndesTimeChart *self,
                                               double          sample);
/* Returns the time of @sample for the clipboard: with a decimal point, and enough digits to be unambiguous. Transfer full. */
char          *ondes_time_chart_copy_time     (OndesTimeChart *self,
                                               double          sample);

G_END_DECLS
