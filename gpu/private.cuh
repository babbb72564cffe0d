/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the .cu files share. */
#pragma once

#include "kernels.h"

#include <cuda_runtime.h>

struct _OndesCuda
{
  int             device;
  OndesCudaLimits limits;
  cudaStream_t    compute, up, down;
  cudaEvent_t     begin[2], end[2], fetched[2], sent[2], arrived;
  cudaGraphExec_t graphs[ONDES_CUDA_N_GRAPHS];
  bool            taking; /* a graph down; see graph.cu */
  struct
  {
    void    *data;
    uint64_t bytes;
  } buffers[ONDES_CUDA_N_BUFFERS], staging[2][2];
};

/* Says why, and which of the contract's errors it is. */
OndesCudaStatus ondes_cuda_fail (cudaError_t error,
                                 const char *doing,
                                 char       *why);

/* Forgets what was taken down and not launched. */
void            ondes_cuda_graph_drop     (OndesCuda *self);
void            ondes_cuda_graphs_release (OndesCuda *self);

/* The way out of a function that returns a status. */
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
