/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of the bands of a filter bank over a span of one channel, with the bank that they are of. Immutable, reference counted;
 * any thread. */
#pragma once

#include "band-job.h"
#include "energy.h"

G_BEGIN_DECLS

typedef struct
{
  OndesBandJob       job;
  const OndesEnergy *energy; /* a row per band; owned by sink */
  OndesSink         *sink;
} OndesBandLevels;

/* Filters the span with all bands. Fails like ondes_compute() and ondes_energy_check(). */
OndesBandLevels *ondes_band_levels_new   (OndesComputer            *computer,
                                          const OndesBandJob       *job,
                                          const OndesWatch         *watch,
                                          GError                  **error);
/* Creates levels of silence over the span of @job, whose source is not read, to be set. Fails like ondes_energy_check(). */
OndesBandLevels *ondes_band_levels_new_blank (const OndesBandJob      *job,
                                              GError                 **error);
/* Sets the mean squares, bands × @n, of the spans from @first on; only before others have a reference. */
void             ondes_band_levels_set   (OndesBandLevels          *self,
                                          guint64                   first,
                                          guint64                   n,
                                          const double             *mean_squares);
OndesBandLevels *ondes_band_levels_ref   (OndesBandLevels          *self);
void             ondes_band_levels_unref (OndesBandLevels          *self);
/* Returns the level in dB of a band at @sample of the recording; NaN if no span has it. */
double           ondes_band_levels_at    (const OndesBandLevels    *self,
                                          guint                     band,
                                          double                    sample);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBandLevels, ondes_band_levels_unref)

G_END_DECLS
