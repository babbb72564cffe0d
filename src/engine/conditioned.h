/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditioned recordings: every channel with the steps of transform/conditioning.h applied, each a computed source
 * (signal/computed-source.h) in F64 or C128.
 *
 * Steps see all of the recording, whatever span is asked for, and the ends are those of the recording: filters take
 * samples beyond the ends as 0, so half a filter's length from each end is a transient, which is small once the mean is
 * subtracted; resampling does too, and the first sample keeps its time; whitening continues the recording
 * (whitened-source.h). Lengths stay, but a resampling from rate f to g turns
 * N samples into ⌈N g/f⌉. Filters and resampling count NaN and infinities as 0; mean, trend and gain pass them through.
 */
#pragma once

#include "signal/detrended-source.h"
#include "transform/conditioning.h"

G_BEGIN_DECLS

/* Creates a source of @source with @conditioning applied. Fails like ondes_conditioning_check(). */
OndesSource    *ondes_conditioned_source_new (OndesSource       *source,
                                              OndesConditioning *conditioning,
                                              GError           **error);
/* Creates a recording with @conditioning applied to @recording, which may itself be conditioned; designs the filters, so call it on
 * a worker if taps may be many. Reads no samples: whitening measures when it is first read or prepared. Fails like
 * ondes_conditioning_check(), and with ONDES_ERROR_FILE for a truth table. */
OndesRecording *ondes_recording_condition    (OndesRecording    *recording,
                                              OndesConditioning *conditioning,
                                              GError           **error);

G_END_DECLS
