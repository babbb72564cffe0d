/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the filter bank's kernels share; bank.cu tells the method. */
#pragma once

#include "bank.h"
#include "fourier.cuh"
#include "private.cuh"

#include <cuda_pipeline.h>

static const int DECIMATION = 4;       /* from level to level */
static const int LONGEST = 1 << 14;    /* block of a level, samples */
static const int LEVELS = 10;          /* at most */
static const int GROUP_BINS = 512;     /* that the windows of a group's rows span at most */
static const int MOST_ROWS = 24;       /* that a thread block does */
static const int ROW_STEP = FOURIER + 4; /* products of one block after another in shared memory; four part the banks */

static_assert ((GROUP_BINS % BANK_THREADS) == 0, "each thread has as many bins");

static const int SHORTEST = FOURIER;
/* Of a level's band, what the decimating filter passes whole; as much beyond its end as lacks here folds back. */
static const double PASS = 0.83;
static const double PI = 3.14159265358979323846;

/* Where a Gaussian ends, in widths: exp (−6²/2) = 2e-8, exp (−8²/2) = 1e-14. */
static inline double
reach_of (bool single)
{
  return single ? 6 : 8;
}

/* Rows that share a level and blocks: their scales differ by less than an octave. Lengths are samples of the level, places are
 * fine: samples of the recording. */
struct Group
{
  int      level, length;      /* of a block; a power of two */
  int      halo, step;         /* samples on each side that are not used; the others */
  int      phases;             /* fine samples from one result of a transform to the next: length 4^level / 256 */
  int      first_bin, n_bins;  /* all that its rows use */
  unsigned row, n_rows;        /* of the bank's, sorted */
  double   scale;              /* the smallest, samples of the recording */

  /* of a run */
  int64_t  origin, place;      /* level sample and output at which block 0 begins */
  unsigned blocks;
  uint64_t spectra;            /* where those of block 0 begin */
  int      used;               /* phases that are computed, evenly spread */
  unsigned chunk, n_chunks;    /* rows that a thread block does */
  unsigned n_units;            /* thread blocks of a chunk */
  unsigned forward, inverse;   /* thread blocks of the launch before this group's */
};

/* A row's window: the 256 bins from @bin on hold all of its spectrum. */
struct BankRow
{
  double   scale, amplitude;   /* at its level */
  int      bin, length;
  unsigned row;                /* of the output */
};

template<typename T>
struct Level
{
  const T *x;
  uint64_t stride, count;      /* as of OndesCudaSignal */
};

template<typename T>
struct Work
{
  Level<T>              levels[LEVELS];
  const OndesCudaLevel *level; /* the offset and gain of the samples */
  const Group          *groups;
  unsigned              n_groups;
  const BankRow        *rows;
  const T              *filters; /* 256 a row */
  const Complex<T>     *roots;   /* exp (2πi k / LONGEST) */
  Complex<T>           *spectra;
  bool                  complex_in;
  bool                  complex_out;
  int64_t               n;
};

struct _OndesCudaBank
{
  OndesCudaWavelet wavelet;
  bool             single, complex_in, analytic;
  unsigned         n_rows, n_groups;
  BankRow         *rows;        /* sorted by group */
  Group           *groups;
  uint64_t         halo;
  int              levels;      /* the deepest */
  int              half_taps;   /* of the decimating filter */
  uint64_t         bytes;
  void            *memory;      /* of the device, one piece: what follows */
  BankRow         *device_rows;
  void            *filters, *taps, *roots;
  Group           *device_groups;
  uint64_t         stored_n, stored_span; /* the run that device_groups are of */
};

/* What a run has laid out in the arena. */
struct Layout
{
  uint64_t level_at[LEVELS], level_count[LEVELS]; /* bytes from the start; samples */
  uint64_t spectra_at, bytes;
  unsigned forward, inverse;   /* thread blocks */
};

/* Lays a run of @n outputs out, into @groups, which are the bank's; NULL only tells the bytes. @span: samples a column, 0 for
 * every sample. */
Layout          ondes_cuda_bank_layout   (const OndesCudaBank   *bank,
                                          uint64_t               n,
                                          uint64_t               span,
                                          unsigned               processors,
                                          Group                 *groups);
/* Phases that are enough for columns of @span samples, 0 where there are none: for every sample, all. */
int             ondes_cuda_bank_phases   (const OndesCudaBank   *bank,
                                          const Group           *group,
                                          uint64_t               span);
/* What the device holds of a bank: the rows, their filters, the taps of the levels. */
template<typename T>
OndesCudaStatus ondes_cuda_bank_fill     (OndesCuda             *self,
                                          OndesCudaBank         *bank,
                                          char                  *why);
/* Everything up to the spectra of all blocks. */
template<typename T>
OndesCudaStatus ondes_cuda_bank_spectra  (OndesCuda             *self,
                                          OndesCudaBank         *bank,
                                          const OndesCudaSignal *signal,
                                          uint64_t               n,
                                          uint64_t               span,
                                          Work<T>               *work,
                                          Layout                *layout,
                                          char                  *why);
/* Asks for the shared memory that a kernel needs. */
OndesCudaStatus ondes_cuda_bank_shared   (OndesCuda             *self,
                                          const void            *kernel,
                                          uint64_t               bytes,
                                          char                  *why);

/* The group of a thread block, by bisection of the blocks before each. */
template<unsigned Group::*before>
__device__ static inline const Group *
group_of_block (const Group *groups,
                unsigned     n)
{
  unsigned low = 0;

  while (n > 1)
    {
      const unsigned half = n / 2;

      if (groups[low + half].*before <= blockIdx.x)
        low += half;
      n -= half;
    }
  return &groups[low];
}

/* In single precision to a bit or two. */
__device__ static inline float
root (float x)
{
  float y;

  asm ("sqrt.approx.f32 %0, %1;" : "=f" (y) : "f" (x));
  return y;
}

__device__ static inline double
root (double x)
{
  return sqrt (x);
}

/* A thread block's part of a group: eight transforms at a time, phases of one block or of several that follow each other. The
 * bins of the next row are fetched ahead of time: those of @ahead blocks into registers, while a row is transformed; with 0 those
 * of all into the shared memory that the transform has left, while its results are looked at. */
template<typename T, int ahead>
struct Inverse
{
  Complex<T> *exchange, *product, *factor, *turn, *root; /* shared */
  int2       *order;           /* shared: bin and output row of the rows of this thread block */
  Complex<T>  between[RADIX];
  uint32_t    fine;            /* length 4^level */
  int         subs;            /* blocks at a time */
  int         slots;           /* phases of a block at a time */
  int         spread;          /* fine samples between two phases */
  unsigned    block;           /* the first */
  int         sub, phase, place; /* of this thread's transform: its block, its phase and where the phase lies */
  unsigned    first, n;        /* rows */
  Complex<T>  turning;

  const Complex<T> *spectra;   /* of the first block, the thread's bin of a window at 0 */
  int         there, n_bins;   /* blocks that there are, at most subs */
  const T    *filters;
  Complex<T>  bins[ahead > 0 ? ahead : 1][FOURIER / BANK_THREADS];
  T           filter[FOURIER / BANK_THREADS];

  static __host__ __device__ constexpr uint64_t
  shared_bytes (void)
  {
    return (EXCHANGE + SLOTS * ROW_STEP + RADIX * SLOTS + SLOTS + RADIX) * sizeof (Complex<T>) + MOST_ROWS * sizeof (int2);
  }

  /* A barrier stands behind this. */
  __device__ inline void
  begin (const Work<T> &work,
         const Group   &group,
         unsigned       index,
         char          *shared)
  {
    const unsigned chunk = index / group.n_units;

    exchange = (Complex<T> *) shared;
    product = exchange + EXCHANGE;
    factor = product + SLOTS * ROW_STEP;
    turn = factor + RADIX * SLOTS;
    root = turn + SLOTS;
    order = (int2 *) (root + RADIX);
    fine = (uint32_t) group.phases * FOURIER;
    subs = group.used < SLOTS ? SLOTS / group.used : 1;
    slots = SLOTS / subs;
    spread = group.phases / group.used;
    if (threadIdx.x < RADIX)
      root[threadIdx.x] = unit<T> (threadIdx.x, RADIX);
    first = group.row + chunk * group.chunk;
    n = group.n_rows - chunk * group.chunk < group.chunk ? group.n_rows - chunk * group.chunk : group.chunk;
    if (threadIdx.x < n)
      order[threadIdx.x] = { work.rows[first + threadIdx.x].bin, (int) work.rows[first + threadIdx.x].row };
    __syncthreads ();
  }

  __device__ inline void
  set_block (const Work<T> &work,
             const Group   &group,
             unsigned       at)
  {
    block = at;
    there = block + (unsigned) subs <= group.blocks ? subs : (int) (group.blocks - block);
    n_bins = group.n_bins;
    spectra = work.spectra + (group.spectra + (uint64_t) block * (unsigned) group.n_bins) + (int) threadIdx.x - group.first_bin;
    filters = work.filters + (uint64_t) first * FOURIER + threadIdx.x;
  }

  /* Phases from @from on. A barrier stands before the next use of @factor, in transform(). */
  __device__ inline void
  set_phases (int from)
  {
    const int e = (int) threadIdx.x % SLOTS, j = (int) threadIdx.x / SLOTS;

    sub = e / slots;
    phase = from + e % slots;
    place = phase * spread;
    factor[threadIdx.x] = unit<T> ((uint32_t) (RADIX * place * j), fine);
#pragma unroll
    for (int k = 0; k < RADIX; k++)
      between[k] = unit<T> ((uint32_t) j * ((uint32_t) k * (fine / FOURIER) + (uint32_t) place), fine);
  }

  /* Asks for row @i of the thread block, if it has one. With nothing @ahead after transform(). */
  __device__ inline void
  fetch (unsigned i)
  {
    const Complex<T> *from;

    if (i >= n)
      return;
    from = spectra + order[i].x;
#pragma unroll
    for (int k = 0; k < FOURIER / BANK_THREADS; k++)
      {
        filter[k] = filters[i * FOURIER + (unsigned) (k * BANK_THREADS)];
#pragma unroll
        for (int s = 0; s < ahead; s++)
          if (s < there)
            bins[s][k] = from[s * n_bins + k * BANK_THREADS];
      }
    if (ahead == 0)
      {
        const int blocks = there, step = n_bins; /* the copies hide from the compiler that these stay */
        Complex<T> *to = product + (int) threadIdx.x;

        for (int s = 0; s < blocks; s++, from += step, to += ROW_STEP)
#pragma unroll
          for (int k = 0; k < FOURIER / BANK_THREADS; k++)
            __pipeline_memcpy_async (to + k * BANK_THREADS, from + k * BANK_THREADS, sizeof (Complex<T>));
        __pipeline_commit ();
      }
  }

  /* The products of the row that was fetched. Places of blocks that there are not are not written: what stands there is not
   * used. */
  __device__ inline void
  multiply (unsigned i)
  {
    if (ahead == 0)
      __pipeline_wait_prior (0);
    for (int s = ahead; s < there; s++)
#pragma unroll
      for (int k = 0; k < FOURIER / BANK_THREADS; k++)
        {
          Complex<T> *const to = &product[s * ROW_STEP + (int) threadIdx.x + k * BANK_THREADS];

          *to = (ahead == 0 ? *to : spectra[s * n_bins + order[i].x + k * BANK_THREADS]) * filter[k];
        }
#pragma unroll
    for (int s = 0; s < ahead; s++)
      if (s < there)
#pragma unroll
        for (int k = 0; k < FOURIER / BANK_THREADS; k++)
          product[s * ROW_STEP + (int) threadIdx.x + k * BANK_THREADS] = bins[s][k] * filter[k];
  }

  /* For turn_of(). A barrier stands before its use, in transform(). */
  __device__ inline void
  set_turn (unsigned i)
  {
    if (threadIdx.x < SLOTS)
      turn[threadIdx.x] = unit<T> ((uint32_t) (order[i].x * place), fine);
  }

  /* Result k, in x[result_of (k)], stands at fine sample place + (j + 16 k) phases of the block. Shared memory is free for the next
   * multiply() at once. */
  __device__ inline void
  transform (Complex<T> (&x)[RADIX])
  {
    const int e = (int) threadIdx.x % SLOTS, j = (int) threadIdx.x / SLOTS;

    __syncthreads ();
    turning = turn[e];
#pragma unroll
    for (int q = 0; q < RADIX; q++)
      x[q] = product[sub * ROW_STEP + j + RADIX * q] * factor[q * SLOTS + e];
    transform_256<1> (x, between, exchange);
  }

  /* What turns this thread's results to their true phase. */
  __device__ inline Complex<T>
  turn_of (unsigned i) const
  {
    const int j = (int) threadIdx.x / SLOTS;

    return turning * root[(order[i].x / RADIX * j) & (RADIX - 1)];
  }
};
