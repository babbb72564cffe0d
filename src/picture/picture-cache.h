/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An LRU cache of exact pictures or their tiles, and of previews whose exact picture was never finished, so that going back
 * shows a picture at once. Main thread only. */
#pragma once

#include "analysis/scalogram.h"

G_BEGIN_DECLS

typedef struct _OndesPictureCache OndesPictureCache;

/* The values of all pictures take at most @bytes. */
OndesPictureCache *ondes_picture_cache_new    (gsize                bytes);
void               ondes_picture_cache_free   (OndesPictureCache   *self);
void               ondes_picture_cache_clear  (OndesPictureCache   *self);
/* Adds @scalogram, computed from @source, with its status line; replaces the picture of the same spec and view. */
void               ondes_picture_cache_add    (OndesPictureCache   *self,
                                               const OndesSource   *source,
                                               OndesScalogram      *scalogram,
                                               const char          *status);
/* Returns the picture of @spec over @view of @source, a preview if @view asks for one; borrowed, or NULL. @status gets its
 * status line, borrowed, and may be NULL. */
OndesScalogram    *ondes_picture_cache_find   (OndesPictureCache   *self,
                                               const OndesSource   *source,
                                               const OndesSpec     *spec,
                                               const OndesView     *view,
                                               const char         **status);
/* Returns the bytes of all values in the cache. */
gsize              ondes_picture_cache_bytes  (OndesPictureCache   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPictureCache, ondes_picture_cache_free)

G_END_DECLS
