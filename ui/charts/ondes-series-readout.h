/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSeriesReadout: the line under the series charts: the chart's name, the index in decimal and binary, the value, the
 * sequency (Walsh spectra only) and the value of the overlay. Main thread only.
 */
#pragma once

#include "rows/ondes-fields.h"
#include "series/series-model.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SERIES_READOUT (ondes_series_readout_get_type ())
G_DECLARE_FINAL_TYPE (OndesSeriesReadout, ondes_series_readout, ONDES, SERIES_READOUT, OndesFields)

/* The overlay drawn over the values: the reconstruction from the coefficients kept, or the second operand. */
typedef enum { ONDES_OVER_KEPT, ONDES_OVER_SECOND } OndesSeriesOver;

GtkWidget *ondes_series_readout_new (OndesSeriesOver     over);
/* Adds @model, shown under @name while its chart is the last one pointed at. */
void       ondes_series_readout_add (OndesSeriesReadout *self,
                                     OndesSeriesModel   *model,
                                     const char         *name);

G_END_DECLS
