/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesTimeline: the span of a session's recording in view, the sample pointed at, the playhead, the selection and the cursors,
 * shared by all charts of time. Anything else on the time axis belongs here, in samples too. Main thread only.
 *
 * Signals:
 *   "view-changed"     the span in view
 *   "pointer-changed"  the sample pointed at was set, perhaps to the same one, or cleared
 *   "playhead-changed" the playhead moved, up to once a frame, or was cleared
 *   "selection-changed"  the selection changed or was cleared
 *   "cursors-changed"  one of the cursors or the harmonic cursor was set, moved or cleared
 *   "rulers-changed"   what rulers show
 *   "seek" (double sample)   a person asks for the playhead at that sample; what plays goes on from there
 */
#pragma once

#include <glib-object.h>

#include "analysis/cursors.h"
#include "analysis/selection.h"
#include "figure/axis.h"

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

/* Has exports take what is selected, in place of what is in view, as long as there is a selection; the view stays. Not kept. */
void           ondes_timeline_set_export_selected (OndesTimeline *self,
                                             gboolean       selected);
gboolean       ondes_timeline_is_export_selected (OndesTimeline *self);
/* Returns the whole samples that exports take, at least one; needs a recording. TRUE if they are all samples. */
gboolean       ondes_timeline_get_export    (OndesTimeline *self,
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

/* The selection; of all frequencies unless it has a band. */
OndesSelection ondes_timeline_get_selection (OndesTimeline       *self);
/* Sets the selection, put in order and clamped to the recording and to frequencies from 0 on; one without a sample's length
 * left clears it, one without a band left is of all frequencies. */
void           ondes_timeline_set_selection (OndesTimeline       *self,
                                             OndesSelection       selection);

OndesCursors   ondes_timeline_get_cursors   (OndesTimeline       *self);
/* Sets all cursors; samples are clamped to the recording, and a frequency that is not above 0 is none. */
void           ondes_timeline_set_cursors   (OndesTimeline       *self,
                                             OndesCursors         cursors);

/* Adds the selection and the cursors that are set to @builder (a{sv}), by the names "selection" and "cursors", in samples of
 * the rate at ondes_timeline_reset(), which a later rescale() leaves as they are. */
void           ondes_timeline_save          (OndesTimeline       *self,
                                             GVariantBuilder     *builder);
/* Sets the selection and the cursors to those in @saved (a{sv}); none where it has none or nonsense. */
void           ondes_timeline_restore       (OndesTimeline       *self,
                                             GVariant            *saved);

/* What the rulers of the charts show. */
typedef struct
{
  OndesTimeRuler time;
  gboolean       second_axis; /* right of a plot that is wide enough, what the axis on its left does not tell */
} OndesRulers;

/* Begins with AUTO and a second axis. Borrowed. */
const OndesRulers *ondes_timeline_get_rulers (OndesTimeline     *self);
/* ondes_session_set_rulers() does this as a setting. */
void           ondes_timeline_set_rulers    (OndesTimeline     *self,
                                             const OndesRulers *rulers);

/* For the session: switches to a recording of @length samples, with all of them in view, nothing pointed at or selected, no cursors
 * and no playhead. Emits nothing; the session calls ondes_timeline_notify_view() once it has announced the recording. */
void           ondes_timeline_reset         (OndesTimeline *self,
                                             guint64        length);
/* For the session too: @length samples now take the same time, at a rate that is @factor times what it was; view, pointer,
 * playhead, selection and cursors stay where they are in time. Emits nothing. */
void           ondes_timeline_rescale       (OndesTimeline *self,
                                             guint64        length,
                                             double         factor);
/* Emits "view-changed", and the signals of a selection and cursors that reset() or rescale() changed. */
void           ondes_timeline_notify_view   (OndesTimeline *self);

G_END_DECLS
