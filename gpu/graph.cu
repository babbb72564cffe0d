/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small works as graphs: a work that the host gives in by ten calls or more, each as long as its kernels, is taken down when it
 * comes a second time in a row, and from the third on given in by one call.
 * Seen on an H200, Walsh of 2^10 values: 5.1 µs on the device instead of 6.7, the call as long (36 µs); 67 Morlet rows of 65,536
 * samples 51 instead of 65. Not for what changes its arguments from run to run: to take it down and put them into the graph of the
 * run before costs the host more than it saves there.
 */
#include "private.cuh"

extern "C" OndesCudaStatus
ondes_cuda_graph_begin (OndesCuda *self,
                        char       why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not answer");
  /* relaxed: other calls of the thread go on meanwhile */
  ONDES_CUDA_TRY (cudaStreamBeginCapture (self->compute, cudaStreamCaptureModeRelaxed), "the device does not answer");
  self->taking = true;
  return ONDES_CUDA_OK;
}

/* Ends what begin() began; @graph is NULL where it failed. */
static cudaError_t
end_taking (OndesCuda   *self,
            cudaGraph_t *graph)
{
  *graph = nullptr;
  self->taking = false;
  return cudaStreamEndCapture (self->compute, graph);
}

static void
forget (cudaGraphExec_t *graph)
{
  if (*graph != nullptr)
    cudaGraphExecDestroy (*graph);
  *graph = nullptr;
}

extern "C" OndesCudaStatus
ondes_cuda_graph_end (OndesCuda *self,
                      unsigned   which,
                      char       why[ONDES_CUDA_WHY])
{
  cudaGraph_t graph;
  cudaError_t error = end_taking (self, &graph);

  forget (&self->graphs[which]);
  if (error == cudaSuccess)
    error = cudaGraphInstantiate (&self->graphs[which], graph, 0);
  if (graph != nullptr)
    cudaGraphDestroy (graph);
  ONDES_CUDA_TRY (error, "the work does not become a graph");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_graph_launch (OndesCuda *self,
                         unsigned   which,
                         unsigned   slot,
                         char       why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not answer");
  ONDES_CUDA_TRY (cudaGraphLaunch (self->graphs[which], self->compute), "the work does not start");
  ONDES_CUDA_TRY (cudaEventRecord (self->fetched[slot], self->compute), "results do not leave the device");
  return ONDES_CUDA_OK;
}

void
ondes_cuda_graph_drop (OndesCuda *self)
{
  cudaGraph_t graph;

  if (!self->taking)
    return;
  end_taking (self, &graph);
  if (graph != nullptr)
    cudaGraphDestroy (graph);
  cudaGetLastError ();
}

void
ondes_cuda_graphs_release (OndesCuda *self)
{
  ondes_cuda_graph_drop (self);
  for (cudaGraphExec_t &graph : self->graphs)
    forget (&graph);
}
