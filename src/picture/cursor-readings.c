/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cursor-readings.h"

void
ondes_cursor_readings_get (OndesScalogramAnalysis *analysis,
                           OndesCursorReadings    *readings)
{
  OndesSession *session = ondes_analysis_get_session (ONDES_ANALYSIS (analysis));
  const OndesSource *source = ondes_session_get_source (session);
  const OndesCursors cursors = ondes_timeline_get_cursors (ondes_session_get_timeline (session));

  ondes_cursors_read (source != NULL ? &cursors : &ONDES_CURSORS_NONE, source != NULL ? source->rate_hz : 1,
                      ondes_scalogram_analysis_get_scalogram (analysis), readings);
}
