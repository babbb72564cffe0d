/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arithmetic transform of double. */
#include "arithmetic.cuh"

template cudaError_t ondes_cuda_arithmetic<double> (SpectralCall &call);
