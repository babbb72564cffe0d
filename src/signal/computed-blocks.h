/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of the samples that were computed, of all computed sources of the process under one limit of bytes; the least recently
 * used go first. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Fills block @index, of as many bytes as were asked for. */
typedef gboolean (*OndesComputeBlock) (gpointer  data,
                                       guint64   index,
                                       void     *block,
                                       GError  **error);

/* Block @index of the source with @id. It is computed where it is not there, once, however many ask for it at the same time; where
 * that fails, each that waited tries for itself. The numbers, until ondes_computed_block_unref(); NULL: failed. */
const void *ondes_computed_block_get        (guint64            id,
                                             guint64            index,
                                             gsize              bytes,
                                             OndesComputeBlock  compute,
                                             gpointer           data,
                                             GError           **error);
void        ondes_computed_block_unref      (const void        *block);
/* Gives back what is kept of a source that nobody reads any more. */
void        ondes_computed_blocks_forget    (guint64            id);
/* For tests: drops all blocks; the bytes to be kept from now on, 0: as many as to begin with. */
void        ondes_computed_blocks_set_limit (guint64            bytes);
/* Bytes of the blocks kept, and blocks computed since the beginning. */
void        ondes_computed_blocks_statistics (guint64          *bytes,
                                              guint64          *computed);

G_END_DECLS
