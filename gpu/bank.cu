/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter bank: what rows by FFT have in common.
 *
 * Method. A wavelet of scale s fills about 12/s of the spectrum and 12 s of time (16 in double precision), so that of blocks of
 * L ≈ 100 s samples 256 bins hold all of a row's spectrum and three quarters or more of the outputs are good (overlap-save).
 * One transform of 256 points then gives every (L/256)th output, and L/256 of them, each with its bins turned by a phase, give
 * all: two butterflies of 16 in place of a transform of L, whatever the scale. Large scales are taken of a signal that a filter
 * has made of every fourth, sixteenth, … sample; there are then so many more phases between its samples.
 *
 * Three launches before the inverse ones: the decimated signals (one a level), the spectra of all blocks, and once for a bank the
 * filters. The spectra of blocks stand apart from the inverse transforms, as rows and phases share them: making them in each
 * thread block would cost as much again as the rows.
 * Forward transforms go the inverse's way back: L/256 transforms of every (L/256)th sample, of which only the bins that rows use
 * are put together, by Horner's rule.
 *
 * Floor: the decimating filter 541 taps of a quarter of the samples, 135 FMA a sample and a third of that for all further levels;
 * a group's spectra about 32 operations a sample and 4 R of the bins it uses. For 1,024,000 samples and scales of 1 to 200 in
 * single precision 12 µs of arithmetic in all, reads and writes of 60 MB: under a twentieth of what the inverse transforms take.
 */
#include "bank.cuh"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const int SMALL_BINS = GROUP_BINS / BANK_THREADS;

/* y[v] = Σ_k h[|k|] x[4 v + half + k]. The samples lie in shared memory by v mod 4, and so do the taps; each warp takes one
 * residue, each thread four neighbours from four taps at a time. */
static const int DECIMATE_OUT = 4 * 32;

template<typename T>
struct alignas (16) Four
{
  T v[4];
};

static_assert (DECIMATION == 4 && BANK_THREADS == 4 * 32, "Four, and a warp for each residue");

template<typename T>
struct Decimate
{
  const T *x;
  T       *y;
  uint64_t x_stride, x_count, y_stride, y_count;
  const T *taps;     /* by k mod 4, @run of each, zeros behind the last */
  int      run;      /* a multiple of 4 */
};

template<typename T>
__global__ static void __launch_bounds__ (BANK_THREADS)
decimate (const Decimate<T> job)
{
  extern __shared__ __align__ (16) char shared[];
  const int width = DECIMATE_OUT + job.run; /* samples of a residue that the block meets */
  T *const samples = (T *) shared, *const taps = samples + 4 * width;
  Four<T> *const parts = (Four<T> *) samples;
  const uint64_t first = (uint64_t) blockIdx.x * DECIMATE_OUT;
  const T *x = job.x + blockIdx.y * job.x_stride;
  const int lane = (int) threadIdx.x % 32, residue = (int) threadIdx.x / 32;
  Four<T> part = { { 0, 0, 0, 0 } };

  for (int i = (int) threadIdx.x; i < 4 * width; i += BANK_THREADS)
    {
      const uint64_t at = 4 * first + (unsigned) i;

      samples[(i & 3) * width + (i >> 2)] = at < job.x_count ? x[at] : (T) 0;
    }
  for (int i = (int) threadIdx.x; i < 4 * job.run; i += BANK_THREADS)
    taps[i] = job.taps[i];
  __syncthreads ();

  {
    const Four<T> *s = (const Four<T> *) (samples + residue * width) + lane;
    const Four<T> *h = (const Four<T> *) (taps + residue * job.run);
    Four<T> a = s[0];

#pragma unroll 4
    for (int i = 0; i < job.run / 4; i++)
      {
        const Four<T> b = s[i + 1], c = h[i];
        const T seven[7] = { a.v[0], a.v[1], a.v[2], a.v[3], b.v[0], b.v[1], b.v[2] };

#pragma unroll
        for (int k = 0; k < 4; k++)
#pragma unroll
          for (int o = 0; o < 4; o++)
            part.v[o] += c.v[k] * seven[k + o];
        a = b;
      }
  }
  __syncthreads ();
  parts[threadIdx.x] = part;
  __syncthreads ();
  if (first + threadIdx.x < job.y_count)
    {
      const T *sum = (const T *) parts + threadIdx.x;

      job.y[blockIdx.y * job.y_stride + first + threadIdx.x]
        = (sum[0] + sum[DECIMATE_OUT]) + (sum[2 * DECIMATE_OUT] + sum[3 * DECIMATE_OUT]);
    }
}

/* exp (2πi at / whole), @whole a power of two of at most LONGEST. */
template<typename T>
__device__ static inline Complex<T>
root_of (const Work<T> &work,
         int            at,
         int            whole)
{
  return work.roots[(at * (LONGEST / whole)) & (LONGEST - 1)];
}

template<typename T>
__global__ static void __launch_bounds__ (FOURIER)
make_roots (Complex<T> *roots)
{
  const Complex<double> z = unit<double> (blockIdx.x * FOURIER + threadIdx.x, LONGEST);

  roots[blockIdx.x * FOURIER + threadIdx.x] = { (T) z.re, (T) z.im };
}

/* The spectra of one block of a group, or of as many short ones as fill the eight slots. */
template<typename T>
__global__ static void __launch_bounds__ (BANK_THREADS)
transform_blocks (const Work<T> work)
{
  extern __shared__ __align__ (16) char shared[];
  Complex<T> *const exchange = (Complex<T> *) shared, *const parts = exchange + EXCHANGE;
  const Group &group = *group_of_block<&Group::forward> (work.groups, work.n_groups);
  const Level<T> level = work.levels[group.level];
  const int e = (int) threadIdx.x % SLOTS, j = (int) threadIdx.x / SLOTS;
  const int residues = group.length / FOURIER, slots = residues < SLOTS ? residues : SLOTS, subs = SLOTS / slots;
  const unsigned first = (blockIdx.x - group.forward) * (unsigned) subs, block = first + (unsigned) (e / slots);
  const int64_t origin = group.origin + (int64_t) block * group.step;
  const T mean[2] = { (T) (work.level->mean[0] * work.level->gain * group.length),
                      (T) (work.level->mean[1] * work.level->gain * group.length) };
  Complex<T> between[RADIX], sum[SMALL_BINS];

#pragma unroll
  for (int k = 0; k < RADIX; k++)
    between[k] = root_of (work, -j * k, FOURIER);
  for (int i = 0; i < SMALL_BINS; i++)
    sum[i] = { 0, 0 };

  /* Σ_r x_r z^r, z = exp (−2πi bin / length), the last residues first */
  for (int residue = residues - slots; residue >= 0; residue -= slots)
    {
      Complex<T> x[RADIX];

#pragma unroll
      for (int q = 0; q < RADIX; q++)
        {
          const int64_t at = origin + residues * (j + RADIX * q) + residue + e % slots;
          const bool there = block < group.blocks && at >= 0 && at < (int64_t) level.count;

          x[q].re = there ? level.x[at] : (T) 0;
          x[q].im = there && work.complex_in ? level.x[(int64_t) level.stride + at] : (T) 0;
        }
      transform_256<-1> (x, between, exchange);
#pragma unroll
      for (int k = 0; k < RADIX; k++)
        parts[e * ROW_STEP + j + RADIX * k] = x[result_of (k)];
      __syncthreads ();
#pragma unroll
      for (int i = 0; i < SMALL_BINS; i++)
        {
          const int n = i * BANK_THREADS + (int) threadIdx.x, bin = group.first_bin + n;
          const Complex<T> *part = parts + (bin & (FOURIER - 1));

          if (subs == 1 && n < group.n_bins)
            {
              const Complex<T> z = root_of (work, -bin, group.length);
              Complex<T> inner = part[(SLOTS - 1) * ROW_STEP];

#pragma unroll
              for (int r = SLOTS - 2; r >= 0; r--)
                inner = inner * z + part[r * ROW_STEP];
              sum[i] = residue == residues - slots ? inner : sum[i] * root_of (work, -bin * SLOTS, group.length) + inner;
            }
        }
    }

  if (subs == 1)
    {
#pragma unroll
      for (int i = 0; i < SMALL_BINS; i++)
        {
          const int n = i * BANK_THREADS + (int) threadIdx.x;

          if (n < group.n_bins)
            {
              if (((group.first_bin + n) & (group.length - 1)) == 0)
                sum[i] = sum[i] + Complex<T> { mean[0], mean[1] };
              work.spectra[group.spectra + (uint64_t) first * (unsigned) group.n_bins + (unsigned) n] = sum[i];
            }
        }
      return;
    }
  for (int n = (int) threadIdx.x; n < group.n_bins; n += BANK_THREADS)
    {
      const int bin = group.first_bin + n;
      const Complex<T> *part = parts + (bin & (FOURIER - 1));
      const Complex<T> z = root_of (work, -bin, group.length);
      Complex<T> *to = work.spectra + group.spectra + (uint64_t) first * (unsigned) group.n_bins + (unsigned) n;

      for (int s = 0; s < subs && first + (unsigned) s < group.blocks; s++)
        {
          Complex<T> all = part[(slots - 1) * ROW_STEP];

          for (int r = slots - 2; r >= 0; r--)
            all = all * z + part[r * ROW_STEP];
          if ((bin & (group.length - 1)) == 0)
            all = all + Complex<T> { mean[0], mean[1] };
          *to = all;
          to += group.n_bins;
          part += slots * ROW_STEP;
        }
    }
}

/* exp (−8.6²/2) is a unit in the last place of a double. */
#define WIDTH 8.6

/* Spectra of wavelets, real as every ψ(−k) = ψ*(k), summed over the aliases; they hold the 1/length of the inverse transform. */
template<typename T>
__global__ static void __launch_bounds__ (FOURIER)
make_filters (const BankRow *rows,
              double         omega0,
              bool           analytic,
              T             *filters)
{
  const BankRow row = rows[blockIdx.x];
  const int bin = row.bin + (int) threadIdx.x;
  const double omega = 2 * PI * bin / row.length, x = row.scale * omega - omega0, period = 2 * PI * row.scale;
  double value = 0;

  if (analytic || row.length > SHORTEST)
    value = analytic && (bin <= 0 || bin > row.length / 2) ? 0 : exp (-0.5 * x * x);
  else if (row.scale < 1) /* there are more aliases than taps */
    {
      value = 1;
      for (int k = 1; k <= (int) floor (8 * row.scale); k++)
        value += 2 * exp (-0.5 * (k / row.scale) * (k / row.scale)) * cos ((omega0 / row.scale - omega) * k);
      value /= sqrt (2 * PI) * row.scale;
    }
  else
    for (double m = ceil ((-WIDTH - x) / period); m * period + x <= WIDTH; m++)
      value += exp (-0.5 * (m * period + x) * (m * period + x));
  filters[(uint64_t) blockIdx.x * FOURIER + threadIdx.x] = (T) (value * row.amplitude / row.length);
}

template<typename T>
static void
fill_taps (int half,
           int run,
           T  *taps)
{
  const double edge = PI / DECIMATION, width = (1 - PASS) * PI / DECIMATION / (double) reach_of (sizeof (T) == 4);
  double sum = 0;

  memset (taps, 0, (size_t) (DECIMATION * run) * sizeof *taps);
  for (int pass = 0; pass < 2; pass++)
    for (int k = -half; k <= half; k++)
      {
        const double h = k == 0 ? edge / PI : sin (edge * k) / (PI * k) * exp (-0.5 * width * k * width * k);

        if (pass == 0)
          sum += h;
        else
          taps[(k + half) % DECIMATION * run + (k + half) / DECIMATION] = (T) (h / sum);
      }
}

static int
tap_run (int half)
{
  return (2 * half / DECIMATION + 1 + 3) / 4 * 4;
}

template<typename T>
static OndesCudaStatus
store_taps (OndesCuda     *self,
            OndesCudaBank *bank,
            uint64_t       bytes,
            char          *why)
{
  T *taps = (T *) malloc (bytes);
  OndesCudaStatus status;

  if (taps == nullptr)
    {
      snprintf (why, ONDES_CUDA_WHY, "there is no memory for a filter");
      return ONDES_CUDA_NO_MEMORY;
    }
  fill_taps (bank->half_taps, tap_run (bank->half_taps), taps);
  status = ondes_cuda_store (self, bank->taps, taps, bytes, why);
  free (taps);
  return status;
}

template<typename T>
OndesCudaStatus
ondes_cuda_bank_fill (OndesCuda     *self,
                      OndesCudaBank *bank,
                      char          *why)
{
  const uint64_t rows = bank->n_rows * sizeof (BankRow);
  const uint64_t taps = bank->levels > 0 ? (uint64_t) (DECIMATION * tap_run (bank->half_taps)) * sizeof (T) : 0;
  struct { void **at; uint64_t bytes; } parts[] = {
    { &bank->filters, (uint64_t) bank->n_rows * FOURIER * sizeof (T) },
    { &bank->roots, LONGEST * sizeof (Complex<T>) },
    { (void **) &bank->device_rows, rows },
    { (void **) &bank->device_groups, bank->n_groups * sizeof (Group) },
    { &bank->taps, taps },
  };
  uint64_t bytes = 0;
  OndesCudaStatus status;

  /* one piece, for taking and giving memory costs more than filling it */
  for (auto &part : parts)
    bytes += part.bytes = blocks_for (part.bytes, 256) * 256;
  if ((status = ondes_cuda_alloc (self, bytes, &bank->memory, why)) != ONDES_CUDA_OK)
    return status;
  bank->bytes += bytes;
  bytes = 0;
  for (const auto &part : parts)
    {
      *part.at = (char *) bank->memory + bytes;
      bytes += part.bytes;
    }
  if ((status = ondes_cuda_store (self, bank->device_rows, bank->rows, rows, why)) != ONDES_CUDA_OK
      || (bank->levels > 0 && (status = store_taps<T> (self, bank, taps, why)) != ONDES_CUDA_OK))
    return status;
  make_roots<T><<<LONGEST / FOURIER, FOURIER, 0, self->compute>>> ((Complex<T> *) bank->roots);
  make_filters<T><<<bank->n_rows, FOURIER, 0, self->compute>>> (bank->device_rows, bank->wavelet.omega0,
                                                                bank->analytic, (T *) bank->filters);
  ONDES_CUDA_LAUNCHED ("the spectra of the wavelets cannot be made");
  return ONDES_CUDA_OK;
}

OndesCudaStatus
ondes_cuda_bank_shared (OndesCuda  *self,
                        const void *kernel,
                        uint64_t    bytes,
                        char       *why)
{
  if (bytes > self->limits.shared_bytes)
    {
      snprintf (why, ONDES_CUDA_WHY, "the device has not the shared memory for transforms of this precision");
      return ONDES_CUDA_UNSUPPORTED;
    }
  ONDES_CUDA_TRY (cudaFuncSetAttribute (kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int) bytes),
                  "the device does not give its shared memory");
  return ONDES_CUDA_OK;
}

template<typename T>
static OndesCudaStatus
make_levels (OndesCuda           *self,
             const OndesCudaBank *bank,
             const Layout        *layout,
             char                *memory,
             Work<T>             *work,
             char                *why)
{
  const int run = tap_run (bank->half_taps);
  const uint64_t shared = (uint64_t) (DECIMATION * (DECIMATE_OUT + 2 * run)) * sizeof (T);
  OndesCudaStatus status;

  for (int i = 1; i <= bank->levels; i++)
    {
      const uint64_t count = layout->level_count[i], stride = (count + 63) / 64 * 64;
      const Level<T> *from = &work->levels[i - 1];
      const Decimate<T> job = { from->x, (T *) (memory + layout->level_at[i]), from->stride, from->count, stride, count,
                                (const T *) bank->taps, run };

      if ((status = ondes_cuda_bank_shared (self, (const void *) decimate<T>, shared, why)) != ONDES_CUDA_OK)
        return status;
      decimate<T><<<dim3 ((unsigned) blocks_for (count, DECIMATE_OUT), bank->complex_in ? 2 : 1), BANK_THREADS, shared,
                    self->compute>>> (job);
      work->levels[i] = { job.y, stride, count };
    }
  ONDES_CUDA_LAUNCHED ("the recording cannot be decimated");
  return ONDES_CUDA_OK;
}

template<typename T>
OndesCudaStatus
ondes_cuda_bank_spectra (OndesCuda             *self,
                         OndesCudaBank         *bank,
                         const OndesCudaSignal *signal,
                         uint64_t               n,
                         uint64_t               span,
                         Work<T>               *work,
                         Layout                *layout,
                         char                  *why)
{
  const uint64_t shared = (EXCHANGE + SLOTS * ROW_STEP) * sizeof (Complex<T>);
  OndesCudaStatus status;
  void *memory;

  *layout = ondes_cuda_bank_layout (bank, n, span, self->limits.processors, bank->groups);
  if ((n != bank->stored_n || span != bank->stored_span)
      && (status = ondes_cuda_store (self, bank->device_groups, bank->groups, bank->n_groups * sizeof (Group), why))
           != ONDES_CUDA_OK)
    return status;
  bank->stored_n = n;
  bank->stored_span = span;
  if ((status = ondes_cuda_buffer (self, ONDES_CUDA_WORK, layout->bytes, &memory, why)) != ONDES_CUDA_OK)
    return status;

  memset (work, 0, sizeof *work);
  /* the signal's halo may be wider than the bank's */
  work->levels[0] = { (const T *) signal->x + (signal->halo - bank->halo), signal->stride, n + 2 * bank->halo };
  work->level = signal->level;
  work->groups = bank->device_groups;
  work->n_groups = bank->n_groups;
  work->rows = bank->device_rows;
  work->filters = (const T *) bank->filters;
  work->roots = (const Complex<T> *) bank->roots;
  work->spectra = (Complex<T> *) ((char *) memory + layout->spectra_at);
  work->complex_in = bank->complex_in;
  work->complex_out = !bank->wavelet.real;
  work->n = (int64_t) n;
  if ((status = make_levels (self, bank, layout, (char *) memory, work, why)) != ONDES_CUDA_OK
      || (status = ondes_cuda_bank_shared (self, (const void *) transform_blocks<T>, shared, why)) != ONDES_CUDA_OK)
    return status;
  transform_blocks<T><<<layout->forward, BANK_THREADS, shared, self->compute>>> (*work);
  ONDES_CUDA_LAUNCHED ("the spectra of the recording cannot be made");
  return ONDES_CUDA_OK;
}

template OndesCudaStatus ondes_cuda_bank_fill<float> (OndesCuda *, OndesCudaBank *, char *);
template OndesCudaStatus ondes_cuda_bank_fill<double> (OndesCuda *, OndesCudaBank *, char *);
template OndesCudaStatus ondes_cuda_bank_spectra<float> (OndesCuda *, OndesCudaBank *, const OndesCudaSignal *, uint64_t, uint64_t,
                                                         Work<float> *, Layout *, char *);
template OndesCudaStatus ondes_cuda_bank_spectra<double> (OndesCuda *, OndesCudaBank *, const OndesCudaSignal *, uint64_t, uint64_t,
                                                          Work<double> *, Layout *, char *);
