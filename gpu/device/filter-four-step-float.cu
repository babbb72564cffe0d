/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-four-step.cuh"

template OndesCudaStatus ondes_cuda_four_step_columns<float> (OndesCuda *, int, const FourStepArgs<float> *);
template OndesCudaStatus ondes_cuda_four_step_filter<float> (OndesCuda *, int, const FourStepArgs<float> *);
template OndesCudaStatus ondes_cuda_four_step_spectra<float> (OndesCuda *, const FilterGroup *, const Complex<double> *,
                                                           const FilterTaps *, Root<double> *, Complex<double> *, Pack<float> *);
