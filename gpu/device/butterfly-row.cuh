/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row pass of butterflies.cuh: rows of up to 2^8 values.
 *
 * Method: eight values per lane; three bits are done in registers, five by warp shuffles. There is no shared memory and little
 * code, so that small launches start quickly.
 *
 * Memory floor: a copy.
 *
 * Layout: consecutive vectors in consecutive lanes.
 */
#pragma once

#include "butterfly-steps.cuh"

static const int ROW_BITS = 8, ROW_THREADS = 256;

/* A warp transforms @TIMES × 2^8 values in rows of 2^@bits. Arrays must be padded to whole tiles. */
template <typename T, typename Step, int TIMES> static __global__ void __launch_bounds__ (ROW_THREADS)
row_pass (T            *out,
          const T      *in,
          int           bits,
          int           word_bits,
          Normaliser<T> normaliser)
{
  const int N = Vector<T>::N, LOG = Vector<T>::LOG, lane = threadIdx.x & 31;
  const size_t base = (((size_t) blockIdx.x * (ROW_THREADS / 32) + (threadIdx.x >> 5)) * TIMES << ROW_BITS) + lane * N;
  T x[TIMES][8];

#pragma unroll
  for (int t = 0; t < TIMES; t++)
#pragma unroll
    for (int j = 0; j < 8; j += N)
      {
        const Vector<T> v = vector_load (in + base + (t << ROW_BITS) + j * 32, false);

#pragma unroll
        for (int k = 0; k < N; k++)
          x[t][j + k] = v.at[k];
      }
#pragma unroll
  for (int t = 0; t < TIMES; t++)
    {
      Step::within_words (x[t], 0, word_bits);

      /* register bits: those within a vector, then the highest */
#pragma unroll
      for (int i = 0; i < 3; i++)
        if ((i < LOG ? i : i + 5) < bits)
          {
#pragma unroll
            for (int j = 0; j < 8; j++)
              if (!(j >> i & 1))
                Step::apply (x[t][j], x[t][j | 1 << i]);
          }
#pragma unroll
      for (int i = 0; i < 5; i++)
        if (LOG + i < bits)
          {
            const bool above = lane >> i & 1;

#pragma unroll
            for (int j = 0; j < 8; j++)
              {
                const T other = __shfl_xor_sync (~0u, x[t][j], 1 << i);
                T u = above ? other : x[t][j], v = above ? x[t][j] : other;

                Step::apply (u, v);
                x[t][j] = above ? v : u;
              }
          }
      if (Step::NORMALISED)
        normaliser.divide_all (x[t]);
#pragma unroll
      for (int j = 0; j < 8; j += N)
        {
          Vector<T> v;

#pragma unroll
          for (int k = 0; k < N; k++)
            v.at[k] = x[t][j + k];
          vector_store (out + base + (t << ROW_BITS) + j * 32, v, false);
        }
    }
}
