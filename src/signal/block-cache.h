/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decoded blocks of one file, least recently used first to go, under a limit of bytes; shared by all its channels. */
#pragma once

#include "reader.h"

G_BEGIN_DECLS

typedef struct _OndesBlockCache OndesBlockCache;

/* Takes @reader over. Holds at most @limit bytes and the blocks being read at the moment. What a reader with slow seeks has decoded
 * and does not fit goes to disk (spill.h), where there is room. */
OndesBlockCache *ondes_block_cache_new   (OndesReader     *reader,
                                          gsize            limit);
void             ondes_block_cache_free  (OndesBlockCache *self);
/* Copies [at, at + n) of @channel (1-based) in the reader's own type. The caller has checked the range. Any thread;
 * a block is decoded once, however many ask for it. */
gboolean         ondes_block_cache_read  (OndesBlockCache *self,
                                          guint            channel,
                                          guint64          at,
                                          gsize            n,
                                          void            *dst,
                                          GError         **error);
/* Frames a block has. */
gsize            ondes_block_cache_frames (OndesBlockCache *self);
/* Bytes of the blocks held, and blocks decoded since the beginning. */
void             ondes_block_cache_statistics (OndesBlockCache *self,
                                               gsize           *bytes,
                                               guint64         *decoded);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBlockCache, ondes_block_cache_free)

G_END_DECLS
