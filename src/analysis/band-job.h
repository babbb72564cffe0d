/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A span of one channel filtered with the bands of a bank, to measure what comes out: their levels (band-levels.h) or their peaks
 * (band-peaks.h). Any thread. */
#pragma once

#include "engine/compute.h"
#include "transform/filter.h"

G_BEGIN_DECLS

/* Source and bank are borrowed. In a result, the bank is the result's own and there is no source. */
typedef struct
{
  OndesSource       *source;
  guint64            source_id;
  OndesFilterBank   *bank;
  OndesFilterOptions options;
  guint64            first, count; /* samples */
  double             every;        /* of levels: length of a span, time units */
  double             above;        /* of peaks: least |y|, or power if the filter gives that; > 0 */
} OndesBandJob;

/* TRUE if both have the same result. */
gboolean ondes_band_job_equal (const OndesBandJob *a,
                               const OndesBandJob *b);
/* Filters the span into @sink. Fails like ondes_compute(). */
gboolean ondes_band_job_run   (const OndesBandJob *self,
                               OndesComputer      *computer,
                               OndesSink          *sink,
                               const OndesWatch   *watch,
                               GError            **error);
/* Returns @self as the job of a result, with a reference to its bank. */
OndesBandJob ondes_band_job_keep (const OndesBandJob *self);

G_END_DECLS
