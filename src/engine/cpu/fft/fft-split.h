/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long in-place complex FFTs, split into pieces that threads can share; cancellation is checked between pieces.
 *
 * For n = R m, the time samples are in natural order and bin R i + k of the spectrum is at index k m + i:
 * X[R i + k] = Σ_j w_m^(j i) w_n^(j k) Σ_q x[j + q m] w_R^(q k), w_n = e^(−2πi/n). The forward transform takes columns of R
 * values at stride m, applies twiddle factors, then transforms blocks of m values; the inverse does the blocks first. Neither
 * is normalised.
 */
#pragma once

#include "fft.h"

G_BEGIN_DECLS

#define ONDES_FFT_COLUMNS 16 /* columns per call */

typedef struct
{
  gsize           length;
  guint           parts; /* R */
  gboolean        single, inverse;
  const OndesFft *column, *block;
} OndesFftSplit;

/* Prepares a transform; @length must be a multiple of 16 @parts. FALSE only if out of memory. */
gboolean ondes_fft_split_init    (OndesFftSplit *self,
                                  gsize          length,
                                  guint          parts,
                                  gboolean       single,
                                  gboolean       inverse);
gsize    ondes_fft_split_work    (guint          parts,
                                  gboolean       single); /* size of the work buffer, bytes */
/* Transforms ONDES_FFT_COLUMNS of the length/parts columns, starting at @from. @work: an aligned buffer of
 * ondes_fft_split_work() bytes. */
void     ondes_fft_split_columns (const OndesFftSplit *self,
                                  void                *data,
                                  gsize                from,
                                  void                *work);
/* Transforms block @block, 0 … parts − 1. */
void     ondes_fft_split_block   (const OndesFftSplit *self,
                                  void                *data,
                                  guint                block);
/* Turns the forward transform of 2 length real values, packed as length complex ones, into their spectrum: bins 0 … length − 1
 * in the same order, then bin length. Each call handles blocks @block and parts − @block; call it for 0 … parts/2. */
void     ondes_fft_split_real    (const OndesFftSplit *self,
                                  void                *data,
                                  guint                block);

G_END_DECLS
