/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures: the maximum magnitude or power of each column of a row, or the root mean square, without storing the row.
 *
 * Method: a row is narrow-band, so |W|² can be interpolated from values a sixteenth to an eighth of the scale apart; of the
 * L/256 phases that overlap-save.cu computes, a few suffice. A thread block transforms these phases of a row for one or more
 * signal blocks and keeps |W|² in shared memory, where each warp reduces a segment, column by column. The maximum is taken over
 * the values, the vertex of the parabola at each local maximum, rounded to the nearest sample of the recording, and a cubic at
 * the column's first and last sample. The root mean square sums the values times their spacing, corrected at both ends by a
 * cubic. Columns shared by warps or thread blocks are combined by atomics: max on the bits of non-negative floats, or add in
 * double.
 *
 * Layout: values of a signal block in time order, padded by four per 256 against bank conflicts.
 *
 * Operation count: 36 operations per value for the FFTs, and 20 for the reduction or 4 if every sample is a value. Rows up to
 * scale 15 compute every sample, larger scales s a fraction 15/s: 60 s at 48 kHz × 240 rows (20 Hz to 20 kHz) have 98 values
 * per sample and 1.25 points per value, 0.55 ms at 3e13 operations per second. An H200 takes 1.49 ms, of which 0.17 ms precede
 * this kernel; half of the instructions are FFTs, and warps wait for each other a tenth of the time.
 */
#include "bank.cuh"

#include <cstdio>

static const int SEGMENT_VALUES = 512;    /* maximum values of a segment */
static const int TABLE_COLUMNS = 32;      /* columns of a segment whose bounds are computed once for all rows */
static const int PAD = 4;                 /* padding after each 256 values, against bank conflicts */
static const uint64_t MAX_SPAN = 1 << 29; /* maximum samples of a column */

static_assert (SEGMENT_VALUES % FFT_SIZE == 0, "segments lie within a signal block");

template<typename T>
struct PoolArgs
{
  BankArgs<T> args;
  float      *values;
  uint64_t    stride, column; /* first column */
  int64_t     at, total, columns;
  int64_t     quotient, remainder; /* of total / columns */
  bool        power;
  double     *sums; /* Σ |W|² of the root mean square */
};

/* Returns the column of sample @t of the view. */
__device__ static inline int64_t
column_of (int64_t t,
           int64_t total,
           int64_t columns)
{
  return ((t + 1) * columns + total - 1) / total - 1; /* the largest j whose column starts at or before @t */
}

/* A warp's segment: fine samples [from, to) of a signal block, the same for all rows. */
struct __align__ (16) Segment
{
  int     from, to;
  int     values;      /* offset of the signal block's values */
  int     n;           /* number of columns in the segment */
  int64_t column;      /* first column */
  int     begin, next; /* first sample of that column and of the next */
  int64_t carry;       /* column × total mod columns */
};

static __host__ __device__ constexpr int
max_segments (int phases_used)
{
  return (phases_used < FFTS ? FFTS : phases_used) * FFT_SIZE / (phases_used > 1 ? SEGMENT_VALUES : FFT_SIZE);
}

static_assert (max_segments (FFTS) <= max_segments (1), "memory for segments");

static __host__ __device__ constexpr uint64_t
value_bytes (int    phases_used,
             size_t size)
{
  return (uint64_t) (phases_used < FFTS ? FFTS : phases_used) * (FFT_SIZE + PAD) * size;
}

template<typename T>
__device__ static inline Segment
segment_of (const PoolArgs<T> &pool,
            const Group       &group,
            unsigned           first_block,
            int                i)
{
  const int of_block = group.phases_used * FFT_SIZE, parts = of_block < SEGMENT_VALUES ? 1 : of_block / SEGMENT_VALUES;
  const int block_slot = i / parts, part = i % parts;
  const int each = group.phases / (group.length / FFT_SIZE);
  const unsigned block = first_block + (unsigned) block_slot;
  const int64_t position = group.position + (int64_t) block * group.step * each, zero = position + pool.at;
  int64_t low = (int64_t) group.halo * each, high = low + (int64_t) group.step * each, width;
  Segment segment = { 0, 0, block_slot * group.phases_used * (FFT_SIZE + PAD), 0, 0, 0, 0, 0 };

  low = low < -position ? -position : low;
  high = high > pool.args.n - position ? pool.args.n - position : high;
  width = high - low; /* split evenly, because warps wait for each other */
  high = low + width * (part + 1) / parts;
  low += width * part / parts;
  if (block >= group.blocks || low >= high)
    return segment;
  segment.from = (int) low;
  segment.to = (int) high;
  segment.column = column_of (zero + low, pool.total, pool.columns);
  segment.n = (int) (column_of (zero + high - 1, pool.total, pool.columns) - segment.column) + 1;
  segment.carry = segment.column * pool.total % pool.columns;
  low = segment.column * pool.total / pool.columns - zero;
  segment.begin = (int) (low < -(1 << 30) ? -(1 << 30) : low);
  high = (segment.column + 1) * pool.total / pool.columns - zero;
  segment.next = (int) (high > 1 << 30 ? 1 << 30 : high);
  return segment;
}

/* Samples [low, high) of a column in a segment; the entire column is [begin, next). */
struct __align__ (16) Column
{
  int low, high, begin, next;
};

/* Returns the first sample of the segment's column @c. */
template<typename T>
__device__ static inline int
begin_of (const PoolArgs<T> &pool,
          const Segment     &segment,
          int                c)
{
  const uint64_t carried = (uint64_t) (segment.carry + c * pool.remainder), columns = (uint64_t) pool.columns;
  int64_t whole = (int64_t) ((carried | columns) >> 32 ? carried / columns : (uint32_t) carried / (uint32_t) columns);

  whole += c * pool.quotient;
  return whole + segment.begin > 1 << 30 ? 1 << 30 : (int) (whole + segment.begin);
}

template<typename T>
__device__ static inline Column
column_in_segment (const PoolArgs<T> &pool,
                   const Segment     &segment,
                   int                c)
{
  const int begin = c == 0 ? segment.begin : begin_of (pool, segment, c);
  const int next = c == 0 ? segment.next : begin_of (pool, segment, c + 1);

  return { begin > segment.from ? begin : segment.from, next < segment.to ? next : segment.to, begin, next };
}

__device__ static inline float
max_of (float a,
        float b)
{
  return fmaxf (a, b);
}

__device__ static inline double
max_of (double a,
        double b)
{
  return fmax (a, b);
}

/* In single precision, accurate to within the last bit or two, enough to find the sample nearest to a vertex. */
__device__ static inline float
fast_divide (float a,
             float b)
{
  return __fdividef (a, b);
}

__device__ static inline double
fast_divide (double a,
             double b)
{
  return a / b;
}

/* Values of a signal block, one per 2^step_bits fine samples: |W|², or W if it is real, because its square has narrow zeros. */
template<typename T>
struct Values
{
  const T *values;
  int      step_bits;
  T        inverse_step; /* 2^−step_bits */
  bool     real;

  /* Returns |W|² of value @i, which may be up to a dozen values outside the valid range. */
  __device__ inline T
  power_at (int i) const
  {
    return real ? values[i] * values[i] : values[i];
  }

  /* Interpolates |W|² at fine sample @t by a cubic. */
  __device__ inline T
  cubic_at (int t) const
  {
    const T *v = values + (t >> step_bits);
    const T f = (T) (t & ((1 << step_bits) - 1)) * inverse_step, g = 1 - f, inner = f * g * (T) (1.0 / 6);
    const T w = (1 + f) * (2 - f) * (T) 0.5 * (g * v[0] + f * v[1]) - inner * ((2 - f) * v[-1] + (1 + f) * v[2]);

    return real ? w * w : w;
  }

  /* Returns the maximum |W|² of this lane's samples in the column, for rows with a value at every sample. */
  __device__ inline T
  max_of_samples (const Column &column,
                  int           lane,
                  int           lanes) const
  {
    const int AT_ONCE = 4; /* loads in flight */
    int i = column.low + lane;
    T result = 0;

    if (lanes == 32)
      for (; i + (AT_ONCE - 1) * 32 < column.high; i += AT_ONCE * 32)
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
          result = max_of (result, fabs (values[i + k * 32]));
    for (; i < column.high; i += lanes)
      result = max_of (result, fabs (values[i]));
    return real ? result * result : result;
  }

  /* Returns this lane's maximum |W|² in the column, for rows with sparser values: those in the column, vertices at local
   * maxima, and both ends of the column. */
  __device__ inline T
  max_of_peaks (const Column &column,
                int           lane,
                int           lanes) const
  {
    const T phase_step = (T) (1 << step_bits);
    const int end = ((column.high - 1) >> step_bits) + 1;
    T result = 0;

    for (int i = (column.low >> step_bits) + lane; i <= end; i += lanes)
      {
        const int t = i << step_bits;
        const T a = power_at (i - 1), b = power_at (i), c = power_at (i + 1);

        if (t >= column.low && t < column.high)
          result = max_of (result, b);
        if (b >= a && b > c)
          {
            const T slope = (T) 0.5 * (c - a), bend = (b - a) + (b - c);
            /* the sample nearest to the vertex */
            const T off = rint (fast_divide (slope, bend) * phase_step), x = off * inverse_step;

            if (t + (int) off >= column.begin && t + (int) off < column.next)
              result = max_of (result, b + x * (slope - (T) 0.5 * bend * x));
          }
      }
    for (int side = lanes > 1 ? (lane > 0) : 0; side <= (lane == lanes - 1); side++)
      if (side == 0 ? column.low == column.begin : column.high == column.next)
        result = max_of (result, cubic_at (side == 0 ? column.low : column.high - 1));
    return result;
  }

  /* Returns Σ |W|² of this lane's samples in the column, for rows with a value at every sample. */
  __device__ inline T
  sum_samples (const Column &column,
               int           lane,
               int           lanes) const
  {
    T sum = 0;

    for (int i = column.low + lane; i < column.high; i += lanes)
      sum += power_at (i);
    return sum;
  }

  /* Fills @c with the coefficients of the cubic through values i − 1 … i + 2, in powers of the distance from value @i. */
  __device__ inline void
  fit_cubic (int i,
             T   (&c)[4]) const
  {
    const T before = power_at (i - 1), here = power_at (i), next = power_at (i + 1), last = power_at (i + 2);

    c[0] = here;
    c[2] = (T) 0.5 * (before + next) - here;
    c[3] = (last - before) * (T) (1.0 / 6) + (here - next) * (T) 0.5;
    c[1] = next - here - c[2] - c[3];
  }

  /* Returns the sum over all samples before @t minus the sum over all values before @t, in units of the spacing of values. A
   * sum of samples is the integral up to t − ½ minus P′/24 (Euler–Maclaurin); the integral up to the last value before @t is a
   * trapezoidal sum with an end correction. */
  __device__ inline T
  integral_to (int t) const
  {
    const int i = (t - 1) >> step_bits;
    const T y = ((T) ((t - 1) & ((1 << step_bits) - 1)) + (T) 0.5) * inverse_step; /* t − ½, from the last value before @t */
    T c[4];

    fit_cubic (i, c);
    return (T) 0.5 * c[0] + (power_at (i - 1) - power_at (i + 1)) * (T) (1.0 / 24)
           + y * (c[0] + y * (c[1] * (T) 0.5 + y * (c[2] * (T) (1.0 / 3) + y * c[3] * (T) 0.25)))
           - inverse_step * inverse_step * (T) (1.0 / 24) * (c[1] + y * (2 * c[2] + y * 3 * c[3]));
  }

  /* Returns this lane's part of Σ |W|² over the column, for rows with sparser values. A column no longer than the spacing of
   * values is summed by one cubic; a longer one is the plain sum of its values, corrected at both ends by integral_to(). */
  __device__ inline T
  sum_interpolated (const Column &column,
                    int           lane,
                    int           lanes) const
  {
    const int n = column.high - column.low;
    T sum = 0;

    if (n <= 1 << step_bits)
      {
        const int twice = column.low + column.high - 1, i = twice >> (step_bits + 1); /* middle of the column */
        const T y = (T) (twice - (i << (step_bits + 1))) * (T) 0.5 * inverse_step, width = (T) n * inverse_step;
        T c[4];

        if (lane > 0)
          return 0;
        fit_cubic (i, c);
        return (T) n * (c[0] + y * (c[1] + y * (c[2] + y * c[3]))
                        + (c[2] + 3 * y * c[3]) * (width * width - inverse_step * inverse_step) * (T) (1.0 / 12));
      }
    for (int i = ((column.low - 1) >> step_bits) + lane; i < (column.high - 1) >> step_bits; i += lanes)
      sum += power_at (i);
    if (lane == 0)
      sum -= integral_to (column.low);
    if (lane == lanes - 1)
      sum += integral_to (column.high);
    return sum * (T) (1 << step_bits);
  }
};

/* Returns the maximum over each group of @lanes neighbouring lanes. */
template<typename T>
__device__ static inline T
max_of_lanes (T   value,
              int lanes)
{
#if __CUDA_ARCH__ >= 800
  if (sizeof (T) == 4 && lanes == 32) /* non-negative floats order like their bits */
    return (T) __uint_as_float (__reduce_max_sync (~0u, __float_as_uint ((float) value)));
#endif
#pragma unroll
  for (int n = 16; n > 0; n /= 2)
    value = max_of (value, __shfl_xor_sync (~0u, value, n & (lanes - 1)));
  return value;
}

template<typename T>
__device__ static inline T
sum_of_lanes (T   value,
              int lanes)
{
  for (int n = lanes / 2; n > 0; n /= 2)
    value += __shfl_xor_sync (~0u, value, n);
  return value;
}

/* Reduces the columns of a segment, 2^@lane_bits lanes per column. @table holds the first columns. Adds to the sums if @MEAN,
 * otherwise updates the maxima. */
template<typename T, bool MEAN>
__device__ static inline void
reduce_columns (const PoolArgs<T> &pool,
                const Segment     &segment,
                const Column      *table,
                const Values<T>   &row,
                int                out,
                int                lane_bits,
                T                  gain)
{
  const int lanes = 1 << lane_bits, thread = (int) threadIdx.x % 32, lane = thread & (lanes - 1);
  const int first_column = thread >> lane_bits;
  const int n = segment.n;
  const uint64_t first = (uint64_t) out * pool.stride + (uint64_t) segment.column - pool.column;
  unsigned *const to = (unsigned *) pool.values + first;

  for (int c = first_column; c - first_column < n; c += 32 >> lane_bits)
    {
      T result = 0;

      if (c < n)
        {
          const Column column = c < TABLE_COLUMNS ? table[c] : column_in_segment (pool, segment, c);

          if (MEAN)
            result = row.step_bits == 0 ? row.sum_samples (column, lane, lanes) : row.sum_interpolated (column, lane, lanes);
          else
            result = row.step_bits == 0 ? row.max_of_samples (column, lane, lanes) : row.max_of_peaks (column, lane, lanes);
        }
      if (MEAN)
        {
          result = sum_of_lanes (result, lanes);
          if (lane == 0 && c < n)
            atomicAdd (pool.sums + first + c, (double) result * gain * gain);
          continue;
        }
      result = max_of_lanes (result, lanes);
      if (lane == 0 && c < n && result > 0)
        atomicMax (to + c, __float_as_uint ((float) (pool.power ? result * gain * gain : fast_sqrt (result) * gain)));
    }
}

/* Stores a thread's results, RADIX × @phases_used values apart, as |W|² or, if W is real, as W. */
template<typename T, typename I>
__device__ static __forceinline__ void
store_values (T               *to,
              const Complex<T> (&x)[RADIX],
              const I         &inverse,
              unsigned         row,
              int              phases_used,
              bool             complex_out)
{
  if (complex_out)
    {
#pragma unroll
      for (int k = 0; k < RADIX; k++)
        {
          const Complex<T> w = x[digit_reversed (k)];

          to[RADIX * k * phases_used] = w.re * w.re + w.im * w.im;
        }
    }
  else
    {
      const Complex<T> rotation = inverse.rotation_of (row);

#pragma unroll
      for (int k = 0; k < RADIX; k++)
        to[RADIX * k * phases_used] = x[digit_reversed (k)].re * rotation.re - x[digit_reversed (k)].im * rotation.im;
    }
}

template<typename T, bool MEAN, bool DELAYED>
__global__ static void __launch_bounds__ (FFT_THREADS, sizeof (T) == 4 ? 4 : 2)
pool_rows (const PoolArgs<T> pool)
{
  extern __shared__ __align__ (16) char shared[];
  const BankArgs<T> &args = pool.args;
  const Group &group = *group_of_block<&Group::first_inverse> (args.groups, args.n_groups);
  const unsigned index = blockIdx.x - group.first_inverse;
  const int j = (int) threadIdx.x / FFTS, phases_used = group.phases_used, n_segments = max_segments (phases_used);
  const T gain = (T) (1 / args.scaling->gain);
  T *const values = (T *) (shared + Inverse<T, 0, DELAYED>::shared_bytes ());
  Segment *const segments = (Segment *) ((char *) values + value_bytes (phases_used, sizeof (T)));
  Inverse<T, 0, DELAYED> inverse;
  Column *const table = (Column *) (segments + n_segments);
  Values<T> row;
  int lane_bits = 5;

  inverse.begin (args, group, index, shared);
  inverse.set_block (args, group, index % group.blocks_per_chunk * (unsigned) inverse.blocks_at_once);
  inverse.set_phases (0);
  inverse.prefetch_row (0);
  if ((int) threadIdx.x < n_segments)
    segments[threadIdx.x] = segment_of (pool, group, inverse.block, (int) threadIdx.x);
  __syncthreads ();
  for (int k = (int) threadIdx.x; k < n_segments * TABLE_COLUMNS; k += FFT_THREADS)
    if (k % TABLE_COLUMNS < segments[k / TABLE_COLUMNS].n)
      table[k] = column_in_segment (pool, segments[k / TABLE_COLUMNS], k % TABLE_COLUMNS);
  row.step_bits = 31 - __clz (inverse.phase_step);
  row.inverse_step = 1 / (T) inverse.phase_step;
  row.real = !args.complex_out;
  while (lane_bits > 0 && (int64_t) inverse.phase_step << (lane_bits - 1) >= pool.quotient)
    lane_bits--;

  for (unsigned i = 0; i < inverse.n; i++)
    {
      inverse.multiply (i);
      for (int phase = 0; phase < phases_used; phase += FFTS)
        {
          Complex<T> x[RADIX];
          T *to;

          if (phases_used > FFTS)
            inverse.set_phases (phase);
          if (!args.complex_out)
            inverse.set_rotation (i);
          inverse.transform (x);
          if (phase + FFTS >= phases_used)
            inverse.prefetch_row (i + 1);
          to = values + inverse.block_slot * phases_used * (FFT_SIZE + PAD) + inverse.phase + j * phases_used;
          store_values (to, x, inverse, i, phases_used, args.complex_out);
        }
      __syncthreads ();
      for (int p = (int) threadIdx.x / 32; p < n_segments; p += FFT_THREADS / 32)
        {
          row.values = values + segments[p].values;
          reduce_columns<T, MEAN> (pool, segments[p], table + p * TABLE_COLUMNS, row, inverse.order[i].y, lane_bits, gain);
        }
      /* the next transform() has a barrier before these values are overwritten */
    }
}

extern "C" OndesCudaStatus
ondes_cuda_pool_check (const OndesCudaBank *bank,
                       uint64_t             total,
                       uint64_t             columns)
{
  /* column positions are 64-bit products, but 32-bit offsets within a signal block */
  if (total >= (uint64_t) INT64_MAX / (columns + 1) || total / columns > MAX_SPAN)
    return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED,
                                 "pictures of so many samples in so few, or so many, columns are left to the CPU");
  for (unsigned i = 0; i < bank->n_groups; i++)
    if (ondes_cuda_bank_phases (bank, &bank->groups[i], total / columns) > 8 * FFTS)
      return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED,
                                   "pictures of the real Morlet with so high an omega0 are left to the CPU");
  return ONDES_CUDA_OK;
}

template<typename T>
static OndesCudaStatus
run (OndesCuda              *self,
     OndesCudaBank          *bank,
     const OndesCudaSignal  *signal,
     uint64_t                at,
     uint64_t                n,
     const OndesCudaColumns *columns)
{
  const uint64_t span = columns->total / columns->columns;
  static void (*const kernels[2][2]) (const PoolArgs<T>)
    = { { pool_rows<T, false, false>, pool_rows<T, true, false> }, { pool_rows<T, false, true>, pool_rows<T, true, true> } };
  void (*const kernel) (const PoolArgs<T>) = kernels[bank->delayed][columns->sums != nullptr];
  uint64_t shared;
  int max_phases = FFTS;
  PoolArgs<T> pool;
  Layout layout;
  OndesCudaStatus status = ondes_cuda_pool_check (bank, columns->total, columns->columns);

  if (status != ONDES_CUDA_OK
      || (status = ondes_cuda_bank_spectra (self, bank, signal, n, span, &pool.args, &layout)) != ONDES_CUDA_OK)
    return status;
  for (unsigned i = 0; i < bank->n_groups; i++)
    {
      const int phases_used = ondes_cuda_bank_phases (bank, &bank->groups[i], span);

      max_phases = phases_used > max_phases ? phases_used : max_phases;
    }
  pool.values = columns->values;
  pool.stride = columns->stride;
  pool.column = columns->column;
  pool.at = (int64_t) at;
  pool.total = (int64_t) columns->total;
  pool.columns = (int64_t) columns->columns;
  pool.quotient = pool.total / pool.columns;
  pool.remainder = pool.total % pool.columns;
  pool.power = columns->power != 0;
  pool.sums = columns->sums;
  shared = Inverse<T, 0, false>::shared_bytes () + value_bytes (max_phases, sizeof (T))
           + (uint64_t) (max_phases > FFTS ? max_segments (max_phases) : max_segments (1))
               * (sizeof (Segment) + TABLE_COLUMNS * sizeof (Column));
  if ((status = ondes_cuda_shared (self, (const void *) kernel, shared)) != ONDES_CUDA_OK)
    return status;
  kernel<<<layout.inverse_blocks, FFT_THREADS, shared, self->compute>>> (pool);
  ONDES_CUDA_LAUNCHED ("pooling columns failed");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_pool (OndesCuda              *self,
                 OndesCudaBank          *bank,
                 const OndesCudaSignal  *signal,
                 uint64_t                at,
                 uint64_t                n,
                 const OndesCudaColumns *columns)
{
  return bank->single ? run<float> (self, bank, signal, at, n, columns)
                      : run<double> (self, bank, signal, at, n, columns);
}

/* Computes values from sums, one thread per column and row. */
__global__ static void __launch_bounds__ (FFT_THREADS)
divide_sums (const OndesCudaColumns columns)
{
  const uint64_t j = blockIdx.x * (uint64_t) FFT_THREADS + threadIdx.x, column = columns.column + j;
  const uint64_t at = blockIdx.y * columns.stride + j;

  if (j < columns.n_columns)
    {
      const uint64_t n = (column + 1) * columns.total / columns.columns - column * columns.total / columns.columns;
      const double mean = fmax (columns.sums[at], 0.) / (double) n;

      columns.values[at] = (float) (columns.power ? mean : sqrt (mean));
    }
}

extern "C" OndesCudaStatus
ondes_cuda_pool_means (OndesCuda              *self,
                       const OndesCudaColumns *columns,
                       unsigned                n_rows)
{
  const unsigned most_rows = 65535; /* limit of gridDim.y */
  OndesCudaColumns part = *columns;

  for (unsigned row = 0; row < n_rows; row += most_rows)
    {
      part.values = columns->values + row * columns->stride;
      part.sums = columns->sums + row * columns->stride;
      divide_sums<<<dim3 ((unsigned) blocks_for (columns->n_columns, FFT_THREADS),
                          n_rows - row < most_rows ? n_rows - row : most_rows),
                   FFT_THREADS, 0, self->compute>>> (part);
    }
  ONDES_CUDA_LAUNCHED ("pooling columns failed");
  return ONDES_CUDA_OK;
}
