/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Baseline kernels of Jerome and Yan 2021: one thread per value, no shared memory. And a copy, the floor of other kernels. */
#include "bench-kernels.h"
#include "morlet.cuh"

static const unsigned THREADS = 256;

template<typename T>
struct Pair
{
  T x, y;
};

__global__ static void
make_taps (OndesCudaWavelet wavelet,
           OndesCudaRow     row,
           double          *taps)
{
  const uint64_t i = blockIdx.x * (uint64_t) THREADS + threadIdx.x;

  if (i < 2 * row.half + 1)
    taps[row.start + i] = morlet_tap (morlet_of (wavelet, row), (double) i - (double) row.half).x;
}

template<typename T>
__global__ static void
sum_taps (const OndesCudaRow *rows,
          unsigned            n_rows,
          const Pair<T>      *taps,
          OndesCudaSignal     signal,
          uint64_t            n,
          Pair<T>            *out)
{
  const uint64_t t = blockIdx.x * (uint64_t) THREADS + threadIdx.x;
  const OndesCudaRow row = rows[n_rows - 1 - blockIdx.y];
  const Pair<T> *row_taps = taps + row.start;
  const T *x = (const T *) signal.x + signal.halo + t - row.half;
  Pair<T> sum = { 0, 0 };

  if (t >= n)
    return;
  for (uint64_t k = 0; k < 2 * row.half + 1; k++)
    {
      sum.x += x[k] * row_taps[k].x;
      sum.y += x[k] * row_taps[k].y;
    }
  out[(n_rows - 1 - blockIdx.y) * n + t] = sum;
}

extern "C" OndesCudaStatus
ondes_cuda_naive_taps (OndesCuda              *self,
                       const OndesCudaWavelet *wavelet,
                       const OndesCudaRow     *rows,
                       unsigned                n_rows,
                       double                 *taps)
{
  for (unsigned i = 0; i < n_rows; i++)
    make_taps<<<(unsigned) blocks_for (2 * rows[i].half + 1, THREADS), THREADS, 0, self->compute>>> (*wavelet, rows[i], taps);
  ONDES_CUDA_LAUNCHED ("computing the wavelets failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_naive (OndesCuda             *self,
                  const OndesCudaDirect *direct,
                  const OndesCudaSignal *signal,
                  uint64_t               n,
                  void                  *out)
{
  const dim3 blocks ((unsigned) blocks_for (n, THREADS), direct->n_rows);

  if (signal->single)
    sum_taps<float><<<blocks, THREADS, 0, self->compute>>> (direct->rows, direct->n_rows, (const Pair<float> *) direct->taps,
                                                           *signal, n, (Pair<float> *) out);
  else
    sum_taps<double><<<blocks, THREADS, 0, self->compute>>> (direct->rows, direct->n_rows, (const Pair<double> *) direct->taps,
                                                            *signal, n, (Pair<double> *) out);
  ONDES_CUDA_LAUNCHED ("direct convolution failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_copy_d2d (OndesCuda  *self,
                     void       *to,
                     const void *from,
                     uint64_t    bytes)
{
  ONDES_CUDA_TRY (cudaMemcpyAsync (to, from, bytes, cudaMemcpyDeviceToDevice, self->compute),
                  "a computation on the device failed");
  return ONDES_CUDA_OK;
}
