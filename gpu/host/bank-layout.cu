/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups the filter bank's rows, and lays out a run in memory and thread blocks. Host code only. */
#include "bank.cuh"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const int PREFERRED_LENGTH = 4096; /* longer blocks only if no deeper level can represent the row */
static const int64_t MAX_FINE = 1 << 29;  /* fine samples of a block, counted in ints */

static int
half_taps (bool single)
{
  const double width = (1 - PASS_BAND) * PI / DECIMATION / gaussian_reach (single);

  return (int) ceil (gaussian_reach (single) / width / 16) * 16;
}

static int64_t
fine_per_sample (int level)
{
  return (int64_t) 1 << (2 * level);
}

static_assert (DECIMATION == 1 << 2, "fine_per_sample()");

/* Returns the position of a level's first sample, in fine samples of the signal. */
static int64_t
level_delay (const OndesCudaBank *bank,
             int                  level)
{
  return bank->half_taps * (fine_per_sample (level) - 1) / (DECIMATION - 1);
}

static int
by_scale (const void *a,
          const void *b)
{
  const BankRow *p = (const BankRow *) a, *q = (const BankRow *) b;

  if (p->scale != q->scale)
    return p->scale < q->scale ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

/* Returns the longest block in which 256 bins hold a row's spectrum. @scale is in samples of the level. */
static int
block_length (double scale,
              double reach)
{
  const double most = (FFT_SIZE - RADIX) * PI / reach * scale; /* windows start at a multiple of 16 bins */
  int length = MIN_LENGTH;

  while (length < MAX_LENGTH && 2 * length <= most)
    length *= 2;
  return length;
}

/* Returns the deepest useful level of a row, or −1 if none. */
static int
level_of (double scale,
          double omega0,
          double reach)
{
  int level = 0;

  while (block_length (scale / (double) fine_per_sample (level), reach) > PREFERRED_LENGTH
         && (omega0 + reach) * (double) fine_per_sample (level + 1) <= PASS_BAND * PI * scale)
    level++;
  return level < MAX_LEVELS && 2 * reach * scale / (double) fine_per_sample (level) <= 0.5 * MAX_LENGTH ? level : -1;
}

/* Groups rows, sorted by scale, that share a level and a block length. FALSE if a scale or a delay is too large. */
static bool
make_groups (OndesCudaBank *bank)
{
  const double reach = gaussian_reach (bank->single);
  Group *group = nullptr;

  for (unsigned i = 0; i < bank->n_rows; i++)
    {
      BankRow *row = &bank->rows[i];
      const double scale = row->scale;
      const int level = level_of (scale, bank->wavelet.omega0, reach);
      int length, low, high, halo;

      if (level < 0)
        return false;
      row->scale = scale / (double) fine_per_sample (level);
      row->delay /= (double) fine_per_sample (level);
      row->length = length = block_length (row->scale, reach);
      if (length * fine_per_sample (level) > MAX_FINE)
        return false;
      row->bin = 0;
      if (length > MIN_LENGTH)
        row->bin = (int) floor ((bank->wavelet.omega0 - reach) / row->scale * length / (2 * PI) / RADIX) * RADIX;
      /* limit large groups to half an octave: short rows waste the halo that the longest row needs */
      if (group == nullptr || group->level != level || group->length != length
          || group->first_bin + group->n_bins - GROUP_BINS > row->bin || row->bin + FFT_SIZE - GROUP_BINS > group->first_bin
          || (group->n_rows >= MAX_ROWS && scale > 1.42 * (bank->rows[group->row].scale * (double) fine_per_sample (level))))
        {
          group = &bank->groups[bank->n_groups++];
          *group = Group ();
          group->level = level;
          group->length = length;
          group->phases = (int) (length / FFT_SIZE * fine_per_sample (level));
          group->row = i;
          group->scale = scale;
          group->first_bin = row->bin;
          group->n_bins = FFT_SIZE;
        }
      low = row->bin < group->first_bin ? row->bin : group->first_bin;
      high = row->bin > group->first_bin + group->n_bins - FFT_SIZE ? row->bin + FFT_SIZE : group->first_bin + group->n_bins;
      group->first_bin = low;
      group->n_bins = high - low;
      group->n_rows++;
      halo = (int) (ceil ((reach * row->scale + fabs (row->delay)) / 8) * 8);
      group->halo = halo > group->halo ? halo : group->halo;
      group->step = length - 2 * group->halo;
      if (group->step < length / 4)
        return false;
      bank->levels = level > bank->levels ? level : bank->levels;
    }
  for (unsigned i = 0; i < bank->n_groups; i++)
    {
      const Group *each = &bank->groups[i];
      const uint64_t halo = (uint64_t) (fine_per_sample (each->level) * (each->halo + 1) + level_delay (bank, each->level));

      bank->halo = halo > bank->halo ? halo : bank->halo;
    }
  bank->halo = (bank->halo + 63) / 64 * 64;
  return true;
}

extern "C" void
ondes_cuda_bank_free (OndesCuda     *self,
                      OndesCudaBank *bank)
{
  if (bank == nullptr)
    return;
  if (bank->memory != nullptr)
    ondes_cuda_free (self, bank->memory);
  free (bank->rows);
  free (bank->groups);
  free (bank);
}

static OndesCudaStatus
unsupported (const char *what)
{
  return ondes_cuda_fail_with (ONDES_CUDA_UNSUPPORTED, "%s", what);
}

static OndesCudaStatus
no_host_memory (OndesCudaBank *bank)
{
  ondes_cuda_bank_free (nullptr, bank);
  return ondes_cuda_fail_with (ONDES_CUDA_NO_MEMORY, "allocating host memory failed");
}

extern "C" OndesCudaStatus
ondes_cuda_bank_describe (const OndesCudaFilters *filters,
                          OndesCudaBank         **described)
{
  const OndesCudaWavelet *wavelet = &filters->wavelet;
  const unsigned n_rows = filters->n_rows;
  OndesCudaBank *bank;
  OndesCudaStatus status = ONDES_CUDA_OK;

  *described = nullptr;
  if (wavelet->real && filters->complex_in)
    return unsupported ("complex samples and the real Morlet are left to direct convolution");
  bank = (OndesCudaBank *) calloc (1, sizeof *bank);
  if (bank == nullptr)
    return no_host_memory (bank);
  bank->rows = (BankRow *) calloc (n_rows, sizeof *bank->rows);
  bank->groups = (Group *) calloc (n_rows, sizeof *bank->groups);
  if (bank->rows == nullptr || bank->groups == nullptr)
    return no_host_memory (bank);
  bank->wavelet = *wavelet;
  bank->single = filters->single != 0;
  bank->complex_in = filters->complex_in != 0;
  bank->analytic = filters->analytic != 0;
  bank->n_rows = n_rows;
  bank->half_taps = half_taps (bank->single);
  for (unsigned i = 0; i < n_rows && status == ONDES_CUDA_OK; i++)
    {
      const OndesCudaRow *row = &filters->rows[i];
      const double scale = row->numerator / row->denominator;

      /* L1: c(s) √(2π) s = 2; L2: √(2π s); the analytic wavelet has the same factors */
      bank->rows[i] = { scale, (wavelet->l1 ? 2 : sqrt (2 * PI * scale)) * row->gain, row->delay, 0, 0, i };
      if (row->delay != 0)
        bank->delayed = true;
      if (row->offset != 0 || wavelet->bits != 0)
        status = unsupported ("quantised wavelets and those with an offset are left to filters by their taps");
    }
  qsort (bank->rows, n_rows, sizeof *bank->rows, by_scale);
  if (status == ONDES_CUDA_OK && !make_groups (bank))
    status = unsupported ("scales as large as this are left to the CPU");
  if (status != ONDES_CUDA_OK)
    ondes_cuda_bank_free (nullptr, bank);
  else
    *described = bank;
  return status;
}

extern "C" OndesCudaStatus
ondes_cuda_bank_new (OndesCuda              *self,
                     const OndesCudaFilters *filters,
                     OndesCudaBank         **new_bank)
{
  OndesCudaBank *bank;
  OndesCudaStatus status = ondes_cuda_bank_describe (filters, &bank);

  *new_bank = nullptr;
  if (status == ONDES_CUDA_OK)
    status = bank->single ? ondes_cuda_bank_fill<float> (self, bank) : ondes_cuda_bank_fill<double> (self, bank);
  if (status != ONDES_CUDA_OK)
    ondes_cuda_bank_free (self, bank);
  else
    *new_bank = bank;
  return status;
}

extern "C" uint64_t
ondes_cuda_bank_bytes (const OndesCudaBank *bank)
{
  return bank->bytes;
}

extern "C" uint64_t
ondes_cuda_bank_halo (const OndesCudaBank *bank)
{
  return bank->halo;
}

/* The values of a pooled row must be dense enough for parabolic and cubic interpolation. The spectrum of W lies within 4.5/s of
 * its centre frequency, so |W|² advances by at most 9/8 rad between values s/8 apart. Narrow columns need more values, because
 * small ones count there. A real W oscillates at its centre frequency. */
int
ondes_cuda_bank_phases (const OndesCudaBank *bank,
                        const Group         *group,
                        uint64_t             span)
{
  const bool real = bank->wavelet.real != 0;
  const double scales = (double) span / group->scale;
  const double advance = scales < (real ? 1 : 0.125) ? 0.15 : real ? 0.6 : scales < 1 ? 0.57 : 1.14;
  const double phase_step = advance / (real ? 2 * (bank->wavelet.omega0 + 4.5) : 9) * group->scale;
  int phases_used = 4;

  if (span == 0)
    return group->phases;
  while (phases_used < group->phases && group->phases > phase_step * phases_used)
    phases_used *= 2;
  return phases_used < group->phases ? phases_used : group->phases;
}

Layout
ondes_cuda_bank_layout (const OndesCudaBank *bank,
                        uint64_t             n,
                        uint64_t             span,
                        unsigned             processors,
                        Group               *groups)
{
  const uint64_t value = bank->single ? 4 : 8, parts = bank->complex_in ? 2 : 1;
  Layout layout = { { 0 }, { n + 2 * bank->halo }, 0, 0, 0, 0 };
  uint64_t values = 0, rows = 0;

  for (int i = 1; i <= bank->levels; i++)
    {
      layout.level_count[i] = (layout.level_count[i - 1] - 2 * (unsigned) bank->half_taps + 3) / DECIMATION;
      layout.level_at[i] = layout.bytes;
      layout.bytes += (layout.level_count[i] + 63) / 64 * 64 * value * parts;
    }
  layout.spectra_at = layout.bytes;
  for (unsigned i = 0; i < bank->n_groups; i++)
    {
      Group new_bank = bank->groups[i], *group = groups != nullptr ? &groups[i] : &new_bank;
      const int64_t fine = fine_per_sample (bank->groups[i].level), base = level_delay (bank, bank->groups[i].level);
      const int64_t lead = (int64_t) bank->halo - base; /* fine samples of the level before output 0 */

      group->origin = lead / fine - group->halo;
      group->position = base + fine * group->origin - (int64_t) bank->halo;
      group->blocks = (unsigned) blocks_for ((uint64_t) ((int64_t) n - group->position - fine * group->halo),
                                             (uint64_t) (fine * group->step));
      group->spectra = values;
      group->phases_used = ondes_cuda_bank_phases (bank, group, span);
      values += (uint64_t) group->blocks * (unsigned) group->n_bins;
      if (group->phases_used < FFTS)
        group->blocks_per_chunk = (unsigned) blocks_for (group->blocks, (unsigned) (FFTS / group->phases_used));
      else
        group->blocks_per_chunk = group->blocks * (span > 0 ? 1 : (unsigned) (group->phases_used / FFTS));
      rows += (uint64_t) group->blocks_per_chunk * group->n_rows;
    }
  layout.bytes += values * 2 * value;
  for (unsigned i = 0; i < bank->n_groups && groups != nullptr; i++)
    {
      Group *group = &groups[i];
      const int residues = group->length / FFT_SIZE;

      /* starting a thread block costs about as much as a row; use several blocks per multiprocessor */
      group->chunk = (unsigned) (rows / (24 * (uint64_t) processors));
      group->chunk = group->chunk < 4 ? 4 : group->chunk > MAX_ROWS ? MAX_ROWS : group->chunk;
      group->n_chunks = (unsigned) blocks_for (group->n_rows, group->chunk);
      group->first_forward = layout.forward_blocks;
      group->first_inverse = layout.inverse_blocks;
      layout.forward_blocks += residues < FFTS ? (unsigned) blocks_for (group->blocks, (unsigned) (FFTS / residues))
                                               : group->blocks;
      layout.inverse_blocks += group->blocks_per_chunk * group->n_chunks;
    }
  return layout;
}

extern "C" uint64_t
ondes_cuda_bank_work (const OndesCudaBank *bank,
                      uint64_t             n,
                      uint64_t             total,
                      uint64_t             columns)
{
  return ondes_cuda_bank_layout (bank, n, columns > 0 ? total / columns : 0, 1, nullptr).bytes;
}
