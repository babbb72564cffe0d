/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hybrid millidecade spectra (Martin, Gaudet, Zeddies et al. 2021, "Hybrid millidecade spectra: a practical format for exchange of
 * long-term ambient sound data", JASA Express Letters 1, 011203).
 *
 * Windows of a second (N samples, the rate rounded) overlap by half, each weighed by the periodic Hann window w; a window's
 * spectral density in bin k, which reaches from (k − ½) to (k + ½) f_s/N, is 2 |X_k|²/(f_s Σ w²), without the 2 at 0 and f_s/2
 * (the periodogram of Welch's method). Bands are 1 Hz wide around 0, 1 … 434 Hz, then a thousandth of a decade: edges
 * 10^(n/1000), from n = 2638 on (434.51 Hz), which is the first such band that is no less than 1 Hz wide, centres
 * 10^((n + ½)/1000), as IEC 61260-1 has it of an even number of bands a decade; the 434 Hz band ends where the next begins, and the
 * last band lies below f_s/2. These are the bands of MANTA, by authors of the paper, and so of pypam and of MBARI's PBP; the table
 * that the paper came with goes on in steps of 1 Hz to 455 Hz, to where its centres 10^(n/1000) meet them. A band's value is the
 * mean density within it, bins at its edges counted by the part that lies inside.
 */
#pragma once

#include "signal/source.h"

G_BEGIN_DECLS

#define ONDES_MILLIDECADES_LINEAR 435  /* bands of 1 Hz */
#define ONDES_MILLIDECADES_FIRST  2638 /* n of the first wider band */

typedef struct _OndesMillidecades OndesMillidecades;

typedef struct
{
  double lo_hz, centre_hz, hi_hz;
} OndesMillidecade;

/* Prepares for samples at @rate_hz a second. Fails with ONDES_ERROR_FILE if the rate is below 4 Hz, or if there is no memory. */
OndesMillidecades      *ondes_millidecades_new     (double               rate_hz,
                                                    GError             **error);
void                    ondes_millidecades_free    (OndesMillidecades   *self);
/* Returns the bands, owned by @self, and sets @n to their number. */
const OndesMillidecade *ondes_millidecades_get     (const OndesMillidecades *self,
                                                    guint               *n);
/* Returns how many whole windows @count samples have. */
guint64                 ondes_millidecades_windows (const OndesMillidecades *self,
                                                    guint64              count);
/* Sets @densities, windows × bands, to those of the windows that lie within samples [@first, @first + @count) of @source, which
 * is real; NaN and infinities count as 0. Not for two threads at once. */
gboolean                ondes_millidecades_compute (OndesMillidecades   *self,
                                                    OndesSource         *source,
                                                    guint64              first,
                                                    guint64              count,
                                                    double              *densities,
                                                    GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesMillidecades, ondes_millidecades_free)

G_END_DECLS
