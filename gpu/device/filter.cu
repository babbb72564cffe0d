/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of filters.
 *
 * Methods: overlap-save, one launch for each group of filters (filter-segments.cuh). Filters longer than a segment are cut into
 * parts of half a segment: a launch transforms all segments, one sums products of the parts' spectra (filter-steps.cu), one
 * transforms back, for as many segments and filters at a time as scratch memory holds. Filters of thousands of taps take less by
 * four-step segments (filter-four-step.cuh), in chunks of the same sizes. Direct convolution is that of the Morlet transform
 * (direct.cu), on rows that hold the taps about a common centre.
 *
 * Floor: the outputs are stored once; sums of energy and squares of direct convolution read them again.
 */
#include "filter-private.cuh"

static const int64_t CHUNK_POINTS = 1 << 22;             /* of the segments of a chunk */
static const int64_t PAIR_POINTS = 1024;                 /* outputs of a pair's segments are a multiple of this */
static const uint64_t PRODUCT_BYTES = (uint64_t) 256 << 20; /* of the products of a chunk, where one filter takes less */

/* Outputs of a run. */
struct Outputs
{
  void    *data;
  uint64_t stride, n;
  bool     power, interpolated, is_first, is_last;
};

/* Pieces of the run of a group that is partitioned or of four-step segments. */
struct Chunks
{
  int64_t  units;     /* of the run */
  int64_t  each;      /* units of a chunk */
  unsigned n_filters; /* of a product launch */
  uint64_t spectra_bytes, bytes;
};

static bool
is_packed (const OndesCudaFirBank *bank)
{
  return !bank->complex_in && !bank->complex_taps;
}

/* Returns the bytes of an output without post-processing. */
static int64_t
value_bytes (const OndesCudaFirBank *bank)
{
  return (int64_t) (bank->single ? sizeof (float) : sizeof (double)) * (is_packed (bank) ? 1 : 2);
}

static Chunks
lay_out_chunks (const OndesCudaFirBank *bank,
                const FilterGroup      *group,
                uint64_t                n)
{
  const uint64_t spectrum = (uint64_t) group->length * 2 * (bank->single ? sizeof (float) : sizeof (double));
  const int64_t useful = (int64_t) group->useful * (is_packed (bank) ? 2 : 1);
  Chunks chunks;
  uint64_t products;

  chunks.units = (int64_t) blocks_for (n, (uint64_t) useful);
  chunks.each = CHUNK_POINTS / group->length > group->parts ? CHUNK_POINTS / group->length : group->parts;
  if (chunks.each > chunks.units)
    chunks.each = chunks.units;
  products = (uint64_t) chunks.each * spectrum;
  chunks.n_filters = products < PRODUCT_BYTES ? (unsigned) (PRODUCT_BYTES / products) : 1;
  if (chunks.n_filters > group->n_filters)
    chunks.n_filters = group->n_filters;
  chunks.spectra_bytes = (uint64_t) (chunks.each + group->parts - 1) * spectrum;
  chunks.bytes = chunks.spectra_bytes + chunks.n_filters * products;
  return chunks;
}

/* Launches a partitioned group for the outputs that @args describes. */
template<typename T>
static OndesCudaStatus
run_parts (OndesCuda              *self,
           const OndesCudaFirBank *bank,
           const FilterGroup      *group,
           const SegmentArgs<T>   *args)
{
  const Chunks chunks = lay_out_chunks (bank, group, (uint64_t) args->n);
  const int64_t packs = group->length / Pack<T>::SIZE;
  void *work;
  OndesCudaStatus status = ondes_cuda_buffer (self, ONDES_CUDA_WORK, chunks.bytes, &work);

  for (int64_t unit = 0; unit < chunks.units && status == ONDES_CUDA_OK; unit += chunks.each)
    {
      const int64_t units = chunks.units - unit < chunks.each ? chunks.units - unit : chunks.each;
      const int64_t first = unit * group->useful * (args->packed ? 2 : 1); /* output */
      const int64_t value = args->power ? (int64_t) sizeof (double) : value_bytes (bank) * (args->interpolated ? 2 : 1);
      SegmentArgs<T> chunk = *args;
      PartArgs<T> parts = { args->filters, (Pack<T> *) work, (Pack<T> *) ((char *) work + chunks.spectra_bytes),
                            (const FilterTaps *) (bank->memory + bank->taps_at) + group->first, units, group->parts, group->useful,
                            packs };

      chunk.spectra = (Pack<T> *) work;
      chunk.step = group->useful;
      chunk.partner = args->packed ? units * group->useful : 0;
      chunk.units = units + group->parts - 1;
      chunk.base = args->base + first - (group->parts - 1) * group->useful;
      status = ondes_cuda_fir_transform (self, group->length, &chunk);
      chunk.filters = parts.products;
      chunk.units = units;
      chunk.out = (char *) args->out + first * value;
      chunk.n = args->n - first;
      for (unsigned i = 0; i < group->n_filters && status == ONDES_CUDA_OK; i += chunks.n_filters)
        {
          const unsigned n_filters = group->n_filters - i < chunks.n_filters ? group->n_filters - i : chunks.n_filters;

          chunk.n_filters = n_filters;
          chunk.rows = args->rows + i;
          if ((status = ondes_cuda_fir_multiply (self, &parts, n_filters)) == ONDES_CUDA_OK)
            status = ondes_cuda_fir_restore (self, group->length, &chunk);
          parts.filters += n_filters * group->parts * packs;
          parts.taps += n_filters;
        }
    }
  return status;
}

/* Launches a group of four-step segments for the outputs that @args describes. */
template<typename T>
static OndesCudaStatus
run_four_step (OndesCuda              *self,
               const OndesCudaFirBank *bank,
               const FilterGroup      *group,
               const SegmentArgs<T>   *args)
{
  const Chunks chunks = lay_out_chunks (bank, group, (uint64_t) args->n);
  FourStepArgs<T> chunk = { *args, nullptr, nullptr };
  SegmentArgs<T> &segments = chunk.segments;
  void *work;
  OndesCudaStatus status = ondes_cuda_buffer (self, ONDES_CUDA_WORK, chunks.bytes, &work);

  chunk.columns = (Complex<T> *) work;
  chunk.products = (Complex<T> *) ((char *) work + chunks.spectra_bytes);
  for (int64_t unit = 0; unit < args->units && status == ONDES_CUDA_OK; unit += chunks.each)
    {
      const int64_t first = unit * args->step; /* output */

      segments.units = args->units - unit < chunks.each ? args->units - unit : chunks.each;
      segments.base = args->base + first;
      segments.n = args->n - first;
      segments.out = (char *) args->out + first * (args->power ? (int64_t) sizeof (double) : value_bytes (bank));
      status = ondes_cuda_four_step_columns (self, group->length, &chunk);
      for (unsigned i = 0; i < group->n_filters && status == ONDES_CUDA_OK; i += chunks.n_filters)
        {
          segments.n_filters = group->n_filters - i < chunks.n_filters ? group->n_filters - i : chunks.n_filters;
          segments.rows = args->rows + i;
          segments.filters = args->filters + (uint64_t) i * (uint64_t) group->length / Pack<T>::SIZE;
          status = ondes_cuda_four_step_filter (self, group->length, &chunk);
        }
    }
  return status;
}

template<typename T>
static OndesCudaStatus
run_group (OndesCuda              *self,
           const OndesCudaFirBank *bank,
           const FilterGroup      *group,
           const OndesCudaSignal  *signal,
           const Outputs          *outputs)
{
  SegmentArgs<T> args = {};

  args.x = (const T *) signal->x;
  args.x_stride = (int64_t) signal->stride;
  args.count = (int64_t) signal->count;
  args.scaling = signal->scaling;
  args.base = (int64_t) signal->halo + group->lead - group->discarded;
  args.filters = (const Pack<T> *) (bank->memory + group->spectra_at);
  args.roots = (const Root<T> *) (bank->memory + group->roots_at);
  args.rows = (const unsigned *) (bank->memory + bank->rows_at) + group->first;
  args.out = outputs->data;
  args.stride = (int64_t) outputs->stride / (outputs->interpolated ? 2 : 1);
  args.n = (int64_t) outputs->n;
  args.n_filters = group->n_filters;
  args.discarded = group->discarded;
  args.useful = group->useful;
  args.complex_in = bank->complex_in;
  args.packed = is_packed (bank);
  args.power = outputs->power;
  args.interpolated = outputs->interpolated;
  if (group->parts > 1)
    return run_parts (self, bank, group, &args);
  /* the segments of a pair share few outputs equally */
  if (is_four_step (group->length) && args.packed && args.useful > PAIR_POINTS * (int64_t) blocks_for (outputs->n, 2 * PAIR_POINTS))
    args.useful = (int) (PAIR_POINTS * blocks_for (outputs->n, 2 * PAIR_POINTS));
  args.step = args.useful * (args.packed ? 2 : 1);
  args.partner = args.packed ? args.useful : 0;
  args.units = (int64_t) blocks_for (outputs->n, (uint64_t) args.step);
  if (is_four_step (group->length))
    return run_four_step (self, bank, group, &args);
  return ondes_cuda_fir_segments (self, group->length, &args);
}

static OndesCudaStatus
run_direct (OndesCuda              *self,
            const OndesCudaFirBank *bank,
            const OndesCudaSignal  *signal,
            const Outputs          *outputs)
{
  const OndesCudaOutput output = { outputs->data, outputs->stride, ONDES_CUDA_COEFFICIENTS };
  OndesCudaSignal centred = *signal;
  OndesCudaDirect direct = {};

  centred.halo = (uint64_t) ((int64_t) signal->halo + bank->centre);
  direct.rows = (const OndesCudaRow *) (bank->memory + bank->direct_rows_at);
  direct.ranges = (const OndesCudaTapRange *) (bank->memory + bank->direct_ranges_at);
  direct.taps = bank->memory + bank->direct_taps_at;
  direct.tap_sums = (const double *) (bank->memory + bank->tap_sums_at);
  direct.places = (const unsigned *) (bank->memory + bank->rows_at);
  direct.n_rows = bank->n_filters;
  direct.real = !bank->complex_taps;
  direct.compensated = bank->compensated;
  while (direct.first_split < direct.n_rows && 2 * bank->filters[direct.first_split].half + 1 <= ONDES_CUDA_UNSPLIT_TAPS)
    direct.first_split++;
  return ondes_cuda_direct (self, &direct, &centred, outputs->n, &output);
}

static OndesCudaStatus
run_ends (OndesCuda              *self,
          const OndesCudaFirBank *bank,
          const OndesCudaSignal  *signal,
          const Outputs          *outputs)
{
  EndArgs args;

  args.signal = *signal;
  args.taps = (const Complex<double> *) (bank->memory + bank->end_table_at);
  args.filters = (const FilterTaps *) (bank->memory + bank->end_taps_at);
  args.delays = (const int64_t *) (bank->memory + bank->end_delays_at);
  args.rows = (const unsigned *) (bank->memory + bank->rows_at);
  args.out = outputs->data;
  args.stride = (int64_t) outputs->stride;
  args.n = outputs->n;
  args.rate_hz = bank->rate_hz;
  args.complex_out = !is_packed (bank);
  args.is_first = outputs->is_first;
  args.is_last = outputs->is_last;
  return ondes_cuda_fir_ends (self, &args, bank->n_filters);
}

/* Computes y, its derivative if the bank is one of derivatives, or its power if @outputs asks. */
static OndesCudaStatus
run (OndesCuda              *self,
     const OndesCudaFirBank *bank,
     const OndesCudaSignal  *signal,
     const Outputs          *outputs)
{
  OndesCudaStatus status = ONDES_CUDA_OK;

  if (bank->direct)
    status = run_direct (self, bank, signal, outputs);
  for (unsigned i = 0; i < bank->n_groups && status == ONDES_CUDA_OK; i++)
    status = (bank->single ? run_group<float> : run_group<double>) (self, bank, &bank->groups[i], signal, outputs);
  if (status == ONDES_CUDA_OK && bank->post == ONDES_CUDA_POST_DERIVATIVE && (outputs->is_first || outputs->is_last))
    status = run_ends (self, bank, signal, outputs);
  return status;
}

/* TRUE if post-processing is not in the kernels that compute outputs. */
static bool
takes_values (const OndesCudaFirBank *bank)
{
  bool four_step = false;

  for (unsigned i = 0; i < bank->n_groups; i++)
    four_step = four_step || is_four_step (bank->groups[i].length);
  return bank->post == ONDES_CUDA_POST_INTERPOLATION ? bank->direct || four_step
                                                     : bank->post == ONDES_CUDA_POST_POWER && bank->direct;
}

/* Computes outputs into scratch memory, in rows of @n, without power or interpolation. */
static OndesCudaStatus
run_values (OndesCuda              *self,
            const OndesCudaFirBank *bank,
            const OndesCudaSignal  *signal,
            const Outputs          *outputs,
            ValueArgs              *values)
{
  Outputs scratch = *outputs;
  OndesCudaStatus status
    = ondes_cuda_buffer (self, ONDES_CUDA_WORK_2, bank->n_filters * outputs->n * (uint64_t) value_bytes (bank), &scratch.data);

  scratch.stride = outputs->n;
  scratch.power = scratch.interpolated = false;
  *values = { scratch.data, outputs->n, !is_packed (bank), bank->single };
  return status == ONDES_CUDA_OK ? run (self, bank, signal, &scratch) : status;
}

extern "C" OndesCudaStatus
ondes_cuda_fir_run (OndesCuda                *self,
                    OndesCudaFirBank         *bank,
                    const OndesCudaSignal    *signal,
                    uint64_t                  n,
                    const OndesCudaFirOutput *output)
{
  const bool power = bank->post == ONDES_CUDA_POST_POWER, interpolated = bank->post == ONDES_CUDA_POST_INTERPOLATION;
  Outputs outputs = { output->data, output->stride, n, power, interpolated, output->is_first != 0, output->is_last != 0 };
  OndesCudaSignal from = *signal;
  ValueArgs values;
  OndesCudaStatus status;

  if (!takes_values (bank))
    return run (self, bank, signal, &outputs);
  if (interpolated)
    {
      from.halo -= INTERPOLATION_REACH;
      outputs.n += INTERPOLATION_REACH;
    }
  if ((status = run_values (self, bank, &from, &outputs, &values)) != ONDES_CUDA_OK)
    return status;
  if (interpolated)
    return ondes_cuda_fir_interpolate (self, &values, bank->n_filters, output->data, output->stride);
  return ondes_cuda_fir_square (self, &values, bank->n_filters, (double *) output->data, output->stride);
}

extern "C" OndesCudaStatus
ondes_cuda_fir_energy (OndesCuda               *self,
                       OndesCudaFirBank        *bank,
                       const OndesCudaSignal   *signal,
                       uint64_t                 n,
                       const OndesCudaFirSpans *spans)
{
  const Outputs outputs = { nullptr, 0, n, false, false, spans->is_first != 0, spans->is_last != 0 };
  OndesCudaSignal from = *signal;
  ValueArgs values;
  OndesCudaStatus status;

  if (bank->post == ONDES_CUDA_POST_INTERPOLATION)
    from.halo -= INTERPOLATION_LAG;
  if ((status = run_values (self, bank, &from, &outputs, &values)) != ONDES_CUDA_OK)
    return status;
  return ondes_cuda_fir_sum (self, &values, bank->n_filters, spans);
}

extern "C" OndesCudaStatus
ondes_cuda_fir_peaks (OndesCuda               *self,
                      OndesCudaFirBank        *bank,
                      const OndesCudaSignal   *signal,
                      uint64_t                 n,
                      const OndesCudaFirPeaks *peaks)
{
  const bool power = bank->post == ONDES_CUDA_POST_POWER;
  const uint64_t columns = bank->post == ONDES_CUDA_POST_INTERPOLATION ? 2 * n : n;
  OndesCudaFirOutput output = { nullptr, columns, peaks->is_first, peaks->is_last };
  const uint64_t value = power ? sizeof (double) : (uint64_t) value_bytes (bank);
  OndesCudaStatus status = ondes_cuda_buffer (self, ONDES_CUDA_OUTPUTS, bank->n_filters * columns * value, &output.data);

  if (status == ONDES_CUDA_OK)
    status = ondes_cuda_fir_run (self, bank, signal, n, &output);
  if (status != ONDES_CUDA_OK)
    return status;
  const ValueArgs values = { output.data, columns, !power && !is_packed (bank), !power && bank->single };
  return ondes_cuda_fir_find (self, &values, bank->n_filters, peaks);
}

static uint64_t
run_work (const OndesCudaFirBank *bank,
          uint64_t                n)
{
  const uint64_t stride = blocks_for (n, 1024) * 1024; /* as direct.cu pads its tiles */
  uint64_t work = 0;

  for (unsigned i = 0; i < bank->n_filters && bank->direct; i++)
    if (2 * bank->filters[i].half + 1 > ONDES_CUDA_UNSPLIT_TAPS)
      work += 2 * stride * (bank->single ? sizeof (float) : sizeof (double));
  for (unsigned i = 0; i < bank->n_groups; i++)
    {
      const Chunks chunks = lay_out_chunks (bank, &bank->groups[i], n);

      if ((bank->groups[i].parts > 1 || is_four_step (bank->groups[i].length)) && chunks.bytes > work)
        work = chunks.bytes;
    }
  return work;
}

extern "C" uint64_t
ondes_cuda_fir_bank_work (const OndesCudaFirBank *bank,
                          uint64_t                n)
{
  const bool scratch = takes_values (bank);
  const uint64_t values = n + (scratch && bank->post == ONDES_CUDA_POST_INTERPOLATION ? INTERPOLATION_REACH : 0);

  return run_work (bank, values) + (scratch ? bank->n_filters * values * (uint64_t) value_bytes (bank) : 0);
}

extern "C" uint64_t
ondes_cuda_fir_bank_energy_work (const OndesCudaFirBank *bank,
                                 uint64_t                n)
{
  return run_work (bank, n) + ondes_cuda_fir_slice_bytes (bank->n_filters, n) + bank->n_filters * n * (uint64_t) value_bytes (bank);
}
