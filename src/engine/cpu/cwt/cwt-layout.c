/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cwt-layout.h"

#include "base/compare.h"
#include "halve.h"
#include "interpolate.h"

#include <float.h>
#include <math.h>

/* Distance from a shifted mask's centre at which it may be cut, in s: exp (−7.8²/2) = 6e-14. */
#define CUT_DOUBLE    7.8
#define NOISY_BITS    14    /* quantised masks of fewer bits have noise that shows in most pictures */
#define NOISY_LENGTH  16384 /* FFT length of noisy rows, whose spectra have all bins and are kept, unless they need a longer one */
#define DIRECT_TAPS   9     /* masks up to this length are faster by direct convolution than by FFT */
#define IRREGULAR_TAPS 25   /* the same of those whose FFTs yield every sample */
/* Rows of a preview that are sampled: minimum samples per column, maximum taps of a mask, and maximum samples that a mask
 * spans, all of which are held in memory. */
#define SAMPLED_WIDTH 5.3 /* half width of a mask, in s, and of its spectrum, in 1/s: exp (−5.3²/2) = 8e-7 */
#define SAMPLED_SPAN  32
#define SAMPLED_TAPS  2048
#define SAMPLED_REACH (1 << 21)
#define SAMPLED_MIN 32 /* minimum taps on each side of the analytic wavelet, whose spectrum may be cut at π */
#define PREVIEW_WHOLE (1 << 16) /* up to this FFT length, previews also transform the analytic wavelet's whole recording */
/* Nodes per column: as many as add up to SAMPLED_WORK taps, within these limits. */
#define SAMPLED_WORK  1200
#define NODES_MIN     3
#define NODES_MAX     48
#define SAMPLED       0xff /* in place of an OndesMethod */
#define SHORTEST      1024  /* FFT length */
/* Maximum length of a single FFT over everything, for sampled wavelets, and the room for nodes on each side; samples. */
#define FFT_MAX       (1 << 20)
#define FFT_BESIDE    4096
#define WORKSPACE     (128 << 20)
/* Rows whose halo is less than 1/HALO_SHARE of their FFT's length share a group, whatever their scales. */
#define HALO_SHARE    20
/* Nanoseconds per node and per block of a pooled row, in addition to its FFTs; measured. */
#define NODE_NS       0.5
#define BLOCK_NS      200
/* Minimum tiles of a pooled recording, to keep the threads busy. */
#define TILES_MIN     3
/* An FFT that all workers share is split into PARTS_MIN to PARTS_MAX parts, each a multiple of PART_MULTIPLE values. Lengths
 * that can be chosen freely are multiples of PARTS_UNIT. */
#define PARTS_MAX     1024
#define PARTS_MIN     64
#define PART_MULTIPLE 32
#define PARTS_UNIT    (256 * PART_MULTIPLE)
/* Masks longer than HALVED_REACH samples on each side are applied to the decimated recording; one rate serves HALVED_OCTAVES
 * octaves of scales. There, at least HALVED_GOOD of a tile is valid outputs, unless one tile is enough. */
#define HALVED_REACH   (1 << 14)
#define HALVED_OCTAVES 2
#define HALVED_GOOD    0.9

/* Nanoseconds per sample of a complex FFT of length 2^k in single precision, estimated plans; measured on a core with AVX2. The
 * jumps are cache sizes. Double precision takes twice as long and exceeds a cache at half the length. */
static const double fft_ns[] = {
  [10] = 0.65, [11] = 0.7, [12] = 0.9, [13] = 1.3, [14] = 1.9, [15] = 2.1, [16] = 2.4, [17] = 2.7, [18] = 3.5, [19] = 4, [20] = 5,
};

static double
fft_cost (gsize    length,
          gboolean single)
{
  int k = g_bit_storage (length) - 1 + !single;

  return fft_ns[CLAMP (k, 10, 20)] * (single ? 1 : 2);
}

/* Returns the power of two with the least cost per valid output. */
static gsize
choose_length (const OndesCwtLayout *self,
               guint64               halo,
               guint                 stride,
               guint64               limit)
{
  const gsize bytes = 10 * self->kernels->size; /* per sample: x, its spectrum, the product, the result, the output */
  gsize best = 0;
  double min_cost = INFINITY;
  const double share = self->pooled ? 0.025 : 0.05; /* of a forward FFT, which many rows share */

  for (gsize length = SHORTEST; length <= (gsize) 1 << 40; length *= 2)
    {
      double valid = (double) length - 2 * (double) halo - 16;
      double cost;

      if (valid < (double) length / 16)
        continue;
      cost = fft_cost (length, self->single) * share + fft_cost (length / stride, self->single) / stride;
      if (self->pooled)
        cost += NODE_NS / stride + BLOCK_NS / (double) length;
      cost *= (double) length / valid;
      if (best && (length * bytes > limit || cost >= min_cost || (self->pooled && valid * TILES_MIN > (double) self->count)))
        break;
      min_cost = cost;
      best = length;
    }
  return best;
}

static guint64
halo_of (const OndesCwtRow *row)
{
  const guint64 nodes = !row->expanded ? ONDES_NODES : row->level > 0 ? ONDES_POLYNOMIAL_TAPS / 2 : ONDES_EXPAND_TAPS / 2;

  return row->half + (row->stride > 1 || row->level > 0 ? nodes * row->stride : 0);
}

/* Returns the FFT length of a row at the recording's rate. */
static gsize
row_length (const OndesCwtLayout *self,
            const OndesCwtRow    *row,
            guint64               limit)
{
  if (row->noisy)
    limit = MIN (limit, (guint64) NOISY_LENGTH * 10 * self->kernels->size);
  return choose_length (self, halo_of (row), row->stride, limit);
}

/* Returns the outputs per block, rounded so that the next block starts aligned. */
static gsize
aligned_step (gsize   length,
              guint64 halo)
{
  const gsize step = length - 2 * halo;

  return step < 16 ? step : step / 16 * 16;
}

/* Returns the shortest FFT length at a lower rate with enough valid outputs; there, decimation costs more than the FFTs. */
static gsize
choose_decimated_length (guint64 halo,
                         guint64 count)
{
  gsize length = SHORTEST;

  while ((double) length - 2 * (double) halo < MIN ((double) count, HALVED_GOOD * (double) length))
    length *= 2;
  return length;
}

/* Returns the number of samples of the view at the rate of @level. */
static guint64
count_at (const OndesCwtLayout *self,
          guint                 level)
{
  return ((self->count - 1) >> level) + 1;
}

/* Sets the group's halo, rounded up to whole nodes so that each tile begins at a node. Returns the FFT length for a single tile
 * of @count outputs. */
static gsize
one_tile (OndesCwtGroup *group,
          guint64        count)
{
  guint widest = 1;

  group->halo = 0;
  for (guint i = 0; i < group->n_rows; i++)
    {
      group->halo = MAX (group->halo, halo_of (&group->rows[i]));
      widest = MAX (widest, group->rows[i].stride);
    }
  group->halo = (group->halo + widest - 1) / widest * widest;
  count += 2 * group->halo;
  if (widest > 1)
    return (gsize) 1 << g_bit_storage (count - 1);
  if (count < ONDES_CWT_SHARED_LENGTH)
    return ondes_fft_good_size (count);
  return ondes_fft_good_size ((count - 1) / PARTS_UNIT + 1) * PARTS_UNIT;
}

/* Returns the number of parts of a group's FFTs, which must divide all their lengths. */
static guint
choose_parts (const OndesCwtLayout *self,
              const OndesCwtGroup  *group)
{
  guint parts = PARTS_MAX;
  gsize all = group->length / (self->complex_in ? 1 : 2);

  if (group->length < ONDES_CWT_SHARED_LENGTH || group->length % 2 || !self->complex_out)
    return 1;
  for (guint i = 0; i < group->n_rows; i++)
    all |= group->length / group->rows[i].stride; /* strides are powers of two, and so are parts */
  while (parts >= PARTS_MIN && all % (parts * PART_MULTIPLE))
    parts /= 2;
  return parts < PARTS_MIN ? 1 : parts;
}

/* Returns the largest power of two not above @max, but at least 1. */
static guint
power_of_two (double max)
{
  guint p = 1;

  while (p < 1u << 24 && 2 * p <= max)
    p *= 2;
  return p;
}

/* Returns the highest frequency of a row that matters, in 1/s: a complex row is shifted down by ω₀/s, a real one is not. */
static double
reach_of (const OndesCwtLayout *self,
          double                width)
{
  return self->complex_out ? width : self->cwt->options.omega0 + width;
}

/* Chooses the lowest rate that still holds all of a long row's band, with samples no further apart than columns are wide. If
 * the mask is still too long at that rate, the row uses the lowest rate and is interpolated to every sample. */
static void
choose_level (const OndesCwtLayout *self,
              const OndesView      *view,
              guint64               half,
              OndesCwtRow          *row)
{
  const double max = ONDES_HALVED_EDGE * row->scale / (self->cwt->options.omega0 + ONDES_CWT_WIDTH);
  guint level = (g_bit_storage (power_of_two (max)) - 1) / HALVED_OCTAVES * HALVED_OCTAVES;

  if (row->half <= HALVED_REACH || level == 0 || row->irregular)
    return;
  row->expanded = TRUE;
  if (view->columns > 0)
    {
      const guint narrow = g_bit_storage (power_of_two ((double) (view->count / view->columns))) - 1;

      if (half >> narrow <= HALVED_REACH)
        {
          level = MIN (level, narrow);
          row->expanded = FALSE;
        }
    }
  row->level = level;
  row->scale = ldexp (row->scale, -(int) level);
  row->mask.delay = ldexp (row->mask.delay, -(int) level);
  row->half = (guint64) ceil (ldexp ((double) half, -(int) level));
  row->windowed = FALSE;
}

/* Spaces nodes as widely as interpolation allows if W lies within ONDES_CWT_SMOOTH of ω₀, but no wider than a column. */
static void
choose_stride (const OndesCwtLayout *self,
               const OndesView      *view,
               OndesCwtRow          *row)
{
  const double span = (double) (view->count / view->columns >> row->level);
  const double max = 0.97 * ONDES_BAND_EDGE * row->scale / reach_of (self, ONDES_CWT_SMOOTH);

  if ((row->windowed && !row->noisy) || row->expanded || (self->cwt->options.wavelet == ONDES_WAVELET_MORLET && self->complex_in))
    return;
  row->stride = power_of_two (MIN (MIN (max, span), ONDES_STRIDE_MAX));
}

/* Chooses nodes between which every sample is interpolated to single precision; this is less work than a long inverse FFT. */
static void
choose_expansion (const OndesCwtLayout *self,
                  OndesCwtRow          *row)
{
  const guint stride = power_of_two (MIN (ONDES_EXPAND_EDGE * row->scale / ONDES_CWT_SINGLE_WIDTH, ONDES_EXPAND_MAX));

  if (row->windowed || row->level > 0 || !self->single || !self->complex_out || self->cwt->options.wavelet == ONDES_WAVELET_MORLET
      || stride < ONDES_EXPAND_MIN)
    return;
  row->stride = row->fine_stride = stride;
  row->expanded = TRUE;
}

/* Returns the subdivisions of a node interval: |W|² has twice the bandwidth of W, and a parabola through it needs points at
 * most 0.28 radians of W apart. */
static guint
phases_of (double reach,
           double scale,
           guint  stride,
           guint  level)
{
  return MIN ((guint) CLAMP (ceil (stride * reach / (0.28 * scale)), 2, ONDES_PHASES), stride << level);
}

static int
by_half (gconstpointer a,
         gconstpointer b)
{
  const OndesCwtRow *p = a, *q = b;

  return ONDES_COMPARE (p->level, q->level) ?: ONDES_COMPARE (p->half, q->half) ?: ONDES_COMPARE (p->scale, q->scale)
         ?: ONDES_COMPARE (p->row, q->row);
}

static void
add_fft_group (OndesCwtLayout *self,
               OndesCwtGroup   group)
{
  for (guint i = 0; i < group.n_rows; i++)
    {
      OndesCwtRow *row = &group.rows[i];

      if (row->expanded)
        continue;
      while (row->stride > 1 && (group.length % row->stride || group.length / row->stride < 8 * ONDES_NODES))
        row->stride /= 2;
      row->fine_stride = MAX (1, row->stride / 4);
      row->phases = phases_of (reach_of (self, ONDES_CWT_SMOOTH), row->scale, row->stride, row->level);
      row->fine_phases = phases_of (reach_of (self, ONDES_CWT_WIDTH), row->scale, row->fine_stride, row->level);
    }
  group.shared = group.length >= ONDES_CWT_SHARED_LENGTH;
  if (!group.whole_recording)
    {
      const guint64 count = count_at (self, group.level);

      group.step = MIN (aligned_step (group.length, group.halo), count);
      group.shared |= group.level > 0 && group.step == count; /* otherwise one thread would compute all rows */
      group.blocks = group.shared || group.level > 0 || group.step == count ? 1 : MAX (1, ONDES_CWT_TILE_STEP / group.step);
    }
  group.parts = choose_parts (self, &group);
  g_array_append_val (self->groups, group);
}

/* TRUE if one FFT over all samples that a row needs is so short that it takes little memory and need not be cancellable. */
static gboolean
one_fft_suffices (const OndesCwtLayout *self,
                  const OndesCwtRow    *row)
{
  return row->half < FFT_MAX && self->count < FFT_MAX && self->count + 2 * (row->half + FFT_BESIDE) <= FFT_MAX;
}

/* Returns the reach of a row's wavelet to each side. A shift moves the analytic one, which ends nowhere, beyond its mask; rounding
 * takes the ends of a quantised one to 0. */
static guint64
half_of (const OndesCwtLayout *self,
         const OndesCwtRow    *row)
{
  const guint64 half = ondes_cwt_half_length (row->scale);
  const OndesQuantisation *quantisation = &self->cwt->quantisation;

  if (row->irregular && quantisation->bits > 0)
    {
      const double full_scale = ondes_cwt_amplitude (self->cwt->options.normalisation, row->scale);
      const double reach = ondes_quantisation_reach (quantisation, &row->mask, full_scale) * row->scale + fabs (row->mask.delay);

      return reach < (double) half ? (guint64) ceil (reach) : half;
    }
  return self->cwt->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET ? half + (guint64) ceil (fabs (row->mask.delay)) : half;
}

static OndesMethod
row_method (const OndesCwtLayout *self,
            const OndesCwtRow    *row)
{
  const OndesCwtOptions *options = &self->cwt->options;

  if (options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    {
      const guint64 half = half_of (self, row);

      if (self->preview_span > 0 && options->method == ONDES_METHOD_AUTO && self->fft_length > PREVIEW_WHOLE)
        return ONDES_METHOD_OVERLAP_SAVE; /* neglects the contribution of its tails */
      if (options->method == ONDES_METHOD_FFT || !ondes_cwt_analytic_tails_fit (options->omega0, row->scale, options->precision)
          || half > self->fft_length || self->fft_length - half < self->extent + half)
        return ONDES_METHOD_FFT;
      return ONDES_METHOD_OVERLAP_SAVE;
    }
  if (options->method == ONDES_METHOD_AUTO)
    return 2 * row->half + 1 <= (row->irregular ? IRREGULAR_TAPS : DIRECT_TAPS) && options->precision != ONDES_PRECISION_SINGLE2
             ? ONDES_METHOD_DIRECT
             : ONDES_METHOD_OVERLAP_SAVE;
  return options->method == ONDES_METHOD_FFT && !one_fft_suffices (self, row) ? ONDES_METHOD_OVERLAP_SAVE : options->method;
}

/* Returns the highest level that still holds all of a row's band, with samples no further apart than columns are wide. */
static guint
sampled_level (const OndesCwtLayout *self,
               double                scale)
{
  const double max = 2 * ONDES_CWT_HALVING_EDGE * scale / (self->cwt->options.omega0 + SAMPLED_WIDTH);

  return g_bit_storage (power_of_two (MIN (max, (double) self->preview_span))) - 1;
}

static gsize
sampled_half (const OndesCwtLayout *self,
              const OndesCwtRow    *row,
              guint                 level)
{
  const OndesCwtOptions *options = &self->cwt->options;
  const gboolean analytic = options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  const double width = analytic && options->omega0 < ONDES_CWT_CUT_SEEN ? 2 * SAMPLED_WIDTH : SAMPLED_WIDTH;

  return MAX ((gsize) ceil (ldexp (width * row->scale + fabs (row->mask.delay), -(int) level)), analytic ? SAMPLED_MIN : 0);
}

static gboolean
is_sampled (const OndesCwtLayout *self,
            const OndesCwtRow    *row)
{
  return self->preview_span >= SAMPLED_SPAN && self->cwt->options.method == ONDES_METHOD_AUTO && !row->irregular
         && row_method (self, row) != ONDES_METHOD_FFT && SAMPLED_WIDTH * row->scale < SAMPLED_REACH / 2
         && 2 * sampled_half (self, row, sampled_level (self, row->scale)) < SAMPLED_TAPS;
}

static void
add_sampled (OndesCwtLayout *self,
             guint           to)
{
  guint64 widest = 0;

  for (guint from = 0, end; from < to; from = end)
    {
      OndesCwtSampled group = { .rows = self->rows + from, .level = sampled_level (self, self->rows[from].scale) };

      for (end = from; end < to && end - from < ONDES_CWT_SAMPLED_ROWS && self->rows[end].scale <= 2 * self->rows[from].scale
           && self->rows[end].scale >= self->rows[from].scale;)
        {
          group.half = MAX (group.half, sampled_half (self, &self->rows[end], group.level));
          end++;
        }
      group.n_rows = end - from;
      group.nodes = (guint) CLAMP (SAMPLED_WORK / (2 * group.half + 1), NODES_MIN, NODES_MAX);
      self->n_levels = MAX (self->n_levels, group.level + 1);
      widest = MAX (widest, (2 * group.half + group.nodes + 2 * ONDES_CWT_HALVING_TAPS) << group.level);
      g_array_append_val (self->sampled, group);
    }
  if (to == 0)
    return;
  /* pieces as wide as their halo, unless that leaves too few for the threads */
  self->piece_columns = CLAMP (widest / self->preview_span, 1, MAX (1, self->shape.columns / 16));
  self->worker_bytes = (widest + self->piece_columns * (self->preview_span + 1)) * 2 * sizeof (float) * (self->complex_in ? 2 : 1);
  for (guint i = 0; i < self->sampled->len; i++)
    self->shared_bytes += (2 * g_array_index (self->sampled, OndesCwtSampled, i).half + 1) * 2 * ONDES_CWT_SAMPLED_ROWS
                          * sizeof (float);
}

/* Groups rows [from, to) for overlap-save: rows with the same best length and a similar halo share a forward FFT. */
static void
add_overlap_save (OndesCwtLayout *self,
                  guint           from,
                  guint           to,
                  guint64         limit)
{
  while (from < to)
    {
      const guint level = self->rows[from].level;
      gsize length = row_length (self, &self->rows[from], limit);
      const guint octave = g_bit_storage (self->rows[from].half | 31);
      guint end = from + 1;
      OndesCwtGroup group = { .method = ONDES_METHOD_OVERLAP_SAVE, .rows = self->rows + from, .level = level };
      gsize tile_length;

      if (level > 0)
        while (end < to && self->rows[end].level == level)
          end++;
      else
        while (end < to && self->rows[end].level == 0
               && (g_bit_storage (self->rows[end].half | 31) == octave
                   || (self->pooled && halo_of (&self->rows[end]) * HALO_SHARE < length))
               && row_length (self, &self->rows[end], limit) == length)
          end++;
      group.n_rows = end - from;
      tile_length = one_tile (&group, count_at (self, level));
      if (level > 0)
        length = choose_decimated_length (group.halo, count_at (self, level));
      group.length = count_at (self, level) + 2 * group.halo <= length ? tile_length : length;
      add_fft_group (self, group);
      from = end;
    }
}

static void
add_direct (OndesCwtLayout *self,
            guint           from,
            guint           to)
{
  while (from < to)
    {
      OndesCwtGroup group = { .method = ONDES_METHOD_DIRECT, .rows = self->rows + from, .step = ONDES_CWT_DIRECT_STEP,
                              .blocks = 1, .parts = 1 };
      guint end = from;

      do
        group.mask_taps += 2 * self->rows[end].half + 1;
      while (++end < to && group.mask_taps + 2 * self->rows[end].half + 1 <= ONDES_CWT_DIRECT_MAX);
      group.n_rows = end - from;
      group.halo = self->rows[end - 1].half;
      g_array_append_val (self->groups, group);
      from = end;
    }
}

/* Sets the mask of @row and what kind it is. */
static void
choose_mask (const OndesCwtLayout *self,
             OndesCwtRow          *row)
{
  const double cut = ONDES_CWT_MASK_REACH - (self->single ? ONDES_CWT_SINGLE_REACH : CUT_DOUBLE);
  const guint bits = self->cwt->quantisation.bits;
  /* the rounding of taps to single precision is no less than that to as many bits */
  const gboolean quantised = bits > 0 && !(self->single && bits >= FLT_MANT_DIG);
  gboolean shifted_gaussian;

  row->mask = ondes_cwt_mask (self->cwt, row->row);
  shifted_gaussian = row->mask.offset == 0 && (self->cwt->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET
                                               || fabs (row->mask.delay) <= cut * row->scale);
  row->irregular = quantised || !shifted_gaussian;
  row->noisy = quantised && bits >= NOISY_BITS && shifted_gaussian && self->complex_out
               && self->cwt->options.wavelet != ONDES_WAVELET_MORLET;
  row->phased = row->irregular || row->mask.delay != 0;
}

/* Returns the taps on each side that single precision sees, of @half. */
static guint64
single_half (const OndesCwtRow *row,
             guint64            half)
{
  return row->irregular ? half : MIN (half, (guint64) ceil (ONDES_CWT_SINGLE_REACH * row->scale + fabs (row->mask.delay)));
}

/* Decides how to compute row @i of the spec, and by which method, which may be SAMPLED. */
static OndesCwtRow
choose_row (const OndesCwtLayout *self,
            const OndesView      *view,
            guint                 i,
            guint64               reach,
            guint8               *method)
{
  const OndesCwtOptions *options = &self->cwt->options;
  const gboolean analytic = options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  OndesCwtRow row = { .row = i, .scale = ondes_cwt_scale (self->cwt, i), .stride = 1, .fine_stride = 1 };
  guint64 half;

  choose_mask (self, &row);
  row.half = half = half_of (self, &row);
  if (options->boundary == ONDES_BOUNDARY_ZERO && !analytic)
    row.half = MIN (half, reach);
  *method = is_sampled (self, &row) ? SAMPLED : (guint8) row_method (self, &row);
  if (*method != ONDES_METHOD_DIRECT && self->single)
    half = single_half (&row, half);
  row.windowed = row.half < half || row.irregular;
  row.noisy = row.noisy && row.half == half;
  row.half = MIN (row.half, half);
  if (*method == ONDES_METHOD_OVERLAP_SAVE)
    choose_level (self, view, half, &row);
  if (view->columns > 0 && *method != ONDES_METHOD_DIRECT && *method != SAMPLED)
    choose_stride (self, view, &row);
  else if (*method == ONDES_METHOD_OVERLAP_SAVE || (*method == ONDES_METHOD_FFT && !analytic))
    choose_expansion (self, &row);
  return row;
}

static void
add_whole (OndesCwtLayout *self,
           guint           from,
           guint           to)
{
  const gboolean analytic = self->cwt->options.wavelet == ONDES_WAVELET_ANALYTIC_MORLET;
  OndesCwtGroup group = { .method = ONDES_METHOD_FFT, .rows = self->rows + from, .n_rows = to - from,
                          .whole_recording = analytic };

  if (analytic)
    {
      group.length = self->fft_length;
      group.step = self->count;
      group.blocks = 1;
    }
  else
    group.length = one_tile (&group, self->count);
  add_fft_group (self, group);
}

/* Puts all rows into groups, in the order of @sorted. @methods is indexed by row of the spec. */
static void
add_groups (OndesCwtLayout    *self,
            const OndesCwtRow *sorted,
            const guint8      *methods,
            guint64            limit)
{
  const guint n = self->cwt->n_scales;
  guint n_sorted = 0;

  for (guint i = 0; i < n; i++)
    if (methods[sorted[i].row] == SAMPLED)
      self->rows[n_sorted++] = sorted[i];
  add_sampled (self, n_sorted);
  for (OndesMethod method = ONDES_METHOD_DIRECT; method <= ONDES_METHOD_FFT; method++)
    {
      const guint from = n_sorted;

      for (guint i = 0; i < n; i++)
        if (methods[sorted[i].row] == method)
          self->rows[n_sorted++] = sorted[i];
      if (n_sorted == from)
        continue;
      if (method == ONDES_METHOD_DIRECT)
        add_direct (self, from, n_sorted);
      else if (method == ONDES_METHOD_OVERLAP_SAVE)
        add_overlap_save (self, from, n_sorted, limit);
      else
        add_whole (self, from, n_sorted);
    }
}

OndesCwtLayout *
ondes_cwt_layout_new (const OndesRequest *request,
                      guint64             limit,
                      gboolean            precise)
{
  const OndesCwt *cwt = ondes_spec_cwt (request->spec);
  const OndesCwtOptions *options = &cwt->options;
  const OndesView *view = &request->view;
  OndesCwtLayout *self = g_new0 (OndesCwtLayout, 1);
  g_autofree guint8 *methods = g_new (guint8, cwt->n_scales);
  g_autofree OndesCwtRow *sorted = g_new (OndesCwtRow, cwt->n_scales);

  self->cwt = cwt;
  self->single = options->precision != ONDES_PRECISION_DOUBLE && !precise;
  self->kernels = self->single ? ondes_kernels_float () : ondes_kernels_double ();
  self->complex_in = ondes_type_is_complex (request->shape.types[0]);
  self->complex_out = self->complex_in || options->wavelet != ONDES_WAVELET_MORLET;
  self->shape = request->result;
  self->extent = request->shape.extent;
  self->count = view->count;
  self->preview_span = view->preview && view->columns > 0 ? view->count / view->columns : 0;
  self->pooled = view->columns > 0 && !view->preview;
  self->groups = g_array_new (FALSE, FALSE, sizeof (OndesCwtGroup));
  self->sampled = g_array_new (FALSE, FALSE, sizeof (OndesCwtSampled));
  self->rows = g_new (OndesCwtRow, cwt->n_scales);
  if (options->wavelet == ONDES_WAVELET_ANALYTIC_MORLET)
    self->fft_length = ondes_cwt_fft_length (options, self->extent);

  for (guint i = 0; i < cwt->n_scales; i++)
    sorted[i] = choose_row (self, view, i, self->extent, &methods[i]);
  qsort (sorted, cwt->n_scales, sizeof *sorted, by_half);
  add_groups (self, sorted, methods, limit ? MIN (limit, WORKSPACE) : WORKSPACE);
  ondes_cwt_layout_count_bytes (self);
  return self;
}
