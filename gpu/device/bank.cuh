/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the filter bank's kernels; bank.cu describes the method. */
#pragma once

#include "bank.h"
#include "fourier.cuh"
#include "private.cuh"

#include <cuda_pipeline.h>

static const int DECIMATION = 4;       /* ratio of the sampling rates of adjacent levels */
static const int MAX_LENGTH = 1 << 14; /* maximum block length, in samples of the level */
static const int MAX_LEVELS = 10;
static const int GROUP_BINS = 512; /* maximum number of bins of a group */
static const int MAX_ROWS = 24;    /* maximum rows per thread block */
/* shared-memory stride of products, one row per signal block; padded by four against bank conflicts */
static const int PRODUCT_ROW = FFT_SIZE + 4;

static_assert ((GROUP_BINS % FFT_THREADS) == 0, "threads share the bins evenly");

static const int MIN_LENGTH = FFT_SIZE;
/* Fraction of a level's band that the decimation filter passes. Its transition band is symmetric about the band edge: the part
 * above the edge aliases into the part below. */
static const double PASS_BAND = 0.83;
static const double PI = 3.14159265358979323846;

/* Half width at which a Gaussian is truncated, in standard deviations: exp (−6²/2) = 2e-8, exp (−8²/2) = 1e-14. */
static inline double
gaussian_reach (bool single)
{
  return single ? 6 : 8;
}

/* Rows that share a level and a block length; their scales differ by less than an octave. Lengths are in samples of the level,
 * positions in samples of the recording ("fine samples"). */
struct Group
{
  int      level, length;     /* decimation level; block length, a power of two */
  int      halo, step;        /* samples discarded on each side of a block; valid samples per block */
  int      phases;            /* fine samples between neighbouring results of one FFT: length 4^level / 256 */
  int      first_bin, n_bins; /* range of bins used by its rows */
  unsigned row, n_rows;       /* first row in sorted order; number of rows */
  double   scale;             /* smallest scale of its rows, in fine samples */

  /* set for each run */
  int64_t  origin, position; /* level sample and output at which block 0 starts */
  unsigned blocks;
  uint64_t spectra;                      /* offset of the spectrum of block 0, in elements */
  int      phases_used;                  /* number of evenly spaced phases computed */
  unsigned chunk, n_chunks;              /* rows per thread block; chunks that cover all rows */
  unsigned blocks_per_chunk;             /* thread blocks that share a chunk of rows */
  unsigned first_forward, first_inverse; /* first thread block of the group in each launch */
};

/* A row, whose spectrum lies in the 256 bins from @bin on. */
struct BankRow
{
  double   scale, amplitude; /* scale in samples of its level; factor of its spectrum */
  double   delay;            /* in samples of its level */
  int      bin, length;
  unsigned row; /* row of the output */
};

template<typename T>
struct LevelSamples
{
  const T *x;
  uint64_t stride, count; /* as in OndesCudaSignal */
};

template<typename T>
struct BankArgs
{
  LevelSamples<T>         levels[MAX_LEVELS];
  const OndesCudaScaling *scaling; /* DC offset and gain of the samples */
  const Group            *groups;
  unsigned                n_groups;
  const BankRow          *rows;
  const void             *filters; /* spectra of the rows, 256 bins each: real, or complex if any row is delayed */
  const Complex<T>       *roots;   /* exp (2πi k / MAX_LENGTH) */
  Complex<T>             *spectra;
  bool                    complex_in;
  bool                    complex_out;
  int64_t                 n;
};

struct _OndesCudaBank
{
  OndesCudaWavelet wavelet;
  bool             single, complex_in, analytic, delayed; /* delayed: any row is */
  unsigned         n_rows, n_groups;
  BankRow         *rows; /* sorted by scale, grouped */
  Group           *groups;
  uint64_t         halo;
  int              levels;    /* deepest level in use */
  int              half_taps; /* half length of the decimation filter */
  uint64_t         bytes;
  void            *memory; /* device allocation that holds device_rows … device_groups */
  BankRow         *device_rows;
  void            *filters, *taps, *roots;
  Group           *device_groups;
  uint64_t         stored_n, stored_span; /* n and span of the run that device_groups was written for */
};

/* Memory and launch layout of a run. */
struct Layout
{
  uint64_t level_at[MAX_LEVELS], level_count[MAX_LEVELS]; /* byte offset and number of samples of each level */
  uint64_t spectra_at, bytes;
  unsigned forward_blocks, inverse_blocks; /* thread blocks per launch */
};

/* Lays out a run of @n outputs and fills @groups, those of the bank, unless NULL. @span: samples per column, or 0 if every
 * sample is output. */
Layout          ondes_cuda_bank_layout (const OndesCudaBank *bank,
                                        uint64_t             n,
                                        uint64_t             span,
                                        unsigned             processors,
                                        Group               *groups);
/* Returns the number of phases that suffices for columns of @span samples, or all phases if @span is 0. */
int             ondes_cuda_bank_phases (const OndesCudaBank *bank,
                                        const Group         *group,
                                        uint64_t             span);
/* Allocates the bank's device memory and fills in rows, row spectra and decimation filter. */
template<typename T>
OndesCudaStatus ondes_cuda_bank_fill (OndesCuda     *self,
                                      OndesCudaBank *bank);
/* Launches everything before the inverse FFTs: decimation and block spectra. */
template<typename T>
OndesCudaStatus ondes_cuda_bank_spectra (OndesCuda             *self,
                                         OndesCudaBank         *bank,
                                         const OndesCudaSignal *signal,
                                         uint64_t               n,
                                         uint64_t               span,
                                         BankArgs<T>           *args,
                                         Layout                *layout);

/* Finds this thread block's group by binary search. */
template<unsigned Group::*first_block>
__device__ static inline const Group *
group_of_block (const Group *groups,
                unsigned     n)
{
  unsigned low = 0;

  while (n > 1)
    {
      const unsigned half = n / 2;

      if (groups[low + half].*first_block <= blockIdx.x)
        low += half;
      n -= half;
    }
  return &groups[low];
}

/* In single precision, accurate to within the last bit or two. */
__device__ static inline float
fast_sqrt (float x)
{
  float y;

  asm ("sqrt.approx.f32 %0, %1;" : "=f" (y) : "f" (x));
  return y;
}

__device__ static inline double
fast_sqrt (double x)
{
  return sqrt (x);
}

/* A bin of a row's spectrum. */
template<typename T, bool DELAYED>
struct BinOf
{
  typedef T type;
};

template<typename T>
struct BinOf<T, true>
{
  typedef Complex<T> type;
};

/* Inverse FFTs of a thread block, eight at a time: phases of one signal block or of several consecutive ones. Bins of the next
 * row are prefetched: if PREFETCHED > 0, those of the first PREFETCHED signal blocks into registers while this row is
 * transformed; if 0, all of them into shared memory once the transform no longer needs it. */
template<typename T, int PREFETCHED, bool DELAYED>
struct Inverse
{
  typedef typename BinOf<T, DELAYED>::type Bin;

  Complex<T> *exchange, *product, *factor, *rotation, *roots_16; /* in shared memory */
  int2       *order; /* in shared memory: first bin and output row of each row */
  Complex<T>  twiddles[RADIX];
  uint32_t    fine;           /* block length in fine samples */
  int         blocks_at_once; /* signal blocks per iteration */
  int         phases_at_once; /* phases of a block per iteration */
  int         phase_step;     /* fine samples between neighbouring phases */
  unsigned    block;          /* first signal block */
  /* of this thread's FFT: slot of its signal block, phase, and fine sample of that phase */
  int        block_slot, phase, position;
  unsigned   first, n; /* first row and number of rows of this thread block */
  Complex<T> this_rotation;

  const Complex<T> *spectra;             /* first signal block's bins, offset for this thread and a window at bin 0 */
  int               blocks_left, n_bins; /* existing signal blocks, at most blocks_at_once; bins of each */
  const Bin        *filters;
  Complex<T>  bins[PREFETCHED > 0 ? PREFETCHED : 1][FFT_SIZE / FFT_THREADS];
  Bin         filter[FFT_SIZE / FFT_THREADS];

  static __host__ __device__ constexpr uint64_t
  shared_bytes (void)
  {
    return (EXCHANGE_SIZE + FFTS * PRODUCT_ROW + RADIX * FFTS + FFTS + RADIX) * sizeof (Complex<T>) + MAX_ROWS * sizeof (int2);
  }

  /* Sets up this thread block's rows and shared memory. Ends with a barrier. */
  __device__ inline void
  begin (const BankArgs<T> &args,
         const Group       &group,
         unsigned           index,
         char              *shared)
  {
    const unsigned chunk = index / group.blocks_per_chunk;

    exchange = (Complex<T> *) shared;
    product = exchange + EXCHANGE_SIZE;
    factor = product + FFTS * PRODUCT_ROW;
    rotation = factor + RADIX * FFTS;
    roots_16 = rotation + FFTS;
    order = (int2 *) (roots_16 + RADIX);
    fine = (uint32_t) group.phases * FFT_SIZE;
    blocks_at_once = group.phases_used < FFTS ? FFTS / group.phases_used : 1;
    phases_at_once = FFTS / blocks_at_once;
    phase_step = group.phases / group.phases_used;
    if (threadIdx.x < RADIX)
      roots_16[threadIdx.x] = root_of_unity<T> (threadIdx.x, RADIX);
    first = group.row + chunk * group.chunk;
    n = group.n_rows - chunk * group.chunk < group.chunk ? group.n_rows - chunk * group.chunk : group.chunk;
    if (threadIdx.x < n)
      order[threadIdx.x] = { args.rows[first + threadIdx.x].bin, (int) args.rows[first + threadIdx.x].row };
    __syncthreads ();
  }

  __device__ inline void
  set_block (const BankArgs<T> &args,
             const Group       &group,
             unsigned           at)
  {
    block = at;
    blocks_left = block + (unsigned) blocks_at_once <= group.blocks ? blocks_at_once : (int) (group.blocks - block);
    n_bins = group.n_bins;
    spectra = args.spectra + (group.spectra + (uint64_t) block * (unsigned) group.n_bins) + (int) threadIdx.x - group.first_bin;
    filters = (const Bin *) args.filters + (uint64_t) first * FFT_SIZE + threadIdx.x;
  }

  /* Selects the phases from @from on. transform() has a barrier before it reads @factor. */
  __device__ inline void
  set_phases (int from)
  {
    const int e = (int) threadIdx.x % FFTS, j = (int) threadIdx.x / FFTS;

    block_slot = e / phases_at_once;
    phase = from + e % phases_at_once;
    position = phase * phase_step;
    factor[threadIdx.x] = root_of_unity<T> ((uint32_t) (RADIX * position * j), fine);
#pragma unroll
    for (int k = 0; k < RADIX; k++)
      twiddles[k] = root_of_unity<T> ((uint32_t) j * ((uint32_t) k * (fine / FFT_SIZE) + (uint32_t) position), fine);
  }

  /* Prefetches row @i if it exists. If PREFETCHED is 0, call only after transform(). */
  __device__ inline void
  prefetch_row (unsigned i)
  {
    const Complex<T> *from;

    if (i >= n)
      return;
    from = spectra + order[i].x;
#pragma unroll
    for (int k = 0; k < FFT_SIZE / FFT_THREADS; k++)
      {
        filter[k] = filters[i * FFT_SIZE + (unsigned) (k * FFT_THREADS)];
#pragma unroll
        for (int s = 0; s < PREFETCHED; s++)
          if (s < blocks_left)
            bins[s][k] = from[s * n_bins + k * FFT_THREADS];
      }
    if (PREFETCHED == 0)
      {
        /* local copies: the compiler cannot know that the fields do not change */
        const int blocks = blocks_left, step = n_bins;
        Complex<T> *to = product + (int) threadIdx.x;

        for (int s = 0; s < blocks; s++, from += step, to += PRODUCT_ROW)
#pragma unroll
          for (int k = 0; k < FFT_SIZE / FFT_THREADS; k++)
            __pipeline_memcpy_async (to + k * FFT_THREADS, from + k * FFT_THREADS, sizeof (Complex<T>));
        __pipeline_commit ();
      }
  }

  /* Multiplies the prefetched bins by the spectrum of row @i. Slots without a signal block hold unused garbage. */
  __device__ inline void
  multiply (unsigned i)
  {
    if (PREFETCHED == 0)
      __pipeline_wait_prior (0);
    for (int s = PREFETCHED; s < blocks_left; s++)
#pragma unroll
      for (int k = 0; k < FFT_SIZE / FFT_THREADS; k++)
        {
          Complex<T> *const to = &product[s * PRODUCT_ROW + (int) threadIdx.x + k * FFT_THREADS];

          *to = (PREFETCHED == 0 ? *to : spectra[s * n_bins + order[i].x + k * FFT_THREADS]) * filter[k];
        }
#pragma unroll
    for (int s = 0; s < PREFETCHED; s++)
      if (s < blocks_left)
#pragma unroll
        for (int k = 0; k < FFT_SIZE / FFT_THREADS; k++)
          product[s * PRODUCT_ROW + (int) threadIdx.x + k * FFT_THREADS] = bins[s][k] * filter[k];
  }

  /* Sets the rotations for rotation_of(); transform() has the barrier in between. */
  __device__ inline void
  set_rotation (unsigned i)
  {
    if (threadIdx.x < FFTS)
      rotation[threadIdx.x] = root_of_unity<T> ((uint32_t) (order[i].x * position), fine);
  }

  /* Runs the inverse FFTs. Result k, in x[digit_reversed (k)], is that of fine sample position + (j + 16 k) phases of the
   * block. The next multiply() needs no barrier. */
  __device__ inline void
  transform (Complex<T> (&x)[RADIX])
  {
    const int e = (int) threadIdx.x % FFTS, j = (int) threadIdx.x / FFTS;

    __syncthreads ();
    this_rotation = rotation[e];
#pragma unroll
    for (int q = 0; q < RADIX; q++)
      x[q] = product[block_slot * PRODUCT_ROW + j + RADIX * q] * factor[q * FFTS + e];
    fft_256<1> (x, twiddles, exchange);
  }

  /* Returns the factor that restores the true phase of this thread's results. */
  __device__ inline Complex<T>
  rotation_of (unsigned i) const
  {
    const int j = (int) threadIdx.x / FFTS;

    return this_rotation * roots_16[(order[i].x / RADIX * j) & (RADIX - 1)];
  }
};
