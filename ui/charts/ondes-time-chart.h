/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesTimeChart: a chart over the timeline of an OndesSession. Its horizontal span is what is in view of that, in samples, and its
 * crosshair stands at the sample pointed at. Main thread only.
 */
#pragma once

#include "ondes-chart.h"
#include "session/session.h"

G_BEGIN_DECLS

/* Of the session; from DISPLAY on of what a subclass shows. */
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

  /* Something changed. Chain up: draws anew what shows it. */
  void (*changed) (OndesTimeChart   *self,
                   OndesChartChange  change);
};

OndesSession  *ondes_time_chart_get_session   (OndesTimeChart *self);
OndesTimeline *ondes_time_chart_get_timeline  (OndesTimeChart *self);
/* Samples in the recording; 0: none. */
guint64        ondes_time_chart_get_length    (OndesTimeChart *self);
/* The first time stamp of the recording, in its time units: what sample 0 stands at. */
double         ondes_time_chart_get_start     (OndesTimeChart *self);
/* The time axis of the view over the plot. */
OndesAxis      ondes_time_chart_time_axis     (OndesTimeChart *self);
/* When @sample is, for a sentence: "12.34 s", or its date; by the locale. Transfer full. */
char          *ondes_time_chart_describe_time (OndesTimeChart *self,
                                               double          sample);
/* The same to be copied: by the point, with as many digits as tell it apart. */
char          *ondes_time_chart_copy_time     (OndesTimeChart *self,
                                               double          sample);

G_END_DECLS
