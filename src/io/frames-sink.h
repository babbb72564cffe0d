/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinks that write rows as the channels of a recording: WAV, FLAC, or .npy with a column per row (one dimension if there is one
 * row). They stream: whole rows have to come in order, as filters put them. The file is renamed into place when finished. */
#pragma once

#include "engine/engine.h"

G_BEGIN_DECLS

typedef enum { ONDES_FRAMES_WAV, ONDES_FRAMES_FLAC, ONDES_FRAMES_NPY } OndesFramesFormat;

extern const char *const ondes_frames_names[]; /* wav flac npy, NULL-terminated */

typedef struct
{
  OndesFramesFormat format;
  guint             pcm_bits; /* 8, 16, 24 or 32; 0: floating point as wide as the values. Ignored for .npy */
  double            rate_hz;  /* ignored for .npy */
} OndesFramesOptions;

/* begin() fails with ONDES_ERROR_FILE if the format does not take the rate, that many channels, or complex values. */
OndesSink *ondes_frames_sink_new     (const char               *path,
                                      const OndesFramesOptions *options);
/* Returns the number of values beyond ±1 that PCM has clipped. */
guint64    ondes_frames_sink_clipped (OndesSink                *sink);

/* Deals rows out to @n sinks in turn: row i goes to sink i mod @n, which gets 1/@n of them. Takes ownership of the sinks. */
OndesSink *ondes_split_sink_new      (OndesSink *const         *sinks,
                                      guint                     n);

G_END_DECLS
