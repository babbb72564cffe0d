/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overview: minimum and maximum of each stretch of a source, so that a waveform of any length draws at once.
 *
 * It is built on its own thread and can be read meanwhile; stretches not yet built are marked. An overview that took more than
 * 0.3 s to build is stored in the user's cache folder under the source's identity, and is complete within milliseconds when
 * that source is opened again (overview-cache.h). It takes at most 12 MB, whatever the length.
 */
#pragma once

#include "pyramid.h"
#include "recording.h"

G_BEGIN_DECLS

typedef struct _OndesOverview OndesOverview;

/* Starts building. @changed is called on the caller's thread-default main context, at most ten times a second and once more on
 * completion. Free on that thread: an unfinished build is cancelled, a finished one may first be written to the cache. */
OndesOverview *ondes_overview_new      (OndesSource   *source,
                                        GSourceFunc    changed,
                                        gpointer       user_data);
/* Does the same with fewer than @stretches stretches, from 2 on, on the finest level, for many sources at once. */
OndesOverview *ondes_overview_new_sized (OndesSource  *source,
                                        guint          stretches,
                                        GSourceFunc    changed,
                                        gpointer       user_data);
void           ondes_overview_free     (OndesOverview *self);
/* Does the same without waiting for the read in progress: a thread of its own frees the rest. */
void           ondes_overview_abandon  (OndesOverview *self);
/* Returns the fraction built, 0 … 1. Any thread. */
double         ondes_overview_fraction (OndesOverview *self);
/* Returns the totals so far: .nan and .inf counts, peak, frames read. A read error ends the build; once complete, the call
 * returns FALSE and sets @error to it. */
gboolean       ondes_overview_scan     (OndesOverview *self,
                                        OndesScan     *scan,
                                        GError       **error);

/* Fills @extents[columns] for the samples [first, first + count) in equal columns, with edges at floor (j count / columns).
 * Never blocks on the file: columns narrower than a stretch of the finest level show that stretch. Columns not yet built have
 * min > max. */
void           ondes_overview_get      (OndesOverview *self,
                                        double         first,
                                        double         count,
                                        guint          columns,
                                        OndesExtent   *extents);
/* Returns the samples per stretch of the finest level; 1 for up to half a million samples, whose columns are exact. */
guint64        ondes_overview_stride   (OndesOverview *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesOverview, ondes_overview_free)

G_END_DECLS
