/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSeriesView: the chart of an OndesSeriesModel: bars from the zero line, or the minimum and maximum of each column if
 * there are too many values, with a ruler of indices below. Zooms, pans and points like every navigable chart. Main thread
 * only.
 */
#pragma once

#include "ondes-chart.h"
#include "series/series-model.h"
#include "session/timeline.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SERIES_VIEW (ondes_series_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesSeriesView, ondes_series_view, ONDES, SERIES_VIEW, OndesChart)

/* Creates the chart. @label is its accessible name. */
GtkWidget        *ondes_series_view_new       (OndesSeriesModel *model,
                                               const char       *label);
OndesSeriesModel *ondes_series_view_get_model (OndesSeriesView  *self);
/* Shows the selection of @timeline, which can be changed there, while the model has an origin. */
void              ondes_series_view_set_timeline (OndesSeriesView *self,
                                                  OndesTimeline   *timeline);
/* NULL if none was set. */
OndesTimeline    *ondes_series_view_get_timeline (OndesSeriesView *self);

G_END_DECLS
