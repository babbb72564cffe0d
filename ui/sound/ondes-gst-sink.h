/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sound sink that plays through GStreamer: appsrc ! audioconvert ! audioresample ! a sound device. */
#pragma once

#include "sound/sound-sink.h"

G_BEGIN_DECLS

/* @device is GStreamer's description of its last element; NULL for the desktop's sound device. Opens nothing yet. */
OndesSoundSink *ondes_gst_sink_new (const char *device);

G_END_DECLS
