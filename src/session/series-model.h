/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSeriesModel: a series as one chart shows it: its values, perhaps others over them, the indices in view and the one pointed
 * at. Main thread only.
 *
 * Signals:
 *   "series-changed"   other values, or others over them
 *   "view-changed"     the indices in view
 *   "pointer-changed"  the index pointed at
 */
#pragma once

#include "analysis/series.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SERIES_MODEL (ondes_series_model_get_type ())
G_DECLARE_FINAL_TYPE (OndesSeriesModel, ondes_series_model, ONDES, SERIES_MODEL, GObject)

#define ONDES_INDEX_NONE G_MAXUINT64

OndesSeriesModel *ondes_series_model_new         (void);

/* NULL: none. The view stays where the length does, and is else the whole. What lies over it goes. */
void              ondes_series_model_set_series  (OndesSeriesModel *self,
                                                  OndesSeries      *series);
OndesSeries      *ondes_series_model_get_series  (OndesSeriesModel *self);
/* Values of the same length, drawn over the others; NULL: none. */
void              ondes_series_model_set_over    (OndesSeriesModel *self,
                                                  OndesSeries      *over);
OndesSeries      *ondes_series_model_get_over    (OndesSeriesModel *self);

/* The indices in view, not whole while zooming; set clamps to the series and to at least 8 indices. */
void              ondes_series_model_get_view    (OndesSeriesModel *self,
                                                  double           *first,
                                                  double           *count);
void              ondes_series_model_set_view    (OndesSeriesModel *self,
                                                  double            first,
                                                  double            count);
double            ondes_series_model_least_view  (OndesSeriesModel *self);
/* About the middle, by a factor > 1 in; 0: the whole. */
void              ondes_series_model_zoom        (OndesSeriesModel *self,
                                                  double            factor);
/* Moves the view as little as it takes to have @index in it. */
void              ondes_series_model_show        (OndesSeriesModel *self,
                                                  guint64           index);
/* How values stand above each other; a range with lo < hi was zoomed to, else it is of what is in view. Another series, or another
 * scale, is shown without one. "view-changed" is emitted. */
const OndesSeriesDisplay *ondes_series_model_get_display (OndesSeriesModel *self);
void              ondes_series_model_set_scale   (OndesSeriesModel *self,
                                                  OndesSeriesScale  scale);
void              ondes_series_model_set_range   (OndesSeriesModel *self,
                                                  double            lo,
                                                  double            hi);
/* Whole indices in view. */
void              ondes_series_model_get_span    (OndesSeriesModel *self,
                                                  guint64          *first,
                                                  guint64          *count);

/* A place along the indices, whose index is its floor; NaN: none. */
void              ondes_series_model_set_pointer (OndesSeriesModel *self,
                                                  double            place);
double            ondes_series_model_get_pointer (OndesSeriesModel *self);
/* The index pointed at, or ONDES_INDEX_NONE. */
guint64           ondes_series_model_get_index   (OndesSeriesModel *self);

G_END_DECLS
