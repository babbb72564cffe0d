/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dispatches fast spectra to their kernels. */
#include "spectral-private.cuh"

#include <cstdio>

SpectralDevice
ondes_cuda_spectral_device (const OndesCuda *self)
{
  size_t shared_bytes = arch_shared_bytes (running_arch (self->limits));

  if (shared_bytes > self->limits.shared_bytes)
    shared_bytes = (size_t) self->limits.shared_bytes;
  return { shared_bytes, self->limits.processors, self->limits.major >= 9, self->compute };
}

extern "C" size_t
ondes_cuda_spectral_bytes (OndesCudaElement type,
                           uint64_t         n)
{
  static const size_t sizes[] = { 4, 8, 4, 8 };
  const uint64_t tile = 1 << 15; /* largest tile; Haar tile sums, under n / 4095 + two tiles, follow the values */

  return ((n + tile - 1) / tile * tile + n / 2048 + tile) * sizes[type];
}

#define EACH_TYPE(function) { function<float>, function<double>, function<uint32_t>, function<uint64_t> }

static SpectralLaunch *
launch_of (const OndesCudaSpectral *spectral)
{
  static SpectralLaunch *const walsh[] = EACH_TYPE (ondes_cuda_walsh), *const arithmetic[] = EACH_TYPE (ondes_cuda_arithmetic);
  static SpectralLaunch *const arithmetic_inverse[] = EACH_TYPE (ondes_cuda_arithmetic_inverse);

  if (spectral->algorithm != ONDES_CUDA_AUTO)
    return ondes_cuda_steps[spectral->algorithm == ONDES_CUDA_CONSTANT_GEOMETRY][spectral->spectrum][spectral->type];
  switch (spectral->spectrum)
    {
    case ONDES_CUDA_WALSH:
      return walsh[spectral->type];
    case ONDES_CUDA_ARITHMETIC:
      return arithmetic[spectral->type];
    case ONDES_CUDA_ARITHMETIC_INVERSE:
      return arithmetic_inverse[spectral->type];
    case ONDES_CUDA_REED_MULLER:
      return ondes_cuda_reed_muller[spectral->type];
    case ONDES_CUDA_REED_MULLER_PACKED:
      return ondes_cuda_reed_muller_packed[spectral->type];
    default:
      return ondes_cuda_haar[spectral->spectrum - ONDES_CUDA_HAAR][spectral->type];
    }
}

extern "C" OndesCudaStatus
ondes_cuda_spectral (OndesCuda               *self,
                     const OndesCudaSpectral *spectral,
                     void                    *data,
                     void                    *other,
                     unsigned                *flags,
                     void                   **result)
{
  SpectralLaunch *launch = launch_of (spectral);
  SpectralCall call = {};

  if (launch == NULL)
    return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "there is no kernel for this spectrum, type and algorithm");
  call.in = data;
  call.out = other;
  call.n_values = spectral->rows << spectral->bits;
  call.bits = spectral->bits;
  call.shift = spectral->shift;
  call.order = spectral->order;
  call.inexact = flags;
  call.blocks_done = flags + 1;
  call.device = ondes_cuda_spectral_device (self);
  ONDES_CUDA_TRY (launch (call), "computing the spectrum failed");
  *result = call.result;
  return ONDES_CUDA_OK;
}
