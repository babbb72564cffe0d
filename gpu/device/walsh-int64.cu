/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walsh–Hadamard transform for 64-bit integers. */
#include "walsh.cuh"

template cudaError_t ondes_cuda_walsh<uint64_t> (SpectralCall &call);
template cudaError_t ondes_cuda_walsh_columns<uint64_t> (const SpectralDevice &, uint64_t *, uint64_t *, uint64_t *, uint64_t,
                                                         int, int, bool, Normaliser<uint64_t>);
