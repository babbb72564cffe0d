/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the passes of butterflies.cuh: butterfly steps, vector loads and stores, orders of the result. */
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include "spectral-private.cuh"

/* A step transforms in place the values u and v whose indices differ in one bit, 0 for u. Integers are unsigned, because
 * intermediate sums may wrap around. within_words() does bits [@first, @end) within packed words. NORMALISED: the inverse
 * divides by a power of two. */
struct Unpacked
{
  static const bool NORMALISED = false;

  template <typename T, int N> static __device__ __forceinline__ void within_words (T (&)[N], int, int) {}
};

struct WalshStep : Unpacked
{
  static const bool NORMALISED = true;

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
  static const bool NORMALISED = false;

  template <typename T> static __device__ __forceinline__ void apply (T &u, T &v) { v = v ^ u; }

  template <int N> static __device__ __forceinline__ void
  within_words (uint32_t (&x)[N],
                int      first,
                int      end)
  {
    const uint32_t set[] = { 0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000 }; /* positions whose index bit is 1 */

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

/* Divides by 2^shift before a store. Divisibility of a thread's integers is tested once, on the OR of all of them. */
template <typename T> struct Normaliser
{
  int       shift;
  unsigned *inexact; /* set if an integer is not divisible */
  T         factor;  /* 2^−shift, exact */

  Normaliser (int       shift,
              unsigned *inexact)
    : shift (shift), inexact (inexact), factor ((T) ldexp (1, -shift))
  {
  }

  /* ORs integers into @bits, for check(). */
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
Normaliser<uint32_t>::divide (uint32_t value, uint32_t &bits) const
{
  bits |= value;
  return (uint32_t) ((int32_t) value >> shift);
}

template <> __device__ __forceinline__ void
Normaliser<uint32_t>::check (uint32_t bits) const
{
  if (bits & ((1u << shift) - 1))
    *inexact = 1;
}

template <> __device__ __forceinline__ uint64_t
Normaliser<uint64_t>::divide (uint64_t value, uint64_t &bits) const
{
  bits |= value;
  return (uint64_t) ((int64_t) value >> shift);
}

template <> __device__ __forceinline__ void
Normaliser<uint64_t>::check (uint64_t bits) const
{
  if (bits & ((1ull << shift) - 1))
    *inexact = 1;
}

/* Operand of one load or store of a thread, 16 bytes by default. */
template <typename T, int COUNT = 16 / sizeof (T)> struct alignas (COUNT * sizeof (T)) Vector
{
  static const int N = COUNT, LOG = N == 4 ? 2 : N == 2 ? 1 : 0;

  T at[N];
};

/* Loads by one vector instruction; nvcc splits a plain struct access into four. @prefetch: fetches the whole line into L2 for
 * neighbouring thread blocks, if a block reads only part of it. @evict_first: the data is not read again. */
template <typename T, int N = Vector<T>::N> static __device__ __forceinline__ Vector<T, N>
vector_load (const T *from,
             bool     prefetch,
             bool     evict_first = false)
{
  Vector<T, N> v;
  uint32_t words[sizeof v / 4];

#if __CUDA_ARCH__ >= 750
  if (prefetch)
    {
      if constexpr (sizeof v == 8)
        asm volatile ("ld.global.L2::128B.v2.b32 {%0, %1}, [%2];" : "=r"(words[0]), "=r"(words[1]) : "l"(from) : "memory");
      else if (evict_first)
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

/* Stores by one vector instruction. @streaming: evict-first, so that whole lines that are not read again do not displace the
 * previous pass's data from the cache. */
template <typename T, int N> static __device__ __forceinline__ void
vector_store (T                  *to,
              const Vector<T, N> &v,
              bool                streaming)
{
  uint32_t words[sizeof v / 4];

  memcpy (words, &v, sizeof words);
  if constexpr (sizeof v == 4)
    *(uint32_t *) to = words[0];
  else if constexpr (sizeof v == 8)
    asm volatile ("st.global.v2.b32 [%0], {%1, %2};" : : "l"(to), "r"(words[0]), "r"(words[1]) : "memory");
  else if (streaming)
    asm volatile ("st.global.cs.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "l"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]) : "memory");
  else
    asm volatile ("st.global.v4.b32 [%0], {%1, %2, %3, %4};"
                  : : "l"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]) : "memory");
}

/* Returns the position in @order of natural index 2^@bit in rows of 2^@n values. Positions are linear over GF(2): that of i ⊕ k
 * is that of i ⊕ that of k. Sequency order inverts the Gray code of the reversed bits, so a bit also sets all bits below. */
template <typename U> static __device__ __forceinline__ U
ordered_bit (OndesCudaOrder order,
             int            n,
             int            bit)
{
  return order == ONDES_CUDA_NATURAL ? (U) 1 << bit
         : order == ONDES_CUDA_PALEY ? (U) 1 << (n - 1 - bit)
                                     : ((U) 2 << (n - 1 - bit)) - 1;
}

/* Returns the position in @order of natural index @i; bits above the row are unchanged. */
template <typename U> static __device__ __forceinline__ U
ordered_index (OndesCudaOrder order,
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

/* Programmatic dependent launch: the next pass may launch once all thread blocks of this one are about to store, and waits for
 * their stores before it accesses memory. Both functions are no-ops in ordinary launches. */
static __device__ __forceinline__ void
launch_dependents (void)
{
#if __CUDA_ARCH__ >= 900
  asm volatile ("griddepcontrol.launch_dependents;");
#endif
}

static __device__ __forceinline__ void
wait_for_dependencies (void)
{
#if __CUDA_ARCH__ >= 900
  asm volatile ("griddepcontrol.wait;" : : : "memory");
#endif
}
