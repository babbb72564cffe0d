/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An open device: streams, buffer arena, staging buffers, jobs.
 *
 * Kernels, H2D copies and D2H copies each have their own stream, so that copies overlap kernels. A job's D2H copy starts after
 * its kernels have finished; the slot's next job waits for that copy.
 */
#include "private.cuh"

#include <cstdlib>
#include <ctime>

/* Waits poll this long first: a blocked thread wakes about 30 µs late, in a virtual machine 100, and a chunk takes 150 to 300. */
static const double SPIN_S = 1e-3;

/* Records @event after the kernels launched so far. During a capture, each replay records it. */
static cudaError_t
record_event (OndesCuda  *self,
              cudaEvent_t event)
{
  return self->capturing ? cudaEventRecordWithFlags (event, self->compute, cudaEventRecordExternal)
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
wait_for_event (cudaEvent_t event)
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

extern "C" void
ondes_cuda_fma_units (int       major,
                      int       minor,
                      unsigned *fp32,
                      unsigned *fp64)
{
  /* Arithmetic throughput by compute capability, of the CUDA C++ Programming Guide. Devices that are not here have 128 and 2. */
  static const struct { int capability; unsigned fp32, fp64; } units[] = {
    { 60, 64, 32 }, { 61, 128, 4 }, { 62, 128, 4 }, { 70, 64, 32 }, { 72, 64, 32 }, { 75, 64, 2 }, { 80, 64, 32 }, { 90, 128, 64 },
    { 100, 128, 64 },
  };

  *fp32 = 128;
  *fp64 = 2;
  for (const auto &known : units)
    if (known.capability == 10 * major + minor)
      {
        *fp32 = known.fp32;
        *fp64 = known.fp64;
      }
}

static void
empty (OndesCudaArena *arena)
{
  for (auto &buffer : arena->buffers)
    {
      cudaFree (buffer.data);
      buffer = {};
    }
  for (auto &direction : arena->staging)
    for (auto &buffer : direction)
      {
        cudaFreeHost (buffer.data);
        buffer = {};
      }
}

static uint64_t
buffer_bytes (const OndesCudaArena *arena)
{
  uint64_t bytes = 0;

  for (const auto &buffer : arena->buffers)
    bytes += buffer.bytes;
  return bytes;
}

/* Frees @arena, if any, and sets it to NULL. Synchronises with the device. */
static void
arena_free (OndesCudaArena **arena)
{
  OndesCudaArena *self = *arena;

  if (self == nullptr)
    return;
  empty (self);
  for (unsigned i = 0; i < 2; i++)
    for (cudaEvent_t event : { self->kernels_begin[i], self->kernels_end[i] })
      if (event != nullptr)
        cudaEventDestroy (event);
  for (unsigned i = 0; i < ONDES_CUDA_N_STAGING; i++)
    for (cudaEvent_t event : { self->d2h_done[i], self->h2d_done[i] })
      if (event != nullptr)
        cudaEventDestroy (event);
  cudaGetLastError ();
  free (self);
  *arena = nullptr;
}

/* Makes an arena without buffers. Sets @arena to NULL on failure. */
static cudaError_t
arena_new (OndesCudaArena **arena)
{
  OndesCudaArena *self = *arena = (OndesCudaArena *) calloc (1, sizeof *self);
  cudaError_t error = self != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;

  for (unsigned i = 0; i < 2; i++)
    {
      /* no blocking sync: no thread waits for this event, and interrupting the host would delay the kernels by 1 µs */
      if (error == cudaSuccess)
        error = cudaEventCreateWithFlags (&self->kernels_begin[i], cudaEventDefault);
      if (error == cudaSuccess)
        error = cudaEventCreateWithFlags (&self->kernels_end[i], cudaEventBlockingSync);
    }
  for (unsigned i = 0; i < ONDES_CUDA_N_STAGING; i++)
    for (cudaEvent_t *event : { &self->d2h_done[i], &self->h2d_done[i] })
      if (error == cudaSuccess)
        error = cudaEventCreateWithFlags (event, cudaEventBlockingSync | cudaEventDisableTiming);
  if (error != cudaSuccess)
    arena_free (arena);
  return error;
}

/* Allocates memory by @alloc. If there is none left, frees the spare arena and tries again. */
template <typename Alloc> static cudaError_t
allocate (OndesCuda *self,
          Alloc      alloc)
{
  const cudaError_t error = alloc ();

  if (error != cudaErrorMemoryAllocation || self->spare == nullptr)
    return error;
  cudaGetLastError ();
  arena_free (&self->spare);
  return alloc ();
}

extern "C" OndesCudaStatus
ondes_cuda_open (int         device,
                 OndesCuda **self)
{
  OndesCuda *context = (OndesCuda *) calloc (1, sizeof *context); /* no new: the C++ library is not linked */
  cudaDeviceProp properties;
  cudaError_t error;
  int clock_khz = 0, shared = 0;

  if (context == nullptr)
    return ondes_cuda_fail (cudaErrorMemoryAllocation, "allocating host memory failed");
  context->device = device;
  if ((error = cudaSetDevice (device)) == cudaSuccess && (error = cudaGetDeviceProperties (&properties, device)) == cudaSuccess
      && (error = cudaDeviceGetAttribute (&clock_khz, cudaDevAttrClockRate, device)) == cudaSuccess
      && (error = cudaDeviceGetAttribute (&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)) == cudaSuccess)
    {
      const double fma = 2e3 * clock_khz * properties.multiProcessorCount;
      unsigned fp32, fp64;

      ondes_cuda_fma_units (properties.major, properties.minor, &fp32, &fp64);
      context->limits.major = properties.major;
      context->limits.minor = properties.minor;
      context->limits.processors = (unsigned) properties.multiProcessorCount;
      context->limits.shared_bytes = (uint64_t) shared;
      context->limits.fp32_flops = fma * fp32;
      context->limits.fp64_flops = fma * fp64;
    }
  for (cudaStream_t *stream : { &context->compute, &context->h2d, &context->d2h })
    if (error == cudaSuccess)
      error = cudaStreamCreateWithFlags (stream, cudaStreamNonBlocking);
  if (error == cudaSuccess)
    error = cudaEventCreateWithFlags (&context->h2d_ordered, cudaEventDisableTiming);
  if (error == cudaSuccess)
    error = arena_new (&context->arena);
  if (error != cudaSuccess)
    {
      ondes_cuda_close (context);
      return ondes_cuda_fail (error, "opening the device failed");
    }
  *self = context;
  return ONDES_CUDA_OK;
}

extern "C" void
ondes_cuda_close (OndesCuda *self)
{
  cudaSetDevice (self->device);
  ondes_cuda_graphs_free (self);
  arena_free (&self->spare);
  arena_free (&self->arena);
  if (self->h2d_ordered != nullptr)
    cudaEventDestroy (self->h2d_ordered);
  for (cudaStream_t stream : { self->compute, self->h2d, self->d2h })
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
                  void     **device)
{
  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not respond");
  ONDES_CUDA_TRY (allocate (self, [=] { return cudaMalloc (device, bytes); }), "allocating device memory failed");
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
ondes_cuda_free_bytes (OndesCuda *self,
                       uint64_t  *free_bytes)
{
  size_t free, total;

  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not respond");
  ONDES_CUDA_TRY (cudaMemGetInfo (&free, &total), "querying the device's memory failed");
  *free_bytes = free;
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_buffer (OndesCuda      *self,
                   OndesCudaBuffer which,
                   uint64_t        bytes,
                   void          **device)
{
  auto &buffer = self->arena->buffers[which];

  if (bytes > buffer.bytes)
    {
      ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not respond");
      ONDES_CUDA_TRY (cudaFree (buffer.data), "freeing memory failed");
      buffer.data = nullptr;
      buffer.bytes = 0;
      ONDES_CUDA_TRY (allocate (self, [&] { return cudaMalloc (&buffer.data, bytes); }), "allocating device memory failed");
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
                    void             **host)
{
  auto &buffer = self->arena->staging[direction][slot];

  if (bytes > buffer.bytes)
    {
      ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not respond");
      ONDES_CUDA_TRY (cudaFreeHost (buffer.data), "freeing memory failed");
      buffer.data = nullptr;
      buffer.bytes = 0;
      ONDES_CUDA_TRY (allocate (self, [&] { return cudaMallocHost (&buffer.data, bytes); }),
                      "allocating pinned host memory failed");
      buffer.bytes = bytes;
    }
  *host = buffer.data;
  return ONDES_CUDA_OK;
}

extern "C" uint64_t
ondes_cuda_arena_bytes (const OndesCuda *self)
{
  return buffer_bytes (self->arena) + (self->spare != nullptr ? buffer_bytes (self->spare) : 0) + self->aside_bytes;
}

extern "C" void
ondes_cuda_arena_free (OndesCuda *self)
{
  cudaSetDevice (self->device);
  arena_free (&self->spare);
  empty (self->arena);
  cudaGetLastError ();
}

extern "C" void
ondes_cuda_spare_free (OndesCuda *self)
{
  if (self->spare == nullptr)
    return;
  cudaSetDevice (self->device);
  arena_free (&self->spare);
}

extern "C" OndesCudaStatus
ondes_cuda_arena_set_aside (OndesCuda       *self,
                            OndesCudaArena **aside)
{
  OndesCudaArena *other = self->spare;

  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not respond");
  if (other == nullptr)
    ONDES_CUDA_TRY (arena_new (&other), "the device does not respond");
  self->spare = nullptr;
  self->aside_bytes += buffer_bytes (self->arena);
  *aside = self->arena;
  self->arena = other;
  return ONDES_CUDA_OK;
}

extern "C" void
ondes_cuda_arena_take_back (OndesCuda      *self,
                            OndesCudaArena *aside)
{
  ondes_cuda_spare_free (self);
  self->spare = self->arena;
  self->arena = aside;
  self->aside_bytes -= buffer_bytes (aside);
}

extern "C" OndesCudaStatus
ondes_cuda_copy_h2d (OndesCuda *self,
                     unsigned   slot,
                     void      *device,
                     uint64_t   bytes,
                     int        in_stream)
{
  cudaStream_t stream = in_stream ? self->compute : self->h2d;

  ONDES_CUDA_TRY (cudaMemcpyAsync (device, self->arena->staging[ONDES_CUDA_H2D][slot].data, bytes, cudaMemcpyHostToDevice, stream),
                  "copying samples to the device failed");
  if (!self->capturing) /* ondes_cuda_graph_launch() records d2h_done after the graph instead */
    ONDES_CUDA_TRY (cudaEventRecord (self->arena->h2d_done[slot], stream), "copying samples to the device failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_wait_h2d (OndesCuda *self,
                     unsigned   slot)
{
  ONDES_CUDA_TRY (wait_for_event (self->arena->h2d_done[slot]), "copying samples to the device failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_kernels_after_h2d (OndesCuda *self)
{
  ONDES_CUDA_TRY (cudaEventRecord (self->h2d_ordered, self->h2d), "copying samples to the device failed");
  ONDES_CUDA_TRY (cudaStreamWaitEvent (self->compute, self->h2d_ordered), "copying samples to the device failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_write (OndesCuda  *self,
                  void       *device,
                  const void *host,
                  uint64_t    bytes)
{
  ONDES_CUDA_TRY (cudaMemcpyAsync (device, host, bytes, cudaMemcpyHostToDevice, self->compute),
                  "copying a table to the device failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_read (OndesCuda  *self,
                 void       *host,
                 const void *device,
                 uint64_t    bytes)
{
  ONDES_CUDA_TRY (cudaMemcpyAsync (host, device, bytes, cudaMemcpyDeviceToHost, self->compute),
                  "a computation on the device failed");
  ONDES_CUDA_TRY (cudaStreamSynchronize (self->compute), "a computation on the device failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_timer_start (OndesCuda *self,
                        unsigned   slot)
{
  ONDES_CUDA_TRY (cudaSetDevice (self->device), "the device does not respond");
  ONDES_CUDA_TRY (record_event (self, self->arena->kernels_begin[slot]), "the device does not respond");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_timer_stop (OndesCuda *self,
                       unsigned   slot)
{
  ONDES_CUDA_TRY (record_event (self, self->arena->kernels_end[slot]), "the device does not respond");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_copy_d2h (OndesCuda        *self,
                     unsigned          slot,
                     OndesCudaOrdering ordering,
                     void             *host,
                     const void       *device,
                     uint64_t          bytes)
{
  cudaStream_t stream = ordering == ONDES_CUDA_IN_STREAM ? self->compute : self->d2h;

  if (ordering == ONDES_CUDA_AFTER_EVENT)
    ONDES_CUDA_TRY (cudaStreamWaitEvent (stream, self->arena->kernels_end[slot]), "copying results from the device failed");
  ONDES_CUDA_TRY (cudaMemcpyAsync (host, device, bytes, cudaMemcpyDeviceToHost, stream),
                  "copying results from the device failed");
  if (!self->capturing)
    ONDES_CUDA_TRY (cudaEventRecord (self->arena->d2h_done[slot], stream), "copying results from the device failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_wait_kernels (OndesCuda *self,
                         unsigned   slot,
                         double    *seconds)
{
  float ms = 0;

  ONDES_CUDA_TRY (wait_for_event (self->arena->kernels_end[slot]), "a computation on the device failed");
  ONDES_CUDA_TRY (cudaEventElapsedTime (&ms, self->arena->kernels_begin[slot], self->arena->kernels_end[slot]),
                  "a computation on the device failed");
  *seconds = ms * 1e-3;
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_wait_d2h (OndesCuda *self,
                     unsigned   slot)
{
  ONDES_CUDA_TRY (wait_for_event (self->arena->d2h_done[slot]), "copying results from the device failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_synchronize (OndesCuda *self)
{
  ondes_cuda_capture_abort (self);
  for (cudaStream_t stream : { self->h2d, self->compute, self->d2h })
    ONDES_CUDA_TRY (cudaStreamSynchronize (stream), "a computation on the device failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_memset (OndesCuda *self,
                   void      *device,
                   int        byte,
                   uint64_t   bytes)
{
  ONDES_CUDA_TRY (cudaMemsetAsync (device, byte, bytes, self->compute), "a computation on the device failed");
  return ONDES_CUDA_OK;
}
