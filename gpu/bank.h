/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filter bank: rows of a Morlet transform by FFT, either every sample (device/overlap-save.cu) or pooled into columns
 * (device/pooled.cu). device/bank.cu describes the method.
 *
 * A bank holds one wavelet and its rows, belongs to one context and keeps the rows' spectra on the device; runs allocate
 * from the arena. Threading and errors are as in kernels.h. UNSUPPORTED means that a scale or a delay is too large, taps are
 * quantised or have an offset, the wavelet is real but the samples are complex, or the device has too little shared memory.
 */
#pragma once

#include "kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _OndesCudaBank OndesCudaBank;

/* Parameters of a bank. @rows may be in any order; only scale, gain and delay are used. A delayed wavelet is not truncated: no
 * effect where the delay is small to the scale. If @analytic, the wavelet is defined by its spectrum, truncated where that has no
 * effect, and @wavelet gives only ω₀ and the norm. */
typedef struct
{
  OndesCudaWavelet    wavelet;
  int                 analytic, single, complex_in;
  const OndesCudaRow *rows;
  unsigned            n_rows;
} OndesCudaFilters;

OndesCudaStatus ondes_cuda_bank_new (OndesCuda              *self,
                                     const OndesCudaFilters *filters,
                                     OndesCudaBank         **bank);
/* Checks whether a bank is possible: creates one on the host that can be queried but not run. Needs no device. */
OndesCudaStatus ondes_cuda_bank_describe (const OndesCudaFilters *filters,
                                          OndesCudaBank         **bank);
/* Synchronises with the device. @self may be NULL if the bank was only described. */
void            ondes_cuda_bank_free (OndesCuda     *self,
                                      OndesCudaBank *bank);
/* Returns the bytes of device memory held by the bank. */
uint64_t        ondes_cuda_bank_bytes (const OndesCudaBank    *bank);
/* Returns the number of samples that the signal needs on each side of the outputs. */
uint64_t        ondes_cuda_bank_halo  (const OndesCudaBank    *bank);
/* Returns the bytes of arena memory for @n outputs per row. @total and @columns are as in OndesCudaColumns; @columns 0 means
 * every sample. */
uint64_t        ondes_cuda_bank_work (const OndesCudaBank *bank,
                                      uint64_t             n,
                                      uint64_t             total,
                                      uint64_t             columns);

/* Computes outputs 0 … n − 1 of all rows; row i of the bank becomes row i of @output. */
OndesCudaStatus ondes_cuda_overlap_save (OndesCuda             *self,
                                         OndesCudaBank         *bank,
                                         const OndesCudaSignal *signal,
                                         uint64_t               n,
                                         const OndesCudaOutput *output);

/* Pooled columns of a view of @total samples: column j covers samples [⌊j total / columns⌋, ⌊(j + 1) total / columns⌋). */
typedef struct
{
  float   *values; /* device: rows @stride apart, holding columns column … column + n_columns − 1 */
  uint64_t stride;
  uint64_t total, columns, column, n_columns;
  int      power; /* TRUE for power, FALSE for magnitude */
  double  *sums;  /* device, laid out like values: Σ |W|² for the RMS; NULL to pool maxima */
} OndesCudaColumns;

/* Pools outputs 0 … n − 1, which are samples @at … @at + n − 1 of the view: raises @values to the largest value of each column,
 * or adds |W|² to @sums. Clear the array to 0 before the first call; a column may span several calls. All columns of the
 * outputs must be in range. */
OndesCudaStatus ondes_cuda_pool (OndesCuda              *self,
                                 OndesCudaBank          *bank,
                                 const OndesCudaSignal  *signal,
                                 uint64_t                at,
                                 uint64_t                n,
                                 const OndesCudaColumns *columns);
/* Computes @values from @sums after the last call of ondes_cuda_pool(): the mean power or its square root. */
OndesCudaStatus ondes_cuda_pool_means (OndesCuda              *self,
                                       const OndesCudaColumns *columns,
                                       unsigned                n_rows);
/* OK if the bank can pool this view; otherwise UNSUPPORTED. */
OndesCudaStatus ondes_cuda_pool_check (const OndesCudaBank *bank,
                                       uint64_t             total,
                                       uint64_t             columns);

#ifdef __cplusplus
}
#endif
