/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walshgrams: Walsh transforms of a sliding window, pooled to columns without storing the coefficients.
 *
 * Method: a thread holds up to 32 values of a window, lane l of a warp the samples 32 i + l, so that loads are whole lines, and
 * windows that overlap find theirs in the L1 cache. The five lowest levels are shuffles between lanes, the next ones are between
 * registers, and those above 1024 samples between the warps of a thread block through shared memory. Of windows above 8192
 * samples, a thread block computes a half or a quarter of the coefficients: the highest levels are sums and differences of the
 * samples as they are loaded. A task is some frames of one column. Its largest magnitudes stay in registers, and join the
 * column's by atomics on the bits of non-negative floats. A second kernel turns columns into rows of the order.
 *
 * Memory floor: the samples read once, 0.17 ms for an hour at 48 kHz on an H200. Its 2.7 million frames of 256, hop 64, take 5
 * shuffles for each value and 20 other instructions: 40 shuffles a warp and frame are 0.41 ms at one a cycle and processor.
 *
 * Layout: spectra are columns × window, in natural order.
 */
#include "private.cuh"
#include "walshgram-kernels.h"

#include <cstdio>

static const unsigned THREADS = 128;      /* of a thread block whose warps work alone, and of one that turns columns */
static const int      LONGEST_BITS = 13;  /* log2 of the values that a thread block transforms: at most four make a window */
static const unsigned EACH = 32;          /* frames of a task at most, where a column has as many */
static const unsigned TILE = 32;          /* columns and values turned at a time */
static const double   EFFICIENCY = 0.15;  /* of the peak rate of additions: a cautious estimate, for the length of launches */

struct WalshgramArgs
{
  OndesCudaWalshgram walshgram;
  OndesCudaFrames    frames;
  uint64_t           column, first_column, tasks;
  unsigned           per_column, each; /* tasks of a column, frames of a task */
  void              *spectra;
};

__host__ __device__ static inline uint64_t
column_begin (const OndesCudaWalshgram &w,
              uint64_t                  c)
{
  return c * (w.frames / w.columns) + c * (w.frames % w.columns) / w.columns;
}

__device__ static inline float
magnitude (float x)
{
  return fabsf (x);
}

__device__ static inline double
magnitude (double x)
{
  return fabs (x);
}

/* Adds to @x the samples at @from times @sign and the weights at @taper, which may be NULL. */
template<typename T, int VALUES, typename In>
__device__ static inline void
add_samples (T         *x,
             const In  *from,
             T          sign,
             const T   *taper,
             unsigned   first,
             unsigned   size)
{
#pragma unroll
  for (int i = 0; i < VALUES; i++)
    {
      const unsigned t = first + (unsigned) i * 32;

      if (VALUES > 1 || t < size)
        {
          const In sample = from[t];
          const T weight = taper != NULL ? sign * taper[t] : sign;

          x[i] += weight * (isfinite (sample) ? (T) sample : (T) 0);
        }
    }
}

/* Loads the window at sample @t, or part @part of the levels above those that a thread block transforms. */
template<typename T, int VALUES>
__device__ static inline void
load_window (const WalshgramArgs &args,
             uint64_t             t,
             T                   *x,
             unsigned             first,
             int                  part_bits,
             unsigned             part)
{
  const OndesCudaWalshgram &w = args.walshgram;

#pragma unroll
  for (int i = 0; i < VALUES; i++)
    x[i] = 0;
#pragma unroll 1
  for (unsigned p = 0; p < 1u << (w.bits - part_bits); p++)
    {
      const unsigned both = p & part; /* two bits, as there are at most four parts */
      const T sign = (both ^ both >> 1) & 1 ? (T) -1 : (T) 1;
      const unsigned at = p << part_bits, size = 1u << part_bits;
      const T *taper = w.taper != NULL ? (const T *) w.taper + at : NULL;

      if (args.frames.type == ONDES_CUDA_F32)
        add_samples<T, VALUES> (x, (const float *) args.frames.x + t + at, sign, taper, first, size);
      else
        add_samples<T, VALUES> (x, (const double *) args.frames.x + t + at, sign, taper, first, size);
    }
}

/* Applies the levels between the lanes; of windows of 16 samples, four. */
template<typename T, int VALUES>
__device__ static inline void
lane_levels (T      *x,
             int     bits,
             unsigned lane)
{
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2)
    {
      const T sign = lane & distance ? (T) -1 : (T) 1;

      if (distance >> bits)
        break;
#pragma unroll
      for (int i = 0; i < VALUES; i++)
        x[i] = __shfl_xor_sync (0xffffffff, x[i], distance) + sign * x[i];
    }
}

/* Applies the levels between @N values. */
template<typename T, int N>
__device__ static inline void
register_levels (T *x)
{
#pragma unroll
  for (int distance = 1; distance < N; distance *= 2)
#pragma unroll
    for (int i = 0; i < N; i++)
      if (!(i & distance))
        {
          const T u = x[i], v = x[i + distance];

          x[i] = u + v;
          x[i + distance] = u - v;
        }
}

/* Applies the levels between the warps. Afterwards value WARPS m + k of warp @warp is value WARPS m + @warp of warp k. */
template<typename T, int VALUES, int WARPS>
__device__ static inline void
warp_levels (T       *x,
             unsigned warp,
             unsigned lane)
{
  /* [buffer][warp that reads][warp that writes]. Two buffers alternate, so that one barrier a step separates writes from reads. */
  __shared__ T values[2][WARPS][WARPS][32];

  static_assert (VALUES / WARPS % 2 == 0, "the next window begins with the buffer that was not read last");

#pragma unroll
  for (int m = 0; m < VALUES / WARPS; m++)
    {
#pragma unroll
      for (int k = 0; k < WARPS; k++)
        values[m % 2][k][warp][lane] = x[m * WARPS + k];
      __syncthreads ();
#pragma unroll
      for (int k = 0; k < WARPS; k++)
        x[m * WARPS + k] = values[m % 2][warp][k][lane];
      register_levels<T, WARPS> (x + m * WARPS);
    }
}

/* Returns the coefficient of the part that value @i is. */
template<int VALUES, int WARPS>
__device__ static inline unsigned
index_of (int      i,
          unsigned warp,
          unsigned lane)
{
  if (WARPS == 1)
    return (unsigned) i * 32 + lane;
  return (unsigned) (i % WARPS) * VALUES * 32 + ((unsigned) (i / WARPS * WARPS) + warp) * 32 + lane;
}

/* Finds the frames [@from, @to) of part @part of a column; none if it has fewer. */
__device__ static inline void
find_frames (const WalshgramArgs &args,
             uint64_t             column,
             uint64_t             part,
             uint64_t            *from,
             uint64_t            *to)
{
  const uint64_t begin = column_begin (args.walshgram, column), end = column_begin (args.walshgram, column + 1);
  const uint64_t low = begin > args.frames.first ? begin : args.frames.first;
  const uint64_t high = end < args.frames.first + args.frames.count ? end : args.frames.first + args.frames.count;

  *from = low + part * args.each;
  *to = *from + args.each < high ? *from + args.each : high;
}

/* A warp's task if WARPS is 1, otherwise a thread block's, of one part of the coefficients. */
template<typename T, int VALUES, int WARPS>
__global__ static void __launch_bounds__ (WARPS == 1 ? THREADS : WARPS * 32)
transform_frames (WalshgramArgs args)
{
  const OndesCudaWalshgram &w = args.walshgram;
  const unsigned lane = threadIdx.x % 32, warp = WARPS == 1 ? 0 : threadIdx.x / 32;
  const uint64_t task = WARPS == 1 ? blockIdx.x * (uint64_t) (THREADS / 32) + threadIdx.x / 32 : blockIdx.x;
  const int part_bits = w.bits < LONGEST_BITS ? w.bits : LONGEST_BITS;
  const unsigned size = 1u << part_bits, part = blockIdx.y;
  const uint64_t column = args.first_column + task / args.per_column;
  T x[VALUES], most[VALUES];
  uint64_t from, to, at;

  if (task >= args.tasks)
    return;
  find_frames (args, column, task % args.per_column, &from, &to);
#pragma unroll
  for (int i = 0; i < VALUES; i++)
    most[i] = 0;
  for (uint64_t f = from; f < to; f++)
    {
      load_window<T, VALUES> (args, (f - args.frames.first) * w.hop, x, warp * VALUES * 32 + lane, part_bits, part);
      lane_levels<T, VALUES> (x, w.bits, lane);
      register_levels<T, VALUES> (x);
      if constexpr (WARPS > 1)
        warp_levels<T, VALUES, WARPS> (x, warp, lane);
#pragma unroll
      for (int i = 0; i < VALUES; i++)
        {
          const T value = w.pooled ? magnitude (x[i]) : x[i];

          most[i] = !w.pooled || value > most[i] ? value : most[i];
        }
    }
  at = ((column - args.column) << w.bits) + (uint64_t) part * size;
#pragma unroll
  for (int i = 0; i < VALUES; i++)
    {
      const unsigned k = index_of<VALUES, WARPS> (i, warp, lane);

      if (k >= size || from >= to)
        continue;
      if (!w.pooled)
        ((T *) args.spectra)[at + k] = most[i];
      else
        atomicMax ((unsigned *) args.spectra + at + k, __float_as_uint ((float) most[i]));
    }
}

/* Returns the row of natural index @i. */
__device__ static inline unsigned
row_of (const OndesCudaWalshgram &w,
        unsigned                  i)
{
  unsigned row = __brev (i) >> (32 - w.bits);

  if (w.order == ONDES_CUDA_NATURAL)
    return i;
  for (int shift = 1; w.order == ONDES_CUDA_SEQUENCY && shift < w.bits; shift *= 2) /* undoes the Gray code */
    row ^= row >> shift;
  return row;
}

/* Turns tiles of columns × values. */
template<typename T>
__global__ static void __launch_bounds__ (THREADS)
turn_columns (OndesCudaWalshgram w,
              const T           *spectra,
              uint64_t           columns,
              T                 *out)
{
  __shared__ T tile[TILE][TILE + 1];
  const unsigned x = threadIdx.x % TILE, first = blockIdx.y * TILE;
  const uint64_t column = blockIdx.x * (uint64_t) TILE;

  for (unsigned y = threadIdx.x / TILE; y < TILE; y += THREADS / TILE)
    if (column + y < columns && first + x < 1u << w.bits)
      tile[y][x] = spectra[((column + y) << w.bits) + first + x];
  __syncthreads ();
  for (unsigned y = threadIdx.x / TILE; y < TILE; y += THREADS / TILE)
    if (column + x < columns && first + y < 1u << w.bits)
      out[row_of (w, first + y) * columns + column + x] = tile[x][y];
}

template<typename T, int VALUES, int WARPS>
static void
launch_values (const OndesCuda     *self,
               const WalshgramArgs &args,
               unsigned             parts)
{
  const uint64_t blocks = WARPS == 1 ? blocks_for (args.tasks, THREADS / 32) : args.tasks;
  const dim3 grid ((unsigned) blocks, parts);

  transform_frames<T, VALUES, WARPS><<<grid, WARPS == 1 ? THREADS : WARPS * 32, 0, self->compute>>> (args);
}

template<typename T>
static void
launch_of (const OndesCuda     *self,
           const WalshgramArgs &args)
{
  switch (args.walshgram.bits)
    {
    case 4:
    case 5:
      return launch_values<T, 1, 1> (self, args, 1);
    case 6:
      return launch_values<T, 2, 1> (self, args, 1);
    case 7:
      return launch_values<T, 4, 1> (self, args, 1);
    case 8:
      return launch_values<T, 8, 1> (self, args, 1);
    case 9:
      return launch_values<T, 16, 1> (self, args, 1);
    case 10:
      return launch_values<T, 32, 1> (self, args, 1);
    case 11:
      return launch_values<T, 32, 2> (self, args, 1);
    case 12:
      return launch_values<T, 32, 4> (self, args, 1);
    default:
      return launch_values<T, 32, 8> (self, args, 1u << (args.walshgram.bits - LONGEST_BITS));
    }
}

/* Returns the column of the view's frame @f. */
static uint64_t
column_of (const OndesCudaWalshgram &w,
           uint64_t                  f)
{
  uint64_t low = 0, high = w.columns;

  while (high - low > 1)
    {
      const uint64_t middle = low + (high - low) / 2;

      if (column_begin (w, middle) <= f)
        low = middle;
      else
        high = middle;
    }
  return low;
}

extern "C" OndesCudaStatus
ondes_cuda_walshgram (OndesCuda                *self,
                      const OndesCudaWalshgram *walshgram,
                      const OndesCudaFrames    *frames,
                      uint64_t                  column,
                      void                     *spectra)
{
  const uint64_t most = walshgram->frames / walshgram->columns + 1; /* frames of a column */
  const uint64_t first = column_of (*walshgram, frames->first), last = column_of (*walshgram, frames->first + frames->count - 1);
  WalshgramArgs args = { *walshgram, *frames, column, first, 0, 1, 1, spectra };

  args.each = most < EACH ? (unsigned) most : EACH;
  if (walshgram->pooled)
    args.per_column = (unsigned) blocks_for (most < frames->count ? most : frames->count, args.each);
  args.tasks = (last - first + 1) * args.per_column;
  if (args.tasks > 0x7fffffff)
    return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "there are too many frames for one launch");
  if (walshgram->is_double)
    launch_of<double> (self, args);
  else
    launch_of<float> (self, args);
  ONDES_CUDA_LAUNCHED ("the Walsh transform of windows failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_walshgram_turn (OndesCuda                *self,
                           const OndesCudaWalshgram *walshgram,
                           const void               *spectra,
                           uint64_t                  columns,
                           void                     *out)
{
  const dim3 grid ((unsigned) blocks_for (columns, TILE), (unsigned) blocks_for (1u << walshgram->bits, TILE));

  if (walshgram->is_double && !walshgram->pooled)
    turn_columns<double><<<grid, THREADS, 0, self->compute>>> (*walshgram, (const double *) spectra, columns, (double *) out);
  else
    turn_columns<float><<<grid, THREADS, 0, self->compute>>> (*walshgram, (const float *) spectra, columns, (float *) out);
  ONDES_CUDA_LAUNCHED ("turning columns into rows failed");
  return ONDES_CUDA_OK;
}

extern "C" double
ondes_cuda_walshgram_seconds (const OndesCuda          *self,
                              const OndesCudaWalshgram *walshgram,
                              uint64_t                  frames)
{
  const double rate = EFFICIENCY * (walshgram->is_double ? self->limits.fp64_flops : self->limits.fp32_flops);

  return (double) frames * (double) (1u << walshgram->bits) * (2 * walshgram->bits + 6) / rate;
}
