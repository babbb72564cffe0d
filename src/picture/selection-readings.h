/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesSelectionReadings: the readings of a session's selection (analysis/readings.h), of the rows of an analysis or, without a
 * band, of the samples.
 *
 * They are measured anew after each change of the selection, the recording or the transform, on a queue of its own behind all
 * pictures; the newest wins, and the old readings are gone at once. Main thread only.
 *
 * Signals:
 *   "changed"   readings, progress or problem
 */
#pragma once

#include "analysis/readings.h"
#include "scalogram-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_SELECTION_READINGS (ondes_selection_readings_get_type ())
G_DECLARE_FINAL_TYPE (OndesSelectionReadings, ondes_selection_readings, ONDES, SELECTION_READINGS, GObject)

OndesSelectionReadings *ondes_selection_readings_new          (OndesScalogramAnalysis *analysis);
/* Measures the rows and samples of another analysis of the same timeline from now on. */
void                    ondes_selection_readings_set_analysis (OndesSelectionReadings *self,
                                                               OndesScalogramAnalysis *analysis);
OndesScalogramAnalysis *ondes_selection_readings_get_analysis (OndesSelectionReadings *self);
/* Returns the readings of the selection as it is, borrowed until "changed"; NULL without one, or if they are not known yet. */
const OndesReadings    *ondes_selection_readings_get          (OndesSelectionReadings *self);
/* TRUE if they are being measured; @progress is 0 … 1 and may be NULL. */
gboolean                ondes_selection_readings_is_busy      (OndesSelectionReadings *self,
                                                               double                 *progress);
/* Returns a sentence on why nothing could be measured, borrowed; NULL if none. */
const char             *ondes_selection_readings_get_problem  (OndesSelectionReadings *self);

G_END_DECLS
