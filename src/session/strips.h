/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OndesStrips: the waveforms of all channels of a session's recording, as extents on its timeline. It is not an analysis: it has no
 * settings, and shows what is there.
 *
 * While it is shown, overviews of the channels are built on threads, a few at a time, those in view first; where the view is closer
 * than they resolve, the samples in view are read on a worker, the newest view wins. Main thread only.
 *
 * Signals:
 *   "changed"   extents of some channel, the channels, or whether more are coming
 */
#pragma once

#include "session.h"

G_BEGIN_DECLS

#define ONDES_TYPE_STRIPS (ondes_strips_get_type ())
G_DECLARE_FINAL_TYPE (OndesStrips, ondes_strips, ONDES, STRIPS, GObject)

OndesStrips  *ondes_strips_new          (OndesSession *session);
OndesSession *ondes_strips_get_session  (OndesStrips  *self); /* borrowed */
/* Returns the number of channels; 0 without a recording, and of a truth table. */
guint         ondes_strips_get_n        (OndesStrips  *self);
/* Returns the name of a channel, from 1, with its number and unit: "2: C3 (µV)". Transfer full. */
char         *ondes_strips_name         (OndesStrips  *self,
                                         guint         channel);
/* Builds while @shown; otherwise drops all, and cancels what is under way. */
void          ondes_strips_set_shown    (OndesStrips  *self,
                                         gboolean      shown);
/* Says that a channel came into view, or left it. */
void          ondes_strips_set_in_view  (OndesStrips  *self,
                                         guint         channel,
                                         gboolean      in_view);
/* Fills @extents[columns] for the session's view; columns not known yet have min > max. */
void          ondes_strips_get          (OndesStrips  *self,
                                         guint         channel,
                                         guint         columns,
                                         OndesExtent  *extents);
/* The same, without having the samples in view read for so many columns. */
void          ondes_strips_peek         (OndesStrips  *self,
                                         guint         channel,
                                         guint         columns,
                                         OndesExtent  *extents);
/* TRUE while something is built or read. */
gboolean      ondes_strips_is_busy      (OndesStrips  *self);

G_END_DECLS
