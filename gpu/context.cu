/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A device in use: streams, the arena, staging, jobs. No kernel here; what it costs is a few microseconds of the host a call.
 *
 * Three streams: kernels run in one, samples come in a second and results leave in a third, so that both copies overlap the
 * kernels. A job's result leaves when its kernels have ended; the slot's next job waits until it has left.
 */
#include "private.cuh"

#include <cstdlib>
#include <ctime>

static const double SPIN_S = 100e-6; /* a thread that sleeps wakes some 30 µs late: what ends soon is looked for instead */

/* The time at which the kernels launched so far have ended. A graph takes it each time it is launched. */
static cudaError_t
record (OndesCuda  *self,
        cudaEvent_t event)
{
  return self->taking ? cudaEventRecordWithFlags (event, self->compute, cudaEventRecordExternal)
                      : cudaEventRecord (event, self->compute);
}

static double
now_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static cudaError_t
wait_for (cudaEvent_t event)
{
  const double end_s = now_s () + SPIN_S;

  while (now_s () < end_s)
    {
      const cudaError_t error = cudaEventQuery (event);

      if (error != cudaErrorNotReady)
        return error;
    }
  return cudaEventSynchronize (event);
}

/* FMA units of a multiprocessor for double precision; for single there are 128, or 64 where there is a 1 here. */
static unsigned
double_units (int major,
              int minor)
{
  switch (10 * major + minor)
    {
    case 80:
      return 32;
    case 90:
    case 100:
      return 64;
    default:
      return 2;
    }
}

extern "C" OndesCudaStatus
ondes_cuda_open (int         device,
                 OndesCuda **self,
                 char        why[ONDES_CUDA_WHY])
{
  OndesCuda *made = (OndesCuda *) calloc (1, sizeof *made); /* the C++ library is not linked in */
  cudaDeviceProp properties;
  cudaError_t error;
  int clock_khz = 0, shared = 0;

  if (made == nullptr)
    return ondes_cuda_fail (cudaErrorMemoryAllocation, "there is no memory for a device", why);
  made->device = device;
  if ((error = cudaSetDevice (device)) == cudaSuccess && (error = cudaGetDeviceProperties (&properties, device)) == cudaSuccess
      && (error = cudaDeviceGetAttribute (&clock_khz, cudaDevAttrClockRate, device)) == cudaSuccess
      && (error = cudaDeviceGetAttribute (&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)) == cudaSuccess)
    {
      const double fma = 2e3 * clock_khz * properties.multiProcessorCount;
      const bool narrow = properties.major == 7 || (properties.major == 8 && properties.minor == 0);

      made->limits.major = properties.major;
      made->limits.minor = properties.minor;
      made->limits.processors = (unsigned) properties.multiProcessorCount;
      made->limits.shared_bytes = (uint64_t) shared;
      made->limits.fp32_flops = fma * (narrow ? 64 : 128);
      made->limits.fp64_flops = fma * double_units (properties.major, properties.minor);
    }
  for (cudaStream_t *stream : { &made->compute, &made->up, &made->down })
    if (error == cudaSuccess)
      error = cudaStreamCreateWithFlags (stream, cudaStreamNonBlocking);
  for (unsigned i = 0; i < 2; i++)
    {
      /* nobody waits for a begin: to interrupt the host there would hold back the kernels behind it by a microsecond */
      if (error == cudaSuccess)
        error = cudaEventCreateWithFlags (&made->begin[i], cudaEventDefault);
      if (error == cudaSuccess)
        error = cudaEventCreateWithFlags (&made->end[i], cudaEventBlockingSync);
      for (cudaEvent_t *event : { &made->fetched[i], &made->sent[i] })
        if (error == cudaSuccess)
          error = cudaEventCreateWithFlags (event, cudaEventBlockingSync | cudaEventDisableTiming);
    }
  if (error == cudaSuccess)
    error = cudaEventCreateWithFlags (&made->arrived, cudaEventDisableTiming);
  if (error != cudaSuccess)
    {
      ondes_cuda_close (made);
      return ondes_cuda_fail (error, "the device does not start", why);
    }
  *self = made;
  return ONDES_CUDA_OK;
}

extern "C" void
ondes_cuda_close (OndesCuda *self)
{
  cudaSetDevice (self->device);
  ondes_cuda_graphs_release (self);
  ondes_cuda_release (self);
  for (cudaEvent_t event : { self->begin[0], self->begin[1], self->end[0], self->end[1], self->fetched[0], self->fetched[1],
                             self->sent[0], self->sent[1], self->arrived })
    if (event != nullptr)
      cudaEventDestroy (event);
  for (cudaStream_t stream : { self->compute, self->up, self->down })
    if (stream != nullptr)
      cudaStreamDestroy (stream);
  cudaGetLastError ();
  free (self);
}

extern "C" const OndesCudaLimits *
ondes_cuda_limits (const OndesCuda *self)
{
  return &self->limits;
}

extern "C" OndesCudaStatus
ondes_cuda_alloc (OndesCuda *self,
                  uint64_t   bytes,
                  void     **device,
                  char       why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not answer");
  ONDES_CUDA_TRY (cudaMalloc (device, bytes), "the device has not memory enough");
  return ONDES_CUDA_OK;
}

extern "C" void
ondes_cuda_free (OndesCuda *self,
                 void      *device)
{
  cudaSetDevice (self->device);
  cudaFree (device);
  cudaGetLastError ();
}

extern "C" OndesCudaStatus
ondes_cuda_memory (OndesCuda *self,
                   uint64_t  *free_bytes,
                   char       why[ONDES_CUDA_WHY])
{
  size_t free, total;

  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not answer");
  ONDES_CUDA_TRY (cudaMemGetInfo (&free, &total), "the device does not tell its memory");
  *free_bytes = free;
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_buffer (OndesCuda      *self,
                   OndesCudaBuffer which,
                   uint64_t        bytes,
                   void          **device,
                   char            why[ONDES_CUDA_WHY])
{
  auto &buffer = self->buffers[which];

  if (bytes > buffer.bytes)
    {
      ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not answer");
      ONDES_CUDA_TRY (cudaFree (buffer.data), "the device does not take memory back");
      buffer.data = nullptr;
      buffer.bytes = 0;
      ONDES_CUDA_TRY (cudaMalloc (&buffer.data, bytes), "the device has not memory enough");
      buffer.bytes = bytes;
    }
  *device = buffer.data;
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_staging (OndesCuda         *self,
                    OndesCudaDirection direction,
                    unsigned           slot,
                    uint64_t           bytes,
                    void             **host,
                    char               why[ONDES_CUDA_WHY])
{
  auto &buffer = self->staging[direction][slot];

  if (bytes > buffer.bytes)
    {
      ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not answer");
      ONDES_CUDA_TRY (cudaFreeHost (buffer.data), "the device does not take memory back");
      buffer.data = nullptr;
      buffer.bytes = 0;
      ONDES_CUDA_TRY (cudaMallocHost (&buffer.data, bytes), "there is not memory enough to move data through");
      buffer.bytes = bytes;
    }
  *host = buffer.data;
  return ONDES_CUDA_OK;
}

extern "C" uint64_t
ondes_cuda_arena (const OndesCuda *self)
{
  uint64_t bytes = 0;

  for (const auto &buffer : self->buffers)
    bytes += buffer.bytes;
  return bytes;
}

extern "C" void
ondes_cuda_release (OndesCuda *self)
{
  cudaSetDevice (self->device);
  for (auto &buffer : self->buffers)
    {
      cudaFree (buffer.data);
      buffer = {};
    }
  for (auto &direction : self->staging)
    for (auto &buffer : direction)
      {
        cudaFreeHost (buffer.data);
        buffer = {};
      }
  cudaGetLastError ();
}

extern "C" OndesCudaStatus
ondes_cuda_send (OndesCuda *self,
                 unsigned   slot,
                 void      *device,
                 uint64_t   bytes,
                 int        behind,
                 char       why[ONDES_CUDA_WHY])
{
  cudaStream_t stream = behind ? self->compute : self->up;

  ONDES_CUDA_TRY (cudaMemcpyAsync (device, self->staging[ONDES_CUDA_UP][slot].data, bytes, cudaMemcpyHostToDevice, stream),
                  "samples do not reach the device");
  if (!self->taking) /* whose end is waited for in any case */
    ONDES_CUDA_TRY (cudaEventRecord (self->sent[slot], stream), "samples do not reach the device");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_send_wait (OndesCuda *self,
                      unsigned   slot,
                      char       why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (cudaEventSynchronize (self->sent[slot]), "samples do not reach the device");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_sent (OndesCuda *self,
                 char       why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (cudaEventRecord (self->arrived, self->up), "samples do not reach the device");
  ONDES_CUDA_TRY (cudaStreamWaitEvent (self->compute, self->arrived), "samples do not reach the device");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_store (OndesCuda  *self,
                  void       *device,
                  const void *host,
                  uint64_t    bytes,
                  char        why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (cudaMemcpyAsync (device, host, bytes, cudaMemcpyHostToDevice, self->compute),
                  "a table does not reach the device");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_load (OndesCuda  *self,
                 void       *host,
                 const void *device,
                 uint64_t    bytes,
                 char        why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (cudaMemcpyAsync (host, device, bytes, cudaMemcpyDeviceToHost, self->compute), "the device does not compute");
  ONDES_CUDA_TRY (cudaStreamSynchronize (self->compute), "the device does not compute");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_begin (OndesCuda *self,
                  unsigned   slot,
                  char       why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not answer");
  ONDES_CUDA_TRY (record (self, self->begin[slot]), "the device does not answer");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_end (OndesCuda *self,
                unsigned   slot,
                char       why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (record (self, self->end[slot]), "the device does not answer");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_fetch (OndesCuda    *self,
                  unsigned      slot,
                  OndesCudaWhen when,
                  void         *host,
                  const void   *device,
                  uint64_t      bytes,
                  char          why[ONDES_CUDA_WHY])
{
  cudaStream_t stream = when == ONDES_CUDA_IN_LINE ? self->compute : self->down;

  if (when == ONDES_CUDA_BEHIND)
    ONDES_CUDA_TRY (cudaStreamWaitEvent (stream, self->end[slot]), "results do not leave the device");
  ONDES_CUDA_TRY (cudaMemcpyAsync (host, device, bytes, cudaMemcpyDeviceToHost, stream), "results do not leave the device");
  if (!self->taking)
    ONDES_CUDA_TRY (cudaEventRecord (self->fetched[slot], stream), "results do not leave the device");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_computed (OndesCuda *self,
                     unsigned   slot,
                     double    *seconds,
                     char       why[ONDES_CUDA_WHY])
{
  float ms = 0;

  ONDES_CUDA_TRY (wait_for (self->end[slot]), "the device does not compute");
  ONDES_CUDA_TRY (cudaEventElapsedTime (&ms, self->begin[slot], self->end[slot]), "the device does not compute");
  *seconds = ms * 1e-3;
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_fetched (OndesCuda *self,
                    unsigned   slot,
                    char       why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (wait_for (self->fetched[slot]), "results do not leave the device");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_finish (OndesCuda *self,
                   char       why[ONDES_CUDA_WHY])
{
  ondes_cuda_graph_drop (self);
  for (cudaStream_t stream : { self->up, self->compute, self->down })
    ONDES_CUDA_TRY (cudaStreamSynchronize (stream), "the device does not compute");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_fill (OndesCuda *self,
                 void      *device,
                 int        byte,
                 uint64_t   bytes,
                 char       why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (cudaMemsetAsync (device, byte, bytes, self->compute), "the device does not compute");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_copy (OndesCuda  *self,
                 void       *to,
                 const void *from,
                 uint64_t    bytes,
                 char        why[ONDES_CUDA_WHY])
{
  ONDES_CUDA_TRY (cudaMemcpyAsync (to, from, bytes, cudaMemcpyDeviceToDevice, self->compute), "the device does not compute");
  return ONDES_CUDA_OK;
}
