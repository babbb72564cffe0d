/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs: samples that lie together in a file, with gaps between them. A gap takes no memory and is never decoded. */
#pragma once

#include "signal/reader.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 frame, frames; /* of the recording; no run has 0 frames */
  guint64 place;         /* in the file, for the reader: bytes, or samples without the gaps */
} OndesRun;

/* Where decoded samples go. */
typedef struct
{
  void *dst;
  gsize at;    /* of the first channel … */
  gsize apart; /* … and from one channel to the next, elements */
} OndesRunTarget;

/* Decodes the frames [inside, inside + n) of @run to @to. */
typedef gboolean (*OndesRunRead) (OndesReader          *self,
                                  const OndesRun       *run,
                                  guint64               inside,
                                  gsize                 n,
                                  const OndesRunTarget *to,
                                  GError              **error);

/* For the read function of a reader: reads [at, at + n) of all channels. @runs are sorted by frame; what lies in none is NaN. */
gboolean ondes_runs_read       (const GArray       *runs,
                                OndesReader        *reader,
                                OndesRunRead        read,
                                guint64             at,
                                gsize               n,
                                void               *dst,
                                GError            **error);
/* For the gap function of a reader: returns how many of the recording's @frames are missing from @at on; 0 if @at is in a run. */
guint64  ondes_runs_gap        (const GArray       *runs,
                                guint64             frames,
                                guint64             at);
/* Returns how many gaps there are between runs. */
guint64  ondes_runs_count_gaps (const GArray       *runs);

/* Returns the most frames that a recording may span whose file holds @recorded frames: a million times as many, and 200 years.
 * Recorders that wait for events stay far below; a damaged date does not. @rate_hz is 0 if unknown. */
double   ondes_runs_span_most  (guint64             recorded,
                                double              rate_hz);

G_END_DECLS
