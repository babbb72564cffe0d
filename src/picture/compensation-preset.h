/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named compensations as files (preset-store.h): the settings of compensation-settings.h, with the points of their tables and
 * the content of their calibration sheet and taps, so that the file alone is enough. Any thread but the main one.
 */
#pragma once

#include "transform/compensation-settings.h"
#include "session/preset-store.h"

G_BEGIN_DECLS

extern const OndesPresetKind ondes_compensation_presets;

/* Reads the tables, sheet and taps of @settings, and writes all to @path. */
gboolean ondes_compensation_preset_write (const char                      *path,
                                          const OndesCompensationSettings *settings,
                                          GError                         **error);
/* Sheet, taps and long tables are kept files (preset-files.h) then. */
gboolean ondes_compensation_preset_read  (const char                      *path,
                                          OndesCompensationSettings       *settings,
                                          GError                         **error);

G_END_DECLS
