/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arithmetic transform: butterflies.cuh with (u, v − u), and its inverse with (u, v + u). */
#include "butterflies.cuh"
#include "spectral-private.cuh"

template <typename T, typename Step> static cudaError_t
arithmetic (SpectralCall &call)
{
  const Finish<T> finish (0, NULL);

  call.result = call.out;
  return butterflies<T, Step> (call.device, (T *) call.out, (T *) call.in, call.n_values, call.bits, 0, call.order, finish);
}

SpectralLaunch *const ondes_cuda_arithmetic[]
  = { arithmetic<float, ArithmeticStep>, arithmetic<double, ArithmeticStep>, arithmetic<uint32_t, ArithmeticStep>,
      arithmetic<uint64_t, ArithmeticStep> };
SpectralLaunch *const ondes_cuda_arithmetic_inverse[]
  = { arithmetic<float, ArithmeticInverseStep>, arithmetic<double, ArithmeticInverseStep>,
      arithmetic<uint32_t, ArithmeticInverseStep>, arithmetic<uint64_t, ArithmeticInverseStep> };
