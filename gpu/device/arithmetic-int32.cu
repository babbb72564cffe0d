/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic transform for 32-bit integers. */
#include "arithmetic.cuh"

template cudaError_t ondes_cuda_arithmetic<uint32_t> (SpectralCall &call);
