/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic transform: butterflies.cuh with the step (u, v − u); the inverse has the step (u, v + u). Each type and direction
 * has its own .cu file to keep compile times short. */
#pragma once

#include "butterflies.cuh"
#include "spectral-private.cuh"

template <typename T, typename Step> static cudaError_t
arithmetic (SpectralCall &call)
{
  const Normaliser<T> normaliser (0, NULL);

  call.result = call.out;
  return butterflies<T, Step> (call.device, (T *) call.out, (T *) call.in, call.n_values, call.bits, 0, call.order, normaliser);
}

template <typename T> cudaError_t
ondes_cuda_arithmetic (SpectralCall &call)
{
  return arithmetic<T, ArithmeticStep> (call);
}

template <typename T> cudaError_t
ondes_cuda_arithmetic_inverse (SpectralCall &call)
{
  return arithmetic<T, ArithmeticInverseStep> (call);
}
