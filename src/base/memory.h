/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory may be taken.
 *
 * The system grants more than there is and makes pages when they are first written to, so that a large allocation seems to cost
 * nothing until the process is killed. What was taken here and is not written to yet counts as gone. Any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef gpointer (*OndesAllocator) (gsize bytes);

/* Bytes that can be taken without swapping: what the system has available, or what is left to this control group or one above it
 * (version 1 or 2) where that is less, without what is promised. G_MAXUINT64 where nothing says. */
guint64  ondes_memory_available (void);
/* Zeros whose pages are made when they are written to; free with free(). NULL where they are refused. */
gpointer ondes_memory_zeros     (gsize          bytes);
/* @bytes of @allocate, promised until they are settled; NULL where they are more than 15/16 of what is available, or @allocate
 * refuses. */
gpointer ondes_memory_take      (guint64        bytes,
                                 OndesAllocator allocate);
/* @bytes for the samples that a reading is under way with, uncounted; NULL and ONDES_ERROR_FILE where they are refused. Free with
 * g_free(). */
gpointer ondes_memory_try       (gsize          bytes,
                                 GError       **error);
/* No more of @memory will be written to for the first time, or it is about to be freed. NULL and what was not taken here pass. */
void     ondes_memory_settle    (gconstpointer  memory);
/* Settles and frees; for a variable that holds what was taken, at the end of its block. */
void     ondes_memory_give_back (gpointer       pointer_to_memory);
#define ONDES_AUTO_MEMORY __attribute__ ((cleanup (ondes_memory_give_back)))
/* For tests: the folder that /proc and /sys lie in; NULL: the root. */
void     ondes_memory_set_root  (const char    *root);

G_END_DECLS
