/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fourier transforms of 256 points, eight by a block of 128 threads: 16 × 16, each thread 16 points in registers, one exchange
 * through shared memory. Thread 8 j + e has points j + 16 q of transform e before, and results j + 16 k after, so that neighbours
 * in a warp are neighbours in e. About 32 operations a point, of which 22 are the two butterflies of 16.
 */
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

static const int FOURIER = 256, RADIX = 16, SLOTS = 8, BANK_THREADS = 128;
static const int EXCHANGE_ROW = BANK_THREADS + 8; /* complex; the odd eight keep the banks apart when it is read */
static const int EXCHANGE = RADIX * EXCHANGE_ROW;

static_assert (RADIX * RADIX == FOURIER, "two steps of one radix");
static_assert (RADIX * SLOTS == BANK_THREADS, "a thread has one of 16 parts of one of 8 transforms");

template<typename T>
struct alignas (2 * sizeof (T)) Complex
{
  T re, im;
};

template<typename T>
__device__ static inline Complex<T>
operator+ (Complex<T> a,
           Complex<T> b)
{
  return { a.re + b.re, a.im + b.im };
}

template<typename T>
__device__ static inline Complex<T>
operator- (Complex<T> a,
           Complex<T> b)
{
  return { a.re - b.re, a.im - b.im };
}

template<typename T>
__device__ static inline Complex<T>
operator* (Complex<T> a,
           Complex<T> b)
{
  return { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

template<typename T>
__device__ static inline Complex<T>
operator* (Complex<T> a,
           T          b)
{
  return { a.re * b, a.im * b };
}

/* Times sign · i. */
template<int sign, typename T>
__device__ static inline Complex<T>
turn_quarter (Complex<T> a)
{
  return sign < 0 ? Complex<T> { a.im, -a.re } : Complex<T> { -a.im, a.re };
}

__device__ static inline void
sine_cosine_pi (float  x,
                float *sine,
                float *cosine)
{
  sincospif (x, sine, cosine);
}

__device__ static inline void
sine_cosine_pi (double  x,
                double *sine,
                double *cosine)
{
  sincospi (x, sine, cosine);
}

/* exp (2πi at / whole); @whole is a power of two, and @at may have gone around. */
template<typename T>
__device__ static inline Complex<T>
unit (uint32_t at,
      uint32_t whole)
{
  const int rest = (int) ((at + whole / 2) & (whole - 1)) - (int) (whole / 2); /* as small as can be: no digits are lost */
  Complex<T> z;

  sine_cosine_pi ((T) rest * ((T) 2 / (T) whole), &z.im, &z.re);
  return z;
}

/* Times exp (sign 2πi e / 16), e known when compiled. */
template<int sign, typename T>
__device__ static inline Complex<T>
turn_16th (Complex<T> a,
           int        e)
{
  const T c = (T) 0.92387953251128675613, s = (T) 0.38268343236508977173 * sign, h = (T) 0.70710678118654752440;

  switch (e)
    {
    case 1:
      return a * Complex<T> { c, s };
    case 2:
      return (a + turn_quarter<sign> (a)) * h;
    case 3:
      return a * Complex<T> { s * sign, c * sign };
    case 4:
      return turn_quarter<sign> (a);
    case 6:
      return (turn_quarter<sign> (a) - a) * h;
    case 9:
      return a * Complex<T> { -c, -s };
    default:
      return a;
    }
}

template<int sign, typename T>
__device__ static inline void
butterfly_4 (Complex<T> &a,
             Complex<T> &b,
             Complex<T> &c,
             Complex<T> &d)
{
  const Complex<T> even = a + c, odd = a - c, sum = b + d, difference = turn_quarter<sign> (b - d);

  a = even + sum;
  b = odd + difference;
  c = even - sum;
  d = odd - difference;
}

/* Where butterfly_16() leaves result @k. */
__host__ __device__ constexpr int
result_of (int k)
{
  return 4 * (k & 3) + (k >> 2);
}

/* x[result_of (k)] = Σ_n x[n] exp (sign 2πi n k / 16) */
template<int sign, typename T>
__device__ static inline void
butterfly_16 (Complex<T> (&x)[RADIX])
{
#pragma unroll
  for (int n = 0; n < 4; n++)
    butterfly_4<sign> (x[n], x[n + 4], x[n + 8], x[n + 12]);
#pragma unroll
  for (int k = 1; k < 4; k++)
#pragma unroll
    for (int n = 1; n < 4; n++)
      x[4 * k + n] = turn_16th<sign> (x[4 * k + n], k * n);
#pragma unroll
  for (int k = 0; k < 4; k++)
    butterfly_4<sign> (x[4 * k], x[4 * k + 1], x[4 * k + 2], x[4 * k + 3]);
}

/* The eight transforms. @between: what is multiplied in between the steps, exp (sign 2πi j k / 256) for result k of the first and
 * whatever else depends on j alone. Threads may write @exchange again when all have come to another barrier. Result k is left
 * in x[result_of (k)]. */
template<int sign, typename T>
__device__ static inline void
transform_256 (Complex<T>       (&x)[RADIX],
               const Complex<T> (&between)[RADIX],
               Complex<T>        *exchange)
{
  const int e = (int) threadIdx.x % SLOTS, j = (int) threadIdx.x / SLOTS;

  butterfly_16<sign> (x);
#pragma unroll
  for (int k = 0; k < RADIX; k++)
    exchange[k * EXCHANGE_ROW + (int) threadIdx.x] = x[result_of (k)] * between[k];
  __syncthreads ();
#pragma unroll
  for (int k = 0; k < RADIX; k++)
    x[k] = exchange[j * EXCHANGE_ROW + k * SLOTS + e];
  butterfly_16<sign> (x);
}
