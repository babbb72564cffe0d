/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies between the two cursors of a timeline. Main thread only. */
#pragma once

#include "analysis/cursors.h"
#include "scalogram-analysis.h"

G_BEGIN_DECLS

/* Gets the readings of the cursors of the analysis' session, with its picture. */
void   ondes_cursor_readings_get (OndesScalogramAnalysis *analysis,
                                  OndesCursorReadings    *readings);

G_END_DECLS
