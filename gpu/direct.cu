/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows by their masks, split as in Jerome and Yan 2021, III-B to D: small masks and the centres of large ones in one launch, in
 * order of length, each input tile loaded once; the 512-tap lobes of large masks, shifted convolutions, in another, all lobes
 * of all masks (their right lobe was a sample off; here left lobe j begins at tap −h + 512 j and right lobe j ends at h − 512 j).
 *
 * A thread makes eight outputs side by side from a window of sixteen samples in registers, so that eight taps cost eight loads
 * of samples, four of taps (wide, the same for all threads) and 128 FMAs. Samples lie in shared memory with one in nine left
 * empty, which parts the threads' windows over the banks. Lobes are added from the outermost to the innermost, the small to the
 * large, and the centre last. Compensated sums (single2) gather 32 taps at a time and keep what an addition loses.
 * Floor: two FMAs a tap and output of complex masks on real samples, for 200 scales 1 … 200 of 102,400 samples 66 G FMAs: 2.1 ms
 * in single precision at 63.7 TFLOP/s, 4.0 ms in double at 33.3.
 */
#include "output.cuh"

#include <cstdlib>

static const unsigned THREADS = 128, EACH = 8, TILE = THREADS * EACH, LOBE = ONDES_CUDA_LOBE;
static const unsigned WARPS = THREADS / 32;
static const unsigned PADDED_EACH = EACH + 1;
static const unsigned TURN = 32 * PADDED_EACH; /* outputs of a warp on their way from threads to order */
static const unsigned STAGED = LOBE + 2 * EACH; /* taps: some zeros before and behind */
static const unsigned RUN = 32; /* taps of a compensated sum that are added plainly */
static const unsigned BLOCKS_WANTED = 8; /* a multiprocessor */

static_assert (TILE == 2 * LOBE, "a tile of samples is the outputs and half a small mask on each side");
static_assert (LOBE % EACH == 0 && RUN % EACH == 0, "taps come by eights");
static_assert (ONDES_CUDA_SMALL == 2 * LOBE, "a centre and its lobes");

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

/* Sums of a thread's outputs, a + i b. */
template<typename T, bool COMPENSATED>
struct Sums
{
  T a[EACH], b[EACH], low_a[COMPENSATED ? EACH : 1], low_b[COMPENSATED ? EACH : 1];
};

template<typename T>
__device__ static inline void
clear (T (&sums)[EACH])
{
#pragma unroll
  for (unsigned r = 0; r < EACH; r++)
    sums[r] = 0;
}

/* high + low += part (Knuth's sum of two). */
template<typename T>
__device__ static inline void
add_two (T (&high)[EACH],
         T (&low)[EACH],
         T (&part)[EACH])
{
#pragma unroll
  for (unsigned r = 0; r < EACH; r++)
    {
      const T sum = high[r] + part[r], other = sum - high[r];

      low[r] += (high[r] - (sum - other)) + (part[r] - other);
      high[r] = sum;
      part[r] = 0;
    }
}

template<typename T>
__device__ static inline void
load_eight (const T *x,
            T       *window)
{
#pragma unroll
  for (unsigned j = 0; j < EACH; j++)
    window[j] = x[j];
}

/* Adds @taps (a multiple of eight, staged) on the samples from @x on, which is the thread's own first one. */
template<typename T, bool COMPLEX_IN, bool REAL, bool COMPENSATED>
__device__ static inline void
convolve (const T                             *x,
          const T                             *x_im,
          const typename TapOf<T, !REAL>::type *taps,
          unsigned                             n,
          Sums<T, COMPENSATED>                &sums)
{
  constexpr bool COMPLEX_OUT = COMPLEX_IN || !REAL;
  T a[EACH], b[EACH], re[2 * EACH], im[2 * EACH];

  clear (a);
  clear (b);
  load_eight (x, re);
  if (COMPLEX_IN)
    load_eight (x_im, im);
  for (unsigned k = 0; k < n; k += EACH)
    {
      x += PADDED_EACH;
      load_eight (x, re + EACH);
      if (COMPLEX_IN)
        {
          x_im += PADDED_EACH;
          load_eight (x_im, im + EACH);
        }
#pragma unroll
      for (unsigned j = 0; j < EACH; j++)
        {
          const typename TapOf<T, !REAL>::type tap = taps[k + j];

#pragma unroll
          for (unsigned r = 0; r < EACH; r++)
            if constexpr (REAL)
              {
                a[r] += re[r + j] * tap;
                if (COMPLEX_IN)
                  b[r] += im[r + j] * tap;
              }
            else
              {
                a[r] += re[r + j] * tap.x;
                b[r] += re[r + j] * tap.y;
                if (COMPLEX_IN)
                  {
                    a[r] -= im[r + j] * tap.y;
                    b[r] += im[r + j] * tap.x;
                  }
              }
        }
#pragma unroll
      for (unsigned j = 0; j < EACH; j++)
        {
          re[j] = re[EACH + j];
          im[j] = COMPLEX_IN ? im[EACH + j] : 0;
        }
      if constexpr (COMPENSATED)
        if (k % RUN == RUN - EACH || k + EACH >= n)
          {
            add_two (sums.a, sums.low_a, a);
            if (COMPLEX_OUT)
              add_two (sums.b, sums.low_b, b);
          }
    }
  if constexpr (!COMPENSATED)
#pragma unroll
    for (unsigned r = 0; r < EACH; r++)
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
close_sums (Sums<T, COMPENSATED> &sums)
{
  if constexpr (COMPENSATED)
#pragma unroll
    for (unsigned r = 0; r < EACH; r++)
      {
        sums.a[r] += sums.low_a[r];
        sums.b[r] += sums.low_b[r];
      }
}

/* Samples [first, first + n) into @shared, zeros where there are none. */
template<typename T>
__device__ static inline void
load_samples (const T *x,
              uint64_t count,
              int64_t  first,
              unsigned n,
              T       *shared)
{
  for (unsigned i = threadIdx.x; i < n; i += THREADS)
    shared[i + i / EACH] = first + i >= 0 && first + i < (int64_t) count ? x[first + i] : (T) 0;
}

/* @n taps with @lead zeros before and as many behind as fill an eight; returns how many there are then. */
template<typename Tap>
__device__ static inline unsigned
load_taps (const Tap *mask,
           unsigned   lead,
           unsigned   n,
           Tap       *staged)
{
  const unsigned all = (lead + n + EACH - 1) / EACH * EACH;

  for (unsigned i = threadIdx.x; i < all; i += THREADS)
    staged[i] = i >= lead && i < lead + n ? mask[i - lead] : Tap {};
  return all;
}

/* The lobes of row @first_large + blockIdx.x / tiles, summed into @partial: a, and @partial_stride behind it b. */
template<typename T, bool COMPLEX_IN, bool REAL, bool COMPENSATED>
__global__ static void __launch_bounds__ (THREADS)
add_lobes (OndesCudaDirect direct,
           OndesCudaSignal signal,
           unsigned        tiles,
           T              *partial,
           uint64_t        partial_stride)
{
  typedef typename TapOf<T, !REAL>::type Tap;
  __shared__ T re[(TILE + LOBE) / EACH * PADDED_EACH], im[COMPLEX_IN ? (TILE + LOBE) / EACH * PADDED_EACH : 1];
  __shared__ Tap taps[STAGED];
  const OndesCudaRow row = direct.rows[direct.first_large + blockIdx.x / tiles];
  const uint64_t t0 = (uint64_t) (blockIdx.x % tiles) * TILE, length = 2 * row.half + 1, pairs = length / (2 * LOBE);
  const Tap *mask = (const Tap *) direct.masks + row.start;
  Sums<T, COMPENSATED> sums;

  clear_sums (sums);
  for (uint64_t i = 0; i < 2 * pairs; i++)
    {
      const uint64_t first = i % 2 == 0 ? i / 2 * LOBE : length - (i / 2 + 1) * LOBE;
      const int64_t at = (int64_t) (signal.halo + t0 + first) - (int64_t) row.half;

      __syncthreads ();
      load_samples ((const T *) signal.x, signal.count, at, TILE + LOBE, re);
      if (COMPLEX_IN)
        load_samples ((const T *) signal.x + signal.stride, signal.count, at, TILE + LOBE, im);
      load_taps (mask + first, 0, LOBE, taps);
      __syncthreads ();
      convolve<T, COMPLEX_IN, REAL, COMPENSATED> (re + threadIdx.x * PADDED_EACH, im + threadIdx.x * PADDED_EACH, taps, LOBE, sums);
    }
  close_sums (sums);
  partial += (uint64_t) (blockIdx.x / tiles) * 2 * partial_stride + t0 + threadIdx.x * EACH;
#pragma unroll
  for (unsigned r = 0; r < EACH; r++)
    {
      partial[r] = sums.a[r];
      if (COMPLEX_IN || !REAL)
        partial[partial_stride + r] = sums.b[r];
    }
}

/* A warp's outputs, eight a thread side by side, handed round so that its threads hold neighbours. */
template<typename T>
__device__ static inline void
turn (T  *scratch,
      T (&values)[EACH])
{
  const unsigned lane = threadIdx.x % 32;

  __syncwarp ();
#pragma unroll
  for (unsigned r = 0; r < EACH; r++)
    scratch[lane * PADDED_EACH + r] = values[r];
  __syncwarp ();
#pragma unroll
  for (unsigned r = 0; r < EACH; r++)
    values[r] = scratch[(lane + 32 * r) / EACH * PADDED_EACH + lane % EACH];
}

/* Every slice of the parts over every tile of outputs. */
template<typename T, bool COMPLEX_IN, bool REAL, bool COMPENSATED>
__global__ static void __launch_bounds__ (THREADS)
add_parts (OndesCudaDirect direct,
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
  constexpr size_t TAP_BYTES = STAGED * sizeof (Tap), TURN_BYTES = WARPS * TURN * sizeof (T);
  __shared__ T re[2 * TILE / EACH * PADDED_EACH], im[COMPLEX_IN ? 2 * TILE / EACH * PADDED_EACH : 1];
  __shared__ __align__ (16) char stage[TAP_BYTES > TURN_BYTES ? TAP_BYTES : TURN_BYTES];
  Tap *taps = (Tap *) stage;
  T *scratch = (T *) stage + threadIdx.x / 32 * TURN;
  const uint64_t t0 = (uint64_t) (blockIdx.x % tiles) * TILE;
  const int64_t at = (int64_t) (signal.halo + t0) - LOBE;

  load_samples ((const T *) signal.x, signal.count, at, 2 * TILE, re);
  if (COMPLEX_IN)
    load_samples ((const T *) signal.x + signal.stride, signal.count, at, 2 * TILE, im);
  /* the longest first: what is left at the end is short */
  for (unsigned p = direct.n_rows - 1 - blockIdx.x / tiles; p < direct.n_rows; p -= slices)
    {
      const OndesCudaPart part = direct.parts[p];
      const Tap *mask = (const Tap *) direct.masks + direct.rows[part.row].start + part.first;
      Sums<T, COMPENSATED> sums;

      clear_sums (sums);
      for (unsigned first = 0; first < part.count; first += LOBE)
        {
          const unsigned from = LOBE - part.count / 2 + first, lead = from % EACH;
          unsigned staged;

          __syncthreads ();
          staged = load_taps (mask + first, lead, min (LOBE, part.count - first), taps);
          __syncthreads ();
          convolve<T, COMPLEX_IN, REAL, COMPENSATED> (re + (threadIdx.x + from / EACH) * PADDED_EACH,
                                                      im + (COMPLEX_IN ? (threadIdx.x + from / EACH) * PADDED_EACH : 0), taps,
                                                      staged, sums);
        }
      close_sums (sums);
      __syncthreads (); /* the taps make room */
      turn (scratch, sums.a);
      if (COMPLEX_OUT)
        turn (scratch, sums.b);

      const Owed<T> owe = owed<T> (signal.level, ((const double2 *) direct.sums)[part.row]);
      T *out = (T *) output.data
               + part.row * output.stride * (COMPLEX_OUT && output.quantity == ONDES_CUDA_COEFFICIENTS ? 2 : 1);
      const T *lobes = part.row < direct.first_large
                         ? nullptr
                         : partial + (uint64_t) (part.row - direct.first_large) * 2 * partial_stride;

#pragma unroll
      for (unsigned r = 0; r < EACH; r++)
        {
          const uint64_t t = t0 + (threadIdx.x / 32) * (32 * EACH) + 32 * r + threadIdx.x % 32;

          if (t >= n)
            break;
          if (lobes != nullptr)
            {
              sums.a[r] += lobes[t];
              sums.b[r] += COMPLEX_OUT ? lobes[partial_stride + t] : 0;
            }
          put_value (out, t, output.quantity, COMPLEX_OUT, owe, sums.a[r], sums.b[r]);
        }
    }
}

template<typename T, bool COMPLEX_IN, bool REAL, bool COMPENSATED>
static OndesCudaStatus
run (OndesCuda             *self,
     const OndesCudaDirect *direct,
     const OndesCudaSignal *signal,
     uint64_t               n,
     const OndesCudaOutput *output,
     char                   why[ONDES_CUDA_WHY])
{
  const unsigned tiles = (unsigned) blocks_for (n, TILE), n_large = direct->n_rows - direct->first_large;
  const uint64_t stride = (uint64_t) tiles * TILE;
  const uint64_t wanted = blocks_for (BLOCKS_WANTED * self->limits.processors, tiles);
  const unsigned slices = (unsigned) (wanted < direct->n_rows ? wanted : direct->n_rows);
  void *partial = nullptr;
  OndesCudaStatus status;

  if (n_large > 0)
    {
      status = ondes_cuda_buffer (self, ONDES_CUDA_PARTIAL, 2 * n_large * stride * sizeof (T), &partial, why);
      if (status != ONDES_CUDA_OK)
        return status;
      add_lobes<T, COMPLEX_IN, REAL, COMPENSATED>
        <<<n_large * tiles, THREADS, 0, self->compute>>> (*direct, *signal, tiles, (T *) partial, stride);
    }
  add_parts<T, COMPLEX_IN, REAL, COMPENSATED>
    <<<tiles * slices, THREADS, 0, self->compute>>> (*direct, *signal, *output, n, tiles, slices, (const T *) partial, stride);
  ONDES_CUDA_LAUNCHED ("the direct sums do not start");
  return ONDES_CUDA_OK;
}

static int
by_count (const void *a,
          const void *b)
{
  const OndesCudaPart *p = (const OndesCudaPart *) a, *q = (const OndesCudaPart *) b;

  return p->count != q->count ? (p->count < q->count ? -1 : 1) : p->row < q->row ? -1 : p->row > q->row;
}

extern "C" void
ondes_cuda_parts (const OndesCudaRow *rows,
                  unsigned            n_rows,
                  OndesCudaPart      *parts)
{
  for (unsigned i = 0; i < n_rows; i++)
    {
      const uint64_t length = 2 * rows[i].half + 1, lobes = length <= ONDES_CUDA_SMALL ? 0 : length / (2 * LOBE);

      parts[i] = { i, (uint32_t) (length - lobes * 2 * LOBE), lobes * LOBE };
    }
  qsort (parts, n_rows, sizeof *parts, by_count);
}

extern "C" OndesCudaStatus
ondes_cuda_direct (OndesCuda             *self,
                   const OndesCudaDirect *direct,
                   const OndesCudaSignal *signal,
                   uint64_t               n,
                   const OndesCudaOutput *output,
                   char                   why[ONDES_CUDA_WHY])
{
  typedef OndesCudaStatus (*Run) (OndesCuda *, const OndesCudaDirect *, const OndesCudaSignal *, uint64_t, const OndesCudaOutput *,
                                  char *);
  /* by precision (double, single, single2), complex samples, real masks */
  static const Run runs[3][2][2] = {
    { { run<double, false, false, false>, run<double, false, true, false> },
      { run<double, true, false, false>, run<double, true, true, false> } },
    { { run<float, false, false, false>, run<float, false, true, false> },
      { run<float, true, false, false>, run<float, true, true, false> } },
    { { run<float, false, false, true>, run<float, false, true, true> },
      { run<float, true, false, true>, run<float, true, true, true> } },
  };

  return runs[!signal->single ? 0 : direct->compensated ? 2 : 1][signal->complex_in != 0][direct->real != 0] (self, direct, signal,
                                                                                                               n, output, why);
}
