/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterated pair updates of vectors of n ≤ 4096 values by tables of index pairs.
 *
 * M. Onsjö, K. Kasai, O. Watanabe, "CUDA Implementation of Iterative Updating", Tokyo Institute of Technology C-268, 2010,
 * Algorithm 1.
 *
 * Method: a thread block keeps one vector in shared memory at a time, and computes several, its jobs, one after the other.
 * It fetches the table once: thread i keeps pair i of every stage in registers where n and the stages are known at build
 * (64, 256, 1024 values), and loads the next vector while it computes one; otherwise the table lies in shared memory
 * beside the vector or, if that has no room, is read through the caches.
 *
 * Floor: a copy. The stages of a vector take 4 accesses of n/2 elements of shared memory each, 4 n m bytes of a float for
 * reading and writing: of 4096 vectors of 256 values 67 MB, 2 µs at 33 TB/s without conflicts, beside 8 MB of device
 * memory, 2 µs at 4.3 TB/s. With few blocks the latency of a stage (its barrier, its loads, its stores) is what takes
 * time.
 *
 * Layout: vectors are contiguous; pair i of stage j is at j n/2 + i, so that a warp reads its pairs without conflicts.
 * What the indices of a warp's pairs collide in is the order of the table (src/transform/pair-order.h).
 */
#include "pair-kernels.h"
#include "spectral-private.cuh"

#include <cstdio>

static const unsigned MAX_THREADS = 1024, RESIDENT_THREADS = 2048, RESIDENT_BLOCKS = 32;

static __device__ __forceinline__ float
multiply_add (float w,
              float b,
              float a)
{
  return fmaf (w, b, a);
}

static __device__ __forceinline__ double
multiply_add (double w,
              double b,
              double a)
{
  return fma (w, b, a);
}

static __device__ __forceinline__ unsigned long long
multiply_add (unsigned long long w,
              unsigned long long b,
              unsigned long long a)
{
  return w * b + a;
}

/* A complex value; its alignment makes it one access. */
template <typename T> struct alignas (2 * sizeof (T)) Value
{
  T re, im;
};

template <typename T> static __device__ __forceinline__ Value<T>
operator+ (const Value<T> &a,
           const Value<T> &b)
{
  return { a.re + b.re, a.im + b.im };
}

template <typename T> static __device__ __forceinline__ Value<T>
operator- (const Value<T> &a,
           const Value<T> &b)
{
  return { a.re - b.re, a.im - b.im };
}

template <typename T> static __device__ __forceinline__ Value<T>
operator- (const Value<T> &a)
{
  return { -a.re, -a.im };
}

template <typename T> static __device__ __forceinline__ Value<T>
multiply_add (const Value<T> &w,
              const Value<T> &b,
              const Value<T> &a)
{
  return { multiply_add (w.re, b.re, multiply_add (-w.im, b.im, a.re)),
           multiply_add (w.re, b.im, multiply_add (w.im, b.re, a.im)) };
}

static __device__ __forceinline__ unsigned
first_of (uint32_t pair)
{
  return pair & 0xfff;
}

static __device__ __forceinline__ unsigned
second_of (uint32_t pair)
{
  return pair >> 12 & 0xfff;
}

static __device__ __forceinline__ bool
role_of (uint32_t pair)
{
  return pair >> 24 & 1;
}

/* Updates x[k] and x[l]; @w: one coefficient of a butterfly, or four of a matrix. Rounds alike however the pair is listed. */
template <int KIND, typename T> static __device__ __forceinline__ void
update (T       *x,
        unsigned k,
        unsigned l,
        bool     role,
        const T *w)
{
  const T at_k = x[k], at_l = x[l], p = role ? at_l : at_k, q = role ? at_k : at_l;
  T s, d;

  if (KIND == ONDES_CUDA_PAIRS_SUM)
    {
      s = p + q;
      d = p - q;
    }
  else if (KIND == ONDES_CUDA_PAIRS_BUTTERFLY)
    {
      s = multiply_add (w[0], q, p);
      d = multiply_add (-w[0], q, p);
    }
  else
    {
      const T zero = {};

      s = multiply_add (w[1], q, multiply_add (w[0], p, zero));
      d = multiply_add (w[3], q, multiply_add (w[2], p, zero));
    }
  x[k] = role ? d : s;
  x[l] = role ? s : d;
}

template <typename T> static __device__ __forceinline__ T
reduced (T        x,
         unsigned modulus)
{
  return x;
}

static __device__ __forceinline__ unsigned long long
reduced (unsigned long long x,
         unsigned           modulus)
{
  return modulus == 2 ? x & 1 : x;
}

static __host__ __device__ constexpr unsigned
coefficients_of (int kind)
{
  return kind == ONDES_CUDA_PAIRS_SUM ? 0 : kind == ONDES_CUDA_PAIRS_BUTTERFLY ? 1 : 4;
}

/* What a launch computes. */
template <typename T> struct Work
{
  const T        *in;
  T              *out;
  const uint32_t *pairs;
  const T        *coefficients;
  uint64_t        rows, jobs;
  unsigned        n, stages, modulus;
};

/* Any sizes and threads. @FETCHED: the table is in shared memory. */
template <typename T, int KIND, bool FETCHED> static __global__ void
__launch_bounds__ (MAX_THREADS)
rolled (Work<T> work)
{
  extern __shared__ __align__ (16) unsigned char shared[];
  const unsigned half = work.n / 2, all = half * work.stages, numbers = coefficients_of (KIND);
  const uint64_t first = blockIdx.x * work.jobs, end = first + work.jobs < work.rows ? first + work.jobs : work.rows;
  T *x = (T *) shared;
  const T *coefficients = FETCHED ? x + work.n : work.coefficients;
  const uint32_t *pairs = FETCHED ? (const uint32_t *) (x + work.n + all * numbers) : work.pairs;

  if (FETCHED)
    {
      for (unsigned i = threadIdx.x; i < all * numbers; i += blockDim.x)
        x[work.n + i] = work.coefficients[i];
      for (unsigned i = threadIdx.x; i < all; i += blockDim.x)
        ((uint32_t *) (x + work.n + all * numbers))[i] = work.pairs[i];
    }
  for (uint64_t row = first; row < end; row++)
    {
      for (unsigned i = threadIdx.x; i < work.n; i += blockDim.x)
        x[i] = work.in[row * work.n + i];
      for (unsigned stage = 0; stage < work.stages; stage++)
        {
          __syncthreads ();
          for (unsigned i = threadIdx.x; i < half; i += blockDim.x)
            {
              const unsigned at = stage * half + i;
              const uint32_t pair = pairs[at];

              update<KIND> (x, first_of (pair), second_of (pair), role_of (pair), coefficients + at * numbers);
            }
        }
      __syncthreads ();
      /* each thread overwrites for the next vector what it has stored here */
      for (unsigned i = threadIdx.x; i < work.n; i += blockDim.x)
        work.out[row * work.n + i] = reduced (x[i], work.modulus);
    }
}

/* 2^STAGES values, a thread a pair: the table is in registers. */
template <typename T, int KIND, int STAGES> static __global__ void
__launch_bounds__ (1 << (STAGES - 1))
unrolled (Work<T> work)
{
  extern __shared__ __align__ (16) unsigned char shared[];
  const unsigned half = 1 << (STAGES - 1), n = 1 << STAGES, i = threadIdx.x;
  const uint64_t first = blockIdx.x * work.jobs, end = first + work.jobs < work.rows ? first + work.jobs : work.rows;
  unsigned k[STAGES], l[STAGES], roles = 0;
  T w[KIND == ONDES_CUDA_PAIRS_SUM ? 1 : STAGES], *x = (T *) shared, low, high;

  if (first >= end)
    return;
#pragma unroll
  for (int stage = 0; stage < STAGES; stage++)
    {
      const uint32_t pair = work.pairs[stage * half + i];

      k[stage] = first_of (pair);
      l[stage] = second_of (pair);
      roles |= (unsigned) role_of (pair) << stage;
      if (KIND == ONDES_CUDA_PAIRS_BUTTERFLY)
        w[KIND == ONDES_CUDA_PAIRS_SUM ? 0 : stage] = work.coefficients[stage * half + i];
    }
  low = work.in[first * n + i];
  high = work.in[first * n + half + i];
  for (uint64_t row = first; row < end; row++)
    {
      x[i] = low;
      x[half + i] = high;
      if (row + 1 < end)
        {
          low = work.in[(row + 1) * n + i];
          high = work.in[(row + 1) * n + half + i];
        }
#pragma unroll
      for (int stage = 0; stage < STAGES; stage++)
        {
          __syncthreads ();
          update<KIND> (x, k[stage], l[stage], roles >> stage & 1, w + (KIND == ONDES_CUDA_PAIRS_SUM ? 0 : stage));
        }
      __syncthreads ();
      work.out[row * n + i] = reduced (x[i], work.modulus);
      work.out[row * n + half + i] = reduced (x[half + i], work.modulus);
    }
}

/* A launch that is being prepared. */
struct Call
{
  const OndesCudaPairs *pairs;
  const void           *in;
  void                 *out;
  SpectralDevice        device;
  unsigned              threads;
  uint64_t              blocks, jobs;
};

/* Sets blocks and jobs for a block of @shared_bytes. FALSE if those given do not suffice. */
static bool
share_out (Call  *call,
           size_t shared_bytes)
{
  const OndesCudaPairs *pairs = call->pairs;
  const uint64_t by_threads = RESIDENT_THREADS / call->threads, by_memory = call->device.max_shared_bytes / shared_bytes;
  uint64_t resident = by_threads < by_memory ? by_threads : by_memory;

  resident = resident < 1 ? 1 : resident > RESIDENT_BLOCKS ? RESIDENT_BLOCKS : resident;
  call->blocks = pairs->blocks;
  call->jobs = pairs->jobs;
  if (call->blocks == 0)
    call->blocks = call->jobs > 0 ? blocks_for (pairs->rows, call->jobs) : call->device.processors * resident;
  if (call->blocks > pairs->rows)
    call->blocks = pairs->rows;
  if (call->jobs == 0)
    call->jobs = blocks_for (pairs->rows, call->blocks);
  return call->blocks <= INT32_MAX && call->jobs >= blocks_for (pairs->rows, call->blocks);
}

template <typename T, int KIND> static cudaError_t
run (Call *call,
     bool *suits)
{
  const OndesCudaPairs *pairs = call->pairs;
  const size_t all = (size_t) pairs->n / 2 * pairs->stages;
  const size_t vector = pairs->n * sizeof (T), table = all * (coefficients_of (KIND) * sizeof (T) + sizeof (uint32_t));
  const bool is_known = pairs->stages == 6 || pairs->stages == 8 || pairs->stages == 10;
  const bool is_unrolled = KIND != ONDES_CUDA_PAIRS_MATRIX && is_known && pairs->n == 1u << pairs->stages
                           && call->threads == pairs->n / 2 && !pairs->rolled;
  const bool is_fetched = !is_unrolled && vector + table <= call->device.max_shared_bytes;
  const size_t shared_bytes = vector + (is_fetched ? table : 0);
  Work<T> work = { (const T *) call->in, (T *) call->out, pairs->pairs, (const T *) pairs->coefficients, pairs->rows, 0,
                   pairs->n, pairs->stages, pairs->modulus };
  const int kind = KIND == ONDES_CUDA_PAIRS_MATRIX ? ONDES_CUDA_PAIRS_SUM : KIND; /* matrices are not unrolled */
  void (*kernel) (Work<T>) = is_fetched ? rolled<T, KIND, true> : rolled<T, KIND, false>;

  *suits = shared_bytes <= call->device.max_shared_bytes && share_out (call, shared_bytes);
  if (!*suits)
    return cudaSuccess;
  if (is_unrolled)
    kernel = pairs->stages == 6 ? unrolled<T, kind, 6> : pairs->stages == 8 ? unrolled<T, kind, 8> : unrolled<T, kind, 10>;
  work.jobs = call->jobs;
  return launch (call->device, false, kernel, dim3 ((unsigned) call->blocks), call->threads, shared_bytes, work);
}

typedef cudaError_t Run (Call *call,
                         bool *suits);

#define EACH_KIND(T) { run<T, ONDES_CUDA_PAIRS_SUM>, run<T, ONDES_CUDA_PAIRS_BUTTERFLY>, run<T, ONDES_CUDA_PAIRS_MATRIX> }

static Run *const runs[ONDES_CUDA_PAIRS_N_TYPES][ONDES_CUDA_PAIRS_N_KINDS] = {
  EACH_KIND (float), EACH_KIND (double), EACH_KIND (unsigned long long), EACH_KIND (Value<float>), EACH_KIND (Value<double>),
};

extern "C" OndesCudaStatus
ondes_cuda_pairs (OndesCuda            *self,
                  const OndesCudaPairs *pairs,
                  const void           *in,
                  void                 *out)
{
  Call call = { pairs, in, out, ondes_cuda_spectral_device (self), pairs->threads, 0, 0 };
  bool suits = false;

  if (call.threads == 0)
    call.threads = pairs->n / 2 < MAX_THREADS ? pairs->n / 2 : MAX_THREADS;
  ONDES_CUDA_TRY (runs[pairs->type][pairs->kind] (&call, &suits), "updating the pairs failed");
  if (suits)
    return ONDES_CUDA_OK;
  if (pairs->blocks > 0 && pairs->jobs > 0)
    return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "%llu blocks of %llu vectors are too few for %llu, or too many",
                                 (unsigned long long) pairs->blocks, (unsigned long long) pairs->jobs,
                                 (unsigned long long) pairs->rows);
  return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "a vector of %u values has no room in shared memory", pairs->n);
}
