/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesErrorMeasurement: measures the error of the picture on screen while it is switched on (analysis/error-meter.h).
 *
 * It begins once the exact picture has landed, anew with each picture and each range of frequencies in view, on a queue of its own
 * behind all others, and improves point by point, for at most a minute of work. The points are the same in every run. Main thread
 * only; emits "changed" when the figures do.
 */
#pragma once

#include "analysis/error-meter.h"
#include "scalogram-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_ERROR_MEASUREMENT (ondes_error_measurement_get_type ())
G_DECLARE_FINAL_TYPE (OndesErrorMeasurement, ondes_error_measurement, ONDES, ERROR_MEASUREMENT, GObject)

/* Begins switched off. */
OndesErrorMeasurement     *ondes_error_measurement_new         (OndesScalogramAnalysis *analysis);
void                       ondes_error_measurement_set_active  (OndesErrorMeasurement  *self,
                                                                gboolean                active);
/* Its points are 0 until there is something to tell of the picture on screen. */
const OndesMeasuredErrors *ondes_error_measurement_get         (OndesErrorMeasurement  *self);
/* Returns a sentence on why nothing is measured, borrowed; NULL if none. */
const char                *ondes_error_measurement_get_problem (OndesErrorMeasurement  *self);

G_END_DECLS
