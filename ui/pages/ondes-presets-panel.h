/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The presets of whole analyses (picture/analysis-preset.h) at the top of the side bar. Main thread only. */
#pragma once

#include <adwaita.h>

#include "session/session.h"

G_BEGIN_DECLS

#define ONDES_TYPE_PRESETS_PANEL (ondes_presets_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndesPresetsPanel, ondes_presets_panel, ONDES, PRESETS_PANEL, AdwBin)

GtkWidget *ondes_presets_panel_new  (OndesSession      *session);
/* Opens the menu of presets. */
void       ondes_presets_panel_open (OndesPresetsPanel *self);

G_END_DECLS
