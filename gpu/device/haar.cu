/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Haar transform, plain or orthonormal, and its inverse.
 *
 * Method: a thread block does 12 levels of a tile of 4096 values. Each thread loads four quads of neighbours and does two
 * levels of each quad in registers; the quads' sums, passed through shared memory, are the input of the next two levels: 4096,
 * 1024, 256, 64, 16, 4, 1. The next launch continues with the sums of all tiles.
 *
 * Memory floor: a copy, and 1/4096 of one for the next launch.
 *
 * Layout: in sequency order the differences of a level are contiguous; in natural order each replaces its pair's second value.
 */
#include "haar.cuh"
#include "spectral-private.cuh"

static const int TILE_BITS = 12, THREADS = 256, STAGES = 6;

static_assert (1 << TILE_BITS == THREADS * 16, "a thread has four quads");
static_assert (TILE_BITS == 2 * STAGES, "a stage does two levels");

template <typename T> struct alignas (16) Quad
{
  T at[4];
};

template <typename T> struct alignas (2 * sizeof (T)) Pair
{
  T at[2];
};

/* Shape of the data: rows of 2^bits values, n values in all. */
struct HaarRows
{
  int            bits;
  uint64_t       n;
  OndesCudaOrder order;

  /* Returns the position of the difference of pair @p at @level, 1 for neighbouring values. @p is numbered across all rows. */
  __device__ __forceinline__ uint64_t
  difference (int      level,
              uint64_t p) const
  {
    const int rest = bits - level;

    if (order == ONDES_CUDA_NATURAL)
      return (2 * p + 1) << (level - 1);
    return (p >> rest << bits) + (1ull << rest) + (p & ((1ull << rest) - 1));
  }
};

/* Returns the number of levels that a launch does after @done earlier ones. */
static __device__ __forceinline__ int
levels_of (const HaarRows &rows,
           int             done)
{
  return rows.bits - done < TILE_BITS ? rows.bits - done : TILE_BITS;
}

/* Stores the differences @d of level + 1 and @c of level + 2 of quad @q. */
template <typename T> static __device__ __forceinline__ void
store_quad (T              *out,
            const HaarRows &rows,
            int             level,
            uint64_t        q,
            T               sum,
            T               c,
            const Pair<T>  &d)
{
  if (rows.order == ONDES_CUDA_SEQUENCY)
    {
      *(Pair<T> *) (out + rows.difference (level + 1, 2 * q)) = d;
      out[rows.difference (level + 2, q)] = c;
    }
  else if (level == 0)
    {
      const Quad<T> whole = { sum, d.at[0], c, d.at[1] }; /* the first element is overwritten once the final sum is known */

      ((Quad<T> *) out)[q] = whole;
    }
  else
    {
      out[rows.difference (level + 1, 2 * q)] = d.at[0];
      out[rows.difference (level + 1, 2 * q + 1)] = d.at[1];
      out[rows.difference (level + 2, q)] = c;
    }
}

/* Transforms tile @block of @in, the sums left after @done levels. Stores differences to @out, and the tile's sum to @sums or,
 * after the row's last level, to the row's first position in @out. */
template <typename T, typename Step> static __device__ __forceinline__ void
haar_tile (T        (&shared)[2][4 * THREADS],
           T       *out,
           T       *sums,
           const T *in,
           HaarRows rows,
           int      done,
           uint64_t block)
{
  const int levels = levels_of (rows, done);
  const uint64_t quads = block << (TILE_BITS - 2);
  Quad<T> quad[4];

  auto put_sum = [&] (int stage, int level, int i, uint64_t at, T sum) {
    if (level == rows.bits)
      out[at << rows.bits] = sum;
    else if (level == done + TILE_BITS)
      sums[at] = sum;
    else
      shared[stage & 1][i] = sum;
  };

  /* does two levels of quad @i of a stage, or the row's last level */
  auto transform = [&] (int stage, int i, const Quad<T> &x) {
    const int level = done + 2 * stage;
    const uint64_t q = (quads >> (2 * stage)) + i;
    T a, b, c;
    Pair<T> d;

    if (levels - 2 * stage == 1)
      {
        for (int half = 0; half < 2; half++)
          if (2 * q + half < rows.n >> (level + 1))
            {
              Step::forward (x.at[2 * half], x.at[2 * half + 1], a, b);
              out[rows.difference (level + 1, 2 * q + half)] = b;
              put_sum (stage, level + 1, 0, 2 * q + half, a);
            }
        return;
      }
    if (q >= rows.n >> (level + 2))
      return;
    Step::forward (x.at[0], x.at[1], a, d.at[0]);
    Step::forward (x.at[2], x.at[3], b, d.at[1]);
    Step::forward (a, b, a, c);
    store_quad (out, rows, level, q, a, c, d);
    put_sum (stage, level + 2, i, q, a);
  };

#pragma unroll
  for (int j = 0; j < 4; j++)
    if ((quads + j * THREADS + threadIdx.x) * 4 < rows.n >> done)
      quad[j] = ((const Quad<T> *) in)[quads + j * THREADS + threadIdx.x];
#pragma unroll
  for (int j = 0; j < 4; j++)
    transform (0, j * THREADS + threadIdx.x, quad[j]);
  for (int stage = 1; 2 * stage < levels; stage++)
    {
      __syncthreads ();
      if (threadIdx.x < 4 * THREADS >> (2 * stage))
        transform (stage, threadIdx.x, ((const Quad<T> *) shared[(stage - 1) & 1])[threadIdx.x]);
    }
}

/* Counts a finished thread block. Its stores are visible to a thread that reads the count, by release and acquire order. */
static __device__ __forceinline__ void
signal_block (unsigned *blocks)
{
#if __CUDA_ARCH__ >= 700
  asm volatile ("red.release.gpu.global.add.u32 [%0], 1;" : : "l"(blocks) : "memory");
#else
  __threadfence ();
  atomicAdd (blocks, 1);
#endif
}

static __device__ __forceinline__ unsigned
blocks_signalled (unsigned *blocks)
{
  unsigned count;

#if __CUDA_ARCH__ >= 700
  asm volatile ("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(count) : "l"(blocks) : "memory");
#else
  count = *(volatile unsigned *) blocks;
  __threadfence ();
#endif
  return count;
}

/* Transforms one tile per thread block. @blocks_done: a zeroed counter if all sums fit in one tile, otherwise NULL. With a
 * counter, the last thread block of the grid polls until the others have finished and then transforms their sums, which is
 * faster than another launch or electing the block that finishes last. The others exit, so polling cannot deadlock. */
template <typename T, typename Step> static __global__ void __launch_bounds__ (THREADS)
haar_pass (T        *out,
           T        *sums,
           const T  *in,
           HaarRows  rows,
           int       done,
           unsigned *blocks_done)
{
  __shared__ T shared[2][4 * THREADS];

  haar_tile<T, Step> (shared, out, sums, in, rows, done, blockIdx.x);
  if (blocks_done == NULL)
    return;
  if (blockIdx.x != gridDim.x - 1)
    {
      if (threadIdx.x == 0) /* this thread stored the tile's sum */
        signal_block (blocks_done);
      return;
    }
  while (blocks_signalled (blocks_done) != gridDim.x - 1)
    ;
  __syncthreads ();
  if (threadIdx.x == 0)
    *blocks_done = 0;
  haar_tile<T, Step> (shared, out, NULL, sums, rows, done + TILE_BITS, 0);
}

/* Inverts one launch's levels: reads differences from @in, and tile sums from @sums or, at the row's last level, the row's
 * first value from @in; writes values to @out that have @done levels left to invert. */
template <typename T, typename Step> static __global__ void __launch_bounds__ (THREADS)
haar_inverse_pass (T        *out,
                   const T  *sums,
                   const T  *in,
                   HaarRows  rows,
                   int       done,
                   unsigned *inexact)
{
  __shared__ T shared[2][4 * THREADS];
  const int levels = levels_of (rows, done);
  const uint64_t quads = (uint64_t) blockIdx.x << (TILE_BITS - 2);

  auto get_sum = [&] (int stage, int level, int i, uint64_t at) {
    return level == rows.bits ? in[at << rows.bits] : level == done + TILE_BITS ? sums[at] : shared[(stage + 1) & 1][i];
  };

  auto transform = [&] (int stage, int i) {
    const int level = done + 2 * stage;
    const uint64_t q = (quads >> (2 * stage)) + i;
    Quad<T> x;
    Pair<T> d;
    T a, b;

    if (levels - 2 * stage == 1)
      {
        for (int half = 0; half < 2; half++)
          if (2 * q + half < rows.n >> (level + 1))
            Step::inverse (get_sum (stage, level + 1, 0, 2 * q + half), in[rows.difference (level + 1, 2 * q + half)],
                           x.at[2 * half], x.at[2 * half + 1], inexact);
      }
    else if (q < rows.n >> (level + 2))
      {
        Step::inverse (get_sum (stage, level + 2, i, q), in[rows.difference (level + 2, q)], a, b, inexact);
        if (rows.order == ONDES_CUDA_SEQUENCY)
          d = *(const Pair<T> *) (in + rows.difference (level + 1, 2 * q));
        else
          {
            d.at[0] = in[rows.difference (level + 1, 2 * q)];
            d.at[1] = in[rows.difference (level + 1, 2 * q + 1)];
          }
        Step::inverse (a, d.at[0], x.at[0], x.at[1], inexact);
        Step::inverse (b, d.at[1], x.at[2], x.at[3], inexact);
      }
    else
      return;
    if (stage == 0)
      ((Quad<T> *) out)[q] = x;
    else
      ((Quad<T> *) shared[stage & 1])[i] = x;
  };

  for (int stage = (levels - 1) / 2; stage > 0; stage--)
    {
      if (threadIdx.x < 4 * THREADS >> (2 * stage))
        transform (stage, threadIdx.x);
      __syncthreads ();
    }
#pragma unroll
  for (int j = 0; j < 4; j++)
    transform (0, j * THREADS + threadIdx.x);
}

/* Returns the offset of the values that a launch starts from: 0, or the previous launch's tile sums, which follow in the same
 * array. */
static uint64_t
tile_sums_offset (uint64_t n,
                  int      launch)
{
  uint64_t at = 0;

  for (int i = 0; i < launch; i++)
    at += ((n >> (TILE_BITS * i)) + (1u << TILE_BITS) - 1) >> TILE_BITS << TILE_BITS;
  return at;
}

template <typename T, typename Step, bool INVERSE> static cudaError_t
haar (SpectralCall &call)
{
  const HaarRows rows = { call.bits, call.n_values, call.order };
  const int launches = call.bits > 0 ? (call.bits + TILE_BITS - 1) / TILE_BITS : 1;
  T *in = (T *) call.in, *out = (T *) call.out;
  cudaError_t error = cudaSuccess;

  call.result = out;
  for (int i = 0; i < launches && error == cudaSuccess; i++)
    {
      const int pass = INVERSE ? launches - 1 - i : i, done = pass * TILE_BITS;
      const uint64_t n = call.n_values >> done, blocks = (n + (1u << TILE_BITS) - 1) >> TILE_BITS;

      if (INVERSE)
        error = launch (call.device, false, haar_inverse_pass<T, Step>, blocks, THREADS, 0,
                        out + tile_sums_offset (call.n_values, pass),
                        out + tile_sums_offset (call.n_values, pass + 1), in, rows, done, call.inexact);
      else
        {
          const bool is_final = pass + 2 == launches && n >> TILE_BITS <= 1u << TILE_BITS;

          error = launch (call.device, false, haar_pass<T, Step>, blocks, THREADS, 0, out,
                          in + tile_sums_offset (call.n_values, pass + 1),
                          in + tile_sums_offset (call.n_values, pass), rows, done, is_final ? call.blocks_done : NULL);
          i += is_final;
        }
    }
  return error;
}

#define FORWARD(T, orthonormal) haar<T, HaarStep<T, orthonormal>, false>
#define INVERSE(T, orthonormal) haar<T, HaarStep<T, orthonormal>, true>

SpectralLaunch *const ondes_cuda_haar[][ONDES_CUDA_N_ELEMENTS] = {
  { FORWARD (float, false), FORWARD (double, false), FORWARD (uint32_t, false), FORWARD (uint64_t, false) },
  { INVERSE (float, false), INVERSE (double, false), INVERSE (uint32_t, false), INVERSE (uint64_t, false) },
  { FORWARD (float, true), FORWARD (double, true), NULL, NULL },
  { INVERSE (float, true), INVERSE (double, true), NULL, NULL },
};
