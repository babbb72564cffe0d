/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a recording is cut to be filtered. Depends only on the spec and the sources' length, type and number, so that every view of
 * a result has the same bits.
 *
 * All filters share one frame of taps: filter b's tap m stands at m + lead − d_b, so that y[t] = Σ_m h[m] x[t + lead − m] for
 * each. Segment k computes outputs [k step, (k + 1) step), and @before and @after more on its sides. Taps are partitioned: with
 * part p holding taps [p part, (p + 1) part), a segment's input for part p begins at sample k step − before + lead − p part −
 * (part − 1) and has @length samples. With more than one part, step = part, so that the input of part p is that of part 0 p
 * segments earlier.
 */
#pragma once

#include "transform/filter.h"

G_BEGIN_DECLS

typedef struct
{
  OndesMethod method;     /* never AUTO */
  gboolean    is_complex; /* TRUE if computed in complex arithmetic */
  gboolean    single;     /* TRUE if computed in single precision */
  guint64     taps;       /* of the frame that all filters share, without those that never overlap a sample */
  guint64     skip;       /* leading taps of the frame that never overlap a sample */
  gint64      lead;       /* samples by which the frame reaches past an output, minus skip */
  guint       before, after; /* outputs more that post-processing needs of a segment, see ondes_filter_reach() */
  gsize       length;     /* of the FFTs; 0 for DIRECT */
  gsize       part;       /* taps per part */
  guint       parts;
  gsize       step;       /* outputs per segment */
  guint       segments;   /* segments computed together, as one piece of work */
  guint       slots;      /* spectra of inputs that a worker keeps for segments that share them; changes no result */
} OndesFilterLayout;

/* @n: samples of each of the @n_sources sources. */
void ondes_filter_layout (const OndesFilter *filter,
                          gboolean           complex_in,
                          guint64            n,
                          guint              n_sources,
                          OndesFilterLayout *layout);
/* Makes the workspace smaller: fewer segments at a time and fewer kept spectra, which change no result, before shorter segments,
 * which change rounding. FALSE if nothing is left to save. */
gboolean ondes_filter_layout_shrink (OndesFilterLayout *layout);

G_END_DECLS
