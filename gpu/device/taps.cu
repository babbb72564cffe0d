/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the kernel taps of all rows on the device, in one table (Jerome and Yan 2021, III-A, who call them masks).
 *
 * Method: pairs of taps k and −k are numbered across all rows; a thread block writes 1024 or 4096 pairs. It finds the row of
 * its last pair by a search from the longest row down, 256 rows at a time, because most pairs belong to the longest rows. One
 * evaluation yields both taps unless the row is delayed. A thread's next pair, 256 taps further in, follows by recurrence: the
 * phase is rotated, and the Gaussian multiplied by a ratio that itself changes by a constant ratio. The error after 15 steps is
 * about 1e-15.
 *
 * Memory floor: writing the taps. Scales 1 … 4096 have 134 M taps, 2.15 GB in complex double: 0.46 ms at 4664 GB/s. Operation
 * count: 20 per pair, 0.1 ms on an H200, hidden behind the writes.
 *
 * Quantised taps (src/transform/compensation.h) are computed by the formula, one by one, as are delayed ones: two dozen
 * operations more a tap, once for a table that is kept between runs.
 *
 * Layout: row after row, sorted by length, taps −h … h.
 */
#include "morlet.cuh"

static const unsigned THREADS = 256, FEW_PAIRS = 4, MANY_PAIRS = 16; /* per thread */

static_assert ((THREADS & (THREADS - 1)) == 0, "the reduction halves the threads");

/* Returns the number of pairs of all rows before @m: h + 1 each, so half of (taps + rows). */
__device__ static inline uint64_t
pairs_before (const OndesCudaRow *rows,
              unsigned            m)
{
  return (rows[m].start + m) / 2;
}

template<typename T>
__device__ static inline void
put_tap (T       *out,
         uint64_t at,
         double2  tap,
         bool     real)
{
  if (real)
    out[at] = (T) tap.x;
  else if (sizeof (T) == 4)
    ((float2 *) out)[at] = { (float) tap.x, (float) tap.y };
  else
    ((double2 *) out)[at] = tap;
}

/* State of the recurrence over a thread's pairs of one row, THREADS taps apart, from the outermost inwards. */
struct Recurrence
{
  double envelope, ratio, square; /* Gaussian, its next ratio, the ratio of ratios */
  double sine, cosine, turn_sine, turn_cosine;
  bool   turning;
};

__device__ static inline void
recurrence_start (Recurrence   &recurrence,
                  const Morlet &morlet,
                  double        k)
{
  const double u = k * morlet.inverse;

  recurrence.envelope = morlet.amplitude * exp (-0.5 * u * u);
  sincos (morlet.omega0 * u, &recurrence.sine, &recurrence.cosine);
  recurrence.turning = false;
}

/* Advances to tap @k, THREADS taps further in. */
__device__ static inline void
recurrence_step (Recurrence   &recurrence,
                 const Morlet &morlet,
                 double        k)
{
  const double step = THREADS * morlet.inverse;
  double sine;

  if (!recurrence.turning)
    {
      recurrence.ratio = exp (step * (k * morlet.inverse + 0.5 * step));
      recurrence.square = exp (-step * step);
      sincos (morlet.omega0 * step, &recurrence.turn_sine, &recurrence.turn_cosine);
      recurrence.turning = true;
    }
  recurrence.envelope *= recurrence.ratio;
  recurrence.ratio *= recurrence.square;
  sine = recurrence.sine * recurrence.turn_cosine - recurrence.cosine * recurrence.turn_sine;
  recurrence.cosine = recurrence.cosine * recurrence.turn_cosine + recurrence.sine * recurrence.turn_sine;
  recurrence.sine = sine;
}

template<typename T, unsigned PAIRS>
__global__ static void __launch_bounds__ (THREADS)
make_taps (OndesCudaWavelet    wavelet,
           const OndesCudaRow *rows,
           unsigned            n_rows,
           uint64_t            pairs,
           T                  *out)
{
  const uint64_t first = blockIdx.x * (uint64_t) (THREADS * PAIRS);
  const uint64_t last = min (first + THREADS * PAIRS, pairs) - 1;
  unsigned longest = 0, m;
  uint64_t before = 0, start = 0, half = 0;
  Morlet morlet = {};
  Recurrence recurrence = {};

  for (unsigned seen = 0; seen < n_rows; seen += THREADS)
    {
      const bool reaches = seen + threadIdx.x < n_rows && pairs_before (rows, n_rows - 1 - seen - threadIdx.x) <= last;
      const int found = __syncthreads_count (reaches);

      if (found > 0) /* then all shorter rows of this step begin before it too */
        {
          longest = n_rows - 1 - seen - (min (THREADS, n_rows - seen) - (unsigned) found);
          break;
        }
    }

  m = longest + 1;
  before = ~(uint64_t) 0;
#pragma unroll 1
  for (int j = PAIRS - 1; j >= 0; j--)
    {
      const uint64_t p = first + (unsigned) j * THREADS + threadIdx.x;
      uint64_t k;

      if (p > last)
        continue;
      if (p < before)
        {
          do
            before = pairs_before (rows, --m);
          while (p < before);
          start = rows[m].start;
          half = rows[m].half;
          morlet = morlet_of (wavelet, rows[m]);
          k = p - before;
          recurrence_start (recurrence, morlet, (double) k);
        }
      else
        {
          k = p - before;
          recurrence_step (recurrence, morlet, (double) k);
        }

      const double2 tap = { recurrence.envelope * recurrence.cosine + morlet.offset,
                            morlet.real ? 0 : -recurrence.envelope * recurrence.sine };

      if (morlet.delay != 0)
        {
          put_tap (out, start + half + k, morlet_tap (morlet, (double) k), morlet.real);
          put_tap (out, start + half - k, morlet_tap (morlet, -(double) k), morlet.real);
          continue;
        }
      put_tap (out, start + half + k, tap, morlet.real);
      if (k > 0)
        put_tap (out, start + half - k, { tap.x, -tap.y }, morlet.real);
    }
}

/* Returns the last row that begins at or before tap @at. */
__device__ static inline unsigned
row_of_tap (const OndesCudaRow *rows,
            unsigned            n_rows,
            uint64_t            at)
{
  unsigned low = 0, high = n_rows;

  while (high - low > 1)
    {
      const unsigned middle = low + (high - low) / 2;

      if (rows[middle].start <= at)
        low = middle;
      else
        high = middle;
    }
  return low;
}

template<typename T>
__global__ static void __launch_bounds__ (THREADS)
make_quantised_taps (OndesCudaWavelet    wavelet,
                     const OndesCudaRow *rows,
                     unsigned            n_rows,
                     uint64_t            n_taps,
                     T                  *out)
{
  const uint64_t at = blockIdx.x * (uint64_t) THREADS + threadIdx.x;

  if (at < n_taps)
    {
      const OndesCudaRow &row = rows[row_of_tap (rows, n_rows, at)];

      put_tap (out, at, quantised_tap (wavelet, row, (int64_t) (at - row.start) - (int64_t) row.half), wavelet.real != 0);
    }
}

/* @ONE_BY_ONE: of quantised taps. */
template<bool ONE_BY_ONE>
__global__ static void __launch_bounds__ (THREADS)
sum_taps (OndesCudaWavelet    wavelet,
          const OndesCudaRow *rows,
          double2            *sums)
{
  __shared__ double2 all[THREADS];
  const OndesCudaRow row = rows[blockIdx.x];
  const Morlet morlet = morlet_of (wavelet, row);
  double2 sum = { 0, 0 };

  for (uint64_t k = threadIdx.x; k <= row.half; k += THREADS)
    {
      const double2 tap = ONE_BY_ONE ? quantised_tap (wavelet, row, (int64_t) k) : morlet_tap (morlet, (double) k);
      const double2 other = ONE_BY_ONE ? quantised_tap (wavelet, row, -(int64_t) k)
                            : morlet.delay == 0 ? double2 { tap.x, -tap.y } : morlet_tap (morlet, -(double) k);

      sum.x += k > 0 ? tap.x + other.x : tap.x;
      sum.y += k > 0 ? tap.y + other.y : tap.y;
    }
  all[threadIdx.x] = sum;
  for (unsigned n = THREADS / 2; n > 0; n /= 2)
    {
      __syncthreads ();
      if (threadIdx.x < n)
        {
          all[threadIdx.x].x += all[threadIdx.x + n].x;
          all[threadIdx.x].y += all[threadIdx.x + n].y;
        }
    }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = all[0];
}

/* Assigns many pairs to a thread only if that still fills all multiprocessors. */
template<typename T>
static void
launch (OndesCuda              *self,
        const OndesCudaWavelet &wavelet,
        const OndesCudaRow     *rows,
        unsigned                n_rows,
        uint64_t                pairs,
        T                      *out)
{
  const uint64_t few_blocks = blocks_for (pairs, THREADS * FEW_PAIRS), many_blocks = blocks_for (pairs, THREADS * MANY_PAIRS);
  const uint64_t n_taps = 2 * pairs - n_rows;

  if (wavelet.bits > 0)
    make_quantised_taps<T><<<(unsigned) blocks_for (n_taps, THREADS), THREADS, 0, self->compute>>> (wavelet, rows, n_rows, n_taps,
                                                                                                    out);
  else if (many_blocks < 4 * self->limits.processors)
    make_taps<T, FEW_PAIRS><<<(unsigned) few_blocks, THREADS, 0, self->compute>>> (wavelet, rows, n_rows, pairs, out);
  else
    make_taps<T, MANY_PAIRS><<<(unsigned) many_blocks, THREADS, 0, self->compute>>> (wavelet, rows, n_rows, pairs, out);
}

extern "C" OndesCudaStatus
ondes_cuda_taps (OndesCuda              *self,
                 const OndesCudaWavelet *wavelet,
                 const OndesCudaRow     *rows,
                 unsigned                n_rows,
                 uint64_t                n_taps,
                 int                     single,
                 void                   *out)
{
  const uint64_t pairs = (n_taps + n_rows) / 2;

  if (single)
    launch (self, *wavelet, rows, n_rows, pairs, (float *) out);
  else
    launch (self, *wavelet, rows, n_rows, pairs, (double *) out);
  ONDES_CUDA_LAUNCHED ("computing the wavelets failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_tap_sums (OndesCuda              *self,
                     const OndesCudaWavelet *wavelet,
                     const OndesCudaRow     *rows,
                     unsigned                n_rows,
                     double                 *sums)
{
  if (wavelet->bits > 0)
    sum_taps<true><<<n_rows, THREADS, 0, self->compute>>> (*wavelet, rows, (double2 *) sums);
  else
    sum_taps<false><<<n_rows, THREADS, 0, self->compute>>> (*wavelet, rows, (double2 *) sums);
  ONDES_CUDA_LAUNCHED ("computing the wavelets failed");
  return ONDES_CUDA_OK;
}
