/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filter banks: one or more FIR filters, each with a name and band edges. Immutable and reference counted; any thread. Designs fail
 * with G_IO_ERROR_CANCELLED once the thread's current cancellable is cancelled.
 *
 * Octave and 1/b-octave bands follow IEC 61260-1, base 10: with G = 10^(3/10), the centres are 1000 G^(x/b) for odd b and
 * 1000 G^((2x + 1)/(2b)) for even b, and the edges centre · G^(±1/(2b)), where the amplitude is √½.
 *
 * Gammatone filters, of fourth order, are those of the auditory system: their bandwidths are the equivalent rectangular ones of
 * Glasberg and Moore (1990), B(f) = 24.7 (0.00437 f + 1), and their centres lie evenly on the scale 21.4 log10 (1 + 0.00437 f).
 * With b = 3.2/π B(f), which makes B the filter's own bandwidth, tap k of the impulse response is
 *   c k³ exp(−2π b k/f_s) cos(2π f (k − p)/f_s),  k = 0 … K
 * with the envelope's maximum at p = 3 f_s/(2π b), rounded, and K where it has fallen by 80 dB. c makes the gain at the centre 1.
 * As many zeros come before that p is the middle: bands are aligned at it.
 */
#pragma once

#include "fir.h"

G_BEGIN_DECLS

typedef struct
{
  char    *name;                    /* "31.5 Hz" */
  double   lo_hz, centre_hz, hi_hz; /* 0 if unknown, as for loaded taps */
  guint    n;                       /* number of taps */
  guint    lead;                    /* taps before the time 0 of a causal filter; all bands of a bank have as many */
  gboolean is_complex;              /* taps are pairs (re, im) */
  double  *taps;
} OndesFilterBand;

typedef struct _OndesFilterBank OndesFilterBank;

/* Returns centre and edges of 1/@fraction-octave band @x, counted from 1000 Hz; without a name or taps. */
OndesFilterBand  ondes_filter_octave       (guint                  fraction,
                                            int                    x);
/* Designs 1/@fraction-octave bands (1 … 24) for samples at @rate_hz. The highest band ends at least a fifth of its width below
 * half the rate; the lowest lies at most ten octaves below it and has at most @n taps, the recording's samples (0: no limit).
 * Fails with ONDES_ERROR_FILE if no band is left. */
OndesFilterBank *ondes_filter_bank_octaves (guint                  fraction,
                                            double                 rate_hz,
                                            guint64                n,
                                            GError               **error);
/* Makes complex Morlet wavelets (cwt.h; ω₀ = 5, l1) at @fmax_hz · 2^(−i/@voices) while ≥ @fmin_hz, lowest first, so that |y| of a
 * cosine at a centre reads its amplitude; wavelets longer than @n samples are left out (0: none is). Fails with ONDES_ERROR_FILE
 * if @fmax_hz is not below half the rate, or if no band is left; with ONDES_ERROR_REQUEST unless 0 < @fmin_hz ≤ @fmax_hz. */
OndesFilterBank *ondes_filter_bank_morlet  (double                 fmin_hz,
                                            double                 fmax_hz,
                                            double                 voices,
                                            double                 rate_hz,
                                            guint64                n,
                                            GError               **error);
/* Designs gammatone filters at @per bands per equivalent rectangular bandwidth from @fmax_hz down to @fmin_hz, lowest first, whose
 * edges are the bandwidth's; otherwise like ondes_filter_bank_morlet(). */
OndesFilterBank *ondes_filter_bank_gammatone (double               fmin_hz,
                                              double               fmax_hz,
                                              double               per,
                                              double               rate_hz,
                                              guint64              n,
                                              GError             **error);
/* Designs a single filter; fails like ondes_fir_design(). */
OndesFilterBank *ondes_filter_bank_design  (const OndesFirDesign  *design,
                                            double                 rate_hz,
                                            GError               **error);
/* Copies the @n ≥ 1 @bands, each of at least one tap. Fails with ONDES_ERROR_FILE if a tap is NaN or infinite. */
OndesFilterBank *ondes_filter_bank_new     (const OndesFilterBand *bands,
                                            guint                  n,
                                            GError               **error);
OndesFilterBank *ondes_filter_bank_ref     (OndesFilterBank       *self);
void             ondes_filter_bank_unref   (OndesFilterBank       *self);
/* Returns the bands, owned by the bank, and sets @n to their number. */
const OndesFilterBand *ondes_filter_bank_get (const OndesFilterBank *self,
                                              guint                 *n);
/* Returns the tap at the time 0, which meets the sample of an output: the middle one, ⌊(n − 1)/2⌋, or @lead if causal. */
guint            ondes_filter_band_middle     (const OndesFilterBand *band,
                                               gboolean               causal);
/* Returns the number of taps of the longest filter. */
guint            ondes_filter_bank_longest    (const OndesFilterBank *self);
/* TRUE if any filter has complex taps, which makes every output complex. */
gboolean         ondes_filter_bank_is_complex (const OndesFilterBank *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesFilterBank, ondes_filter_bank_unref)

G_END_DECLS
