/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesPresetRow: the presets of one kind (session/preset-store.h) in a menu, with a line on each that is built in: chosen, saved,
 * renamed, deleted, imported, exported. Their files are read and written on workers. Signals:
 *   "chosen"          ondes_preset_row_get_settings() are those of the preset that was chosen, get_chosen() its name
 *   "problem" (text)  one sentence on what went wrong; NULL once something went well
 * Main thread only.
 */
#pragma once

#include <adwaita.h>

#include "session/preset-store.h"

G_BEGIN_DECLS

#define ONDES_TYPE_PRESET_ROW (ondes_preset_row_get_type ())
G_DECLARE_FINAL_TYPE (OndesPresetRow, ondes_preset_row, ONDES, PRESET_ROW, AdwActionRow)

GtkWidget  *ondes_preset_row_new          (const OndesPresetKind *kind,
                                           const char            *tooltip);
/* Adds a preset that is built in, with a line on what it does, to the top of the menu. */
void        ondes_preset_row_add_built_in (OndesPresetRow        *self,
                                           const char            *title,
                                           const char            *description,
                                           GVariant              *settings);
/* Sets what is saved and exported, an a{sv}, and whether that is possible; the row shows the preset that it equals, or that led to
 * it. Settings of one kind have the same entries in the same order. */
void        ondes_preset_row_set_settings (OndesPresetRow        *self,
                                           GVariant              *settings,
                                           gboolean               is_worth);
/* Adds an item to the menu, above those of files. */
void        ondes_preset_row_add_item     (OndesPresetRow        *self,
                                           const char            *label,
                                           const char            *action);
/* Chooses a preset as from the menu. */
void        ondes_preset_row_choose       (OndesPresetRow        *self,
                                           const char            *name,
                                           GVariant              *settings);
/* Opens the menu. */
void        ondes_preset_row_open         (OndesPresetRow        *self);
/* Borrowed. */
GVariant   *ondes_preset_row_get_settings (OndesPresetRow        *self);
const char *ondes_preset_row_get_chosen   (OndesPresetRow        *self);

G_END_DECLS
