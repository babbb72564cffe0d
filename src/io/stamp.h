/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line within an output that tells what it was made of, so that the output itself is the record that it is done.
 *
 * While a stamp is in force on a thread, every output file (out-file.h) that the thread moves into place gets it, and is on the
 * disk (fsync) before, unless it is of one block. It is in a PNG a tEXt chunk, in a zip archive its comment, in
 * all else a last line behind "# ". All three stand at the file's end, where ondes_stamp_read() finds them in one read.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define ONDES_STAMP_MAX 200 /* bytes of a stamp */

typedef struct
{
  const char *text; /* printable ASCII that begins with ONDES_STAMP_MAGIC, at most ONDES_STAMP_MAX bytes */
  /* Called before the file is moved into place, which fails if this fails: for a source that was replaced meanwhile. NULL for
   * none. */
  gboolean  (*check) (gpointer   data,
                      GError   **error);
  gpointer    data;
} OndesStamp;

#define ONDES_STAMP_MAGIC "ondes-batch "

/* Puts @stamp, borrowed, in force on this thread; NULL ends it. */
void     ondes_stamp_set  (const OndesStamp *stamp);
/* Returns the stamp in force on this thread, or NULL. */
const OndesStamp *ondes_stamp_get (void);
/* Adds @stamp to the complete file @fd and flushes it to the disk; FALSE with errno. Other formats than those above, told by their
 * first bytes, are text. */
gboolean ondes_stamp_write (int         fd,
                            const char *text);
/* Returns the stamp of the file at @path, transfer full; NULL if it has none or cannot be read. Any thread. */
char    *ondes_stamp_read (const char       *path);

G_END_DECLS
