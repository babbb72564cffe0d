/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens and reads small files, such as tables and presets, without waiting for what may never come. */
#pragma once

#include <glib.h>
#include <stdio.h>

G_BEGIN_DECLS

/* Returns the bytes of the file at @path and a 0 after them, free with g_free(). Of a file larger than @most bytes, sets @size to
 * @most + 1. Only regular files are opened, and descriptors that the process has already (/dev/stdin, /dev/fd/N): any other pipe or
 * device could block. A cancel of g_cancellable_get_current() is seen within 50 ms. Returns NULL with @problem set to the rest of a
 * sentence that begins with the file's name, transfer full. Any thread. */
char *ondes_file_read_whole (const char *path,
                             gsize       most,
                             gsize      *size,
                             char      **problem);
/* Opens such a file to read it piece by piece. Returns NULL with @problem as above. */
FILE *ondes_file_stream     (const char *path,
                             char      **problem);

G_END_DECLS
