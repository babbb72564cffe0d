/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Walsh–Hadamard transform: butterflies.cuh with (u + v, u − v). */
#include "butterflies.cuh"
#include "spectral-private.cuh"

template <typename T> static cudaError_t
walsh (SpectralCall &call)
{
  const Finish<T> finish (call.shift, call.inexact);

  call.result = call.out;
  return butterflies<T, WalshStep> (call.device, (T *) call.out, (T *) call.in, call.n_values, call.bits, 0, call.order, finish);
}

SpectralLaunch *const ondes_cuda_walsh[] = { walsh<float>, walsh<double>, walsh<uint32_t>, walsh<uint64_t> };
