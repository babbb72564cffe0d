/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the rows that method auto computes by direct convolution; the others are computed by overlap-save. */
#include "cwt-private.h"

#define EFFICIENCY    0.4  /* minimum fraction of peak throughput that direct convolution reaches */
#define SPLIT_SECONDS 1e-5 /* cost of a second method, for its launches and tables */

/* Number of taps up to which direct convolution is faster. Both methods use the same arithmetic units, so the number also holds
 * for other devices. Measured by "ondes-cli bench cwt" on an H200, 2026-11-22. */
static const guint16 crossovers[][3] = {
  /* complex wavelet, real wavelet, complex samples */
  [ONDES_CUDA_CWT_SINGLE] = { 39, 69, 17 },
  [ONDES_CUDA_CWT_SINGLE2] = { 33, 55, 13 },
  [ONDES_CUDA_CWT_DOUBLE] = { 79, 117, 37 },
  [ONDES_CUDA_CWT_TENSOR] = { 145, 305, 91 },
};

/* Returns the speed of tensor cores relative to ordinary FP64 units: twice because symmetry halves the taps, and twice again on
 * devices with full-rate FP64 tensor cores. */
static double
tensor_speed (const OndesCudaLimits *limits)
{
  return limits->minor == 0 && (limits->major == 8 || limits->major == 9) ? 4 : 2;
}

double
ondes_cuda_cwt_rate (const OndesCudaLimits *limits,
                     OndesCudaCwtSums       sums)
{
  const double flops = sums <= ONDES_CUDA_CWT_SINGLE2 ? limits->fp32_flops : limits->fp64_flops;

  return EFFICIENCY / 2 * flops * (sums == ONDES_CUDA_CWT_TENSOR ? tensor_speed (limits) : 1);
}

double
ondes_cuda_cwt_crossover (const OndesCudaLimits *limits,
                          OndesCudaCwtSums       sums,
                          gboolean               real,
                          gboolean               complex_in)
{
  const double taps = crossovers[sums][complex_in ? 2 : real ? 1 : 0];

  return sums == ONDES_CUDA_CWT_TENSOR ? taps * tensor_speed (limits) / 4 : taps;
}

guint
ondes_cuda_cwt_direct_rows (const OndesCudaCwtLayout *self)
{
  double gain = 0;
  guint n = 0;

  for (; n < self->cwt->n_scales && 2 * (double) self->rows[n].half + 1 <= self->crossover; n++)
    gain += self->crossover - (2 * (double) self->rows[n].half + 1);
  if (n == self->cwt->n_scales)
    return n;
  gain *= (double) self->count * ondes_cuda_cwt_tap_cost (self) / self->rate;
  return gain > SPLIT_SECONDS ? n : 0;
}
