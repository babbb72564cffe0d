/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deep pass of butterflies.cuh: 2^16 four-byte values per thread block, more than shared memory holds. It does bits 0 to 15, or
 * 11 bits of columns 128 bytes wide, or 12 bits of columns 64 bytes wide.
 *
 * Method: one thread block per multiprocessor, in two groups of 256 threads. Each group transforms four parts of 2^13 values
 * one after another, like tiles. A finished part is parked in shared memory or registers of the same thread, so that the bits
 * between parts need no exchange except the last bit, between the groups. The next part is prefetched into free registers.
 *
 * Memory floor: a copy. Measured on an H200: bits 0 to 15 take 1.2 copies, 128-byte columns 1.25, 64-byte columns 1.45; plain
 * copies of such columns take 1.17 and 1.3. Tried and slower: parts of 2^14 by all 512 threads (up to 0.1), thread blocks that
 * continue with the next tile (0.03), clusters that exchange bits 14 to 16 through distributed shared memory (1.5).
 *
 * Shared-memory layout, per group: an exchange buffer of one part, then two parked parts.
 */
#pragma once

#include "butterfly-tile.cuh"

#include <type_traits>

static const int DEEP_BITS = 16, PART_BITS = 13, DEEP_THREADS = 512, GROUP_THREADS = DEEP_THREADS / 2;
static const size_t DEEP_BYTES = 6 * sizeof (uint32_t) << PART_BITS; /* per group: exchange buffer and two parked parts */

/* Rounds for a part that consists of rows of 2^PIECE values: two rounds do the bits between rows. */
template <int PIECE> struct PartRounds
{
  static const int LOG = PART_BITS - PIECE == 9 ? 1 : 2, BITS = PART_BITS, ROUNDS = 2;
  static const int SWIZZLED = LOG == 1 ? 16 : 0;

  static_assert (PIECE + 5 + 5 - LOG == BITS, "each bit between rows belongs to one round");

  static __host__ __device__ constexpr int
  register_bit (int round,
                int i)
  {
    return round == 1 ? PIECE + i : i < LOG ? i : BITS - 5 + i;
  }

  static __host__ __device__ constexpr bool
  is_due (int round,
          int i)
  {
    return round == 1 || i >= LOG;
  }

  static __host__ __device__ constexpr int
  vector_log (int round)
  {
    return round == 0 ? LOG : 0;
  }

  /* lanes in round 1 differ in index bits 0 to 4, or 0 to 3 and 9 */
  static __host__ __device__ constexpr int
  swizzled (int index)
  {
    return LOG == 1 ? index ^ (index >> 9 & 1) << 4 : index;
  }
};

template <int PIECE> using PartLayout = Layout<std::conditional_t<PIECE == PART_BITS, TileRounds<2, PART_BITS, true>,
                                                                  PartRounds<PIECE>>>;

/* Returns the memory offset of value @index of a part whose rows are 2^@low values apart. */
template <int PIECE> static __device__ __forceinline__ size_t
part_offset (int index,
             int low)
{
  return PIECE == PART_BITS ? index : (index & ((1 << PIECE) - 1)) + ((size_t) (index >> PIECE) << low);
}

template <int PIECE, typename T> static __device__ __forceinline__ void
part_load (T (&x)[32],
           const T *in,
           int      low)
{
  typedef PartLayout<PIECE> Part;
  const int N = 1 << Part::vector_log (0);

#pragma unroll
  for (int j = 0; j < 32; j += N)
    {
      Vector<T, N> v = vector_load<T, N> (in + part_offset<PIECE> (Part::register_index (0, j), low), PIECE < PART_BITS);

#pragma unroll
      for (int k = 0; k < N; k++)
        x[j + k] = v.at[k];
    }
}

/* Barrier for one group. __syncthreads() uses barrier 0. */
static __device__ __forceinline__ void
group_barrier (int group)
{
  asm volatile ("bar.sync %0, 256;" : : "r"(group + 1) : "memory");
}

/* Does all bits of a part, from the register layout of round 0 to that of the last round. */
template <int PIECE, typename Step, typename T> static __device__ __forceinline__ void
part_transform (T (&x)[32],
                T  *tile,
                int group,
                int first_within,
                int end_within)
{
  typedef PartLayout<PIECE> Part;

  Step::within_words (x, first_within, end_within);
  tile_round<Part, true, 0, Step> (x, PART_BITS);
  group_barrier (group); /* the previous part has been read */
  tile_exchange<Part, 0, true> (x, tile);
  group_barrier (group);
  tile_exchange<Part, 1, false> (x, tile);
  tile_round<Part, true, 1, Step> (x, PART_BITS);
  if constexpr (Part::ROUNDS == 3)
    {
      static_assert (Part::warp_local (), "a warp reads in round 2 what it has written");
      tile_exchange<Part, 1, true> (x, tile);
      __syncwarp ();
      tile_exchange<Part, 2, false> (x, tile);
      tile_round<Part, true, 2, Step> (x, PART_BITS);
    }
}

template <typename T> static __device__ __forceinline__ Vector<T>
vector_of (const T (&x)[32],
           int j)
{
  Vector<T> v;

#pragma unroll
  for (int k = 0; k < Vector<T>::N; k++)
    v.at[k] = x[j + k];
  return v;
}

template <typename Step, typename T> static __device__ __forceinline__ void
vector_step (Vector<T> &u,
             Vector<T> &v)
{
#pragma unroll
  for (int k = 0; k < Vector<T>::N; k++)
    Step::apply (u.at[k], v.at[k]);
}

/* Returns where a thread parks the vector of registers from @j on; threads are interleaved. */
template <typename T> static __device__ __forceinline__ Vector<T> &
parked (T  *place,
        int j)
{
  return ((Vector<T> *) place)[j / Vector<T>::N * GROUP_THREADS + threadIdx.x % GROUP_THREADS];
}

/* Does the last butterflies, between this group's registers @x (the upper half of each pair if @UPPER, otherwise the lower) and
 * the part that the @other group has parked, and stores both. */
template <int PIECE, bool UPPER, typename Step, typename T> static __device__ __forceinline__ void
deep_store (T                   *out,
            const T              (&x)[32],
            T                   *other,
            int                  low,
            size_t               part,
            const Normaliser<T> &normaliser)
{
  typedef PartLayout<PIECE> Part;
  const int LAST = Part::ROUNDS - 1, N = 1 << Part::vector_log (LAST);
  T bits = 0;

#pragma unroll
  for (int j = 0; j < 32; j += Vector<T>::N)
    {
      Vector<T> u = UPPER ? parked (other, j) : vector_of (x, j), v = UPPER ? vector_of (x, j) : parked (other, j);

      vector_step<Step> (u, v);
#pragma unroll
      for (int i = 0; i < Vector<T>::N; i += N)
        {
          T *to = out + part_offset<PIECE> (Part::register_index (LAST, j + i), low);
          Vector<T, N> lower, upper;

#pragma unroll
          for (int k = 0; k < N; k++)
            {
              lower.at[k] = Step::NORMALISED ? normaliser.divide (u.at[i + k], bits) : u.at[i + k];
              upper.at[k] = Step::NORMALISED ? normaliser.divide (v.at[i + k], bits) : v.at[i + k];
            }
          vector_store (to, lower, false);
          vector_store (to + part, upper, false);
        }
    }
  if (Step::NORMALISED)
    normaliser.check (bits);
}

/* Does the bits between parts: the lower group finishes the first two parts of both groups, the @UPPER group the last two. @x
 * and @y are this group's last two parts; @mine and @other hold the parked parts of this and the other group. */
template <int PIECE, bool UPPER, typename Step, typename T> static __device__ __forceinline__ void
deep_finish (T                   *to,
             T                    (&x)[32],
             T                    (&y)[32],
             T *const             (&mine)[2],
             T *const             (&other)[2],
             int                  low,
             size_t               part,
             const Normaliser<T> &normaliser)
{
#pragma unroll
  for (int j = 0; j < 32; j += Vector<T>::N)
    {
      Vector<T> a = parked (mine[0], j), b = parked (mine[1], j), c = vector_of (x, j), d = vector_of (y, j);

      vector_step<Step> (c, d);
      vector_step<Step> (a, c);
      vector_step<Step> (b, d);
      parked (mine[0], j) = UPPER ? a : c;
      parked (mine[1], j) = UPPER ? b : d;
#pragma unroll
      for (int k = 0; k < Vector<T>::N; k++)
        {
          x[j + k] = UPPER ? c.at[k] : a.at[k];
          y[j + k] = UPPER ? d.at[k] : b.at[k];
        }
    }
  __syncthreads ();
  deep_store<PIECE, UPPER, Step> (to + (UPPER ? 4 : 0) * part, x, other[0], low, part, normaliser);
  deep_store<PIECE, UPPER, Step> (to + (UPPER ? 6 : 2) * part, y, other[1], low, part, normaliser);
}

/* Does bits [0, 16) if PIECE is 13, otherwise [@low, @low + 16 − PIECE) of columns of 2^PIECE values, starting at the end of
 * memory. May run in place. Within packed words it does bits [@first_within, @end_within). */
template <typename T, typename Step, int PIECE> static __global__ void __launch_bounds__ (DEEP_THREADS, 1)
deep_pass (T            *out,
           const T      *in,
           int           low,
           int           first_within,
           int           end_within,
           Normaliser<T> normaliser)
{
  typedef PartLayout<PIECE> Part;
  extern __shared__ __align__ (16) unsigned char shared[];
  const int group = threadIdx.x / GROUP_THREADS, VALUES = 1 << PART_BITS;
  T *const tile = (T *) shared + group * 3 * VALUES, *const mine[2] = { tile + VALUES, tile + 2 * VALUES };
  T *const other[2] = { (T *) shared + (!group * 3 + 1) * VALUES, (T *) shared + (!group * 3 + 2) * VALUES };
  const size_t block = PIECE == PART_BITS ? blockIdx.x : gridDim.x - 1 - blockIdx.x;
  const size_t columns = ((size_t) 1 << (low - PIECE)) - 1;
  const size_t base = (block >> (low - PIECE) << (low + DEEP_BITS - PIECE)) + ((block & columns) << PIECE);
  const size_t part = (size_t) 1 << (low + PART_BITS - PIECE); /* the groups alternate parts */
  const T *const from = in + base + part_offset<PIECE> (Part::thread_index (0, threadIdx.x), low) + group * part;
  T *const to = out + base + part_offset<PIECE> (Part::thread_index (Part::ROUNDS - 1, threadIdx.x), low);
  T x[32], y[32];

  if (!fits_arch (DEEP_BYTES))
    return;
  wait_for_dependencies ();
  part_load<PIECE> (x, from, low);
  part_load<PIECE> (y, from + 2 * part, low);
  part_transform<PIECE, Step> (x, tile, group, first_within, end_within);
#pragma unroll
  for (int j = 0; j < 32; j += Vector<T>::N)
    parked (mine[0], j) = vector_of (x, j);
  part_load<PIECE> (x, from + 4 * part, low);
  part_transform<PIECE, Step> (y, tile, group, first_within, end_within);
#pragma unroll
  for (int j = 0; j < 32; j += Vector<T>::N)
    {
      Vector<T> u = parked (mine[0], j), v = vector_of (y, j);

      vector_step<Step> (u, v);
      parked (mine[0], j) = u;
      parked (mine[1], j) = v;
    }
  part_load<PIECE> (y, from + 6 * part, low);
  part_transform<PIECE, Step> (x, tile, group, first_within, end_within);
  part_transform<PIECE, Step> (y, tile, group, first_within, end_within);
  launch_dependents ();

  if (group == 0)
    deep_finish<PIECE, false, Step> (to, x, y, mine, other, low, part, normaliser);
  else
    deep_finish<PIECE, true, Step> (to, x, y, mine, other, low, part, normaliser);
}

template <typename T, typename Step, int PIECE> static cudaError_t
launch_deep (const SpectralDevice &device,
             T                    *out,
             const T              *in,
             uint64_t              n_values,
             int                   low,
             int                   first_within,
             int                   end_within,
             Normaliser<T>         normaliser)
{
  return launch (device, PIECE < PART_BITS, deep_pass<T, Step, PIECE>, (unsigned) (n_values >> DEEP_BITS), DEEP_THREADS,
                 DEEP_BYTES, out, in, low, first_within, end_within, normaliser);
}
