/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the kernels of filters; filter.cu describes the methods. */
#pragma once

#include "filter-kernels.h"
#include "filter-fourier.cuh"
#include "private.cuh"

static const int SEGMENT_LENGTHS = 6, LONG_SEGMENT = 8192; /* 256, 512 … 8192 */
static const int FOUR_STEP_LENGTHS = 5; /* 65536, 131072 … 1048576, see filter-four-step.cuh */

static_assert (ONDES_CUDA_FOUR_STEP_LEAST == FFT_SIZE * FFT_SIZE
                 && ONDES_CUDA_FOUR_STEP_MOST == ONDES_CUDA_FOUR_STEP_LEAST << (FOUR_STEP_LENGTHS - 1),
               "rows of 256 to 4096 points");

static inline bool
is_four_step (int length)
{
  return length >= ONDES_CUDA_FOUR_STEP_LEAST;
}

/* TRUE if thread blocks have shared memory for the next filter beside their exchanges. */
__host__ __device__ constexpr bool
stages_filters (int arch)
{
  return arch_shared_bytes (arch) >= 227 << 10;
}

/* A filter whose outputs are interpolated computes y LAG outputs ahead, so that all it needs lies up to LAG + 1 points before. */
static const int INTERPOLATION_LAG = 2, INTERPOLATION_REACH = INTERPOLATION_LAG + 1;

/* Returns the value in the middle between b and c. */
template<typename T>
__device__ static __forceinline__ Complex<T>
between (Complex<T> a,
         Complex<T> b,
         Complex<T> c,
         Complex<T> d)
{
  return { (9 * (b.re + c.re) - (a.re + d.re)) / 16, (9 * (b.im + c.im) - (a.im + d.im)) / 16 };
}

/* What one thread loads at a time. */
template<typename T>
struct alignas (16) Pack
{
  static constexpr int SIZE = 16 / sizeof (Complex<T>);
  Complex<T> v[SIZE];
};

/* A unit is a segment, or for real samples and taps a pair of them that one complex transform takes as its real and imaginary
 * part. Unit u computes outputs u step … u step + useful − 1, and the pair's other segment those @partner later. */
template<typename T>
struct SegmentArgs
{
  const T                *x; /* split complex, as in OndesCudaSignal */
  int64_t                 x_stride, count;
  const OndesCudaScaling *scaling;
  int64_t                 base; /* sample at point 0 of unit 0 */
  const Pack<T>          *filters; /* or products, see PartArgs */
  const Root<T>          *roots;
  const unsigned         *rows; /* of the output, by filter */
  Pack<T>                *spectra; /* of ondes_cuda_fir_transform() */
  void                   *out;
  int64_t                 stride, n, step, partner, units;
  unsigned                n_filters, slots; /* of a unit, or the few that a thread block takes at a time: filters come first */
  uint64_t                all_slots, slots_per_block;
  int                     discarded, useful; /* leading points of a segment that wrapped around; points after them */
  bool                    complex_in, packed, power;
  bool                    interpolated; /* @out has pairs of outputs, and @stride counts them */
};

/* Taps of a filter on the device: @n_taps from @start of the table on, the first one @lead places into the frame. */
struct FilterTaps
{
  uint64_t start, n_taps;
  int64_t  lead;
};

/* Products of the spectra of parts. @spectra: of the units parts − 1 before the first one, and of @units; @products: of all units
 * for the first filter, the next … */
template<typename T>
struct PartArgs
{
  const Pack<T>    *filters, *spectra;
  Pack<T>          *products;
  const FilterTaps *taps;
  int64_t           units, parts, each, packs; /* taps of a part, packs of a spectrum */
};

/* A launch over four-step segments. */
template<typename T>
struct FourStepArgs
{
  SegmentArgs<T> segments; /* without @spectra; roots of rows */
  Complex<T>    *columns;  /* transformed, by unit and row */
  Complex<T>    *products; /* of rows, transformed back, by filter, unit and row */
  unsigned       filters_per_block;
};

/* The derivative at the recording's ends. */
struct EndArgs
{
  OndesCudaSignal        signal;
  const Complex<double> *taps; /* without the derivative */
  const FilterTaps      *filters;
  const int64_t         *delays;
  const unsigned        *rows;
  void                  *out;
  int64_t                stride;
  uint64_t               n;
  double                 rate_hz;
  bool                   complex_out, is_first, is_last;
};

/* Outputs in rows of @n. */
struct ValueArgs
{
  const void *data;
  uint64_t    n;
  bool        complex_values, single;
};

/* Filters that share a segment length, next to each other in the bank's order. */
struct FilterGroup
{
  int      length;             /* of a segment */
  unsigned first, n_filters;
  int64_t  lead;               /* tap m of filter b stands at m + lead − d_b of the frame: output t is Σ frame[i] x[t + lead − i] */
  uint64_t taps;               /* of the frame, and the reach of an interpolation */
  int64_t  parts;              /* pieces of @useful taps; 1: all taps at once */
  int      discarded, useful;  /* as in SegmentArgs */
  double   cost_ps;            /* of an output of all filters, complex */
  uint64_t spectra_at, roots_at; /* byte offsets in the bank's memory */
};

/* A filter as it is used, with the two taps more of a derivative, or the lag of an interpolation. */
struct FilterShape
{
  unsigned row; /* of the output, and of the filters as they were given */
  uint64_t n_taps;
  int64_t  delay;
  uint64_t half; /* direct: taps on each side of the common centre */
};

struct _OndesCudaFirBank
{
  bool          single, complex_in, complex_taps, direct, compensated, long_segments;
  OndesCudaPost post;
  double        rate_hz;
  unsigned      n_filters, n_groups;
  FilterShape  *filters; /* overlap-save: sorted by length; direct: by half */
  FilterGroup  *groups; /* of @n_groups */
  int64_t       centre; /* direct: the sample in the middle of all taps, from the output's on */
  uint64_t      outputs; /* as in OndesCudaFirOptions */
  uint64_t      left, right, bytes;
  uint64_t      n_direct_taps, n_end_taps;
  /* device memory, and byte offsets in it */
  char         *memory;
  uint64_t      rows_at, taps_at, end_taps_at, end_delays_at, end_table_at, direct_rows_at, direct_ranges_at, direct_taps_at,
    tap_sums_at;
};

/* Returns the points before an output that its post-processing needs. */
static inline int
reach_of (const OndesCudaFirBank *bank)
{
  return bank->post == ONDES_CUDA_POST_INTERPOLATION ? INTERPOLATION_REACH : 0;
}

/* filter-groups.cu: chooses the groups that take the least time together. @segment: the length of all, 0 for the best of each.
 * FALSE without memory. */
bool ondes_cuda_fir_make_groups (OndesCudaFirBank *bank,
                                 uint64_t          segment);

/* filter-float.cu and -double.cu: outputs from samples. Each of these functions launches one kernel; @length as in Segment. */
template<typename T>
OndesCudaStatus ondes_cuda_fir_segments (OndesCuda            *self,
                                         int                   length,
                                         const SegmentArgs<T> *args);

/* filter-parts-float.cu and -double.cu, of filters in parts: spectra from samples. */
template<typename T>
OndesCudaStatus ondes_cuda_fir_transform (OndesCuda            *self,
                                          int                   length,
                                          const SegmentArgs<T> *args);
/* Outputs from products of spectra. */
template<typename T>
OndesCudaStatus ondes_cuda_fir_restore (OndesCuda            *self,
                                        int                   length,
                                        const SegmentArgs<T> *args);

/* filter-spectra-float.cu and -double.cu. Transforms the filters of a group in double precision. @roots: scratch memory. */
template<typename T>
OndesCudaStatus ondes_cuda_fir_spectra (OndesCuda             *self,
                                        const FilterGroup     *group,
                                        const Complex<double> *table,
                                        const FilterTaps      *taps,
                                        Root<double>          *roots,
                                        Pack<T>               *spectra);
template<typename T>
OndesCudaStatus ondes_cuda_fir_roots (OndesCuda *self,
                                      int        length,
                                      Root<T>   *roots);
/* Computes the roots that double-precision transforms of filters of type T take. */
template<typename T>
OndesCudaStatus ondes_cuda_fir_spectra_roots (OndesCuda    *self,
                                              int           length,
                                              Root<double> *roots);

/* filter-four-step-float.cu and -double.cu. Transforms the columns of all units. */
template<typename T>
OndesCudaStatus ondes_cuda_four_step_columns (OndesCuda             *self,
                                              int                    length,
                                              const FourStepArgs<T> *args);
/* Computes the outputs of the filters that @args has. */
template<typename T>
OndesCudaStatus ondes_cuda_four_step_filter (OndesCuda             *self,
                                             int                    length,
                                             const FourStepArgs<T> *args);
/* As ondes_cuda_fir_spectra(). @columns: scratch memory for a segment. */
template<typename T>
OndesCudaStatus ondes_cuda_four_step_spectra (OndesCuda             *self,
                                              const FilterGroup     *group,
                                              const Complex<double> *table,
                                              const FilterTaps      *taps,
                                              Root<double>          *roots,
                                              Complex<double>       *columns,
                                              Pack<T>               *spectra);

/* masks.cu: fills @table with the masks of @rows, host, sorted by length, as filters. */
OndesCudaStatus ondes_cuda_fir_masks (OndesCuda              *self,
                                      const OndesCudaWavelet *wavelet,
                                      const OndesCudaRow     *rows,
                                      unsigned                n_rows,
                                      Complex<double>        *table);

/* filter-steps.cu */
template<typename T>
OndesCudaStatus ondes_cuda_fir_multiply (OndesCuda         *self,
                                         const PartArgs<T> *args,
                                         unsigned           n_filters);
OndesCudaStatus ondes_cuda_fir_ends (OndesCuda     *self,
                                     const EndArgs *args,
                                     unsigned       n_filters);
OndesCudaStatus ondes_cuda_fir_square (OndesCuda       *self,
                                       const ValueArgs *values,
                                       unsigned         n_filters,
                                       double          *out,
                                       uint64_t         stride);
/* Adds the events of rows of values, see ondes_cuda_fir_peaks(). */
OndesCudaStatus ondes_cuda_fir_find (OndesCuda               *self,
                                     const ValueArgs         *values,
                                     unsigned                 n_filters,
                                     const OndesCudaFirPeaks *peaks);
OndesCudaStatus ondes_cuda_fir_sum (OndesCuda               *self,
                                    const ValueArgs         *values,
                                    unsigned                 n_filters,
                                    const OndesCudaFirSpans *spans);
/* Stores two outputs for each value but the first three of a row, see INTERPOLATION_LAG. */
OndesCudaStatus ondes_cuda_fir_interpolate (OndesCuda       *self,
                                            const ValueArgs *values,
                                            unsigned         n_filters,
                                            void            *out,
                                            uint64_t         stride);
/* Returns the bytes of scratch memory for sums over @n outputs. */
uint64_t        ondes_cuda_fir_slice_bytes (unsigned n_filters,
                                            uint64_t n);
