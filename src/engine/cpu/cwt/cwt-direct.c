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
  self->sums[i] = 0;
  for (gsize k = 0; k < length; k += PIECE)
    {
      const gsize n = MIN (PIECE, length - k);

      if (ondes_cwt_stopped (self))
        return FALSE;
      ondes_cwt_taps (self->layout, row, (gint64) k - (gint64) row->half, n, taps, taps + PIECE);
      for (gsize j = 0; j < n; j++)
        self->sums[i] += taps[j];
      kernels->narrow (taps, n, self->masks + (self->starts[i] + k) * t);
      kernels->narrow (taps + PIECE, n, self->masks + (group->mask_taps + self->starts[i] + k) * t);
    }
  return TRUE;
}

void
ondes_cwt_direct_prepare (OndesCwtRun         *self,
                          const OndesCwtGroup *group)
{
  gsize *starts = ondes_buffer_get (&self->engine->shared[1], group->n_rows * (sizeof *starts + sizeof (double)));
  gsize sum = 0;

  if (group->mask_taps > ONDES_CWT_DIRECT_MOST)
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

/* Computes a + i b, one real signal convolved with a mask of @length taps: lobes from the outermost (smallest) to the innermost
 * (largest), then the centre. FALSE if stopped. */
static gboolean
meet (OndesCwtRun        *self,
      const OndesKernels *kernels,
      const char         *re,
      const char         *im,
      gsize               length,
      const char         *x, /* the sample under the first tap for output 0 */
      gsize               n,
      char               *a, /* sums a and b and, for single2, their rounding errors; n each */
      char               *b,
      char               *low_a,
      char               *low_b)
{
  const gsize t = kernels->size;
  const gboolean split = self->layout->cwt->options.precision == ONDES_PRECISION_SINGLE2;
  const gboolean real = self->layout->cwt->options.wavelet == ONDES_WAVELET_MORLET;
  const gsize centre = length <= 2 * LOBE ? length : length % (2 * LOBE);
  const gsize pairs = (length - centre) / (2 * LOBE);

  memset (a, 0, n * t);
  memset (b, 0, n * t);
  memset (low_a, 0, n * t);
  memset (low_b, 0, n * t);
  if (!split)
    low_a = low_b = NULL;
  for (gsize j = 0; j < pairs; j++)
    {
      const gsize left = j * LOBE, right = length - (j + 1) * LOBE;

      if (ondes_cwt_stopped (self))
        return FALSE;
      kernels->convolve (x + left * t, re + left * t, real ? NULL : im + left * t, LOBE, n, a, b, low_a, low_b);
      kernels->convolve (x + right * t, re + right * t, real ? NULL : im + right * t, LOBE, n, a, b, low_a, low_b);
    }
  kernels->convolve (x + pairs * LOBE * t, re + pairs * LOBE * t, real ? NULL : im + pairs * LOBE * t, centre, n, a, b,
                     low_a, low_b);
  if (split)
    {
      kernels->add (a, low_a, n);
      kernels->add (b, low_b, n);
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

/* Convolves a real signal, or a complex one whose two parts are @room values apart, into the first two of six arrays of @n
 * values in @sums. FALSE if stopped. */
static gboolean
meet_parts (OndesCwtRun        *self,
            const OndesKernels *kernels,
            const char         *re,
            const char         *im,
            gsize               length,
            const char         *x,
            gsize               room,
            gsize               n,
            char               *sums)
{
  const gsize t = kernels->size;
  char *a = sums, *b = a + n * t, *c = b + n * t, *d = c + n * t, *low_a = d + n * t, *low_b = low_a + n * t;

  if (ondes_cwt_stopped (self) || !meet (self, kernels, re, im, length, x, n, a, b, low_a, low_b))
    return FALSE;
  if (!self->layout->complex_in)
    return TRUE;
  if (!meet (self, kernels, re, im, length, x + room * t, n, c, d, low_a, low_b))
    return FALSE;
  if (t == sizeof (float))
    combine_float ((float *) a, (float *) b, (const float *) c, (const float *) d, n);
  else
    combine_double ((double *) a, (double *) b, (const double *) c, (const double *) d, n);
  return TRUE;
}

/* Loads the samples for @n outputs and @length taps, starting at sample @at, each part into @room values. FALSE if stopped. */
static gboolean
load (OndesCwtRun        *self,
      guint               worker,
      const OndesKernels *kernels,
      gint64              at,
      gsize               n,
      gsize               length,
      gsize               room,
      OndesLevel         *level,
      char               *x)
{
  const gsize t = kernels->size, parts = self->layout->complex_in ? 2 : 1, samples = n + length - 1;

  if (!ondes_cwt_load (self, worker, kernels, at, samples, level, x, parts == 2 ? x + room * t : NULL))
    return FALSE;
  for (gsize part = 0; part < parts; part++) /* for outputs that only pad the last block */
    memset (x + (part * room + samples) * t, 0, (room - samples) * t);
  return TRUE;
}

/* Passes a + i b, @n outputs of a row, to the pool or the sink. FALSE if stopped. */
static gboolean
put (OndesCwtRun       *self,
     guint              worker,
     const OndesCwtRow *row,
     const char        *a,
     const char        *b,
     guint64            at,
     gsize              n,
     double             gain)
{
  const OndesCwtLayout *layout = self->layout;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  char *z = ondes_buffer_get (&buffers[ONDES_BUFFER_RESULT], 2 * n * layout->kernels->size);
  char *out = ondes_buffer_get (&buffers[ONDES_BUFFER_OUT], 2 * n * layout->kernels->size);

  if (!z || !out)
    {
      ondes_cwt_no_memory (self);
      return FALSE;
    }
  if (layout->complex_out)
    layout->kernels->interleave (a, b, n, z);
  if (self->pool)
    {
      ondes_pool_add (self->pool, row->row, at, n, layout->kernels, layout->complex_out ? z : a, layout->complex_out, gain);
      return TRUE;
    }
  ondes_cwt_convert (self, layout->complex_out ? z : a, n, gain, out);
  return ondes_cwt_put (self, row->row, at, n, out);
}

/* Restores the contribution of the mean subtracted from the samples: mean times the sum of the taps. */
static void
put_back_mean (OndesCwtRun      *self,
               guint             i,
               const OndesLevel *level,
               void             *a,
               void             *b,
               gsize             n)
{
  const double sum = self->sums[i]; /* real: the imaginary parts cancel */
  const double add[2] = { level->mean[0] * level->gain * sum, level->mean[1] * level->gain * sum };

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

/* Always uses double precision: rounding errors of so many addends would show in single. */
static void
streamed_tile (OndesCwtRun       *self,
               guint              worker,
               const OndesCwtRow *row,
               guint64            at,
               gsize              n)
{
  const OndesKernels *kernels = ondes_kernels_double ();
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  const gsize parts = self->layout->complex_in ? 2 : 1;
  const gsize padded = (n + ONDES_CONVOLVE_BLOCK - 1) / ONDES_CONVOLVE_BLOCK * ONDES_CONVOLVE_BLOCK, room = padded + LONG;
  double *taps = ondes_buffer_get (&buffers[ONDES_BUFFER_SCRATCH], 2 * LONG * sizeof *taps);
  double *whole = ondes_buffer_get (&buffers[ONDES_BUFFER_WIDE], 2 * padded * sizeof *whole);
  double *x = ondes_buffer_get (&buffers[ONDES_BUFFER_X], room * parts * sizeof *x);
  double *sums = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT], 6 * padded * sizeof *sums);
  double peak = 0;
  int exponent;

  if (!taps || !whole || !x || !sums)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  memset (whole, 0, 2 * padded * sizeof *whole);
  for (gint64 k = -(gint64) row->half, end = (gint64) row->half + 1; k < end; k += LONG)
    {
      const gsize length = (gsize) MIN (LONG, end - k);
      double re = 0, im = 0;
      OndesLevel level;

      if (!load (self, worker, kernels, (gint64) at + k, n, length, room, &level, (char *) x))
        return;
      ondes_cwt_taps (self->layout, row, k, length, taps, taps + LONG);
      for (gsize i = 0; i < length; i++)
        {
          re += taps[i];
          im += taps[LONG + i];
        }
      if (!meet_parts (self, kernels, (const char *) taps, (const char *) (taps + LONG), length, (const char *) x, room, padded,
                       (char *) sums))
        return;
      for (gsize i = 0; i < n; i++)
        {
          whole[i] += sums[i] / level.gain + level.mean[0] * re - level.mean[1] * im;
          whole[padded + i] += sums[padded + i] / level.gain + level.mean[0] * im + level.mean[1] * re;
        }
      ondes_cwt_advance (self, worker, (double) length * (double) n);
    }
  for (gsize i = 0; i < 2 * padded; i++)
    peak = MAX (peak, fabs (whole[i]));
  frexp (peak, &exponent);
  exponent = CLAMP (exponent, -1000, 1000);
  for (gsize i = 0; i < 2 * padded; i++)
    whole[i] = ldexp (whole[i], -exponent);
  self->layout->kernels->narrow (whole, 2 * padded, sums);
  put (self, worker, row, (const char *) sums, (const char *) sums + padded * self->layout->kernels->size, at, n,
       ldexp (1, exponent));
}

void
ondes_cwt_direct_tile (OndesCwtRun         *self,
                       guint                worker,
                       const OndesCwtGroup *group,
                       guint64              at,
                       guint64              end)
{
  const OndesKernels *kernels = self->layout->kernels;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  const gsize t = kernels->size, n = end - at, parts = self->layout->complex_in ? 2 : 1;
  const gsize padded = (n + ONDES_CONVOLVE_BLOCK - 1) / ONDES_CONVOLVE_BLOCK * ONDES_CONVOLVE_BLOCK;
  const gsize room = padded + 2 * group->halo;
  OndesLevel level;
  char *x, *sums;

  if (group->mask_taps > ONDES_CWT_DIRECT_MOST)
    {
      streamed_tile (self, worker, group->rows, at, n);
      return;
    }
  x = ondes_buffer_get (&buffers[ONDES_BUFFER_X], room * parts * t);
  sums = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT], 6 * padded * t);
  if (!x || !sums)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  if (!load (self, worker, kernels, (gint64) at - (gint64) group->halo, n, 2 * group->halo + 1, room, &level, x))
    return;
  for (guint i = 0; i < group->n_rows; i++)
    {
      const OndesCwtRow *row = &group->rows[i];
      const char *re = self->masks + self->starts[i] * t, *im = re + group->mask_taps * t;

      if (!meet_parts (self, kernels, re, im, 2 * row->half + 1, x + (group->halo - row->half) * t, room, padded, sums))
        return;
      put_back_mean (self, i, &level, sums, sums + padded * t, padded);
      if (!put (self, worker, row, sums, sums + padded * t, at, n, 1 / level.gain))
        return;
      ondes_cwt_advance (self, worker, ondes_cwt_row_work (group, row) * (double) n);
    }
}
