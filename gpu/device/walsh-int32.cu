/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walsh–Hadamard transform for 32-bit integers. */
#include "walsh.cuh"

template cudaError_t ondes_cuda_walsh<uint32_t> (SpectralCall &call);
