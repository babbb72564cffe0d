/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs: samples that lie together in a file, with gaps between them. A gap takes no memory and is never decoded. */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

/* The read function of a reader whose runs are sorted by frame; what lies in none is NaN. */
gboolean ondes_runs_read       (OndesReader        *reader,
                                guint64             at,
                                gsize               n,
                                void               *dst,
                                GError            **error);
/* Its gap function: all channels have the same gaps. */
guint64  ondes_runs_gap        (const OndesReader  *reader,
                                guint               channel,
                                guint64             at);
/* Returns how many gaps there are between runs. */
guint64  ondes_runs_count_gaps (const GArray       *runs);

/* Returns the most frames that a recording may span whose file holds @recorded frames: a million times as many, and 200 years.
 * Recorders that wait for events stay far below; a damaged date does not. @rate_hz is 0 if unknown. */
double   ondes_runs_span_most  (guint64             recorded,
                                double              rate_hz);

G_END_DECLS
