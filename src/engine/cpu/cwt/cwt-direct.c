/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Direct convolution of rows with their masks, as on the GPU. Masks are contiguous, longest last, located by the prefix sums of
 * their lengths. A mask of up to 1024 taps is convolved at once; a longer one, of 2·512·n + x taps, is split into a centre of x
 * taps and n pairs of 512-tap lobes, which are shifted convolutions. A tile is loaded once for all rows. A mask too long to be
 * stored is generated and convolved piecewise, each piece as a mask of its own.
 */
#include "cwt-run.h"

#include <math.h>
#include <string.h>

#define LOBE  512
#define PIECE 4096 /* taps generated at a time */
#define LONG  ONDES_CWT_DIRECT_PIECE

static gboolean
masks_piece (gpointer data,
             guint    worker)
{
  OndesCwtRun *self = data;
  const OndesCwtGroup *group = self->group;
  const OndesKernels *kernels = self->layout->kernels;
  const gsize t = kernels->size;
  double *taps = ondes_buffer_get (&self->engine->workers[worker].buffers[ONDES_BUFFER_SCRATCH], 2 * PIECE * sizeof *taps);
  const OndesCwtRow *row;
  gsize length;
  guint i;

  if (!taps)
    ondes_cwt_no_memory (self);
  if (worker >= self->n_workers || ondes_cwt_stopped (self))
    return FALSE;
  i = (guint) g_atomic_int_add (&self->next_row, 1);
  if (i >= group->n_rows)
    return FALSE;
  row = &group->rows[i];
  length = 2 * row->half + 1;
  self->sums[2 * i] = self->sums[2 * i + 1] = 0;
  for (gsize k = 0; k < length; k += PIECE)
    {
      const gsize n = MIN (PIECE, length - k);

      if (ondes_cwt_stopped (self))
        return FALSE;
      ondes_cwt_taps (self->layout, row, (gint64) k - (gint64) row->half, n, taps, taps + PIECE);
      for (gsize j = 0; j < n; j++)
        self->sums[2 * i] += taps[j];
      for (gsize j = 0; j < n && row->phased; j++) /* otherwise they cancel */
        self->sums[2 * i + 1] += taps[PIECE + j];
      kernels->narrow (taps, n, self->masks + (self->starts[i] + k) * t);
      kernels->narrow (taps + PIECE, n, self->masks + (group->mask_taps + self->starts[i] + k) * t);
    }
  return TRUE;
}

void
ondes_cwt_direct_prepare (OndesCwtRun         *self,
                          const OndesCwtGroup *group)
{
  gsize *starts = ondes_buffer_get (&self->engine->shared[1], group->n_rows * (sizeof *starts + 2 * sizeof (double)));
  gsize sum = 0;

  if (group->mask_taps > ONDES_CWT_DIRECT_MAX)
    return;
  self->masks = ondes_buffer_get (&self->engine->shared[0], 2 * group->mask_taps * self->layout->kernels->size);
  self->starts = starts;
  self->sums = (double *) (starts + group->n_rows);
  if (!starts || !self->masks)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  for (guint i = 0; i < group->n_rows; i++)
    {
      starts[i] = sum;
      sum += 2 * group->rows[i].half + 1;
    }
  self->group = group;
  self->next_row = 0;
  ondes_threads_run (self->engine->threads, masks_piece, NULL, self);
}

/* Samples loaded for outputs of a tile, and their sums. */
typedef struct
{
  OndesCwtRun        *run;
  guint               worker;
  const OndesKernels *kernels; /* of the type of samples, taps and sums */
  guint64             at;      /* outputs [at, at + n) */
  gsize               n;
  gsize               padded;      /* n rounded up to whole blocks of outputs */
  gsize               part_stride; /* values of each part of the samples */
  OndesLevel          level;
  char               *x;       /* real parts, then imaginary parts */
  char               *sums;    /* six arrays of padded values; the first two are the result a + i b */
} Tile;

/* Taps in the type of a tile. */
typedef struct
{
  const char *re, *im;
  gsize       length;
} Mask;

/* Adds the convolution with the @taps taps of a mask from tap @from on. */
static void
add_lobe (const OndesKernels     *kernels,
          const OndesConvolution *mask,
          gsize                   from,
          gsize                   taps)
{
  const gsize offset = from * kernels->size;
  OndesConvolution lobe = *mask;

  lobe.x = (const char *) mask->x + offset;
  lobe.re = (const char *) mask->re + offset;
  lobe.im = mask->im ? (const char *) mask->im + offset : NULL;
  lobe.taps = taps;
  kernels->convolve (&lobe);
}

/* Computes a + i b, a real signal convolved with a mask, b stored after a: lobes from the outermost (smallest) to the innermost
 * (largest), then the centre. @x is the sample under the first tap for output 0. FALSE if stopped. */
static gboolean
convolve_real (const Tile *self,
               const Mask *mask,
               const char *x,
               char       *a)
{
  const OndesCwtOptions *options = &self->run->layout->cwt->options;
  const OndesKernels *kernels = self->kernels;
  const gsize bytes = self->padded * kernels->size, length = mask->length;
  const gboolean split = options->precision == ONDES_PRECISION_SINGLE2;
  const gsize centre = length <= 2 * LOBE ? length : length % (2 * LOBE);
  const gsize pairs = (length - centre) / (2 * LOBE);
  char *b = a + bytes, *low_a = self->sums + 4 * bytes, *low_b = low_a + bytes; /* low: rounding errors of a and b */
  const gboolean real = options->wavelet == ONDES_WAVELET_MORLET;
  const OndesConvolution convolution = { .x = x, .re = mask->re, .im = real ? NULL : mask->im,
                                         .n = self->padded, .a = a, .b = b, .low_a = split ? low_a : NULL,
                                         .low_b = split ? low_b : NULL };

  memset (a, 0, 2 * bytes);
  memset (low_a, 0, 2 * bytes);
  for (gsize j = 0; j < pairs; j++)
    {
      if (ondes_cwt_stopped (self->run))
        return FALSE;
      add_lobe (kernels, &convolution, j * LOBE, LOBE);
      add_lobe (kernels, &convolution, length - (j + 1) * LOBE, LOBE);
    }
  add_lobe (kernels, &convolution, pairs * LOBE, centre);
  if (split)
    {
      kernels->add (a, low_a, self->padded);
      kernels->add (b, low_b, self->padded);
    }
  return TRUE;
}

#define COMBINE(T)                                                                                                              \
  static void combine_##T (T *restrict a, T *restrict b, const T *restrict c, const T *restrict d, gsize n)                     \
  {                                                                                                                             \
    for (gsize i = 0; i < n; i++)                                                                                               \
      {                                                                                                                         \
        a[i] -= d[i];                                                                                                           \
        b[i] += c[i];                                                                                                           \
      }                                                                                                                         \
  }                                                                                                                             \
  static void add_##T (T *restrict a, double value, gsize n)                                                                    \
  {                                                                                                                             \
    for (gsize i = 0; i < n; i++)                                                                                               \
      a[i] = (T) (a[i] + value);                                                                                                \
  }

COMBINE (float)
COMBINE (double)

/* Convolves the samples with a mask into a + i b; @offset is the sample under the first tap for output 0. FALSE if stopped. */
static gboolean
convolve (const Tile *self,
          const Mask *mask,
          gsize       offset)
{
  const gsize t = self->kernels->size, n = self->padded;
  const char *x = self->x + offset * t;
  char *a = self->sums, *b = a + n * t, *c = b + n * t, *d = c + n * t;

  if (ondes_cwt_stopped (self->run) || !convolve_real (self, mask, x, a))
    return FALSE;
  if (!self->run->layout->complex_in)
    return TRUE;
  if (!convolve_real (self, mask, x + self->part_stride * t, c))
    return FALSE;
  if (t == sizeof (float))
    combine_float ((float *) a, (float *) b, (const float *) c, (const float *) d, n);
  else
    combine_double ((double *) a, (double *) b, (const double *) c, (const double *) d, n);
  return TRUE;
}

/* Loads the samples for the tile's outputs and @length taps, starting at sample @at. FALSE if stopped. */
static gboolean
load (Tile  *self,
      gint64 at,
      gsize  length)
{
  const gsize t = self->kernels->size, parts = self->run->layout->complex_in ? 2 : 1, samples = self->n + length - 1;
  const OndesCwtInput input = { .kernels = self->kernels, .at = at, .n = samples, .x = self->x,
                                .im = parts == 2 ? self->x + self->part_stride * t : NULL };

  if (!ondes_cwt_load (self->run, self->worker, &input, &self->level))
    return FALSE;
  for (gsize part = 0; part < parts; part++) /* for outputs that only pad the last block */
    memset (self->x + (part * self->part_stride + samples) * t, 0, (self->part_stride - samples) * t);
  return TRUE;
}

/* Passes the tile's outputs a + i b of a row, @a and @b in the type of the layout, to the pool or the sink. FALSE if stopped. */
static gboolean
put (const Tile        *self,
     const OndesCwtRow *row,
     const char        *a,
     const char        *b,
     double             gain)
{
  OndesCwtRun *run = self->run;
  const OndesCwtLayout *layout = run->layout;
  OndesBuffer *buffers = run->engine->workers[self->worker].buffers;
  char *z = ondes_buffer_get (&buffers[ONDES_BUFFER_RESULT], 2 * self->n * layout->kernels->size);
  char *out = ondes_buffer_get (&buffers[ONDES_BUFFER_OUT], 2 * self->n * layout->kernels->size);

  if (!z || !out)
    {
      ondes_cwt_no_memory (run);
      return FALSE;
    }
  if (layout->complex_out)
    layout->kernels->interleave (a, b, self->n, z);
  if (run->pool)
    {
      const OndesPoolPart part = { .row = row->row, .at = self->at, .n = self->n, .kernels = layout->kernels, .gain = gain };

      ondes_pool_add (run->pool, &part, layout->complex_out ? z : a, layout->complex_out);
      return TRUE;
    }
  ondes_cwt_convert (run, layout->complex_out ? z : a, self->n, gain, out);
  return ondes_cwt_put (run, row->row, self->at, self->n, out);
}

/* Restores the contribution of the mean subtracted from the samples: mean times the sum of the taps. */
static void
restore_mean (OndesCwtRun      *self,
              guint             i,
              const OndesLevel *level,
              void             *a,
              void             *b,
              gsize             n)
{
  const double re = self->sums[2 * i] * level->gain, im = self->sums[2 * i + 1] * level->gain;
  const double add[2] = { level->mean[0] * re - level->mean[1] * im, level->mean[1] * re + level->mean[0] * im };

  if (level->mean[0] == 0 && level->mean[1] == 0)
    return;
  if (self->layout->single)
    {
      add_float (a, add[0], n);
      add_float (b, add[1], n);
    }
  else
    {
      add_double (a, add[0], n);
      add_double (b, add[1], n);
    }
}

/* Returns the tile of outputs [at, end). */
static Tile
tile_of (OndesCwtRun        *run,
         guint               worker,
         const OndesKernels *kernels,
         guint64             at,
         guint64             end)
{
  const gsize n = (gsize) (end - at), padded = (n + ONDES_CONVOLVE_BLOCK - 1) / ONDES_CONVOLVE_BLOCK * ONDES_CONVOLVE_BLOCK;

  return (Tile) { .run = run, .worker = worker, .kernels = kernels, .at = at, .n = n, .padded = padded };
}

/* Allocates the samples, each part with @halo values more than the outputs, and the sums; FALSE if out of memory. */
static gboolean
tile_allocate (Tile *self,
               gsize halo)
{
  OndesBuffer *buffers = self->run->engine->workers[self->worker].buffers;
  const gsize parts = self->run->layout->complex_in ? 2 : 1;

  self->part_stride = self->padded + halo;
  self->x = ondes_buffer_get (&buffers[ONDES_BUFFER_X], self->part_stride * parts * self->kernels->size);
  self->sums = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT], 6 * self->padded * self->kernels->size);
  return self->x && self->sums;
}

/* Always uses double precision: rounding errors of so many addends would show in single. */
static void
streamed_tile (OndesCwtRun       *self,
               guint              worker,
               const OndesCwtRow *row,
               guint64            at,
               guint64            end)
{
  Tile tile = tile_of (self, worker, ondes_kernels_double (), at, end);
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  const gsize n = tile.n, padded = tile.padded;
  double *taps = ondes_buffer_get (&buffers[ONDES_BUFFER_SCRATCH], 2 * LONG * sizeof *taps);
  double *total = ondes_buffer_get (&buffers[ONDES_BUFFER_WIDE], 2 * padded * sizeof *total);
  double peak = 0, *sums;
  int exponent;

  if (!taps || !total || !tile_allocate (&tile, LONG))
    {
      ondes_cwt_no_memory (self);
      return;
    }
  sums = (double *) (void *) tile.sums;
  memset (total, 0, 2 * padded * sizeof *total);
  for (gint64 k = -(gint64) row->half; k <= (gint64) row->half; k += LONG)
    {
      const Mask mask = { .re = (const char *) taps, .im = (const char *) (taps + LONG),
                          .length = (gsize) MIN (LONG, (gint64) row->half + 1 - k) };
      const gsize length = mask.length;
      double re = 0, im = 0;

      if (!load (&tile, (gint64) at + k, length))
        return;
      ondes_cwt_taps (self->layout, row, k, length, taps, taps + LONG);
      for (gsize i = 0; i < length; i++)
        {
          re += taps[i];
          im += taps[LONG + i];
        }
      if (!convolve (&tile, &mask, 0))
        return;
      for (gsize i = 0; i < n; i++)
        {
          total[i] += sums[i] / tile.level.gain + tile.level.mean[0] * re - tile.level.mean[1] * im;
          total[padded + i] += sums[padded + i] / tile.level.gain + tile.level.mean[0] * im + tile.level.mean[1] * re;
        }
      ondes_cwt_advance (self, worker, (double) length * (double) n);
    }
  for (gsize i = 0; i < 2 * padded; i++)
    peak = MAX (peak, fabs (total[i]));
  frexp (peak, &exponent);
  exponent = CLAMP (exponent, -1000, 1000);
  for (gsize i = 0; i < 2 * padded; i++)
    total[i] = ldexp (total[i], -exponent);
  self->layout->kernels->narrow (total, 2 * padded, sums);
  put (&tile, row, tile.sums, tile.sums + padded * self->layout->kernels->size, ldexp (1, exponent));
}

void
ondes_cwt_direct_tile (OndesCwtRun         *self,
                       guint                worker,
                       const OndesCwtGroup *group,
                       guint64              at,
                       guint64              end)
{
  const gsize t = self->layout->kernels->size;
  Tile tile = tile_of (self, worker, self->layout->kernels, at, end);
  char *b;

  if (group->mask_taps > ONDES_CWT_DIRECT_MAX)
    {
      streamed_tile (self, worker, group->rows, at, end);
      return;
    }
  if (!tile_allocate (&tile, 2 * group->halo))
    {
      ondes_cwt_no_memory (self);
      return;
    }
  if (!load (&tile, (gint64) at - (gint64) group->halo, 2 * group->halo + 1))
    return;
  b = tile.sums + tile.padded * t;
  for (guint i = 0; i < group->n_rows; i++)
    {
      const OndesCwtRow *row = &group->rows[i];
      const char *re = self->masks + self->starts[i] * t;
      const Mask mask = { .re = re, .im = re + group->mask_taps * t, .length = 2 * row->half + 1 };

      if (!convolve (&tile, &mask, group->halo - row->half))
        return;
      restore_mean (self, i, &tile.level, tile.sums, b, tile.padded);
      if (!put (&tile, row, tile.sums, b, 1 / tile.level.gain))
        return;
      ondes_cwt_advance (self, worker, ondes_cwt_row_work (group, row) * (double) tile.n);
    }
}
