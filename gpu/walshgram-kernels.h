/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C interface of Walshgrams (src/transform/walshgram.h). Threading and errors are as in kernels.h; launches are asynchronous. */
#pragma once

#include "spectral-kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  int            bits;   /* log2 of the window, 4 … 15 */
  uint64_t       hop;
  OndesCudaOrder order;
  const void    *taper;  /* device pointer to the window's weights, in the type of the arithmetic; NULL if all are 1 */
  int            is_double; /* type of the arithmetic: double, otherwise float */
  int            pooled; /* FALSE for coefficients: then a column is a frame */
  uint64_t       frames, columns; /* of the view: column c has the frames [⌊c frames/columns⌋, ⌊(c + 1) frames/columns⌋) */
} OndesCudaWalshgram;

/* Frames [first, first + count) of the view, whose samples begin at @x (device pointer, float or double by @type). NaN and
 * infinities among the samples count as 0. */
typedef struct
{
  const void   *x;
  OndesCudaType type;
  uint64_t      first, count;
} OndesCudaFrames;

/* Transforms @frames into @spectra (device pointer), which has a window of values in natural order for each column from @column
 * on, as far as the frames reach: the coefficients, or of pooled frames the largest of what was there and of their magnitudes,
 * as float. Pooled spectra must be zeroed before the first frames. */
OndesCudaStatus ondes_cuda_walshgram      (OndesCuda                *self,
                                           const OndesCudaWalshgram *walshgram,
                                           const OndesCudaFrames    *frames,
                                           uint64_t                  column,
                                           void                     *spectra);
/* Stores the spectra of @columns columns at @out, rows in order × columns. */
OndesCudaStatus ondes_cuda_walshgram_turn (OndesCuda                *self,
                                           const OndesCudaWalshgram *walshgram,
                                           const void               *spectra,
                                           uint64_t                  columns,
                                           void                     *out);
/* Returns the estimated seconds that the device takes for @frames frames. */
double          ondes_cuda_walshgram_seconds (const OndesCuda          *self,
                                              const OndesCudaWalshgram *walshgram,
                                              uint64_t                  frames);

#ifdef __cplusplus
}
#endif
