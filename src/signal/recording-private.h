/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the channels of a recording see of it. */
#pragma once

#include "block-cache.h"

G_BEGIN_DECLS

OndesReader     *ondes_recording_get_reader (OndesRecording *self);
OndesBlockCache *ondes_recording_get_cache  (OndesRecording *self);
guint64          ondes_recording_get_id     (OndesRecording *self);
/* The file and how it is read, as OndesSource.identity; NULL: nothing tells. */
const char      *ondes_recording_get_identity (OndesRecording *self);

G_END_DECLS
