/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlap-save by segments that shared memory does not hold, of 2^16 to 2^20 points: for filters that would take many parts.
 *
 * Method: the four-step FFT (D. H. Bailey, FFTs in external or hierarchical memory, J. Supercomputing 4, 1990) without its
 * transposition, for products of spectra are the same in any order. A segment is a matrix of 256 rows; the first launch transforms
 * its columns and turns element (row k, column c) by exp (−2πi c k / length), the second transforms its rows, multiplies them by
 * each filter's and transforms back, the third does the same to the columns and stores what did not wrap around.
 *
 * Floor: products of rows are stored and read once, beside the outputs: 24 bytes a point in complex single precision. Chunks that
 * L2 would hold were measured to be slower than larger ones on an H100, see filter.cu.
 *
 * Layout: a thread block takes eight neighbouring columns, so that it reads and stores whole sectors.
 */
#pragma once

#include "filter-launch.cuh"

/* Points of units. */
template<typename T>
struct SamplesOfUnits
{
  SegmentArgs<T> args;

  __device__ __forceinline__ Complex<T>
  point (unsigned unit,
         unsigned i) const
  {
    return point_of_unit (args, args.base + unit * args.step + i);
  }
};

/* The frame of a filter, in place of a unit. */
struct TapsOfFilters
{
  const Complex<double> *table;
  const FilterTaps      *taps;

  __device__ __forceinline__ Complex<double>
  point (unsigned filter,
         unsigned i) const
  {
    const FilterTaps &here = taps[filter];
    const int64_t tap = (int64_t) i - here.lead;

    return tap >= 0 && tap < (int64_t) here.n_taps ? table[here.start + (uint64_t) tap] : Complex<double> { 0, 0 };
  }
};

/* The column of a thread, and the rows it holds: j, j + RADIX … */
struct ColumnThread
{
  unsigned j, column;

  __device__ __forceinline__
  ColumnThread ()
    : j (threadIdx.x / FFTS), column (blockIdx.x * FFTS + threadIdx.x % FFTS)
  {
  }
};

/* Sets @twiddles as fft_256() takes them. @roots: of 256, shared memory. */
template<int sign, typename T>
__device__ static __forceinline__ void
load_twiddles (unsigned     j,
               Complex<T>  *roots,
               Complex<T> (&twiddles)[RADIX])
{
  for (unsigned i = threadIdx.x; i < FFT_SIZE; i += FFT_THREADS)
    roots[i] = root_of_unity<T> (i, FFT_SIZE);
  __syncthreads ();
#pragma unroll
  for (unsigned k = 0; k < RADIX; k++)
    {
      const Complex<T> root = roots[j * k % FFT_SIZE];

      twiddles[k] = { root.re, sign * root.im };
    }
}

/* Sets @turns to exp (2πi row column / length) for the rows of a thread. Every fourth is computed, the others are products. */
template<typename T>
__device__ static __forceinline__ void
load_turns (const ColumnThread &thread,
            unsigned            row_points,
            Complex<T>        (&turns)[RADIX])
{
  const Complex<T> once = root_of_unity<T> (RADIX * thread.column, FFT_SIZE * row_points), twice = once * once;

#pragma unroll
  for (unsigned k = 0; k < RADIX; k += 4)
    {
      turns[k] = root_of_unity<T> ((thread.j + RADIX * k) * thread.column, FFT_SIZE * row_points);
      turns[k + 1] = turns[k] * once;
      turns[k + 2] = turns[k] * twice;
      turns[k + 3] = turns[k + 1] * twice;
    }
}

/* Transforms the columns of unit blockIdx.y and turns them. @to: by unit and row. */
template<typename T, typename Source>
__global__ static void __launch_bounds__ (FFT_THREADS)
transform_columns (const Source source,
                   unsigned     row_points,
                   Complex<T>  *to)
{
  __shared__ Complex<T> exchange[EXCHANGE_SIZE], roots[FFT_SIZE];
  const ColumnThread thread;
  Complex<T> x[RADIX], twiddles[RADIX];

#pragma unroll
  for (unsigned q = 0; q < RADIX; q++)
    x[q] = source.point (blockIdx.y, (thread.j + RADIX * q) * row_points + thread.column);
  load_twiddles<-1> (thread.j, roots, twiddles);
  fft_256<-1> (x, twiddles, exchange);
  load_turns (thread, row_points, twiddles);
#pragma unroll
  for (unsigned k = 0; k < RADIX; k++)
    to[((uint64_t) blockIdx.y * FFT_SIZE + thread.j + RADIX * k) * row_points + thread.column]
      = x[digit_reversed (k)] * Complex<T> { twiddles[k].re, -twiddles[k].im };
}

/* Transforms rows of @LENGTH points, multiplies them by those of the filters from blockIdx.y @filters_per_block on, and transforms
 * back. */
template<typename T, int LENGTH>
__global__ static void __launch_bounds__ (SegmentBlock<T, LENGTH>::THREADS, SegmentBlock<T, LENGTH>::BLOCKS)
filter_rows (const FourStepArgs<T> args)
{
  extern __shared__ __align__ (16) char shared[];
  typedef Segment<T, LENGTH> S;
  typedef SegmentBlock<T, LENGTH> Block;
  constexpr int PACKS = LENGTH / Pack<T>::SIZE;
  const SegmentArgs<T> &segments = args.segments;
  const unsigned t = threadIdx.x % S::THREADS, units = (unsigned) segments.units;
  const unsigned slot = blockIdx.x * Block::UNITS + threadIdx.x / S::THREADS, row = slot / units, unit = slot % units;
  const unsigned begin = blockIdx.y * args.filters_per_block, end = min (begin + args.filters_per_block, segments.n_filters);
  Complex<T> *const exchanges = (Complex<T> *) shared + threadIdx.x / S::THREADS * (Block::EXCHANGES * S::EXCHANGE);
  Pack<T> *const stage = (Pack<T> *) (shared + Block::SHARED) + t;
  const Complex<T> *const from = args.columns + ((uint64_t) unit * FFT_SIZE + row) * LENGTH + t;
  const Pack<T> *filter = segments.filters + ((uint64_t) begin * FFT_SIZE + row) * PACKS + t;
  Complex<T> *to = args.products + (((uint64_t) begin * units + unit) * FFT_SIZE + row) * LENGTH + t;
  Complex<T> spectrum[S::POINTS], x[S::POINTS];
  typename S::Roots roots;

#pragma unroll
  for (int k = 0; k < S::POINTS; k++)
    spectrum[bits_reversed<S::POINTS> (k)] = from[k * S::THREADS];
  S::forward (spectrum, exchanges, segments.roots, t);
  unscale_spectrum (segments, Unscale<T> (segments.scaling).spectrum, row == 0 && t == 0, LENGTH * FFT_SIZE, spectrum);
  roots.load (segments.roots, t);
  for (unsigned i = begin; i < end; i++)
    {
      Complex<T> *const exchange = exchanges + (Block::EXCHANGES > 1 ? (i - begin) % 2 * S::EXCHANGE : 0);

      multiply_filter<T, LENGTH, FFT_SIZE * PACKS> (filter, stage, i == begin, i + 1 == end, spectrum, x);
      if (Block::EXCHANGES == 1)
        S::synchronize ();
      S::inverse (x, exchange, roots, t);
#pragma unroll
      for (int k = 0; k < S::POINTS; k++)
        to[k * S::THREADS] = x[k];
      filter += FFT_SIZE * PACKS;
      to += (uint64_t) units * FFT_SIZE * LENGTH;
    }
}

/* Stores point @at of a segment, if it is an output. */
template<typename T>
__device__ static __forceinline__ void
store_output (const SegmentArgs<T> &args,
              unsigned              at,
              int64_t               row,
              Complex<T>            y)
{
  const int64_t t = blockIdx.y * args.step + at - args.discarded;
  const int64_t i = row * args.stride + t;
  const bool valid_partner = args.packed && t + args.partner < args.n;

  if ((int) at < args.discarded || (int) at >= args.discarded + args.useful || t >= args.n)
    return;
  if (args.power)
    {
      const double re = (double) y.re * y.re, im = (double) y.im * y.im;

      ((double *) args.out)[i] = args.packed ? re : re + im;
      if (valid_partner)
        ((double *) args.out)[i + args.partner] = im;
    }
  else if (args.packed)
    {
      ((T *) args.out)[i] = y.re;
      if (valid_partner)
        ((T *) args.out)[i + args.partner] = y.im;
    }
  else
    ((Complex<T> *) args.out)[i] = y;
}

/* Transforms the columns of unit blockIdx.y of filter blockIdx.z back, and stores its outputs. */
template<typename T>
__global__ static void __launch_bounds__ (FFT_THREADS)
restore_columns (const FourStepArgs<T> args,
                 unsigned              row_points)
{
  __shared__ Complex<T> exchange[EXCHANGE_SIZE], roots[FFT_SIZE];
  const ColumnThread thread;
  const T rest = Unscale<T> (args.segments.scaling).rest;
  const Complex<T> *const from
    = args.products + ((uint64_t) blockIdx.z * args.segments.units + blockIdx.y) * FFT_SIZE * row_points + thread.column;
  const int64_t row = args.segments.rows[blockIdx.z];
  Complex<T> x[RADIX], twiddles[RADIX];

#pragma unroll
  for (unsigned q = 0; q < RADIX; q++)
    x[q] = from[(thread.j + RADIX * q) * row_points];
  load_turns (thread, row_points, twiddles);
#pragma unroll
  for (unsigned q = 0; q < RADIX; q++)
    x[q] = x[q] * twiddles[q];
  load_twiddles<1> (thread.j, roots, twiddles);
  fft_256<1> (x, twiddles, exchange);
#pragma unroll
  for (unsigned k = 0; k < RADIX; k++)
    store_output (args.segments, (thread.j + RADIX * k) * row_points + thread.column, row, x[digit_reversed (k)] * rest);
}

/* Transforms row blockIdx.x of a filter's columns in double precision. */
template<typename T, int LENGTH>
__global__ static void __launch_bounds__ (Segment<T, LENGTH>::THREADS)
make_row_spectra (const Complex<double> *columns,
                  const Root<double>    *roots,
                  Pack<T>               *spectra)
{
  extern __shared__ __align__ (16) char shared[];
  typedef Segment<double, LENGTH, Segment<T, LENGTH>::POINTS> S;
  const Complex<double> *const from = columns + (uint64_t) blockIdx.x * LENGTH + threadIdx.x;
  Complex<double> x[S::POINTS];

#pragma unroll
  for (int k = 0; k < S::POINTS; k++)
    x[bits_reversed<S::POINTS> (k)] = from[k * S::THREADS];
  S::forward (x, (Complex<double> *) shared, roots, threadIdx.x);
  store_spectrum<T, LENGTH> (x, 1.0 / LENGTH / FFT_SIZE, spectra + (uint64_t) blockIdx.x * (LENGTH / Pack<T>::SIZE) + threadIdx.x);
}

/* By length of a row; the segment has 256 of them. */
#define FOR_ROWS(X) X (256), X (512), X (1024), X (2048), X (4096)

static inline int
index_of_four_step (int length)
{
  int i = 0;

  while (ONDES_CUDA_FOUR_STEP_LEAST << i < length)
    i++;
  return i;
}

template<typename T>
OndesCudaStatus
ondes_cuda_four_step_columns (OndesCuda             *self,
                              int                    length,
                              const FourStepArgs<T> *args)
{
  const unsigned row_points = (unsigned) length / FFT_SIZE;
  const dim3 grid (row_points / FFTS, (unsigned) args->segments.units);
  const auto kernel = transform_columns<T, SamplesOfUnits<T>>;

  kernel<<<grid, FFT_THREADS, 0, self->compute>>> (SamplesOfUnits<T> { args->segments }, row_points, args->columns);
  ONDES_CUDA_LAUNCHED ("transforming the segments' columns failed");
  return ONDES_CUDA_OK;
}

template<typename T>
OndesCudaStatus
ondes_cuda_four_step_filter (OndesCuda             *self,
                             int                    length,
                             const FourStepArgs<T> *args)
{
#define FILTER_ROWS(length) { filter_rows<T, length>, SegmentBlock<T, length>::UNITS, SegmentBlock<T, length>::THREADS, \
                              SegmentBlock<T, length>::BLOCKS, SegmentBlock<T, length>::SHARED, SegmentBlock<T, length>::STAGE }
  static const struct { void (*kernel) (FourStepArgs<T>); int rows, threads, blocks; uint64_t shared, stage; } kernels[]
    = { FOR_ROWS (FILTER_ROWS) };
  const auto launch = kernels[index_of_four_step (length)];
  const auto kernel = launch.kernel;
  const unsigned units = (unsigned) args->segments.units, row_points = (unsigned) length / FFT_SIZE;
  const unsigned n_filters = args->segments.n_filters, blocks = FFT_SIZE / (unsigned) launch.rows * units;
  const dim3 columns (row_points / FFTS, units, n_filters);
  const uint64_t shared = launch.shared + (stages_filters (running_arch (self->limits)) ? launch.stage : 0);
  const OndesCudaStatus status = ondes_cuda_shared (self, (const void *) kernel, shared);
  FourStepArgs<T> with = *args;

  if (status != ONDES_CUDA_OK)
    return status;
  with.filters_per_block = choose_filters_per_block (n_filters, blocks, (int64_t) self->limits.processors * launch.blocks);
  kernel<<<dim3 (blocks, (unsigned) blocks_for (n_filters, with.filters_per_block)), (unsigned) launch.threads, shared,
           self->compute>>> (with);
  ONDES_CUDA_LAUNCHED ("filtering the segments' rows failed");
  restore_columns<T><<<columns, FFT_THREADS, 0, self->compute>>> (*args, row_points);
  ONDES_CUDA_LAUNCHED ("transforming the segments' columns back failed");
  return ONDES_CUDA_OK;
}

template<typename T>
OndesCudaStatus
ondes_cuda_four_step_spectra (OndesCuda             *self,
                              const FilterGroup     *group,
                              const Complex<double> *table,
                              const FilterTaps      *taps,
                              Root<double>          *roots,
                              Complex<double>       *columns,
                              Pack<T>               *spectra)
{
#define MAKE_ROWS(length) { make_row_spectra<T, length>, Segment<T, length>::THREADS }
  static const struct { void (*kernel) (const Complex<double> *, const Root<double> *, Pack<T> *); int threads; } makers[]
    = { FOR_ROWS (MAKE_ROWS) };
  const auto maker = makers[index_of_four_step (group->length)];
  const auto kernel = maker.kernel;
  const auto transform = transform_columns<double, TapsOfFilters>;
  const unsigned row_points = (unsigned) group->length / FFT_SIZE;
  const uint64_t shared = (uint64_t) (row_points + (unsigned) maker.threads) * sizeof (Complex<double>);
  OndesCudaStatus status = ondes_cuda_shared (self, (const void *) kernel, shared);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_fir_spectra_roots<T> (self, (int) row_points, roots);
  if (status != ONDES_CUDA_OK)
    return status;
  for (unsigned i = 0; i < group->n_filters; i++)
    {
      const TapsOfFilters frame = { table, taps + i };

      transform<<<row_points / FFTS, FFT_THREADS, 0, self->compute>>> (frame, row_points, columns);
      ONDES_CUDA_LAUNCHED ("transforming the filters' columns failed");
      kernel<<<FFT_SIZE, (unsigned) maker.threads, shared, self->compute>>> (
        columns, roots, spectra + (uint64_t) i * (uint64_t) group->length / Pack<T>::SIZE);
      ONDES_CUDA_LAUNCHED ("transforming the filters' rows failed");
    }
  return ONDES_CUDA_OK;
}
