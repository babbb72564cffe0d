/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arithmetic transform: butterflies.cuh with (u, v − u), and its inverse with (u, v + u). Each type and direction is compiled
 * in a file of its own, arithmetic-*.cu. */
#pragma once

#include "butterflies.cuh"
#include "spectral-private.cuh"

template <typename T, typename Step> static cudaError_t
arithmetic (SpectralCall &call)
{
  const Finish<T> finish (0, NULL);

  call.result = call.out;
  return butterflies<T, Step> (call.device, (T *) call.out, (T *) call.in, call.n_values, call.bits, 0, call.order, finish);
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
