/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Peaks of filters' outputs, found on the device: where they rise, fall and stay equal above a threshold, which is all that a sink
 * needs to tell the peaks of a whole recording.
 *
 * Method: a thread block computes the magnitudes of its outputs and of their neighbours once, in shared memory, and each thread
 * compares one with these. What follows from the previous tile is its last magnitude, which the device keeps. Floor: the outputs
 * are read once.
 */
#include "filter-private.cuh"

#include <cmath>

static const int THREADS = 256, BEFORE = 2, AFTER = 1; /* neighbours */

template<typename T>
__device__ static inline double
magnitude_at (const ValueArgs &values,
              uint64_t         at)
{
  if (values.complex_values)
    {
      const Complex<T> y = ((const Complex<T> *) values.data)[at];

      return hypot ((double) y.re, (double) y.im);
    }
  return fabs ((double) ((const T *) values.data)[at]);
}

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

template<typename T>
__global__ static void __launch_bounds__ (THREADS)
find_peaks (const ValueArgs         values,
            const OndesCudaFirPeaks peaks)
{
  __shared__ double near[BEFORE + THREADS + AFTER];
  const unsigned row = blockIdx.y;
  const int64_t n = (int64_t) values.n;
  const double last = peaks.last[row];

  for (int64_t first = (int64_t) blockIdx.x * THREADS; first < n; first += (int64_t) gridDim.x * THREADS)
    {
      const int64_t t = first + threadIdx.x;

      for (int i = (int) threadIdx.x; i < BEFORE + THREADS + AFTER; i += THREADS)
        {
          const int64_t at = first + i - BEFORE;

          if (at < n)
            near[i] = at < 0 ? last : magnitude_at<T> (values, row * values.n + (uint64_t) at);
        }
      __syncthreads ();
      if (t < n)
        {
          const double *const here = near + BEFORE + threadIdx.x, value = here[0], before = here[-1];
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
template<typename T>
__global__ static void __launch_bounds__ (THREADS)
keep_last (const ValueArgs values,
           double         *last,
           unsigned        n_filters)
{
  const unsigned row = blockIdx.x * THREADS + threadIdx.x;

  if (row < n_filters)
    last[row] = magnitude_at<T> (values, (row + 1) * values.n - 1);
}

OndesCudaStatus
ondes_cuda_fir_find (OndesCuda               *self,
                     const ValueArgs         *values,
                     unsigned                 n_filters,
                     const OndesCudaFirPeaks *peaks,
                     char                    *why)
{
  const unsigned blocks = (unsigned) blocks_for (values->n, THREADS), rows = (unsigned) blocks_for (n_filters, THREADS);
  const dim3 grid (blocks < 4096 ? blocks : 4096, n_filters);

  if (values->single)
    {
      find_peaks<float><<<grid, THREADS, 0, self->compute>>> (*values, *peaks);
      keep_last<float><<<rows, THREADS, 0, self->compute>>> (*values, peaks->last, n_filters);
    }
  else
    {
      find_peaks<double><<<grid, THREADS, 0, self->compute>>> (*values, *peaks);
      keep_last<double><<<rows, THREADS, 0, self->compute>>> (*values, peaks->last, n_filters);
    }
  ONDES_CUDA_LAUNCHED ("finding the peaks failed");
  return ONDES_CUDA_OK;
}
