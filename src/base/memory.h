/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides how much memory may be allocated.
 *
 * The system overcommits and creates pages only when they are first written, so a large allocation seems free until the process
 * is killed. Memory allocated here counts as used before it is written. Any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef gpointer (*OndesAllocator) (gsize bytes);

/* Returns the bytes that can be allocated without swapping: what the system reports as available or, if less, what this control
 * group and its ancestors (version 1 or 2) may still take, minus promised bytes. G_MAXUINT64 if nothing reports it. */
guint64  ondes_memory_available (void);
/* Returns zeroed memory whose pages are created on first write, or NULL if refused; free with free(). */
gpointer ondes_memory_zeros     (gsize          bytes);
/* Allocates @bytes with @allocate and counts them as promised until settled; NULL if @bytes exceeds 15/16 of the available
 * memory or @allocate fails. */
gpointer ondes_memory_take      (guint64        bytes,
                                 OndesAllocator allocate);
/* Allocates @bytes for the samples of one read, without counting them as promised; NULL and ONDES_ERROR_FILE on failure. Free
 * with g_free(). */
gpointer ondes_memory_try       (gsize          bytes,
                                 GError       **error);
/* Ends the promise: call once all pages of @memory that will be written have been, or just before freeing it. No-op for NULL
 * and for memory not from ondes_memory_take(). */
void     ondes_memory_settle    (gconstpointer  memory);
/* Settles and frees a variable's memory at the end of its block. */
void     ondes_memory_give_back (gpointer       pointer_to_memory);
#define ONDES_AUTO_MEMORY __attribute__ ((cleanup (ondes_memory_give_back)))
/* Has a thread of its own give back to the system, in a few seconds, what was freed until then: the C library keeps blocks of some
 * megabytes for itself otherwise, hundreds of megabytes after some recordings. Main thread only. */
void     ondes_memory_trim_soon (void);
/* For tests: sets the folder that contains /proc and /sys; NULL for the root. */
void     ondes_memory_set_root  (const char    *root);

G_END_DECLS
