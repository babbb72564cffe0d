/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a recording that its channel sources use. */
#pragma once

#include "block-cache.h"

G_BEGIN_DECLS

OndesReader     *ondes_recording_get_reader (OndesRecording *self);
OndesBlockCache *ondes_recording_get_cache  (OndesRecording *self);
guint64          ondes_recording_get_id     (OndesRecording *self);
/* Returns the identity of the file and of the way it is read, as in OndesSource.identity; NULL if nothing identifies it. */
const char      *ondes_recording_get_identity (OndesRecording *self);

G_END_DECLS
