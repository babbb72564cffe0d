/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Walsh–Hadamard transform: butterflies.cuh with (u + v, u − v). Each type is compiled in a file of its own, walsh-*.cu. */
#pragma once

#include "butterflies.cuh"
#include "spectral-private.cuh"

template <typename T> cudaError_t
ondes_cuda_walsh (SpectralCall &call)
{
  const Finish<T> finish (call.shift, call.inexact);

  call.result = call.out;
  return butterflies<T, WalshStep> (call.device, (T *) call.out, (T *) call.in, call.n_values, call.bits, 0, call.order, finish);
}

template <typename T> cudaError_t
ondes_cuda_walsh_columns (const SpectralDevice &device,
                          T                    *out,
                          T                    *in,
                          T                    *twin,
                          uint64_t              n_values,
                          int                   bits,
                          int                   done,
                          bool                  ends,
                          Finish<T>             finish)
{
  return columns<T, WalshStep> (device, out, in, twin, n_values, bits, done, ends, ONDES_CUDA_NATURAL, finish);
}
