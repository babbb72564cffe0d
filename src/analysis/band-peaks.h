/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Peaks (peaks.h) of the bands of a filter bank over a span of one channel. Immutable, reference counted; any thread. */
#pragma once

#include "band-job.h"
#include "peaks.h"

G_BEGIN_DECLS

typedef struct
{
  OndesBandJob     job;
  const OndesPeak *peaks; /* by band, then by column of the span; owned by sink */
  guint            n;
  OndesSink       *sink;
} OndesBandPeaks;

/* Filters the span with all bands. Fails like ondes_compute(), and about ONDES_SETTING_ABOVE past ONDES_PEAKS_MAX. */
OndesBandPeaks *ondes_band_peaks_new   (OndesComputer        *computer,
                                        const OndesBandJob   *job,
                                        const OndesWatch     *watch,
                                        GError              **error);
OndesBandPeaks *ondes_band_peaks_ref   (OndesBandPeaks       *self);
void            ondes_band_peaks_unref (OndesBandPeaks       *self);
/* Returns the place of peak @i in samples of the recording; of interpolated outputs, halves lie between two of them. */
double          ondes_band_peaks_at    (const OndesBandPeaks *self,
                                        guint                 i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBandPeaks, ondes_band_peaks_unref)

G_END_DECLS
