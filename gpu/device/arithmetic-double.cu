/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic transform for double. */
#include "arithmetic.cuh"

template cudaError_t ondes_cuda_arithmetic<double> (SpectralCall &call);
