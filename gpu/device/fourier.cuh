/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FFTs of 256 points, eight at a time in a thread block of 128.
 *
 * Method: 16 × 16. A thread holds 16 points in registers and does two radix-16 butterflies, with one exchange through shared
 * memory in between. About 32 operations per point, 22 of them in the butterflies.
 *
 * Layout: thread 8 j + e holds points j + 16 q of transform e on entry, and results j + 16 k on return, so that neighbouring
 * threads work on neighbouring transforms.
 */
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

static const int FFT_SIZE = 256, RADIX = 16, FFTS = 8, FFT_THREADS = 128;
static const int EXCHANGE_ROW = FFT_THREADS + 8; /* complex elements; padded by eight against bank conflicts */
static const int EXCHANGE_SIZE = RADIX * EXCHANGE_ROW;

static_assert (RADIX * RADIX == FFT_SIZE, "two radix-16 steps");
static_assert (RADIX * FFTS == FFT_THREADS, "a thread holds a sixteenth of one of eight transforms");

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

/* Returns sign i a. */
template<int sign, typename T>
__device__ static inline Complex<T>
times_i (Complex<T> a)
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

/* Returns exp (2πi at / whole). @whole must be a power of two; @at may exceed it. */
template<typename T>
__device__ static inline Complex<T>
root_of_unity (uint32_t at,
               uint32_t whole)
{
  const int rest = (int) ((at + whole / 2) & (whole - 1)) - (int) (whole / 2); /* reduced to ±whole/2 for accuracy */
  Complex<T> z;

  sine_cosine_pi ((T) rest * ((T) 2 / (T) whole), &z.im, &z.re);
  return z;
}

/* Returns a exp (sign 2πi e / 16). @e must be a compile-time constant. */
template<int sign, typename T>
__device__ static inline Complex<T>
twiddle_16 (Complex<T> a,
            int        e)
{
  const T c = (T) 0.92387953251128675613, s = (T) 0.38268343236508977173 * sign, h = (T) 0.70710678118654752440;

  switch (e)
    {
    case 1:
      return a * Complex<T> { c, s };
    case 2:
      return (a + times_i<sign> (a)) * h;
    case 3:
      return a * Complex<T> { s * sign, c * sign };
    case 4:
      return times_i<sign> (a);
    case 6:
      return (times_i<sign> (a) - a) * h;
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
  const Complex<T> even = a + c, odd = a - c, sum = b + d, difference = times_i<sign> (b - d);

  a = even + sum;
  b = odd + difference;
  c = even - sum;
  d = odd - difference;
}

/* Returns the index at which butterfly_16() leaves result @k. */
__host__ __device__ constexpr int
digit_reversed (int k)
{
  return 4 * (k & 3) + (k >> 2);
}

/* Computes x[digit_reversed (k)] = Σ_n x[n] exp (sign 2πi n k / 16) in place. */
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
      x[4 * k + n] = twiddle_16<sign> (x[4 * k + n], k * n);
#pragma unroll
  for (int k = 0; k < 4; k++)
    butterfly_4<sign> (x[4 * k], x[4 * k + 1], x[4 * k + 2], x[4 * k + 3]);
}

/* Computes all eight transforms; result j + 16 k is left in x[digit_reversed (k)]. @twiddles: exp (sign 2πi j k / 256) for
 * result k of the first butterfly, times any factor that depends on j only. The caller must synchronise the thread block before
 * @exchange is written again. */
template<int sign, typename T>
__device__ static inline void
fft_256 (Complex<T>       (&x)[RADIX],
         const Complex<T> (&twiddles)[RADIX],
         Complex<T>        *exchange)
{
  const int e = (int) threadIdx.x % FFTS, j = (int) threadIdx.x / FFTS;

  butterfly_16<sign> (x);
#pragma unroll
  for (int k = 0; k < RADIX; k++)
    exchange[k * EXCHANGE_ROW + (int) threadIdx.x] = x[digit_reversed (k)] * twiddles[k];
  __syncthreads ();
#pragma unroll
  for (int k = 0; k < RADIX; k++)
    x[k] = exchange[j * EXCHANGE_ROW + k * FFTS + e];
  butterfly_16<sign> (x);
}
