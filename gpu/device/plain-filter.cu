/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters by plain kernels, for a benchmark only: one thread a value, between Fourier transforms that another library computes.
 * Floor of each: what it reads and writes once. */
#include "plain-filter-kernels.h"
#include "private.cuh"

static const unsigned THREADS = 256;

/* Segment s is of outputs s valid … (s + 1) valid − 1, whose first one lies behind taps − 1 values that are not whole. */
__global__ static void
cut (OndesCudaPlainFilter self,
     uint64_t             count,
     const float2        *x,
     float2              *segments)
{
  const uint64_t i = blockIdx.x * (uint64_t) THREADS + threadIdx.x;
  const uint64_t valid = self.segment - self.taps + 1;
  const int64_t t = (int64_t) (i / self.segment * valid + i % self.segment + self.delay) - (int64_t) (self.taps - 1);

  if (i < count)
    segments[i] = t >= 0 && t < (int64_t) self.n ? x[t] : float2 { 0, 0 };
}

__global__ static void
multiply (OndesCudaPlainFilter self,
          uint64_t             count,
          const float2        *spectra,
          const float2        *filters,
          float2              *products)
{
  const uint64_t i = blockIdx.x * (uint64_t) THREADS + threadIdx.x;

  if (i < count)
    {
      const float2 a = spectra[i], b = filters[blockIdx.y * self.segment + i % self.segment];

      products[blockIdx.y * count + i] = float2 { a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x };
    }
}

__global__ static void
join (OndesCudaPlainFilter self,
      uint64_t             count,
      const float2        *products,
      float2              *out)
{
  const uint64_t t = blockIdx.x * (uint64_t) THREADS + threadIdx.x;
  const uint64_t valid = self.segment - self.taps + 1;
  const float scale = 1.0f / self.segment;

  if (t < self.n)
    {
      const float2 y = products[blockIdx.y * count + t / valid * self.segment + self.taps - 1 + t % valid];

      out[blockIdx.y * self.n + t] = float2 { scale * y.x, scale * y.y };
    }
}

extern "C" uint64_t
ondes_cuda_plain_segments (const OndesCudaPlainFilter *self)
{
  return blocks_for (self->n, self->segment - self->taps + 1);
}

static uint64_t
count_of (const OndesCudaPlainFilter *self)
{
  return ondes_cuda_plain_segments (self) * self->segment;
}

extern "C" OndesCudaStatus
ondes_cuda_plain_cut (OndesCuda                  *cuda,
                      const OndesCudaPlainFilter *self,
                      const void                 *x,
                      void                       *segments,
                      char                        why[ONDES_CUDA_WHY])
{
  const uint64_t count = count_of (self);

  cut<<<(unsigned) blocks_for (count, THREADS), THREADS, 0, cuda->compute>>> (*self, count, (const float2 *) x,
                                                                             (float2 *) segments);
  ONDES_CUDA_LAUNCHED ("cutting the samples into segments failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_plain_multiply (OndesCuda                  *cuda,
                           const OndesCudaPlainFilter *self,
                           const void                 *spectra,
                           const void                 *filters,
                           void                       *products,
                           char                        why[ONDES_CUDA_WHY])
{
  const uint64_t count = count_of (self);
  const dim3 blocks ((unsigned) blocks_for (count, THREADS), self->filters);

  multiply<<<blocks, THREADS, 0, cuda->compute>>> (*self, count, (const float2 *) spectra, (const float2 *) filters,
                                                  (float2 *) products);
  ONDES_CUDA_LAUNCHED ("multiplying the spectra failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_plain_join (OndesCuda                  *cuda,
                       const OndesCudaPlainFilter *self,
                       const void                 *products,
                       void                       *out,
                       char                        why[ONDES_CUDA_WHY])
{
  const dim3 blocks ((unsigned) blocks_for (self->n, THREADS), self->filters);

  join<<<blocks, THREADS, 0, cuda->compute>>> (*self, count_of (self), (const float2 *) products, (float2 *) out);
  ONDES_CUDA_LAUNCHED ("joining the segments failed");
  return ONDES_CUDA_OK;
}

extern "C" void *
ondes_cuda_compute_stream (OndesCuda *cuda)
{
  return cuda->compute;
}
