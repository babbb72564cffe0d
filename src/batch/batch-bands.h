/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The products "bands" and "energy": levels of bands. "bands" are those by minute, or by any span, and percentiles, as a table of
 * CSV for each recording.
 *
 *   file,channel,start,time,length,statistic,BAND,BAND,…
 *
 * with the centres of the bands in hertz. A row for each span and statistic: "mean", the level of the mean, and "p5" and the
 * like, which that part of the span's pieces (band-pieces.h) lies below. start is the span's in UTC if it is known; time is counted
 * from the first sample and length is that of the span, both in time units. Levels are in dB re 1 of the recording's unit, of
 * millidecades re 1 unit²/Hz. Pieces are a sixtieth of a span: seconds of a minute; of millidecades windows of a second. The last
 * span has what is left. "energy" are the levels of all pieces, a .npz. Use from one thread at a time.
 */
#pragma once

#include "batch-job.h"

G_BEGIN_DECLS

typedef struct _OndesBatchBands OndesBatchBands;

/* Reads --bands, --every, --percentiles and --precision of @run. Fails with ONDES_ERROR_REQUEST. */
OndesBatchBands *ondes_batch_bands_new   (const OndesBatchRun  *run,
                                          GError              **error);
void             ondes_batch_bands_free  (OndesBatchBands      *self);
/* Writes the table, or the job's part of it, to @path. */
gboolean         ondes_batch_bands_write (OndesBatchBands      *self,
                                          const OndesBatchJob  *job,
                                          const char           *path,
                                          GError              **error);
/* Writes the levels of all pieces, or the job's part of them, to @path, a .npz as “ondes-cli filter --energy” makes it.
 * Millidecades have no filters; fails with ONDES_ERROR_REQUEST. */
gboolean         ondes_batch_bands_write_energy (OndesBatchBands      *self,
                                                 const OndesBatchJob  *job,
                                                 const char           *path,
                                                 GError              **error);
/* TRUE if the bands are millidecades. */
gboolean         ondes_batch_bands_are_spectra (const OndesBatchBands *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesBatchBands, ondes_batch_bands_free)

G_END_DECLS
