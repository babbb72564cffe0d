/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interface between the kernel families of fast spectra and the dispatch in spectral.cu. */
#pragma once

#include "private.cuh"
#include "spectral-kernels.h"

static const unsigned BUSY_BLOCKS = 256; /* thread blocks that fill a large device */

/* FALSE if a kernel needs more shared memory than its architecture has. Such a kernel returns at once, so that its body is
 * compiled out, and is never launched: ondes_cuda_spectral_device() has the same limit. */
static __device__ constexpr bool
fits_arch (size_t shared_bytes)
{
#ifdef __CUDA_ARCH__
  return shared_bytes <= arch_shared_bytes (__CUDA_ARCH__);
#else
  return true;
#endif
}

struct SpectralDevice
{
  size_t       max_shared_bytes; /* per thread block */
  unsigned     processors;
  bool         can_overlap; /* programmatic dependent launch is available */
  cudaStream_t stream;
};

struct SpectralCall
{
  SpectralDevice device;
  void          *in, *out; /* the values, and a second array of the same size; both are overwritten */
  uint64_t       n_values;
  int            bits, shift;
  OndesCudaOrder order;
  unsigned      *inexact, *blocks_done;
  void          *result; /* set to in or out by the launch */
};

SpectralDevice ondes_cuda_spectral_device (const OndesCuda *self);

/* Launches @kernel. @may_overlap: use programmatic dependent launch, so that it starts while the previous kernel finishes, if
 * there are enough thread blocks to balance the load. */
template <typename... Parameters, typename... Arguments> static cudaError_t
launch (const SpectralDevice &device,
        bool         may_overlap,
        void (*kernel) (Parameters...),
        dim3         blocks,
        unsigned     threads,
        size_t       shared_bytes,
        Arguments... arguments)
{
  cudaLaunchAttribute attribute = {};
  cudaLaunchConfig_t config = {};
  cudaError_t error = cudaSuccess;

  if (shared_bytes > 48 << 10)
    error = cudaFuncSetAttribute (kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int) shared_bytes);
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  config.gridDim = blocks;
  config.blockDim = dim3 (threads);
  config.dynamicSmemBytes = shared_bytes;
  config.stream = device.stream;
  config.attrs = &attribute;
  config.numAttrs = may_overlap && device.can_overlap && blocks.x * blocks.y >= BUSY_BLOCKS ? 1 : 0;
  return error == cudaSuccess ? cudaLaunchKernelEx (&config, kernel, (Parameters) arguments...) : error;
}

typedef cudaError_t SpectralLaunch (SpectralCall &call);

/* Instantiated for float, double, uint32_t and uint64_t in separate .cu files, because they are a hundred kernels. */
template <typename T> cudaError_t ondes_cuda_walsh (SpectralCall &call);
template <typename T> cudaError_t ondes_cuda_arithmetic (SpectralCall &call);
template <typename T> cudaError_t ondes_cuda_arithmetic_inverse (SpectralCall &call);

/* Column passes of the Walsh transform in natural order, for dyadic convolution; not instantiated for uint32_t. */
template <typename T> struct Normaliser;
template <typename T> cudaError_t ondes_cuda_walsh_columns (const SpectralDevice &device, T *out, T *in, T *second,
                                                            uint64_t n_values,
                                                            int bits, int done, bool is_final, Normaliser<T> normaliser);

/* Indexed by OndesCudaElement; NULL if unavailable. */
extern SpectralLaunch *const ondes_cuda_reed_muller[];
extern SpectralLaunch *const ondes_cuda_reed_muller_packed[];
/* Indexed by spectrum, from ONDES_CUDA_HAAR on, and element. */
extern SpectralLaunch *const ondes_cuda_haar[][ONDES_CUDA_N_ELEMENTS];
/* One launch per step, as in the papers: Cooley–Tukey, then constant geometry. */
extern SpectralLaunch *const ondes_cuda_steps[2][ONDES_CUDA_N_SPECTRA][ONDES_CUDA_N_ELEMENTS];
