/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long complex FFTs in place, by pieces that threads can share and between which a cancel is seen.
 *
 * Of n = R m values, time lies in its own order, and bin R i + k of the spectrum at k m + i, for
 * X[R i + k] = Σ_j w_m^(j i) w_n^(j k) Σ_q x[j + q m] w_R^(q k), w_n = e^(−2πi/n). Forward: columns of R values m apart, turned,
 * then blocks of m; the inverse, which is not normalised either, takes the blocks first.
 */
#pragma once

#include "fft.h"

G_BEGIN_DECLS

#define ONDES_FFT_COLUMNS 16 /* at a time */

typedef struct
{
  gsize           length;
  guint           parts; /* R */
  gboolean        single, inverse;
  const OndesFft *column, *block;
} OndesFftSplit;

/* @length: a multiple of 16 @parts. FALSE only for want of memory. */
gboolean ondes_fft_split_init    (OndesFftSplit *self,
                                  gsize          length,
                                  guint          parts,
                                  gboolean       single,
                                  gboolean       inverse);
gsize    ondes_fft_split_work    (guint          parts,
                                  gboolean       single); /* bytes */
/* ONDES_FFT_COLUMNS columns from @from on; there are length/parts. @work: aligned, of ondes_fft_split_work(). */
void     ondes_fft_split_columns (const OndesFftSplit *self,
                                  void                *data,
                                  gsize                from,
                                  void                *work);
/* One of parts. */
void     ondes_fft_split_block   (const OndesFftSplit *self,
                                  void                *data,
                                  guint                block);
/* What the forward transform made of 2 length real values, taken as length complex ones, becomes their spectrum: bins 0 … length
 * − 1 in the same order, and bin length behind them. Blocks @block and parts − @block, for @block 0 … parts/2. */
void     ondes_fft_split_real    (const OndesFftSplit *self,
                                  void                *data,
                                  guint                block);

G_END_DECLS
