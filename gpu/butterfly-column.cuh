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

/* A block does the bits [low + first, low + K) of the index: a tile of 2^K rows, 2^low values apart, of 2^LC vectors. It may
 * write in place where the order is natural; else low + K is the row's last bit, and @out another array. @down: from the end of
 * memory to its beginning. The second line of blocks does the same of @twin. */
template <typename T, typename Step, int K, int LC, bool WHOLE, bool ORDERED>
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
  int row0, stride;

  /* lanes that differ in the row meet in no bank where the tile is narrower than all banks */
  auto place = [&] (int row) {
    int at = row * WIDE + c;

    return LC < 3 ? at ^ ((row >> 4 & ((8 >> LC) - 1)) << LC) : at;
  };

  if (blockIdx.y > 0)
    in = out = twin;
  await_previous ();
#pragma unroll
  for (int j = 0; j < 16; j++)
    x[j] = vector_load (in + base + ((size_t) (j * THREADS + u) << low), WIDE >= 8);
  column_round<K - 4, K, WHOLE, Step> (x, first);
  row0 = u;
  stride = THREADS;
  if (K > 4)
    {
#pragma unroll
      for (int j = 0; j < 16; j++)
        tile[place (j * THREADS + u)] = x[j];
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
        x[j] = tile[place (u * 16 + j)];
      column_round<0, REST, WHOLE, Step> (x, first);
      row0 = u * 16;
      stride = 1;
    }
  release_next ();
#pragma unroll
  for (int j = 0; j < 16; j++)
#pragma unroll
    for (int k = 0; k < Vector<T>::N; k++)
      x[j].at[k] = finish (x[j].at[k]);

  if (!ORDERED)
    {
#pragma unroll
      for (int j = 0; j < 16; j++)
        vector_store (out + base + ((size_t) (row0 + j * stride) << low), x[j], WIDE >= 8);
      return;
    }

  /* A column's rows, the highest bits, become a run of 2^K values; the column's bits tell the runs apart. Of the run's index
   * sequency order needs the parity of all that stands above it: the run is then read backwards. */
  {
    const int n = low + K, RUN = 1 << K, PAD = RUN + 1;
    /* lanes differ in the column, side by side in the banks, and in bits of the row that come out five places below the
     * highest or more: folded onto the banks above the columns */
    auto fold = [] (unsigned at) { return K > 9 ? at ^ (at >> 5 & 7) << 2 : at; };
    T *runs = (T *) shared, *row = out + (upper << n);
    uint64_t place = place_of (order, n, (uint64_t) middle << (LC + LOG));

    if (K > 4)
      __syncthreads ();
#pragma unroll
    for (int j = 0; j < 16; j++)
      {
        const unsigned at = place_of (order, K, (unsigned) (row0 + j * stride));

#pragma unroll
        for (int k = 0; k < Vector<T>::N; k++)
          runs[(k * WIDE + c) * PAD + fold (at)] = x[j].at[k];
      }
    __syncthreads ();
    for (int i = 0; i < WIDE << LOG; i++)
      {
        const int column = i ^ i >> 1; /* by the Gray code, a bit at a time */
        const T *run = runs + ((column & (Vector<T>::N - 1)) * WIDE + (column >> LOG)) * PAD;

        if (i > 0)
          place ^= place_of_bit<uint64_t> (order, n, __ffs (i) - 1);
        for (unsigned at = threadIdx.x; at < RUN; at += blockDim.x)
          __stcs (row + (place ^ at), run[fold (at)]);
      }
  }
}
