/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic transform for float. */
#include "arithmetic.cuh"

template cudaError_t ondes_cuda_arithmetic<float> (SpectralCall &call);
