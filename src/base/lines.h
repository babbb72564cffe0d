/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesLines: the lines of a file, one at a time, in the memory of the longest. Calls that read a file: no main thread. */
#pragma once

#include <glib.h>
#include <stdio.h>

G_BEGIN_DECLS

typedef struct
{
  char   *path;
  FILE   *file;
  char   *line;   /* the one that was read last, without its newline */
  gsize   room;   /* bytes of the line's memory */
  guint64 number; /* of the line, from 1 */
} OndesLines;

/* Opens the regular file at @path; @self must be zeroes. Fails with ONDES_ERROR_FILE. */
gboolean ondes_lines_open  (OndesLines *self,
                            const char *path,
                            GError    **error);
/* Reads the next line. Returns FALSE at the end, or with ONDES_ERROR_FILE if a line cannot be read, is longer than 16 MiB, or does
 * not fit into memory. */
gboolean ondes_lines_next  (OndesLines *self,
                            GError    **error);
void     ondes_lines_clear (OndesLines *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OndesLines, ondes_lines_clear)

G_END_DECLS
