/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Peaks of filters' outputs, found on the device: where they rise, fall and stay equal above a threshold, which is all that a sink
 * needs to tell the peaks of a whole recording.
 *
 * Method: a thread block computes the magnitudes of a tile of outputs and of their neighbours once, in shared memory, and its
 * threads compare each with these. What follows from the previous tile is its last magnitude, which the device keeps. Floor: the
 * outputs are read once.
 */
#include "filter-private.cuh"

#include <cmath>

static const int THREADS = 256, TILE = 8 * THREADS, BEFORE = 2, AFTER = 1; /* neighbours of a tile */

/* Returns |y|. Double holds the squares of all floats, but not those of all doubles. */
__device__ static inline double
magnitude_of (Complex<float> y)
{
  return sqrt ((double) y.re * (double) y.re + (double) y.im * (double) y.im);
}

__device__ static inline double
magnitude_of (Complex<double> y)
{
  return hypot (y.re, y.im);
}

__device__ static inline float
magnitude_of (float y)
{
  return fabsf (y);
}

__device__ static inline double
magnitude_of (double y)
{
  return fabs (y);
}

/* The types of outputs and of their magnitudes. */
template<typename T> struct Magnitude { using type = double; };
template<> struct Magnitude<float> { using type = float; };

__device__ static inline void
add_event (const OndesCudaFirPeaks &peaks,
           unsigned                 row,
           uint64_t                 column,
           OndesCudaPeakKind        kind,
           double                   value)
{
  const unsigned at = atomicAdd (&peaks.list->n, 1u);

  if (at < peaks.capacity)
    peaks.list->events[at] = { peaks.first_row + row, (unsigned) kind, peaks.first_column + column, value };
}

/* @Y: float, double or Complex of either; @n outputs in each of the rows at @y. */
template<typename Y>
__global__ static void __launch_bounds__ (THREADS)
find_peaks (const Y                *y,
            int64_t                 n,
            const OndesCudaFirPeaks peaks)
{
  using M = typename Magnitude<Y>::type;
  __shared__ M near[BEFORE + TILE + AFTER];
  const unsigned row = blockIdx.y;
  const Y *const x = y + row * n;
  const M last = (M) peaks.last[row];

  for (int64_t first = (int64_t) blockIdx.x * TILE; first < n; first += (int64_t) gridDim.x * TILE)
    {
      for (int i = (int) threadIdx.x; i < BEFORE + TILE + AFTER; i += THREADS)
        {
          const int64_t at = first + i - BEFORE;

          if (at < n)
            near[i] = at < 0 ? last : magnitude_of (x[at]);
        }
      __syncthreads ();
      for (int i = (int) threadIdx.x; i < TILE && first + i < n; i += THREADS)
        {
          const M *const here = near + BEFORE + i, value = here[0], before = here[-1];
          const int64_t t = first + i;
          const bool known = t + 1 < n; /* the value after this one */

          if (value >= peaks.above && value > before && known && here[1] < value)
            add_event (peaks, row, (uint64_t) t, ONDES_CUDA_PEAK, value);
          else if (value >= peaks.above && value != before && !(known && here[1] != value))
            add_event (peaks, row, (uint64_t) t, value > before ? ONDES_CUDA_RUN_HIGHER : ONDES_CUDA_RUN_LOWER, value);
          /* a run of several, or one that may have begun in the previous tile */
          if (value < before && before >= peaks.above && (t == 0 || here[-2] == before))
            add_event (peaks, row, (uint64_t) t, ONDES_CUDA_RUN_FALLS, before);
        }
      __syncthreads ();
    }
}

/* Keeps the last magnitude of each row for the next tile. */
template<typename Y>
__global__ static void __launch_bounds__ (THREADS)
keep_last (const Y *y,
           int64_t  n,
           double  *last,
           unsigned n_rows)
{
  const unsigned row = blockIdx.x * THREADS + threadIdx.x;

  if (row < n_rows)
    last[row] = magnitude_of (y[(row + 1) * n - 1]);
}

template<typename Y>
static void
launch (OndesCuda               *self,
        const ValueArgs         *values,
        unsigned                 n_rows,
        const OndesCudaFirPeaks *peaks)
{
  const unsigned blocks = (unsigned) blocks_for (values->n, TILE);
  const dim3 grid (blocks < 4096 ? blocks : 4096, n_rows);
  const Y *const y = (const Y *) values->data;

  find_peaks<Y><<<grid, THREADS, 0, self->compute>>> (y, (int64_t) values->n, *peaks);
  keep_last<Y><<<(unsigned) blocks_for (n_rows, THREADS), THREADS, 0, self->compute>>> (y, (int64_t) values->n, peaks->last,
                                                                                        n_rows);
}

OndesCudaStatus
ondes_cuda_fir_find (OndesCuda               *self,
                     const ValueArgs         *values,
                     unsigned                 n_filters,
                     const OndesCudaFirPeaks *peaks,
                     char                    *why)
{
  if (values->single)
    (values->complex_values ? launch<Complex<float>> : launch<float>) (self, values, n_filters, peaks);
  else
    (values->complex_values ? launch<Complex<double>> : launch<double>) (self, values, n_filters, peaks);
  ONDES_CUDA_LAUNCHED ("finding the peaks failed");
  return ONDES_CUDA_OK;
}
