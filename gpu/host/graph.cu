/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CUDA graphs for small transforms, whose ten launches take as long as their kernels. Of consecutive equal runs, the second is
 * captured; from the third on, the graph is replayed.
 *
 * Device time measured on an H200: a Walsh transform of 2^10 values takes 5.1 instead of 6.7 µs (the call still takes 36 µs),
 * 67 Morlet rows of 65,536 samples 51 instead of 65 µs. Updating a graph whose arguments change costs more host time than it
 * saves.
 */
#include "private.cuh"

extern "C" OndesCudaStatus
ondes_cuda_capture_begin (OndesCuda *self)
{
  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not respond");
  /* relaxed mode, so that other CUDA calls of this thread remain legal */
  ONDES_CUDA_TRY (cudaStreamBeginCapture (self->compute, cudaStreamCaptureModeRelaxed), "the device does not respond");
  self->capturing = true;
  return ONDES_CUDA_OK;
}

/* Ends the capture. Sets @graph to NULL on failure. */
static cudaError_t
end_capture (OndesCuda   *self,
             cudaGraph_t *graph)
{
  *graph = nullptr;
  self->capturing = false;
  return cudaStreamEndCapture (self->compute, graph);
}

static void
destroy (cudaGraphExec_t *graph)
{
  if (*graph != nullptr)
    cudaGraphExecDestroy (*graph);
  *graph = nullptr;
}

extern "C" OndesCudaStatus
ondes_cuda_capture_end (OndesCuda *self,
                        unsigned   which)
{
  cudaGraph_t graph;
  cudaError_t error = end_capture (self, &graph);

  destroy (&self->graphs[which]);
  if (error == cudaSuccess)
    error = cudaGraphInstantiate (&self->graphs[which], graph, 0);
  if (graph != nullptr)
    cudaGraphDestroy (graph);
  ONDES_CUDA_TRY (error, "capturing a graph failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_graph_launch (OndesCuda *self,
                         unsigned   which,
                         unsigned   slot)
{
  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not respond");
  ONDES_CUDA_TRY (cudaGraphLaunch (self->graphs[which], self->compute), "launching a graph failed");
  ONDES_CUDA_TRY (cudaEventRecord (self->arena->d2h_done[slot], self->compute), "copying results from the device failed");
  return ONDES_CUDA_OK;
}

void
ondes_cuda_capture_abort (OndesCuda *self)
{
  cudaGraph_t graph;

  if (!self->capturing)
    return;
  end_capture (self, &graph);
  if (graph != nullptr)
    cudaGraphDestroy (graph);
  cudaGetLastError ();
}

void
ondes_cuda_graphs_free (OndesCuda *self)
{
  ondes_cuda_capture_abort (self);
  for (cudaGraphExec_t &graph : self->graphs)
    destroy (&graph);
}
