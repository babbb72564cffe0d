/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter bank's rows in groups, and a run's place in memory and among thread blocks: host code. */
#include "bank.cuh"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const int PREFERRED = 4096;         /* longer blocks only where no deeper level carries the row */
static const int64_t MOST_FINE = 1 << 29;  /* fine samples of a block are counted in ints */

static int
half_taps (bool single)
{
  const double width = (1 - PASS) * PI / DECIMATION / reach_of (single);

  return (int) ceil (reach_of (single) / width / 16) * 16;
}

static int64_t
power (int level)
{
  return (int64_t) 1 << (2 * level);
}

static_assert (DECIMATION == 1 << 2, "power()");

/* Fine sample of the signal at which sample 0 of a level stands. */
static int64_t
base_of (const OndesCudaBank *bank,
         int                  level)
{
  return bank->half_taps * (power (level) - 1) / (DECIMATION - 1);
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

/* The longest block whose 256 bins hold a row, one of @scale samples of a level. */
static int
block_length (double scale,
              double reach)
{
  const double most = (FOURIER - RADIX) * PI / reach * scale; /* the window begins at a multiple of 16 */
  int length = SHORTEST;

  while (length < LONGEST && 2 * length <= most)
    length *= 2;
  return length;
}

/* The level of a row, or -1. */
static int
level_of (double scale,
          double omega0,
          double reach)
{
  int level = 0;

  while (block_length (scale / (double) power (level), reach) > PREFERRED
         && (omega0 + reach) * (double) power (level + 1) <= PASS * PI * scale)
    level++;
  return level < LEVELS && 2 * reach * scale / (double) power (level) <= 0.5 * LONGEST ? level : -1;
}

/* Rows sorted by scale, those that share blocks together. */
static bool
make_groups (OndesCudaBank *bank)
{
  const double reach = reach_of (bank->single);
  Group *group = nullptr;

  for (unsigned i = 0; i < bank->n_rows; i++)
    {
      BankRow *row = &bank->rows[i];
      const double scale = row->scale;
      const int level = level_of (scale, bank->wavelet.omega0, reach);
      int length, low, high;

      if (level < 0)
        return false;
      row->scale = scale / (double) power (level);
      row->length = length = block_length (row->scale, reach);
      if (length * power (level) > MOST_FINE)
        return false;
      row->bin = 0;
      if (length > SHORTEST)
        row->bin = (int) floor ((bank->wavelet.omega0 - reach) / row->scale * length / (2 * PI) / RADIX) * RADIX;
      /* halves of an octave where they have many rows: the shorter waste what the longest needs */
      if (group == nullptr || group->level != level || group->length != length
          || group->first_bin + group->n_bins - GROUP_BINS > row->bin || row->bin + FOURIER - GROUP_BINS > group->first_bin
          || (group->n_rows >= MOST_ROWS && scale > 1.42 * (bank->rows[group->row].scale * (double) power (level))))
        {
          group = &bank->groups[bank->n_groups++];
          *group = Group ();
          group->level = level;
          group->length = length;
          group->phases = (int) (length / FOURIER * power (level));
          group->row = i;
          group->scale = scale;
          group->first_bin = row->bin;
          group->n_bins = FOURIER;
        }
      low = row->bin < group->first_bin ? row->bin : group->first_bin;
      high = row->bin > group->first_bin + group->n_bins - FOURIER ? row->bin + FOURIER : group->first_bin + group->n_bins;
      group->first_bin = low;
      group->n_bins = high - low;
      group->n_rows++;
      group->halo = (int) (ceil (reach * row->scale / 8) * 8);
      group->step = length - 2 * group->halo;
      bank->levels = level > bank->levels ? level : bank->levels;
    }
  for (unsigned i = 0; i < bank->n_groups; i++)
    {
      const Group *each = &bank->groups[i];
      const uint64_t halo = (uint64_t) (power (each->level) * (each->halo + 1) + base_of (bank, each->level));

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
  ondes_cuda_free (self, bank->memory);
  free (bank->rows);
  free (bank->groups);
  free (bank);
}

static OndesCudaStatus
refuse (const char *what,
        char       *why)
{
  snprintf (why, ONDES_CUDA_WHY, "%s", what);
  return ONDES_CUDA_UNSUPPORTED;
}

extern "C" OndesCudaStatus
ondes_cuda_bank_new (OndesCuda              *self,
                     const OndesCudaWavelet *wavelet,
                     int                     analytic,
                     const OndesCudaRow     *rows,
                     unsigned                n_rows,
                     int                     single,
                     int                     complex_in,
                     OndesCudaBank         **made,
                     char                    why[ONDES_CUDA_WHY])
{
  OndesCudaBank *bank;
  OndesCudaStatus status;

  *made = nullptr;
  if (wavelet->real && complex_in)
    return refuse ("complex samples and the real Morlet are left to direct convolution", why);
  bank = (OndesCudaBank *) calloc (1, sizeof *bank);
  if (bank != nullptr)
    {
      bank->rows = (BankRow *) calloc (n_rows, sizeof *bank->rows);
      bank->groups = (Group *) calloc (n_rows, sizeof *bank->groups);
    }
  if (bank == nullptr || bank->rows == nullptr || bank->groups == nullptr)
    {
      ondes_cuda_bank_free (self, bank);
      snprintf (why, ONDES_CUDA_WHY, "there is no memory for the rows");
      return ONDES_CUDA_NO_MEMORY;
    }
  bank->wavelet = *wavelet;
  bank->single = single != 0;
  bank->complex_in = complex_in != 0;
  bank->analytic = analytic != 0;
  bank->n_rows = n_rows;
  bank->half_taps = half_taps (bank->single);
  status = ONDES_CUDA_OK;
  for (unsigned i = 0; i < n_rows && status == ONDES_CUDA_OK; i++)
    {
      const double scale = rows[i].numerator / rows[i].denominator;

      /* l1: c(s) √(2π) s = 2; l2: √(2π s); the analytic wavelet's are the same */
      bank->rows[i] = { scale, (wavelet->l1 ? 2 : sqrt (2 * PI * scale)) * rows[i].gain, 0, 0, i };
      if (rows[i].offset != 0 || rows[i].delay != 0)
        status = refuse ("an offset or a delay of the mask is left to direct convolution", why);
    }
  qsort (bank->rows, n_rows, sizeof *bank->rows, by_scale);
  if (status == ONDES_CUDA_OK && !make_groups (bank))
    status = refuse ("scales as large as this are left to the CPU", why);
  if (status == ONDES_CUDA_OK)
    status = bank->single ? ondes_cuda_bank_fill<float> (self, bank, why) : ondes_cuda_bank_fill<double> (self, bank, why);
  if (status != ONDES_CUDA_OK)
    ondes_cuda_bank_free (self, bank);
  else
    *made = bank;
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

/* How far a pooled row's values may be apart: |W|² between them is a parabola at its tops and a cubic elsewhere. W lies within
 * 4.5/s of its frequency, so that |W|² turns by at most 9/8 from value to value, and by less where columns are so narrow that
 * places where |W| is small count. A real W turns about its frequency. */
int
ondes_cuda_bank_phases (const OndesCudaBank *bank,
                        const Group         *group,
                        uint64_t             span)
{
  const bool real = bank->wavelet.real != 0;
  const double scales = (double) span / group->scale;
  const double turn = scales < (real ? 1 : 0.125) ? 0.15 : real ? 0.6 : scales < 1 ? 0.57 : 1.14;
  const double spread = turn / (real ? 2 * (bank->wavelet.omega0 + 4.5) : 9) * group->scale;
  int used = 4;

  if (span == 0)
    return group->phases;
  while (used < group->phases && group->phases > spread * used)
    used *= 2;
  return used < group->phases ? used : group->phases;
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
      Group made = bank->groups[i], *group = groups != nullptr ? &groups[i] : &made;
      const int64_t fine = power (bank->groups[i].level), base = base_of (bank, bank->groups[i].level);
      const int64_t lead = (int64_t) bank->halo - base; /* fine samples of the level before output 0 */

      group->origin = lead / fine - group->halo;
      group->place = base + fine * group->origin - (int64_t) bank->halo;
      group->blocks = (unsigned) blocks_for ((uint64_t) ((int64_t) n - group->place - fine * group->halo),
                                             (uint64_t) (fine * group->step));
      group->spectra = values;
      group->used = ondes_cuda_bank_phases (bank, group, span);
      values += (uint64_t) group->blocks * (unsigned) group->n_bins;
      if (group->used < SLOTS)
        group->n_units = (unsigned) blocks_for (group->blocks, (unsigned) (SLOTS / group->used));
      else
        group->n_units = group->blocks * (span > 0 ? 1 : (unsigned) (group->used / SLOTS));
      rows += (uint64_t) group->n_units * group->n_rows;
    }
  layout.bytes += values * 2 * value;
  for (unsigned i = 0; i < bank->n_groups && groups != nullptr; i++)
    {
      Group *group = &groups[i];
      const int residues = group->length / FOURIER;

      /* a thread block begins for the price of a row; there are to be several for each place on the device */
      group->chunk = (unsigned) (rows / (24 * (uint64_t) processors));
      group->chunk = group->chunk < 4 ? 4 : group->chunk > MOST_ROWS ? MOST_ROWS : group->chunk;
      group->n_chunks = (unsigned) blocks_for (group->n_rows, group->chunk);
      group->forward = layout.forward;
      group->inverse = layout.inverse;
      layout.forward += residues < SLOTS ? (unsigned) blocks_for (group->blocks, (unsigned) (SLOTS / residues)) : group->blocks;
      layout.inverse += group->n_units * group->n_chunks;
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
