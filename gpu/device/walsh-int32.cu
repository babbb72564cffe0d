/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Walsh–Hadamard transform of 32-bit integers. */
#include "walsh.cuh"

template cudaError_t ondes_cuda_walsh<uint32_t> (SpectralCall &call);
