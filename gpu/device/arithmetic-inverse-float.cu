/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inverse arithmetic transform for float. */
#include "arithmetic.cuh"

template cudaError_t ondes_cuda_arithmetic_inverse<float> (SpectralCall &call);
