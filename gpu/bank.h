/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filter bank: rows of a Morlet transform by FFT, either every sample (device/overlap-save.cu) or pooled into columns
 * (device/pooled.cu). device/bank.cu describes the method.
 *
 * A bank is made for a wavelet and its rows, belongs to one context and keeps the rows' spectra on the device; runs allocate
 * from the arena. Threads and errors as in kernels.h. UNSUPPORTED: scales that are too large, an offset or delay of the
 * wavelet, the real wavelet on complex samples, or a device with too little shared memory.
 */
#pragma once

#include "kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _OndesCudaBank OndesCudaBank;

/* What a bank is made for. @rows may have any order; only scale and gain are used. @analytic: the wavelet is defined by its
 * spectrum, truncated where that has no effect; @wavelet then gives ω₀ and the norm. */
typedef struct
{
  OndesCudaWavelet    wavelet;
  int                 analytic, single, complex_in;
  const OndesCudaRow *rows;
  unsigned            n_rows;
} OndesCudaFilters;

OndesCudaStatus ondes_cuda_bank_new (OndesCuda              *self,
                                     const OndesCudaFilters *filters,
                                     OndesCudaBank         **bank,
                                     char                    why[ONDES_CUDA_WHY]);
/* The same on the host alone, to be asked about and not to be run: whether there could be one. Needs no device. */
OndesCudaStatus ondes_cuda_bank_describe (const OndesCudaFilters *filters,
                                          OndesCudaBank         **bank,
                                          char                    why[ONDES_CUDA_WHY]);
/* Synchronises with the device. @self may be NULL where the bank was only described. */
void            ondes_cuda_bank_free (OndesCuda     *self,
                                      OndesCudaBank *bank);
/* Device memory held by the bank. */
uint64_t        ondes_cuda_bank_bytes (const OndesCudaBank    *bank);
/* Samples that the signal needs on each side of the outputs. */
uint64_t        ondes_cuda_bank_halo  (const OndesCudaBank    *bank);
/* Arena memory for @n outputs per row. @total and @columns as in OndesCudaColumns; @columns 0: every sample. */
uint64_t        ondes_cuda_bank_work (const OndesCudaBank *bank,
                                      uint64_t             n,
                                      uint64_t             total,
                                      uint64_t             columns);

/* Computes outputs 0 … n − 1 of all rows; row i of the bank becomes row i of @output. */
OndesCudaStatus ondes_cuda_overlap_save (OndesCuda             *self,
                                         OndesCudaBank         *bank,
                                         const OndesCudaSignal *signal,
                                         uint64_t               n,
                                         const OndesCudaOutput *output,
                                         char                   why[ONDES_CUDA_WHY]);

/* Pooled columns of a view of @total samples: column j covers samples [⌊j total / columns⌋, ⌊(j + 1) total / columns⌋). */
typedef struct
{
  float   *values; /* device: rows @stride apart, holding columns column … column + n_columns − 1 */
  uint64_t stride;
  uint64_t total, columns, column, n_columns;
  int      power; /* power, else magnitude */
  double  *sums;  /* device, laid out like values: Σ |W|² for the root mean square; NULL for the largest */
} OndesCudaColumns;

/* Pools outputs 0 … n − 1, which are samples @at … @at + n − 1 of the view: raises @values to the largest value of each column,
 * or adds |W|² to @sums. Clear the array to 0 before the first call; a column may be spread over several calls. All columns of
 * the outputs must be in range. */
OndesCudaStatus ondes_cuda_pool (OndesCuda              *self,
                                 OndesCudaBank          *bank,
                                 const OndesCudaSignal  *signal,
                                 uint64_t                at,
                                 uint64_t                n,
                                 const OndesCudaColumns *columns,
                                 char                    why[ONDES_CUDA_WHY]);
/* After the last of these calls: @values from @sums, the mean power or its square root. */
OndesCudaStatus ondes_cuda_pool_means (OndesCuda              *self,
                                       const OndesCudaColumns *columns,
                                       unsigned                n_rows,
                                       char                    why[ONDES_CUDA_WHY]);
/* Whether the bank can pool this view; else UNSUPPORTED. */
OndesCudaStatus ondes_cuda_pool_check (const OndesCudaBank *bank,
                                       uint64_t             total,
                                       uint64_t             columns,
                                       char                 why[ONDES_CUDA_WHY]);

#ifdef __cplusplus
}
#endif
