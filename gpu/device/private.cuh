/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the .cu files. */
#pragma once

#include "kernels.h"

#include <cuda_runtime.h>

/* Everything that jobs in flight refer to: buffers, staging buffers and the events of their slots. */
struct _OndesCudaArena
{
  cudaEvent_t kernels_begin[2], kernels_end[2], d2h_done[ONDES_CUDA_N_STAGING], h2d_done[ONDES_CUDA_N_STAGING];
  struct
  {
    void    *data;
    uint64_t bytes;
  } buffers[ONDES_CUDA_N_BUFFERS], staging[2][ONDES_CUDA_N_STAGING];
};

struct _OndesCuda
{
  int             device;
  OndesCudaLimits limits;
  cudaStream_t    compute, h2d, d2h;
  cudaEvent_t     h2d_ordered;
  cudaGraphExec_t graphs[ONDES_CUDA_N_GRAPHS];
  bool            capturing; /* TRUE during capture of a graph, see host/graph.cu */
  OndesCudaArena *arena;     /* of the run in progress */
  OndesCudaArena *spare;     /* of the last run that interrupted another; NULL if none */
  uint64_t        aside_bytes; /* device memory of the arenas of paused runs */
};

/* Keeps the reason and maps @error to an error of the engine contract. */
OndesCudaStatus ondes_cuda_fail (cudaError_t error,
                                 const char *doing);

/* Requests @bytes of dynamic shared memory for @kernel. */
OndesCudaStatus ondes_cuda_shared (OndesCuda  *self,
                                   const void *kernel,
                                   uint64_t    bytes);

/* Ends and discards any capture. */
void            ondes_cuda_capture_abort     (OndesCuda *self);
void            ondes_cuda_graphs_free (OndesCuda *self);

/* Returns from the calling function if @call fails. */
#define ONDES_CUDA_TRY(call, doing)                             \
  do                                                            \
    {                                                           \
      cudaError_t error_ = (call);                              \
      if (error_ != cudaSuccess)                                \
        return ondes_cuda_fail (error_, doing);                 \
    }                                                           \
  while (0)

#define ONDES_CUDA_LAUNCHED(what) ONDES_CUDA_TRY (cudaGetLastError (), what)

/* Returns the maximum shared memory of a thread block on @arch (as __CUDA_ARCH__), in bytes. */
static __host__ __device__ constexpr size_t
arch_shared_bytes (int arch)
{
  return (size_t) (arch < 700                                            ? 48
                   : arch < 750                                          ? 96
                   : arch < 800                                          ? 64
                   : arch == 860 || arch == 890 || arch / 100 == 12      ? 99
                   : arch < 900                                          ? 163
                                                                         : 227)
         << 10;
}

/* Returns the architecture whose code a device runs: the newest compiled one that is not newer than itself. */
static inline int
running_arch (const OndesCudaLimits &limits)
{
  const int device = 100 * limits.major + 10 * limits.minor;
  int result = 0;

  for (int arch : { __CUDA_ARCH_LIST__ })
    if (arch <= device)
      result = arch;
  return result;
}

static inline uint64_t
blocks_for (uint64_t n,
            uint64_t each)
{
  return (n + each - 1) / each;
}
