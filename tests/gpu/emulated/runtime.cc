/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The device: memory is the host's, streams are in step with it. */
#include "emulated.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <map>

static const size_t TOTAL = (size_t) 2 << 30;

struct EmulatedStream
{
};

struct EmulatedEvent
{
  struct timespec at;
};

std::recursive_mutex emulated_lock;
cudaError_t emulated_error;
static std::map<void *, size_t> pieces;
static size_t taken;

const char *
cudaGetErrorString (cudaError_t error)
{
  return error == cudaErrorMemoryAllocation       ? "out of memory"
         : error == cudaErrorInvalidConfiguration ? "invalid configuration argument"
                                                  : "invalid argument";
}

cudaError_t
cudaGetLastError (void)
{
  cudaError_t error = emulated_error;

  emulated_error = cudaSuccess;
  return error;
}

cudaError_t
cudaGetDeviceCount (int *n)
{
  *n = 1;
  return cudaSuccess;
}

cudaError_t
cudaDriverGetVersion (int *version)
{
  *version = 13000;
  return cudaSuccess;
}

cudaError_t
cudaRuntimeGetVersion (int *version)
{
  return cudaDriverGetVersion (version);
}

cudaError_t
cudaGetDeviceProperties (cudaDeviceProp *properties,
                         int             device)
{
  const char *capability = getenv ("EMULATED_CAPABILITY");

  *properties = { "Emulated GPU", 9, 0, 3, TOTAL };
  if (capability != nullptr)
    sscanf (capability, "%d.%d", &properties->major, &properties->minor);
  return cudaSetDevice (device);
}

cudaError_t
cudaDeviceGetAttribute (int           *value,
                        cudaDeviceAttr attribute,
                        int            device)
{
  *value = attribute == cudaDevAttrClockRate ? 1980000 : (int) EMULATED_SHARED;
  return cudaSetDevice (device);
}

cudaError_t
cudaSetDevice (int device)
{
  return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t
cudaMemGetInfo (size_t *free_bytes,
                size_t *total_bytes)
{
  *free_bytes = TOTAL - taken;
  *total_bytes = TOTAL;
  return cudaSuccess;
}

cudaError_t
emulated_malloc (void **pointer,
                 size_t bytes)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);

  *pointer = nullptr;
  if (bytes > TOTAL - taken || posix_memalign (pointer, 256, bytes > 0 ? bytes : 1) != 0)
    return cudaErrorMemoryAllocation;
  memset (*pointer, EMULATED_POISON, bytes);
  pieces[*pointer] = bytes;
  taken += bytes;
  return cudaSuccess;
}

cudaError_t
cudaFree (void *pointer)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);
  auto piece = pieces.find (pointer);

  if (pointer == nullptr)
    return cudaSuccess;
  if (piece == pieces.end ())
    return cudaErrorInvalidValue;
  taken -= piece->second;
  pieces.erase (piece);
  free (pointer);
  return cudaSuccess;
}

cudaError_t
cudaFreeHost (void *pointer)
{
  return cudaFree (pointer);
}

cudaError_t
cudaMemcpy (void       *to,
            const void *from,
            size_t      bytes,
            cudaMemcpyKind)
{
  memmove (to, from, bytes);
  return cudaSuccess;
}

cudaError_t
cudaMemcpyAsync (void          *to,
                 const void    *from,
                 size_t         bytes,
                 cudaMemcpyKind kind,
                 cudaStream_t)
{
  return cudaMemcpy (to, from, bytes, kind);
}

cudaError_t
cudaMemcpy2DAsync (void          *to,
                   size_t         to_pitch,
                   const void    *from,
                   size_t         from_pitch,
                   size_t         width,
                   size_t         height,
                   cudaMemcpyKind kind,
                   cudaStream_t)
{
  for (size_t i = 0; i < height; i++)
    cudaMemcpy ((char *) to + i * to_pitch, (const char *) from + i * from_pitch, width, kind);
  return cudaSuccess;
}

cudaError_t
cudaMemsetAsync (void  *to,
                 int    byte,
                 size_t bytes,
                 cudaStream_t)
{
  memset (to, byte, bytes);
  return cudaSuccess;
}

cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream,
                           unsigned)
{
  *stream = new EmulatedStream;
  return cudaSuccess;
}

cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  delete stream;
  return cudaSuccess;
}

cudaError_t
cudaStreamSynchronize (cudaStream_t)
{
  return cudaSuccess;
}

cudaError_t
cudaStreamWaitEvent (cudaStream_t,
                     cudaEvent_t,
                     unsigned)
{
  return cudaSuccess;
}

cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event,
                          unsigned)
{
  *event = new EmulatedEvent ();
  return cudaSuccess;
}

cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  delete event;
  return cudaSuccess;
}

cudaError_t
cudaEventRecord (cudaEvent_t event,
                 cudaStream_t)
{
  clock_gettime (CLOCK_MONOTONIC, &event->at);
  return cudaSuccess;
}

cudaError_t
cudaEventSynchronize (cudaEvent_t)
{
  return cudaSuccess;
}

cudaError_t
cudaEventElapsedTime (float      *ms,
                      cudaEvent_t begin,
                      cudaEvent_t end)
{
  *ms = (float) (1e3 * (end->at.tv_sec - begin->at.tv_sec) + 1e-6 * (end->at.tv_nsec - begin->at.tv_nsec));
  return cudaSuccess;
}
