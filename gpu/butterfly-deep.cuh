/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The deep pass of butterflies.cuh: 2^16 values of four bytes a block, more than shared memory holds: bits 0 to 15, contiguous, or
 * 11 bits of columns 128 bytes wide, or 12 of 64 bytes.
 *
 * A block has the processor to itself, two groups of 256 threads, each four parts of 2^13 values one after the other. A thread
 * does a part's bits as in a tile; what it then holds stays with it, in places of its own in shared memory or in registers, and the
 * bits that tell the parts apart need no exchange but the last one, between the groups. While a part is transformed the next one is
 * on its way into the registers that are free.
 *
 * Floor: a copy. Measured on an H200, in copies: bits 0 to 15 1.2, columns of 128 bytes 1.25 and of 64 bytes 1.45, where a mere
 * copy in such pieces takes 1.17 and 1.3. Lost: parts of 2^14 by all 512 threads at a time (up to 0.1 more), blocks that go on to
 * a next tile (0.03), clusters that exchange bits 14 to 16 through each other's shared memory (1.5).
 */
#pragma once

#include "butterfly-tile.cuh"

#include <type_traits>

static const int DEEP_BITS = 16, PART_BITS = 13, DEEP_THREADS = 512, GROUP_THREADS = DEEP_THREADS / 2;
static const size_t DEEP_BYTES = 6 * sizeof (uint32_t) << PART_BITS; /* a group: to exchange in, and places for two parts */

/* A part in rows of 2^PIECE values, as a column's: two rounds do the bits that tell its rows apart. */
template <int PIECE> struct PartRounds
{
  static const int LOG = PART_BITS - PIECE == 9 ? 1 : 2, BITS = PART_BITS, ROUNDS = 2;
  static const int TURNED = LOG == 1 ? 16 : 0;

  static_assert (PIECE + 5 + 5 - LOG == BITS, "each bit above the piece's is one round's");

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

  /* the lanes of round 1 are told apart by bits 0 to 4, or 0 to 3 and 9 */
  static __host__ __device__ constexpr int
  bank (int index)
  {
    return LOG == 1 ? index ^ (index >> 9 & 1) << 4 : index;
  }
};

template <int PIECE> using PartLayout = Layout<std::conditional_t<PIECE == PART_BITS, TileRounds<2, PART_BITS, true>,
                                                                  PartRounds<PIECE>>>;

/* Where memory has an index of a part, whose rows lie 2^@low values apart. */
template <int PIECE> static __device__ __forceinline__ size_t
part_place (int index,
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
      Vector<T, N> v = vector_load<T, N> (in + part_place<PIECE> (Part::of_register (0, j), low), PIECE < PART_BITS);

#pragma unroll
      for (int k = 0; k < N; k++)
        x[j + k] = v.at[k];
    }
}

/* A barrier for the group's threads: number 0 is that of __syncthreads(). */
static __device__ __forceinline__ void
group_barrier (int group)
{
  asm volatile ("bar.sync %0, 256;" : : "r"(group + 1) : "memory");
}

/* The bits of a part, from the registers of round 0 to those of the last one. */
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
  group_barrier (group); /* the part before has been taken */
  tile_exchange<Part, 0, true> (x, tile);
  group_barrier (group);
  tile_exchange<Part, 1, false> (x, tile);
  tile_round<Part, true, 1, Step> (x, PART_BITS);
  if constexpr (Part::ROUNDS == 3)
    {
      static_assert (Part::warps_keep (), "a warp takes in round 2 what it has put");
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

/* What a thread has put by: a part's registers, as vectors side by side with the other threads'. */
template <typename T> static __device__ __forceinline__ Vector<T> &
put_by (T  *place,
        int j)
{
  return ((Vector<T> *) place)[j / Vector<T>::N * GROUP_THREADS + threadIdx.x % GROUP_THREADS];
}

/* The registers @x, which are @UPPER's or the lower group's, and what the @other one has put by: their butterflies, to memory. */
template <int PIECE, bool UPPER, typename Step, typename T> static __device__ __forceinline__ void
deep_store (T               *out,
            const T          (&x)[32],
            T               *other,
            int              low,
            size_t           part,
            const Finish<T> &finish)
{
  typedef PartLayout<PIECE> Part;
  const int LAST = Part::ROUNDS - 1, N = 1 << Part::vector_log (LAST);
  T bits = 0;

#pragma unroll
  for (int j = 0; j < 32; j += Vector<T>::N)
    {
      Vector<T> u = UPPER ? put_by (other, j) : vector_of (x, j), v = UPPER ? vector_of (x, j) : put_by (other, j);

      vector_step<Step> (u, v);
#pragma unroll
      for (int i = 0; i < Vector<T>::N; i += N)
        {
          T *to = out + part_place<PIECE> (Part::of_register (LAST, j + i), low);
          Vector<T, N> lower, upper;

#pragma unroll
          for (int k = 0; k < N; k++)
            {
              lower.at[k] = Step::DIVIDES ? finish.divide (u.at[i + k], bits) : u.at[i + k];
              upper.at[k] = Step::DIVIDES ? finish.divide (v.at[i + k], bits) : v.at[i + k];
            }
          vector_store (to, lower, false);
          vector_store (to + part, upper, false);
        }
    }
  if (Step::DIVIDES)
    finish.check (bits);
}

/* A block does the bits [0, 16), with PIECE 13, or [@low, @low + 16 − PIECE) of columns of 2^PIECE values, from the end of memory
 * to its beginning. It may write in place. Of an index within packed words it does the bits [@first_within, @end_within). */
template <typename T, typename Step, int PIECE> static __global__ void __launch_bounds__ (DEEP_THREADS, 1)
deep_pass (T        *out,
           const T  *in,
           int       low,
           int       first_within,
           int       end_within,
           Finish<T> finish)
{
  typedef PartLayout<PIECE> Part;
  extern __shared__ __align__ (16) unsigned char shared[];
  const int group = threadIdx.x / GROUP_THREADS, VALUES = 1 << PART_BITS;
  T *const tile = (T *) shared + group * 3 * VALUES, *const mine[2] = { tile + VALUES, tile + 2 * VALUES };
  T *const other[2] = { (T *) shared + (!group * 3 + 1) * VALUES, (T *) shared + (!group * 3 + 2) * VALUES };
  const size_t block = PIECE == PART_BITS ? blockIdx.x : gridDim.x - 1 - blockIdx.x, columns = ((size_t) 1 << (low - PIECE)) - 1;
  const size_t base = (block >> (low - PIECE) << (low + DEEP_BITS - PIECE)) + ((block & columns) << PIECE);
  const size_t part = (size_t) 1 << (low + PART_BITS - PIECE); /* the groups have every other part */
  const T *const from = in + base + part_place<PIECE> (Part::of_thread (0, threadIdx.x), low) + group * part;
  T *const to = out + base + part_place<PIECE> (Part::of_thread (Part::ROUNDS - 1, threadIdx.x), low);
  T x[32], y[32];

  await_previous ();
  part_load<PIECE> (x, from, low);
  part_load<PIECE> (y, from + 2 * part, low);
  part_transform<PIECE, Step> (x, tile, group, first_within, end_within);
#pragma unroll
  for (int j = 0; j < 32; j += Vector<T>::N)
    put_by (mine[0], j) = vector_of (x, j);
  part_load<PIECE> (x, from + 4 * part, low);
  part_transform<PIECE, Step> (y, tile, group, first_within, end_within);
#pragma unroll
  for (int j = 0; j < 32; j += Vector<T>::N)
    {
      Vector<T> u = put_by (mine[0], j), v = vector_of (y, j);

      vector_step<Step> (u, v);
      put_by (mine[0], j) = u;
      put_by (mine[1], j) = v;
    }
  part_load<PIECE> (y, from + 6 * part, low);
  part_transform<PIECE, Step> (x, tile, group, first_within, end_within);
  part_transform<PIECE, Step> (y, tile, group, first_within, end_within);
  release_next ();

  /* the lower group goes on with its first two parts and the other's, the upper one with the last two */
  auto end = [&] (auto is_upper) {
    const bool UPPER = decltype (is_upper)::value;

#pragma unroll
    for (int j = 0; j < 32; j += Vector<T>::N)
      {
        Vector<T> a = put_by (mine[0], j), b = put_by (mine[1], j), c = vector_of (x, j), d = vector_of (y, j);

        vector_step<Step> (c, d);
        vector_step<Step> (a, c);
        vector_step<Step> (b, d);
        put_by (mine[0], j) = UPPER ? a : c;
        put_by (mine[1], j) = UPPER ? b : d;
#pragma unroll
        for (int k = 0; k < Vector<T>::N; k++)
          {
            x[j + k] = UPPER ? c.at[k] : a.at[k];
            y[j + k] = UPPER ? d.at[k] : b.at[k];
          }
      }
    __syncthreads ();
    deep_store<PIECE, UPPER, Step> (to + (UPPER ? 4 : 0) * part, x, other[0], low, part, finish);
    deep_store<PIECE, UPPER, Step> (to + (UPPER ? 6 : 2) * part, y, other[1], low, part, finish);
  };
  if (group == 0)
    end (std::false_type ());
  else
    end (std::true_type ());
}

template <typename T, typename Step, int PIECE> static cudaError_t
launch_deep (const SpectralDevice &device,
             T                    *out,
             const T              *in,
             uint64_t              n_values,
             int                   low,
             int                   first_within,
             int                   end_within,
             Finish<T>             finish)
{
  return launch (device, PIECE < PART_BITS, deep_pass<T, Step, PIECE>, (unsigned) (n_values >> DEEP_BITS), DEEP_THREADS, DEEP_BYTES,
                 out, in, low, first_within, end_within, finish);
}
