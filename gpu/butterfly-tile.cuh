/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tile pass of butterflies.cuh: the low bits of the index. A block of 2^(BITS − 5) threads reads 2^BITS values, 32 a thread,
 * and brings each bit into registers once, by two exchanges through shared memory.
 */
#pragma once

#include "butterfly-steps.cuh"

/* Which bit of the tile's index each bit of a thread's registers stands for, in each of three rounds. Round 0 holds a vector's
 * bits and the highest, as memory is read; round 1 the bits above the vector's, and two more; round 2 what is left, and where
 * that is fewer than five bits, with @VECTORS, a vector's again, as memory is written. */
template <int LOG_, int BITS_, bool VECTORS> struct TileRounds
{
  static const int LOG = LOG_, BITS = BITS_, ROUNDS = 3;
  static const int TOP = BITS - (5 - LOG);                        /* from here on done in round 0 */
  static const int LEFT = TOP > LOG + 8 ? 3 + TOP - (LOG + 8) : 3; /* bits that are left for round 2 */
  static const int LAST_LOG = !VECTORS ? 0 : 5 - LEFT < LOG ? 5 - LEFT : LOG; /* of the vectors in round 2 */
  static const int TURNED = 7 << LOG;                             /* bits of the place that bank() changes */

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
                           : LOG + 3 + left; /* one that is done fills the registers */
  }

  /* TRUE where a round does the butterflies of its register bit @i: each bit of the tile is done once. */
  static __host__ __device__ constexpr bool
  is_due (int round,
          int i)
  {
    return round == 0 || (round == 1 && register_bit (1, i) < TOP) || (round == 2 && i >= LAST_LOG && i < LAST_LOG + LEFT);
  }

  /* log2 of the values side by side that registers hold */
  static __host__ __device__ constexpr int
  vector_log (int round)
  {
    return round == 0 ? LOG : round == 2 ? LAST_LOG : 0;
  }

  /* Where the tile's shared memory holds an index: lanes of no round meet in a bank. Linear over GF(2), so that the parts of
   * thread and register may be taken apart. */
  static __host__ __device__ constexpr int
  bank (int index)
  {
    return index ^ ((index >> (LOG + 3) & 7) << LOG);
  }
};

/* What follows from the rounds: the bits that are not in registers tell the threads apart, lowest first. */
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

  /* TRUE where a warp has the same values in rounds 1 and 2: what tells the warps apart is the same bits. */
  static __host__ __device__ constexpr bool
  warps_keep (void)
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
  of_register (int round,
               int value)
  {
    int index = 0;

    for (int i = 0; i < 5; i++)
      index |= (value >> i & 1) << Rounds::register_bit (round, i);
    return index;
  }

  static __device__ __forceinline__ int
  of_thread (int round,
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

/* @WHOLE: @bits are those of the tile, and none is asked for. */
template <typename Layout, bool WHOLE, int ROUND, typename Step, typename T> static __device__ __forceinline__ void
tile_round (T (&x)[32],
            int bits)
{
#pragma unroll
  for (int i = 0; i < 5; i++)
    if (Layout::is_due (ROUND, i) && (WHOLE || Layout::register_bit (ROUND, i) < bits))
      {
#pragma unroll
        for (int j = 0; j < 32; j++)
          if (!(j >> i & 1))
            Step::apply (x[j], x[j | 1 << i]);
      }
}

/* Round 0 of a tile: reads it as vectors. */
template <typename Layout, typename T> static __device__ __forceinline__ void
tile_load (T (&x)[32],
           const T *in)
{
  const int thread = Layout::of_thread (0, threadIdx.x);

#pragma unroll
  for (int j = 0; j < 32; j += Vector<T>::N)
    {
      Vector<T> v = vector_load (in + (thread + Layout::of_register (0, j)), false);

#pragma unroll
      for (int k = 0; k < Vector<T>::N; k++)
        x[j + k] = v.at[k];
    }
}

/* The registers of a round, to memory. */
template <typename Layout, int ROUND, typename T> static __device__ __forceinline__ void
tile_store (T *out,
            const T (&x)[32])
{
  const int N = 1 << Layout::vector_log (ROUND), thread = Layout::of_thread (ROUND, threadIdx.x);

#pragma unroll
  for (int j = 0; j < 32; j += N)
    {
      Vector<T, N> v;

#pragma unroll
      for (int k = 0; k < N; k++)
        v.at[k] = x[j + k];
      vector_store (out + thread + Layout::of_register (ROUND, j), v, false);
    }
}

/* Values go from the registers of a round to shared memory, or back; those side by side as vectors, which the swizzle keeps whole.
 * What a register's bits turn in the bank is XORed, the rest stands in the instruction as an offset. */
template <typename Layout, int ROUND, bool PUT, typename T> static __device__ __forceinline__ void
tile_exchange (T (&x)[32],
               T *tile)
{
  const int N = 1 << Layout::vector_log (ROUND), turned = Layout::TURNED;
  const int thread = Layout::bank (Layout::of_thread (ROUND, threadIdx.x));

#pragma unroll
  for (int j = 0; j < 32; j += N)
    {
      const int at = Layout::bank (Layout::of_register (ROUND, j));
      Vector<T, N> *place = (Vector<T, N> *) (tile + (thread ^ (at & turned)) + (at & ~turned)), v;

      if (PUT)
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

/* Between what a round has put and the next one takes, of rounds 1 and 2. */
template <typename Layout> static __device__ __forceinline__ void
tile_barrier (void)
{
  if (Layout::warps_keep ())
    __syncwarp ();
  else
    __syncthreads ();
}

/* The butterflies of the bits under @bits of a tile, from the registers of round 0 to those of round 2. @tile is shared. */
template <typename Layout, bool WHOLE, typename Step, typename T> static __device__ __forceinline__ void
tile_transform (T (&x)[32],
                T  *tile,
                int bits,
                int word_bits)
{
  Step::within_words (x, 0, word_bits);
  tile_round<Layout, WHOLE, 0, Step> (x, bits);
  tile_exchange<Layout, 0, true> (x, tile);
  __syncthreads ();
  tile_exchange<Layout, 1, false> (x, tile);
  tile_round<Layout, WHOLE, 1, Step> (x, bits);
  tile_exchange<Layout, 1, true> (x, tile); /* where it read: no thread reads what another writes */
  tile_barrier<Layout> ();
  tile_exchange<Layout, 2, false> (x, tile);
  tile_round<Layout, WHOLE, 2, Step> (x, bits);
}

/* A tile a block, in place where @in is @out. Rows of 2^@bits values, or with @bits = BITS the low part of longer ones; in an
 * order other than natural rows are whole. Arrays are whole tiles. */
template <typename T, typename Step, int BITS, bool WHOLE, bool ORDERED>
static __global__ void __launch_bounds__ (1 << (BITS - 5), (sizeof (T) == 4 && BITS == 14) ? 2 : 1)
tile_pass (T             *out,
           const T       *in,
           int            bits,
           int            word_bits,
           OndesCudaOrder order,
           Finish<T>      finish)
{
  typedef TileLayout<Vector<T>::LOG, BITS, !ORDERED> Layout;
  extern __shared__ __align__ (16) unsigned char shared[];
  T *tile = (T *) shared, x[32];
  const size_t base = (size_t) blockIdx.x << BITS;
  const int thread = Layout::of_thread (2, threadIdx.x);

  tile_load<Layout> (x, in + base);
  tile_transform<Layout, WHOLE, Step> (x, tile, bits, word_bits);
  release_next ();
  if (Step::DIVIDES)
    finish.divide_all (x);
  if (!ORDERED)
    {
      tile_store<Layout, 2> (out + base, x);
      return;
    }

  /* Through shared memory, lowest bits to the highest: there the banks are told apart by the row's highest five bits too. The
   * registers are gone through by the Gray code, a bit at a time. */
  {
    const int shift = bits > 5 ? bits - 5 : 31;
    unsigned at = place_of (order, bits, (unsigned) thread);

    __syncthreads ();
#pragma unroll
    for (int i = 0; i < 32; i++)
      {
        const int j = i ^ i >> 1, turned = (i & 1) ? 0 : (i & 2) ? 1 : (i & 4) ? 2 : (i & 8) ? 3 : 4;

        if (i > 0)
          at ^= Layout::register_bit (2, turned) < bits ? place_of_bit<unsigned> (order, bits, Layout::register_bit (2, turned))
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

/* Rows of 2^BITS values, @ROWS a block: where blocks are many the second is on its way while the first is transformed. */
template <typename T, typename Step, int BITS, int ROWS> static __global__ void __launch_bounds__ (1 << (BITS - 5))
short_pass (T        *out,
            const T  *in,
            int       word_bits,
            Finish<T> finish)
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
      if (Step::DIVIDES)
        finish.divide_all (x[row]);
      tile_store<Layout, 2> (out + base + (row << BITS), x[row]);
    }
}
