/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters by the sum itself, with the loops of the direct wavelet transform: a correlation with the reversed taps. */
#include "filter-run.h"

#include "engine/cpu/cwt/kernels.h"

#include <string.h>

#define LOBE  512        /* taps of a sum of its own, so that long filters keep their accuracy in single precision */

/* Sums over taps for outputs [at, at + n). */
typedef struct
{
  const OndesKernels *kernels;
  guint64             at;
  gsize               n;
  gsize               padded; /* n up to a multiple of ONDES_CONVOLVE_BLOCK */
  gboolean            complex_in;
  char               *x[2];   /* real and imaginary parts of the samples, less their mean in single precision */
  double              mean[2];
  double              offset[2]; /* what the mean contributes to every output, complex */
  char               *sum[4]; /* real part by re, by im; imaginary part by re, by im */
  char               *low[4]; /* rounding errors; NULL entries unless single2 */
} Sums;

/* Reads the samples that reversed taps [k, k + taps) overlap, followed by zeros. In single precision their mean is subtracted
 * before rounding, so that an offset costs no digits. */
static gboolean
read_samples (OndesFilterRun *self,
              Sums           *sums,
              guint           worker,
              guint           source,
              gsize           k,
              gsize           taps)
{
  const OndesFilterLayout *layout = &self->plan->layout;
  const gint64 at = (gint64) sums->at + layout->lead - (gint64) layout->taps + 1 + (gint64) k;
  const gsize n = sums->n + taps - 1, all = sums->padded + taps;
  OndesBuffer *buffer = &self->engine->workers[worker].buffers[ONDES_BUFFER_RAW];
  double *raw = ondes_buffer_get (buffer, all * 2 * sizeof *raw);

  if (raw == NULL)
    {
      ondes_filter_no_memory (self);
      return FALSE;
    }
  memset (raw, 0, all * 2 * sizeof *raw);
  if (!ondes_filter_read (self, source, at, n, sums->complex_in, raw))
    return FALSE;
  if (layout->single)
    ondes_filter_means (raw, n, sums->complex_in, sums->mean);
  if (sums->complex_in)
    sums->kernels->load_planar (raw, all, sums->mean, 1, sums->x[0], sums->x[1]);
  else
    sums->kernels->load (raw, all, sums->mean[0], 1, sums->x[0]);
  return TRUE;
}

/* Adds what the mean of the samples contributes through reversed taps [k, k + taps) of a band, which are summed in double
 * precision: those of a high-pass cancel. */
static void
add_offset (const OndesFilterRun *self,
            Sums                 *sums,
            guint                 band,
            gsize                 k,
            gsize                 taps)
{
  const OndesFilterLayout *layout = &self->plan->layout;
  guint n;
  const OndesFilterBand *filter = &ondes_filter_bank_get (self->filter->bank, &n)[band];
  const gint64 first = (gint64) (layout->taps - k - taps) - (gint64) layout->lead
                       + (gint64) ondes_filter_delay (&self->filter->options, filter->n);
  double h[2] = { 0 };

  for (gint64 m = MAX (first, 0); m < MIN (first + (gint64) taps, (gint64) filter->n); m++)
    {
      h[0] += filter->taps[filter->is_complex ? 2 * m : m];
      h[1] += filter->is_complex ? filter->taps[2 * m + 1] : 0;
    }
  sums->offset[0] += sums->mean[0] * h[0] - sums->mean[1] * h[1];
  sums->offset[1] += sums->mean[0] * h[1] + sums->mean[1] * h[0];
}

/* Adds reversed taps [k, k + taps) of a band. */
static void
add_taps (OndesFilterRun *self,
          Sums           *sums,
          guint           band,
          gsize           k,
          gsize           taps)
{
  const OndesFilterPlan *plan = self->plan;
  const gsize t = plan->loops->size;
  const char *re = (const char *) plan->taps.data + band * plan->stride + k * t;
  const char *im = plan->layout.is_complex ? re + plan->layout.taps * t : NULL;

  if (plan->layout.single)
    add_offset (self, sums, band, k, taps);
  for (gsize from = 0; from < taps && !ondes_job_stopped (&self->job); from += LOBE)
    for (guint part = 0; part < (sums->complex_in ? 2 : 1); part++)
      {
        const OndesConvolution convolution = {
          .x = sums->x[part] + from * t, .re = re + from * t, .im = im != NULL ? im + from * t : NULL,
          .taps = MIN (LOBE, taps - from), .n = sums->padded, .a = sums->sum[2 * part], .b = sums->sum[2 * part + 1],
          .low_a = sums->low[2 * part], .low_b = sums->low[2 * part + 1],
        };

        sums->kernels->convolve (&convolution);
      }
}

/* Adds the sums up in @y: real, or interleaved. */
static void
collect (const OndesFilterRun *self,
         const Sums           *sums,
         char                 *y)
{
  const gsize t = self->plan->loops->size;

  for (guint i = 0; i < 4; i++)
    if (sums->low[i] != NULL)
      sums->kernels->add (sums->sum[i], sums->low[i], sums->n);
  if (!self->plan->layout.is_complex)
    {
      for (gsize i = 0; i < sums->n && self->plan->layout.single; i++)
        ((float *) sums->sum[0])[i] += (float) sums->offset[0];
      memcpy (y, sums->sum[0], sums->n * t);
      return;
    }
  /* (re + i im) (p + i q) */
  for (gsize i = 0; i < sums->n && sums->complex_in; i++)
    if (t == sizeof (float))
      {
        ((float *) sums->sum[0])[i] -= ((float *) sums->sum[3])[i];
        ((float *) sums->sum[1])[i] += ((float *) sums->sum[2])[i];
      }
    else
      {
        ((double *) sums->sum[0])[i] -= ((double *) sums->sum[3])[i];
        ((double *) sums->sum[1])[i] += ((double *) sums->sum[2])[i];
      }
  for (gsize i = 0; i < sums->n && self->plan->layout.single; i++)
    {
      ((float *) sums->sum[0])[i] += (float) sums->offset[0];
      ((float *) sums->sum[1])[i] += (float) sums->offset[1];
    }
  sums->kernels->interleave (sums->sum[0], sums->sum[1], sums->n, y);
}

/* Takes the arrays from the worker's buffers, cleared. */
static gboolean
get_arrays (OndesFilterRun *self,
            guint           worker,
            Sums           *sums)
{
  const gboolean compensated = self->filter->options.precision == ONDES_PRECISION_SINGLE2;
  const gsize t = self->plan->loops->size;
  const gsize x_bytes = ((MIN (ONDES_FILTER_CHUNK, self->plan->layout.taps) + sums->padded) * t + 127) / 64 * 64;
  const gsize y_bytes = sums->padded * t;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  char *x = ondes_buffer_get (&buffers[ONDES_BUFFER_X], 2 * x_bytes);
  char *y = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT], 8 * y_bytes);

  if (x == NULL || y == NULL)
    {
      ondes_filter_no_memory (self);
      return FALSE;
    }
  for (guint i = 0; i < 2; i++)
    sums->x[i] = x + i * x_bytes;
  for (guint i = 0; i < 4; i++)
    {
      sums->sum[i] = y + i * y_bytes;
      sums->low[i] = compensated ? y + (4 + i) * y_bytes : NULL;
    }
  return TRUE;
}

/* All taps of a band for outputs [at, at + n), and before and after more on its sides, into @y. */
static gboolean
filter_block (OndesFilterRun        *self,
              const OndesFilterTile *tile,
              Sums                  *sums,
              guint                  band,
              char                  *y)
{
  const OndesFilterLayout *layout = &self->plan->layout;
  const gint64 n = (gint64) self->request->sources[0]->n;

  sums->offset[0] = sums->offset[1] = 0;
  memset (sums->sum[0], 0, 8 * sums->padded * self->plan->loops->size);
  for (gsize k = 0; k < layout->taps; k += ONDES_FILTER_CHUNK)
    {
      const gsize taps = MIN (ONDES_FILTER_CHUNK, layout->taps - k);
      const gint64 at = (gint64) sums->at + layout->lead - (gint64) layout->taps + 1 + (gint64) k;

      if (ondes_job_stopped (&self->job))
        return FALSE;
      if (at >= n || at + (gint64) (sums->n + taps) <= 0)
        continue;
      if (((layout->taps > ONDES_FILTER_CHUNK || band == 0) && !read_samples (self, sums, tile->worker, tile->source, k, taps)))
        return FALSE;
      add_taps (self, sums, band, k, taps);
    }
  collect (self, sums, y);
  return TRUE;
}

void
ondes_filter_direct (OndesFilterRun        *self,
                     const OndesFilterTile *tile)
{
  const OndesFilterLayout *layout = &self->plan->layout;
  const gsize value = (layout->is_complex ? 2 : 1) * self->plan->loops->size;
  OndesBuffer *buffer = &self->engine->workers[tile->worker].buffers[ONDES_BUFFER_RESULT];
  const gsize most = layout->step + layout->before + layout->after + ONDES_CONVOLVE_BLOCK;
  char *y = ondes_buffer_get (buffer, most * value);

  if (y == NULL)
    {
      ondes_filter_no_memory (self);
      return;
    }
  for (guint64 k = tile->from / layout->step; k * layout->step < tile->end; k++)
    {
      const guint64 at = MAX (k * layout->step, tile->from), end = MIN ((k + 1) * layout->step, tile->end);
      /* Positions below 0 wrap around, and back again where samples are addressed. */
      Sums sums = { .kernels = layout->single ? ondes_kernels_float () : ondes_kernels_double (),
                    .at = k * layout->step - layout->before, .n = layout->step + layout->before + layout->after,
                    .complex_in = ondes_type_is_complex (self->request->sources[0]->type) };

      sums.padded = (sums.n + ONDES_CONVOLVE_BLOCK - 1) / ONDES_CONVOLVE_BLOCK * ONDES_CONVOLVE_BLOCK;
      if (!get_arrays (self, tile->worker, &sums))
        return;
      for (guint band = 0; band < self->n_bands; band++)
        {
          if (!filter_block (self, tile, &sums, band, y))
            return;
          ondes_filter_finish (self, tile, band, at, end, y + (layout->before + (at - k * layout->step)) * value);
        }
    }
}
