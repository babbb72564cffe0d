/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The device: memory is the host's; streams are lists of what is still to be done. */
#include "emulated.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <deque>
#include <map>
#include <vector>

static const size_t TOTAL = (size_t) 2 << 30;

struct EmulatedGraph
{
  std::vector<std::function<void ()>> works;
};

/* FALSE from an item: it waits for another stream. */
struct EmulatedStream
{
  std::deque<std::function<bool ()>> items;
  EmulatedGraph                     *capture; /* NULL: work is executed */
};

/* Recorded so many times, of which so many have come. */
struct EmulatedEvent
{
  struct timespec at;
  uint64_t        recorded, come;
};

std::recursive_mutex emulated_lock;
cudaError_t emulated_error;
static std::map<void *, size_t> pieces;
static size_t taken;
static std::vector<EmulatedStream *> streams;

static unsigned
pick (unsigned n)
{
  static uint64_t seed = (uint64_t) time (nullptr) * 0x9e3779b97f4a7c15 + 1;

  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned) (seed % n);
}

/* The first item of @stream, unless it waits. */
static bool
take_item (EmulatedStream *stream)
{
  if (stream->items.empty () || !stream->items.front () ())
    return false;
  stream->items.pop_front ();
  return true;
}

/* Until @done, with no more than it takes of @stream first, or with what chance picks. */
template <typename Done> static void
go_on (EmulatedStream *stream,
       Done            done)
{
  const bool late = pick (2) == 0;

  while (!done ())
    if (!(late && stream != nullptr && take_item (stream)) && !streams.empty ())
      take_item (streams[pick ((unsigned) streams.size ())]);
}

static void
finish_all (void)
{
  for (EmulatedStream *stream : streams)
    go_on (stream, [&] { return stream->items.empty (); });
}

void
emulated_give (cudaStream_t           stream,
               std::function<void ()> work)
{
  static const bool later = getenv ("EMULATED_STREAMS") != nullptr;
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);

  if (stream != nullptr && stream->capture != nullptr)
    {
      stream->capture->works.push_back (work);
      return;
    }
  if (stream == nullptr || !later)
    {
      work ();
      return;
    }
  stream->items.push_back ([work] { work (); return true; });
  for (unsigned n = pick (4); n > 0; n--)
    take_item (streams[pick ((unsigned) streams.size ())]);
}

/* Whether @at is in memory of the device, or pinned: else what is copied from there is taken at once. */
static bool
is_known (const void *at)
{
  auto piece = pieces.upper_bound ((void *) at);

  return piece != pieces.begin () && (const char *) at < (const char *) (--piece)->first + piece->second;
}

/* TRUE once a test has the device lost: then every call that waits, allocates or copies fails. */
static bool
is_lost (void)
{
  return getenv ("EMULATED_LOST") != nullptr;
}

/* Bytes that can be allocated still: once a test has the memory full, those that were freed since. */
static size_t
available (void)
{
  static size_t full; /* 0: it is not */

  if (getenv ("EMULATED_FULL") == nullptr)
    full = 0;
  else if (full == 0)
    full = taken;
  return full == 0 ? TOTAL - taken : full > taken ? full - taken : 0;
}

const char *
cudaGetErrorString (cudaError_t error)
{
  return error == cudaErrorMemoryAllocation       ? "out of memory"
         : error == cudaErrorIllegalAddress       ? "an illegal memory access was encountered"
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
  *free_bytes = available ();
  *total_bytes = TOTAL;
  return cudaSuccess;
}

cudaError_t
emulated_malloc (void **pointer,
                 size_t bytes)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);

  *pointer = nullptr;
  if (is_lost ())
    return cudaErrorIllegalAddress;
  if (bytes > available () || posix_memalign (pointer, 256, bytes > 0 ? bytes : 1) != 0)
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
  finish_all ();
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
                 cudaStream_t   stream)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);

  if (is_lost ())
    return cudaErrorIllegalAddress;
  if (is_known (from))
    emulated_give (stream, [=] { cudaMemcpy (to, from, bytes, kind); });
  else
    {
      std::vector<char> kept ((const char *) from, (const char *) from + bytes);

      emulated_give (stream, [=] { memcpy (to, kept.data (), bytes); });
    }
  return cudaSuccess;
}

cudaError_t
cudaMemcpy2DAsync (void          *to,
                   size_t         to_pitch,
                   const void    *from,
                   size_t         from_pitch,
                   size_t         width,
                   size_t         height,
                   cudaMemcpyKind kind,
                   cudaStream_t   stream)
{
  for (size_t i = 0; i < height; i++)
    cudaMemcpyAsync ((char *) to + i * to_pitch, (const char *) from + i * from_pitch, width, kind, stream);
  return cudaSuccess;
}

cudaError_t
cudaMemsetAsync (void        *to,
                 int          byte,
                 size_t       bytes,
                 cudaStream_t stream)
{
  emulated_give (stream, [=] { memset (to, byte, bytes); });
  return cudaSuccess;
}

cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream,
                           unsigned)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);

  *stream = new EmulatedStream ();
  streams.push_back (*stream);
  return cudaSuccess;
}

cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);

  finish_all ();
  for (size_t i = streams.size (); i-- > 0;)
    if (streams[i] == stream)
      streams.erase (streams.begin () + (ptrdiff_t) i);
  delete stream;
  return cudaSuccess;
}

cudaError_t
cudaStreamSynchronize (cudaStream_t stream)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);

  if (stream->capture != nullptr)
    return cudaErrorStreamCaptureUnsupported;
  go_on (stream, [=] { return stream->items.empty (); });
  return is_lost () ? cudaErrorIllegalAddress : cudaSuccess;
}

cudaError_t
cudaStreamWaitEvent (cudaStream_t stream,
                     cudaEvent_t  event,
                     unsigned)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);
  const uint64_t recorded = event->recorded;

  if (stream->capture != nullptr)
    return cudaErrorStreamCaptureUnsupported;
  stream->items.push_back ([=] { return event->come >= recorded; });
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
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);

  finish_all ();
  delete event;
  return cudaSuccess;
}

cudaError_t
cudaEventRecord (cudaEvent_t  event,
                 cudaStream_t stream)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);
  const uint64_t recorded = ++event->recorded;

  emulated_give (stream, [=] {
    clock_gettime (CLOCK_MONOTONIC, &event->at);
    event->come = recorded;
  });
  return cudaSuccess;
}

/* By a graph, each time it runs. */
cudaError_t
cudaEventRecordWithFlags (cudaEvent_t  event,
                          cudaStream_t stream,
                          unsigned     flags)
{
  if (stream->capture == nullptr || flags != cudaEventRecordExternal)
    return cudaErrorInvalidValue;
  emulated_give (stream, [=] {
    clock_gettime (CLOCK_MONOTONIC, &event->at);
    event->come = ++event->recorded;
  });
  return cudaSuccess;
}

cudaError_t
cudaEventQuery (cudaEvent_t event)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);

  if (event->come < event->recorded && !streams.empty ())
    take_item (streams[pick ((unsigned) streams.size ())]);
  if (is_lost ())
    return cudaErrorIllegalAddress;
  return event->come < event->recorded ? cudaErrorNotReady : cudaSuccess;
}

cudaError_t
cudaEventSynchronize (cudaEvent_t event)
{
  std::lock_guard<std::recursive_mutex> guard (emulated_lock);
  const uint64_t recorded = event->recorded;

  go_on (nullptr, [=] { return event->come >= recorded; });
  return is_lost () ? cudaErrorIllegalAddress : cudaSuccess;
}

cudaError_t
cudaEventElapsedTime (float      *ms,
                      cudaEvent_t begin,
                      cudaEvent_t end)
{
  *ms = (float) (1e3 * (end->at.tv_sec - begin->at.tv_sec) + 1e-6 * (end->at.tv_nsec - begin->at.tv_nsec));
  return cudaSuccess;
}

cudaError_t
cudaStreamBeginCapture (cudaStream_t stream,
                        cudaStreamCaptureMode)
{
  if (stream->capture != nullptr)
    return cudaErrorStreamCaptureUnsupported;
  stream->capture = new EmulatedGraph;
  return cudaSuccess;
}

cudaError_t
cudaStreamEndCapture (cudaStream_t stream,
                      cudaGraph_t *graph)
{
  *graph = stream->capture;
  stream->capture = nullptr;
  return *graph != nullptr ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t
cudaGraphDestroy (cudaGraph_t graph)
{
  delete graph;
  return cudaSuccess;
}

cudaError_t
cudaGraphInstantiate (cudaGraphExec_t *ready,
                      cudaGraph_t      graph,
                      unsigned long long)
{
  *ready = new EmulatedGraph (*graph);
  return cudaSuccess;
}

cudaError_t
cudaGraphExecDestroy (cudaGraphExec_t ready)
{
  return cudaGraphDestroy (ready);
}

cudaError_t
cudaGraphLaunch (cudaGraphExec_t ready,
                 cudaStream_t    stream)
{
  for (const auto &work : ready->works)
    emulated_give (stream, work);
  return cudaSuccess;
}
