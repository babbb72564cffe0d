/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesTimeline: the span of a session's recording in view, the sample pointed at and the playhead, shared by all charts of time.
 * Anything else on the time axis, such as a selection or regions, belongs here, in samples too. Main thread only.
 *
 * Signals:
 *   "view-changed"     the span in view
 *   "pointer-changed"  the sample pointed at was set, perhaps to the same one, or cleared
 *   "playhead-changed" the playhead moved, up to once a frame, or was cleared
 *   "seek" (double sample)   a person asks for the playhead at that sample; what plays goes on from there
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Minimum number of samples in view, if the recording has as many. */
#define ONDES_TIMELINE_MIN 16

#define ONDES_TYPE_TIMELINE (ondes_timeline_get_type ())
G_DECLARE_FINAL_TYPE (OndesTimeline, ondes_timeline, ONDES, TIMELINE, GObject)

/* Creates a timeline of 0 samples, for no recording. */
OndesTimeline *ondes_timeline_new           (void);
guint64        ondes_timeline_get_length    (OndesTimeline *self);

/* Gets the span in view, in samples, fractional while zooming. Arguments may be NULL. */
void           ondes_timeline_get_view      (OndesTimeline *self,
                                             double        *first,
                                             double        *count);
/* Sets the view, clamped to the recording and to at least ONDES_TIMELINE_MIN samples. */
void           ondes_timeline_set_view      (OndesTimeline *self,
                                             double         first,
                                             double         count);
/* Zooms by @factor (> 1: in) about the point at fraction @at of the view, which stays in place. */
void           ondes_timeline_zoom          (OndesTimeline *self,
                                             double         at,
                                             double         factor);
void           ondes_timeline_show_all      (OndesTimeline *self);
gboolean       ondes_timeline_is_whole      (OndesTimeline *self);
/* Returns the whole samples in view, at least one; needs a recording. */
void           ondes_timeline_get_span      (OndesTimeline *self,
                                             guint64       *first,
                                             guint64       *count);

/* The position pointed at, in samples, fractional; NaN if none. */
double         ondes_timeline_get_pointer   (OndesTimeline *self);
void           ondes_timeline_set_pointer   (OndesTimeline *self,
                                             double         sample);

/* The sample that is heard, or that playing would begin with, fractional; NaN if none. */
double         ondes_timeline_get_playhead  (OndesTimeline *self);
void           ondes_timeline_set_playhead  (OndesTimeline *self,
                                             double         sample);
/* Sets the playhead to @sample, clamped to the recording, and emits "seek". No-op without a recording. */
void           ondes_timeline_seek          (OndesTimeline *self,
                                             double         sample);

/* For the session: switches to a recording of @length samples, with all of them in view, nothing pointed at and no playhead.
 * Emits nothing; the session calls ondes_timeline_notify_view() once it has announced the recording. */
void           ondes_timeline_reset         (OndesTimeline *self,
                                             guint64        length);
/* For the session too: @length samples now take the same time, at a rate that is @factor times what it was; view, pointer and
 * playhead stay where they are in time. Emits nothing. */
void           ondes_timeline_rescale       (OndesTimeline *self,
                                             guint64        length,
                                             double         factor);
/* Emits "view-changed". */
void           ondes_timeline_notify_view   (OndesTimeline *self);

G_END_DECLS
