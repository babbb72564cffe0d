/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readings of a selection (selection.h): its peak, mean, root mean square and energy.
 *
 * With a spec, of the rows whose frequencies lie in the band, both ends included, or of the row nearest to its middle if there is
 * none, at every sample of the span: never of columns, previews or pixels. A value is |W|, or |W|² where the spec's quantity is
 * power; of a Walshgram |X|, scaled as its pictures are, of the frames drawn over the span.
 *   peak    the largest value, and where it is first; its frequency is finer than the rows (peak-frequency.h)
 *   mean    of the values
 *   rms     √(mean of |W|²)
 *   energy  (mean of |W|²) × duration, which does not depend on how many rows there are
 * Without a spec, of the samples themselves: peak is the largest |x|, mean that of x, energy Σ x²/rate. Samples that are not finite
 * are left out; the transform takes them as 0.
 *
 * Sums are in double. Any thread; one at a time.
 */
#pragma once

#include "engine/compute.h"
#include "peak-frequency.h"

G_BEGIN_DECLS

/* What to measure; initialise by member name. All borrowed for the call. */
typedef struct
{
  OndesSpec   *spec;         /* a Morlet transform or a Walshgram; NULL for the samples */
  OndesSource *source;       /* that the transform sees */
  guint64      first, count; /* samples of the recording, at least one */
  guint        oversampling; /* samples of the source to each of those; 0 means 1 */
  double       low_hz, high_hz; /* cycles per time unit; NaN for all rows */
} OndesReadingsJob;

typedef struct
{
  guint64  first, count;    /* as asked for */
  guint    rows;            /* that were measured; 0 of samples */
  gboolean power;           /* peak and mean are of |W|² */
  OndesPlace place;         /* what low_hz, high_hz and peak_hz are; a Walshgram's rows have a sequency or an index */
  double   rate_hz;         /* of the recording */
  double   low_hz, high_hz; /* as asked for; NaN for all */
  double   peak, peak_at, peak_hz; /* samples of the recording, of a frame the middle; cycles per time unit, NaN of samples */
  OndesPeakHow peak_how;    /* of peak_hz, unless that is NaN */
  double   mean, rms, energy;      /* energy: squared unit × time unit */
} OndesReadings;

/* Blocks. Fails if cancelled, if samples cannot be read, or with ONDES_ERROR_FILE if there is nothing to measure. */
gboolean ondes_readings_measure (OndesComputer          *computer,
                                 const OndesReadingsJob *job,
                                 const OndesWatch       *watch,
                                 OndesReadings          *readings,
                                 GError                **error);

G_END_DECLS
