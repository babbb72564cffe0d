/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesLevelsView: the levels of a filter bank's bands over the span in view, with a colour bar, drawn as its figure is
 * (figure/energy-picture.h). Over the time of an OndesFilterAnalysis's session, with the keys of other charts over time. While it
 * is mapped, the analysis computes the levels. Focusable; its accessible description summarises the picture.
 *
 * Signals:
 *   "band-changed"  the band at the crosshair, or its level
 *
 * OndesLevelsReadout is the line of text below: band, time and level at the crosshair. Main thread only. */
#pragma once

#include "ondes-time-chart.h"
#include "rows/ondes-fields.h"
#include "series/filter-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_LEVELS_VIEW (ondes_levels_view_get_type ())
G_DECLARE_FINAL_TYPE (OndesLevelsView, ondes_levels_view, ONDES, LEVELS_VIEW, OndesTimeChart)

GtkWidget             *ondes_levels_view_new      (OndesFilterAnalysis *filter);
/* Returns the band at the crosshair, NULL if there is none, and sets @level_db, NaN if its level is not computed. */
const OndesFilterBand *ondes_levels_view_get_band (OndesLevelsView     *self,
                                                   double              *level_db);

#define ONDES_TYPE_LEVELS_READOUT (ondes_levels_readout_get_type ())
G_DECLARE_FINAL_TYPE (OndesLevelsReadout, ondes_levels_readout, ONDES, LEVELS_READOUT, OndesFields)

GtkWidget             *ondes_levels_readout_new   (OndesLevelsView     *view);

G_END_DECLS
