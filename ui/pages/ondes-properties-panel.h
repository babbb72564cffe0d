/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesPropertiesPanel: the properties of a Boolean source as names and values, with a button that copies the report. Main
 * thread only. */
#pragma once

#include <adwaita.h>

#include "series/spectrum-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_PROPERTIES_PANEL (ondes_properties_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndesPropertiesPanel, ondes_properties_panel, ONDES, PROPERTIES_PANEL, AdwBin)

GtkWidget *ondes_properties_panel_new    (OndesSpectrumAnalysis         *spectra);
void       ondes_properties_panel_update (OndesPropertiesPanel *self);

G_END_DECLS
