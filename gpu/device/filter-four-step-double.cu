/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter-four-step.cuh"

template OndesCudaStatus ondes_cuda_four_step_columns<double> (OndesCuda *, int, const FourStepArgs<double> *);
template OndesCudaStatus ondes_cuda_four_step_filter<double> (OndesCuda *, int, const FourStepArgs<double> *);
template OndesCudaStatus ondes_cuda_four_step_spectra<double> (OndesCuda *, const FilterGroup *, const Complex<double> *,
                                                           const FilterTaps *, Root<double> *, Complex<double> *, Pack<double> *);
