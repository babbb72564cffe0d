/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact pictures, or tiles of them, computed lately, and previews that were left before all was exact, so that going back shows
 * at once. The least recently used go first. Main thread only. */
#pragma once

#include "analysis/scalogram.h"

G_BEGIN_DECLS

typedef struct _OndesPictureCache OndesPictureCache;

/* At most @bytes of values are kept. */
OndesPictureCache *ondes_picture_cache_new    (gsize                bytes);
void               ondes_picture_cache_free   (OndesPictureCache   *self);
void               ondes_picture_cache_clear  (OndesPictureCache   *self);
/* Keeps @scalogram, computed from @source, with the line that told of it; one of the same is replaced. */
void               ondes_picture_cache_add    (OndesPictureCache   *self,
                                               const OndesSource   *source,
                                               OndesScalogram      *scalogram,
                                               const char          *status);
/* What is kept of @spec over @view of @source, a preview where that is one, borrowed; NULL: nothing. @status, borrowed, may be
 * NULL. */
OndesScalogram    *ondes_picture_cache_find   (OndesPictureCache   *self,
                                               const OndesSource   *source,
                                               const OndesSpec     *spec,
                                               const OndesView     *view,
                                               const char         **status);
/* Bytes of values kept now. */
gsize              ondes_picture_cache_bytes  (OndesPictureCache   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesPictureCache, ondes_picture_cache_free)

G_END_DECLS
