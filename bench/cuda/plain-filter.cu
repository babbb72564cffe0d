/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters by plain kernels, for a benchmark only: one thread a value, between Fourier transforms that another library computes.
 * Floor of each: what it reads and writes once. */
#include "bench-kernels.h"
#include "private.cuh"

static const unsigned THREADS = 256;

/* Segment s is of outputs s valid … (s + 1) valid − 1, whose first one lies behind taps − 1 values that are not whole. */
template<typename T>
__global__ static void
cut (OndesCudaPlainFilter self,
     uint64_t             count,
     uint64_t             stride,
     const T             *x,
     T                   *segments)
{
  const uint64_t i = blockIdx.x * (uint64_t) THREADS + threadIdx.x;
  const uint64_t valid = self.segment - self.taps + 1;
  const int64_t t = (int64_t) (i / self.segment * valid + i % self.segment + self.delay) - (int64_t) (self.taps - 1);

  if (i < count)
    segments[i / self.segment * stride + i % self.segment] = t >= 0 && t < (int64_t) self.n ? x[t] : T {};
}

__global__ static void
multiply (uint64_t             count,
          uint64_t             room,
          const float2        *spectra,
          const float2        *filters,
          float2              *products)
{
  const uint64_t i = blockIdx.x * (uint64_t) THREADS + threadIdx.x;

  if (i < count)
    {
      const float2 a = spectra[i], b = filters[blockIdx.y * room + i % room];

      products[blockIdx.y * count + i] = float2 { a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x };
    }
}

__device__ static inline float
scaled (float value,
        float scale)
{
  return scale * value;
}

__device__ static inline float2
scaled (float2 value,
        float  scale)
{
  return { scale * value.x, scale * value.y };
}

/* @all: values of the products of one filter. */
template<typename T>
__global__ static void
join (OndesCudaPlainFilter self,
      uint64_t             all,
      uint64_t             stride,
      const T             *products,
      T                   *out)
{
  const uint64_t t = blockIdx.x * (uint64_t) THREADS + threadIdx.x;
  const uint64_t valid = self.segment - self.taps + 1;

  if (t < self.n)
    out[blockIdx.y * self.n + t] = scaled (products[blockIdx.y * all + t / valid * stride + self.taps - 1 + t % valid],
                                           1.0f / self.segment);
}

extern "C" uint64_t
ondes_cuda_plain_segments (const OndesCudaPlainFilter *self)
{
  return blocks_for (self->n, self->segment - self->taps + 1);
}

extern "C" uint64_t
ondes_cuda_plain_room (const OndesCudaPlainFilter *self)
{
  return self->is_real ? self->segment / 2 + 1 : self->segment;
}

extern "C" OndesCudaStatus
ondes_cuda_plain_cut (OndesCuda                  *cuda,
                      const OndesCudaPlainFilter *self,
                      const void                 *x,
                      void                       *segments)
{
  const uint64_t count = ondes_cuda_plain_segments (self) * self->segment, room = ondes_cuda_plain_room (self);
  const unsigned blocks = (unsigned) blocks_for (count, THREADS);

  if (self->is_real)
    cut<float><<<blocks, THREADS, 0, cuda->compute>>> (*self, count, 2 * room, (const float *) x, (float *) segments);
  else
    cut<float2><<<blocks, THREADS, 0, cuda->compute>>> (*self, count, room, (const float2 *) x, (float2 *) segments);
  ONDES_CUDA_LAUNCHED ("cutting the samples into segments failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_plain_multiply (OndesCuda                  *cuda,
                           const OndesCudaPlainFilter *self,
                           const void                 *spectra,
                           const void                 *filters,
                           void                       *products)
{
  const uint64_t room = ondes_cuda_plain_room (self), count = ondes_cuda_plain_segments (self) * room;
  const dim3 blocks ((unsigned) blocks_for (count, THREADS), self->filters);

  multiply<<<blocks, THREADS, 0, cuda->compute>>> (count, room, (const float2 *) spectra, (const float2 *) filters,
                                                  (float2 *) products);
  ONDES_CUDA_LAUNCHED ("multiplying the spectra failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_plain_join (OndesCuda                  *cuda,
                       const OndesCudaPlainFilter *self,
                       const void                 *products,
                       void                       *out)
{
  const dim3 blocks ((unsigned) blocks_for (self->n, THREADS), self->filters);
  const uint64_t room = ondes_cuda_plain_room (self), all = ondes_cuda_plain_segments (self) * room;

  if (self->is_real)
    join<float><<<blocks, THREADS, 0, cuda->compute>>> (*self, 2 * all, 2 * room, (const float *) products, (float *) out);
  else
    join<float2><<<blocks, THREADS, 0, cuda->compute>>> (*self, all, room, (const float2 *) products, (float2 *) out);
  ONDES_CUDA_LAUNCHED ("joining the segments failed");
  return ONDES_CUDA_OK;
}

extern "C" void *
ondes_cuda_compute_stream (OndesCuda *cuda)
{
  return cuda->compute;
}
