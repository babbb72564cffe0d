/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters, what is beside the segments: products of partitioned filters, the derivative at a recording's ends, power and energy.
 *
 * Products: filters longer than a segment are cut into parts, and the spectrum of a segment's output is the sum over parts p of
 * spectra p segments earlier times the part's. A thread sums eight neighbouring segments for one place of the spectrum, so
 * that every spectrum is read once for eight uses: 16 FMAs for each 4 bytes. Floor: 8 parts operations a point.
 *
 * Interpolation of direct convolution: each thread reads four neighbouring values and stores two. Floor: a value and two outputs.
 *
 * Layout: neighbouring threads have neighbouring places of the spectra. Energy: a warp sums up to SLICE outputs in a fixed order.
 */
#include "filter-private.cuh"

static const unsigned THREADS = 128, TILE = 8, WARPS = THREADS / 32, SLICE = 4096;

/* Sets products to Σ_p h_p s_(unit + parts − 1 − p) for the parts of each filter that have taps. */
template<typename T>
__global__ static void __launch_bounds__ (THREADS)
multiply_parts (const PartArgs<T> args)
{
  const unsigned at = blockIdx.x * THREADS + threadIdx.x;
  const int64_t unit = (int64_t) blockIdx.y * TILE, last = args.units - 1 - unit;
  const FilterTaps taps = args.taps[blockIdx.z];
  const int64_t begin = taps.lead / args.each, end = (taps.lead + (int64_t) taps.n_taps + args.each - 1) / args.each;
  const Pack<T> *const h = args.filters + (uint64_t) blockIdx.z * args.parts * args.packs + at;
  const Pack<T> *const s = args.spectra + (uint64_t) (unit + args.parts - 1) * args.packs + at;
  Pack<T> *const products = args.products + ((uint64_t) blockIdx.z * args.units + unit) * args.packs + at;
  Pack<T> sums[TILE], window[TILE];

#pragma unroll
  for (int q = 0; q < (int) TILE; q++)
    {
      sums[q] = Pack<T> ();
      window[q] = s[(min ((int64_t) q, last) - begin) * args.packs];
    }
  for (int64_t first = begin; first < end; first += TILE)
#pragma unroll
    for (int r = 0; r < (int) TILE; r++)
      if (first + r < end)
        {
          const Pack<T> part = h[(first + r) * args.packs];

          /* unit q's spectrum is where that of unit q − 1 was for the part before */
          if (r > 0 || first > begin)
            window[(TILE - r) % TILE] = s[-(first + r) * args.packs];
#pragma unroll
          for (int q = 0; q < (int) TILE; q++)
#pragma unroll
            for (int j = 0; j < Pack<T>::SIZE; j++)
              sums[q].v[j] = sums[q].v[j] + part.v[j] * window[(q - r + TILE) % TILE].v[j];
        }
#pragma unroll
  for (int q = 0; q < (int) TILE; q++)
    if (q <= last)
      products[q * args.packs] = sums[q];
}

template<typename T>
OndesCudaStatus
ondes_cuda_fir_multiply (OndesCuda         *self,
                         const PartArgs<T> *args,
                         unsigned           n_filters)
{
  const dim3 grid (args->packs / THREADS, (unsigned) blocks_for ((uint64_t) args->units, TILE), n_filters);

  multiply_parts<T><<<grid, THREADS, 0, self->compute>>> (*args);
  ONDES_CUDA_LAUNCHED ("multiplying the filters' spectra failed");
  return ONDES_CUDA_OK;
}

/* One end of the recording for one filter: (y[1] − y[0]) rate, with y[0] the output there if the first, else the one before. */
template<typename T>
__global__ static void __launch_bounds__ (THREADS)
differentiate_end (const EndArgs args)
{
  __shared__ Complex<double> parts[THREADS];
  const FilterTaps filter = args.filters[blockIdx.x];
  const T *const x = (const T *) args.signal.x;
  const bool first = blockIdx.y == 0 && args.is_first;
  const int64_t output = first ? 0 : (int64_t) args.n - 1, before = first ? 0 : output - 1;
  const int64_t newest = (int64_t) args.signal.halo + before + args.delays[blockIdx.x];
  Complex<double> sum = { 0, 0 };

  if (args.n > 1 || !(args.is_first && args.is_last))
    for (uint64_t m = threadIdx.x; m < filter.n_taps; m += THREADS)
      {
        const int64_t at = newest - (int64_t) m;
        const T *const im = x + args.signal.stride;
        Complex<double> slope = { (double) x[at + 1] - (double) x[at], 0 };

        if (args.signal.complex_in)
          slope.im = (double) im[at + 1] - (double) im[at];
        sum = sum + args.taps[filter.start + m] * slope;
      }
  parts[threadIdx.x] = sum;
  for (unsigned n = THREADS / 2; n > 0; n /= 2)
    {
      __syncthreads ();
      if (threadIdx.x < n)
        parts[threadIdx.x] = parts[threadIdx.x] + parts[threadIdx.x + n];
    }
  if (threadIdx.x == 0)
    {
      const double factor = args.rate_hz / args.signal.scaling->gain;
      T *const out = (T *) args.out;
      const int64_t to = (int64_t) args.rows[blockIdx.x] * args.stride + output;

      if (args.complex_out)
        ((Complex<T> *) out)[to] = { (T) (parts[0].re * factor), (T) (parts[0].im * factor) };
      else
        out[to] = (T) (parts[0].re * factor);
    }
}

OndesCudaStatus
ondes_cuda_fir_ends (OndesCuda     *self,
                     const EndArgs *args,
                     unsigned       n_filters)
{
  const dim3 grid (n_filters, args->is_first && args->is_last ? 2 : 1);

  if (args->signal.single)
    differentiate_end<float><<<grid, THREADS, 0, self->compute>>> (*args);
  else
    differentiate_end<double><<<grid, THREADS, 0, self->compute>>> (*args);
  ONDES_CUDA_LAUNCHED ("the derivative at the recording's ends failed");
  return ONDES_CUDA_OK;
}

template<typename T>
__device__ static inline double
power_at (const void *data,
          bool        complex_values,
          uint64_t    at)
{
  if (complex_values)
    {
      const Complex<T> y = ((const Complex<T> *) data)[at];

      return (double) y.re * (double) y.re + (double) y.im * (double) y.im;
    }
  return (double) ((const T *) data)[at] * (double) ((const T *) data)[at];
}

template<typename T>
__global__ static void __launch_bounds__ (THREADS)
square_values (const ValueArgs values,
               double         *out,
               uint64_t        stride)
{
  for (uint64_t t = blockIdx.x * (uint64_t) THREADS + threadIdx.x; t < values.n; t += (uint64_t) gridDim.x * THREADS)
    out[blockIdx.y * stride + t] = power_at<T> (values.data, values.complex_values, blockIdx.y * values.n + t);
}

OndesCudaStatus
ondes_cuda_fir_square (OndesCuda       *self,
                       const ValueArgs *values,
                       unsigned         n_filters,
                       double          *out,
                       uint64_t         stride)
{
  const unsigned blocks = (unsigned) blocks_for (values->n, THREADS);
  const dim3 grid (blocks < 4096 ? blocks : 4096, n_filters);

  if (values->single)
    square_values<float><<<grid, THREADS, 0, self->compute>>> (*values, out, stride);
  else
    square_values<double><<<grid, THREADS, 0, self->compute>>> (*values, out, stride);
  ONDES_CUDA_LAUNCHED ("squaring the outputs failed");
  return ONDES_CUDA_OK;
}

template<typename T>
__device__ static inline Complex<T>
value_at (const ValueArgs &values,
          uint64_t         at)
{
  return values.complex_values ? ((const Complex<T> *) values.data)[at] : Complex<T> { ((const T *) values.data)[at], 0 };
}

template<typename T>
__global__ static void __launch_bounds__ (THREADS)
interpolate_values (const ValueArgs values,
                    T              *out,
                    uint64_t        stride)
{
  const uint64_t n = values.n - INTERPOLATION_REACH;

  for (uint64_t t = blockIdx.x * (uint64_t) THREADS + threadIdx.x; t < n; t += (uint64_t) gridDim.x * THREADS)
    {
      const uint64_t from = blockIdx.y * values.n + t, to = blockIdx.y * stride + 2 * t;
      const Complex<T> y = value_at<T> (values, from + 1);
      const Complex<T> z = between (value_at<T> (values, from), y, value_at<T> (values, from + 2), value_at<T> (values, from + 3));

      if (values.complex_values)
        {
          ((Complex<T> *) out)[to] = y;
          ((Complex<T> *) out)[to + 1] = z;
        }
      else
        {
          out[to] = y.re;
          out[to + 1] = z.re;
        }
    }
}

OndesCudaStatus
ondes_cuda_fir_interpolate (OndesCuda       *self,
                            const ValueArgs *values,
                            unsigned         n_filters,
                            void            *out,
                            uint64_t         stride)
{
  const unsigned blocks = (unsigned) blocks_for (values->n, THREADS);
  const dim3 grid (blocks < 4096 ? blocks : 4096, n_filters);

  if (values->single)
    interpolate_values<float><<<grid, THREADS, 0, self->compute>>> (*values, (float *) out, stride);
  else
    interpolate_values<double><<<grid, THREADS, 0, self->compute>>> (*values, (double *) out, stride);
  ONDES_CUDA_LAUNCHED ("interpolating the outputs failed");
  return ONDES_CUDA_OK;
}

/* Sums slice unit % slices of span unit / slices, for each warp a unit, to @partial, or if a span is one slice adds it. */
template<typename T>
__global__ static void __launch_bounds__ (THREADS)
sum_slices (const ValueArgs         values,
            const OndesCudaFirSpans spans,
            uint64_t                n_spans,
            uint64_t                slices,
            double                 *partial)
{
  const uint64_t unit = blockIdx.x * (uint64_t) WARPS + threadIdx.x / 32, span = spans.at / spans.width + unit / slices;
  const uint64_t from = max (span * spans.width, spans.at) + unit % slices * SLICE;
  const uint64_t end = min (min (from + SLICE, (span + 1) * spans.width), spans.at + values.n);
  double sum = 0;

  if (unit >= n_spans * slices)
    return;
  for (uint64_t at = from + threadIdx.x % 32; at < end; at += 32)
    sum += power_at<T> (values.data, values.complex_values, blockIdx.y * values.n + (at - spans.at));
  for (int lanes = 16; lanes > 0; lanes /= 2)
    sum += __shfl_xor_sync (0xffffffffu, sum, lanes);
  if (threadIdx.x % 32 != 0)
    return;
  if (slices > 1)
    partial[blockIdx.y * n_spans * slices + unit] = sum;
  else
    spans.sums[blockIdx.y * spans.stride + (span - spans.first)] += sum;
}

/* Adds the slices of each span in their order. */
__global__ static void __launch_bounds__ (THREADS)
add_slices (const double           *partial,
            const OndesCudaFirSpans spans,
            uint64_t                n_spans,
            uint64_t                slices)
{
  const uint64_t span = blockIdx.x * (uint64_t) THREADS + threadIdx.x;
  double sum = 0;

  if (span >= n_spans)
    return;
  for (uint64_t i = 0; i < slices; i++)
    sum += partial[(blockIdx.y * n_spans + span) * slices + i];
  spans.sums[blockIdx.y * spans.stride + (spans.at / spans.width + span - spans.first)] += sum;
}

uint64_t
ondes_cuda_fir_slice_bytes (unsigned n_filters,
                            uint64_t n)
{
  /* only spans longer than a slice have several */
  return (uint64_t) n_filters * (6 * blocks_for (n, SLICE) + 8) * sizeof (double);
}

OndesCudaStatus
ondes_cuda_fir_sum (OndesCuda               *self,
                    const ValueArgs         *values,
                    unsigned                 n_filters,
                    const OndesCudaFirSpans *spans)
{
  const uint64_t n_spans = (spans->at + values->n - 1) / spans->width - spans->at / spans->width + 1;
  const uint64_t slices = blocks_for (spans->width < values->n ? spans->width : values->n, SLICE);
  const dim3 grid ((unsigned) blocks_for (n_spans * slices, WARPS), n_filters);
  OndesCudaStatus status;
  void *partial = nullptr;

  if (slices > 1
      && (status = ondes_cuda_buffer (self, ONDES_CUDA_WORK, n_filters * n_spans * slices * sizeof (double), &partial))
           != ONDES_CUDA_OK)
    return status;
  if (values->single)
    sum_slices<float><<<grid, THREADS, 0, self->compute>>> (*values, *spans, n_spans, slices, (double *) partial);
  else
    sum_slices<double><<<grid, THREADS, 0, self->compute>>> (*values, *spans, n_spans, slices, (double *) partial);
  ONDES_CUDA_LAUNCHED ("summing the energy failed");
  if (slices == 1)
    return ONDES_CUDA_OK;
  add_slices<<<dim3 ((unsigned) blocks_for (n_spans, THREADS), n_filters), THREADS, 0, self->compute>>> (
    (const double *) partial, *spans, n_spans, slices);
  ONDES_CUDA_LAUNCHED ("summing the energy failed");
  return ONDES_CUDA_OK;
}

template OndesCudaStatus ondes_cuda_fir_multiply<float> (OndesCuda *, const PartArgs<float> *, unsigned);
template OndesCudaStatus ondes_cuda_fir_multiply<double> (OndesCuda *, const PartArgs<double> *, unsigned);
