/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures: of each row the largest magnitude or power of each of many columns, the rows never written.
 *
 * Method. A row's band is narrow: of the L/256 phases that every sample would take (overlap-save.cu) four lie so close that |W|²
 * at the places between is known, a sixteenth to an eighth of the scale apart. A thread block transforms all those phases of a
 * row for one block of samples, or for several that follow each other, and leaves |W|² in shared memory. Each warp then looks
 * through a piece of it, column by column: the largest of the values, the top of the parabola wherever one stands out over its
 * neighbours, taken at the sample next to it, and, where the column begins or ends, the cubic at its first and last sample. What
 * several warps and blocks find for a column is raised by atomic maxima of the values' bits.
 *
 * Floor: arithmetic, as the picture is small: 36 operations a value for the transforms, and for the search 4 where every sample is
 * a value, else 20. Rows up to a scale of 15 take all their samples, one of scale s beyond 15/s of them: for 60 s at 48 kHz × 240
 * rows (20 Hz to 20 kHz) 98 values a sample and 1.25 points a value, 0.55 ms at 3e13 operations a second. An H200 takes 1.49 ms,
 * 0.17 of it what comes before: half of the instructions are transforms, and a tenth of the time warps wait for one another.
 */
#include "bank.cuh"

#include <cstdio>

static const int PIECE = 512;  /* values that a warp looks through at a time, at most */
static const int TABLE = 32;   /* columns of a piece that are laid out once for all rows */
static const int PAD = 4;      /* values behind each 256, which keep the banks of shared memory apart */
static const uint64_t MOST_SPAN = 1 << 29; /* samples of a column */

static_assert (PIECE % FOURIER == 0, "pieces lie within the values of one block of samples");

template<typename T>
struct Pool
{
  Work<T>  work;
  float   *values;
  uint64_t stride, column;    /* of the first */
  int64_t  at, total, columns;
  int64_t  quotient, remainder; /* of total by columns */
  bool     power;
  double  *sums;              /* of |W|², where the mean is asked for */
};

/* The span in which sample @t of the view lies. */
__device__ static inline int64_t
column_of (int64_t t,
           int64_t total,
           int64_t columns)
{
  return ((t + 1) * columns + total - 1) / total - 1; /* the largest j with j total < (t + 1) columns */
}

/* A warp's piece: fine samples [from, to) of a block, the same for all rows. */
struct __align__ (16) Piece
{
  int     from, to;
  int     values;          /* where those of its block begin */
  int     n;               /* columns that it meets, */
  int64_t column;          /* … the first, */
  int     begin, next;     /* … its first sample, and that of the column behind it */
  int64_t carry;           /* column total mod columns */
};

static __host__ __device__ constexpr int
most_pieces (int used)
{
  return (used < SLOTS ? SLOTS : used) * FOURIER / (used > 1 ? PIECE : FOURIER);
}

static_assert (most_pieces (SLOTS) <= most_pieces (1), "memory for pieces");

static __host__ __device__ constexpr uint64_t
value_bytes (int    used,
             size_t size)
{
  return (uint64_t) (used < SLOTS ? SLOTS : used) * (FOURIER + PAD) * size;
}

template<typename T>
__device__ static inline Piece
piece_of (const Pool<T> &pool,
          const Group   &group,
          unsigned       first_block,
          int            i)
{
  const int of_block = group.used * FOURIER, parts = of_block < PIECE ? 1 : of_block / PIECE;
  const int sub = i / parts, part = i % parts;
  const int each = group.phases / (group.length / FOURIER);
  const unsigned block = first_block + (unsigned) sub;
  const int64_t place = group.place + (int64_t) block * group.step * each, zero = place + pool.at;
  int64_t low = (int64_t) group.halo * each, high = low + (int64_t) group.step * each, width;
  Piece piece = { 0, 0, sub * group.used * (FOURIER + PAD), 0, 0, 0, 0, 0 };

  low = low < -place ? -place : low;
  high = high > pool.work.n - place ? pool.work.n - place : high;
  width = high - low; /* which warps share evenly, for they wait for one another */
  high = low + width * (part + 1) / parts;
  low += width * part / parts;
  if (block >= group.blocks || low >= high)
    return piece;
  piece.from = (int) low;
  piece.to = (int) high;
  piece.column = column_of (zero + low, pool.total, pool.columns);
  piece.n = (int) (column_of (zero + high - 1, pool.total, pool.columns) - piece.column) + 1;
  piece.carry = piece.column * pool.total % pool.columns;
  low = piece.column * pool.total / pool.columns - zero;
  piece.begin = (int) (low < -(1 << 30) ? -(1 << 30) : low);
  high = (piece.column + 1) * pool.total / pool.columns - zero;
  piece.next = (int) (high > 1 << 30 ? 1 << 30 : high);
  return piece;
}

/* The samples [low, high) that a piece has of a column, which is [begin, next). */
struct __align__ (16) Column
{
  int low, high, begin, next;
};

/* Where the column @c behind the first of a piece begins. */
template<typename T>
__device__ static inline int
begin_of (const Pool<T> &pool,
          const Piece   &piece,
          int            c)
{
  const uint64_t carried = (uint64_t) (piece.carry + c * pool.remainder), columns = (uint64_t) pool.columns;
  int64_t whole = (int64_t) ((carried | columns) >> 32 ? carried / columns : (uint32_t) carried / (uint32_t) columns);

  whole += c * pool.quotient;
  return whole + piece.begin > 1 << 30 ? 1 << 30 : (int) (whole + piece.begin);
}

template<typename T>
__device__ static inline Column
column_of_piece (const Pool<T> &pool,
                 const Piece   &piece,
                 int            c)
{
  const int begin = c == 0 ? piece.begin : begin_of (pool, piece, c);
  const int next = c == 0 ? piece.next : begin_of (pool, piece, c + 1);

  return { begin > piece.from ? begin : piece.from, next < piece.to ? next : piece.to, begin, next };
}

__device__ static inline float
larger (float a,
        float b)
{
  return fmaxf (a, b);
}

__device__ static inline double
larger (double a,
        double b)
{
  return fmax (a, b);
}

/* To a bit or two in single precision: where the top of a parabola is sought, and taken to the sample next to it. */
__device__ static inline float
ratio (float a,
       float b)
{
  return __fdividef (a, b);
}

__device__ static inline double
ratio (double a,
       double b)
{
  return a / b;
}

/* |W|² of one block of samples, 2^bits fine samples apart; W where that is real, for its square has narrow zeros. */
template<typename T>
struct Values
{
  const T *values;
  int      bits;
  T        unit; /* 2^−bits */
  bool     real;

  /* There are some dozen values before those that outputs meet, and behind them. */
  __device__ inline T
  at (int i) const
  {
    return real ? values[i] * values[i] : values[i];
  }

  /* The cubic through the four values about fine sample @t. */
  __device__ inline T
  between (int t) const
  {
    const T *v = values + (t >> bits);
    const T f = (T) (t & ((1 << bits) - 1)) * unit, g = 1 - f, inner = f * g * (T) (1.0 / 6);
    const T w = (1 + f) * (2 - f) * (T) 0.5 * (g * v[0] + f * v[1]) - inner * ((2 - f) * v[-1] + (1 + f) * v[2]);

    return real ? w * w : w;
  }

  /* The largest of the values [low, high) of a row whose every sample is one, that this lane is to look at. */
  __device__ inline T
  largest_value (const Column &column,
                 int           lane,
                 int           lanes) const
  {
    const int AT_ONCE = 4; /* loads under way */
    int i = column.low + lane;
    T best = 0;

    if (lanes == 32)
      for (; i + (AT_ONCE - 1) * 32 < column.high; i += AT_ONCE * 32)
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
          best = larger (best, fabs (values[i + k * 32]));
    for (; i < column.high; i += lanes)
      best = larger (best, fabs (values[i]));
    return real ? best * best : best;
  }

  /* The same of a row whose values lie apart, with the tops between them and the cubic where the column begins and ends. */
  __device__ inline T
  largest_top (const Column &column,
               int           lane,
               int           lanes) const
  {
    const T spread = (T) (1 << bits);
    const int end = ((column.high - 1) >> bits) + 1;
    T best = 0;

    for (int i = (column.low >> bits) + lane; i <= end; i += lanes)
      {
        const int t = i << bits;
        const T a = at (i - 1), b = at (i), c = at (i + 1);

        if (t >= column.low && t < column.high)
          best = larger (best, b);
        if (b >= a && b > c)
          {
            const T slope = (T) 0.5 * (c - a), bend = (b - a) + (b - c);
            const T off = rint (ratio (slope, bend) * spread), x = off * unit; /* the sample next to the top */

            if (t + (int) off >= column.begin && t + (int) off < column.next)
              best = larger (best, b + x * (slope - (T) 0.5 * bend * x));
          }
      }
    for (int side = lanes > 1 ? (lane > 0) : 0; side <= (lane == lanes - 1); side++)
      if (side == 0 ? column.low == column.begin : column.high == column.next)
        best = larger (best, between (side == 0 ? column.low : column.high - 1));
    return best;
  }

  /* This lane's part of the sum of |W|² over the samples [low, high) of a row whose every sample is a value. */
  __device__ inline T
  sum_of_values (const Column &column,
                 int           lane,
                 int           lanes) const
  {
    T sum = 0;

    for (int i = column.low + lane; i < column.high; i += lanes)
      sum += at (i);
    return sum;
  }

  /* The cubic through the four values about value @i, by powers of the distance from it in values. */
  __device__ inline void
  fit_cubic (int i,
             T  (&c)[4]) const
  {
    const T before = at (i - 1), here = at (i), next = at (i + 1), last = at (i + 2);

    c[0] = here;
    c[2] = (T) 0.5 * (before + next) - here;
    c[3] = (last - before) * (T) (1.0 / 6) + (here - next) * (T) 0.5;
    c[1] = next - here - c[2] - c[3];
  }

  /* The sum over the samples before @t, in values, less that of the values before the last one before @t. */
  __device__ inline T
  sum_to (int t) const
  {
    const int i = (t - 1) >> bits;
    const T y = ((T) ((t - 1) & ((1 << bits) - 1)) + (T) 0.5) * unit; /* t − ½ */
    T c[4];

    fit_cubic (i, c);
    return (T) 0.5 * c[0] + (at (i - 1) - at (i + 1)) * (T) (1.0 / 24)
           + y * (c[0] + y * (c[1] * (T) 0.5 + y * (c[2] * (T) (1.0 / 3) + y * c[3] * (T) 0.25)))
           - unit * unit * (T) (1.0 / 24) * (c[1] + y * (2 * c[2] + y * 3 * c[3]));
  }

  /* The same of a row whose values lie apart. A column shorter than that is the cubic about its middle; the sum of a longer one the
   * difference of two sums that begin at one value. */
  __device__ inline T
  sum_between (const Column &column,
               int           lane,
               int           lanes) const
  {
    const int n = column.high - column.low;
    T sum = 0;

    if (n <= 1 << bits)
      {
        const int twice = column.low + column.high - 1, i = twice >> (bits + 1); /* the middle */
        const T y = (T) (twice - (i << (bits + 1))) * (T) 0.5 * unit, width = (T) n * unit;
        T c[4];

        if (lane > 0)
          return 0;
        fit_cubic (i, c);
        return (T) n * (c[0] + y * (c[1] + y * (c[2] + y * c[3]))
                        + (c[2] + 3 * y * c[3]) * (width * width - unit * unit) * (T) (1.0 / 12));
      }
    for (int i = ((column.low - 1) >> bits) + lane; i < (column.high - 1) >> bits; i += lanes)
      sum += at (i);
    if (lane == 0)
      sum -= sum_to (column.low);
    if (lane == lanes - 1)
      sum += sum_to (column.high);
    return sum * (T) (1 << bits);
  }
};

/* The largest of what @lanes lanes that stand together have. */
template<typename T>
__device__ static inline T
largest_of_lanes (T   value,
                  int lanes)
{
#if __CUDA_ARCH__ >= 800
  if (sizeof (T) == 4 && lanes == 32) /* floats that are not negative compare as their bits */
    return (T) __uint_as_float (__reduce_max_sync (~0u, __float_as_uint ((float) value)));
#endif
#pragma unroll
  for (int n = 16; n > 0; n /= 2)
    value = larger (value, __shfl_xor_sync (~0u, value, n & (lanes - 1)));
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

/* The columns of a piece, each by 2^@lane_bits lanes of the warp; the first few stand in @table. @MEAN: adds to the sums, else
 * raises the largest. */
template<typename T, bool MEAN>
__device__ static inline void
look_through (const Pool<T>   &pool,
              const Piece     &piece,
              const Column    *table,
              const Values<T> &row,
              int              out,
              int              lane_bits,
              T                gain)
{
  const int lanes = 1 << lane_bits, thread = (int) threadIdx.x % 32, lane = thread & (lanes - 1), mine = thread >> lane_bits;
  const int n = piece.n;
  const uint64_t first = (uint64_t) out * pool.stride + (uint64_t) piece.column - pool.column;
  unsigned *const to = (unsigned *) pool.values + first;

  for (int c = mine; c - mine < n; c += 32 >> lane_bits)
    {
      T best = 0;

      if (c < n)
        {
          const Column column = c < TABLE ? table[c] : column_of_piece (pool, piece, c);

          if (MEAN)
            best = row.bits == 0 ? row.sum_of_values (column, lane, lanes) : row.sum_between (column, lane, lanes);
          else
            best = row.bits == 0 ? row.largest_value (column, lane, lanes) : row.largest_top (column, lane, lanes);
        }
      if (MEAN)
        {
          best = sum_of_lanes (best, lanes);
          if (lane == 0 && c < n)
            atomicAdd (pool.sums + first + c, (double) best * gain * gain);
          continue;
        }
      best = largest_of_lanes (best, lanes);
      if (lane == 0 && c < n && best > 0)
        atomicMax (to + c, __float_as_uint ((float) (pool.power ? best * gain * gain : root (best) * gain)));
    }
}

template<typename T, bool MEAN>
__global__ static void __launch_bounds__ (BANK_THREADS, sizeof (T) == 4 ? 4 : 2)
pool_rows (const Pool<T> pool)
{
  extern __shared__ __align__ (16) char shared[];
  const Work<T> &work = pool.work;
  const Group &group = *group_of_block<&Group::inverse> (work.groups, work.n_groups);
  const unsigned index = blockIdx.x - group.inverse;
  const int j = (int) threadIdx.x / SLOTS, used = group.used, n_pieces = most_pieces (used);
  const T gain = (T) (1 / work.level->gain);
  T *const values = (T *) (shared + Inverse<T, 0>::shared_bytes ());
  Piece *const pieces = (Piece *) ((char *) values + value_bytes (used, sizeof (T)));
  Inverse<T, 0> inverse;
  Column *const table = (Column *) (pieces + n_pieces);
  Values<T> row;
  int lane_bits = 5;

  inverse.begin (work, group, index, shared);
  inverse.set_block (work, group, index % group.n_units * (unsigned) inverse.subs);
  inverse.set_phases (0);
  inverse.fetch (0);
  if ((int) threadIdx.x < n_pieces)
    pieces[threadIdx.x] = piece_of (pool, group, inverse.block, (int) threadIdx.x);
  __syncthreads ();
  for (int k = (int) threadIdx.x; k < n_pieces * TABLE; k += BANK_THREADS)
    if (k % TABLE < pieces[k / TABLE].n)
      table[k] = column_of_piece (pool, pieces[k / TABLE], k % TABLE);
  row.bits = 31 - __clz (inverse.spread);
  row.unit = 1 / (T) inverse.spread;
  row.real = !work.complex_out;
  while (lane_bits > 0 && (int64_t) inverse.spread << (lane_bits - 1) >= pool.quotient)
    lane_bits--;

  for (unsigned i = 0; i < inverse.n; i++)
    {
      inverse.multiply (i);
      for (int phase = 0; phase < used; phase += SLOTS)
        {
          Complex<T> x[RADIX];
          T *to;

          if (used > SLOTS)
            inverse.set_phases (phase);
          if (!work.complex_out)
            inverse.set_turn (i);
          inverse.transform (x);
          if (phase + SLOTS >= used)
            inverse.fetch (i + 1);
          to = values + inverse.sub * used * (FOURIER + PAD) + inverse.phase + j * used;
          if (work.complex_out)
            {
#pragma unroll
              for (int k = 0; k < RADIX; k++)
                {
                  const Complex<T> w = x[result_of (k)];

                  to[RADIX * k * used] = w.re * w.re + w.im * w.im;
                }
            }
          else
            {
              const Complex<T> turn = inverse.turn_of (i);

#pragma unroll
              for (int k = 0; k < RADIX; k++)
                to[RADIX * k * used] = x[result_of (k)].re * turn.re - x[result_of (k)].im * turn.im;
            }
        }
      __syncthreads ();
      for (int p = (int) threadIdx.x / 32; p < n_pieces; p += BANK_THREADS / 32)
        {
          row.values = values + pieces[p].values;
          look_through<T, MEAN> (pool, pieces[p], table + p * TABLE, row, inverse.order[i].y, lane_bits, gain);
        }
      /* the barrier in the next transform parts this from what is written then */
    }
}

extern "C" OndesCudaStatus
ondes_cuda_pool_check (const OndesCudaBank *bank,
                       uint64_t             total,
                       uint64_t             columns,
                       char                 why[ONDES_CUDA_WHY])
{
  /* places of columns are products in 64 bits, and where they begin in a block's ints */
  if (total >= (uint64_t) INT64_MAX / (columns + 1) || total / columns > MOST_SPAN)
    {
      snprintf (why, ONDES_CUDA_WHY, "pictures of so many samples in so few, or so many, columns are left to the CPU");
      return ONDES_CUDA_UNSUPPORTED;
    }
  for (unsigned i = 0; i < bank->n_groups; i++)
    if (ondes_cuda_bank_phases (bank, &bank->groups[i], total / columns) > 8 * SLOTS)
      {
        snprintf (why, ONDES_CUDA_WHY, "pictures of the real Morlet with so high an omega0 are left to the CPU");
        return ONDES_CUDA_UNSUPPORTED;
      }
  return ONDES_CUDA_OK;
}

template<typename T>
static OndesCudaStatus
run (OndesCuda              *self,
     OndesCudaBank          *bank,
     const OndesCudaSignal  *signal,
     uint64_t                at,
     uint64_t                n,
     const OndesCudaColumns *columns,
     char                   *why)
{
  const uint64_t span = columns->total / columns->columns;
  void (*const kernel) (const Pool<T>) = columns->sums != nullptr ? pool_rows<T, true> : pool_rows<T, false>;
  uint64_t shared;
  int most = SLOTS;
  Pool<T> pool;
  Layout layout;
  OndesCudaStatus status = ondes_cuda_pool_check (bank, columns->total, columns->columns, why);

  if (status != ONDES_CUDA_OK
      || (status = ondes_cuda_bank_spectra (self, bank, signal, n, span, &pool.work, &layout, why)) != ONDES_CUDA_OK)
    return status;
  for (unsigned i = 0; i < bank->n_groups; i++)
    {
      const int used = ondes_cuda_bank_phases (bank, &bank->groups[i], span);

      most = used > most ? used : most;
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
  shared = Inverse<T, 0>::shared_bytes () + value_bytes (most, sizeof (T))
           + (uint64_t) (most > SLOTS ? most_pieces (most) : most_pieces (1)) * (sizeof (Piece) + TABLE * sizeof (Column));
  if ((status = ondes_cuda_bank_shared (self, (const void *) kernel, shared, why)) != ONDES_CUDA_OK)
    return status;
  kernel<<<layout.inverse, BANK_THREADS, shared, self->compute>>> (pool);
  ONDES_CUDA_LAUNCHED ("columns cannot be pooled");
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_pool (OndesCuda              *self,
                 OndesCudaBank          *bank,
                 const OndesCudaSignal  *signal,
                 uint64_t                at,
                 uint64_t                n,
                 const OndesCudaColumns *columns,
                 char                    why[ONDES_CUDA_WHY])
{
  return bank->single ? run<float> (self, bank, signal, at, n, columns, why)
                      : run<double> (self, bank, signal, at, n, columns, why);
}

/* Means of the sums: a thread a column of a row. */
__global__ static void __launch_bounds__ (BANK_THREADS)
take_means (const OndesCudaColumns columns)
{
  const uint64_t j = blockIdx.x * (uint64_t) BANK_THREADS + threadIdx.x, column = columns.column + j;
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
                       unsigned                n_rows,
                       char                    why[ONDES_CUDA_WHY])
{
  const unsigned most_rows = 65535; /* of a grid */
  OndesCudaColumns part = *columns;

  for (unsigned row = 0; row < n_rows; row += most_rows)
    {
      part.values = columns->values + row * columns->stride;
      part.sums = columns->sums + row * columns->stride;
      take_means<<<dim3 ((unsigned) blocks_for (columns->n_columns, BANK_THREADS), n_rows - row < most_rows ? n_rows - row : most_rows),
                   BANK_THREADS, 0, self->compute>>> (part);
    }
  ONDES_CUDA_LAUNCHED ("columns cannot be pooled");
  return ONDES_CUDA_OK;
}
