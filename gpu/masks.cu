/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masks, one behind another in one array, made where they are used (papers: Jerome and Yan 2021, III-A).
 *
 * A block makes some thousand pairs of taps k and −k, counted over all masks together; it finds the mask of its last pair by
 * looking from the longest mask down, 256 at a time, and its threads walk down from there: most pairs belong to the longest masks.
 * One evaluation serves both taps unless the row is delayed, and many pairs of a thread follow from their first: 256 taps on, the
 * phase is turned by a fixed angle and the Gaussian multiplied by a ratio that changes by a fixed ratio. After 15 turns the error
 * is some 1e-15.
 * Floor: writing the taps. 4096 scales 1 … 4096 are 134 M taps, 2.15 GB in complex double: 0.46 ms at 4664 GB/s. An exponential and
 * a sine with cosine are some 100 operations in double, a turn is 8: 20 a pair, 0.1 ms at an H200's 14.8 T/s, beside the writing.
 */
#include "morlet.cuh"

static const unsigned THREADS = 256, FEW = 4, MANY = 16; /* pairs a thread */

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

/* Pairs of one mask, THREADS taps apart, from the outermost inwards. */
struct Walk
{
  double g, ratio, square;           /* envelope, what takes it on, and what takes that on */
  double sine, cosine, turn_sine, turn_cosine;
  bool   turning;
};

__device__ static inline void
walk_start (Walk         &walk,
            const Morlet &morlet,
            double        k)
{
  const double u = k * morlet.inverse;

  walk.g = morlet.amplitude * exp (-0.5 * u * u);
  sincos (morlet.omega0 * u, &walk.sine, &walk.cosine);
  walk.turning = false;
}

/* To @k, which is THREADS less than the tap before. */
__device__ static inline void
walk_on (Walk         &walk,
         const Morlet &morlet,
         double        k)
{
  const double step = THREADS * morlet.inverse;
  double sine;

  if (!walk.turning)
    {
      walk.ratio = exp (step * (k * morlet.inverse + 0.5 * step));
      walk.square = exp (-step * step);
      sincos (morlet.omega0 * step, &walk.turn_sine, &walk.turn_cosine);
      walk.turning = true;
    }
  walk.g *= walk.ratio;
  walk.ratio *= walk.square;
  sine = walk.sine * walk.turn_cosine - walk.cosine * walk.turn_sine;
  walk.cosine = walk.cosine * walk.turn_cosine + walk.sine * walk.turn_sine;
  walk.sine = sine;
}

template<typename T, unsigned EACH>
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
  Walk walk = {};

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
#pragma unroll 1
  for (int j = EACH - 1; j >= 0; j--)
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
          walk_start (walk, morlet, (double) k);
        }
      else
        {
          k = p - before;
          walk_on (walk, morlet, (double) k);
        }

      const double2 tap = { walk.g * walk.cosine + morlet.offset, morlet.real ? 0 : -walk.g * walk.sine };

      if (morlet.delay != 0)
        {
          put_tap (masks, start + half + k, morlet_tap (morlet, (double) k), morlet.real);
          put_tap (masks, start + half - k, morlet_tap (morlet, -(double) k), morlet.real);
          continue;
        }
      put_tap (masks, start + half + k, tap, morlet.real);
      if (k > 0)
        put_tap (masks, start + half - k, { tap.x, -tap.y }, morlet.real);
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

/* Many pairs a thread only where there is work for all multiprocessors then. */
template<typename T>
static void
launch (OndesCuda              *self,
        const OndesCudaWavelet &wavelet,
        const OndesCudaRow     *rows,
        unsigned                n_rows,
        uint64_t                pairs,
        T                      *masks)
{
  const uint64_t few = blocks_for (pairs, THREADS * FEW), many = blocks_for (pairs, THREADS * MANY);

  if (many < 4 * self->limits.processors)
    make_masks<T, FEW><<<(unsigned) few, THREADS, 0, self->compute>>> (wavelet, rows, n_rows, pairs, masks);
  else
    make_masks<T, MANY><<<(unsigned) many, THREADS, 0, self->compute>>> (wavelet, rows, n_rows, pairs, masks);
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

  if (single)
    launch (self, *wavelet, rows, n_rows, pairs, (float *) masks);
  else
    launch (self, *wavelet, rows, n_rows, pairs, (double *) masks);
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
