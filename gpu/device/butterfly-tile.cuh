/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tile pass of butterflies.cuh: the low bits of the index.
 *
 * Method: a thread block of 2^(BITS − 5) threads loads 2^BITS values, 32 per thread, and does five bits at a time in
 * registers; two exchanges through shared memory change which bits index the registers.
 *
 * Memory floor: a copy.
 *
 * Layout: shared memory is swizzled so that no round has bank conflicts.
 */
#pragma once

#include "butterfly-steps.cuh"

/* Maps the bits of a register's number to index bits, in three rounds. Round 0: the bits within a vector and the highest, as
 * loaded from memory. Round 1: three bits above those within a vector, and two more. Round 2: the remaining bits; if fewer than
 * five remain and @VECTORS, also bits within a vector, for vector stores to memory. */
template <int LOG_, int BITS_, bool VECTORS> struct TileRounds
{
  static const int LOG = LOG_, BITS = BITS_, ROUNDS = 3;
  static const int TOP = BITS - (5 - LOG); /* bits from TOP on are done in round 0 */
  static const int LEFT = TOP > LOG + 8 ? 3 + TOP - (LOG + 8) : 3; /* number of bits left for round 2 */
  static const int LAST_LOG = !VECTORS ? 0 : 5 - LEFT < LOG ? 5 - LEFT : LOG; /* log2 of the vectors in round 2 */
  static const int SWIZZLED = 7 << LOG; /* index bits that swizzled() changes */

  static __host__ __device__ constexpr int
  register_bit (int round,
                int i)
  {
    const int left = i - LAST_LOG;

    return round == 0      ? (i < LOG ? i : TOP + i - LOG)
           : round == 1    ? (i < 3 ? LOG + i : LOG + 3 + i)
           : left < 0      ? i
           : left < 3      ? LOG + 3 + left
           : left < LEFT   ? LOG + 5 + left
                           : LOG + 3 + left; /* already done; fills the remaining registers */
  }

  /* TRUE if @round does the butterflies of its register bit @i. Each index bit is done once. */
  static __host__ __device__ constexpr bool
  is_due (int round,
          int i)
  {
    return round == 0 || (round == 1 && register_bit (1, i) < TOP) || (round == 2 && i >= LAST_LOG && i < LAST_LOG + LEFT);
  }

  /* log2 of the number of consecutive values in consecutive registers */
  static __host__ __device__ constexpr int
  vector_log (int round)
  {
    return round == 0 ? LOG : round == 2 ? LAST_LOG : 0;
  }

  /* Position in shared memory, swizzled to avoid bank conflicts in every round. Linear over GF(2), so the positions of the
   * thread's and the register's index bits can be XORed. */
  static __host__ __device__ constexpr int
  swizzled (int index)
  {
    return index ^ ((index >> (LOG + 3) & 7) << LOG);
  }
};

/* Derived from the rounds: index bits that are not register bits form the thread number, lowest first. */
template <typename Rounds> struct Layout : Rounds
{
  static __host__ __device__ constexpr bool
  is_register (int round,
               int bit)
  {
    bool found = false;

    for (int i = 0; i < 5; i++)
      found = found || Rounds::register_bit (round, i) == bit;
    return found;
  }

  /* TRUE if each warp holds the same values in rounds 1 and 2, because the same index bits form the warp number. */
  static __host__ __device__ constexpr bool
  warp_local (void)
  {
    int lanes[2] = { 0, 0 };

    for (int bit = 0; bit < Rounds::BITS; bit++)
      {
        bool warp[2] = { false, false };

        for (int round = 1; round <= 2; round++)
          if (!is_register (round, bit))
            warp[round - 1] = lanes[round - 1]++ >= 5;
        if (warp[0] != warp[1])
          return false;
      }
    return true;
  }

  static __host__ __device__ constexpr int
  register_index (int round,
                  int value)
  {
    int index = 0;

    for (int i = 0; i < 5; i++)
      index |= (value >> i & 1) << Rounds::register_bit (round, i);
    return index;
  }

  static __device__ __forceinline__ int
  thread_index (int round,
                int value)
  {
    int index = 0, n = 0;

#pragma unroll
    for (int bit = 0; bit < Rounds::BITS; bit++)
      if (!is_register (round, bit))
        index |= (value >> n++ & 1) << bit;
    return index;
  }
};

template <int LOG, int BITS, bool VECTORS> using TileLayout = Layout<TileRounds<LOG, BITS, VECTORS>>;

/* Does the bits of a round below @bits, in registers. @FULL: @bits is the tile's size and not tested. */
template <typename Layout, bool FULL, int ROUND, typename Step, typename T> static __device__ __forceinline__ void
tile_round (T (&x)[32],
            int bits)
{
#pragma unroll
  for (int i = 0; i < 5; i++)
    if (Layout::is_due (ROUND, i) && (FULL || Layout::register_bit (ROUND, i) < bits))
      {
#pragma unroll
        for (int j = 0; j < 32; j++)
          if (!(j >> i & 1))
            Step::apply (x[j], x[j | 1 << i]);
      }
}

/* Loads a tile as vectors, in the layout of round 0. */
template <typename Layout, typename T> static __device__ __forceinline__ void
tile_load (T (&x)[32],
           const T *in)
{
  const int thread = Layout::thread_index (0, threadIdx.x);

#pragma unroll
  for (int j = 0; j < 32; j += Vector<T>::N)
    {
      Vector<T> v = vector_load (in + (thread + Layout::register_index (0, j)), false);

#pragma unroll
      for (int k = 0; k < Vector<T>::N; k++)
        x[j + k] = v.at[k];
    }
}

/* Stores a round's registers to memory. */
template <typename Layout, int ROUND, typename T> static __device__ __forceinline__ void
tile_store (T      *out,
            const T (&x)[32])
{
  const int N = 1 << Layout::vector_log (ROUND), thread = Layout::thread_index (ROUND, threadIdx.x);

#pragma unroll
  for (int j = 0; j < 32; j += N)
    {
      Vector<T, N> v;

#pragma unroll
      for (int k = 0; k < N; k++)
        v.at[k] = x[j + k];
      vector_store (out + thread + Layout::register_index (ROUND, j), v, false);
    }
}

/* Stores a round's registers to shared memory if @STORE, otherwise loads them, as vectors if values are consecutive. Only
 * swizzled bits of the register's index need an XOR; the others are an immediate offset. */
template <typename Layout, int ROUND, bool STORE, typename T> static __device__ __forceinline__ void
tile_exchange (T (&x)[32],
               T *tile)
{
  const int N = 1 << Layout::vector_log (ROUND), turned = Layout::SWIZZLED;
  const int thread = Layout::swizzled (Layout::thread_index (ROUND, threadIdx.x));

#pragma unroll
  for (int j = 0; j < 32; j += N)
    {
      const int at = Layout::swizzled (Layout::register_index (ROUND, j));
      Vector<T, N> *place = (Vector<T, N> *) (tile + (thread ^ (at & turned)) + (at & ~turned)), v;

      if (STORE)
        {
#pragma unroll
          for (int k = 0; k < N; k++)
            v.at[k] = x[j + k];
          *place = v;
        }
      else
        {
          v = *place;
#pragma unroll
          for (int k = 0; k < N; k++)
            x[j + k] = v.at[k];
        }
    }
}

/* Barrier between the store of round 1 and the load of round 2. */
template <typename Layout> static __device__ __forceinline__ void
tile_barrier (void)
{
  if (Layout::warp_local ())
    __syncwarp ();
  else
    __syncthreads ();
}

/* Does the bits below @bits, from the register layout of round 0 to that of round 2. @tile is in shared memory. */
template <typename Layout, bool FULL, typename Step, typename T> static __device__ __forceinline__ void
tile_transform (T (&x)[32],
                T  *tile,
                int bits,
                int word_bits)
{
  Step::within_words (x, 0, word_bits);
  tile_round<Layout, FULL, 0, Step> (x, bits);
  tile_exchange<Layout, 0, true> (x, tile);
  __syncthreads ();
  tile_exchange<Layout, 1, false> (x, tile);
  tile_round<Layout, FULL, 1, Step> (x, bits);
  tile_exchange<Layout, 1, true> (x, tile); /* no barrier before: a thread overwrites only the positions that it read */
  tile_barrier<Layout> ();
  tile_exchange<Layout, 2, false> (x, tile);
  tile_round<Layout, FULL, 2, Step> (x, bits);
}

/* Transforms one tile per thread block, possibly in place: rows of 2^@bits values or, if @bits = BITS, the low bits of longer
 * rows. Orders other than natural need whole rows. Arrays must be padded to whole tiles. */
template <typename T, typename Step, int BITS, bool FULL, bool REORDERED>
static __global__ void __launch_bounds__ (1 << (BITS - 5), (sizeof (T) == 4 && BITS == 14) ? 2 : 1)
tile_pass (T             *out,
           const T       *in,
           int            bits,
           int            word_bits,
           OndesCudaOrder order,
           Normaliser<T>  normaliser)
{
  typedef TileLayout<Vector<T>::LOG, BITS, !REORDERED> Layout;
  extern __shared__ __align__ (16) unsigned char shared[];
  T *tile = (T *) shared, x[32];
  const size_t base = (size_t) blockIdx.x << BITS;
  const int thread = Layout::thread_index (2, threadIdx.x);

  if (!fits_arch (sizeof (T) << BITS))
    return;
  tile_load<Layout> (x, in + base);
  tile_transform<Layout, FULL, Step> (x, tile, bits, word_bits);
  launch_dependents ();
  if (Step::NORMALISED)
    normaliser.divide_all (x);
  if (!REORDERED)
    {
      tile_store<Layout, 2> (out + base, x);
      return;
    }

  /* Reorders through shared memory, swizzling banks by the row's highest five bits. Registers are visited in Gray-code order,
   * so that each position follows from the previous one by a single XOR. */
  {
    const int shift = bits > 5 ? bits - 5 : 31;
    unsigned at = ordered_index (order, bits, (unsigned) thread);

    __syncthreads ();
#pragma unroll
    for (int i = 0; i < 32; i++)
      {
        const int j = i ^ i >> 1, turned = (i & 1) ? 0 : (i & 2) ? 1 : (i & 4) ? 2 : (i & 8) ? 3 : 4;

        if (i > 0)
          at ^= Layout::register_bit (2, turned) < bits ? ordered_bit<unsigned> (order, bits, Layout::register_bit (2, turned))
                                                        : 1u << Layout::register_bit (2, turned);
        tile[at ^ (at >> shift & 31)] = x[j];
      }
    __syncthreads ();
#pragma unroll
    for (int j = 0; j < 32; j++)
      {
        const unsigned i = (unsigned) j << (BITS - 5) | threadIdx.x;

        out[base + i] = tile[i ^ (i >> shift & 31)];
      }
  }
}

/* Transforms rows of 2^BITS values, @ROWS per thread block: the second row is loaded while the first is transformed. */
template <typename T, typename Step, int BITS, int ROWS> static __global__ void __launch_bounds__ (1 << (BITS - 5))
short_pass (T            *out,
            const T      *in,
            int           word_bits,
            Normaliser<T> normaliser)
{
  typedef TileLayout<Vector<T>::LOG, BITS, true> Layout;
  extern __shared__ __align__ (16) unsigned char shared[];
  T *tile = (T *) shared, x[ROWS][32];
  const size_t base = (size_t) blockIdx.x * ROWS << BITS;

#pragma unroll
  for (int row = 0; row < ROWS; row++)
    tile_load<Layout> (x[row], in + base + (row << BITS));
#pragma unroll
  for (int row = 0; row < ROWS; row++)
    {
      if (row > 0)
        __syncthreads ();
      tile_transform<Layout, true, Step> (x[row], tile, BITS, word_bits);
      if (Step::NORMALISED)
        normaliser.divide_all (x[row]);
      tile_store<Layout, 2> (out + base + (row << BITS), x[row]);
    }
}
