/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts sums of products to the requested quantity and stores it. */
#pragma once

#include "private.cuh"

/* DC correction of a row, scaled mean × Σ taps, and the factor that undoes the gain. */
template<typename T>
struct DcCorrection
{
  T re, im, gain;
};

/* @sum: Σ taps of the row's ψ*. */
template<typename T>
__device__ static inline DcCorrection<T>
dc_correction (const OndesCudaScaling *scaling,
               const double2          &sum)
{
  const double re = scaling->mean[0] * scaling->gain, im = scaling->mean[1] * scaling->gain;

  return { (T) (re * sum.x - im * sum.y), (T) (re * sum.y + im * sum.x), (T) (1 / scaling->gain) };
}

/* Not inlined, because it is long and called from many places. */
template<typename T>
__device__ __noinline__ static T
phase_of (T a,
          T b)
{
  return atan2 (b, a);
}

/* Stores W = a + i b, computed from scaled samples, as value @t of a row. @complex_out: TRUE if W has an imaginary part. */
template<typename T>
__device__ static inline void
store_value (T                     *out,
             uint64_t               t,
             OndesCudaQuantity      quantity,
             bool                   complex_out,
             const DcCorrection<T> &dc,
             T                      a,
             T                      b)
{
  a += dc.re;
  b = complex_out ? b + dc.im : 0;
  switch (quantity)
    {
    case ONDES_CUDA_MAGNITUDE:
      out[t] = (complex_out ? sqrt (a * a + b * b) : fabs (a)) * dc.gain; /* no overflow: values are near 1 */
      break;
    case ONDES_CUDA_POWER:
      out[t] = (a * a + b * b) * dc.gain * dc.gain;
      break;
    case ONDES_CUDA_PHASE:
      out[t] = phase_of (a, b);
      break;
    default:
      if (!complex_out)
        out[t] = a * dc.gain;
      else if (sizeof (T) == 4)
        ((float2 *) out)[t] = { (float) (a * dc.gain), (float) (b * dc.gain) };
      else
        ((double2 *) out)[t] = { (double) (a * dc.gain), (double) (b * dc.gain) };
    }
}
