/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Enumerates and checks devices.
 *
 * Method of the check: 1024 threads each compute a number from their index, the block reduces them in shared memory, and the
 * host compares the sum. Cost: a launch and an 8-byte copy, tens of microseconds; initialising the device takes longer.
 */
#include "private.cuh"

#include <cstdarg>
#include <cstdio>
#include <cstring>

static const unsigned THREADS = 1024;

/* Compute capabilities compiled in, ascending: 100 major + 10 minor. */
static const int capabilities[] = { __CUDA_ARCH_LIST__ };

static_assert (sizeof (OndesCudaDevice::name) == 64, "as OndesDevice.name");
static_assert ((THREADS & (THREADS - 1)) == 0, "the reduction halves the threads");

/* One for each thread, as runs on several devices fail at the same time, and some functions have no device. */
static thread_local char reason[256];

extern "C" const char *
ondes_cuda_reason (void)
{
  return reason;
}

extern "C" OndesCudaStatus
ondes_cuda_fail_with (OndesCudaStatus status,
                      const char     *format,
                      ...)
{
  va_list arguments;

  va_start (arguments, format);
  vsnprintf (reason, sizeof reason, format, arguments);
  va_end (arguments);
  return status;
}

OndesCudaStatus
ondes_cuda_fail (cudaError_t error,
                 const char *doing)
{
  snprintf (reason, sizeof reason, "%s: %s", doing, cudaGetErrorString (error));
  cudaGetLastError (); /* clears the error, so that a later call does not report it */
  switch (error)
    {
    case cudaErrorMemoryAllocation:
      return ONDES_CUDA_NO_MEMORY;
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorInitializationError:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorDevicesUnavailable:
    case cudaErrorNotSupported:
    case cudaErrorNotPermitted:
    case cudaErrorSystemNotReady:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
      return ONDES_CUDA_UNSUPPORTED;
    default:
      return ONDES_CUDA_LOST;
    }
}

OndesCudaStatus
ondes_cuda_shared (OndesCuda  *self,
                   const void *kernel,
                   uint64_t    bytes)
{
  if (bytes > self->limits.shared_bytes)
    return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED,
                                 "the device has too little shared memory for transforms of this precision");
  ONDES_CUDA_TRY (cudaFuncSetAttribute (kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int) bytes),
                  "reserving shared memory failed");
  return ONDES_CUDA_OK;
}

extern "C" int
ondes_cuda_count (void)
{
  int n = 0, driver = 0, runtime = 0;
  cudaError_t error = cudaGetDeviceCount (&n);

  if (error == cudaSuccess && n > 0)
    return n;
  cudaGetLastError ();
  if (error == cudaErrorInsufficientDriver)
    {
      cudaDriverGetVersion (&driver);
      cudaRuntimeGetVersion (&runtime);
      if (driver == 0)
        snprintf (reason, sizeof reason, "no NVIDIA driver is installed");
      else
        snprintf (reason, sizeof reason,
                  "the NVIDIA driver supports CUDA %d.%d, and this engine needs %d.%d; install a newer driver",
                  driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
    }
  else if (error == cudaErrorNoDevice || error == cudaSuccess)
    snprintf (reason, sizeof reason, "the NVIDIA driver finds no GPU");
  else
    ondes_cuda_fail (error, "initialising CUDA failed");
  return 0;
}

extern "C" void
ondes_cuda_name (int  device,
                 char name[64])
{
  cudaDeviceProp properties;

  if (cudaGetDeviceProperties (&properties, device) != cudaSuccess)
    {
      cudaGetLastError ();
      *properties.name = 0;
    }
  snprintf (name, sizeof OndesCudaDevice::name, "%s", properties.name);
}

extern "C" OndesCudaStatus
ondes_cuda_describe (int              device,
                     OndesCudaDevice *description)
{
  cudaDeviceProp properties;
  size_t free_bytes, total_bytes;
  cudaError_t error;

  memset (description, 0, sizeof *description);
  if ((error = cudaGetDeviceProperties (&properties, device)) != cudaSuccess)
    return ondes_cuda_fail (error, "querying the device failed");
  snprintf (description->name, sizeof description->name, "%s", properties.name);
  description->major = properties.major;
  description->minor = properties.minor;
  description->mem_total = properties.totalGlobalMem;
  if ((error = cudaDriverGetVersion (&description->driver)) != cudaSuccess)
    return ondes_cuda_fail (error, "querying the driver's version failed");
  if ((error = cudaSetDevice (device)) != cudaSuccess || (error = cudaMemGetInfo (&free_bytes, &total_bytes)) != cudaSuccess)
    return ondes_cuda_fail (error, "initialising the device failed");
  description->mem_free = free_bytes;
  description->mem_total = total_bytes;
  return ONDES_CUDA_OK;
}

/* Reports that there is no code for this device: binaries run on the same major version only, PTX on newer devices. */
static OndesCudaStatus
fail_unsupported (const cudaDeviceProp &device)
{
  const bool old = 100 * device.major + 10 * device.minor < capabilities[0];

  return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED,
                               "%.40s has compute capability %d.%d; this Ondes was built for %d.%d%s",
                               device.name, device.major, device.minor, capabilities[0] / 100, capabilities[0] % 100 / 10,
                               old ? " and newer: use a newer card, or the CPU"
                                   : " on, but not for it: build it for this card too");
}

__host__ __device__ static inline unsigned long long
number (unsigned i)
{
  return 0x9e3779b97f4a7c15ull * (i + 1) ^ i;
}

__global__ static void
add_numbers (unsigned long long *sum)
{
  __shared__ unsigned long long part[THREADS];

  part[threadIdx.x] = number (threadIdx.x);
  __syncthreads ();
  for (unsigned n = THREADS / 2; n > 0; n /= 2)
    {
      if (threadIdx.x < n)
        part[threadIdx.x] += part[threadIdx.x + n];
      __syncthreads ();
    }
  if (threadIdx.x == 0)
    *sum = part[0];
}

extern "C" OndesCudaStatus
ondes_cuda_check (int device)
{
  unsigned long long have = 0, want = 0, *sum = nullptr;
  cudaDeviceProp properties;
  cudaError_t error, freed;

  for (unsigned i = 0; i < THREADS; i++)
    want += number (i);

  if ((error = cudaGetDeviceProperties (&properties, device)) != cudaSuccess)
    return ondes_cuda_fail (error, "querying the device failed");
  if (100 * properties.major + 10 * properties.minor < capabilities[0])
    return fail_unsupported (properties);
  if ((error = cudaSetDevice (device)) != cudaSuccess)
    return ondes_cuda_fail (error, "initialising the device failed");
  if ((error = cudaMalloc (&sum, sizeof *sum)) != cudaSuccess)
    return ondes_cuda_fail (error, "allocating device memory failed");
  add_numbers<<<1, THREADS>>> (sum);
  if ((error = cudaGetLastError ()) == cudaSuccess)
    error = cudaMemcpy (&have, sum, sizeof have, cudaMemcpyDeviceToHost);
  freed = cudaFree (sum);
  if (error == cudaSuccess)
    error = freed;
  if (error == cudaErrorNoKernelImageForDevice || error == cudaErrorUnsupportedPtxVersion)
    {
      cudaGetLastError ();
      return fail_unsupported (properties);
    }
  if (error != cudaSuccess)
    return ondes_cuda_fail (error, "running this engine's code on the device failed");
  if (have != want)
    return ondes_cuda_fail_with (ONDES_CUDA_LOST,
                                 "the device computes wrong results: a sum of %u numbers is %llx where it should be %llx",
                                 THREADS, have, want);
  return ONDES_CUDA_OK;
}
