/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a preset brought with it: long tables, calibration sheets, taps. They lie in "ondes/kept" of the user's data
 * folder, named by a checksum of their content, so that undo finds those of before and equal ones are kept once. Those not used
 * for ONDES_KEPT_DAYS are removed. Not for the main thread, but for ondes_kept_file_name(). Errors are ONDES_ERROR_FILE.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_KEPT_DAYS 90

/* Writes @data unless it is kept already, for a file of this @name. Returns its path, transfer full. */
char *ondes_kept_file_write   (const char *name,
                               const void *data,
                               gsize       size,
                               GError    **error);
/* Tells that the file at @path is in use, so that it is not removed; nothing for one that is not kept. */
void  ondes_kept_file_use     (const char *path);
/* Returns the name of the file at @path: without its checksum if it is kept. Transfer full. */
char *ondes_kept_file_name    (const char *path);

/* Puts the content of the file at @path, at most @most bytes, into @keys, in base 64. Returns the name for
 * ondes_kept_file_extract(), transfer full. */
char *ondes_kept_file_embed   (const char *path,
                               gsize       most,
                               GKeyFile   *keys,
                               const char *group,
                               const char *key,
                               GError    **error);
/* Keeps the file of this @name whose content is in @keys, of the preset at @preset. Returns its path, transfer full. */
char *ondes_kept_file_extract (const char *preset,
                               const char *name,
                               GKeyFile   *keys,
                               const char *group,
                               const char *key,
                               GError    **error);

G_END_DECLS
