/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The column pass of butterflies.cuh: K bits of the index above the tile's. A block reads 2^K rows, a power of two of values
 * apart, 2^LC vectors of each, 16 vectors a thread, and does four bits in registers at a time. Bits that are told apart at run
 * time cost a tenth of a pass and more; registers for a third block a processor are spilled, and cost as much.
 */
#pragma once

#include "butterfly-steps.cuh"

/* @WHOLE: @first is 0, and not asked for. */
template <int LO, int HI, bool WHOLE, typename Step, typename T> static __device__ __forceinline__ void
column_round (Vector<T> (&x)[16],
              int first)
{
#pragma unroll
  for (int i = LO; i < HI; i++)
    if (WHOLE || i >= first)
      {
#pragma unroll
        for (int j = 0; j < 16; j++)
          if (!(j >> (i - LO) & 1))
            {
#pragma unroll
              for (int k = 0; k < Vector<T>::N; k++)
                Step::apply (x[j].at[k], x[j | 1 << (i - LO)].at[k]);
            }
      }
}

/* In another order the row's highest bits, a column's, become the lowest: a column becomes a run of 2^K values. Shared memory holds
 * the runs in Paley's order, as vectors; those that a quarter of a warp takes at once are told apart by their column and, where
 * those are four, by the run's upper half: both turn the place within a line of 128 bytes. */
template <typename T, int K, int LC> static __device__ __forceinline__ unsigned
place_of_run (unsigned run,
              unsigned at)
{
  const int LOG = Vector<T>::LOG, LENGTH = K - LOG;
  const unsigned column = run >> LOG;

  return (run << LENGTH | at) ^ (LC < 3 ? column | at >> (LENGTH - 1) << 2 : column & 7);
}

static __host__ __device__ constexpr int
reversed4 (int i)
{
  return i >> 3 | (i >> 1 & 2) | (i << 1 & 4) | (i << 3 & 8);
}

/* Register j of a thread holds row j 2^(K − 4) + @u: 16 places of a run side by side, for each value of its vectors. */
template <int K, int LC, typename T> static __device__ __forceinline__ void
column_put_runs (Vector<T> *tile,
                 const Vector<T> (&x)[16],
                 int c,
                 int u)
{
  const int LOG = Vector<T>::LOG, N = Vector<T>::N;
  const unsigned at = __brev ((unsigned) u) >> (32 - (K - 4)) << (4 - LOG);

#pragma unroll
  for (int k = 0; k < N; k++)
#pragma unroll
    for (int i = 0; i < 16; i += N)
      {
        Vector<T> v;

#pragma unroll
        for (int e = 0; e < N; e++)
          v.at[e] = x[reversed4 (i + e)].at[k];
        tile[place_of_run<T, K, LC> ((unsigned) (c << LOG | k), at | (unsigned) (i >> LOG))] = v;
      }
}

/* Sequency order has at p what Paley's has at its Gray code, p ⊕ p / 2; and a run whose column has an odd number of ones is read
 * backwards, which in Paley's order exchanges the halves. */
template <int K, int LC, typename T> static __device__ __forceinline__ void
column_store_runs (T               *row,
                   const Vector<T> *tile,
                   OndesCudaOrder   order,
                   int              n,
                   uint64_t         column)
{
  const int LOG = Vector<T>::LOG, LENGTH = K - LOG, THREADS_LOG = K + LC - 4;
  const bool sequency = order == ONDES_CUDA_SEQUENCY;
  unsigned i = threadIdx.x;
  uint64_t place = place_of (order, n, column | i >> LENGTH);

#pragma unroll
  for (int turn = 0; turn < 16; turn++) /* by the Gray code, a bit at a time */
    {
      const int bit = THREADS_LOG + (turn & 1 ? 0 : turn & 2 ? 1 : turn & 4 ? 2 : 3);
      unsigned at;
      Vector<T> v, w;

      if (turn > 0)
        i ^= 1u << bit;
      if (turn > 0 && bit >= LENGTH)
        place ^= place_of_bit<uint64_t> (order, n, bit - LENGTH);
      at = i & ((1u << LENGTH) - 1);
      v = w = tile[place_of_run<T, K, LC> (i >> LENGTH, sequency ? at ^ at >> 1 ^ (unsigned) (place & 1) << (LENGTH - 1) : at)];
      if (sequency)
#pragma unroll
        for (int e = 0; e < Vector<T>::N; e++)
          w.at[e] = at & 1 ? v.at[e ^ e >> 1 ^ Vector<T>::N / 2] : v.at[e ^ e >> 1];
      vector_store (row + (place >> K << K) + (at << LOG), w, true);
    }
}

/* A block does the bits [low + first, low + K) of the index: a tile of 2^K rows, 2^low values apart, of 2^LC vectors. It may
 * write in place where the order is natural; else low + K is the row's last bit, and @out another array. @down: from the end of
 * memory to its beginning. The second line of blocks does the same of @twin. @STREAMED: what is written is not to stay in the
 * cache, which takes 2 % off the last pass over half lines; over whole ones, or before another pass, it costs as much. What is read
 * and goes elsewhere need not stay either, which takes 5 % off both passes of n = 24; from 2^26 values on it costs as much. */
template <typename T, typename Step, int K, int LC, bool WHOLE, bool ORDERED, bool STREAMED>
static __global__ void __launch_bounds__ (1 << (K + LC - 4))
column_pass (T             *out,
             const T       *in,
             T             *twin,
             int            low,
             int            first,
             bool           down,
             OndesCudaOrder order,
             Finish<T>      finish)
{
  const int LOG = Vector<T>::LOG, WIDE = 1 << LC, THREADS = 1 << (K - 4), REST = K > 8 ? K - 8 : K - 4;
  extern __shared__ __align__ (16) unsigned char shared[];
  Vector<T> *tile = (Vector<T> *) shared, x[16];
  const int c = threadIdx.x & (WIDE - 1), u = threadIdx.x >> LC, columns = low - LC - LOG;
  const size_t block = down ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  const size_t middle = block & (((size_t) 1 << columns) - 1), upper = block >> columns;
  const size_t base = (upper << (low + K)) + (middle << (LC + LOG)) + ((size_t) c << LOG);
  const bool last = ORDERED && (uint64_t) gridDim.x << (K + LC + LOG) < 1ull << 26;

  /* lanes that differ in the row meet in no bank where the tile is narrower than all banks */
  auto place = [&] (int row) {
    int at = row * WIDE + c;

    return LC < 3 ? at ^ ((row >> 4 & ((8 >> LC) - 1)) << LC) : at;
  };
  /* the rows whose highest four bits, or lowest, tell a thread's registers apart */
  auto high_row = [&] (int j) { return j * THREADS + u; };
  auto low_row = [&] (int j) { return u * 16 + j; };

  if (blockIdx.y > 0)
    in = out = twin;
  await_previous ();
#pragma unroll
  for (int j = 0; j < 16; j++)
    x[j] = vector_load (in + base + ((size_t) (ORDERED ? low_row (j) : high_row (j)) << low), LC < 3, last);
  column_round<ORDERED ? 0 : K - 4, ORDERED ? REST : K, WHOLE, Step> (x, first);
#pragma unroll
  for (int j = 0; j < 16; j++)
    tile[place (ORDERED ? low_row (j) : high_row (j))] = x[j];
  __syncthreads ();
  if (K > 8)
    {
      const int row = (u >> REST << (K - 4)) | (u & ((1 << REST) - 1));

#pragma unroll
      for (int j = 0; j < 16; j++)
        x[j] = tile[place (row | j << REST)];
      column_round<REST, REST + 4, WHOLE, Step> (x, first);
#pragma unroll
      for (int j = 0; j < 16; j++)
        tile[place (row | j << REST)] = x[j];
      __syncthreads ();
    }
#pragma unroll
  for (int j = 0; j < 16; j++)
    x[j] = tile[place (ORDERED ? high_row (j) : low_row (j))];
  column_round<ORDERED ? K - 4 : 0, ORDERED ? K : REST, WHOLE, Step> (x, first);
  release_next ();
  if (Step::DIVIDES)
    {
      T bits = 0;

#pragma unroll
      for (int j = 0; j < 16; j++)
#pragma unroll
        for (int k = 0; k < Vector<T>::N; k++)
          x[j].at[k] = finish.divide (x[j].at[k], bits);
      finish.check (bits);
    }

  if (!ORDERED)
    {
#pragma unroll
      for (int j = 0; j < 16; j++)
        vector_store (out + base + ((size_t) low_row (j) << low), x[j], STREAMED);
      return;
    }
  __syncthreads ();
  column_put_runs<K, LC> (tile, x, c, u);
  __syncthreads ();
  column_store_runs<K, LC> (out + (upper << (low + K)), tile, order, low + K, (uint64_t) middle << (LC + LOG));
}
