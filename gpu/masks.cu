/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masks, one behind another in one array, made where they are used (papers: Jerome and Yan 2021, III-A).
 *
 * A block makes 1024 pairs of taps k and −k, counted over all masks together; it finds the mask of its last pair by looking
 * from the longest mask down, 256 at a time, and its threads walk down from there: most pairs belong to the longest masks.
 * One evaluation serves both taps unless the row is delayed.
 * Floor: writing the taps. 4096 scales 1 … 4096 are 134 M taps, 2.15 GB in complex double: 0.46 ms at 4664 GB/s. An exponential and
 * a sine with cosine are some 80 operations in double, 0.36 ms for the pairs at an H200's 14.8 T/s, beside the writing.
 */
#include "morlet.cuh"

static const unsigned THREADS = 256, EACH = 4;

static_assert ((THREADS & (THREADS - 1)) == 0, "the sums halve the threads");

/* Pairs before those of mask @m: its half length and its middle for each mask before, so half of (the taps + one a mask). */
__device__ static inline uint64_t
pairs_before (const OndesCudaRow *rows,
              unsigned            m)
{
  return (rows[m].start + m) / 2;
}

template<typename T>
__device__ static inline void
put_tap (T       *masks,
         uint64_t at,
         double2  tap,
         bool     real)
{
  if (real)
    masks[at] = (T) tap.x;
  else if (sizeof (T) == 4)
    ((float2 *) masks)[at] = { (float) tap.x, (float) tap.y };
  else
    ((double2 *) masks)[at] = tap;
}

template<typename T>
__global__ static void __launch_bounds__ (THREADS)
make_masks (OndesCudaWavelet    wavelet,
            const OndesCudaRow *rows,
            unsigned            n_rows,
            uint64_t            pairs,
            T                  *masks)
{
  const uint64_t first = blockIdx.x * (uint64_t) (THREADS * EACH);
  const uint64_t last = min (first + THREADS * EACH, pairs) - 1;
  unsigned longest = 0, m;
  uint64_t before = 0, start = 0, half = 0;
  Morlet morlet = {};

  for (unsigned seen = 0; seen < n_rows; seen += THREADS)
    {
      const bool here = seen + threadIdx.x < n_rows && pairs_before (rows, n_rows - 1 - seen - threadIdx.x) <= last;
      const int found = __syncthreads_count (here);

      if (found > 0) /* the shorter ones of these begin before too */
        {
          longest = n_rows - 1 - seen - (min (THREADS, n_rows - seen) - (unsigned) found);
          break;
        }
    }

  m = longest + 1;
  before = ~(uint64_t) 0;
  for (int j = EACH - 1; j >= 0; j--)
    {
      const uint64_t p = first + (unsigned) j * THREADS + threadIdx.x;

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
        }
      const uint64_t k = p - before;
      const double2 tap = morlet_tap (morlet, (double) k);

      put_tap (masks, start + half + k, tap, morlet.real);
      if (k > 0)
        put_tap (masks, start + half - k,
                 morlet.delay == 0 ? double2 { tap.x, -tap.y } : morlet_tap (morlet, -(double) k), morlet.real);
    }
}

__global__ static void __launch_bounds__ (THREADS)
add_masks (OndesCudaWavelet    wavelet,
           const OndesCudaRow *rows,
           double2            *sums)
{
  __shared__ double2 all[THREADS];
  const OndesCudaRow row = rows[blockIdx.x];
  const Morlet morlet = morlet_of (wavelet, row);
  double2 sum = { 0, 0 };

  for (uint64_t k = threadIdx.x; k <= row.half; k += THREADS)
    {
      const double2 tap = morlet_tap (morlet, (double) k);
      const double2 other = morlet.delay == 0 ? double2 { tap.x, -tap.y } : morlet_tap (morlet, -(double) k);

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

extern "C" OndesCudaStatus
ondes_cuda_masks (OndesCuda              *self,
                  const OndesCudaWavelet *wavelet,
                  const OndesCudaRow     *rows,
                  unsigned                n_rows,
                  uint64_t                taps,
                  int                     single,
                  void                   *masks,
                  char                    why[ONDES_CUDA_WHY])
{
  const uint64_t pairs = (taps + n_rows) / 2;
  const unsigned blocks = (unsigned) blocks_for (pairs, THREADS * EACH);

  if (single)
    make_masks<float><<<blocks, THREADS, 0, self->compute>>> (*wavelet, rows, n_rows, pairs, (float *) masks);
  else
    make_masks<double><<<blocks, THREADS, 0, self->compute>>> (*wavelet, rows, n_rows, pairs, (double *) masks);
  ONDES_CUDA_LAUNCHED ("the masks cannot be made");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_mask_sums (OndesCuda              *self,
                      const OndesCudaWavelet *wavelet,
                      const OndesCudaRow     *rows,
                      unsigned                n_rows,
                      double                 *sums,
                      char                    why[ONDES_CUDA_WHY])
{
  add_masks<<<n_rows, THREADS, 0, self->compute>>> (*wavelet, rows, (double2 *) sums);
  ONDES_CUDA_LAUNCHED ("the masks cannot be made");
  return ONDES_CUDA_OK;
}
