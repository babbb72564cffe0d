/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSeriesModel: one chart's series, its overlay if any, the indices in view and the index pointed at. Main thread only.
 *
 * Signals:
 *   "series-changed"   the series or its overlay
 *   "view-changed"     the indices in view, the scale or the range of values
 *   "pointer-changed"  the index pointed at
 */
#pragma once

#include "analysis/series.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SERIES_MODEL (ondes_series_model_get_type ())
G_DECLARE_FINAL_TYPE (OndesSeriesModel, ondes_series_model, ONDES, SERIES_MODEL, GObject)

#define ONDES_INDEX_NONE G_MAXUINT64

OndesSeriesModel *ondes_series_model_new         (void);

/* NULL if none. Keeps the view if the length is unchanged, otherwise shows the whole series. Removes the overlay. */
void              ondes_series_model_set_series  (OndesSeriesModel *self,
                                                  OndesSeries      *series);
OndesSeries      *ondes_series_model_get_series  (OndesSeriesModel *self);
/* A series of the same length, drawn over the other; NULL if none. */
void              ondes_series_model_set_over    (OndesSeriesModel *self,
                                                  OndesSeries      *over);
OndesSeries      *ondes_series_model_get_over    (OndesSeriesModel *self);

/* The sample of the session's recording that index 0 is of, NaN, as at first, if indices are no samples of it. */
void              ondes_series_model_set_origin  (OndesSeriesModel *self,
                                                  double            sample);
double            ondes_series_model_get_origin  (OndesSeriesModel *self);

/* The indices in view, fractional while zooming. The setter clamps them to the series and to at least 8 indices. */
void              ondes_series_model_get_view    (OndesSeriesModel *self,
                                                  double           *first,
                                                  double           *count);
void              ondes_series_model_set_view    (OndesSeriesModel *self,
                                                  double            first,
                                                  double            count);
double            ondes_series_model_least_view  (OndesSeriesModel *self);
/* Zooms about the middle of the view, in if @factor > 1; 0 shows the whole series and resets the range. */
void              ondes_series_model_zoom        (OndesSeriesModel *self,
                                                  double            factor);
/* Moves the view as little as needed to show @index. */
void              ondes_series_model_show        (OndesSeriesModel *self,
                                                  guint64           index);
/* The scale and range of the values; a range with lo < hi was zoomed to, otherwise it is that of the values in view. A series
 * of another length or spec, or another scale, resets the range. The setters emit "view-changed". */
const OndesSeriesDisplay *ondes_series_model_get_display (OndesSeriesModel *self);
void              ondes_series_model_set_scale   (OndesSeriesModel *self,
                                                  OndesSeriesScale  scale);
void              ondes_series_model_set_range   (OndesSeriesModel *self,
                                                  double            lo,
                                                  double            hi);
/* Returns the whole indices in view. */
void              ondes_series_model_get_span    (OndesSeriesModel *self,
                                                  guint64          *first,
                                                  guint64          *count);

/* A position along the indices, whose floor is the index pointed at; NaN if none. */
void              ondes_series_model_set_pointer (OndesSeriesModel *self,
                                                  double            place);
double            ondes_series_model_get_pointer (OndesSeriesModel *self);
/* Returns the index pointed at, or ONDES_INDEX_NONE. */
guint64           ondes_series_model_get_index   (OndesSeriesModel *self);

G_END_DECLS
