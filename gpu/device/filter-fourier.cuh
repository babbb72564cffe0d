/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FFTs of 256 to 8192 points wholly in registers and shared memory, 16 or 32 points to a thread.
 *
 * Method: P × LAST or P × P × LAST points with P points to a thread. Each pass is a transform of what a thread holds, by
 * decimation in time, and the twiddles between two passes are merged into the butterflies of the second: with a factor written
 * as c (1 + i t), a ± c (1 + i t) b takes six FMAs, and a transform of P points needs P / 2 factors. A large t costs no
 * precision, since the part of b that t b swamps is multiplied by a small c. 4096 points take 33 operations a point, 1024
 * points 28.
 *
 * 1024 points in single precision are 32 × 32: a warp takes them with one exchange and no barrier, where 16 × 16 × 4 take two
 * exchanges and a barrier. Three such warps to a scheduler are faster than four of those: 0.32 instead of 0.36 ms for the case
 * in filter-segments.cuh. Lengths that need two exchanges all the same are slower so, since fewer warps wait at the barrier.
 *
 * 8192 points are 16 × 16 × 32, and a pair of threads does the last pass: one has the even points of the spectrum, the other
 * the odd ones, and after 16 points each they trade half of their results for the last butterflies.
 *
 * Layout: on entry of a forward transform and on return of an inverse one, thread t holds points k THREADS + t. Spectra are in
 * the order that needs no exchange, the same for samples and filters: the results of a thread's last pass. Between the passes
 * points are exchanged in shared memory, with an element of padding now and then against bank conflicts: the exchange beside the
 * spectra within LAST neighbouring threads, the other among all.
 */
#pragma once

#include "fourier.cuh"

/* exp (2πi a) = c (1 + i t) */
template<typename T>
struct alignas (2 * sizeof (T)) Root
{
  T c, t;
};

template<int N>
__host__ __device__ constexpr int
bits_reversed (int k)
{
  int result = 0;

  for (int bit = 1, mirror = N / 2; bit < N; bit *= 2, mirror /= 2)
    result |= (k & bit) != 0 ? mirror : 0;
  return result;
}

/* Sets a and b to a ± w b with w = c (1 + sign i t), times sign i if @rotated. */
template<int sign, typename T>
__device__ static __forceinline__ void
butterfly_2 (Complex<T> &a,
             Complex<T> &b,
             T           c,
             T           t,
             bool        rotated)
{
  const T u = b.re - sign * t * b.im, v = b.im + sign * t * b.re;

  if (rotated)
    {
      b = { a.re + sign * c * v, a.im - sign * c * u };
      a = { a.re - sign * c * v, a.im + sign * c * u };
    }
  else
    {
      b = { a.re - c * u, a.im - c * v };
      a = { a.re + c * u, a.im + c * v };
    }
}

/* As butterfly_2() with w = exp (sign 2πi e / 32), 0 ≤ e < 16; @e must be a compile-time constant. */
template<int sign, typename T>
__device__ static __forceinline__ void
butterfly_2_fixed (Complex<T> &a,
                   Complex<T> &b,
                   int         e)
{
  /* cosine and tangent of 2π e / 32 */
  constexpr double c[8] = { 1, 0.98078528040323044913, 0.92387953251128675613, 0.83146961230254523708,
                            0.70710678118654752440, 0.55557023301960222474, 0.38268343236508977173, 0.19509032201612826785 };
  constexpr double t[8] = { 0, 0.19891236737965800691, 0.41421356237309504880, 0.66817863791929891999,
                            1, 1.49660576266548901760, 2.41421356237309504880, 5.02733949212584810451 };

  if (e == 0 || e == 8)
    {
      const Complex<T> w = e == 0 ? b : times_i<sign> (b);

      b = a - w;
      a = a + w;
    }
  else
    butterfly_2<sign> (a, b, (T) c[e % 8], (T) t[e % 8], e > 8);
}

/* Computes x[n] = Σ_k x[bits_reversed (k)] exp (sign 2πi n k / N) in place, from butterflies of M results on. */
template<int N, int sign, int M = 2, typename T>
__device__ static __forceinline__ void
butterfly_fixed (Complex<T> *x)
{
#pragma unroll
  for (int i = 0; i < N / 2; i++)
    {
      const int n = i % (M / 2), at = i / (M / 2) * M + n;

      butterfly_2_fixed<sign> (x[at], x[at + M / 2], n * (32 / M));
    }
  if constexpr (M < N)
    butterfly_fixed<N, sign, 2 * M> (x);
}

/* Computes x[n] = Σ_k x[bits_reversed (k)] w^k exp (sign 2πi n k / N) in place. @roots: of w, or of its conjugate if @sign is
 * −1: w^(N/M) exp (2πi n / M) at M / 4 + n for M = 2, 4 … N and n < M / 4. */
template<int N, int sign, int M = 2, typename T>
__device__ static __forceinline__ void
butterfly_turned (Complex<T>    *x,
                  const Root<T> *roots)
{
#pragma unroll
  for (int i = 0; i < N / 2; i++)
    {
      const int n = i % (M / 2), at = i / (M / 2) * M + n;
      const bool rotated = M >= 4 && n >= M / 4;
      const Root<T> root = roots[M / 4 + (rotated ? n - M / 4 : n)];

      butterfly_2<sign> (x[at], x[at + M / 2], root.c, root.t, rotated);
    }
  if constexpr (M < N)
    butterfly_turned<N, sign, 2 * M> (x, roots);
}

/* The sets of P / 2 roots of each thread, in a table: root i of set s of thread t at (P / 2 s + i) THREADS + t. */
enum { ROOTS_OUTER, ROOTS_MIDDLE, ROOTS_FORWARD_MIDDLE, ROOTS_FORWARD_LAST, N_ROOT_SETS };

/* Points to a thread of a segment whose values are of type T. */
template<typename T, int LENGTH>
__host__ __device__ constexpr int
points_of_thread ()
{
  return sizeof (T) == 4 && LENGTH == 1024 ? 32 : 16;
}

template<typename T, int LENGTH_, int POINTS_ = points_of_thread<T, LENGTH_> ()>
struct Segment
{
  static constexpr int LENGTH = LENGTH_, POINTS = POINTS_, THREADS = LENGTH / POINTS, SET_ROOTS = POINTS / 2;
  static constexpr bool TWO_PASSES = THREADS <= POINTS;
  static constexpr int LAST = TWO_PASSES ? THREADS : THREADS / POINTS;
  static constexpr bool PAIRS = LAST == 2 * POINTS;             /* of threads for the last pass */
  static constexpr int LAST_POINTS = PAIRS ? POINTS : LAST;     /* of it in a thread */
  static constexpr int GROUPS = POINTS / LAST_POINTS;           /* transforms of a thread's last pass */
  static constexpr int PADDED = PAIRS ? LAST : POINTS;          /* elements between those of padding */
  static constexpr int EXCHANGE = LENGTH + LENGTH / PADDED;     /* elements of shared memory */
  static constexpr int TABLE = N_ROOT_SETS * SET_ROOTS * THREADS; /* elements of the table of roots */

  static_assert (LAST >= 2 && LAST <= 32 && LAST <= 2 * POINTS && (LAST & (LAST - 1)) == 0, "P × LAST or P × P × LAST");

  __device__ static __forceinline__ unsigned
  padded (unsigned i)
  {
    return i + i / PADDED;
  }

  /* Place of the first point that thread @t holds in the middle pass; the next ones are LAST points apart. */
  __device__ static __forceinline__ unsigned
  middle (unsigned t)
  {
    return padded (t / LAST * THREADS + t % LAST);
  }

  __device__ static __forceinline__ void
  synchronize ()
  {
    if constexpr (THREADS > 32)
      __syncthreads ();
    else
      __syncwarp ();
  }

  __device__ static __forceinline__ void
  load_roots (Root<T>       (&roots)[SET_ROOTS],
              const Root<T>  *table,
              int             set,
              unsigned        t)
  {
#pragma unroll
    for (int i = 0; i < SET_ROOTS; i++)
      roots[i] = table[(set * SET_ROOTS + i) * THREADS + t];
  }

  /* Returns the angle of root @i of a set of thread @t, in turns. */
  __device__ static double
  angle_of (int      set,
            int      i,
            unsigned t)
  {
    const int each = LAST < 4 ? 1 : LAST_POINTS / 2; /* roots of one transform of the last pass */
    int size = POINTS, m = 2;
    double base;

    if (set == ROOTS_OUTER)
      base = (double) t / LENGTH;
    else if (set == ROOTS_MIDDLE)
      base = (double) (t % LAST) / THREADS;
    else if (set == ROOTS_FORWARD_MIDDLE)
      base = (double) (t / LAST) / (POINTS * POINTS);
    else if (PAIRS)
      base = (double) pair_turn (t) / LENGTH + (double) (t % 2) / LAST;
    else
      {
        const unsigned group = (unsigned) (i / each);

        base = TWO_PASSES ? (double) (t * GROUPS + group) / LENGTH
                          : (double) (t / LAST + POINTS * (t % LAST * GROUPS + group)) / LENGTH;
        size = LAST;
        i %= each;
      }
    while (m / 2 <= i)
      m *= 2;
    return base * (size / m) + (double) (i - m / 4) / m;
  }

  /* Returns by how much the points that a pair transforms in its last pass are turned, in parts of LENGTH. */
  __device__ static __forceinline__ unsigned
  pair_turn (unsigned t)
  {
    return t / 2 / POINTS + POINTS * (t / 2 % POINTS);
  }

  /* Last pass of a forward transform by a pair: each reads all points, and has the even or the odd ones of the spectrum. */
  __device__ static __forceinline__ void
  forward_pair (Complex<T>       (&x)[POINTS],
                const Complex<T>  *exchange,
                const Root<T>    (&roots)[SET_ROOTS],
                unsigned           t)
  {
    const Complex<T> root = root_of_unity<T> (pair_turn (t) * POINTS, LENGTH);
    const Complex<T> half = t % 2 == 0 ? Complex<T> { root.re, -root.im } : Complex<T> { -root.re, root.im };

#pragma unroll
    for (int k = 0; k < POINTS; k++)
      x[bits_reversed<POINTS> (k)] = exchange[t / 2 * (LAST + 1) + k] + exchange[t / 2 * (LAST + 1) + POINTS + k] * half;
    __syncwarp ();
    butterfly_turned<POINTS, -1> (x, roots);
  }

  /* Transforms a segment; point k THREADS + t comes in x[bits_reversed<POINTS> (k)]. */
  __device__ static __forceinline__ void
  forward (Complex<T>    (&x)[POINTS],
           Complex<T>     *exchange,
           const Root<T>  *table,
           unsigned        t)
  {
    Root<T> roots[SET_ROOTS];

    butterfly_fixed<POINTS, -1> (x);
#pragma unroll
    for (int k = 0; k < POINTS; k++)
      exchange[padded (t) + padded (k * THREADS)] = x[k];
    synchronize ();
    if constexpr (!TWO_PASSES)
      {
        load_roots (roots, table, ROOTS_FORWARD_MIDDLE, t);
#pragma unroll
        for (int k = 0; k < POINTS; k++)
          x[bits_reversed<POINTS> (k)] = exchange[middle (t) + padded (k * LAST)];
        butterfly_turned<POINTS, -1> (x, roots);
#pragma unroll
        for (int k = 0; k < POINTS; k++)
          exchange[middle (t) + padded (k * LAST)] = x[k];
        __syncwarp ();
      }
    load_roots (roots, table, ROOTS_FORWARD_LAST, t);
    if constexpr (PAIRS)
      forward_pair (x, exchange, roots, t);
    else
      {
#pragma unroll
        for (int k = 0; k < POINTS; k++)
          x[place (k)] = exchange[t * (POINTS + 1) + k];
#pragma unroll
        for (int g = 0; g < GROUPS; g++)
          butterfly_turned<LAST, -1> (x + g * LAST, roots + g * (LAST < 4 ? 1 : LAST / 2));
      }
  }

  /* Index in x at which inverse() takes what forward() left in x[i]. */
  __host__ __device__ static constexpr int
  place (int i)
  {
    return i / LAST_POINTS * LAST_POINTS + bits_reversed<LAST_POINTS> (i % LAST_POINTS);
  }

  /* Roots of the inverse transform, the same for every segment. */
  struct Roots
  {
    Root<T> outer[SET_ROOTS], middle[SET_ROOTS];

    __device__ __forceinline__ void
    load (const Root<T> *table,
          unsigned       t)
    {
      load_roots (outer, table, ROOTS_OUTER, t);
      if constexpr (!TWO_PASSES)
        load_roots (middle, table, ROOTS_MIDDLE, t);
    }
  };

  /* First pass of an inverse transform by a pair: leaves point n of its first or second 8, and the one 16 later, in x[n] and
   * x[n + 8], and stores them. */
  __device__ static __forceinline__ void
  inverse_pair (Complex<T> (&x)[POINTS],
                Complex<T>  *exchange,
                unsigned     t)
  {
    const bool odd = t % 2 != 0;
    Complex<T> *const to = exchange + t / 2 * (LAST + 1) + t % 2 * (POINTS / 2);

    butterfly_fixed<POINTS, 1> (x);
#pragma unroll
    for (int n = 0; n < POINTS / 2; n++)
      {
        Complex<T> &low = x[n], &high = x[n + POINTS / 2];
        const Complex<T> give = odd ? low : high;
        const Complex<T> take = { __shfl_xor_sync (~0u, give.re, 1), __shfl_xor_sync (~0u, give.im, 1) };

        /* the odd thread's results have turned by a quarter more */
        high = odd ? times_i<1> (high) : take;
        low = odd ? take : low;
        butterfly_2_fixed<1> (low, high, n * (32 / LAST));
        to[n] = low;
        to[n + POINTS] = high;
      }
  }

  /* Transforms back, without the factor 1 / LENGTH. The caller must synchronise the threads before @exchange is written again. */
  __device__ static __forceinline__ void
  inverse (Complex<T>  (&x)[POINTS],
           Complex<T>   *exchange,
           const Roots  &roots,
           unsigned      t)
  {
    if constexpr (PAIRS)
      inverse_pair (x, exchange, t);
    else
      {
#pragma unroll
        for (int g = 0; g < GROUPS; g++)
          butterfly_fixed<LAST, 1> (x + g * LAST);
#pragma unroll
        for (int k = 0; k < POINTS; k++)
          exchange[t * (POINTS + 1) + k] = x[k];
      }
    __syncwarp ();
    if constexpr (!TWO_PASSES)
      {
#pragma unroll
        for (int k = 0; k < POINTS; k++)
          x[bits_reversed<POINTS> (k)] = exchange[middle (t) + padded (k * LAST)];
        butterfly_turned<POINTS, 1> (x, roots.middle);
#pragma unroll
        for (int k = 0; k < POINTS; k++)
          exchange[middle (t) + padded (k * LAST)] = x[k];
        synchronize ();
      }
#pragma unroll
    for (int k = 0; k < POINTS; k++)
      x[bits_reversed<POINTS> (k)] = exchange[padded (t) + padded (k * THREADS)];
    butterfly_turned<POINTS, 1> (x, roots.outer);
  }
};
