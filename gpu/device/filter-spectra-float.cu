/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-launch.cuh"

template OndesCudaStatus ondes_cuda_fir_spectra<float> (OndesCuda *, const FilterGroup *, const Complex<double> *,
                                                   const FilterTaps *, Root<double> *, Pack<float> *);
template OndesCudaStatus ondes_cuda_fir_roots<float> (OndesCuda *, int, Root<float> *);
template OndesCudaStatus ondes_cuda_fir_spectra_roots<float> (OndesCuda *, int, Root<double> *);
