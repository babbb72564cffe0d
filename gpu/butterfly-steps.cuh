/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the passes of butterflies.cuh share: the steps, values as they are loaded and stored, and places in another order. */
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include "spectral-private.cuh"

/* The steps, on the pair (u, v) of one bit: u where the bit is 0. Integers are unsigned, for sums may wrap on the way.
 * within_words() does the bits [@first, @end) of an index that counts within a packed word. DIVIDES: there is an inverse that does,
 * and a pass has something to finish. */
struct Unpacked
{
  static const bool DIVIDES = false;

  template <typename T, int N> static __device__ __forceinline__ void within_words (T (&)[N], int, int) {}
};

struct WalshStep : Unpacked
{
  static const bool DIVIDES = true;

  template <typename T> static __device__ __forceinline__ void
  apply (T &u, T &v)
  {
    T a = u;

    u = a + v;
    v = a - v;
  }
};

struct ArithmeticStep : Unpacked
{
  template <typename T> static __device__ __forceinline__ void apply (T &u, T &v) { v = v - u; }
};

struct ArithmeticInverseStep : Unpacked
{
  template <typename T> static __device__ __forceinline__ void apply (T &u, T &v) { v = v + u; }
};

struct ReedMullerStep
{
  static const bool DIVIDES = false;

  template <typename T> static __device__ __forceinline__ void apply (T &u, T &v) { v = v ^ u; }

  template <int N> static __device__ __forceinline__ void
  within_words (uint32_t (&x)[N],
                int      first,
                int      end)
  {
    const uint32_t set[] = { 0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000 }; /* where the index's bit is 1 */

#pragma unroll
    for (int i = 0; i < 5; i++)
      if (i >= first && i < end)
        {
#pragma unroll
          for (int j = 0; j < N; j++)
            x[j] ^= x[j] << (1 << i) & set[i];
        }
  }
};

/* What is done to values before they are written: an inverse divides by 2^shift. Whether all of a thread's integers are divisible
 * is asked once, of what check() has gathered: a branch for each value is what nvcc takes longest for. */
template <typename T> struct Finish
{
  int       shift;
  unsigned *inexact; /* set where an integer is not divisible */
  T         factor;  /* 2^−shift, exact */

  Finish (int       shift,
          unsigned *inexact)
    : shift (shift), inexact (inexact), factor ((T) ldexp (1, -shift))
  {
  }

  /* @bits gathers the bits of the values divided so far, for check(). */
  __device__ __forceinline__ T
  divide (T value, T &bits) const
  {
    return value * factor;
  }

  __device__ __forceinline__ void
  check (T bits) const
  {
  }

  template <int N> __device__ __forceinline__ void
  divide_all (T (&values)[N]) const
  {
    T bits = 0;

#pragma unroll
    for (int i = 0; i < N; i++)
      values[i] = divide (values[i], bits);
    check (bits);
  }
};

template <> __device__ __forceinline__ uint32_t
Finish<uint32_t>::divide (uint32_t value, uint32_t &bits) const
{
  bits |= value;
  return (uint32_t) ((int32_t) value >> shift);
}

template <> __device__ __forceinline__ void
Finish<uint32_t>::check (uint32_t bits) const
{
  if (bits & ((1u << shift) - 1))
    *inexact = 1;
}

template <> __device__ __forceinline__ uint64_t
Finish<uint64_t>::divide (uint64_t value, uint64_t &bits) const
{
  bits |= value;
  return (uint64_t) ((int64_t) value >> shift);
}

template <> __device__ __forceinline__ void
Finish<uint64_t>::check (uint64_t bits) const
{
  if (bits & ((1ull << shift) - 1))
    *inexact = 1;
}

/* What a thread loads and stores at once: 16 bytes where nothing else is said. */
template <typename T, int COUNT = 16 / sizeof (T)> struct alignas (COUNT * sizeof (T)) Vector
{
  static const int N = COUNT, LOG = N == 4 ? 2 : N == 2 ? 1 : 0;

  T at[N];
};

/* In one piece: nvcc takes a plain store of the struct apart into four, a quarter of a sector each. @beside: what lies beside it
 * in memory is fetched into the cache too, for the blocks beside this one, where a block reads less than whole lines. @last: nobody
 * reads it again, so that it leaves the cache first. */
template <typename T, int N = Vector<T>::N> static __device__ __forceinline__ Vector<T, N>
vector_load (const T *from,
             bool     beside,
             bool     last = false)
{
  Vector<T, N> v;
  uint32_t words[sizeof v / 4];

#if __CUDA_ARCH__ >= 750
  if (beside)
    {
      if constexpr (sizeof v == 8)
        asm volatile ("ld.global.L2::128B.v2.b32 {%0, %1}, [%2];" : "=r"(words[0]), "=r"(words[1]) : "l"(from) : "memory");
      else if (last)
        asm volatile ("ld.global.cs.L2::128B.v4.b32 {%0, %1, %2, %3}, [%4];"
                      : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3]) : "l"(from) : "memory");
      else
        asm volatile ("ld.global.L2::128B.v4.b32 {%0, %1, %2, %3}, [%4];"
                      : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3]) : "l"(from) : "memory");
      memcpy (&v, words, sizeof words);
      return v;
    }
#endif
  if constexpr (sizeof v == 8)
    *(uint2 *) &v = *(const uint2 *) from;
  else
    *(uint4 *) &v = *(const uint4 *) from;
  return v;
}

/* @streamed: what is written once, in whole lines, is not to take the cache's room from what the pass before has left there. */
template <typename T, int N> static __device__ __forceinline__ void
vector_store (T                  *to,
              const Vector<T, N> &v,
              bool                streamed)
{
  uint32_t words[sizeof v / 4];

  memcpy (words, &v, sizeof words);
  if constexpr (sizeof v == 4)
    *(uint32_t *) to = words[0];
  else if constexpr (sizeof v == 8)
    asm volatile ("st.global.v2.b32 [%0], {%1, %2};" : : "l"(to), "r"(words[0]), "r"(words[1]) : "memory");
  else if (streamed)
    asm volatile ("st.global.cs.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "l"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]) : "memory");
  else
    asm volatile ("st.global.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "l"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]) : "memory");
}

/* The place in @order of natural index 2^@bit of rows of 2^@n values. Places are linear over GF(2): that of i ⊕ k is the ⊕ of
 * theirs. Sequency undoes the Gray code of the reversed bits: a bit comes out with all that stand below it. */
template <typename U> static __device__ __forceinline__ U
place_of_bit (OndesCudaOrder order,
              int            n,
              int            bit)
{
  return order == ONDES_CUDA_NATURAL ? (U) 1 << bit
         : order == ONDES_CUDA_PALEY ? (U) 1 << (n - 1 - bit)
                                     : ((U) 2 << (n - 1 - bit)) - 1;
}

/* The same of any index; bits above the row stay. */
template <typename U> static __device__ __forceinline__ U
place_of (OndesCudaOrder order,
          int            n,
          U              i)
{
  const int wide = 8 * sizeof (U);
  const U row = n < wide ? i >> n << n : 0;
  U place;

  if (order == ONDES_CUDA_NATURAL || n == 0)
    return i;
  place = sizeof (U) == 4 ? (U) (__brev ((uint32_t) i) >> ((32 - n) & 31)) : (U) (__brevll (i) >> (64 - n));
  if (order == ONDES_CUDA_SEQUENCY)
    for (int shift = 1; shift < n; shift *= 2)
      place ^= place >> shift;
  return row | place;
}

/* Kernels follow one another closely: a pass is launched when all blocks of the one before are about to write, and waits
 * until they have, before it touches memory. Without such a launch (see launch()) these two do nothing. */
static __device__ __forceinline__ void
release_next (void)
{
#if __CUDA_ARCH__ >= 900
  asm volatile ("griddepcontrol.launch_dependents;");
#endif
}

static __device__ __forceinline__ void
await_previous (void)
{
#if __CUDA_ARCH__ >= 900
  asm volatile ("griddepcontrol.wait;" : : : "memory");
#endif
}
