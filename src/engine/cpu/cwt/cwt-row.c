/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row from the spectrum of a tile: multiplies it by the row's spectrum, within the band only, and computes the inverse FFT
 * with as few outputs as suffice. */
#include "cwt-run.h"

#include <math.h>
#include <string.h>

#define PIECE ONDES_CWT_SPECTRUM_PIECE
#define NEGLIGIBLE 1e-7 /* fraction of a row's energy too small to show in its magnitude */
#define MAX_FLANK 3      /* factor by which |W|² just outside the wanted nodes may exceed that within */
#define NOISE_HIDDEN 6e-7 /* of the square of a row's largest value, what noise may add to a magnitude unseen */
#define NOISE_PEAK   30   /* square of a peak of noise, times its mean */
#define NODES_AT_ONCE 64 /* nodes checked at a time */

static gint64
wrapped (gint64 bin,
         gsize  m)
{
  bin %= (gint64) m;
  return bin < 0 ? bin + (gint64) m : bin;
}

/* Returns @i modulo @length. @i is seldom above 2 @length, and a division would slow down short rows. */
static gsize
modulo (gsize i,
        gsize length)
{
  while (i >= length)
    i -= length;
  return i;
}

/* Copies every @stride-th value of a windowed row's spectrum, of @size bytes. */
static void
gather (const void *from,
        gsize       size,
        gsize       stride,
        gsize       n,
        void       *to)
{
  if (size == sizeof (float))
    for (gsize i = 0; i < n; i++)
      ((float *) to)[i] = ((const float *) from)[i * stride];
  else if (size == sizeof (double))
    for (gsize i = 0; i < n; i++)
      ((double *) to)[i] = ((const double *) from)[i * stride];
  else
    for (gsize i = 0; i < n; i++)
      memcpy ((char *) to + i * size, (const char *) from + i * stride * size, size);
}

/* One of the blocks of y. */
typedef struct
{
  char *y;
  gsize length;   /* bins */
  gsize begin;    /* its bin of the first of the band, from where it wraps around */
  OndesBand band;
  gsize first, n; /* bins of the band, counted from the band's first: first, first + parts …, n of them */
} Block;

/* Clears the bins of a block beside the band. */
static void
clear_gap (const Block *block,
           gsize        bin_bytes)
{
  const gsize from = modulo (block->begin + block->n, block->length), gap = block->length - MIN (block->n, block->length);
  const gsize run = MIN (gap, block->length - from);

  memset (block->y + from * bin_bytes, 0, run * bin_bytes);
  memset (block->y, 0, (gap - run) * bin_bytes);
}

/* Multiplies the band into a block; clears the block's other bins if outputs are complex. FALSE if stopped. */
static gboolean
multiply_block (OndesCwtRun           *self,
                const OndesCwtProduct *product,
                const Block           *block)
{
  const OndesKernels *kernels = self->layout->kernels;
  const OndesCwtGroup *group = product->group;
  const OndesCwtRow *row = product->row;
  const OndesRowSpectrum *spectrum = &self->engine->spectra[row->row];
  double *scratch = product->scratch;
  const gsize t = kernels->size, parts = group->parts;
  const gsize value = ondes_cwt_spectrum_size (row, 1) * t, piece = PIECE / ondes_cwt_spectrum_size (row, 1);
  const guint shift = g_bit_storage (parts) - 1;
  const gsize bins = group->length >> (shift + !self->layout->complex_in);
  const gint64 length = (gint64) group->length, half = length / 2;
  void (*const multiply[2][2]) (const void *x, const void *s, gsize n, double gain, void *y)
    = { { kernels->product, kernels->product_mirrored }, { kernels->product_phased, kernels->product_phased_mirrored } };
  double strided[PIECE];

  if (self->layout->complex_out)
    clear_gap (block, 2 * t);
  for (gsize done = 0, run; done < block->n; done += run)
    {
      const gsize at = block->first + done * parts, to = modulo (block->begin + done, block->length);
      const gint64 bin = wrapped (block->band.bin + (gint64) at, group->length);
      const gboolean mirrored = !self->layout->complex_in && bin > half;
      const gint64 source = mirrored ? length - bin : bin;
      const gint64 left = self->layout->complex_in ? length - 1 - bin : mirrored ? source - 1 : half - bin;
      const char *s, *from = product->x + (((gsize) source & (parts - 1)) * bins + ((gsize) source >> shift)) * 2 * t;

      run = MIN (MIN (block->n - done, block->length - to), ((gsize) left >> shift) + 1);
      if (parts > 1 && !self->layout->complex_in && source == half) /* the Nyquist bin, stored last as in any half spectrum */
        {
          from = product->x + half * 2 * (gint64) t;
          run = 1;
        }
      else if (parts > 1 && !self->layout->complex_in && !mirrored && ((gsize) left & (parts - 1)) == 0)
        run = MIN (run, (gsize) left >> shift);
      if (spectrum->values)
        s = (const char *) spectrum->values + (row->windowed ? (gsize) bin : at) * value;
      else if (row->windowed)
        {
          s = (const char *) scratch + (gsize) bin * value;
          if (parts > 1)
            {
              run = MIN (run, piece);
              gather (s, value, parts, run, strided);
              s = (const char *) strided;
            }
        }
      else
        {
          run = MIN (run, piece);
          ondes_cwt_spectrum (self->layout, group, row, spectrum->band,
                              (OndesBins) { .first = at, .stride = parts, .n = run }, scratch);
          kernels->narrow (scratch, ondes_cwt_spectrum_size (row, run), scratch + PIECE);
          s = (const char *) (scratch + PIECE);
        }
      multiply[row->phased][mirrored] (from, s, run, product->gain, block->y + to * 2 * t);
    }
  return parts == 1 || !ondes_cwt_stopped (self);
}

/* Returns the band of a row of which @m outputs are computed: nodes of a noisy one lack its noise. */
static OndesBand
band_of (const OndesCwtRun     *self,
         const OndesCwtProduct *product,
         gsize                  m)
{
  const OndesRowSpectrum *spectrum = &self->engine->spectra[product->row->row];

  return product->row->noisy && m < product->group->length ? spectrum->core : spectrum->band;
}

/* Computes @m bins of y, the row's spectrum times x, zero outside the band. Fewer bins than the FFT's length decimate the
 * output; @shift moves the row down by that many bins, which leaves its magnitude unchanged. x and y have the bin order of
 * fft-split.h. FALSE if stopped. */
static gboolean
multiply (OndesCwtRun           *self,
          const OndesCwtProduct *product,
          gsize                  m,
          gint64                 shift)
{
  const OndesBand band = band_of (self, product, m);
  const gsize parts = product->group->parts, size = 2 * self->layout->kernels->size;
  const guint divide = g_bit_storage (parts) - 1;
  const gsize length = m >> divide;

  if (!self->layout->complex_out)
    memset (product->y, 0, (m / 2 + 1) * size);
  for (gsize i = 0; i < parts; i++)
    {
      const gsize first = (gsize) ((gint64) i + shift - band.bin) & (parts - 1);
      const Block block = { .y = product->y + i * length * size, .length = length, .band = band, .first = first,
                            .n = first < band.n ? ((band.n - 1 - first) >> divide) + 1 : 0,
                            .begin = (gsize) wrapped (band.bin + (gint64) first - shift, m) >> divide };

      if (!multiply_block (self, product, &block))
        return FALSE;
    }
  return TRUE;
}

/* Returns the energy of bins [from, to), stored in @y modulo @m, in @parts blocks. */
static double
energy_between (const OndesKernels *kernels,
                const char         *y,
                gsize               m,
                gsize               parts,
                double              from,
                double              to)
{
  const gint64 bin = (gint64) floor (from), end = (gint64) ceil (to);
  const guint shift = g_bit_storage (parts) - 1;
  const gsize length = m >> shift;
  double sum = 0;

  for (gsize block = 0; block < parts; block++)
    {
      const gint64 first = bin + (gint64) ((gsize) ((gint64) block - bin) & (parts - 1));
      const gsize n = first < end ? ((gsize) (end - 1 - first) >> shift) + 1 : 0;
      const gsize begin = (gsize) wrapped (first, m) >> shift;

      for (gsize done = 0, run; done < n; done += run)
        {
          const gsize at = modulo (begin + done, length);

          run = MIN (n - done, length - at);
          sum += kernels->energy (y + (block * length + at) * 2 * kernels->size, run);
        }
    }
  return sum;
}

/* Computes the inverse FFT of a row's @m bins from y into z, which must be y if the FFT is split; otherwise @fft is its plan.
 * FALSE if stopped. */
static gboolean
invert (OndesCwtRun           *self,
        const OndesCwtProduct *product,
        const OndesFft        *fft,
        gsize                  m)
{
  const OndesCwtGroup *group = product->group;
  const gboolean single = self->layout->single;
  char *y = product->y;
  OndesFftSplit split;
  void *work;

  if (group->parts == 1)
    {
      ondes_fft_execute (fft, y, product->z);
      return TRUE;
    }
  work = ondes_buffer_get (&self->engine->workers[product->worker].buffers[ONDES_BUFFER_OUT],
                           ondes_fft_split_work (group->parts, single));
  if (!work || !ondes_fft_split_init (&split, m, group->parts, single, TRUE))
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  for (guint block = 0; block < group->parts && !ondes_cwt_stopped (self); block++)
    ondes_fft_split_block (&split, y, block);
  for (gsize from = 0; from < m / group->parts && !ondes_cwt_stopped (self); from += ONDES_FFT_COLUMNS)
    ondes_fft_split_columns (&split, y, from, work);
  return !ondes_cwt_stopped (self);
}

/* TRUE if the energy outside |s ω − ω₀| < ONDES_CWT_SMOOTH, which adds @residual to the mean of |W|², is negligible: then W is
 * as smooth as the row's stride assumes. */
static gboolean
is_smooth (const OndesCwtRun     *self,
           const OndesCwtProduct *product,
           gsize                  m,
           gint64                 shift,
           double                *residual)
{
  const OndesKernels *kernels = self->layout->kernels;
  const OndesCwtGroup *group = product->group;
  const OndesCwtRow *row = product->row;
  const OndesBand band = band_of (self, product, m);
  const char *y = product->y;
  const double omega0 = self->layout->cwt->options.omega0;
  const double bins = (double) group->length / (2 * G_PI * row->scale);
  const double low = (omega0 - ONDES_CWT_SMOOTH) * bins - (double) shift;
  const double high = (omega0 + ONDES_CWT_SMOOTH) * bins - (double) shift;
  const double first = (double) (band.bin - shift), end = (double) (band.bin - shift + (gint64) band.n);
  const double middle = omega0 * bins - (double) shift;
  double outside = high < end ? energy_between (kernels, y, m, group->parts, high, end) : 0;

  if (self->layout->complex_out && low > first)
    outside += energy_between (kernels, y, m, group->parts, first, low);
  *residual = outside;
  /* the energy near the centre usually settles it */
  if (self->layout->complex_out
      && outside <= NEGLIGIBLE * energy_between (kernels, y, m, group->parts, middle - bins, middle + bins))
    return TRUE;
  return outside <= NEGLIGIBLE * kernels->energy (y, self->layout->complex_out ? m : m / 2 + 1);
}

/* Returns the largest |W|² of nodes [from, from + n), stored in @z modulo @m. */
static double
largest_node (const OndesCwtLayout *layout,
              const char           *z,
              gsize                 m,
              gint64                from,
              gsize                 n)
{
  const OndesKernels *kernels = layout->kernels;
  const gsize size = kernels->size * (layout->complex_out ? 2 : 1);
  double largest = 0;

  for (gsize i = 0, run; i < n; i += run)
    {
      const gsize at = (gsize) wrapped (from + (gint64) i, m);

      run = MIN (n - i, m - at);
      largest = MAX (largest, (layout->complex_out ? kernels->maximum : kernels->maximum_real) (z + at * size, run));
    }
  return largest;
}

/* TRUE if the nodes of z, @stride apart, are dense enough for the wanted samples. Next to a much larger peak its flank is too
 * steep for them, and the part they cannot represent, @residual, may be as large as the wanted samples themselves. */
static gboolean
nodes_suffice (const OndesCwtLayout  *layout,
               const OndesCwtProduct *product,
               guint                  stride,
               double                 residual)
{
  const char *z = product->z;
  const gsize m = product->group->length / stride, offset = product->offset, n = product->n;
  const gint64 first = (gint64) ((offset + stride - 1) / stride), end = (gint64) ((offset + n - 1) / stride) + 1;
  const double neighbours = MAX (largest_node (layout, z, m, first - ONDES_NODES, ONDES_NODES),
                                 largest_node (layout, z, m, end, ONDES_NODES));
  const double threshold = MAX (residual / NEGLIGIBLE, neighbours / MAX_FLANK);
  gboolean found = threshold == 0;

  for (gint64 i = first; i < end && !found; i += NODES_AT_ONCE) /* usually the first suffice */
    found = largest_node (layout, z, m, i, (gsize) MIN (NODES_AT_ONCE, end - i)) >= threshold;
  return found;
}

gint64
ondes_cwt_row_shift (const OndesCwtLayout *layout,
                     const OndesCwtGroup  *group,
                     const OndesCwtRow    *row)
{
  if (row->stride == 1 || !layout->complex_out)
    return 0;
  return llrint (layout->cwt->options.omega0 * (double) group->length / (2 * G_PI * row->scale));
}

void
ondes_cwt_noise_powers (const OndesCwtRun   *self,
                        const OndesCwtGroup *group,
                        const char          *x,
                        double              *powers)
{
  const OndesKernels *kernels = self->layout->kernels;
  const gsize n = group->length / ONDES_NOISE_BANDS, size = 2 * kernels->size;

  for (gsize i = 0; i < ONDES_NOISE_BANDS; i++)
    {
      /* of real samples the upper half of the bins mirrors the lower one */
      const gboolean mirrored = !self->layout->complex_in && i >= ONDES_NOISE_BANDS / 2;
      const gsize from = mirrored ? group->length - (i + 1) * n + 1 : i * n;

      powers[i] = kernels->energy (x + from * size, n);
    }
}

/* Returns the square that a node must have for the row's noise not to show beside it; INFINITY if that is unknown. */
static double
noise_threshold (const OndesCwtRun     *self,
                 const OndesCwtProduct *product)
{
  const OndesRowSpectrum *spectrum = &self->engine->spectra[product->row->row];
  double noise = 0;

  if (product->powers == NULL || spectrum->values == NULL)
    return INFINITY;
  for (guint i = 0; i < ONDES_NOISE_BANDS; i++)
    noise += spectrum->noise[i] * product->powers[i];
  /* all of it may lie within one length of the mask */
  noise *= product->gain * product->gain * MAX ((double) product->group->length / (2.0 * (double) product->row->half + 1), 1);
  return noise * NOISE_PEAK / NOISE_HIDDEN;
}

/* Computes a noisy row: at nodes where its noise is hidden, else every sample. */
static guint
make_noisy_row (OndesCwtRun           *self,
                const OndesCwtProduct *product)
{
  const OndesCwtGroup *group = product->group;
  const OndesCwtRow *row = product->row;
  const gsize m = group->length / row->stride;
  const gint64 shift = ondes_cwt_row_shift (self->layout, group, row);
  const double threshold = noise_threshold (self, product);
  const OndesFft *full_rate;
  double residual;

  if (threshold < INFINITY)
    {
      if (!multiply (self, product, m, shift))
        return 0;
      if (threshold <= (double) m * self->layout->kernels->energy (product->y, m) /* a node's largest possible square */
          && is_smooth (self, product, m, shift, &residual))
        {
          if (!invert (self, product, row->inverse, m))
            return 0;
          if (nodes_suffice (self->layout, product, row->stride, MAX (residual, threshold * NEGLIGIBLE)))
            return row->stride;
        }
    }
  full_rate = group->parts > 1 ? NULL : ondes_fft_get (ONDES_FFT_INVERSE, group->length, self->layout->single, group->shared);
  if (group->parts == 1 && full_rate == NULL)
    {
      ondes_cwt_no_memory (self);
      return 0;
    }
  return multiply (self, product, group->length, shift) && invert (self, product, full_rate, group->length) ? 1 : 0;
}

guint
ondes_cwt_make_row (OndesCwtRun           *self,
                    const OndesCwtProduct *product)
{
  const OndesCwtLayout *layout = self->layout;
  const OndesCwtGroup *group = product->group;
  const OndesCwtRow *row = product->row;
  const gsize m = group->length / row->stride, fine = group->length / row->fine_stride;
  const gint64 shift = ondes_cwt_row_shift (layout, group, row);
  const OndesFft *full_rate = NULL; /* created on demand: seldom needed, with large tables */
  double residual;

  if (row->noisy && row->stride > 1)
    return make_noisy_row (self, product);
  if (!multiply (self, product, m, shift))
    return 0;
  if (row->stride == 1 || row->expanded)
    return invert (self, product, row->inverse, m) ? row->stride : 0;
  if (is_smooth (self, product, m, shift, &residual))
    {
      if (!invert (self, product, row->inverse, m))
        return 0;
      if (nodes_suffice (layout, product, row->stride, residual))
        return row->stride;
    }
  if (!multiply (self, product, fine, shift)
      || !invert (self, product, row->fine_inverse, fine))
    return 0;
  if (row->fine_stride == 1 || nodes_suffice (layout, product, row->fine_stride, 0))
    return row->fine_stride;
  if (group->parts == 1)
    full_rate = ondes_fft_get (layout->complex_out ? ONDES_FFT_INVERSE : ONDES_FFT_INVERSE_REAL, group->length, layout->single,
                               group->shared);
  if (group->parts == 1 && !full_rate)
    return row->fine_stride;
  if (!multiply (self, product, group->length, shift)
      || !invert (self, product, full_rate, group->length))
    return 0;
  return 1;
}
