/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a recording that its channel sources use. */
#pragma once

#include "block-cache.h"
#include "recording.h"

G_BEGIN_DECLS

/* TRUE if the file is read as text in columns, whether or not it has numbers. */
gboolean         ondes_recording_is_text    (const OndesOpening *opening);
OndesReader     *ondes_recording_get_reader (OndesRecording *self);
OndesBlockCache *ondes_recording_get_cache  (OndesRecording *self);
guint64          ondes_recording_get_id     (OndesRecording *self);
/* Returns the identity of the file and of the way it is read, as in OndesSource.identity; NULL if nothing identifies it. */
const char      *ondes_recording_get_identity (OndesRecording *self);
/* Returns the recording that a conditioned one was made of, borrowed; NULL if @self is not conditioned. */
OndesRecording  *ondes_recording_get_parent (OndesRecording *self);
/* Returns the parent's samples that lie in the time of @span; @self must be conditioned. */
OndesSpan        ondes_recording_parent_span (OndesRecording *self,
                                              OndesSpan       span);
/* Applies the steps of a conditioned recording to a source of its parent's channel. */
OndesSource     *ondes_recording_apply      (OndesRecording *self,
                                             OndesSource    *source,
                                             GError        **error);

G_END_DECLS
