/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a sum of products to what was asked for. */
#pragma once

#include "private.cuh"

/* What the samples' level owes a row: its offset times the sum of the taps, and the gain. */
template<typename T>
struct Owed
{
  T re, im, gain;
};

/* @sum: Σ taps of ψ*. */
template<typename T>
__device__ static inline Owed<T>
owed (const OndesCudaLevel *level,
      const double2        &sum)
{
  const double re = level->mean[0] * level->gain, im = level->mean[1] * level->gain;

  return { (T) (re * sum.x - im * sum.y), (T) (re * sum.y + im * sum.x), (T) (1 / level->gain) };
}

/* Apart, for it is long and a kernel has many places that may call it. */
template<typename T>
__device__ __noinline__ static T
phase_of (T a,
          T b)
{
  return atan2 (b, a);
}

/* Value @t of a row at @out, of W = a + i b on the samples as they were taken; @complex_out tells coefficients with b from those
 * without. */
template<typename T>
__device__ static inline void
put_value (T                *out,
           uint64_t          t,
           OndesCudaQuantity quantity,
           bool              complex_out,
           const Owed<T>    &owe,
           T                 a,
           T                 b)
{
  a += owe.re;
  b = complex_out ? b + owe.im : 0;
  switch (quantity)
    {
    case ONDES_CUDA_MAGNITUDE:
      out[t] = (complex_out ? sqrt (a * a + b * b) : fabs (a)) * owe.gain; /* squares of numbers near 1 */
      break;
    case ONDES_CUDA_POWER:
      out[t] = (a * a + b * b) * owe.gain * owe.gain;
      break;
    case ONDES_CUDA_PHASE:
      out[t] = phase_of (a, b);
      break;
    default:
      if (!complex_out)
        out[t] = a * owe.gain;
      else if (sizeof (T) == 4)
        ((float2 *) out)[t] = { (float) (a * owe.gain), (float) (b * owe.gain) };
      else
        ((double2 *) out)[t] = { (double) (a * owe.gain), (double) (b * owe.gain) };
    }
}
