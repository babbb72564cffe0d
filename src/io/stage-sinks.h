/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinks that change rows on their way to another sink, in constant memory: whole rows have to come in order, as filters put them.
 * Each takes ownership of the sink after it. */
#pragma once

#include "engine/engine.h"

G_BEGIN_DECLS

/* Shifts frequencies as transform/heterodyne.h defines it, from the analytic signal on. Complex values become real if @to_real. */
typedef struct
{
  double   shift_hz, rate_hz;
  guint64  first; /* sample of the recording in the first column */
  gboolean to_real;
} OndesShift;

OndesSink *ondes_shift_sink_new (OndesSink        *to,
                                 const OndesShift *shift);
/* Resamples rows (signal/resampler.h) so that they play at @speed times their speed if the rate stays: every row has 1/@speed of
 * the values, rounded up, and pitch moves with speed. Beyond the ends values are 0. @cancellable (may be NULL) ends a long put. */
OndesSink *ondes_speed_sink_new (OndesSink        *to,
                                 double            speed,
                                 GCancellable     *cancellable);
/* Stretches rows (signal/time-stretch.h), all of them alike, so that they play at @speed times their speed and keep their pitch at
 * @rate_hz: every row has 1/@speed of the values, rounded up. */
OndesSink *ondes_stretch_sink_new (OndesSink      *to,
                                   double          speed,
                                   double          rate_hz,
                                   GCancellable   *cancellable);

G_END_DECLS
