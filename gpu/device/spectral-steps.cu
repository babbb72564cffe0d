/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One launch per step, as in the papers (Gajić and Stanković 2011, errata applied): the baseline for the passes of
 * butterflies.cuh.
 *
 * Method: N/2 threads transform two values each. cooley-tukey runs in place: in step k, thread t pairs index t mod 2^k +
 * 2^(k+1) ⌊t / 2^k⌋ with the index 2^k above. constant-geometry, for k = n − 1 … 0: thread t reads indices 2t and 2t + 1 and
 * writes to the second array at the indices of cooley-tukey. The result is in Paley order or, if odd threads of the Walsh
 * transform compute v − u in all but the last step, in sequency order.
 *
 * Memory floor: a copy per step, so n copies per transform.
 *
 * Layout: natural order in memory.
 */
#include "butterflies.cuh"
#include "haar.cuh"
#include "spectral-private.cuh"

static const int THREADS = 256;

static __device__ __forceinline__ uint64_t
lower_of (uint64_t t,
          int      k)
{
  return (t & ((1ull << k) - 1)) + (t >> k << (k + 1));
}

template <typename T, typename Step> static __global__ void __launch_bounds__ (THREADS)
cooley_tukey_step (T       *x,
                   uint64_t pairs,
                   int      k)
{
  const uint64_t t = (uint64_t) blockIdx.x * THREADS + threadIdx.x, at = lower_of (t, k);

  if (t < pairs)
    Step::apply (x[at], x[at + (1ull << k)]);
}

template <typename T, typename Step> static __global__ void __launch_bounds__ (THREADS)
constant_geometry_step (T       *out,
                        const T *in,
                        uint64_t pairs,
                        int      bits,
                        int      k,
                        bool     turn)
{
  const uint64_t t = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t row = t >> (bits - 1) << bits, in_row = t & ((1ull << (bits - 1)) - 1);

  if (t < pairs)
    {
      const uint64_t at = row + lower_of (in_row, k);
      T u = in[row + 2 * in_row], v = in[row + 2 * in_row + 1];

      Step::apply (u, v);
      out[at] = u;
      out[at + (1ull << k)] = turn && (in_row & 1) ? -v : v;
    }
}

/* Reorders and normalises. Memory floor: a copy, but with scattered stores. */
template <typename T> static __global__ void __launch_bounds__ (THREADS)
reorder (T             *out,
         const T       *in,
         uint64_t       n,
         int            bits,
         OndesCudaOrder from,
         OndesCudaOrder to,
         Normaliser<T>  normaliser)
{
  const uint64_t i = (uint64_t) blockIdx.x * THREADS + threadIdx.x;

  /* i is the natural index */
  if (i < n)
    {
      T low_bits = 0;

      out[ordered_index (to, bits, i)] = normaliser.divide (in[ordered_index (from, bits, i)], low_bits);
      normaliser.check (low_bits);
    }
}

/* Reorders and normalises the steps' result, in order @from in @data, into @other; leaves it in @data if neither is needed. */
template <typename T> static cudaError_t
finish_steps (SpectralCall  &call,
              T             *data,
              T             *other,
              OndesCudaOrder from)
{
  const Normaliser<T> normaliser (call.shift, call.inexact);

  call.result = data;
  if (from != call.order || call.shift != 0)
    {
      call.result = other;
      return launch (call.device, false, reorder<T>, blocks_for (call.n_values, THREADS), THREADS, 0, other, data,
                     call.n_values, call.bits, from, call.order, normaliser);
    }
  return cudaGetLastError ();
}

template <typename T, typename Step> static cudaError_t
cooley_tukey (SpectralCall &call)
{
  const uint64_t pairs = call.n_values / 2;

  for (int k = 0; k < call.bits; k++)
    launch (call.device, false, cooley_tukey_step<T, Step>, blocks_for (pairs, THREADS), THREADS, 0, (T *) call.in, pairs, k);
  return finish_steps (call, (T *) call.in, (T *) call.out, ONDES_CUDA_NATURAL);
}

template <typename T, typename Step, bool WALSH> static cudaError_t
constant_geometry (SpectralCall &call)
{
  const bool turn = WALSH && call.order == ONDES_CUDA_SEQUENCY;
  const uint64_t pairs = call.n_values / 2;
  T *from = (T *) call.in, *to = (T *) call.out;

  for (int k = call.bits - 1; k >= 0; k--)
    {
      T *data = to;

      launch (call.device, false, constant_geometry_step<T, Step>, blocks_for (pairs, THREADS), THREADS, 0, to, from, pairs,
              call.bits, k, turn && k > 0);
      to = from;
      from = data;
    }
  return finish_steps (call, from, to, turn ? ONDES_CUDA_SEQUENCY : ONDES_CUDA_PALEY);
}

/* --- Haar: half as many threads in each step ---------------------------------------------------------------------------- */

/* Does one level in place, in natural order. */
template <typename T, typename Step, bool INVERSE> static __global__ void __launch_bounds__ (THREADS)
haar_cooley_tukey_step (T        *x,
                        uint64_t  pairs,
                        int       level,
                        unsigned *inexact)
{
  const uint64_t t = (uint64_t) blockIdx.x * THREADS + threadIdx.x, at = t << level, half = 1ull << (level - 1);

  if (t < pairs)
    {
      T a, b;

      if (INVERSE)
        Step::inverse (x[at], x[at + half], a, b, inexact);
      else
        Step::forward (x[at], x[at + half], a, b);
      x[at] = a;
      x[at + half] = b;
    }
}

/* Does one level out of place: writes a row's sums to the row's front, followed by the differences. */
template <typename T, typename Step> static __global__ void __launch_bounds__ (THREADS)
haar_constant_geometry_step (T       *out,
                             const T *in,
                             uint64_t pairs,
                             int      bits,
                             int      level)
{
  const uint64_t t = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const int rest = bits - level;
  const uint64_t row = t >> rest << bits, at = t & ((1ull << rest) - 1);

  if (t < pairs)
    Step::forward (in[row + 2 * at], in[row + 2 * at + 1], out[row + at], out[row + (1ull << rest) + at]);
}

/* Converts between the orders of the Haar spectrum. */
template <typename T> static __global__ void __launch_bounds__ (THREADS)
haar_reorder (T       *out,
              const T *in,
              uint64_t n,
              int      bits,
              bool     to_natural)
{
  const uint64_t i = (uint64_t) blockIdx.x * THREADS + threadIdx.x, row = i >> bits << bits, natural = i - row;
  const int level = natural == 0 ? 0 : __ffsll ((long long) natural);
  const uint64_t sequency = natural == 0 ? 0 : (1ull << (bits - level)) + (natural >> level);

  if (i < n && to_natural)
    out[i] = in[row + sequency];
  else if (i < n)
    out[row + sequency] = in[i];
}

template <typename T, typename Step, bool INVERSE> static cudaError_t
haar_cooley_tukey (SpectralCall &call)
{
  T *data = (T *) call.in, *other = (T *) call.out;
  const bool reordered = call.order != ONDES_CUDA_NATURAL;

  if (INVERSE && reordered)
    {
      launch (call.device, false, haar_reorder<T>, blocks_for (call.n_values, THREADS), THREADS, 0, other, data, call.n_values,
              call.bits, true);
      data = other;
    }
  for (int i = 0; i < call.bits; i++)
    {
      const int level = INVERSE ? call.bits - i : i + 1;
      const uint64_t pairs = call.n_values >> level;

      launch (call.device, false, haar_cooley_tukey_step<T, Step, INVERSE>, blocks_for (pairs, THREADS), THREADS, 0, data,
              pairs, level, call.inexact);
    }
  if (!INVERSE && reordered)
    {
      launch (call.device, false, haar_reorder<T>, blocks_for (call.n_values, THREADS), THREADS, 0, other, data, call.n_values,
              call.bits, false);
      data = other;
    }
  call.result = data;
  return cudaGetLastError ();
}

template <typename T, typename Step> static cudaError_t
haar_constant_geometry (SpectralCall &call)
{
  T *from = (T *) call.in, *to = (T *) call.out;
  const uint64_t rows = call.n_values >> call.bits;
  cudaError_t error = cudaSuccess;

  for (int level = 1; level <= call.bits; level++)
    {
      T *data = to;

      launch (call.device, false, haar_constant_geometry_step<T, Step>, blocks_for (call.n_values >> level, THREADS), THREADS,
              0, to, from, call.n_values >> level, call.bits, level);
      to = from;
      from = data;
    }
  /* differences of every second level are in the other array */
  for (int level = call.bits - 1; level >= 1 && error == cudaSuccess; level -= 2)
    {
      const size_t at = (size_t) 1 << (call.bits - level), pitch = sizeof (T) << call.bits, width = at * sizeof (T);

      error = rows == 1
                ? cudaMemcpyAsync (from + at, to + at, width, cudaMemcpyDeviceToDevice, call.device.stream)
                : cudaMemcpy2DAsync (from + at, pitch, to + at, pitch, width, rows, cudaMemcpyDeviceToDevice,
                                     call.device.stream);
    }
  call.result = from;
  if (error == cudaSuccess && call.order == ONDES_CUDA_NATURAL)
    {
      launch (call.device, false, haar_reorder<T>, blocks_for (call.n_values, THREADS), THREADS, 0, to, from, call.n_values,
              call.bits, true);
      call.result = to;
    }
  return error == cudaSuccess ? cudaGetLastError () : error;
}

#define STEPS(kernel, ...) \
  { kernel<float, __VA_ARGS__>, kernel<double, __VA_ARGS__>, kernel<uint32_t, __VA_ARGS__>, kernel<uint64_t, __VA_ARGS__> }
#define HAAR(kernel, T, orthonormal, ...) kernel<T, HaarStep<T, orthonormal>, ##__VA_ARGS__>

SpectralLaunch *const ondes_cuda_steps[2][ONDES_CUDA_N_SPECTRA][ONDES_CUDA_N_ELEMENTS] = {
  {
    STEPS (cooley_tukey, WalshStep),
    STEPS (cooley_tukey, ArithmeticStep),
    STEPS (cooley_tukey, ArithmeticInverseStep),
    { NULL, NULL, cooley_tukey<uint32_t, ReedMullerStep>, NULL },
    { NULL, NULL, NULL, NULL },
    { HAAR (haar_cooley_tukey, float, false, false), HAAR (haar_cooley_tukey, double, false, false),
      HAAR (haar_cooley_tukey, uint32_t, false, false), HAAR (haar_cooley_tukey, uint64_t, false, false) },
    { HAAR (haar_cooley_tukey, float, false, true), HAAR (haar_cooley_tukey, double, false, true),
      HAAR (haar_cooley_tukey, uint32_t, false, true), HAAR (haar_cooley_tukey, uint64_t, false, true) },
    { HAAR (haar_cooley_tukey, float, true, false), HAAR (haar_cooley_tukey, double, true, false), NULL, NULL },
    { HAAR (haar_cooley_tukey, float, true, true), HAAR (haar_cooley_tukey, double, true, true), NULL, NULL },
  },
  {
    STEPS (constant_geometry, WalshStep, true),
    STEPS (constant_geometry, ArithmeticStep, false),
    STEPS (constant_geometry, ArithmeticInverseStep, false),
    { NULL, NULL, constant_geometry<uint32_t, ReedMullerStep, false>, NULL },
    { NULL, NULL, NULL, NULL },
    { HAAR (haar_constant_geometry, float, false), HAAR (haar_constant_geometry, double, false),
      HAAR (haar_constant_geometry, uint32_t, false), HAAR (haar_constant_geometry, uint64_t, false) },
    { NULL, NULL, NULL, NULL },
    { HAAR (haar_constant_geometry, float, true), HAAR (haar_constant_geometry, double, true), NULL, NULL },
    { NULL, NULL, NULL, NULL },
  },
};
