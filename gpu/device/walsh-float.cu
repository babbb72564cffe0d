/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walsh–Hadamard transform for float. */
#include "walsh.cuh"

template cudaError_t ondes_cuda_walsh<float> (SpectralCall &call);
template cudaError_t ondes_cuda_walsh_columns<float> (const SpectralDevice &, float *, float *, float *, uint64_t,
                                                      int, int, bool, Normaliser<float>);
