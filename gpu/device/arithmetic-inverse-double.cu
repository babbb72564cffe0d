/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inverse arithmetic transform for double. */
#include "arithmetic.cuh"

template cudaError_t ondes_cuda_arithmetic_inverse<double> (SpectralCall &call);
