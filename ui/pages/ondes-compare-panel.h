/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing what the scalogram is compared with, in a popover: a file, a channel, a snapshot, itself without instrument correction,
 * and when it begins. Main thread only. */
#pragma once

#include <adwaita.h>

#include "picture/comparison.h"

G_BEGIN_DECLS

#define ONDES_TYPE_COMPARE_PANEL (ondes_compare_panel_get_type ())
G_DECLARE_FINAL_TYPE (OndesComparePanel, ondes_compare_panel, ONDES, COMPARE_PANEL, AdwBin)

GtkWidget *ondes_compare_panel_new    (OndesComparison   *comparison);
/* Asks for the file to compare with. */
void       ondes_compare_panel_choose (OndesComparePanel *self);
/* Asks how to read a file without a header as the second. */
void       ondes_compare_panel_ask_raw (OndesComparePanel *self,
                                       const char        *path);

G_END_DECLS
