/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An output file that appears complete or not at all: written to a temporary file next to its target, then renamed.
 *
 * For standard output ("-") and anything but a regular file (a pipe, a device), the contents are copied at the end. Either way
 * the writer may seek, and an error on the way leaves nothing. Use from one thread at a time. Errors are ONDES_ERROR_FILE, or
 * ONDES_ERROR_REQUEST for an empty path: one sentence, which starts with the path if there is one.
 */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

typedef struct _OndesOutFile OndesOutFile;

/* Fails if @path is a directory or not writable, or its folder is missing. */
OndesOutFile *ondes_out_file_new     (const char   *path,
                                      GError      **error);
/* Fails, giving the size, if the free disk space is smaller than @bytes. */
gboolean      ondes_out_file_check   (OndesOutFile *self,
                                      guint64       bytes,
                                      GError      **error);
/* Like ondes_out_file_check(), and allocates the disk blocks now if the file system can. Call it before a large output of known
 * size. */
gboolean      ondes_out_file_reserve (OndesOutFile *self,
                                      guint64       bytes,
                                      GError      **error);
/* Appends to the data written by write() so far. */
gboolean      ondes_out_file_write   (OndesOutFile *self,
                                      const void   *data,
                                      gsize         n,
                                      GError      **error);
/* Appends @text and empties it, on failure too. Fails with G_IO_ERROR_CANCELLED if the thread's current cancellable is
 * cancelled. */
gboolean      ondes_out_file_write_text (OndesOutFile *self,
                                         GString      *text,
                                         GError      **error);
/* Writes at @offset from the start; does not move the position of write(). */
gboolean      ondes_out_file_pwrite  (OndesOutFile *self,
                                      const void   *data,
                                      gsize         n,
                                      guint64       offset,
                                      GError      **error);
/* Reads @n bytes back from @offset; FALSE if fewer are there. */
gboolean      ondes_out_file_pread   (OndesOutFile *self,
                                      void         *data,
                                      gsize         n,
                                      guint64       offset,
                                      GError      **error);
/* Returns the path as given, or "standard output", as errors name it. */
const char   *ondes_out_file_get_name (OndesOutFile *self);
/* Moves the file into place, following a symbolic link to its target. On failure the target is absent or as it was before.
 * Fails with G_IO_ERROR_CANCELLED if the thread's current cancellable is cancelled. */
gboolean      ondes_out_file_commit  (OndesOutFile *self,
                                      GError      **error);
/* Cancels @cancellable, the current one of a writing thread, with immediate effect: nothing is moved into place under it
 * afterwards, however long the thread runs on. FALSE, without cancelling, if a commit has already begun. Any thread. */
gboolean      ondes_out_file_cancel  (GCancellable *cancellable);
/* Frees @self and discards uncommitted data. Does not wait for the system to free a large file. */
void          ondes_out_file_free    (OndesOutFile *self);

/* Creates an unnamed temporary file, read and written as above, in the folder of @neighbour, which also names it in errors. */
OndesOutFile *ondes_out_file_new_scratch (OndesOutFile *neighbour,
                                          GError      **error);

/* TRUE if writing @path would replace the file that @input is read from. */
gboolean      ondes_out_file_is_input (const char  *path,
                                       const char  *input);

/* For signal handlers: removes the named temporary files (used if the file system supports no unnamed ones). */
void          ondes_out_file_unlink_all (void);

/* Waits for a commit() in progress and blocks others until release, so code that ends the process knows which files exist.
 * Returns the number of files this process has moved into place. */
guint         ondes_out_file_hold_commits    (void);
void          ondes_out_file_release_commits (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesOutFile, ondes_out_file_free)

G_END_DECLS
