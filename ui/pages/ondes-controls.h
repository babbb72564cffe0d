/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side bar of the scalogram: every setting of the analysis, and error messages about them. Main thread only. */
#pragma once

#include <adwaita.h>

#include "picture/scalogram-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_CONTROLS (ondes_controls_get_type ())
G_DECLARE_FINAL_TYPE (OndesControls, ondes_controls, ONDES, CONTROLS, AdwBin)

GtkWidget *ondes_controls_new            (OndesScalogramAnalysis *analysis);
/* Opens the menu of presets. */
void       ondes_controls_open_presets   (OndesControls          *self);

G_END_DECLS
