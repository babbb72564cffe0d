/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-launch.cuh"

template OndesCudaStatus ondes_cuda_fir_transform<double> (OndesCuda *, int, const SegmentArgs<double> *);
template OndesCudaStatus ondes_cuda_fir_restore<double> (OndesCuda *, int, const SegmentArgs<double> *);
