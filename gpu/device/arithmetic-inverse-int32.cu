/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inverse arithmetic transform for 32-bit integers. */
#include "arithmetic.cuh"

template cudaError_t ondes_cuda_arithmetic_inverse<uint32_t> (SpectralCall &call);
