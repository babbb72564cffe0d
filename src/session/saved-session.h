/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions as files, NAME.ondes-session: windows with their recordings, how these are read, all settings, views and selections,
 * the page and the window's size. What is computed is not in it, nor what lies in files of its own, such as annotations.
 *
 * Windows are an array of dictionaries (aa{sv}), one a window:
 *   path     the recording's file, a byte string (ay)
 *   read     how it is read (a{sv}: ondes_saved_read_options())
 *   state    ondes_session_save_state()
 *   window   what the shell adds (a{sv})
 * Any file that one names is a byte string of the name "path", at any depth: written relative to the session's folder if it
 * lies in it or below, so that both can be moved together, and otherwise absolute; in memory all are absolute.
 *
 * A file is text: "Ondes session 1", then the dictionary as GVariant's text, then "end" with a checksum of what is before it.
 * Reading and writing block: any thread but the main one. Errors are ONDES_ERROR_FILE, one sentence that begins with the file.
 */
#pragma once

#include "session.h"

G_BEGIN_DECLS

#define ONDES_SAVED_SUFFIX    ".ondes-session"
#define ONDES_SAVED_BYTES_MAX (64 << 20)
#define ONDES_SAVED_WINDOWS   "aa{sv}"

/* TRUE if the file at @path is one by its name. */
gboolean   ondes_saved_is_session   (const char             *path);

/* Writes @windows, and @attempts, how often they were reopened without lasting. */
gboolean   ondes_saved_write        (const char             *path,
                                     GVariant               *windows,
                                     guint                   attempts,
                                     GError                **error);
/* Returns the windows, transfer full, and sets @attempts unless it is NULL. If @strict, refuses a file whose checksum is wrong,
 * which a person may have edited. */
GVariant  *ondes_saved_read         (const char             *path,
                                     gboolean                strict,
                                     guint                  *attempts,
                                     GError                **error);

/* Convert the options that a recording is read with; the strings that restore() sets are to be cleared. */
GVariant  *ondes_saved_read_options (const OndesReadOptions *options);
void       ondes_saved_restore_read (OndesReadOptions       *options,
                                     GVariant               *saved);

/* Returns the names of the files in @windows that are not there, each once; empty if none. Blocks. */
char     **ondes_saved_find_missing (GVariant               *windows);
/* Returns @windows with the files of @names (char *, old → new) in the place of others; windows whose recording is among
 * @dropped are left out. Both may be NULL. Transfer full. */
GVariant  *ondes_saved_replace      (GVariant               *windows,
                                     GHashTable             *names,
                                     const char *const      *dropped);
/* Returns the names of the recordings, as a person reads them: "whale.wav, ecg.txt"; transfer full. */
char      *ondes_saved_describe     (GVariant               *windows);

G_END_DECLS
