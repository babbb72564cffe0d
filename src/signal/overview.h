/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overview: least and largest sample of every stretch of a source, so that a waveform of any length draws at once.
 *
 * Built on a thread of its own while it is already read from; a stretch not built yet says so. One that took more than 0.3 s
 * to build is kept in the user's cache folder under the source's identity, and is whole within milliseconds when
 * that source is opened again (overview-cache.h). It takes at most 12 MB, whatever the length.
 */
#pragma once

#include "pyramid.h"
#include "recording.h"

G_BEGIN_DECLS

typedef struct _OndesOverview OndesOverview;

/* Starts to build; @changed is called on the thread-default main context of the caller, at most ten times a second,
 * and once more when it is complete. Free from that thread; a build under way is cancelled, one
 * that is complete may first be written to the cache. */
OndesOverview *ondes_overview_new      (OndesSource   *source,
                                        GSourceFunc    changed,
                                        gpointer       user_data);
void           ondes_overview_free     (OndesOverview *self);
/* 0 … 1; from any thread. */
double         ondes_overview_fraction (OndesOverview *self);
/* The totals so far: .nan and .inf counts, peak, frames read. A read error ends the build; it is returned in @error
 * with FALSE, once complete. */
gboolean       ondes_overview_scan     (OndesOverview *self,
                                        OndesScan     *scan,
                                        GError       **error);

/* Fills @extents[columns] for the samples [first, first + count) in equal columns, edges at floor (j count / columns).
 * Never blocks on the file: columns narrower than the finest level come from that level. Columns not built
 * yet have min > max. */
void           ondes_overview_get      (OndesOverview *self,
                                        double         first,
                                        double         count,
                                        guint          columns,
                                        OndesExtent   *extents);
/* Samples a stretch of the finest level has; 1 up to half a million samples: columns are then exact. */
guint64        ondes_overview_stride   (OndesOverview *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesOverview, ondes_overview_free)

G_END_DECLS
