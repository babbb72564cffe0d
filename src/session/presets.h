/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named compensations as files: its settings (compensation-settings.h), with the points of its tables and the content of its
 * calibration sheet and taps, so that the file alone is enough. Those of a person lie in "ondes/compensation" of the
 * data folder, one file each, NAME.ondes-compensation; one may lie anywhere, and is shared as it is.
 *
 * A file is a key file with the group "Ondes compensation" and, last, an empty group "end". All functions but
 * ondes_preset_clean_name() and ondes_preset_path() read or write files: any thread but the main one. Errors are
 * ONDES_ERROR_FILE, one sentence that begins with the file.
 */
#pragma once

#include "compensation-settings.h"

G_BEGIN_DECLS

#define ONDES_PRESET_SUFFIX    ".ondes-compensation"
#define ONDES_PRESET_NAME_MAX  100        /* characters */
#define ONDES_PRESET_BYTES_MAX (24 << 20) /* of a file */

/* Returns @name without slashes, control characters, and dots and blanks at its ends, shortened; NULL if nothing is left. Transfer
 * full. */
char    *ondes_preset_clean_name (const char                      *name);
/* Returns the path of the person's preset @name, which is clean. Transfer full. */
char    *ondes_preset_path       (const char                      *name);
/* Returns the name of a preset at any @path. Transfer full. */
char    *ondes_preset_name       (const char                      *path);
/* Returns the names of the person's presets, sorted as they are read; transfer full. An absent folder is an empty one. */
char   **ondes_preset_list       (GError                         **error);

/* Reads the tables, sheet and taps of @settings, and writes all to @path; makes the folder if it is the person's. */
gboolean ondes_preset_write      (const char                      *path,
                                  const OndesCompensationSettings *settings,
                                  GError                         **error);
/* Reads and checks all of a preset. Sheet, taps and long tables are kept files (preset-files.h) then. */
gboolean ondes_preset_read       (const char                      *path,
                                  OndesCompensationSettings       *settings,
                                  GError                         **error);
/* Renames a person's preset. Fails if @to, which is clean, is there already. */
gboolean ondes_preset_rename     (const char                      *from,
                                  const char                      *to,
                                  GError                         **error);
gboolean ondes_preset_delete     (const char                      *name,
                                  GError                         **error);

G_END_DECLS
