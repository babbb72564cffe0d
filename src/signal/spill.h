/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On-disk store for blocks that were slow to decode: an unlinked file in the XDG cache, which vanishes when closed or when the
 * process ends. Used by one thread at a time. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OndesSpill OndesSpill;

/* Creates a store for @blocks of @bytes each. NULL if it cannot be created, or if less than four times that space is free on
 * the disk. */
OndesSpill *ondes_spill_new  (guint64      blocks,
                              gsize        bytes);
void        ondes_spill_free (OndesSpill  *self);
gboolean    ondes_spill_has  (OndesSpill  *self,
                              guint64      index);
/* Stores the first @n bytes of a block; once the disk is full, further blocks are dropped. */
void        ondes_spill_put  (OndesSpill  *self,
                              guint64      index,
                              const void  *data,
                              gsize        n);
/* FALSE if the block was not stored, or cannot be read. */
gboolean    ondes_spill_get  (OndesSpill  *self,
                              guint64      index,
                              void        *data,
                              gsize        n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSpill, ondes_spill_free)

G_END_DECLS
