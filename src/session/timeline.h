/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesTimeline: where one is in the recording of a session. The span in view and the sample pointed at, which all charts of time
 * share. What else stands on the time axis, such as a playhead, a selection or regions, has its place here, in samples too. Main
 * thread only.
 *
 * Signals:
 *   "view-changed"     the span in view
 *   "pointer-changed"  a sample was pointed at, perhaps the same again, or is no more
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Samples in view at the least, where the recording has so many. */
#define ONDES_TIMELINE_LEAST 16

#define ONDES_TYPE_TIMELINE (ondes_timeline_get_type ())
G_DECLARE_FINAL_TYPE (OndesTimeline, ondes_timeline, ONDES, TIMELINE, GObject)

/* Of no recording: 0 samples. */
OndesTimeline *ondes_timeline_new           (void);
guint64        ondes_timeline_get_length    (OndesTimeline *self);

/* The span in view, in samples, not whole while zooming; NULL: not asked for. */
void           ondes_timeline_get_view      (OndesTimeline *self,
                                             double        *first,
                                             double        *count);
/* Clamps it to the recording and to ONDES_TIMELINE_LEAST samples. */
void           ondes_timeline_set_view      (OndesTimeline *self,
                                             double         first,
                                             double         count);
/* By @factor (> 1: in) about the point at the fraction @at of the view, which stays where it is. */
void           ondes_timeline_zoom          (OndesTimeline *self,
                                             double         at,
                                             double         factor);
void           ondes_timeline_show_all      (OndesTimeline *self);
gboolean       ondes_timeline_is_whole      (OndesTimeline *self);
/* The whole samples that are in view, at least one; there is a recording. */
void           ondes_timeline_get_span      (OndesTimeline *self,
                                             guint64       *first,
                                             guint64       *count);

/* In samples, not whole; NaN: nothing is pointed at. */
double         ondes_timeline_get_pointer   (OndesTimeline *self);
void           ondes_timeline_set_pointer   (OndesTimeline *self,
                                             double         sample);

/* For the session. Another recording: all of its @length samples are in view, and nothing is pointed at. Emits nothing, for it is
 * taken over first. */
void           ondes_timeline_reset         (OndesTimeline *self,
                                             guint64        length);
/* Emits "view-changed". */
void           ondes_timeline_notify_view   (OndesTimeline *self);

G_END_DECLS
