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
 * rows (20 Hz to 20 kHz) 98 values a sample and 1.25 points a value, 0.55 ms at 3e13 operations a second.
 */
#include "bank.cuh"

#include <cstdio>

static const int PIECE = 512;  /* values that a warp looks through at a time */
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
  bool     power;
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
struct Piece
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
          int            spread,
          int            i)
{
  const int of_block = group.used * FOURIER, long_ = of_block < PIECE ? of_block : PIECE;
  const int sub = i * long_ / of_block, from = i * long_ % of_block;
  const int each = group.phases / (group.length / FOURIER);
  const unsigned block = first_block + (unsigned) sub;
  const int64_t place = group.place + (int64_t) block * group.step * each, zero = place + pool.at;
  int64_t low = (int64_t) group.halo * each, high = low + (int64_t) group.step * each;
  Piece piece = { 0, 0, sub * group.used * (FOURIER + PAD), 0, 0, 0, 0, 0 };

  low = low < -place ? -place : low;
  high = high > pool.work.n - place ? pool.work.n - place : high;
  low = low > (int64_t) from * spread ? low : (int64_t) from * spread;
  high = high < (int64_t) (from + long_) * spread ? high : (int64_t) (from + long_) * spread;
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

/* Where the column @c behind the first of a piece begins. */
template<typename T>
__device__ static inline int
begin_of (const Pool<T> &pool,
          const Piece   &piece,
          int            c,
          int64_t        quotient,
          int64_t        remainder)
{
  const uint64_t carried = (uint64_t) (piece.carry + c * remainder), columns = (uint64_t) pool.columns;
  int64_t whole = (int64_t) ((carried | columns) >> 32 ? carried / columns : (uint32_t) carried / (uint32_t) columns);

  whole += c * quotient;
  return whole + piece.begin > 1 << 30 ? 1 << 30 : (int) (whole + piece.begin);
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

/* |W|² of one block of samples, 2^bits fine samples apart; W where that is real, for its square has narrow zeros. */
template<typename T>
struct Values
{
  const T *values;
  int      bits;
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
    const T f = (T) (t & ((1 << bits) - 1)) / (T) (1 << bits), g = 1 - f, inner = f * g / 6;
    const T w = (1 + f) * (2 - f) * (T) 0.5 * (g * v[0] + f * v[1]) - inner * ((2 - f) * v[-1] + (1 + f) * v[2]);

    return real ? w * w : w;
  }

  /* The largest of the samples [low, high) that this lane is to look at, of a column that is [begin, next). */
  __device__ inline T
  largest (int low,
           int high,
           int begin,
           int next,
           int lane,
           int lanes) const
  {
    T best = 0;

    if (bits == 0)
      {
        for (int i = low + lane; i < high; i += lanes)
          best = larger (best, at (i));
        return best;
      }

    const T spread = (T) (1 << bits);
    const int end = ((high - 1) >> bits) + 1;

    for (int i = (low >> bits) + lane; i <= end; i += lanes)
      {
        const int t = i << bits;
        const T a = at (i - 1), b = at (i), c = at (i + 1);
        const T slope = (T) 0.5 * (c - a), bend = (b - a) + (b - c);

        if (t >= low && t < high)
          best = larger (best, b);
        if (b >= a && b > c)
          {
            const T off = rint (slope / bend * spread); /* the sample next to the top */

            if (t + (int) off >= begin && t + (int) off < next)
              best = larger (best, b + off / spread * (slope - (T) 0.5 * bend * (off / spread)));
          }
      }
    if (lane == 0 && low == begin)
      best = larger (best, between (low));
    if (lane == lanes - 1 && high == next)
      best = larger (best, between (high - 1));
    return best;
  }
};

/* The columns of a piece, each by @lanes of the warp. */
template<typename T>
__device__ static inline void
look_through (const Pool<T>   &pool,
              const Piece     &piece,
              const Values<T> &row,
              int              out,
              int              lanes,
              int64_t          quotient,
              int64_t          remainder,
              T                gain)
{
  const int thread = (int) threadIdx.x % 32, lane = thread & (lanes - 1);

  for (int c = thread / lanes; c - thread / lanes < piece.n; c += 32 / lanes)
    {
      T best = 0;

      if (c < piece.n)
        {
          const int begin = c == 0 ? piece.begin : begin_of (pool, piece, c, quotient, remainder);
          const int next = c == 0 ? piece.next : begin_of (pool, piece, c + 1, quotient, remainder);

          best = row.largest (begin > piece.from ? begin : piece.from, next < piece.to ? next : piece.to, begin, next, lane, lanes);
        }
      for (int n = lanes / 2; n > 0; n /= 2)
        best = larger (best, __shfl_xor_sync (~0u, best, n));
      if (lane == 0 && c < piece.n && best > 0)
        {
          const float value = (float) (pool.power ? best * gain * gain : sqrt (best) * gain);

          /* floats that are not negative compare as their bits */
          atomicMax ((unsigned *) pool.values + (uint64_t) out * pool.stride + (uint64_t) (piece.column + c) - pool.column,
                     __float_as_uint (value));
        }
    }
}

template<typename T>
__global__ static void __launch_bounds__ (BANK_THREADS, sizeof (T) == 4 ? 4 : 2)
pool_rows (const Pool<T> pool)
{
  extern __shared__ __align__ (16) char shared[];
  const Work<T> &work = pool.work;
  const Group &group = *group_of_block<&Group::inverse> (work.groups, work.n_groups);
  const unsigned index = blockIdx.x - group.inverse;
  const int j = (int) threadIdx.x / SLOTS, used = group.used, n_pieces = most_pieces (used);
  const T gain = (T) (1 / work.level->gain);
  const int64_t quotient = pool.total / pool.columns, remainder = pool.total % pool.columns;
  T *const values = (T *) (shared + Inverse<T, 2>::shared_bytes ());
  Piece *const pieces = (Piece *) ((char *) values + value_bytes (used, sizeof (T)));
  Inverse<T, 2> inverse;
  Values<T> row;
  int lanes = 32;

  inverse.begin (work, group, index, shared);
  inverse.set_block (work, group, index % group.n_units * (unsigned) inverse.subs);
  inverse.set_phases (0);
  inverse.fetch (0);
  if ((int) threadIdx.x < n_pieces)
    pieces[threadIdx.x] = piece_of (pool, group, inverse.block, inverse.spread, (int) threadIdx.x);
  row.bits = 31 - __clz (inverse.spread);
  row.real = !work.complex_out;
  while (lanes > 1 && lanes / 2 * (int64_t) inverse.spread >= quotient)
    lanes /= 2;

  for (unsigned i = 0; i < inverse.n; i++)
    {
      for (int phase = 0; phase < used; phase += SLOTS)
        {
          T *const to = values + inverse.sub * used * (FOURIER + PAD);
          Complex<T> x[RADIX], turn = { 1, 0 };

          if (used > SLOTS)
            inverse.set_phases (phase);
          inverse.multiply (i, work.turned);
          if (phase + SLOTS >= used)
            inverse.fetch (i + 1);
          inverse.transform (x);
          if (work.turned)
            turn = inverse.turn_of (i);
#pragma unroll
          for (int k = 0; k < RADIX; k++)
            {
              const Complex<T> w = x[result_of (k)];
              const T re = work.turned ? w.re * turn.re - w.im * turn.im : w.re;

              to[inverse.phase + (j + RADIX * k) * used] = work.complex_out ? re * re + w.im * w.im : re;
            }
        }
      __syncthreads ();
      for (int p = (int) threadIdx.x / 32; p < n_pieces; p += BANK_THREADS / 32)
        {
          row.values = values + pieces[p].values;
          look_through (pool, pieces[p], row, inverse.order[i].y, lanes, quotient, remainder, gain);
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
  pool.power = columns->power != 0;
  pool.work.turned = bank->wavelet.real;
  shared = Inverse<T, 2>::shared_bytes () + value_bytes (most, sizeof (T))
           + (uint64_t) (most > SLOTS ? most_pieces (most) : most_pieces (1)) * sizeof (Piece);
  if ((status = ondes_cuda_bank_shared (self, (const void *) pool_rows<T>, shared, why)) != ONDES_CUDA_OK)
    return status;
  pool_rows<T><<<layout.inverse, BANK_THREADS, shared, self->compute>>> (pool);
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
