/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the .cu files. */
#pragma once

#include "kernels.h"

#include <cuda_runtime.h>

/* Everything that jobs in flight refer to: buffers, staging buffers and the events of both slots. */
struct _OndesCudaArena
{
  cudaEvent_t kernels_begin[2], kernels_end[2], d2h_done[2], h2d_done[2];
  struct
  {
    void    *data;
    uint64_t bytes;
  } buffers[ONDES_CUDA_N_BUFFERS], staging[2][2];
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

/* Writes the reason to @why and maps @error to an error of the engine contract. */
OndesCudaStatus ondes_cuda_fail (cudaError_t error,
                                 const char *doing,
                                 char       *why);

/* Requests @bytes of dynamic shared memory for @kernel. */
OndesCudaStatus ondes_cuda_shared (OndesCuda  *self,
                                   const void *kernel,
                                   uint64_t    bytes,
                                   char       *why);

/* Ends and discards any capture. */
void            ondes_cuda_capture_abort     (OndesCuda *self);
void            ondes_cuda_graphs_free (OndesCuda *self);

/* Returns from the calling function if @call fails. */
#define ONDES_CUDA_TRY(call, doing)                             \
  do                                                            \
    {                                                           \
      cudaError_t error_ = (call);                              \
      if (error_ != cudaSuccess)                                \
        return ondes_cuda_fail (error_, doing, why);            \
    }                                                           \
  while (0)

#define ONDES_CUDA_LAUNCHED(what) ONDES_CUDA_TRY (cudaGetLastError (), what)

static inline uint64_t
blocks_for (uint64_t n,
            uint64_t each)
{
  return (n + each - 1) / each;
}
