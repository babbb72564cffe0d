/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C interface of kernels that only benchmarks run. Threading and errors: see kernels.h. */
#pragma once

#include "kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Baselines of Jerome and Yan 2021 (naive.cu). The first writes real taps; @rows is a host pointer. The second computes
 * coefficients from complex taps and real samples. */
OndesCudaStatus ondes_cuda_naive_taps (OndesCuda              *self,
                                       const OndesCudaWavelet *wavelet,
                                       const OndesCudaRow     *rows,
                                       unsigned                n_rows,
                                       double                 *out);
OndesCudaStatus ondes_cuda_naive (OndesCuda             *self,
                                  const OndesCudaDirect *direct,
                                  const OndesCudaSignal *signal,
                                  uint64_t               n,
                                  void                  *out);
/* Copies D2D, in-stream with the kernels. */
OndesCudaStatus ondes_cuda_copy_d2d (OndesCuda  *self,
                                     void       *to,
                                     const void *from,
                                     uint64_t    bytes);

/* Filters by plain kernels around another library's Fourier transforms, to compare with those in shared memory. Samples, filters
 * and outputs are float, all complex or all real.
 *
 * y[t] = Σ_m h[m] x[t + delay − m] by segments of @segment samples, each of which gives segment − taps + 1 outputs. One segment of
 * at least n + taps − 1 samples is the transform of the whole signal. */
typedef struct
{
  uint64_t n;        /* samples, and outputs of each filter */
  uint64_t segment;  /* at least taps */
  uint64_t taps;
  uint64_t delay;    /* less than taps */
  unsigned filters;
  int      is_real; /* TRUE if a spectrum has segment / 2 + 1 values; a segment has then room for so many, behind its samples */
} OndesCudaPlainFilter;

/* Returns the number of segments. */
uint64_t        ondes_cuda_plain_segments (const OndesCudaPlainFilter *self);
/* Returns the complex values that a segment, or its spectrum in its place, takes. */
uint64_t        ondes_cuda_plain_room     (const OndesCudaPlainFilter *self);
/* Copies the @n samples @x to @segments: 0 beyond the ends, and after the last one. */
OndesCudaStatus ondes_cuda_plain_cut      (OndesCuda                  *cuda,
                                           const OndesCudaPlainFilter *self,
                                           const void                 *x,
                                           void                       *segments);
/* Stores products of the spectra of all segments with those of each filter, filter by filter. */
OndesCudaStatus ondes_cuda_plain_multiply (OndesCuda                  *cuda,
                                           const OndesCudaPlainFilter *self,
                                           const void                 *spectra,
                                           const void                 *filters,
                                           void                       *products);
/* Copies what is whole of the products, transformed back without a factor, to @out: n values a filter. */
OndesCudaStatus ondes_cuda_plain_join     (OndesCuda                  *cuda,
                                           const OndesCudaPlainFilter *self,
                                           const void                 *products,
                                           void                       *out);
/* Returns the stream of the kernels, a cudaStream_t, for the other library. */
void           *ondes_cuda_compute_stream (OndesCuda                  *cuda);

#ifdef __cplusplus
}
#endif
