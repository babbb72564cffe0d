/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LRU cache of one file's decoded blocks, limited in bytes and shared by all its channels. */
#pragma once

#include "reader.h"

G_BEGIN_DECLS

typedef struct _OndesBlockCache OndesBlockCache;

/* Takes ownership of @reader. Holds at most @limit bytes plus the blocks being read. Blocks that a reader with slow seeks has
 * decoded are also written to disk (spill.h), if the file exceeds @limit and there is room. */
OndesBlockCache *ondes_block_cache_new   (OndesReader     *reader,
                                          gsize            limit);
void             ondes_block_cache_free  (OndesBlockCache *self);
/* Copies [at, at + n) of @channel (1-based) in the reader's own type. The caller has checked the range. Any thread; a block is
 * decoded once, however many threads ask for it. */
gboolean         ondes_block_cache_read  (OndesBlockCache *self,
                                          guint            channel,
                                          guint64          at,
                                          gsize            n,
                                          void            *dst,
                                          GError         **error);
/* Returns the number of frames per block. */
gsize            ondes_block_cache_frames (OndesBlockCache *self);
/* Returns the bytes of the cached blocks, and the number of blocks decoded so far. */
void             ondes_block_cache_statistics (OndesBlockCache *self,
                                               gsize           *bytes,
                                               guint64         *decoded);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBlockCache, ondes_block_cache_free)

G_END_DECLS
