/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Peaks of filters' outputs, found on the device: where they rise, fall and stay equal above a threshold, which is all that a sink
 * needs to tell the peaks of a whole recording.
 *
 * Method: a thread block computes the keys of a tile of outputs and of their neighbours once, in shared memory, and its threads
 * compare each that may reach the threshold. What follows from the previous tile is its last key, which the device keeps. Floor:
 * the outputs are read once.
 */
#include "filter-private.cuh"

#include <cmath>

static const int THREADS = 256, TILE = 8 * THREADS, BEFORE = 2, AFTER = 1; /* neighbours of a tile */

/* What is kept of an output to compare it: a key that grows with |y|. The square of a complex float stands for its magnitude, which
 * costs a root, until that is asked for. */
template<typename Y>
struct Key
{
  typedef Y type;

  __device__ static Y
  of (Y y)
  {
    return fabs (y);
  }

  __device__ static Y
  magnitude (Y key)
  {
    return key;
  }

  /* Returns a key that no output of magnitude @above or more has less than. */
  __device__ static double
  least (double above)
  {
    return above;
  }
};

template<>
struct Key<Complex<double>> : Key<double>
{
  __device__ static double
  of (Complex<double> y)
  {
    return hypot (y.re, y.im); /* double does not hold the squares of all doubles */
  }
};

template<>
struct Key<Complex<float>>
{
  typedef double type;

  __device__ static double
  of (Complex<float> y)
  {
    return (double) y.re * (double) y.re + (double) y.im * (double) y.im;
  }

  __device__ static double
  magnitude (double key)
  {
    return key < 0 ? key : sqrt (key);
  }

  __device__ static double
  least (double above)
  {
    return above * above * (1 - 1e-14);
  }
};

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

/* Adds the events of output @t, whose neighbours' keys are beside @here. @known: there is a value after it. */
template<typename Y>
__device__ static inline void
compare (const typename Key<Y>::type *here,
         int64_t                      t,
         bool                         known,
         unsigned                     row,
         const OndesCudaFirPeaks     &peaks)
{
  const auto value = Key<Y>::magnitude (here[0]), before = Key<Y>::magnitude (here[-1]);
  const auto after = known ? Key<Y>::magnitude (here[1]) : value;

  if (value >= peaks.above && value > before && known && after < value)
    add_event (peaks, row, (uint64_t) t, ONDES_CUDA_PEAK, value);
  else if (value >= peaks.above && value != before && after == value)
    add_event (peaks, row, (uint64_t) t, value > before ? ONDES_CUDA_RUN_HIGHER : ONDES_CUDA_RUN_LOWER, value);
  /* a run of several, or one that may have begun in the previous tile */
  if (value < before && before >= peaks.above && (t == 0 || Key<Y>::magnitude (here[-2]) == before))
    add_event (peaks, row, (uint64_t) t, ONDES_CUDA_RUN_FALLS, before);
}

/* @Y: float, double or Complex of either; @n outputs in each of the rows at @y. */
template<typename Y>
__global__ static void __launch_bounds__ (THREADS)
find_peaks (const Y                *y,
            int64_t                 n,
            const OndesCudaFirPeaks peaks)
{
  typedef typename Key<Y>::type K;
  constexpr int KEPT = BEFORE + TILE + AFTER;
  __shared__ K near[KEPT];
  const unsigned row = blockIdx.y;
  const Y *const x = y + row * n;
  const K last = (K) peaks.last[row];
  const double least = Key<Y>::least (peaks.above);

  for (int64_t first = (int64_t) blockIdx.x * TILE; first < n; first += (int64_t) gridDim.x * TILE)
    {
#pragma unroll
      for (int i = (int) threadIdx.x; i < KEPT; i += THREADS)
        {
          const int64_t at = first + i - BEFORE;

          if (at < n)
            near[i] = at < 0 ? last : Key<Y>::of (x[at]);
        }
      __syncthreads ();
      for (int i = (int) threadIdx.x; i < TILE && first + i < n; i += THREADS)
        if (near[BEFORE + i] >= least || near[BEFORE + i - 1] >= least)
          compare<Y> (near + BEFORE + i, first + i, first + i + 1 < n, row, peaks);
      __syncthreads ();
    }
}

/* Keeps the last key of each row for the next tile. */
template<typename Y>
__global__ static void __launch_bounds__ (THREADS)
keep_last (const Y *y,
           int64_t  n,
           double  *last,
           unsigned n_rows)
{
  const unsigned row = blockIdx.x * THREADS + threadIdx.x;

  if (row < n_rows)
    last[row] = Key<Y>::of (y[(row + 1) * n - 1]);
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
