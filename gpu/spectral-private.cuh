/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the kernel families of the spectra and their dispatch (spectral.cu). */
#pragma once

#include "private.cuh"
#include "spectral-kernels.h"

static const unsigned BUSY_BLOCKS = 256; /* that keep a large device busy */

struct SpectralDevice
{
  size_t       most_shared; /* bytes a block can have */
  unsigned     processors;
  bool         overlaps;    /* a kernel can be launched before the one before it ends */
  cudaStream_t stream;
};

struct SpectralCall
{
  SpectralDevice device;
  void          *in, *out; /* the values, and a second array as large; both are lost but for the result */
  uint64_t       n_values;
  int            bits, shift;
  OndesCudaOrder order;
  unsigned      *inexact, *arrived;
  void          *result;      /* set by the call: in or out */
};

SpectralDevice ondes_cuda_spectral_device (const OndesCuda *self);

/* Launches @kernel; @follows: it may start while the one before it ends, where blocks enough are there to fill the device
 * evenly all the same. */
template <typename... Parameters, typename... Arguments> static cudaError_t
launch (const SpectralDevice &device,
        bool         follows,
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
  config.numAttrs = follows && device.overlaps && blocks.x * blocks.y >= BUSY_BLOCKS ? 1 : 0;
  return error == cudaSuccess ? cudaLaunchKernelEx (&config, kernel, (Parameters) arguments...) : error;
}

typedef cudaError_t SpectralLaunch (SpectralCall &call);

/* Of float, double, uint32_t and uint64_t, each in a file of its own: a hundred kernels, which take nvcc long. */
template <typename T> cudaError_t ondes_cuda_walsh (SpectralCall &call);
template <typename T> cudaError_t ondes_cuda_arithmetic (SpectralCall &call);
template <typename T> cudaError_t ondes_cuda_arithmetic_inverse (SpectralCall &call);

/* columns() of butterflies.cuh for the Walsh transform in natural order, but of uint32_t: dyadic convolution's, whose kernels the
 * Walsh transform has. */
template <typename T> struct Finish;
template <typename T> cudaError_t ondes_cuda_walsh_columns (const SpectralDevice &device, T *out, T *in, T *twin, uint64_t n_values,
                                                            int bits, int done, bool ends, Finish<T> finish);

/* By OndesCudaElement; NULL: not computed in it. */
extern SpectralLaunch *const ondes_cuda_reed_muller[];
extern SpectralLaunch *const ondes_cuda_reed_muller_packed[];
/* By what it is, from ONDES_CUDA_HAAR on. */
extern SpectralLaunch *const ondes_cuda_haar[][ONDES_CUDA_N_ELEMENTS];
/* The papers' steps: cooley-tukey, constant-geometry. */
extern SpectralLaunch *const ondes_cuda_steps[2][ONDES_CUDA_N_SPECTRA][ONDES_CUDA_N_ELEMENTS];
