/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filter bank: the steps common to all rows that are computed by FFT.
 *
 * Method: overlap-save with small FFTs. A wavelet of scale s occupies about 12/s of the spectrum and 12 s of time (16 in double
 * precision). In blocks of L ≈ 100 s samples, 256 bins therefore hold a row's entire spectrum, and at least three quarters of
 * the outputs are valid. An inverse FFT of 256 points yields every (L/256)th output; L/256 such FFTs, each with its bins
 * rotated for one phase, yield all outputs, with two radix-16 butterflies instead of a transform of length L. Large scales use
 * a signal decimated by 4, 16, …, with correspondingly more phases between its samples.
 *
 * Launches before the inverse FFTs: one decimation per level, then the spectra of all blocks; the spectra of the rows are
 * computed once per bank. Block spectra have their own launch because rows and phases share them; computing them in every
 * thread block would cost as much as the rows. Forward FFTs are split likewise: L/256 transforms, each of every (L/256)th
 * sample, are combined by Horner's rule for the bins that rows use.
 *
 * Operation count: decimation applies 541 taps for every fourth sample, or 135 FMAs per sample, and a third more for all
 * further levels; block spectra take about 32 operations per sample and 4 L/256 per bin used. For 1,024,000 samples and scales
 * 1 to 200 in single precision, this is 12 µs of arithmetic and 60 MB of memory traffic, less than a twentieth of the inverse
 * FFTs.
 *
 * Layout: one array of samples per level, then the spectra, block after block within each group.
 */
#include "bank.cuh"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const int SMALL_BINS = GROUP_BINS / FFT_THREADS;

/* Polyphase decimation, y[v] = Σ_k h[|k|] x[4 v + half + k]. Shared memory holds samples and taps grouped by index mod 4; each
 * warp computes one polyphase component, each thread four neighbouring outputs, four taps at a time. */
static const int DECIMATE_OUT = 4 * 32;

template<typename T>
struct alignas (16) Vector4
{
  T v[4];
};

static_assert (DECIMATION == 4 && FFT_THREADS == 4 * 32, "Vector4, and a warp for each phase");

template<typename T>
struct DecimateArgs
{
  const T *x;
  T       *y;
  uint64_t x_stride, x_count, y_stride, y_count;
  const T *taps;       /* grouped by k mod 4, @phase_taps per group, zero padded */
  int      phase_taps; /* a multiple of 4 */
};

template<typename T>
__global__ static void __launch_bounds__ (FFT_THREADS)
decimate (const DecimateArgs<T> args)
{
  extern __shared__ __align__ (16) char shared[];
  const int width = DECIMATE_OUT + args.phase_taps; /* samples of each phase that the thread block needs */
  T *const samples = (T *) shared, *const taps = samples + 4 * width;
  Vector4<T> *const parts = (Vector4<T> *) samples;
  const uint64_t first = (uint64_t) blockIdx.x * DECIMATE_OUT;
  const T *x = args.x + blockIdx.y * args.x_stride;
  const int lane = (int) threadIdx.x % 32, residue = (int) threadIdx.x / 32;
  Vector4<T> part = { { 0, 0, 0, 0 } };

  for (int i = (int) threadIdx.x; i < 4 * width; i += FFT_THREADS)
    {
      const uint64_t at = 4 * first + (unsigned) i;

      samples[(i & 3) * width + (i >> 2)] = at < args.x_count ? x[at] : (T) 0;
    }
  for (int i = (int) threadIdx.x; i < 4 * args.phase_taps; i += FFT_THREADS)
    taps[i] = args.taps[i];
  __syncthreads ();

  {
    const Vector4<T> *s = (const Vector4<T> *) (samples + residue * width) + lane;
    const Vector4<T> *h = (const Vector4<T> *) (taps + residue * args.phase_taps);
    Vector4<T> a = s[0];

#pragma unroll 4
    for (int i = 0; i < args.phase_taps / 4; i++)
      {
        const Vector4<T> b = s[i + 1], c = h[i];
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
  if (first + threadIdx.x < args.y_count)
    {
      const T *sum = (const T *) parts + threadIdx.x;

      args.y[blockIdx.y * args.y_stride + first + threadIdx.x]
        = (sum[0] + sum[DECIMATE_OUT]) + (sum[2 * DECIMATE_OUT] + sum[3 * DECIMATE_OUT]);
    }
}

/* Looks up exp (2πi at / whole). @whole must be a power of two up to MAX_LENGTH. */
template<typename T>
__device__ static inline Complex<T>
root_of (const BankArgs<T> &args,
         int                at,
         int                whole)
{
  return args.roots[(at * (MAX_LENGTH / whole)) & (MAX_LENGTH - 1)];
}

template<typename T>
__global__ static void __launch_bounds__ (FFT_SIZE)
make_roots (Complex<T> *roots)
{
  const Complex<double> z = root_of_unity<double> (blockIdx.x * FFT_SIZE + threadIdx.x, MAX_LENGTH);

  roots[blockIdx.x * FFT_SIZE + threadIdx.x] = { (T) z.re, (T) z.im };
}

/* Returns sample @at of a level; 0 outside the level, or if @exist is FALSE because there is no such block. */
template<typename T>
__device__ static __forceinline__ Complex<T>
sample_at (const LevelSamples<T> &level,
           bool                   complex_in,
           bool                   exist,
           int64_t                at)
{
  const bool inside = exist && at >= 0 && at < (int64_t) level.count;

  return { inside ? level.x[at] : (T) 0, inside && complex_in ? level.x[(int64_t) level.stride + at] : (T) 0 };
}

/* Stores this thread's bins @sum of block @first. @mean: the DC offset, added back to bin 0. */
template<typename T>
__device__ static __forceinline__ void
store_long_block (const BankArgs<T> &args,
                  const Group       &group,
                  unsigned           first,
                  const T            (&mean)[2],
                  Complex<T>         (&sum)[SMALL_BINS])
{
#pragma unroll
  for (int i = 0; i < SMALL_BINS; i++)
    {
      const int n = i * FFT_THREADS + (int) threadIdx.x;

      if (n < group.n_bins)
        {
          if (((group.first_bin + n) & (group.length - 1)) == 0)
            sum[i] = sum[i] + Complex<T> { mean[0], mean[1] };
          args.spectra[group.spectra + (uint64_t) first * (unsigned) group.n_bins + (unsigned) n] = sum[i];
        }
    }
}

/* Combines the @residues transforms of each short block by Horner's rule and stores the bins, as store_long_block(). */
template<typename T>
__device__ static __forceinline__ void
store_short_blocks (const BankArgs<T> &args,
                    const Group       &group,
                    const Complex<T>  *parts,
                    unsigned           first,
                    int                residues,
                    const T            (&mean)[2])
{
  const int blocks_at_once = FFTS / residues;

  for (int n = (int) threadIdx.x; n < group.n_bins; n += FFT_THREADS)
    {
      const int bin = group.first_bin + n;
      const Complex<T> *part = parts + (bin & (FFT_SIZE - 1));
      const Complex<T> z = root_of (args, -bin, group.length);
      Complex<T> *to = args.spectra + group.spectra + (uint64_t) first * (unsigned) group.n_bins + (unsigned) n;

      for (int s = 0; s < blocks_at_once && first + (unsigned) s < group.blocks; s++)
        {
          Complex<T> all = part[(residues - 1) * PRODUCT_ROW];

          for (int r = residues - 2; r >= 0; r--)
            all = all * z + part[r * PRODUCT_ROW];
          if ((bin & (group.length - 1)) == 0)
            all = all + Complex<T> { mean[0], mean[1] };
          *to = all;
          to += group.n_bins;
          part += residues * PRODUCT_ROW;
        }
    }
}

/* Computes the spectrum of one block of a group, or of several short blocks that together fill the eight FFTs. */
template<typename T>
__global__ static void __launch_bounds__ (FFT_THREADS)
transform_blocks (const BankArgs<T> args)
{
  extern __shared__ __align__ (16) char shared[];
  Complex<T> *const exchange = (Complex<T> *) shared, *const parts = exchange + EXCHANGE_SIZE;
  const Group &group = *group_of_block<&Group::first_forward> (args.groups, args.n_groups);
  const LevelSamples<T> level = args.levels[group.level];
  const int e = (int) threadIdx.x % FFTS, j = (int) threadIdx.x / FFTS;
  const int residues = group.length / FFT_SIZE, phases_at_once = residues < FFTS ? residues : FFTS;
  const int blocks_at_once = FFTS / phases_at_once;
  const unsigned first = (blockIdx.x - group.first_forward) * (unsigned) blocks_at_once;
  const unsigned block = first + (unsigned) (e / phases_at_once);
  const int64_t origin = group.origin + (int64_t) block * group.step;
  const T mean[2] = { (T) (args.scaling->mean[0] * args.scaling->gain * group.length),
                      (T) (args.scaling->mean[1] * args.scaling->gain * group.length) };
  Complex<T> twiddles[RADIX], sum[SMALL_BINS];

#pragma unroll
  for (int k = 0; k < RADIX; k++)
    twiddles[k] = root_of (args, -j * k, FFT_SIZE);
  for (int i = 0; i < SMALL_BINS; i++)
    sum[i] = { 0, 0 };

  /* Horner's rule: Σ_r x_r z^r, z = exp (−2πi bin / length), highest r first */
  for (int residue = residues - phases_at_once; residue >= 0; residue -= phases_at_once)
    {
      Complex<T> x[RADIX];

#pragma unroll
      for (int q = 0; q < RADIX; q++)
        x[q] = sample_at (level, args.complex_in, block < group.blocks,
                          origin + residues * (j + RADIX * q) + residue + e % phases_at_once);
      fft_256<-1> (x, twiddles, exchange);
#pragma unroll
      for (int k = 0; k < RADIX; k++)
        parts[e * PRODUCT_ROW + j + RADIX * k] = x[digit_reversed (k)];
      __syncthreads ();
#pragma unroll
      for (int i = 0; i < SMALL_BINS; i++)
        {
          const int n = i * FFT_THREADS + (int) threadIdx.x, bin = group.first_bin + n;
          const Complex<T> *part = parts + (bin & (FFT_SIZE - 1));

          if (blocks_at_once == 1 && n < group.n_bins)
            {
              const Complex<T> z = root_of (args, -bin, group.length);
              Complex<T> inner = part[(FFTS - 1) * PRODUCT_ROW];

#pragma unroll
              for (int r = FFTS - 2; r >= 0; r--)
                inner = inner * z + part[r * PRODUCT_ROW];
              sum[i] = residue == residues - phases_at_once ? inner
                                                            : sum[i] * root_of (args, -bin * FFTS, group.length) + inner;
            }
        }
    }

  if (blocks_at_once == 1)
    store_long_block (args, group, first, mean, sum);
  else
    store_short_blocks (args, group, parts, first, phases_at_once, mean);
}

/* Aliases further away are negligible: exp (−8.6²/2) is below double precision. */
#define ALIAS_REACH 8.6

/* Returns exp (−x²/2), the spectrum at ω = (x + ω₀)/s, turned by exp (−i ω d). */
__device__ static inline Complex<double>
delayed_gaussian (const BankRow &row,
                  double         omega0,
                  double         x)
{
  const double g = exp (-0.5 * x * x);
  double sine, cosine;

  sincos ((x + omega0) / row.scale * row.delay, &sine, &cosine);
  return { g * cosine, -g * sine };
}

/* Does the same as make_filters() for delayed wavelets, whose spectra are complex. */
template<typename T>
__global__ static void __launch_bounds__ (FFT_SIZE)
make_delayed_filters (const BankRow *rows,
                      double         omega0,
                      bool           analytic,
                      Complex<T>    *filters)
{
  const BankRow row = rows[blockIdx.x];
  const int bin = row.bin + (int) threadIdx.x, half = (int) floor (8 * row.scale);
  const double omega = 2 * PI * bin / row.length, x = row.scale * omega - omega0, period = 2 * PI * row.scale;
  const double factor = row.amplitude / row.length;
  Complex<double> value = { 0, 0 };

  if (analytic || row.length > MIN_LENGTH)
    {
      if (!analytic || (bin > 0 && bin <= row.length / 2))
        value = delayed_gaussian (row, omega0, x);
    }
  else if (row.scale < 1)
    {
      for (int k = -half; k <= half; k++)
        {
          const double u = (k + row.delay) / row.scale, g = exp (-0.5 * u * u) / (sqrt (2 * PI) * row.scale);
          double sine, cosine;

          sincos (omega * k - omega0 * u, &sine, &cosine);
          value = value + Complex<double> { g * cosine, g * sine };
        }
    }
  else
    for (double m = ceil ((-ALIAS_REACH - x) / period); m * period + x <= ALIAS_REACH; m++)
      value = value + delayed_gaussian (row, omega0, m * period + x);
  filters[(uint64_t) blockIdx.x * FFT_SIZE + threadIdx.x] = { (T) (value.re * factor), (T) (value.im * factor) };
}

/* Computes the spectra of the wavelets, real because ψ(−k) = ψ*(k), summed over aliases and divided by the block length for the
 * inverse FFT. */
template<typename T>
__global__ static void __launch_bounds__ (FFT_SIZE)
make_filters (const BankRow *rows,
              double         omega0,
              bool           analytic,
              T             *filters)
{
  const BankRow row = rows[blockIdx.x];
  const int bin = row.bin + (int) threadIdx.x;
  const double omega = 2 * PI * bin / row.length, x = row.scale * omega - omega0, period = 2 * PI * row.scale;
  double value = 0;

  if (analytic || row.length > MIN_LENGTH)
    value = analytic && (bin <= 0 || bin > row.length / 2) ? 0 : exp (-0.5 * x * x);
  else if (row.scale < 1) /* fewer taps than aliases */
    {
      value = 1;
      for (int k = 1; k <= (int) floor (8 * row.scale); k++)
        value += 2 * exp (-0.5 * (k / row.scale) * (k / row.scale)) * cos ((omega0 / row.scale - omega) * k);
      value /= sqrt (2 * PI) * row.scale;
    }
  else
    for (double m = ceil ((-ALIAS_REACH - x) / period); m * period + x <= ALIAS_REACH; m++)
      value += exp (-0.5 * (m * period + x) * (m * period + x));
  filters[(uint64_t) blockIdx.x * FFT_SIZE + threadIdx.x] = (T) (value * row.amplitude / row.length);
}

template<typename T>
static void
design_decimator (int half,
                  int phase_taps,
                  T  *taps)
{
  const double edge = PI / DECIMATION, width = (1 - PASS_BAND) * PI / DECIMATION / (double) gaussian_reach (sizeof (T) == 4);
  double sum = 0;

  memset (taps, 0, (size_t) (DECIMATION * phase_taps) * sizeof *taps);
  for (int pass = 0; pass < 2; pass++)
    for (int k = -half; k <= half; k++)
      {
        const double h = k == 0 ? edge / PI : sin (edge * k) / (PI * k) * exp (-0.5 * width * k * width * k);

        if (pass == 0)
          sum += h;
        else
          taps[(k + half) % DECIMATION * phase_taps + (k + half) / DECIMATION] = (T) (h / sum);
      }
}

static int
taps_per_phase (int half)
{
  return (2 * half / DECIMATION + 1 + 3) / 4 * 4;
}

template<typename T>
static OndesCudaStatus
write_decimator (OndesCuda     *self,
                 OndesCudaBank *bank,
                 uint64_t       bytes)
{
  T *taps = (T *) malloc (bytes);
  OndesCudaStatus status;

  if (taps == nullptr)
    return ondes_cuda_fail_with (ONDES_CUDA_NO_MEMORY, "allocating host memory failed");
  design_decimator (bank->half_taps, taps_per_phase (bank->half_taps), taps);
  status = ondes_cuda_write (self, bank->taps, taps, bytes);
  free (taps);
  return status;
}

template<typename T>
OndesCudaStatus
ondes_cuda_bank_fill (OndesCuda     *self,
                      OndesCudaBank *bank)
{
  const uint64_t rows = bank->n_rows * sizeof (BankRow);
  const uint64_t taps = bank->levels > 0 ? (uint64_t) (DECIMATION * taps_per_phase (bank->half_taps)) * sizeof (T) : 0;
  struct { void **at; uint64_t bytes; } parts[] = {
    { &bank->filters, (uint64_t) bank->n_rows * FFT_SIZE * (bank->delayed ? sizeof (Complex<T>) : sizeof (T)) },
    { &bank->roots, MAX_LENGTH * sizeof (Complex<T>) },
    { (void **) &bank->device_rows, rows },
    { (void **) &bank->device_groups, bank->n_groups * sizeof (Group) },
    { &bank->taps, taps },
  };
  uint64_t bytes = 0;
  OndesCudaStatus status;

  /* one allocation, because allocating takes longer than filling */
  for (auto &part : parts)
    bytes += part.bytes = blocks_for (part.bytes, 256) * 256;
  if ((status = ondes_cuda_alloc (self, bytes, &bank->memory)) != ONDES_CUDA_OK)
    return status;
  bank->bytes += bytes;
  bytes = 0;
  for (const auto &part : parts)
    {
      *part.at = (char *) bank->memory + bytes;
      bytes += part.bytes;
    }
  if ((status = ondes_cuda_write (self, bank->device_rows, bank->rows, rows)) != ONDES_CUDA_OK
      || (bank->levels > 0 && (status = write_decimator<T> (self, bank, taps)) != ONDES_CUDA_OK))
    return status;
  make_roots<T><<<MAX_LENGTH / FFT_SIZE, FFT_SIZE, 0, self->compute>>> ((Complex<T> *) bank->roots);
  if (bank->delayed)
    make_delayed_filters<T><<<bank->n_rows, FFT_SIZE, 0, self->compute>>> (bank->device_rows, bank->wavelet.omega0,
                                                                           bank->analytic, (Complex<T> *) bank->filters);
  else
    make_filters<T><<<bank->n_rows, FFT_SIZE, 0, self->compute>>> (bank->device_rows, bank->wavelet.omega0,
                                                                   bank->analytic, (T *) bank->filters);
  ONDES_CUDA_LAUNCHED ("computing the wavelets' spectra failed");
  return ONDES_CUDA_OK;
}

template<typename T>
static OndesCudaStatus
make_levels (OndesCuda           *self,
             const OndesCudaBank *bank,
             const Layout        *layout,
             char                *memory,
             BankArgs<T>         *args)
{
  const int phase_taps = taps_per_phase (bank->half_taps);
  const uint64_t shared = (uint64_t) (DECIMATION * (DECIMATE_OUT + 2 * phase_taps)) * sizeof (T);
  OndesCudaStatus status;

  for (int i = 1; i <= bank->levels; i++)
    {
      const uint64_t count = layout->level_count[i], stride = (count + 63) / 64 * 64;
      const LevelSamples<T> *from = &args->levels[i - 1];
      const DecimateArgs<T> level = { from->x, (T *) (memory + layout->level_at[i]), from->stride, from->count, stride, count,
                                      (const T *) bank->taps, phase_taps };

      if ((status = ondes_cuda_shared (self, (const void *) decimate<T>, shared)) != ONDES_CUDA_OK)
        return status;
      decimate<T><<<dim3 ((unsigned) blocks_for (count, DECIMATE_OUT), bank->complex_in ? 2 : 1), FFT_THREADS, shared,
                    self->compute>>> (level);
      args->levels[i] = { level.y, stride, count };
    }
  ONDES_CUDA_LAUNCHED ("decimating the recording failed");
  return ONDES_CUDA_OK;
}

template<typename T>
OndesCudaStatus
ondes_cuda_bank_spectra (OndesCuda             *self,
                         OndesCudaBank         *bank,
                         const OndesCudaSignal *signal,
                         uint64_t               n,
                         uint64_t               span,
                         BankArgs<T>           *args,
                         Layout                *layout)
{
  const uint64_t shared = (EXCHANGE_SIZE + FFTS * PRODUCT_ROW) * sizeof (Complex<T>);
  OndesCudaStatus status;
  void *memory;

  *layout = ondes_cuda_bank_layout (bank, n, span, self->limits.processors, bank->groups);
  if ((n != bank->stored_n || span != bank->stored_span)
      && (status = ondes_cuda_write (self, bank->device_groups, bank->groups, bank->n_groups * sizeof (Group)))
           != ONDES_CUDA_OK)
    return status;
  bank->stored_n = n;
  bank->stored_span = span;
  if ((status = ondes_cuda_buffer (self, ONDES_CUDA_WORK, layout->bytes, &memory)) != ONDES_CUDA_OK)
    return status;

  memset (args, 0, sizeof *args);
  /* the signal's halo may be wider than the bank's */
  args->levels[0] = { (const T *) signal->x + (signal->halo - bank->halo), signal->stride, n + 2 * bank->halo };
  args->scaling = signal->scaling;
  args->groups = bank->device_groups;
  args->n_groups = bank->n_groups;
  args->rows = bank->device_rows;
  args->filters = bank->filters;
  args->roots = (const Complex<T> *) bank->roots;
  args->spectra = (Complex<T> *) ((char *) memory + layout->spectra_at);
  args->complex_in = bank->complex_in;
  args->complex_out = !bank->wavelet.real;
  args->n = (int64_t) n;
  if ((status = make_levels (self, bank, layout, (char *) memory, args)) != ONDES_CUDA_OK
      || (status = ondes_cuda_shared (self, (const void *) transform_blocks<T>, shared)) != ONDES_CUDA_OK)
    return status;
  transform_blocks<T><<<layout->forward_blocks, FFT_THREADS, shared, self->compute>>> (*args);
  ONDES_CUDA_LAUNCHED ("computing the recording's spectra failed");
  return ONDES_CUDA_OK;
}

template OndesCudaStatus ondes_cuda_bank_fill<float> (OndesCuda *, OndesCudaBank *);
template OndesCudaStatus ondes_cuda_bank_fill<double> (OndesCuda *, OndesCudaBank *);
template OndesCudaStatus ondes_cuda_bank_spectra<float> (OndesCuda *, OndesCudaBank *, const OndesCudaSignal *, uint64_t,
                                                         uint64_t, BankArgs<float> *, Layout *);
template OndesCudaStatus ondes_cuda_bank_spectra<double> (OndesCuda *, OndesCudaBank *, const OndesCudaSignal *, uint64_t,
                                                          uint64_t, BankArgs<double> *, Layout *);
