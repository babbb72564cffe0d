/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sink of slices: some rows of a result, kept whole, pooled to columns, or reduced to means and percentiles as they come. */
#pragma once

#include "engine/engine.h"
#include "percentiles.h"
#include "transform/cwt.h"

G_BEGIN_DECLS

typedef struct
{
  OndesSink          sink;
  guint64            row, rows;  /* those wanted: [row, row + rows) */
  double             gain;       /* multiplies magnitudes */
  gboolean           keep;       /* FALSE to reduce them */
  guint              columns;    /* keep: the most to pool to, in double; 0 to keep every value */
  OndesPooling       pool;
  gboolean           power;      /* TRUE if values are squares: their root mean square is the mean */

  /* After begin. */
  guint64            cols;       /* of what is kept */
  guint64            count;      /* of what comes */
  double            *kept;       /* rows × cols; NULL if they are reduced */
  double            *sums, *lost; /* rows: sum and its rounding error (base/sum.h); of reduced values, as are the histograms */
  OndesPercentiles **histograms;
  OndesType          type;
} OndesSliceSink;

/* Values that come are real; their magnitudes are what counts. Those that are not finite count as 0. Set what follows gain before
 * the sink is used. */
OndesSliceSink *ondes_slice_sink_new (guint64 row,
                                      guint64 rows,
                                      double  gain);

G_END_DECLS
