/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter bank: rows of a Morlet transform by FFT, whole (overlap-save.cu) or as the largest value of each of many columns
 * (pooled.cu). bank.cu tells the method.
 *
 * A bank is made for a wavelet and its rows and belongs to the context that it was made in; it holds the rows' spectra on the
 * device, and its runs take memory from the arena. Threads and errors are as in kernels.h. UNSUPPORTED: scales too large, an
 * offset or a delay of the mask, the real wavelet on complex samples, a device without the shared memory.
 */
#pragma once

#include "kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _OndesCudaBank OndesCudaBank;

/* @rows in any order; of each, scale and gain are used. @analytic: the wavelet defined by its spectrum, where what is cut off of it
 * does not matter; @wavelet tells its ω₀ and norm. */
OndesCudaStatus ondes_cuda_bank_new   (OndesCuda              *self,
                                       const OndesCudaWavelet *wavelet,
                                       int                     analytic,
                                       const OndesCudaRow     *rows,
                                       unsigned                n_rows,
                                       int                     single,
                                       int                     complex_in,
                                       OndesCudaBank         **bank,
                                       char                    why[ONDES_CUDA_WHY]);
/* Waits for the device. */
void            ondes_cuda_bank_free  (OndesCuda              *self,
                                       OndesCudaBank          *bank);
/* Device memory that the bank holds. */
uint64_t        ondes_cuda_bank_bytes (const OndesCudaBank    *bank);
/* Samples that a signal must have on each side of the outputs. */
uint64_t        ondes_cuda_bank_halo  (const OndesCudaBank    *bank);
/* Of the arena, for @n outputs of each row (columns as in ondes_cuda_pool(), 0: every sample). */
uint64_t        ondes_cuda_bank_work  (const OndesCudaBank    *bank,
                                       uint64_t                n,
                                       uint64_t                total,
                                       uint64_t                columns);

/* All rows, outputs 0 … n − 1; row i of the bank goes to row i of @output. */
OndesCudaStatus ondes_cuda_overlap_save (OndesCuda             *self,
                                         OndesCudaBank         *bank,
                                         const OndesCudaSignal *signal,
                                         uint64_t               n,
                                         const OndesCudaOutput *output,
                                         char                   why[ONDES_CUDA_WHY]);

/* Spans of a view of @total samples, span j = [⌊j total / columns⌋, ⌊(j + 1) total / columns⌋). */
typedef struct
{
  float   *values;         /* device: rows @stride apart; column @column stands first, and there are @n_columns of them */
  uint64_t stride;
  uint64_t total, columns, column, n_columns;
  int      power;          /* else magnitude */
  double  *sums;           /* device, as values: of |W|², where the mean is asked for; NULL: the largest is */
} OndesCudaColumns;

/* Raises what stands in the columns to the largest value of each span's samples among outputs 0 … n − 1, or adds their |W|² to the
 * sums. Outputs are samples @at … @at + n − 1 of the view: columns, or sums, are cleared to 0 before the first run, and what spans
 * two runs comes whole. Every output's column is among those that there are. */
OndesCudaStatus ondes_cuda_pool         (OndesCuda              *self,
                                         OndesCudaBank          *bank,
                                         const OndesCudaSignal  *signal,
                                         uint64_t                at,
                                         uint64_t                n,
                                         const OndesCudaColumns *columns,
                                         char                    why[ONDES_CUDA_WHY]);
/* Behind the last of these: values of the sums, Σ |W|²/n where power is asked for, else its root. */
OndesCudaStatus ondes_cuda_pool_means   (OndesCuda              *self,
                                         const OndesCudaColumns *columns,
                                         unsigned                n_rows,
                                         char                    why[ONDES_CUDA_WHY]);
/* Whether the rows can be pooled so, UNSUPPORTED if not. */
OndesCudaStatus ondes_cuda_pool_check   (const OndesCudaBank    *bank,
                                         uint64_t                total,
                                         uint64_t                columns,
                                         char                    why[ONDES_CUDA_WHY]);

#ifdef __cplusplus
}
#endif
