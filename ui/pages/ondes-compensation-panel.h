/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compensation in the side bar of the scalogram: a sampler's errors, a calibration sheet, masks of few bits, oversampling, and
 * presets of all that, each with what is wrong with it below its row. Main thread only. */
#pragma once

#include <adwaita.h>

#include "picture/scalogram-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_COMPENSATION_PANEL (ondes_compensation_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndesCompensationPanel, ondes_compensation_panel, ONDES, COMPENSATION_PANEL, AdwBin)

GtkWidget *ondes_compensation_panel_new  (OndesScalogramAnalysis *analysis);
/* TRUE if the panel shows errors about @setting. */
gboolean   ondes_compensation_panel_owns (OndesSetting            setting);

G_END_DECLS
