/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a recording is cut to be filtered. Depends only on the spec and the sources' length, type and number, so that every view of
 * a result has the same bits.
 *
 * All filters share one frame of taps: filter b's tap m stands at m + lead − d_b, so that y[t] = Σ_m h[m] x[t + lead − m] for
 * each. Segment k computes outputs [k step, (k + 1) step), and @edge more on both sides. Taps are partitioned: with part p
 * holding taps [p part, (p + 1) part), a segment's input for part p begins at sample k step − edge + lead − p part − (part − 1)
 * and has @length samples. With more than one part, step = part, so that the input of part p is that of part 0 p segments
 * earlier.
 */
#pragma once

#include "transform/filter.h"

G_BEGIN_DECLS

typedef struct
{
  OndesMethod method;     /* never AUTO */
  gboolean    is_complex; /* the arithmetic */
  gboolean    single;     /* the arithmetic */
  guint64     taps;       /* in the common frame, without those that never meet a sample */
  guint64     skip;       /* leading taps of the frame that never overlap a sample */
  gint64      lead;       /* less skip */
  guint       edge;       /* 1 for a derivative, otherwise 0 */
  gsize       length;     /* of the FFTs; 0 for DIRECT */
  gsize       part;       /* taps */
  guint       parts;
  gsize       step;       /* outputs */
  guint       segments;   /* computed together, as one piece of work */
} OndesFilterLayout;

/* @n: samples of each of the @n_sources sources. */
void ondes_filter_layout (const OndesFilter *filter,
                          gboolean           complex_in,
                          guint64            n,
                          guint              n_sources,
                          OndesFilterLayout *layout);

G_END_DECLS
