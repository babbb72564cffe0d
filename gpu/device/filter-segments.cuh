/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlap-save: from samples to outputs in one kernel, and the two halves of it for partitioned filters.
 *
 * Method: a thread block transforms a unit, or a few short ones, and keeps their spectra in registers. For each filter it
 * multiplies them by the filter's spectrum, transforms back and stores the points that did not wrap around.
 *
 * Floor: the outputs, 8 bytes each in complex single precision: 64 filters of 2^21 samples take 0.25 ms at 4.3 TB/s. 1024
 * points take 38 instructions a point, 0.17 ms with 129 taps at 1e12 warp instructions a second, and 32 bytes of shared memory
 * and L1, 0.15 ms; 8192 points 50 and 56, with 2049 taps 4/3 points an output: 0.28 and 0.33 ms, in effect 0.54.
 *
 * Layout: neighbouring threads store neighbouring outputs, whole sectors since as many points are discarded as a multiple of
 * 32. Interpolated ones are exchanged once more, and stored in pairs. Where segments take a thread block each, the next filter is
 * on its way to shared memory while one is computed, every thread its own part: 5 to 8 % faster. A warp's segments are faster with
 * filters from L1, which other warps have brought there.
 */
#pragma once

#include "filter-fourier.cuh"
#include "filter-private.cuh"

/* What a thread holds of a segment. */
template<typename T, int LENGTH>
using Points = Complex<T>[Segment<T, LENGTH>::POINTS];

/* Returns sample @at, 0 where there is none. */
template<typename T>
__device__ static __forceinline__ T
sample_or_zero (const SegmentArgs<T> &args,
                const T              *x,
                int64_t               at)
{
  return at >= 0 && at < args.count ? x[at] : (T) 0;
}

/* Returns the point of a unit that is sample @at, or that one and its partner's. */
template<typename T>
__device__ static __forceinline__ Complex<T>
point_of_unit (const SegmentArgs<T> &args,
               int64_t               at)
{
  Complex<T> v = { sample_or_zero (args, args.x, at), 0 };

  if (args.packed)
    v.im = sample_or_zero (args, args.x, at + args.partner);
  else if (args.complex_in)
    v.im = sample_or_zero (args, args.x + args.x_stride, at);
  return v;
}

/* Loads the points of a unit that begins at sample @base. */
template<typename T, int LENGTH>
__device__ static __forceinline__ void
load_unit (const SegmentArgs<T> &args,
           int64_t               base,
           unsigned              t,
           Points<T, LENGTH>    &x)
{
  typedef Segment<T, LENGTH> S;

#pragma unroll
  for (int k = 0; k < S::POINTS; k++)
    x[bits_reversed<S::POINTS> (k)] = point_of_unit (args, base + k * S::THREADS + t);
}

/* What undoes the scaling of samples: of spectra, and of outputs the factor that would take spectra out of their range, 1 as a
 * rule. */
template<typename T>
struct Unscale
{
  T spectrum, rest;

  __device__ __forceinline__
  Unscale (const OndesCudaScaling *scaling)
  {
    const double most = sizeof (T) == 4 ? 0x1p60 : 0x1p500, undo = 1 / scaling->gain, part = fmin (fmax (undo, 1 / most), most);

    spectrum = (T) part;
    rest = (T) (undo / part);
  }
};

/* Undoes the scaling of a thread's part of a spectrum of @length points. If the part @has_zero, its first point is of frequency 0
 * and misses the mean that was subtracted from the samples. */
template<typename T, int POINTS>
__device__ static __forceinline__ void
unscale_spectrum (const SegmentArgs<T> &args,
                  T                     factor,
                  bool                  has_zero,
                  int                   length,
                  Complex<T>          (&x)[POINTS])
{
  if (has_zero)
    {
      const double gain = args.scaling->gain * length;

      x[0].re += (T) (args.scaling->mean[0] * gain);
      x[0].im += (T) (args.scaling->mean[args.packed ? 0 : 1] * gain);
    }
#pragma unroll
  for (int k = 0; k < POINTS; k++)
    x[k] = x[k] * factor;
}

/* Transforms the samples of a unit, and returns the factor that its outputs need. The scaling is looked at while the samples are
 * on their way. */
template<typename T, int LENGTH>
__device__ static __forceinline__ T
transform_unit (const SegmentArgs<T> &args,
                int64_t               unit,
                Complex<T>           *exchange,
                unsigned              t,
                Points<T, LENGTH>    &x)
{
  typedef Segment<T, LENGTH> S;

  load_unit<T, LENGTH> (args, args.base + unit * args.step, t, x);

  const Unscale<T> unscale (args.scaling);

  S::forward (x, exchange, args.roots, t);
  unscale_spectrum (args, unscale.spectrum, t == 0, LENGTH, x);
  return unscale.rest;
}

/* Sets x to the product of spectra, in the order of Segment::inverse(). */
template<typename T, int LENGTH>
__device__ static __forceinline__ void
multiply_spectra (const Pack<T>           *filter,
                  const Points<T, LENGTH> &s,
                  Points<T, LENGTH>       &x)
{
  typedef Segment<T, LENGTH> S;

#pragma unroll
  for (int i = 0; i < S::POINTS / Pack<T>::SIZE; i++)
    {
      const Pack<T> h = filter[i * S::THREADS];

#pragma unroll
      for (int j = 0; j < Pack<T>::SIZE; j++)
        x[S::place (Pack<T>::SIZE * i + j)] = s[Pack<T>::SIZE * i + j] * h.v[j];
    }
}

/* Loads a thread's part of a spectrum, in the order of Segment::inverse(). */
template<typename T, int LENGTH>
__device__ static __forceinline__ void
load_spectrum (const Pack<T>     *from,
               Points<T, LENGTH> &x)
{
  typedef Segment<T, LENGTH> S;

#pragma unroll
  for (int i = 0; i < S::POINTS / Pack<T>::SIZE; i++)
    {
      const Pack<T> pack = from[i * S::THREADS];

#pragma unroll
      for (int j = 0; j < Pack<T>::SIZE; j++)
        x[S::place (Pack<T>::SIZE * i + j)] = pack.v[j];
    }
}

/* Stores a thread's part of a spectrum times @factor. */
template<typename T, int LENGTH, typename From>
__device__ static __forceinline__ void
store_spectrum (const Complex<From> (&x)[Segment<T, LENGTH>::POINTS],
                From                factor,
                Pack<T>            *to)
{
  typedef Segment<T, LENGTH> S;

#pragma unroll
  for (int i = 0; i < S::POINTS / Pack<T>::SIZE; i++)
    {
      Pack<T> pack;

#pragma unroll
      for (int j = 0; j < Pack<T>::SIZE; j++)
        pack.v[j] = { (T) (x[Pack<T>::SIZE * i + j].re * factor), (T) (x[Pack<T>::SIZE * i + j].im * factor) };
      to[i * S::THREADS] = pack;
    }
}

/* Outputs that a kernel stores: those that its arguments ask for, those alone, or pairs of them. Kernels that know theirs have
 * registers enough for all that they keep from filter to filter. */
enum SegmentOutput { OUTPUT_ANY, OUTPUT_COMPLEX, OUTPUT_PACKED, OUTPUT_PAIRS };

/* Stores a value that L1 does not keep. */
__device__ static __forceinline__ void
store_unkept (float *to,
              float  value)
{
  const uint32_t words[] = { __float_as_uint (value) };

  asm volatile ("st.global.L1::no_allocate.b32 [%0], %1;" : : "l"(to), "r"(words[0]));
}

__device__ static __forceinline__ void
store_unkept (Complex<float> *to,
              Complex<float>  value)
{
  const uint32_t words[] = { __float_as_uint (value.re), __float_as_uint (value.im) };

  asm volatile ("st.global.L1::no_allocate.v2.b32 [%0], {%1, %2};" : : "l"(to), "r"(words[0]), "r"(words[1]));
}

/* TRUE where stores past L1 are faster: by a tenth for complex segments of 1024, and slower for most others. */
template<typename T, int LENGTH, SegmentOutput OUTPUT>
constexpr bool UNKEPT = sizeof (T) == 4
                        && ((LENGTH == 1024 && OUTPUT == OUTPUT_COMPLEX) || (LENGTH == LONG_SEGMENT && OUTPUT == OUTPUT_PACKED));

template<typename T, int LENGTH, SegmentOutput OUTPUT, typename Value>
__device__ static __forceinline__ void
store (Value *to,
       Value  value)
{
  if constexpr (UNKEPT<T, LENGTH, OUTPUT>)
    store_unkept (to, value);
  else
    *to = value;
}

/* Stores a thread's points. Bit k of @valid: the point is an output; of @valid_partner: so is its imaginary part. */
template<typename T, int LENGTH, SegmentOutput OUTPUT>
__device__ static __forceinline__ void
store_points (const SegmentArgs<T> &args,
              int64_t               at,
              unsigned              valid,
              unsigned              valid_partner,
              T                     rest,
              Points<T, LENGTH>    &x)
{
  typedef Segment<T, LENGTH> S;
  constexpr int THREADS = S::THREADS;

  if (OUTPUT == OUTPUT_ANY && args.power)
    {
      double *const out = (double *) args.out + at;
      const double factor = (double) rest * (double) rest;

#pragma unroll
      for (int k = 0; k < S::POINTS; k++)
        {
          const double re = (double) x[k].re * x[k].re, im = (double) x[k].im * x[k].im;

          if (valid & 1u << k)
            out[k * THREADS] = (args.packed ? re : re + im) * factor;
          if (valid_partner & 1u << k)
            out[k * THREADS + args.partner] = im * factor;
        }
      return;
    }
  if (rest != 1)
#pragma unroll
    for (int k = 0; k < S::POINTS; k++)
      x[k] = x[k] * rest;
  if (OUTPUT == OUTPUT_ANY ? args.packed : OUTPUT == OUTPUT_PACKED)
    {
      T *out = (T *) args.out + at, *partner = out + args.partner;

      if constexpr (UNKEPT<T, LENGTH, OUTPUT>) /* not computed anew for every store */
        asm volatile ("" : "+l"(out), "+l"(partner));
#pragma unroll
      for (int k = 0; k < S::POINTS; k++)
        if (valid & 1u << k)
          store<T, LENGTH, OUTPUT> (out + k * THREADS, x[k].re);
#pragma unroll
      for (int k = 0; k < S::POINTS; k++)
        if (valid_partner & 1u << k)
          store<T, LENGTH, OUTPUT> (partner + k * THREADS, x[k].im);
    }
  else
    {
      Complex<T> *out = (Complex<T> *) args.out + at;

      if constexpr (UNKEPT<T, LENGTH, OUTPUT>)
        asm volatile ("" : "+l"(out));
#pragma unroll
      for (int k = 0; k < S::POINTS; k++)
        if (valid & 1u << k)
          store<T, LENGTH, OUTPUT> (out + k * THREADS, x[k]);
    }
}

/* Stores pairs: y[t], and the value between it and y[t + 1], where a thread's point is y[t + 2]. The others come through
 * @exchange. */
template<typename T, int LENGTH>
__device__ static __forceinline__ void
store_pairs (const SegmentArgs<T> &args,
             int64_t               at,
             unsigned              valid,
             unsigned              valid_partner,
             T                     rest,
             Complex<T>           *exchange,
             unsigned              t,
             Points<T, LENGTH>    &x)
{
  typedef Segment<T, LENGTH> S;
  Complex<T> *const out = (Complex<T> *) args.out;

  S::synchronize ();
#pragma unroll
  for (int k = 0; k < S::POINTS; k++)
    {
      x[k] = x[k] * rest;
      exchange[S::padded (k * S::THREADS + t)] = x[k];
    }
  S::synchronize ();
#pragma unroll
  for (int k = 0; k < S::POINTS; k++)
    if ((valid | valid_partner) & 1u << k)
      {
        const unsigned point = k * S::THREADS + t;
        const int64_t to = at + k * S::THREADS;
        const Complex<T> y = exchange[S::padded (point - 2)];
        const Complex<T> z = between (exchange[S::padded (point - 3)], y, exchange[S::padded (point - 1)], x[k]);

        if (!args.packed)
          {
            out[2 * to] = y;
            out[2 * to + 1] = z;
            continue;
          }
        if (valid & 1u << k)
          out[to] = { y.re, z.re };
        if (valid_partner & 1u << k)
          out[to + args.partner] = { y.im, z.im };
      }
}

/* Returns the point after the last one that is an output, of a segment whose outputs begin at @first. */
template<typename T>
__device__ static __forceinline__ int
outputs_end (const SegmentArgs<T> &args,
             int64_t               first)
{
  return args.discarded + (int) max ((int64_t) 0, min ((int64_t) args.useful, args.n - first));
}

/* Returns the set of 0 ≤ k < n ≤ 32. */
__device__ static __forceinline__ unsigned
first_bits (int n)
{
  return n < 32 ? (1u << n) - 1 : ~0u;
}

/* Returns the set of k for which @begin ≤ k @threads + t < @end. */
__device__ static __forceinline__ unsigned
points_between (int threads,
                int t,
                int begin,
                int end)
{
  const int low = max (begin - t + threads - 1, 0) / threads, high = max (end - t + threads - 1, 0) / threads;

  return first_bits (high) & ~first_bits (low);
}

/* The units of a thread block, and its copies of the exchange: with two of them a filter takes one barrier. */
template<typename T, int LENGTH>
struct SegmentBlock
{
  typedef Segment<T, LENGTH> S;
  static constexpr int UNITS = S::THREADS < 64 ? 64 / S::THREADS : 1, THREADS = UNITS * S::THREADS;
  static constexpr int EXCHANGES = sizeof (T) == 4 && S::THREADS > 32 ? 2 : 1;
  static constexpr int BLOCKS = (sizeof (T) == 8 ? 256 : S::POINTS == 32 ? 384 : 512) / THREADS; /* a multiprocessor */
  static constexpr uint64_t SHARED = (uint64_t) UNITS * EXCHANGES * S::EXCHANGE * sizeof (Complex<T>);
  static constexpr uint64_t STAGE = sizeof (T) == 4 && S::THREADS > 32 ? LENGTH * sizeof (Complex<T>) : 0; /* stages_filters() */

  /* TRUE if the code being compiled copies filters to shared memory. */
  __device__ static constexpr bool
  is_staged ()
  {
#ifdef __CUDA_ARCH__
    return STAGE > 0 && stages_filters (__CUDA_ARCH__);
#else
    return false;
#endif
  }
};

/* Copies 16 bytes to shared memory, while the thread goes on. */
__device__ static __forceinline__ void
stage_pack (const void *from,
            void       *to)
{
  const unsigned at = (unsigned) __cvta_generic_to_shared (to);

  asm volatile ("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(at), "l"(from) : "memory");
}

/* Copies a thread's part of a filter's spectrum. */
template<typename T, int LENGTH>
__device__ static __forceinline__ void
stage_filter (const Pack<T> *from,
              Pack<T>       *to)
{
  typedef Segment<T, LENGTH> S;

#pragma unroll
  for (int i = 0; i < S::POINTS / Pack<T>::SIZE; i++)
    stage_pack (from + i * S::THREADS, to + i * S::THREADS);
}

/* What a thread knows of its unit. */
template<typename T, int LENGTH>
struct ThreadUnit
{
  unsigned                             t, begin, end; /* in the segment; filters */
  int64_t                              unit, to;      /* the place of point t in a row of outputs */
  unsigned                             valid, valid_partner;
  Complex<T>                          *exchanges;
  Pack<T>                             *stage;
  T                                    rest;
  Complex<T>                           spectrum[Segment<T, LENGTH>::POINTS];
  typename Segment<T, LENGTH>::Roots   roots;
};

/* Sets x to the product of a thread's parts of a spectrum and of a filter's. Where filters come by way of @stage, starts to copy
 * the next one, @NEXT packs further. */
template<typename T, int LENGTH, uint64_t NEXT>
__device__ static __forceinline__ void
multiply_filter (const Pack<T>           *filter,
                 Pack<T>                 *stage,
                 bool                     is_first,
                 bool                     is_last,
                 const Points<T, LENGTH> &spectrum,
                 Points<T, LENGTH>       &x)
{
  if constexpr (!SegmentBlock<T, LENGTH>::is_staged ())
    {
      multiply_spectra<T, LENGTH> (filter, spectrum, x);
      return;
    }
  if (is_first)
    stage_filter<T, LENGTH> (filter, stage);
  asm volatile ("cp.async.wait_all;" : : : "memory");
  multiply_spectra<T, LENGTH> (stage, spectrum, x);
  if (!is_last)
    stage_filter<T, LENGTH> (filter + NEXT, stage);
}

/* Computes the outputs of a unit for all filters of a chunk. Unless @SCALED they need no factor, and no branch stands between the
 * last butterflies and the stores. */
template<typename T, int LENGTH, bool FROM_PRODUCTS, SegmentOutput OUTPUT, bool SCALED>
__device__ static __forceinline__ void
filter_unit (const SegmentArgs<T>        &args,
             const ThreadUnit<T, LENGTH> &unit)
{
  typedef Segment<T, LENGTH> S;
  typedef SegmentBlock<T, LENGTH> Block;
  constexpr int PACKS = LENGTH / Pack<T>::SIZE;
  const T rest = SCALED ? unit.rest : (T) 1;
  unsigned row = args.rows[unit.begin];
  Complex<T> x[S::POINTS];

  for (unsigned i = unit.begin; i < unit.end; i++)
    {
      Complex<T> *const exchange = unit.exchanges + (Block::EXCHANGES > 1 ? (i - unit.begin) % 2 * S::EXCHANGE : 0);
      const int64_t to = row * args.stride + unit.to;

      row = args.rows[min (i + 1, unit.end - 1)]; /* of the next filter: not waited for */

      if (FROM_PRODUCTS)
        load_spectrum<T, LENGTH> (args.filters + ((int64_t) i * args.units + min (unit.unit, args.units - 1)) * PACKS + unit.t, x);
      else
        multiply_filter<T, LENGTH, PACKS> (args.filters + (uint64_t) i * PACKS + unit.t, unit.stage, i == unit.begin,
                                           i + 1 == unit.end, unit.spectrum, x);
      /* two exchanges alternate, so that the barrier within inverse() stands between their uses */
      if (Block::EXCHANGES == 1)
        S::synchronize ();
      S::inverse (x, exchange, unit.roots, unit.t);
      if (OUTPUT == OUTPUT_PAIRS)
        store_pairs<T, LENGTH> (args, to, unit.valid, unit.valid_partner, rest, exchange, unit.t, x);
      else
        store_points<T, LENGTH, OUTPUT> (args, to, unit.valid, unit.valid_partner, rest, x);
    }
}

/* Outputs of a unit for a chunk of filters. @FROM_PRODUCTS: of products in place of samples. */
template<typename T, int LENGTH, bool FROM_PRODUCTS, SegmentOutput OUTPUT>
__device__ static __forceinline__ void
run_unit (const SegmentArgs<T>  &args,
          ThreadUnit<T, LENGTH> &unit)
{
  typedef Segment<T, LENGTH> S;
  const int64_t first = unit.unit * args.step;

  unit.to = first + unit.t - args.discarded;
  if (FROM_PRODUCTS)
    unit.rest = Unscale<T> (args.scaling).rest;
  else
    unit.rest = transform_unit<T, LENGTH> (args, unit.unit, unit.exchanges, unit.t, unit.spectrum);
  unit.valid = points_between (S::THREADS, (int) unit.t, args.discarded, outputs_end (args, first));
  unit.valid_partner = 0;
  if (OUTPUT == OUTPUT_PACKED || (OUTPUT != OUTPUT_COMPLEX && args.packed))
    unit.valid_partner = points_between (S::THREADS, (int) unit.t, args.discarded, outputs_end (args, first + args.partner));
  if (unit.unit >= args.units)
    unit.valid = unit.valid_partner = 0;
  /* not computed anew for every filter */
  asm volatile ("" : "+r"(unit.valid), "+r"(unit.valid_partner), "+l"(unit.to));
  unit.roots.load (args.roots, unit.t);
  /* with 32 points a second loop of complex outputs would take registers from the first */
  if ((OUTPUT == OUTPUT_PACKED || (OUTPUT == OUTPUT_COMPLEX && S::POINTS == 16)) && unit.rest == 1)
    filter_unit<T, LENGTH, FROM_PRODUCTS, OUTPUT, false> (args, unit);
  else
    filter_unit<T, LENGTH, FROM_PRODUCTS, OUTPUT, true> (args, unit);
}

/* Outputs of a thread block's slots. */
template<typename T, int LENGTH, bool FROM_PRODUCTS, SegmentOutput OUTPUT>
__global__ static void __launch_bounds__ (SegmentBlock<T, LENGTH>::THREADS, SegmentBlock<T, LENGTH>::BLOCKS)
filter_segments (const SegmentArgs<T> args)
{
  extern __shared__ __align__ (16) char shared[];
  typedef Segment<T, LENGTH> S;
  typedef SegmentBlock<T, LENGTH> Block;
  uint64_t slot = blockIdx.x * args.slots_per_block;
  const uint64_t end = min (slot + args.slots_per_block, args.all_slots);
  ThreadUnit<T, LENGTH> unit;

  if (LENGTH == LONG_SEGMENT && !Block::is_staged ()) /* never launched */
    return;
  unit.t = threadIdx.x % S::THREADS;
  unit.exchanges = (Complex<T> *) shared + threadIdx.x / S::THREADS * (Block::EXCHANGES * S::EXCHANGE);
  unit.stage = (Pack<T> *) (shared + Block::SHARED) + unit.t;
  while (slot < end)
    {
      const uint64_t units = slot / args.slots;

      unit.unit = (int64_t) units * Block::UNITS + threadIdx.x / S::THREADS;
      unit.begin = (unsigned) (slot - units * args.slots);
      unit.end = (unsigned) min (unit.begin + end - slot, (uint64_t) args.n_filters);
      slot = (units + 1) * args.slots;
      run_unit<T, LENGTH, FROM_PRODUCTS, OUTPUT> (args, unit);
      S::synchronize (); /* the next unit takes the same exchange */
    }
}

/* Spectra of units for all filters. */
template<typename T, int LENGTH>
__global__ static void __launch_bounds__ (Segment<T, LENGTH>::THREADS)
transform_units (const SegmentArgs<T> args)
{
  extern __shared__ __align__ (16) char shared[];
  typedef Segment<T, LENGTH> S;
  Pack<T> *const to = args.spectra + (uint64_t) blockIdx.x * (LENGTH / Pack<T>::SIZE) + threadIdx.x;
  Complex<T> x[S::POINTS];

  transform_unit<T, LENGTH> (args, blockIdx.x, (Complex<T> *) shared, threadIdx.x, x);
  store_spectrum<T, LENGTH> (x, (T) 1, to);
}

/* Transforms part blockIdx.x % @parts of filter blockIdx.x / @parts in double precision: @each taps of its frame. */
template<typename T, int LENGTH>
__global__ static void __launch_bounds__ (Segment<T, LENGTH>::THREADS)
make_filter_spectra (const Complex<double> *table,
                     const FilterTaps      *taps,
                     int64_t                parts,
                     int64_t                each,
                     const Root<double>    *roots,
                     Pack<T>               *spectra)
{
  extern __shared__ __align__ (16) char shared[];
  typedef Segment<double, LENGTH, Segment<T, LENGTH>::POINTS> S;
  const FilterTaps filter = taps[blockIdx.x / parts];
  const int64_t first = blockIdx.x % parts * each - filter.lead;
  Complex<double> x[S::POINTS];

#pragma unroll
  for (int k = 0; k < S::POINTS; k++)
    {
      const int64_t at = k * S::THREADS + (int64_t) threadIdx.x, tap = first + at;

      x[bits_reversed<S::POINTS> (k)] = { 0, 0 };
      if (at < each && tap >= 0 && tap < (int64_t) filter.n_taps)
        x[bits_reversed<S::POINTS> (k)] = table[filter.start + (uint64_t) tap];
    }
  S::forward (x, (Complex<double> *) shared, roots, threadIdx.x);
  store_spectrum<T, LENGTH> (x, 1.0 / LENGTH, spectra + (uint64_t) blockIdx.x * (LENGTH / Pack<T>::SIZE) + threadIdx.x);
}

template<typename T, int LENGTH, int POINTS>
__global__ static void __launch_bounds__ (LENGTH / POINTS)
make_segment_roots (Root<T> *roots)
{
  typedef Segment<T, LENGTH, POINTS> S;

  for (int i = 0; i < N_ROOT_SETS * S::SET_ROOTS; i++)
    {
      const double least = sizeof (T) == 4 ? 1e-8 : 1e-17; /* a cosine of 0 is as good as this, and its tangent finite */
      double c, s;

      sincospi (2 * S::angle_of (i / S::SET_ROOTS, i % S::SET_ROOTS, threadIdx.x), &s, &c);
      c = fabs (c) < least ? least : c;
      roots[i * S::THREADS + threadIdx.x] = { (T) c, (T) (s / c) };
    }
}
