/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The product "ltsa": the long-term average of the bands of all recordings on the clock, made of their tables of bands.
 *
 * The time from the first recording to the end of the last is divided into cells, which begin at multiples of their length: the
 * spans of the tables or the least multiple of them of which there are at most 8192. A cell has the mean of the mean squares of the
 * spans that overlap it, weighed by how long they do; cells without are gaps, NaN. Recordings without a start are left out. Starts
 * by the recorder's clock, whose zone is unknown, cannot be compared with those in UTC. Where there are both, those by clocks have
 * an average of their own, RUN/ltsa-clock.npz and so on.
 *
 * RUN/ltsa.npz: values (dB, bands × cells), centre_hz, times_s (of the cells' begin, since 1970-01-01 00:00), every_s, zone (of the
 * times, "UTC" or "unknown"), spec;
 * RUN/ltsa.png (or .svg, .pdf): the picture.
 */
#pragma once

#include "base/watch.h"
#include "batch-run.h"

G_BEGIN_DECLS

/* Fails with ONDES_ERROR_FILE if no recording has a start. */
gboolean ondes_batch_ltsa_write (const OndesBatchRun *run,
                                 const OndesWatch    *watch,
                                 GError             **error);

G_END_DECLS
