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

/* The events of an output: @kind, of its own value, and the end of a run of the value before it. */
struct Events
{
  bool              has_kind, falls;
  OndesCudaPeakKind kind;
  double            value, before;
};

/* Returns the events of an output whose neighbours' keys are beside @here. @is_first: it is the first of a call; @is_last: nothing
 * is known of the one after it. */
template<typename Y>
__device__ static inline Events
events_of (const typename Key<Y>::type *here,
           bool                         is_first,
           bool                         is_last,
           double                       above)
{
  const auto value = Key<Y>::magnitude (here[0]), before = Key<Y>::magnitude (here[-1]);
  const auto after = is_last ? value : Key<Y>::magnitude (here[1]);
  Events events = { false, false, ONDES_CUDA_PEAK, value, before };

  if (value >= above && value > before && after < value)
    events.has_kind = true;
  else if (value >= above && value != before && after == value)
    {
      events.has_kind = true;
      events.kind = value > before ? ONDES_CUDA_RUN_HIGHER : ONDES_CUDA_RUN_LOWER;
    }
  /* a run of several, or one that may have begun in the previous tile */
  events.falls = value < before && before >= above && (is_first || Key<Y>::magnitude (here[-2]) == before);
  return events;
}

__device__ static inline void
store_event (const OndesCudaFirPeaks &peaks,
             unsigned                 at,
             unsigned                 row,
             uint64_t                 column,
             OndesCudaPeakKind        kind,
             double                   value)
{
  if (at < peaks.capacity)
    peaks.list->events[at] = { peaks.first_row + row, (unsigned) kind, peaks.first_column + column, value };
}

/* Sets @near to the keys of a tile and of its neighbours, @last in place of those before the row. All loads are on their way before
 * the first is waited for. */
template<typename Y, typename K>
__device__ static inline void
load_keys (const Y *x,
           int64_t  first,
           int64_t  n,
           K        last,
           K       *near)
{
  constexpr int KEPT = BEFORE + TILE + AFTER, LOADS = (KEPT + THREADS - 1) / THREADS;
  Y loaded[LOADS];

#pragma unroll
  for (int k = 0; k < LOADS; k++)
    {
      const int i = k * THREADS + (int) threadIdx.x;
      const int64_t at = first + i - BEFORE;

      loaded[k] = i < KEPT && at >= 0 && at < n ? x[at] : Y ();
    }
#pragma unroll
  for (int k = 0; k < LOADS; k++)
    {
      const int i = k * THREADS + (int) threadIdx.x;

      if (i < KEPT)
        near[i] = first + i < BEFORE ? last : Key<Y>::of (loaded[k]);
    }
}

/* @Y: float, double or Complex of either; @n outputs in each of the rows at @y. */
template<typename Y>
__global__ static void __launch_bounds__ (THREADS)
find_peaks (const Y                *y,
            int64_t                 n,
            const OndesCudaFirPeaks peaks)
{
  typedef typename Key<Y>::type K;
  __shared__ K near[BEFORE + TILE + AFTER];
  __shared__ unsigned n_events, place;
  const unsigned row = blockIdx.y;
  const Y *const x = y + row * n;
  const double least = Key<Y>::least (peaks.above);

  for (int64_t first = (int64_t) blockIdx.x * TILE; first < n; first += (int64_t) gridDim.x * TILE)
    {
      unsigned has_events = 0; /* of a thread's outputs, by bits */

      if (threadIdx.x == 0)
        n_events = 0;
      load_keys (x, first, n, (K) peaks.last[row], near);
      __syncthreads ();
#pragma unroll
      for (int k = 0; k < TILE / THREADS; k++)
        {
          const int i = k * THREADS + (int) threadIdx.x;
          const int64_t t = first + i;

          if (t < n && (near[BEFORE + i] >= least || near[BEFORE + i - 1] >= least))
            {
              const Events events = events_of<Y> (near + BEFORE + i, t == 0, t + 1 == n, peaks.above);

              if (events.has_kind || events.falls)
                {
                  has_events |= 1u << k;
                  atomicAdd (&n_events, (events.has_kind ? 1u : 0u) + (events.falls ? 1u : 0u));
                }
            }
        }
      if (__syncthreads_count (has_events != 0) == 0)
        continue;
      /* one place in the list for all events of a tile: thousands of threads would queue at its counter */
      if (threadIdx.x == 0)
        place = atomicAdd (&peaks.list->n, n_events);
      __syncthreads ();
      for (; has_events != 0; has_events &= has_events - 1)
        {
          const int i = (__ffs ((int) has_events) - 1) * THREADS + (int) threadIdx.x;
          const int64_t t = first + i;
          const Events events = events_of<Y> (near + BEFORE + i, t == 0, t + 1 == n, peaks.above);

          if (events.has_kind)
            store_event (peaks, atomicAdd (&place, 1u), row, (uint64_t) t, events.kind, events.value);
          if (events.falls)
            store_event (peaks, atomicAdd (&place, 1u), row, (uint64_t) t, ONDES_CUDA_RUN_FALLS, events.before);
        }
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
                     const OndesCudaFirPeaks *peaks)
{
  if (values->single)
    (values->complex_values ? launch<Complex<float>> : launch<float>) (self, values, n_filters, peaks);
  else
    (values->complex_values ? launch<Complex<double>> : launch<double>) (self, values, n_filters, peaks);
  ONDES_CUDA_LAUNCHED ("finding the peaks failed");
  return ONDES_CUDA_OK;
}
