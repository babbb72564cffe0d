/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walsh–Hadamard transform: butterflies.cuh with the step (u + v, u − v). Each type has its own .cu file to keep compile times
 * short. */
#pragma once

#include "butterflies.cuh"
#include "spectral-private.cuh"

template <typename T> cudaError_t
ondes_cuda_walsh (SpectralCall &call)
{
  const Normaliser<T> normaliser (call.shift, call.inexact);

  call.result = call.out;
  return butterflies<T, WalshStep> (call.device, (T *) call.out, (T *) call.in, call.n_values, call.bits, 0, call.order,
                                    normaliser);
}

template <typename T> cudaError_t
ondes_cuda_walsh_columns (const SpectralDevice &device,
                          T                    *out,
                          T                    *in,
                          T                    *second,
                          uint64_t              n_values,
                          int                   bits,
                          int                   done,
                          bool                  is_final,
                          Normaliser<T>         normaliser)
{
  return columns<T, WalshStep> (device, out, in, second, n_values, bits, done, is_final, ONDES_CUDA_NATURAL, normaliser);
}
