/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Banks of filters: their taps and spectra on the device.
 *
 * A derivative is part of the taps, since (y[t + 1] − y[t − 1]) f_s/2 is a filter of two more. An interpolation computes y a little
 * ahead, and discards as many points more as it looks back.
 */
#include "filter-private.cuh"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static int
by_length (const void *a,
           const void *b)
{
  const FilterShape *p = (const FilterShape *) a, *q = (const FilterShape *) b;

  if (p->half != q->half)
    return p->half < q->half ? -1 : 1;
  if (p->n_taps != q->n_taps)
    return p->n_taps < q->n_taps ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

/* Sets shapes, reach and, for direct convolution, the common centre of the taps. */
static void
shape_filters (OndesCudaFirBank          *bank,
               const OndesCudaFirOptions *options)
{
  const int more = bank->post == ONDES_CUDA_POST_DERIVATIVE ? 1 : 0;
  const int ahead = bank->post == ONDES_CUDA_POST_INTERPOLATION ? INTERPOLATION_LAG : more;
  int64_t first = INT64_MAX, last = INT64_MIN; /* samples from output 0 that taps meet */

  for (unsigned i = 0; i < bank->n_filters; i++)
    {
      const OndesCudaFir *filter = &options->filters[i];
      FilterShape *shape = &bank->filters[i];

      *shape = { i, filter->n_taps + 2 * (uint64_t) more, filter->delay + ahead, 0 };
      if (filter->is_complex)
        bank->complex_taps = true;
      if (shape->delay - (int64_t) shape->n_taps + 1 < first)
        first = shape->delay - (int64_t) shape->n_taps + 1;
      if (shape->delay > last)
        last = shape->delay;
    }
  bank->left = first < reach_of (bank) ? (uint64_t) (reach_of (bank) - first) : 0;
  bank->right = last > 0 ? (uint64_t) last : 0;
  bank->centre = (first + last) >> 1;
  for (unsigned i = 0; i < bank->n_filters && bank->direct; i++)
    {
      FilterShape *shape = &bank->filters[i];
      const int64_t before = bank->centre - (shape->delay - (int64_t) shape->n_taps + 1), after = shape->delay - bank->centre;

      shape->half = (uint64_t) (before > after ? before : after);
      bank->n_direct_taps += 2 * shape->half + 1;
    }
  qsort (bank->filters, bank->n_filters, sizeof *bank->filters, by_length);
}

/* Returns the points of the transforms in shared memory. */
static int
transform_length (const FilterGroup *group)
{
  return is_four_step (group->length) ? group->length / FFT_SIZE : group->length;
}

/* Places @bytes of device memory, and returns their offset. */
static uint64_t
place (OndesCudaFirBank *bank,
       uint64_t          bytes)
{
  const uint64_t at = bank->bytes;

  bank->bytes += blocks_for (bytes, 256) * 256;
  return at;
}

static void
place_memory (OndesCudaFirBank *bank)
{
  const uint64_t value = bank->single ? sizeof (float) : sizeof (double), n = bank->n_filters;

  bank->rows_at = place (bank, n * sizeof (unsigned));
  bank->taps_at = place (bank, n * sizeof (FilterTaps));
  bank->end_taps_at = place (bank, n * sizeof (FilterTaps));
  bank->end_delays_at = place (bank, n * sizeof (int64_t));
  if (bank->post == ONDES_CUDA_POST_DERIVATIVE)
    bank->end_table_at = place (bank, bank->n_end_taps * sizeof (Complex<double>));
  if (bank->direct)
    {
      bank->direct_rows_at = place (bank, n * sizeof (OndesCudaRow));
      bank->direct_ranges_at = place (bank, n * sizeof (OndesCudaTapRange));
      bank->direct_taps_at = place (bank, bank->n_direct_taps * value * (bank->complex_taps ? 2 : 1));
      bank->tap_sums_at = place (bank, n * sizeof (Complex<double>));
    }
  for (unsigned i = 0; i < bank->n_groups; i++)
    {
      FilterGroup *group = &bank->groups[i];

      group->spectra_at = place (bank, group->n_filters * (uint64_t) group->parts * (uint64_t) group->length * 2 * value);
      group->roots_at = place (bank, (uint64_t) transform_length (group) * 2 * 2 * value);
    }
}

static OndesCudaStatus
lacks_memory (OndesCudaFirBank *bank)
{
  ondes_cuda_fir_bank_free (nullptr, bank);
  return ondes_cuda_fail_with (ONDES_CUDA_NO_MEMORY, "allocating host memory failed");
}

extern "C" int
ondes_cuda_fir_is_segment (uint64_t segment)
{
  return (segment & (segment - 1)) == 0
         && ((segment >= ONDES_CUDA_SEGMENT_LEAST && segment <= ONDES_CUDA_SEGMENT_MOST)
             || (segment >= ONDES_CUDA_FOUR_STEP_LEAST && segment <= ONDES_CUDA_FOUR_STEP_MOST));
}

/* Checks a segment length as given. */
static OndesCudaStatus
check_segment (const OndesCudaFirOptions *options)
{
  const uint64_t segment = options->segment;

  if (options->direct || segment == 0)
    return ONDES_CUDA_OK;
  if (!ondes_cuda_fir_is_segment (segment))
    return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED,
                                 "segments on the GPU have %d to %d or %d to %d samples, a power of two",
                                 ONDES_CUDA_SEGMENT_LEAST, ONDES_CUDA_SEGMENT_MOST, ONDES_CUDA_FOUR_STEP_LEAST,
                                 ONDES_CUDA_FOUR_STEP_MOST);
  for (unsigned i = 0; i < options->n_filters && segment > ONDES_CUDA_SEGMENT_MOST; i++)
    if (options->filters[i].n_taps > segment - ONDES_CUDA_BESIDE_TAPS)
      return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED,
                                   "segments of more than %d samples take no longer filters in parts on the GPU",
                                   ONDES_CUDA_SEGMENT_MOST);
  return ONDES_CUDA_OK;
}

extern "C" OndesCudaStatus
ondes_cuda_fir_bank_describe (const OndesCudaFirOptions *options,
                              OndesCudaFirBank         **bank_out)
{
  const OndesCudaStatus status = check_segment (options);
  OndesCudaFirBank *bank;

  if (status != ONDES_CUDA_OK)
    return status;
  bank = (OndesCudaFirBank *) calloc (1, sizeof *bank);
  if (bank != nullptr)
    bank->filters = (FilterShape *) calloc (options->n_filters, sizeof *bank->filters);
  if (bank == nullptr || bank->filters == nullptr)
    return lacks_memory (bank);
  bank->single = options->single;
  bank->complex_in = options->complex_in;
  bank->direct = options->direct;
  bank->compensated = options->compensated;
  bank->long_segments = options->long_segments && options->single
                        && (options->post == ONDES_CUDA_POST_NONE || options->post == ONDES_CUDA_POST_DERIVATIVE);
  bank->post = options->post;
  bank->rate_hz = options->rate_hz;
  bank->outputs = options->outputs;
  bank->n_filters = options->n_filters;
  for (unsigned i = 0; i < options->n_filters && options->rows == nullptr; i++)
    bank->n_end_taps += options->filters[i].n_taps;
  shape_filters (bank, options);
  if (!bank->direct && !ondes_cuda_fir_make_groups (bank, options->segment))
    return lacks_memory (bank);
  place_memory (bank);
  *bank_out = bank;
  return ONDES_CUDA_OK;
}

/* Returns tap @m of a filter as it is used. */
static Complex<double>
tap_of (const OndesCudaFirBank *bank,
        const OndesCudaFir     *filter,
        int64_t                 m)
{
  const bool derivative = bank->post == ONDES_CUDA_POST_DERIVATIVE;
  Complex<double> tap = { 0, 0 };

  for (int late = 0; late <= (derivative ? 2 : 0); late += 2)
    {
      const double factor = derivative ? (late == 0 ? 0.5 : -0.5) * bank->rate_hz : 1;
      const int64_t at = m - late;

      if (at < 0 || at >= (int64_t) filter->n_taps)
        continue;
      tap.re += factor * filter->taps[filter->is_complex ? 2 * at : at];
      tap.im += filter->is_complex ? factor * filter->taps[2 * at + 1] : 0;
    }
  return tap;
}

/* Host arrays to be written to the device; of masks neither taps nor those of the ends. */
struct HostTables
{
  unsigned        *rows;
  FilterTaps      *taps, *end_taps;
  int64_t         *end_delays;
  Complex<double> *table, *end_table, *tap_sums;
  OndesCudaRow    *direct_rows;
  OndesCudaTapRange *direct_ranges;
  void            *direct_taps;
  uint64_t         n_table;
};

static void
free_tables (HostTables *tables)
{
  void *const all[] = { tables->rows, tables->taps, tables->end_taps, tables->end_delays, tables->table, tables->end_table,
                        tables->tap_sums, tables->direct_rows, tables->direct_ranges, tables->direct_taps };

  for (void *memory : all)
    free (memory);
}

static bool
allocate_tables (const OndesCudaFirBank *bank,
                 bool                    masks,
                 HostTables             *tables)
{
  const uint64_t n = bank->n_filters;

  memset (tables, 0, sizeof *tables);
  for (unsigned i = 0; i < n; i++)
    tables->n_table += bank->filters[i].n_taps;
  tables->rows = (unsigned *) calloc (n, sizeof *tables->rows);
  tables->taps = (FilterTaps *) calloc (n, sizeof *tables->taps);
  tables->end_taps = (FilterTaps *) calloc (n, sizeof *tables->end_taps);
  tables->end_delays = (int64_t *) calloc (n, sizeof *tables->end_delays);
  tables->table = (Complex<double> *) calloc (masks ? 1 : tables->n_table, sizeof *tables->table);
  tables->end_table = (Complex<double> *) calloc (bank->n_end_taps + 1, sizeof *tables->end_table);
  tables->tap_sums = (Complex<double> *) calloc (n, sizeof *tables->tap_sums);
  tables->direct_rows = (OndesCudaRow *) calloc (n, sizeof *tables->direct_rows);
  tables->direct_ranges = (OndesCudaTapRange *) calloc (n, sizeof *tables->direct_ranges);
  tables->direct_taps = calloc (bank->n_direct_taps + 1, 2 * sizeof (double));
  return tables->rows != nullptr && tables->taps != nullptr && tables->end_taps != nullptr && tables->end_delays != nullptr
         && tables->table != nullptr && tables->end_table != nullptr && tables->tap_sums != nullptr
         && tables->direct_rows != nullptr && tables->direct_ranges != nullptr && tables->direct_taps != nullptr;
}

/* Writes one tap of direct convolution. */
static void
set_direct_tap (const OndesCudaFirBank *bank,
                void                   *taps,
                uint64_t                at,
                Complex<double>         tap)
{
  if (bank->complex_taps && bank->single)
    ((Complex<float> *) taps)[at] = { (float) tap.re, (float) tap.im };
  else if (bank->complex_taps)
    ((Complex<double> *) taps)[at] = tap;
  else if (bank->single)
    ((float *) taps)[at] = (float) tap.re;
  else
    ((double *) taps)[at] = tap.re;
}

/* Sets where the taps of masks begin, which the device computes. */
static void
place_masks (const OndesCudaFirBank    *bank,
             const OndesCudaFirOptions *options,
             HostTables                *tables)
{
  uint64_t at = 0;

  for (unsigned i = 0; i < bank->n_filters; i++)
    {
      const FilterShape *shape = &bank->filters[i];

      tables->rows[i] = shape->row;
      tables->taps[i] = { at, shape->n_taps, 0 };
      tables->direct_rows[i] = options->rows[shape->row];
      tables->direct_rows[i].start = at;
      at += shape->n_taps;
    }
}

static void
place_taps (const OndesCudaFirBank    *bank,
            const OndesCudaFirOptions *options,
            HostTables                *tables)
{
  uint64_t at = 0, end_at = 0, direct_at = 0;

  for (unsigned i = 0; i < bank->n_filters; i++)
    {
      const FilterShape *shape = &bank->filters[i];
      const OndesCudaFir *filter = &options->filters[shape->row];

      tables->rows[i] = shape->row;
      tables->taps[i] = { at, shape->n_taps, 0 };
      tables->end_taps[i] = { end_at, filter->n_taps, 0 };
      tables->end_delays[i] = filter->delay;
      for (uint64_t m = 0; m < shape->n_taps; m++)
        {
          const Complex<double> tap = tap_of (bank, filter, (int64_t) m);

          tables->table[at + m] = tap;
          tables->tap_sums[i] = { tables->tap_sums[i].re + tap.re, tables->tap_sums[i].im + tap.im };
          /* tap m takes the sample shape->delay − m after the output; the row's middle is that of the centre */
          if (bank->direct)
            set_direct_tap (bank, tables->direct_taps,
                            direct_at + (uint64_t) ((int64_t) shape->half + shape->delay - (int64_t) m - bank->centre), tap);
        }
      for (uint64_t m = 0; m < filter->n_taps; m++)
        tables->end_table[end_at + m] = { filter->taps[filter->is_complex ? 2 * m : m],
                                          filter->is_complex ? filter->taps[2 * m + 1] : 0 };
      tables->direct_rows[i].half = shape->half;
      tables->direct_rows[i].gain = tables->direct_rows[i].denominator = 1;
      tables->direct_rows[i].start = direct_at;
      at += shape->n_taps;
      end_at += filter->n_taps;
      direct_at += bank->direct ? 2 * shape->half + 1 : 0;
    }
}

static void
fill_tables (const OndesCudaFirBank    *bank,
             const OndesCudaFirOptions *options,
             HostTables                *tables)
{
  if (options->rows != nullptr)
    place_masks (bank, options, tables);
  else
    place_taps (bank, options, tables);
  for (unsigned g = 0; g < bank->n_groups; g++)
    for (unsigned i = bank->groups[g].first; i < bank->groups[g].first + bank->groups[g].n_filters; i++)
      tables->taps[i].lead = bank->groups[g].lead - bank->filters[i].delay;
  if (bank->direct)
    ondes_cuda_tap_ranges (tables->direct_rows, bank->n_filters, tables->direct_ranges);
}

static OndesCudaStatus
write_tables (OndesCuda              *self,
              const OndesCudaFirBank *bank,
              const HostTables       *tables)
{
  const uint64_t n = bank->n_filters, value = (bank->single ? sizeof (float) : sizeof (double)) * (bank->complex_taps ? 2 : 1);
  const struct { uint64_t at; const void *from; uint64_t bytes; bool wanted; } parts[] = {
    { bank->rows_at, tables->rows, n * sizeof *tables->rows, true },
    { bank->taps_at, tables->taps, n * sizeof *tables->taps, true },
    { bank->end_taps_at, tables->end_taps, n * sizeof *tables->end_taps, true },
    { bank->end_delays_at, tables->end_delays, n * sizeof *tables->end_delays, true },
    { bank->end_table_at, tables->end_table, bank->n_end_taps * sizeof *tables->end_table,
      bank->post == ONDES_CUDA_POST_DERIVATIVE },
    { bank->direct_rows_at, tables->direct_rows, n * sizeof *tables->direct_rows, bank->direct },
    { bank->direct_ranges_at, tables->direct_ranges, n * sizeof *tables->direct_ranges, bank->direct },
    { bank->direct_taps_at, tables->direct_taps, bank->n_direct_taps * value, bank->direct },
    { bank->tap_sums_at, tables->tap_sums, n * sizeof *tables->tap_sums, bank->direct },
  };

  for (const auto &part : parts)
    {
      OndesCudaStatus status;

      if (part.wanted && (status = ondes_cuda_write (self, bank->memory + part.at, part.from, part.bytes)) != ONDES_CUDA_OK)
        return status;
    }
  return ONDES_CUDA_OK;
}

/* Scratch memory for transforming filters. */
struct Scratch
{
  Complex<double> *columns; /* of a four-step segment */
  Root<double>    *roots;
  Complex<double> *table;   /* of taps */
};

/* Transforms the filters of every group. */
template<typename T>
static OndesCudaStatus
make_spectra (OndesCuda        *self,
              OndesCudaFirBank *bank,
              const Scratch    *scratch)
{
  OndesCudaStatus status = ONDES_CUDA_OK;

  for (unsigned i = 0; i < bank->n_groups && status == ONDES_CUDA_OK; i++)
    {
      const FilterGroup *group = &bank->groups[i];
      const FilterTaps *taps = (const FilterTaps *) (bank->memory + bank->taps_at) + group->first;
      Pack<T> *const spectra = (Pack<T> *) (bank->memory + group->spectra_at);

      status = ondes_cuda_fir_roots (self, transform_length (group), (Root<T> *) (bank->memory + group->roots_at));
      if (status == ONDES_CUDA_OK && is_four_step (group->length))
        status = ondes_cuda_four_step_spectra (self, group, scratch->table, taps, scratch->roots, scratch->columns, spectra);
      else if (status == ONDES_CUDA_OK)
        status = ondes_cuda_fir_spectra (self, group, scratch->table, taps, scratch->roots, spectra);
    }
  return status;
}

static OndesCudaStatus
fill_bank (OndesCuda                 *self,
           OndesCudaFirBank          *bank,
           const OndesCudaFirOptions *options,
           const HostTables          *tables)
{
  const uint64_t roots_bytes = (uint64_t) LONG_SEGMENT * 2 * sizeof (Root<double>);
  uint64_t columns_bytes = 0;
  void *memory = nullptr, *all = nullptr;
  OndesCudaStatus status = ondes_cuda_alloc (self, bank->bytes, &memory);

  bank->memory = (char *) memory;
  if (status == ONDES_CUDA_OK)
    status = write_tables (self, bank, tables);
  if (status != ONDES_CUDA_OK || bank->direct)
    return status;
  for (unsigned i = 0; i < bank->n_groups; i++)
    if (is_four_step (bank->groups[i].length) && (uint64_t) bank->groups[i].length * sizeof (Complex<double>) > columns_bytes)
      columns_bytes = (uint64_t) bank->groups[i].length * sizeof (Complex<double>);
  if ((status = ondes_cuda_alloc (self, columns_bytes + roots_bytes + tables->n_table * sizeof *tables->table, &all))
      != ONDES_CUDA_OK)
    return status;

  const Scratch scratch = { (Complex<double> *) all, (Root<double> *) ((char *) all + columns_bytes),
                            (Complex<double> *) ((char *) all + columns_bytes + roots_bytes) };

  if (options->rows != nullptr)
    status = ondes_cuda_fir_masks (self, options->wavelet, tables->direct_rows, bank->n_filters, scratch.table);
  else
    status = ondes_cuda_write (self, scratch.table, tables->table, tables->n_table * sizeof *tables->table);
  if (status == ONDES_CUDA_OK)
    status = (bank->single ? make_spectra<float> : make_spectra<double>) (self, bank, &scratch);
  ondes_cuda_free (self, all);
  return status;
}

extern "C" int
ondes_cuda_fir_long_segments (const OndesCuda *self)
{
  return stages_filters (running_arch (self->limits));
}

extern "C" OndesCudaStatus
ondes_cuda_fir_bank_new (OndesCuda                 *self,
                         const OndesCudaFirOptions *options,
                         OndesCudaFirBank         **bank)
{
  OndesCudaFirOptions here = *options;
  OndesCudaStatus status;
  HostTables tables;

  here.long_segments = ondes_cuda_fir_long_segments (self);
  status = ondes_cuda_fir_bank_describe (&here, bank);
  if (status != ONDES_CUDA_OK)
    return status;
  if (allocate_tables (*bank, options->rows != nullptr, &tables))
    {
      fill_tables (*bank, options, &tables);
      status = fill_bank (self, *bank, options, &tables);
    }
  else
    status = ondes_cuda_fail_with (ONDES_CUDA_NO_MEMORY, "allocating host memory failed");
  free_tables (&tables);
  if (status != ONDES_CUDA_OK)
    {
      ondes_cuda_fir_bank_free (self, *bank);
      *bank = nullptr;
    }
  return status;
}

extern "C" void
ondes_cuda_fir_bank_free (OndesCuda        *self,
                          OndesCudaFirBank *bank)
{
  if (bank == nullptr)
    return;
  if (bank->memory != nullptr)
    ondes_cuda_free (self, bank->memory);
  free (bank->filters);
  free (bank->groups);
  free (bank);
}

extern "C" uint64_t
ondes_cuda_fir_bank_bytes (const OndesCudaFirBank *bank)
{
  return bank->bytes;
}

extern "C" uint64_t
ondes_cuda_fir_bank_left (const OndesCudaFirBank *bank)
{
  return bank->left;
}

extern "C" uint64_t
ondes_cuda_fir_bank_right (const OndesCudaFirBank *bank)
{
  return bank->right;
}

extern "C" int
ondes_cuda_fir_bank_is_complex (const OndesCudaFirBank *bank)
{
  return bank->post != ONDES_CUDA_POST_POWER && (bank->complex_in || bank->complex_taps);
}

extern "C" uint64_t
ondes_cuda_fir_bank_segment (const OndesCudaFirBank *bank)
{
  return bank->n_groups > 0 ? (uint64_t) bank->groups[bank->n_groups - 1].length : 0;
}
