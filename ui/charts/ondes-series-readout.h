/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSeriesReadout: the line under the charts of series: which chart, its index in decimal and in binary, the value, of a Walsh
 * spectrum the sequency, and what lies over the values. Main thread only.
 */
#pragma once

#include "rows/ondes-fields.h"
#include "session/series-model.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SERIES_READOUT (ondes_series_readout_get_type ())
G_DECLARE_FINAL_TYPE (OndesSeriesReadout, ondes_series_readout, ONDES, SERIES_READOUT, OndesFields)

/* What lies over the values. */
typedef enum { ONDES_OVER_KEPT, ONDES_OVER_SECOND } OndesSeriesOver;

GtkWidget *ondes_series_readout_new (OndesSeriesOver     over);
/* Reads @model, which charts call @name, where it is the last pointed at. */
void       ondes_series_readout_add (OndesSeriesReadout *self,
                                     OndesSeriesModel   *model,
                                     const char         *name);

G_END_DECLS
