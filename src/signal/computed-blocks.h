/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Process-wide LRU cache of computed blocks of samples and of what they are computed with, such as tables, shared by all computed
 * sources under one limit in bytes. Any thread. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Fills block @index, whose size is the @bytes asked for. */
typedef gboolean (*OndesComputeBlock) (gpointer  data,
                                       guint64   index,
                                       void     *block,
                                       GError  **error);

/* Returns block @index of the source with @id, until ondes_computed_block_unref(). A missing block is computed once, however
 * many threads ask for it at the same time; if that fails, each waiting thread tries for itself. NULL on failure, or if the
 * thread's current cancellable is cancelled while it waits. */
const void *ondes_computed_block_get        (guint64            id,
                                             guint64            index,
                                             gsize              bytes,
                                             OndesComputeBlock  compute,
                                             gpointer           data,
                                             GError           **error);
void        ondes_computed_block_unref      (const void        *block);
/* Drops the blocks of a source that nobody reads any more. */
void        ondes_computed_blocks_forget    (guint64            id);
/* For tests: drops all blocks and sets the limit in bytes; 0 restores the default. */
void        ondes_computed_blocks_set_limit (guint64            bytes);
/* Returns the bytes of the cached blocks, and the number of blocks computed so far. */
void        ondes_computed_blocks_statistics (guint64          *bytes,
                                              guint64          *computed);

G_END_DECLS
