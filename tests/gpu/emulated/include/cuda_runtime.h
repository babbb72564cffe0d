/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CUDA's runtime, as far as gpu/ uses it, on the processor: on machines without a GPU too a test sees what each kernel computes,
 * and AddressSanitizer where it reads and writes. Not for speed.
 *
 * A kernel runs a block at a time, each of its threads a fiber that runs until it waits for others; EMULATED_ORDER is the order
 * they go on in: `up`, `down` or `random`, so that a forgotten barrier shows. Memory and shared memory come filled with 0xa5.
 * What is given to a stream runs at once, or with EMULATED_STREAMS set some time later, in any order that streams and events allow:
 * what does not wait for what it needs in another stream, or takes its memory too early, shows. One device, of compute capability
 * 9.0, or what EMULATED_CAPABILITY says ("6.1"), and three multiprocessors. */
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <functional>
#include <initializer_list>

#define __CUDA_ARCH__ 900
#define __CUDA_ARCH_LIST__ 800, 900
#define __host__
#define __device__
#define __global__
#define __forceinline__ inline
#define __noinline__
#define __shared__ static
#define __align__(n) __attribute__ ((aligned (n)))
#define __launch_bounds__(...)

/* clang-format off */
struct alignas (8)  float2  { float x, y; };
struct alignas (16) double2 { double x, y; };
struct alignas (8)  int2    { int x, y; };
struct alignas (8)  uint2   { unsigned x, y; };
struct alignas (16) uint4   { unsigned x, y, z, w; };
struct              uint3   { unsigned x, y, z; };
struct dim3
{
  unsigned x, y, z;

  dim3 (unsigned x = 1, unsigned y = 1, unsigned z = 1) : x (x), y (y), z (z) {}
};

/* Of the thread that runs. */
extern uint3 threadIdx, blockIdx;
extern dim3  blockDim, gridDim;

enum cudaError_t
{
  cudaSuccess,
  cudaErrorInvalidValue,
  cudaErrorMemoryAllocation,
  cudaErrorInitializationError,
  cudaErrorInvalidConfiguration,
  cudaErrorInsufficientDriver,
  cudaErrorNoDevice,
  cudaErrorInvalidDevice,
  cudaErrorNoKernelImageForDevice,
  cudaErrorUnsupportedPtxVersion,
  cudaErrorInvalidDeviceFunction,
  cudaErrorDevicesUnavailable,
  cudaErrorNotReady,
  cudaErrorIllegalAddress,
  cudaErrorStreamCaptureUnsupported,
  cudaErrorNotSupported,
  cudaErrorNotPermitted,
  cudaErrorSystemNotReady,
  cudaErrorSystemDriverMismatch,
  cudaErrorCompatNotSupportedOnDevice,
};
enum cudaMemcpyKind        { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
enum cudaDeviceAttr        { cudaDevAttrClockRate, cudaDevAttrMaxSharedMemoryPerBlockOptin };
enum cudaFuncAttribute     { cudaFuncAttributeMaxDynamicSharedMemorySize };
enum cudaLaunchAttributeID { cudaLaunchAttributeProgrammaticStreamSerialization };
enum                       { cudaStreamNonBlocking = 1 };
enum                       { cudaEventRecordDefault, cudaEventRecordExternal };
enum cudaStreamCaptureMode { cudaStreamCaptureModeRelaxed };
enum                       { cudaEventDefault, cudaEventBlockingSync, cudaEventDisableTiming };

typedef struct EmulatedStream *cudaStream_t;
typedef struct EmulatedEvent  *cudaEvent_t;
typedef struct EmulatedGraph  *cudaGraph_t, *cudaGraphExec_t;


struct cudaDeviceProp
{
  char   name[256];
  int    major, minor, multiProcessorCount;
  size_t totalGlobalMem;
};

struct cudaLaunchAttribute
{
  cudaLaunchAttributeID id;
  struct { int programmaticStreamSerializationAllowed; } val;
};

struct cudaLaunchConfig_t
{
  dim3                 gridDim, blockDim;
  size_t               dynamicSmemBytes;
  cudaStream_t         stream;
  cudaLaunchAttribute *attrs;
  unsigned             numAttrs;
};

const char *cudaGetErrorString        (cudaError_t error);
cudaError_t cudaGetLastError          (void);
cudaError_t cudaGetDeviceCount        (int *n);
cudaError_t cudaDriverGetVersion      (int *version);
cudaError_t cudaRuntimeGetVersion     (int *version);
cudaError_t cudaGetDeviceProperties   (cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute    (int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaSetDevice             (int device);
cudaError_t cudaMemGetInfo            (size_t *free_bytes, size_t *total_bytes);
cudaError_t emulated_malloc           (void **pointer, size_t bytes);
cudaError_t cudaFree                  (void *pointer);
cudaError_t cudaFreeHost              (void *pointer);
cudaError_t cudaMemcpy                (void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync           (void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpy2DAsync         (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemsetAsync           (void *to, int byte, size_t bytes, cudaStream_t stream);
cudaError_t cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy         (cudaStream_t stream);
cudaError_t cudaStreamSynchronize     (cudaStream_t stream);
cudaError_t cudaStreamWaitEvent       (cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaEventCreateWithFlags  (cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy          (cudaEvent_t event);
cudaError_t cudaEventRecord           (cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventRecordWithFlags  (cudaEvent_t event, cudaStream_t stream, unsigned flags);
cudaError_t cudaEventQuery            (cudaEvent_t event);
cudaError_t cudaEventSynchronize      (cudaEvent_t event);
cudaError_t cudaEventElapsedTime      (float *ms, cudaEvent_t begin, cudaEvent_t end);
cudaError_t cudaStreamBeginCapture    (cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture      (cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaGraphDestroy          (cudaGraph_t graph);
cudaError_t cudaGraphInstantiate      (cudaGraphExec_t *ready, cudaGraph_t graph, unsigned long long flags);
cudaError_t cudaGraphExecDestroy      (cudaGraphExec_t ready);
cudaError_t cudaGraphLaunch           (cudaGraphExec_t ready, cudaStream_t stream);

template <typename T> static inline cudaError_t
cudaMalloc (T **at, size_t bytes) { return emulated_malloc ((void **) at, bytes); }
template <typename T> static inline cudaError_t
cudaMallocHost (T **at, size_t bytes) { return emulated_malloc ((void **) at, bytes); }
template <typename F> static inline cudaError_t cudaFuncSetAttribute (F, cudaFuncAttribute, int) { return cudaSuccess; }
/* clang-format on */

struct EmulatedLaunch
{
  dim3         grid, block;
  size_t       shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

/* Runs @run in each thread of each block, when @launch's stream comes to it; @run holds its arguments. */
void emulated_launch_threads (const EmulatedLaunch &launch, std::function<void ()> run);

template <typename... P, typename... A> static inline void
emulated_launch (const EmulatedLaunch &launch,
                 void                (*kernel) (P...),
                 A...                  arguments)
{
  emulated_launch_threads (launch, [=] { kernel (P (arguments)...); });
}

template <typename... P, typename... A> static inline cudaError_t
cudaLaunchKernelEx (const cudaLaunchConfig_t *config,
                    void                    (*kernel) (P...),
                    A...                      arguments)
{
  emulated_launch ({ config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream }, kernel, arguments...);
  return cudaGetLastError ();
}

void     emulated_sync       (void);
/* Of the first @n threads that come to it, as bar.sync has barriers by number. */
void     emulated_barrier    (unsigned id, unsigned n);
int      __syncthreads_count (int predicate);
void     __syncwarp          (unsigned mask = 0xffffffff);

/* The running thread's lane, and what each lane of its warp gives the others, whose writers and readers stand apart by
 * __syncwarp(). */
struct EmulatedSlot { alignas (16) unsigned char bytes[96]; };
extern unsigned emulated_now_lane;
extern EmulatedSlot *emulated_now_slots;

static inline unsigned
emulated_lane (void)
{
  return emulated_now_lane;
}

static inline void *
emulated_slot (unsigned lane)
{
  return emulated_now_slots[lane].bytes;
}

#define __syncthreads emulated_sync

template <typename T> static inline T
__shfl_xor_sync (unsigned,
                 T        value,
                 int      mask)
{
  T other;

  memcpy (emulated_slot (emulated_lane ()), &value, sizeof value);
  __syncwarp ();
  memcpy (&other, emulated_slot (emulated_lane () ^ (unsigned) mask), sizeof other);
  __syncwarp ();
  return other;
}

static inline unsigned
__ballot_sync (unsigned,
               int      predicate)
{
  unsigned set = 0;

  memcpy (emulated_slot (emulated_lane ()), &predicate, sizeof predicate);
  __syncwarp ();
  for (unsigned i = 0; i < 32; i++)
    {
      int other;

      memcpy (&other, emulated_slot (i), sizeof other);
      set |= (unsigned) (other != 0) << i;
    }
  __syncwarp ();
  return set;
}

static inline unsigned
__reduce_max_sync (unsigned,
                   unsigned value)
{
  for (int n = 16; n > 0; n /= 2)
    {
      const unsigned other = __shfl_xor_sync (~0u, value, n);

      value = other > value ? other : value;
    }
  return value;
}

/* mma.m16n8k16 of doubles, with the lanes' parts as PTX's manual draws them. */
static inline void
emulated_multiply (double       (&c)[4],
                   const double (&a)[8],
                   const double (&b)[4])
{
  const unsigned row = emulated_lane () / 4, column = emulated_lane () % 4 * 2;

  memcpy (emulated_slot (emulated_lane ()), a, sizeof a);
  memcpy ((char *) emulated_slot (emulated_lane ()) + sizeof a, b, sizeof b);
  __syncwarp ();
  for (unsigned k = 0; k < 16; k++)
    for (unsigned j = 0; j < 2; j++)
      {
        const double *left = (const double *) emulated_slot (4 * row + k % 4);
        const double *right = (const double *) emulated_slot (4 * (column + j) + k % 4);

        c[j] = fma (left[k / 4 * 2], right[8 + k / 4], c[j]);
        c[2 + j] = fma (left[k / 4 * 2 + 1], right[8 + k / 4], c[2 + j]);
      }
  __syncwarp ();
}

/* A place that is not aligned is an error on a GPU. */
template <typename T> static inline T *
emulated_aligned (T     *at,
                  size_t alignment = alignof (T))
{
  if ((uintptr_t) at % alignment)
    __builtin_trap ();
  return at;
}

static inline void
emulated_store (void           *to,
                const uint32_t *words,
                size_t          bytes)
{
  memcpy (emulated_aligned ((char *) to, bytes), words, bytes);
}

/* Of no use here: what copies to shared memory takes pointers. */
static inline size_t
__cvta_generic_to_shared (const void *)
{
  return 0;
}

static inline float
__uint_as_float (unsigned bits)
{
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static inline float
__fdividef (float a,
            float b)
{
  return a / b;
}

template <typename T> static inline T
__ldcs (const T *from)
{
  return *emulated_aligned (from);
}

template <typename T> static inline void
__stcs (T *to,
        T  value)
{
  *emulated_aligned (to) = value;
}

template <typename T, typename U> static inline T
atomicAdd (T *to,
           U  value)
{
  T before = *to;

  *to += (T) value;
  return before;
}

template <typename T, typename U> static inline T
atomicMax (T *to,
           U  value)
{
  T before = *to;

  if (before < (T) value)
    *to = (T) value;
  return before;
}

static inline unsigned
__brev (unsigned x)
{
  unsigned y = 0;

  for (int i = 0; i < 32; i++)
    y |= (x >> i & 1) << (31 - i);
  return y;
}

static inline unsigned long long
__brevll (unsigned long long x)
{
  return (unsigned long long) __brev ((unsigned) x) << 32 | __brev ((unsigned) (x >> 32));
}

static inline int
__ffs (int x)
{
  return __builtin_ffs (x);
}

static inline int
__ffsll (long long x)
{
  return __builtin_ffsll (x);
}

static inline int
__clz (int x)
{
  return x == 0 ? 32 : __builtin_clz ((unsigned) x);
}

static inline unsigned
__float_as_uint (float x)
{
  unsigned y;

  memcpy (&y, &x, sizeof y);
  return y;
}

static inline long long
__double_as_longlong (double x)
{
  long long y;

  memcpy (&y, &x, sizeof y);
  return y;
}

static inline void
__threadfence (void)
{
}

static inline void
sincospi (double  x,
          double *sine,
          double *cosine)
{
  *sine = (double) sinl ((long double) M_PIl * x);
  *cosine = (double) cosl ((long double) M_PIl * x);
}

static inline void
sincospif (float  x,
           float *sine,
           float *cosine)
{
  *sine = (float) sin (M_PI * x);
  *cosine = (float) cos (M_PI * x);
}

/* As CUDA has them: of two of one type, in plain names. */
#define EMULATED_EXTREMES(T)                                      \
  static inline T min (T a, T b) { return a < b ? a : b; }        \
  static inline T max (T a, T b) { return a > b ? a : b; }
EMULATED_EXTREMES (int)
EMULATED_EXTREMES (unsigned)
EMULATED_EXTREMES (long)
EMULATED_EXTREMES (unsigned long)
EMULATED_EXTREMES (float)
EMULATED_EXTREMES (double)
#undef EMULATED_EXTREMES
