/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Direct convolution.
 *
 * Method: the taps of long rows are split into a centre and lobes of 512 taps, as in Jerome and Yan 2021, III-B to D. A first
 * launch sums the lobes, as shifted convolutions. (Left lobe j begins at tap −h + 512 j, right lobe j ends at h − 512 j; the
 * paper's right lobe is off by one.) A second launch convolves short rows and the centres of long ones, longest first, and
 * loads each input tile once. Lobes are added from the outside in and the centre last, so that small values precede large ones.
 * Compensated sums (precision single2) add 32 taps without compensation, then accumulate the rounding error of adding these to
 * the total.
 *
 * Each thread computes eight neighbouring outputs from 16 samples in registers; eight taps take eight loads of samples, four
 * of taps (vectorised and broadcast) and 128 FMAs.
 *
 * Layout: in shared memory, every eight samples are padded by one against bank conflicts.
 *
 * Operation count: two FMAs per tap and output for complex taps and real samples; scales 1 … 200 of 102,400 samples take
 * 66 G FMAs, 2.1 ms in single precision at 63.7 TFLOP/s, 4.0 ms in double at 33.3.
 */
#include "output.cuh"

#include <cstdlib>

static const unsigned THREADS = 128, ITEMS = 8, TILE_OUTPUTS = THREADS * ITEMS, LOBE_TAPS = ONDES_CUDA_LOBE_TAPS;
static const unsigned WARPS = THREADS / 32;
static const unsigned PADDED_ITEMS = ITEMS + 1;
static const unsigned TRANSPOSE_SIZE = 32 * PADDED_ITEMS;  /* to transpose a warp's outputs */
static const unsigned STAGED_TAPS = LOBE_TAPS + 2 * ITEMS; /* with zero padding on both sides */
static const unsigned PLAIN_TAPS = 32;                     /* taps per compensated addition */
static const unsigned BLOCKS_PER_PROCESSOR = 8;            /* target number of thread blocks per multiprocessor */

static_assert (TILE_OUTPUTS == 2 * LOBE_TAPS, "the samples of a tile are its outputs and half an unsplit row on each side");
static_assert (LOBE_TAPS % ITEMS == 0 && PLAIN_TAPS % ITEMS == 0, "taps are processed in groups of eight");
static_assert (ONDES_CUDA_UNSPLIT_TAPS == 2 * LOBE_TAPS, "a centre and its lobes");

template<typename T, bool COMPLEX>
struct TapOf
{
  typedef T type;
};

template<>
struct TapOf<float, true>
{
  typedef float2 type;
};

template<>
struct TapOf<double, true>
{
  typedef double2 type;
};

/* A thread's sums a + i b, with compensation terms. */
template<typename T, bool COMPENSATED>
struct Sums
{
  T a[ITEMS], b[ITEMS], low_a[COMPENSATED ? ITEMS : 1], low_b[COMPENSATED ? ITEMS : 1];
};

template<typename T>
__device__ static inline void
clear (T (&sums)[ITEMS])
{
#pragma unroll
  for (unsigned r = 0; r < ITEMS; r++)
    sums[r] = 0;
}

/* Adds @part to high + low by Knuth's two-sum, and clears @part. */
template<typename T>
__device__ static inline void
add_compensated (T (&high)[ITEMS],
                 T (&low)[ITEMS],
                 T (&part)[ITEMS])
{
#pragma unroll
  for (unsigned r = 0; r < ITEMS; r++)
    {
      const T sum = high[r] + part[r], other = sum - high[r];

      low[r] += (high[r] - (sum - other)) + (part[r] - other);
      high[r] = sum;
      part[r] = 0;
    }
}

template<typename T>
__device__ static inline void
load_items (const T *x,
            T       *window)
{
#pragma unroll
  for (unsigned j = 0; j < ITEMS; j++)
    window[j] = x[j];
}

/* Adds one tap times the samples from @re and @im on to all outputs of a thread. */
template<bool COMPLEX_IN, bool REAL, typename T, typename Tap>
__device__ static __forceinline__ void
multiply_add (T        (&a)[ITEMS],
              T        (&b)[ITEMS],
              const T   *re,
              const T   *im,
              const Tap &tap)
{
#pragma unroll
  for (unsigned r = 0; r < ITEMS; r++)
    if constexpr (REAL)
      {
        a[r] += re[r] * tap;
        if (COMPLEX_IN)
          b[r] += im[r] * tap;
      }
    else
      {
        a[r] += re[r] * tap.x;
        b[r] += re[r] * tap.y;
        if (COMPLEX_IN)
          {
            a[r] -= im[r] * tap.y;
            b[r] += im[r] * tap.x;
          }
      }
}

/* Adds @n staged taps times the samples from @x on, the thread's first, to @sums. @n must be a multiple of eight. */
template<typename T, bool COMPLEX_IN, bool REAL, bool COMPENSATED>
__device__ static inline void
convolve (const T                             *x,
          const T                             *x_im,
          const typename TapOf<T, !REAL>::type *taps,
          unsigned                             n,
          Sums<T, COMPENSATED>                &sums)
{
  constexpr bool COMPLEX_OUT = COMPLEX_IN || !REAL;
  T a[ITEMS], b[ITEMS], re[2 * ITEMS], im[2 * ITEMS];

  clear (a);
  clear (b);
  load_items (x, re);
  if (COMPLEX_IN)
    load_items (x_im, im);
  for (unsigned k = 0; k < n; k += ITEMS)
    {
      x += PADDED_ITEMS;
      load_items (x, re + ITEMS);
      if (COMPLEX_IN)
        {
          x_im += PADDED_ITEMS;
          load_items (x_im, im + ITEMS);
        }
#pragma unroll
      for (unsigned j = 0; j < ITEMS; j++)
        {
          const typename TapOf<T, !REAL>::type tap = taps[k + j];

          multiply_add<COMPLEX_IN, REAL> (a, b, re + j, im + j, tap);
        }
#pragma unroll
      for (unsigned j = 0; j < ITEMS; j++)
        {
          re[j] = re[ITEMS + j];
          im[j] = COMPLEX_IN ? im[ITEMS + j] : 0;
        }
      if constexpr (COMPENSATED)
        if (k % PLAIN_TAPS == PLAIN_TAPS - ITEMS || k + ITEMS >= n)
          {
            add_compensated (sums.a, sums.low_a, a);
            if (COMPLEX_OUT)
              add_compensated (sums.b, sums.low_b, b);
          }
    }
  if constexpr (!COMPENSATED)
#pragma unroll
    for (unsigned r = 0; r < ITEMS; r++)
      {
        sums.a[r] += a[r];
        sums.b[r] += COMPLEX_OUT ? b[r] : 0;
      }
}

template<typename T, bool COMPENSATED>
__device__ static inline void
clear_sums (Sums<T, COMPENSATED> &sums)
{
  clear (sums.a);
  clear (sums.b);
  if constexpr (COMPENSATED)
    {
      clear (sums.low_a);
      clear (sums.low_b);
    }
}

template<typename T, bool COMPENSATED>
__device__ static inline void
fold_compensation (Sums<T, COMPENSATED> &sums)
{
  if constexpr (COMPENSATED)
#pragma unroll
    for (unsigned r = 0; r < ITEMS; r++)
      {
        sums.a[r] += sums.low_a[r];
        sums.b[r] += sums.low_b[r];
      }
}

/* Loads samples [first, first + n) into @shared with padding. Samples outside the signal are 0. */
template<typename T>
__device__ static inline void
load_samples (const T *x,
              uint64_t count,
              int64_t  first,
              unsigned n,
              T       *shared)
{
  for (unsigned i = threadIdx.x; i < n; i += THREADS)
    shared[i + i / ITEMS] = first + i >= 0 && first + i < (int64_t) count ? x[first + i] : (T) 0;
}

/* Stages @n taps after @lead zeros, zero padded to a multiple of eight. Returns the number staged. */
template<typename Tap>
__device__ static inline unsigned
load_taps (const Tap *row_taps,
           unsigned   lead,
           unsigned   n,
           Tap       *staged)
{
  const unsigned all = (lead + n + ITEMS - 1) / ITEMS * ITEMS;

  for (unsigned i = threadIdx.x; i < all; i += THREADS)
    staged[i] = i >= lead && i < lead + n ? row_taps[i - lead] : Tap {};
  return all;
}

/* Sums the lobes of row first_split + blockIdx.x / tiles into @partial, in split complex: imaginary sums are @partial_stride
 * elements after real ones. */
template<typename T, bool COMPLEX_IN, bool REAL, bool COMPENSATED>
__global__ static void __launch_bounds__ (THREADS)
sum_lobes (OndesCudaDirect direct,
           OndesCudaSignal signal,
           unsigned        tiles,
           T              *partial,
           uint64_t        partial_stride)
{
  typedef typename TapOf<T, !REAL>::type Tap;
  constexpr unsigned SAMPLES = (TILE_OUTPUTS + LOBE_TAPS) / ITEMS * PADDED_ITEMS;
  __shared__ T re[SAMPLES], im[COMPLEX_IN ? SAMPLES : 1];
  __shared__ Tap taps[STAGED_TAPS];
  const OndesCudaRow row = direct.rows[direct.first_split + blockIdx.x / tiles];
  const uint64_t t0 = (uint64_t) (blockIdx.x % tiles) * TILE_OUTPUTS, length = 2 * row.half + 1;
  const uint64_t pairs = length / (2 * LOBE_TAPS);
  const Tap *row_taps = (const Tap *) direct.taps + row.start;
  Sums<T, COMPENSATED> sums;

  clear_sums (sums);
  for (uint64_t i = 0; i < 2 * pairs; i++)
    {
      const uint64_t first = i % 2 == 0 ? i / 2 * LOBE_TAPS : length - (i / 2 + 1) * LOBE_TAPS;
      const int64_t at = (int64_t) (signal.halo + t0 + first) - (int64_t) row.half;

      __syncthreads ();
      load_samples ((const T *) signal.x, signal.count, at, TILE_OUTPUTS + LOBE_TAPS, re);
      if (COMPLEX_IN)
        load_samples ((const T *) signal.x + signal.stride, signal.count, at, TILE_OUTPUTS + LOBE_TAPS, im);
      load_taps (row_taps + first, 0, LOBE_TAPS, taps);
      __syncthreads ();
      convolve<T, COMPLEX_IN, REAL, COMPENSATED> (re + threadIdx.x * PADDED_ITEMS, im + threadIdx.x * PADDED_ITEMS, taps,
                                                  LOBE_TAPS, sums);
    }
  fold_compensation (sums);
  partial += (uint64_t) (blockIdx.x / tiles) * 2 * partial_stride + t0 + threadIdx.x * ITEMS;
#pragma unroll
  for (unsigned r = 0; r < ITEMS; r++)
    {
      partial[r] = sums.a[r];
      if (COMPLEX_IN || !REAL)
        partial[partial_stride + r] = sums.b[r];
    }
}

/* Transposes a warp's outputs from eight neighbours per thread to neighbours in neighbouring lanes, for coalesced stores. */
template<typename T>
__device__ static inline void
transpose (T *scratch,
           T  (&values)[ITEMS])
{
  const unsigned lane = threadIdx.x % 32;

  __syncwarp ();
#pragma unroll
  for (unsigned r = 0; r < ITEMS; r++)
    scratch[lane * PADDED_ITEMS + r] = values[r];
  __syncwarp ();
#pragma unroll
  for (unsigned r = 0; r < ITEMS; r++)
    values[r] = scratch[(lane + 32 * r) / ITEMS * PADDED_ITEMS + lane % ITEMS];
}

/* Convolves every @slices-th range of taps for one tile of outputs. */
template<typename T, bool COMPLEX_IN, bool REAL, bool COMPENSATED>
__global__ static void __launch_bounds__ (THREADS)
sum_ranges (OndesCudaDirect direct,
            OndesCudaSignal signal,
            OndesCudaOutput output,
            uint64_t        n,
            unsigned        tiles,
            unsigned        slices,
            const T        *partial,
            uint64_t        partial_stride)
{
  typedef typename TapOf<T, !REAL>::type Tap;
  constexpr bool COMPLEX_OUT = COMPLEX_IN || !REAL;
  constexpr size_t TAP_BYTES = STAGED_TAPS * sizeof (Tap), TRANSPOSE_BYTES = WARPS * TRANSPOSE_SIZE * sizeof (T);
  __shared__ T re[2 * TILE_OUTPUTS / ITEMS * PADDED_ITEMS], im[COMPLEX_IN ? 2 * TILE_OUTPUTS / ITEMS * PADDED_ITEMS : 1];
  __shared__ __align__ (16) char stage[TAP_BYTES > TRANSPOSE_BYTES ? TAP_BYTES : TRANSPOSE_BYTES];
  Tap *taps = (Tap *) stage;
  T *scratch = (T *) stage + threadIdx.x / 32 * TRANSPOSE_SIZE;
  const uint64_t t0 = (uint64_t) (blockIdx.x % tiles) * TILE_OUTPUTS;
  const int64_t at = (int64_t) (signal.halo + t0) - LOBE_TAPS;

  load_samples ((const T *) signal.x, signal.count, at, 2 * TILE_OUTPUTS, re);
  if (COMPLEX_IN)
    load_samples ((const T *) signal.x + signal.stride, signal.count, at, 2 * TILE_OUTPUTS, im);
  /* longest first, so that the last ones to finish are short */
  for (unsigned p = direct.n_rows - 1 - blockIdx.x / tiles; p < direct.n_rows; p -= slices)
    {
      const OndesCudaTapRange range = direct.ranges[p];
      const Tap *row_taps = (const Tap *) direct.taps + direct.rows[range.row].start + range.first;
      Sums<T, COMPENSATED> sums;

      clear_sums (sums);
      for (unsigned first = 0; first < range.count; first += LOBE_TAPS)
        {
          const unsigned from = LOBE_TAPS - range.count / 2 + first, lead = from % ITEMS;
          unsigned staged;

          __syncthreads ();
          staged = load_taps (row_taps + first, lead, min (LOBE_TAPS, range.count - first), taps);
          __syncthreads ();
          convolve<T, COMPLEX_IN, REAL, COMPENSATED> (re + (threadIdx.x + from / ITEMS) * PADDED_ITEMS,
                                                      im + (COMPLEX_IN ? (threadIdx.x + from / ITEMS) * PADDED_ITEMS : 0), taps,
                                                      staged, sums);
        }
      fold_compensation (sums);
      __syncthreads (); /* scratch and taps share memory */
      transpose (scratch, sums.a);
      if (COMPLEX_OUT)
        transpose (scratch, sums.b);

      const DcCorrection<T> dc = dc_correction<T> (signal.scaling, ((const double2 *) direct.tap_sums)[range.row]);
      const uint64_t place = direct.places != nullptr ? direct.places[range.row] : range.row;
      T *out = (T *) output.data + place * output.stride * (COMPLEX_OUT && output.quantity == ONDES_CUDA_COEFFICIENTS ? 2 : 1);
      const T *lobes = range.row < direct.first_split
                         ? nullptr : partial + (uint64_t) (range.row - direct.first_split) * 2 * partial_stride;

#pragma unroll
      for (unsigned r = 0; r < ITEMS; r++)
        {
          const uint64_t t = t0 + (threadIdx.x / 32) * (32 * ITEMS) + 32 * r + threadIdx.x % 32;

          if (t >= n)
            break;
          if (lobes != nullptr)
            {
              sums.a[r] += lobes[t];
              sums.b[r] += COMPLEX_OUT ? lobes[partial_stride + t] : 0;
            }
          store_value (out, t, output.quantity, COMPLEX_OUT, dc, sums.a[r], sums.b[r]);
        }
    }
}

template<typename T, bool COMPLEX_IN, bool REAL, bool COMPENSATED>
static OndesCudaStatus
run (OndesCuda             *self,
     const OndesCudaDirect *direct,
     const OndesCudaSignal *signal,
     uint64_t               n,
     const OndesCudaOutput *output)
{
  const unsigned tiles = (unsigned) blocks_for (n, TILE_OUTPUTS), n_split = direct->n_rows - direct->first_split;
  const uint64_t stride = (uint64_t) tiles * TILE_OUTPUTS;
  const uint64_t wanted = blocks_for (BLOCKS_PER_PROCESSOR * self->limits.processors, tiles);
  const unsigned slices = (unsigned) (wanted < direct->n_rows ? wanted : direct->n_rows);
  void *partial = nullptr;
  OndesCudaStatus status;

  if (n_split > 0)
    {
      status = ondes_cuda_buffer (self, ONDES_CUDA_PARTIAL, 2 * n_split * stride * sizeof (T), &partial);
      if (status != ONDES_CUDA_OK)
        return status;
      sum_lobes<T, COMPLEX_IN, REAL, COMPENSATED>
        <<<n_split * tiles, THREADS, 0, self->compute>>> (*direct, *signal, tiles, (T *) partial, stride);
    }
  sum_ranges<T, COMPLEX_IN, REAL, COMPENSATED>
    <<<tiles * slices, THREADS, 0, self->compute>>> (*direct, *signal, *output, n, tiles, slices, (const T *) partial, stride);
  ONDES_CUDA_LAUNCHED ("direct convolution failed");
  return ONDES_CUDA_OK;
}

static int
by_count (const void *a,
          const void *b)
{
  const OndesCudaTapRange *p = (const OndesCudaTapRange *) a, *q = (const OndesCudaTapRange *) b;

  return p->count != q->count ? (p->count < q->count ? -1 : 1) : p->row < q->row ? -1 : p->row > q->row;
}

extern "C" void
ondes_cuda_tap_ranges (const OndesCudaRow *rows,
                       unsigned            n_rows,
                       OndesCudaTapRange  *ranges)
{
  for (unsigned i = 0; i < n_rows; i++)
    {
      const uint64_t length = 2 * rows[i].half + 1, lobes = length <= ONDES_CUDA_UNSPLIT_TAPS ? 0 : length / (2 * LOBE_TAPS);

      ranges[i] = { i, (uint32_t) (length - lobes * 2 * LOBE_TAPS), lobes * LOBE_TAPS };
    }
  qsort (ranges, n_rows, sizeof *ranges, by_count);
}

extern "C" OndesCudaStatus
ondes_cuda_direct (OndesCuda             *self,
                   const OndesCudaDirect *direct,
                   const OndesCudaSignal *signal,
                   uint64_t               n,
                   const OndesCudaOutput *output)
{
  typedef OndesCudaStatus (*Run) (OndesCuda *, const OndesCudaDirect *, const OndesCudaSignal *, uint64_t,
                                  const OndesCudaOutput *);
  /* indexed by precision (double, single, single2), complex samples, real wavelet */
  static const Run runs[3][2][2] = {
    { { run<double, false, false, false>, run<double, false, true, false> },
      { run<double, true, false, false>, run<double, true, true, false> } },
    { { run<float, false, false, false>, run<float, false, true, false> },
      { run<float, true, false, false>, run<float, true, true, false> } },
    { { run<float, false, false, true>, run<float, false, true, true> },
      { run<float, true, false, true>, run<float, true, true, true> } },
  };

  const Run run = runs[!signal->single ? 0 : direct->compensated ? 2 : 1][signal->complex_in != 0][direct->real != 0];

  return run (self, direct, signal, n, output);
}
