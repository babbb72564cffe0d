/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that comes into being whole or not at all: written beside its place, then renamed.
 *
 * "-" is standard output, and what is no plain file (a pipe, a device) is written into directly at the end: both go through a
 * temporary file, so that the writer may seek and an error on the way leaves nothing. One thread at a time. Errors are
 * ONDES_ERROR_FILE, one sentence that starts with the path.
 */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

typedef struct _OndesOutFile OndesOutFile;

/* Fails where @path is a directory, may not be written, or its folder is missing. */
OndesOutFile *ondes_out_file_new     (const char   *path,
                                      GError      **error);
/* Refuses, with the bytes, what the free disk does not hold. */
gboolean      ondes_out_file_check   (OndesOutFile *self,
                                      guint64       bytes,
                                      GError      **error);
/* The same, and takes the blocks now where the file system can. Call it before a large output of a known size starts. */
gboolean      ondes_out_file_reserve (OndesOutFile *self,
                                      guint64       bytes,
                                      GError      **error);
/* After what was written so far by write(). */
gboolean      ondes_out_file_write   (OndesOutFile *self,
                                      const void   *data,
                                      gsize         n,
                                      GError      **error);
/* At @offset from the start; does not move where write() goes on. */
gboolean      ondes_out_file_pwrite  (OndesOutFile *self,
                                      const void   *data,
                                      gsize         n,
                                      guint64       offset,
                                      GError      **error);
/* Reads back; FALSE where fewer than @n bytes are there. */
gboolean      ondes_out_file_pread   (OndesOutFile *self,
                                      void         *data,
                                      gsize         n,
                                      guint64       offset,
                                      GError      **error);
/* Of the temporary file: open for reading and writing, owned by @self. */
int           ondes_out_file_get_fd  (OndesOutFile *self);
/* As given, or "standard output": how errors name it. */
const char   *ondes_out_file_get_name (OndesOutFile *self);
/* Puts the file into its place; where that is a symbolic link, where it leads to. On failure nothing is there, or what was
 * there before. Fails with G_IO_ERROR_CANCELLED where the thread's current cancellable is cancelled. */
gboolean      ondes_out_file_commit  (OndesOutFile *self,
                                      GError      **error);
/* Cancels @cancellable, the current one of a thread that writes, and at once: nothing is put into its place under it afterwards,
 * however long the thread goes on. FALSE, and it is not cancelled, where that has begun already. Any thread. */
gboolean      ondes_out_file_cancel  (GCancellable *cancellable);
/* Frees; what was not committed is gone. Does not wait for the system to free a large file. */
void          ondes_out_file_free    (OndesOutFile *self);

/* An unnamed temporary file that read and write as above, in the folder of @beside, which also names it in errors. */
OndesOutFile *ondes_out_file_new_scratch (OndesOutFile *beside,
                                          GError      **error);

/* Whether writing @path would replace what @input is read from. */
gboolean      ondes_out_file_is_input (const char  *path,
                                       const char  *input);

/* For signal handlers: removes the temporary files that have a name (where the file system knows no other). */
void          ondes_out_file_unlink_all (void);

/* Waits for a commit() under way and lets no other begin until release: what ends the process knows what is there. Returns how
 * many files this process has put into their places. */
guint         ondes_out_file_hold_commits    (void);
void          ondes_out_file_release_commits (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesOutFile, ondes_out_file_free)

G_END_DECLS
