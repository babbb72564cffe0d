/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energy of bands over time: the mean square of every row of a result in consecutive spans.
 *
 * Span j holds the samples whose times t, counted from the first one, lie in [j T, (j + 1) T), with T the time of a span: spans
 * never drift, and differ by one sample if T is no whole number of samples. The last span has the samples that are left, and its
 * mean is that of these; a result shorter than T is a single span. The level of a span is 10 log₁₀ of its mean square, −∞ if all
 * samples are 0.
 */
#pragma once

#include "engine/engine.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 rows, spans;
  guint64 count;        /* samples of a row */
  double  rate_hz;
  double  every;        /* T, in time units of the recording */
  double *mean_squares; /* rows × spans */
} OndesEnergy;

/* Returns T for a result of @count samples if nobody chooses: 1 if @time_unit is "s" and the result is longer than 100 s,
 * otherwise a hundredth of its duration, rounded down to 1, 2 or 5 times a power of ten, but at least a sample. */
double   ondes_energy_default_every (guint64     count,
                                     double      rate_hz,
                                     const char *time_unit);
/* Returns the first sample of span @j, or @count if there are fewer spans. */
guint64  ondes_energy_begin         (const OndesEnergy *self,
                                     guint64            j);
/* Returns the span that contains sample @at, below count. */
guint64  ondes_energy_span_of       (const OndesEnergy *self,
                                     guint64            at);
/* Returns the level of a span in dB. */
double   ondes_energy_level_db      (const OndesEnergy *self,
                                     guint64            row,
                                     guint64            j);

/* Fails with ONDES_ERROR_FILE if spans are shorter than a sample, or if all rows have more spans than memory should hold, 2²⁷.
 * The message does not name the setting. */
gboolean ondes_energy_check         (guint64            rows,
                                     guint64            count,
                                     double             rate_hz,
                                     double             every,
                                     GError           **error);

/* Creates a sink that reduces the values as they come and passes them on to @to, which it takes ownership of (NULL for none).
 * begin() fails like ondes_energy_check(). @squares: TRUE if values are squares already, so that their mean is the mean square.
 * Memory: 8 bytes a row and span. */
OndesSink         *ondes_energy_sink_new (OndesSink *to,
                                          double     rate_hz,
                                          double     every,
                                          gboolean   squares);
/* Sets the mean squares, rows × @n, of the spans from @first on of a sink that has begun. */
void               ondes_energy_sink_set (OndesSink    *sink,
                                          guint64       first,
                                          guint64       n,
                                          const double *mean_squares);
/* Returns the energy of a finished run; borrowed from the sink. */
const OndesEnergy *ondes_energy_sink_get (OndesSink *sink);

G_END_DECLS
