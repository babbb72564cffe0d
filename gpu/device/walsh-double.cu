/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walsh–Hadamard transform for double. */
#include "walsh.cuh"

template cudaError_t ondes_cuda_walsh<double> (SpectralCall &call);
template cudaError_t ondes_cuda_walsh_columns<double> (const SpectralDevice &, double *, double *, double *, uint64_t,
                                                       int, int, bool, Normaliser<double>);
