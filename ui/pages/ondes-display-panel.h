/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The group "Display" of a side bar: colour map, vertical axis, decibels, range and reference of a scalogram or Walshgram, with
 * error messages about them. Main thread only. */
#pragma once

#include <adwaita.h>

#include "picture/scalogram-analysis.h"

G_BEGIN_DECLS

#define ONDES_TYPE_DISPLAY_PANEL (ondes_display_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndesDisplayPanel, ondes_display_panel, ONDES, DISPLAY_PANEL, AdwBin)

GtkWidget *ondes_display_panel_new   (OndesScalogramAnalysis *analysis);
/* Sets the display as it is at first, with automatic colours. */
void       ondes_display_panel_reset (OndesDisplayPanel      *self);

G_END_DECLS
