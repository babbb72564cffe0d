/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Column pass of butterflies.cuh: K bits above those of the tile pass.
 *
 * Method: a thread block loads 2^K rows, a power of two apart, of 2^LC vectors each, 16 vectors per thread, and does four bits
 * at a time in registers.
 *
 * Memory floor: a copy. Selecting bits at run time costs a tenth of a pass or more; limiting registers to fit a third block per
 * multiprocessor causes spills and costs as much.
 *
 * Layout: vectors of 16 bytes; rows of the tile are swizzled if narrower than the 32 banks.
 */
#pragma once

#include "butterfly-steps.cuh"

/* Does bits [LO, HI), from @first on, in registers. @FULL: @first is 0 and not tested. */
template <int LO, int HI, bool FULL, typename Step, typename T> static __device__ __forceinline__ void
column_round (Vector<T> (&x)[16],
              int first)
{
#pragma unroll
  for (int i = LO; i < HI; i++)
    if (FULL || i >= first)
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

/* Does bits [REST, REST + 4), which the other rounds leave out, by an exchange through @tile at positions @place. @row is the
 * thread's row with these bits 0. */
template <int REST, bool FULL, typename Step, typename T, typename Place> static __device__ __forceinline__ void
column_middle (Vector<T> (&x)[16],
               Vector<T>  *tile,
               Place       place,
               int         row,
               int         first)
{
#pragma unroll
  for (int j = 0; j < 16; j++)
    x[j] = tile[place (row | j << REST)];
  column_round<REST, REST + 4, FULL, Step> (x, first);
#pragma unroll
  for (int j = 0; j < 16; j++)
    tile[place (row | j << REST)] = x[j];
  __syncthreads ();
}

template <typename T> static __device__ __forceinline__ void
divide_column (Vector<T>         (&x)[16],
               const Normaliser<T> &normaliser)
{
  T bits = 0;

#pragma unroll
  for (int j = 0; j < 16; j++)
#pragma unroll
    for (int k = 0; k < Vector<T>::N; k++)
      x[j].at[k] = normaliser.divide (x[j].at[k], bits);
  normaliser.check (bits);
}

/* Returns the position of vector @at of a run in shared memory. Reordering turns a column into a run of 2^K consecutive values,
 * because the row's highest bits become the lowest. Runs are stored as vectors in Paley order. The lanes of a quarter warp
 * differ in column and, if there are only four columns, in the half of the run; both are swizzled into the position within a
 * 128-byte line. */
template <typename T, int K, int LC> static __device__ __forceinline__ unsigned
run_position (unsigned run,
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

/* Stores a thread's registers to the runs. Register j holds row j 2^(K − 4) + @u, so that the 16 registers are 16 consecutive
 * positions of a run for each value of the vectors. */
template <int K, int LC, typename T> static __device__ __forceinline__ void
put_runs (Vector<T>      *tile,
          const Vector<T> (&x)[16],
          int             c,
          int             u)
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
        tile[run_position<T, K, LC> ((unsigned) (c << LOG | k), at | (unsigned) (i >> LOG))] = v;
      }
}

/* Stores the runs to memory. Position p in sequency order is position p ⊕ ⌊p / 2⌋, its Gray code, in Paley order. A run whose
 * column index has an odd number of ones is reversed, which swaps its halves in Paley order. */
template <int K, int LC, typename T> static __device__ __forceinline__ void
store_runs (T               *row,
            const Vector<T> *tile,
            OndesCudaOrder   order,
            int              n,
            uint64_t         column)
{
  const int LOG = Vector<T>::LOG, LENGTH = K - LOG, THREADS_LOG = K + LC - 4;
  const bool sequency = order == ONDES_CUDA_SEQUENCY;
  unsigned i = threadIdx.x;
  uint64_t place = ordered_index (order, n, column | i >> LENGTH);

#pragma unroll
  for (int turn = 0; turn < 16; turn++) /* in Gray-code order: one bit of i changes per turn */
    {
      const int bit = THREADS_LOG + (turn & 1 ? 0 : turn & 2 ? 1 : turn & 4 ? 2 : 3);
      unsigned at;
      Vector<T> v, w;

      if (turn > 0)
        i ^= 1u << bit;
      if (turn > 0 && bit >= LENGTH)
        place ^= ordered_bit<uint64_t> (order, n, bit - LENGTH);
      at = i & ((1u << LENGTH) - 1);
      v = w = tile[run_position<T, K, LC> (i >> LENGTH, sequency ? at ^ at >> 1 ^ (unsigned) (place & 1) << (LENGTH - 1) : at)];
      if (sequency)
#pragma unroll
        for (int e = 0; e < Vector<T>::N; e++)
          w.at[e] = at & 1 ? v.at[e ^ e >> 1 ^ Vector<T>::N / 2] : v.at[e ^ e >> 1];
      vector_store (row + (place >> K << K) + (at << LOG), w, true);
    }
}

/* Does bits [low + first, low + K): 2^K rows, 2^low values apart, of 2^LC vectors each. May run in place if the order is
 * natural; otherwise low + K is the log2 of the row length and @out must be another array. @backwards: starts at the end of
 * memory. If gridDim.y is 2, also transforms @second.
 *
 * @STREAMING stores are evicted first: 2 % faster in a last pass over half lines, slower over whole lines or before another
 * pass. Evict-first loads of a reordering pass are 5 % faster at n = 24, slower from 2^26 values on.
 */
template <typename T, typename Step, int K, int LC, bool FULL, bool REORDERED, bool STREAMING>
static __global__ void __launch_bounds__ (1 << (K + LC - 4))
column_pass (T             *out,
             const T       *in,
             T             *second,
             int            low,
             int            first,
             bool           backwards,
             OndesCudaOrder order,
             Normaliser<T>  normaliser)
{
  const int LOG = Vector<T>::LOG, WIDE = 1 << LC, THREADS = 1 << (K - 4), REST = K > 8 ? K - 8 : K - 4;
  extern __shared__ __align__ (16) unsigned char shared[];
  Vector<T> *tile = (Vector<T> *) shared, x[16];
  const int c = threadIdx.x & (WIDE - 1), u = threadIdx.x >> LC, columns = low - LC - LOG;
  const size_t block = backwards ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  const size_t middle = block & (((size_t) 1 << columns) - 1), upper = block >> columns;
  const size_t base = (upper << (low + K)) + (middle << (LC + LOG)) + ((size_t) c << LOG);
  const bool last = REORDERED && (uint64_t) gridDim.x << (K + LC + LOG) < 1ull << 26;

  /* swizzled, so that lanes with different rows use different banks */
  auto place = [&] (int row) {
    int at = row * WIDE + c;

    return LC < 3 ? at ^ ((row >> 4 & ((8 >> LC) - 1)) << LC) : at;
  };
  /* row in register j: j is the highest four bits of the row, or the lowest */
  auto high_row = [&] (int j) { return j * THREADS + u; };
  auto low_row = [&] (int j) { return u * 16 + j; };

  if (!fits_arch ((size_t) 16 << (K + LC)))
    return;
  if (blockIdx.y > 0)
    in = out = second;
  wait_for_dependencies ();
#pragma unroll
  for (int j = 0; j < 16; j++)
    x[j] = vector_load (in + base + ((size_t) (REORDERED ? low_row (j) : high_row (j)) << low), LC < 3, last);
  column_round<REORDERED ? 0 : K - 4, REORDERED ? REST : K, FULL, Step> (x, first);
#pragma unroll
  for (int j = 0; j < 16; j++)
    tile[place (REORDERED ? low_row (j) : high_row (j))] = x[j];
  __syncthreads ();
  if (K > 8)
    column_middle<REST, FULL, Step> (x, tile, place, (u >> REST << (K - 4)) | (u & ((1 << REST) - 1)), first);
#pragma unroll
  for (int j = 0; j < 16; j++)
    x[j] = tile[place (REORDERED ? high_row (j) : low_row (j))];
  column_round<REORDERED ? K - 4 : 0, REORDERED ? K : REST, FULL, Step> (x, first);
  launch_dependents ();
  if (Step::NORMALISED)
    divide_column (x, normaliser);
  if (!REORDERED)
    {
#pragma unroll
      for (int j = 0; j < 16; j++)
        vector_store (out + base + ((size_t) low_row (j) << low), x[j], STREAMING);
      return;
    }
  __syncthreads ();
  put_runs<K, LC> (tile, x, c, u);
  __syncthreads ();
  store_runs<K, LC> (out + (upper << (low + K)), tile, order, low + K, (uint64_t) middle << (LC + LOG));
}
