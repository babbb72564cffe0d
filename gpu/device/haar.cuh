/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Butterflies of the Haar transform. */
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

/* Computes the sum and difference of a pair, and the inverse. */
template <typename T, bool ORTHONORMAL> struct HaarStep
{
  static __device__ __forceinline__ void
  forward (T a, T b, T &sum, T &difference)
  {
    const T r = (T) 0.70710678118654752440;

    sum = ORTHONORMAL ? (a + b) * r : a + b;
    difference = ORTHONORMAL ? (a - b) * r : a - b;
  }

  static __device__ __forceinline__ void
  inverse (T sum, T difference, T &a, T &b, unsigned *inexact)
  {
    const T r = ORTHONORMAL ? (T) 0.70710678118654752440 : (T) 0.5;

    a = (sum + difference) * r;
    b = (sum - difference) * r;
  }
};

/* Integers are unsigned, because sums may wrap around. Halves are exact if the input is the spectrum of integers. */
template <typename T> struct HaarIntegerStep
{
  static __device__ __forceinline__ void
  forward (T a, T b, T &sum, T &difference)
  {
    sum = a + b;
    difference = a - b;
  }

  static __device__ __forceinline__ T
  half (T value)
  {
    return value >> 1 | (value & (T) 1 << (8 * sizeof (T) - 1));
  }

  static __device__ __forceinline__ void
  inverse (T sum, T difference, T &a, T &b, unsigned *inexact)
  {
    if ((sum + difference) & 1)
      *inexact = 1;
    a = half (sum + difference);
    b = half (sum - difference);
  }
};

template <> struct HaarStep<uint32_t, false> : HaarIntegerStep<uint32_t> {};
template <> struct HaarStep<uint64_t, false> : HaarIntegerStep<uint64_t> {};
