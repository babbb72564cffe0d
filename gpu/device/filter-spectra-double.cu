/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-launch.cuh"

template OndesCudaStatus ondes_cuda_fir_spectra<double> (OndesCuda *, const FilterGroup *, const Complex<double> *,
                                                   const FilterTaps *, Root<double> *, Pack<double> *);
template OndesCudaStatus ondes_cuda_fir_roots<double> (OndesCuda *, int, Root<double> *);
template OndesCudaStatus ondes_cuda_fir_spectra_roots<double> (OndesCuda *, int, Root<double> *);
