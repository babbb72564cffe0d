/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-launch.cuh"

template OndesCudaStatus ondes_cuda_fir_transform<float> (OndesCuda *, int, const SegmentArgs<float> *);
template OndesCudaStatus ondes_cuda_fir_restore<float> (OndesCuda *, int, const SegmentArgs<float> *);
