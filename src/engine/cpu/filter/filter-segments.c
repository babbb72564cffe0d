/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters by FFT: overlap-save with partitioned taps. A segment's forward FFT serves all filters, and all parts whose input is the
 * same; see filter-layout.h. */
#include "filter-run.h"

#include <string.h>

/* Spectra of the inputs of recent segments. */
typedef struct
{
  char    *spectra;
  guint    slots;
  gint64  *of;      /* input in each slot, in segments from the recording's beginning; G_MININT64 if none */
  gboolean *silent; /* the input lies outside the recording */
  char     *product, *y; /* input and output of a band's inverse FFT */
} Ring;

static void
put_back_mean (const OndesFilterPlan *plan,
               const double           mean[2],
               void                  *spectrum)
{
  for (guint i = 0; i < (plan->layout.is_complex ? 2 : 1); i++)
    if (plan->layout.single)
      ((float *) spectrum)[i] += (float) (mean[i] * (double) plan->layout.length);
    else
      ((double *) spectrum)[i] += mean[i] * (double) plan->layout.length;
}

/* Reads an input and transforms it. Its mean is subtracted before rounding to single precision, so that an offset costs no
 * digits. */
static gboolean
load (OndesFilterRun *self,
      guint           worker,
      guint           source,
      gint64          at,
      void           *spectrum)
{
  const OndesFilterPlan *plan = self->plan;
  const OndesFilterLayout *layout = &plan->layout;
  const gsize values = layout->is_complex ? 2 : 1, n = layout->length * values;
  OndesBuffer *buffers = self->engine->workers[worker].buffers;
  double *raw = ondes_buffer_get (&buffers[ONDES_BUFFER_RAW], (n + 1) * sizeof *raw), mean[2] = { 0 };
  void *x = raw;

  if (raw != NULL && layout->single)
    x = ondes_buffer_get (&buffers[ONDES_BUFFER_X], (n + 1) * plan->loops->size);
  if (raw == NULL || x == NULL)
    {
      ondes_filter_no_memory (self);
      return FALSE;
    }
  if (!ondes_filter_read (self, source, at, layout->length, layout->is_complex, raw))
    return FALSE;
  if (layout->single)
    {
      ondes_filter_means (raw, layout->length, layout->is_complex, mean);
      raw[n] = 0; /* completes the last pair */
      plan->loops->centre (raw, (n + 1) / 2, (double[]) { mean[0], mean[layout->is_complex] }, x);
    }
  ondes_fft_execute (plan->forward, x, spectrum);
  if (layout->single)
    put_back_mean (plan, mean, spectrum);
  return TRUE;
}

/* Returns the spectrum of part @p's input for segment @k, NULL if the job stopped; sets @silent if it is zero. */
static const void *
get_spectrum (OndesFilterRun        *self,
              const OndesFilterTile *tile,
              Ring                  *ring,
              gint64                 k,
              guint                  p,
              gboolean              *silent)
{
  const OndesFilterLayout *layout = &self->plan->layout;
  const gint64 of = k - p; /* with one part, p is 0 */
  const guint slot = (guint) (((of % ring->slots) + ring->slots) % ring->slots);
  char *spectrum = ring->spectra + slot * self->plan->stride;

  if (ring->of[slot] != of)
    {
      const gint64 at = of * (gint64) layout->step - layout->before + layout->lead - (gint64) layout->part + 1;

      ring->of[slot] = G_MININT64;
      ring->silent[slot] = at >= (gint64) self->request->sources[0]->n || at + (gint64) layout->length <= 0;
      if (!ring->silent[slot] && !load (self, tile->worker, tile->source, at, spectrum))
        return NULL;
      ring->of[slot] = of;
    }
  *silent = ring->silent[slot];
  return spectrum;
}

/* Computes one band of segment @k into the ring's y. FALSE if the job stopped. */
static gboolean
filter_segment (OndesFilterRun        *self,
                const OndesFilterTile *tile,
                Ring                  *ring,
                guint                  band,
                gint64                 k)
{
  const OndesFilterPlan *plan = self->plan;
  const guint parts = plan->layout.parts;
  gboolean any = FALSE;

  for (guint p = 0; p < parts; p++)
    {
      gboolean silent;
      const char *h = (const char *) plan->taps.data + (band * parts + p) * plan->stride;
      const void *x;

      if (plan->empty[band * parts + p])
        continue;
      x = get_spectrum (self, tile, ring, k, p, &silent);
      if (x == NULL || ondes_job_stopped (&self->job))
        return FALSE;
      if (silent)
        continue;
      (any ? plan->loops->multiply_add : plan->loops->multiply) (x, h, plan->bins, ring->product);
      any = TRUE;
    }
  if (any)
    ondes_fft_execute (plan->inverse, ring->product, ring->y);
  else
    memset (ring->y, 0, plan->layout.length * (plan->layout.is_complex ? 2 : 1) * plan->loops->size);
  return TRUE;
}

void
ondes_filter_segments (OndesFilterRun        *self,
                       const OndesFilterTile *tile)
{
  const OndesFilterPlan *plan = self->plan;
  const OndesFilterLayout *layout = &plan->layout;
  const gsize value = (layout->is_complex ? 2 : 1) * plan->loops->size;
  OndesBuffer *buffers = self->engine->workers[tile->worker].buffers;
  Ring ring = { .slots = layout->slots };
  g_autofree gint64 *of = g_new (gint64, ring.slots);
  g_autofree gboolean *silent = g_new (gboolean, ring.slots);

  ring.product = ondes_buffer_get (&buffers[ONDES_BUFFER_PRODUCT], plan->stride);
  ring.y = ondes_buffer_get (&buffers[ONDES_BUFFER_RESULT], layout->length * value);
  ring.spectra = ondes_buffer_get (&buffers[ONDES_BUFFER_SPECTRUM], ring.slots * plan->stride);
  ring.of = of;
  ring.silent = silent;
  if (ring.product == NULL || ring.y == NULL || ring.spectra == NULL)
    {
      ondes_filter_no_memory (self);
      return;
    }
  for (guint i = 0; i < ring.slots; i++)
    of[i] = G_MININT64;
  for (guint64 k = tile->from / layout->step; k * layout->step < tile->end; k++)
    for (guint band = 0; band < self->n_bands; band++)
      {
        const guint64 at = MAX (k * layout->step, tile->from), end = MIN ((k + 1) * layout->step, tile->end);
        const gsize first = layout->part - 1 + layout->before + (gsize) (at - k * layout->step);

        if (!filter_segment (self, tile, &ring, band, (gint64) k))
          return;
        ondes_filter_finish (self, tile, band, at, end, ring.y + first * value);
      }
}
