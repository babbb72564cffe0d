/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks that were slow to make, kept on disk: in a file of XDG cache that has no name, and is gone when it is closed or the
 * process ends. Used by one thread at a time. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OndesSpill OndesSpill;

/* For @blocks of @bytes each. NULL where the disk has no room to spare: less than four times as much is free. */
OndesSpill *ondes_spill_new  (guint64      blocks,
                              gsize        bytes);
void        ondes_spill_free (OndesSpill  *self);
gboolean    ondes_spill_has  (OndesSpill  *self,
                              guint64      index);
/* The first @n bytes of a block; a disk that turns out to be full keeps no more. */
void        ondes_spill_put  (OndesSpill  *self,
                              guint64      index,
                              const void  *data,
                              gsize        n);
/* FALSE where it was not put, or cannot be read. */
gboolean    ondes_spill_get  (OndesSpill  *self,
                              guint64      index,
                              void        *data,
                              gsize        n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesSpill, ondes_spill_free)

G_END_DECLS
