/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesPresetRow: the presets of compensation (session/presets.h) in a menu: chosen, saved, renamed, deleted, imported, exported.
 * Their files are read and written on workers. Signals:
 *   "chosen"          ondes_preset_row_get_settings() are those of a preset that was chosen
 *   "problem" (text)  one sentence on what went wrong; NULL once something went well
 * Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "session/compensation-settings.h"

G_BEGIN_DECLS

#define ONDES_TYPE_PRESET_ROW (ondes_preset_row_get_type ())
G_DECLARE_FINAL_TYPE (OndesPresetRow, ondes_preset_row, ONDES, PRESET_ROW, AdwActionRow)

GtkWidget                       *ondes_preset_row_new          (void);
/* Sets what is saved and exported; the row shows the preset that it equals. */
void                             ondes_preset_row_set_settings (OndesPresetRow                  *self,
                                                                const OndesCompensationSettings *settings);
const OndesCompensationSettings *ondes_preset_row_get_settings (OndesPresetRow                  *self);

G_END_DECLS
