/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesDocumentChart: a chart of an OndesDocument. Its horizontal span is the document's view in samples, its vertical one the
 * frequencies in view where the class has an axis of them; its crosshair is the document's pointer. Main thread only.
 */
#pragma once

#include "ondes-chart.h"
#include "session/document.h"

G_BEGIN_DECLS

typedef enum
{
  ONDES_CHART_RECORDING,
  ONDES_CHART_SETTINGS,
  ONDES_CHART_DISPLAY,
  ONDES_CHART_VIEW,
  ONDES_CHART_PICTURE,
  ONDES_CHART_OVERVIEW,
  ONDES_CHART_STATE,
  ONDES_CHART_POINTER,
} OndesChartChange;

#define ONDES_TYPE_DOCUMENT_CHART (ondes_document_chart_get_type ())
G_DECLARE_DERIVABLE_TYPE (OndesDocumentChart, ondes_document_chart, ONDES, DOCUMENT_CHART, OndesChart)

struct _OndesDocumentChartClass
{
  OndesChartClass parent_class;

  /* Something of the document changed. Chain up: draws anew what shows it. */
  void     (*changed)        (OndesDocumentChart *self,
                              OndesChartChange    change);
  /* The vertical axis where it counts frequencies: as in view, and as a whole. NULL or FALSE: there is none. */
  gboolean (*frequency_axis) (OndesDocumentChart *self,
                              OndesAxis          *axis,
                              OndesAxis          *whole);
};

OndesDocument *ondes_document_chart_get_document (OndesDocumentChart *self);
/* Samples in the recording; 0: none. */
guint64        ondes_document_chart_get_length   (OndesDocumentChart *self);
/* The first time stamp of the recording, in its time units: what sample 0 stands at. */
double         ondes_document_chart_get_start    (OndesDocumentChart *self);
/* The time axis of the view over the plot. */
OndesAxis      ondes_document_chart_time_axis    (OndesDocumentChart *self);
/* When @sample is, for a sentence: "12.34 s", or its date; by the locale. Transfer full. */
char          *ondes_document_chart_describe_time (OndesDocumentChart *self,
                                                  double              sample);
/* The same to be copied: by the point, with as many digits as tell it apart. */
char          *ondes_document_chart_copy_time    (OndesDocumentChart *self,
                                                  double              sample);

G_END_DECLS
