/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows by their masks, as the GPU does it. Masks lie one behind another, longest last, with their lengths and the scan of
 * these. A mask of up to 1024 taps is small; a longer one, 2·512·n + x taps, is a centre of x that goes with the small ones
 * and n pairs of lobes of 512, which are shifted convolutions. A tile is loaded once for all rows.
 */
#include "cwt-run.h"

#include <string.h>

#define LOBE  512
#define PIECE 4096 /* taps made at a time */

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

/* a + i b = the row on one real signal: lobes from the outermost to the innermost, the small to the large, then the centre. */
static gboolean
row_of (OndesCwtRun *self,
        guint        i,
        const char  *x, /* the sample that meets tap −half of output 0 */
        gsize        n,
        char        *a, /* and b, and what they lose in single2, n each */
        char        *b,
        char        *low_a,
        char        *low_b)
{
  const OndesKernels *kernels = self->layout->kernels;
  const gsize t = kernels->size;
  const gboolean split = self->layout->cwt->options.precision == ONDES_PRECISION_SINGLE2;
  const gboolean real = self->layout->cwt->options.wavelet == ONDES_WAVELET_MORLET;
  const gsize length = 2 * self->group->rows[i].half + 1;
  const gsize centre = length <= 2 * LOBE ? length : length % (2 * LOBE);
  const gsize pairs = (length - centre) / (2 * LOBE);
  const char *re = self->masks + self->starts[i] * t;
  const char *im = re + self->group->mask_taps * t;

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

/* The offset that was taken from the samples times the sum of the taps. */
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

void
ondes_cwt_direct_tile (OndesCwtRun         *self,
                       guint                worker,
                       const OndesCwtGroup *group,
                       guint64              at,
                       guint64              end)
{
  const OndesCwtLayout *layout = self->layout;
  const OndesKernels *kernels = layout->kernels;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  const gsize t = kernels->size, n = end - at, parts = layout->complex_in ? 2 : 1;
  const gsize padded = (n + ONDES_CONVOLVE_BLOCK - 1) / ONDES_CONVOLVE_BLOCK * ONDES_CONVOLVE_BLOCK;
  const gsize load = n + 2 * group->halo, room = padded + 2 * group->halo;
  char *x = ondes_buffer_get (&buffers[ONDES_BUFFER_X], room * parts * t);
  char *sums = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT], 6 * padded * t);
  char *z = ondes_buffer_get (&buffers[ONDES_BUFFER_RESULT], 2 * padded * t);
  char *out = ondes_buffer_get (&buffers[ONDES_BUFFER_OUT], 2 * padded * t);
  OndesLevel level;

  if (!x || !sums || !z || !out)
    {
      ondes_cwt_no_memory (self);
      return;
    }
  if (!ondes_cwt_load (self, worker, kernels, (gint64) at - (gint64) group->halo, load, &level, x,
                       parts == 2 ? x + room * t : NULL))
    return;
  for (gsize part = 0; part < parts; part++) /* outputs that only fill the last block */
    memset (x + (part * room + load) * t, 0, (room - load) * t);

  for (guint i = 0; i < group->n_rows; i++)
    {
      const OndesCwtRow *row = &group->rows[i];
      char *a = sums, *b = a + padded * t, *c = b + padded * t, *d = c + padded * t;
      char *low_a = d + padded * t, *low_b = low_a + padded * t;
      const char *from = x + (group->halo - row->half) * t;
      const char *result = a;

      if (ondes_cwt_stopped (self) || !row_of (self, i, from, padded, a, b, low_a, low_b))
        return;
      if (parts == 2)
        {
          if (!row_of (self, i, from + room * t, padded, c, d, low_a, low_b))
            return;
          if (layout->single)
            combine_float ((float *) a, (float *) b, (const float *) c, (const float *) d, padded);
          else
            combine_double ((double *) a, (double *) b, (const double *) c, (const double *) d, padded);
        }
      put_back_mean (self, i, &level, a, b, padded);
      if (layout->complex_out)
        {
          kernels->interleave (a, b, n, z);
          result = z;
        }
      if (self->pool)
        ondes_pool_add (self->pool, row->row, at, n, kernels, result, layout->complex_out, 1 / level.gain);
      else
        {
          ondes_cwt_convert (self, result, n, 1 / level.gain, out);
          if (!ondes_cwt_put (self, row->row, at, n, out))
            return;
        }
      ondes_cwt_advance (self, worker, ondes_cwt_row_work (group, row) * (double) n);
    }
}
