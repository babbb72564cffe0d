/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that the parameters of a run name: presets of the window, calibration sheets, tables and taps. Planning copies them to
 * RUN/files, and the parameters name the copies, as “RUN/files/HASH/sheet.txt”, by the hash of their content: so the hash of the
 * parameters holds that, and a run needs nothing but its folder and its recordings. All but ondes_batch_run_words() read or write
 * files: no main thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define ONDES_BATCH_FILES "files" /* in the run's folder */

/* TRUE if @preset, the value of --preset, is a preset of the window, built in or not, and no file of options. */
gboolean ondes_batch_is_preset    (const char      *preset);
/* Replaces the files in @words, options and their values in turn, and the rows of --bands preset. Adds them to @files, name in
 * RUN/files → bytes (GBytes), and those that the run in @folder has already. Fails if one cannot be read. */
gboolean ondes_batch_take_files   (GPtrArray       *words,
                                 const char      *folder,
                                 GHashTable      *files,
                                 GError         **error);
/* Fails unless each file in @words, of a run, is a copy in its @folder, and its presets have their taps in them. The message begins
 * with @source, the run's preset, or with the copy. Anybody may have written these, and a run removes its copies. */
gboolean ondes_batch_check_files  (const GPtrArray *words,
                                 const char      *folder,
                                 const char      *source,
                                 GError         **error);
/* Returns @value of @option, which stands in @source, a file of options, with the path of its file: that lies in the folder of
 * @source or below, and is whole if it is a preset. Transfer full. */
char    *ondes_batch_resolve_file (const char      *source,
                                 const char      *option,
                                 const char      *value,
                                 GError         **error);
/* Makes the folder of @path, a file to be written in the run's @folder, with which the path begins. Fails if a link leads out of
 * the run's folder, or if @path is there but no regular file: a pipe or a device is no output. */
gboolean ondes_batch_prepare      (const char      *folder,
                                 const char      *path,
                                 GError         **error);
/* Writes @files into @folder, where they are not yet. */
gboolean ondes_batch_write_files  (GHashTable      *files,
                                 const char      *folder,
                                 GError         **error);
/* Removes @files and their folder from @folder, a scratch. */
void     ondes_batch_remove_files (GHashTable      *files,
                                 const char      *folder);
/* Returns a copy of @words, of a run, with the paths of its files behind @folder: the run's folder with a slash, or "" within it.
 * Transfer full. */
GPtrArray *ondes_batch_run_words  (const GPtrArray *words,
                                 const char      *folder);

G_END_DECLS
