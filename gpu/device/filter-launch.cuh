/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Launches of the kernels in filter-segments.cuh: which kernel, and what each thread block computes. */
#pragma once

#include "filter-segments.cuh"

/* By length of segment. */
#define FOR_LENGTHS(X) X (256), X (512), X (1024), X (2048), X (4096)

static inline int
index_of_length (int length)
{
  int i = 0;

  while (256 << i < length)
    i++;
  return i;
}

/* The last length: long segments are of single precision only. */
template<typename T>
constexpr int LAST_LENGTH = sizeof (T) == 4 ? LONG_SEGMENT : ONDES_CUDA_SEGMENT_MOST;

/* What a thread block of a kernel takes. */
struct SegmentLayout
{
  int      units, threads, blocks; /* blocks: of a multiprocessor */
  uint64_t shared, stage;
};

/* Returns the filters of a thread block: many share its forward transform, few leave no multiprocessor idle at the end. Blocks end
 * at different times, so that the last wave costs something between its share and a whole one; fitted to 8, 16 and 32 filters a
 * block on an H200. */
static inline unsigned
choose_filters_per_block (unsigned n_filters,
                          int64_t  blocks,
                          int64_t  resident)
{
  static const double forward = 2, tail = 0.5; /* as long as this many filters; of a wave */
  double least = 1e300;
  unsigned best = n_filters;

  for (unsigned chunks = 1; chunks <= n_filters; chunks++)
    {
      const unsigned each = (unsigned) blocks_for (n_filters, chunks);
      const uint64_t all = (uint64_t) blocks * blocks_for (n_filters, each);
      const double waves = (double) all / (double) resident, whole = (double) blocks_for (all, (uint64_t) resident);
      const double cost = (whole + waves + tail) / 2 * (each + forward);

      if (cost < least)
        {
          least = cost;
          best = each;
        }
    }
  return best;
}

/* Shares the units out among thread blocks. A block alone on its multiprocessor gets an equal share of all, which ends in the
 * middle of a unit's filters: whole units would leave multiprocessors idle at the end. Where several blocks share one, some end
 * before others anyway. */
template<typename T>
static void
share_out (const OndesCuda     *self,
           const SegmentLayout *layout,
           int64_t              blocks,
           SegmentArgs<T>      *args)
{
  const int64_t resident = (int64_t) self->limits.processors * layout->blocks;

  args->slots = args->n_filters;
  if (layout->blocks == 1)
    args->slots_per_block = blocks_for ((uint64_t) blocks * args->n_filters, (uint64_t) resident);
  else
    {
      args->slots_per_block = choose_filters_per_block (args->n_filters, blocks, resident);
      args->slots = (unsigned) (blocks_for (args->n_filters, args->slots_per_block) * args->slots_per_block);
    }
  args->all_slots = (uint64_t) blocks * args->slots;
}

/* Launches @kernel, which computes outputs of segments of @length. */
template<typename T>
static OndesCudaStatus
launch_outputs (OndesCuda            *self,
                int                   length,
                void                (*kernel) (SegmentArgs<T>),
                const SegmentArgs<T> *args)
{
#define LAYOUT(length) { SegmentBlock<T, length>::UNITS, SegmentBlock<T, length>::THREADS, SegmentBlock<T, length>::BLOCKS, \
                         SegmentBlock<T, length>::SHARED, SegmentBlock<T, length>::STAGE }
  static const SegmentLayout layouts[SEGMENT_LENGTHS] = { FOR_LENGTHS (LAYOUT), LAYOUT (LAST_LENGTH<T>) };
  const SegmentLayout *layout = &layouts[index_of_length (length)];
  const uint64_t shared = layout->shared + (stages_filters (running_arch (self->limits)) ? layout->stage : 0);
  const OndesCudaStatus status = ondes_cuda_shared (self, (const void *) kernel, shared);
  SegmentArgs<T> with = *args;

  if (status != ONDES_CUDA_OK)
    return status;
  share_out (self, layout, (int64_t) blocks_for ((uint64_t) args->units, (uint64_t) layout->units), &with);

  const unsigned blocks = (unsigned) blocks_for (with.all_slots, with.slots_per_block);

  kernel<<<blocks, (unsigned) layout->threads, shared, self->compute>>> (with);
  ONDES_CUDA_LAUNCHED ("filtering the segments failed");
  return ONDES_CUDA_OK;
}

template<typename T>
OndesCudaStatus
ondes_cuda_fir_segments (OndesCuda            *self,
                         int                   length,
                         const SegmentArgs<T> *args)
{
  typedef void (*Kernel) (const SegmentArgs<T>);
#define FILTER(length) filter_segments<T, length, false, OUTPUT_ANY>
#define FILTER_COMPLEX(length) filter_segments<T, length, false, OUTPUT_COMPLEX>
#define FILTER_PACKED(length) filter_segments<T, length, false, OUTPUT_PACKED>
#define FILTER_PAIRS(length) filter_segments<T, length, false, OUTPUT_PAIRS>
  static const Kernel kernels[][SEGMENT_LENGTHS] = { { FOR_LENGTHS (FILTER) },
                                                     { FOR_LENGTHS (FILTER_COMPLEX), FILTER_COMPLEX (LAST_LENGTH<T>) },
                                                     { FOR_LENGTHS (FILTER_PACKED), FILTER_PACKED (LAST_LENGTH<T>) },
                                                     { FOR_LENGTHS (FILTER_PAIRS) } };
  const SegmentOutput output = args->interpolated ? OUTPUT_PAIRS
                               : args->power      ? OUTPUT_ANY
                               : args->packed     ? OUTPUT_PACKED
                                                  : OUTPUT_COMPLEX;

  return launch_outputs (self, length, kernels[output][index_of_length (length)], args);
}

template<typename T>
OndesCudaStatus
ondes_cuda_fir_restore (OndesCuda            *self,
                        int                   length,
                        const SegmentArgs<T> *args)
{
  typedef void (*Kernel) (const SegmentArgs<T>);
#define RESTORE(length) filter_segments<T, length, true, OUTPUT_ANY>
#define RESTORE_PAIRS(length) filter_segments<T, length, true, OUTPUT_PAIRS>
  static const Kernel kernels[][SEGMENT_LENGTHS] = { { FOR_LENGTHS (RESTORE) }, { FOR_LENGTHS (RESTORE_PAIRS) } };

  return launch_outputs (self, length, kernels[args->interpolated][index_of_length (length)], args);
}

template<typename T>
OndesCudaStatus
ondes_cuda_fir_transform (OndesCuda            *self,
                          int                   length,
                          const SegmentArgs<T> *args)
{
#define TRANSFORM(length) { transform_units<T, length>, Segment<T, length>::THREADS, SegmentBlock<T, length>::SHARED }
  static const struct { void (*kernel) (SegmentArgs<T>); int threads; uint64_t shared; } transforms[] = { FOR_LENGTHS (TRANSFORM) };
  const auto launch = transforms[index_of_length (length)];
  const auto kernel = launch.kernel;
  const OndesCudaStatus status = ondes_cuda_shared (self, (const void *) kernel, launch.shared);

  if (status != ONDES_CUDA_OK)
    return status;
  kernel<<<(unsigned) args->units, (unsigned) launch.threads, launch.shared, self->compute>>> (*args);
  ONDES_CUDA_LAUNCHED ("transforming the segments failed");
  return ONDES_CUDA_OK;
}

/* Computes the roots of segments of type T with as many points to a thread as segments of type OF have. */
template<typename T, typename OF>
static OndesCudaStatus
make_roots (OndesCuda *self,
            int        length,
            Root<T>   *roots)
{
#define ROOTS(length) { make_segment_roots<T, length, Segment<OF, length>::POINTS>, Segment<OF, length>::THREADS }
  static const struct { void (*kernel) (Root<T> *); int threads; } makers[SEGMENT_LENGTHS]
    = { FOR_LENGTHS (ROOTS), ROOTS (LAST_LENGTH<OF>) };
  const auto maker = makers[index_of_length (length)];
  const auto kernel = maker.kernel;

  kernel<<<1, (unsigned) maker.threads, 0, self->compute>>> (roots);
  ONDES_CUDA_LAUNCHED ("computing the segments' roots failed");
  return ONDES_CUDA_OK;
}

template<typename T>
OndesCudaStatus
ondes_cuda_fir_spectra_roots (OndesCuda    *self,
                              int           length,
                              Root<double> *roots)
{
  return make_roots<double, T> (self, length, roots);
}

template<typename T>
OndesCudaStatus
ondes_cuda_fir_spectra (OndesCuda             *self,
                        const FilterGroup     *group,
                        const Complex<double> *table,
                        const FilterTaps      *taps,
                        Root<double>          *roots,
                        Pack<T>               *spectra)
{
#define MAKE(length) { make_filter_spectra<T, length>, Segment<T, length>::THREADS }
  static const struct { void (*kernel) (const Complex<double> *, const FilterTaps *, int64_t, int64_t, const Root<double> *,
                                        Pack<T> *); int threads; } makers[SEGMENT_LENGTHS]
    = { FOR_LENGTHS (MAKE), MAKE (LAST_LENGTH<T>) };
  const auto maker = makers[index_of_length (group->length)];
  const auto kernel = maker.kernel;
  const uint64_t shared = (uint64_t) (group->length + maker.threads) * sizeof (Complex<double>);
  OndesCudaStatus status = ondes_cuda_shared (self, (const void *) kernel, shared);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_fir_spectra_roots<T> (self, group->length, roots);
  if (status != ONDES_CUDA_OK)
    return status;
  kernel<<<(unsigned) (group->n_filters * (uint64_t) group->parts), (unsigned) maker.threads, shared, self->compute>>> (
    table, taps, group->parts, group->parts == 1 ? group->length : group->useful, roots, spectra);
  ONDES_CUDA_LAUNCHED ("transforming the filters failed");
  return ONDES_CUDA_OK;
}

template<typename T>
OndesCudaStatus
ondes_cuda_fir_roots (OndesCuda *self,
                      int        length,
                      Root<T>   *roots)
{
  return make_roots<T, T> (self, length, roots);
}
